//! Matches and tournaments from their tables: results, ratings, cross tables, a figure.

mod rating;
mod text;
mod tournament;

pub use rating::{AgentRating, PairingSummary, ScoreAgainst};
pub use text::lines;
pub(crate) use text::{BOUNDS, MEAN, SCALE};
pub(crate) use tournament::tally_columns;
pub use tournament::{TournamentReport, pairings_frame, ratings_frame, report_tournament};
