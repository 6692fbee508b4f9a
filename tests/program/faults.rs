//! Runs that are killed, starved and damaged: nothing whole is lost, nothing counts twice, and the tables are in the end those
//! of a run that nobody disturbed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::support::{
    assert_same_tables, copy_folder, folder, manifest, petteia, played, program, refused, sealed_line, succeeds, write,
};

/// Some sixty units of some milliseconds each.
const MANY_UNITS: &str = r#"
name = "many"
seed = 7
games = 300
variants = ["city-8+vagi"]
pairings = [{ white = "mcts:playouts=20,policy=none", black = "random" }, { white = "random", black = "mcts:playouts=10,policy=none" }]
"#;

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Runs to the end and gives what was said on standard error.
fn run(file: &str, out: &Path, more: &[&str]) -> String {
    let output = petteia(&[&["run", file, "--out", &text(out), "--quiet"], more].concat(), "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said
}

/// Begins a run and leaves it alone.
fn begin(file: &str, out: &Path, more: &[&str]) -> Child {
    program()
        .args(["run", file, "--out", &text(out), "--quiet", "--threads", "2"])
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// The whole parts of a run, in order, with the time they were written at.
fn parts(run: &Path) -> Vec<(PathBuf, SystemTime)> {
    let Ok(entries) = fs::read_dir(run.join("games")) else { return Vec::new() };
    let written = |path: PathBuf| (path.clone(), fs::metadata(&path).and_then(|file| file.modified()).expect("a part"));
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    let mut parts: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "parquet")).map(written).collect();
    parts.sort();
    parts
}

fn wait_for_parts(run: &Path, count: usize) {
    while parts(run).len() < count {
        sleep(Duration::from_millis(2));
    }
}

fn said(child: Child) -> (Option<i32>, String) {
    let output = child.wait_with_output().expect("the program ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
#[ignore = "long: make test-all"]
fn a_run_that_is_killed_again_and_again_ends_as_one_that_is_not() {
    let folder = folder("faults-kill");
    let file = write(&folder, MANY_UNITS);
    let (whole, killed) = (folder.join("whole"), folder.join("killed"));
    played(MANY_UNITS, &[], &whole);
    let (mut kills, mut before) = (0, Vec::new());
    while parts(&killed).len() < 55 {
        let mut child = begin(&file, &killed, &[]);
        // After one to three new parts, at another moment each time.
        wait_for_parts(&killed, before.len() + 1 + kills % 3);
        sleep(Duration::from_micros((kills as u64 * 7919) % 9000));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        kills += 1;
        let after = parts(&killed);
        assert!(before.iter().all(|part| after.contains(part)), "what was whole is neither lost nor played again");
        before = after;
    }
    assert!(kills > 10, "{kills}");
    assert_eq!(run(&file, &killed, &[]), "");
    assert_same_tables(&killed, &whole);
}

#[test]
fn the_clock_may_change_between_two_halves_of_a_run() {
    let folder = folder("faults-clock");
    let file = write(&folder, MANY_UNITS);
    let (whole, changed) = (folder.join("whole"), folder.join("changed"));
    played(MANY_UNITS, &[], &whole);
    let mut child = begin(&file, &changed, &[]);
    wait_for_parts(&changed, 8);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let times = [SystemTime::UNIX_EPOCH, SystemTime::now() + Duration::from_secs(1_000_000_000)];
    for ((path, _), time) in parts(&changed).iter().zip(times.into_iter().cycle()) {
        fs::File::open(path).and_then(|file| file.set_modified(time)).expect("the time can be set");
    }
    let before = parts(&changed);
    assert_eq!(run(&file, &changed, &[]), "");
    assert!(before.iter().all(|part| parts(&changed).contains(part)));
    assert_same_tables(&changed, &whole);
}

#[test]
fn an_interrupted_run_says_how_to_go_on() {
    let folder = folder("faults-interrupt");
    let file = write(&folder, MANY_UNITS);
    let (whole, stopped) = (folder.join("whole"), folder.join("stopped run"));
    played(MANY_UNITS, &[], &whole);
    for signal in ["-INT", "-TERM"] {
        let child = begin(&file, &stopped, &[]);
        wait_for_parts(&stopped, parts(&stopped).len() + 3);
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.expect("there is `kill`").success());
        let (status, said) = said(child);
        assert_eq!(status, Some(130), "{said}");
        let command = format!("petteia run {file} --out '{}' --quiet --threads 2\n", stopped.display());
        assert!(said.ends_with(&format!("To resume: {command}")), "{said}");
        assert!(!stopped.join("summary.csv").exists());
        let entries = fs::read_dir(stopped.join("games")).expect("the games are there");
        assert!(!entries.into_iter().any(|entry| text(&entry.expect("listed").path()).ends_with(".tmp")));
    }
    run(&file, &stopped, &[]);
    assert_same_tables(&stopped, &whole);
}

/// Runs a shell script in which `mount` changes nothing outside. Gives `None` where this system does not allow that.
fn with_own_mounts(script: &str, arguments: &[&str]) -> Option<String> {
    let own = |script: &str, arguments: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(["-rm", "sh", "-ec", script, "sh"]).args(arguments).output()
    };
    let probe = own("mount -t tmpfs tmpfs \"$1\"", &[env!("CARGO_TARGET_TMPDIR")]);
    if !probe.is_ok_and(|probe| probe.status.success()) {
        return None;
    }
    let output = own(script, arguments).expect("it was there");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    Some(said)
}

