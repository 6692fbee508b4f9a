//! References to games in files: `mine.toml`, `mine.toml:nine`, `mine.toml:nine+vagi`.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::own::{OwnVariant, default_base};
use super::{Variant, VariantError};
use crate::experiment::{ExperimentError, LimitsText, Source, VariantText, apply_limits};

/// A file, and what it says after the file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileReference {
    path: PathBuf,
    /// What comes behind: `:nine+vagi`, `+vagi` or nothing.
    behind: String,
}

/// The end of a file's name.
const EXTENSION: &str = ".toml";

/// The keys of the file of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameFile {
    name: Option<Spanned<String>>,
    #[serde(default = "default_base")]
    base: String,
    #[serde(default)]
    switches: String,
    #[serde(default)]
    rules: toml::Table,
}

/// The keys of an experiment or of an examination that matter here.
#[derive(Deserialize)]
struct Variants {
    variants: Vec<Spanned<VariantText>>,
    #[serde(default)]
    limits: LimitsText,
}

/// A game as a file has it.
pub(super) enum Found {
    /// Of the catalogue, with its switches.
    Catalogue(String),
    /// Of its own.
    Own(OwnVariant),
}

impl FileReference {
    /// The reference that a text is; `None` for the name of a game.
    pub(super) fn of(text: &str) -> Option<Self> {
        let end = text.rfind(EXTENSION)? + EXTENSION.len();
        let (path, behind) = text.split_at(end);
        let fits = behind.is_empty() || behind.starts_with([':', '+', '-']);
        fits.then(|| FileReference { path: path.into(), behind: behind.to_owned() })
    }

    /// The same file as seen from a folder.
    pub(super) fn seen_from(self, folder: &Path) -> Self {
        FileReference { path: folder.join(self.path), ..self }
    }

    /// The game with the limits that its file plays it with.
    pub(super) fn game(&self) -> Result<Variant, VariantError> {
        let source = Source::read(&self.path)?;
        let (found, place, limits) = self.find(&source)?;
        let variant = match found {
            Found::Catalogue(name) => Variant::find(&name)?,
            Found::Own(own) => {
                let rules = own.checked().map_err(|defect| source.wrong_word(place, &defect.word, defect.message))?;
                Variant { name: own.full_name(), rules }
            }
        };
        let Variant { name, rules } = variant;
        let rules = apply_limits(&rules, &limits).check().map_err(|error| VariantError::Rules(error.to_string()))?;
        Ok(Variant { name, rules })
    }

    /// The game that is meant; its rules may still be wrong.
    pub(super) fn found(&self) -> Result<Found, ExperimentError> {
        let source = Source::read(&self.path)?;
        let (found, place, _) = self.find(&source)?;
        if let Found::Own(own) = &found {
            own.checked().map_err(|defect| source.wrong_word(place, &defect.word, defect.message))?;
        }
        Ok(found)
    }

    fn find(&self, source: &Source) -> Result<(Found, std::ops::Range<usize>, LimitsText), ExperimentError> {
        let table: toml::Table = source.parse()?;
        if table.contains_key("variants") {
            return self.one_of(source);
        }
        if let Some(name) = self.behind.strip_prefix(':') {
            let message = format!(
                "this file holds one game, not variants by name; name it as {}, without `:{name}`",
                self.path.display()
            );
            return Err(source.wrong(0..0, message));
        }
        source.check_kind(crate::experiment::FileKind::Game)?;
        let file: GameFile = source.parse()?;
        let stem = || self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = file.name.map_or_else(stem, Spanned::into_inner);
        let switches = format!("{}{}", file.switches, self.behind);
        let own = OwnVariant { name, base: file.base, switches, rules: file.rules };
        Ok((Found::Own(own), 0..0, LimitsText::default()))
    }

    /// The variant that is named, with its place in the file.
    fn one_of(&self, source: &Source) -> Result<(Found, std::ops::Range<usize>, LimitsText), ExperimentError> {
        let Variants { variants, limits } = source.parse()?;
        let names: Vec<&str> = variants.iter().map(|entry| entry.get_ref().name()).collect();
        let path = self.path.display();
        let choices = || names.iter().map(|name| format!("{path}:{name}")).collect::<Vec<_>>().join(", ");
        let Some(wanted) = self.behind.strip_prefix(':') else {
            return Err(source.wrong(0..0, format!("this file has several games; name one of them: {}", choices())));
        };
        let fits = |entry: &&Spanned<VariantText>| {
            wanted
                .strip_prefix(entry.get_ref().name())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['+', '-']))
        };
        let Some(entry) = variants.iter().filter(fits).max_by_key(|entry| entry.get_ref().name().len()) else {
            return Err(source.wrong(0..0, format!("there is no variant `{wanted}` here; choose from {}", choices())));
        };
        let overlay = &wanted[entry.get_ref().name().len()..];
        let found = match entry.get_ref() {
            VariantText::Id(id) => Found::Catalogue(format!("{id}{overlay}")),
            VariantText::Own(own) => {
                Found::Own(OwnVariant { switches: format!("{}{overlay}", own.switches), ..own.clone() })
            }
        };
        Ok((found, entry.span(), limits))
    }
}
