//! Games that are proved to be draws with best play: the results of experiments/studies/fortresses.md §8 as data.
//!
//! Each result states which search proves it again; the tests run these searches.

use petteia_engine::rules::Repeats;
use petteia_engine::{BySide, Rules};

/// A game in which each side can force a fortress with which it cannot lose, so that neither side can win with best
/// play from the start (experiments/studies/fortresses.md, Theorem 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The game, as [`Rules::parse`] reads it.
    pub game: &'static str,
    /// Whether the result also holds with a die of any size, because no piece of the strategy moves further than one
    /// square.
    pub with_any_die: bool,
    /// For each side, the search that finds its strategy.
    pub forced: BySide<Forced>,
}

/// A search that finds how a side can force a fortress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forced {
    /// The number of the side's first ranks in which it searches.
    pub ranks: u8,
    /// The largest number of moves that the side needs.
    pub moves: u8,
    /// Whether the first two ranks are solved completely beforehand.
    pub complete: bool,
}

const fn within(ranks: u8, moves: u8) -> Forced {
    Forced { ranks, moves, complete: false }
}

const fn draw(game: &'static str, with_any_die: bool, forced: Forced) -> Draw {
    Draw { game, with_any_die, forced: BySide { white: forced, black: forced } }
}

/// The usual search: Black needs three ranks, two of which are solved completely, which takes minutes.
const USUAL: BySide<Forced> = BySide { white: within(2, 5), black: Forced { ranks: 3, moves: 27, complete: true } };

/// All games that are proved to be draws.
pub const DRAWS: [Draw; 16] = [
    Draw { game: "city-8", with_any_die: false, forced: USUAL },
    Draw { game: "city-8+bare=1", with_any_die: false, forced: USUAL },
    draw("city-8-double", true, within(3, 1)),
    draw("city-8-double+corner", true, within(3, 1)),
    draw("city-8-double+inciti", true, within(3, 1)),
    draw("city-8-double+move=step", true, within(3, 1)),
    draw("city-8-double+edge", false, within(3, 2)),
    draw("city-8-double+edge+corner", false, within(3, 2)),
    draw("callen-double-petteia", true, within(3, 1)),
    draw("callen-double-petteia+inciti", true, within(3, 1)),
    draw("callen-double-petteia+edge", false, within(3, 2)),
    draw("city-8-step", true, within(3, 4)),
    draw("callen-simple-capture-leader", true, within(2, 1)),
    draw("callen-simple-latrunculi", true, within(2, 1)),
    draw("callen-double-capture-leader", true, within(3, 1)),
    draw("callen-double-latrunculi", true, within(3, 1)),
];

/// Returns the theorem that a game is a draw with best play from its start, or `None` if none is known.
///
/// A strategy remains valid under other limits, but some limit must make draws of games that nobody wins
/// ([`ends_without_winner`]). Where no position may occur again, or a side loses when one does, a fortress does not last, and
/// nothing is proved.
///
/// ```
/// use petteia_engine::Rules;
/// use petteia_proofs::theorems::proved_draw;
/// assert_eq!(proved_draw(&Rules::parse("city-8+turn_cap=500").unwrap()).unwrap().game, "city-8");
/// assert!(proved_draw(&Rules::parse("city-8-double+die=4").unwrap()).is_some());
/// assert_eq!(proved_draw(&Rules::parse("city-8+edge").unwrap()), None);
/// assert_eq!(proved_draw(&Rules::parse("city-8+repetition=forbidden").unwrap()), None);
/// assert_eq!(proved_draw(&Rules::parse("city-8+repeats=mover-loses").unwrap()), None);
/// assert_eq!(proved_draw(&Rules::parse("city-8-repetition-no_progress").unwrap()), None);
/// ```
#[must_use]
pub fn proved_draw(rules: &Rules) -> Option<&'static Draw> {
    if !ends_without_winner(rules) || rules.repeats != Repeats::Adjudicated {
        return None;
    }
    let is_of = |draw: &&Draw| {
        let Ok(proved) = Rules::parse(draw.game) else { return false };
        let die = if draw.with_any_die { proved.die } else { rules.die };
        proved.unlimited() == Rules { die, ..rules.clone() }.unlimited()
    };
    DRAWS.iter().find(is_of)
}

/// Returns whether some limit adjudicates a game in which nobody ever wins. Without one such a game goes on until the turn cap
/// leaves it unfinished, so that even two fortresses make no draw.
///
/// ```
/// use petteia_engine::Rules;
/// use petteia_proofs::theorems::ends_without_winner;
/// let ends = |game: &str| ends_without_winner(&Rules::parse(game).unwrap());
/// assert!(ends("city-8") && ends("city-8-repetition-no_progress+move_cap=160"));
/// assert!(!ends("city-8-repetition-no_progress") && !ends("city-8-repetition+turn_cap=100"));
/// ```
#[must_use]
pub fn ends_without_winner(rules: &Rules) -> bool {
    let cap = rules.turn_cap();
    let precedes_cap = |turns: u32| turns > 0 && (cap == 0 || turns <= cap);
    // A position occurs for the second time after four turns at the earliest.
    let to_repeat = 4 * u64::from(rules.limits.repetition.limit().saturating_sub(1));
    let to_repeat = u32::try_from(to_repeat).unwrap_or(u32::MAX);
    let moves = rules.limits.move_cap;
    let to_move_cap = if moves > 0 { moves.saturating_add(rules.placing_turns()) } else { 0 };
    rules.limits.fortress || [rules.no_progress(), to_repeat, to_move_cap].into_iter().any(precedes_cap)
}
