//! The smallest fortress of a game, and whether each side can force one.

use std::path::Path;

use petteia_engine::{CheckedRules, Game, Geometry, Rules, Side};
use petteia_proofs::check::check_certificate;
use petteia_proofs::force::{
    Camp, Certificate, Goal, Limits, NotForceable, Search, Solved, Table, every_fortress_is_safe,
};
use petteia_proofs::fortress::{army, never_has_one, smallest};
use petteia_tables::verdicts::{Forced, Smallest, Tried};

use super::{VerdictError, write};
use crate::experiment::Proofs;
use crate::fortress_drawing::Drawing;

/// The smallest fortresses of the first player with at most `most` pieces, or as many as it has.
pub fn smallest_of<G: Geometry>(game: &Game<G>, most: Option<u32>) -> Smallest {
    let army = army(game, Side::White);
    let most = most.unwrap_or(army).min(army);
    if never_has_one(game.rules(), Side::White) {
        return Smallest::NeverMoves;
    }
    let none = Smallest::None { most, all: most == army };
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

/// The ranks that are solved completely.
const SMALL: u8 = 2;

/// A side of a variant that tries to force a fortress.
pub struct Attempt<'a> {
    /// The name of the variant.
    pub variant: &'a str,
    /// The side.
    pub side: Side,
    /// How far to go.
    pub proofs: &'a Proofs,
    /// The most memory to take, in bytes.
    pub memory: u64,
    /// Where the strategy is written, if there is one.
    pub certificate: &'a Path,
}

/// A camp in which it is open, or a fortress that is forced.
type Searched = Result<Forced, Tried>;

impl Attempt<'_> {
    /// Tries it: first for a fortress with which the side cannot lose, then for any.
    pub fn force<G: Geometry>(&self, game: &Game<G>) -> Result<Forced, VerdictError> {
        if !is_named(self.variant, game.rules()) {
            return Ok(Forced::NotCovered("its rules have no name that a certificate could give".to_owned()));
        }
        // A camp of the whole board but two ranks is refused for what the search does not cover alone.
        if let Err(refused) = Camp::new(game.clone(), self.side, game.rules().board.ranks.saturating_sub(2))
            && refused != NotForceable::Ranks
        {
            return Ok(Forced::NotCovered(refused.to_string()));
        }
        let same = every_fortress_is_safe(game.rules(), self.side);
        let goals = if same { &[Goal::Safe][..] } else { &[Goal::Safe, Goal::Fortress] };
        let mut tried = Vec::new();
        for &goal in goals {
            tried = match self.try_camps(game, goal)? {
                Ok(forced) => return Ok(forced),
                Err(tried) => tried,
            };
            tried = match self.try_completely(game, goal, tried)? {
                Ok(forced) => return Ok(forced),
                Err(tried) => tried,
            };
        }
        Ok(Forced::Open { tried })
    }

    /// A plain search in each camp.
    fn try_camps<G: Geometry>(&self, game: &Game<G>, goal: Goal) -> Result<Result<Forced, Vec<Tried>>, VerdictError> {
        let mut tried = Vec::new();
        for reach in &self.proofs.camps {
            let Ok(camp) = Camp::new(game.clone(), self.side, reach.ranks) else { continue };
            match self.search(&mut Search::new(camp, goal), reach.moves, self.memory)? {
                Ok(forced) => return Ok(Ok(forced)),
                Err(open) => tried.push(open),
            }
        }
        Ok(Err(tried))
    }

    /// A search that knows all about the first two ranks, where their table fits into the memory. What it finds out takes the
    /// place of what was tried there before.
    fn try_completely<G: Geometry>(
        &self,
        game: &Game<G>,
        goal: Goal,
        mut tried: Vec<Tried>,
    ) -> Result<Result<Forced, Vec<Tried>>, VerdictError> {
        let Some(reach) = self.proofs.complete else { return Ok(Err(tried)) };
        let camp = |ranks| Camp::new(game.clone(), self.side, ranks).ok();
        let Some(small) = camp(SMALL) else { return Ok(Err(tried)) };
        let Ok(table) = Table::solve(small.clone(), goal, self.memory, |_| ()) else { return Ok(Err(tried)) };
        let left = self.memory.saturating_sub(Table::bytes(&small).unwrap_or(0));
        let mut search = Search::with_table(small, table);
        for ranks in SMALL..=reach.ranks {
            match self.search(&mut search, reach.moves, left)? {
                Ok(forced) => return Ok(Ok(forced)),
                Err(open) => {
                    tried.retain(|tried| tried.ranks != ranks);
                    tried.push(open);
                }
            }
            let (Some(table), Some(larger)) = (search.into_table(), camp(ranks + 1)) else { break };
            search = Search::with_table(larger, table);
        }
        Ok(Err(tried))
    }

    /// What is forced in a camp, or how far nothing is.
    fn search<G: Geometry>(&self, search: &mut Search<G>, moves: u8, bytes: u64) -> Result<Searched, VerdictError> {
        let ranks = search.camp().ranks();
        let roots = search.roots(self.side == Side::White);
        match search.solve(&roots, Limits { moves, bytes }, |_, _, _| ()) {
            Solved::Within(_) => {}
            Solved::NotWithin(moves) | Solved::OutOfMemory(moves) => {
                return Ok(Err(Tried { ranks, moves: Some(moves) }));
            }
            Solved::Never => return Ok(Err(Tried { ranks, moves: None })),
        }
        let text = Certificate::of(search, self.variant, &roots).text();
        let checked = check_certificate(&text).map_err(|error| VerdictError::file(self.certificate, error))?;
        write(self.certificate, &text)?;
        let certificate = self.certificate.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Ok(Forced::Within { moves: checked.within, ranks, is_safe: checked.safe, certificate }))
    }
}

/// Whether a name alone says the rules of a variant; the limits aside, which no proof looks at.
fn is_named(variant: &str, rules: &CheckedRules) -> bool {
    let named = Rules::parse(variant).map(|named| Rules { limits: rules.limits, ..Rules::clone(&named) });
    named.is_ok_and(|named| named == **rules)
}
