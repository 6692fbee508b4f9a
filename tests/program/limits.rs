//! Hostile input: huge numbers, lists and names, endless files, places that cannot be written, and characters that a terminal
//! obeys. Each is refused at once, in little memory, with what would be right.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::{cache, folder, petteia, program, refused, succeeds, unwrapped, write};

/// Runs `petteia` with 2 GiB of addresses and 10 s of processor time at the most.
fn bounded(arguments: &[&str], input: Stdio) -> Output {
    let script = "ulimit -v 2097152; ulimit -t 10; exec \"$0\" \"$@\"";
    let mut shell = Command::new("sh");
    shell.env("PETTEIA_CACHE", cache());
    shell.args(["-c", script, env!("CARGO_BIN_EXE_petteia")]).args(arguments).stdin(input);
    shell.output().expect("there is a shell")
}

/// What is said of input that is refused with status 2 in little time and memory, writing nothing to standard output.
#[track_caller]
fn refused_at_once(arguments: &[&str], expected: &[&str]) {
    let output = bounded(arguments, Stdio::null());
    let said = String::from_utf8_lossy(&output.stderr);
    let shown: String = said.chars().take(1000).collect();
    let call: String = format!("{arguments:?}").chars().take(300).collect();
    assert_eq!(output.status.code(), Some(2), "{call}: {shown}");
    assert!(output.stdout.is_empty(), "{call} wrote to standard output");
    assert!(said.len() < 10_000, "{call}: {} bytes of message", said.len());
    for part in expected {
        assert!(said.contains(part), "{call}: `{part}` in {shown}");
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn experiment(more: &str) -> String {
    format!("name = \"big\"\nseed = 1\ngames = 2\n{more}")
}

const PLAIN: &str = "variants = [\"city-8\"]\npairings = [\"random\"]\n";

#[test]
fn an_experiment_of_too_many_cells_is_refused_before_they_are_made() {
    let folder = folder("limits-cells");
    let two_levels: String = (0..30).map(|factor| format!("f{factor} = [\"\", \"+die={}\"]\n", factor + 1)).collect();
    let many_levels = format!("die = [\"\"{}]\n", (1..=255).map(|die| format!(", \"+die={die}\"")).collect::<String>());
    let levels = |factors: &str| experiment(&format!("{PLAIN}[factors]\n{factors}"));
    let list = |count: usize, entry: &dyn Fn(usize) -> String| (0..count).map(entry).collect::<Vec<_>>().join(", ");
    let variants = list(200, &|n| format!("\"city-8+turn_cap={}\"", n + 1));
    let pairings = list(51, &|n| format!("\"mcts:playouts={}\"", n + 1));
    let cases = [
        // Ends at the fourteenth factor: 2^14 is the first power above the limit.
        (levels(&two_levels), &["toml:20", "factor `f13`", "at least 16384 cells", "at most 10000"][..]),
        (levels(&(many_levels + &two_levels)), &["toml:13", "factor `f5`", "at least 16384 cells"]),
        (experiment(&format!("variants = [{variants}]\npairings = [{pairings}]\n")), &["toml:4", "10200 cells"]),
    ];
    for (text, expected) in cases {
        refused_at_once(&["run", &write(&folder, &text)], expected);
    }
}

#[test]
fn names_have_an_end() {
    let folder = folder("limits-names");
    let game = format!("city-8{}", "+vagi".repeat(10_000));
    for command in
        [&["games"][..], &["perft", "--depth", "1"], &["bench", "--seconds", "0.01"], &["show"], &["show", "--moves"]]
    {
        refused_at_once(&[command, &[&game]].concat(), &["at most 1200 bytes", "has 50006"]);
    }
    refused_at_once(&["match", "random", "random", "--games", "2", "--game", &game], &["at most 1200 bytes"]);
    let variants = |variant: &str| experiment(&PLAIN.replace("\"city-8\"", variant));
    let long = "x".repeat(101);
    let cases = [
        (variants(&format!("\"{game}\"")), "at most 1200 bytes"),
        (variants(&format!("{{ name = \"{long}\", rules = {{}} }}")), "has 101 bytes"),
        (variants(&format!("{{ name = \"x\", base = \"{game}\", rules = {{}} }}")), "at most 1200 bytes"),
        (experiment(&format!("{PLAIN}[factors]\n{long} = \"+vagi\"\n")), "has 101 bytes"),
        (experiment(&format!("{PLAIN}[factors]\nf = \"{}\"\n", &game[6..])), "at most 1200 bytes"),
        (experiment(PLAIN).replace("big", &long), "has 101 bytes"),
    ];
    for (text, expected) in cases {
        refused_at_once(&["run", &write(&folder, &text)], &["experiment.toml:", expected]);
    }
}

#[test]
fn an_opening_leaves_the_agents_something_to_decide() {
    let folder = folder("limits-opening");
    let greedy = PLAIN.replace("\"random\"", "\"greedy\"");
    let opening = |plies: &str, more: &str| experiment(&format!("{greedy}opening = {plies}\n{more}"));
    let cases = [
        (opening("4294967295", ""), "toml:6", "at most 1000"),
        (opening("1001", ""), "toml:6", "at most 1000"),
        (opening("60", "[limits]\nturn_cap = 60\n"), "toml:6", "`turn_cap` ends a game of `city-8` after 60 turns"),
    ];
    for (text, line, reason) in cases {
        refused_at_once(&["run", &write(&folder, &text)], &[line, reason]);
    }
    let out = text(&folder.join("out"));
    succeeds(&["run", &write(&folder, &opening("59", "[limits]\nturn_cap = 60\n")), "--out", &out, "--quiet"], "");
}

#[test]
fn tournaments_and_fits_have_an_end() {
    let folder = folder("limits-contests");
    let list = |count: usize, entry: &dyn Fn(usize) -> String| (0..count).map(entry).collect::<Vec<_>>().join(", ");
    let agents = list(3000, &|n| format!("\"mcts:playouts={}\"", n + 1));
    let tournament = format!("name = \"t\"\nseed = 1\ngames = [\"city-8\"]\nagents = [{agents}]\npairs = 1\n");
    refused_at_once(&["run", &write(&folder, &tournament)], &["toml:4", "4498500 cells", "at most 10000"]);
    let fit = |games: &str, each: u64| {
        format!("seed = 1\ngames = [{games}]\neach = {each}\nrounds = 1\nagent = \"alphabeta:nodes=5\"\n")
    };
    let games = list(100_001, &|_| "\"city-8\"".into());
    assert!(games.len() < 1 << 20);
    refused_at_once(&["fit", &write(&folder, &fit("\"city-8\", \"poleis\"", 50_001))], &["toml:3", "give 1 to 50000"]);
    refused_at_once(&["fit", &write(&folder, &fit(&games, 1))], &["toml:2", "at most 100000"]);
}

#[test]
fn what_is_to_be_proved_has_an_end() {
    let folder = folder("limits-proofs");
    let cases = [
        ("fortress = 4294967295", "toml:7", "give 2 to 64"),
        ("camps = [{ ranks = 255, moves = 6 }]", "toml:7", "at most 14 ranks"),
        ("complete = { ranks = 2, moves = 255 }", "toml:7", "give 1 to 60"),
        ("camps = [{ ranks = 2, moves = 0 }]", "toml:7", "give 1 to 60"),
        ("endings = [\"999v1\"]", "toml:7", "999v1"),
    ];
    for (line, place, reason) in cases {
        let file = write(&folder, &experiment(&format!("{PLAIN}[proofs]\n{line}\n")));
        refused_at_once(&["run", &file], &[place, reason]);
    }
}

#[test]
fn numbers_of_the_command_line_have_an_end() {
    let pieces = "255v255";
    let cases: [(&[&str], &str); 14] = [
        (&["perft", "city-8", "--depth", "4294967295"], "give 0 to 100"),
        (&["bench", "city-8", "--threads", "65535"], "give 1 to 1024"),
        (&["bench", "city-8", "--seconds", "1e10"], "up to 3600"),
        (&["match", "random", "random", "--game", "city-8", "--games", "4", "--threads", "65535"], "give 1 to 1024"),
        (&["match", "mcts:playouts=4294967295", "random", "--game", "city-8", "--games", "2"], "1000000000"),
        (&["match", "mcts:ms=4294967295", "random", "--game", "city-8", "--games", "2"], "86400000"),
        (&["match", "alphabeta:depth=4294967295", "random", "--game", "city-8", "--games", "2"], "63"),
        (&["match", "random", "alphabeta:ms=4294967295", "--game", "city-8", "--games", "2"], "86400000"),
        (&["prove", "city-8", "--pieces", pieces], "white starts with 8"),
        (&["prove", "city-8", "--pieces", "8v8", "--memory", "1e300"], "up to 1000000"),
        (&["prove", "city-8", "--pieces", "8v8", "--memory", "1000000"], "GiB of memory"),
        (&["prove", "city-8", "--smallest", "--most", "4294967295"], "give 2 to 64"),
        (&["prove", "city-8", "--force", "both", "--ranks", "255"], "give 2 to 14"),
        (&["run", "no-such.toml", "--games", "18446744073709551615"], "give 1 to 1000000000"),
    ];
    for (arguments, expected) in cases {
        refused_at_once(arguments, &[expected]);
    }
}

#[test]
fn endless_files_are_refused() {
    for arguments in [&["run"][..], &["run", "--dry-run"], &["submit", "--array", "1"]] {
        refused_at_once(&[arguments, &["/dev/zero"]].concat(), &["/dev/zero", "more than 1048576 bytes"]);
    }
    refused_at_once(&["replay", "/dev/zero"], &["/dev/zero", "more than"]);
    let zeros = fs::File::open("/dev/zero").expect("it can be opened");
    let output = bounded(&["show", "city-8", "--moves", "--fen", "-"], zeros.into());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains("line 1: it has 10000 bytes or more"), "{said}");
    let folder = folder("limits-nested");
    let deep = [
        experiment(&format!("{PLAIN}x = {}\n", "[".repeat(100_000))),
        experiment(&format!("{PLAIN}{}b = 1\n", "a.".repeat(20_000))),
        experiment(&PLAIN.replace("\"city-8\"", &format!("{}1{}", "{ a = ".repeat(5000), " }".repeat(5000)))),
    ];
    for text in deep {
        refused_at_once(&["run", &write(&folder, &text)], &["experiment.toml:", "recurs"]);
    }
}

/// Reads positions line by line as before: with both ends of lines, and without one at the end of the input.
#[test]
fn positions_are_read_whatever_ends_their_lines() {
    let fen = "5sS1/8/4S3/8/8/8/8/S7 w 0,0 7,5 5 66";
    let output = succeeds(&["show", "city-8", "--moves", "--fen", "-"], &format!("{fen}\r\n{fen}\n{fen}"));
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines.len() == 3 && lines.iter().all(|line| *line == lines[0]), "{output}");
    let marked =
        succeeds(&["show", "city-8", "--moves", "--fen", "-"], &format!("\u{feff}{fen}\r\n{fen}\r\n{fen}\r\n"));
    assert_eq!(marked, output, "with a byte order mark");
}

