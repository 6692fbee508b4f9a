//! A weighted sum of features.

use std::sync::{Arc, LazyLock};

use petteia_engine::{Game, Geometry, Position};
use serde::{Deserialize, Serialize};

use super::features::{COUNT, FEATURES, Features, Wanted, of_side};

/// The value of each feature, in thousandths of a stone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "WeightsFile", into = "WeightsFile")]
pub struct Weights {
    own: Features,
    other: Features,
    scale: f64,
    wanted: Wanted,
}

/// Weights by name, as in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    scale: f64,
    weights: toml::Table,
    /// The weights of the opponent's features, if they differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opponent: Option<toml::Table>,
}

impl TryFrom<WeightsFile> for Weights {
    type Error = String;

    fn try_from(file: WeightsFile) -> Result<Self, String> {
        if !(file.scale.is_finite() && file.scale > 0.0) {
            return Err(format!("`scale` is {}; give a number greater than 0", file.scale));
        }
        let own = read(&file.weights)?;
        let other = file.opponent.as_ref().map_or(Ok(own), read)?;
        Ok(Weights::new(own, other, file.scale))
    }
}

/// Returns weights given by name; missing ones are 0.
fn read(table: &toml::Table) -> Result<Features, String> {
    if let Some(name) = table.keys().find(|name| FEATURES.iter().all(|feature| feature.name != *name)) {
        return Err(format!("there is no feature `{name}`"));
    }
    let mut weights = [0; COUNT];
    for (weight, feature) in weights.iter_mut().zip(FEATURES) {
        let Some(value) = table.get(feature.name) else { continue };
        let value = value.as_integer().and_then(|value| i32::try_from(value).ok());
        let value = value.filter(|value| value.abs() <= MOST_WEIGHT);
        *weight = value.ok_or_else(|| {
            format!("the weight of `{}` is not a whole number from -{MOST_WEIGHT} to {MOST_WEIGHT}", feature.name)
        })?;
    }
    Ok(weights)
}

/// The largest weight in a file: the value of a hundred stones.
const MOST_WEIGHT: i32 = 100_000;

impl From<Weights> for WeightsFile {
    fn from(weights: Weights) -> Self {
        let table = |of: Features| {
            let named = FEATURES.iter().zip(of).filter(|&(_, weight)| weight != 0);
            named.map(|(feature, weight)| (feature.name.to_owned(), weight.into())).collect()
        };
        WeightsFile {
            scale: weights.scale,
            weights: table(weights.own),
            opponent: (weights.other != weights.own).then(|| table(weights.other)),
        }
    }
}

/// The weights obtained with `experiments/weights.toml`.
static SHARED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    Arc::new(toml::from_str(include_str!("weights.toml")).expect("the weights of the program are right"))
});

impl Weights {
    /// Creates weights for the features of the side to move and of its opponent, which are subtracted; `scale` is the number of
    /// thousandths of a stone that multiply the odds of winning by e.
    #[must_use]
    pub fn new(own: Features, other: Features, scale: f64) -> Self {
        let wanted = Wanted::by(|feature| own[feature] != 0 || other[feature] != 0);
        Weights { own, other, scale, wanted }
    }

    /// Returns the weights shared by all games.
    #[must_use]
    pub fn shared() -> Arc<Weights> {
        SHARED.clone()
    }

    /// Returns weights that count only pieces.
    #[must_use]
    pub fn material() -> Weights {
        let of = FEATURES.map(|feature| if feature.name == "piece" { 1000 } else { 0 });
        Weights::new(of, of, 1000.0)
    }

    /// Returns the value of each feature of the side to move, in the order of [`FEATURES`].
    #[must_use]
    pub fn own(&self) -> &Features {
        &self.own
    }

    /// Returns the deduction for each feature of its opponent.
    #[must_use]
    pub fn other(&self) -> &Features {
        &self.other
    }

    /// Returns the number of thousandths of a stone that multiply the odds of winning by e.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Formats the weights as a file.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("weights are plain data")
    }

    /// Returns the value of a position for the side to move, in thousandths of a stone.
    #[inline]
    pub(crate) fn evaluate<G: Geometry>(&self, game: &Game<G>, position: &Position<G::Set>) -> i32 {
        let side = position.side();
        let own = of_side(game, position, side, self.wanted);
        let other = of_side(game, position, !side, self.wanted);
        (0..COUNT).map(|feature| own[feature] * self.own[feature] - other[feature] * self.other[feature]).sum()
    }
}
