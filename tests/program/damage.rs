//! Folders of runs in which something is damaged, exchanged, forged or no file at all: every command
//! that reads them says so and fails, without a panic, without waiting for ever, and without a change to anything
//! outside of the folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use petteia_simulator::store::Manifest;
use petteia_tables::{Outcomes, Sha256};

use crate::support::{
    assert_same_tables, cells, copy_folder, folder, manifest, parts, program, run, sealed_line, tables, write,
};

/// Two cells of four units.
const SMALL: &str = r#"
name = "hurt"
seed = 3
games = 40
variants = ["city-8+vagi"]
pairings = [{ white = "mcts:playouts=6,policy=none", black = "random" }]

[factors]
edge = "+edge"

[limits]
turn_cap = 60
"#;

/// How long a command may take before it counts as waiting for ever.
const PATIENCE: Duration = Duration::from_secs(120);

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Runs the program; it must end.
fn ends(arguments: &[&str]) -> Output {
    let mut child = program()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().expect("it can be killed");
            panic!("{arguments:?} does not end");
        }
        sleep(Duration::from_millis(2));
    }
    child.wait_with_output().expect("it has ended")
}

/// Both outputs of a command that must fail with status 1 or 2 and say why.
fn fails(what: &str, arguments: &[&str]) -> String {
    let output = ends(arguments);
    let said = [&output.stderr[..], &output.stdout].map(String::from_utf8_lossy).concat();
    let failed = matches!(output.status.code(), Some(1 | 2)) && !output.stderr.is_empty();
    assert!(failed && !said.contains("panicked"), "{what}: {arguments:?}: {}: {said}", output.status);
    said
}

/// What is done to a run: the run, its parts, another run of seed 99, and a file outside that must not change.
struct Damage<'a> {
    run: &'a Path,
    parts: &'a [String],
    other: &'a Path,
    outside: &'a Path,
}

/// The parts of a cell.
const UNITS: usize = 4;

impl Damage<'_> {
    /// A part of the first cell, or beyond those of the second one.
    fn games(&self, part: usize) -> PathBuf {
        self.run.join("games").join(&self.parts[part])
    }

    fn squares(&self, part: usize) -> PathBuf {
        self.run.join("squares").join(&self.parts[part])
    }

    /// The place of a part of a cell whose games begin with a number.
    fn unexpected(&self, cell: &str, start: u64) -> PathBuf {
        self.run.join(format!("games/{cell}-{start:012}-{:012}.parquet", start + 10))
    }

    /// Puts the first part of the other run where the first part of this one is.
    fn take_part(&self, table: &str) {
        let from = self.other.join(table).join(&parts(self.other)[0]);
        fs::copy(from, self.run.join(table).join(&self.parts[0])).expect("it can be copied");
    }

    /// Adds all parts of the other run.
    fn take_parts(&self) {
        for table in ["games", "squares"] {
            copy_folder(&self.other.join(table), &self.run.join(table));
        }
    }

    fn ledger(&self) -> PathBuf {
        self.run.join("units/whole.log")
    }

    fn take(&self, name: &str) {
        fs::copy(self.other.join(name), self.run.join(name)).expect("it can be copied");
    }

    /// Puts something that is no file where a file was.
    fn instead(path: &Path, make: impl FnOnce(&Path)) {
        fs::remove_file(path).expect("it is there");
        make(path);
    }
}

fn exchange(a: &Path, b: &Path) {
    let (first, second) = (fs::read(a).expect("it is there"), fs::read(b).expect("it is there"));
    fs::write(a, second).expect("it can be written");
    fs::write(b, first).expect("it can be written");
}

fn flip(path: &Path) {
    let mut bytes = fs::read(path).expect("it is there");
    let middle = bytes.len() >> 1;
    bytes[middle] ^= 1;
    fs::write(path, bytes).expect("it can be written");
}

fn cut(path: &Path) {
    let bytes = fs::read(path).expect("it is there");
    fs::write(path, &bytes[..bytes.len() >> 1]).expect("it can be written");
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().expect("there is `mkfifo`").success());
}

fn make_folder(path: &Path) {
    fs::create_dir(path).expect("it can be made");
}

