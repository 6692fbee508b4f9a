//! Whether a side can force a fortress from the start, with a certificate that can be verified.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use indicatif::ProgressBar;
use petteia_engine::Side;
use petteia_engine::files::{read_text, write_output};
use petteia_proofs::check::{CheckedCertificate, check_certificate};
use petteia_proofs::force::{Aim, Attempt, AttemptError, Certificate, Depth, Goal, Solved, attempt, usual_ranks};
use petteia_simulator::{Variant, tick};
use serde::Serialize;

use super::{ProofJson, spinner};
use crate::cli::{ForceOptions, ProveArgs, SidesArg};
use crate::commands::{Failure, bytes, check_output, counted, hanging};

/// The most memory for the tables of a search by default, in GiB.
const MEMORY: f64 = 4.0;

/// Searches for a way to force a fortress, for each of the sides, and prints what is found.
pub fn force(
    args: &ProveArgs,
    variant: &Variant,
    sides: SidesArg,
    output: &mut dyn Write,
) -> Result<Vec<Searched>, Failure> {
    let options = &args.force;
    if options.certificate.is_some() && sides == SidesArg::Both {
        return Err(Failure::input("--certificate needs one side; give --force white or --force black"));
    }
    check_output(options.certificate.as_deref(), "force")?;
    let memory = args.endgames.memory.unwrap_or(MEMORY);
    let mut found = Vec::new();
    let sides = match sides {
        SidesArg::White => &[Side::White][..],
        SidesArg::Black => &[Side::Black],
        SidesArg::Both => &Side::BOTH,
    };
    for &side in sides {
        let bar = spinner(args);
        let searched = Force { variant, side, options, memory }.run(&bar);
        bar.finish_and_clear();
        let searched = searched?;
        searched.print(output)?;
        found.push(searched);
    }
    Ok(found)
}

/// Verifies a certificate and prints what it proves.
pub fn check(path: &Path, output: &mut dyn Write) -> Result<ProofJson, Failure> {
    let text = read_text(path, MOST_CERTIFICATE).map_err(Failure::input)?;
    let checked = check_certificate(&text).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    let CheckedCertificate { game, side, within, safe, moves, fortresses } = checked;
    let worth = if safe { "; such an end is not a loss for it, and with the fortress it cannot lose" } else { "" };
    let proved = format!(
        "verified: in {game} {} has a fortress within {} whatever the enemy does, unless the game ends first{worth}",
        side.title(),
        counted(within.into(), "move"),
    );
    writeln!(output, "{}", hanging("", &proved))?;
    writeln!(output, "  strategy: {}", strategy_text(moves, fortresses))?;
    let strategy = Strategy { moves, fortresses, certificate: Some(path.display().to_string()) };
    let certificate = CertificateJson { side, moves: within, is_safe: safe, strategy };
    Ok(ProofJson { game, certificate: Some(certificate), ..ProofJson::default() })
}

/// The most bytes of a certificate.
const MOST_CERTIFICATE: u64 = 1 << 31;

fn strategy_text(moves: usize, fortresses: usize) -> String {
    format!("{moves} states with a move, {fortresses} with a fortress")
}

/// A side's attempt in a game.
struct Force<'a> {
    variant: &'a Variant,
    side: Side,
    options: &'a ForceOptions,
    /// The most memory, in GiB.
    memory: f64,
}

/// What a search found for a side.
#[derive(Serialize)]
pub struct Searched {
    side: Side,
    goal: &'static str,
    ranks: u8,
    result: &'static str,
    moves: Option<u8>,
    openings: usize,
    open_openings: usize,
    states: u64,
    seconds: f64,
    strategy: Option<Strategy>,
    /// The result in words.
    #[serde(skip)]
    answer: String,
}

/// The size of a strategy that forces a fortress, and where it was written.
#[derive(Serialize)]
struct Strategy {
    moves: usize,
    fortresses: usize,
    certificate: Option<String>,
}

/// What a certificate proves.
#[derive(Serialize)]
pub struct CertificateJson {
    side: Side,
    moves: u8,
    is_safe: bool,
    strategy: Strategy,
}

