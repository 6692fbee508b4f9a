//! `petteia engine`, and programs as agents in matches, tournaments and experiments.

use std::path::Path;

use serde_json::Value;

use crate::support::{folder, petteia, program, refused, succeeds, unwrapped, write};

const AGENT: &str = "examples/my_agent.py";

/// A program that fails, as a shell script that does this when it should move.
fn failing(name: &str, more: &str, on_go: &str) -> String {
    let script = format!(
        "while read -r word rest; do case $word in petteia|rules) echo ready;; legal) set -- $rest;; go) {on_go};; esac; \
         done"
    );
    format!("{{ name = \"{name}\", {more} command = [\"sh\", \"-c\", '''{script}'''] }}")
}

#[test]
fn the_transcript_of_the_documentation_is_what_the_engine_says() {
    let page = std::fs::read_to_string("docs/protocol.md").expect("the page exists");
    let transcript = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a transcript");
    let is_asked = |line: &&str| line.starts_with("> ");
    let asked: Vec<&str> = transcript.lines().filter(is_asked).map(|line| &line[2..]).collect();
    let told: Vec<&str> = transcript.lines().filter(|line| !is_asked(line)).collect();
    let input = asked.join("\n") + "\n";
    let answers = succeeds(&["engine", "--agent", "alphabeta:nodes=1000"], &input);
    assert_eq!(answers.lines().collect::<Vec<_>>(), told);
}

#[test]
fn the_engine_explains_what_it_refuses_and_goes_on() {
    let input = "petteia 2\nhop\nposition start moves a1-a9\ngo\ngame city-9\nagent mcts\nposition start\ngo depht 3\n\
                 go seed 1\ngame city-8+die=4\ngo\nposition start moves d2\nshow\nagent mcts:playouts=5\n\
                 go depth 3\nagent { command = [\"sh\"] }\nposition startmoves\nquit\nshow\n";
    let answers = succeeds(&["engine", "--agent", "greedy"], input);
    let begins = [
        "error this is version 1 of the protocol, not `2`",
        "error there is no command `hop`; the commands are petteia, isready,",
        "error step 1: `a1-a9` is not a move",
        "error there is no position: step 1: `a1-a9` is not a move",
        "refuse ",
        "refuse `mcts` needs a budget",
        "error there is no `go depht`",
        "bestmove ",
        "ready",
        "error a roll from `d1` to `d4` must come first",
        "board ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0 d2",
        "legal a1-a2 ",
        "result *",
        "ready",
        "error `mcts:playouts=5` has no `depth`; give `nodes` or `ms`",
        "refuse a program can only be named with --agent",
        "error position text",
    ];
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines.len(), begins.len(), "{answers}");
    for (line, begin) in lines.iter().zip(begins) {
        assert!(line.starts_with(begin), "{line}");
    }
    assert!(refused(&["engine", "city-9"], "").contains("city-9"));
    let long = petteia(&["engine"], &"x".repeat(2_000_000));
    assert_eq!(long.status.code(), Some(1), "a line without an end is an error, not a hang");
}

#[test]
fn our_own_engine_is_a_player_like_any_other() {
    let engine = format!(
        "{{ reproducible = true, nodes = 30, command = [\"{}\", \"engine\", \"--agent\", \"alphabeta\"] }}",
        env!("CARGO_BIN_EXE_petteia")
    );
    let folder = folder("engine-own");
    let play = |out: &str| {
        let out = folder.join(out).to_string_lossy().into_owned();
        let duel = ["match", &engine, "random", "--game", "city-8+vagi", "--games", "4", "--json", "--out", &out];
        serde_json::from_str::<Value>(&succeeds(&duel, "")).expect("it is JSON")["pairing"].clone()
    };
    let [one, other] = ["one", "other"].map(play);
    assert_eq!(one, other, "it is reproducible");
    assert_eq!(one["first_wins"], 4, "it beats a random player: {one}");
}

#[test]
fn a_program_plays_a_tournament_with_others_that_crash_hang_and_cheat() {
    let folder = folder("program-tournament");
    let mine = format!("{{ name = \"mine\", reproducible = true, command = [\"python3\", \"{AGENT}\"] }}");
    let crashes = failing("crashes", "", "echo dying >&2; exit 7");
    let hangs = failing("hangs", "timeout_ms = 150,", "sleep 60");
    let cheats = failing("cheats", "", "echo x > cheated.txt; echo bestmove h9-h10");
    let text = format!(
        "name = \"t\"\nseed = 1\ngames = [\"city-8+vagi\"]\nagents = [{mine}, {crashes}, {hangs}, {cheats}, \"random\"]\n\
         pairs = 2\n"
    );
    let out = folder.join("t").display().to_string();
    let output = petteia(&["run", &write(&folder, &text), "--out", &out], "");
    let (told, complaints) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{complaints}");
    // Who asks first when two of them meet depends on the colour: each game has one forfeit.
    let games = std::fs::read_to_string(folder.join("t/games.csv")).expect("the table exists");
    let count = |reason: &str| games.lines().filter(|line| line.contains(&format!(",{reason},"))).count();
    let [crash, timeout, illegal] = ["crash", "timeout", "illegal_move"].map(count);
    // Three failing programs meet two others in four games each, and each other in four.
    assert_eq!(crash + timeout + illegal, 3 * 2 * 4 + 3 * 4, "{games}");
    assert!(crash >= 8 && timeout >= 8 && illegal >= 8, "{crash} {timeout} {illegal}");
    assert!(unwrapped(&told).contains("Forfeited games, which the opponent won:"), "{told}");
    assert!(complaints.contains("(it wrote: dying)"), "{complaints}");
    assert!(complaints.contains("it returned `h9-h10`, which is not legal"), "{complaints}");
    assert!(!Path::new("cheated.txt").exists(), "a program wrote to the folder of petteia");
}

