//! What an experiment asks to be proved of its variants.

use petteia_proofs::endgame::Ending;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::errors::ExperimentError;
use super::file::Experiment;

/// The table `proofs` of an experiment file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofsText {
    #[serde(default)]
    endings: Vec<Spanned<String>>,
    #[serde(default = "usual_entries")]
    entries: u64,
    fortress: Option<u32>,
    #[serde(default = "usual_ranks")]
    ranks: Vec<u8>,
    #[serde(default = "usual_moves")]
    moves: u8,
    #[serde(default = "usual_last_positions")]
    last_positions: u64,
}

fn usual_entries() -> u64 {
    30_000_000
}

fn usual_ranks() -> Vec<u8> {
    vec![2, 3]
}

fn usual_moves() -> u8 {
    5
}

fn usual_last_positions() -> u64 {
    100
}

/// How far proofs are to go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proofs {
    /// The endings to be solved, where a game has so many pieces.
    pub endings: Vec<Ending>,
    /// The most entries of an ending's tables; larger ones are left out.
    pub entries: u64,
    /// The most pieces of a smallest fortress; all of a side without a number.
    pub fortress: Option<u32>,
    /// The numbers of first ranks in which a side tries to force a fortress.
    pub ranks: Vec<u8>,
    /// The most moves within which it tries.
    pub moves: u8,
    /// The games of each cell, stopped by a limit, whose last position is looked at.
    pub last_positions: u64,
}

impl Experiment {
    /// What is to be proved; `None` where the file does not ask for anything.
    ///
    /// # Errors
    /// An ending that is none, with the line.
    pub fn proofs(&self) -> Result<Option<Proofs>, ExperimentError> {
        let Some(text) = self.file.proofs.as_ref().map(Spanned::get_ref) else { return Ok(None) };
        let read = |ending: &Spanned<String>| {
            let wrong = |error| self.source.wrong(ending.span(), format!("`{}`: {error}", ending.get_ref()));
            ending.get_ref().parse::<Ending>().map_err(wrong)
        };
        let endings = text.endings.iter().map(read).collect::<Result<_, _>>()?;
        let ProofsText { entries, fortress, ref ranks, moves, last_positions, .. } = *text;
        Ok(Some(Proofs { endings, entries, fortress, ranks: ranks.clone(), moves, last_positions }))
    }
}
