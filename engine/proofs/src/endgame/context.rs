//! A game as endgame tables treat it: without limits, from the point of view of the player to move.

use std::sync::Arc;

use petteia_engine::rules::{Adjudication, LeaderCapture, Method, Unsupported};
use petteia_engine::{Arrangement, BySide, CheckedRules, Game, Geometry, Position, Rules, Side, SquareSet};

use super::index::{MOST_STONES, Numbering, Placement};
use super::material::{Ending, Material, Seat};
use super::symmetry::Symmetries;

/// A game without limits, together with the symmetries of its rules: those of the board, and the exchange of the
/// colours.
#[derive(Clone, Debug)]
pub struct SolverContext<G: Geometry> {
    game: Game<G>,
    symmetries: Arc<Symmetries>,
    /// Whether both sides play by the same rules, so that colours can be exchanged if the board is flipped.
    exchange: bool,
    /// The pieces that each side starts with.
    start: BySide<Material>,
}

impl<G: Geometry> SolverContext<G> {
    /// Prepares a game.
    pub(super) fn of(rules: &CheckedRules, geometry: G) -> Result<Self, Unsupported> {
        check_rules(rules)?;
        let game = Game::new(rules.unlimited().check().expect("limits may always be off"), geometry);
        let start = BySide::from_fn(|side| pieces_at_start(&game, side));
        let alike = rules.compulsory.white == rules.compulsory.black
            && rules.bare.white == rules.bare.black
            && start.white == start.black;
        let symmetries = Arc::new(Symmetries::of(rules));
        Ok(SolverContext { game, symmetries, exchange: alike, start })
    }

    /// Returns the game, without limits.
    pub fn game(&self) -> &Game<G> {
        &self.game
    }

    /// Returns whether both sides play by the same rules, so that one table serves both White and Black to move.
    pub fn colours_are_alike(&self) -> bool {
        self.exchange
    }

    /// Returns the canonical form of an ending, under which its tables are stored: if the sides are alike, the larger
    /// material comes first.
    ///
    /// # Errors
    /// The pieces cannot occur in the game, or there are too many.
    pub fn ending(&self, ending: Ending) -> Result<Ending, Unsupported> {
        let squares = self.game.rules().board.squares();
        for side in Side::BOTH {
            let (material, start) = (ending.of(side), self.start[side]);
            if material.stones > start.stones || material.leader && !start.leader {
                let side = side.name();
                let why = format!("{ending}: {side} starts with {start} in this game and cannot have more");
                return Err(Unsupported::new(ending.to_string(), why));
            }
            if material.stones > MOST_STONES {
                let why = format!("{ending}: a table holds at most {MOST_STONES} stones per side");
                return Err(Unsupported::new(ending.to_string(), why));
            }
        }
        if ending.pieces() >= squares {
            let why = format!("{ending}: the board has only {squares} squares");
            return Err(Unsupported::new(ending.to_string(), why));
        }
        Ok(if self.exchange { ending.larger_first() } else { ending })
    }

    /// Returns all endings that captures can lead to from this one, followed by this one; each comes after those that
    /// it leads to.
    pub fn endings_below(&self, ending: Ending) -> Vec<Ending> {
        let (white, black) = (self.left_of(ending.white), self.left_of(ending.black));
        let pairs = white.iter().flat_map(|&white| black.iter().map(move |&black| Ending { white, black }));
        Ending::smallest_first(pairs.map(|ending| if self.exchange { ending.larger_first() } else { ending }).collect())
    }

    /// Returns what captures can leave of a side, at least one piece.
    fn left_of(&self, material: Material) -> Vec<Material> {
        let leaders =
            if material.leader && leader_may_go(self.game.rules()) { vec![true, false] } else { vec![material.leader] };
        let stones = 0..=material.stones;
        let all = stones.flat_map(|stones| leaders.iter().map(move |&leader| Material { stones, leader }));
        all.filter(|material| material.pieces() > 0).collect()
    }

    /// Returns the seats of the tables of an ending: White to move and Black to move; or, if the sides are alike,
    /// either material to move, which is a single seat if both sides have the same material.
    pub fn seats(&self, ending: Ending) -> Vec<Seat> {
        let white = Seat { own: ending.white, other: ending.black, side: Side::White };
        let black = Seat { own: ending.black, other: ending.white, side: self.side_of_table(Side::Black) };
        if white == black { vec![white] } else { vec![white, black] }
    }

    /// Returns the colour under which positions with this side to move are stored.
    #[inline]
    fn side_of_table(&self, side: Side) -> Side {
        if self.exchange { Side::White } else { side }
    }

    /// Returns the seat whose table contains a position.
    #[inline]
    pub fn seat(&self, position: &Position<G::Set>) -> Seat {
        let side = position.side();
        let material = |side: Side| {
            let pieces = position.pieces(side);
            let leaders = (pieces & position.leaders()).count();
            Material { stones: (pieces.count() - leaders) as u8, leader: leaders > 0 }
        };
        Seat { own: material(side), other: material(!side), side: self.side_of_table(side) }
    }

