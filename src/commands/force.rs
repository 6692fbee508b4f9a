//! `petteia force`: whether a side can force a fortress from the start, with a certificate that can be verified.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use petteia_engine::{CheckedRules, Game, Geometry, OnBoard, Side, SquareSet, with_geometry};
use petteia_proofs::check::check_certificate;
use petteia_proofs::force::{Camp, Certificate, Goal, Limits, Search, Solved, Table};
use petteia_simulator::run::write_whole;

use super::Failure;
use super::fortress::name;
use super::solve::bytes;
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
        let Force { game, side, args, .. } = self;
        let game_played = Game::new(self.rules.clone(), geometry);
        let ranks = args.ranks.unwrap_or_else(|| usual_ranks(&game_played, side));
        let started = Instant::now();
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        let (mut search, bytes) = self.prepare(&game_played, ranks, &bar)?;
        let roots = search.roots(side == Side::White);
        let mut left = roots.len();
        let solved = search.solve(&roots, Limits { moves: args.moves, bytes }, |moves, open, search| {
            left = open.len();
            bar.set_message(format!(
                "{}: {moves} moves: {left} of {} openings left, {} states",
                name(side),
                roots.len(),
                search.nodes
            ));
        });
        let goal = if args.safe { "fortress with which it cannot lose" } else { "fortress" };
        let told = || format!("{} states searched in {:.1} s", search.nodes, started.elapsed().as_secs_f64());
        let mut output = stdout().lock();
        if let Some(far) = reach(solved, ranks, args.memory) {
            bar.finish_and_clear();
            let openings = format!("open after {left} of {} openings, as its first ranks see them; ", roots.len());
            let openings = if side == Side::White { String::new() } else { openings };
            return Ok(writeln!(output, "{} forces no {goal} {far} ({openings}{})", name(side), told())?);
        }
        let certificate = Certificate::of(&search, game, &roots);
        bar.finish_and_clear();
        let searched = told();
        writeln!(
            output,
            "{} forces a {goal} within {}, against every defence ({} states with a move, {} with a fortress; {searched})",
            name(side),
            moves_text(certificate.within),
            certificate.moves,
            certificate.fortresses,
        )?;
        if let Some(path) = &args.certificate {
            write_whole(path, "force", certificate.text().as_bytes()).map_err(Failure::failed)?;
            writeln!(output, "written: {}; verify it with petteia force --check", path.display())?;
        }
        Ok(())
    }
}

impl Force<'_> {
    /// A search in the side's first ranks, with the table of the first two if it is asked for, and the bytes that are left
    /// for it.
    fn prepare<G: Geometry>(&self, game: &Game<G>, ranks: u8, bar: &ProgressBar) -> Result<(Search<G>, u64), Failure> {
        let Force { side, args, .. } = *self;
        let goal = if args.safe { Goal::Safe } else { Goal::Fortress };
        let refused = |reason| Failure::input(format!("{} is not covered: {reason}", self.game));
        let camp = Camp::new(game.clone(), side, ranks).map_err(refused)?;
        let bytes = bytes(args.memory);
        if !args.complete {
            return Ok((Search::new(camp, goal), bytes));
        }
        let needs_two =
            |_| Failure::input("--complete needs all of the side's pieces in its first two ranks; leave it out");
        let small = Camp::new(game.clone(), side, 2).map_err(needs_two)?;
        let taken = Table::bytes(&small).unwrap_or(u64::MAX);
        let too_large = |error| Failure::input(format!("{error}; leave out --complete, or give more --memory"));
        let enemies = small.start().enemies();
        let solved = |done| bar.set_message(format!("{}: 2 ranks: {done} of {enemies} enemies", name(side)));
        let table = Table::solve(small, goal, bytes, solved).map_err(too_large)?;
        Ok((Search::with_table(camp, table), bytes.saturating_sub(taken)))
    }
}

/// How far a search came that found nothing.
fn reach(solved: Solved, ranks: u8, memory: f64) -> Option<String> {
    match solved {
        Solved::Within(_) => None,
        Solved::Never => Some(format!("in its first {ranks} ranks, in any number of moves")),
        Solved::NotWithin(moves) => Some(format!("within {} in its first {ranks} ranks", moves_text(moves))),
        Solved::OutOfMemory(moves) => Some(format!(
            "within {} in its first {ranks} ranks; more took more than {memory} GiB of memory",
            moves_text(moves)
        )),
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
