//! `petteia search`: the front, that it grows and resumes, and what is refused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use petteia_simulator::Source;
use petteia_simulator::search::RuleSearch;

use crate::all_cases::all_cases;
use crate::support::{
    assert_same_tables, folder, petteia, program, refused, root, rows, run, succeeds, unwrapped, write,
};

/// A small search: every rule set is known after a few hundred games.
pub const SMALL: &str = r#"
name = "mend"
seed = 7
base = "city-8+edge+turn_cap=80"

[space]
vagi = "+vagi"
edge = "-edge"
board = ["6x6", "8x8"]

[goal]
draws = "<= 0.4"
minimise = ["draws", "distance"]
tolerance = 0.2

[players]
play = "greedy"
confirm = ["random", "mcts:playouts=6,policy=none"]

[games]
each = 300
first = 20
confirm = 30
audit = 3
"#;

fn search(file: &str, out: &Path, more: &[&str]) -> String {
    succeeds(&[&["search", file, "--out", &out.to_string_lossy(), "--quiet"], more].concat(), "")
}

#[test]
fn the_searches_of_the_project_can_be_played() {
    let files = fs::read_dir(root().join("experiments/searches")).expect("they are there");
    let mut count = 0;
    for file in files.map(|entry| entry.expect("it can be listed").path()) {
        let text = fs::read_to_string(&file).expect("it can be read");
        assert!(
            text.lines().next().is_some_and(|line| line.starts_with("# ") && line.ends_with('?')),
            "a question on top"
        );
        let search = Source::read(&file).and_then(RuleSearch::read).unwrap_or_else(|error| panic!("{error}"));
        assert!(!search.space.rule_sets.is_empty());
        count += 1;
    }
    assert_eq!(count, 5);
}

#[test]
fn a_search_answers_with_a_front_that_others_confirm() {
    let folder = folder("search");
    let file = write(&folder, SMALL);
    let out = folder.join("out");
    let said = search(&file, &out, &[]);
    let verdict = unwrapped(&said);
    assert!(verdict.starts_with("Confirmed: ") || verdict.starts_with("Nothing confirmed"), "{said}");
    assert!(verdict.contains("Next: "), "{said}");
    assert!(verdict.contains("7 of the 7 rule sets were played") && verdict.contains("mcts, 6 evaluations"), "{said}");
    let (confirmations, rule_sets): (Vec<_>, Vec<_>) =
        rows(&out.join("rulesets.csv")).into_iter().partition(|row| row["status"] == "played again");
    assert_eq!(rule_sets.len(), 7);
    assert!(unwrapped(&said).contains("draws with best play: city-8+edge+turn_cap=80-edge."), "{said}");
    let front: Vec<&str> =
        rule_sets.iter().filter(|row| row["status"] == "in").map(|row| row["variant"].as_str()).collect();
    assert!(!front.is_empty(), "{said}");
    let distances: Vec<f64> = rule_sets.iter().map(|row| row["distance"].parse().expect("a number")).collect();
    assert!(
        distances.is_sorted() && distances[0] == 0.0,
        "the nearest come first, and the board as it is costs nothing"
    );
    for row in &rule_sets {
        let games: u64 = row["games"].parse().expect("a number");
        assert!((20..=300).contains(&games), "{games}");
        assert_eq!(row["reason"].is_empty(), row["status"] == "in", "{row:?}");
    }
    assert_eq!(confirmations.len(), 2 * front.len());
    assert!(confirmations.iter().all(|row| row["games"] == "30" && front.contains(&row["variant"].as_str())));
    let page = fs::read_to_string(out.join("search.md")).expect("it is written");
    let first = verdict.split_once(": ").map(|(first, _)| first).expect("a verdict");
    let html = fs::read_to_string(out.join("search.html")).expect("it is written");
    assert!(page.contains(first) && html.contains(first), "the verdict comes first everywhere");
    assert!(first == "Confirmed" || html.contains("not confirmed"), "the page says so of each rule set");
    assert!(page.contains("figures/front.png") && out.join("figures/front.png").exists());
    for number in 1..=front.len() {
        let own = out.join(format!("front/{number}.toml")).to_string_lossy().into_owned();
        assert!(!succeeds(&["games", &own], "").is_empty());
    }
    assert_eq!(succeeds(&["report", &out.to_string_lossy(), "--quiet"], ""), said);
}

