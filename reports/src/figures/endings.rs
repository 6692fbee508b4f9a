//! Material against material: in each field the shares won, drawn and lost by the side to move.

use petteia_engine::Side;
use petteia_tables::VariantKey;
use petteia_tables::endgames::EndingSummary;

use super::legend::{self, Legend, Sign};
use super::pages::heading;
use super::picture::{Align, Area, Fill, Picture, Words};
use super::theme::{self, Colour, LABEL, LEADING, SMALL, Weight, mm, text_width};
use crate::labels::distinct;
use crate::number_format::{number_of, share_of, with_side};

const WON: Fill = Fill::solid(Colour(230, 159, 0));
const DRAWN: Fill = Fill::solid(Colour(200, 200, 200));
const LOST: Fill = Fill::solid(Colour(0, 84, 147));

/// Widest and highest a field becomes.
const WIDEST: f64 = mm(36.0);
const HEIGHT: f64 = mm(19.0);
const GAP: f64 = mm(1.6);
const BAR: f64 = mm(4.2);

/// A page for each variant, and where the sides differ in rules for each side to move.
pub(crate) fn draw(endings: &[EndingSummary]) -> Vec<Picture> {
    let pages = distinct(endings.iter().map(|ending| (&ending.variant, ending.side)));
    let of = |&(variant, side): &(&VariantKey, Option<Side>)| {
        let members = endings.iter().filter(|ending| ending.variant == *variant && ending.side == side);
        page(variant.display_name(), side, &members.collect::<Vec<_>>())
    };
    pages.iter().map(of).collect()
}

fn page(variant: &str, side: Option<Side>, endings: &[&EndingSummary]) -> Picture {
    let mover = side.map_or_else(String::new, |side| format!(", {} to move", side.title()));
    let title = format!("Endgames of {variant} with best play{mover}");
    let note = "All placements of the pieces, with the side to move of each row: shares won, drawn and lost by it, and \
                its longest win in plies to the next capture or the end of the game.";
    let caption = format!(
        "{title}. {note} The counts are exact, over all placements, so there are no intervals. All placements are equally \
         likely here, unlike those of real games."
    );
    let words = Words { title, note: note.to_owned(), caption };
    let legend = Legend {
        heading: "The side to move".to_owned(),
        entries: [(WON, "wins"), (DRAWN, "draws"), (LOST, "loses")]
            .map(|(fill, name)| (Sign::Area(fill), name.to_owned()))
            .to_vec(),
    };
    let (owns, others) = (materials(endings, |e| &e.own), materials(endings, |e| &e.other));
    let row_name = |pieces: &str| format!("{} to move", with_side(pieces, side));
    let widest = owns.iter().map(|own| text_width(&row_name(own), LABEL, Weight::Medium)).fold(0.0, f64::max);
    let left = theme::MARGIN + widest + mm(3.0);
    let room = theme::WIDTH - theme::MARGIN - left;
    let width = (room / others.len() as f64 - GAP).min(WIDEST);
    let mut picture = Picture::figure(theme::WIDTH, words);
    let y = heading(&mut picture, "");
    let top = legend::draw(&mut picture, &legend, y) + mm(2.0);
    let fields = top + LABEL * LEADING + mm(1.5);
    picture.height = fields + owns.len() as f64 * (HEIGHT + GAP) + theme::MARGIN;
    for (column, other) in others.iter().enumerate() {
        let name = format!("against {}", with_side(other, side.map(|side| !side)));
        let at = (left + column as f64 * (width + GAP) + width / 2.0, top + LABEL);
        picture.styled(&name, at, Align::Centre, LABEL, Weight::Medium, theme::INK);
    }
    for (row, own) in owns.iter().enumerate() {
        let y = fields + row as f64 * (HEIGHT + GAP);
        let at = (theme::MARGIN, y + HEIGHT / 2.0 + 0.35 * LABEL);
        picture.styled(&row_name(own), at, Align::Left, LABEL, Weight::Medium, theme::INK);
        for (column, other) in others.iter().enumerate() {
            let x = left + column as f64 * (width + GAP);
            let area = Area { left: x, top: y, right: x + width, bottom: y + HEIGHT };
            match endings.iter().find(|ending| ending.own == *own && ending.other == *other) {
                Some(ending) => field(&mut picture, area, ending),
                None => picture.rectangle(area, theme::BAND),
            }
        }
    }
    picture
}

/// The different pieces of one side, fewest first, and of equally many those with a leader.
fn materials<'a>(endings: &[&'a EndingSummary], of: fn(&EndingSummary) -> &String) -> Vec<&'a str> {
    let mut found: Vec<&str> = endings.iter().map(|ending| of(ending).as_str()).collect();
    found.sort_by_key(|name| (number_of(name), !name.starts_with('L')));
    found.dedup();
    found
}

fn field(picture: &mut Picture, area: Area, ending: &EndingSummary) {
    let inset = mm(1.2);
    let bar = Area {
        left: area.left + inset,
        top: area.top + inset,
        right: area.right - inset,
        bottom: area.top + inset + BAR,
    };
    let mut x = bar.left;
    for (fill, count) in [(WON, ending.won), (DRAWN, ending.drawn), (LOST, ending.lost)] {
        let right = x + ending.share(count) * bar.width();
        picture.fill(Area { left: x, right, ..bar }, fill);
        x = right;
    }
    picture.frame(bar, theme::HAIRLINE, theme::QUIET);
    let lines = [
        format!("won {} %", share_of(ending, ending.won)),
        format!("drawn {} %", share_of(ending, ending.drawn)),
        format!("lost {} %", share_of(ending, ending.lost)),
        ending.longest_win.as_ref().map_or_else(String::new, |line| format!("longest win {}", line.plies)),
    ];
    for (line, text) in lines.iter().enumerate() {
        let y = bar.bottom + (line as f64 + 1.0) * SMALL * LEADING;
        picture.text(text, (bar.left, y), Align::Left, SMALL);
    }
    picture.frame(area, theme::HAIRLINE, theme::GRID);
}
