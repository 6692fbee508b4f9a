//! `petteia match`: two agents against each other.

use std::io::{Write, stdout};
use std::path::Path;
use std::time::Duration;

use petteia_reports::contest::{PairingSummary, lines as tally_lines, pairings_frame};
use petteia_simulator::contest::{Match, Series, duel as cell_of};
use petteia_simulator::program::origin;
use petteia_simulator::scheduler::cells_frame;
use petteia_statistics::{Sprt, SprtDecision};
use petteia_tables::Frame;
use serde::Serialize;

use super::json::{OnlyRow, print_json};
use super::session::{Session, lock_for_report};
use super::{Failure, hanging, variant};
use crate::cli::{MatchArgs, Start};

/// Games of a match without a sequential test.
const DEFAULT_GAMES: u64 = 100;

pub fn duel(args: &MatchArgs) -> Result<(), Failure> {
    let Start { opening, seed } = args.start;
    let variant = variant(&args.game)?;
    let cell = cell_of(&variant, [args.a.clone(), args.b.clone()], seed, opening).map_err(Failure::input)?;
    let by_default = if args.sprt.is_some() { args.max_games } else { DEFAULT_GAMES };
    let question = Match::new(cell, args.games.unwrap_or(by_default).div_euclid(2), args.sprt);
    let (session, out) = (Session::new(args.effort), args.out.as_deref());
    let answer = |tallies: &_| Ok((question.series(tallies)?, cells_frame(&question, tallies)));
    let (series, cells) = session.ask(&question, question.manifest(), out, answer)?;
    if let Some(folder) = out {
        let _lock = lock_for_report(folder)?;
        let what = format!("{} against {}, {}, openings of {}", args.a, args.b, variant.text(), opening);
        let origin = origin([("match", what), ("seed", seed.to_string())]);
        cells.write(folder, "cells", &origin).map_err(Failure::failed)?;
        pairing(&series).write(folder, "matches", &origin).map_err(Failure::failed)?;
    }
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
                elo0: sprt.elo0(),
                elo1: sprt.elo1(),
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
    let (elo0, elo1) = (sprt.elo0(), sprt.elo1());
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