    /// Returns the ending of a position.
    pub fn ending_of(&self, position: &Position<G::Set>) -> Ending {
        let Seat { own, other, .. } = self.seat(position);
        let (white, black) = if position.side() == Side::White { (own, other) } else { (other, own) };
        Ending { white, black }
    }

    /// Returns a position from the point of view of the player to move.
    #[inline]
    pub(super) fn placement(&self, position: &Position<G::Set>) -> Placement<G::Set> {
        let side = position.side();
        let placement = Placement {
            own: position.pieces(side),
            other: position.pieces(!side),
            leaders: position.leaders(),
            turned: position.turned(),
        };
        self.seen_by(side, placement)
    }

    /// Returns the placement, as stored in the tables, of a placement on the board with `side` to move.
    #[inline]
    pub(super) fn seen_by(&self, side: Side, placement: Placement<G::Set>) -> Placement<G::Set> {
        if side == Side::White || !self.exchange || !self.symmetries.keep_ranks() {
            return placement;
        }
        let flip = |set| self.symmetries.flipped(set);
        let Placement { own, other, leaders, turned } = placement;
        Placement { own: flip(own), other: flip(other), leaders: flip(leaders), turned: flip(turned) }
    }

    /// Returns the position of a placement in a table. All missing stones count as captured.
    #[inline]
    pub(super) fn position(&self, side: Side, placement: &Placement<G::Set>) -> Position<G::Set> {
        let Placement { own, other, leaders, turned } = *placement;
        let mut pieces = BySide::both(own);
        pieces[!side] = other;
        let captured = self.captured_without(pieces, leaders);
        self.game.arrange(Arrangement { pieces, leaders, turned, captured, side })
    }

    /// Returns the number of stones that each side has captured if all stones missing from a position were captured.
    pub fn captured(&self, position: &Position<G::Set>) -> BySide<u16> {
        self.captured_without(BySide::from_fn(|side| position.pieces(side)), position.leaders())
    }

    #[inline]
    fn captured_without(&self, pieces: BySide<G::Set>, leaders: G::Set) -> BySide<u16> {
        BySide::from_fn(|side| {
            let left = (pieces[!side] & !leaders).count() as u16;
            u16::from(self.start[!side].stones).saturating_sub(left)
        })
    }

    /// Returns whether all missing stones were captured, if an end of the game depends on that. The tables contain no other positions.
    pub fn is_counted(&self, position: &Position<G::Set>) -> bool {
        let rules = self.game.rules();
        let counts = rules.capture_target.is_some() || rules.adjudication == Adjudication::Captures;
        !counts || position.captured() == self.captured(position)
    }

    /// Returns the numbering of a table.
    pub(super) fn numbering(&self, seat: Seat) -> Numbering<G::Set> {
        let squares = self.game.rules().board.squares();
        Numbering::new(Arc::clone(&self.symmetries), squares, seat.own, seat.other, self.game.rules().vagi)
    }

    /// Returns the number of entries in the tables of an ending, or slightly more.
    pub fn entries(&self, ending: Ending) -> u64 {
        let rules = self.game.rules();
        let squares = rules.board.squares();
        let seats = self.seats(ending).into_iter();
        let entries = seats.map(|Seat { own, other, .. }| {
            Numbering::<G::Set>::estimate(&self.symmetries, squares, own, other, rules.vagi)
        });
        entries.fold(0, u64::saturating_add)
    }
}

/// Returns whether the game continues after a leader is lost.
pub(super) fn leader_may_go(rules: &Rules) -> bool {
    rules.leader.is_some_and(|leader| leader.capture != LeaderCapture::Never && !leader.lose)
}

/// Refuses rules with which tables would be inexact or far too large.
fn check_rules(rules: &Rules) -> Result<(), Unsupported> {
    let huffs = rules.some_side_is_huffed().then(|| "compulsory=huff".to_owned());
    let Some(what) = huffs.or_else(|| rules.unsupported_field(Method::Endgames)) else { return Ok(()) };
    let (field, value) = what.split_once('=').unwrap_or((&what, ""));
    let why = match (field, value) {
        ("inciti", _) => "the dead squares would multiply the number of placements by many thousands",
        ("bound", _) | (_, "leap") => "which stones are bound depends on earlier moves",
        (_, "hop") if field != "leader_move" => "the squares from which a stone came are too many",
        ("capture_again", _) => "a turn may have several decisions",
        ("leader_move", _) => "only leaders that slide are covered",
        ("repetition", _) => "which moves are legal depends on all earlier positions",
        ("undo", _) => "which moves are legal depends on the last move of each side",
        ("compulsory", _) => "which stones may be huffed depends on the previous move",
        _ => "endgame tables do not cover it",
    };
    let why = format!("endgame tables exist only for games without `{what}`: {why}");
    Err(Unsupported { what, why })
}

/// Returns the pieces that a side has at the start, in hand or on the board.
fn pieces_at_start<G: Geometry>(game: &Game<G>, side: Side) -> Material {
    let start = game.start();
    let stones = (start.pieces(side) & !start.leaders()).count() as u8 + game.rules().setup.hands()[side];
    Material { stones, leader: game.rules().has_leader(side) }
}
