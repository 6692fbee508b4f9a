//! Whole reports of made-up runs.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;

use petteia_reports::{FigureFile, ReportError, TableStyle};
use petteia_tables::TableError;
use polars::prelude::{Column, DataFrame};
use polars_io::SerReader;
use polars_io::parquet::read::ParquetReader;
use polars_io::parquet::write::ParquetWriter;

use crate::support::{Folder, Game, report, synthetic, write_games, write_squares};

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn table(path: &Path) -> DataFrame {
    let file = File::open(path).expect("the table was written");
    ParquetReader::new(file).finish().expect("the table can be read")
}

/// Writes a part that no run writes.
fn write_table(path: &Path, mut table: DataFrame) {
    let file = File::create(path).expect("the file can be made");
    ParquetWriter::new(file).finish(&mut table).expect("the rows can be written");
}

/// Returns a table with other values, or none, in the column `plies`.
fn with_plies(table: &DataFrame, values: Option<Column>) -> DataFrame {
    let mut table = table.drop("plies").expect("it has the column");
    if let Some(values) = values {
        table.with_column(values).expect("one row");
    }
    table
}

fn number(table: &DataFrame, column: &str, row: usize) -> Option<f64> {
    let values = table.column(column).unwrap_or_else(|_| panic!("no column {column}"));
    let value = values.get(row).expect("it has the row");
    (!value.is_null()).then(|| value.extract().unwrap_or_else(|| panic!("{column} holds no numbers")))
}

fn with_factor(cell: u32, level: &str) -> Game {
    Game {
        cell,
        variant: if level == "off" { "city-8".into() } else { format!("city-8+{level}") },
        factors: vec![("vagi".into(), level.into())],
        ..Game::default()
    }
}

/// Five games in one cell over two parts, one in another.
fn small_run() -> Folder {
    let folder = Folder::new();
    let run = folder.path();
    let game = |winner, reason, adjudicated, plies, first_capture| Game {
        winner,
        reason,
        adjudicated,
        plies,
        first_capture,
        captures: [plies / 10, 1],
        branching: f64::from(plies),
        ..with_factor(0, "off")
    };
    let first = [
        game(Some("white"), "bare", false, 10, Some(3)),
        game(Some("white"), "no_progress", true, 40, Some(5)),
        game(None, "repetition", true, 20, None),
    ];
    let second = [game(Some("black"), "crossing", false, 30, Some(10)), game(None, "turn_cap", true, 100, None)];
    write_games(run, "00000-0.parquet", &first);
    write_games(run, "00000-1.parquet", &second);
    let other = Game { coins: Some([4, 2]), ..with_factor(1, "vagi") };
    write_games(run, "00001-0.parquet", &[other]);
    fs::write(run.join("games/00001-1.parquet.tmp"), "half").expect("can be written");
    let at = |file, rank, arrivals, losses| (with_factor(0, "off"), file, rank, arrivals, losses);
    write_squares(run, "00000-0.parquet", &[at(0, 0, 5, 1), at(1, 0, 7, 0)]);
    write_squares(run, "00000-1.parquet", &[at(0, 0, 3, 2), at(0, 1, 1, 1)]);
    folder
}

#[test]
fn the_summary_is_what_one_counts_by_hand() {
    let folder = small_run();
    report(folder.path()).expect("the run is whole");
    let summary = table(&folder.path().join("summary.parquet"));
    assert_eq!(summary.height(), 2);
    for (column, expected) in [
        ("games", 5.0),
        ("white_rate", 0.4),
        ("black_rate", 0.2),
        ("draw_rate", 0.2),
        ("draw_rate_adjudicated_drawn", 0.4),
        ("duplicates", 0.0),
        ("unfinished_rate", 0.2),
        ("decisive_rate", 0.4),
        ("first_move_advantage", 0.1),
        ("decisive_advantage", 1.0 / 3.0),
        ("plies_mean", 40.0),
        ("plies_median", 30.0),
        ("plies_q1", 20.0),
        ("plies_q3", 40.0),
        ("plies_min", 10.0),
        ("plies_max", 100.0),
        ("first_capture_mean", 6.0),
        ("mean_branching", 40.0),
        ("captures_white_mean", 4.0),
        ("captures_black_mean", 1.0),
        ("reason_bare", 1.0),
        ("reason_crossing", 1.0),
        ("reason_no_progress", 1.0),
        ("reason_repetition", 1.0),
        ("reason_turn_cap", 1.0),
        ("reason_leader_captured", 0.0),
    ] {
        let found = number(&summary, column, 0).unwrap_or_else(|| panic!("{column} is empty"));
        assert!((found - expected).abs() < 1e-12, "{column}: {found}, expected {expected}");
    }
    for column in ["coins_white_mean", "coins_black_mean", "depth_white", "share_no_depth_black"] {
        assert_eq!(number(&summary, column, 0), None, "{column}");
    }
}

