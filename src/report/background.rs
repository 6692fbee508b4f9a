//! What the page of a run shows beside its tables: the rules of its variants, sample games, and where the numbers come from.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use petteia_engine::{AnyGame, AnyPosition, Outcome, SquareSet};
use petteia_players::record::{History, Moment, Record, Step};
use petteia_reports::html::{Background, SampleGame};
use petteia_reports::{Report, article, start_board};
use petteia_simulator::run::{ReplayError, Status, WantedGames, as_counted};
use petteia_simulator::tick;
use petteia_tables::{CellStats, Example};

use super::methods::{methods, rules_in_words};
use crate::cli::Effort;

/// The sample games of a page. Those that are played again for the metrics are not played once more.
#[derive(Default)]
pub struct SampleGames {
    examples: BTreeMap<(u32, u64), Example>,
    played: Mutex<BTreeMap<(u32, u64), Result<SampleGame, String>>>,
}

impl SampleGames {
    /// Returns the examples of some cells, none of which is played yet.
    #[must_use]
    pub fn of(cells: &[CellStats]) -> Self {
        let of_cell = |stats: &CellStats| {
            let cell = stats.key.cell;
            stats.firsts.examples(&stats.plies).into_iter().map(move |example| ((cell, example.game), example))
        };
        SampleGames { examples: cells.iter().flat_map(of_cell).collect(), played: Mutex::default() }
    }

    /// Returns a game that was played, and forgets it.
    fn take(&self, cell: u32, game: u64) -> Option<Result<SampleGame, String>> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner).remove(&(cell, game))
    }
}

impl WantedGames for SampleGames {
    fn has(&self, cell: u32, game: u64) -> bool {
        self.examples.contains_key(&(cell, game))
    }

    fn keep(&self, cell: u32, game: u64, record: Record) {
        let Some(example) = self.examples.get(&(cell, game)) else { return };
        let shown = shown(cell, example, as_counted(record, example));
        self.played.lock().unwrap_or_else(PoisonError::into_inner).insert((cell, game), shown);
    }
}

/// Gathers it, playing the sample games again that are not played yet. Games that cannot be played again are left out, and the background says so.
#[must_use]
pub fn background(status: &Status, report: &Report, samples: &SampleGames, effort: Effort) -> Background {
    let plan = &status.plan;
    let methods = methods(status);
    let (games, missing) = sample_games(status, report, samples, effort);
    Background {
        rules: rules_in_words(plan),
        games,
        missing,
        provenance: status.provenance(),
        board: start_board(report, &methods),
        article: article(report, &methods),
        citation: methods.citation,
        name: plan.name.clone(),
        has_play: false,
    }
}

const PROGRESS: &str = "{bar:30} {pos}/{len} sample games for the page  {eta} left";

