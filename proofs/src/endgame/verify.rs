//! Verifies tables by checking each entry against its successors.
//!
//! If every entry of a table and of the tables below it agrees with its successors, the values are correct. By
//! induction over the distance, each win and each loss is forced. From a draw, neither side can force a win, because
//! each side has a move that keeps the draw and none that wins.

use std::sync::Mutex;

use petteia_engine::{GameRng, Geometry};
use rand_core::Rng;
use rayon::prelude::*;

use super::material::Ending;
use super::request::Sample;
use super::value::Value;
use super::watch::Watch;
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

const CHUNK: u64 = 1 << 12;

/// Verifies a table of an ending; it and all smaller tables must be loaded. Returns the number of entries checked, or the
/// fault with the smallest number among those found.
pub(super) fn verify_table<G: Geometry>(
    tables: &EndgameTables<G>,
    table: &EndgameTable<G::Set>,
    ending: Ending,
    sample: Sample,
    watch: &dyn Watch,
) -> Result<u64, Fault> {
    let draws = match sample {
        Sample::Random { entries, seed } if entries < table.entries() => Some((entries, seed)),
        _ => None,
    };
    let count = draws.map_or(table.entries(), |(entries, _)| entries);
    watch.begin(ending, &format!("checking, {}", table.seat), count);
    let first_fault: Mutex<Option<(u64, Fault)>> = Mutex::new(None);
    (0..count.div_ceil(CHUNK)).into_par_iter().for_each(|chunk| {
        let range = chunk * CHUNK..count.min((chunk + 1) * CHUNK);
        let steps = range.end - range.start;
        let mut rng = draws.map(|(_, seed)| GameRng::from_seed(seed ^ chunk << 20));
        for i in range {
            let number = rng.as_mut().map_or(i, |rng| rng.next_u64() % table.entries());
            if let Some(fault) = fault(tables, table, number) {
                let mut first = first_fault.lock().expect("no thread panics while it holds a fault");
                if first.as_ref().is_none_or(|(earlier, _)| number < *earlier) {
                    *first = Some((number, fault));
                }
            }
        }
        watch.advance(steps);
    });
    match first_fault.into_inner().expect("no thread panics while it holds a fault") {
        Some((_, fault)) => Err(fault),
        None => Ok(count),
    }
}

/// Returns the fault of an entry, if it has one.
fn fault<G: Geometry>(tables: &EndgameTables<G>, table: &EndgameTable<G::Set>, number: u64) -> Option<Fault> {
    let (placement, stored) = table.entry(number)?;
    let game = tables.setting().game();
    let line = game.line(tables.setting().position(table.seat.side, &placement));
    let found = tables.backed_up(&line);
    (found != stored).then(|| Fault { position: game.text(line.position()), stored, found })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use petteia_engine::{BoardSize, Dynamic, Rules};

    use super::*;
    use crate::endgame::table::OnItsShape;
    use crate::endgame::value::Codes;
    use crate::endgame::{Silent, SolveOptions};

    #[test]
    fn any_wrong_entry_is_found() {
        let rules = Rules { board: BoardSize { files: 4, ranks: 3 }, ..Rules::default() };
        let geometry = Dynamic::<u64>::new(rules.board);
        let mut tables = EndgameTables::new(&rules.check().unwrap(), geometry).unwrap();
        let folder = std::env::temp_dir().join(format!("petteia-verify-{}", std::process::id()));
        let options = SolveOptions { folder: folder.clone(), memory: 1 << 30, save_every: Duration::from_secs(3600) };
        let ending = "2v1".parse().unwrap();
        tables.solve(ending, &options, &Silent).unwrap();
        std::fs::remove_dir_all(folder).unwrap();
        let entries: u64 = tables.tables()[1..].iter().map(EndgameTable::entries).sum();
        assert_eq!(tables.verify(ending, Sample::All, &Silent), Ok(entries));
        for (number, wrong) in (0..tables.tables()[1].entries()).zip([1, 2, 3, 4, 5].into_iter().cycle()) {
            let mut damaged = tables.clone();
            let table = damaged.table_mut(1);
            let Some((_, value)) = table.entry(number) else { continue };
            let Codes::Narrow(codes) = &mut table.values else { panic!("small tables have bytes") };
            codes[number as usize] = if value == Value::of_code(wrong) { 0 } else { wrong as u8 };
            assert!(damaged.verify(ending, Sample::All, &Silent).is_err(), "entry {number}");
        }
    }
}
