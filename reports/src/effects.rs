//! What each factor of a run does to its outcomes, alone and together with another.

use crate::stats::Estimate;

/// The effect of a level of a factor, or of two levels together, on an outcome, with one pairing of agents.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Effect {
    /// Name of the pairing of agents.
    pub agents: String,
    /// The outcome whose chance changes, such as `draw`.
    pub outcome: &'static str,
    /// `vagi` for a main effect, `vagi:edge` for an interaction.
    pub term: String,
    /// Factor and level: one for a main effect, two for an interaction.
    pub factors: Vec<(String, String)>,
    /// By what the odds of the outcome are multiplied.
    pub odds_ratio: Estimate,
    /// The average change of the share of games with the outcome, from -1 to 1.
    pub marginal: Estimate,
    /// The p-value of no effect.
    pub p: f64,
    /// The same adjusted for all effects of the run, after Holm.
    pub p_holm: f64,
}
