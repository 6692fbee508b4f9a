//! A picture as a PDF of one page: lines stay lines, and text is text in the embedded font.
//!
//! The file depends on the picture alone: it has no date and no random identifier.

use std::collections::BTreeMap;

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, LineJoinStyle, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use plotters::style::RGBColor;
use ttf_parser::{Face, GlyphId};

use super::picture::{Align, Picture, Point, Shape, Text};
use super::theme::{DPI, Weight};

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFO: Ref = Ref::new(5);
/// Each font takes this many objects from here on.
const FONTS: i32 = 6;
const FONT_OBJECTS: i32 = 5;

/// Glyphs are numbered as in the font file.
const IDENTITY: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// From 1, the fastest, to 10, the smallest.
const COMPRESSION: u8 = 6;

/// The picture as a PDF document of its size in print, with its notes as document information.
pub(crate) fn pdf(picture: &Picture) -> Vec<u8> {
    let mut fonts = [Weight::Regular, Weight::Medium].map(Font::of);
    let content = content(picture, &mut fonts);
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let points = |dots: f64| (dots.ceil() * 72.0 / DPI) as f32;
    let mut page = pdf.page(PAGE);
    page.media_box(Rect::new(0.0, 0.0, points(picture.width), points(picture.height)));
    page.parent(PAGES).contents(CONTENT);
    let mut resources = page.resources();
    let mut named = resources.fonts();
    for (index, font) in fonts.iter().enumerate() {
        named.pair(Name(font.label), font_object(index, 0));
    }
    named.finish();
    resources.finish();
    page.finish();
    pdf.stream(CONTENT, &compress_to_vec_zlib(&content, COMPRESSION)).filter(Filter::FlateDecode);
    for (index, font) in fonts.iter().enumerate() {
        font.write(&mut pdf, index);
    }
    let mut info = pdf.document_info(INFO);
    info.title(TextStr(&picture.words.title)).creator(TextStr("petteia"));
    for (key, value) in &picture.notes {
        info.pair(Name(key.as_bytes()), TextStr(value));
    }
    info.finish();
    pdf.finish()
}

/// The number of an object of the font at `index`.
fn font_object(index: usize, object: i32) -> Ref {
    Ref::new(FONTS + FONT_OBJECTS * index as i32 + object)
}

/// The shapes as drawing operators, in dots from the top left.
fn content(picture: &Picture, fonts: &mut [Font; 2]) -> Vec<u8> {
    let mut content = Content::new();
    let scale = (72.0 / DPI) as f32;
    content.transform([scale, 0.0, 0.0, -scale, 0.0, scale * picture.height.ceil() as f32]);
    content.set_line_join(LineJoinStyle::RoundJoin);
    for shape in &picture.shapes {
        match shape {
            Shape::Rectangle { area, fill } => {
                paint(&mut content, *fill);
                let [x, y] = place((area.left, area.top));
                let [right, bottom] = place((area.right, area.bottom));
                content.rect(x, y, right - x, bottom - y).fill_nonzero();
            }
            Shape::Line { points, width, colour } => {
                let [r, g, b] = channels(*colour);
                content.set_stroke_rgb(r, g, b).set_line_width(*width as f32);
                path(&mut content, points);
                content.stroke();
            }
            Shape::Polygon { points, fill } => {
                paint(&mut content, *fill);
                path(&mut content, points);
                content.fill_nonzero();
            }
            Shape::Disc { centre, radius, fill } => {
                paint(&mut content, *fill);
                disc(&mut content, *centre, *radius);
            }
            Shape::Text(text) => write_text(&mut content, text, fonts),
        }
    }
    content.finish().into_vec()
}

/// To a hundredth of a dot, which keeps the file small.
fn place(point: Point) -> [f32; 2] {
    [point.0, point.1].map(|x| ((x * 100.0).round() / 100.0) as f32)
}

fn channels(colour: RGBColor) -> [f32; 3] {
    [colour.0, colour.1, colour.2].map(|channel| (f32::from(channel) / 0.255).round() / 1000.0)
}

fn paint(content: &mut Content, fill: RGBColor) {
    let [r, g, b] = channels(fill);
    content.set_fill_rgb(r, g, b);
}

fn path(content: &mut Content, points: &[Point]) {
    for (index, point) in points.iter().enumerate() {
        let [x, y] = place(*point);
        if index == 0 {
            content.move_to(x, y);
        } else {
            content.line_to(x, y);
        }
    }
}

