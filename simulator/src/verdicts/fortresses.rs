//! The smallest fortress of a game, and whether each side can force one.

use std::path::Path;

use petteia_engine::{AnyGame, CheckedRules, Event, Progress, Side};
use petteia_proofs::check::check_certificate;
use petteia_proofs::force::{Aim, Attempt, Goal, Solved, attempt, every_fortress_is_safe, is_searched};
use petteia_proofs::fortress::{army, never_has_one, smallest};
use petteia_tables::verdicts::{Forced, Smallest, Tried};

use super::{VerdictError, write};
use crate::experiment::Reach;
use crate::fortress_drawing::Drawing;

/// Returns the smallest fortresses of the first player with at most `most` pieces, by default all its pieces.
pub fn smallest_of(game: &AnyGame, most: Option<u32>, watch: &dyn Progress) -> Smallest {
    let army = army(game, Side::White);
    let most = most.unwrap_or(army).min(army);
    if never_has_one(game.rules(), Side::White) {
        return Smallest::NeverMoves;
    }
    let none = Smallest::None { most, all: most == army };
    let found = match smallest(game, Side::White, most, |_| watch.on_progress(Event::Steps(0))) {
        Ok(Some(found)) => found,
        Ok(None) => return none,
        Err(refused) => return Smallest::NotCovered(refused.to_string()),
    };
    let Some(example) = found.examples.first() else { return none };
    let drawing = Drawing { board: game.rules().board, ascii: true };
    let waiting = example.waiting(game, Side::White).text(drawing.board);
    Smallest::Found {
        pieces: found.pieces,
        kinds: found.examples.len() as u32,
        squares: format!("{} while others move: {waiting}", drawing.names(example.fortress.wall)),
        drawing: drawing.example(example),
    }
}

/// The number of ranks that are solved completely first.
const SMALL: u8 = 2;

/// How far to search for a forced fortress.
#[derive(Clone, Copy, Debug)]
pub struct Reaches<'a> {
    /// The camps to try.
    pub camps: &'a [Reach],
    /// The camp to try after that, with the first two ranks solved completely.
    pub complete: Option<Reach>,
}

/// An attempt of a side of a variant to force a fortress.
pub struct Trial<'a> {
    pub variant: &'a str,
    pub rules: &'a CheckedRules,
    pub side: Side,
    pub reach: Reaches<'a>,
    pub watch: &'a dyn Progress,
    /// The maximum memory, in bytes.
    pub memory: u64,
    /// Where to write the strategy, if there is one.
    pub certificate: &'a Path,
}

impl Trial<'_> {
    /// Searches for a forced fortress: first for one with which the side cannot lose, then for any.
    pub fn force(&self) -> Result<Forced, VerdictError> {
        if let Err(refused) = is_searched(self.rules, self.side) {
            return Ok(Forced::NotCovered(refused.to_string()));
        }
        let same = every_fortress_is_safe(self.rules, self.side);
        let goals = if same { &[Goal::Safe][..] } else { &[Goal::Safe, Goal::Fortress] };
        let mut tried = Vec::new();
        for &goal in goals {
            let aim = Aim { side: self.side, goal, memory: self.memory };
            tried.clear();
            if let Some(forced) = self.try_camps(aim, &mut tried)? {
                return Ok(forced);
            }
            if let Some(forced) = self.try_completely(aim, &mut tried)? {
                return Ok(forced);
            }
        }
        Ok(Forced::Open { tried })
    }

    /// Searches each camp directly.
    fn try_camps(&self, aim: Aim, tried: &mut Vec<Tried>) -> Result<Option<Forced>, VerdictError> {
        for reach in self.reach.camps {
            let Ok(mut attempt) = attempt(self.rules, aim, reach.ranks, None) else { continue };
            match self.search(attempt.as_mut(), reach.moves)? {
                Ok(forced) => return Ok(Some(forced)),
                Err(open) => tried.push(open),
            }
        }
        Ok(None)
    }

    /// Searches with a complete table for the first two ranks, if it fits into memory. The results replace those of
    /// earlier attempts in the same camps.
    fn try_completely(&self, aim: Aim, tried: &mut Vec<Tried>) -> Result<Option<Forced>, VerdictError> {
        let Some(reach) = self.reach.complete else { return Ok(None) };
        let progress = &mut |_, _| self.watch.on_progress(Event::Steps(0));
        let Ok(mut attempt) = attempt(self.rules, aim, SMALL, Some(progress)) else { return Ok(None) };
        loop {
            let ranks = attempt.ranks();
            match self.search(attempt.as_mut(), reach.moves)? {
                Ok(forced) => return Ok(Some(forced)),
                Err(open) => {
                    tried.retain(|tried| tried.ranks != ranks);
                    tried.push(open);
                }
            }
            if ranks >= reach.ranks || attempt.widen(ranks + 1).is_err() {
                return Ok(None);
            }
        }
    }

    /// Returns what is forced in a camp, or how far the search went without success.
    fn search(&self, attempt: &mut dyn Attempt, moves: u8) -> Result<Result<Forced, Tried>, VerdictError> {
        let ranks = attempt.ranks();
        match attempt.search(moves, &mut |_| self.watch.on_progress(Event::Steps(0))) {
            Solved::Within(_) => {}
            Solved::NotWithin(moves) | Solved::OutOfMemory(moves) => {
                return Ok(Err(Tried { ranks, moves: Some(moves) }));
            }
            Solved::Never => return Ok(Err(Tried { ranks, moves: None })),
        }
        let text = attempt.certificate(self.variant).text();
        let checked = check_certificate(&text).map_err(|error| VerdictError::file(self.certificate, error))?;
        write(self.certificate, &text)?;
        let certificate = self.certificate.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Ok(Forced::Within { moves: checked.within, ranks, is_safe: checked.safe, certificate }))
    }
}
