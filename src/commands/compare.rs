//! `petteia compare`: variants or runs side by side.

use std::io::Write;

use petteia_engine::files::create_writable_folder;
use petteia_reports::compare::{
    Compared, OnlyIn, Played, Relation, compare as compare_cells, comparison_frame, text, write_comparison,
};
use petteia_reports::summary_frame;
use petteia_tables::Frame;
use serde::Serialize;

use super::claims::test_claims;
use super::json::{OnlyRow, print_json};
use super::{Failure, check_run, folded};
use crate::cli::CompareArgs;
use crate::comparable::{Selection, folder_and_variant, only_in_one, pairs, relation};
use crate::host::output;

pub fn compare(args: &CompareArgs) -> Result<(), Failure> {
    match &args.expect {
        Some(claims) => test_claims(args, claims),
        None => compare_runs(args),
    }
}

fn compare_runs(args: &CompareArgs) -> Result<(), Failure> {
    let read = |name: &String| -> Result<Selection, Failure> {
        check_run(folder_and_variant(name).0)?;
        Selection::read(name)
    };
    let mut selections: Vec<Selection> = args.runs.iter().map(read).collect::<Result<_, _>>()?;
    if let [only] = &selections[..] {
        selections = only.each_variant();
    }
    let Some((first, others)) = selections.split_first().filter(|(_, others)| !others.is_empty()) else {
        let hint = "name another run, or test published claims with --expect FILE";
        return Err(Failure::input(format!(
            "{} has one variant, with which nothing is compared; {hint}",
            args.runs[0]
        )));
    };
    if let Some(folder) = &args.out {
        create_writable_folder(folder, "compare").map_err(Failure::failed)?;
    }
    let (mut played, mut only) = (Vec::new(), Vec::new());
    for second in others {
        let found = pairs(first, second, args.anyway)?;
        only.extend(only_in_one(first, second, &found));
        let of = |pair: (_, _)| (first.played(pair.0), second.played(pair.1), relation(first, second, pair));
        played.extend(found.into_iter().map(of));
    }
    let compared = compare_cells(played, &first.run_cells);
    if let Some(folder) = &args.out {
        write_comparison(folder, &compared).map_err(Failure::failed)?;
    }
    if args.format.json {
        let pair = |pair: &Compared| PairJson {
            relation: pair.relation,
            first: PlayedJson::of(&pair.first),
            second: PlayedJson::of(&pair.second),
        };
        let pairs = compared.iter().map(pair).collect();
        return print_json(&CompareJson { pairs, only_in_one: only, comparisons: comparison_frame(&compared) });
    }
    let only: String = only.iter().map(OnlyIn::text).collect();
    Ok(write!(output(), "{}", folded(&(text(&compared) + &only)))?)
}

#[derive(Serialize)]
struct CompareJson {
    pairs: Vec<PairJson>,
    only_in_one: Vec<OnlyIn>,
    comparisons: Frame,
}

#[derive(Serialize)]
struct PairJson {
    relation: Relation,
    first: PlayedJson,
    second: PlayedJson,
}

#[derive(Serialize)]
struct PlayedJson {
    run: String,
    is_complete: bool,
    summary: OnlyRow,
}

impl PlayedJson {
    fn of(played: &Played) -> Self {
        let summary = summary_frame(std::slice::from_ref(&played.cell));
        PlayedJson { run: played.run.clone(), is_complete: played.open.is_none(), summary: OnlyRow(summary) }
    }
}
