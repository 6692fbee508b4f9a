//! `petteia engine`, and programs as agents in matches, tournaments and experiments.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{folder, petteia, program, query, refused, succeeds, unwrapped, write};

const AGENT: &str = "docs/examples/my_agent.py";

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
    let input = "petteia 2\nuci\nhop\nstop\nposition start moves a1-a9\ngo\ngame city-9\nagent mcts\nposition start\ngo depht 3\n\
                 go seed 1\ngame city-8+die=4\ngo\nposition start moves d2\nshow\nagent mcts:playouts=5\n\
                 go depth 3\ngo infinite nodes 5\nagent { command = [\"sh\"] }\nposition startmoves\nquit\nshow\n";
    let answers = succeeds(&["engine", "--agent", "greedy"], input);
    let begins = [
        "error this is version 1 of the protocol, not `2`",
        "error `uci` begins another protocol; this one begins with `petteia 1`",
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
        "error `infinite` ends with `stop`; it takes no budget",
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
    let long = petteia(&["engine", "--agent", "alphabeta:ms=300"], &format!("go\n{}", "x".repeat(2_000_000)));
    let last = String::from_utf8_lossy(&long.stdout).lines().last().map(str::to_owned);
    assert!(long.status.code() == Some(1) && last.is_some_and(|line| line.starts_with("bestmove ")));
}

#[test]
fn the_engine_reads_one_value_for_both_sides_and_writes_no_control_characters() {
    let input = "\u{feff}rules {\"setup\": {\"rows\": 2}, \"bare\": 1}\r\nshow\r\nhop\u{61c}\u{1b}[31m\n";
    let answers = succeeds(&["engine", "--agent", "greedy"], input);
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines[..2], ["ready", "board ssssssss/ssssssss/8/8/8/8/SSSSSSSS/SSSSSSSS w 0,0 0,0 0 0"], "{answers}");
    assert!(lines[4].starts_with("error there is no command `hop\\u{61c}\\u{1b}[31m`"), "{answers}");
}

#[test]
fn the_engine_hears_while_it_thinks() {
    for agent in ["alphabeta:nodes=1000000000", "mcts:playouts=1000000000,policy=none", "greedy"] {
        let mut engine = Command::new(env!("CARGO_BIN_EXE_petteia"))
            .args(["engine", "--agent", agent])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = engine.stdin.take().expect("it is a pipe");
        let mut lines =
            BufReader::new(engine.stdout.take().expect("it is a pipe")).lines().map(|line| line.expect("text"));
        let mut say = |text: &str| input.write_all(text.as_bytes()).expect("it reads");
        say("go infinite multipv 3\nisready\nposition start moves a1-a5\nshow\n");
        let before: Vec<String> = lines.by_ref().take_while(|line| line != "ready").collect();
        assert!(before.iter().all(|line| line.starts_with("info multipv ")), "{agent}: {before:?}");
        if agent != "greedy" {
            let third = lines.find(|line| line.starts_with("info multipv 3 ")).expect("it goes on");
            assert!(third.contains(" nodes ") && third.contains(" line "), "{agent}: {third}");
        }
        say("stop\n");
        let rest: Vec<String> = lines.by_ref().take_while(|line| !line.starts_with("result")).collect();
        let best = rest.iter().position(|line| line.starts_with("bestmove ")).expect("it has decided");
        assert!(rest[best + 1].starts_with("board ssssssss/8/8/S7/"), "{agent}: what came meanwhile is done: {rest:?}");
        say("go infinite\ngo infinite\nquit\n");
        assert!(engine.wait().expect("it ends").success(), "{agent}");
    }
    // At the end of the input, nobody can stop it.
    let answers = succeeds(&["engine", "--agent", "alphabeta"], "go infinite\ngo depth 2 multipv 2\n");
    assert_eq!(answers.lines().filter(|line| line.starts_with("bestmove ")).count(), 2, "{answers}");
    let seconds = answers.lines().filter(|line| line.starts_with("info multipv 2 depth 2 "));
    assert!(seconds.count() > 0, "{answers}");
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
    let games = query(&folder.join("t"), "SELECT reason FROM games");
    let count = |reason: &str| games.iter().filter(|game| game["reason"] == reason).count();
    let [crash, timeout, illegal] = ["crash", "timeout", "illegal_move"].map(count);
    // Three failing programs meet two others in four games each, and each other in four.
    assert_eq!(crash + timeout + illegal, 3 * 2 * 4 + 3 * 4, "{games:?}");
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
    let text = format!(
        "name = \"r\"\nseed = 1\ngames = 3\nvariants = [\"city-8+vagi\"]\n\
         pairings = [{{ white = {agent}, black = \"random\" }}, {agent}]\nopening = 2\n"
    );
    let out = folder.join("r").display().to_string();
    let report = unwrapped(&succeeds(&["run", &write(&folder, &text), "--out", &out, "--quiet"], ""));
    assert!(report.contains("games were forfeited by a program that failed"), "{report}");
    assert!(!report.contains("tie-break"), "a forfeit is no adjudication: {report}");
    assert!(report.contains("late v random") && !report.contains("command = "), "a program has a name: {report}");
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
    let skipped = succeeds(&["status", &out, "--verify"], "");
    assert!(skipped.contains("were skipped"), "{skipped}");
    assert!(refused(&["replay", &out, "--game", "0"], "").contains("cannot be replayed"));
    succeeds(&["report", &out, "--quiet"], "");
    assert_eq!(starts(), before, "a run folder started a program");
}