type Case = (&'static str, fn(&Damage));

/// Damage to the games of the first unit, which every reading command must see, and which `run` mends.
const PART_CASES: [Case; 16] = [
    ("swapped parts", |d| exchange(&d.games(0), &d.games(1))),
    ("parts swapped between cells", |d| {
        exchange(&d.games(0), &d.games(UNITS));
    }),
    ("a flipped bit", |d| flip(&d.games(0))),
    ("a part cut short", |d| cut(&d.games(0))),
    ("an empty part", |d| fs::write(d.games(0), "").expect("it can be written")),
    ("a foreign part", |d| d.take_part("games")),
    ("a part copied over another", |d| {
        fs::copy(d.games(1), d.games(0)).expect("it can be copied");
    }),
    ("a part copied beyond the cell", |d| {
        fs::copy(d.games(0), d.unexpected(&d.parts[0][..16], 40)).expect("it can be copied");
    }),
    ("a part copied to no cell", |d| {
        fs::copy(d.games(0), d.unexpected("0123456789abcdef", 0)).expect("it can be copied");
    }),
    ("a part removed", |d| fs::remove_file(d.games(0)).expect("it is there")),
    ("both parts of a unit removed", |d| {
        fs::remove_file(d.games(0)).expect("it is there");
        fs::remove_file(d.squares(0)).expect("they are there");
    }),
    ("a folder for a part", |d| Damage::instead(&d.games(0), make_folder)),
    ("a FIFO for a part", |d| Damage::instead(&d.games(0), fifo)),
    ("a link for a part", |d| {
        Damage::instead(&d.games(0), |path| symlink(d.outside, path).expect("it can be linked"));
    }),
    ("a ledger with a wrong digit", |d| {
        let text = fs::read_to_string(d.ledger()).expect("it is there");
        fs::write(d.ledger(), text.replacen("\"start\":0,", "\"start\":7,", 1)).expect("it can be written");
    }),
    ("no ledger", |d| fs::remove_file(d.ledger()).expect("it is there")),
];

/// Damage to the squares of the first unit, which only some commands read.
const SQUARE_CASES: [Case; 4] = [
    ("flipped squares", |d| flip(&d.squares(0))),
    ("foreign squares", |d| d.take_part("squares")),
    ("squares removed", |d| fs::remove_file(d.squares(0)).expect("they are there")),
    ("a FIFO for squares", |d| Damage::instead(&d.squares(0), fifo)),
];

/// Parts that no ledger knows: every reading command refuses them, and `run` puts them aside.
const LEDGER_CASES: [Case; 2] =
    [("a foreign ledger", |d| d.take("units/whole.log")), ("foreign parts without their ledger", |d| d.take_parts())];

/// Games of another question, which the folder keeps.
const HARMLESS_CASES: [Case; 2] = [
    ("a foreign ledger beside its own", |d| {
        fs::copy(d.other.join("units/whole.log"), d.run.join("units/shard-1-of-2.log")).expect("it can be copied");
    }),
    ("a foreign ledger beside its own, with its parts", |d| {
        fs::copy(d.other.join("units/whole.log"), d.run.join("units/shard-1-of-2.log")).expect("it can be copied");
        d.take_parts();
    }),
];

/// What even `run` refuses.
const REFUSED_CASES: [Case; 14] = [
    ("a manifest cut short", |d| cut(&d.run.join("manifest.json"))),
    ("an empty manifest", |d| fs::write(d.run.join("manifest.json"), "").expect("it can be written")),
    ("a manifest that is no JSON object", |d| {
        fs::write(d.run.join("manifest.json"), "[7]").expect("it can be written")
    }),
    ("a manifest of an older format", |d| rewrite(d.run, "\"format\": ", "\"former\": ")),
    ("another experiment in the manifest", |d| rewrite(d.run, "[limits]\\nturn_cap = 60", "[limits]\\nturn_cap = 90")),
    ("a folder for the manifest", |d| Damage::instead(&d.run.join("manifest.json"), make_folder)),
    ("a FIFO for the manifest", |d| Damage::instead(&d.run.join("manifest.json"), fifo)),
    ("a link for the manifest", |d| {
        let away = d.run.join("away.json");
        fs::rename(d.run.join("manifest.json"), &away).expect("it is there");
        symlink(&away, d.run.join("manifest.json")).expect("it can be linked");
    }),
    ("a FIFO for a ledger", |d| Damage::instead(&d.ledger(), fifo)),
    ("a folder for a ledger", |d| Damage::instead(&d.ledger(), make_folder)),
    ("a link for a ledger", |d| {
        Damage::instead(&d.ledger(), |path| symlink(d.outside, path).expect("it can be linked"));
    }),
    ("a file for the folder of parts", |d| {
        fs::remove_dir_all(d.run.join("games")).expect("it is there");
        fs::write(d.run.join("games"), "").expect("it can be written");
    }),
    ("a link for the folder of parts", |d| {
        fs::rename(d.run.join("games"), d.run.join("away")).expect("it is there");
        symlink(d.run.join("away"), d.run.join("games")).expect("it can be linked");
    }),
    ("a link for the folder of ledgers", |d| {
        fs::rename(d.run.join("units"), d.run.join("away")).expect("it is there");
        symlink(d.run.join("away"), d.run.join("units")).expect("it can be linked");
    }),
];

/// Manifests that say something impossible and have all their sums right: the text that is replaced, the one that
/// replaces it, and what is said.
const FORGED: [(&str, &str, &str); 8] = [
    ("\"kind\": \"experiment\"", "\"kind\": \"puzzle\"", "puzzle"),
    ("games = 40", "games = 0", "games"),
    ("seed = 3", "seed = 4", "its games are not those that this program would play"),
    ("name = \\\"hurt\\\"", "name = \\\"../hurt\\\"", "name"),
    ("mcts:playouts=6,policy=none", "mtcs", "mtcs"),
    ("turn_cap = 60", "turn_cap = -60", "turn_cap"),
    ("\"cells\": [", "\"cells\": [], \"nothing\": [", "its games are not those that this program would play"),
    ("\"cells\": [", "\"cells\": [\"0\",", "hexadecimal"),
];

fn rewrite(run: &Path, from: &str, to: &str) {
    let path = run.join("manifest.json");
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(from), "{from}: {text}");
    fs::write(path, text.replace(from, to)).expect("it can be written");
}

