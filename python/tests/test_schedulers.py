"""Runs on clusters: the jobs are checked by a reader of Kubernetes, and their commands played here."""

import json
import os
import subprocess
import sys

import kubernetes_validate

import petteia

EXPERIMENT = """
name = "Shared_run"
seed = 1
games = 40
variants = ["city-8", "city-8+vagi"]
pairings = ["random", "greedy"]
opening = 4
"""

TASKS = 3


def submit(folder, scheduler, *more):
    """The commands that submit a run, its folder, and that of the scripts."""
    folder.mkdir(exist_ok=True)
    file = folder / "shared.toml"
    file.write_text(EXPERIMENT)
    run = folder / "a run's folder"
    words = ["submit", str(file), "--array", str(TASKS), "--out", str(run), "--for", scheduler, *more]
    done = subprocess.run([sys.executable, "-m", "petteia", *words], capture_output=True, text=True, check=True)
    return done.stdout, run, run / scheduler


def shell(command, folder, **variables):
    """Runs a command where the scripts of the environment are found."""
    path = os.path.dirname(sys.executable) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(command, shell=True, cwd=folder, env={**os.environ, "PATH": path, **variables}, check=False)
    assert done.returncode == 0, command


def check(folder, run):
    """The games are those of one process."""
    whole = petteia.run(folder / "shared.toml", folder / "whole")
    assert petteia.Run(run).games.equals(whole.games)
    assert (run / "summary.parquet").read_bytes() == (whole.folder / "summary.parquet").read_bytes()


def test_kubernetes_accepts_the_jobs(tmp_path):
    options = ["--image", "lab/petteia:0.2.0", "--claim", "runs", "--", "--namespace", "lab"]
    commands, _, scripts = submit(tmp_path, "kubernetes", *options)
    verbs = [line.removeprefix("kubectl --namespace lab ").split()[0] for line in commands.splitlines()]
    assert verbs == ["delete", "apply", "wait", "apply"] and "job/petteia-shared-run-" in commands
    tasks, report = [json.loads((scripts / name).read_text()) for name in ("tasks.json", "report.json")]
    file, job = tasks["items"]
    for described in (file, job, report):
        kubernetes_validate.validate(described, "1.31", strict=True)
    assert file["data"]["experiment.toml"] == EXPERIMENT
    (tmp_path / "runs").mkdir()
    (tmp_path / "petteia").mkdir()
    (tmp_path / "petteia" / "experiment.toml").write_text(EXPERIMENT)
    for described, count in [(job, job["spec"]["completions"]), (report, 1)]:
        container = described["spec"]["template"]["spec"]["containers"][0]
        assert [mount["mountPath"] for mount in container["volumeMounts"]] == ["/petteia", "/runs"]
        command = (
            container["command"][2].replace("/petteia/", f"{tmp_path}/petteia/").replace("/runs/", f"{tmp_path}/runs/")
        )
        for number in range(count):
            shell(command, tmp_path, JOB_COMPLETION_INDEX=str(number))
    check(tmp_path, tmp_path / "runs" / "Shared_run")
