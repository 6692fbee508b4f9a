//! Where the rules let a game take a shorter way: computed once, because every move asks.

use crate::rules::{Access, CaptureAgain, Captured, LeaderCapture, LeaderEdge, Method, Movement, Rules};
use crate::vocab::Side;

/// Where the common case is all there is, and what goes beyond it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleFlags {
    /// Every piece slides freely.
    pub plain_sliders: bool,
    /// Slides of free pieces are the only decisions that can occur.
    pub only_slides: bool,
    /// There are moves other than slides, steps and jumps.
    pub extra_moves: bool,
    /// A move can change more than the square of a piece without leaving a new position behind.
    pub moves_change_more: bool,
    /// A capture can lead back to an earlier board and is then illegal, which other rules ask about.
    pub captures_may_repeat: bool,
    /// Moves bind, or captors may go on, so that moves have other effects than slides.
    pub binds_or_chains: bool,
    /// A turn can have several decisions, apart from huffs.
    pub has_stages: bool,
    /// Stones are placed before the first move.
    pub places: bool,
    /// Placing turns have several stones, or leaders are placed.
    pub extra_placing: bool,
    /// Some pieces may not end a move on every empty square, or not slide over it.
    pub has_closed_squares: bool,
    /// Leaders move otherwise than stones that slide.
    pub leaders_move_apart: bool,
    /// Slides are restricted by closed squares, or by the reach of leaders.
    pub has_special_slides: bool,
    /// Some squares are hostile.
    pub has_hostile_squares: bool,
    /// Leaders are captured like stones, wherever they stand.
    pub leaders_are_takeable: bool,
    /// There are captures other than custodial and edge captures.
    pub extra_captures: bool,
    /// Pieces are held on their far side by more than captors and the edge.
    pub extra_holds: bool,
    /// Test 6 (RULES §8) is more than counting decisions.
    pub extra_move_tests: bool,
    /// Any piece but a vagus may move to any empty neighbour, and every decision is a turn.
    pub free_where_open: bool,
}

impl RuleFlags {
    pub fn of(rules: &Rules) -> Self {
        let leader = rules.leader.unwrap_or_default();
        // With any field of §3 or §4 that the flags do not know, moves and captures take the longer way; the other flags
        // name what they concern.
        let others: Vec<u8> = rules.unsupported_fields(Method::Flags).map(|field| field.section).collect();
        let has_others = |section| others.contains(&section);
        let plain_sliders =
            rules.movement == Movement::Slide && !rules.vagi && !leader.steps() && !rules.holds() && !has_others(3);
        let accesses =
            [rules.throne_stop.unwrap_or_default(), rules.throne_pass.unwrap_or_default(), rules.corner_stop];
        let hostile = [rules.hostile_throne.unwrap_or_default(), rules.hostile_corner];
        let goes_on = rules.capture_again != CaptureAgain::Off;
        let has_closed_squares = accesses.iter().any(|&access| access != Access::All);
        let leaders_move_apart = leader.reach > 0 || leader.steps() || accesses.contains(&Access::Leader);
        RuleFlags {
            plain_sliders,
            only_slides: plain_sliders
                && rules.die.is_none()
                && !rules.has_placement()
                && !rules.some_side_must_capture()
                && !leader.jumps()
                && !goes_on
                && !rules.forbids_undo()
                && !rules.passes()
                && !rules.swap,
            extra_moves: rules.binds() || rules.movement == Movement::Hop || rules.forbids_undo() || has_others(3),
            moves_change_more: rules.vagi
                || rules.binds()
                || rules.some_side_must_capture()
                || rules.removes_first()
                || rules.forbids_undo()
                || has_others(3)
                || rules.captured != Captured::Removed
                || (rules.forbids_boards() && rules.has_placement()),
            captures_may_repeat: rules.forbids_boards()
                && rules.has_placement()
                && (goes_on || rules.some_side_is_huffed()),
            binds_or_chains: rules.binds() || goes_on,
            has_stages: goes_on || rules.removes_first(),
            places: rules.has_placement(),
            extra_placing: rules.per_turn > 1 || Side::BOTH.into_iter().any(|side| rules.places_leader(side)),
            has_closed_squares,
            leaders_move_apart,
            has_special_slides: has_closed_squares || leaders_move_apart,
            has_hostile_squares: hostile.iter().any(|hostile| hostile.captures()),
            leaders_are_takeable: leader.capture == LeaderCapture::Custodial && leader.edge != LeaderEdge::Safe,
            extra_captures: rules.corner
                || rules.surround
                || leader.capture == LeaderCapture::FourSided
                || has_others(4),
            extra_holds: has_others(4),
            extra_move_tests: rules.passes() || rules.keeps_hopeless(),
            free_where_open: matches!(rules.movement, Movement::Slide | Movement::Step)
                && rules.die.is_none()
                && !has_others(3)
                && !rules.inciti
                && !rules.holds()
                && !goes_on
                && !rules.some_side_is_huffed()
                && !rules.bars_repetition()
                && !rules.forbids_undo(),
        }
    }
}
