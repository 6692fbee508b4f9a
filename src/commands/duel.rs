//! `petteia match`: two agents against each other.

use std::fs;
use std::io::{Write, stdout};
use std::path::Path;
use std::time::Duration;

use petteia_files::create_writable_folder;
use petteia_players::agents::AgentSpec;
use petteia_reports::contest::lines as tally_lines;
use petteia_simulator::contest::{Duel, End, Series, SeriesOptions, play_series};
use petteia_simulator::program::origin;
use petteia_statistics::{Sprt, SprtDecision};
use petteia_tables::write_contests;

use super::{Failure, variant};
use crate::cli::MatchArgs;

pub fn duel(args: &MatchArgs) -> Result<(), Failure> {
    let agents = [agent("A", &args.a)?, agent("B", &args.b)?];
    let variant = variant(&args.game)?;
    let duel = Duel::new(&variant, agents, args.seed, args.opening).map_err(Failure::input)?;
    let end = End { pairs: args.games.unwrap_or(args.max_games).div_euclid(2), sprt: args.sprt };
    let options = SeriesOptions { threads: args.threads.map_or(0, usize::from), quiet: args.quiet };
    if let Some(folder) = &args.out {
        make_empty(folder)?;
    }
    let series = play_series(&duel, end, options).map_err(Failure::input)?;
    if let Some(folder) = &args.out {
        let contests = std::slice::from_ref(&series.contest);
        let what = format!("{} against {}, {}, openings of {}", args.a, args.b, variant.text(), args.opening);
        let origin = origin([("match", what), ("seed", args.seed.to_string())]);
        write_contests(folder, "pairs", contests, &origin).map_err(Failure::failed)?;
    }
    tell(args, &series, &mut stdout().lock())
}

fn agent(which: &str, text: &str) -> Result<AgentSpec, Failure> {
    text.parse().map_err(|error| Failure::input(format!("{which}: {error}")))
}

/// Makes a folder, which must not hold anything yet.
fn make_empty(folder: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::failed(format!("{}: {error}", folder.display()));
    create_writable_folder(folder, "match").map_err(Failure::failed)?;
    match fs::read_dir(folder).map_err(failed)?.next() {
        None => Ok(()),
        Some(_) => Err(Failure::input(format!("--out: {} is not empty; name another folder", folder.display()))),
    }
}

/// What was played, and what it says.
fn tell(args: &MatchArgs, series: &Series, output: &mut impl Write) -> Result<(), Failure> {
    let [a, b] = &series.contest.agents;
    let Series { tally, clocks, .. } = series;
    let mut lines =
        vec![("game", format!("{}, openings of {}, seed {}", series.contest.variant, args.opening, args.seed))];
    lines.extend([("A", a.clone()), ("B", b.clone())]);
    lines.extend(tally_lines(tally));
    if let Some(sprt) = args.sprt {
        lines.push(("SPRT", sprt_text(sprt, sprt.log_likelihood_ratio(tally.pairs), sprt.verdict(tally.pairs))));
    }
    let [a, b] = clocks.map(|clock| clock.mean().map_or_else(|| "none".to_owned(), duration_text));
    lines.push(("time", format!("{a} a decision of A, {b} of B")));
    for (name, text) in lines {
        writeln!(output, "{name:8}{text}")?;
    }
    if let Some(folder) = &args.out {
        writeln!(output, "{:8}{}", "table", folder.join("pairs.csv").display())?;
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