/// Wilson of 1 of 5 and Student's t of 10, 20, 30, 40, 100, from statsmodels 0.15 and scipy 1.17.
#[test]
fn the_summary_has_the_intervals() {
    let folder = small_run();
    report(folder.path()).expect("the run is whole");
    let summary = table(&folder.path().join("summary.parquet"));
    for (column, expected) in [
        ("draw_rate_low", 0.036_223_2),
        ("draw_rate_high", 0.624_465_4),
        ("plies_mean_low", -3.899_45),
        ("plies_mean_high", 83.899_45),
    ] {
        let found = number(&summary, column, 0).unwrap_or_else(|| panic!("{column} is empty"));
        assert!((found - expected).abs() < 1e-4, "{column}: {found}, expected {expected}");
    }
}

#[test]
fn what_is_not_known_is_an_empty_cell() {
    let folder = small_run();
    report(folder.path()).expect("the run is whole");
    let csv = text(&folder.path().join("summary.csv"));
    assert!(!csv.contains("NaN") && !csv.contains("inf"), "{csv}");
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    let value = |row: usize, name: &str| {
        let column = lines[0].iter().position(|&found| found == name);
        lines[row][column.unwrap_or_else(|| panic!("no column {name}"))]
    };
    let about =
        ["cell", "cell_id", "variant", "variant_label", "base", "switches", "factor_vagi", "white", "white_label"];
    assert_eq!(lines[0][..9], about);
    assert_eq!((value(1, "base"), value(1, "switches"), value(2, "switches")), ("city-8", "", "vagi"));
    assert_eq!((value(1, "factor_vagi"), value(2, "factor_vagi")), ("off", "vagi"));
    for name in ["decisive_advantage", "decisive_advantage_low", "plies_mean_low", "first_capture_mean"] {
        assert_eq!(value(2, name), "", "{name}");
    }
    assert_eq!(value(2, "plies_mean"), "1.0");
    assert_eq!(value(2, "coins_white_mean"), "4.0");
    assert_eq!(value(2, "draw_rate"), "1.0");
}

#[test]
fn squares_are_added_up_over_the_parts() {
    let folder = small_run();
    report(folder.path()).expect("the run is whole");
    let csv = text(&folder.path().join("squares.csv"));
    let last = |line: &str| line.rsplitn(7, ',').take(6).collect::<Vec<_>>().join(" ");
    let expected = ["placed_early losses arrivals square rank file", "1 3 8 a1 0 0", "1 0 7 b1 0 1", "0 1 1 a2 1 0"];
    assert_eq!(csv.lines().map(last).collect::<Vec<_>>(), expected);
    assert!(csv.lines().skip(1).all(|line| line.starts_with("0000000000000000,")), "{csv}");
}

#[test]
fn a_run_that_counted_no_squares_is_reported_without_them() {
    let folder = Folder::new();
    write_games(folder.path(), "0.parquet", &[Game::default()]);
    let written = report(folder.path()).expect("squares are not asked for").files;
    assert!(!written.iter().any(|file| file.to_string_lossy().contains("squares")));
}

/// Every figure is there as a PNG that decodes and is not blank, and as well-formed SVG.
fn check_figures(run: &Path, files: &[std::path::PathBuf]) {
    for file in files {
        assert!(file.is_file(), "{} is missing", file.display());
    }
    let squares = ["squares-arrivals", "squares-losses", "squares-placements"];
    for name in ["draw-rate", "outcomes", "lengths", "first-move-advantage"].into_iter().chain(squares) {
        let svg = text(&run.join(format!("figures/{name}.svg")));
        let document = roxmltree::Document::parse(&svg).expect("well-formed SVG");
        assert!(document.root_element().attribute("width").is_some_and(|w| w.ends_with("mm")));
        let png = File::open(run.join(format!("figures/{name}.png"))).expect("the figure is there");
        let mut reader = png::Decoder::new(BufReader::new(png)).read_info().expect("a PNG");
        let mut dots = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut dots).expect("a whole PNG");
        assert_eq!(info.width, 2008, "{name}: 170 mm at 300 dots an inch");
        assert!(dots.iter().any(|&dot| dot < 40), "{name} is blank");
    }
}

