//! `petteia probe`: the value of a position in endgame tables.

use std::io::{Write, stdout};

use petteia_engine::{AnyGame, AnyPosition, Move, Outcome};
use petteia_proofs::endgame::{Exact, Probed, Value};
use serde::Serialize;

use super::json::print_json;
use super::tables::look_up;
use super::{Failure, expectations, style, variant};
use crate::cli::ProbeArgs;
use petteia_engine::terminal::on_terminal;

pub fn probe(args: &ProbeArgs) -> Result<(), Failure> {
    let variant = variant(&args.game)?;
    if variant.rules.die.is_some() {
        return expectations::probe(args, &variant);
    }
    let (endgames, position, probed) = look_up::<Exact>(args, &variant)?;
    if args.format.json {
        return print_json(&ProbeJson::of(endgames.game(), &position, &probed));
    }
    let mut output = stdout().lock();
    writeln!(output, "{}", on_terminal(endgames.game(), &position, style(args.ascii)))?;
    tell(endgames.game(), &position, &probed, &mut output)
}

#[derive(Serialize)]
struct ProbeJson {
    fen: String,
    side: &'static str,
    outcome: Option<Outcome>,
    value: &'static str,
    plies: Option<u16>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    value: &'static str,
    plies: Option<u16>,
    is_capture: bool,
}

impl ProbeJson {
    fn of(game: &AnyGame, position: &AnyPosition, probed: &Probed) -> Self {
        let moves = probed.moves.iter().map(|&(decision, value)| {
            let (value, plies) = value.named();
            let is_capture = game.is_capture(position, decision);
            MoveJson { r#move: game.move_text(decision), value, plies, is_capture }
        });
        let (value, plies) = probed.value.named();
        ProbeJson {
            fen: game.text(position),
            side: position.side().name(),
            outcome: probed.outcome,
            value,
            plies,
            moves: moves.collect(),
        }
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
