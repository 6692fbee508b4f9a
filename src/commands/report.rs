//! `petteia report`: the tables, figures, text and page of a run.

use std::fs;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use petteia_engine::Rules;
use petteia_files::{check_writable, read_text};
use petteia_reports::html::{Background, PAGE, PLAY, PlayPage, PlayedGame};
use petteia_reports::{Known, Report, ReportError, Selection, report as make_report, write_paper};
use petteia_simulator::cell::Cell;
use petteia_simulator::contest::Tournament;
use petteia_simulator::exam::Examination;
use petteia_simulator::experiment::Plan;
use petteia_simulator::question::Question;
use petteia_simulator::run::{SAMPLE, Status, measured, status, stopping_frame};
use petteia_simulator::store::{Manifest, QuestionKind, Store};
use petteia_simulator::tallies::Tallies;
use petteia_tables::{CellGames, cells_frame};

use super::session::lock_for_report;
use super::{Failure, WIDTH, check_run, exam, failure, folded, search, table_style, tournament, warn, wrapped};
use crate::cli::{Effort, ReportArgs};
use crate::report::{background, known, methods};

pub fn report(args: &ReportArgs) -> Result<(), Failure> {
    check_run(&args.run)?;
    check_writable(&args.run.join("report.md"), "report").map_err(Failure::failed)?;
    let ReportArgs { sample, effort, .. } = *args;
    if kind(&args.run)? != QuestionKind::Experiment {
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
    write_report(&args.run, &options).map(drop)
}

fn kind(folder: &Path) -> Result<QuestionKind, Failure> {
    Ok(Manifest::read(folder).map_err(failure)?.asked.kind)
}

/// Reports what a folder has, whatever its question; returns how many games are still to be played.
pub fn report_folder(folder: &Path, effort: Effort) -> Result<u64, Failure> {
    let manifest = Manifest::read(folder).map_err(failure)?;
    let file = manifest_file(&manifest);
    match manifest.asked.kind {
        QuestionKind::Experiment => {
            let status = status(folder).map_err(failure)?;
            if status.games() > 0 {
                write_report(folder, &ReportOptions::new(effort))?;
            }
            Ok(if status.is_out_of_time { 0 } else { status.open_games })
        }
        QuestionKind::Tournament => {
            let asked = Tournament::from_text(&file, &manifest.asked.text).map_err(Failure::input)?;
            let store = Store::reopen(folder).map_err(failure)?;
            let question = asked.question();
            let tallies = Tallies::new(folder, &store.contents(&warn).map_err(failure)?, question.cells);
            let report = tournament::write(&asked, &store, &tallies, effort.quiet)?;
            tournament::print(&asked, folder, &report, false)?;
            let orders = question.next(&tallies).map_err(failure)?;
            Ok(orders.iter().map(|order| 2 * (order.numbers.end - order.numbers.start)).sum())
        }
        QuestionKind::Exam => {
            let asked = Examination::from_text(&file, &manifest.asked.text).map_err(Failure::input)?;
            exam::write(&asked, folder, false)?;
            asked.open_games(folder).map_err(failure)
        }
        QuestionKind::Search => {
            let asked = search::asked(&file, &manifest.asked.text, folder)?;
            let store = Store::reopen(folder).map_err(failure)?;
            let tallies = Tallies::new(folder, &store.contents(&warn).map_err(failure)?, asked.cells());
            search::report(&asked, &tallies, folder, effort)
        }
        QuestionKind::Match | QuestionKind::Handicap | QuestionKind::Openings | QuestionKind::Depth => {
            let what = manifest.title();
            Err(Failure::input(format!(
                "this folder holds {what}; the command that made it reports it, with the same --out"
            )))
        }
    }
}

/// The name of the file in messages about it.
fn manifest_file(manifest: &Manifest) -> PathBuf {
    PathBuf::from(format!("{}.toml", manifest.asked.name))
}

/// What a report has besides tables and figures, and how it is made.
pub struct ReportOptions {
    /// Games of each cell that are played again and measured.
    pub sample: u64,
    /// Whether there is a page.
    pub page: bool,
    /// The page to play on, if there is to be one.
    pub play: Option<PlayPage>,
    /// Whether figures are drawn without titles.
    pub untitled: bool,
    /// The cells that figures show, and their order.
    pub selection: Selection,
    /// Whether to show no progress.
    pub quiet: bool,
    /// Threads that play games again; 0 for all cores.
    pub threads: usize,
    /// Whether the summary is printed.
    pub is_printed: bool,
}

impl ReportOptions {
    /// The usual report.
    pub fn new(effort: Effort) -> Self {
        ReportOptions {
            sample: SAMPLE,
            page: true,
            play: None,
            untitled: false,
            selection: Selection::default(),
            quiet: effort.quiet,
            threads: effort.threads(),
            is_printed: true,
        }
    }
}

/// Writes the tables, figures, text and page of a run, prints its summary, and returns all that it found.
pub fn write_report(run: &Path, options: &ReportOptions) -> Result<Report, Failure> {
    let _lock = lock_for_report(run)?;
    let status = status(run).map_err(failure)?;
    let known = Known {
        samples: measured(&status, options.sample, options.threads, options.quiet).map_err(failure)?,
        untitled: options.untitled,
        selection: options.selection.clone(),
        ..known(&status)
    };
    let refused = |error: ReportError| if error.is_input() { Failure::input(error) } else { Failure::failed(error) };
    let report = make_report(run, &status.parts, &known).map_err(refused)?;
    write_cells(run, &status)?;
    write_paper(run, &report, &methods(&status)).map_err(Failure::failed)?;
    if options.page {
        let background = background(&status, &report, options.threads, options.quiet);
        let background = Background { has_play: options.play.is_some(), ..background };
        report.write_page(run, &background).map_err(Failure::failed)?;
    } else {
        remove_page(run, PAGE)?;
    }
    match &options.play {
        Some(play) => {
            let games = games_to_play(&status.plan);
            play.write(run, &status.plan.name, &games, options.page).map(drop).map_err(Failure::failed)?;
        }
        None => remove_page(run, PLAY)?,
    }
    if options.is_printed {
        print(run, &report, options)?;
    }
    Ok(report)
}

/// Prints the summary of a run, its findings and the places of its files.
fn print(run: &Path, report: &Report, options: &ReportOptions) -> Result<(), Failure> {
    let mut output = stdout().lock();
    writeln!(output, "{}", folded(&report.table(table_style())))?;
    for finding in &report.findings {
        writeln!(output, "{}\n", wrapped(finding, WIDTH, ""))?;
    }
    let files = [
        ("page", PAGE, options.page),
        ("play", PLAY, options.play.is_some()),
        ("text", "report.md", true),
        ("tables", "summary.csv", true),
        ("figures", "figures", true),
    ];
    for (what, name, _) in files.into_iter().filter(|(.., is_written)| *is_written) {
        writeln!(output, "{what:8}{}", run.join(name).display())?;
    }
    Ok(())
}

/// Writes the tables that say what the cells are, and where rules stopped them.
fn write_cells(run: &Path, status: &Status) -> Result<(), Failure> {
    let both = status.parts.cells.iter().zip(&status.cells);
    let rows: Vec<CellGames> =
        both.map(|(key, cell)| CellGames { key, games: cell.games, planned: cell.planned }).collect();
    let frames = [("cells", Some(cells_frame(&rows))), ("stopping", stopping_frame(status))];
    for (name, frame) in frames {
        let written = frame.map(|mut frame| frame.write(run, name, &status.parts.provenance)).transpose();
        written.map_err(Failure::failed)?;
    }
    Ok(())
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
    let program = std::env::current_exe()?;
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

/// Returns the variants of a plan, each once.
fn games_to_play(plan: &Plan) -> Vec<PlayedGame> {
    let mut games: Vec<PlayedGame> = Vec::new();
    for Cell { variant, matchup, .. } in plan.cells.iter().map(|planned| &planned.cell) {
        if games.iter().all(|known| known.game != *variant) {
            let is_named = Rules::parse(variant).as_ref() == Ok(&matchup.rules);
            let rules = (!is_named).then(|| Rules::clone(&matchup.rules));
            games.push(PlayedGame { game: variant.clone(), rules });
        }
    }
    games
}

/// An older page would show other numbers than the tables beside it.
fn remove_page(run: &Path, page: &str) -> Result<(), Failure> {
    let path = run.join(page);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(Failure::failed(format!("{}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}
