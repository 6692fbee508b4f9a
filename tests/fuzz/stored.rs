//! Passes stored inputs and seeded mutations of them to every target: none may panic, take long, or use much memory.

mod properties;

use std::collections::BTreeMap;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use petteia_engine::GameRng;
use petteia_simulator::Source;
use petteia_simulator::experiment::{ExperimentConfig, Plan};
use properties::mutation::{Change, mutated};
use properties::{Read, TARGETS, Target, experiment_toml, fit_toml};

/// The time that a reader may take for one input on a busy machine; it usually takes a thousandth of that.
const MOST_TIME: Duration = Duration::from_secs(5);

/// The memory in KiB that all tests together may use.
const MOST_MEMORY: u64 = 600_000;

/// Returns the number of mutations that a test tries: `PETTEIA_INPUTS`, or `usual` by default.
fn count(usual: u64) -> u64 {
    std::env::var("PETTEIA_INPUTS").map_or(usual, |text| text.parse().expect("PETTEIA_INPUTS is a number"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the files of a folder with their names, sorted.
fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(root().join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read(path).expect("it can be read"))).collect()
}

/// Passes an input to a reader. Fails and prints the input if the reader panics or takes long.
fn read(reader: fn(&[u8]) -> Read, input: &[u8]) -> Read {
    let started = Instant::now();
    let result = catch_unwind(|| reader(input));
    let time = started.elapsed();
    match result {
        Ok(read) if time < MOST_TIME => read,
        Ok(_) => panic!("it took {time:?}: {}", input.escape_ascii()),
        Err(_) => panic!("the reader panicked (see above): {}", input.escape_ascii()),
    }
}

/// Returns the largest amount of memory that this process has used, in KiB; `None` if the system does not report it.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}

#[track_caller]
fn assert_little_memory() {
    let memory = memory().unwrap_or(0);
    assert!(memory < MOST_MEMORY, "{memory} KiB of memory");
}

/// The number of inputs that were rejected and accepted.
#[derive(Debug, Default)]
struct Tally {
    refused: u64,
    used: u64,
}

impl Tally {
    fn add(&mut self, read: Read) {
        match read {
            Read::Refused => self.refused += 1,
            Read::Used => self.used += 1,
        }
    }
}

/// Passes mutations of some inputs to a reader.
fn try_mutations(reader: fn(&[u8]) -> Read, inputs: &[Vec<u8>], count: u64, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let mut rng = GameRng::from_seed(seed);
    let pick = |rng: &mut GameRng| &inputs[rng.below(inputs.len() as u32) as usize];
    for _ in 0..count {
        let (input, other) = (pick(&mut rng), pick(&mut rng));
        tally.add(read(reader, &mutated(input, other, &mut rng)));
    }
    tally
}

#[test]
fn stored_inputs_and_their_mutations_are_read_or_refused() {
    let folders: Vec<String> = files_of_corpus();
    assert_eq!(folders, sorted(TARGETS.iter().map(|target| target.name.to_owned())), "each target has stored inputs");
    for (seed, &Target { name, read: reader }) in (1..).zip(TARGETS) {
        let stored: Vec<Vec<u8>> =
            files(&format!("tests/fuzz/corpus/{name}")).into_iter().map(|(_, bytes)| bytes).collect();
        let mut of_stored = Tally::default();
        stored.iter().for_each(|input| of_stored.add(read(reader, input)));
        let tally = try_mutations(reader, &stored, count(1000), seed);
        println!("{name}: stored {of_stored:?}, mutations {tally:?}");
        assert!(of_stored.used > 0, "{name}: {of_stored:?}");
        // If mutations were always or never rejected, they would test only half of a reader. Bytes as decisions are
        // always accepted.
        assert!(tally.used >= count(1000) / 100, "{name}: {tally:?}");
        assert!(tally.refused >= count(1000) / 100 || name == "play_bytes", "{name}: {tally:?}");
    }
    assert_little_memory();
}

fn files_of_corpus() -> Vec<String> {
    let entries = fs::read_dir(root().join("tests/fuzz/corpus")).expect("the corpus is there");
    sorted(entries.map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned()))
}

fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// The readers for the files in `experiments/`.
const READERS: [Target; 2] =
    [Target { name: "experiment", read: experiment_toml }, Target { name: "fit", read: fit_toml }];

/// Returns the project's hand-written files by their readers; each file must have exactly one reader.
fn written_files() -> BTreeMap<&'static str, Vec<(String, Vec<u8>)>> {
    let mut kinds: BTreeMap<&str, Vec<(String, Vec<u8>)>> = BTreeMap::new();
    for (name, bytes) in files("experiments") {
        let readers: Vec<&str> =
            READERS.iter().filter(|target| (target.read)(&bytes) == Read::Used).map(|target| target.name).collect();
        let [kind] = readers[..] else { panic!("{name} is read by {readers:?}") };
        kinds.entry(kind).or_default().push((name, bytes));
    }
    kinds
}

fn reader(kind: &str) -> fn(&[u8]) -> Read {
    READERS.iter().find(|target| target.name == kind).expect("it is one of them").read
}

