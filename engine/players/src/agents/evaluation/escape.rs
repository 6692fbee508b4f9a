//! The features of a leader that wins at an edge or a corner, and of those who keep it from there.

use petteia_engine::rules::Goal;
use petteia_engine::{Direction, Game, Geometry, Position, Rules, Side, SquareSet};

/// Returns whether leaders win at an edge or a corner.
pub fn is_goal(rules: &Rules) -> bool {
    rules.leader.is_some_and(|leader| matches!(leader.goal(), Goal::Edge | Goal::Corners))
}

/// Returns the features from `escape` to `guard` of a side; all are 0 where no leader wins at an edge or a corner.
#[inline]
pub fn features<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, side: Side) -> [i32; 5] {
    if !is_goal(game.rules()) {
        return [0; 5];
    }
    let g = game.geometry();
    let goal = game.goal_of(side);
    let own = position.pieces(side);
    let has_enemy_leader = !(position.leaders() & position.pieces(!side)).is_empty();
    let guards = if has_enemy_leader && goal != g.rim() { around(g, goal) & own } else { G::Set::EMPTY };
    let leader = position.leaders() & own;
    if leader.is_empty() {
        return [0, 0, 0, 0, guards.count() as i32];
    }
    let open = game.open_to_leaders(position);
    let one = leader_moves(game, leader, open);
    let two = one | leader_moves(game, one, open);
    let outlets = g.flood(leader, open | leader) & g.rim() & !leader;
    [one & goal, two & goal, outlets, g.neighbours(leader) & open, guards].map(|squares| squares.count() as i32)
}

/// Returns the squares to which leaders on some squares could move over open ones.
fn leader_moves<G: Geometry>(game: &Game<G>, from: G::Set, open: G::Set) -> G::Set {
    let reach = game.leader_reach(u32::MAX);
    Direction::union(|direction| game.geometry().slide(from, open, direction, reach))
}

/// Returns the squares next to some squares, also diagonally.
fn around<G: Geometry>(g: G, squares: G::Set) -> G::Set {
    let row = squares | g.shift(squares, Direction::East) | g.shift(squares, Direction::West);
    (row | g.shift(row, Direction::North) | g.shift(row, Direction::South)) & !squares
}
