//! What is proved of games, beside what was played of them: one verdict for each variant.
//!
//! [`report_verdicts`] writes the table, its LaTeX and a page of text into the folder of a run. What is proved carries no
//! interval; what was played does.

mod latex;
mod table;
mod text;
mod words;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use petteia_engine::{BySide, Side};
use serde::{Deserialize, Serialize};

use crate::endings::{EndingSummary, report_endings};
use crate::error::ReportError;
use crate::provenance::{Provenance, comments};
use crate::stats::Estimate;
use crate::tables::write;
pub use text::{answers, verdicts_text};

/// What is known of a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The game with its switches.
    pub variant: String,
    /// The smallest fortress of the first player.
    pub smallest: Smallest,
    /// Whether each side forces a fortress from the start.
    pub forced: BySide<Forced>,
    /// The endings whose tables were made.
    pub endings: Vec<EndingSummary>,
    /// Why there are no tables, where there can be none.
    pub no_endings: Option<String>,
    /// The games that were played, by pairing.
    pub played: Vec<InPlay>,
}

/// The fortresses with the fewest pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Smallest {
    /// There are some.
    Found {
        /// The number of pieces.
        pieces: u32,
        /// How many there are up to symmetry.
        kinds: u32,
        /// The squares of one: the wall, and the two squares of the piece that moves.
        squares: String,
        /// A drawing of it in letters.
        drawing: String,
    },
    /// There is none with so many pieces or fewer.
    None {
        /// So many were tried.
        most: u32,
        /// Whether the side has no more.
        all: bool,
    },
    /// There is none, since no piece of the side can move for ever.
    NeverMoves,
    /// The search does not cover the rules.
    NotCovered(String),
}

/// Whether a side forces a fortress from the start, whatever the enemy does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Forced {
    /// It does.
    Within {
        /// Within so many of its own moves.
        moves: u8,
        /// On so many of its first ranks.
        ranks: u8,
        /// Whether it cannot lose from then on, however the game is adjudicated.
        is_safe: bool,
        /// The file with the strategy, which a separate program verified.
        certificate: String,
    },
    /// It is not known.
    Open {
        /// How far the search came: on so many ranks there is none within so many moves.
        tried: Vec<Tried>,
    },
    /// The search does not cover the rules.
    NotCovered(String),
}

/// A search that found nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// The first ranks of the side that were searched.
    pub ranks: u8,
    /// Nothing is forced within so many moves there; without a number, in any number of moves.
    pub moves: Option<u8>,
}

/// The games of a pairing.
#[derive(Debug, Clone, PartialEq)]
pub struct InPlay {
    /// White's agent.
    pub white: String,
    /// Black's agent.
    pub black: String,
    /// How many games were played.
    pub games: u64,
    /// The share of draws.
    pub draw_rate: Option<Estimate>,
    /// The games that a limit stopped.
    pub stopped: u64,
    /// What is known of the last positions of some of them.
    pub last: LastPositions,
}

/// What is known of the last positions of games that a limit stopped, by number of games; each counts once, where it first
/// fits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastPositions {
    /// Both sides have a fortress, and nothing can be won any more.
    pub both_closed: u64,
    /// An endgame table says that neither side can force a win.
    pub drawn_ending: u64,
    /// An endgame table says that a side could have forced a win.
    pub won_ending: u64,
    /// One side has a fortress with which it cannot lose.
    pub one_closed: u64,
    /// Nothing of this is known.
    pub open: u64,
    /// Besides: both sides had such a fortress at some time of the game, whether they kept it or not.
    pub once_closed: u64,
}

impl LastPositions {
    /// The games that were looked at.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.both_closed + self.drawn_ending + self.won_ending + self.one_closed + self.open
    }

    /// Those in which nobody could force a win any more.
    #[must_use]
    pub fn dead(&self) -> u64 {
        self.both_closed + self.drawn_ending
    }
}

/// What follows for the game with best play on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BestPlay {
    /// Neither side can force a win: a draw.
    Draw,
    /// The side cannot lose; whether it wins is open.
    NoLoss(Side),
    /// The pieces of the first player form no fortress, so none draws the game.
    NoFortress,
    /// Open.
    Open,
}

impl Verdict {
    /// What follows for the game with best play.
    #[must_use]
    pub fn best_play(&self) -> BestPlay {
        let holds = |side| matches!(self.forced[side], Forced::Within { is_safe: true, .. });
        match (holds(Side::White), holds(Side::Black)) {
            (true, true) => BestPlay::Draw,
            (true, false) => BestPlay::NoLoss(Side::White),
            (false, true) => BestPlay::NoLoss(Side::Black),
            (false, false) if matches!(self.smallest, Smallest::None { all: true, .. } | Smallest::NeverMoves) => {
                BestPlay::NoFortress
            }
            (false, false) => BestPlay::Open,
        }
    }
}

/// Writes `verdicts` as Parquet and CSV, `verdicts.md`, `latex/verdicts.tex` and, into the folder `endings`, what
/// [`report_endings`] writes of the endings into the folder of a run, and returns the files written.
///
/// # Errors
/// A file cannot be written; the error names it.
pub fn report_verdicts(run: &Path, verdicts: &[Verdict]) -> Result<Vec<PathBuf>, ReportError> {
    let provenance = Provenance::of_parts(&run.join("games"))?;
    let mut frame = table::frame(verdicts).map_err(ReportError::table(run))?;
    let mut files = write::table(run, "verdicts", &mut frame, &provenance)?;
    let endings: Vec<EndingSummary> = verdicts.iter().flat_map(|verdict| verdict.endings.clone()).collect();
    if !endings.is_empty() {
        files.extend(report_endings(&run.join("endings"), &endings, &provenance)?);
    }
    let latex = run.join("latex");
    fs::create_dir_all(&latex).map_err(ReportError::io(&latex))?;
    let notes = provenance.notes();
    let texts = [
        (run.join("verdicts.md"), text::page(verdicts) + &comments(&notes, "\n<!-- ", " -->")),
        (latex.join("verdicts.tex"), comments(&notes, "% ", "") + &latex::tables(verdicts)),
    ];
    for (path, text) in texts {
        write::whole(&path, |file| file.write_all(text.as_bytes()).map_err(ReportError::io(&path)))?;
        files.push(path);
    }
    Ok(files)
}
