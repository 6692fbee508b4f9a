//! The program is killed at random instants, again and again: in the end every file is, byte for byte, that of a run
//! that nobody disturbed, and files of others are still there.
//!
//! `PETTEIA_KILLS=100 cargo test --release --test program kills::` kills each command that often.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::all_cases::all_cases;
use crate::support::{assert_same_tables, copy_folder, folder, parts, played, program, succeeds, tables, write};

const SMALL: &str = r#"
name = "killed"
seed = 7
variants = ["city-8+vagi"]
pairings = [{ white = "mcts:playouts=6,policy=none", black = "random" }, { white = "random", black = "mcts:playouts=6,policy=none" }]
stop = { metric = "draw_rate", half_width = 0.12, min_games = 60, max_games = 120 }

[factors]
edge = "+edge"

[limits]
turn_cap = 60
"#;

const AGENTS: &str = r#"
name = "killed"
seed = 7
games = ["city-8+vagi+turn_cap=60", "city-8+edge+turn_cap=60"]
agents = ["random", "mcts:playouts=6,policy=none", "mcts:playouts=8,policy=none"]
pairs = 12
opening = 3
"#;

const EXAM: &str = r#"
name = "killed"
seed = 7
placements = 60
endings = ["city-8+edge 2v1", "city-8+vagi 2v1"]
agents = ["random", "alphabeta:nodes=60"]
"#;

const LADDER: &str = r#"
name = "killed"
seed = 7
games = 40
opening = 4
variants = ["city-8+vagi"]

[ladder]
agent = "alphabeta:nodes={}"
first = 4
doublings = 4

[limits]
turn_cap = 60
"#;

/// How often each command is killed.
fn wanted() -> u32 {
    std::env::var("PETTEIA_KILLS")
        .map_or(if all_cases() { 8 } else { 2 }, |kills| kills.parse().expect("PETTEIA_KILLS is a number"))
}

/// Random instants: xorshift, begun with the time.
struct Instants(u64);

impl Instants {
    fn new() -> Self {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("it is later");
        Instants(now.as_nanos() as u64 | 1)
    }

