//! `petteia replay`: a recorded game, or a game of a run, board by board.

use std::fs;
use std::io::{self, BufWriter, Write, stdout};

use petteia_engine::diagram::Diagram;
use petteia_engine::files::write_output;
use petteia_engine::{Move, Outcome};
use petteia_players::record::{Record, Step, result_text};
use petteia_reports::board::{write_gif, write_svg};
use petteia_simulator::run::{ReplayError, status};

use super::boards::{decisions, marked_board};
use super::play::{read_listed, read_record, record_text};
use super::{Failure, check_output, check_run, shown};
use crate::cli::ReplayArgs;

pub fn replay(args: &ReplayArgs) -> Result<(), Failure> {
    [&args.record, &args.gif].into_iter().try_for_each(|file| check_output(file.as_deref(), "replay"))?;
    let record = record(args)?;
    if let Some(file) = &args.record {
        write_output(file, "replay", record_text(&record, file).as_bytes()).map_err(Failure::failed)?;
    }
    if args.svg.is_some() || args.gif.is_some() {
        write_pictures(args, &diagrams(&record))?;
    }
    if args.record.is_some() || args.svg.is_some() || args.gif.is_some() {
        return Ok(());
    }
    Ok(print(&mut BufWriter::new(stdout().lock()), &record, args.drawing.ascii)?)
}

/// `000.svg`, `001.svg` and so on, and the GIF.
fn write_pictures(args: &ReplayArgs, diagrams: &[Diagram]) -> Result<(), Failure> {
    if let Some(folder) = &args.svg {
        fs::create_dir_all(folder).map_err(|error| Failure::failed(format!("{}: {error}", folder.display())))?;
        let digits = diagrams.len().to_string().len().max(3);
        for (number, diagram) in diagrams.iter().enumerate() {
            let path = folder.join(format!("{number:0digits$}.svg"));
            write_svg(&path, std::slice::from_ref(diagram)).map_err(Failure::failed)?;
        }
    }
    if let Some(file) = &args.gif {
        write_gif(file, diagrams).map_err(Failure::failed)?;
    }
    Ok(())
}

/// The start and the position after every decision, with the move that led to it.
fn diagrams(record: &Record) -> Vec<Diagram> {
    let Record { header, history } = record;
    let named = |note: String, diagram| Diagram { title: header.game.clone(), note, ..diagram };
    let mut diagrams = vec![named("start".into(), history.diagram(0))];
    for (steps, title, moment) in decisions(history) {
        let is_pass = moment.step == Step::Decision(Move::Pass);
        let diagram = if is_pass { Diagram::of(history.game(), &moment.after) } else { history.diagram(steps) };
        diagrams.push(named(title, diagram));
    }
    if let (Some(last), Some(outcome)) = (diagrams.last_mut(), history.state().outcome()) {
        last.note += &format!(". {}", outcome.sentence());
    }
    diagrams
}

/// The game that the options name.
fn record(args: &ReplayArgs) -> Result<Record, Failure> {
    let source = args.source.display();
    if let Some(rules) = &args.list {
        return read_listed(&args.source, rules, args.game.unwrap_or(0));
    }
    if !args.source.is_dir() {
        if args.game.is_some() || args.cell.is_some() || !args.source.exists() {
            check_run(&args.source)?;
        }
        return read_record(&args.source);
    }
    check_run(&args.source)?;
    let Some(game) = args.game else {
        return Err(Failure::input(format!("{source} is a run; name a game of it with --game N")));
    };
    let run = status(&args.source).map_err(Failure::input)?;
    run.replay(args.cell.unwrap_or(0), game).map_err(|error| match error {
        ReplayError::Table(_) | ReplayError::Differs { .. } => Failure::failed(error),
        other => Failure::input(other),
    })
}

/// Writes the board after every decision of a game, its position as text, and the result.
///
/// # Errors
/// The output cannot be written.
fn print(output: &mut impl Write, Record { header, history }: &Record, ascii: bool) -> io::Result<()> {
    let [game, white, black] = [&header.game, &header.players.white, &header.players.black].map(|text| shown(text));
    writeln!(output, "{game}: {white} against {black}")?;
    let start = [(0, "start".to_owned())].into_iter();
    for (steps, title) in start.chain(decisions(history).map(|(steps, title, _)| (steps, title))) {
        let fen = history.game().text(&history.position_after(steps));
        writeln!(output, "\n{title}\n{}{fen}", marked_board(history, steps, ascii))?;
    }
    let result = history.outcome();
    writeln!(output, "\n{}", result.map_or_else(|| "the game is not over".into(), Outcome::sentence))?;
    writeln!(output, "{}", result_text(result))
}
