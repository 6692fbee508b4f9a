//! Two agents on one game, and the pairs of games that they play.

use petteia_engine::CheckedRules;
use petteia_players::agents::{AgentSpec, MOST_NODES};
use petteia_players::{Clock, Pair, seeds};
use petteia_tables::ContestGame;
use petteia_variants::check_limits;

use crate::SolveProgress;
use crate::Variant;

/// Two agents, a game, and everything else that their pairs depend on.
#[derive(Clone, Debug)]
pub struct Duel {
    variant: String,
    rules: CheckedRules,
    agents: [AgentSpec; 2],
    seed: u64,
    opening: u32,
}

/// Why two agents cannot play each other.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DuelError {
    /// There is no such game, or it might never end.
    #[error("{0}")]
    Rules(String),
    /// Every opening that was tried ends the game.
    #[error("{}", seeds::opening_too_long(variant, *opening))]
    NoOpening {
        /// The variant.
        variant: String,
        /// The number of decisions in the opening.
        opening: u32,
    },
    /// The budget of an agent cannot be doubled.
    #[error("`{0}` has no budget to double; give an agent with `nodes` or `playouts`, such as alphabeta:nodes=10")]
    NoBudget(String),
    /// The budget of an agent becomes too large.
    #[error("{first} doubled {doublings} times is too large; a budget is at most {most}", most = MOST_NODES)]
    LargeBudget {
        /// The first budget.
        first: u32,
        /// The number of doublings.
        doublings: u32,
    },
}

/// Both games of a pair, and the time that the agents took.
#[derive(Clone, Copy, Debug)]
pub struct PlayedPair {
    /// In game 0 agent 0 has White, in game 1 agent 1.
    pub games: [ContestGame; 2],
    /// The time of each agent.
    pub clocks: [Clock; 2],
}

impl Duel {
    /// Creates a duel of two agents on a game with its switches.
    ///
    /// # Errors
    /// The game has no limits at all, or an agent does not find what it needs for it.
    pub fn new(variant: &Variant, agents: [AgentSpec; 2], seed: u64, opening: u32) -> Result<Self, DuelError> {
        let Variant { name, rules } = variant.clone();
        check_limits(&name, rules.limits).map_err(DuelError::Rules)?;
        agents.iter().try_for_each(|agent| agent.check(&rules)).map_err(|error| DuelError::Rules(error.to_string()))?;
        Ok(Duel { variant: name, rules, agents, seed, opening })
    }

    /// Prepares the endgame tables that the agents use.
    ///
    /// # Errors
    /// They cannot be used.
    pub(super) fn get_ready(&self, quiet: bool) -> Result<(), DuelError> {
        let progress = SolveProgress::new(quiet);
        let prepared = self.agents.iter().try_for_each(|agent| agent.prepare(&self.rules, &progress));
        progress.finish();
        prepared.map_err(|error| DuelError::Rules(error.to_string()))
    }

    /// Returns the game with its switches.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Returns the rules of the game.
    pub(super) fn rules(&self) -> &CheckedRules {
        &self.rules
    }

    /// Returns both agents.
    pub(super) fn specs(&self) -> &[AgentSpec; 2] {
        &self.agents
    }

    /// Returns both agents as text.
    pub fn agents(&self) -> [String; 2] {
        self.agents.each_ref().map(ToString::to_string)
    }

    /// Plays the pair with a number. Agents start afresh in every game.
    ///
    /// # Errors
    /// The opening is so long that it ends the game in every attempt.
    pub fn play(&self, pair: u64) -> Result<PlayedPair, DuelError> {
        let played = self.pair(pair, &self.openings(pair)).play();
        let played =
            played.ok_or_else(|| DuelError::NoOpening { variant: self.variant.clone(), opening: self.opening })?;
        let games = played.games.map(|(outcome, plies)| ContestGame { outcome, plies });
        Ok(PlayedPair { games, clocks: played.clocks })
    }

    fn openings(&self, pair: u64) -> Vec<u64> {
        seeds::openings_of_pair(self.seed, &self.variant, pair)
    }

    fn pair<'a>(&'a self, pair: u64, opening_seeds: &'a [u64]) -> Pair<'a> {
        let seeds = seeds::games_of_pair(self.seed, &self.variant, &self.agents, pair);
        Pair { rules: &self.rules, agents: &self.agents, opening: self.opening, opening_seeds, seeds }
    }
}

#[cfg(test)]
mod tests {
    use petteia_engine::AnyPosition;

    use super::*;

    fn duel(variant: &str, opening: u32) -> Duel {
        let agents = ["random", "mcts:playouts=2"].map(|text| text.parse().expect(text));
        Duel::new(&Variant::find(variant).expect(variant), agents, 3, opening).expect(variant)
    }

    fn openings(duel: &Duel) -> Vec<Option<AnyPosition>> {
        (0..20).map(|pair| duel.pair(pair, &duel.openings(pair)).opened()).collect()
    }

    #[test]
    fn openings_differ_by_pair_and_are_the_same_for_all_agents() {
        let one = duel("city-8+die=4", 4);
        let other = Duel { agents: ["random", "random"].map(|text| text.parse().expect(text)), ..one.clone() };
        assert_eq!(openings(&one), openings(&other));
        assert!(openings(&one).iter().all(Option::is_some));
        let keys = openings(&one).into_iter().flatten().map(|position| position.key());
        assert_eq!(keys.collect::<std::collections::HashSet<_>>().len(), 20);
        assert_ne!(openings(&one), openings(&Duel { seed: 4, ..one.clone() }));
    }

    #[test]
    fn a_pair_is_a_function_of_its_number() {
        let duel = duel("city-8+vagi", 4);
        let games = |pair| duel.play(pair).expect("there is an opening").games;
        assert_eq!(games(5), games(5));
        assert_ne!((0..9).map(games).collect::<Vec<_>>(), (1..10).map(games).collect::<Vec<_>>());
    }

    #[test]
    fn an_opening_that_ends_the_game_is_drawn_again_or_refused() {
        let vagi = duel("city-8+vagi", 40);
        assert!((0..30).all(|pair| vagi.play(pair).is_ok()));
        let cap = duel("city-8+turn_cap=10", 10);
        assert!(cap.play(0).is_err_and(|error| error.to_string().contains("shorter")));
    }
}
