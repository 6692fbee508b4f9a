//! A judgement of positions that are not over: what search goes by where it stops looking.
//!
//! It is a sum of features, each what the side to move has more of than its opponent, times a weight. The weights were
//! fitted to games that the search played against itself (`petteia fit`).

use std::sync::LazyLock;

use petteia_engine::rules::{LeaderCapture, Movement};
use petteia_engine::{AnyGame, AnyPosition, Direction, Game, Geometry, Position, Side, SquareSet};
use serde::{Deserialize, Serialize};

/// What the features count, in their order.
pub const FEATURES: [Feature; COUNT] = [
    Feature { name: "piece", about: "a stone or leader, also in hand" },
    Feature { name: "move", about: "a move that its side could make" },
    Feature { name: "threat", about: "a square where its side may capture with its next move" },
    Feature { name: "company", about: "a piece next to another of its side" },
    Feature { name: "border", about: "a piece on the border" },
    Feature { name: "vagus", about: "a stone that must attack" },
    Feature { name: "alligatus", about: "a stone that is bound" },
    Feature { name: "advance", about: "a rank that a leader who wins by crossing has come forward" },
    Feature { name: "besieger", about: "an enemy piece next to a leader that can fall" },
    Feature { name: "turn", about: "the move itself" },
];

/// How many features there are.
pub const COUNT: usize = 10;

/// A feature of a side's position.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its name among the weights.
    pub name: &'static str,
    /// What is counted.
    pub about: &'static str,
}

/// The features of a position: what the side to move has less what its opponent has.
pub type Features = [i32; COUNT];

/// What each feature is worth, in thousandths of a stone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WeightsFile", into = "WeightsFile")]
pub struct Weights {
    /// In the order of [`FEATURES`].
    pub of: Features,
    /// How many thousandths of a stone make a win e times as likely as a loss.
    pub scale: f64,
}

/// Weights as a file has them: by name.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    scale: f64,
    weights: toml::Table,
}

impl TryFrom<WeightsFile> for Weights {
    type Error = String;

    fn try_from(file: WeightsFile) -> Result<Self, String> {
        let known = |name: &String| FEATURES.iter().any(|feature| feature.name == name);
        if let Some(name) = file.weights.keys().find(|name| !known(name)) {
            return Err(format!("there is no feature `{name}`"));
        }
        let mut of = [0; COUNT];
        for (weight, feature) in of.iter_mut().zip(FEATURES) {
            let value = file.weights.get(feature.name).ok_or_else(|| format!("no weight for `{}`", feature.name))?;
            let value = value.as_integer().and_then(|value| i32::try_from(value).ok());
            *weight = value.ok_or_else(|| format!("the weight of `{}` is no whole number", feature.name))?;
        }
        Ok(Weights { of, scale: file.scale })
    }
}

impl From<Weights> for WeightsFile {
    fn from(weights: Weights) -> Self {
        let named = FEATURES.iter().zip(weights.of);
        let weights_by_name = named.map(|(feature, weight)| (feature.name.to_owned(), weight.into())).collect();
        WeightsFile { scale: weights.scale, weights: weights_by_name }
    }
}

/// The weights that `experiments/weights.toml` led to.
static FITTED: LazyLock<Weights> =
    LazyLock::new(|| toml::from_str(include_str!("weights.toml")).expect("the weights of the program are right"));

impl Weights {
    /// Those that were fitted to games.
    pub fn fitted() -> &'static Weights {
        &FITTED
    }

    /// As a file has them.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("weights are plain data")
    }

    /// Pieces count, nothing else.
    pub fn material() -> Weights {
        let of = FEATURES.map(|feature| if feature.name == "piece" { 1000 } else { 0 });
        Weights { of, scale: 1000.0 }
    }

    /// White's chance to win, from 0 to 1, as these weights judge a position.
    #[must_use]
    pub fn white_chance(&self, game: &AnyGame, position: &AnyPosition) -> f64 {
        let own = f64::from(self.evaluate(game, position)) / self.scale;
        let value = if position.side() == Side::White { own } else { -own };
        1.0 / (1.0 + (-value).exp())
    }

    /// The worth of a position for the side to move, in thousandths of a stone.
    pub(crate) fn evaluate<G: Geometry>(&self, game: &Game<G>, position: &Position<G::Set>) -> i32 {
        features(game, position).iter().zip(self.of).map(|(feature, weight)| feature * weight).sum()
    }
}

/// What the side to move has more of than its opponent.
pub(crate) fn features<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> Features {
    let side = position.side();
    let (own, other) = (of_side(game, position, side), of_side(game, position, !side));
    let mut features = [0; COUNT];
    for (feature, (own, other)) in features.iter_mut().zip(own.into_iter().zip(other)) {
        *feature = own - other;
    }
    features
}

pub(super) fn of_side<G: Geometry>(game: &Game<G>, position: &Position<G::Set>, side: Side) -> Features {
    let (rules, g) = (game.rules(), game.geometry());
    let pieces = position.pieces(side);
    let count = |squares: G::Set| squares.count() as i32;
    let hand = i32::from(position.hands()[side]);
    let (moves, threats) = if hand == 0 {
        let activity = game.activity(position, side);
        (activity.moves as i32, activity.threats as i32)
    } else {
        (0, 0)
    };
    let turned = count(pieces & position.turned());
    let (vagi, alligati) = if rules.movement == Movement::Leap { (0, turned) } else { (turned, 0) };
    let company = count(pieces & g.neighbours(pieces));
    let border = count(pieces & Direction::union(|direction| g.border(direction)));
    let (advance, besiegers) = rules.leader.map_or((0, 0), |leader| {
        let square = position.leaders() & pieces;
        let falls = leader.capture != LeaderCapture::Never || leader.surrounded;
        (
            if leader.crossing { advance(game, square, side) } else { 0 },
            if falls { count(g.neighbours(square) & position.pieces(!side)) } else { 0 },
        )
    });
    let turn = i32::from(position.side() == side);
    [count(pieces) + hand, moves, threats, company, border, vagi, alligati, advance, besiegers, turn]
}

/// How many ranks a leader, if it is there, has left its own back rank behind.
fn advance<G: Geometry>(game: &Game<G>, leader: G::Set, side: Side) -> i32 {
    leader.squares().next().map_or(0, |square| {
        let board = game.rules().board;
        let rank = i32::from(board.rank(square));
        if side == Side::White { rank } else { i32::from(board.ranks) - 1 - rank }
    })
}
