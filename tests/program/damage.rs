//! Folders of runs in which something is damaged, exchanged or no file at all: every command
//! that reads them says so and fails, without a panic, without waiting for ever, and without a change to anything
//! outside of the folder.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::{assert_same_tables, cells, copy_folder, folder, parts, played, program, run, tables, write};

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

pub fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Runs the program; it must end.
pub fn ends(arguments: &[&str]) -> Output {
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
pub struct Damage<'a> {
    pub run: &'a Path,
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

pub fn rewrite(run: &Path, from: &str, to: &str) {
    let path = run.join("manifest.json");
    let text = fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(from), "{from}: {text}");
    fs::write(path, text.replace(from, to)).expect("it can be written");
}

/// A run to be damaged, another one, and a file outside.
pub struct Ward {
    pub file: String,
    pub folder: PathBuf,
}

impl Ward {
    pub fn new(test: &str) -> Self {
        let folder = folder(test);
        let file = write(&folder, SMALL);
        played(SMALL, &[], &folder.join("whole"));
        played(SMALL, &["--seed", "99"], &folder.join("other"));
        fs::write(folder.join("outside"), "not yours").expect("it can be written");
        Ward { file, folder }
    }

    /// A copy of the run with some damage.
    pub fn damaged(&self, damage: impl FnOnce(&Damage)) -> PathBuf {
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
    pub fn each_fails(&self, what: &str, damage: impl Fn(&Damage), commands: &[&[&str]]) -> Vec<String> {
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
    pub fn mended(&self, what: &str, damage: impl Fn(&Damage)) {
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

pub const READ_ALL: [&[&str]; 6] = [
    &["status", "RUN"],
    &["status", "RUN", "--cite"],
    &["report", "RUN", "--quiet"],
    &["status", "RUN", "--verify", "--games", "1000"],
    &["compare", "WHOLE", "RUN"],
    &["replay", "RUN", "--game", "0"],
];

/// Those that read the squares too.
pub const READ_SQUARES: [&[&str]; 4] = [READ_ALL[0], READ_ALL[1], READ_ALL[2], READ_ALL[3]];

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
        let verified = ends(&["status", &out, "--verify", "--games", "1000"]);
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
