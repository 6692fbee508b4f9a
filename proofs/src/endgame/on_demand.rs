//! Tables that are computed automatically, when needed, and kept in a cache: those of all endings that take only seconds,
//! or on request those of all endings with a few pieces, which may take minutes.

use std::path::{Path, PathBuf};

use petteia_engine::{CheckedRules, Rules, Side};
use sha2::{Digest, Sha256};

use super::endgames::Endgames;
use super::material::{Ending, Material};
use super::setting::leader_may_go;
use super::watch::Watch;

/// Which endings are computed on demand. All limits count entries, so that the endings depend only on the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Those whose tables take a few seconds and megabytes: at most [`Extent::SMALL`] entries.
    Small,
    /// Those of at most this number of pieces, unless they have more than [`Extent::LARGE`] entries, or all endings
    /// together more than [`Extent::TOGETHER`].
    UpTo(u32),
}

impl Extent {
    /// The largest number of entries of a small ending.
    pub const SMALL: u64 = 20_000_000;
    /// The largest number of entries of any ending: four stones against two on 64 squares have 281 million. An entry takes
    /// two bytes during the computation.
    pub const LARGE: u64 = 400_000_000;
    /// The largest number of entries of all endings together. An entry takes a byte in memory, seldom two, and far less on
    /// disk.
    pub const TOGETHER: u64 = 1_200_000_000;

    /// Returns the largest number of pieces, and the largest number of entries of an ending.
    pub(super) fn limits(self) -> (u32, u64) {
        match self {
            Extent::Small => (u32::MAX, Self::SMALL),
            Extent::UpTo(pieces) => (pieces, Self::LARGE),
        }
    }
}

/// The largest number of stones of a side in such an ending; more never fit.
const MOST_STONES: u8 = 8;

impl Endgames {
    /// Prepares a game with the tables of all [endings of an extent](Endgames::endings_on_demand), which come from the
    /// cache or are computed and then stored there. If the cache cannot be used, this costs only time. Returns `None` for
    /// a game that endgame tables do not support.
    ///
    /// ```
    /// use petteia_engine::{BoardSize, Rules};
    /// use petteia_proofs::endgame::{Endgames, Extent, Silent};
    /// let small = Rules { board: BoardSize { files: 4, ranks: 5 }, ..Rules::read("city-8").unwrap() };
    /// let endgames = Endgames::on_demand(&small.check().unwrap(), Extent::UpTo(4), None, &Silent).unwrap();
    /// assert!(endgames.holds("3v1".parse().unwrap()));
    /// assert!(Endgames::on_demand(&Rules::parse("city-8+die=4").unwrap(), Extent::Small, None, &Silent).is_none());
    /// ```
    #[must_use]
    pub fn on_demand(
        rules: &CheckedRules,
        extent: Extent,
        cache: Option<&Path>,
        watch: &dyn Watch,
    ) -> Option<Endgames> {
        let mut endgames = Endgames::new(rules).ok()?;
        let folder = cache.map(|cache| endgames.folder_in(cache));
        for ending in endgames.endings_on_demand(extent) {
            // An ending whose wins are too long for a table has no table, here as everywhere.
            if endgames.make_cached(ending, folder.as_deref(), watch).is_err() {
                break;
            }
        }
        Some(endgames)
    }

    /// Returns the folder in a cache that holds the tables of this game.
    #[must_use]
    pub fn folder_in(&self, cache: &Path) -> PathBuf {
        folder_of(self.game().rules(), cache)
    }

    /// Returns the endings of an extent, smallest first. Endings in which the game is over are excluded. The result
    /// depends only on the rules.
    ///
    /// ```
    /// use petteia_engine::Rules;
    /// use petteia_proofs::endgame::{Endgames, Extent};
    /// let endings = |game: &str, extent| {
    ///     let endings = Endgames::new(&Rules::parse(game).unwrap()).unwrap().endings_on_demand(extent);
    ///     endings.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    /// };
    /// assert_eq!(endings("city-8", Extent::Small), "1v1 2v1 2v2 3v1 3v2 4v1");
    /// assert_eq!(endings("city-8+bare=1", Extent::Small), "2v2 3v2");
    /// assert_eq!(endings("city-8", Extent::UpTo(6)), "1v1 2v1 2v2 3v1 3v2 4v1 3v3 4v2 5v1");
    /// // On 96 squares, the endings of six pieces are too large.
    /// assert_eq!(endings("city-12", Extent::UpTo(6)), "1v1 2v1 2v2 3v1 3v2 4v1");
    /// ```
    #[must_use]
    pub fn endings_on_demand(&self, extent: Extent) -> Vec<Ending> {
        let (most_pieces, most_entries) = extent.limits();
        let size = |ending| self.ending(ending).ok().map(|ending| (ending, self.entries(ending)));
        let mut endings = open_endings(self.game().rules(), most_pieces, most_entries, size);
        let mut together = 0;
        endings.retain(|&ending| {
            let with_this = together + self.entries(ending);
            let fits = with_this <= Extent::TOGETHER;
            together = if fits { with_this } else { together };
            fits
        });
        endings
    }
}

/// Returns the endings of at most `most_pieces` pieces and `most_entries` entries in which the game continues, smallest
/// first. `size` returns the canonical form of an ending and its number of entries, unless the game does not have it.
pub(super) fn open_endings(
    rules: &Rules,
    most_pieces: u32,
    most_entries: u64,
    size: impl Fn(Ending) -> Option<(Ending, u64)>,
) -> Vec<Ending> {
    let materials = || (0..=MOST_STONES).flat_map(|stones| [false, true].map(|leader| Material { stones, leader }));
    let pairs = materials().flat_map(|white| materials().map(move |black| Ending { white, black }));
    let is_open = |ending: &Ending| Side::BOTH.iter().all(|&side| goes_on(rules, ending, side));
    let mut endings: Vec<Ending> = pairs
        .filter(|ending| ending.pieces() <= most_pieces && is_open(ending))
        .filter_map(size)
        .filter_map(|(ending, entries)| (entries <= most_entries).then_some(ending))
        .collect();
    endings.sort_unstable_by_key(|ending| (ending.pieces(), *ending));
    endings.dedup();
    endings
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

/// Returns the folder in a cache that holds the tables of a game.
pub(super) fn folder_of(rules: &Rules, cache: &Path) -> PathBuf {
    cache.join(fingerprint(rules))
}

/// Returns the name of a folder in the cache.
fn fingerprint(rules: &Rules) -> String {
    let text = serde_json::to_vec(rules).expect("rules are plain data");
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