#[test]
fn changed_files_end_in_a_plan_or_in_an_error_with_its_line() {
    let kinds = written_files();
    let of = |kind: &str| kinds[kind].len();
    assert_eq!((of("experiment"), of("fit")), (26, 1));
    let per_change = count(6000) / (Change::ALL.len() * kinds.len()) as u64;
    let mut total = Tally::default();
    for (kind, files) in &kinds {
        for (seed, change) in (1..).zip(Change::ALL) {
            let mut rng = GameRng::from_seed(seed);
            let mut tally = Tally::default();
            for number in 0..per_change {
                let (_, text) = &files[(number % files.len() as u64) as usize];
                let mut changed = text.clone();
                change.apply(&mut changed, &files[0].1, &mut rng);
                tally.add(read(reader(kind), &changed));
            }
            println!("{kind:10} {change:?}: {} planned, {} refused", tally.used, tally.refused);
            total.used += tally.used;
            total.refused += tally.refused;
        }
    }
    println!("{} planned and {} rejected in total", total.used, total.refused);
    assert_eq!(total.used + total.refused, per_change * (Change::ALL.len() * kinds.len()) as u64);
    assert_little_memory();
}

/// Returns the lines `key = value` of a file whose keys are fixed, by line number from 0, with the key.
fn keys(text: &str) -> Vec<(usize, &str)> {
    let mut table = "";
    let mut keys = Vec::new();
    for (number, line) in text.lines().enumerate() {
        table = line.strip_prefix('[').map_or(table, |rest| rest.split(']').next().unwrap_or(table));
        let key = line.split(" = ").next().filter(|key| line.len() > key.len());
        let is_key = |key: &&str| key.chars().all(|c| c.is_ascii_lowercase() || c == '_') && table != "factors";
        keys.extend(key.filter(is_key).map(|key| (number, key)));
    }
    keys
}

#[test]
fn a_misspelt_key_is_named_with_its_line_and_what_it_should_be() {
    let mut tried = 0;
    for (kind, files) in &written_files() {
        for (name, bytes) in files {
            let text = std::str::from_utf8(bytes).expect("our files are text");
            for (number, key) in keys(text) {
                let slips = [format!("{key}x"), key[1..].to_owned(), key.replacen(&key[..2], &swapped(&key[..2]), 1)];
                for slip in slips.into_iter().filter(|slip| slip != key && !slip.is_empty()) {
                    let line = |(at, line): (usize, &str)| {
                        if at == number { line.replacen(key, &slip, 1) } else { line.to_owned() }
                    };
                    let wrong: Vec<String> = text.lines().enumerate().map(line).collect();
                    let message = refusal(kind, &wrong.join("\n"));
                    let expected = format!("input.toml:{}: there is no key `{slip}` here", number + 1);
                    assert!(message.starts_with(&expected), "{name}: {expected}: {message}");
                    if key.len() > 3 {
                        assert!(message.ends_with(&format!("did you mean `{key}`?")), "{name}: {slip}: {message}");
                    }
                    tried += 1;
                }
            }
        }
    }
    println!("{tried} misspelt keys");
    assert!(tried >= 200, "{tried}");
}

fn swapped(two: &str) -> String {
    two.chars().rev().collect()
}

/// Returns the message of a file that must be rejected.
#[track_caller]
fn refusal(kind: &str, text: &str) -> String {
    let source = Source::of("input.toml", text);
    let error = match kind {
        "experiment" => ExperimentConfig::read(source).and_then(|file| Plan::new(&file, None, None)).err(),
        _ => petteia_simulator::fit::FitPlan::read(source).err(),
    };
    error.unwrap_or_else(|| panic!("it must be rejected: {text}")).to_string()
}

#[test]
fn a_key_or_table_that_is_there_twice_is_refused_at_its_second_line() {
    let mut tried = 0;
    for (kind, files) in &written_files() {
        for (name, bytes) in files {
            let text = std::str::from_utf8(bytes).expect("our files are text");
            let lines: Vec<&str> = text.lines().collect();
            // The header of an array of tables may occur twice.
            let is_table = |line: &usize| lines[*line].starts_with('[') && !lines[*line].starts_with("[[");
            let tables = (0..lines.len()).filter(is_table);
            let whole = |&line: &usize| format!("x = {}", lines[line].split_once(" = ").map_or("", |(_, value)| value));
            let keys = keys(text).into_iter().map(|(line, _)| line);
            let keys = keys.filter(|line| whole(line).parse::<toml::Table>().is_ok());
            for line in tables.chain(keys) {
                let mut twice = lines.clone();
                twice.insert(line + 1, lines[line]);
                let message = refusal(kind, &twice.join("\n"));
                let place = format!("input.toml:{}: ", line + 2);
                assert!(
                    message.starts_with(&place) && message.contains("is given twice"),
                    "{name}: {place}: {message}"
                );
                tried += 1;
            }
        }
    }
    println!("{tried} duplicated keys and tables");
    assert!(tried >= 60, "{tried}");
}