/// A program that starts another one in a session of its own, notes both numbers and its folder in a file, and then hangs.
fn hanging(marker: &Path) -> String {
    std::fs::write(marker, "").expect("the file can be written");
    let script = format!(
        "setsid sleep 100 & echo $$ $! $TMPDIR > {}; while read -r word rest; do case $word in petteia|rules) echo ready;; go) sleep 100;; esac; \
         done",
        marker.display()
    );
    format!("{{ timeout_ms = 50000, command = [\"sh\", \"-c\", '{script}'] }}")
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
    let words: Vec<&str> = text.split_whitespace().collect();
    let [program, other, own_folder] = words[..] else { panic!("two numbers and a folder: {text}") };
    let traces = [&format!("/proc/{program}"), &format!("/proc/{other}"), own_folder].map(PathBuf::from);
    assert!(traces.iter().all(|trace| trace.exists()), "{text}");
    child.kill().expect("it can be killed");
    child.wait().expect("it has ended");
    assert!(within(&|| !traces.iter().any(|trace| trace.exists())), "{text} is left");
}

#[test]
#[cfg(target_os = "linux")]
fn a_program_has_a_session_and_a_folder_of_its_own_and_no_descriptors_of_ours() {
    let folder = folder("program-apart");
    let (noted, inherited) = (folder.join("noted"), folder.join("inherited"));
    let note = format!(
        "(echo x >&7) 2> /dev/null && leak=leaks; echo $$ $(cut -d \" \" -f 6 /proc/$$/stat) $(pwd) $TMPDIR \
         ${{leak:-closed}} $(ls -A) > {}; while",
        noted.display()
    );
    let agent = failing("apart", "", "echo bestmove $1").replace("while", &note);
    let duel = ["match", &agent, "random", "--game", "city-8+turn_cap=9", "--games", "2", "--threads", "1", "--quiet"];
    let output = Command::new("sh")
        .args(["-c", "exec 7> $0; exec \"$@\"", &inherited.display().to_string(), env!("CARGO_BIN_EXE_petteia")])
        .args(duel)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&noted).expect("the program noted it");
    let words: Vec<&str> = text.split_whitespace().collect();
    let [number, session, working, own, descriptor] = words[..] else { panic!("the folder is not empty: {text}") };
    assert_eq!((number, working, descriptor), (session, own, "closed"), "{text}");
    assert!(!Path::new(own).exists(), "{own} is left");
}

#[test]
fn a_program_that_is_not_trusted_plays_in_bubblewrap() {
    let mut bubblewrap = Command::new("bwrap");
    if !bubblewrap.args(["--ro-bind", "/", "/", "true"]).output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: bubblewrap (`bwrap`) is not installed, or may not be used here");
        return;
    }
    let page = std::fs::read_to_string("docs/protocol.md").expect("the page exists");
    let line = page.lines().find(|line| line.starts_with("command = [\"bwrap\"")).expect("the page has the command");
    let folder = folder("program-bubblewrap");
    let (secret, spy) = (folder.join("secret"), folder.join("spy.py"));
    std::fs::write(&secret, "secret").expect("the file can be written");
    // It ends, and so forfeits, if it can read or write a file of ours, or sees our processes.
    let attempts = format!(
        "import os\n\
         for attempt in (lambda: open({secret:?}), lambda: open({secret:?}, \"w\"), lambda: open(\"/usr/new\", \"w\")):\n    \
         try:\n        attempt()\n        os._exit(3)\n    except OSError:\n        pass\n\
         if sum(name.isdigit() for name in os.listdir(\"/proc\")) > 4 or \"HOME\" in os.environ:\n    os._exit(4)\n"
    );
    let honest = std::fs::read_to_string(AGENT).expect("the example exists");
    std::fs::write(&spy, attempts + &honest).expect("the file can be written");
    for player in [AGENT.to_owned(), spy.display().to_string()] {
        let agent = format!("{{ {} }}", line.replace("\"my_agent.py\"", &format!("\"{player}\"")));
        let told = succeeds(&["match", &agent, "random", "--game", "city-8+vagi", "--games", "4", "--json"], "");
        let json: Value = serde_json::from_str(&told).expect("it is JSON");
        assert_eq!(json["pairing"]["first_forfeits"], 0, "{told}");
    }
}

#[test]
fn a_record_starts_no_program() {
    let folder = folder("program-record");
    let marker = folder.join("started");
    let agent = hanging(&marker).replace('\\', r"\\").replace('"', "\\\"");
    let text = format!("[Game \"city-8\"]\n[White \"{agent}\"]\n[Black \"{agent}\"]\n[Result \"*\"]\n\n*\n");
    let file = folder.join("game.txt");
    std::fs::write(&file, text).expect("the file can be written");
    let shown = succeeds(&["play", "--load", &file.display().to_string()], "");
    assert!(shown.ends_with("White: \n"), "a person plays in its place: {shown}");
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