/// Each figure has its three files and its caption.
fn check_captions(run: &Path, figures: &[FigureFile]) {
    let captions = text(&run.join("figures/captions.md"));
    for FigureFile { name, title, caption, width_mm, height_mm, .. } in figures {
        let rest = caption.strip_prefix(title.as_str()).map_or_else(|| format!(". {caption}"), str::to_owned);
        assert!(captions.contains(&format!("**{title}**{rest}\n")), "{name}");
        assert!([84, 170].contains(&(width_mm.round() as u32)) && *height_mm > 20.0, "{name}");
        for ending in ["pdf", "svg", "png"] {
            let file = run.join(format!("figures/{name}.{ending}"));
            let bytes = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(ending != "pdf" || bytes.starts_with(b"%PDF-"), "{name}");
        }
    }
}

fn no_half_written_file(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        assert!(path.extension().is_none_or(|ending| ending != "tmp"), "{}", path.display());
        if path.is_dir() {
            no_half_written_file(&path);
        }
    }
}

/// All texts of the SVG pages of one figure.
fn words(run: &Path, name: &str) -> Vec<String> {
    let mut words = Vec::new();
    for page in 1..10 {
        let file = match page {
            1 => run.join(format!("figures/{name}.svg")),
            _ => run.join(format!("figures/{name}-{page}.svg")),
        };
        if file.is_file() {
            let svg = text(&file);
            let document = roxmltree::Document::parse(&svg).expect("well-formed SVG");
            let texts = document.descendants().filter(|node| node.has_tag_name("text"));
            words.extend(texts.filter_map(|node| node.text()).map(|text| text.trim().to_owned()));
        }
    }
    words
}

#[test]
fn figures_show_all_cells() {
    let two = [("random", "random"), ("greedy", "random")];
    for (variants, pairings) in [(2, &two[..1]), (8, &two[..]), (32, &two[..1])] {
        let folder = synthetic(variants, pairings, 30);
        let done = report(folder.path()).expect("the run is whole");
        assert_eq!(done.analysis.cells.len(), variants as usize * pairings.len());
        check_figures(folder.path(), &done.files);
        check_captions(folder.path(), &done.figures);
        no_half_written_file(folder.path());
        for name in [
            "draw-rate",
            "draw-rate-narrow",
            "outcomes",
            "lengths",
            "survival",
            "first-move-advantage",
            "squares-losses",
        ] {
            let words = words(folder.path(), name);
            for change in ["city-8-double", "+vagi"].into_iter().chain((variants > 4).then_some("+die=4")) {
                assert!(words.iter().any(|word| word == change), "{name} lacks {change}: {words:?}");
            }
            if pairings.len() > 1 {
                assert!(words.iter().any(|word| word.contains("greedy v random")), "{name}");
            }
        }
    }
}

#[test]
fn a_second_report_replaces_the_first_and_its_pages() {
    let folder = synthetic(2, &[("random", "random")], 10);
    let first = report(folder.path()).expect("the run is whole");
    let stale = ["lengths-7.svg", "effects.png"].map(|name| folder.path().join("figures").join(name));
    stale.iter().for_each(|file| fs::write(file, "").expect("can be written"));
    let own = folder.path().join("figures/my-notes-1.svg");
    fs::write(&own, "").expect("can be written");
    let summary = fs::read(folder.path().join("summary.parquet")).expect("written");
    assert_eq!(report(folder.path()).expect("the run is whole"), first);
    assert_eq!(fs::read(folder.path().join("summary.parquet")).expect("written"), summary);
    assert!(!stale.iter().any(|file| file.exists()) && own.exists());
}

