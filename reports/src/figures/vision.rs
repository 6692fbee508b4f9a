//! A check that the series of every figure can be distinguished with a colour vision deficiency.
//!
//! Simulation: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes (2009), “A physiologically-based model for simulation of color
//! vision deficiency”, *IEEE Transactions on Visualization and Computer Graphics* 15, 1291–1298: the matrices for complete
//! protanopia, deuteranopia and tritanopia, applied to linear RGB. Distance: ΔE*ab (CIE 1976), of which about 2.3 is just
//! noticeable (M. Mahy, L. Van Eycken and A. Oosterlinck 1994, *Color Research and Application* 19, 105–121).

use super::picture::{Area, Picture, Point, Shape};
use super::tests::every_figure;
use super::theme::{self, Colour};

/// The least distance of two colours that only their colour distinguishes: six times a just noticeable difference.
const LEAST: f64 = 14.0;

type Matrix = [[f64; 3]; 3];

const VISIONS: [(&str, Matrix); 4] = [
    ("normal vision", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    (
        "deuteranopia",
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    ),
    ("tritanopia", [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
];

fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(factor, value)| factor * value).sum())
}

/// A colour in CIELAB for the white point D65, as it is seen.
fn lab(vision: &Matrix, Colour(red, green, blue): Colour) -> [f64; 3] {
    const XYZ: Matrix = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175],
        [0.019_333_9, 0.119_192, 0.950_304_1],
    ];
    let linear = |channel: u8| match f64::from(channel) / 255.0 {
        dark if dark <= 0.040_45 => dark / 12.92,
        light => ((light + 0.055) / 1.055).powf(2.4),
    };
    let seen = times(vision, [red, green, blue].map(linear)).map(|channel| channel.clamp(0.0, 1.0));
    let [x, y, z] = times(&XYZ, seen);
    let root = |t: f64| if t > 216.0 / 24_389.0 { t.cbrt() } else { (24_389.0 / 27.0 * t + 16.0) / 116.0 };
    let [x, y, z] = [x / 0.950_47, y, z / 1.088_83].map(root);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The smallest distance of two colours in any vision, with its name.
fn distance(a: Colour, b: Colour) -> (f64, &'static str) {
    let in_vision = |(name, vision): &(&'static str, Matrix)| {
        let squares = lab(vision, a).into_iter().zip(lab(vision, b)).map(|(a, b)| (a - b).powi(2));
        (squares.sum::<f64>().sqrt(), *name)
    };
    VISIONS.iter().map(in_vision).min_by(|a, b| a.0.total_cmp(&b.0)).expect("there are visions")
}

/// What distinguishes a series in a figure.
#[derive(Debug, Clone, PartialEq)]
enum Look {
    /// A mark, by its outline in dots about its centre.
    Mark {
        colour: Colour,
        outline: Vec<(i64, i64)>,
    },
    Line {
        colour: Colour,
    },
    /// An area, with the colour of its stripes and whether they rise.
    Area {
        colour: Colour,
        stripes: Option<(Colour, bool)>,
    },
}

impl Look {
    /// Whether two looks of one kind cannot be distinguished; with the distance of their colours.
    fn is_confused_with(&self, other: &Look) -> Option<(f64, &'static str)> {
        let (a, b) = match (self, other) {
            (Look::Line { colour: a }, Look::Line { colour: b }) => (*a, *b),
            (Look::Mark { colour: a, outline: of_a }, Look::Mark { colour: b, outline: of_b }) if of_a == of_b => {
                (*a, *b)
            }
            (Look::Area { colour: a, stripes: None }, Look::Area { colour: b, stripes: None }) => (*a, *b),
            (
                Look::Area { colour: a, stripes: Some((_, rising_a)) },
                Look::Area { colour: b, stripes: Some((_, rising_b)) },
            ) if rising_a == rising_b => (*a, *b),
            _ => return None,
        };
        Some(distance(a, b)).filter(|(distance, _)| *distance < LEAST)
    }
}

