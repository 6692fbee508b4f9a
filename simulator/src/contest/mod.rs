//! Matches between two agents, and round-robin tournaments.
//!
//! Games are played in pairs from the same random opening, with colours swapped. A pair is a function of the seed, the
//! text of both agents, the game and the number of the pair, and pairs are evaluated in order. So the results are the
//! same for any number of threads, even if a match stops early.

mod doublings;
mod duel;
mod in_order;
mod journal;
mod series;
mod tournament;

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub use doublings::DoublingPlan;
pub use duel::{Duel, DuelError};
pub(crate) use in_order::in_order;
pub use series::{End, Series, SeriesOptions, play_series};
pub(crate) use tournament::{ListedGame, read_agents, read_games, unlike};
pub use tournament::{Played, Tournament, TournamentError, TournamentOptions, play_tournament};

const BAR: &str = "{bar:30} {human_pos}/{human_len} games  {per_sec}  {eta} left  {msg}";

/// Returns a progress bar for `games` games; nothing is shown without a terminal.
pub(crate) fn progress_bar(games: u64, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template(BAR).expect("the template is constant and right");
    let bar = ProgressBar::with_draw_target(Some(games), target).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
