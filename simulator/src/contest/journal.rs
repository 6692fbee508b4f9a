//! The pairs of a tournament that is being played, each written down as soon as it is due: what was stopped goes on there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use petteia_engine::{EndReason, Outcome, Side};
use petteia_tables::ContestGame;

/// A game as it is written: winner, reason, plies.
type Line = [(Option<String>, String, u32); 2];

/// A file with one line of JSON for each pair, in the order of the tournament.
pub struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of a tournament, or begins one, and reads the pairs that are whole. A line that was cut off when the
    /// program was killed is removed with all that follows.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(folder: &Path) -> io::Result<(Self, Vec<[ContestGame; 2]>)> {
        let path = folder.join("games.partial.jsonl");
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let pairs: Vec<(usize, [ContestGame; 2])> = lines.map_while(|line| Some((line.len(), read(line)?))).collect();
        let whole: usize = pairs.iter().map(|(length, _)| length).sum();
        let file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.set_len(whole as u64)?;
        Ok((Journal { path, file }, pairs.into_iter().map(|(_, pair)| pair).collect()))
    }

    /// Adds the next pair.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, pair: &[ContestGame; 2]) -> io::Result<()> {
        let game = |game: &ContestGame| {
            let Outcome { winner, reason } = game.outcome;
            (winner.map(|side| side.name().to_owned()), reason.name().to_owned(), game.plies)
        };
        let line: Line = pair.each_ref().map(game);
        self.file.write_all(format!("{}\n", serde_json::to_string(&line)?).as_bytes())?;
        self.file.sync_data()
    }

    /// Removes the journal, when all is in the table.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(self.path)
    }
}

fn read(line: &str) -> Option<[ContestGame; 2]> {
    let [first, second] = serde_json::from_str::<Line>(line).ok()?;
    let game = |(winner, reason, plies): (Option<String>, String, u32)| {
        let winner = match winner {
            Some(name) => Some(Side::BOTH.into_iter().find(|side| side.name() == name)?),
            None => None,
        };
        Some(ContestGame { outcome: Outcome { winner, reason: EndReason::from_name(&reason)? }, plies })
    };
    Some([game(first)?, game(second)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_whole_is_read_again() {
        let folder = std::env::temp_dir().join(format!("petteia-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("it can be made");
        let game = |winner, reason, plies| ContestGame { outcome: Outcome { winner, reason }, plies };
        let pairs = [
            [game(Some(Side::White), EndReason::Bare, 31), game(None, EndReason::Repetition, 400)],
            [game(Some(Side::Black), EndReason::NoMoves, 8), game(None, EndReason::TurnCap, 2000)],
        ];
        let (mut journal, before) = Journal::open(&folder).expect("it can be written");
        assert!(before.is_empty());
        pairs.iter().for_each(|pair| journal.add(pair).expect("it can be written"));
        let path = folder.join("games.partial.jsonl");
        let mut text = fs::read_to_string(&path).expect("it was written");
        text.truncate(text.len() - 4);
        fs::write(&path, text).expect("it can be written");
        let (mut journal, before) = Journal::open(&folder).expect("it can be read");
        assert_eq!(before, pairs[..1]);
        journal.add(&pairs[1]).expect("it can be written");
        let (journal, before) = Journal::open(&folder).expect("it can be read");
        assert_eq!(before, pairs);
        journal.remove().expect("it can be removed");
        assert!(!path.exists());
        fs::remove_dir_all(folder).expect("it can be removed");
    }
}
