//! Endings on a terminal.

use petteia_tables::endgames::{EndingSummary, LongestLine};

use crate::number_format::{share_of, with_side};
use crate::terminal::{Layout, TableStyle, aligned, explained, table_width};

const HEADINGS: [&str; 9] =
    ["to move", "against", "placements", "won %", "drawn %", "lost %", "at once %", "longest win", "example"];

/// Returns a line for each ending: the shares of all placements, and the longest win with an example.
#[must_use]
pub fn endings_text(endings: &[EndingSummary], style: TableStyle) -> String {
    let headings = HEADINGS.map(str::to_owned).to_vec();
    let mut rows: Vec<Vec<String>> = std::iter::once(headings).chain(endings.iter().map(|e| row(e).to_vec())).collect();
    if table_width(&rows) > style.width {
        // The example; the files have it.
        rows.iter_mut().for_each(|row| row.truncate(HEADINGS.len() - 1));
    }
    let layout = Layout { headings: 1, left: |column| [0, 1, 8].contains(&column), cut: 0 };
    let note = "Shares of all placements, for the side to move, with best play by both sides. At once: the next move wins \
                the game. Longest win: plies to the next capture or the end of the game.";
    explained(aligned(&rows, layout, style), &[], note, style)
}

fn row(ending: &EndingSummary) -> [String; 9] {
    let line = |line: fn(&LongestLine) -> String| ending.longest_win.as_ref().map_or_else(String::new, line);
    [
        with_side(&ending.own, ending.side),
        with_side(&ending.other, ending.side.map(|side| !side)),
        ending.placements.to_string(),
        share_of(ending, ending.won),
        share_of(ending, ending.drawn),
        share_of(ending, ending.lost),
        share_of(ending, ending.won_at_once),
        line(|line| line.plies.to_string()),
        line(|line| line.example.clone()),
    ]
}

#[cfg(test)]
mod tests {
    use petteia_engine::Side;

    use super::*;
    use crate::fixtures;

    fn ending() -> EndingSummary {
        EndingSummary {
            variant: fixtures::variant("city-8"),
            own: "2".into(),
            other: "1".into(),
            side: None,
            entries: 15_722,
            placements: 124_992,
            over: 0,
            won: 2_576,
            drawn: 122_416,
            lost: 0,
            won_at_once: 4,
            won_in_one: 4,
            longest_win: Some(LongestLine { plies: 7, example: "8/8/8/8/8/S7/5Ss1/8 w 0,0 7,6 0 0".into() }),
            longest_loss: None,
            drawn_example: None,
        }
    }

    #[test]
    fn only_what_is_exact_is_said_to_be_nothing_or_all() {
        let text = endings_text(&[ending()], TableStyle::default());
        let row: Vec<&str> = text.lines().nth(2).unwrap().split_whitespace().take(8).collect();
        assert_eq!(row, ["2", "1", "124992", "2.06", "97.94", "0", "<0.01", "7"]);
    }

    #[test]
    fn a_narrow_terminal_shows_no_example() {
        let text = |width| endings_text(&[ending()], TableStyle { width, colour: false });
        assert!(text(120).contains("8/8/8/8/8/S7/5Ss1/8"));
        assert!(text(80).lines().all(|line| line.chars().count() <= 80), "{}", text(80));
    }

    #[test]
    fn the_side_is_named_where_it_matters() {
        let text = endings_text(&[EndingSummary { side: Some(Side::Black), ..ending() }], TableStyle::default());
        assert!(text.contains("Black's 2  White's 1"), "{text}");
    }
}