impl Force<'_> {
    fn run(&self, bar: &ProgressBar) -> Result<Searched, Failure> {
        let Force { variant: Variant { name: game, rules }, side, options, .. } = *self;
        let ranks = options.ranks.unwrap_or_else(|| usual_ranks(rules, side));
        let started = Instant::now();
        tick(bar);
        let mut attempt = self.prepare(ranks, bar)?;
        let openings = attempt.openings();
        let mut open_openings = openings;
        let solved = attempt.search(options.moves, &mut |Depth { moves, open, states }| {
            open_openings = open;
            let name = side.title();
            bar.set_message(format!("{name}: {moves} moves: {open} of {openings} openings left, {states} states"));
        });
        let certificate = matches!(solved, Solved::Within(_)).then(|| attempt.certificate(game));
        let strategy = certificate.as_ref().map(|certificate| self.write(certificate)).transpose()?;
        let (result, moves) = match solved {
            Solved::Within(_) => ("forced", certificate.map(|certificate| certificate.within)),
            Solved::NotWithin(moves) => ("not_within", Some(moves)),
            Solved::Never => ("never", None),
            Solved::OutOfMemory(moves) => ("out_of_memory", Some(moves)),
        };
        let goal = if options.safe { "fortress with which it cannot lose" } else { "fortress" };
        let within = moves.map_or_else(String::new, |moves| format!("within {}", counted(moves.into(), "move")));
        let answer = match solved {
            Solved::Within(_) => format!("forces a {goal} {within}, against every defence, unless the game ends first"),
            Solved::Never => format!("forces no {goal} in its first {ranks} ranks, in any number of moves"),
            Solved::NotWithin(_) => format!("forces no {goal} {within} in its first {ranks} ranks"),
            Solved::OutOfMemory(_) => format!(
                "forces no {goal} {within} in its first {ranks} ranks; more moves need more than {} GiB of memory",
                self.memory
            ),
        };
        Ok(Searched {
            side,
            goal: if options.safe { "safe_fortress" } else { "fortress" },
            ranks,
            result,
            moves,
            openings,
            open_openings,
            states: attempt.states(),
            seconds: started.elapsed().as_secs_f64(),
            strategy,
            answer,
        })
    }

    /// Writes a certificate to its file, if there is one.
    fn write(&self, certificate: &Certificate) -> Result<Strategy, Failure> {
        let path = self.options.certificate.as_ref();
        if let Some(path) = path {
            write_output(path, "force", certificate.text().as_bytes()).map_err(Failure::failed)?;
        }
        let path = path.map(|path| path.display().to_string());
        Ok(Strategy { moves: certificate.moves, fortresses: certificate.fortresses, certificate: path })
    }

    /// A search in the side's first ranks, with the first two solved completely with --complete.
    fn prepare(&self, ranks: u8, bar: &ProgressBar) -> Result<Box<dyn Attempt>, Failure> {
        let Force { side, options, .. } = *self;
        let goal = if options.safe { Goal::Safe } else { Goal::Fortress };
        let aim = Aim { side, goal, memory: bytes(self.memory) };
        let name = side.title();
        let mut solved = |done, enemies| bar.set_message(format!("{name}: 2 ranks: {done} of {enemies} enemies"));
        let complete = if options.complete { Some(&mut solved as &mut dyn FnMut(u8, u8)) } else { None };
        attempt(&self.variant.rules, aim, ranks, complete).map_err(|error| match error {
            AttemptError::Unsupported(reason) => {
                Failure::input(format!("{} is not covered: {reason}", self.variant.name))
            }
            AttemptError::TooLarge(error) => {
                Failure::input(format!("{error}; leave out --complete, or give more --memory"))
            }
        })
    }
}

impl Searched {
    fn print(&self, output: &mut dyn Write) -> Result<(), Failure> {
        writeln!(output, "{}", hanging("", &format!("{} {}", self.side.title(), self.answer)))?;
        if self.strategy.is_none() && self.side == Side::Black {
            let (open, openings) = (self.open_openings, self.openings);
            writeln!(output, "  openings: open after {open} of {openings}, as its first ranks see them")?;
        }
        if let Some(strategy) = &self.strategy {
            writeln!(output, "  strategy: {}", strategy_text(strategy.moves, strategy.fortresses))?;
        }
        writeln!(output, "  searched: {} states in {:.1} s", self.states, self.seconds)?;
        if let Some(path) = self.strategy.as_ref().and_then(|strategy| strategy.certificate.as_ref()) {
            writeln!(output, "written: {path}; verify it with petteia prove --check")?;
        }
        Ok(())
    }
}
