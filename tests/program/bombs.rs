//! Parts of a few kilobytes that claim more than any computer holds. Their seals are right, since whoever forges a part can
//! forge a ledger, too: they are refused before anything of them is decoded, in little memory and few words.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use petteia_tables::schema::games::{ADJUDICATED, CELL_ID, GAME, REASON, WINNER};
use petteia_tables::{Builder, Digest, OutcomeCounts, Provenance};

use crate::support::{cells, copy_folder, folder, parts, run, sealed_line, write};

/// A unit of ten games.
const TEN: &str = "name = \"bomb\"\nseed = 3\ngames = 10\nvariants = [\"city-8+vagi\"]\n\
                   pairings = [{ white = \"mcts:playouts=6,policy=none\", black = \"random\" }]\n[limits]\nturn_cap = 60\n";

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A copy of a run in which the table of games is another file, which all ten games left unfinished, with a ledger that agrees.
fn forged(whole: &Path, bytes: &[u8], outcomes: Option<OutcomeCounts>) -> PathBuf {
    let run = whole.with_file_name("forged");
    let _ = fs::remove_dir_all(&run);
    copy_folder(whole, &run);
    fs::write(run.join("games").join(&parts(&run)[0]), bytes).expect("it can be written");
    let ledger = run.join("units/whole.log");
    let lines = fs::read_to_string(&ledger).expect("there is a ledger");
    let line = lines.lines().find(|line| line.contains("\"part\"")).expect("there is a part");
    let mut entry: serde_json::Value = serde_json::from_str(&line[17..]).expect("it is JSON");
    entry["part"]["seals"][0] = serde_json::to_value(Digest::of(bytes)).expect("it is plain data");
    if let Some(outcomes) = outcomes {
        entry["part"]["outcomes"] = serde_json::to_value(outcomes).expect("they are counts");
    }
    fs::write(&ledger, sealed_line(&entry.to_string())).expect("it can be written");
    run
}

/// Runs the program with 2 GiB of addresses and 20 s of processor time at the most.
fn bounded(arguments: &[&str]) -> Output {
    let script = "ulimit -v 2097152; ulimit -t 20; exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_petteia")]).args(arguments).stdin(Stdio::null());
    shell.output().expect("there is a shell")
}

/// What is said by a command that must fail with status 1 in a few words.
#[track_caller]
fn fails(arguments: &[&str]) -> String {
    let output = bounded(arguments);
    let said = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
    let shown: String = said.chars().take(1000).collect();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {shown}");
    assert!(said.len() < 10_000 && !said.contains("panicked"), "{arguments:?}: {} bytes: {shown}", said.len());
    said
}

fn whole(test: &str) -> (String, PathBuf) {
    let folder = folder(test);
    let file = write(&folder, TEN);
    let whole = folder.join("whole");
    run(&file, &whole, &[]);
    assert_eq!(parts(&whole).len(), 1);
    (file, whole)
}

/// Ten games of a cell that is called so, which ended for a reason that is called so.
fn ten_games_of(cell: &str, reason: &str) -> Vec<u8> {
    let games: Vec<u64> = (0..10).collect();
    let mut table = Builder::of(&games);
    table.text(CELL_ID, cell);
    table.column(GAME, |&game| game);
    table.column(WINNER, |_| None::<&str>);
    table.text(REASON, reason);
    table.column(ADJUDICATED, |_| false);
    table.finish().to_parquet(Path::new("part"), &Provenance::default()).expect("it can be encoded")
}

const UNFINISHED: Option<OutcomeCounts> = Some(OutcomeCounts {
    white_on_board: 0,
    white_adjudicated: 0,
    draw_on_board: 0,
    draw_adjudicated: 0,
    unfinished: 10,
    black_adjudicated: 0,
    black_on_board: 0,
});

/// Changes the number of rows that the footer of a Parquet file claims, by the heads of its fields 3 and 4.
fn claiming(bytes: &[u8], rows: u64) -> Vec<u8> {
    let end = bytes.len() - 8;
    let length = u32::from_le_bytes(bytes[end..end + 4].try_into().expect("four bytes")) as usize;
    let footer = &bytes[end - length..end];
    let (number, list) = (0x16, [0x19, 0x1C]);
    let at = footer.windows(4).position(|four| four[0] == number && four[1] == 20 && four[2..] == list);
    let at = at.expect("ten rows in one group") + 1;
    let mut claim = Vec::new();
    let mut rest = rows << 1;
    while rest >= 0x80 {
        claim.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    claim.push(rest as u8);
    let footer = [&footer[..at], &claim, &footer[at + 1..]].concat();
    [&bytes[..end - length], &footer, &(footer.len() as u32).to_le_bytes()[..], b"PAR1"].concat()
}

#[test]
fn a_footer_cannot_claim_more_rows_than_the_ledger_has_games() {
    let (file, whole) = whole("bombs-rows");
    let right = fs::read(whole.join("games").join(&parts(&whole)[0])).expect("it is there");
    for rows in [11, 4_000_000_000_000, u64::MAX >> 1] {
        let run = text(&forged(&whole, &claiming(&right, rows), None));
        for command in [&["status", &run][..], &["report", &run], &["verify", &run], &["compare", &run, &text(&whole)]]
        {
            let said = fails(command);
            assert!(said.contains(&format!("it claims {rows} rows, its ledger 10")), "{rows}: {said}");
        }
        assert!(bounded(&["run", &file, "--out", &run, "--quiet"]).status.success(), "it is played again");
    }
}

#[test]
fn a_text_that_every_row_repeats_takes_no_memory() {
    let (_, whole) = whole("bombs-text");
    let bomb = ten_games_of(&cells(&whole)[0], &"x".repeat(30_000_000));
    assert!(bomb.len() < 200_000, "{} bytes", bomb.len());
    let run = text(&forged(&whole, &bomb, UNFINISHED));
    for command in [&["verify", &run][..], &["report", &run, "--quiet"]] {
        let said = fails(command);
        assert!(said.contains("bytes of memory, more than any games need"), "{said}");
    }
}

#[test]
fn a_long_text_is_not_printed_whole() {
    let (_, whole) = whole("bombs-words");
    let bomb = ten_games_of(&"\u{1b}x".repeat(500_000), "turn_cap");
    let said = fails(&["verify", &text(&forged(&whole, &bomb, UNFINISHED))]);
    let right = format!("… in the table but {}", cells(&whole)[0]);
    assert!(said.contains("cell_id is \\u{1b}x\\u{1b}x") && said.contains(&right), "{said}");
}
