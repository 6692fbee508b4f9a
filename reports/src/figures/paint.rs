//! Painting a picture as PNG, and pictures as an animated GIF.

use plotters::backend::{BitMapBackend, DrawingBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, RGBColor, ShapeStyle, TextStyle};

use super::picture::{Align, Picture, Point, Shape, Text};
use super::theme;

/// Bitmaps are drawn this many times larger and averaged down, which smooths slanted edges.
const OVERSAMPLING: usize = 2;

/// The picture as a PNG file of [`theme::DPI`] dots an inch.
pub(crate) fn png(picture: &Picture) -> Result<Vec<u8>, String> {
    let Bitmap { width, height, dots } = bitmap(picture, 1.0)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, u32::from(width), u32::from(height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Default);
    encoder.set_adaptive_filter(png::AdaptiveFilterType::Adaptive);
    let dots_a_metre = (theme::DPI / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions {
        xppu: dots_a_metre,
        yppu: dots_a_metre,
        unit: png::Unit::Meter,
    }));
    for (key, value) in &picture.notes {
        encoder.add_text_chunk(key.clone(), value.clone()).map_err(|error| error.to_string())?;
    }
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(&dots).map_err(|error| error.to_string())?;
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
    let bitmaps: Vec<Bitmap> = pictures.iter().map(|picture| bitmap(picture, 0.5)).collect::<Result<_, _>>()?;
    let size = |length: fn(&Bitmap) -> u16| bitmaps.iter().map(length).max().unwrap_or(1);
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, size(|bitmap| bitmap.width), size(|bitmap| bitmap.height), &[])
        .map_err(|error| error.to_string())?;
    for (index, Bitmap { width, height, dots }) in bitmaps.iter().enumerate() {
        let mut frame = gif::Frame::from_rgb_speed(*width, *height, dots, QUANTIZER_SPEED);
        frame.delay = if index + 1 == bitmaps.len() { LAST_HUNDREDTHS } else { HUNDREDTHS };
        encoder.write_frame(&frame).map_err(|error| error.to_string())?;
    }
    drop(encoder);
    Ok(file)
}

/// RGB dots, row by row from the top.
struct Bitmap {
    width: u16,
    height: u16,
    dots: Vec<u8>,
}

/// The picture in dots, `scale` of them for each dot of 1/300 inch.
fn bitmap(picture: &Picture, scale: f64) -> Result<Bitmap, String> {
    let (width, height) = ((scale * picture.width).ceil() as u16, (scale * picture.height).ceil() as u16);
    let (wide, tall) = (usize::from(width) * OVERSAMPLING, usize::from(height) * OVERSAMPLING);
    let mut dots = vec![255_u8; 3 * wide * tall];
    {
        let size = (wide as u32, tall as u32);
        let mut backend = BitMapBackend::with_buffer(&mut dots, size);
        paint(picture, scale * OVERSAMPLING as f64, &mut backend)?;
        backend.present().map_err(|error| error.to_string())?;
    }
    let dots = average(&dots, width.into(), height.into());
    Ok(Bitmap { width, height, dots })
}

/// The mean of each square of dots, of an RGB bitmap [`OVERSAMPLING`] times larger each way.
fn average(dots: &[u8], width: usize, height: usize) -> Vec<u8> {
    /// The number of dots in a square, as a power of two.
    const SQUARE: u32 = (OVERSAMPLING * OVERSAMPLING).ilog2();
    let stride = 3 * width * OVERSAMPLING;
    let mut averaged = Vec::with_capacity(3 * width * height);
    let mut sums = vec![0_u32; 3 * width];
    for rows in dots.chunks_exact(OVERSAMPLING * stride) {
        sums.fill(0);
        for row in rows.chunks_exact(stride) {
            for (sum, square) in sums.chunks_exact_mut(3).zip(row.chunks_exact(3 * OVERSAMPLING)) {
                for dot in square.chunks_exact(3) {
                    sum.iter_mut().zip(dot).for_each(|(sum, &channel)| *sum += u32::from(channel));
                }
            }
        }
        // Rounded to the nearest, halves up.
        averaged.extend(sums.iter().map(|sum| ((sum + (1 << (SQUARE - 1))) >> SQUARE) as u8));
    }
    averaged
}

/// Paints all shapes at `scale`.
fn paint(picture: &Picture, scale: f64, backend: &mut BitMapBackend) -> Result<(), String> {
    let dot = |point: Point| ((point.0 * scale).round() as i32, (point.1 * scale).round() as i32);
    let (width, height) = (picture.width.ceil(), picture.height.ceil());
    backend.draw_rect((0, 0), dot((width, height)), &filled(theme::WHITE), true).map_err(|error| error.to_string())?;
    for shape in &picture.shapes {
        let painted = match shape {
            Shape::Rectangle { area, fill } => {
                let corners = (dot((area.left, area.top)), dot((area.right, area.bottom)));
                backend.draw_rect(corners.0, corners.1, &filled(*fill), true)
            }
            Shape::Line { points, width, colour } => {
                let stroke =
                    ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: (width * scale).round() as u32 };
                backend.draw_path(points.iter().map(|&point| dot(point)), &stroke)
            }
            Shape::Polygon { points, fill } => {
                backend.fill_polygon(points.iter().map(|&point| dot(point)), &filled(*fill))
            }
            Shape::Disc { centre, radius, fill } => {
                backend.draw_circle(dot(*centre), (radius * scale).round() as u32, &filled(*fill), true)
            }
            Shape::Text(text) => {
                paint_text(text, scale, backend)?;
                continue;
            }
        };
        painted.map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn filled(colour: RGBColor) -> ShapeStyle {
    colour.filled()
}

fn paint_text(text: &Text, scale: f64, backend: &mut BitMapBackend) -> Result<(), String> {
    let size = text.size * scale;
    let font = theme::bitmap_font(size, text.weight);
    let align = match text.align {
        Align::Left => HPos::Left,
        Align::Centre => HPos::Center,
        Align::Right => HPos::Right,
    };
    // The backend puts the baseline half the height of the font below the top of the text.
    let top = text.at.1 * scale - 0.5 * size * theme::FONT_HEIGHT;
    let style = TextStyle::from(font).pos(Pos::new(align, VPos::Top)).color(&text.colour);
    let at = ((text.at.0 * scale).round() as i32, top.round() as i32);
    backend.draw_text(&text.text, &style, at).map_err(|error| error.to_string())
}