/// A run folder from elsewhere may name any file as the weights of an agent.
#[test]
fn what_is_not_a_file_of_weights_is_not_shown() {
    let folder = folder("limits-weights");
    let (secret, pipe) = (folder.join("secret"), folder.join("pipe"));
    fs::write(&secret, "# a file of somebody\npassword = \"hunter2\"\n").expect("it can be written");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("there is `mkfifo`").success());
    for (file, why) in
        [(&secret, "secret:2: this is not a file of `petteia fit`"), (&pipe, "pipe is not a regular file")]
    {
        let agent = format!("alphabeta:nodes=5,evaluation={}", file.display());
        let said = refused(&["match", &agent, "random", "--game", "city-8", "--games", "2"], "");
        assert!(said.contains(why) && !said.contains("hunter2") && !said.contains("password"), "{said}");
    }
}

#[test]
fn a_cache_that_cannot_be_written_is_told_and_not_needed() {
    let folder = folder("limits-cache");
    let file = folder.join("file");
    fs::write(&file, "").expect("it can be written");
    let mut command = program();
    command
        .env("PETTEIA_CACHE", file.join("cache"))
        .args(["match", "greedy", "random", "--game", "city-8", "--games", "4"]);
    let output = command.arg("--quiet").output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("4 in 2 pairs"), "{said}");
    assert!(said.starts_with("petteia: the games are not kept, because the cache cannot be written: "), "{said}");
    assert!(said.contains("--out or a cache with PETTEIA_CACHE"), "{said}");
}

