//! A picture as a PDF document, with pdf-writer. A file depends on the picture alone: it has no date and no random identifier.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use subsetter::GlyphRemapper;

use super::fonts::{self, glyphs};
use super::picture::{Picture, Point, Shape, Text};
use super::theme::{self, Colour, DPI};

const IDENTITY: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A document of one page of the size in print, with the notes as document information. Text is text in the embedded fonts.
pub(crate) fn pdf(picture: &Picture) -> Result<Vec<u8>, String> {
    let mut next = Ref::new(1);
    let [catalog, pages, page, content, info] = [(); 5].map(|()| next.bump());
    let mut fonts = fonts::Font::ALL.map(|font| Font::new(font, &mut next));
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(pages);
    pdf.pages(pages).kids([page]).count(1);
    let [width, height] = [picture.width, picture.height].map(|dots| (dots.ceil() * 72.0 / DPI) as f32);
    let drawn = compressed(&drawn(picture, height, &mut fonts));
    let fonts: Vec<&Font> = fonts.iter().filter(|font| !font.letters.is_empty()).collect();
    pdf.stream(content, &drawn).filter(Filter::FlateDecode);
    let mut page = pdf.page(page);
    page.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
    page.resources().fonts().pairs(fonts.iter().map(|font| (font.name(), font.number)));
    page.finish();
    for font in fonts {
        font.write(&mut pdf, &mut next)?;
    }
    let mut info = pdf.document_info(info);
    info.title(TextStr(&picture.words.title)).creator(TextStr("petteia"));
    for (key, value) in &picture.notes {
        info.pair(Name(key.as_bytes()), TextStr(value));
    }
    info.finish();
    Ok(pdf.finish())
}

fn compressed(data: &[u8]) -> Vec<u8> {
    const LEVEL: u8 = 6;
    compress_to_vec_zlib(data, LEVEL)
}

/// The shapes as the content of a page of this height in points.
fn drawn(picture: &Picture, height: f32, fonts: &mut [Font; 3]) -> Vec<u8> {
    let scale = (72.0 / DPI) as f32;
    let mut page = Content::new();
    // To dots, downwards.
    page.transform([scale, 0.0, 0.0, -scale, 0.0, height]).set_line_join(LineJoinStyle::RoundJoin);
    paint(&mut page, theme::WHITE).rect(0.0, 0.0, picture.width.ceil() as f32, picture.height.ceil() as f32);
    page.fill_nonzero();
    for shape in &picture.shapes {
        match shape {
            Shape::Rectangle { area, fill } => {
                let [left, top, right, bottom] = area.to_whole_dots().map(|dots| dots as f32);
                paint(&mut page, *fill).rect(left, top, right - left, bottom - top).fill_nonzero();
            }
            Shape::Line { points, width, colour } => {
                let [red, green, blue] = rgb(*colour);
                page.set_stroke_rgb(red, green, blue).set_line_width(*width as f32);
                lines(&mut page, points).stroke();
            }
            Shape::Polygon { points, fill } => {
                paint(&mut page, *fill);
                lines(&mut page, points).fill_nonzero();
            }
            Shape::Disc { centre, radius, fill } => disc(paint(&mut page, *fill), *centre, *radius),
            Shape::Text(text) => show(&mut page, text, fonts),
        }
    }
    page.finish().to_vec()
}

fn rgb(Colour(red, green, blue): Colour) -> [f32; 3] {
    [red, green, blue].map(|channel| f32::from(channel) / 255.0)
}

fn paint(page: &mut Content, fill: Colour) -> &mut Content {
    let [red, green, blue] = rgb(fill);
    page.set_fill_rgb(red, green, blue)
}

fn lines<'c>(page: &'c mut Content, points: &[Point]) -> &'c mut Content {
    for (index, &(x, y)) in points.iter().enumerate() {
        match index {
            0 => page.move_to(x as f32, y as f32),
            _ => page.line_to(x as f32, y as f32),
        };
    }
    page
}

/// A disc of four Bézier curves.
fn disc(page: &mut Content, centre: Point, radius: f64) {
    /// How far control points are from the ends of a quarter of a circle of radius 1.
    const REACH: f64 = 0.552_284_75;
    let at = |(x, y): Point| ((centre.0 + radius * x) as f32, (centre.1 + radius * y) as f32);
    let (x, y) = at((1.0, 0.0));
    page.move_to(x, y);
    let (mut from, corners) = ((1.0, 0.0), [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)]);
    for to in corners {
        let [first, second, end] =
            [(from.0 + REACH * to.0, from.1 + REACH * to.1), (to.0 + REACH * from.0, to.1 + REACH * from.1), to]
                .map(at);
        page.cubic_to(first.0, first.1, second.0, second.1, end.0, end.1);
        from = to;
    }
    page.fill_nonzero();
}

/// Writes a text, each part of it in its font.
fn show(page: &mut Content, text: &Text, fonts: &mut [Font; 3]) {
    let glyphs = glyphs(&text.text, text.weight);
    let mut left = text.left();
    for part in glyphs.chunk_by(|one, next| one.font == next.font) {
        let font = &mut fonts[part[0].font as usize];
        let codes: Vec<u8> = part.iter().flat_map(|glyph| font.code(glyph.id.0, glyph.letter)).collect();
        let upright = [1.0, 0.0, 0.0, -1.0, left as f32, text.at.1 as f32];
        paint(page, text.colour).begin_text().set_font(font.name(), text.size as f32).set_text_matrix(upright);
        page.show(Str(&codes)).end_text();
        left += text.size * part.iter().map(|glyph| glyph.advance).sum::<f64>();
    }
}

