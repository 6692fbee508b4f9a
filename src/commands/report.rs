//! `petteia report`: the tables, figures, text and page of a run.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};

use petteia_engine::files::{check_writable, read_text};
use petteia_reports::Selection;
use petteia_reports::html::PlayPage;
use petteia_simulator::Form;
use petteia_simulator::catalog::Catalog;
use petteia_simulator::run::{plan_of, status};
use petteia_simulator::store::{Manifest, QuestionKind, Store};

use super::run_report::{ReportOptions, counted, write_report};
use super::{Failure, check_run, exam, search, tournament, warn};
use crate::cli::{Effort, ReportArgs};
use crate::host::program_path;

pub fn report(args: &ReportArgs) -> Result<(), Failure> {
    check_run(&args.run)?;
    check_writable(&args.run.join("report.md"), "report").map_err(Failure::failed)?;
    let ReportArgs { sample, effort, .. } = *args;
    if Manifest::read(&args.run)?.request.form() != Some(Form::Games) {
        return report_folder(&args.run, effort).map(drop);
    }
    let is_seen = !effort.quiet && stderr().is_terminal();
    if is_seen && (sample > 0 || !args.no_html) {
        eprintln!("replaying sample games; to replay none: --sample 0 --no-html");
    }
    let play = args.play.as_ref().map(|file| play_page(file.as_deref())).transpose()?;
    let options = ReportOptions {
        sample,
        page: !args.no_html,
        play,
        untitled: args.no_titles,
        selection: Selection { only: args.only.clone(), order: args.order.clone() },
        ..ReportOptions::new(effort)
    };
    let status = status(&args.run)?;
    write_report(&args.run, &status, &counted(&status)?, &options).map(drop)
}

/// Reports what a folder has, whatever its question; returns how many games are still to be played.
pub fn report_folder(folder: &Path, effort: Effort) -> Result<u64, Failure> {
    let manifest = Manifest::read(folder)?;
    match manifest.request.kind {
        QuestionKind::Experiment => match manifest.request.form() {
            Some(Form::Pairs) => {
                let plan = plan_of(folder, &manifest)?;
                let store = Store::reopen(folder)?;
                let cells = plan.cells.iter().map(|planned| &planned.cell);
                let catalog = Catalog::new(folder, &store.index(&warn)?, cells);
                let report = tournament::write(&plan, &store, &catalog, effort.quiet)?;
                tournament::print(&plan, folder, &report, false)?;
                Ok(plan.open_games(folder)?)
            }
            Some(Form::Placements) => {
                let plan = plan_of(folder, &manifest)?;
                exam::write(&plan, folder, false)?;
                Ok(plan.open_games(folder)?)
            }
            _ => {
                let status = status(folder)?;
                if status.games() > 0 {
                    write_report(folder, &status, &counted(&status)?, &ReportOptions::new(effort))?;
                }
                Ok(if status.is_out_of_time { 0 } else { status.open_games })
            }
        },
        QuestionKind::Search => {
            // The name of the file in messages about it.
            let file = PathBuf::from(format!("{}.toml", manifest.request.name));
            let asked = search::asked(&file, &manifest.request.text, folder)?;
            let store = Store::reopen(folder)?;
            let catalog = Catalog::new(folder, &store.index(&warn)?, &asked.cells);
            search::report(&asked, &catalog, folder, effort)
        }
        QuestionKind::Match => {
            let what = manifest.title();
            Err(Failure::input(format!(
                "this folder holds {what}; the command that made it reports it, with the same --out"
            )))
        }
    }
}

/// The file that `make web` builds.
const BUILT: &str = "petteia.html";

/// The most bytes of the page to play on.
const MOST_PAGE: u64 = 1 << 25;

/// Reads the page to play on: the file that is named, or else the one beside the program or where `make web` puts it.
fn play_page(named: Option<&Path>) -> Result<PlayPage, Failure> {
    let path = match named {
        Some(path) => path.to_owned(),
        None => built_page()?,
    };
    let text = read_text(&path, MOST_PAGE).map_err(Failure::input)?;
    PlayPage::read(text).map_err(|problem| Failure::input(format!("{}: {problem}", path.display())))
}

/// Finds the page beside the program, or beside the folder of the program in `target`.
fn built_page() -> Result<PathBuf, Failure> {
    let program = program_path()?;
    let folder = program.parent().unwrap_or(Path::new("."));
    let target = folder.parent().unwrap_or(folder);
    let places = [folder.join(BUILT), target.join("web").join(BUILT)];
    places.iter().find(|place| place.is_file()).cloned().ok_or_else(|| {
        let [beside, built] = places.map(|place| place.display().to_string());
        Failure::input(format!(
            "there is no page to play on: neither {beside} nor {built}; `make web` in the source of petteia builds \
             target/web/{BUILT}, which --play=FILE names"
        ))
    })
}
