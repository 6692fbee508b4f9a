//! What a search gives a reader beside its numbers.

use petteia_engine::Section;
use petteia_tables::depths::Doublings;
use petteia_tables::fair::Handicap;

use crate::balance::even_sentence;
use crate::depth::depth_sentence;
use crate::strong_play::{self, StrongPlayEstimate};

/// What a reader needs to go on with the source and the front.
#[derive(Clone, Debug, Default)]
pub struct ParetoFrontDetails {
    /// The rules of the source in plain words.
    pub source: Vec<Section>,
    /// The members of the front, in its order.
    pub candidates: Vec<Candidate>,
    /// What limits the games in which they were played again, in sentences.
    pub limits: Vec<String>,
    /// The page with all games in which they were played again, in the folder of the search.
    pub page: Option<String>,
    /// Rules that could join the space, as lines of its table.
    pub lacking: Vec<String>,
    /// The folder of the search, as a command names it.
    pub folder: String,
}

/// A member of the front beside its numbers.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    /// Its rules in plain words.
    pub rules: Vec<Section>,
    /// Its file, in the folder of the search.
    pub file: String,
    /// What stronger play makes of draws and of White's score.
    pub limits: Vec<StrongPlayEstimate>,
    /// How even it is.
    pub handicap: Option<Handicap>,
    /// How deep it is.
    pub depth: Option<Doublings>,
}

impl Candidate {
    /// What stronger play makes of it, in sentences.
    pub(super) fn strong_play(&self) -> Vec<String> {
        let mut sentences = strong_play::sentences(&self.limits);
        sentences.extend(self.handicap.as_ref().map(even_sentence));
        sentences.extend(self.depth.as_ref().map(depth_sentence));
        sentences
    }
}
