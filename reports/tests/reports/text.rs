//! What a report says: sentences, Markdown and LaTeX.

use std::fs;

use petteia_engine::{BySide, Rules, explain};
use petteia_reports::compare::{Compared, Played, Relation, compare, text as compare_text};
use petteia_reports::verdicts::{Findings, answers, report_verdicts};
use petteia_reports::{CellSummary, Incomplete, Methods, Report, RulesInWords, RunContext, TableStyle, write_paper};
use petteia_statistics::wilson;
use petteia_tables::verdicts::{Forced, InPlay, LastPositions, Smallest, Tried, Verdict};
use petteia_tables::{Provenance, endgames::EndingSummary};

use crate::fixtures::{self, agent, variant};
use crate::support::{Folder, Game, report, report_of_cells, report_with, synthetic, write_games};

fn methods() -> Methods {
    Methods {
        name: "a_b".into(),
        question: Some("Does vagi end the draws?".into()),
        sentences: vec!["Played with 100 % care & seed #1 [@holm1979].".into()],
        rules: Default::default(),
        boards: Default::default(),
        citation: "Run `petteia run x_y.toml` at deadbeefdeadbeefdeadbeefdeadbeef.".into(),
        bibtex: "@misc{petteia,\n  year = {2026},\n}".into(),
        version: "1.2.3".into(),
        commit: "abc".into(),
    }
}

/// The rules of games of the catalogue.
fn rules(names: &[&str]) -> RulesInWords {
    let words = |name: &&str| (name.to_string(), explain(&Rules::parse(name).expect("it is a game")));
    names.iter().map(words).collect()
}

#[test]
fn each_game_is_told_in_words_with_what_differs() {
    let names = ["city-8", "city-8+edge", "city-8+vagi", "city-8+edge+vagi"];
    let cells: Vec<Vec<Game>> = (0..).zip(names).map(|(number, name)| cell(number, name, 20, 10)).collect();
    let (folder, found) = report_of(&cells);
    write_paper(folder.path(), &found, &Methods { rules: rules(&names), ..methods() }).expect("it can be written");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    let (page, latex) = (read("report.md"), read("latex/games.tex"));
    for text in [&page, &latex] {
        assert_eq!(text.matches("like a rook in chess").count(), 1, "the base is told once: {text}");
        assert!(text.contains("This replaces: The edge of the board is not a captor."), "{text}");
        assert!(text.contains("A vagus may only make attacking moves."), "{text}");
        assert!(!text.contains("die"), "{text}");
    }
    assert!(page.contains("\n### city-8\n\n**In short.** Each side has 8 stones on 8×8 squares; "), "{page}");
    let change = "without a capture. In city-8+edge, a stone between two enemies or an enemy and the edge of the board is captured.";
    assert!(
        page.lines().any(|line| line.starts_with("> ") && line.contains(change) && !line.contains("Add a")),
        "{page}"
    );
    assert!(page.contains("\n>\n> The rules of city-8: each side has 8 stones on 8×8 squares; "), "{page}");
    assert!(page.contains("\n- **city-8+edge.** "), "{page}");
    assert!(page.contains("These variants combine the changes above: city-8+edge+vagi."), "{page}");
    assert!(read("latex/report.tex").contains(r"\input{games}"));
    check_latex(&latex, "games.tex");
}

#[test]
fn what_is_odd_is_told_and_findings_are_few() {
    let captured =
        |games: Vec<Game>| games.into_iter().map(|game| Game { captures: [2, 1], first_capture: Some(9), ..game });
    let [base, vagi] = [(0, "city-8", 95), (1, "city-8+vagi", 2)]
        .map(|(number, name, drawn)| captured(cell(number, name, 200, drawn)).collect::<Vec<Game>>());
    let (_folder, found) = report_of(&[base, vagi, cell(2, "city-8+vagi+move=step", 200, 200)]);
    let odd = "No piece was captured in any game of +vagi+move=step.";
    assert!(found.findings.contains(&odd.to_owned()), "{:#?}", found.findings);
    let many = synthetic(24, &[("random", "random"), ("alphabeta:nodes=9", "alphabeta:nodes=9")], 60);
    let findings = report(many.path()).expect("the run is whole").findings;
    assert!((3..=8).contains(&findings.len()), "{findings:#?}");
}