pub const LADDER: &str = r#"
[ladder]
agent = "alphabeta:nodes={}"
first = 2
doublings = 5
games = 10
"#;

/// With a ladder the front is a study with limits, and each member has a handicap and a depth; a report plays nothing.
#[test]
#[ignore = "long: make test-all"]
fn the_front_is_played_with_growing_budgets() {
    let folder = folder("search-ladder");
    let out = folder.join("out");
    let said = search(&write(&folder, &format!("{SMALL}{LADDER}")), &out, &[]);
    let members = rows(&out.join("rulesets.csv")).iter().filter(|row| row["status"] == "in").count();
    let limits = rows(&out.join("front/study/limits.csv"));
    assert_eq!(limits.len(), 2 * members);
    assert!(limits[0]["variant"].starts_with("mend"), "{:?}", limits[0]);
    assert!(out.join("front/study/report.html").exists());
    let text = fs::read_to_string(out.join("search.md")).expect("it is written");
    for what in ["budget of alphabeta grows", "With alphabeta:nodes=64, ", "Of 5 doublings from 2 on, "] {
        assert_eq!(text.matches(what).count(), members, "{what}: {text}");
    }
    assert!(fs::read_to_string(out.join("search.html")).expect("it is written").contains("front/study/report.html"));
    assert_eq!(succeeds(&["report", &out.to_string_lossy(), "--quiet"], ""), said);
    let more = write(&folder, &format!("{SMALL}{}", LADDER.replace("{}", "")));
    assert!(refused(&["search", &more], "").contains("has no place for the budget"));
}

/// The winner of a weak player hides others, until a stronger player refutes it.
const REFUTED: &str = r#"
name = "refuted"
seed = 7
base = "city-8+turn_cap=200"

[space]
edge = "+edge"
swap = "+swap"
corner = "+corner"

[goal]
draws = "<= 0.3"
white_score = "0.42 .. 0.58"
plies = "5 .. 150"
minimise = ["draws", "distance"]
tolerance = 0.1

[players]
play = "greedy"
confirm = ["alphabeta:nodes=300"]

[games]
each = 600
confirm = 100
"#;

#[test]
#[ignore = "long: make test-all"]
fn what_only_refuted_rule_sets_beat_comes_back() {
    let folder = folder("search-refutes");
    let (out, alone) = (folder.join("out"), folder.join("alone"));
    let said = search(&write(&folder, REFUTED), &out, &[]);
    let confirmed = |out: &Path| {
        let rows = rows(&out.join("rulesets.csv")).into_iter().filter(|row| row["status"] == "played again");
        rows.map(|row| row["variant"].clone()).collect::<Vec<String>>()
    };
    let played = confirmed(&out);
    assert_eq!(played[0], "city-8+turn_cap=200+edge");
    assert!(
        played.len() > 1 && played[1].starts_with("city-8+turn_cap=200+edge+"),
        "only that one beat it: {played:?}"
    );
    assert_eq!(succeeds(&["report", &out.to_string_lossy(), "--quiet"], ""), said);
    assert_eq!(
        search(&write(&folder, REFUTED), &out, &["--threads", "1"]),
        said,
        "nothing depends on how it is played"
    );
    let said = unwrapped(&search(&write(&folder, &format!("{REFUTED}refuted = 0\n")), &alone, &[]));
    assert_eq!(confirmed(&alone), played[..1]);
    assert!(
        said.contains("Next: raise `refuted` in [games]") && said.contains("no other player has played it"),
        "{said}"
    );
}

#[test]
fn a_search_goes_on_with_the_games_that_are_there() {
    let folder = folder("search-again");
    let (part, whole) = (folder.join("part"), folder.join("whole"));
    let file = write(&folder, &format!("{SMALL}all = 200\n"));
    assert!(unwrapped(&search(&file, &part, &[])).contains("Undecided with the games allowed"));
    for number in 1..9 {
        fs::write(part.join(format!("front/{number}.toml")), "of an earlier front").expect("it can be written");
    }
    let file = write(&folder, SMALL);
    search(&file, &part, &[]);
    let members = rows(&part.join("rulesets.csv")).into_iter().filter(|row| row["status"] == "in").count();
    assert_eq!((1..9).filter(|number| part.join(format!("front/{number}.toml")).exists()).count(), members);
    search(&file, &whole, &["--threads", "1"]);
    let table = |out: &Path| fs::read(out.join("rulesets.csv")).expect("it is there");
    assert_eq!(table(&part), table(&whole));
    let again = folder.join("again");
    search(&file, &again, &["--threads", "3"]);
    assert_same_tables(&again, &whole);
}

