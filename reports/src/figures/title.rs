//! The title that fits a figure.

use super::picture::wrap_title;
use super::theme::{self, TITLE, Weight, mm};
use crate::sentences::titles::FigureTitle;

impl FigureTitle {
    /// Returns the first finding that fits a figure of this width, or else the name of the quantity.
    pub(super) fn within(&self, width: f64) -> String {
        fitting(self.findings.iter().cloned(), self.neutral, width)
    }
}

/// Returns the first title that fits a figure of this width.
pub(super) fn fitting(titles: impl IntoIterator<Item = String>, neutral: &str, width: f64) -> String {
    /// The width of a page number such as ` (2 of 12)`.
    const PAGE: f64 = mm(17.0);
    let most_lines = if width < theme::WIDTH { 3 } else { 2 };
    let room = width - 2.0 * theme::MARGIN;
    let width_of = |line: &String| theme::text_width(line, TITLE, Weight::Medium);
    let fits = |title: &String| {
        let lines = wrap_title(title, room);
        let last = lines.last().map_or(0.0, width_of);
        let has_room = lines.iter().all(|line| width_of(line) <= room);
        has_room && (lines.len() < most_lines || (lines.len() == most_lines && last + PAGE <= room))
    };
    titles.into_iter().find(fits).unwrap_or_else(|| neutral.to_owned())
}
