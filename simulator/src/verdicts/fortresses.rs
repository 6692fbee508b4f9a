//! The smallest fortress of a game, and whether each side can force one.

use std::path::Path;

use petteia_engine::{CheckedRules, Game, Geometry, Rules, Side};
use petteia_proofs::check::check_certificate;
use petteia_proofs::force::{Camp, Certificate, Goal, NotForceable, Search, Solved};
use petteia_proofs::fortress::{army, never_has_one, smallest};
use petteia_reports::verdicts::{Forced, Smallest, Tried};

use super::{VerdictError, write};
use crate::experiment::Proofs;
use crate::fortress_drawing::Drawing;

/// The smallest fortresses of the first player with at most `most` pieces, or as many as it has.
pub fn smallest_of<G: Geometry>(game: &Game<G>, most: Option<u32>) -> Smallest {
    let army = army(game, Side::White);
    let most = most.unwrap_or(army).min(army);
    let none = Smallest::None { most, all: most == army || never_has_one(game.rules(), Side::White) };
    let found = match smallest(game, Side::White, most, |_| ()) {
        Ok(Some(found)) => found,
        Ok(None) => return none,
        Err(refused) => return Smallest::NotCovered(refused.to_string()),
    };
    let Some(example) = found.examples.first() else { return none };
    let drawing = Drawing { board: game.rules().board, ascii: true };
    let [home, away] = example.fortress.shuttle.map(|square| drawing.board.name(square));
    Smallest::Found {
        pieces: found.pieces,
        kinds: found.examples.len() as u32,
        squares: format!("{} with one that moves between {home} and {away}", drawing.names(example.fortress.wall)),
        drawing: drawing.example(example),
    }
}

/// A side of a variant that tries to force a fortress.
pub struct Attempt<'a> {
    /// The name of the variant.
    pub variant: &'a str,
    /// The side.
    pub side: Side,
    /// How far to go.
    pub proofs: &'a Proofs,
    /// The most memory to take, in GiB.
    pub memory: f64,
    /// Where the strategy is written, if there is one.
    pub certificate: &'a Path,
}

impl Attempt<'_> {
    /// Tries it: first for a fortress with which the side cannot lose, then for any.
    pub fn force<G: Geometry>(&self, game: &Game<G>) -> Result<Forced, VerdictError> {
        if !is_named(self.variant, game.rules()) {
            return Ok(Forced::NotCovered("its rules have no name that a certificate could give".to_owned()));
        }
        let mut tried = Vec::new();
        for goal in [Goal::Safe, Goal::Fortress] {
            tried.clear();
            for &ranks in &self.proofs.ranks {
                let camp = match Camp::new(game.clone(), self.side, ranks) {
                    Ok(camp) => camp,
                    Err(NotForceable::Ranks) => continue,
                    Err(refused) => return Ok(Forced::NotCovered(refused.to_string())),
                };
                match self.search(camp, goal)? {
                    Ok(forced) => return Ok(forced),
                    Err(moves) => tried.push(Tried { ranks, moves }),
                }
            }
        }
        Ok(if tried.is_empty() {
            Forced::NotCovered("no camp of the ranks asked for fits its board".to_owned())
        } else {
            Forced::Open { tried }
        })
    }

    /// What is forced in a camp, or within how many moves nothing is.
    fn search<G: Geometry>(&self, camp: Camp<G>, goal: Goal) -> Result<Result<Forced, u8>, VerdictError> {
        let ranks = camp.ranks();
        let mut search = Search::new(camp, goal);
        let roots = search.roots(self.side == Side::White);
        let moves = match search.solve(&roots, self.proofs.moves, |_, _, _| ()) {
            Solved::Within(moves) => moves,
            Solved::NotWithin(moves) => return Ok(Err(moves)),
        };
        let text = Certificate::of(&mut search, self.variant, &roots).text();
        let checked = check_certificate(&text).map_err(|error| VerdictError::file(self.certificate, error))?;
        write(self.certificate, &text)?;
        let certificate = self.certificate.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Ok(Forced::Within { moves, ranks, is_safe: checked.safe, certificate }))
    }
}

/// Whether a name alone says the rules of a variant; the limits aside, which no proof looks at.
fn is_named(variant: &str, rules: &CheckedRules) -> bool {
    let named = Rules::parse(variant).map(|named| Rules { limits: rules.limits, ..Rules::clone(&named) });
    named.is_ok_and(|named| named == **rules)
}
