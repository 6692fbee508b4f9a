//! `report.html`: a run to explore in a browser, as one file that needs nothing else.
//!
//! [`Report::write_page`] puts the figures and the `data` of the run as JSON into `page.html` below `head.html`, with the
//! styles `theme.css` and `page.css`, the signs on boards (`signs.svg`) and the scripts below `script/`, of which `main.js`
//! comes last. The figures are the files of the report, each an SVG element; tables and games come from the JSON. Names
//! and other texts of the run reach the page as text only, never as markup.

mod cell;
mod data;
mod play;
mod results;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use petteia_engine::Section;
use petteia_engine::files::write_whole;

use crate::error::{LABEL, ReportError};
use crate::figures::{FigureFile, escaped};
use crate::paper::ANSWERS;
use crate::report::Report;
pub use play::{PLAY, PlayPage, PlayedGame};

/// The name of the page in the folder of a run.
pub const PAGE: &str = "report.html";

const FRAME: &str = concat!(include_str!("head.html"), include_str!("page.html"));
pub(crate) const STYLE: &str = concat!(include_str!("theme.css"), include_str!("page.css"));
const SCRIPTS: [&str; 17] = [
    include_str!("script/dom.js"),
    include_str!("script/common.js"),
    include_str!("script/kept.js"),
    include_str!("script/link.js"),
    include_str!("script/download.js"),
    include_str!("script/tables.js"),
    include_str!("script/cells.js"),
    include_str!("script/figures.js"),
    include_str!("script/effects.js"),
    include_str!("script/limits.js"),
    include_str!("script/metrics.js"),
    include_str!("script/board.js"),
    include_str!("script/position.js"),
    include_str!("script/game.js"),
    include_str!("script/replayer.js"),
    include_str!("script/compare.js"),
    include_str!("script/main.js"),
];

/// What the page shows of a run beside its tables, known to whoever played it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Background {
    /// The name of the experiment; empty when it is not known.
    pub name: String,
    /// The rules of each variant in plain words.
    pub rules: BTreeMap<String, Vec<Section>>,
    /// Games to show move by move, by cell.
    pub games: Vec<SampleGame>,
    /// The provenance of the numbers: what, and its value.
    pub provenance: Vec<(&'static str, String)>,
    /// The start of the first variant as an SVG element; empty when it is not known.
    pub board: String,
    /// A paragraph for an article; empty when it is not known.
    pub article: String,
    /// How to cite and reproduce the run; empty when that is not known.
    pub citation: String,
    /// What is missing from the page, and why.
    pub missing: Vec<String>,
    /// Whether [`PLAY`] is written beside the page.
    pub has_play: bool,
}

/// A game that can be shown move by move.
///
/// A step is its text, the squares that it changed and what follows the board in the position text, separated by `|`;
/// steps are separated by `;`. A change is the letter of position texts, or `.` for none, and the square: `.a1Sa4`. The last part is
/// left out where it is as usual: after a roll its face is added, after a decision the other side is to move, the clock and the
/// number of turns have grown by one, and no face is left.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct SampleGame {
    /// The number of the cell.
    pub cell: u32,
    /// The number of the game in the cell.
    pub game: u64,
    /// What it is an example of.
    pub why: Vec<String>,
    /// How it ended, in words.
    pub result: String,
    /// The throne and the corner squares, where they have rules of their own, counted rank by rank from a1.
    pub special: Vec<u16>,
    /// The text of the position that it began with.
    pub start: String,
    /// All that happened.
    pub steps: String,
}

impl Report {
    /// Writes the page into the folder of the run, whole or not at all.
    pub fn write_page(&self, run: &Path, background: &Background) -> Result<PathBuf, ReportError> {
        let path = run.join(PAGE);
        let json = serde_json::to_string(&data::Page::of(self, background)).expect("a report is plain data");
        let text = page(&json, &background.board, &drawings(self));
        write_whole(&path, LABEL, text.as_bytes())?;
        Ok(path)
    }
}