    /// Somewhere in `whole`, early ones more often, since that is where folders are made and emptied.
    fn next(&mut self, whole: Duration) -> Duration {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let share = (self.0 >> 11) as f64 / (1_u64 << 53) as f64;
        whole.mul_f64(share * share)
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn begin(arguments: &[&str]) -> Child {
    let mut command = program();
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the program starts")
}

/// Begins a command and kills it after a while; whether it was still at work.
fn killed(arguments: &[&str], after: Duration) -> bool {
    let mut child = begin(arguments);
    sleep(after);
    let was_at_work = child.try_wait().expect("it can be waited for").is_none();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    was_at_work
}

/// How long a command takes that nobody kills.
fn time(arguments: &[&str]) -> Duration {
    let begun = Instant::now();
    succeeds(arguments, "");
    begun.elapsed()
}

/// Kills commands until there were enough kills. `attempt` is given an instant and says whether it killed one.
fn kill(what: &str, whole: Duration, mut attempt: impl FnMut(Duration) -> bool) {
    let (mut instants, mut kills, mut attempts) = (Instants::new(), 0, 0);
    while kills < wanted() {
        kills += u32::from(attempt(instants.next(whole)));
        attempts += 1;
        assert!(attempts < 20 * wanted() + 20, "{what}: it ends before it can be killed");
    }
    eprintln!("{what}: killed {kills} times in {attempts} attempts");
}

/// Kills `petteia run` of a file again and again; each time it goes on where it was.
fn run_goes_on_when_killed(what: &str, text: &str) {
    let folder = folder(&format!("kills-{what}"));
    goes_on_when_killed(what, &folder, &["run", &write(&folder, text), "--quiet"]);
}

/// Kills a command with an output folder again and again; each time it goes on where it was.
fn goes_on_when_killed(what: &str, folder: &Path, command: &[&str]) {
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    let took = time(&[command, &["--out", &text(&whole)]].concat());
    let place = text(&out);
    let arguments = [command, &["--out", &place]].concat();
    let mut kills = 0;
    kill(what, took, |after| {
        let was_at_work = killed(&arguments, after);
        kills += u32::from(was_at_work);
        // Every few kills it may end, and begins with nothing again.
        if !was_at_work || kills % 5 == 0 {
            succeeds(&arguments, "");
            assert_same_tables(&out, &whole);
            fs::remove_dir_all(&out).expect("it can be removed");
        }
        was_at_work
    });
}

#[test]
fn a_run_ends_as_one_that_is_not_killed() {
    run_goes_on_when_killed("run", SMALL);
}

#[test]
fn a_tournament_ends_as_one_that_is_not_killed() {
    run_goes_on_when_killed("tournament", AGENTS);
}

#[test]
fn an_examination_ends_as_one_that_is_not_killed() {
    let folder = folder("kills-exam");
    let tables = text(&folder.join("tables"));
    goes_on_when_killed("exam", &folder, &["run", &write(&folder, EXAM), "--quiet", "--tables", &tables]);
}

#[test]
fn a_search_ends_as_one_that_is_not_killed() {
    let folder = folder("kills-search");
    goes_on_when_killed("search", &folder, &["search", &write(&folder, crate::search::SMALL), "--quiet"]);
}

#[test]
fn a_ladder_ends_as_one_that_is_not_killed() {
    run_goes_on_when_killed("ladder", LADDER);
}

#[test]
fn a_match_ends_as_one_that_is_not_killed() {
    let duel = ["match", "mcts:playouts=8,policy=none", "random", "--game", "city-8+vagi+turn_cap=60", "--quiet"];
    for (what, end) in [("match", ["--games", "240"]), ("match-sprt", ["--sprt", "0,20"])] {
        goes_on_when_killed(what, &folder(&format!("kills-{what}")), &[&duel[..], &end].concat());
    }
}

/// Three folders, two of which have some games in common.
#[test]
fn a_merge_ends_as_one_that_is_not_killed() {
    let folder = folder("kills-merge");
    let file = write(&folder, SMALL);
    let place = |name: &str| text(&folder.join(name));
    let [a, b, c, whole, out] = ["a", "b", "c", "whole", "out"].map(place);
    for (out, shard) in [(&a, "1/2"), (&b, "2/2"), (&c, "1/3")] {
        succeeds(&["run", &file, "--quiet", "--out", out, "--shard", shard], "");
    }
    played(SMALL, &[], Path::new(&whole));
    let merge = ["merge", &out, &a, &b, &c, "--quiet"];
    let took = time(&merge);
    let mut kills = 0;
    kill("merge", took, |after| {
        let was_at_work = killed(&merge, after);
        kills += u32::from(was_at_work);
        if !was_at_work || kills % 3 == 0 {
            succeeds(&merge, "");
            assert_same_tables(Path::new(&out), Path::new(&whole));
            fs::remove_dir_all(&out).expect("it can be removed");
        }
        was_at_work
    });
}

/// What a user keeps in the folder of a run.
const OWN: [&str; 5] = ["notes.txt", "games/notes.txt", "figures/mine.svg", "latex/paper.tex", "effects-old.csv"];

#[test]
fn starting_over_leaves_the_old_run_or_begins_the_new_one() {
    let folder = folder("kills-fresh");
    let file = write(&folder, SMALL);
    let (old, new, out) = (folder.join("old"), folder.join("new"), folder.join("out"));
    played(SMALL, &[], &old);
    let took = time(&["run", &file, "--quiet", "--seed", "8", "--out", &text(&new)]);
    let place = text(&out);
    let fresh = ["run", &file, "--quiet", "--seed", "8", "--out", &place, "--fresh"];
    let go_on = &fresh[..7];
    for name in OWN {
        fs::write(old.join(name), name).expect("it can be written");
    }
    let (mut kept, mut begun_anew) = (0, 0);
    kill("run --fresh", took, |after| {
        let _ = fs::remove_dir_all(&out);
        copy_folder(&old, &out);
        let was_at_work = killed(&fresh, after);
        let manifest = fs::read_to_string(out.join("manifest.json")).expect("there is always a manifest");
        if !manifest.contains("\"seed\": 8") {
            let found = tables(&out);
            assert!(tables(&old).iter().all(|file| found.contains(file)), "the old run is whole");
            kept += 1;
        } else {
            begun_anew += 1;
        }
        // Both ways to go on.
        let is_begun = manifest.contains("\"seed\": 8");
        succeeds(if is_begun && begun_anew % 2 == 1 { go_on } else { &fresh }, "");
        for name in OWN {
            assert_eq!(fs::read_to_string(out.join(name)).expect("it is kept"), name);
            fs::remove_file(out.join(name)).expect("it is there");
        }
        assert_same_tables(&out, &new);
        was_at_work
    });
    eprintln!("the old run was whole {kept} times, the new one begun {begun_anew} times");
}

#[test]
fn a_report_ends_as_one_that_is_not_killed() {
    let folder = folder("kills-report");
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    played(SMALL, &[], &whole);
    copy_folder(&whole, &out);
    let (place, files) = (text(&out), ["summary.csv", "effects.parquet", "report.md", "report.html"]);
    let command = ["report", &place, "--quiet"];
    let took = time(&command);
    kill("report", took, |after| {
        files.iter().for_each(|name| drop(fs::remove_file(out.join(name))));
        let was_at_work = killed(&command, after);
        succeeds(&command, "");
        assert_same_tables(&out, &whole);
        was_at_work
    });
}

/// Files with temporary names below a folder.
fn temporaries(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            found.extend(temporaries(&path));
        } else if text(&path).ends_with(".tmp") {
            found.push(text(&path));
        }
    }
    found.sort();
    found
}

