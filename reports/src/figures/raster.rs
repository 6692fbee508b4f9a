//! A picture as PNG and animated GIF, with tiny-skia. A file depends on the picture alone: it has no date.

use std::io::Write;

use tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};
use ttf_parser::OutlineBuilder;

use super::fonts::{Glyph, glyphs};
use super::picture::{Area, Picture, Point, Shape, Text};
use super::theme::{Colour, DPI};

/// A PNG file of [`DPI`] dots an inch.
pub(crate) fn png(picture: &Picture) -> Result<Vec<u8>, String> {
    const CHUNK: usize = 1 << 16;
    let pixels = bitmap(picture, 1.0)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    // As small as the usual level without a filter within a few percent, in less than half the time.
    encoder.set_deflate_compression(png::DeflateCompression::Level(3));
    encoder.set_filter(png::Filter::Up);
    let dots_a_metre = (DPI / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: dots_a_metre,
        yppu: dots_a_metre,
        unit: png::Unit::Meter,
    }));
    for (key, value) in &picture.notes {
        encoder.add_text_chunk(key.clone(), value.clone()).map_err(|error| error.to_string())?;
    }
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    let mut rows = writer.stream_writer_with_size(CHUNK).map_err(|error| error.to_string())?;
    for row in pixels.pixels().chunks(pixels.width() as usize) {
        let dots: Vec<[u8; 3]> = row.iter().map(|dot| [dot.red(), dot.green(), dot.blue()]).collect();
        rows.write_all(dots.as_flattened()).map_err(|error| error.to_string())?;
    }
    rows.finish().map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    Ok(file)
}

/// Pictures of one size as the frames of an animated GIF at half the dots of a PNG; each is shown for a while, the last
/// longer.
pub(crate) fn gif(pictures: &[Picture]) -> Result<Vec<u8>, String> {
    const HUNDREDTHS: u16 = 80;
    const LAST_HUNDREDTHS: u16 = 400;
    // From 1, the best choice of colours, to 30, the fastest.
    const QUANTIZER_SPEED: i32 = 10;
    let mut bitmaps: Vec<Pixmap> = pictures.iter().map(|picture| bitmap(picture, 0.5)).collect::<Result<_, _>>()?;
    let size = |length: fn(&Pixmap) -> u32| bitmaps.iter().map(length).max().unwrap_or(1) as u16;
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, size(Pixmap::width), size(Pixmap::height), &[])
        .map_err(|error| error.to_string())?;
    let count = bitmaps.len();
    for (index, pixels) in bitmaps.iter_mut().enumerate() {
        let (width, height) = (pixels.width() as u16, pixels.height() as u16);
        let mut frame = gif::Frame::from_rgba_speed(width, height, pixels.data_mut(), QUANTIZER_SPEED);
        frame.delay = if index + 1 == count { LAST_HUNDREDTHS } else { HUNDREDTHS };
        encoder.write_frame(&frame).map_err(|error| error.to_string())?;
    }
    drop(encoder);
    Ok(file)
}

/// `scale` dots for each dot of 1/300 inch.
fn bitmap(picture: &Picture, scale: f64) -> Result<Pixmap, String> {
    let [width, height] = [picture.width, picture.height].map(|dots| (scale * dots).ceil() as u32);
    let mut pixels = Pixmap::new(width, height).ok_or("a picture has a size")?;
    pixels.fill(Color::WHITE);
    let scaled = Transform::from_scale(scale as f32, scale as f32);
    picture.shapes.iter().for_each(|shape| paint(&mut pixels, shape, scaled));
    Ok(pixels)
}

/// Paints a shape; nothing if it has no extent.
fn paint(pixels: &mut Pixmap, shape: &Shape, scaled: Transform) {
    let (path, colour, width) = match shape {
        Shape::Rectangle { area, fill } => (rectangle(*area), fill, None),
        Shape::Line { points, width, colour } => (lines(points, false), colour, Some(*width as f32)),
        Shape::Polygon { points, fill } => (lines(points, true), fill, None),
        Shape::Disc { centre: (x, y), radius, fill } => {
            (PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32), fill, None)
        }
        Shape::Text(text) => (letters(text), &text.colour, None),
    };
    let Some(path) = path else { return };
    let Colour(red, green, blue) = *colour;
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    match width {
        Some(width) => {
            let stroke = Stroke { width, line_join: LineJoin::Round, ..Stroke::default() };
            pixels.stroke_path(&path, &paint, &stroke, scaled, None);
        }
        None => pixels.fill_path(&path, &paint, FillRule::Winding, scaled, None),
    }
}

fn rectangle(area: Area) -> Option<Path> {
    let [left, top, right, bottom] = area.to_whole_dots().map(|dots| dots as f32);
    Rect::from_ltrb(left, top, right, bottom).map(PathBuilder::from_rect)
}

fn lines(points: &[Point], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        match index {
            0 => path.move_to(x as f32, y as f32),
            _ => path.line_to(x as f32, y as f32),
        }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

fn letters(text: &Text) -> Option<Path> {
    let mut letters = Letters { path: PathBuilder::new(), at: (text.left(), text.at.1), scale: 1.0 };
    for Glyph { font, id, advance, .. } in glyphs(&text.text, text.weight) {
        let face = font.face();
        letters.scale = text.size / f64::from(face.units_per_em());
        face.outline_glyph(id, &mut letters);
        letters.at.0 += text.size * advance;
    }
    letters.path.finish()
}

/// The outlines of letters, in units of the font and upwards, become a path.
struct Letters {
    path: PathBuilder,
    /// The left end of the next letter on the baseline.
    at: Point,
    scale: f64,
}

impl Letters {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        let (right, down) = (self.scale * f64::from(x), -self.scale * f64::from(y));
        ((self.at.0 + right) as f32, (self.at.1 + down) as f32)
    }
}

impl OutlineBuilder for Letters {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::picture::Align;
    use crate::figures::theme::{self, Weight, mm};

    fn sample() -> Picture {
        let mut picture = Picture::sized(mm(170.0), mm(50.0));
        picture.text("Share of draws: 96.3 % [96.0, 96.5]", (200.0, 100.0), Align::Left, theme::TITLE);
        picture.styled("−½ “points”", (900.0, 300.0), Align::Right, theme::SMALL, Weight::Medium, theme::INK);
        picture.disc((400.0, 400.0), 30.0, theme::OKABE_ITO[0]);
        picture
    }

    #[test]
    fn text_and_disc_are_painted_where_they_stand() {
        let pixels = bitmap(&sample(), 1.0).expect("it can be drawn");
        let width = pixels.width() as usize;
        assert_eq!((width as f64, f64::from(pixels.height())), (mm(170.0).ceil(), mm(50.0).ceil()));
        let dot = |x: usize, y: usize| &pixels.data()[4 * (y * width + x)..][..3];
        assert_eq!((dot(400, 400), dot(440, 400)), (&[0, 114, 178][..], &[255, 255, 255][..]));
        let is_dark = |x: usize, y: usize| dot(x, y)[0] < 90;
        let inked = |across: std::ops::Range<usize>, down: std::ops::Range<usize>| {
            across.flat_map(|x| down.clone().map(move |y| (x, y))).filter(|&(x, y)| is_dark(x, y)).count()
        };
        assert!(inked(200..700, 70..105) > 500, "the first text");
        let left = 900 - theme::text_width("−½ “points”", theme::SMALL, Weight::Medium) as usize;
        assert!(inked(left - 2..902, 275..306) > 100 && inked(903..1000, 275..306) == 0, "the second ends at 900");
    }
}
