//! The verdicts as a LaTeX table.

use petteia_engine::Side;

use super::Verdict;
use super::words::{self, endings_of, pairings_of};
use crate::paper::latex::{broken, escaped, table as longtable};
use crate::terminal::percent_with_interval;

/// One row a variant: smallest fortress, what is forced, best play, drawn endings, draws in play.
pub(super) fn table(verdicts: &[Verdict]) -> String {
    let (endings, pairings) = (endings_of(verdicts), pairings_of(verdicts));
    let columns =
        format!("p{{27mm}}rp{{13mm}}p{{13mm}}p{{16mm}}{}{}", "r".repeat(endings.len()), "r".repeat(pairings.len()));
    let fixed = ["game", "smallest", "White", "Black", "best play"].map(str::to_owned);
    let of_endings = endings.iter().map(|(own, other)| format!("{own}v{other}"));
    let of_pairings = pairings.iter().map(|pairing| broken(pairing));
    let headings: Vec<String> = fixed.into_iter().chain(of_endings).chain(of_pairings).collect();
    let caption = "What is proved of each game, and how often it was drawn in play. Smallest: pieces of the smallest \
                   fortress. White, Black: within how many own moves the side forces one from the start, against every \
                   defence. Endings: \\% of all placements that are drawn with best play, the side with more pieces to \
                   move. Last columns: \\% of games drawn by these agents, with 95\\,\\% intervals.";
    let row = |verdict: &Verdict| {
        let mut texts = vec![
            broken(&verdict.variant),
            escaped(&words::smallest(&verdict.smallest)),
            escaped(&words::forced(&verdict.forced[Side::White])),
            escaped(&words::forced(&verdict.forced[Side::Black])),
            escaped(words::best_play(verdict.best_play())),
        ];
        texts.extend(endings.iter().map(|ending| escaped(&words::drawn_ending(verdict, ending).unwrap_or_default())));
        texts.extend(pairings.iter().map(|pairing| {
            let played = verdict.played.iter().find(|played| words::pairing(played) == *pairing);
            escaped(&percent_with_interval(played.and_then(|played| played.draw_rate)))
        }));
        texts.join(" & ") + r" \\"
    };
    longtable(&columns, caption, "verdicts", &headings.join(" & "), verdicts.iter().map(row))
}
