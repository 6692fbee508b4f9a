//! The smallest fortresses of a game: those with the fewest pieces anywhere on the board (experiments/studies/fortresses.md §7).

mod formula;

use std::collections::{BTreeMap, BTreeSet};

use petteia_engine::rules::{LeaderCapture, LeaderMove, Movement, Unsupported};
use petteia_engine::{AnyBoard, AnySet, Direction, Game, Geometry, Rules, Side, SquareSet};

use self::formula::Formula;
use super::{Fortress, Ground, Waiting, check_rules, prove_on};
use crate::endgame::Symmetries;

/// A fortress anywhere on the board, with enemies on all squares that they can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// Its wall and its moving pieces.
    pub fortress: Fortress<AnySet>,
    /// The leader, if it is one of its pieces.
    pub leader: AnySet,
    /// The squares that enemies can reach.
    pub open: AnySet,
}

impl Example {
    /// Returns how its owner waits.
    pub fn waiting(&self, game: &Game<AnyBoard>, owner: Side) -> Waiting {
        self.fortress.waiting(game, &ground(game, owner, self), owner)
    }
}

/// The smallest fortresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Smallest {
    /// The number of pieces, including those that move.
    pub pieces: u32,
    /// All walls of this size up to the symmetries of the board, each with one choice of the moving
    /// pieces.
    pub examples: Vec<Example>,
}

/// Returns the smallest fortresses of `owner` with at most `most` pieces, or `None` if there are none this small.
/// Enemies must be able to reach at least half of the board, so that fortresses which merely imprison them in a corner
/// are not found. `progress` receives each size that is excluded.
///
/// ```
/// use petteia_engine::{Game, Rules, Side};
/// use petteia_proofs::fortress::smallest;
/// let game = Game::of(Rules::parse("city-8").unwrap());
/// let found = smallest(&game, Side::White, 8, |_| ()).unwrap().unwrap();
/// assert_eq!((found.pieces, found.examples.len()), (4, 2));
/// ```
///
/// # Errors
/// The rules are not covered.
pub fn smallest(
    game: &Game<AnyBoard>,
    owner: Side,
    most: u32,
    mut progress: impl FnMut(u32),
) -> Result<Option<Smallest>, Unsupported> {
    let rules = game.rules();
    check_rules(rules, owner)?;
    let casts = Cast::of(rules, owner);
    let symmetries = Symmetries::of_board(rules.board, false);
    let mut formulas: Vec<Formula> = Vec::new();
    for cast in casts {
        let choices = if rules.forbids_undo() {
            rounds(game, cast)
        } else {
            shuttles_up_to_symmetry(game, cast, &symmetries).into_iter().map(|shuttle| vec![shuttle]).collect()
        };
        let choices = choices.into_iter().filter(|choice| !choice.is_empty());
        formulas.extend(choices.map(|choice| Formula::new(game, owner, choice, cast, most)));
    }
    for pieces in 2..=most {
        let mut examples: BTreeMap<_, Example> = BTreeMap::new();
        for formula in &mut formulas {
            while let Some(example) = formula.solve(pieces) {
                let ground = ground(game, owner, &example);
                if prove_on(game, &ground, owner).is_err() {
                    formula.exclude(&example);
                    continue;
                }
                let images: BTreeSet<AnySet> = symmetries.images(example.fortress.wall).collect();
                images.iter().for_each(|&image| formula.exclude_wall(image));
                examples.entry(images.first().copied()).or_insert(example);
            }
        }
        if !examples.is_empty() {
            return Ok(Some(Smallest { pieces, examples: examples.into_values().collect() }));
        }
        progress(pieces);
    }
    Ok(None)
}

/// Returns the ground of an example: an enemy on every open square, and no other pieces of the owner.
fn ground(game: &Game<AnyBoard>, owner: Side, example: &Example) -> Ground<AnySet> {
    Ground {
        own: example.fortress.pieces(),
        own_leader: example.leader,
        doomed: AnySet::EMPTY,
        enemy: example.open,
        enemy_has_leader: game.rules().has_leader(!owner),
        inciti: AnySet::EMPTY,
        last: None,
    }
}

/// Returns the number of pieces with which a side begins.
pub fn army(game: &Game<AnyBoard>, side: Side) -> u32 {
    let start = game.start();
    start.pieces(side).count() + u32::from(start.hands()[side])
}

/// Returns whether a side cannot have a fortress, whatever its pieces, because none of them can move forever: with
/// `vagi` or `forward`, and without a leader (experiments/studies/fortresses.md §3), or where positions may not recur.
pub fn never_has_one(rules: &Rules, side: Side) -> bool {
    rules.forbids_repetition() || Cast::of(rules, side).is_empty()
}

