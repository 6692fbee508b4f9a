//! The features of a position.

use petteia_engine::rules::{Goal, Leader, LeaderCapture, LeaderOwner, Movement};
use petteia_engine::{Direction, Game, Geometry, Position, Rules, Side, SquareSet};

use super::escape;

/// All features, in order.
pub const FEATURES: [Feature; COUNT] = [
    Feature { name: "piece", about: "a stone or leader, on the board or in hand" },
    Feature { name: "move", about: "a move that its side could make" },
    Feature { name: "threat", about: "a square where its side may capture with its next move" },
    Feature { name: "company", about: "a piece next to another of its side" },
    Feature { name: "diagonal", about: "a piece diagonally next to another of its side" },
    Feature { name: "contact", about: "a piece next to an enemy piece" },
    Feature { name: "exposed", about: "a piece between an enemy piece and an empty square" },
    Feature { name: "freedom", about: "an empty square next to its pieces" },
    Feature { name: "centre", about: "a piece at least two squares from the border" },
    Feature { name: "border", about: "a piece on the border" },
    Feature { name: "vagus", about: "a stone that must attack" },
    Feature { name: "alligatus", about: "a stone that is bound" },
    Feature { name: "advance", about: "a rank that a leader, who wins by crossing, has advanced" },
    Feature { name: "besieger", about: "an enemy piece next to a leader that can fall" },
    Feature { name: "pursuit", about: "a square that a stepping piece is nearer to the last enemy pieces" },
    Feature { name: "attacker", about: "a piece of the side that has no leader, where its enemy has one" },
    Feature { name: "crown", about: "the side that has a leader, where its enemy has none" },
    Feature { name: "escape", about: "a goal square that its leader reaches with its next move" },
    Feature { name: "approach", about: "a goal square that its leader reaches with one or two moves" },
    Feature {
        name: "outlet",
        about: "an edge square to which empty squares lead from its leader, who wins at an edge or a corner",
    },
    Feature { name: "room", about: "an empty square next to its leader, who wins at an edge or a corner" },
    Feature { name: "guard", about: "a piece next to a corner square that the enemy's leader must reach" },
    Feature { name: "turn", about: "the move itself" },
];

/// The number of features.
pub const COUNT: usize = 23;

/// A feature of a side's position.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name among the weights.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
}

/// Returns whether a feature, given by its number in [`FEATURES`], can occur in a game.
#[must_use]
pub fn occurs(feature: usize, rules: &Rules) -> bool {
    match FEATURES[feature].name {
        "vagus" => rules.vagi,
        "alligatus" => rules.binds(),
        "advance" => rules.leader.is_some_and(|leader| leader.goal() == Goal::Crossing),
        "pursuit" => rules.movement == Movement::Step,
        "besieger" => rules.leader.is_some_and(can_fall),
        "attacker" | "crown" => is_asymmetric(rules),
        "escape" | "approach" | "outlet" | "room" => escape::is_goal(rules),
        "guard" => rules.leader.is_some_and(|leader| leader.goal() == Goal::Corners),
        _ => true,
    }
}

/// Returns whether only one side has a leader.
pub(super) fn is_asymmetric(rules: &Rules) -> bool {
    rules.leader.is_some_and(|leader| leader.owner != LeaderOwner::Both)
}

fn can_fall(leader: Leader) -> bool {
    leader.capture != LeaderCapture::Never || leader.surrounded.ends()
}

/// The features of a side, or the difference between those of both sides.
pub type Features = [i32; COUNT];

/// The set of features to count, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted(u32);

impl Wanted {
    /// Returns the set of the features, given by their numbers, for which `counts` is true.
    pub fn by(counts: impl Fn(usize) -> bool) -> Self {
        Wanted((0..COUNT).filter(|&feature| counts(feature)).map(|feature| 1 << feature).sum())
    }

    pub const ALL: Wanted = Wanted((1 << COUNT) - 1);

    #[inline(always)]
    fn any(self, features: std::ops::Range<usize>) -> bool {
        self.0 >> features.start & ((1 << features.len()) - 1) != 0
    }
}

/// Returns the features of the side to move minus those of its opponent.
pub(crate) fn features<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> Features {
    let side = position.side();
    let (own, other) = (of_side(game, position, side, Wanted::ALL), of_side(game, position, !side, Wanted::ALL));
    std::array::from_fn(|feature| own[feature] - other[feature])
}

