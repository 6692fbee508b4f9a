//! The captions of the figures, in a file beside them and for the text.

use petteia_tables::comments;

use super::fonts::missing_letters;
use super::picture::Picture;
use super::theme::mm;

/// A figure that was written, as `NAME.svg`, `NAME.png` and `NAME.pdf`.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureFile {
    /// The name of its files, without their ending.
    pub name: String,
    /// The finding, in a line or two; also its heading.
    pub title: String,
    /// The content, number of games, method and caveats. Plain text, with sources by author and year.
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

/// The captions as a text in Markdown, a section for each figure, with the notes as comments.
pub(crate) fn markdown(figures: &[FigureFile], notes: &[(String, String)]) -> String {
    let section = |figure: &FigureFile| {
        let FigureFile { name, title, caption, width_mm, height_mm, .. } = figure;
        format!(
            "\n## {name}\n\n`{name}.pdf`, `{name}.svg`, `{name}.png`, {width_mm:.0} × {height_mm:.0} mm\n\n\
             **{title}.** {caption}\n"
        )
    };
    let sections: String = figures.iter().map(section).collect();
    format!("# Captions of the figures\n{sections}{}", comments(notes, "\n<!-- ", " -->"))
}
