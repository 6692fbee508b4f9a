//! What is wrong with the text of a position.

/// An error in the text of a position, with its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("position text, {field}: {problem} (at `{found}`)")]
pub struct PositionTextError {
    /// The field of the text.
    pub field: &'static str,
    /// The text found there.
    pub found: String,
    /// What is wrong, and what was expected.
    pub problem: String,
}
