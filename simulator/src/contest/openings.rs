//! White's score after each of its first decisions.

use petteia_engine::{AnyGame, AnyPosition, AnySet, Move, Side, SquareSet};
use petteia_players::Opening;
use petteia_players::agents::AgentSpec;
use petteia_proofs::endgame::Symmetries;
use petteia_tables::fair::{FirstDecision, FirstDecisions};

use super::duel::matchup;
use super::handicap::parameters;
use super::scheduler::{ContestScheduler, Rule};
use crate::Variant;
use crate::catalog::Catalog;
use crate::cell::{Cell, CellKind};
use crate::keys::{agent_key, variant_key};
use crate::store::RunError;

/// What distinguishes positions after one decision: the pieces of each side, leaders, and turned or bound stones.
type Picture = [AnySet; 4];

impl ContestScheduler {
    /// Asks what each first decision of White is worth to an agent that plays itself, in `games` games. Decisions that are
    /// equivalent by a symmetry of the board are played only once.
    ///
    /// # Errors
    /// The game has no limits at all, the agent does not find what it needs for it, or the first decision depends on a roll.
    pub fn of_first_moves(
        variant: &Variant,
        agent: &AgentSpec,
        games: u64,
        (seed, opening): (u64, Opening),
    ) -> Result<Self, String> {
        // The first decision replaces a random one: the side that decides first after the opening has an advantage, so
        // it must be the same side as without a prescribed decision.
        let matchup = matchup(variant, [agent.clone(), agent.clone()], opening.one_less())?;
        let game = AnyGame::of(matchup.rules.clone());
        let start = game.start();
        if game.awaits_roll(&start).is_some() {
            let game = &variant.name;
            return Err(format!("`{game}`: White's first decision depends on a roll of the die; leave out the die"));
        }
        let (mut cells, mut equivalent) = (Vec::new(), Vec::new());
        for (decision, alike) in kinds(&game, &start) {
            let kind = CellKind::After(game.move_text(decision));
            cells.push(Cell::new(variant.name.clone(), matchup.clone(), kind, seed));
            equivalent.push(alike);
        }
        let name = format!("{agent} on {} after each first decision", variant.name);
        Ok(Self::new(name, &parameters(games, opening), cells, Rule::FirstMoves { games, opening, equivalent }))
    }

    /// Returns the results after each first decision.
    pub fn first_moves(&self, catalog: &Catalog) -> Result<FirstDecisions, RunError> {
        let first = &self.cells[0];
        let mut found = FirstDecisions {
            variant: variant_key(&first.variant),
            agent: agent_key(&first.matchup.agents.white),
            opening: 0,
            decisions: Vec::new(),
        };
        let Rule::FirstMoves { games, opening, equivalent } = &self.rule else { return Ok(found) };
        found.opening = opening.least();
        for (index, (cell, &alike)) in self.cells.iter().zip(equivalent).enumerate() {
            let CellKind::After(decision) = &cell.kind else { continue };
            let outcomes = catalog.outcomes(cell, index, &(0..*games))?;
            found.decisions.push(FirstDecision {
                cell: cell.id().to_string(),
                decision: decision.clone(),
                alike,
                outcomes,
            });
        }
        Ok(found)
    }
}

/// Returns one decision of each kind, in the order of the rules, and the number of decisions of that kind.
fn kinds(game: &AnyGame, start: &AnyPosition) -> Vec<(Move, u32)> {
    let symmetries = Symmetries::of(game.rules());
    let seen = |position: &AnyPosition, symmetry: usize| -> Picture {
        let sets = [position.pieces(Side::White), position.pieces(Side::Black), position.leaders(), position.turned()];
        sets.map(|set| symmetries.apply(symmetry, set).widen())
    };
    let own: Vec<usize> = (0..symmetries.count()).filter(|&symmetry| seen(start, symmetry) == seen(start, 0)).collect();
    let mut kinds: Vec<(Picture, Move, u32)> = Vec::new();
    for decision in game.moves(start) {
        let mut after = *start;
        game.play_unchecked(&mut after, decision);
        let picture = own.iter().map(|&symmetry| seen(&after, symmetry)).min().expect("the identity is a symmetry");
        match kinds.iter_mut().find(|(known, ..)| *known == picture) {
            Some((.., count)) => *count += 1,
            None => kinds.push((picture, decision, 1)),
        }
    }
    kinds.into_iter().map(|(_, decision, count)| (decision, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(variant: &str) -> Result<ContestScheduler, String> {
        let variant = Variant::find(variant).expect(variant);
        ContestScheduler::of_first_moves(&variant, &"random".parse().expect("an agent"), 2, (3, 2.into()))
    }

    #[test]
    fn first_decisions_are_all_there_once_up_to_symmetry() {
        for (variant, kinds, decisions) in [("city-8", 24, 48), ("poleis", 10, 64)] {
            let found = asked(variant).expect("there is no die");
            let Rule::FirstMoves { equivalent, .. } = &found.rule else { panic!("{variant}: another rule") };
            assert_eq!((found.cells.len(), equivalent.len()), (kinds, kinds), "{variant}");
            assert_eq!(equivalent.iter().sum::<u32>(), decisions, "{variant}");
        }
        assert!(asked("city-8+die=4").is_err_and(|error| error.contains("a roll of the die")));
    }
}