/// A circle as four curves.
fn disc(content: &mut Content, centre: Point, radius: f64) {
    // So far along its tangent lies the control point of a quarter of the unit circle.
    const CONTROL: f64 = 0.552_284_75;
    let at = |x: f64, y: f64| place((centre.0 + radius * x, centre.1 + radius * y));
    let [x, y] = at(1.0, 0.0);
    content.move_to(x, y);
    for (from, to) in
        [((1.0, 0.0), (0.0, 1.0)), ((0.0, 1.0), (-1.0, 0.0)), ((-1.0, 0.0), (0.0, -1.0)), ((0.0, -1.0), (1.0, 0.0))]
    {
        let [x1, y1] = at(from.0 + CONTROL * to.0, from.1 + CONTROL * to.1);
        let [x2, y2] = at(to.0 + CONTROL * from.0, to.1 + CONTROL * from.1);
        let [x3, y3] = at(to.0, to.1);
        content.cubic_to(x1, y1, x2, y2, x3, y3);
    }
    content.fill_nonzero();
}

fn write_text(content: &mut Content, text: &Text, fonts: &mut [Font; 2]) {
    let font = fonts.iter_mut().find(|font| font.weight == text.weight).expect("there is a font of each weight");
    let (glyphs, width) = font.set(&text.text);
    let left = match text.align {
        Align::Left => text.at.0,
        Align::Centre => text.at.0 - width * text.size / 2.0,
        Align::Right => text.at.0 - width * text.size,
    };
    let [x, y] = place((left, text.at.1));
    paint(content, text.colour);
    content.begin_text().set_font(Name(font.label), place((text.size, 0.0))[0]);
    content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, y]).show(Str(&glyphs)).end_text();
}

/// A font, and which of its glyphs the picture needs.
struct Font {
    weight: Weight,
    /// What the page calls it.
    label: &'static [u8],
    /// What it is called.
    name: &'static [u8],
    face: Face<'static>,
    /// By glyph, the character it stands for.
    used: BTreeMap<u16, char>,
}

impl Font {
    fn of(weight: Weight) -> Self {
        let (label, name): (&[u8], &[u8]) = match weight {
            Weight::Regular => (b"R", b"Roboto-Regular"),
            Weight::Medium => (b"M", b"Roboto-Medium"),
        };
        let face = Face::parse(weight.font_file(), 0).expect("the embedded fonts are valid");
        Self { weight, label, name, face, used: BTreeMap::new() }
    }

    /// The glyphs of a text, two bytes each, and its width as a multiple of the em square.
    fn set(&mut self, text: &str) -> (Vec<u8>, f64) {
        let (mut glyphs, mut width) = (Vec::new(), 0.0);
        for character in text.chars() {
            let glyph = self.face.glyph_index(character).unwrap_or_default();
            self.used.insert(glyph.0, character);
            glyphs.extend(glyph.0.to_be_bytes());
            width += f64::from(self.advance(glyph.0)) / 1000.0;
        }
        (glyphs, width)
    }