/// The role of the owner's leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cast {
    /// It is the shuttle.
    Shuttle,
    /// It stands in the wall.
    Wall,
    /// It is not part of the fortress.
    Absent,
}

impl Cast {
    /// Returns the possible roles. If stones cannot shuttle, the leader must be the shuttle; if the leader can be lost,
    /// it must be part of the fortress.
    fn of(rules: &Rules, owner: Side) -> Vec<Cast> {
        let stones_shuttle = !rules.vagi && rules.movement != Movement::Forward;
        let Some(leader) = rules.leader.filter(|_| rules.has_leader(owner)) else {
            return if stones_shuttle { vec![Cast::Absent] } else { Vec::new() };
        };
        let must_be_inside = leader.lose && leader.capture != LeaderCapture::Never;
        let mut casts = Vec::new();
        casts.extend((stones_shuttle && !must_be_inside).then_some(Cast::Absent));
        casts.push(Cast::Shuttle);
        casts.extend(stones_shuttle.then_some(Cast::Wall));
        casts
    }
}

/// Squares on which pieces can move forever, and where these stand; a leader among them stands on the lowest square.
#[derive(Clone, Copy, Debug)]
struct Round {
    movers: AnySet,
    room: AnySet,
}

/// Returns whether a moving piece can slide several squares with every roll.
fn slides_far(rules: &Rules, cast: Cast) -> bool {
    let slides = match rules.leader {
        Some(leader) if cast == Cast::Shuttle => leader.movement == LeaderMove::Slide,
        _ => rules.movement == Movement::Slide,
    };
    slides && rules.die.is_none()
}

/// Returns the rounds of one piece, and those of two, in games in which moves may not be taken back
/// (experiments/studies/fortresses.md §9): a block of four squares, or three in a line for a piece that slides; two steps apart from
/// each other, or three steps to the same square for two pieces.
fn rounds(game: &Game<AnyBoard>, cast: Cast) -> Vec<Vec<Round>> {
    let geometry = game.geometry();
    let (mut of_one, mut of_two) = (Vec::new(), Vec::new());
    let beside = |set: AnySet, direction| geometry.shift(set, direction);
    let all: Vec<AnySet> = geometry.board().squares().map(AnySet::only).collect();
    for &movers in &all {
        let (north, east) = (beside(movers, Direction::North), beside(movers, Direction::East));
        let block = movers | north | east | beside(north, Direction::East);
        of_one.extend((block.count() == 4).then_some(Round { movers, room: block }));
        for direction in [Direction::North, Direction::East] {
            let line = movers | beside(movers, direction) | beside(beside(movers, direction), direction);
            of_one
                .extend((line.count() == 3 && slides_far(game.rules(), cast)).then_some(Round { movers, room: line }));
        }
    }
    let steps = |from: AnySet| geometry.neighbours(from).squares().map(move |to| from | AnySet::only(to));
    let pairs: BTreeSet<AnySet> = all.iter().flat_map(|&from| steps(from)).collect();
    for (i, &one) in pairs.iter().enumerate() {
        let others = pairs.iter().take(i).filter(|other| !other.meets(one));
        of_two.extend(others.map(|&other| Round {
            movers: AnySet::only(one.lowest()) | AnySet::only(other.lowest()),
            room: one | other,
        }));
    }
    for &centre in &all {
        let around: Vec<AnySet> = geometry.neighbours(centre).squares().map(AnySet::only).collect();
        for (i, &one) in around.iter().enumerate() {
            for (j, &other) in around.iter().enumerate().take(i) {
                let thirds = around.iter().take(j);
                of_two.extend(thirds.map(|&third| Round { movers: one | other, room: centre | one | other | third }));
            }
        }
    }
    let alone = Cast::Shuttle == cast && (game.rules().vagi || game.rules().movement == Movement::Forward);
    if alone { vec![of_one] } else { vec![of_one, of_two] }
}

/// Returns the squares of a shuttle, one of each set of symmetric pairs.
fn shuttles_up_to_symmetry(game: &Game<AnyBoard>, cast: Cast, symmetries: &Symmetries) -> Vec<Round> {
    let (geometry, rules) = (game.geometry(), game.rules());
    let reach = if rules.movement == Movement::Hop {
        2
    } else if rules.capture_run && slides_far(rules, cast) {
        u32::MAX
    } else {
        1
    };
    let mut known = BTreeMap::new();
    for home in geometry.board().squares() {
        let from = AnySet::only(home);
        let line = |direction| geometry.slide(from, geometry.board(), direction, reach);
        for away in Direction::union(line).squares() {
            let pair = AnySet::only(home) | AnySet::only(away);
            let class = symmetries.images(pair).min();
            known.entry(class).or_insert(Round { movers: from, room: pair });
        }
    }
    known.into_values().collect()
}