/// Returns JSON as it stands inside an element of a page.
pub(crate) fn embedded(json: &str) -> String {
    // In JSON `<` stands only inside texts; escaped, no text can end the element that holds it.
    json.replace('<', "\\u003c")
}

/// The places for figures in the page, in their order.
const PLACES: [&str; 5] = ["answer", "charts", "effects", "strength", "limits"];

/// The place of a figure in the page; none for the version for a column.
fn place(figure: &FigureFile) -> Option<&'static str> {
    match figure.name.split('-').next()? {
        _ if figure.is_narrow() => None,
        _ if ANSWERS.contains(&&*figure.name) => Some("answer"),
        "effects" | "importance" => Some("effects"),
        "strength" => Some("strength"),
        "limit" => Some("limits"),
        _ => Some("charts"),
    }
}

/// The page has at most this many pages of one figure; the others are in the folder of figures.
const MOST_PAGES: u32 = 6;

fn drawings(report: &Report) -> [String; PLACES.len()] {
    PLACES.map(|wanted| {
        let here = report.figures.iter().filter(|figure| place(figure) == Some(wanted));
        let (shown, left): (Vec<_>, Vec<_>) = here.partition(|figure| figure.page() <= MOST_PAGES);
        let left: Vec<String> = left.into_iter().map(|figure| format!("figures/{}.svg", figure.name)).collect();
        let further =
            if left.is_empty() { String::new() } else { format!("<p>Further pages: {}.</p>", left.join(", ")) };
        shown.into_iter().map(|figure| drawing(figure, report.narrow_form(figure))).collect::<String>() + &further
    })
}

/// A figure with its caption, and with its narrow form for a phone.
fn drawing(figure: &FigureFile, narrow: Option<&FigureFile>) -> String {
    let [title, caption] = [&figure.title, &figure.caption].map(|text| escaped(text));
    let narrow = narrow.map_or_else(String::new, |narrow| format!("<div class=\"scroll narrow\">{}</div>", narrow.svg));
    format!(
        "<figure data-name=\"{}\" aria-label=\"{title}\"><div class=\"scroll wide\">{}</div>{narrow}<figcaption><button type=\"button\" \
         class=\"save\" aria-label=\"Download as SVG: {title}\">SVG</button><details class=\"quiet\"><summary>Caption\
         </summary>{caption}</details></figcaption></figure>\n",
        figure.name, figure.svg
    )
}

/// The page around its data and figures.
fn page(json: &str, board: &str, [answer, charts, effects, strength, limits]: &[String; PLACES.len()]) -> String {
    let contents = [
        ("{style}", STYLE),
        ("{board}", board),
        ("{answer}", answer),
        ("{charts}", charts),
        ("{effects}", effects),
        ("{strength}", strength),
        ("{limits}", limits),
        ("{signs}", include_str!("signs.svg")),
        ("{data}", &embedded(json)),
        ("{script}", &SCRIPTS.join("\n")),
    ];
    framed(FRAME, &contents)
}

/// Returns a frame with contents in its places, which are in the same order.
pub(crate) fn framed(frame: &str, contents: &[(&str, &str)]) -> String {
    let (mut page, mut rest) = (String::new(), frame);
    for (place, content) in contents {
        let (before, after) = rest.split_once(*place).expect("the frame has a place for it");
        page.extend([before, *content]);
        rest = after;
    }
    page + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_can_end_the_data_or_take_the_place_of_another_part() {
        let json = serde_json::to_string("</script><script>alert(1)</script>{script}").expect("a text");
        let page = page(&json, "", &PLACES.map(|_| String::new()));
        assert!(!page.contains("alert(1)</script>"));
        assert_eq!(page.matches("</script>").count(), FRAME.matches("</script>").count());
        assert!(page.contains("alert(1)\\u003c/script>{script}"));
    }
}
