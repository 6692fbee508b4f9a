//! What a report says: sentences, Markdown and LaTeX.

use std::fs;

use petteia_engine::BySide;
use petteia_reports::verdicts::{answers, report_verdicts};
use petteia_reports::{Methods, Report, write_paper};
use petteia_statistics::wilson;
use petteia_tables::Provenance;
use petteia_tables::endgames::EndingSummary;
use petteia_tables::verdicts::{Forced, InPlay, LastPositions, Smallest, Tried, Verdict};

use crate::support::{Folder, Game, report, write_games};

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

fn ending(own: &str, other: &str, drawn: u64) -> EndingSummary {
    EndingSummary {
        variant: "city-8".into(),
        own: own.into(),
        other: other.into(),
        side: None,
        entries: 100,
        placements: 800,
        over: 0,
        won: 800 - drawn,
        drawn,
        lost: 0,
        won_at_once: 1,
        longest_win: None,
        longest_loss: None,
        drawn_example: None,
    }
}

fn verdict(variant: &str, forced: BySide<Forced>, smallest: Smallest) -> Verdict {
    Verdict { variant: variant.into(), smallest, forced, endings: Vec::new(), no_endings: None, played: Vec::new() }
}

#[test]
fn verdicts_say_what_is_proved_and_what_is_open() {
    let (folder, _) = report_of(&[cell(0, "city-8", 50, 20)]);
    let within = |moves, is_safe| Forced::Within { moves, ranks: 2, is_safe, certificate: "a.txt".into() };
    let open = || Forced::Open { tried: vec![Tried { ranks: 2, moves: None }, Tried { ranks: 3, moves: Some(6) }] };
    let four = || Smallest::Found { pieces: 4, kinds: 2, squares: "a2, b2, c1".into(), drawing: "1 | M m W |".into() };
    let both = |white, black| BySide { white, black };
    let not = || Forced::NotCovered("`vagi` is not searched".into());
    let last = LastPositions { both_closed: 3, open: 7, once_closed: 5, ..LastPositions::default() };
    let rate = wilson(20, 50);
    let played =
        InPlay { white: "random".into(), black: "random".into(), games: 50, draw_rate: rate, stopped: 12, last };
    let drawn = Verdict {
        endings: vec![ending("2", "1", 790), ending("1", "2", 800), ending("1", "1", 800)],
        played: vec![played],
        ..verdict("city-8", both(within(5, true), within(27, true)), four())
    };
    let dead = Verdict {
        endings: vec![ending("2", "1", 0)],
        ..verdict("city-8+vagi", both(not(), not()), Smallest::NeverMoves)
    };
    let verdicts = [
        drawn,
        verdict("city-8+corner", both(within(5, true), open()), four()),
        verdict("poleis_x", both(within(2, false), open()), Smallest::None { most: 8, all: false }),
        dead,
        Verdict { no_endings: Some("it has a die".into()), ..verdict("d", both(open(), open()), four()) },
    ];
    let answers = answers(&verdicts);
    let expected = [
        "proved of city-8 (White within 5 moves, Black within 27 moves).",
        "city-8+corner (White within 5 moves; Black not in any number of moves in 2 ranks, nor within 6 moves in 3 ranks).",
        "can be formed in these games: city-8+vagi.",
        "poleis_x (White within 2 moves, but not shown to be safe; Black not in any number of moves in 2 ranks",
        "city-8: Yes: in each ending solved most placements are drawn. Drawn are 98.75 % of 2 against 1, with",
        "city-8+vagi: No: in the endings solved nothing is drawn. Drawn are 0 % of 2 against 1",
        "d: not decided; it has a die.",
    ];
    for sentence in expected {
        assert!(answers.iter().any(|answer| answer.contains(sentence)), "{sentence}: {answers:#?}");
    }
    report_verdicts(folder.path(), &verdicts, &Provenance::default()).expect("it can be written");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    check_latex(&read("latex/verdicts.tex"), "verdicts.tex");
    let page = read("verdicts.md");
    assert!(
        page.contains("| city-8 | random | 50 | 12 | 10 | 3 | 0 | 0 | 0 | 7 | 30.0 \\[10.8, 60.3\\] | 5 |"),
        "{page}"
    );
    assert!(page.contains("| poleis\\_x | > 8 | 2 moves, safe? | open | open |"), "{page}");
    let csv = read("verdicts.csv");
    assert!(
        csv.starts_with("variant,best_play,fortress_pieces,fortress_kinds,fortress_squares,no_fortress_to,"),
        "{csv}"
    );
    assert!(csv.contains("\ncity-8,draw,4,2,"), "{csv}");
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
