//! Cases that the proof does not cover (studies/fortresses.md §1); they are refused rather than answered wrongly.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::{Bound, Compulsory, Movement, Removal, Rules};
use crate::vocab::Side;

/// Why the prover gives no answer for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCovered {
    /// Stones are still being placed.
    #[error("stones are still to be placed, and one can be placed on any empty square")]
    Placing,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The proof does not cover compulsory capture together with `surround`.
    #[error("the proof does not cover `surround` for a side that must capture or may be huffed")]
    CompelledSurround,
    /// The proof does not cover compulsory capture together with stones that hop.
    #[error("the proof does not cover `move=hop` for a side that must capture or may be huffed")]
    CompelledHop,
    /// A fortress waits by moving a piece to and fro.
    #[error(
        "a fortress moves a piece to and fro for ever, which `repetition=forbidden` and `forbidden-board` do not allow"
    )]
    Repetition,
    /// A rule of moving or capturing that the proof does not cover.
    #[error("the proof does not cover `{0}`")]
    Rule(&'static str),
    /// The capture of another piece could sweep the board.
    #[error(
        "with `inciti`, the capture of a piece outside the fortress could cause a sweep, which the proof does not cover"
    )]
    Sweep,
    /// Moves of hopeless pieces do not count as moves.
    #[error("with `hopeless=idle` and inciti on the board, moves of the shuttle may not count as legal moves")]
    Idle,
}

/// The fields that the proof covers beyond the usual ones, if nothing above refuses their values.
const COVERED: [&str; 16] = [
    "bound",
    "capture_again",
    "capture_run",
    "entry",
    "hopeless",
    "hostile_corner",
    "inciti",
    "leader.crossing",
    "leader.jump",
    "leader.movement",
    "leader.surrounded",
    "over",
    "removal",
    "surround",
    "undo",
    "vagi",
];

/// Refuses cases that are not covered, whatever the pieces of the fortress.
pub(super) fn check<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, owner: Side) -> Result<(), NotCovered> {
    if position.is_placing() {
        Err(NotCovered::Placing)
    } else if game.outcome(position).is_some() {
        Err(NotCovered::Over)
    } else {
        check_rules(game.rules(), owner)
    }
}

/// Refuses rules under which `owner` has no fortress, or under which the proof does not cover what there is.
///
/// ```
/// use petteia_engine::fortress::{NotCovered, check_rules};
/// use petteia_engine::{Rules, Side};
/// let check = |game: &str| check_rules(&Rules::parse(game).unwrap(), Side::White);
/// assert_eq!((check("hasami"), check("piso")), (Ok(()), Err(NotCovered::Repetition)));
/// ```
///
/// # Errors
/// Why there is no answer.
pub fn check_rules(rules: &Rules, owner: Side) -> Result<(), NotCovered> {
    let is_compelled = rules.compulsory[owner] != Compulsory::Off;
    let hops = rules.movement == Movement::Hop;
    let no_undo = rules.forbids_undo();
    let jumps = rules.leader.is_some_and(|leader| leader.jump);
    let lasts = matches!(rules.bound, Some(Bound::Lasting | Bound::Chain));
    let joins_or_takes_all = matches!(rules.removal, Some(Removal::Joined | Removal::All));
    let refusals = [
        (rules.forbids_repetition(), NotCovered::Repetition),
        (is_compelled && rules.surround, NotCovered::CompelledSurround),
        (is_compelled && hops, NotCovered::CompelledHop),
        (hops && rules.capture_run, NotCovered::Rule("capture_run` with `move=hop")),
        (no_undo && rules.surround, NotCovered::Rule("surround` with `undo=forbidden")),
        (no_undo && rules.capture_run, NotCovered::Rule("capture_run` with `undo=forbidden")),
        (no_undo && hops, NotCovered::Rule("move=hop` with `undo=forbidden")),
        (no_undo && jumps, NotCovered::Rule("leader_jump` with `undo=forbidden")),
        (rules.guards_entry(), NotCovered::Rule("entry")),
        (lasts, NotCovered::Rule("bound=lasting` or `bound=chain")),
        (joins_or_takes_all, NotCovered::Rule("removal=joined` or `removal=all")),
    ];
    let beyond = || rules.beyond(&COVERED).map(NotCovered::Rule);
    let refusal = refusals.into_iter().find(|(refuses, _)| *refuses).map(|(_, why)| why).or_else(beyond);
    refusal.map_or(Ok(()), Err)
}