#[test]
fn a_place_that_cannot_be_written_is_told_before_the_work() {
    let folder = folder("limits-unwritable");
    let file = folder.join("a-file");
    fs::write(&file, "").expect("it can be written");
    let (below, missing) = (text(&file.join("out")), text(&folder.join("none/out.txt")));
    let fit = folder.join("fit.toml");
    // Hours of play.
    let plan = "seed = 1\ngames = [\"city-8\"]\neach = 50000\nrounds = 100\nagent = \"alphabeta:nodes=5000\"\n";
    fs::write(&fit, plan).expect("it can be written");
    let hours = "pairings = [\"mcts:playouts=100000\"]\n";
    let proofs = "[proofs]\nendings = [\"2v1\"]\n";
    let run = write(&folder, &experiment(&format!("variants = [\"city-8\"]\n{hours}{proofs}")));
    let tournament = folder.join("tournament.toml");
    let contest =
        "name = \"t\"\nseed = 1\ngames = [\"city-8\"]\nagents = [\"random\", \"mcts:playouts=100000\"]\npairs = 9\n";
    fs::write(&tournament, contest).expect("it can be written");
    let (fit, tournament, out) = (text(&fit), text(&tournament), text(&folder.join("run")));
    let duel = ["match", "mcts:playouts=100000", "random", "--game", "city-8", "--games", "100", "--out", &below];
    let here = text(&folder);
    let cases: [(&[&str], &str); 9] = [
        (&["fit", &fit, "--out", &missing], &missing),
        (&["fit", &fit, "--out", &here], &here),
        (&["prove", "city-8", "--force", "black", "--moves", "60", "--certificate", &missing], &missing),
        (&duel, &below),
        (&["run", &run, "--out", &below], &below),
        (&["run", &run, "--out", &out, "--tables", &below], &below),
        (&["run", &tournament, "--out", &below], &below),
        (&["prove", "city-8", "--pieces", "4v2", "--tables", &below], &below),
        (&["replay", &missing, "--record", &missing], &missing),
    ];
    for (arguments, place) in cases {
        let output = bounded(arguments, Stdio::null());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.contains(place) && output.stdout.is_empty(), "{arguments:?}: {said}");
    }
    let left: Vec<String> = fs::read_dir(&folder)
        .expect("it is there")
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".tmp") || name == "none" || name == "run")
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Clears the screen, colours the rest red, and writes it from right to left.
const ESCAPES: &str = "\u{1b}[2J\u{1b}[31m\u{202e}";

