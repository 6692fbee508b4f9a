//! A fit as a TOML file.

use std::ops::Range;

use petteia_engine::game_seed;
use petteia_players::agents::{AgentSpec, AlphaBetaConfig, Budget};
use petteia_players::config::{
    ExperimentError, FileKind, Source, Variant, VariantText, check_limits, named, read_with_games,
};
use petteia_players::seeds::fnv1a;
use petteia_players::{Opening, SelfPlay};
use serde::Deserialize;
use toml::{Spanned, Value};

use crate::experiment::{bounded, read_games, read_opening};

/// The keys of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FitFile {
    seed: u64,
    games: Spanned<Vec<Spanned<VariantText>>>,
    each: Spanned<u64>,
    rounds: Spanned<u32>,
    agent: Spanned<String>,
    #[serde(default = "usual_opening")]
    opening: Spanned<Value>,
}

fn usual_opening() -> Spanned<Value> {
    Spanned::new(0..0, Value::from(8))
}

/// The most self-play games of a round: their positions are kept in memory until the fit, which takes some gigabytes.
const MOST_IN_ROUND: u64 = 100_000;

/// The games to play and to fit.
#[derive(Clone, Debug)]
pub struct FitPlan {
    pub(super) seed: u64,
    pub(super) games: Vec<Variant>,
    /// The number of self-play games for each game and round.
    pub(super) each: u64,
    pub(super) rounds: u32,
    pub(super) budget: Budget,
    /// Random decisions at the start of each game.
    pub(super) opening: Opening,
}

impl FitPlan {
    /// Returns the `number`-th self-play game of a game in a round.
    pub(super) fn self_play<'a>(
        &'a self,
        game: usize,
        round: u32,
        number: u64,
        agent: &'a AlphaBetaConfig,
    ) -> SelfPlay<'a> {
        let Variant { name, rules } = &self.games[game];
        let seed = game_seed(self.seed, fnv1a(format!("fit {round} {name}").as_bytes()), number);
        SelfPlay { rules, agent, opening: self.opening.of(seed), number, seed }
    }

    /// Reads a plan.
    pub fn read(source: Source) -> Result<Self, ExperimentError> {
        source.check_kind(FileKind::Fit)?;
        let (source, file) = read_with_games(source, |file: &FitFile| named(file.games.get_ref()))?;
        let rounds = bounded(&source, "rounds", &file.rounds, 1..=100)?;
        let opening = read_opening(&source, &file.opening)?;
        if file.games.get_ref().len() as u64 > MOST_IN_ROUND {
            let message =
                format!("`games` names {}; a fit has at most {MOST_IN_ROUND} games", file.games.get_ref().len());
            return Err(source.wrong(file.games.span(), message));
        }
        let listed = read_games(&source, &file.games)?;
        let most = MOST_IN_ROUND / file.games.get_ref().len() as u64;
        let each = bounded(&source, "each", &file.each, 1..=most)?;
        let checked = |(variant, place): (Variant, Range<usize>)| {
            check_limits(&variant.name, variant.rules.limits).map_err(|message| source.wrong(place, message))?;
            Ok(variant)
        };
        let games = listed.into_iter().map(checked).collect::<Result<_, ExperimentError>>()?;
        let budget = searching(file.agent.get_ref()).map_err(|message| source.wrong(file.agent.span(), message))?;
        Ok(FitPlan { seed: file.seed, games, each, rounds, budget, opening })
    }
}

/// Returns the budget of an alpha-beta player; no other agent uses the weights.
fn searching(agent: &str) -> Result<Budget, String> {
    match agent.parse() {
        Ok(AgentSpec::AlphaBeta(AlphaBetaConfig { budget: Budget::Milliseconds(_), .. })) => {
            Err("games with a time budget are not reproducible; give `nodes` or `depth`".to_owned())
        }
        Ok(AgentSpec::AlphaBeta(AlphaBetaConfig { budget, .. })) => Ok(budget),
        Ok(other) => Err(format!("`{other}` has no weights to fit; give `alphabeta` with `nodes` or `depth`")),
        Err(error) => Err(error.to_string()),
    }
}
