//! Tables that are computed automatically, when needed, and kept in a cache: those of all endings that take only seconds,
//! or on request those of all endings with a few pieces, which may take minutes.

use std::path::{Path, PathBuf};

use petteia_engine::{CheckedRules, Progress, Rules, Side};
use sha2::{Digest, Sha256};

use super::any_board::AnyTables;
use super::context::leader_may_go;
use super::material::{Ending, Material};
use super::table::TableKind;

/// Which endings are computed on demand. All limits count entries, so that the endings depend only on the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TablebaseBudget {
    /// Those whose tables take a few seconds and megabytes: at most [`TablebaseBudget::SMALL`] entries.
    Small,
    /// Those of at most this number of pieces, unless they have more than [`TablebaseBudget::LARGE`] entries, or all
    /// endings together more than [`TablebaseBudget::TOGETHER`].
    UpTo(u32),
}

impl TablebaseBudget {
    /// The largest number of entries of a small ending.
    pub const SMALL: u64 = 20_000_000;
    /// The largest number of entries of any ending: four stones against two on 64 squares have 281 million. An entry takes
    /// two bytes during the computation.
    pub const LARGE: u64 = 400_000_000;
    /// The largest number of entries of all endings together. An entry takes a byte in memory, seldom two, and far less on
    /// disk.
    pub const TOGETHER: u64 = 1_200_000_000;

    /// Returns the largest number of pieces, and the largest number of entries of an ending.
    fn limits(self) -> (u32, u64) {
        match self {
            TablebaseBudget::Small => (u32::MAX, Self::SMALL),
            TablebaseBudget::UpTo(pieces) => (pieces, Self::LARGE),
        }
    }
}

/// The largest number of stones of a side in such an ending; more never fit.
const MOST_STONES: u8 = 8;

impl<K: TableKind> AnyTables<K> {
    /// Prepares a game with the tables of all [endings of a budget](AnyTables::endings_on_demand), which come from the
    /// cache or are computed and then stored there. If the cache cannot be used, this costs only time. Returns `None` for
    /// a game that these tables do not support.
    ///
    /// ```
    /// use petteia_engine::{BoardSize, Rules};
    /// use petteia_proofs::endgame::{Endgames, TablebaseBudget};
    /// let small = Rules { board: BoardSize { files: 4, ranks: 5 }, ..Rules::read("city-8").unwrap() };
    /// let small = small.check().unwrap();
    /// let endgames = Endgames::on_demand(&small, TablebaseBudget::UpTo(4), None, &()).unwrap();
    /// assert!(endgames.holds("3v1".parse().unwrap()));
    /// let with_die = Rules::parse("city-8+die=4").unwrap();
    /// assert!(Endgames::on_demand(&with_die, TablebaseBudget::Small, None, &()).is_none());
    /// ```
    #[must_use]
    pub fn on_demand(
        rules: &CheckedRules,
        budget: TablebaseBudget,
        cache: Option<&Path>,
        progress: &dyn Progress,
    ) -> Option<Self> {
        let mut made = Self::new(rules).ok()?;
        let folder = cache.map(|cache| made.folder_in(cache));
        for ending in made.endings_on_demand(budget) {
            // An ending whose wins are too long for a table has no table, here as everywhere.
            if made.tables.make_cached(ending, folder.as_deref(), progress).is_err() {
                break;
            }
        }
        Some(made)
    }

    /// Returns the folder in a cache that holds the tables of this game.
    #[must_use]
    pub fn folder_in(&self, cache: &Path) -> PathBuf {
        let rules: &Rules = self.game().rules();
        let text = serde_json::to_vec(rules).expect("rules are plain data");
        let fingerprint: String = Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        cache.join(fingerprint)
    }

    /// Returns the endings of a budget, smallest first; with a die, only those with at most a million entries. Endings
    /// in which the game is over are excluded. The result depends only on the rules.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// use petteia_proofs::endgame::{Chances, Endgames, Ending, TablebaseBudget};
    /// let rules = |game: &str| Rules::parse(game).unwrap();
    /// let text = |endings: Vec<Ending>| endings.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    /// let endings = |game: &str, budget| text(Endgames::new(&rules(game)).unwrap().endings_on_demand(budget));
    /// assert_eq!(endings("city-8", TablebaseBudget::Small), "1v1 2v1 2v2 3v1 3v2 4v1");
    /// assert_eq!(endings("city-8+bare=1", TablebaseBudget::Small), "2v2 3v2");
    /// assert_eq!(endings("city-8", TablebaseBudget::UpTo(6)), "1v1 2v1 2v2 3v1 3v2 4v1 3v3 4v2 5v1");
    /// // On 96 squares, the endings of six pieces are too large.
    /// assert_eq!(endings("city-12", TablebaseBudget::UpTo(6)), "1v1 2v1 2v2 3v1 3v2 4v1");
    /// let chances = Chances::new(&rules("city-8+die=4")).unwrap();
    /// assert_eq!(text(chances.endings_on_demand(TablebaseBudget::Small)), "1v1 2v1 2v2 3v1");
    /// ```
    #[must_use]
    pub fn endings_on_demand(&self, budget: TablebaseBudget) -> Vec<Ending> {
        let (most_pieces, most_entries) = budget.limits();
        let (context, rules) = (self.context(), self.game().rules());
        let materials = || (0..=MOST_STONES).flat_map(|stones| [false, true].map(|leader| Material { stones, leader }));
        let pairs = materials().flat_map(|white| materials().map(move |black| Ending { white, black }));
        let endings: Vec<Ending> = pairs
            .filter(|ending| ending.pieces() <= most_pieces)
            .filter(|ending| Side::BOTH.iter().all(|&side| goes_on(rules, ending, side)))
            .filter_map(|ending| context.ending(ending).ok())
            .filter(|&ending| context.entries(ending) <= most_entries.min(K::MOST_ON_DEMAND))
            .collect();
        let mut endings = Ending::smallest_first(endings);
        let mut together = 0;
        endings.retain(|&ending| {
            let with_this = together + context.entries(ending);
            let fits = with_this <= TablebaseBudget::TOGETHER;
            together = if fits { with_this } else { together };
            fits
        });
        endings
    }
}

/// Returns whether the game continues with a side's pieces: the side has pieces, more than those with which it is bare
/// (RULES §8, test 5), and it has its leader unless the game continues without it.
fn goes_on(rules: &Rules, ending: &Ending, side: Side) -> bool {
    let material = ending.of(side);
    let lacks_leader = rules.has_leader(side) && !material.leader;
    let counted = if rules.count_leader { material.pieces() } else { u32::from(material.stones) };
    let is_led = !lacks_leader || leader_may_go(rules);
    material.pieces() > 0 && is_led && rules.bare[side].is_none_or(|bare| counted > u32::from(bare))
}
