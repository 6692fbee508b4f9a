//! Finds the positions from which a quiet move may have led to a position.
//!
//! In games in which [all of them](Setting::origins_are_exact) are positions from which a legal move leads here, a lost
//! position makes each of them a win. In other games they are only hints about which positions to examine again, so that
//! it is harmless to include too many. None may be omitted. The verifier would detect an error of either kind.

use petteia_engine::rules::Movement;
use petteia_engine::{Direction, Geometry, Position, SquareSet};

use super::index::Placement;
use super::setting::Setting;

impl<G: Geometry> Setting<G> {
    /// Returns whether [`Setting::each_origin`] visits only positions from which a legal move leads here.
    pub(super) fn origins_are_exact(&self) -> bool {
        let rules = self.game().rules();
        matches!(rules.movement, Movement::Slide | Movement::Step)
            && rules.leader.is_none()
            && !rules.vagi
            && !rules.some_side_must_capture()
    }

    /// Visits all placements, as stored in tables, from which a move without capture may lead to a position.
    ///
    /// Slides and steps can be reversed as they were made; a leader may also have jumped along its line. Under `vagi`,
    /// a stone that moved next to an enemy kept its state, and any other stone has just turned. A piece whose arrival
    /// would have captured something did not move last.
    #[inline]
    pub(super) fn each_origin(&self, position: &Position<G::Set>, mut visit: impl FnMut(Placement<G::Set>)) {
        let mover = !position.side();
        let (own, other) = (position.pieces(mover), position.pieces(!mover));
        let empty = self.game().geometry().board() & !(own | other);
        let attackers = self.game().geometry().neighbours(other);
        for square in own.squares() {
            let at = G::Set::only(square);
            let is_leader = position.leaders().has(square);
            let is_turned = position.turned().has(square);
            let kept_state = is_leader || !self.game().rules().vagi || at.meets(attackers);
            let has_captured =
                || at.meets(attackers) && !self.game().taken_on_arrival(position, mover, square).is_empty();
            if !kept_state && !is_turned || has_captured() {
                continue;
            }
            for from in self.squares_before(at, is_leader, empty).squares() {
                let from = G::Set::only(from);
                let step = at | from;
                let placement = Placement {
                    own: own ^ step,
                    other,
                    leaders: position.leaders() ^ step.when(is_leader),
                    turned: (position.turned() & !at) | from.when(is_turned && kept_state),
                };
                visit(self.seen_by(mover, placement));
            }
        }
    }

    /// Returns the empty squares from which the piece on `at` may have come.
    #[inline]
    fn squares_before(&self, at: G::Set, is_leader: bool, empty: G::Set) -> G::Set {
        let geometry = self.game().geometry();
        let (path, reach) = match self.game().rules().movement {
            _ if is_leader => (geometry.board(), u32::MAX),
            Movement::Slide => (empty, u32::MAX),
            Movement::Step | Movement::Forward | Movement::Leap | Movement::Hop => (empty, 1),
        };
        Direction::union(|direction| geometry.slide(at, path, direction, reach)) & empty
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use petteia_engine::{BoardSize, Dynamic, Rules};

    use super::*;
    use crate::endgame::{EndgameTables, Ending};

    /// Checks that every quiet move from any placement of an ending is found again from its destination. Returns the
    /// number of such moves.
    fn check(game: &str, files: u8, ranks: u8, pieces: &str) -> usize {
        let rules = Rules { board: BoardSize { files, ranks }, ..Rules::read(game).unwrap() };
        let geometry = Dynamic::<u64>::new(rules.board);
        let tables = EndgameTables::new(Setting::new(&rules.check().unwrap(), geometry).unwrap());
        let setting = tables.setting();
        let ending: Ending = pieces.parse().unwrap();
        let mut moves = 0;
        for seat in setting.seats(ending) {
            let numbering = setting.numbering(seat);
            for number in 0..numbering.len() {
                let Some(placement) = numbering.placement(number) else { continue };
                let line = setting.game().line(setting.position(seat.side, &placement));
                if line.outcome().is_some() {
                    continue;
                }
                let decisions = setting.game().moves(line.position());
                for decision in decisions {
                    let mut after = line;
                    let events = setting.game().follow(&mut after, decision, &mut ());
                    if events.captured() || after.outcome().is_some() {
                        continue;
                    }
                    let mut origins = HashSet::new();
                    setting.each_origin(after.position(), |origin| {
                        origins.insert(numbering.number(&origin));
                    });
                    assert!(origins.contains(&number), "{game}: {}", setting.game().text(line.position()));
                    moves += 1;
                }
            }
        }
        moves
    }

    #[test]
    fn every_quiet_move_can_be_taken_back() {
        for (game, files, ranks, pieces) in [
            ("city-8", 4, 4, "2v1"),
            ("city-8-step", 4, 4, "2v2"),
            ("city-8-forward", 4, 4, "2v1"),
            ("city-8+vagi", 4, 3, "2v2"),
            ("lemery-compact-crossing", 4, 6, "L1vL"),
            ("callen-proto-tafl", 4, 5, "L1v2"),
        ] {
            assert!(check(game, files, ranks, pieces) > 100, "{game}");
        }
    }
}