/// So many games of a variant, of which some are drawn and the others won by White and Black in turns.
pub(crate) fn cell(number: u32, variant: &str, games: u32, drawn: u32) -> Vec<Game> {
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

pub(crate) fn report_of(cells: &[Vec<Game>]) -> (Folder, Report) {
    report_with_context(cells, &RunContext::default())
}

pub(crate) fn report_with_context(cells: &[Vec<Game>], context: &RunContext) -> (Folder, Report) {
    let folder = Folder::new();
    for (number, games) in cells.iter().enumerate() {
        write_games(folder.path(), &format!("{number:05}-0.parquet"), games);
    }
    let found = report_with(folder.path(), context).expect("the run is whole");
    (folder, found)
}

#[test]
fn a_clear_difference_is_told_and_a_doubtful_one_is_bounded() {
    let (_folder, found) =
        report_of(&[cell(0, "city-8", 400, 380), cell(1, "city-8+vagi", 400, 4), cell(2, "city-8+corner", 400, 376)]);
    let text = found.findings.join("\n");
    let answer = "With random on both sides, draws fall from 95 % in city-8 to 1 % with vagi, by 94 points [";
    assert!(text.starts_with(answer), "{text}");
    assert!(text.contains("]. No significant difference with corner (94 %); a difference of up to "), "{text}");
    assert!(text.contains("The 760 draws of random came about by repetition (100 %)."), "{text}");
    assert!(text.contains("No advantage of either side was shown, but with 400 games one of "), "{text}");
    assert!(!text.contains("Warning"), "{text}");
}

/// The games of city-8 with and without two rules, of which either one leaves hardly a draw.
fn factorial(drawn: [u32; 4]) -> Report {
    let levels = [("off", "off"), ("off", "edge"), ("vagi", "off"), ("vagi", "edge")];
    let cells: Vec<Vec<Game>> = (0..)
        .zip(levels.into_iter().zip(drawn))
        .map(|(number, ((vagi, edge), drawn))| {
            let mut games = cell(number, &format!("city-8+no_progress={number}"), 400, drawn);
            let factors = vec![("vagi".to_owned(), vagi.to_owned()), ("edge".to_owned(), edge.to_owned())];
            games.iter_mut().for_each(|game| game.factors.clone_from(&factors));
            games
        })
        .collect();
    report_of(&cells).1
}

#[test]
fn rules_that_both_lower_the_draws_overlap() {
    let text = factorial([380, 40, 20, 8]).findings.join("\n");
    assert!(
        text.contains(
            "The largest interaction is between vagi and edge, whose effects overlap: draws change by −90.0 points with vagi, \
             −85.0 with edge and −93.0 with both, which is 82 points [7"
        ),
        "{text}"
    );
    assert!(text.contains(" above the sum of the two."), "{text}");
    let text = factorial([380, 360, 370, 80]).findings.join("\n");
    assert!(
        text.contains("vagi and edge, whose effects reinforce each other") && text.contains("below the sum"),
        "{text}"
    );
    let text = factorial([200, 260, 140, 380]).findings.join("\n");
    assert!(text.contains("vagi and edge, whose effects depend on each other"), "{text}");
}

/// The findings of 200 games of each variant by each agent against itself, of which so many are drawn.
fn findings_of(cells: &[(&str, &str, u32)], proved: &[&str]) -> String {
    let folder = Folder::new();
    for (number, &(variant, agent, drawn)) in (0..).zip(cells) {
        let by_agent = |game: Game| Game { white: agent.into(), black: agent.into(), ..game };
        let games: Vec<Game> = cell(number, variant, 200, drawn).into_iter().map(by_agent).collect();
        write_games(folder.path(), &format!("{number:05}-0.parquet"), &games);
    }
    let proved_draws = proved.iter().map(ToString::to_string).collect();
    let found =
        report_with(folder.path(), &RunContext { proved_draws, ..RunContext::default() }).expect("the run is whole");
    found.findings.join("\n")
}

#[test]
fn the_strongest_answers_first_and_a_change_with_strength_is_warned_of() {
    let text = findings_of(
        &[
            ("city-8", "random", 190),
            ("city-8+edge", "random", 50),
            ("city-8", "alphabeta:nodes=1000", 196),
            ("city-8+edge", "alphabeta:nodes=1000", 150),
            ("city-8", "alphabeta:nodes=100", 194),
            ("city-8+edge", "alphabeta:nodes=100", 80),
        ],
        &["city-8"],
    );
    let answer = "Strongest player (alphabeta, 1,000 positions): draws fall from 98 % in city-8 to 75 % with edge, by 23 points [";
    assert!(text.starts_with(answer), "{text}");
    assert!(!text.contains("random"), "{text}");
    assert!(text.contains("city-8 is a proven draw with best play from its start position."), "{text}");
    let step = "Not settled: from 100 positions to 1,000 positions, draws rise with edge, by 35 points [";
    assert!(text.contains(step), "{text}");
    assert!(text.contains(" points cannot be excluded. Repeat with a larger budget."), "{text}");
    assert!(text.contains("Elsewhere a change of up to "), "{text}");
}

#[test]
fn a_player_that_draws_every_game_does_not_hide_what_others_find() {
    let played = [
        ("city-8", "alphabeta:nodes=100", 200),
        ("city-8+edge", "alphabeta:nodes=100", 200),
        ("city-8", "greedy", 150),
        ("city-8+edge", "greedy", 20),
    ];
    let text = findings_of(&played, &[]);
    assert!(
        text.contains(
            " Between other players (greedy), draws fall from 75 % in city-8 to 10 % with edge, by 65 points ["
        ),
        "{text}"
    );
    assert!(text.contains("Too few games were won to tell whether a side is favoured."), "{text}");
}

#[test]
fn an_answer_that_cannot_be_judged_says_so() {
    let text = findings_of(&[("city-8", "random", 190), ("city-8", "alphabeta:nodes=100", 194)], &[]);
    assert!(text.contains("alphabeta (100 positions) plays with one budget only"), "{text}");
    let text = findings_of(&[("city-8", "random", 190), ("city-8", "greedy", 10)], &[]);
    assert!(text.contains("No agent in this run searches. The results of greedy show what the rules allow"), "{text}");
    let text = findings_of(&[("city-8", "alphabeta:depth=3", 190), ("city-8", "alphabeta:nodes=100", 10)], &[]);
    assert!(
        text.contains(
            "Which of alphabeta (depth 3) and alphabeta (100 positions) is the strongest is not known. Play a match"
        ),
        "{text}"
    );
}

/// Two kinds of players that draw so many of 200 games of `city-8` and of `city-8+edge`.
fn two_kinds(first: [u32; 2], second: [u32; 2]) -> String {
    let (variants, agents) = (["city-8", "city-8+edge"], ["alphabeta:nodes=100", "mcts:playouts=20"]);
    let cells = agents.into_iter().zip([first, second]);
    let cells = cells.flat_map(|(agent, drawn)| variants.into_iter().zip(drawn).map(move |(v, n)| (v, agent, n)));
    findings_of(&cells.collect::<Vec<_>>(), &[])
}

#[test]
fn a_second_kind_of_player_is_a_witness() {
    let players = "two kinds of players, alphabeta (100 positions) and mcts (20 playouts),";
    let limits = "agree within 5 points in draws and White’s score";
    let agree = two_kinds([200, 200], [200, 200]);
    assert!(
        agree.contains(&format!("A second witness: {players} {limits} in all variants that both play.")),
        "{agree}"
    );
    let open = two_kinds([100, 100], [100, 100]);
    assert!(open.contains(&format!("Whether {players} {limits} is open in 2 of 2 variants.")), "{open}");
    let partly = two_kinds([200, 100], [200, 100]);
    let told = format!("Whether {players} {limits} is open in 1 of 2 variants; in the others they do.");
    assert!(partly.contains(&told), "{partly}");
    let differ = two_kinds([190, 100], [20, 100]);
    assert!(
        differ.contains(&format!("Warning: {players} disagree in 1 of 2 variants: city-8 (draws 95.0 % [")),
        "{differ}"
    );
}

/// Games of which White wins four of five.
fn won_by_white(number: u32, variant: &str) -> Vec<Game> {
    let game = |index: u32| Game {
        cell: number,
        variant: variant.into(),
        winner: Some(if index.is_multiple_of(5) { "black" } else { "white" }),
        reason: "bare",
        branching: f64::from(index),
        ..Game::default()
    };
    (0..300).map(game).collect()
}

/// All that a report writes, and what it prints.
fn outputs(folder: &Folder, found: &Report) -> Vec<(String, String)> {
    write_paper(folder.path(), found, &methods()).expect("it can be written");
    found.write_page(folder.path(), &petteia_reports::html::Background::default()).expect("it can be written");
    let files = ["report.md", "report.html", "figures/captions.md", "figures/first-move-advantage.svg"];
    let latex = ["latex/article.tex", "latex/findings.tex", "latex/cells.tex", "latex/figures.tex"];
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    let written = files.into_iter().chain(latex).map(|name| (name.to_owned(), read(name)));
    written.chain([("terminal".to_owned(), found.table(TableStyle::default()))]).collect()
}

#[test]
fn where_the_sides_differ_no_advantage_is_that_of_the_first_move() {
    let cells = [won_by_white(0, "callen-proto-tafl")];
    let (folder, found) = report_of(&cells);
    let text = found.findings.join("\n");
    assert!(
        text.contains("White scores 30 points [") && text.contains(", because of its side or because of who begins."),
        "{text}"
    );
    let lower = |text: String| text.replace("first-move-advantage", "").replace("first\\_move", "").to_lowercase();
    let (equal_folder, equal) = report_of(&[won_by_white(0, "city-8")]);
    let of_equal: String = outputs(&equal_folder, &equal).into_iter().map(|(_, text)| lower(text)).collect();
    for words in ["first-move advantage", "first move:", "first move points"] {
        assert!(of_equal.contains(words), "{words}");
        for (name, text) in outputs(&folder, &found) {
            assert!(!lower(text).contains(words), "{name}: {words}");
        }
    }
    let csv = fs::read_to_string(folder.path().join("comparisons.csv")).expect("it was written");
    assert!(csv.contains("\nwhite_advantage,") && !csv.contains("\nfirst_move,"), "{csv}");
    let equal = equal.findings.join("\n");
    assert!(equal.contains("White, who moves first, scores"), "{equal}");
    let own = RunContext { sides_are_equal: [(0, true)].into(), ..RunContext::default() };
    let own = report_with_context(&[won_by_white(0, "mine")], &own).1.findings.join("\n");
    assert!(own.contains("White, who moves first, scores"), "{own}");
}

#[test]
fn a_run_that_is_not_complete_says_so_everywhere() {
    let open = Incomplete { played: 300, planned: 1000, at_most: false };
    let context = RunContext { incomplete: Some(open), ..RunContext::default() };
    let (folder, _) = report_of(&[won_by_white(0, "city-8")]);
    let empty = [fixtures::cell(1, "city-8+vagi", "random")];
    let found = report_of_cells(folder.path(), &context, &empty).expect("the run has games");
    let expected = "This run is not complete: 300 of 1,000 planned games have been played. Without games, and therefore in no \
                    table or figure: city-8+vagi.";
    for (name, text) in outputs(&folder, &found) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(expected), "{name}");
    }
    for (name, text) in outputs(&folder, &report(folder.path()).expect("it can be reported again")) {
        assert!(!text.contains("not complete"), "{name}");
    }
}