#[track_caller]
fn assert_harmless(arguments: &[&str], output: &Output) {
    for (place, bytes) in [("output", &output.stdout), ("errors", &output.stderr)] {
        let said = String::from_utf8_lossy(bytes);
        let bad = said.chars().find(|&c| c.is_control() && c != '\n' || c == '\u{202e}');
        assert_eq!(bad, None, "{arguments:?}: {place}: {said:?}");
    }
}

#[test]
fn what_a_terminal_obeys_is_shown_as_an_escape() {
    let folder = folder("limits-escapes");
    let strange = folder.join(format!("a{ESCAPES}b"));
    fs::create_dir_all(strange.join("inner")).expect("it can be made");
    fs::write(strange.join("manifest.json"), "{").expect("it can be written");
    let escaped = r#"\u001b[31m"#;
    let file = write(&folder, &experiment(&PLAIN.replace("city-8", &format!("city-8{escaped}"))));
    let key = folder.join("key.toml");
    fs::write(&key, experiment(&format!("{PLAIN}\"k{escaped}\" = 1\n"))).expect("it can be written");
    let record = folder.join("record.txt");
    let game = format!("[Game \"city-8\"]\n[White \"{ESCAPES}\"]\n[Black \"random\"]\n[Result \"*\"]\n\n*\n");
    fs::write(&record, game).expect("it can be written");
    let (strange, key, record, here) = (text(&strange), text(&key), text(&record), text(&folder));
    let missing = format!("{strange}/none.toml");
    let cases: [(&[&str], &str); 9] = [
        (&["run", &missing], r"\u{1b}[2J"),
        (&["run", &file], r"city-8\u{1b}[31m"),
        (&["run", &key], r"k\u{1b}[31m"),
        (&["status", &strange], r"\u{1b}[2J"),
        (&["status", &here], r"\u{202e}"),
        (&["replay", &record], r"\u{1b}[2J"),
        (&["games", ESCAPES], r"\u{1b}[2J"),
        (&["perft", "city-8", "--depth", ESCAPES], r"\u{202e}"),
        (&["match", "random", ESCAPES, "--game", "city-8", "--games", "2"], r"\u{202e}"),
    ];
    for (arguments, expected) in cases {
        let output = petteia(arguments, "");
        assert_harmless(arguments, &output);
        let said = [&output.stdout[..], &output.stderr].concat();
        assert!(String::from_utf8_lossy(&said).contains(expected), "{arguments:?}: {}", String::from_utf8_lossy(&said));
    }
    let moves = petteia(&["show", "city-8", "--moves", "--fen", "-"], &format!("{ESCAPES}\n"));
    assert_harmless(&["show", "--moves"], &moves);
}

