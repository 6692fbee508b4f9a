//! A cell: everything that determines a series of games except their numbers.
//!
//! A cell is known by a hash of its content, so two stores that know the same cell hold the same games. Its games are
//! divided into chunks, which the store keeps.

mod chunk_size;
mod frames;
mod judged;
mod play;
mod starts;

use std::fmt;
use std::str::FromStr;

use petteia_engine::{BySide, Rules};
use petteia_players::agents::{AgentSpec, Weights};
use petteia_players::{Matchup, Opening, seeds};
use petteia_tables::Sha256;
use serde::{Deserialize, Serialize};

pub use chunk_size::{ChunkSize, FINE_CHUNK, next_look};
pub use frames::{GameRecords, ResultRecord, course_columns, depth_columns, frames};
pub use play::{JobResult, PlayError, PlayOptions};
pub use starts::random_placement;

/// The version of the players: raised when the same cell would be played differently, so that old games are not taken for
/// new ones.
pub const PLAY: u32 = 3;

/// Which games a cell has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// Games from the start position, after the opening.
    Games,
    /// Pairs of games from one opening, with colours swapped. Here a number counts pairs, and the first agent, which has
    /// White in the first game of each pair, is the matchup's White.
    Pairs,
    /// Games in which White starts with this many stones fewer, or Black if the number is negative.
    AtOdds(i32),
    /// Games after this first decision of White.
    After(String),
    /// Games from random placements of an ending, judged by its endgame tables.
    Placements(String),
}

/// Everything that determines a series of games except their numbers.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The name of the variant with its switches. The random streams of its games follow from it.
    pub variant: String,
    /// Its rules, limits included, its agents and their opening.
    pub matchup: Matchup,
    /// Which games it has.
    pub kind: CellKind,
    /// The seed from which the seed of every game is derived.
    pub seed: u64,
    id: CellId,
}

impl Cell {
    /// Returns the cell with this content.
    #[must_use]
    pub fn new(variant: String, matchup: Matchup, kind: CellKind, seed: u64) -> Self {
        let id = CellId::of(&variant, &matchup, &kind, seed);
        Cell { variant, matchup, kind, seed, id }
    }

    /// Returns the hash of its content.
    #[must_use]
    pub fn id(&self) -> CellId {
        self.id
    }

    /// Returns the number of the random streams of games from the start position; other cells do not change it.
    #[must_use]
    pub fn stream(&self) -> u64 {
        seeds::stream_of_matchup(&self.variant, &self.matchup.agents)
    }

    /// Returns both agents, White's or the first one before the other.
    #[must_use]
    pub fn agents(&self) -> [&AgentSpec; 2] {
        let BySide { white, black } = &self.matchup.agents;
        [white, black]
    }

    /// Returns roughly how many positions both agents look at for a decision each.
    #[must_use]
    pub fn positions_per_decision(&self) -> u64 {
        self.agents().into_iter().map(|agent| agent.traits().positions()).fold(0, u64::saturating_add)
    }

    /// Returns the games of a number: two if it counts pairs.
    #[must_use]
    pub fn games_each(&self) -> u64 {
        if self.kind == CellKind::Pairs { 2 } else { 1 }
    }
}

/// The hash of a cell's content, 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct CellId(u64);

/// What is hashed. Rules are data here: a game whose rules change under the same name is another cell.
#[derive(Serialize)]
struct Content<'a> {
    play: u32,
    kind: &'a CellKind,
    variant: &'a str,
    rules: &'a Rules,
    agents: [AgentContent; 2],
    opening: Opening,
    seed: u64,
}

/// An agent with what it uses.
#[derive(Serialize)]
struct AgentContent {
    text: String,
    weights: Option<Weights>,
    tables: Vec<String>,
}

impl CellId {
    fn of(variant: &str, matchup: &Matchup, kind: &CellKind, seed: u64) -> Self {
        let Matchup { rules, agents: BySide { white, black }, opening } = matchup;
        let agents = [white, black].map(|agent| AgentContent {
            text: agent.identity(),
            weights: agent.weights(rules),
            tables: agent.named_tables(rules),
        });
        let content = Content { play: PLAY, kind, variant, rules, agents, opening: *opening, seed };
        let text = serde_json::to_vec(&content).expect("the content of a cell is plain data");
        CellId(Sha256::of(&text).first_bits())
    }
}

impl fmt::Display for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for CellId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_hex = text.len() == 16 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let number = is_hex.then(|| u64::from_str_radix(text, 16).ok()).flatten();
        number.map(CellId).ok_or("a cell has 16 hexadecimal digits")
    }
}

impl From<CellId> for String {
    fn from(id: CellId) -> Self {
        id.to_string()
    }
}

impl TryFrom<String> for CellId {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(variant: &str, agent: &str, opening: u32, kind: CellKind, seed: u64) -> CellId {
        let agent: AgentSpec = agent.parse().expect(agent);
        let agents = BySide { white: agent.clone(), black: agent };
        let rules = Rules::parse(variant).expect(variant);
        Cell::new(variant.to_owned(), Matchup { rules, agents, opening: opening.into() }, kind, seed).id()
    }

    #[test]
    fn whatever_changes_a_game_changes_its_cell() {
        let usual = || cell("city-8", "alphabeta:nodes=9", 2, CellKind::Games, 1);
        assert_eq!(usual(), usual());
        let others = [
            cell("city-8+vagi", "alphabeta:nodes=9", 2, CellKind::Games, 1),
            cell("city-8+turn_cap=9", "alphabeta:nodes=9", 2, CellKind::Games, 1),
            cell("city-8", "alphabeta:nodes=8", 2, CellKind::Games, 1),
            cell("city-8", "alphabeta:nodes=9,evaluation=shared", 2, CellKind::Games, 1),
            cell("city-8", "alphabeta:nodes=9,endgames=auto", 2, CellKind::Games, 1),
            cell("city-8", "alphabeta:nodes=9", 3, CellKind::Games, 1),
            cell("city-8", "alphabeta:nodes=9", 2, CellKind::Pairs, 1),
            cell("city-8", "alphabeta:nodes=9", 2, CellKind::AtOdds(1), 1),
            cell("city-8", "alphabeta:nodes=9", 2, CellKind::Games, 2),
        ];
        let different: std::collections::BTreeSet<CellId> = others.into_iter().chain([usual()]).collect();
        assert_eq!(different.len(), 10);
    }

    #[test]
    fn rules_count_as_data_and_not_by_name() {
        let rules = |text: &str| Rules::parse(text).expect(text);
        let agents = || BySide { white: AgentSpec::Random, black: AgentSpec::Random };
        let named = |text: &str| {
            let matchup = Matchup { rules: rules(text), agents: agents(), opening: 0.into() };
            Cell::new("mine".to_owned(), matchup, CellKind::Games, 1).id()
        };
        assert_eq!(named("poleis"), named("poleis"));
        assert_ne!(named("poleis"), named("poleis+edge"));
    }

    #[test]
    fn an_id_is_read_as_it_is_written() {
        let id = cell("city-8", "random", 0, CellKind::Games, 1);
        assert_eq!(id.to_string().parse(), Ok(id));
        for wrong in ["", "1", "00000000000000000", "000000000000000G", "+000000000000001"] {
            assert!(wrong.parse::<CellId>().is_err(), "{wrong}");
        }
    }
}
