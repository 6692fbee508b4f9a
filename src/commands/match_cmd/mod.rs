//! `petteia match`: two agents against each other, or one agent whose games say how fair and how deep a game is.

mod balance;
mod doublings;

use std::fmt::Display;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use petteia_players::Opening;
use petteia_players::agents::AgentSpec;
use petteia_reports::contest::{PairingSummary, lines as tally_lines, pairings_frame};
use petteia_simulator::catalog::Catalog;
use petteia_simulator::contest::{ContestScheduler, Series};
use petteia_simulator::program::origin;
use petteia_simulator::scheduler::cells_frame;
use petteia_simulator::store::RunError;
use petteia_statistics::{Sprt, SprtDecision};
use petteia_tables::{Frame, Provenance};
use serde::Serialize;

use super::json::{OnlyRow, print_json};
use super::session::{Session, lock_for_report};
use super::{Failure, folded, hanging, variant};
use crate::cli::{MatchArgs, Start, pairs_of};

/// Games of a match without a sequential test.
const DEFAULT_GAMES: u64 = 100;

/// Games of each handicap, first move or doubling.
const GAMES_OF_EACH: u64 = 400;

pub fn match_cmd(args: &MatchArgs) -> Result<(), Failure> {
    check_question(args)?;
    match (args.handicap, args.first_moves, args.doublings, &args.b) {
        (Some(most), ..) => balance::handicap(args, most),
        (_, true, ..) => balance::first_moves(args),
        (.., Some(doublings), _) => doublings::doublings(args, doublings),
        (.., Some(b)) => contest(args, b),
        (.., None) => Err(Failure::input(
            "a match needs two agents; name B, or ask about A alone with --handicap, --first-moves or --doublings",
        )),
    }
}

/// Refuses options that do not go together.
fn check_question(args: &MatchArgs) -> Result<(), Failure> {
    let of_one_agent = [
        ("--handicap", args.handicap.is_some()),
        ("--first-moves", args.first_moves),
        ("--doublings", args.doublings.is_some()),
    ];
    let mut asked = of_one_agent.into_iter().filter(|(_, is_asked)| *is_asked).map(|(option, _)| option);
    let (first, second) = (asked.next(), asked.next().or(args.sprt.map(|_| "--sprt")));
    match (first, second, &args.b) {
        (Some(first), Some(second), _) => {
            Err(Failure::input(format!("{first} and {second} are two questions; give one of them")))
        }
        (Some(first), None, Some(b)) => Err(Failure::input(format!("{first} asks about one agent; leave out `{b}`"))),
        _ => Ok(()),
    }
}

/// Returns the pairs of the requested games.
fn pairs(args: &MatchArgs, by_default: u64) -> Result<u64, Failure> {
    let games = args.games.unwrap_or(by_default);
    pairs_of(games).map_err(|problem| Failure::input(format!("--games is `{games}`: {problem}")))
}

/// Returns the seed and the opening of the games.
fn start(args: &MatchArgs) -> (u64, Opening) {
    (args.start.seed, args.start.opening.into())
}

/// Plays what is missing; returns what `answer` makes of the games, and their cells.
fn played<T>(
    args: &MatchArgs,
    question: &ContestScheduler,
    answer: impl FnOnce(&Catalog) -> Result<T, RunError>,
) -> Result<(T, Frame), Failure> {
    let both = |catalog: &_| Ok((answer(catalog)?, cells_frame(question, catalog)));
    Session::new(args.effort).ask(question, question.manifest(), args.out.as_deref(), both)
}

/// Writes the cells and a report into the folder that is named, if any, and returns the files of the report.
fn written<E: Display>(
    args: &MatchArgs,
    cells: &Frame,
    origin: &Provenance,
    report: impl FnOnce(&Path) -> Result<Vec<PathBuf>, E>,
) -> Result<Vec<PathBuf>, Failure> {
    let Some(out) = args.out.as_deref() else { return Ok(Vec::new()) };
    let _lock = lock_for_report(out)?;
    cells.write(out, "cells", origin).map_err(Failure::failed)?;
    report(out).map_err(Failure::failed)
}

/// Prints what the games show, and the files of the report.
fn show(text: &str, files: &[PathBuf]) -> Result<(), Failure> {
    let mut output = stdout().lock();
    write!(output, "{}", folded(text))?;
    files.iter().try_for_each(|file| Ok(writeln!(output, "{}", file.display())?))
}

