//! The look of every figure: sizes, fonts, colours. Lengths are in dots of 1/300 inch.

pub(crate) use super::fonts::Weight;
use super::fonts::glyphs;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// Resolution in print, in dots an inch.
pub(crate) const DPI: f64 = 300.0;

/// Dots for a length in millimetres.
pub(crate) const fn mm(length: f64) -> f64 {
    length * DPI / 25.4
}

/// Dots for a font size in points.
const fn pt(size: f64) -> f64 {
    size * DPI / 72.0
}

/// Width of a figure: the text block of an A4 page.
pub(crate) const WIDTH: f64 = mm(170.0);
/// Width of a narrow figure: one of two columns.
pub(crate) const NARROW: f64 = mm(84.0);
/// A figure taller than this is continued on another page.
pub(crate) const MAX_HEIGHT: f64 = mm(235.0);
/// White space around everything.
pub(crate) const MARGIN: f64 = mm(2.0);

/// Sizes of text (of the em square).
pub(crate) const TITLE: f64 = pt(9.5);
pub(crate) const LABEL: f64 = pt(7.5);
pub(crate) const SMALL: f64 = pt(6.5);
/// From one line of text to the next, as a multiple of its size.
pub(crate) const LEADING: f64 = 1.3;

pub(crate) const HAIRLINE: f64 = 1.0;
pub(crate) const THIN: f64 = 2.0;
pub(crate) const STRONG: f64 = 4.0;

pub(crate) const WHITE: Colour = Colour(255, 255, 255);
pub(crate) const INK: Colour = Colour(25, 25, 25);
pub(crate) const QUIET: Colour = Colour(95, 95, 95);
pub(crate) const GRID: Colour = Colour(205, 205, 205);
pub(crate) const BAND: Colour = Colour(244, 244, 244);

/// Colours of M. Okabe and K. Ito (2008), "Color universal design", which people with any kind of
/// colour vision can distinguish; ordered so that neighbours also differ in grey.
pub(crate) const OKABE_ITO: [Colour; 7] = [
    Colour(0, 114, 178),
    Colour(230, 159, 0),
    Colour(0, 0, 0),
    Colour(86, 180, 233),
    Colour(213, 94, 0),
    Colour(0, 158, 115),
    Colour(204, 121, 167),
];

/// A tint of a colour: `share` of it on white.
pub(crate) fn tint(colour: Colour, share: f64) -> Colour {
    let mixed = |channel: u8| (255.0 - share * (255.0 - f64::from(channel))).round() as u8;
    Colour(mixed(colour.0), mixed(colour.1), mixed(colour.2))
}

/// From few to many: ColorBrewer's YlGnBu (C. Brewer), whose lightness falls evenly.
const SEQUENCE: [[f64; 3]; 9] = [
    [255.0, 255.0, 217.0],
    [237.0, 248.0, 177.0],
    [199.0, 233.0, 180.0],
    [127.0, 205.0, 187.0],
    [65.0, 182.0, 196.0],
    [29.0, 145.0, 192.0],
    [34.0, 94.0, 168.0],
    [37.0, 52.0, 148.0],
    [8.0, 29.0, 88.0],
];

/// The colour for `share`, from 0 (light) to 1 (dark).
pub(crate) fn sequential(share: f64) -> Colour {
    let last = SEQUENCE.len() - 1;
    let at = share.clamp(0.0, 1.0) * last as f64;
    let below = (at.floor() as usize).min(last - 1);
    let part = at - below as f64;
    let channel = |c: usize| (SEQUENCE[below][c] * (1.0 - part) + SEQUENCE[below + 1][c] * part).round() as u8;
    Colour(channel(0), channel(1), channel(2))
}

/// The embedded font, followed by substitutes where an SVG is displayed without it.
pub(crate) const FAMILY: &str = "Roboto, Helvetica, Arial, DejaVu Sans, sans-serif";

pub(crate) fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
    size * glyphs(text, weight).iter().map(|glyph| glyph.advance).sum::<f64>()
}
