//! Matches and tournaments from their tables: results, ratings, cross tables, a figure.

mod text;
mod tournament;

pub use text::lines;
pub use tournament::{AgentRating, PairingSummary, TournamentReport, report_tournament};