/// On a disk that becomes full, then read-only, then has room again. `$1` is the program, `$2` the experiment, `$3` a folder to
/// mount on, `$4` where the result goes.
const SMALL_DISK: &str = r#"
mount -t tmpfs -o size=300k tmpfs "$3"
full=0; "$1" run "$2" --out "$3/run" --quiet >/dev/null || full=$?
mount -o remount,ro "$3"
read_only=0; "$1" run "$2" --out "$3/run" --quiet >/dev/null || read_only=$?
mount -o remount,rw,size=100m "$3"
ls "$3/run/games" | grep -q 'parquet$' || { echo "no part before the disk was full" >&2; exit 9; }
"$1" run "$2" --out "$3/run" --quiet >/dev/null
cp -r "$3/run" "$4"
echo "status: $full $read_only" >&2
"#;

#[test]
fn a_full_disk_and_a_read_only_one_lose_nothing() {
    let folder = folder("faults-disk");
    let file = write(&folder, MANY_UNITS);
    let (whole, mended, disk) = (folder.join("whole"), folder.join("mended"), folder.join("disk"));
    fs::create_dir_all(&disk).expect("the folder can be made");
    played(MANY_UNITS, &[], &whole);
    let arguments = [env!("CARGO_BIN_EXE_petteia"), &file, &text(&disk), &text(&mended)];
    if let Some(said) = with_own_mounts(SMALL_DISK, &arguments) {
        assert!(said.contains("No space left on device") && said.contains("Read-only file system"), "{said}");
        assert!(said.ends_with("status: 1 1\n"), "{said}");
        return assert_same_tables(&mended, &whole);
    }
    // Without a disk of our own: files that may not grow, which fails in the same place.
    let limited = "ulimit -f 3; exec \"$0\" run \"$1\" --out \"$2\" --quiet";
    let mut shell = Command::new("sh");
    let output = shell.args(["-c", limited, arguments[0], &file, &text(&mended)]).output().expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && said.contains("File too large"), "{said}");
    run(&file, &mended, &[]);
    assert_same_tables(&mended, &whole);
}

#[test]
fn a_limit_of_the_size_of_files_is_told_and_loses_nothing() {
    let folder = folder("faults-limit");
    let file = write(&folder, &MANY_UNITS.replace("300", "60"));
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    run(&file, &whole, &[]);
    // Blocks of 512 bytes: too few for the manifest, for a part, for the tables.
    for blocks in ["1", "6", "40"] {
        let limited = "ulimit -f \"$3\"; exec \"$0\" run \"$1\" --out \"$2\" --quiet";
        let arguments = ["-c", limited, env!("CARGO_BIN_EXE_petteia"), &file, &text(&out), blocks];
        let output = Command::new("sh").args(arguments).output().expect("there is a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains("File too large"), "{blocks}: {said}");
    }
    run(&file, &out, &[]);
    assert_same_tables(&out, &whole);
}

#[test]
fn a_folder_that_vanishes_is_told_and_can_come_back() {
    let folder = folder("faults-vanish");
    let file = write(&folder, MANY_UNITS);
    let (whole, out, away) = (folder.join("whole"), folder.join("out"), folder.join("away"));
    played(MANY_UNITS, &[], &whole);
    let child = begin(&file, &out, &[]);
    wait_for_parts(&out, 5);
    fs::rename(&out, &away).expect("it can be renamed");
    let (status, said) = said(child);
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains(&text(&out)), "{said}");
    assert!(!out.exists(), "nothing is written where nobody looks");
    fs::rename(&away, &out).expect("it can be renamed");
    run(&file, &out, &[]);
    assert_same_tables(&out, &whole);
}

