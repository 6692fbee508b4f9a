//! A small network that judges positions of one game: what stands where, and what the features count.
//!
//! It sees the board from the side to move. One layer of [`UNITS`] hidden units takes the squares and the features of both
//! sides; the result is a sum over the units and, past them, over the features. That is the network of computer shogi and
//! chess (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018), so small
//! that nothing need be updated.

use petteia_engine::rules::Movement;
use petteia_engine::{BoardSize, Game, Geometry, Position, Rules, Side, Square, SquareSet};
use serde::{Deserialize, Serialize};

use super::linear::{COUNT, Features, of_side};

/// Hidden units.
pub const UNITS: usize = 32;

/// Features of both sides, and the stones that they have in hand.
pub const COUNTED: usize = 2 * PER_SIDE;
const PER_SIDE: usize = COUNT;

/// What a feature is divided by, in the order of [`FEATURES`](super::FEATURES), so that all are about as large; stones in
/// hand take the place of the turn.
const DIVISORS: [f32; PER_SIDE] = [8.0, 64.0, 4.0, 8.0, 8.0, 8.0, 8.0, 8.0, 2.0, 8.0];

/// Thousandths of the logarithm of the odds of winning: the unit of what it says.
pub const NET_SCALE: f64 = 1000.0;

/// Weights are kept as whole numbers of this part of 1.
const PRECISION: f32 = 1.0 / 1024.0;

/// Those of the squares are kept as whole numbers of this part of 1, so that sums of 16 bits hold a whole board of them.
const SQUARE_PRECISION: f32 = 1.0 / 256.0;

/// The greatest of those in a file: 128 pieces of them are the most of a sum.
const MOST_SQUARE: i32 = 255;

/// What a unit takes from the inputs.
pub type Units = [f32; UNITS];

/// What stands on squares, in the order of its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kinds {
    turned: bool,
    leaders: bool,
    inciti: bool,
}

impl Kinds {
    fn of(rules: &Rules) -> Self {
        Kinds {
            turned: rules.vagi || rules.movement == Movement::Leap,
            leaders: rules.leader.is_some(),
            inciti: rules.inciti,
        }
    }

    fn count(self) -> usize {
        2 + 2 * usize::from(self.turned) + 2 * usize::from(self.leaders) + usize::from(self.inciti)
    }
}

/// How a position is put to a network.
#[derive(Clone, Debug)]
pub struct Inputs {
    kinds: Kinds,
    board: BoardSize,
    /// Where each square lies as Black sees the board: its ranks the other way round.
    flipped: Vec<u8>,
}

impl Inputs {
    /// Those of a game.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let board = rules.board;
        let (files, ranks) = (board.files, board.ranks);
        let flipped = (0..ranks).flat_map(|rank| (0..files).map(move |file| (ranks - 1 - rank) * files + file));
        Inputs { kinds: Kinds::of(rules), board, flipped: flipped.collect() }
    }

    /// How many inputs squares have.
    #[must_use]
    pub fn count(&self) -> usize {
        self.kinds.count() * self.board.squares() as usize
    }

    /// The input in whose place an input stands on the board seen in a mirror, its files the other way round.
    #[must_use]
    pub fn mirrored(&self, input: usize) -> usize {
        let files = usize::from(self.board.files);
        input - input % files + (files - 1 - input % files)
    }

    /// What stands on the board, kind by kind in the order of the inputs.
    #[inline(always)]
    fn sets<S: SquareSet>(&self, position: &Position<S>) -> impl Iterator<Item = S> + use<S> {
        let side = position.side();
        let (own, other) = (position.pieces(side), position.pieces(!side));
        let special = position.turned() | position.leaders();
        let all = [
            (true, own & !special),
            (true, other & !special),
            (self.kinds.turned, own & position.turned()),
            (self.kinds.turned, other & position.turned()),
            (self.kinds.leaders, own & position.leaders()),
            (self.kinds.leaders, other & position.leaders()),
            (self.kinds.inciti, position.inciti()),
        ];
        all.into_iter().filter(|&(is_kind, _)| is_kind).map(|(_, set)| set)
    }

    /// The number of a square among the inputs of its kind.
    #[inline(always)]
    fn seen(&self, side: Side, square: Square) -> usize {
        if side == Side::White { square.index() } else { usize::from(self.flipped[square.index()]) }
    }

    /// The inputs of everything that stands on the board, and the features.
    pub(crate) fn read<G: Geometry>(&self, game: &Game<G>, position: &Position<G::Set>) -> (Vec<u16>, [f32; COUNTED]) {
        let mut inputs = Vec::with_capacity(64);
        for (kind, set) in self.sets(position).enumerate() {
            let first = kind * self.flipped.len();
            inputs.extend(set.squares().map(|square| (first + self.seen(position.side(), square)) as u16));
        }
        (inputs, counted(game, position))
    }
}