    /// The width of a glyph in thousandths of the em square.
    fn advance(&self, glyph: u16) -> f32 {
        self.thousandths(self.face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0).into())
    }

    fn thousandths(&self, units: f32) -> f32 {
        units * 1000.0 / f32::from(self.face.units_per_em())
    }

    /// The font with what a reader needs to turn its glyphs into text again.
    fn write(&self, pdf: &mut Pdf, index: usize) {
        let [font, cid_font, descriptor, unicode, file] = [0, 1, 2, 3, 4].map(|object| font_object(index, object));
        let name = Name(self.name);
        let mut composite = pdf.type0_font(font);
        composite.base_font(name).encoding_predefined(Name(b"Identity-H"));
        composite.descendant_font(cid_font).to_unicode(unicode);
        composite.finish();
        let mut cid = pdf.cid_font(cid_font);
        cid.subtype(CidFontType::Type2).base_font(name).system_info(IDENTITY).font_descriptor(descriptor);
        cid.cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = cid.widths();
        for &glyph in self.used.keys() {
            widths.consecutive(glyph, [self.advance(glyph)]);
        }
        widths.finish();
        cid.finish();
        self.write_descriptor(pdf, descriptor, file);
        let mut map = UnicodeCmap::new(Name(b"Glyphs"), IDENTITY);
        self.used.iter().for_each(|(&glyph, &character)| map.pair(glyph, character));
        pdf.stream(unicode, &map.finish());
        let bytes = self.weight.font_file();
        let compressed = compress_to_vec_zlib(bytes, COMPRESSION);
        pdf.stream(file, &compressed).filter(Filter::FlateDecode).pair(Name(b"Length1"), bytes.len() as i32);
    }

    fn write_descriptor(&self, pdf: &mut Pdf, descriptor: Ref, file: Ref) {
        // The width of upright stems is in no table of the font; readers use it only if they must stand in for the font.
        const STEM: f32 = 90.0;
        let units = |units: i16| self.thousandths(units.into());
        let frame = self.face.global_bounding_box();
        let capitals = self.face.capital_height().unwrap_or_else(|| self.face.ascender());
        let mut written = pdf.font_descriptor(descriptor);
        written.name(Name(self.name)).flags(FontFlags::NON_SYMBOLIC).font_file2(file);
        written.bbox(Rect::new(units(frame.x_min), units(frame.y_min), units(frame.x_max), units(frame.y_max)));
        written.ascent(units(self.face.ascender())).descent(units(self.face.descender()));
        written.cap_height(units(capitals)).italic_angle(0.0).stem_v(STEM);
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec_zlib;

    use super::*;
    use crate::figures::theme::{self, mm};

    fn sample() -> Picture {
        let mut picture = Picture::sized(mm(170.0), mm(50.0));
        picture.notes.push(("petteia.commit".to_owned(), "a1b2c3 (ä)".to_owned()));
        picture.text("Share of draws: 96.3 % [96.0, 96.5]", (200.0, 100.0), Align::Left, theme::TITLE);
        picture.styled("−½ “points”", (900.0, 300.0), Align::Right, theme::SMALL, Weight::Medium, theme::INK);
        picture.disc((400.0, 400.0), 30.0, theme::OKABE_ITO[0]);
        picture
    }

    /// What lies between `start` and `end` in a file, for each time it does.
    fn between<'a>(file: &'a str, start: &str, end: &str) -> Vec<&'a str> {
        file.split(start).skip(1).map(|rest| rest.split(end).next().unwrap_or_default()).collect()
    }

    #[test]
    fn a_document_is_one_page_of_the_size_of_the_picture_and_says_where_it_comes_from() {
        let document = String::from_utf8_lossy(&pdf(&sample())).into_owned();
        assert_eq!(between(&document, "/Count ", "\n"), ["1"]);
        let size = between(&document, "/MediaBox [", "]")[0];
        let numbers: Vec<f64> = size.split(' ').map(|number| number.parse().expect("a number")).collect();
        let expected = [0.0, 0.0, 170.0 / 25.4 * 72.0, 50.0 / 25.4 * 72.0];
        for (found, expected) in numbers.iter().zip(expected) {
            assert!((found - expected).abs() < 0.24, "{size}: within a dot of {expected}");
        }
        assert!(document.contains("/petteia.commit"));
        assert!(!document.contains("Date") && !document.contains("/ID"), "nothing that changes from time to time");
        assert_eq!(pdf(&sample()), pdf(&sample()));
    }

    #[test]
    fn every_text_can_be_read_again() {
        let picture = sample();
        let file = pdf(&picture);
        let document = String::from_utf8_lossy(&file).into_owned();
        let maps = between(&document, "beginbfchar", "endbfchar");
        let start = file.windows(7).position(|bytes| bytes == b"stream\n").expect("the content") + 7;
        let content = decompress_to_vec_zlib(&file[start..]).expect("a compressed stream");
        for shape in &picture.shapes {
            let Shape::Text(text) = shape else { continue };
            let (glyphs, _) = Font::of(text.weight).set(&text.text);
            let mut shown = Content::new();
            shown.show(Str(&glyphs));
            let shown = shown.finish().into_vec();
            assert!(content.windows(shown.len()).any(|part| part == shown), "`{}` is not shown", text.text);
            let map = maps[usize::from(text.weight == Weight::Medium)];
            for (character, glyph) in text.text.chars().zip(glyphs.chunks(2)) {
                let pair = format!("<{:02X}{:02X}> <{:04X}>", glyph[0], glyph[1], u32::from(character));
                assert!(map.contains(&pair), "{character} as {pair} in {map}");
            }
        }
    }
}
