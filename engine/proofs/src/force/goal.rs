//! The goals that a side can force.

use petteia_engine::rules::Adjudication;
use petteia_engine::{Geometry, Rules, Side, SquareSet};

use super::camp::{Camp, CampState};
use crate::fortress::Fortress;

/// A goal of the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A fortress.
    Fortress,
    /// A fortress with which it cannot lose the game any more, however the game is adjudicated.
    Safe,
}

impl Goal {
    /// Returns the name in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::Fortress => "fortress",
            Goal::Safe => "safe",
        }
    }
}

/// Returns the fortress that reaches a goal in a state, if there is one.
pub(super) fn reaches<G: Geometry>(camp: &Camp<G>, goal: Goal, state: &CampState<G::Set>) -> Option<Fortress<G::Set>> {
    let fortress = if camp.encloses(state) { camp.fortress(state)? } else { return None };
    (goal == Goal::Fortress || is_safe(camp, &fortress)).then_some(fortress)
}

/// Returns whether a side cannot lose with any fortress, so that both goals are the same.
pub fn every_fortress_is_safe(rules: &Rules, side: Side) -> bool {
    let never_counted = rules.capture_target.is_none() && rules.bare[side].is_none_or(|bare| bare == 0);
    never_counted && rules.adjudication == Adjudication::Draw
}

/// Returns whether the owner cannot lose with a fortress, because the enemy captures too little and enough is left.
fn is_safe<G: Geometry>(camp: &Camp<G>, fortress: &Fortress<G::Set>) -> bool {
    let rules = camp.game.rules();
    let kept = fortress.pieces().count();
    let lost = camp.start().own.count() - kept;
    let counted = kept - u32::from(rules.has_leader(camp.owner) && !rules.count_leader);
    let enough = rules.bare[camp.owner].is_none_or(|bare| counted > u32::from(bare));
    let few = rules.capture_target.is_none_or(|target| lost < u32::from(target));
    let decided_well = match rules.adjudication {
        Adjudication::Draw => true,
        Adjudication::Captures => lost == 0,
        // A position becomes dead only by captures, and there are none.
        Adjudication::LastMoverLoses => camp.is_quiet(),
        Adjudication::Pieces | Adjudication::Free => false,
    };
    enough && few && decided_well
}
