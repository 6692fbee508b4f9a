//! The journal of a tournament in progress: each pair is recorded as soon as its turn comes, so an interrupted
//! tournament can resume.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use petteia_engine::{EndReason, Outcome, Side};
use petteia_files::{FileError, open_regular};
use petteia_tables::ContestGame;

use crate::lines::{self, Line};

/// A game in the journal: winner, reason, plies.
type GameText = (Option<String>, String, u32);

/// A pair in the journal, after its number.
type PairText = (u64, [GameText; 2]);

/// A file with a [line](crate::lines) of JSON for each pair, in the order of the tournament.
pub struct Journal {
    path: PathBuf,
    file: File,
    plan_sha256: String,
    /// The number of pairs in it.
    pairs: u64,
}

/// The result of opening a journal.
pub enum Opened {
    /// The journal of this plan, and the pairs in it.
    Own(Journal, Vec<[ContestGame; 2]>),
    /// A journal of another plan.
    OtherPlan,
}

/// Returns the path of a tournament's journal.
pub fn path_in(folder: &Path) -> PathBuf {
    folder.join("games.partial.jsonl")
}

impl Journal {
    /// Opens the journal of a tournament, or creates it, and reads the complete pairs. A line that was cut off when the
    /// program was killed is removed together with everything after it.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(folder: &Path, plan_sha256: &str) -> Result<Opened, FileError> {
        let path = path_in(folder);
        let file_error = || FileError::at(&path);
        let mut file = open_regular(&path, OpenOptions::new().create(true).read(true).append(true))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(file_error())?;
        let (mut pairs, mut whole) = (Vec::new(), 0);
        for line in text.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n")) {
            let pair = match lines::read(plan_sha256, line) {
                Line::OtherPlan => return Ok(Opened::OtherPlan),
                Line::Whole(text) => read(text, pairs.len() as u64),
                Line::Broken => None,
            };
            let Some(pair) = pair else { break };
            pairs.push(pair);
            whole += line.len();
        }
        if whole < text.len() {
            file.set_len(whole as u64).map_err(file_error())?;
        }
        let journal = Journal { path, file, plan_sha256: plan_sha256.to_owned(), pairs: pairs.len() as u64 };
        Ok(Opened::Own(journal, pairs))
    }

    /// Appends the next pair.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, pair: &[ContestGame; 2]) -> Result<(), FileError> {
        let game = |game: &ContestGame| {
            let Outcome { winner, reason } = game.outcome;
            (winner.map(|side| side.name().to_owned()), reason.name().to_owned(), game.plies)
        };
        let pair: PairText = (self.pairs, pair.each_ref().map(game));
        let line = lines::line(&self.plan_sha256, &serde_json::to_string(&pair).expect("a pair is plain data"));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(FileError::at(&self.path))?;
        self.pairs += 1;
        Ok(())
    }
}

/// Removes the journal of a tournament once all games are in the table.
///
/// # Errors
/// It cannot be removed.
pub fn remove(folder: &Path) -> Result<(), FileError> {
    let path = path_in(folder);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(FileError::at(&path)(error)),
        _ => Ok(()),
    }
}

/// Reads the pair of a line that must have a given number.
fn read(text: &str, number: u64) -> Option<[ContestGame; 2]> {
    let (its, [first, second]) = serde_json::from_str::<PairText>(text).ok()?;
    let game = |(winner, reason, plies): GameText| {
        let winner = match winner {
            Some(name) => Some(Side::BOTH.into_iter().find(|side| side.name() == name)?),
            None => None,
        };
        Some(ContestGame { outcome: Outcome { winner, reason: EndReason::from_name(&reason)? }, plies })
    };
    (its == number).then_some(())?;
    Some([game(first)?, game(second)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(folder: &Path) -> (Journal, Vec<[ContestGame; 2]>) {
        match Journal::open(folder, "plan").expect("it can be read") {
            Opened::Own(journal, pairs) => (journal, pairs),
            Opened::OtherPlan => panic!("it is of this plan"),
        }
    }

    #[test]
    fn what_was_written_whole_is_read_again() {
        let folder = std::env::temp_dir().join(format!("petteia-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be made");
        let game = |winner, reason, plies| ContestGame { outcome: Outcome { winner, reason }, plies };
        let pairs = [
            [game(Some(Side::White), EndReason::Bare, 31), game(None, EndReason::Repetition, 400)],
            [game(Some(Side::Black), EndReason::NoMoves, 8), game(None, EndReason::TurnCap, 2000)],
        ];
        let (mut journal, before) = open(&folder);
        assert!(before.is_empty());
        pairs.iter().for_each(|pair| journal.add(pair).expect("it can be written"));
        let path = path_in(&folder);
        let whole = fs::read_to_string(&path).expect("it was written");
        let (first, second) = whole.split_once('\n').expect("two lines");
        let damaged = [
            (whole[..whole.len() - 4].to_owned(), 1),
            (whole.replace("400", "401"), 0),
            (format!("{second}{first}\n"), 0),
            (format!("{first}\n{first}\n{second}"), 1),
        ];
        for (text, count) in damaged {
            fs::write(&path, text).expect("it can be written");
            assert_eq!(open(&folder).1, pairs[..count]);
        }
        fs::write(&path, format!("{first}\n")).expect("it can be written");
        open(&folder).0.add(&pairs[1]).expect("it can be written");
        assert_eq!(open(&folder).1, pairs);
        assert!(matches!(Journal::open(&folder, "another"), Ok(Opened::OtherPlan)));
        remove(&folder).expect("it can be removed");
        assert!(!path.exists());
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