fn compared(first: &CellSummary, second: &CellSummary, relation: Relation, cells: &[CellSummary]) -> Compared {
    let played = |cell: &CellSummary| Played { run: "run".into(), open: None, cell: cell.clone() };
    compare(vec![(played(first), played(second), relation)], cells).remove(0)
}

#[test]
fn a_comparison_within_a_run_is_that_of_the_run() {
    let drawn = |number: u32| if number == 0 { 78 } else { 100 };
    let cells: Vec<Vec<Game>> =
        (0..12).map(|number| cell(number, &format!("city-8+die={}", number + 2), 200, drawn(number))).collect();
    let (_folder, found) = report_of(&cells);
    let (base, other) = (&found.analysis.cells[0], &found.analysis.cells[1]);
    let of_run = found.analysis.comparisons.iter().find(|known| known.cell == 1).expect("the run compares it");
    assert!(!of_run.is_significant(), "one of eleven comparisons: {of_run:?}");
    let same = compared(base, other, Relation::OneRun, &found.analysis.cells);
    assert_eq!(&same.differences[0], of_run);
    let reversed = compared(other, base, Relation::OneRun, &found.analysis.cells);
    assert_eq!((reversed.differences[0].p_holm, reversed.differences[0].is_significant()), (of_run.p_holm, false));
    assert!((reversed.differences[0].difference.low + of_run.difference.high).abs() < 1e-12);
    let alone = compared(base, other, Relation::OtherRuns, &[]);
    assert!(alone.differences[0].is_significant(), "alone it is one: {alone:?}");
    let unasked = compared(&found.analysis.cells[2], other, Relation::OneRun, &found.analysis.cells);
    assert_eq!(unasked.differences[0].p_holm, 1.0);
}