#[test]
fn damaged_and_foreign_parts_are_told_and_played_again() {
    let folder = folder("faults-damage");
    let file = write(&folder, MANY_UNITS);
    let (whole, other, out) = (folder.join("whole"), folder.join("other"), folder.join("out"));
    played(MANY_UNITS, &[], &whole);
    run(&file, &other, &["--seed", "8", "--shard", "1/4"]);
    copy_folder(&whole, &out);
    let paths: Vec<PathBuf> = parts(&out).into_iter().map(|(path, _)| path).collect();
    let bytes = |path: &Path| fs::read(path).expect("it can be read");
    // Cut short, one bit turned, of another run, of another unit of this run, empty.
    fs::write(&paths[0], &bytes(&paths[0])[..1000]).expect("it can be written");
    let mut flipped = bytes(&paths[1]);
    flipped[700] ^= 4;
    fs::write(&paths[1], flipped).expect("it can be written");
    let name = |path: &Path| path.file_name().expect("a name").to_owned();
    fs::copy(&parts(&other)[2].0, &paths[2]).expect("it can be copied");
    fs::copy(&paths[20], &paths[3]).expect("it can be copied");
    fs::write(&paths[4], "").expect("it can be written");
    // The squares of a unit, and a part that this plan does not have.
    let squares = out.join("squares").join(name(&paths[5]));
    fs::write(&squares, &bytes(&squares)[..300]).expect("it can be written");
    let foreign = out.join("games/0123456789abcdef-000000000000-000000000010.parquet");
    fs::copy(&paths[30], &foreign).expect("it can be copied");
    let said = run(&file, &out, &[]);
    for path in paths[..5].iter().chain([&squares, &foreign]) {
        let is_named = |verb: &str| said.contains(&format!("{} {verb} ", path.display()));
        assert!(is_named("is in no ledger") || is_named("belongs to"), "{}: {said}", path.display());
        assert!(path.with_extension("parquet.quarantined").exists(), "{}", path.display());
    }
    assert_same_tables(&out, &whole);
}

#[test]
fn a_damaged_ledger_costs_only_time() {
    let folder = folder("faults-ledger");
    let file = write(&folder, MANY_UNITS);
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    played(MANY_UNITS, &[], &whole);
    copy_folder(&whole, &out);
    let ledger = out.join("units/whole.log");
    let mut bytes = fs::read(&ledger).expect("it can be read");
    // A count changed, and the last line broken off.
    let digit = bytes.windows(10).position(|text| text == b"\"start\":0,").expect("a first unit") + 8;
    bytes[digit] = b'1';
    bytes.truncate(bytes.len() - 20);
    fs::write(&ledger, bytes).expect("it can be written");
    let said = run(&file, &out, &[]);
    assert_eq!(said.matches("is in no ledger").count(), 4, "two tables of two units: {said}");
    assert_same_tables(&out, &whole);
    fs::remove_file(&ledger).expect("it can be removed");
    run(&file, &out, &[]);
    assert_same_tables(&out, &whole);
}

#[test]
fn another_format_or_a_damaged_manifest_is_refused() {
    let folder = folder("faults-version");
    let file = write(&folder, &MANY_UNITS.replace("300", "20"));
    let out = folder.join("out");
    run(&file, &out, &[]);
    let manifest = out.join("manifest.json");
    let right = fs::read_to_string(&manifest).expect("the manifest is there");
    let changed = [
        (right.replace("\"format\": 6", "\"format\": 7"), "the format of this folder is 7, this program's is 6"),
        (right.replace("\"format\": 6,", ""), "the format of this folder is an older one"),
        (
            right.replace("\"format\": 6", "\"format\": 5").replace("\"experiment\"", "\"tournament\""),
            "--experiment again.toml; petteia run again.toml",
        ),
        (right.replacen("games = 20", "games = 30", 1), "damaged"),
        (right[..right.len() / 2].to_owned(), "damaged"),
    ];
    for (text, expected) in changed {
        fs::write(&manifest, text).expect("it can be written");
        let message = refused(&["run", &file, "--out", &out.to_string_lossy()], "");
        assert!(message.contains(expected), "{message}");
    }
    // The games are known without it.
    fs::remove_file(&manifest).expect("it can be removed");
    let before = parts(&out);
    run(&file, &out, &[]);
    assert_eq!((fs::read_to_string(&manifest).expect("it is written again"), parts(&out)), (right, before));
    fs::remove_file(&manifest).expect("it can be removed");
    fs::remove_dir_all(out.join("units")).expect("it can be removed");
    let message = refused(&["run", &file, "--out", &out.to_string_lossy()], "");
    assert!(message.contains("no manifest.json"), "{message}");
}

