//! The ways in which the owner of a fortress can still lose (experiments/studies/fortresses.md §6).

use std::fmt;

use super::open::Terrain;
use super::safety::Conditions;
use super::{Fortress, Ground};
use crate::game::Game;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::rules::{Adjudication, Komi};
use crate::vocab::{Direction, Side, SquareSet};

/// A way to lose despite a fortress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Danger {
    /// By capturing the pieces outside, the enemy can reach its target of captured stones.
    CaptureTarget,
    /// The pieces of the fortress alone are so few that the side is bare.
    Bare,
    /// The leader is outside, and its capture loses the game.
    LeaderCaptured,
    /// The leader may be surrounded by pieces on all four neighbours.
    LeaderSurrounded,
    /// An enemy leader can reach the owner's back rank.
    Crossing,
    /// The game can be stopped or adjudicated with the enemy ahead.
    Adjudication,
}

impl fmt::Display for Danger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Danger::CaptureTarget => "the enemy can still capture as many stones as it needs, from the pieces outside",
            Danger::Bare => "the pieces of the fortress alone are so few that the side loses",
            Danger::LeaderCaptured => "the leader is outside the fortress, and losing it loses the game",
            Danger::LeaderSurrounded => "the leader can be surrounded by pieces on all four squares next to it",
            Danger::Crossing => "an enemy leader can still reach the back rank",
            Danger::Adjudication => "in a deadlock, adjudication can still award the game to the enemy",
        })
    }
}

/// Returns the ways in which the owner of a fortress can still lose if it plays as the fortress prescribes; if there
/// are none, it cannot lose.
pub fn dangers<G: Geometry>(
    game: &Game<G>,
    position: &Position<G::Set>,
    owner: Side,
    fortress: &Fortress<G::Set>,
) -> Vec<Danger> {
    let ground = Ground::of(game, position, owner);
    let terrain = Conditions::of(game, owner).terrain(&ground, fortress);
    let view = View { game, position, owner, fortress, ground, terrain };
    let all = [
        (Danger::CaptureTarget, view.target_can_be_reached()),
        (Danger::Bare, view.is_bare_alone()),
        (Danger::LeaderCaptured, view.leader_can_fall()),
        (Danger::LeaderSurrounded, view.leader_can_be_surrounded()),
        (Danger::Crossing, view.enemy_can_cross()),
        (Danger::Adjudication, view.adjudication_can_fail()),
    ];
    all.into_iter().filter_map(|(danger, threatens)| threatens.then_some(danger)).collect()
}

struct View<'a, G: Geometry> {
    game: &'a Game<G>,
    position: &'a Position<G::Set>,
    owner: Side,
    fortress: &'a Fortress<G::Set>,
    ground: Ground<G::Set>,
    terrain: Terrain<G::Set>,
}

impl<G: Geometry> View<'_, G> {
    /// Returns the number of stones that the enemy will have captured when it has captured all that it can.
    fn most_captured(&self) -> u32 {
        let outside = self.terrain.own_strangers & !self.ground.own_leader;
        u32::from(self.position.captured()[!self.owner]) + outside.count()
    }

    fn target_can_be_reached(&self) -> bool {
        self.game.rules().capture_target.is_some_and(|target| self.most_captured() >= u32::from(target))
    }

    fn is_bare_alone(&self) -> bool {
        let rules = self.game.rules();
        let counted = if rules.count_leader { G::Set::EMPTY } else { self.ground.own_leader };
        let left = (self.fortress.pieces() & !counted).count();
        rules.bare[self.owner].is_some_and(|bare| left <= u32::from(bare))
    }

    fn leader_can_fall(&self) -> bool {
        let lost_with_it = self.game.rules().leader.is_some_and(|leader| leader.lose && leader.can_fall());
        lost_with_it && self.ground.own_leader.meets(self.terrain.own_strangers)
    }

    /// A leader that is the shuttle always has an empty neighbour; among several moving pieces it may lack one. One in
    /// the wall has one if a neighbour is off the board, dead, or empty forever.
    fn leader_can_be_surrounded(&self) -> bool {
        let leader = self.ground.own_leader;
        if !self.game.rules().leader.is_some_and(|leader| leader.surrounded.ends()) {
            return false;
        }
        if leader.meets(self.terrain.room) {
            return self.fortress.movers.count() > 1;
        }
        if leader.meets(self.terrain.own_strangers) {
            return true;
        }
        let geometry = self.game.geometry();
        let void = self.terrain.calm(geometry, &self.ground, self.terrain.room) | self.ground.inciti;
        let neighbours = geometry.neighbours(leader);
        neighbours.count() == 4 && !neighbours.meets(void)
    }

    fn enemy_can_cross(&self) -> bool {
        let crossing = self.game.rules().leader.is_some_and(|leader| leader.crossing);
        let back = if self.owner == Side::White { Direction::South } else { Direction::North };
        let back_rank = self.game.geometry().border(back);
        crossing && self.ground.enemy_has_leader && back_rank.meets(self.terrain.open)
    }

    fn adjudication_can_fail(&self) -> bool {
        let rules = self.game.rules();
        match rules.adjudication {
            Adjudication::Draw => false,
            // The number of the owner's captures never decreases.
            Adjudication::Captures => {
                let fallen =
                    |side: Side| rules.has_leader(side) && !self.position.leaders().meets(self.position.pieces(side));
                let most = self.most_captured()
                    + u32::from(fallen(self.owner) || self.ground.own_leader.meets(self.terrain.own_strangers));
                most > u32::from(self.position.captured()[self.owner]) + u32::from(fallen(!self.owner))
            }
            // The enemy's pieces need never be captured, and its stones may turn.
            Adjudication::Pieces => {
                rules.komi != Komi::default() || self.fortress.pieces().count() <= self.ground.enemy.count()
            }
            // Pieces of the fortress may be bound.
            Adjudication::Free => true,
            Adjudication::LastMoverLoses => rules.tests_dead_position(),
        }
    }
}
