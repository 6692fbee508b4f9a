//! `petteia compare`: variants or runs side by side.

use std::io::{Write, stdout};

use petteia_files::create_writable_folder;
use petteia_reports::compare::{compare as compare_cells, text, write_comparison};

use super::Failure;
use crate::cli::CompareArgs;
use crate::comparable::{CompareError, Selection, pairs, relation};

pub fn compare(args: &CompareArgs) -> Result<(), Failure> {
    let failure = |error: CompareError| if error.is_input() { Failure::input(error) } else { Failure::failed(error) };
    let read = |name: &String| Selection::read(name).map_err(failure);
    let selections: Vec<Selection> = args.runs.iter().map(read).collect::<Result<_, _>>()?;
    let (first, others) = selections.split_first().ok_or_else(|| Failure::input("name at least two runs"))?;
    if let Some(folder) = &args.out {
        create_writable_folder(folder, "compare").map_err(Failure::failed)?;
    }
    let mut played = Vec::new();
    for second in others {
        let found = pairs(first, second, args.anyway).map_err(failure)?;
        let of = |pair: (_, _)| (first.played(pair.0), second.played(pair.1), relation(first, second, pair));
        played.extend(found.into_iter().map(of));
    }
    let compared = compare_cells(played, &first.run_cells);
    if let Some(folder) = &args.out {
        write_comparison(folder, &compared).map_err(Failure::failed)?;
    }
    Ok(write!(stdout(), "{}", text(&compared))?)
}