/// The bets of intervals depend on the tolerance, so it cannot be chosen after the games.
#[test]
#[ignore = "long: make test-all"]
fn the_tolerance_of_games_that_were_played_stays() {
    let folder = folder("search-tolerance");
    let (out, file) = (folder.join("out"), write(&folder, SMALL));
    search(&file, &out, &[]);
    let place = out.to_string_lossy();
    let other = SMALL.replace("tolerance = 0.2", "tolerance = 0.1");
    write(&folder, &other);
    for more in [&[][..], &["--fresh"], &["--shard", "1/2"]] {
        let said = unwrapped(&refused(&[&["search", &file, "--out", &place], more].concat(), ""));
        assert!(said.contains("`tolerance` is 0.1, but its games were played for 0.2"), "{said}");
        assert!(said.contains("write tolerance = 0.2, or give another `seed`"), "{said}");
    }
    write(&folder, &other.replace("seed = 7", "seed = 8"));
    search(&file, &out, &[]);
    write(&folder, &other.replace("seed = 7", "seed = 8").replace("<= 0.4", "<= 0.3"));
    search(&file, &out, &[]);
}

/// Shards that come and go leave the games of one process, whether they run at the same time or alone.
#[test]
fn shards_that_work_side_by_side_make_one_search() {
    let folder = folder("search-shards");
    let file = write(&folder, &SMALL.replace("each = 300", "each = 4000").replace("0.2\n", "0.05\n"));
    let (whole, shared) = (folder.join("whole"), folder.join("shared"));
    search(&file, &whole, &[]);
    let out = shared.to_string_lossy();
    let start = |shard: &str| {
        let words = ["search", &file, "--out", &out, "--quiet", "--threads", "1", "--shard", shard];
        program().args(words).stdout(Stdio::piped()).spawn().expect("the program starts")
    };
    let units = |shard: &str| {
        let ledger = fs::read_to_string(shared.join(format!("units/shard-{shard}-of-3.log")));
        ledger.map_or(0, |units| units.lines().count())
    };
    let mut killed = start("1/3");
    while units("1") < 5 && killed.try_wait().expect("it can be waited for").is_none() {
        thread::sleep(Duration::from_millis(2));
    }
    killed.kill().and_then(|()| killed.wait()).expect("it can be killed");
    let shards: Vec<Child> = ["2/3", "3/3"].map(start).into_iter().collect();
    for shard in shards {
        let ended = shard.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(ended.status.success() && said.contains("When all are done: petteia search"), "{said}");
    }
    assert!(["2", "3"].iter().all(|shard| units(shard) > 10), "both have played");
    let played = petteia(&["search", &file, "--out", &out], "");
    assert!(String::from_utf8_lossy(&played.stderr).starts_with("played 0 games"), "all games were there");
    assert_same_tables(&shared, &whole);
    let proofs = write(&folder, &format!("{SMALL}[proofs]\ncamps = [{{ ranks = 2, moves = 1 }}]\n"));
    assert!(refused(&["search", &proofs, "--shard", "1/2"], "").contains("shards prove nothing"));
}

/// The scripts for a cluster, run by a shell: each task plays, the last job reports.
#[test]
fn a_cluster_searches_as_one_process_does() {
    let folder = folder("search-submit");
    let file = write(&folder, SMALL);
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    search(&file, &whole, &[]);
    let place = out.to_string_lossy();
    let submit = ["submit", &file, "--array", "2", "--dry-run", "--out", &place];
    succeeds(&submit, "");
    for (script, task) in [("array", "1"), ("array", "2"), ("merge", "")] {
        let script = out.join(format!("slurm/{script}.sh"));
        let ended = Command::new("sh").arg(script).env("SLURM_ARRAY_TASK_ID", task).output().expect("there is a shell");
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    }
    assert_same_tables(&out, &whole);
    assert!(refused(&[&submit[..], &["--seed", "2"]].concat(), "").contains("a search has its own in its file"));
}