/// The looks that a picture really uses; backgrounds, tints, axes and texts are none.
fn looks(picture: &Picture) -> Vec<Look> {
    const NEUTRAL: [Colour; 5] = [theme::WHITE, theme::INK, theme::QUIET, theme::GRID, theme::BAND];
    let mut looks: Vec<Look> = Vec::new();
    for (index, shape) in picture.shapes.iter().enumerate() {
        let after = &picture.shapes[index + 1..];
        let look = match shape {
            Shape::Polygon { points, fill } if is_mark(points, after) => {
                Some(Look::Mark { colour: *fill, outline: outline(points) })
            }
            Shape::Disc { fill, .. } => Some(Look::Mark { colour: *fill, outline: Vec::new() }),
            Shape::Line { points, width, colour } if *width > theme::THIN && !is_stripe(points) => {
                Some(Look::Line { colour: *colour })
            }
            Shape::Rectangle { area, fill } => Some(Look::Area { colour: *fill, stripes: stripes(*area, after) }),
            _ => None,
        };
        let is_new = |look: &Look| {
            let (Look::Mark { colour, .. } | Look::Line { colour } | Look::Area { colour, .. }) = look;
            !NEUTRAL.contains(colour) && !looks.contains(look)
        };
        looks.extend(look.filter(is_new));
    }
    looks
}

/// Whether a polygon is a mark: these have a white outline.
fn is_mark(points: &[Point], after: &[Shape]) -> bool {
    matches!(after.first(), Some(Shape::Line { points: edge, colour, .. })
        if *colour == theme::WHITE && edge.len() == points.len() + 1 && edge[0] == points[0])
}

fn outline(points: &[Point]) -> Vec<(i64, i64)> {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0 / n, sum.1 + point.1 / n));
    points.iter().map(|point| ((point.0 - x).round() as i64, (point.1 - y).round() as i64)).collect()
}

fn is_stripe(points: &[Point]) -> bool {
    let [from, to] = points else { return false };
    ((to.0 - from.0).abs() - (to.1 - from.1).abs()).abs() < 0.5
}

/// The stripes that follow an area.
fn stripes(area: Area, after: &[Shape]) -> Option<(Colour, bool)> {
    match after.first() {
        Some(Shape::Line { points, width, colour }) if *width > theme::THIN && is_stripe(points) => {
            let inside = points.iter().all(|point| point.0 >= area.left - 1.0 && point.0 <= area.right + 1.0);
            inside.then(|| (*colour, (points[1].0 - points[0].0) * (points[1].1 - points[0].1) < 0.0))
        }
        _ => None,
    }
}

#[test]
fn series_of_every_figure_can_be_distinguished_by_everyone() {
    let mut pairs = 0;
    for (name, picture) in every_figure() {
        // The squares of a heat map are read by their lightness.
        if name.starts_with("squares") {
            continue;
        }
        let looks = looks(&picture);
        for (index, look) in looks.iter().enumerate() {
            for other in &looks[..index] {
                assert_eq!(look.is_confused_with(other), None, "{name}: {look:?} and {other:?}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 100, "{pairs} pairs of looks");
}

#[test]
fn heat_maps_grow_darker_in_every_vision() {
    for (name, vision) in &VISIONS {
        let lightness: Vec<f64> =
            (0..=16).map(|step| lab(vision, theme::sequential(f64::from(step) / 16.0))[0]).collect();
        assert!(lightness.windows(2).all(|pair| pair[1] < pair[0] - 1.0), "{name}: {lightness:?}");
    }
}

#[test]
fn red_and_green_of_one_lightness_are_confused() {
    let (red, green) = (Colour(190, 90, 60), Colour(120, 115, 60));
    let (seen, vision) = distance(red, green);
    assert!(seen < LEAST && vision.ends_with("anopia"), "{seen} in {vision}");
    assert!(distance(Colour(0, 0, 0), theme::WHITE).0 > 99.0);
}