/// The features of both sides, those of the side to move first.
#[inline(always)]
fn counted<G: Geometry>(game: &Game<G>, position: &Position<G::Set>) -> [f32; COUNTED] {
    let mut counted = [0.0; COUNTED];
    for (half, side) in counted.chunks_exact_mut(PER_SIDE).zip([position.side(), !position.side()]) {
        let mut features: Features = of_side(game, position, side);
        features[PER_SIDE - 1] = i32::from(position.hands()[side]);
        for ((value, feature), divisor) in half.iter_mut().zip(features).zip(DIVISORS) {
            *value = feature as f32 / divisor;
        }
    }
    counted
}

/// The network of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "NetFile", into = "NetFile")]
pub struct Net {
    game: String,
    rules: Rules,
    inputs: Inputs,
    /// All numbers that are learned.
    pub weights: NetWeights,
    /// Those of the squares, as whole numbers of [`SQUARE_PRECISION`].
    coarse: Vec<[i16; UNITS]>,
}

/// The numbers of a network.
#[derive(Clone, Debug, PartialEq)]
pub struct NetWeights {
    /// For each input of the squares.
    pub squares: Vec<Units>,
    /// For each feature.
    pub features: Vec<Units>,
    /// What the units have without any input.
    pub bias: Units,
    /// What each unit counts in the result.
    pub output: Units,
    /// What each feature counts in the result, past the units.
    pub direct: [f32; COUNTED],
    /// The result without any input.
    pub constant: f32,
}

impl NetWeights {
    /// The units before their threshold, and the result, given the inputs.
    #[inline(always)]
    pub fn forward(&self, inputs: impl Iterator<Item = usize>, counted: &[f32; COUNTED]) -> (Units, f32) {
        let mut units = self.bias;
        for input in inputs {
            let row = &self.squares[input];
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += weight;
            }
        }
        self.finish(units, counted)
    }

    #[inline(always)]
    fn finish(&self, mut units: Units, counted: &[f32; COUNTED]) -> (Units, f32) {
        let mut result = self.constant;
        for ((&value, row), direct) in counted.iter().zip(&self.features).zip(self.direct) {
            if value == 0.0 {
                continue;
            }
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += value * weight;
            }
            result += value * direct;
        }
        let mut parts = [0.0_f32; 8];
        for (units, outputs) in units.chunks_exact(8).zip(self.output.chunks_exact(8)) {
            for ((part, unit), output) in parts.iter_mut().zip(units).zip(outputs) {
                *part += unit.clamp(0.0, 1.0) * output;
            }
        }
        (units, result + parts.iter().sum::<f32>())
    }
}

impl Net {
    /// The network of a game with such numbers, each rounded as a file has it.
    #[must_use]
    pub fn new(game: &str, rules: &Rules, weights: &NetWeights) -> Self {
        let (inputs, weights) = (Inputs::of(rules), weights.clone());
        let net = Net { game: game.to_owned(), rules: rules.unlimited(), inputs, weights, coarse: Vec::new() };
        Net::try_from(NetFile::from(net)).expect("what is written can be read")
    }

    /// The game with its switches that it was trained on.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Whether it was trained on a game with these rules, whatever the limits.
    #[must_use]
    pub fn is_of(&self, rules: &Rules) -> bool {
        self.rules == rules.unlimited()
    }

