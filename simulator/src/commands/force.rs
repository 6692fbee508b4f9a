//! `petteia force`: whether a side can force a fortress from the start, with a certificate that can be verified.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Side, SquareSet, with_geometry};
use petteia_proofs::check::check_certificate;
use petteia_proofs::force::{Camp, Certificate, Goal, Search, Solved};
use petteia_simulator::run::write_whole;

use super::Failure;
use super::fortress::name;
use crate::cli::ForceArgs;

pub fn force(args: &ForceArgs) -> Result<(), Failure> {
    if let Some(path) = &args.check {
        return verify(path);
    }
    let Some(game) = &args.game else { return Err(Failure::input("give a game, or a certificate with --check")) };
    let rules = super::rules(game)?;
    let sides = args.side.map_or(Side::BOTH.to_vec(), |side| vec![side.into()]);
    for side in sides {
        with_geometry(rules.board, Force { rules: rules.clone(), game, side, args })?;
    }
    Ok(())
}

fn verify(path: &Path) -> Result<(), Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    let checked = check_certificate(&text).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    let worth = if checked.safe { ", and cannot lose from then on" } else { "" };
    let mut output = stdout().lock();
    Ok(writeln!(
        output,
        "verified: in {} {} has a fortress within {} whatever the enemy does{worth} ({} states with a move, {} with \
         a fortress)",
        checked.game,
        name(checked.side),
        moves_text(checked.within),
        checked.moves,
        checked.fortresses,
    )?)
}

struct Force<'a> {
    rules: CheckedRules,
    game: &'a str,
    side: Side,
    args: &'a ForceArgs,
}

impl OnBoard for Force<'_> {
    type Output = Result<(), Failure>;

    fn run<G: Geometry>(self, geometry: G) -> Result<(), Failure> {
        let Force { rules, game, side, args } = self;
        let game_played = Game::new(rules, geometry);
        let ranks = args.ranks.unwrap_or_else(|| usual_ranks(&game_played, side));
        let camp = Camp::new(game_played, side, ranks)
            .map_err(|reason| Failure::input(format!("{game} is not covered: {reason}")))?;
        let mut search = Search::new(camp, if args.safe { Goal::Safe } else { Goal::Fortress });
        let roots = search.roots(side == Side::White);
        let started = Instant::now();
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        let mut left = roots.len();
        let solved = search.solve(&roots, args.moves, |moves, open, search| {
            left = open.len();
            bar.set_message(format!(
                "{}: {moves} moves: {left} of {} openings left, {} states",
                name(side),
                roots.len(),
                search.nodes
            ));
        });
        bar.finish_and_clear();
        let mut output = stdout().lock();
        let seconds = started.elapsed().as_secs_f64();
        let goal = if args.safe { "a fortress with which it cannot lose" } else { "a fortress" };
        match solved {
            Solved::Within(moves) => {
                let certificate = Certificate::of(&mut search, game, &roots);
                writeln!(
                    output,
                    "{} forces {goal} within {}, against every defence ({} states with a move, {} with a \
                     fortress; {} states searched in {seconds:.1} s)",
                    name(side),
                    moves_text(moves),
                    certificate.moves,
                    certificate.fortresses,
                    search.nodes
                )?;
                if let Some(path) = &args.certificate {
                    write_whole(path, "force", certificate.text().as_bytes()).map_err(Failure::failed)?;
                    writeln!(output, "written: {}; verify it with petteia force --check", path.display())?;
                }
            }
            Solved::NotWithin(moves) => writeln!(
                output,
                "{} forces no {} within {moves} moves in its first {} ranks: open after {left} of {} first moves of the \
                 enemy ({} states searched in {seconds:.1} s)",
                name(side),
                goal.trim_start_matches("a "),
                ranks,
                roots.len(),
                search.nodes
            )?,
        }
        Ok(())
    }
}

/// The ranks that a side's pieces stand on at the start and one more, where they can move to; at least 2.
fn usual_ranks<G: Geometry>(game: &Game<G>, side: Side) -> u8 {
    let board = game.rules().board;
    let from_back =
        |square| if side == Side::White { board.rank(square) } else { board.ranks - 1 - board.rank(square) };
    let filled = game.start().pieces(side).squares().map(|square| 1 + from_back(square)).max();
    filled.map_or(2, |ranks| (ranks + 1).max(2))
}

fn moves_text(moves: u8) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}