/// A run to be damaged, another one, and a file outside.
struct Ward {
    file: String,
    folder: PathBuf,
}

impl Ward {
    fn new(test: &str) -> Self {
        let folder = folder(test);
        let file = write(&folder, SMALL);
        run(&file, &folder.join("whole"), &[]);
        run(&file, &folder.join("other"), &["--seed", "99"]);
        fs::write(folder.join("outside"), "not yours").expect("it can be written");
        Ward { file, folder }
    }

    /// A copy of the run with some damage.
    fn damaged(&self, damage: impl FnOnce(&Damage)) -> PathBuf {
        let run = self.folder.join("run");
        let _ = fs::remove_dir_all(&run);
        copy_folder(&self.folder.join("whole"), &run);
        let (other, outside) = (self.folder.join("other"), self.folder.join("outside"));
        let cells = cells(&run);
        let mut parts = parts(&run);
        parts.sort_by_key(|part| cells.iter().position(|cell| part.starts_with(cell)));
        damage(&Damage { run: &run, parts: &parts, other: &other, outside: &outside });
        run
    }

    fn others_are_as_they_were(&self, what: &str) {
        let outside = fs::read_to_string(self.folder.join("outside")).expect("it is there");
        assert_eq!(outside, "not yours", "{what}");
    }

    /// Each of the commands fails on a damaged run. `RUN` stands for its folder, `WHOLE` for one without damage,
    /// `FILE` for the experiment.
    fn each_fails(&self, what: &str, damage: impl Fn(&Damage), commands: &[&[&str]]) -> Vec<String> {
        let fails_on_a_copy = |command: &&[&str]| {
            let (run, whole) = (text(&self.damaged(&damage)), text(&self.folder.join("whole")));
            let names = [("RUN", run.as_str()), ("WHOLE", &whole), ("FILE", &self.file)];
            let named = |word: &str| names.iter().find(|(name, _)| *name == word).map(|(_, path)| *path);
            let words: Vec<&str> = command.iter().map(|word| named(word).unwrap_or(word)).collect();
            let said = fails(what, &words);
            self.others_are_as_they_were(what);
            said
        };
        commands.iter().map(fails_on_a_copy).collect()
    }

