//! White's score after each of its first decisions.

use std::collections::BTreeMap;

use petteia_engine::{AnyPosition, AnySet, Move, Side, SquareSet};
use petteia_players::Matchup;
use petteia_proofs::endgame::Symmetries;
use petteia_tables::fair::{FirstDecision, FirstDecisions};

use super::{FairError, SelfPlay};

/// What distinguishes positions after one decision: the pieces of each side, leaders, and turned or bound stones.
type Picture = [AnySet; 4];

impl SelfPlay {
    /// Plays `games` games after each first decision of White; decisions that are equivalent by a symmetry of the board
    /// are played only once.
    ///
    /// # Errors
    /// The first decision depends on a roll, or the agent's tables cannot be used.
    pub fn first_decisions(&self, games: u64) -> Result<FirstDecisions, FairError> {
        let start = self.game.start();
        if self.game.awaits_roll(&start).is_some() {
            return Err(FairError::Rolls(self.variant.clone()));
        }
        self.get_ready()?;
        // The first decision replaces a random one: the side that decides first after the opening has an advantage, so
        // it must be the same side as without a prescribed decision.
        let matchup = Matchup { opening: self.options.opening.saturating_sub(1), ..self.matchup.clone() };
        let kinds = self.kinds(&start);
        let bar = self.bar(games * kinds.len() as u64);
        let mut decisions = Vec::new();
        for (decision, alike) in kinds {
            let decided = self.game.move_text(decision);
            bar.set_message(decided.clone());
            let mut after = start;
            self.game.play(&mut after, decision);
            let outcomes = self.play(&matchup, (format!("after {decided}"), &|_| after), 0..games, &bar);
            decisions.push(FirstDecision { decision: decided, alike, outcomes });
        }
        bar.finish_and_clear();
        Ok(FirstDecisions {
            variant: self.variant.clone(),
            agent: self.matchup.agents.white.to_string(),
            opening: self.options.opening,
            decisions,
        })
    }

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