/// The rules of [`TRUTH`] and of a search over the same rule sets.
const SPACE: &str = r#"
vagi = "+vagi"
edge = "+edge"
surround = "+surround"
bare = "+bare=2"
no_progress = "+no_progress=20"
"#;

const TRUTH: &str = r#"
name = "truth"
seed = 3
games = 20000
variants = ["city-8+turn_cap=300"]
pairings = ["random"]
opening = 2
[factors]"#;

const FOUND: &str = r#"
name = "found"
seed = 4
base = "city-8+turn_cap=300"
opening = 2
players.play = "random"
[goal]
on_board = ">= 0.3"
minimise = ["plies", "distance"]
tolerance = 0.05
[space]"#;

/// All rule sets are played 20,000 times: the front of the search is right by these numbers, with a tenth of the games.
#[test]
#[ignore = "long: make test-all"]
fn a_search_finds_the_front_of_a_space_that_was_played_completely() {
    /// The tolerance, as a share and in turns.
    const SLACK: (f64, f64) = (0.05, 5.0);
    let folder = folder("search-truth");
    let (truth, found) = (folder.join("truth"), folder.join("found"));
    run(&write(&folder, &format!("{TRUTH}{SPACE}")), &truth, &[]);
    search(&write(&folder, &format!("{FOUND}{SPACE}")), &found, &[]);
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<f64>().expect("a number");
    let means: BTreeMap<String, (f64, f64)> = rows(&truth.join("summary.csv"))
        .iter()
        .map(|row| (row["variant"].clone(), (number(row, "decisive_rate"), number(row, "plies_mean"))))
        .collect();
    let searched = rows(&found.join("rulesets.csv")).into_iter().filter(|row| row["status"] != "played again");
    let searched: Vec<_> = searched.collect();
    let sets: Vec<(f64, f64, f64, bool)> = searched
        .iter()
        .map(|row| {
            let (decisive, plies) = means[&row["variant"]];
            assert_ne!(row["status"], "undecided");
            (decisive, plies, number(row, "distance"), row["status"] == "in")
        })
        .collect();
    let (sound, front): (Vec<_>, Vec<_>) =
        (sets.iter().filter(|set| set.0 >= 0.3).collect(), sets.iter().filter(|set| set.3).collect());
    assert!(sets.len() == 32 && sound.len() >= 8 && front.len() >= 2, "{sets:?}");
    for member in &front {
        assert!(member.0 >= 0.3 - SLACK.0, "{member:?}");
        assert!(sound.iter().all(|other| other.2 > member.2 || other.1 >= member.1 - SLACK.1), "{member:?}");
    }
    for set in sound {
        assert!(front.iter().any(|member| member.2 <= set.2 && member.1 <= set.1 + SLACK.1), "{set:?}");
    }
    let games: f64 = searched.iter().map(|row| number(row, "games")).sum();
    assert!(games <= 32.0 * 20_000.0 / 10.0, "{games}");
}

#[test]
fn rule_sets_that_are_proved_draws_are_not_played() {
    let folder = folder("search-proofs");
    let text = "name = \"proved\"\nseed = 1\nbase = \"city-8-double+edge\"\nopening = 2\nplayers.play = \"random\"\n\
                proofs.camps = [{ ranks = 3, moves = 1 }]\ngames.each = 40\n[space]\nvagi = \"+vagi\"\n\
                board = [\"8x8\", \"6x8\"]\nedge = \"-edge\"\n[goal]\ndraws = \"<= 0.5\"\n";
    let out = folder.join("out");
    let said = unwrapped(&search(&write(&folder, text), &out, &[]));
    let (_, proved) = said.split_once("proved that they are draws with best play: ").expect(&said);
    let proved_here = "city-8-double+edge+board=6x8-edge";
    assert!(proved.contains(proved_here), "no theorem says so, but the search of camps: {said}");
    assert!(fs::read_dir(out.join("proofs")).expect("certificates").count() >= 4);
    let played = rows(&out.join("rulesets.csv"));
    assert!(!played.is_empty() && played.iter().all(|row| row["variant"] != proved_here));
    assert_eq!(unwrapped(&succeeds(&["report", &out.to_string_lossy(), "--quiet"], "")), said);
}