fn contest(args: &MatchArgs, b: &AgentSpec) -> Result<(), Failure> {
    let Start { opening, seed } = args.start;
    let variant = variant(&args.game)?;
    let by_default = if args.sprt.is_some() { args.max_games } else { DEFAULT_GAMES };
    let agents = [args.a.clone(), b.clone()];
    let question = ContestScheduler::of_match(&variant, agents, pairs(args, by_default)?, args.sprt, start(args));
    let question = question.map_err(Failure::input)?;
    let (series, cells) = played(args, &question, |tallies| question.series(tallies))?;
    let what = format!("{} against {}, {}, openings of {}", args.a, b, variant.text(), opening);
    let origin = origin([("match", what), ("seed", seed.to_string())]);
    written(args, &cells, &origin, |folder| pairing(&series).write(folder, "matches", &origin))?;
    if args.format.json { print_json(&MatchJson::of(args, &series)) } else { tell(args, &series, &mut stdout().lock()) }
}

#[derive(Serialize)]
struct MatchJson {
    opening: u32,
    seed: u64,
    pairing: OnlyRow,
    sprt: Option<SprtJson>,
    seconds_per_decision: [Option<f64>; 2],
    table: Option<String>,
}

#[derive(Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    verdict: &'static str,
    log_likelihood_ratio: f64,
    lower_bound: f64,
    upper_bound: f64,
}

impl MatchJson {
    fn of(args: &MatchArgs, series: &Series) -> Self {
        let (pairs, (lower_bound, upper_bound)) = (series.tally.pairs, Sprt::bounds());
        MatchJson {
            opening: args.start.opening,
            seed: args.start.seed,
            pairing: OnlyRow(pairing(series)),
            sprt: args.sprt.map(|sprt| SprtJson {
                elo0: sprt.elo0,
                elo1: sprt.elo1,
                verdict: match sprt.verdict(pairs) {
                    SprtDecision::Accept => "accepted",
                    SprtDecision::Reject => "rejected",
                    SprtDecision::Undecided => "undecided",
                },
                log_likelihood_ratio: sprt.log_likelihood_ratio(pairs),
                lower_bound,
                upper_bound,
            }),
            seconds_per_decision: series.clocks.map(|clock| clock.mean().map(|time| time.as_secs_f64())),
            table: args.out.as_ref().map(|folder| table(folder)),
        }
    }
}

/// The table of the only pairing.
fn pairing(series: &Series) -> Frame {
    pairings_frame(&[PairingSummary::of(&series.contest)])
}

fn table(folder: &Path) -> String {
    folder.join("matches.csv").display().to_string()
}

/// Prints what was played and what it shows.
fn tell(args: &MatchArgs, series: &Series, output: &mut impl Write) -> Result<(), Failure> {
    let Start { opening, seed } = args.start;
    let [a, b] = &series.contest.agents;
    let Series { tally, clocks, .. } = series;
    let mut lines = vec![("game", format!("{}, openings of {opening}, seed {seed}", series.contest.variant.name))];
    lines.extend([("A", a.text.clone()), ("B", b.text.clone())]);
    lines.extend(tally_lines(tally, &series.contest.searches()));
    if let Some(sprt) = args.sprt {
        lines.push(("SPRT", sprt_text(sprt, sprt.log_likelihood_ratio(tally.pairs), sprt.verdict(tally.pairs))));
    }
    let [a, b] = clocks.map(|clock| clock.mean().map_or_else(|| "none".to_owned(), duration_text));
    lines.push(("time", format!("{a} per decision of A, {b} of B")));
    for (name, text) in lines {
        writeln!(output, "{}", hanging(&format!("{name:8}"), &text))?;
    }
    if let Some(folder) = &args.out {
        writeln!(output, "{:8}{}", "table", table(folder))?;
    }
    Ok(())
}

fn sprt_text(sprt: Sprt, ratio: f64, verdict: SprtDecision) -> String {
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let verdict = match verdict {
        SprtDecision::Accept => format!("accepted: {elo1} Elo rather than {elo0}"),
        SprtDecision::Reject => format!("rejected: {elo0} Elo rather than {elo1}"),
        SprtDecision::Undecided => format!("undecided between {elo0} and {elo1} Elo"),
    };
    let (lower, upper) = Sprt::bounds();
    format!("{verdict}; LLR {ratio:+.2}, bounds {lower:+.2} and {upper:+.2}").replace('-', "−")
}

/// Three digits with a unit.
fn duration_text(time: Duration) -> String {
    let nanoseconds = time.as_nanos() as f64;
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let (unit, name) = units.into_iter().find(|&(unit, _)| nanoseconds >= unit).unwrap_or((1.0, "ns"));
    let value = nanoseconds / unit;
    let decimals = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.decimals$} {name}")
}
