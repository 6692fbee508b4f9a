//! This computer runs short of something: descriptors, processes, threads, or places for temporary files. That ends a run
//! with status 1, and is never booked as the loss of a program: when there is enough again, the same command ends with the
//! tables of a run that lacked nothing.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use petteia_engine::{BySide, Rules, Simd};
use petteia_players::Matchup;
use petteia_players::agents::AgentSpec;
use petteia_simulator::cell::{Cell, CellKind, ChunkSize};
use petteia_simulator::runner::{CheckEachOnce, RunOptions};
use petteia_simulator::scheduler::FixedGames;
use petteia_simulator::store::{Manifest, QuestionKind, Request, RunError, Store};

use crate::support::{assert_same_tables, cache, folder, rows, write};

/// A program that plays the first legal move, and says that it repeats its choices.
const FIRST_MOVE: &str = r#"
while read -r word rest; do
    case $word in
        petteia) echo reproducible; echo ready;;
        rules) echo ready;;
        legal) set -- $rest;;
        go) echo bestmove $1;;
        quit) exit;;
    esac
done
"#;

/// An experiment in which a program plays.
fn experiment(folder: &Path) -> String {
    fs::write(folder.join("first-move.sh"), FIRST_MOVE).expect("it can be written");
    let agent = format!(
        "{{ command = [\"sh\", \"{}\"], name = \"first\", reproducible = true }}",
        folder.join("first-move.sh").display()
    );
    write(
        folder,
        &format!(
            "name = \"short\"\nseed = 5\ngames = 60\nvariants = [\"city-8+vagi\", \"city-8+edge\"]\n\
             pairings = [{{ white = {agent}, black = {agent} }}]\n[limits]\nturn_cap = 8\n"
        ),
    )
}

/// How long a command may take before it counts as asleep.
const PATIENCE: Duration = Duration::from_secs(120);

/// Runs the program in a shell that has done `before`; it must end.
fn ends(before: &str, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{before}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_petteia")]).args(arguments);
    shell.env("PETTEIA_CACHE", cache()).envs(environment.iter().copied());
    let mut child =
        shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("there is `sh`");
    let begun = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("it can be killed");
            panic!("{before}: {arguments:?} does not end");
        }
        sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended")
}

/// What is said by a command that must fail with status 1, without a panic.
#[track_caller]
fn fails(what: &str, output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{what}: {said}");
    assert!(!said.is_empty() && !said.contains("panicked"), "{what}: {said}");
    said
}

/// A run that lacks nothing, and one that has lacked something.
struct Runs {
    file: String,
    whole: PathBuf,
    short: PathBuf,
}

impl Runs {
    fn new(test: &str) -> Self {
        let folder = folder(test);
        let runs = Runs { file: experiment(&folder), whole: folder.join("whole"), short: folder.join("short") };
        assert!(runs.run("true", &runs.whole, "4", &[]).status.success());
        runs
    }

    fn run(&self, before: &str, out: &Path, threads: &str, environment: &[(&str, &str)]) -> Output {
        let out = out.to_string_lossy();
        ends(before, &["run", &self.file, "--out", &out, "--quiet", "--threads", threads], environment)
    }

    /// When there is enough of everything again, the run ends as if it had never lacked anything.
    fn goes_on(&self, what: &str) {
        let output = self.run("true", &self.short, "4", &[]);
        assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        let lost = rows(&self.short.join("summary.csv")).iter().filter(|row| row["reason_crash"] != "0").count();
        assert_eq!(lost, 0, "{what}");
        assert_same_tables(&self.short, &self.whole);
    }
}

#[test]
fn too_few_descriptors_are_no_loss_of_a_program() {
    let runs = Runs::new("shortage-descriptors");
    let mut failed = 0;
    // Too few for anything, for the first program, for those of all threads, and enough.
    for descriptors in [8, 12, 14, 16, 20, 24, 28, 400] {
        let _ = fs::remove_dir_all(&runs.short);
        let output = runs.run(&format!("ulimit -n {descriptors}"), &runs.short, "4", &[]);
        if !output.status.success() {
            let said = fails(&format!("{descriptors} descriptors"), &output);
            assert!(said.contains("Too many open files") || descriptors < 14, "{descriptors}: {said}");
            failed += 1;
        }
        runs.goes_on(&format!("{descriptors} descriptors"));
    }
    assert!((4..8).contains(&failed), "{failed}");
}

