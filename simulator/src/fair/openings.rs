//! White's score after each of its first decisions.

use std::collections::BTreeMap;

use petteia_engine::{AnyPosition, AnySet, Move, Side, SquareSet};
use petteia_proofs::endgame::Symmetries;
use petteia_tables::fair::{FirstDecision, FirstDecisions};

use super::SelfPlay;
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind, ChunkSize};
use crate::keys::{agent_key, variant_key};
use crate::scheduler::FixedGames;
use crate::store::{Manifest, QuestionKind, Request, RunError};

/// What distinguishes positions after one decision: the pieces of each side, leaders, and turned or bound stones.
type Picture = [AnySet; 4];

/// The question what each first decision of White is worth. Decisions that are equivalent by a symmetry of the board are
/// played only once.
#[derive(Debug)]
pub struct Openings {
    play: SelfPlay,
    /// A decision of each kind, how many are of that kind, and its cell.
    decisions: Vec<(String, u32)>,
    cells: Vec<Cell>,
    /// The games after each decision.
    games: u64,
}

impl Openings {
    /// Asks with `games` games after each decision.
    ///
    /// # Errors
    /// The first decision depends on a roll.
    pub fn new(play: SelfPlay, games: u64) -> Result<Self, String> {
        let start = play.game.start();
        if play.game.awaits_roll(&start).is_some() {
            let game = play.variant;
            return Err(format!("`{game}`: White's first decision depends on a roll of the die; leave out the die"));
        }
        let kinds = play.kinds(&start).into_iter();
        let decisions: Vec<(String, u32)> =
            kinds.map(|(decision, alike)| (play.game.move_text(decision), alike)).collect();
        // The first decision replaces a random one: the side that decides first after the opening has an advantage, so
        // it must be the same side as without a prescribed decision.
        let opening = play.matchup.opening.saturating_sub(1);
        let cells =
            decisions.iter().map(|(decision, _)| play.cell(CellKind::After(decision.clone()), opening)).collect();
        Ok(Openings { play, decisions, cells, games })
    }

    /// Returns the manifest of a folder with its games.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        let name = self.play.name();
        let text = format!(
            "{name} after each first decision, {} games, openings of {}",
            self.games, self.play.matchup.opening
        );
        let request =
            Request { kind: QuestionKind::Openings, name, text, games: Some(self.games), seed: Some(self.play.seed) };
        Manifest::new(request, &self.cells)
    }

    /// Returns the question for its games.
    #[must_use]
    pub fn scheduler(&self) -> FixedGames<'_> {
        FixedGames { cells: &self.cells, each: self.games, chunk_size: ChunkSize::Full, tables: None }
    }

    /// Returns the results so far.
    pub fn answer(&self, catalog: &Catalog) -> Result<FirstDecisions, RunError> {
        let first = |(index, (decision, alike)): (usize, &(String, u32))| {
            let outcomes = catalog.outcomes(&self.cells[index], index, &(0..self.games))?;
            let cell = self.cells[index].id().to_string();
            Ok(FirstDecision { cell, decision: decision.clone(), alike: *alike, outcomes })
        };
        Ok(FirstDecisions {
            variant: variant_key(&self.play.variant),
            agent: agent_key(self.play.agent()),
            opening: self.play.matchup.opening,
            decisions: self.decisions.iter().enumerate().map(first).collect::<Result<_, RunError>>()?,
        })
    }
}

impl SelfPlay {
    /// Returns one decision of each kind, in the order of the rules, and the number of decisions of that kind.
    fn kinds(&self, start: &AnyPosition) -> Vec<(Move, u32)> {
        let symmetries = Symmetries::of(self.game.rules());
        let seen = |position: &AnyPosition, symmetry: usize| -> Picture {
            let sets =
                [position.pieces(Side::White), position.pieces(Side::Black), position.leaders(), position.turned()];
            sets.map(|set| symmetries.apply(symmetry, set).widen())
        };
        let own: Vec<usize> =
            (0..symmetries.count()).filter(|&symmetry| seen(start, symmetry) == seen(start, 0)).collect();
        let mut numbers: BTreeMap<Picture, usize> = BTreeMap::new();
        let mut kinds: Vec<(Move, u32)> = Vec::new();
        for decision in self.game.moves(start) {
            let mut after = *start;
            self.game.play(&mut after, decision);
            let picture = own.iter().map(|&symmetry| seen(&after, symmetry)).min().expect("the identity is a symmetry");
            match numbers.get(&picture) {
                Some(&number) => kinds[number].1 += 1,
                None => {
                    numbers.insert(picture, kinds.len());
                    kinds.push((decision, 1));
                }
            }
        }
        kinds
    }
}

#[cfg(test)]
mod tests {
    use crate::Variant;

    use super::*;

    fn asked(variant: &str) -> Result<Openings, String> {
        let variant = Variant::find(variant).expect(variant);
        let play = SelfPlay::new(&variant, &"random".parse().expect("an agent"), 2, 3).expect("it can be played");
        Openings::new(play, 2)
    }

    #[test]
    fn first_decisions_are_all_there_once_up_to_symmetry() {
        for (variant, kinds, decisions) in [("city-8", 24, 48), ("poleis", 10, 64)] {
            let first = asked(variant).expect("there is no die").decisions;
            assert_eq!(first.len(), kinds, "{variant}");
            assert_eq!(first.iter().map(|(_, alike)| alike).sum::<u32>(), decisions, "{variant}");
        }
        assert!(asked("city-8+die=4").is_err_and(|error| error.contains("a roll of the die")));
    }
}
