//! `petteia run --fresh`: it deletes what petteia wrote into the folder of a run, and nothing else.

use std::fs;
use std::path::Path;

use crate::support::{copy_folder, folder, petteia, refused, run, succeeds, tables, write};

/// Everything that a run can leave: effects, stopping rules, proofs, endings.
const ALL: &str = r#"
name = "all"
seed = 4
variants = [{ name = "tiny", rules = { board = { files = 6, ranks = 6 } } }]
pairings = ["greedy", { white = "random", black = "greedy", games = 20 }]
stop = { metric = "draw_rate", half_width = 0.3, min_games = 20, max_games = 40 }

[factors]
vagi = "+vagi"
edge = "+edge"

[limits]
turn_cap = 60

[proofs]
endings = ["2v1"]
fortress = 3
camps = [{ ranks = 2, moves = 1 }]
last_positions = 2
"#;

const ONE: &str = "name = \"one\"\nseed = 4\ngames = 20\nvariants = [\"city-8+vagi\"]\npairings = [\"greedy\"]\n\
                   [limits]\nturn_cap = 60\n";

/// Files of a user, some of them with names that are nearly those of petteia.
const OWN: [&str; 14] = [
    "notes.txt",
    "effects-mine.csv",
    "summary.txt",
    "games/notes.txt",
    "games/0123456789abcdef-000000000000-000000000010.parquet.old",
    "squares/mine.csv",
    "units/mine.log.txt",
    "figures/mine.svg",
    "figures/draw-rate.txt",
    "figures/old/draw-rate.svg",
    "latex/paper.tex",
    "proofs/mine.json",
    "slurm/array.sh.old",
    "old/summary.csv",
];

fn write_own(run: &Path) {
    for name in OWN {
        fs::create_dir_all(run.join(name).parent().expect("a folder")).expect("it can be made");
        fs::write(run.join(name), name).expect("it can be written");
    }
}

#[test]
fn all_that_was_written_goes_and_all_else_stays() {
    let folder = folder("fresh-all");
    let (out, new) = (folder.join("out"), folder.join("new"));
    let (place, file) = (out.to_string_lossy(), write(&folder, ALL));
    let proofs = folder.join("tables");
    succeeds(&["run", &file, "--out", &place, "--tables", &proofs.to_string_lossy(), "--quiet"], "");
    for scheduler in ["slurm", "kubernetes", "htcondor", "snakemake", "parallel"] {
        let submit = ["submit", &file, "--out", &place, "--array", "2", "--dry-run", "--for", scheduler];
        let containers = if scheduler == "kubernetes" { &["--image", "i", "--claim", "c"][..] } else { &[] };
        succeeds(&[&submit[..], containers].concat(), "");
    }
    for name in ["effects.csv", "latex/effects.tex", "cells.csv", "verdicts.csv", "endings/endgames.csv", "proofs"] {
        assert!(out.join(name).exists(), "{name} is tried here");
    }
    for (name, from) in [
        ("summary.csv.table.1234-5.tmp", "summary.csv"),
        ("games/0123456789abcdef-000000000000-000000000010.parquet.whole.1234-5.tmp", "summary.csv"),
        ("games/0123456789abcdef-000000000000-000000000010.parquet.rejected", "summary.csv"),
        ("slurm/task-12_3.log", "summary.csv"),
        ("htcondor/task-1.out", "summary.csv"),
        ("htcondor/report.log", "summary.csv"),
        ("htcondor/petteia.dag.dagman.out", "summary.csv"),
        ("snakemake/shard-2.done", "summary.csv"),
    ] {
        fs::copy(out.join(from), out.join(name)).expect("it can be copied");
    }
    write_own(&out);
    let file = write(&folder, ONE);
    let said = petteia(&["run", &file, "--out", &place, "--quiet", "--fresh"], "");
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.contains("--fresh deletes") && said.contains("effects.csv") && said.contains("latex"), "{said}");
    run(&file, &new, &[]);
    write_own(&new);
    let names = |run: &Path| tables(run).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(&out), names(&new));
    assert!(tables(&out) == tables(&new));
    // Folders that the new run has no use for go with what was in them.
    for gone in ["endings", "kubernetes", "htcondor", "snakemake", "parallel"] {
        assert!(!out.join(gone).exists(), "{gone}");
    }
    let in_folder = |name: &str| fs::read_dir(out.join(name)).expect("it is there").count();
    assert_eq!((in_folder("slurm"), in_folder("units")), (1, 2), "the jobs and ledgers of the old plan are gone");
}

#[test]
fn the_folder_of_another_program_is_left_alone() {
    let folder = folder("fresh-other");
    let file = write(&folder, ONE);
    let older = r#"{ "schema": 2, "version": "0.1.0", "plan_sha256": "0123", "name": "old", "cells": [] }"#;
    for (number, manifest) in [r#"{ "name": "My app", "icons": [] }"#, "{}", "", older].into_iter().enumerate() {
        let (out, copy) = (folder.join(format!("out-{number}")), folder.join(format!("copy-{number}")));
        write_own(&out);
        fs::write(out.join("manifest.json"), manifest).expect("it can be written");
        for name in ["games/0123456789abcdef-000000000000-000000000010.parquet", "figures/draw-rate.svg", "report.html"]
        {
            fs::write(out.join(name), "mine").expect("it can be written");
        }
        copy_folder(&out, &copy);
        for more in [&[][..], &["--fresh"]] {
            let message = refused(&[&["run", &file, "--out", &out.to_string_lossy(), "--quiet"], more].concat(), "");
            assert!(message.contains("manifest.json: "), "{message}");
            assert!(!manifest.contains("schema") || message.contains("format"), "{message}");
            assert!(tables(&out) == tables(&copy), "{manifest}: nothing is changed");
            assert!(!out.join("lock").exists() && !out.join("report.lock").exists(), "{manifest}: nothing is added");
        }
    }
}
