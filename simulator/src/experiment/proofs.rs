//! What to prove about the variants of an experiment.

use petteia_players::config::{ExperimentError, Source};
use petteia_proofs::endgame::Ending;
use serde::Serialize;
use toml::Spanned;

use super::file::{ExperimentConfig, ProofsText, Reach};

/// How far the proofs go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proofs {
    /// The endings to solve, in games with enough pieces.
    pub endings: Vec<Ending>,
    /// The most entries of an ending's tables; larger endings are left out.
    pub entries: u64,
    /// The most pieces of a smallest fortress; by default all pieces of a side.
    pub fortress: Option<u32>,
    /// The camps in which a side tries to force a fortress.
    pub camps: Vec<Reach>,
    /// The camp to try after that, with the first two ranks solved completely.
    pub complete: Option<Reach>,
    /// How many games per cell that a limit stopped have their last position examined.
    pub last_positions: u64,
}

/// The most pieces of a fortress to search for.
pub const MOST_FORTRESS: u32 = 64;

/// The most ranks of a camp: on the longest board the enemy keeps two.
pub const MOST_RANKS: u8 = 14;

/// The most moves within which to search for a fortress.
pub const MOST_MOVES: u8 = 60;

/// Checks a camp.
pub(crate) fn camp(source: &Source, reach: &Spanned<Reach>) -> Result<Reach, ExperimentError> {
    match *reach.get_ref() {
        Reach { ranks: 0 | 1, .. } => Err(source.wrong(reach.span(), "a camp has at least 2 ranks")),
        Reach { ranks, .. } if ranks > MOST_RANKS => {
            Err(source.wrong(reach.span(), format!("a camp has at most {MOST_RANKS} ranks")))
        }
        Reach { moves, .. } if !(1..=MOST_MOVES).contains(&moves) => {
            Err(source.wrong(reach.span(), format!("`moves` is {moves}; give 1 to {MOST_MOVES}")))
        }
        reach => Ok(reach),
    }
}

impl ExperimentConfig {
    /// Returns what to prove; `None` if the file has no `[proofs]`.
    ///
    /// # Errors
    /// An invalid ending or a camp that is too small, with the line.
    pub fn proofs(&self) -> Result<Option<Proofs>, ExperimentError> {
        let Some(text) = self.file.proofs.as_ref().map(Spanned::get_ref) else { return Ok(None) };
        let read = |ending: &Spanned<String>| {
            let wrong = |error| self.source.wrong(ending.span(), format!("`{}`: {error}", ending.get_ref()));
            ending.get_ref().parse::<Ending>().map_err(wrong)
        };
        let endings = text.endings.iter().map(read).collect::<Result<_, _>>()?;
        let camp = |reach: &Spanned<Reach>| camp(&self.source, reach);
        let camps = text.camps.iter().map(camp).collect::<Result<_, _>>()?;
        let complete = text.complete.as_ref().map(camp).transpose()?;
        let fortress = text.fortress.as_ref().map(|most| self.fortress(most)).transpose()?;
        let ProofsText { entries, last_positions, .. } = *text;
        Ok(Some(Proofs { endings, entries, fortress, camps, complete, last_positions }))
    }

    fn fortress(&self, most: &Spanned<u32>) -> Result<u32, ExperimentError> {
        let pieces = *most.get_ref();
        if (2..=MOST_FORTRESS).contains(&pieces) {
            return Ok(pieces);
        }
        let message = format!("`fortress` is {pieces}; give 2 to {MOST_FORTRESS} pieces, or leave it out for all");
        Err(self.source.wrong(most.span(), message))
    }
}
