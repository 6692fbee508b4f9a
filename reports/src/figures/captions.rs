//! The captions of the figures, in a file beside them and for the text.

use petteia_tables::comments;

use super::fonts::glyphs;
use super::picture::{Picture, Shape};
use super::study::Study;
use super::theme::mm;
use crate::summary::CellSummary;

/// A figure that was written, as `NAME.svg`, `NAME.png` and `NAME.pdf`.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureFile {
    /// The name of its files, without their ending.
    pub name: String,
    /// The finding, in a line or two; also its heading.
    pub title: String,
    /// The content and caveats. Plain text, with sources by author and year.
    pub caption: String,
    /// Its width in print.
    pub width_mm: f64,
    /// Its height in print.
    pub height_mm: f64,
    /// Letters that no font of the figures has, each with a text that has it.
    pub missing_letters: Vec<(char, String)>,
    pub(crate) svg: String,
}

impl FigureFile {
    pub(crate) fn of(name: &str, picture: &Picture, svg: String) -> Self {
        Self {
            name: name.to_owned(),
            title: picture.words.title.clone(),
            caption: picture.words.caption.clone(),
            width_mm: picture.width.ceil() / mm(1.0),
            height_mm: picture.height.ceil() / mm(1.0),
            missing_letters: missing_letters(picture),
            svg,
        }
    }

    /// Whether it is the version of another figure for a column.
    pub(crate) fn is_narrow(&self) -> bool {
        self.name.contains("-narrow")
    }

    /// The number of the page of its figure, from 1.
    pub(crate) fn page(&self) -> u32 {
        self.name.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or(1)
    }

    /// The title and the caption, which may begin with the same words.
    pub(crate) fn title_and_caption(&self) -> String {
        let title = self.title.trim_end_matches('.');
        let title = title.split(" (1 of").next().unwrap_or(title);
        if self.caption.starts_with(title) { self.caption.clone() } else { format!("{title}. {}", self.caption) }
    }
}

/// Name of the file with the captions.
pub(crate) const FILE: &str = "captions.md";

/// What is common to the figures of a run: the cells, and their intervals.
pub(crate) fn common(cells: &[CellSummary]) -> String {
    format!(
        "The figures show {} Bars are 95 % intervals of one cell each: Wilson’s (1927) of shares, Tango’s (1998) of White’s score, \
         Student’s t of means. Games stopped at the turn cap are unfinished: they score ½ and are counted separately from draws. A title \
         reports a difference only if it survives Holm’s (1979) correction.",
        Study::of(cells).caption()
    )
}

/// The captions as a text in Markdown: what is common to all, and a section for each figure, with the notes as comments.
pub(crate) fn markdown(common: &str, figures: &[FigureFile], notes: &[(String, String)]) -> String {
    let section = |figure: &FigureFile| {
        let FigureFile { name, title, caption, width_mm, height_mm, .. } = figure;
        let caption = caption.strip_prefix(title.as_str()).map_or_else(|| format!(". {caption}"), str::to_owned);
        format!(
            "\n## {name}\n\n`{name}.pdf`, `{name}.svg`, `{name}.png`, {width_mm:.0} × {height_mm:.0} mm\n\n\
             **{title}**{caption}\n"
        )
    };
    let sections: String = figures.iter().map(section).collect();
    let common = if common.is_empty() { String::new() } else { format!("\n{common}\n") };
    format!("# Captions of the figures\n{common}{sections}{}", comments(notes, "\n<!-- ", " -->"))
}

/// Returns the letters of a picture that no font has, each once, with a text that has it.
pub(crate) fn missing_letters(picture: &Picture) -> Vec<(char, String)> {
    let mut missing: Vec<(char, String)> = Vec::new();
    for shape in &picture.shapes {
        let Shape::Text(text) = shape else { continue };
        for glyph in glyphs(&text.text, text.weight).into_iter().filter(|glyph| glyph.is_missing()) {
            if missing.iter().all(|(known, _)| *known != glyph.letter) {
                missing.push((glyph.letter, text.text.clone()));
            }
        }
    }
    missing
}
