//! `petteia tournament`: read the file, play, rate.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::PathBuf;

use petteia_reports::TableStyle;
use petteia_reports::contest::report_tournament;
use petteia_simulator::contest::{Tournament, TournamentError, TournamentOptions, play_tournament};

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
    let played = play_tournament(&tournament, &options).map_err(|error| match error {
        TournamentError::OtherFolder { .. } | TournamentError::Duel(_) => Failure::input(error),
        other => Failure::failed(other),
    })?;
    let report = report_tournament(&out).map_err(Failure::failed)?;
    let mut output = stdout().lock();
    if played == 0 {
        writeln!(output, "{} is complete: all {games} games are in {}\n", tournament.name(), out.display())?;
    }
    writeln!(output, "{}", report.table(TableStyle { colour: colour(), ..TableStyle::default() }))?;
    let (tables, figures) = (out.join("ratings.csv"), out.join("figures"));
    writeln!(output, "tables: {}  figures: {}", tables.display(), figures.display())?;
    Ok(())
}