/// Returns the features of a side; some that were not requested are 0.
#[inline]
pub(super) fn of_side<G: Geometry>(
    game: &Game<G>,
    position: &Position<G::Set>,
    side: Side,
    wanted: Wanted,
) -> Features {
    let (rules, g) = (game.rules(), game.geometry());
    let (pieces, enemies) = (position.pieces(side), position.pieces(!side));
    let count = |squares: G::Set| squares.count() as i32;
    let hand = i32::from(position.hands()[side]);
    let (moves, threats) = if hand == 0 && wanted.any(1..3) {
        let activity = game.activity(position, side);
        (activity.moves as i32, activity.threats as i32)
    } else {
        (0, 0)
    };
    let company = if wanted.any(3..4) { count(pieces & g.neighbours(pieces)) } else { 0 };
    let [diagonal, contact, exposed, freedom, centre] =
        if wanted.any(4..9) { shape(game, position, pieces, enemies) } else { [0; 5] };
    let border = g.rim();
    let turned = count(pieces & position.turned());
    let (vagi, alligati) = if rules.binds() { (0, turned) } else { (turned, 0) };
    let (advance, besiegers) = rules.leader.map_or((0, 0), |leader| {
        let square = position.leaders() & pieces;
        (
            if leader.goal() == Goal::Crossing { advance(game, square, side) } else { 0 },
            if can_fall(leader) { count(g.neighbours(square) & enemies) } else { 0 },
        )
    });
    let pursues = wanted.any(14..15) && hand == 0 && rules.movement == Movement::Step;
    let pursuit = if pursues { pursuit(game, pieces, enemies) } else { 0 };
    let has_leader = !(position.leaders() & pieces).is_empty();
    let [attackers, crown] =
        if is_asymmetric(rules) { [count(pieces) * i32::from(!has_leader), i32::from(has_leader)] } else { [0; 2] };
    let [escapes, approaches, outlets, room, guards] =
        if wanted.any(17..22) { escape::features(game, position, side) } else { [0; 5] };
    let turn = i32::from(position.side() == side);
    [
        count(pieces) + hand,
        moves,
        threats,
        company,
        diagonal,
        contact,
        exposed,
        freedom,
        centre,
        count(pieces & border),
        vagi,
        alligati,
        advance,
        besiegers,
        pursuit,
        attackers,
        crown,
        escapes,
        approaches,
        outlets,
        room,
        guards,
        turn,
    ]
}

/// Counts the features from `diagonal` to `centre`.
#[inline]
fn shape<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, pieces: G::Set, enemies: G::Set) -> [i32; 5] {
    let g = game.geometry();
    let board = g.board();
    let empty = board & !(pieces | enemies | position.inciti());
    let beside = g.shift(pieces, Direction::East) | g.shift(pieces, Direction::West);
    let diagonal = g.shift(beside, Direction::North) | g.shift(beside, Direction::South);
    let exposed =
        Direction::union(|direction| g.shift(enemies, direction) & g.shift(empty, direction.opposite()) & pieces);
    let border = g.rim();
    let outer = border | g.neighbours(border);
    [pieces & diagonal, pieces & g.neighbours(enemies), exposed, g.neighbours(pieces) & empty, pieces & !outer]
        .map(|squares| squares.count() as i32)
}

/// The most enemy pieces that are pursued.
const PURSUED: u32 = 2;

/// Returns how many squares nearer the pieces are to the nearest of the last enemy pieces than they could be; 0 if the
/// enemy has more pieces.
fn pursuit<G: Geometry>(game: &Game<G>, pieces: G::Set, enemies: G::Set) -> i32 {
    if enemies.count() > PURSUED {
        return 0;
    }
    let board = game.rules().board;
    let place = |square| (i32::from(board.file(square)), i32::from(board.rank(square)));
    let nearness = |piece| {
        let (file, rank) = place(piece);
        let enemies = enemies.squares().map(place);
        let nearest = enemies.map(|(x, y)| (file - x).abs() + (rank - y).abs()).min();
        nearest.map_or(0, |nearest| i32::from(board.files) + i32::from(board.ranks) - nearest)
    };
    pieces.squares().map(nearness).sum()
}

/// Returns how many ranks a leader on the board has advanced from its own back rank.
fn advance<G: Geometry>(game: &Game<G>, leader: G::Set, side: Side) -> i32 {
    leader.squares().next().map_or(0, |square| {
        let board = game.rules().board;
        let rank = i32::from(board.rank(square));
        if side == Side::White { rank } else { i32::from(board.ranks) - 1 - rank }
    })
}