/// Games of the same cells are the same, whoever played them; the manifest names the version that asked last.
#[test]
fn the_games_of_another_version_are_kept() {
    let folder = folder("faults-commit");
    let file = write(&folder, &MANY_UNITS.replace("300", "20"));
    let (out, whole) = (folder.join("out"), folder.join("whole"));
    run(&file, &whole, &[]);
    run(&file, &out, &[]);
    let before = parts(&out);
    let text = fs::read_to_string(out.join("manifest.json")).expect("the manifest is there");
    let commit = manifest(&out)["commit"].as_str().expect("a commit").to_owned();
    let version = concat!("\"", env!("CARGO_PKG_VERSION"), "\"");
    fs::write(out.join("manifest.json"), text.replace(version, "\"0.0.9\"").replace(&commit, "beef"))
        .expect("it can be written");
    let ledger = out.join("units/whole.log");
    let lines = fs::read_to_string(&ledger).expect("it can be read");
    let lines: String = lines.lines().map(|line| sealed_line(&line[17..].replace(&commit, "beef"))).collect();
    fs::write(ledger, lines).expect("it can be written");
    run(&file, &out, &[]);
    assert_eq!(parts(&out), before);
    assert_eq!(manifest(&out), manifest(&whole));
    assert!(succeeds(&["status", &out.to_string_lossy(), "--cite"], "").contains("beef"));
    assert_eq!(
        fs::read(out.join("summary.csv")).expect("it is there"),
        fs::read(whole.join("summary.csv")).expect("it")
    );
}

#[test]
fn a_fresh_start_says_what_it_deletes_and_keeps_the_rest() {
    let folder = folder("faults-fresh");
    let file = write(&folder, &MANY_UNITS.replace("300", "20"));
    let (out, other) = (folder.join("out"), folder.join("other"));
    run(&file, &out, &[]);
    fs::write(out.join("notes.txt"), "mine").expect("it can be written");
    let said = run(&file, &out, &["--seed", "8", "--fresh"]);
    assert!(
        said.contains("--overwrite deletes")
            && said.contains("4 of them chunks of games")
            && said.contains("summary.csv"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(out.join("notes.txt")).expect("it is kept"), "mine");
    fs::remove_file(out.join("notes.txt")).expect("it can be removed");
    run(&file, &other, &["--seed", "8"]);
    assert_same_tables(&out, &other);
    let notes = folder.join("notes");
    fs::create_dir_all(&notes).expect("it can be made");
    fs::write(notes.join("tournament.toml"), "mine").expect("it can be written");
    for more in [&[][..], &["--fresh"]] {
        let message = refused(&[&["run", &file, "--out", &text(&notes)], more].concat(), "");
        assert!(message.contains("folder of a tournament"), "{message}");
    }
    assert_eq!(fs::read_dir(&notes).expect("it is there").count(), 1);
}

#[test]
fn two_processes_do_not_do_the_same_work() {
    let folder = folder("faults-lock");
    let file = write(&folder, &MANY_UNITS.replace("300", "3000"));
    let out = folder.join("out");
    let busy = |more: &[&str]| {
        let message = refused(&[&["run", file.as_str(), "--out", &text(&out), "--quiet"], more].concat(), "");
        assert!(message.contains("another petteia (process "), "{message}");
    };
    let stop = |mut child: Child| {
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    };
    let whole = begin(&file, &out, &[]);
    wait_for_parts(&out, 1);
    busy(&[]);
    busy(&["--shard", "1/2"]);
    busy(&["--fresh"]);
    stop(whole);
    let first = begin(&file, &out, &["--shard", "1/2"]);
    let second = begin(&file, &out, &["--shard", "2/2"]);
    wait_for_parts(&out, parts(&out).len() + 8);
    busy(&[]);
    busy(&["--shard", "1/2"]);
    let status = succeeds(&["status", &text(&out)], "");
    assert!(status.contains("shard 1/2 is in progress") && status.contains("games left"), "{status}");
    stop(first);
    stop(second);
}