#[test]
fn an_experiment_counts_forfeits_and_starts_no_program_afterwards() {
    let folder = folder("program-run");
    let marker = folder.join("started");
    std::fs::write(&marker, "").expect("the file can be written");
    let start = format!("echo started >> {}; ", marker.display());
    let agent = failing("late", "", "if [ ${n:-0} = 9 ]; then exit; fi; n=$((n + 1)); echo bestmove $1");
    let agent = agent.replace("'''while", &format!("'''{start}while"));
    let agent = agent.replace(" }", &format!(", writable = [\"{}\"] }}", marker.display()));
    let text = format!(
        "name = \"r\"\nseed = 1\ngames = 3\nvariants = [\"city-8+vagi\"]\n\
         pairings = [{{ white = {agent}, black = \"random\" }}, {agent}]\nopening.random_plies = 2\n"
    );
    let out = folder.join("r").display().to_string();
    let report = unwrapped(&succeeds(&["run", &write(&folder, &text), "--out", &out, "--quiet"], ""));
    assert!(report.contains("games were forfeited by a program that failed"), "{report}");
    let summary = std::fs::read_to_string(folder.join("r/summary.csv")).expect("the table exists");
    assert!(summary.lines().next().is_some_and(|head| head.contains("reason_crash")), "{summary}");
    let methods = std::fs::read_to_string(folder.join("r/report.md")).expect("the report exists");
    assert!(
        unwrapped(&methods).contains("of programs that do not promise it, cannot be repeated exactly"),
        "{methods}"
    );
    let starts = || std::fs::read_to_string(&marker).expect("the file is left").lines().count();
    let before = starts();
    assert!(before > 0);
    let skipped = succeeds(&["verify", &out], "");
    assert!(skipped.contains("were skipped"), "{skipped}");
    assert!(refused(&["replay", &out, "--game", "0"], "").contains("cannot be replayed"));
    succeeds(&["report", &out, "--quiet"], "");
    assert_eq!(starts(), before, "a run folder started a program");
}

/// A program that notes its number and its folder in a file, and then hangs.
fn hanging(marker: &Path) -> String {
    std::fs::write(marker, "").expect("the file can be written");
    let script = format!(
        "echo $$ $TMPDIR > {}; while read -r word rest; do case $word in petteia|rules) echo ready;; go) sleep 100;; esac; \
         done",
        marker.display()
    );
    format!("{{ timeout_ms = 50000, command = [\"sh\", \"-c\", '{script}'], writable = [\"{}\"] }}", marker.display())
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_ends_when_petteia_is_killed() {
    let marker = folder("program-killed").join("started");
    let agent = hanging(&marker);
    let mut child = program()
        .args(["match", &agent, "random", "--game", "city-8", "--games", "2", "--quiet", "--threads", "1"])
        .spawn()
        .expect("the program starts");
    let within = |what: &dyn Fn() -> bool| {
        (0..200).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            what()
        })
    };
    let noted = || std::fs::read_to_string(&marker).expect("the file is left");
    assert!(within(&|| noted().ends_with('\n')), "the program never started");
    let text = noted();
    let (number, own_folder) = text.trim().split_once(' ').expect("a number and a folder");
    let process = Path::new("/proc").join(number);
    assert!(process.exists() && Path::new(own_folder).exists(), "{text}");
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert!(within(&|| !process.exists() && !Path::new(own_folder).exists()), "{text} is left");
}

#[test]
fn a_record_starts_no_program() {
    let folder = folder("program-record");
    let marker = folder.join("started");
    let agent = hanging(&marker).replace('\\', r"\\").replace('"', "\\\"");
    let text = format!("[Game \"city-8\"]\n[White \"{agent}\"]\n[Black \"{agent}\"]\n[Result \"*\"]\n\n*\n");
    let file = folder.join("game.txt");
    std::fs::write(&file, text).expect("the file can be written");
    let refusal = refused(&["play", "--load", &file.display().to_string()], "");
    assert!(refusal.contains("needs a terminal"), "{refusal}");
    assert_eq!(std::fs::read_to_string(&marker).expect("the file is left"), "");
}

#[test]
fn mistakes_in_a_program_are_named_with_their_line() {
    let folder = folder("program-mistakes");
    let refusal = |pairing: &str| {
        let text = format!("name = \"m\"\nseed = 1\ngames = 3\nvariants = [\"city-8\"]\npairings = [{pairing}]\n");
        unwrapped(&refused(&["run", &write(&folder, &text), "--out", &folder.join("m").display().to_string()], ""))
    };
    for (pairing, why) in [
        ("{ comand = [\"sh\"] }", "there is no key `comand` here; did you mean `command`?"),
        ("{ command = [] }", "`command` is empty"),
        (
            "{ command = [\"sh\"], white = \"random\", black = \"greedy\" }",
            "an agent plays both sides; leave it out, or `white` and `black`",
        ),
        (
            "{ white = { command = [\"sh\"], clock = 3 }, black = \"greedy\" }",
            "there is no key `clock` here; did you mean `clock_ms`?",
        ),
        ("{ command = [\"no-such-program\"] }", "`no-such-program` cannot be started"),
    ] {
        let found = refusal(pairing);
        assert!(found.contains(why), "{pairing}: {found}");
    }
}
