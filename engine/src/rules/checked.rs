//! Rules that passed the check, and what follows from several of them together.

use std::ops::Deref;

use super::{DeadPosition, Hopeless, Movement, Rules};
use crate::vocab::{BySide, Square};

/// Rules that passed the check; only these can be played. They can be read like [`Rules`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedRules(pub(super) Rules);

impl Deref for CheckedRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

impl Rules {
    /// Returns whether a dead position ends the game, given the setting and the other rules (§8, test 7).
    #[inline(always)]
    pub fn tests_dead_position(&self) -> bool {
        match self.dead_position {
            DeadPosition::On => true,
            DeadPosition::Off => false,
            DeadPosition::OffWithoutInciti => self.inciti,
            DeadPosition::Default => self.inciti || !(self.vagi || self.movement == Movement::Forward),
        }
    }

    /// Returns whether hopeless pieces stay on the board (§5).
    #[inline(always)]
    pub fn keeps_hopeless(&self) -> bool {
        self.inciti && self.hopeless == Some(Hopeless::Idle)
    }

    /// Returns the square on which no stone is placed, if there is one (§2).
    pub fn hole_square(&self) -> Option<Square> {
        self.board.centre().filter(|_| self.hole.is_some())
    }

    /// Returns whether the game begins with placing stones (§2).
    pub fn has_placement(&self) -> bool {
        self.hands() != BySide::default()
    }
}
