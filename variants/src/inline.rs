//! Replaces references to game files in a file by the games themselves, so that its text is complete.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::Value;

use super::own::OwnVariant;
use super::reference::{FileReference, Found, MOST_DEPTH};
use super::source::{ExperimentError, Source};

/// Reads a file that may refer to game files. `games` returns the places in which games are named. In the returned text, each
/// reference is replaced by the table of the game on one line, so that line numbers stay the same.
pub fn read_with_games<F: DeserializeOwned>(
    source: Source,
    games: impl Fn(&F) -> Vec<(Range<usize>, String)>,
) -> Result<(Source, F), ExperimentError> {
    read_at_depth(source, 0, games)
}

/// Reads a file like [`read_with_games`], to which `depth` files refer one by one.
pub(super) fn read_at_depth<F: DeserializeOwned>(
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
        let found = reference.made_in(&folder, depth).found();
        // Of the files in between, only the first one and the one with the mistake are named.
        let found =
            found.map_err(|error| if depth == 0 { source.wrong_inside(place.clone(), error) } else { error })?;
        let table = match found {
            Found::Catalogue(name) => Value::from(name).to_string(),
            Found::Own(own) => inline_table(&own),
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

/// Returns a game as a table on one line.
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
