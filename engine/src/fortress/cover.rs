//! Cases that the proof does not cover (experiments/studies/fortresses.md §1); they are refused rather than answered wrongly.

use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::{Compulsory, Method, Movement, Rules, Unsupported};
use crate::vocab::Side;

/// Refuses cases that are not covered, whatever the pieces of the fortress.
pub(super) fn check<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, owner: Side) -> Result<(), Unsupported> {
    if position.is_placing() {
        let why = "stones are still to be placed, and one can be placed on any empty square";
        return Err(Unsupported::new("stones in hand", why));
    }
    if game.outcome(position).is_some() {
        return Err(Unsupported::new("a game that is over", "the game is over"));
    }
    check_rules(game.rules(), owner)
}

/// Refuses rules under which `owner` has no fortress, or under which the proof does not cover what there is.
///
/// ```
/// use petteia_engine::fortress::check_rules;
/// use petteia_engine::{Rules, Side};
/// let check = |game: &str| check_rules(&Rules::parse(game).unwrap(), Side::White);
/// assert_eq!(check("hasami"), Ok(()));
/// assert_eq!(check("piso").unwrap_err().what, "repetition=forbidden");
/// assert_eq!(check("schaedler-2001").unwrap_err().to_string(), "the proof does not cover `entry=traps`");
/// ```
///
/// # Errors
/// Why there is no answer.
pub fn check_rules(rules: &Rules, owner: Side) -> Result<(), Unsupported> {
    let rule = rules.unsupported_field(Method::Fortress).or_else(|| unsupported_pair(rules, owner));
    let Some(what) = rule else { return Ok(()) };
    let why = if what.starts_with("repetition=") {
        format!("a fortress moves a piece to and fro for ever, which `{what}` does not allow")
    } else {
        format!("the proof does not cover `{what}`")
    };
    Err(Unsupported { what, why })
}

/// Returns two rules that the proof covers, but not together.
fn unsupported_pair(rules: &Rules, owner: Side) -> Option<String> {
    let is_compelled = rules.compulsory[owner] != Compulsory::Off;
    let hops = rules.movement == Movement::Hop;
    let no_undo = rules.forbids_undo();
    let jumps = rules.leader.is_some_and(|leader| leader.jump);
    let pairs = [
        (is_compelled && rules.surround, "surround` with `compulsory"),
        (is_compelled && hops, "move=hop` with `compulsory"),
        (hops && rules.capture_run, "capture_run` with `move=hop"),
        (no_undo && rules.surround, "surround` with `undo=forbidden"),
        (no_undo && rules.capture_run, "capture_run` with `undo=forbidden"),
        (no_undo && hops, "move=hop` with `undo=forbidden"),
        (no_undo && jumps, "leader.jump` with `undo=forbidden"),
    ];
    pairs.into_iter().find(|(is_so, _)| *is_so).map(|(_, pair)| pair.to_owned())
}
