//! `petteia prove`: what can be proved about a game and a position, as one document.

mod endgames;
mod expectations;
mod force;
mod fortress;
mod json;
mod tables;
mod value;

use std::io::{self, Write, stdout};

use indicatif::ProgressBar;
use petteia_engine::{AnyGame, Side};
use petteia_simulator::Variant;
use serde::Serialize;

use super::json::print_json;
use super::{Failure, position, variant};
use crate::cli::{ProveArgs, SideArg};
use endgames::EndgamesJson;
use force::{CertificateJson, Searched};
pub use json::{SideJson, SmallestJson};
use value::ValueJson;

pub fn prove(args: &ProveArgs) -> Result<(), Failure> {
    let mut output: Box<dyn Write> = if args.format.json { Box::new(io::sink()) } else { Box::new(stdout().lock()) };
    let proof = match (&args.check, &args.game) {
        (Some(certificate), _) => force::check(certificate, &mut output)?,
        (None, Some(game)) => prove_game(args, &variant(game)?, &mut output)?,
        (None, None) => return Err(Failure::input("give a game, or a certificate with --check")),
    };
    if args.format.json { print_json(&proof) } else { Ok(()) }
}

/// What was asked and is proved; parts that nobody asked for are absent.
#[derive(Default, Serialize)]
struct ProofJson {
    game: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fortresses: Option<Vec<SideJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<ValueJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    endgames: Option<EndgamesJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    smallest: Option<SmallestJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forced: Option<Vec<Searched>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateJson>,
}

/// Proves one part after the other and prints each when it is done. Wrong input is refused before work begins.
fn prove_game(args: &ProveArgs, variant: &Variant, output: &mut dyn Write) -> Result<ProofJson, Failure> {
    let game = AnyGame::of(variant.rules.clone());
    let fen = args.position.fen.as_deref();
    let position = position(&game, fen)?;
    let mut proof = ProofJson { game: variant.name.clone(), ..ProofJson::default() };
    if !args.endgames.pieces.is_empty() {
        proof.endgames = Some(endgames::make(args, variant, output)?);
    }
    if args.smallest.smallest {
        proof.smallest = Some(fortress::find_smallest(args, &game, output)?);
    }
    if let Some(sides) = args.force.force {
        proof.forced = Some(force::force(args, variant, sides, output)?);
    }
    let asks_only_for_position = proof.endgames.is_none() && proof.smallest.is_none() && proof.forced.is_none();
    if fen.is_some() || asks_only_for_position {
        let value = value::find(args, variant, &game.text(&position))?;
        proof.fortresses = Some(fortress::examine(args, &game, &position, output)?);
        proof.value = Some(value.report(output)?);
        proof.position = Some(game.text(&position));
    }
    Ok(proof)
}

impl From<SideArg> for Side {
    fn from(side: SideArg) -> Side {
        match side {
            SideArg::White => Side::White,
            SideArg::Black => Side::Black,
        }
    }
}

/// Shows that work goes on, unless the user wants none.
fn spinner(args: &ProveArgs) -> ProgressBar {
    if args.effort.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() }
}
