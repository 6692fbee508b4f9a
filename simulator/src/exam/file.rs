//! An examination as a TOML file.

use petteia_engine::{BySide, CheckedRules, Rules};
use petteia_players::agents::{AgentSpec, AlphaBetaConfig, Tables};
use petteia_proofs::endgame::{Endgames, Ending, EndingTextError};
use petteia_statistics::limit::TIMES;
use petteia_tables::AgentKey;
use petteia_variants::{
    ExperimentError, FileKind, Source, Variant, VariantText, check_limits, check_name, named, read_with_games,
};
use serde::Deserialize;
use toml::Spanned;

use crate::cell::random_placement;
use crate::contest::{read_agents, unlike};
use crate::experiment::{AgentText, MOST_GAMES, read_one};
use crate::keys::agent_key;

/// The keys of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExamFile {
    name: Spanned<String>,
    seed: u64,
    placements: Spanned<u64>,
    endings: Spanned<Vec<Spanned<String>>>,
    agents: Spanned<Vec<Spanned<AgentText>>>,
    tables_smaller: Option<Spanned<u32>>,
    #[serde(default)]
    unequal: bool,
    #[serde(default)]
    variants: Vec<Spanned<VariantText>>,
}

/// Agents, and the endings in which they are examined.
#[derive(Clone, Debug)]
pub struct Examination {
    /// The name, which is also the name of the output folder.
    pub name: String,
    /// The seed of placements and games.
    pub seed: u64,
    /// The number of random placements of each ending.
    pub placements: u64,
    /// Games with their switches, each with an ending.
    pub endings: Vec<(Variant, Ending)>,
    /// The agents.
    pub agents: Vec<AgentSpec>,
    /// The agents have tables of endings with this many pieces fewer; by default each agent decides.
    pub tables_smaller: Option<u32>,
    /// Whether each agent plays the one with a budget [`TIMES`] smaller, with either colour, instead of itself.
    pub unequal: bool,
    /// The text of the file.
    pub text: String,
}

impl Examination {
    /// Returns the agents that are examined in an ending, with the tables that they may use there.
    #[must_use]
    pub fn agents_in(&self, ending: Ending) -> Vec<AgentSpec> {
        let with_tables = |agent: &AgentSpec| match (agent, self.tables_smaller) {
            (AgentSpec::AlphaBeta(config), Some(smaller)) => {
                let pieces = ending.pieces().saturating_sub(smaller);
                let tables = if pieces < 2 { Tables::Off } else { Tables::UpTo(pieces) };
                AgentSpec::AlphaBeta(AlphaBetaConfig { tables, ..config.clone() })
            }
            _ => agent.clone(),
        };
        self.agents.iter().map(with_tables).collect()
    }

    /// Returns who plays an ending: each agent against itself, or those with [unequal](Examination::unequal) budgets.
    #[must_use]
    pub fn pairings_in(&self, ending: Ending) -> Vec<BySide<AgentSpec>> {
        let agents = self.agents_in(ending);
        let keys: Vec<AgentKey> = agents.iter().map(agent_key).collect();
        let is_stronger = |strong: usize, weak: usize| keys[strong].has_times_the_budget_of(&keys[weak], TIMES);
        let meet = |white: usize, black: usize| {
            if self.unequal { is_stronger(white, black) || is_stronger(black, white) } else { white == black }
        };
        let all = 0..agents.len();
        let pairs = all.clone().flat_map(|white| all.clone().map(move |black| (white, black)));
        let pairing =
            |(white, black): (usize, usize)| BySide { white: agents[white].clone(), black: agents[black].clone() };
        pairs.filter(|&(white, black)| meet(white, black)).map(pairing).collect()
    }

    /// Reads an examination.
    pub fn read(source: Source) -> Result<Self, ExperimentError> {
        source.check_kind(FileKind::Exam)?;
        let (source, file) = read_with_games(source, |file: &ExamFile| named(&file.variants))?;
        check_name("`name`", file.name.get_ref()).map_err(|message| source.wrong(file.name.span(), message))?;
        let placements = *file.placements.get_ref();
        if !(1..=MOST_GAMES).contains(&placements) {
            let message = format!("`placements` is {placements}; give at least 1 and at most {MOST_GAMES}");
            return Err(source.wrong(file.placements.span(), message));
        }
        let endings = unlike(&source, "endings", &file.endings)?.iter();
        let endings = endings.map(|entry| {
            let wrong = |message: String| source.wrong(entry.span(), message);
            let (variant, pieces) = parted(entry.get_ref()).map_err(wrong)?;
            let (game, overlay) = variant.split_at(variant.find('+').unwrap_or(variant.len()));
            let rules = match file.variants.iter().find(|entry| entry.get_ref().name() == game) {
                Some(entry) => read_one(&source, entry, overlay)?.rules,
                None => Rules::parse(variant).map_err(|error| wrong(error.to_string()))?,
            };
            let ending = read_ending(variant, &rules, pieces).map_err(wrong)?;
            Ok((Variant { name: variant.to_owned(), rules }, ending))
        });
        Ok(Examination {
            name: file.name.get_ref().clone(),
            seed: file.seed,
            placements,
            endings: endings.collect::<Result<_, _>>()?,
            agents: read_agents(&source, &file.agents)?,
            tables_smaller: file.tables_smaller.map(Spanned::into_inner),
            unequal: file.unequal,
            text: source.text,
        })
    }
}

/// Splits a text such as `city-8+edge 4v1` into the game and the pieces.
fn parted(text: &str) -> Result<(&str, &str), String> {
    let parts = text.split_once(' ').map(|(variant, pieces)| (variant, pieces.trim()));
    parts.ok_or_else(|| format!("`{text}` is not an ending; write a game and its pieces, such as `city-8+edge 4v1`"))
}

/// Reads an ending of a game.
fn read_ending(variant: &str, rules: &CheckedRules, pieces: &str) -> Result<Ending, String> {
    check_limits(variant, rules.limits)?;
    let ending: Ending = pieces.parse().map_err(|error: EndingTextError| error.to_string())?;
    let endgames = Endgames::new(rules).map_err(|refusal| refusal.to_string())?;
    endgames.context().ending(ending).map_err(|refusal| refusal.to_string())?;
    if random_placement(endgames.game(), ending, 0).is_none() {
        return Err(format!(
            "`{variant} {ending}`: with so few pieces the game is always over; name an ending with more"
        ));
    }
    Ok(ending)
}
