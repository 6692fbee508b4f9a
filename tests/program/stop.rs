//! Ctrl-C ends every command soon, whatever it does, and the last line says how to go on.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{folder, program, write};

/// How long a command may take to end: a second, the second of a program that plays, and one for a busy machine.
const MOST: Duration = Duration::from_secs(3);

/// A program that takes a minute for each move, and notes when it is asked for the first one.
fn slow(noted: &Path, more: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in petteia|rules) echo ready;; legal) set -- $rest;; \
         go) echo $$ > {}; sleep 60; echo bestmove $1;; esac; done",
        noted.display()
    );
    format!("{{ name = \"slow\", {more} timeout_ms = 90000, command = [\"sh\", \"-c\", '{script}'] }}")
}

fn begin(arguments: &[&str]) -> Child {
    let mut command = program();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Stops a command; returns what it said.
fn interrupted(child: Child, arguments: &[&str]) -> String {
    let begun = Instant::now();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("there is `kill`").success());
    let output = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(begun.elapsed() < MOST, "{arguments:?} took {:?}", begun.elapsed());
    assert_eq!(output.status.code(), Some(130), "{arguments:?}: {said}");
    said
}

/// The words of a command as its last line repeats them.
fn quoted(arguments: &[&str]) -> String {
    let is_plain = |word: &&str| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_=./,:+".contains(c));
    let quote =
        |word: &&str| if is_plain(word) { (*word).to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) };
    arguments.iter().map(quote).collect::<Vec<_>>().join(" ")
}

/// Begins a command that a slow program plays, stops it while the program thinks, and checks that it ends soon with these
/// words before the command. The program ends, too.
fn stops_with_a_slow_program(noted: &Path, arguments: &[&str], words: &str) {
    let child = begin(arguments);
    let asked = || fs::read_to_string(noted).is_ok_and(|text| text.ends_with('\n'));
    let is_asked = (0..1200).any(|_| {
        sleep(Duration::from_millis(50));
        asked()
    });
    assert!(is_asked, "{arguments:?}: the program is never asked");
    let said = interrupted(child, arguments);
    assert!(said.ends_with(&format!("petteia: {words}: petteia {}\n", quoted(arguments))), "{arguments:?}: {said}");
    if cfg!(target_os = "linux") {
        let process = fs::read_to_string(noted).expect("it was noted");
        let process = Path::new("/proc").join(process.trim());
        // It has a second to end, and whoever inherits it may take a moment to notice.
        let has_ended = (0..40).any(|_| {
            sleep(Duration::from_millis(50));
            !process.exists()
        });
        assert!(has_ended, "{arguments:?}: the program goes on");
    }
    fs::remove_file(noted).expect("it is there");
}

const SAVED: &str = "stopped; all finished games are saved, and `petteia report` tells what they show. To resume";

#[test]
fn what_a_slow_program_plays_stops_at_once() {
    let folder = folder("stop-slow");
    let noted = folder.join("noted");
    let (agent, doubled) = (slow(&noted, ""), slow(&noted, "nodes = 4,"));
    let file = |name: &str, text: &str| {
        let place = folder.join(name);
        fs::create_dir_all(&place).expect("the folder can be made");
        write(&place, text)
    };
    let tournament = file(
        "t",
        &format!("name = \"t\"\nseed = 1\ngames = [\"city-8\"]\nagents = [{agent}, \"random\"]\npairs = 2\n"),
    );
    let experiment =
        file("e", &format!("name = \"e\"\nseed = 1\ngames = 2\nvariants = [\"city-8\"]\npairings = [{agent}]\n"));
    let exam = file(
        "x",
        &format!("name = \"x\"\nseed = 1\nplacements = 2\nendings = [\"city-8+edge 2v1\"]\nagents = [{agent}]\n"),
    );
    let [out, tables] = ["out", "tables"].map(|name| folder.join(name).display().to_string());
    let out = |name: &str| format!("{out}-{name}");
    let places = ["match", "tournament", "experiment", "exam", "handicap", "depth"].map(out);
    let [to_match, to_tournament, to_experiment, to_exam, to_handicap, to_depth] =
        places.each_ref().map(String::as_str);
    let commands: [&[&str]; 6] = [
        &["match", &agent, "random", "--game", "city-8", "--games", "4", "--out", to_match],
        &["run", &tournament, "--out", to_tournament],
        &["run", &experiment, "--out", to_experiment],
        &["run", &exam, "--out", to_exam, "--tables", &tables],
        &["match", &agent, "--game", "city-8", "--handicap", "--games", "4", "--out", to_handicap],
        &["match", &doubled, "--game", "city-8", "--doublings", "1", "--games", "4", "--out", to_depth],
    ];
    for command in commands {
        stops_with_a_slow_program(&noted, command, SAVED);
    }
    let unsaved = ["match", &agent, "random", "--game", "city-8", "--games", "4"];
    stops_with_a_slow_program(&noted, &unsaved, "stopped; with --out FOLDER, finished games are saved. To start again");
}

#[test]
fn searches_and_counts_stop_at_once() {
    let tables = folder("stop-counts").display().to_string();
    let commands: [(&[&str], &str); 5] = [
        (&["match", "alphabeta:nodes=900000000", "random", "--game", "city-8"], SAVED),
        (&["perft", "city-8", "--depth", "12"], "stopped. To start again"),
        (&["perft", "city-8", "--depth", "12", "--divide"], "stopped. To start again"),
        (&["fit", "city-8+vagi", "--pairs", "100000"], "stopped. To start again"),
        (
            &["prove", "city-8", "--pieces", "3v2", "--sample", "all", "--tables", &tables],
            "stopped; all finished tables are saved. To resume",
        ),
    ];
    for (command, words) in commands {
        let child = begin(command);
        sleep(Duration::from_secs(1));
        let said = interrupted(child, command);
        assert!(said.ends_with(&format!("petteia: {words}: petteia {}\n", quoted(command))), "{command:?}: {said}");
    }
}

/// As it is in the background of a script.
#[test]
fn a_command_stops_although_interrupts_are_ignored() {
    let script = "trap '' INT; exec \"$@\"";
    let child = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_petteia"), "perft", "city-8", "--depth", "12"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    sleep(Duration::from_secs(1));
    assert_eq!(interrupted(child, &[]), "petteia: stopped. To start again: petteia perft city-8 --depth 12\n");
}
