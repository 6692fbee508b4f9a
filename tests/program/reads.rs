//! How much a command reads: every file of games once.

use std::path::Path;
use std::process::Command;

use crate::support::{cache, folder, write};

/// Random games, of which a chunk is much larger than everything else that a command reads.
const GAMES: &str = "name = \"reads\"\nseed = 1\ngames = 50000\nvariants = [\"city-8\"]\npairings = [\"random\"]\n";

/// The bytes that a command reads, by the count of the kernel for a shell and the processes it has waited for.
fn read_by(arguments: &[&str]) -> u64 {
    let script = "\"$@\" > /dev/null || exit 1; cat /proc/$$/io";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_petteia")]).args(arguments).env("PETTEIA_CACHE", cache());
    let output = shell.output().expect("there is a shell");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let count = printed.lines().find_map(|line| line.strip_prefix("rchar: ")).expect("the kernel counts");
    count.parse().expect("it is a number")
}

/// The bytes of all files of games.
fn written(run: &Path) -> u64 {
    let files = |table: &str| std::fs::read_dir(run.join(table)).expect("there are games");
    let sizes = ["games", "squares"].into_iter().flat_map(files);
    sizes.map(|file| file.and_then(|file| file.metadata()).expect("it can be read").len()).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn every_chunk_is_read_once_by_a_command() {
    let folder = folder("reads");
    let (file, run) = (write(&folder, GAMES), folder.join("run"));
    let place = run.to_string_lossy().into_owned();
    let commands: [&[&str]; 4] = [
        &["run", &file, "--out", &place, "--quiet", "--json"],
        // The games that are there and those that are new.
        &["run", &file, "--out", &place, "--quiet", "--games", "100000"],
        &["run", &file, "--out", &place, "--quiet", "--games", "100000", "--json"],
        &["report", &place, "--quiet"],
    ];
    for command in commands {
        let (read, games) = (read_by(command), written(&run));
        assert!((games..games * 5 / 4).contains(&read), "{command:?}: {read} bytes read, {games} bytes of games");
    }
}