/// The examples of each cell played again, and what could not be.
fn sample_games(
    status: &Status,
    report: &Report,
    samples: &SampleGames,
    effort: Effort,
) -> (Vec<SampleGame>, Vec<String>) {
    let (repeatable, others): (Vec<_>, Vec<_>) = report.analysis.cells.iter().partition(|summary| {
        status.plan.cells.get(summary.cell as usize).is_none_or(|cell| cell.cell.matchup.is_replayable())
    });
    let numbered = repeatable.iter().flat_map(|cell| cell.examples.iter().enumerate().map(|one| (cell.cell, one)));
    let mut examples: Vec<(usize, u32, &Example)> =
        numbered.map(|(cell, (place, example))| (place, cell, example)).collect();
    // A game of each cell in turn, so that the time left is estimated from games of all kinds.
    examples.sort_by_key(|&(place, cell, _)| (place, cell));
    let bar = if effort.quiet { ProgressBar::hidden() } else { ProgressBar::new(examples.len() as u64) };
    let bar = bar.with_style(ProgressStyle::with_template(PROGRESS).expect("the template is constant and right"));
    tick(&bar);
    let play = |index: usize| {
        let &(_, cell, example) = examples.get(index)?;
        let played = samples.take(cell, example.game);
        let game = played.unwrap_or_else(|| shown(cell, example, status.replay_example(cell as usize, example)));
        bar.inc(1);
        Some((index, game))
    };
    // Not with rayon: a thread that waits for a table to be read begins another game, and another one in
    // that, until its stack is full.
    let next = AtomicUsize::new(0);
    let work = || std::iter::from_fn(|| play(next.fetch_add(1, Ordering::Relaxed))).collect::<Vec<_>>();
    let count = match effort.threads() {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let mut played: Vec<(usize, Result<SampleGame, String>)> = thread::scope(|scope| {
        // This thread plays too, and alone if there are no others.
        let others = (1..count).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let others: Vec<_> = others.collect();
        let mut played = work();
        played.extend(others.into_iter().flat_map(|thread| thread.join().expect("games are played without panic")));
        played
    });
    played.sort_by_key(|&(index, _)| index);
    bar.finish_and_clear();
    let unrepeatable = others.iter().map(|cell| {
        format!("Cell {} has no sample games: an agent has a time budget, so its games cannot be repeated.", cell.cell)
    });
    let mut missing: Vec<String> = unrepeatable.collect();
    let mut games = Vec::new();
    for (_, game) in played {
        match game {
            Ok(game) => games.push(game),
            Err(problem) => missing.push(problem),
        }
    }
    games.sort_by_key(|game| game.cell);
    (games, missing)
}

/// Returns an example as the page shows it, or why it does not.
fn shown(cell: u32, example: &Example, record: Result<Record, ReplayError>) -> Result<SampleGame, String> {
    let &Example { game, ref why, .. } = example;
    let record = record.map_err(|error: ReplayError| format!("Game {game} of cell {cell} is left out: {error}."))?;
    let (start, steps) = steps(&record.history);
    let result = record.history.outcome().map_or_else(String::new, Outcome::sentence);
    let special = record.history.game().special_squares().squares().map(|square| square.0).collect();
    Ok(SampleGame { cell, game, why: why.clone(), result, special, start, steps })
}

/// The start of a game and its steps, as [`SampleGame`] has them.
fn steps(history: &History) -> (String, String) {
    let mut before = history.position_after(0);
    let start = history.game().text(&before);
    let steps = history.moments().iter().map(|moment| {
        let text = step(history, &before, moment);
        before = moment.after;
        text
    });
    let steps: Vec<String> = steps.collect();
    (start, steps.join(";"))
}

fn step(history: &History, before: &AnyPosition, moment: &Moment) -> String {
    let game = history.game();
    let mut text = history.step_text(moment.step);
    let expected = usual(&game.text_behind_board(before), moment.step);
    let found = game.text_behind_board(&moment.after);
    let changes = changes(game, before, &moment.after);
    if found != expected {
        text += &format!("|{changes}|{found}");
    } else if !changes.is_empty() {
        text += &format!("|{changes}");
    }
    text
}

/// The squares that differ, each after the letter that stands there now.
fn changes(game: &AnyGame, before: &AnyPosition, after: &AnyPosition) -> String {
    let board = game.rules().board;
    let changed = before.squares_changed(after).squares();
    changed.map(|square| format!("{}{}", game.letter(after, square).unwrap_or('.'), board.name(square))).collect()
}

/// What stands behind the board after a step that is as usual, as [`SampleGame`] tells it.
fn usual(before: &str, step: Step) -> String {
    if let Step::Roll(face) = step {
        return format!("{before} d{face}");
    }
    let mut fields = before.split(' ');
    let mut field = || fields.next().unwrap_or_default();
    let (side, hands, captured, clock, turn) = (field(), field(), field(), field(), field());
    let other = if side == "w" { "b" } else { "w" };
    let more = |count: &str| count.parse::<u64>().map_or(0, |count| count + 1);
    format!("{other} {hands} {captured} {} {}", more(clock), more(turn))
}

#[cfg(test)]
mod tests {
    use petteia_engine::{BySide, Rules};
    use petteia_players::Matchup;
    use petteia_players::agents::AgentSpec;

    use super::*;

    /// Plays a random game and follows its steps as the page does: at each of them board and text must be right.
    fn follow(rules: &str, seed: u64) -> usize {
        let agents = BySide { white: AgentSpec::Random, black: AgentSpec::Random };
        let matchup = Matchup { rules: Rules::parse(rules).expect(rules), agents, opening: 0.into() };
        let history = matchup.record(rules, seed).expect("no player is external").history;
        let (game, mut before) = (history.game(), history.position_after(0));
        let (mut board, mut behind) = (letters(game, &before), game.text_behind_board(&before));
        for moment in history.moments() {
            let text = step(&history, &before, moment);
            let mut parts = text.split('|');
            assert_eq!(parts.next(), Some(history.step_text(moment.step).as_str()));
            read_changes(parts.next().unwrap_or_default(), &mut board);
            behind = parts.next().map_or_else(|| usual(&behind, moment.step), str::to_owned);
            assert_eq!(board, letters(game, &moment.after), "{text}");
            assert_eq!(behind, game.text_behind_board(&moment.after), "{text}");
            before = moment.after;
        }
        history.moments().len()
    }

    /// What stands on each square, by its name.
    fn letters(game: &AnyGame, position: &AnyPosition) -> BTreeMap<String, char> {
        let board = game.rules().board;
        board.each_square().map(|square| (board.name(square), game.letter(position, square).unwrap_or('.'))).collect()
    }

    fn read_changes(text: &str, board: &mut BTreeMap<String, char>) {
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let digits = rest[2..].chars().take_while(char::is_ascii_digit).count();
            let (change, more) = rest.split_at(2 + digits);
            assert!(board.insert(change[1..].to_owned(), letter).is_some(), "`{change}` of `{text}` is on the board");
            rest = more;
        }
    }

    #[test]
    fn every_position_of_a_game_follows_from_its_short_form() {
        let games =
            ["city-8+die=4", "poleis", "lemery-petteia-advanced", "lemery-latrunculi", "callen-double-petteia+inciti"];
        for game in games {
            let steps: usize = (0..20).map(|seed| follow(game, seed)).sum();
            assert!(steps > 400, "{game}: {steps} steps");
        }
    }
}
