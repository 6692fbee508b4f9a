//! `petteia report`: the tables, figures, text and page of a run.

use std::fs;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use petteia_engine::Rules;
use petteia_files::{check_writable, read_text, remove_temporaries};
use petteia_reports::html::{Background, PAGE, PLAY, PlayPage, PlayedGame};
use petteia_reports::{Known, report as make_report, write_paper};
use petteia_simulator::Lock;
use petteia_simulator::experiment::{Cell, Plan};
use petteia_simulator::run::{lock_report as lock_run_report, measured, status};

use super::{Failure, WIDTH, check_run, failure, folded, table_style, warn, wrapped};
use crate::cli::ReportArgs;
use crate::report::{background, known, methods};

pub fn report(args: &ReportArgs) -> Result<(), Failure> {
    check_run(&args.run)?;
    check_writable(&args.run.join("report.md"), "report").map_err(Failure::failed)?;
    let ReportArgs { sample, effort, .. } = *args;
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
        quiet: effort.quiet,
        threads: effort.threads(),
    };
    write_report(&args.run, &options)
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
    /// Whether to show no progress.
    pub quiet: bool,
    /// Threads that play games again; 0 for all cores.
    pub threads: usize,
}

/// Writes the tables, figures, text and page of a run, and prints its summary.
pub fn write_report(run: &Path, options: &ReportOptions) -> Result<(), Failure> {
    let _lock = lock_report(run)?;
    let status = status(run).map_err(failure)?;
    let known = Known {
        samples: measured(&status, options.sample, options.threads, options.quiet).map_err(failure)?,
        untitled: options.untitled,
        ..known(&status)
    };
    let report = make_report(run, &status.parts, &known).map_err(Failure::failed)?;
    write_paper(run, &report, &methods(&status).map_err(failure)?).map_err(Failure::failed)?;
    if options.page {
        let background = background(run, &status, &report, options.threads, options.quiet).map_err(failure)?;
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
    let mut output = stdout().lock();
    writeln!(output, "{}", folded(&report.table(table_style())))?;
    for finding in &report.findings {
        writeln!(output, "{}\n", wrapped(finding, WIDTH, ""))?;
    }
    let [tables, figures, text] = ["summary.csv", "figures", "report.md"].map(|name| run.join(name));
    writeln!(output, "tables: {}  figures: {}  text: {}", tables.display(), figures.display(), text.display())?;
    if options.page {
        writeln!(output, "to explore in a browser: {}", run.join(PAGE).display())?;
    }
    if options.play.is_some() {
        writeln!(output, "to play in a browser: {}", run.join(PLAY).display())?;
    }
    Ok(())
}

/// Locks the folder of a run for a report, as soon as no other process writes one, and removes what a killed one left
/// behind.
pub fn lock_report(run: &Path) -> Result<Lock, Failure> {
    let waiting = |owner: &str| warn(&format!("waiting for another petteia ({owner}), which is writing a report here"));
    let lock = lock_run_report(run, waiting).map_err(failure)?;
    remove_leftovers(run)?;
    Ok(lock)
}

/// Removes the half written files of reports that were killed. Only the holder of the lock may do so.
pub fn remove_leftovers(folder: &Path) -> Result<(), Failure> {
    let is_left = |_: &str, label: &str| [petteia_tables::LABEL, petteia_reports::LABEL].contains(&label);
    let folders = ["", "figures", "latex", "endings", "endings/figures"].map(|name| folder.join(name));
    folders.iter().try_for_each(|folder| remove_temporaries(folder, is_left)).map_err(Failure::failed)
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
    for Cell { variant, matchup, .. } in &plan.cells {
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
