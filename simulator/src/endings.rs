//! The content of endgame tables in the form that reports use.

use petteia_proofs::endgame::{Census, Endgames, Ending, Extreme, Seat};
use petteia_tables::endgames::{EndingSummary, LongestLine};

use crate::keys::variant_key;

/// Summarises the tables of some endings of a game.
///
/// # Panics
/// One of them is not loaded.
pub fn summaries(game: &str, endgames: &Endgames, endings: &[Ending]) -> Vec<EndingSummary> {
    let context = endgames.context();
    let of_seat = |seat: Seat| {
        let census = endgames.census(seat).expect("all endings were solved");
        summary(game, seat, !context.colours_are_alike(), census)
    };
    endings.iter().flat_map(|&ending| context.seats(ending)).map(of_seat).collect()
}

/// Summarises the table of a seat. `sides_differ` tells whether it matters which side is to move.
pub(crate) fn summary(game: &str, seat: Seat, sides_differ: bool, census: &Census) -> EndingSummary {
    let line = |line: &Extreme| LongestLine { plies: line.plies, example: line.example.clone() };
    EndingSummary {
        variant: variant_key(game),
        own: seat.own.to_string(),
        other: seat.other.to_string(),
        side: sides_differ.then_some(seat.side),
        entries: census.entries,
        placements: census.placements,
        over: census.over,
        won: census.won,
        drawn: census.drawn,
        lost: census.lost,
        won_at_once: census.won_at_once,
        won_in_one: census.wins_by_plies.get(1).copied().unwrap_or(0),
        longest_win: census.longest_win.as_ref().map(line),
        longest_loss: census.longest_loss.as_ref().map(line),
        drawn_example: census.drawn_example.clone(),
    }
}
