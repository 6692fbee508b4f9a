//! Short texts about the verdict on a variant.

use petteia_engine::Side;
use petteia_tables::endgames::EndingSummary;
use petteia_tables::verdicts::{BestPlay, Forced, InPlay, Smallest, Tried, Verdict};

use crate::labels::{Pairing, distinct};
use crate::number_format::{number_of, share_of};

/// The agents that played.
pub(super) fn agents(played: &InPlay) -> Pairing<'_> {
    (&played.white, &played.black)
}

/// All pairings, in order of appearance.
pub(super) fn pairings_of(verdicts: &[Verdict]) -> Vec<Pairing<'_>> {
    distinct(verdicts.iter().flat_map(|verdict| verdict.played.iter().map(agents)))
}

/// The endings of the verdicts that are not already over, with the side that has more pieces to move, smallest first. One
/// stone against one says little and is left out.
pub(super) fn endings_of(verdicts: &[Verdict]) -> Vec<(String, String)> {
    let larger = |own: &str, other: &str| number_of(own) >= number_of(other);
    let all = verdicts.iter().flat_map(|verdict| &verdict.endings);
    let told = all.filter(|e| larger(&e.own, &e.other) && e.over < e.placements && (&*e.own, &*e.other) != ("1", "1"));
    let mut endings = distinct(told.filter(|e| e.side != Some(Side::Black)).map(|e| (e.own.clone(), e.other.clone())));
    endings.sort_by_key(|(own, other)| (number_of(own) + number_of(other), number_of(own)));
    endings
}

/// For a column of a table.
pub(super) fn best_play_key(best: BestPlay) -> String {
    match best {
        BestPlay::Draw => "draw".to_owned(),
        BestPlay::NoWin => "no_win".to_owned(),
        BestPlay::NoLoss(side) => format!("{}_cannot_lose", side.name()),
        BestPlay::NoFortress => "no_fortress".to_owned(),
        BestPlay::Open => "open".to_owned(),
    }
}

/// For people.
pub(super) fn best_play(best: BestPlay) -> String {
    match best {
        BestPlay::Draw => "a draw".to_owned(),
        BestPlay::NoWin => "neither side wins".to_owned(),
        BestPlay::NoLoss(side) => format!("{} does not lose", side.title()),
        BestPlay::NoFortress => "no fortress; open".to_owned(),
        BestPlay::Open => "open".to_owned(),
    }
}

pub(super) fn smallest(smallest: &Smallest) -> String {
    match smallest {
        Smallest::Found { pieces, .. } => pieces.to_string(),
        Smallest::None { all: true, .. } | Smallest::NeverMoves => "none".to_owned(),
        Smallest::None { most, .. } => format!("> {most}"),
        Smallest::NotCovered(_) => "?".to_owned(),
    }
}

pub(super) fn forced(forced: &Forced) -> String {
    match forced {
        Forced::Within { moves, is_safe: true, .. } => moves_text(*moves),
        Forced::Within { moves, .. } => format!("{}, safe?", moves_text(*moves)),
        Forced::Open { .. } => "open".to_owned(),
        Forced::NotCovered(_) => "?".to_owned(),
    }
}

/// `1 move`, `2 moves`.
pub(super) fn moves_text(moves: u8) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

/// The extent of the searches: `not within 6 moves in 2 ranks, nor in any number of moves in 3 ranks`.
pub(super) fn tried(tried: &[Tried]) -> String {
    if tried.is_empty() {
        return "not searched".to_owned();
    }
    let one = |&Tried { ranks, moves }: &Tried| {
        let far = moves.map_or("in any number of moves".to_owned(), |moves| format!("within {}", moves_text(moves)));
        format!("{far} in {ranks} ranks")
    };
    format!("not {}", tried.iter().map(one).collect::<Vec<_>>().join(", nor "))
}

/// The share of drawn placements of an ending in percent; `None` without a table, or if no placement is playable.
pub(super) fn drawn_ending(verdict: &Verdict, ending: &(String, String)) -> Option<String> {
    solved(verdict, ending).map(|ending| share_of(ending, ending.drawn))
}

/// The table of an ending; `None` if there is none, or if no placement is playable.
pub(super) fn solved<'a>(verdict: &'a Verdict, (own, other): &(String, String)) -> Option<&'a EndingSummary> {
    verdict.endings.iter().find(|e| (&e.own, &e.other) == (own, other) && e.over < e.placements)
}