#[test]
fn what_is_wrong_with_a_search_is_said_with_its_line() {
    let folder = folder("search-refused");
    let changed = |from: &str, to: &str| SMALL.replacen(from, to, 1);
    let wide = "a = [1, 2, 3, 4, 5, 6, 7, 8, 9]".replace("a = ", "no_progress = ");
    let many = format!(
        "{wide}\nmove_cap = {0}\nturn_cap = {0}\nrepetition = {0}\nbare = {0}",
        &wide[14..].replacen('1', "10", 1)
    );
    let cases = [
        (changed("draws = \"<= 0.4\"", "draws = \"< 0.4\""), "give a limit such as \"<= 0.2\""),
        (changed("draws = \"<= 0.4\"", "draw = \"<= 0.4\""), "there is no quantity `draw`; did you mean `draws`?"),
        (changed("draws = \"<= 0.4\"", "draws = \"0.5 .. 0.4\""), "its lower end 0.5 is above its upper end 0.4"),
        (changed("<= 0.4", "<= 4"), "a share is from 0 to 1"),
        (changed("\"mend\"", &format!("\"{}\"", "m".repeat(81))), "`name` has 81 bytes; use at most 80"),
        (changed("minimise = [\"draws\", ", "minimise = [\"luck\", "), "there is no quantity `luck`"),
        (changed("tolerance = 0.2", "tolerance = 2.0"), "give a number from 0.001 to 0.5"),
        (changed("vagi = \"+vagi\"", "vagi = \"+vaggi\""), "did you mean `vagi`"),
        (changed("first = 20", "first = 1"), "`first` is 1; give 2 to"),
        (changed("play = \"greedy\"", "play = \"greddy\""), "did you mean `greedy`"),
        (changed("[games]", "[distance]\nhole = 2.0\n[games]"), "`hole` is not in `space`"),
        (changed("board = [\"6x6\", \"8x8\"]", &many), "combinations; a search has at most 10000"),
    ];
    for (text, reason) in cases {
        let file = write(&folder, &text);
        let answer = unwrapped(&refused(&["search", &file, "--out", &folder.join("out").to_string_lossy()], ""));
        assert!(answer.contains(reason) && answer.contains("experiment.toml:"), "{reason}: {answer}");
    }
    let file = write(&folder, SMALL);
    assert!(refused(&["run", &file], "").contains("petteia search"));
    assert!(!folder.join("out").exists());
}

#[test]
fn a_new_search_can_be_played() {
    let folder = folder("search-new");
    let file = folder.join("mine.toml").to_string_lossy().into_owned();
    let said = succeeds(&["new", &file, "--game", "pessoi-5x5", "--search", "--agents", "greedy,random"], "");
    assert!(unwrapped(&said).contains("rule sets") && said.contains("petteia search"), "{said}");
    let text = fs::read_to_string(&file).expect("it is written");
    let games = text.lines().find(|line| line.starts_with("all = ")).expect("a number of games");
    fs::write(&file, text.replacen(games, if all_cases() { "all = 3000" } else { "all = 1000" }, 1))
        .expect("it can be written");
    assert!(!text.contains("no_progress = "), "no factor makes draws by itself");
    assert!(search(&file, &folder.join("out"), &[]).contains("rule sets"));
    let planned = succeeds(&["search", &file, "--dry-run", "--out", &folder.join("none").to_string_lossy()], "");
    assert!(planned.contains("16 rule sets"), "{planned}");
    let many = folder.join("many.toml").to_string_lossy().into_owned();
    let rules = "vagi,edge,surround,corner,capture_again=capturing";
    succeeds(&["new", &many, "--game", "city-8", "--search", "--vary", rules, "--agents", "greedy"], "");
    let planned = succeeds(&["search", &many, "--dry-run", "--out", &folder.join("none").to_string_lossy()], "");
    assert!(
        planned.lines().count() < 20 && planned.contains(" cells of greedy"),
        "counts, not a line for each: {planned}"
    );
    let other = folder.join("other.toml").to_string_lossy().into_owned();
    let named = ["new", &other, "--game", "city-8", "--search", "--vary", "vagi,die=4", "--agents", "greedy"];
    assert!(unwrapped(&succeeds(&named, "")).contains("rule sets: 3;"), "the source is a proved draw");
}
