//! Verifies tables by checking each entry against its successors.
//!
//! If every entry of a table and of the tables below it agrees with its successors, the values are correct. By
//! induction over the distance, each win and each loss is forced. From a draw, neither side can force a win, because
//! each side has a move that keeps the draw and none that wins.

use petteia_engine::Geometry;

use super::value::Value;
use super::{EndgameTable, EndgameTables};

/// An entry that disagrees with its successors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the table gives `{position}` as {stored}, but its successors give {found}")]
pub struct Fault {
    /// The position's text.
    pub position: String,
    /// The value in the table.
    pub stored: Value,
    /// The value that follows from the successors.
    pub found: Value,
}

/// Returns the fault of an entry, if it has one.
pub(super) fn fault<G: Geometry>(
    tables: &EndgameTables<G>,
    table: &EndgameTable<G::Set>,
    number: u64,
) -> Option<Fault> {
    let (placement, stored) = table.entry(number)?;
    let game = tables.context().game();
    let snapshot = game.snapshot(tables.context().position(table.seat.side, &placement));
    let found = tables.backed_up(&snapshot);
    (found != stored).then(|| Fault { position: game.text(snapshot.position()), stored, found })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use petteia_engine::{BoardSize, Dynamic, Rules};

    use super::*;
    use crate::endgame::table::OnItsShape;
    use crate::endgame::value::Codes;
    use crate::endgame::{Sample, SolveOptions};

    #[test]
    fn any_wrong_entry_is_found() {
        let rules = Rules { board: BoardSize { files: 4, ranks: 3 }, ..Rules::default() };
        let geometry = Dynamic::<u64>::new(rules.board);
        let mut tables = EndgameTables::new(&rules.check().unwrap(), geometry).unwrap();
        let folder = std::env::temp_dir().join(format!("petteia-verify-{}", std::process::id()));
        let options = SolveOptions { folder: folder.clone(), memory: 1 << 30, save_every: Duration::from_secs(3600) };
        let ending = "2v1".parse().unwrap();
        tables.solve(ending, &options, &()).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        let entries: u64 = tables.tables[1..].iter().map(EndgameTable::entries).sum();
        assert_eq!(tables.verify(ending, Sample::All, &()), Ok(entries));
        for (number, wrong) in (0..tables.tables[1].entries()).zip([1, 2, 3, 4, 5].into_iter().cycle()) {
            let mut damaged = tables.clone();
            let table = &mut damaged.tables[1];
            let Some((_, value)) = table.entry(number) else { continue };
            let Codes::Narrow(codes) = &mut table.values else { panic!("small tables have bytes") };
            codes[number as usize] = if value == Value::of_code(wrong) { 0 } else { wrong as u8 };
            assert!(damaged.verify(ending, Sample::All, &()).is_err(), "entry {number}");
        }
    }
}