#[test]
fn the_same_games_are_not_tested() {
    let (_folder, found) = report_of(&[cell(0, "city-8", 200, 80)]);
    let same = compared(&found.analysis.cells[0], &found.analysis.cells[0], Relation::SameGames, &found.analysis.cells);
    assert_eq!(same.differences, []);
    assert!(compare_text(&[same]).contains("the same games"));
}

#[test]
fn an_unfinished_game_is_told_in_the_same_words_everywhere() {
    let mut games = cell(0, "city-8", 200, 80);
    games[0] = Game { winner: None, reason: "turn_cap", plies: 2000, ..games[0].clone() };
    let (folder, found) = report_of(&[games]);
    for (name, text) in outputs(&folder, &found) {
        let is_short = name.ends_with("svg") || name.ends_with("article.tex");
        assert!(is_short || text.contains("counted separately"), "{name}");
    }
}

#[test]
fn games_that_the_turn_cap_stops_are_told_beside_draws_and_lengths() {
    let mut games = cell(0, "seega-17x18", 100, 0);
    for game in games.iter_mut().take(77) {
        *game = Game { winner: None, reason: "turn_cap", plies: 19_120, ..game.clone() };
    }
    let (folder, found) = report_of(&[games]);
    let text = found.findings.join("\n");
    for told in [
        "0.0 % [0.0, 3.7] of the 100 games of seega-17x18 are drawn and 77.0 % [67.8, 84.2] unfinished.",
        "Warning: Some games reached the turn cap in 1 of 1 cells, most often in seega-17x18 (77.0 % [67.8, 84.2] of its games).",
        "Set a larger `turn_cap`.",
        "the median game lasts at least 19,120 plies.",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    write_paper(folder.path(), &found, &methods()).expect("it can be written");
    let text = fs::read_to_string(folder.path().join("report.md")).expect("it was written");
    assert!(text.contains("≥ 19120"), "{text}");
}

#[test]
fn a_few_unfinished_games_leave_the_median_as_it_is() {
    let mut games = cell(0, "city-8", 100, 20);
    games[0] = Game { winner: None, reason: "turn_cap", plies: 2000, ..games[0].clone() };
    let (_folder, found) = report_of(&[games]);
    let text = found.findings.join("\n");
    assert!(text.contains("Some games reached the turn cap") && !text.contains("Warning: Some games"), "{text}");
    assert!(text.contains("the median game lasts") && !text.contains("at least"), "{text}");
}

#[test]
fn games_that_are_the_same_are_warned_of() {
    let same = vec![Game { plies: 30, branching: 7.5, ..Game::default() }; 12];
    let (_folder, found) = report_of(&[same]);
    assert_eq!(found.analysis.cells[0].duplicates, 11);
    let text = found.findings.join("\n");
    assert!(text.contains("Warning: 11 of the first 12 games of city-8 repeat an earlier game"), "{text}");
}

#[test]
fn a_search_that_hardly_looks_is_warned_of() {
    let with = |depths: [(f64, f64); 2]| {
        let mut games = cell(0, "city-8", 100, 20);
        games.iter_mut().enumerate().for_each(|(number, game)| game.depth = Some(depths[number % 2]));
        let (_folder, found) = report_of(&[games]);
        let text = found.findings.join("\n");
        text.lines().find(|line| line.contains("hardly looked ahead")).map(str::to_owned)
    };
    assert_eq!(with([(2.0, 0.0), (3.0, 0.19)]), None);
    let shallow = with([(1.5, 0.0), (2.3, 0.0)]).expect("the mean depth is 1.9");
    assert!(shallow.contains(" hardly looked ahead") && shallow.contains("1.9 decisions on average"), "{shallow}");
    let blind = with([(4.0, 0.0), (4.0, 0.24)]).expect("a tenth of the searches completed no ply");
    assert!(blind.contains("in 12 % of its searches not even one"), "{blind}");
}

#[test]
fn what_adjudication_does_is_told() {
    let mut games = cell(0, "city-8", 100, 20);
    games.iter_mut().skip(50).for_each(|game| game.adjudicated = true);
    let (_folder, found) = report_of(&[games]);
    let text = found.findings.join("\n");
    assert!(text.contains("the share of draws in city-8 would rise from 20.0 % [13.3, 28.9] to 70.0 %"), "{text}");
}

#[test]
fn the_text_is_written_with_its_sources() {
    let (folder, found) = report_of(&[cell(0, "city-8", 50, 20), cell(1, "city-8+dead_position=on", 50, 30)]);
    let files = write_paper(folder.path(), &found, &methods()).expect("it can be written");
    assert!(files.iter().all(|file| file.exists()));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("it was written");
    let markdown = read("report.md");
    assert!(markdown.starts_with("# a\\_b\n\n> **For the article.** Does vagi end the draws?"), "{markdown}");
    assert!(markdown.contains("seed #1 (Holm 1979)."), "{markdown}");
    assert!(markdown.contains("+dead\\_position=on"), "{markdown}");
    let methods = read("latex/methods.tex");
    assert!(methods.contains(r"100 \% care \& seed \#1~\cite{holm1979}."), "{methods}");
    assert!(methods.contains(r"The rules follow \cite{city}."), "{methods}");
    let document = read("latex/report.tex");
    for part in [r"\title{Report on the run a\_b}", r"\maketitle", r"\section{Findings}", r"\section{Figures}"] {
        assert!(document.contains(part), "{part}: {document}");
    }
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
        // Definitions have arguments and comments.
        if path.extension().is_some_and(|extension| extension == "tex") && !path.ends_with("letters.tex") {
            check_latex(&fs::read_to_string(&path).expect("it is text"), &path.display().to_string());
            checked += 1;
        }
    }
    assert_eq!(checked, 7, "all parts");
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
        variant: variant("city-8"),
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
        won_in_one: 1,
        longest_win: None,
        longest_loss: None,
        drawn_example: None,
    }
}

