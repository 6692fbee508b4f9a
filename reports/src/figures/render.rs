//! The SVG document of a picture as PNG, PDF and animated GIF. A file depends on the picture alone: it has no date and no
//! random identifier.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use svg2pdf::ConversionOptions;

use super::picture::Picture;
use super::svg::svg;
use super::theme::{DPI, Weight};

/// The embedded font, and no other: a file must not depend on what is installed.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    [Weight::Regular, Weight::Medium].into_iter().for_each(|weight| fonts.load_font_data(weight.font_file().to_vec()));
    Arc::new(fonts)
});

/// What each layer leaves out, as style sheets: first all but the bold text, then that text. A layer needs one font, since
/// `svg2pdf` writes several in no fixed order.
const LAYERS: [&str; 2] = [
    "[font-weight=\"bold\"] { display: none }",
    "rect, polyline, polygon, circle, text { display: none } [font-weight=\"bold\"] { display: inline }",
];

/// A picture as a document, ready to be written in any format.
pub(crate) struct Drawing<'a> {
    picture: &'a Picture,
    pub(crate) svg: String,
    layers: [Tree; 2],
}

impl<'a> Drawing<'a> {
    pub(crate) fn of(picture: &'a Picture) -> Result<Self, String> {
        let svg = svg(picture);
        let read = |style_sheet: &str| {
            let options = Options {
                fontdb: Arc::clone(&FONTS),
                dpi: DPI as f32,
                style_sheet: Some(style_sheet.to_owned()),
                ..Options::default()
            };
            Tree::from_str(&svg, &options).map_err(|error| error.to_string())
        };
        let layers = [read(LAYERS[0])?, read(LAYERS[1])?];
        Ok(Self { picture, svg, layers })
    }

    /// A PNG file of [`DPI`] dots an inch.
    pub(crate) fn png(&self) -> Result<Vec<u8>, String> {
        let Bitmap { width, height, dots } = self.bitmap(1.0)?;
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, u32::from(width), u32::from(height));
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Default);
        // Large even areas compress better as they are.
        encoder.set_filter(png::FilterType::NoFilter);
        let dots_a_metre = (DPI / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: dots_a_metre,
            yppu: dots_a_metre,
            unit: png::Unit::Meter,
        }));
        for (key, value) in &self.picture.notes {
            encoder.add_text_chunk(key.clone(), value.clone()).map_err(|error| error.to_string())?;
        }
        let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
        writer.write_image_data(&dots).map_err(|error| error.to_string())?;
        writer.finish().map_err(|error| error.to_string())?;
        Ok(file)
    }

    /// `scale` dots for each dot of 1/300 inch.
    fn bitmap(&self, scale: f64) -> Result<Bitmap, String> {
        let [width, height] = [self.picture.width, self.picture.height].map(|dots| (scale * dots).ceil() as u16);
        let mut pixels = Pixmap::new(width.into(), height.into()).ok_or("a picture has a size")?;
        for layer in &self.layers {
            let size = layer.size();
            let scaled = Transform::from_scale(f32::from(width) / size.width(), f32::from(height) / size.height());
            resvg::render(layer, scaled, &mut pixels.as_mut());
        }
        // The ground is white, so every dot is opaque.
        let dots: Vec<[u8; 3]> = pixels.pixels().iter().map(|dot| [dot.red(), dot.green(), dot.blue()]).collect();
        Ok(Bitmap { width, height, dots: dots.into_flattened() })
    }

    /// A PDF document of one page of the size in print, with the notes as document information. Text is text in
    /// the embedded font.
    pub(crate) fn pdf(&self) -> Result<Vec<u8>, String> {
        const NAMES: [Name; 2] = [Name(b"Figure"), Name(b"Bold")];
        let mut next = Ref::new(1);
        let [catalog, pages, page, content, info] = [(); 5].map(|()| next.bump());
        let mut drawn = Vec::new();
        for layer in &self.layers {
            let (chunk, root) =
                svg2pdf::to_chunk(layer, ConversionOptions::default()).map_err(|error| error.to_string())?;
            let mut numbers = HashMap::new();
            let mut number = |old: Ref| *numbers.entry(old).or_insert_with(|| next.bump());
            drawn.push((number(root), chunk.renumber(number)));
        }
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        let [width, height] = [self.picture.width, self.picture.height].map(|dots| (dots.ceil() * 72.0 / DPI) as f32);
        let mut page = pdf.page(page);
        page.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
        page.resources().x_objects().pairs(NAMES.into_iter().zip(drawn.iter().map(|(root, _)| *root)));
        page.finish();
        let mut whole = Content::new();
        whole.transform([width, 0.0, 0.0, height, 0.0, 0.0]);
        for name in NAMES {
            whole.x_object(name);
        }
        pdf.stream(content, &whole.finish());
        drawn.iter().for_each(|(_, chunk)| pdf.extend(chunk));
        let mut info = pdf.document_info(info);
        info.title(TextStr(&self.picture.words.title)).creator(TextStr("petteia"));
        for (key, value) in &self.picture.notes {
            info.pair(Name(key.as_bytes()), TextStr(value));
        }
        info.finish();
        Ok(pdf.finish())
    }
}

/// Pictures of one size as the frames of an animated GIF at half the dots of a PNG; each is shown for a while, the last
/// longer.
pub(crate) fn gif(pictures: &[Picture]) -> Result<Vec<u8>, String> {
    const HUNDREDTHS: u16 = 80;
    const LAST_HUNDREDTHS: u16 = 400;
    // From 1, the best choice of colours, to 30, the fastest.
    const QUANTIZER_SPEED: i32 = 10;
    let bitmaps: Result<Vec<Bitmap>, String> =
        pictures.iter().map(|picture| Drawing::of(picture)?.bitmap(0.5)).collect();
    let bitmaps = bitmaps?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::picture::Align;
    use crate::figures::theme::{self, mm};

    fn sample() -> Picture {
        let mut picture = Picture::sized(mm(170.0), mm(50.0));
        picture.notes.push(("petteia.commit".to_owned(), "a1b2c3 (ä)".to_owned()));
        picture.text("Share of draws: 96.3 % [96.0, 96.5]", (200.0, 100.0), Align::Left, theme::TITLE);
        picture.styled("−½ “points”", (900.0, 300.0), Align::Right, theme::SMALL, Weight::Medium, theme::INK);
        picture.disc((400.0, 400.0), 30.0, theme::OKABE_ITO[0]);
        picture
    }

    fn pdf(picture: &Picture) -> Vec<u8> {
        Drawing::of(picture).and_then(|drawing| drawing.pdf()).expect("it can be drawn")
    }

    #[test]
    fn a_document_is_one_page_of_the_size_of_the_picture_and_says_where_it_comes_from() {
        let file = pdf(&sample());
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
        assert!(!document.contains("Date") && !document.contains("/ID"), "nothing that changes from time to time");
        (0..20).for_each(|_| assert!(pdf(&sample()) == file));
    }

    #[test]
    fn text_and_disc_are_painted_where_they_stand() {
        let Bitmap { width, height, dots } =
            Drawing::of(&sample()).and_then(|drawing| drawing.bitmap(1.0)).expect("it can be drawn");
        assert_eq!((f64::from(width), f64::from(height)), (mm(170.0).ceil(), mm(50.0).ceil()));
        let dot = |x: usize, y: usize| &dots[3 * (y * usize::from(width) + x)..][..3];
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
