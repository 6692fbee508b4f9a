//! `petteia replay`: a recorded game, or a game of a run, step by step.

use std::fs;
use std::io::{BufWriter, IsTerminal, stdin, stdout};

use petteia_engine::{Geometry, OnBoard, with_geometry};
use petteia_simulator::record::Record;
use petteia_simulator::run::{ReplayError, replay_game};
use petteia_simulator::screen::{ReplayScreen, print};
use ratatui::crossterm::event;

use super::Failure;
use super::play::{Pressed, pressed, read_record};
use crate::cli::ReplayArgs;

pub fn replay(args: &ReplayArgs) -> Result<(), Failure> {
    let record = record(args)?;
    if let Some(file) = &args.record {
        return fs::write(file, record.to_string())
            .map_err(|error| Failure::failed(format!("{}: {error}", file.display())));
    }
    with_geometry(record.header().rules.board, Show(&record))
}

/// The game that the options name.
fn record(args: &ReplayArgs) -> Result<Record, Failure> {
    let source = args.source.display();
    if !args.source.is_dir() {
        if args.game.is_some() || args.cell.is_some() {
            return Err(Failure::input(format!("{source} is no run folder; --cell and --game choose a game of a run")));
        }
        return read_record(&args.source);
    }
    let Some(game) = args.game else {
        return Err(Failure::input(format!("{source} is a folder: say which game of the run with --game N")));
    };
    replay_game(&args.source, args.cell.unwrap_or(0), game).map_err(|error| match error {
        ReplayError::Table { .. } | ReplayError::Differs { .. } => Failure::failed(error),
        other => Failure::input(other),
    })
}

struct Show<'a>(&'a Record);

impl OnBoard for Show<'_> {
    type Output = Result<(), Failure>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let history = self.0.replay(geometry);
        if !(stdin().is_terminal() && stdout().is_terminal()) {
            return Ok(print(&mut BufWriter::new(stdout().lock()), self.0.header(), &history)?);
        }
        let mut terminal = ratatui::try_init()?;
        let mut screen = ReplayScreen::new(self.0.header().clone(), history);
        let result = show(&mut terminal, &mut screen);
        ratatui::restore();
        Ok(result?)
    }
}

fn show<G: Geometry>(terminal: &mut ratatui::DefaultTerminal, screen: &mut ReplayScreen<G>) -> std::io::Result<()> {
    loop {
        terminal.draw(|frame| screen.draw(frame))?;
        let quit = match pressed(&event::read()?) {
            Some(Pressed::Interrupt) => true,
            Some(Pressed::Key(key)) => screen.on_key(key),
            None => false,
        };
        if quit {
            return Ok(());
        }
    }
}
