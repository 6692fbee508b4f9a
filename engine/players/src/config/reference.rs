//! References to games in files: `mine.toml`, `mine.toml:nine`, `mine.toml:nine+vagi`. In a file that names such games, they
//! are replaced by the games themselves, so that its text is complete.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::{Spanned, Value};

use super::kind::FileKind;
use super::own::{OwnVariant, default_base};
use super::source::{ExperimentError, Source};
use super::text::{GameText, LimitsText, VariantText, named};
use super::{Variant, VariantError};

/// A file, with the variant and switches named after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileReference {
    path: PathBuf,
    /// The text after the file name: `:nine+vagi`, `+vagi` or nothing.
    behind: String,
    /// How many files refer to each other on the way here.
    depth: u8,
}

/// The most files that refer to each other: more go round in a circle.
const MOST_DEPTH: u8 = 3;

const EXTENSION: &str = ".toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameFile {
    name: Option<String>,
    #[serde(default = "default_base")]
    base: String,
    #[serde(default)]
    switches: String,
    #[serde(default)]
    rules: toml::Table,
}

/// The keys of an experiment or an endgame test that are needed here.
#[derive(Deserialize)]
struct Variants {
    variants: Vec<Spanned<VariantText>>,
    #[serde(default)]
    limits: LimitsText,
}

/// A game with the file and the place in which it was found.
struct Located {
    found: GameText,
    source: Source,
    place: Range<usize>,
    limits: LimitsText,
}

impl FileReference {
    /// Reads a reference; returns `None` if the text is not a reference to a file.
    pub(super) fn of(text: &str) -> Option<Self> {
        let end = text.rfind(EXTENSION)? + EXTENSION.len();
        let (path, behind) = text.split_at(end);
        let fits = behind.is_empty() || behind.starts_with([':', '+', '-']);
        fits.then(|| FileReference { path: path.into(), behind: behind.to_owned(), depth: 0 })
    }

    /// Returns the game with the limits of its file.
    pub(super) fn game(&self) -> Result<Variant, VariantError> {
        let Located { found, source, place, limits } = self.locate()?;
        let variant = match found {
            GameText::Id(name) => Variant::find(&name)?,
            GameText::Own(own) => {
                let rules = own.checked().map_err(|defects| source.wrong_words(place, defects))?;
                Variant { name: own.full_name(), rules }
            }
        };
        let Variant { name, rules } = variant;
        let rules = limits.apply(&rules).check().map_err(|error| VariantError::Rules(error.to_string()))?;
        Ok(Variant { name, rules })
    }

    /// Returns the game as it stands in the file, without the limits of the file.
    pub(super) fn found(&self) -> Result<GameText, ExperimentError> {
        let Located { found, source, place, .. } = self.locate()?;
        if let GameText::Own(own) = &found {
            own.checked().map_err(|defects| source.wrong_words(place, defects))?;
        }
        Ok(found)
    }

    fn locate(&self) -> Result<Located, ExperimentError> {
        let source = Source::read(&self.path)?;
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
        source.check_kind(FileKind::Game)?;
        let file: GameFile = source.parse()?;
        let stem = || self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = file.name.unwrap_or_else(stem);
        let switches = format!("{}{}", file.switches, self.behind);
        let own = OwnVariant { name, base: file.base, switches, rules: file.rules };
        Ok(Located { found: GameText::Own(own), source, place: 0..0, limits: LimitsText::default() })
    }

    /// Returns the named variant, with its place in the file.
    fn one_of(&self, source: Source) -> Result<Located, ExperimentError> {
        let games = |file: &Variants| named(&file.variants);
        let (source, Variants { variants, limits }) = read_at_depth(source, self.depth + 1, games)?;
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
        let found = match &entry.get_ref().game {
            GameText::Id(id) => GameText::Id(format!("{id}{overlay}")),
            GameText::Own(own) => {
                GameText::Own(OwnVariant { switches: format!("{}{overlay}", own.switches), ..own.clone() })
            }
        };
        let place = entry.span();
        Ok(Located { found, source, place, limits })
    }
}

/// Reads a file that may refer to game files. `games` returns the places in which games are named. In the returned text, each
/// reference is replaced by the table of the game on one line, so that line numbers stay the same.
pub fn read_with_games<F: DeserializeOwned>(
    source: Source,
    games: impl Fn(&F) -> Vec<(Range<usize>, String)>,
) -> Result<(Source, F), ExperimentError> {
    read_at_depth(source, 0, games)
}

/// Reads a file like [`read_with_games`], to which `depth` files refer one by one.
fn read_at_depth<F: DeserializeOwned>(
    source: Source,
    depth: u8,
    games: impl Fn(&F) -> Vec<(Range<usize>, String)>,
) -> Result<(Source, F), ExperimentError> {
    let file: F = source.parse()?;
    let folder = source.path.parent().unwrap_or(Path::new("")).to_owned();
    let mut text = source.text.clone();
    let mut places = games(&file);
    places.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    let mut is_changed = false;
    for (place, name) in places {
        let Some(reference) = FileReference::of(&name) else { continue };
        if depth > MOST_DEPTH {
            return Err(
                source.wrong(place, format!("`{name}` leads back to this file; name a game that is in a file itself"))
            );
        }
        let found = FileReference { path: folder.join(&reference.path), depth, ..reference }.found();
        // Of the files in between, only the first one and the one with the mistake are named.
        let found =
            found.map_err(|error| if depth == 0 { source.wrong_inside(place.clone(), error) } else { error })?;
        let table = match found {
            GameText::Id(name) => Value::from(name).to_string(),
            GameText::Own(own) => inline_table(&own),
        };
        text.replace_range(place, &table);
        is_changed = true;
    }
    if !is_changed {
        return Ok((source, file));
    }
    let source = Source { text, ..source };
    let file = source.parse()?;
    Ok((source, file))
}

fn inline_table(own: &OwnVariant) -> String {
    Value::try_from(own).expect("a game is plain data").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_one_line_that_says_the_same() {
        let rules: toml::Table = toml::from_str("edge = true\n[board]\nfiles = 9\nranks = 9\n").expect("a table");
        let own = OwnVariant { name: "nine".into(), base: "city-8".into(), switches: "+vagi".into(), rules };
        let line = inline_table(&own);
        assert!(!line.contains('\n'), "{line}");
        let read: OwnVariant = toml::from_str::<std::collections::BTreeMap<String, OwnVariant>>(&format!("v = {line}"))
            .expect("as written")
            .remove("v")
            .expect("it is there");
        assert_eq!(read.checked().expect("it is right"), own.checked().expect("it is right"));
    }
}