#[test]
fn names_that_are_no_text_are_refused_without_a_panic() {
    let name = std::ffi::OsStr::from_bytes(b"no\xFFtext.toml");
    for command in ["run", "games", "status", "compare", "submit", "prove", "fit"] {
        let output = program().arg(command).arg(name).output().expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {said}");
        assert!(!said.contains("panicked"), "{command}: {said}");
    }
}

#[test]
fn a_script_for_a_cluster_runs_only_what_it_should() {
    let folder = folder("limits-submit");
    let file = write(&folder, &experiment(PLAIN));
    let submit = |out: &Path, more: &[&str]| {
        let out = text(out);
        petteia(&[&["submit", &file, "--array", "2", "--dry-run", "--out", &out], more].concat(), "")
    };
    let newline = folder.join("out\ntouch hacked\n#");
    let output = submit(&newline, &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("--out is `") && said.contains("control characters") && !newline.exists(), "{said}");
    let output = submit(&folder.join("plain"), &["--", "--comment=a\nb"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.join("plain").exists(), "nothing is made of what is refused");
    let hostile = folder.join("a b'; touch $HOME `touch x` \"%j\" #c");
    let output = submit(&hostile, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let place = text(&fs::canonicalize(&hostile).expect("it was made"));
    for (name, argument) in [("array", 4), ("merge", 2)] {
        let script = fs::read_to_string(hostile.join(format!("slurm/{name}.sh"))).expect("it was written");
        let directives: Vec<&str> = script.lines().filter(|line| line.starts_with("#SBATCH")).collect();
        assert!(!directives.is_empty() && directives.iter().all(|line| !line.contains(&place)), "{script}");
        // The words as a shell reads them.
        let words = script.replace("exec ", "set -- ") + "for word; do printf '%s\\n' \"$word\"; done\n";
        let read = Command::new("sh").args(["-c", &words]).output().expect("there is a shell");
        let read = String::from_utf8_lossy(&read.stdout).into_owned();
        assert_eq!(read.lines().nth(argument), Some(place.as_str()), "{read}");
    }
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let words = format!("set -- {}; printf '%s\\n' \"$4\"", printed.lines().next().expect("the first job"));
    let read = Command::new("sh").args(["-c", &words]).output().expect("there is a shell");
    let log = format!("--output={}/slurm/task-%A_%a.log\n", place.replace('%', "%%"));
    assert_eq!(String::from_utf8_lossy(&read.stdout), log);
}

#[test]
fn an_interrupt_is_told_whatever_the_arguments_are() {
    let folder = folder("limits-interrupt");
    let file = write(&folder, &experiment("variants = [\"city-8\"]\npairings = [\"mcts:playouts=3000\"]\n"));
    let out = folder.join(std::ffi::OsStr::from_bytes(b"out\xFF"));
    let mut command = program();
    command.args(["run", &file, "--quiet", "--games", "1000", "--out"]).arg(&out).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    while !out.join("manifest.json").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(100));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is `kill`");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(130) && said.contains("To resume: petteia run"), "{said}");
}

#[test]
fn a_folder_of_runs_is_not_taken_for_a_run() {
    let folder = folder("limits-runs");
    let out = text(&folder.join("a run"));
    succeeds(&["run", &write(&folder, &experiment(PLAIN)), "--out", &out, "--quiet"], "");
    fs::remove_file(folder.join("a run/report.html")).expect("the page is there");
    assert!(unwrapped(&succeeds(&["status", &out], "")).contains(&format!("petteia report '{out}'")));
    assert!(succeeds(&["status", &text(&folder)], "").lines().any(|line| line.starts_with("a run  complete  ")));
    for more in [&["--cite"][..], &["--experiment", "copy.toml"]] {
        let said = refused(&[&["status", &text(&folder)], more].concat(), "");
        assert!(said.contains("is not a run folder"), "{said}");
    }
}