#[test]
fn the_terminal_table_keeps_to_its_width() {
    let pairings =
        [("random", "random"), ("mcts:playouts=2000,exploration=1.4", "alphabeta:depth=4,evaluation=material")];
    let folder = synthetic(32, &pairings, 5);
    let done = report(folder.path()).expect("the run is whole");
    let table = done.table(TableStyle::default());
    // Numbers alone are wider than the terminal, so columns are left out and names are cut as far as they may.
    let left_out = "\nNot shown for want of room: plies median, Black won %, White won %.\n";
    assert!(table.contains(left_out) && table.matches("won %").count() == 2, "{table}");
    let wide = done.table(TableStyle { width: 200, colour: false });
    assert!(wide.contains("won %") && wide.contains("median") && !wide.contains("Not shown"), "{wide}");
    assert_eq!(table.lines().filter(|line| line.contains('[') && line.contains(']')).count(), 1 + 64, "{table}");
    assert!(table.contains("draw %") && table.contains("[95 %]"), "{table}");
    let coloured = done.table(TableStyle { colour: true, ..TableStyle::default() });
    assert!(coloured.contains("\x1b[1m") && !table.contains('\x1b'));
}

#[test]
fn a_small_table_reads_as_it_should() {
    let folder = small_run();
    let table = report(folder.path()).expect("the run is whole").table(TableStyle { width: 120, colour: false });
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "Variants of city-8 · Both players: random");
    let row: Vec<&str> = lines[4].split_whitespace().collect();
    assert_eq!(row[..8], ["city-8", "5", "20.0", "[3.6,", "62.4]", "40.0", "20.0", "20.0"]);
}

fn failure(run: &Path) -> ReportError {
    report(run).expect_err("the run is not as it should be")
}

#[test]
fn errors_say_where_what_and_what_would_be_right() {
    let folder = Folder::new();
    assert!(failure(folder.path()).to_string().contains("no chunks found"));

    write_games(folder.path(), "0.parquet", &[]);
    assert!(matches!(failure(folder.path()), ReportError::Table(TableError::NoGames { .. })));

    write_games(folder.path(), "0.parquet", &[Game::default()]);
    let part = folder.path().join("games/0.parquet");
    let whole = table(&part);
    write_table(&part, with_plies(&whole, None));
    let message = failure(folder.path()).to_string();
    assert!(message.contains("0.parquet: column `plies` is missing; it should hold u32"), "{message}");

    write_table(&part, with_plies(&whole, Some(Column::new("plies".into(), ["many"]))));
    let message = failure(folder.path()).to_string();
    assert!(message.contains("column `plies` holds str; it should hold u32"), "{message}");

    write_table(&part, with_plies(&whole, Some(Column::new("plies".into(), [None::<u32>]))));
    assert!(failure(folder.path()).to_string().contains("empty in row 0"));

    fs::write(&part, "not a table").expect("can be written");
    assert!(matches!(failure(folder.path()), ReportError::Table(TableError::NotAsWritten { .. })));
}

#[test]
fn contradictions_are_refused() {
    let refused = |games: &[Game], words: &str| {
        let folder = Folder::new();
        write_games(folder.path(), "0.parquet", games);
        let message = failure(folder.path()).to_string();
        assert!(message.contains(words), "{message}");
    };
    let game = Game::default;
    refused(&[Game { reason: "tired", ..game() }], "`tired` in row 0; expected one of leader_captured");
    refused(&[Game { winner: Some("red"), ..game() }], "`red` in row 0; expected `white`, `black`");
    refused(&[Game { winner: Some("white"), reason: "turn_cap", ..game() }], "leaves a game unfinished");
}

#[test]
fn squares_without_games_are_refused() {
    let folder = Folder::new();
    write_games(folder.path(), "0.parquet", &[Game::default()]);
    write_squares(folder.path(), "0.parquet", &[(with_factor(4, "off"), 0, 0, 1, 0)]);
    assert!(matches!(failure(folder.path()), ReportError::Table(TableError::UnknownCell { cell: 4, .. })));
}

#[test]
fn a_median_of_few_games_has_no_interval() {
    let (folder, found) = crate::text::report_of(&[crate::text::cell(0, "city-8", 5, 2)]);
    let text = found.findings.join("\n");
    assert!(text.contains("the median game lasts 102 plies."), "{text}");
    for table in ["summary.csv", "metrics.csv"] {
        let csv = fs::read_to_string(folder.path().join(table)).expect("it was written");
        assert!(!csv.contains("inf"), "{csv}");
    }
}
