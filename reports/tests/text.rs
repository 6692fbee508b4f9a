//! What a report says: sentences, Markdown and LaTeX.

mod support;

use std::fs;

use petteia_reports::{Methods, Report, report, write_paper};
use support::{Folder, Game, write_games};

fn methods() -> Methods {
    Methods {
        name: "a_b".into(),
        sentences: vec!["Played with 100 % care & seed #1 [@holm1979].".into()],
        citation: "Run `petteia run x_y.toml` at deadbeefdeadbeefdeadbeefdeadbeef.".into(),
        version: "1.2.3".into(),
        commit: "abc".into(),
    }
}

/// So many games of a variant, of which some are drawn and the others won by White and Black in turns.
fn cell(number: u32, variant: &str, games: u32, drawn: u32) -> Vec<Game> {
    let game = |index: u32| Game {
        cell: number,
        variant: variant.into(),
        winner: (index >= drawn).then_some(if index.is_multiple_of(2) { "white" } else { "black" }),
        reason: if index < drawn { "repetition" } else { "bare" },
        adjudicated: index < drawn,
        plies: 100 + index % 50,
        branching: f64::from(index),
        ..Game::default()
    };
    (0..games).map(game).collect()
}

fn report_of(cells: &[Vec<Game>]) -> (Folder, Report) {
    let folder = Folder::new();
    for (number, games) in cells.iter().enumerate() {
        write_games(folder.path(), &format!("{number:05}-0.parquet"), games);
    }
    let found = report(folder.path()).expect("the run is whole");
    (folder, found)
}

#[test]
fn a_clear_difference_is_told_and_a_doubtful_one_is_bounded() {
    let (_folder, found) =
        report_of(&[cell(0, "city-8", 400, 380), cell(1, "city-8+vagi", 400, 4), cell(2, "city-8+corner", 400, 376)]);
    let text = found.findings.join("\n");
    assert!(text.contains("95.0 % [92.4, 96.7] of the 400 games of city-8 are drawn"), "{text}");
    assert!(text.contains("under +vagi 1.0 % [0.4, 2.5], 94.0 points fewer"), "{text}");
    assert!(text.contains("No difference is shown for +corner; it could be up to"), "{text}");
    assert!(text.contains("Nothing here shows an advantage of moving first or second"), "{text}");
    assert!(!text.contains("Careful"), "{text}");
}

#[test]
fn who_wins_more_is_told() {
    let game = |index: u32| Game {
        winner: Some(if index.is_multiple_of(5) { "white" } else { "black" }),
        reason: "bare",
        branching: f64::from(index),
        ..Game::default()
    };
    let (_folder, found) = report_of(&[(0..300).map(game).collect()]);
    let text = found.findings.join("\n");
    assert!(text.contains("First move: Black scores 30.0 points above one half [25.1, 34.1] in city-8."), "{text}");
}

#[test]
fn games_that_are_the_same_are_warned_of() {
    let same = vec![Game { plies: 30, branching: 7.5, ..Game::default() }; 12];
    let (_folder, found) = report_of(&[same]);
    assert_eq!(found.cells[0].duplicates, 11);
    let text = found.findings.join("\n");
    assert!(text.contains("Careful: 11 of the first 12 games of city-8 are the same"), "{text}");
}

#[test]
fn what_adjudication_does_is_told() {
    let mut games = cell(0, "city-8", 100, 20);
    games.iter_mut().skip(50).for_each(|game| game.adjudicated = true);
    let (_folder, found) = report_of(&[games]);
    let text = found.findings.join("\n");
    assert!(text.contains("raise the share of draws in city-8 from 20.0 % [13.3, 28.9] to 70.0 %"), "{text}");
}

#[test]
fn the_text_is_written_with_its_sources() {
    let (folder, found) = report_of(&[cell(0, "city-8", 50, 20), cell(1, "city-8+dead_position=on", 50, 30)]);
    let files = write_paper(folder.path(), &found, &methods()).expect("it can be written");
    assert!(files.iter().all(|file| file.exists()));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    let markdown = read("report.md");
    assert!(markdown.starts_with("# a\\_b\n"), "{markdown}");
    assert!(markdown.contains("seed #1 (Holm 1979)."), "{markdown}");
    assert!(markdown.contains("+dead\\_position=on"), "{markdown}");
    let methods = read("latex/methods.tex");
    assert!(methods.contains(r"100 \% care \& seed \#1~\cite{holm1979}."), "{methods}");
    let bibliography = read("latex/petteia.bib");
    for key in ["petteia", "holm1979", "city", "callen2013"] {
        assert!(bibliography.contains(&format!("{{{key},\n")), "{key}");
    }
}

/// Braces and environments are closed, columns are as many as announced, and nothing special stands unescaped.
#[test]
fn the_latex_is_well_formed() {
    let factor = |number: u32, level: &str, drawn| {
        let mut games = cell(number, &format!("city-8+no_progress={number}"), 60, drawn);
        games.iter_mut().for_each(|game| game.factors = vec![("no_progress".into(), level.into())]);
        games
    };
    let (folder, found) = report_of(&[factor(0, "off", 30), factor(1, "on", 40)]);
    write_paper(folder.path(), &found, &methods()).expect("it can be written");
    let mut checked = 0;
    for entry in fs::read_dir(folder.path().join("latex")).expect("it was written") {
        let path = entry.expect("it can be listed").path();
        if path.extension().is_some_and(|extension| extension == "tex") {
            check_latex(&fs::read_to_string(&path).expect("it is text"), &path.display().to_string());
            checked += 1;
        }
    }
    assert_eq!(checked, 6);
}

/// The title of a single cell has brackets, which would end an optional argument.
#[test]
fn the_caption_of_a_single_cell_keeps_its_brackets() {
    let (folder, found) = report_of(&[cell(0, "city-8", 50, 20)]);
    write_paper(folder.path(), &found, &methods()).expect("it can be written");
    let figures = fs::read_to_string(folder.path().join("latex/figures.tex")).expect("it was written");
    assert!(figures.contains(r"\caption[{Draws: 40.0 \% [27.6, 53.8]}]{Draws: 40.0 \% [27.6, 53.8]. "), "{figures}");
    let methods = fs::read_to_string(folder.path().join("latex/methods.tex")).expect("it was written");
    assert!(methods.contains(r"\texttt{petteia run x\_y.toml}"), "{methods}");
}

fn check_latex(text: &str, name: &str) {
    let mut depth = 0_i32;
    let mut environments: Vec<&str> = Vec::new();
    for line in text.lines() {
        let plain = line.replace(r"\\", "").replace(r"\%", "").replace(r"\&", "").replace(r"\_", "").replace(r"\#", "");
        let plain = plain.replace(r"\{", "").replace(r"\}", "");
        assert!(!plain.contains(['%', '#']), "{name}: {line}");
        let is_file_name =
            ["input", "includegraphics", "label", "bibliography"].iter().any(|command| line.contains(command));
        assert!(is_file_name || !plain.contains('_'), "{name}: {line}");
        assert!(plain.is_ascii(), "{name}: {line}");
        assert_eq!(plain.matches('$').count() % 2, 0, "{name}: {line}");
        depth += plain.matches('{').count() as i32 - plain.matches('}').count() as i32;
        assert!(depth >= 0, "{name}: {line}");
        for part in line.split(r"\begin{").skip(1) {
            environments.push(part.split('}').next().expect("there is a first part"));
        }
        for part in line.split(r"\end{").skip(1) {
            assert_eq!(environments.pop(), part.split('}').next(), "{name}: {line}");
        }
    }
    assert_eq!((depth, environments.len()), (0, 0), "{name}");
}
