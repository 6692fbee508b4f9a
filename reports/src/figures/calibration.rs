//! Estimated limits of draws against the truth, with a line of equality.

use petteia_statistics::limit::Quantity;

use super::axis::Axis;
use super::fields::{BELOW, Field, only};
use super::pages::heading;
use super::picture::{Picture, Words};
use super::theme::{self, mm};
use crate::calibration::{Case, sentence};

const HEIGHT: f64 = mm(86.0);

/// One picture; none without cases.
pub(crate) fn draw(cases: &[Case]) -> Vec<Picture> {
    let coverage = sentence(cases, Quantity::Draws);
    if cases.is_empty() {
        return Vec::new();
    }
    let words = Words {
        title: "Estimated limits against the truth".to_owned(),
        note: format!("{coverage} Circles: the interval contains the truth; squares: it does not."),
        caption: format!(
            "Estimated limits against the truth. Each mark is an ending of a game or a small board. Horizontal: the share of its \
             placements that are drawn with best play, from complete endgame tables. Vertical: the limit between the results of \
             unequal budgets, with its interval. Both agree on the line. Cases whose limit is not identified are left out. \
             {coverage}"
        ),
    };
    let mut picture = Picture::figure(theme::WIDTH, words);
    let field = Field {
        area: only(theme::WIDTH, heading(&mut picture, ""), HEIGHT),
        across: Axis::percent("True share of draws (%)", 100.0),
        up: Axis::percent("Estimated limit of the share of draws (%)", 100.0),
    };
    picture.height = field.area.bottom + BELOW;
    field.frame(&mut picture);
    field.line(&mut picture, vec![(0.0, 0.0), (100.0, 100.0)], theme::THIN, theme::INK);
    for case in cases.iter().filter(|case| case.quantity == Quantity::Draws) {
        if let (Ok(limit), Some(holds)) = (case.limit, case.holds()) {
            field.estimates(&mut picture, usize::from(!holds), &[(100.0 * case.truth, limit.rescaled(100.0, 0.0))]);
        }
    }
    vec![picture]
}
