//! What all pages of figures have: their heads, their texts, and how many there are.

use super::picture::{Align, Picture, Words, wrap};
use super::theme::{self, LEADING, SMALL, Weight, mm};

/// Pages with this many items each; `page` draws some items with the words of their page.
pub(crate) fn in_pages<Item>(
    words: &Words,
    items: &[Item],
    a_page: usize,
    page: impl Fn(Words, &[Item]) -> Picture,
) -> Vec<Picture> {
    let pages = items.chunks(a_page);
    let count = pages.len();
    pages.enumerate().map(|(index, items)| page(words.of_page(index, count), items)).collect()
}

/// Title and note at the top, and a further note, which may be empty; returns where they end.
pub(crate) fn heading(picture: &mut Picture, further: &str) -> f64 {
    let mut y = picture.title() + mm(0.8);
    let room = picture.width - 2.0 * theme::MARGIN;
    let note = picture.words.note.clone();
    for line in
        [note.as_str(), further].into_iter().filter(|note| !note.is_empty()).flat_map(|note| wrap(note, room, SMALL))
    {
        y += SMALL * LEADING;
        picture.styled(&line, (theme::MARGIN, y), Align::Left, SMALL, Weight::Regular, theme::QUIET);
    }
    y + mm(1.4)
}

/// Lines of text, centred about the height of `middle_left`.
pub(crate) fn text_lines(picture: &mut Picture, lines: &[String], middle_left: (f64, f64), size: f64) {
    let above = (lines.len() as f64 - 1.0) / 2.0;
    for (index, line) in lines.iter().enumerate() {
        let offset = (index as f64 - above) * size * LEADING;
        let at = (middle_left.0, middle_left.1 + offset + 0.35 * size);
        picture.text(line, at, Align::Left, size);
    }
}
