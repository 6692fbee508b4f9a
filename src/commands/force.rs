//! `petteia force`: whether a side can force a fortress from the start, with a certificate that can be verified.

use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use petteia_engine::{CheckedRules, Side};
use petteia_files::{check_writable, read_text, write_output};
use petteia_proofs::check::check_certificate;
use petteia_proofs::force::{Aim, Attempt, Depth, Goal, NotComplete, Solved, usual_ranks};
use petteia_simulator::Variant;

use super::Failure;
use super::solve::bytes;
use crate::cli::ForceArgs;

pub fn force(args: &ForceArgs) -> Result<(), Failure> {
    if let Some(path) = &args.check {
        return verify(path);
    }
    let Some(game) = &args.game else { return Err(Failure::input("give a game, or a certificate with --check")) };
    let Variant { name, rules } = super::variant(game)?;
    if let Some(path) = &args.certificate {
        check_writable(path, "force").map_err(Failure::failed)?;
    }
    let sides = args.side.map_or(Side::BOTH.to_vec(), |side| vec![side.into()]);
    for side in sides {
        Force { rules: rules.clone(), game: &name, side, args }.run()?;
    }
    Ok(())
}

/// The most bytes of a certificate.
const MOST_CERTIFICATE: u64 = 1 << 31;

fn verify(path: &Path) -> Result<(), Failure> {
    let text = read_text(path, MOST_CERTIFICATE).map_err(Failure::input)?;
    let checked = check_certificate(&text).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    let worth = if checked.safe { ", which is no loss for it; with the fortress it cannot lose" } else { "" };
    let mut output = stdout().lock();
    Ok(writeln!(
        output,
        "verified: in {} {} has a fortress within {} whatever the enemy does, unless the game ends before{worth} ({} states with a move, {} with \
         a fortress)",
        checked.game,
        checked.side.title(),
        moves_text(checked.within),
        checked.moves,
        checked.fortresses,
    )?)
}

/// A side's attempt in a game.
struct Force<'a> {
    rules: CheckedRules,
    game: &'a str,
    side: Side,
    args: &'a ForceArgs,
}

impl Force<'_> {
    fn run(&self) -> Result<(), Failure> {
        let Force { game, side, args, .. } = *self;
        let ranks = args.ranks.unwrap_or_else(|| usual_ranks(&self.rules, side));
        let started = Instant::now();
        let bar = ProgressBar::new_spinner();
        bar.enable_steady_tick(Duration::from_millis(200));
        let mut attempt = self.prepare(ranks, &bar)?;
        let openings = attempt.openings();
        let mut left = openings;
        let solved = attempt.search(args.moves, |Depth { moves, open, states }| {
            left = open;
            let name = side.title();
            bar.set_message(format!("{name}: {moves} moves: {left} of {openings} openings left, {states} states"));
        });
        let goal = if args.safe { "fortress with which it cannot lose" } else { "fortress" };
        let states = attempt.states();
        let told = || format!("{states} states searched in {:.1} s", started.elapsed().as_secs_f64());
        let mut output = stdout().lock();
        if let Some(far) = reach(solved, ranks, args.memory) {
            bar.finish_and_clear();
            let openings = format!("open after {left} of {openings} openings, as its first ranks see them; ");
            let openings = if side == Side::White { String::new() } else { openings };
            return Ok(writeln!(output, "{} forces no {goal} {far} ({openings}{})", side.title(), told())?);
        }
        let certificate = attempt.certificate(game);
        bar.finish_and_clear();
        let searched = told();
        writeln!(
            output,
            "{} forces a {goal} within {}, against every defence, unless the game ends before ({} states with a move, {} with a fortress; {searched})",
            side.title(),
            moves_text(certificate.within),
            certificate.moves,
            certificate.fortresses,
        )?;
        if let Some(path) = &args.certificate {
            write_output(path, "force", certificate.text().as_bytes()).map_err(Failure::failed)?;
            writeln!(output, "written: {}; verify it with petteia force --check", path.display())?;
        }
        Ok(())
    }

    /// A search in the side's first ranks, with the first two solved completely if that is asked for.
    fn prepare(&self, ranks: u8, bar: &ProgressBar) -> Result<Attempt, Failure> {
        let Force { side, args, .. } = *self;
        let goal = if args.safe { Goal::Safe } else { Goal::Fortress };
        let refused = |reason| Failure::input(format!("{} is not covered: {reason}", self.game));
        let aim = Aim { side, goal, memory: bytes(args.memory) };
        if !args.complete {
            return Attempt::new(&self.rules, aim, ranks).map_err(refused);
        }
        let name = side.title();
        let solved = |done, enemies| bar.set_message(format!("{name}: 2 ranks: {done} of {enemies} enemies"));
        Attempt::complete(&self.rules, aim, ranks, solved).map_err(|error| match error {
            NotComplete::Search(error) => refused(error),
            NotComplete::MoreRanks => {
                Failure::input("--complete needs all of the side's pieces in its first two ranks; leave it out")
            }
            NotComplete::Memory(error) => {
                Failure::input(format!("{error}; leave out --complete, or give more --memory"))
            }
        })
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

fn moves_text(moves: u8) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}