/// The used part of an embedded font.
struct Font {
    font: fonts::Font,
    number: Ref,
    used: GlyphRemapper,
    letters: BTreeMap<u16, char>,
}

impl Font {
    fn new(font: fonts::Font, next: &mut Ref) -> Self {
        Self { font, number: next.bump(), used: GlyphRemapper::new(), letters: BTreeMap::new() }
    }

    fn name(&self) -> Name<'static> {
        Name(self.font.name().as_bytes())
    }

    /// The code of a letter in a text.
    fn code(&mut self, glyph: u16, letter: char) -> [u8; 2] {
        let code = self.used.remap(glyph);
        self.letters.insert(code, letter);
        code.to_be_bytes()
    }

    /// The name of this part of the font: other parts have other names.
    fn part(&self) -> String {
        const LETTERS: u32 = 26;
        let sum = self.letters.values().fold(0, |sum: u32, &letter| sum.wrapping_mul(31).wrapping_add(letter.into()));
        let tag = (0..6).map(|place| char::from(b'A' + (sum.div_euclid(LETTERS.pow(place)) % LETTERS) as u8));
        format!("{}+{}", tag.collect::<String>(), self.font.name())
    }

    fn write(&self, pdf: &mut Pdf, next: &mut Ref) -> Result<(), String> {
        let [cid, descriptor, unicode, data] = [(); 4].map(|()| next.bump());
        let part = self.part();
        let part = Name(part.as_bytes());
        let face = self.font.face();
        let thousandths = |units: i16| f32::from(units) * 1000.0 / f32::from(face.units_per_em());
        pdf.type0_font(self.number)
            .base_font(part)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(cid)
            .to_unicode(unicode);
        let mut font = pdf.cid_font(cid);
        font.subtype(CidFontType::Type2).base_font(part).system_info(IDENTITY).font_descriptor(descriptor);
        font.cid_to_gid_map_predefined(Name(b"Identity"));
        let advance = |glyph| face.glyph_hor_advance(ttf_parser::GlyphId(glyph)).unwrap_or(0);
        let widths = self.used.remapped_gids().map(|glyph| thousandths(advance(glyph) as i16));
        font.widths().consecutive(0, widths);
        font.finish();
        let room = face.global_bounding_box();
        let [left, bottom, right, top] = [room.x_min, room.y_min, room.x_max, room.y_max].map(thousandths);
        pdf.font_descriptor(descriptor)
            .name(part)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(thousandths(face.ascender()))
            .descent(thousandths(face.descender()))
            .cap_height(thousandths(face.capital_height().unwrap_or(face.ascender())))
            .stem_v(80.0)
            .font_file2(data);
        let mut map = UnicodeCmap::new(Name(b"Custom"), IDENTITY);
        self.letters.iter().for_each(|(&code, &letter)| map.pair(code, letter));
        pdf.cmap(unicode, &map.finish());
        let subset = subsetter::subset(self.font.file(), 0, &self.used).map_err(|error| error.to_string())?;
        pdf.stream(data, &compressed(&subset)).filter(Filter::FlateDecode);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::picture::Align;
    use crate::figures::theme::{Weight, mm};

    #[test]
    fn a_document_is_one_page_of_the_size_of_the_picture_and_says_where_it_comes_from() {
        let mut picture = Picture::sized(mm(170.0), mm(50.0));
        picture.notes.push(("petteia.commit".to_owned(), "a1b2c3 (ä)".to_owned()));
        picture.text("Share of draws: 96.3 % [96.0, 96.5]", (200.0, 100.0), Align::Left, theme::TITLE);
        picture.styled("−½ “points”", (900.0, 300.0), Align::Right, theme::SMALL, Weight::Medium, theme::INK);
        picture.disc((400.0, 400.0), 30.0, theme::OKABE_ITO[0]);
        let file = pdf(&picture).expect("it can be drawn");
        let document = String::from_utf8_lossy(&file).into_owned();
        let after = |key: &str| document.split(key).nth(1).unwrap_or_default();
        assert!(after("/Count ").starts_with("1\n"));
        let size = after("/MediaBox [").split(']').next().unwrap_or_default();
        let numbers: Vec<f64> = size.split(' ').map(|number| number.parse().expect("a number")).collect();
        let expected = [0.0, 0.0, 170.0 / 25.4 * 72.0, 50.0 / 25.4 * 72.0];
        for (found, expected) in numbers.iter().zip(expected) {
            assert!((found - expected).abs() < 0.24, "{size}: within a dot of {expected}");
        }
        assert!(document.contains("/petteia.commit") && document.contains("/ToUnicode"), "text can be copied");
        // The first letters of both fonts: S and −.
        assert!(document.contains("<0001> <0053>") && document.contains("<0001> <2212>"), "as these letters");
        assert!(!document.contains("Date") && !document.contains("/ID"), "nothing that changes from time to time");
        (0..20).for_each(|_| assert!(pdf(&picture).expect("it can be drawn") == file));
    }

    #[test]
    fn greek_with_accents_is_text_in_the_second_font() {
        let mut picture = Picture::sized(mm(50.0), mm(20.0));
        picture.text("Πόλις", (20.0, 100.0), Align::Left, theme::LABEL);
        let document = String::from_utf8_lossy(&pdf(&picture).expect("it can be drawn")).into_owned();
        assert!(document.contains("+DejaVuSans") && document.contains("<0002> <03CC>"), "the accented letter");
        assert!(!document.contains("Roboto"), "only fonts that are used");
    }
}
