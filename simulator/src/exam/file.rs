//! An examination as a TOML file.

use std::path::Path;

use petteia_engine::{CheckedRules, Rules};
use petteia_players::agents::AgentSpec;
use petteia_proofs::endgame::{Endgames, Ending};
use serde::Deserialize;
use toml::Spanned;

use crate::contest::{read_agents, unlike};
use crate::experiment::{ExperimentError, MOST_GAMES, Source, check_limits, check_name};

/// The keys of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExamFile {
    name: Spanned<String>,
    seed: u64,
    placements: Spanned<u64>,
    endings: Spanned<Vec<Spanned<String>>>,
    agents: Spanned<Vec<Spanned<String>>>,
}

/// Which agents are examined in which endings.
#[derive(Clone, Debug)]
pub struct Examination {
    /// Its name, also that of the output folder.
    pub name: String,
    /// The seed of placements and games.
    pub seed: u64,
    /// Random placements of each ending.
    pub placements: u64,
    /// Games with their switches, and an ending of each.
    pub endings: Vec<(String, CheckedRules, Ending)>,
    /// The agents.
    pub agents: Vec<AgentSpec>,
    /// The file.
    pub text: String,
}

impl Examination {
    /// Reads a file.
    ///
    /// # Errors
    /// The file is missing, is no TOML, or has a key or value that does not belong; with the line.
    pub fn read(path: &Path) -> Result<Self, ExperimentError> {
        Self::from_source(Source::read(path)?)
    }

    /// Reads an examination from text; `path` names it in errors.
    ///
    /// # Errors
    /// As [`Examination::read`].
    pub fn from_text(path: &Path, text: &str) -> Result<Self, ExperimentError> {
        Self::from_source(Source { path: path.to_owned(), text: text.to_owned() })
    }

    fn from_source(source: Source) -> Result<Self, ExperimentError> {
        let file: ExamFile = toml::from_str(&source.text).map_err(|error| source.toml_error(&error))?;
        check_name("`name`", file.name.get_ref()).map_err(|message| source.wrong(file.name.span(), message))?;
        let placements = *file.placements.get_ref();
        if !(1..=MOST_GAMES).contains(&placements) {
            let message = format!("`placements` is {placements}; give at least 1 and at most {MOST_GAMES}");
            return Err(source.wrong(file.placements.span(), message));
        }
        let endings = unlike(&source, "endings", &file.endings)?.iter();
        let endings =
            endings.map(|entry| read_ending(entry.get_ref()).map_err(|message| source.wrong(entry.span(), message)));
        Ok(Examination {
            name: file.name.get_ref().clone(),
            seed: file.seed,
            placements,
            endings: endings.collect::<Result<_, _>>()?,
            agents: read_agents(&source, &file.agents)?,
            text: source.text,
        })
    }
}

/// Reads a game and an ending of it, such as `city-8+edge 4v1`.
fn read_ending(text: &str) -> Result<(String, CheckedRules, Ending), String> {
    let (variant, pieces) = text
        .split_once(' ')
        .ok_or_else(|| format!("`{text}` names no ending; write a game and its pieces, such as `city-8+edge 4v1`"))?;
    let rules = Rules::parse(variant).map_err(|error| error.to_string())?;
    check_limits(variant, rules.limits)?;
    let ending: Ending =
        pieces.trim().parse().map_err(|error: petteia_proofs::endgame::EndingTextError| error.to_string())?;
    Endgames::new(&rules).and_then(|endgames| endgames.ending(ending)).map_err(|refusal| refusal.to_string())?;
    Ok((variant.to_owned(), rules, ending))
}
