//! The rules that the conditions take into account, or that change nothing in them: the checkers' own list, which shares
//! nothing with that of the provers. All other rules are refused.

use petteia_engine::Rules;
use petteia_engine::rules::{Hostile, LeaderCapture, LeaderCaptures, LeaderSurrounded};

/// The fields that the conditions of all checkers know.
const IN_ALL: [&str; 29] = [
    "adjudication",
    "bare",
    "capture_target",
    "compulsory",
    "corner",
    "count_leader",
    "dead_position",
    "die",
    "edge",
    "hole",
    "hopeless",
    "inciti",
    "komi",
    "leader.capture",
    "leader.captures",
    "leader.lose",
    "leader.owner",
    "leader.start",
    "limits.fortress",
    "limits.move_cap",
    "limits.no_progress",
    "limits.progress",
    "limits.repetition",
    "limits.turn_cap",
    "movement",
    "no_moves",
    "per_turn",
    "placing",
    "stakes",
];

/// The fields that only the conditions of fortresses know.
const IN_FORTRESSES: [&str; 14] = [
    "bound",
    "capture_again",
    "capture_run",
    "entry",
    "hostile_corner",
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

/// Returns whether the conditions know the values of the fields that have others besides.
fn are_known_values(rules: &Rules) -> bool {
    let leader = rules.leader.unwrap_or_default();
    matches!(rules.hostile_corner, Hostile::Off | Hostile::All)
        && leader.capture != LeaderCapture::ByThrone
        && matches!(leader.captures, LeaderCaptures::Off | LeaderCaptures::On)
        && leader.surrounded != LeaderSurrounded::Open
}

/// Returns whether the conditions of fortresses know all rules of a game.
pub(super) fn are_known_in_fortresses(rules: &Rules) -> bool {
    are_known_values(rules)
        && rules.changed_fields().iter().all(|field| IN_ALL.contains(field) || IN_FORTRESSES.contains(field))
}

/// Returns whether the conditions of forced fortresses know all rules of a game.
pub(super) fn are_known_in_forced(rules: &Rules) -> bool {
    are_known_values(rules) && rules.changed_fields().iter().all(|field| IN_ALL.contains(field))
}
