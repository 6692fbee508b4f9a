//! The experiment file as people write it.

use std::fmt;
use std::ops::Range;

use petteia_players::config::{
    ExperimentError, FileKind, Form, LimitsText, Source, VariantText, named, read_with_games,
};
use serde::de::value::SeqAccessDeserializer;
use serde::de::{self, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use toml::{Spanned, Value};

use super::agent_text::AgentText;
use super::factors::FactorTable;
use super::ladder::LadderText;
use super::pairings::PairingText;
use super::shared::no_list;
use super::stop::StopRule;

/// The keys of an experiment file; which of them go together depends on its [`Form`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentFile {
    /// A short name; the output folder has the same name.
    pub name: Spanned<String>,
    /// The seed from which the seed of every game is derived.
    pub seed: u64,
    /// Games per cell, either this or `stop`; or in older tournaments the list `variants`.
    pub games: Option<Spanned<GamesText>>,
    /// The stopping rule of a cell.
    pub stop: Option<Spanned<StopRule>>,
    /// Time to play, such as `10m`.
    pub budget: Option<Spanned<String>>,
    /// Games with switches, files, or tables of rules; in an endgame test those of their own that `endings` names.
    pub variants: Option<Spanned<Vec<Spanned<VariantText>>>>,
    /// Switches and fields of the rules that change in every variant, in all combinations.
    #[serde(default)]
    pub factors: FactorTable,
    /// What happens to combinations of factors that make no sense.
    #[serde(default)]
    pub refused: Refused,
    /// Who plays whom; the pairings of the ladder are added when the file is read.
    #[serde(default = "no_list")]
    pub pairings: Spanned<Vec<Spanned<PairingText>>>,
    /// An agent that plays itself with growing budgets.
    ladder: Option<Spanned<LadderText>>,
    /// Limits that replace those of the variants.
    #[serde(default)]
    pub limits: LimitsText,
    /// Random decisions before the agents play.
    pub opening: Option<Spanned<Value>>,
    /// The agents of a tournament or an endgame test.
    pub agents: Option<Spanned<Vec<Spanned<AgentText>>>>,
    /// Pairs of games of every two agents of a tournament.
    pub pairs: Option<Spanned<u64>>,
    /// How long the speed of each agent of a tournament is measured on each game.
    pub speed_seconds: Option<Spanned<f64>>,
    /// Random placements of each ending.
    pub placements: Option<Spanned<u64>>,
    /// Games with their switches and pieces, such as `city-8+edge 4v1`.
    pub endings: Option<Spanned<Vec<Spanned<String>>>>,
    /// The agents have tables of endings with this many pieces fewer; by default each agent decides.
    pub tables_smaller: Option<u32>,
    /// Whether each agent plays one with a smaller budget, with either colour, instead of itself.
    #[serde(default)]
    pub unequal: bool,
    /// What to prove about the variants.
    pub proofs: Option<Spanned<ProofsText>>,
}

/// The value of `games`.
#[derive(Clone, Debug)]
pub enum GamesText {
    /// Games per cell.
    Number(u64),
    /// The games of a tournament.
    List(Vec<Spanned<VariantText>>),
}

impl<'de> Deserialize<'de> for GamesText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(GamesVisitor)
    }
}

struct GamesVisitor;

impl<'de> Visitor<'de> for GamesVisitor {
    type Value = GamesText;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a whole number, at least 0, without quotes")
    }

    fn visit_i64<E: de::Error>(self, games: i64) -> Result<GamesText, E> {
        u64::try_from(games).map(GamesText::Number).map_err(|_| E::invalid_value(Unexpected::Signed(games), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, games: A) -> Result<GamesText, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(games)).map(GamesText::List)
    }
}

/// The table `proofs` of an experiment file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofsText {
    #[serde(default)]
    pub endings: Vec<Spanned<String>>,
    #[serde(default = "usual_entries")]
    pub entries: u64,
    pub fortress: Option<Spanned<u32>>,
    #[serde(default)]
    pub camps: Vec<Spanned<Reach>>,
    pub complete: Option<Spanned<Reach>>,
    #[serde(default = "usual_last_positions")]
    pub last_positions: u64,
}

fn usual_entries() -> u64 {
    30_000_000
}

fn usual_last_positions() -> u64 {
    100
}

/// How far to look for a forced fortress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// The first ranks of the side.
    pub ranks: u8,
    /// The most moves of the side.
    pub moves: u8,
}

/// What happens to combinations of factors whose rules exclude each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refused {
    /// They are left out.
    #[default]
    LeaveOut,
    /// They are an error.
    Error,
}

/// An experiment file that was read, with its text.
#[derive(Clone, Debug)]
pub struct ExperimentConfig {
    pub(super) source: Source,
    pub(super) file: ExperimentFile,
    pub(super) form: Form,
}

impl ExperimentConfig {
    /// Reads an experiment file.
    pub fn read(source: Source) -> Result<Self, ExperimentError> {
        source.check_kind(FileKind::Experiment)?;
        let (source, mut file) = read_with_games(source, |file: &ExperimentFile| named(file.variants()))?;
        let form = source.form()?;
        if let Some(ladder) = &file.ladder {
            let pairings = ladder.get_ref().pairings(&source)?.into_iter();
            file.pairings.get_mut().extend(pairings.map(|pairing| Spanned::new(ladder.span(), pairing)));
        }
        Ok(ExperimentConfig { source, file, form })
    }

    /// Returns the text of the file.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns the name in the file.
    pub fn name(&self) -> &str {
        self.file.name.get_ref()
    }

    /// Returns what is at a key that the form of the experiment needs.
    pub(super) fn needed<'a, T>(&self, key: &'static str, value: &'a Option<T>) -> Result<&'a T, ExperimentError> {
        value.as_ref().ok_or_else(|| self.source.missing(key))
    }
}

/// The key that lists the games of a file, the list, and its place.
type VariantList<'a> = (&'static str, &'a [Spanned<VariantText>], Range<usize>);

impl ExperimentFile {
    /// Returns the games of the file, none if it lists none.
    pub(super) fn variants(&self) -> &[Spanned<VariantText>] {
        self.list_of_variants().map_or(&[], |(_, list, _)| list)
    }

    /// Returns the list of the games, if there is one.
    pub(super) fn list_of_variants(&self) -> Option<VariantList<'_>> {
        if let Some(variants) = &self.variants {
            return Some(("variants", variants.get_ref(), variants.span()));
        }
        match self.games.as_ref().map(|games| (games.get_ref(), games.span())) {
            Some((GamesText::List(games), place)) => Some(("games", games, place)),
            _ => None,
        }
    }
}