fn verdict(name: &str, forced: BySide<Forced>, smallest: Smallest) -> Verdict {
    let (variant, endings, played) = (variant(name), Vec::new(), Vec::new());
    Verdict { variant, ends_without_winner: true, smallest, forced, endings, no_endings: None, played }
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
        InPlay { white: agent("random"), black: agent("random"), games: 50, draw_rate: rate, stopped: 12, last };
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
    let answers = answers(Findings { verdicts: &verdicts, limits: &[] });
    let expected = [
        "proven for city-8 (White within 5 moves, Black within 27 moves).",
        "city-8+corner (White within 5 moves; Black not in any number of moves in 2 ranks, nor within 6 moves in 3 ranks).",
        "can be formed in these games: city-8+vagi.",
        "poleis_x (White within 2 moves, but not proven safe; Black not in any number of moves in 2 ranks",
        "city-8: Yes: in each solved ending, most placements are drawn. Drawn: 98.75 % of 2 against 1, the first",
        "city-8+vagi: No: none of the solved endings has a drawn placement. Drawn: 0 % of 2 against 1",
        "d: not decided; it has a die.",
    ];
    for sentence in expected {
        assert!(answers.iter().any(|answer| answer.contains(sentence)), "{sentence}: {answers:#?}");
    }
    report_verdicts(folder.path(), Findings { verdicts: &verdicts, limits: &[] }, &Provenance::default())
        .expect("it can be written");
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
