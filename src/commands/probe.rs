//! `petteia probe`: what endgame tables say of a position.

use std::io::{Write, stdout};

use petteia_engine::{AnyGame, AnyPosition, Move};
use petteia_proofs::endgame::{Endgames, Probed, SolveError, Value};

use super::solve::folder;
use super::style;
use super::{Failure, variant};
use crate::board::on_terminal;
use crate::cli::ProbeArgs;

pub fn probe(args: &ProbeArgs) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    let mut endgames = Endgames::new(&variant.rules).map_err(Failure::input)?;
    let position = endgames.game().parse(&args.fen).map_err(Failure::input)?;
    let ending = endgames.ending_of(&position);
    let folder = folder(args.tables.as_deref(), &variant.name);
    if ending.white.pieces() > 0 && ending.black.pieces() > 0 {
        endgames.read(ending, &folder).map_err(|error| unread(error, &args.game, &ending.to_string()))?;
    }
    let probed = endgames.probe(&position).map_err(Failure::input)?;
    let mut output = stdout().lock();
    writeln!(output, "{}", on_terminal(endgames.game(), &position, style(args.ascii)))?;
    tell(endgames.game(), &position, &probed, &mut output)
}

fn unread(error: SolveError, game: &str, pieces: &str) -> Failure {
    match error {
        SolveError::Store(error) if error.is_missing() => {
            Failure::input(format!("{error}; make the tables with `petteia solve {game} --pieces {pieces}`"))
        }
        SolveError::Store(error) => Failure::failed(error),
        refused => Failure::input(refused),
    }
}

fn tell(game: &AnyGame, position: &AnyPosition, probed: &Probed, output: &mut impl Write) -> Result<(), Failure> {
    if let Some(outcome) = probed.outcome {
        return Ok(writeln!(output, "the game is over: {}", outcome.sentence())?);
    }
    writeln!(output, "{}: {}", position.side().name(), probed.value)?;
    let line = |&(decision, value): &(Move, Value)| {
        let captures = if game.is_capture(position, decision) { "  captures" } else { "" };
        format!("  {:8}{value}{captures}", game.move_text(decision))
    };
    probed.moves.iter().try_for_each(|entry| Ok(writeln!(output, "{}", line(entry))?))
}