    /// `run` plays again what is damaged; `merge` does what it can without playing, or fails.
    fn mended(&self, what: &str, damage: impl Fn(&Damage)) {
        let out = self.damaged(&damage);
        let output = ends(&["merge", &text(&out)]);
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            assert!(said.contains("It is kept as "), "{what}: {said}");
            assert_same_tables(&out, &self.folder.join("whole"));
        } else {
            let told = ["games are left", "games are missing", "no parts found"];
            assert!(told.iter().any(|text| said.contains(text)), "{what}: {said}");
        }
        let out = self.damaged(&damage);
        let output = ends(&["run", &self.file, "--out", &text(&out), "--quiet"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{what}: {said}");
        self.others_are_as_they_were(what);
        assert_same_tables(&out, &self.folder.join("whole"));
    }
}

const READ_ALL: [&[&str]; 6] = [
    &["status", "RUN"],
    &["status", "RUN", "--cite"],
    &["report", "RUN", "--quiet"],
    &["verify", "RUN", "--games", "1000"],
    &["compare", "WHOLE", "RUN"],
    &["replay", "RUN", "--game", "0"],
];

/// Those that read the squares too.
const READ_SQUARES: [&[&str]; 4] = [READ_ALL[0], READ_ALL[1], READ_ALL[2], READ_ALL[3]];

/// Those that write the parts and ledgers of a run.
const PLAY: [&[&str]; 3] = [
    &["run", "FILE", "--out", "RUN", "--quiet"],
    &["merge", "RUN"],
    &["run", "FILE", "--out", "RUN", "--quiet", "--shard", "1/2"],
];

#[test]
fn damaged_parts_are_refused_by_readers_and_played_again() {
    let ward = Ward::new("damage-parts");
    for (what, damage) in PART_CASES {
        ward.each_fails(what, damage, &READ_ALL);
        ward.mended(what, damage);
    }
    for (what, damage) in SQUARE_CASES {
        ward.each_fails(what, damage, &READ_SQUARES);
        ward.mended(what, damage);
    }
}

#[test]
fn parts_that_no_ledger_knows_are_refused_by_readers_and_put_aside() {
    let ward = Ward::new("damage-ledgers");
    for (what, damage) in LEDGER_CASES {
        for said in ward.each_fails(what, damage, &READ_ALL) {
            assert!(said.contains("is not in the ledgers of this folder"), "{what}: {said}");
        }
        ward.mended(what, damage);
    }
}

#[test]
fn games_of_another_question_are_kept_and_do_not_count() {
    let ward = Ward::new("damage-others");
    let whole = ward.folder.join("whole");
    for (what, damage) in HARMLESS_CASES {
        let out = text(&ward.damaged(damage));
        for command in [&["run", &ward.file, "--out", &out, "--quiet"][..], &["merge", &out], &["report", &out]] {
            let output = ends(command);
            assert!(output.status.success(), "{what}: {command:?}: {}", String::from_utf8_lossy(&output.stderr));
            for (name, bytes) in tables(&whole) {
                assert!(fs::read(Path::new(&out).join(&name)).is_ok_and(|found| found == bytes), "{what}: {name:?}");
            }
        }
        let verified = ends(&["verify", &out, "--games", "1000"]);
        assert!(String::from_utf8_lossy(&verified.stdout).contains("80 games"), "{what}: {verified:?}");
    }
}

#[test]
fn a_manifest_of_another_question_waits_for_its_games() {
    let ward = Ward::new("damage-manifest");
    let out = ward.damaged(|d| d.take("manifest.json"));
    let status = ends(&["status", &text(&out)]);
    let told = String::from_utf8_lossy(&status.stdout).into_owned();
    assert!(told.contains("0 of 80 games") && told.contains("80 games in the folder are not part of"), "{told}");
    assert_eq!(ends(&["merge", &text(&out)]).status.code(), Some(1));
    run(&ward.file, &out, &[]);
    assert_eq!(cells(&out), cells(&ward.folder.join("whole")));
    assert_same_tables(&out, &ward.folder.join("whole"));
}

#[test]
fn a_folder_of_an_older_format_says_how_to_play_its_question_again() {
    let folder = folder("damage-format");
    let (file, out) = (write(&folder, SMALL), folder.join("out"));
    run(&file, &out, &["--games", "4"]);
    rewrite(&out, "\"format\": 6", "\"format\": 5");
    let place = text(&out);
    let said = fails("an older format", &["report", &place]);
    let again = format!("petteia status {place} --experiment again.toml; petteia run again.toml --out FOLDER");
    assert!(said.contains("the format of this folder is 5, this program's is 6") && said.contains(&again), "{said}");
    let copy = text(&folder.join("again.toml"));
    assert!(ends(&["status", &place, "--experiment", &copy]).status.success());
    assert_eq!(fs::read_to_string(copy).expect("it is written"), SMALL);
}

#[test]
fn what_is_no_folder_of_this_plan_is_refused_by_all() {
    let ward = Ward::new("damage-refused");
    for (what, damage) in REFUSED_CASES {
        ward.each_fails(what, damage, &[&READ_ALL[..], &PLAY].concat());
    }
}

#[test]
fn an_impossible_manifest_is_refused_whatever_its_sums_are() {
    let ward = Ward::new("damage-forged");
    for (from, to, word) in FORGED {
        let forge = |d: &Damage| {
            rewrite(d.run, from, to);
            sum_again(d.run);
        };
        for said in ward.each_fails(to, forge, &READ_ALL) {
            assert!(said.contains("manifest.json") && said.contains(word), "{to}: {said}");
        }
    }
}

/// What a forged ledger says of the games of a part, given what the right one says.
type Forgery = fn(&Outcomes) -> Outcomes;

/// Counts that have the right sum and are not those of the games.
const MISCOUNTED: [(&str, Forgery); 3] = [
    ("all games drawn", |right| Outcomes { draw_on_board: right.games(), ..Outcomes::default() }),
    ("winners exchanged", |right| Outcomes {
        white_on_board: right.black_on_board,
        black_on_board: right.white_on_board,
        white_adjudicated: right.black_adjudicated,
        black_adjudicated: right.white_adjudicated,
        ..*right
    }),
    ("adjudicated, not won on the board", |right| Outcomes {
        white_on_board: 0,
        white_adjudicated: right.white(),
        black_on_board: 0,
        black_adjudicated: right.black(),
        ..*right
    }),
];

/// Changes all lines of a ledger that are about parts, and gives them the sums of their new texts.
fn forge_ledger(run: &Path, change: impl Fn(&mut serde_json::Value)) {
    let path = run.join("units/whole.log");
    let lines = fs::read_to_string(&path).expect("there is a ledger");
    let forged = |line: &str| {
        let mut entry: serde_json::Value = serde_json::from_str(&line[17..]).expect("it is JSON");
        if entry["part"].is_object() {
            change(&mut entry["part"]);
        }
        sealed_line(&entry.to_string())
    };
    fs::write(&path, lines.lines().filter(|line| !line.is_empty()).map(forged).collect::<String>())
        .expect("it can be written");
}

fn forge_outcomes(part: &mut serde_json::Value, forge: Forgery) {
    let right: Outcomes = serde_json::from_value(part["outcomes"].clone()).expect("they are counts");
    part["outcomes"] = serde_json::to_value(forge(&right)).expect("they are counts");
}

#[test]
fn counts_of_a_ledger_that_are_not_those_of_the_games_are_found_out() {
    let ward = Ward::new("damage-counts");
    for (what, forge) in MISCOUNTED {
        let damage = |d: &Damage| forge_ledger(d.run, |part| forge_outcomes(part, forge));
        for said in ward.each_fails(what, damage, &READ_SQUARES) {
            assert!(said.contains("of its games, but its ledger counts others"), "{what}: {said}");
        }
        let run = ward.damaged(damage);
        let output = ends(&["merge", &text(&run)]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains("will be played again"), "{what}: {said}");
        // Another folder does not take them.
        let (run, joined) = (ward.damaged(damage), ward.folder.join("joined"));
        let _ = fs::remove_dir_all(&joined);
        let output = ends(&["merge", &text(&joined), &text(&run)]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains("its 10 games are left out"), "{what}: {said}");
        let run = ward.damaged(damage);
        let output = ends(&["run", &ward.file, "--out", &text(&run), "--quiet"]);
        assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        assert_same_tables(&run, &ward.folder.join("whole"));
    }
}

#[test]
fn a_line_of_a_ledger_that_no_program_can_have_written_does_not_count() {
    let ward = Ward::new("damage-lines");
    type Change = fn(&mut serde_json::Value);
    let forgeries: [(&str, Change); 4] = [
        ("more games than numbers", |part| part["outcomes"]["unfinished"] = 70.into()),
        ("games without end", |part| part["outcomes"]["draw_on_board"] = u64::MAX.into()),
        ("a commit with commands", |part| part["commit"] = "unknown\n\\input{/etc/passwd}".into()),
        ("files without end", |part| part["seals"] = vec![part["seals"][0].clone(); 3].into()),
    ];
    for (what, forge) in forgeries {
        for said in ward.each_fails(what, |d| forge_ledger(d.run, forge), &READ_ALL) {
            assert!(said.contains("is not in the ledgers of this folder"), "{what}: {said}");
        }
        ward.mended(what, |d| forge_ledger(d.run, forge));
    }
}

/// A search believes its ledger while it plays, and not at the end.
#[test]
fn a_search_is_not_misled_by_its_ledger() {
    let folder = folder("damage-search");
    let file = write(&folder, crate::search::SMALL);
    let (whole, forged) = (folder.join("whole"), folder.join("forged"));
    let search = |out: &Path| {
        let output = ends(&["search", &file, "--out", &text(out), "--quiet"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    search(&whole);
    copy_folder(&whole, &forged);
    forge_ledger(&forged, |part| forge_outcomes(part, MISCOUNTED[0].1));
    let said = search(&forged);
    assert!(said.contains("will be played again"), "{said}");
    let rulesets = |run: &Path| fs::read(run.join("rulesets.csv")).expect("it is there");
    assert_eq!(rulesets(&forged), rulesets(&whole));
}

/// A manifest whose version or commit would be commands of LaTeX on a line of its own.
#[test]
fn a_version_and_a_commit_cannot_hold_commands() {
    let ward = Ward::new("damage-commit");
    for (key, problem) in [("version", "its `version` is no version"), ("commit", "its `commit` is neither")] {
        for value in ["1\\n\\\\input{/etc/passwd}", "\\u001b[2J", "", "1 % }"] {
            let forge = |d: &Damage| {
                let right = manifest(d.run)[key].as_str().expect("a text").to_owned();
                rewrite(d.run, &format!("\"{key}\": \"{right}\""), &format!("\"{key}\": \"{value}\""));
            };
            for said in ward.each_fails(value, forge, &READ_ALL) {
                assert!(said.contains(problem) && !said.contains("passwd"), "{value}: {said}");
            }
        }
    }
}

/// Gives a manifest the sum that its question has, if it has the form of one.
fn sum_again(run: &Path) {
    let path = run.join("manifest.json");
    let text = fs::read_to_string(&path).expect("it is there");
    let Ok(manifest) = serde_json::from_str::<Manifest>(&text) else { return };
    let question = serde_json::to_vec(&(&manifest.asked, &manifest.cells)).expect("plain data");
    let sum = Sha256::of(&question).to_string();
    fs::write(path, text.replace(&manifest.question_sha256, &sum)).expect("it can be written");
}

#[test]
fn a_lock_that_is_a_link_changes_nothing_elsewhere() {
    let ward = Ward::new("damage-lock");
    let link = |name: &'static str| {
        move |d: &Damage| {
            let path = d.run.join(name);
            let _ = fs::remove_file(&path);
            symlink(d.outside, path).expect("it can be linked");
        }
    };
    for said in ward.each_fails("lock", link("lock"), &PLAY) {
        assert!(said.contains("lock"), "{said}");
    }
    ward.each_fails("lock of a shard", link("units/shard-1-of-2.lock"), &PLAY[2..]);
    ward.each_fails("ledger of a shard", link("units/shard-1-of-2.log"), &PLAY[2..]);
    for name in ["summary.csv", "summary.parquet", "report.md", "report.html", "report.lock"] {
        ward.each_fails(name, link(name), &[&["report", "RUN", "--quiet"]]);
    }
    for name in ["figures", "latex"] {
        let link_folder = |d: &Damage| {
            fs::remove_dir_all(d.run.join(name)).expect("it is there");
            symlink(d.run.parent().expect("a folder"), d.run.join(name)).expect("it can be linked");
        };
        let before = tables(&ward.folder.join("whole"));
        ward.each_fails(name, link_folder, &[&["report", "RUN", "--quiet"]]);
        assert!(!ward.folder.join("captions.md").exists() && tables(&ward.folder.join("whole")) == before);
    }
}