    /// The worth of a position for the side to move, in units of [`NET_SCALE`].
    pub(crate) fn evaluate<G: Geometry>(&self, game: &Game<G>, position: &Position<G::Set>) -> i32 {
        let mut sums = [0_i16; UNITS];
        let (side, squares) = (position.side(), self.inputs.flipped.len());
        for (rows, set) in self.coarse.chunks_exact(squares).zip(self.inputs.sets(position)) {
            for square in set.squares() {
                let row = &rows[self.inputs.seen(side, square)];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
        }
        let mut units = self.weights.bias;
        for (unit, sum) in units.iter_mut().zip(sums) {
            *unit += f32::from(sum) * SQUARE_PRECISION;
        }
        let (_, result) = self.weights.finish(units, &counted(game, position));
        (result * NET_SCALE as f32) as i32
    }

    /// As a file has it.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a network is plain data")
    }
}

/// A network as a file has it: whole numbers of [`PRECISION`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NetFile {
    game: String,
    units: usize,
    constant: i32,
    output: Vec<i32>,
    direct: Vec<i32>,
    bias: Vec<i32>,
    features: Vec<Vec<i32>>,
    squares: Vec<Vec<i32>>,
    rules: Rules,
}

impl From<Net> for NetFile {
    fn from(net: Net) -> Self {
        let whole = |weight: &f32| (weight / PRECISION).round() as i32;
        let coarse = |weight: &f32| ((weight / SQUARE_PRECISION).round() as i32).clamp(-MOST_SQUARE, MOST_SQUARE);
        let list = |weights: &[f32]| weights.iter().map(whole).collect::<Vec<_>>();
        let NetWeights { squares, features, bias, output, direct, constant } = &net.weights;
        NetFile {
            game: net.game,
            units: UNITS,
            constant: whole(constant),
            output: list(output),
            direct: list(direct),
            bias: list(bias),
            features: features.iter().map(|row| list(row)).collect(),
            squares: squares.iter().map(|row| row.iter().map(coarse).collect()).collect(),
            rules: net.rules,
        }
    }
}

impl TryFrom<NetFile> for Net {
    type Error = String;

    fn try_from(file: NetFile) -> Result<Self, String> {
        let NetFile { game, units, constant, output, direct, bias, features, squares, rules } = file;
        if units != UNITS {
            return Err(format!("`units` is {units}; this program's networks have {UNITS}"));
        }
        let inputs = Inputs::of(&rules);
        let counts = [("squares", squares.len(), inputs.count()), ("features", features.len(), COUNTED)];
        if let Some((key, found, right)) = counts.into_iter().find(|(_, found, right)| found != right) {
            return Err(format!("`{key}` has {found} rows; it needs {right}"));
        }
        if squares.iter().flatten().any(|number| number.abs() > MOST_SQUARE) {
            return Err(format!("a number of `squares` is beyond {MOST_SQUARE}"));
        }
        let rows = |key: &str, rows: &[Vec<i32>], precision| {
            rows.iter().map(|row| fixed(key, row, precision)).collect::<Result<Vec<Units>, _>>()
        };
        let weights = NetWeights {
            squares: rows("squares", &squares, SQUARE_PRECISION)?,
            features: rows("features", &features, PRECISION)?,
            bias: fixed("bias", &bias, PRECISION)?,
            output: fixed("output", &output, PRECISION)?,
            direct: fixed("direct", &direct, PRECISION)?,
            constant: constant as f32 * PRECISION,
        };
        let coarse = squares.iter().map(|row| std::array::from_fn(|unit| row[unit] as i16)).collect();
        Ok(Net { game, rules, inputs, weights, coarse })
    }
}

/// So many weights as numbers.
fn fixed<const N: usize>(key: &str, numbers: &[i32], precision: f32) -> Result<[f32; N], String> {
    let weights: Vec<f32> = numbers.iter().map(|&number| number as f32 * precision).collect();
    weights.try_into().map_err(|_| format!("a row of `{key}` has {} numbers; it needs {N}", numbers.len()))
}
