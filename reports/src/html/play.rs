//! `play.html`: the page that needs no installation (`web/`), with the games of a run chosen first.

use std::path::{Path, PathBuf};

use petteia_engine::Rules;
use petteia_engine::files::write_whole;
use serde::Serialize;

use super::{PAGE, embedded};
use crate::error::{LABEL, ReportError};

/// The name of the page in the folder of a run.
pub const PLAY: &str = "play.html";

/// The place in the page for the games of a run.
const PLACE: &str = r#"<script type="application/json" id="given">null</script>"#;

/// The page as `make web` builds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayPage(String);

/// A game of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayedGame {
    /// Its name.
    pub game: String,
    /// Its rules, if the name does not define them.
    pub rules: Option<Rules>,
}

/// What the page is given, as its scripts read it.
#[derive(Serialize)]
struct Given<'a> {
    name: &'a str,
    /// The report that carries the page, if there is one.
    report: Option<&'static str>,
    variants: &'a [PlayedGame],
}

impl PlayPage {
    /// Checks that a text is the page.
    pub fn read(text: String) -> Result<Self, String> {
        let is_page = text.matches(PLACE).count() == 1;
        if is_page { Ok(PlayPage(text)) } else { Err("it is not a page that `make web` built".into()) }
    }

    /// Writes the page with the games of a run into its folder, whole or not at all. `has_report` tells whether
    /// [`PAGE`] is there too.
    pub fn write(
        &self,
        run: &Path,
        name: &str,
        games: &[PlayedGame],
        has_report: bool,
    ) -> Result<PathBuf, ReportError> {
        let given = Given { name, report: has_report.then_some(PAGE), variants: games };
        let json = embedded(&serde_json::to_string(&given).expect("rules are plain data"));
        let path = run.join(PLAY);
        write_whole(&path, LABEL, self.0.replacen(PLACE, &PLACE.replace("null", &json), 1).as_bytes())?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_take_their_place() {
        let folder = std::env::temp_dir().join(format!("petteia-play-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let page = PlayPage::read(format!("<p>{PLACE}</p>")).expect("it has the place");
        let games = [PlayedGame { game: "</script>".into(), rules: None }];
        let path = page.write(&folder, "small", &games, true).expect("it can be written");
        let text = std::fs::read_to_string(path).expect("it was written");
        let json = r#"{"name":"small","report":"report.html","variants":[{"game":"\u003c/script>","rules":null}]}"#;
        assert_eq!(text, format!("<p>{}</p>", PLACE.replace("null", json)));
        assert!(PlayPage::read(text).is_err(), "a page that was given games is not given others");
        std::fs::remove_dir_all(folder).expect("it can be removed");
    }
}
