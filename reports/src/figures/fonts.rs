//! The embedded fonts: Roboto, and DejaVu Sans for words with letters that Roboto lacks, such as accented Greek.

use std::sync::LazyLock;

use ttf_parser::{Face, GlyphId};
use unicode_normalization::UnicodeNormalization;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Medium,
}

/// An embedded font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Font {
    Regular,
    Medium,
    Fallback,
}

impl Font {
    pub(crate) const ALL: [Self; 3] = [Self::Regular, Self::Medium, Self::Fallback];

    fn of(weight: Weight) -> Self {
        if weight == Weight::Medium { Self::Medium } else { Self::Regular }
    }

    pub(crate) fn file(self) -> &'static [u8] {
        match self {
            Self::Regular => include_bytes!("../../fonts/Roboto-Regular.ttf"),
            Self::Medium => include_bytes!("../../fonts/Roboto-Medium.ttf"),
            Self::Fallback => include_bytes!("../../fonts/DejaVuSans.ttf"),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Regular => "Roboto-Regular",
            Self::Medium => "Roboto-Medium",
            Self::Fallback => "DejaVuSans",
        }
    }

    pub(crate) fn face(self) -> &'static Face<'static> {
        static FACES: LazyLock<[Face<'static>; 3]> =
            LazyLock::new(|| Font::ALL.map(|font| Face::parse(font.file(), 0).expect("the embedded fonts are valid")));
        &FACES[self as usize]
    }

    fn has(self, letter: char) -> bool {
        self.face().glyph_index(letter).is_some()
    }
}

/// A letter as it is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Glyph {
    pub(crate) letter: char,
    pub(crate) font: Font,
    pub(crate) id: GlyphId,
    /// Its width as a share of the size.
    pub(crate) advance: f64,
}

impl Glyph {
    fn of(letter: char, font: Font) -> Self {
        let face = font.face();
        let em = face.units_per_em();
        let id = face.glyph_index(letter).unwrap_or_default();
        let advance = face.glyph_hor_advance(id).unwrap_or_default();
        Self { letter, font, id, advance: f64::from(advance) / f64::from(em) }
    }

    /// Whether no font has the letter: it is drawn as a box.
    pub(crate) fn is_missing(self) -> bool {
        self.id == GlyphId::default()
    }
}

/// Returns the letters of a text as they are drawn. If a letter needs the fallback, so do all letters of its word, and all Greek
/// and Cyrillic ones: one script has one font.
pub(crate) fn glyphs(text: &str, weight: Weight) -> Vec<Glyph> {
    let main = Font::of(weight);
    let text: String = text.nfc().collect();
    let needs_fallback = |text: &str| text.chars().any(|letter| !main.has(letter) && Font::Fallback.has(letter));
    let is_mixed = needs_fallback(&text);
    let glyphs = text.split_inclusive(' ').flat_map(|word| {
        let from = if needs_fallback(word) { '\0' } else { FIRST_GREEK };
        word.chars().map(move |letter| {
            let belongs = is_mixed && letter >= from && letter.is_alphabetic() && Font::Fallback.has(letter);
            Glyph::of(
                letter,
                if belongs || !main.has(letter) && Font::Fallback.has(letter) { Font::Fallback } else { main },
            )
        })
    });
    glyphs.collect()
}

/// Letters from here on are of other scripts than Latin.
const FIRST_GREEK: char = '\u{370}';

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::captions::missing_letters;
    use crate::figures::picture::{Align, Picture};
    use crate::figures::theme::{LABEL, text_width};

    /// Polytonic Greek, Cyrillic, and transliterations of Egyptian and Arabic.
    const WORDS: [&str; 5] = ["Πόλις", "ἐπὶ πέντε γραμμῶν", "тавлеи", "ḥꜣb", "šaṭranǧ"];

    #[test]
    fn words_of_the_field_have_all_letters() {
        for word in WORDS {
            for weight in [Weight::Regular, Weight::Medium] {
                assert!(glyphs(word, weight).iter().all(|glyph| !glyph.is_missing()), "{word}");
            }
        }
    }

    #[test]
    fn a_word_and_a_script_are_drawn_with_one_font() {
        let fonts: Vec<Font> = glyphs("+vagi Πόλις", Weight::Regular).iter().map(|glyph| glyph.font).collect();
        assert_eq!(fonts[..6], [Font::Regular; 6]);
        assert_eq!(fonts[6..], [Font::Fallback; 5]);
        let quoted = glyphs("“ἐπὶ πέντε”", Weight::Medium);
        let others: String =
            quoted.iter().filter(|glyph| glyph.font == Font::Medium).map(|glyph| glyph.letter).collect();
        assert_eq!(others, "“ ”");
    }

    #[test]
    fn widths_are_those_of_the_font_that_draws() {
        let face = Font::Fallback.face();
        let omicron = face.glyph_index('ό').and_then(|id| face.glyph_hor_advance(id)).expect("it has the letter");
        let expected = LABEL * f64::from(omicron) / f64::from(face.units_per_em());
        assert!((text_width("ό", LABEL, Weight::Medium) - expected).abs() < 1e-9);
    }

    #[test]
    fn letters_of_no_font_are_found_once() {
        let mut picture = Picture::sized(100.0, 100.0);
        picture.text("城 of 城", (0.0, 50.0), Align::Left, LABEL);
        picture.text("城 again, Πόλις", (0.0, 90.0), Align::Left, LABEL);
        assert_eq!(missing_letters(&picture), [('城', "城 of 城".to_owned())]);
    }
}
