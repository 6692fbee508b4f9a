//! Finds the positions from which a quiet move may have led to a position.
//!
//! In games in which [all of them](SolverContext::predecessors_are_exact) are positions from which a legal move leads
//! here, a lost position makes each of them a win. In other games they are only hints about which positions to examine
//! again, so that it is harmless to include too many. None may be omitted. The verifier would detect an error of either
//! kind.

use petteia_engine::rules::Movement;
use petteia_engine::{Arrangement, BySide, Direction, Geometry, Move, Position, SquareSet};

use super::context::SolverContext;
use super::index::Placement;

impl<G: Geometry> SolverContext<G> {
    /// Returns whether [`SolverContext::each_predecessor`] visits only positions from which a legal move leads here.
    pub(super) fn predecessors_are_exact(&self) -> bool {
        let rules = self.game().rules();
        matches!(rules.movement, Movement::Slide | Movement::Step)
            && !self.leaders_jump()
            && !rules.vagi
            && !rules.some_side_must_capture()
    }

    fn leaders_jump(&self) -> bool {
        self.game().rules().leader.is_some_and(|leader| leader.jump)
    }

    /// Visits all placements, as stored in tables, from which a decision without capture may lead to a position.
    ///
    /// Slides and steps can be reversed as they were made; a leader may also have jumped along its line. Under `vagi`,
    /// a stone that moved next to an enemy kept its state, and any other stone has just turned. A piece whose arrival
    /// would have captured something did not move last. A side without a move may have passed.
    #[inline]
    pub(super) fn each_predecessor(&self, position: &Position<G::Set>, mut visit: impl FnMut(Placement<G::Set>)) {
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
                || at.meets(attackers) && !self.game().captures_on_arrival(position, mover, square).is_empty();
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
        if self.game().rules().passes() && self.has_passed(position) {
            let placement = Placement { own, other, leaders: position.leaders(), turned: position.turned() };
            visit(self.seen_by(mover, placement));
        }
    }

    /// Returns whether the side that is not to move has no move, so that it may have passed.
    fn has_passed(&self, position: &Position<G::Set>) -> bool {
        let mover = !position.side();
        let before = Arrangement {
            pieces: BySide::from_fn(|side| position.pieces(side)),
            leaders: position.leaders(),
            turned: position.turned(),
            captured: position.captured(),
            side: mover,
        };
        let before = self.game().arrange(before);
        let decisions = self.game().decisions(&before);
        decisions.count() == 1 && self.game().nth_move(&before, &decisions, 0, &()) == Move::Pass
    }

    /// Returns the empty squares from which the piece on `at` may have come.
    #[inline]
    fn squares_before(&self, at: G::Set, is_leader: bool, empty: G::Set) -> G::Set {
        let geometry = self.game().geometry();
        let (path, reach) = match self.game().rules().movement {
            _ if is_leader && self.leaders_jump() => (geometry.board(), u32::MAX),
            _ if is_leader => (empty, u32::MAX),
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

    use crate::endgame::table::TableKind;
    use crate::endgame::{Ending, Exact};

    /// The numbers of an entry and of one that a quiet decision leads to, with the table of the former.
    type Step = (usize, u64, u64);

    /// Checks that the steps found backwards from every entry of an ending are those found forwards, and perhaps more if
    /// predecessors are not exact. Returns their number.
    fn check(game: &str, files: u8, ranks: u8, pieces: &str) -> usize {
        let rules = Rules { board: BoardSize { files, ranks }, ..Rules::read(game).unwrap() };
        let geometry = Dynamic::<u64>::new(rules.board);
        let context = Exact::context(&rules.check().unwrap(), geometry).unwrap();
        let ending: Ending = pieces.parse().unwrap();
        let numberings: Vec<_> =
            context.seats(ending).into_iter().map(|seat| (seat, context.numbering(seat))).collect();
        let snapshot = |table: usize, number: u64| {
            let (seat, numbering) = &numberings[table];
            let placement = numbering.placement(number)?;
            let snapshot = context.game().snapshot(context.position(seat.side, &placement));
            snapshot.outcome().is_none().then_some(snapshot)
        };
        let (mut forwards, mut backwards) = (HashSet::<Step>::new(), HashSet::<Step>::new());
        for table in 0..numberings.len() {
            let partner = numberings.len() - 1 - table;
            let (there, here) = (&numberings[partner].1, &numberings[table].1);
            for (number, snapshot) in (0..here.len()).filter_map(|number| Some((number, snapshot(table, number)?))) {
                for decision in context.game().moves(snapshot.position()) {
                    let mut after = snapshot;
                    let events = context.game().play_snapshot(&mut after, decision, &mut ());
                    if !events.captured() && after.outcome().is_none() {
                        forwards.insert((table, number, there.number(&context.placement(after.position()))));
                    }
                }
            }
            for (number, snapshot) in (0..there.len()).filter_map(|number| Some((number, snapshot(partner, number)?))) {
                context.each_predecessor(snapshot.position(), |predecessor| {
                    backwards.insert((table, here.number(&predecessor), number));
                });
            }
        }
        backwards.retain(|&(table, number, _)| snapshot(table, number).is_some());
        assert!(forwards.is_subset(&backwards), "{game}");
        assert!(!context.predecessors_are_exact() || forwards == backwards, "{game}");
        forwards.len()
    }

    #[test]
    fn every_quiet_move_can_be_taken_back() {
        for (game, files, ranks, pieces) in [
            ("city-8", 4, 4, "2v1"),
            ("city-8+edge", 4, 4, "2v2"),
            ("city-8+surround+corner", 4, 3, "2v2"),
            ("callen-simple-latrunculi", 4, 4, "L1vL1"),
            ("city-8+compulsory=strict", 4, 3, "2v2"),
            ("city-8-step", 4, 4, "2v2"),
            ("city-8-forward", 4, 4, "2v1"),
            ("city-8+vagi", 4, 3, "2v2"),
            ("lemery-compact-crossing", 4, 6, "L1vL"),
            ("callen-proto-tafl", 4, 5, "L1v2"),
            ("city-8-step+no_moves=passes", 4, 3, "4v1"),
            ("city-8+vagi+no_moves=passes", 4, 3, "2v2"),
        ] {
            assert!(check(game, files, ranks, pieces) > 100, "{game}");
        }
    }
}
