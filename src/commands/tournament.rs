//! `petteia tournament`: read the file, play, rate.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;

use petteia_reports::TableStyle;
use petteia_reports::contest::report_tournament;
use petteia_simulator::contest::{Played, Tournament, TournamentError, TournamentOptions, play_tournament};
use petteia_tables::Part;

use super::report::remove_leftovers;
use super::{Failure, colour};
use crate::cli::TournamentArgs;

pub fn tournament(args: &TournamentArgs) -> Result<(), Failure> {
    let tournament = Tournament::read(&args.file).map_err(Failure::input)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(tournament.name()));
    let threads = args.threads.map_or(0, usize::from);
    let options = TournamentOptions { out: out.clone(), threads, quiet: args.quiet };
    let games = tournament.games();
    if !args.quiet && stderr().is_terminal() {
        eprintln!("{}: {games} games -> {}", tournament.name(), out.display());
    }
    let failure =
        |error: TournamentError| if error.is_input() { Failure::input(error) } else { Failure::failed(error) };
    let played = play_tournament(&tournament, &options).map_err(failure)?;
    remove_leftovers(&out)?;
    let table = Played::table_in(&out);
    let speeds = Played::speeds_in(&out);
    let speeds = played.speeds.map(|seal| Part { path: &speeds, seal });
    let report = report_tournament(&out, Part { path: &table, seal: played.seal }, speeds).map_err(Failure::failed)?;
    let mut output = stdout().lock();
    if played.games == 0 {
        writeln!(output, "{} is complete: all {games} games are in {}\n", tournament.name(), out.display())?;
    }
    writeln!(output, "{}", report.table(TableStyle { colour: colour(), ..TableStyle::default() }))?;
    let (tables, figures) = (out.join("ratings.csv"), out.join("figures"));
    writeln!(output, "tables: {}  figures: {}", tables.display(), figures.display())?;
    Ok(())
}
