//! Runs the program as a user would.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex, Once, OnceLock};

/// The folder of the repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder of its own for a test, empty.
pub fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("the old folder can be removed");
    }
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// The cache of the program, which has no games when the tests begin.
pub fn cache() -> PathBuf {
    static EMPTY: Once = Once::new();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    EMPTY.call_once(|| drop(std::fs::remove_dir_all(cache.join("games"))));
    cache
}

/// The program, with the cache of the tests.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_petteia"));
    command.env("PETTEIA_CACHE", cache());
    command
}

/// Runs `petteia` with arguments and standard input.
pub fn petteia(arguments: &[&str], input: &str) -> Output {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("the input is piped");
    // A program that refuses its arguments closes its input before it is written.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the program ends")
}

/// Standard output of a call that must succeed.
pub fn succeeds(arguments: &[&str], input: &str) -> String {
    let output = petteia(arguments, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("the output is text")
}

/// A text in one line, however it was wrapped.
pub fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Standard error of a call that must be refused with status 2, writing nothing to standard output.
pub fn refused(arguments: &[&str], input: &str) -> String {
    let output = petteia(arguments, input);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty(), "{arguments:?} wrote to standard output");
    String::from_utf8(output.stderr).expect("the errors are text")
}

/// Writes an experiment into a folder, and gives its path.
pub fn write(folder: &Path, text: &str) -> String {
    let path = folder.join("experiment.toml");
    std::fs::write(&path, text).expect("the file can be written");
    path.to_string_lossy().into_owned()
}

/// Plays a file into a folder; what is printed.
pub fn run(file: &str, out: &Path, more: &[&str]) -> String {
    let out = out.to_string_lossy();
    succeeds(&[&["run", file, "--out", &out, "--quiet"], more].concat(), "")
}

/// Copies the finished run of an experiment to a folder. Tests that begin with the same run play it once.
pub fn played(text: &str, more: &[&str], out: &Path) {
    static RUNS: Mutex<BTreeMap<String, Arc<OnceLock<PathBuf>>>> = Mutex::new(BTreeMap::new());
    let (run_of_all, place) = {
        let mut runs = RUNS.lock().expect("no other test failed here");
        let place = runs.len();
        (runs.entry(format!("{more:?} {text}")).or_default().clone(), place)
    };
    let play = || {
        let folder = folder(&format!("played-{place}"));
        run(&write(&folder, text), &folder.join("run"), more);
        folder.join("run")
    };
    copy_folder(run_of_all.get_or_init(play), out);
}

/// The parts, tables, figures and manifest of a run with their bytes, by relative name: all that is to be the same in two runs
/// of one question.
pub fn tables(run: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    fn collect(top: &Path, folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
        for entry in std::fs::read_dir(folder).expect("the folder is there") {
            let path = entry.expect("it can be listed").path();
            let name = path.strip_prefix(top).expect("it lies below").to_owned();
            let last = path.file_name().and_then(|last| last.to_str()).unwrap_or_default();
            let how_it_went = ["units", "slurm", "lock", "report.lock"].contains(&last);
            let put_aside = path.extension().is_some_and(|extension| extension == "quarantined");
            if path.is_dir() && !how_it_went {
                collect(top, &path, files);
            } else if !how_it_went && !put_aside {
                files.push((name, std::fs::read(&path).expect("it can be read")));
            }
        }
    }
    let mut files = Vec::new();
    collect(run, run, &mut files);
    files.sort();
    files
}

/// Fails unless two runs have the same tables, naming the files that differ.
#[track_caller]
pub fn assert_same_tables(found: &Path, expected: &Path) {
    let (found, expected) = (tables(found), tables(expected));
    let names = |files: &[(PathBuf, Vec<u8>)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected));
    for (found, expected) in found.iter().zip(&expected) {
        assert!(found.1 == expected.1, "{} differs", found.0.display());
    }
}

/// Copies a folder with all that is in it.
pub fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("it can be made");
    for entry in std::fs::read_dir(from).expect("it is there") {
        let path = entry.expect("it can be listed").path();
        let copy = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy_folder(&path, &copy);
        } else {
            std::fs::copy(&path, copy).expect("it can be copied");
        }
    }
}

/// The names of the parts of a run, in the order of their cells' names and their numbers.
pub fn parts(run: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(run.join("games")) else { return Vec::new() };
    let names = entries.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned());
    let mut parts: Vec<String> = names.filter(|name| name.ends_with(".parquet")).collect();
    parts.sort();
    parts
}

/// The rows of a CSV file: the values by column.
pub fn rows(csv: &Path) -> Vec<BTreeMap<String, String>> {
    rows_of(&std::fs::read_to_string(csv).unwrap_or_else(|error| panic!("{}: {error}", csv.display())))
}

/// The rows of the answer to a question in SQL.
pub fn query(run: &Path, sql: &str) -> Vec<BTreeMap<String, String>> {
    rows_of(&succeeds(&["query", &run.to_string_lossy(), sql, "--csv"], ""))
}

/// The rows of a text in CSV.
fn rows_of(text: &str) -> Vec<BTreeMap<String, String>> {
    let split = |line: &str| {
        let mut is_quoted = false;
        let cells = line.split(|c| {
            is_quoted ^= c == '"';
            c == ',' && !is_quoted
        });
        cells.map(|cell| cell.trim_matches('"').to_owned()).collect::<Vec<_>>()
    };
    let mut lines = text.lines().map(split);
    let columns = lines.next().expect("a line of headings");
    lines.map(|line| columns.iter().cloned().zip(line).collect()).collect()
}

/// The manifest of a run.
pub fn manifest(run: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(run.join("manifest.json")).expect("there is a manifest");
    serde_json::from_str(&text).expect("it is JSON")
}

/// The names of a run's cells, in order.
pub fn cells(run: &Path) -> Vec<String> {
    let manifest = manifest(run);
    let cells = manifest["cells"].as_array().expect("a list");
    cells.iter().map(|cell| cell.as_str().expect("a name").to_owned()).collect()
}

/// Makes a run that of another question, as if another version of the program had played that one: the manifest is taken
/// from `of`, and each part is given to the cell in the same place there.
pub fn relabel(run: &Path, of: &Path) {
    let cells: Vec<(String, String)> = cells(run).into_iter().zip(cells(of)).collect();
    let renamed = |text: &str| cells.iter().fold(text.to_owned(), |text, (old, new)| text.replace(old, new));
    for name in parts(run) {
        for table in ["games", "squares"] {
            let place = |name: &str| run.join(table).join(name);
            std::fs::rename(place(&name), place(&renamed(&name))).expect("it is there");
        }
    }
    let ledger = run.join("units/whole.log");
    let lines = std::fs::read_to_string(&ledger).expect("there is a ledger");
    let lines: String = lines.lines().map(|line| sealed_line(&renamed(&line[17..]))).collect();
    std::fs::write(ledger, lines).expect("it can be written");
    std::fs::copy(of.join("manifest.json"), run.join("manifest.json")).expect("it can be copied");
}

/// A line of a ledger with its checksum, the 64-bit FNV-1a hash.
pub fn sealed_line(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    format!("{:016x} {text}\n", text.bytes().fold(0xCBF2_9CE4_8422_2325, step))
}
