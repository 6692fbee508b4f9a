//! `petteia submit` on a real Slurm cluster of this machine alone: `make slurm`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use crate::support::{assert_same_tables, folder, succeeds};

const EXPERIMENT: &str = r#"
name = "cluster"
seed = 7
games = 400
variants = ["city-8+vagi"]
pairings = [{ white = "mcts:playouts=60", black = "random" }, { white = "random", black = "mcts:playouts=40" }]
"#;

/// A cluster that ends with the test.
struct Cluster(PathBuf);

impl Cluster {
    fn start(folder: &Path) -> Self {
        let cluster = Cluster(folder.to_owned());
        cluster.script("start");
        // The node needs a moment to report.
        while !String::from_utf8_lossy(&cluster.slurm("sinfo", &["-h", "-o", "%T"]).stdout).contains("idle") {
            sleep(Duration::from_millis(200));
        }
        cluster
    }

    fn script(&self, what: &str) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/slurm/cluster.sh");
        let status = Command::new("sh").arg(script).arg(what).arg(&self.0).status().expect("there is a shell");
        assert!(status.success(), "{what}");
    }

    fn slurm(&self, program: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.args(arguments).env("SLURM_CONF", self.0.join("slurm.conf")).output().expect(program)
    }

    /// Hands a run in and gives the numbers of its two jobs.
    fn submit(&self, file: &str, out: &Path) -> [String; 2] {
        let out = out.to_string_lossy();
        let submit = ["submit", file, "--array", "3", "--out", &out, "--", "--cpus-per-task=1"];
        let output = self.slurm(env!("CARGO_BIN_EXE_petteia"), &submit);
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut jobs = printed.split("job ").skip(1).filter_map(|rest| rest.split(':').next()).map(str::to_owned);
        [jobs.next().expect("the array"), jobs.next().expect("the merge")]
    }

    /// The state in which a job ended.
    fn end_of(&self, job: &str) -> String {
        loop {
            let shown = self.slurm("scontrol", &["show", "job", job]);
            let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
            let state = shown.split("JobState=").nth(1).and_then(|rest| rest.split_whitespace().next());
            match state.expect("the cluster knows its jobs") {
                "PENDING" | "RUNNING" | "COMPLETING" => sleep(Duration::from_millis(200)),
                ended => return ended.to_owned(),
            }
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.script("stop");
    }
}

#[test]
#[ignore = "needs Slurm and root: make slurm"]
fn a_cluster_plays_a_run_and_what_it_lost_is_played_when_it_is_submitted_again() {
    let folder = folder("slurm");
    let file = folder.join("experiment.toml");
    fs::write(&file, EXPERIMENT).expect("the file can be written");
    let file = file.to_string_lossy();
    let (whole, out) = (folder.join("whole"), folder.join("out"));
    succeeds(&["run", &file, "--out", &whole.to_string_lossy(), "--quiet"], "");
    let cluster = Cluster::start(&folder.join("cluster"));
    let [array, merge] = cluster.submit(&file, &out);
    // In the middle of the second task.
    let ledger = out.join("units/shard-2-of-3.log");
    while !fs::metadata(&ledger).is_ok_and(|ledger| ledger.len() > 0) {
        sleep(Duration::from_millis(20));
    }
    let killed = cluster.slurm("scancel", &["--signal=KILL", "--batch", &format!("{array}_2")]);
    assert!(killed.status.success(), "{killed:?}");
    assert_eq!(cluster.end_of(&merge), "FAILED");
    let log = fs::read_to_string(out.join(format!("slurm/merge-{merge}.log"))).expect("there is a log");
    assert!(log.contains("is not complete"), "{log}");
    let status = succeeds(&["status", &out.to_string_lossy()], "");
    for expected in ["shard 1/3 has worked here", "shard 3/3 has worked here", "Not complete: "] {
        assert!(status.contains(expected), "{expected}: {status}");
    }
    let [_, merge] = cluster.submit(&file, &out);
    assert_eq!(cluster.end_of(&merge), "COMPLETED");
    assert_same_tables(&out, &whole);
}
