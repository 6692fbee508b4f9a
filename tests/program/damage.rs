//! Folders of runs and tournaments in which something is damaged, exchanged, forged or no file at all: every command
//! that reads them says so and fails, without a panic, without waiting for ever, and without a change to anything
//! outside of the folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use petteia_simulator::run::Manifest;
use petteia_tables::Sha256;

use crate::support::{assert_same_tables, copy_folder, folder, run, tables, write};

/// Two cells of four units.
const SMALL: &str = r#"
name = "hurt"
seed = 3
games = 40
variants = ["city-8+vagi"]
pairings = [{ white = "mcts:playouts=2,policy=capture", black = "random" }]

[factors]
edge = "+edge"

[limits]
turn_cap = 60
"#;

const PARTS: [&str; 2] = ["cell-0000-000000000000.parquet", "cell-0000-000000000010.parquet"];

/// How long a command may take before it counts as waiting for ever.
const PATIENCE: Duration = Duration::from_secs(120);

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Runs the program; it must end.
fn ends(arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_petteia"))
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

/// What is done to a run: the run, another run of seed 99, and a file outside that must not change.
struct Damage<'a> {
    run: &'a Path,
    other: &'a Path,
    outside: &'a Path,
}

impl Damage<'_> {
    fn games(&self, part: usize) -> PathBuf {
        self.run.join("games").join(PARTS[part])
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
        exchange(&d.games(0), &d.run.join("games/cell-0001-000000000000.parquet"));
    }),
    ("a flipped bit", |d| flip(&d.games(0))),
    ("a part cut short", |d| cut(&d.games(0))),
    ("an empty part", |d| fs::write(d.games(0), "").expect("it can be written")),
    ("a foreign part", |d| d.take(&format!("games/{}", PARTS[0]))),
    ("a part copied over another", |d| {
        fs::copy(d.games(1), d.games(0)).expect("it can be copied");
    }),
    ("a part copied beyond the cell", |d| {
        fs::copy(d.games(0), d.run.join("games/cell-0000-000000000040.parquet")).expect("it can be copied");
    }),
    ("a part copied to no cell", |d| {
        fs::copy(d.games(0), d.run.join("games/cell-0002-000000000000.parquet")).expect("it can be copied");
    }),
    ("a part removed", |d| fs::remove_file(d.games(0)).expect("it is there")),
    ("both parts of a unit removed", |d| {
        for table in ["games", "squares"] {
            fs::remove_file(d.run.join(table).join(PARTS[0])).expect("it is there");
        }
    }),
    ("a folder for a part", |d| Damage::instead(&d.games(0), make_folder)),
    ("a FIFO for a part", |d| Damage::instead(&d.games(0), fifo)),
    ("a link for a part", |d| {
        Damage::instead(&d.games(0), |path| symlink(d.outside, path).expect("it can be linked"));
    }),
    ("a ledger with a wrong digit", |d| {
        let text = fs::read_to_string(d.ledger()).expect("it is there");
        fs::write(d.ledger(), text.replacen("\"unit\":0,", "\"unit\":7,", 1)).expect("it can be written");
    }),
    ("no ledger", |d| fs::remove_file(d.ledger()).expect("it is there")),
];

/// Damage to the squares of the first unit, which only some commands read.
const SQUARE_CASES: [Case; 4] = [
    ("flipped squares", |d| flip(&d.run.join("squares").join(PARTS[0]))),
    ("foreign squares", |d| d.take(&format!("squares/{}", PARTS[0]))),
    ("squares removed", |d| fs::remove_file(d.run.join("squares").join(PARTS[0])).expect("they are there")),
    ("a FIFO for squares", |d| Damage::instead(&d.run.join("squares").join(PARTS[0]), fifo)),
];

/// A ledger of another plan: every reading command refuses it, and `run` puts it aside.
const LEDGER_CASES: [Case; 3] = [
    ("a foreign ledger", |d| d.take("units/whole.log")),
    ("a foreign ledger beside its own", |d| {
        fs::copy(d.other.join("units/whole.log"), d.run.join("units/shard-1-of-2.log")).expect("it can be copied");
    }),
    ("a foreign ledger with its parts", |d| {
        for name in
            ["units/whole.log", "games/cell-0000-000000000000.parquet", "squares/cell-0000-000000000000.parquet"]
        {
            d.take(name);
        }
    }),
];

/// What even `run` refuses.
const REFUSED_CASES: [Case; 15] = [
    ("a foreign manifest", |d| d.take("manifest.json")),
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
    ("\"cell\": 1,", "\"cell\": 99,", "cell"),
    ("\"games\": 40,", "\"games\": 9223372036854775808,", "games"),
    ("\"games\": 40,", "\"games\": 0,", "games"),
    ("\"unit_games\": 10,", "\"unit_games\": 3,", "unit_games"),
    ("\"name\": \"hurt\"", "\"name\": \"../hurt\"", "name"),
    ("\"white\": \"mcts:playouts=2,policy=capture\"", "\"white\": \"mtcs\"", "mtcs"),
    ("\"files\": 8", "\"files\": 200", "files"),
    ("\"cells\": [", "\"cells\": [], \"nothing\": [", "cells"),
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
        damage(&Damage { run: &run, other: &self.folder.join("other"), outside: &self.folder.join("outside") });
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
    fn mended(&self, what: &str, damage: fn(&Damage)) {
        let out = self.damaged(damage);
        let output = ends(&["merge", &text(&out)]);
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            assert!(said.contains("It is kept as "), "{what}: {said}");
            assert_same_tables(&out, &self.folder.join("whole"));
        } else {
            assert!(said.contains("units are left"), "{what}: {said}");
        }
        let out = self.damaged(damage);
        let output = ends(&["run", &self.file, "--out", &text(&out), "--quiet"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{what}: {said}");
        self.others_are_as_they_were(what);
        assert_same_tables(&out, &self.folder.join("whole"));
    }
}

const READ_ALL: [&[&str]; 6] = [
    &["status", "RUN"],
    &["info", "RUN"],
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
fn a_ledger_of_another_plan_is_refused_by_readers_and_put_aside() {
    let ward = Ward::new("damage-ledgers");
    for (what, damage) in LEDGER_CASES {
        for said in ward.each_fails(what, damage, &[&READ_ALL[..], &PLAY[2..]].concat()) {
            assert!(said.contains("another plan"), "{what}: {said}");
        }
        ward.mended(what, damage);
    }
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

/// Gives a manifest the sum that its plan has.
fn sum_again(run: &Path) {
    let path = run.join("manifest.json");
    let text = fs::read_to_string(&path).expect("it is there");
    let mut manifest: Manifest = serde_json::from_str(&text).expect("its form is right");
    let old = manifest.plan_sha256.clone();
    manifest.plan_sha256 = Sha256::of(&serde_json::to_vec(&manifest.plan).expect("plain data")).to_string();
    fs::write(path, text.replace(&old, &manifest.plan_sha256)).expect("it can be written");
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