#[test]
fn what_a_killed_process_was_writing_is_removed_by_the_next_one() {
    let folder = folder("kills-temporaries");
    let (search, run, tables) = (folder.join("search"), folder.join("run"), folder.join("tables"));
    let search_file = write(&folder, crate::search::SMALL);
    let searched = ["search", &search_file, "--quiet", "--out", &text(&search)];
    succeeds(&searched, "");
    fs::create_dir_all(folder.join("small")).expect("it can be made");
    let file = write(&folder.join("small"), SMALL);
    let played = ["run", &file, "--quiet", "--out", &text(&run)];
    succeeds(&played, "");
    let solved = ["prove", "city-8+edge", "--pieces", "2v1", "--quiet", "--tables", &text(&tables)];
    succeeds(&solved, "");
    fs::remove_file(tables.join("2v1.endgame")).expect("it is there");
    let part = run.join("games").join(format!("{}.whole.7-0.tmp", parts(&run)[0]));
    let left = [
        search.join("front/1.toml.report.7-0.tmp"),
        search.join("front/study/figures/draws.svg.report.7-0.tmp"),
        search.join("search.html.report.7-0.tmp"),
        run.join("summary.csv.table.7-0.tmp"),
        run.join("figures/draws.pdf.report.7-0.tmp"),
        part.clone(),
        tables.join("2v1.endgame.endgame.7-0.tmp"),
        tables.join("endgames.csv.table.7-0.tmp"),
        tables.join("figures/endgames.svg.report.7-0.tmp"),
    ];
    left.iter().for_each(|path| fs::write(path, "half").expect("it can be written"));
    let of_others = tables.join("notes.mine.7-0.tmp");
    fs::write(&of_others, "mine").expect("it can be written");
    succeeds(&searched, "");
    succeeds(&["report", &text(&run), "--quiet"], "");
    succeeds(&solved, "");
    let names = temporaries(&folder);
    assert_eq!(names, [text(&part), text(&of_others)]);
    succeeds(&played, "");
    assert_eq!(temporaries(&folder), [text(&of_others)]);
}

#[test]
fn reports_at_the_same_time_wait_for_each_other() {
    let folder = folder("kills-reports");
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    played(SMALL, &[], &whole);
    copy_folder(&whole, &out);
    let place = text(&out);
    let reports: Vec<Child> = (0..4).map(|_| begin(&["report", &place, "--quiet"])).collect();
    for mut report in reports {
        assert!(report.wait().expect("it ends").success());
    }
    assert_same_tables(&out, &whole);
}