#[test]
fn without_a_place_for_temporary_files_nobody_loses() {
    let runs = Runs::new("shortage-folder");
    let missing = runs.short.with_file_name("missing").to_string_lossy().into_owned();
    let file = runs.file.clone();
    for place in [missing, file] {
        let said = fails(&place, &runs.run("true", &runs.short, "2", &[("TMPDIR", &place)]));
        assert!(said.contains("cannot be started: no folder for it in") && said.contains(&place), "{said}");
    }
    assert!(!runs.short.join("summary.csv").exists());
    runs.goes_on("no place");
}

/// A stack that no computer has room for: then no thread can be started.
const NO_THREADS: [(&str, &str); 1] = [("RUST_MIN_STACK", "1125899906842624")];

#[test]
fn without_threads_every_command_fails_with_status_1() {
    let runs = Runs::new("shortage-threads");
    let whole = runs.whole.to_string_lossy().into_owned();
    let said = fails("run", &runs.run("true", &runs.short, "4", &NO_THREADS));
    assert!(said.contains("thread"), "{said}");
    for command in
        [&["status", &whole][..], &["status", &whole, "--verify"], &["merge", &whole], &["engine"], &["bench"]]
    {
        let said = fails(command[0], &ends("true", command, &NO_THREADS));
        assert!(said.contains("thread"), "{command:?}: {said}");
    }
    runs.goes_on("no threads");
}

/// A user who has no processes.
const NOBODY: &str = "setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all";

/// What begins a command as a user who may have only so many processes; `None` where this system does not allow that.
fn with_processes(count: u32) -> Option<String> {
    let limited = |count: u32, command: &str| format!("exec {NOBODY} prlimit --nproc={count} {command}");
    let works = |count: u32| {
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited(count, "sh -c 'true | true'")]).stderr(Stdio::null()).status()
    };
    let is_possible = works(100).is_ok_and(|status| status.success()) && works(1).is_ok_and(|status| !status.success());
    is_possible.then(|| limited(count, "\"$0\" \"$@\""))
}

#[test]
fn too_few_processes_end_a_run_and_do_not_leave_it_asleep() {
    let runs = Runs::new("shortage-processes");
    let place = runs.short.parent().expect("a folder").to_owned();
    fs::set_permissions(&place, fs::Permissions::from_mode(0o777)).expect("it can be opened");
    let (mut failed, cache) = (0, place.join("cache").to_string_lossy().into_owned());
    for count in [3, 5, 8, 11, 12, 14, 18, 400] {
        let Some(before) = with_processes(count) else { return };
        let _ = fs::remove_dir_all(&runs.short);
        let output = runs.run(&before, &runs.short, "3", &[("PETTEIA_CACHE", &cache), ("TMPDIR", "/tmp")]);
        if !output.status.success() {
            fails(&format!("{count} processes"), &output);
            failed += 1;
        }
        runs.goes_on(&format!("{count} processes"));
    }
    assert!(failed >= 3, "{failed}");
    let before = with_processes(1).expect("it was possible");
    fails("engine", &ends(&before, &["engine"], &[("PETTEIA_CACHE", &cache)]));
}

/// A fault of petteia's own ends the run, too: here nobody has made the tables that judge the games.
#[test]
fn a_thread_that_panics_does_not_leave_the_others_asleep() {
    let folder = folder("shortage-panic");
    let rules = Rules::parse("city-8+edge").expect("a game");
    let agents = BySide { white: AgentSpec::Random, black: AgentSpec::Random };
    let matchup = Matchup { rules, agents, opening: 0.into() };
    let cells = [Cell::new("city-8+edge".to_owned(), matchup, CellKind::Placements("2v1".to_owned()), 1)];
    let question = FixedGames { cells: &cells, each: 20, chunk_size: ChunkSize::Fine, tables: None };
    let (name, text) = ("panic".to_owned(), String::new());
    let manifest =
        Manifest::new(Request { kind: QuestionKind::Experiment, name, text, games: None, seed: None }, &cells);
    let store = Store::open(&folder, manifest, None, &|_| None).expect("it is empty");
    let (stop, simd) = (Arc::default(), Simd::Portable);
    let options = RunOptions { threads: 3, quiet: true, simd, stop, games: None, executor: None };
    let ended = petteia_simulator::runner::run(&question, &store, &options, &mut CheckEachOnce::default(), &|_| ());
    assert!(matches!(ended, Err(RunError::Fault)), "{ended:?}");
}
