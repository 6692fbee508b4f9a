//! The value of a position and of its moves, from endgame tables that exist.

use std::io::Write;

use petteia_engine::{Move, Outcome};
use petteia_proofs::endgame::{Exact, Expected, Value};
use petteia_simulator::Variant;
use serde::Serialize;

use super::expectations::{self, ExpectationJson};
use super::tables::{ProbedPosition, look_up};
use crate::cli::ProveArgs;
use crate::commands::{Failure, hanging};

/// What tables say of a position.
pub enum TableAnswer {
    Value(ProbedPosition<Exact>),
    Expectation(ProbedPosition<Expected>),
    /// Why they say nothing.
    Unknown(String),
}

/// The value of a position for the side to move.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ValueJson {
    Value(ExactJson),
    Expectation(ExpectationJson),
    Unknown { reason: String },
}

#[derive(Serialize)]
pub struct ExactJson {
    side: &'static str,
    outcome: Option<Outcome>,
    result: &'static str,
    plies: Option<u16>,
    moves: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    r#move: String,
    result: &'static str,
    plies: Option<u16>,
    is_capture: bool,
}

/// Looks a position up.
pub fn find(args: &ProveArgs, variant: &Variant, fen: &str) -> Result<TableAnswer, Failure> {
    let found = if variant.rules.die.is_some() {
        look_up(args, variant, fen)?.map(TableAnswer::Expectation)
    } else {
        look_up(args, variant, fen)?.map(TableAnswer::Value)
    };
    Ok(found.unwrap_or_else(TableAnswer::Unknown))
}

impl TableAnswer {
    /// Prints the value, and returns it as data.
    pub fn report(self, output: &mut dyn Write) -> Result<ValueJson, Failure> {
        writeln!(output)?;
        match self {
            TableAnswer::Value(probed_position) => report_exact(&probed_position, output).map(ValueJson::Value),
            TableAnswer::Expectation(probed_position) => {
                expectations::report_position(&probed_position, output).map(ValueJson::Expectation)
            }
            TableAnswer::Unknown(reason) => {
                writeln!(output, "{}", hanging("", &format!("The value is not known: {reason}")))?;
                Ok(ValueJson::Unknown { reason })
            }
        }
    }
}

fn report_exact(probed_position: &ProbedPosition<Exact>, output: &mut dyn Write) -> Result<ExactJson, Failure> {
    let ProbedPosition { tables, position, probed } = probed_position;
    let (game, side) = (tables.game(), position.side().name());
    let is_capture = |decision: Move| game.is_capture(position, decision);
    match probed.outcome {
        Some(outcome) => writeln!(output, "the game is over: {}", outcome.sentence())?,
        None => {
            writeln!(output, "{side}: {}", probed.value)?;
            for &(decision, value) in &probed.moves {
                let captures = if is_capture(decision) { "  captures" } else { "" };
                writeln!(output, "  {:8}{value}{captures}", game.move_text(decision))?;
            }
        }
    }
    let of_move = |&(decision, value): &(Move, Value)| {
        let (result, plies) = value.named();
        MoveJson { r#move: game.move_text(decision), result, plies, is_capture: is_capture(decision) }
    };
    let (result, plies) = probed.value.named();
    Ok(ExactJson { side, outcome: probed.outcome, result, plies, moves: probed.moves.iter().map(of_move).collect() })
}
