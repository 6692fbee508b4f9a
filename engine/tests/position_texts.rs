//! Tests position texts: those in `position_texts/good.txt` must be reproduced exactly, those in `bad.txt` rejected.
//!
//! A line `game …` names the game of the texts below it. In `bad.txt`, each text follows the name of the field that the
//! error must name, separated by ` | `. Comments start with `#`.

use crate::data;
use petteia_engine::{Game, Geometry, OnBoard, PositionTextError, Rules, with_geometry};

struct Read<'a>(&'a str, &'a str);

impl OnBoard for Read<'_> {
    type Output = Result<String, PositionTextError>;

    fn run<G: Geometry>(self, geometry: G) -> Self::Output {
        let rules = Rules::parse(self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0));
        let game = Game::new(rules, geometry);
        game.parse(self.1).map(|position| game.text(&position))
    }
}

fn read(game: &str, text: &str) -> Result<String, PositionTextError> {
    let rules = Rules::parse(game).unwrap_or_else(|error| panic!("{game}: {error}"));
    with_geometry(rules.board, Read(game, text))
}

#[test]
fn good_texts_come_back_as_they_are() {
    let texts = data::position_texts("good.txt");
    assert!(texts.len() >= 40, "the texts are in engine/tests/position_texts");
    for (place, game, text) in texts {
        assert_eq!(read(&game, &text), Ok(text), "{place}: {game}");
    }
}

#[test]
fn bad_texts_are_refused_by_their_field() {
    let texts = data::position_texts("bad.txt");
    assert!(texts.len() >= 150, "the texts are in engine/tests/position_texts");
    let wrong: Vec<String> = texts.iter().filter_map(|(place, game, line)| accepted(place, game, line)).collect();
    assert!(wrong.is_empty(), "{} of {} texts:\n{}", wrong.len(), texts.len(), wrong.join("\n"));
}

/// Returns what is wrong with the reading of a bad text.
fn accepted(place: &str, game: &str, line: &str) -> Option<String> {
    let (field, text) = line.split_once(" | ").unwrap_or_else(|| panic!("{place}: a field, ` | `, and a text"));
    match read(game, text) {
        Ok(_) => Some(format!("{place}: {game}: `{text}` is accepted")),
        Err(error) if error.field != field => Some(format!("{place}: {game}: `{text}`: {error}")),
        Err(error) if !error.to_string().contains(field) => Some(format!("{place}: `{error}` does not name the field")),
        Err(_) => None,
    }
}
