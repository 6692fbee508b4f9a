//! The goal of a search, as people write it.

use std::collections::BTreeMap;

use petteia_players::config::{ExperimentError, Source};
use petteia_statistics::identification::{self, Threshold};
use toml::{Spanned, Value};

use super::quantity::Quantity;

/// The table `goal`: limits of quantities, and the keys `minimise`, `tolerance` and `confidence`.
pub(super) type GoalTable = BTreeMap<Spanned<String>, Spanned<Value>>;

/// What is asked of the rule sets.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// All quantities that are limited or minimised.
    pub quantities: Vec<Quantity>,
    /// The limits, in the order of the file, with each quantity by its place.
    pub limits: Vec<Threshold>,
    /// The quantities that are to be small, by their place.
    pub minimised: Vec<usize>,
    /// Whether the distance is to be small.
    pub is_near: bool,
    /// The difference that need not be told apart: of a share, or of hundreds of turns.
    pub tolerance: f64,
    /// The probability with which everything that the search says is true.
    pub confidence: f64,
}

/// The name of the distance among the quantities that are minimised.
const DISTANCE: &str = "distance";

/// The tolerance, unless a file says otherwise.
pub(super) const USUAL_TOLERANCE: f64 = 0.03;

/// A difference of this many turns is treated like a difference of 1 of a share.
pub(super) const TURNS: f64 = 100.0;

impl Goal {
    /// Reads the table.
    pub(super) fn read(source: &Source, table: &Spanned<GoalTable>) -> Result<Self, ExperimentError> {
        let mut goal = Goal {
            quantities: Vec::new(),
            limits: Vec::new(),
            minimised: Vec::new(),
            is_near: false,
            tolerance: USUAL_TOLERANCE,
            confidence: 0.95,
        };
        let mut minimised = Vec::new();
        let mut entries: Vec<(&Spanned<String>, &Spanned<Value>)> = table.get_ref().iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let wrong = |message: String| source.wrong(value.span(), format!("`{}`: {message}", key.get_ref()));
            match key.get_ref().as_str() {
                "minimise" => (minimised, goal.is_near) = read_minimised(value.get_ref()).map_err(wrong)?,
                "tolerance" => goal.tolerance = share(value.get_ref(), 0.001, 0.5).map_err(wrong)?,
                "confidence" => goal.confidence = share(value.get_ref(), 0.5, 0.9999).map_err(wrong)?,
                name => {
                    let quantity = Quantity::named(name).map_err(|message| source.wrong(key.span(), message))?;
                    let (least, most) = limits(quantity, value.get_ref()).map_err(wrong)?;
                    let quantity = goal.place(quantity);
                    goal.limits.push(Threshold { quantity, least, most });
                }
            }
        }
        // After those with limits, wherever they stand in the file.
        goal.minimised = minimised.into_iter().map(|quantity| goal.place(quantity)).collect();
        if goal.quantities.is_empty() {
            let message = "`goal` limits nothing; give a limit such as draws = \"<= 0.2\"";
            return Err(source.wrong(table.span(), message));
        }
        Ok(goal)
    }

    /// Returns whether a game that is drawn with best play cannot be what is asked for.
    pub(super) fn forbids_draws(&self) -> bool {
        self.limits.iter().any(|limit| self.quantities[limit.quantity] == Quantity::Draws && limit.most < 1.0)
    }

    /// Returns the place of a quantity among all that are limited or minimised, and lists it if it is new.
    fn place(&mut self, wanted: Quantity) -> usize {
        let known = self.quantities.iter().position(|&quantity| quantity == wanted);
        known.unwrap_or_else(|| {
            self.quantities.push(wanted);
            self.quantities.len() - 1
        })
    }

    /// Returns the goal in numbers from 0 to 1, where `cap` is the most turns of a game.
    pub(super) fn scaled(&self, cap: f64) -> identification::Goal {
        let limit = |&Threshold { quantity, least, most }: &Threshold| {
            let scale = scale(self.quantities[quantity], cap);
            Threshold { quantity, least: least / scale, most: most / scale }
        };
        let tolerance = |&quantity: &Quantity| match quantity {
            Quantity::Plies => self.tolerance * TURNS / cap,
            _ => self.tolerance,
        };
        identification::Goal {
            limits: self.limits.iter().map(limit).collect(),
            minimised: self.minimised.clone(),
            tolerances: self.quantities.iter().map(tolerance).collect(),
        }
    }
}

/// Returns what 1 is in the unit of a quantity.
pub(super) fn scale(quantity: Quantity, cap: f64) -> f64 {
    if quantity == Quantity::Plies { cap } else { 1.0 }
}

/// Reads the quantities that are to be small, and whether the distance is.
fn read_minimised(value: &Value) -> Result<(Vec<Quantity>, bool), String> {
    const RIGHT: &str = "give a list such as [\"draws\", \"distance\"]";
    let (mut quantities, mut is_near) = (Vec::new(), false);
    for name in value.as_array().ok_or(RIGHT)? {
        match name.as_str().ok_or(RIGHT)? {
            DISTANCE => is_near = true,
            name => quantities.push(Quantity::named(name)?),
        }
    }
    Ok((quantities, is_near))
}

/// Reads the ends of `<= 0.2`, `>= 0.2` or `0.45 .. 0.55`.
fn limits(quantity: Quantity, value: &Value) -> Result<(f64, f64), String> {
    let right = || "give a limit such as \"<= 0.2\", \">= 0.5\" or \"0.45 .. 0.55\"".to_owned();
    let text = value.as_str().ok_or_else(right)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| right());
    let (least, most) = if let Some(most) = text.trim().strip_prefix("<=") {
        (f64::NEG_INFINITY, number(most)?)
    } else if let Some(least) = text.trim().strip_prefix(">=") {
        (number(least)?, f64::INFINITY)
    } else {
        let (least, most) = text.split_once("..").ok_or_else(right)?;
        (number(least)?, number(most)?)
    };
    let top = if quantity == Quantity::Plies { f64::INFINITY } else { 1.0 };
    let fits = |end: f64| end.is_infinite() || (0.0..=top).contains(&end);
    if !fits(least) || !fits(most) {
        return Err(if top == 1.0 { "a share is from 0 to 1" } else { "turns are not negative" }.to_owned());
    }
    if least > most {
        return Err(format!("its lower end {least} is above its upper end {most}"));
    }
    Ok((least, most))
}

/// Reads a number within a range.
fn share(value: &Value, least: f64, most: f64) -> Result<f64, String> {
    let number = value.as_float().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("give a number from {least} to {most}"))
}
