//! What is wrong with a table of rules.

use std::fmt;

/// An error in a variant, with the word of its table that causes it.
#[derive(Debug)]
pub struct Defect {
    /// The word; empty if it is not known.
    pub word: String,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl From<String> for Defect {
    fn from(message: String) -> Self {
        Defect { word: String::new(), message }
    }
}

/// All errors found in a variant, at least one.
#[derive(Debug)]
pub struct Defects(pub Vec<Defect>);

impl<D: Into<Defect>> From<D> for Defects {
    fn from(defect: D) -> Self {
        Defects(vec![defect.into()])
    }
}

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<&str> = self.0.iter().map(|defect| defect.message.as_str()).collect();
        f.write_str(&messages.join("; "))
    }
}
