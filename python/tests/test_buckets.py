"""Runs in a bucket, on a server that speaks the protocol of S3."""

import json
import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import obstore
import pytest
from moto.server import DomainDispatcherApplication, create_backend_app
from obstore.store import from_url
from test_clusters import EXPERIMENT, SEARCH, contents
from werkzeug.serving import make_server

import petteia
from petteia import buckets
from petteia.buckets import Bucket
from petteia.runs import play_errand

#: The program, with claims that are void soon.
PROGRAM = """
import sys
from petteia import buckets
from petteia.__main__ import main
buckets.BEAT, buckets.PATIENCE, buckets.PAUSE = 0.3, 2, 0.1
sys.exit(main())
"""


class Unreliable:
    """A server that fails now and then: it loses a request, or the answer to one."""

    def __init__(self, application):
        self.application, self.count, self.fails = application, 0, False

    def __call__(self, environ, start):
        self.count += 1
        loses = self.fails and self.count % 7 == 0
        if loses and self.count % 2 == 0:
            start("503 Slow Down", [])
            return [b""]
        if loses:
            list(self.application(environ, lambda *_: None))
            start("500 Internal Server Error", [])
            return [b""]
        return self.application(environ, start)


@pytest.fixture(scope="module")
def server():
    application = Unreliable(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, application, threaded=True)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server, application
    server.shutdown()


@pytest.fixture
def lab(server, monkeypatch):
    """An empty bucket, whose server works."""
    host = f"http://127.0.0.1:{server[0].server_port}"
    for name, value in {
        "AWS_ENDPOINT_URL": host,
        "AWS_ALLOW_HTTP": "true",
        "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "lab",
        "AWS_SECRET_ACCESS_KEY": "lab",
    }.items():
        monkeypatch.setenv(name, value)
    server[1].fails = False
    for request in ("/moto-api/reset", "/lab"):
        method = "POST" if "reset" in request else "PUT"
        urllib.request.urlopen(urllib.request.Request(host + request, method=method)).close()
    for name, value in {"BEAT": 0.3, "PATIENCE": 2.0, "PAUSE": 0.1}.items():
        monkeypatch.setattr(buckets, name, value)
    return "s3://lab/studies/mine"


def names(address):
    return sorted(known["path"] for some in obstore.list(from_url(address)) for known in some)


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "shared.toml"
    file.write_text(EXPERIMENT)
    return file


def start(*arguments):
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_two_processes_one_of_which_is_killed_make_the_run_of_one(tmp_path, file, server, lab):
    local = petteia.run(file, tmp_path / "local")
    server[1].fails = True
    first, second = (start("run", file, "--out", lab, "--threads", 2) for _ in range(2))
    while sum(name.startswith("units/") for name in names(lab)) < 4:
        assert first.poll() is None, first.stderr.read()
        time.sleep(0.01)
    os.kill(first.pid, signal.SIGKILL)
    output, problems = second.communicate(timeout=300)
    assert second.returncode == 0, problems
    first.communicate()
    assert f"{lab}/report.html" in output and "/tmp" not in output + problems
    there = petteia.load(lab)
    assert contents(there.folder) == contents(local.folder)
    assert there.games.equals(local.games)
    assert not [name for name in names(lab) if name.startswith("claims/")]


def test_what_is_in_the_bucket_is_not_played_again(tmp_path, file, lab):
    local, there = petteia.run(file, tmp_path / "local"), petteia.run(file, lab)
    assert contents(there.folder) == contents(local.folder)

    assert contents(petteia.run(file, lab, client=Nobody()).folder) == contents(local.folder)
    file.write_text(EXPERIMENT.replace("games = 300", "games = 400"))
    with pytest.raises(petteia.RunError, match="nothing is left"):
        petteia.run(file, lab, client=Nobody())
    local, there = petteia.run(file, tmp_path / "local"), petteia.run(file, lab)
    assert there.games.equals(local.games) and len(there.games) == 2400
    assert petteia.merge(tmp_path / "copy", lab).games.equals(local.games)
    assert petteia.merge(f"{lab}-copy", lab).games.equals(petteia.report(f"{lab}-copy", sample=0).games)


class Nobody:
    """Somebody who plays nothing."""

    def submit(self, fn, errand):
        raise AssertionError("nothing is left to play")


def test_what_is_merged_into_a_bucket_is_not_played_again(tmp_path, file, lab):
    local = petteia.run(file, tmp_path / "local", games=20)
    assert petteia.merge(lab, tmp_path / "local").games.equals(local.games)
    assert petteia.run(file, lab, games=20, client=Nobody()).games.equals(local.games)
    file.write_text(EXPERIMENT.replace('["city-8", "city-8+vagi"]', '["city-8"]'))
    assert len(petteia.run(file, lab, games=20, client=Nobody()).games) == 60
    # A run folder that was copied has one ledger for all units; the games of the larger question are still there.
    store = from_url(f"{lab}-copied")
    for path in (path for path in (tmp_path / "local").rglob("*") if path.is_file()):
        obstore.put(store, path.relative_to(tmp_path / "local").as_posix(), path.read_bytes())
    file.write_text(EXPERIMENT)
    for place in (lab, f"{lab}-copied"):
        assert petteia.run(file, place, games=20, client=Nobody()).check().games.equals(local.games)


def test_another_question_takes_the_tables_of_the_first_away(file, lab):
    petteia.run(file, lab, games=20)
    file.write_text(EXPERIMENT.replace('"city-8+vagi"', '"city-8+edge"'))
    with pytest.raises(petteia.RunError, match="nothing is left"):
        petteia.run(file, lab, games=20, client=Nobody())
    assert "summary.csv" not in names(lab) and "manifest.json" in names(lab)
    assert set(petteia.run(file, lab, games=20).games["variant"]) == {"city-8", "city-8+edge"}


def test_a_process_that_is_stopped_gives_its_units_up(file, lab):
    file.write_text(EXPERIMENT.replace("alphabeta:nodes=50", "alphabeta:nodes=2000"))
    program = start("run", file, "--out", lab)
    while not any(name.startswith("claims/") for name in names(lab)):
        time.sleep(0.05)
    program.send_signal(signal.SIGINT)
    problems = program.communicate()[1]
    assert program.returncode == 130 and f"--out {lab}" in problems, problems
    assert not [name for name in names(lab) if name.startswith("claims/")]


def test_a_damaged_part_is_played_again(tmp_path, file, lab):
    local, there = petteia.run(file, tmp_path / "local"), petteia.run(file, lab)
    store, parts = from_url(lab), [name for name in names(lab) if name.startswith("games/")]
    obstore.put(store, parts[0], b"nothing")
    obstore.delete(store, parts[1])
    obstore.put(store, parts[2].replace("games", "units").replace("parquet", "log"), b"nothing")
    there = petteia.run(file, lab)
    assert contents(there.folder) == contents(local.folder)
    assert contents(petteia.load(lab).check().folder) == contents(local.folder)


def test_other_questions_have_a_bucket_too(tmp_path, lab):
    file = tmp_path / "file.toml"
    file.write_text(SEARCH)
    local, there = petteia.search(file, tmp_path / "local"), petteia.search(file, lab)
    assert contents(there.folder) == contents(local.folder)
    file.write_text(
        'name = "exam"\nseed = 1\nplacements = 6\nagents = ["random", "greedy"]\nendings = ["four 2v1"]\n'
        'variants = [{ name = "four", base = "city-8+edge", rules = { board = { files = 4, ranks = 4 } } }]\n'
    )
    with pytest.raises(petteia.RunError, match=f"{lab} .*the search `found`"):
        petteia.run(file, lab)
    local, there = petteia.run(file, tmp_path / "exam"), petteia.run(file, f"{lab}/exam")
    assert contents(there.folder) == contents(local.folder)
    assert contents(petteia.run(file, f"{lab}/exam").check().folder) == contents(local.folder)


def test_a_part_of_games_that_do_not_repeat_is_that_of_one_player(tmp_path, lab, monkeypatch):
    file = tmp_path / "timed.toml"
    file.write_text(
        'name = "timed"\nseed = 1\ngames = 60\nvariants = ["city-8+turn_cap=20"]\npairings = ["mcts:ms=1"]\n'
    )
    errands = []

    class Asked:
        def submit(self, fn, errand):
            errands.append(errand)
            raise RuntimeError("asked")

    with pytest.raises(petteia.RunError, match="asked"):
        petteia.run(file, tmp_path / "local", client=Asked())
    asked = json.loads(errands[0])
    errands = [json.dumps({**asked, "numbers": {"start": start, "end": start + 10}}) for start in range(0, 60, 10)]
    # A claim is void at once: both play every unit.
    monkeypatch.setattr(buckets, "PATIENCE", 0.0)
    both = [Bucket(lab, 2) for _ in range(2)]
    for bucket in both:
        (bucket.folder / "manifest.json").write_bytes((tmp_path / "local" / "manifest.json").read_bytes())

    def answer(bucket, errand):
        """The part of a unit, asked for again while the other one is playing it."""
        while (part := bucket.submit(play_errand, errand).result(60)) is None:
            time.sleep(0.01)
        return part

    with ThreadPoolExecutor() as pool:
        answers = [[pool.submit(answer, bucket, errand) for errand in errands] for bucket in both]
        first, second = ([future.result() for future in futures] for futures in answers)
    for bucket in both:
        bucket.close()
    assert first == second
    assert play_errand(errands[0]) not in first


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["run", "{file}", "--out", "{lab}", "--fresh"], "--fresh deletes nothing in buckets"),
        (["run", "{file}", "--out", "s3://nolab/mine"], "s3://nolab/mine: there is no such bucket"),
        (["run", "{file}", "--out={lab}:x"], "{lab}:x: the address of a bucket has no second colon"),
        (["run", "{file}", "--out", "http://lab"], "http://lab: "),
        (["run", "{file}", "--out", "ssh://lab"], "ssh://lab: this is no address of a bucket; give s3://…"),
        (["run", "{timed}", "--out", "{lab}"], "a `budget` counts the time of one process"),
        (["submit", "{file}", "--out", "{lab}"], "`petteia submit` does not work in buckets"),
        (["status", "{lab}"], "there is no run in {lab}"),
    ],
)
def test_wrong_places_are_refused(tmp_path, file, lab, arguments, problem):
    timed = tmp_path / "timed.toml"
    timed.write_text('budget = "3s"\n' + EXPERIMENT)
    places = {"file": file, "timed": timed, "lab": lab}
    program = start(*(argument.format(**places) for argument in arguments))
    assert problem.format(**places) in program.communicate()[1] and program.returncode == 2


def test_the_library_refuses_the_same(file, lab, monkeypatch):
    with pytest.raises(petteia.RunError, match="--fresh deletes nothing in buckets"):
        petteia.run(file, lab, fresh=True)
    with pytest.raises(petteia.RunError, match=f"{lab}/manifest.json: this is not a run folder"):
        petteia.load(lab)
    with pytest.raises(petteia.RunError, match=f"{lab} is not a run folder"):
        petteia.merge(f"{lab}-new", lab)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as forking:
        with pytest.raises(petteia.RunError, match="get_context.'spawn'"):
            petteia.run(file, lab, client=forking)
    file.write_text('budget = "3s"\n' + EXPERIMENT)
    with pytest.raises(petteia.RunError, match="a `budget` counts the time of one process"):
        petteia.run(file, lab)
    monkeypatch.setattr(buckets, "import_module", lambda name: (_ for _ in ()).throw(ImportError(name)))
    with pytest.raises(petteia.RunError, match=r"pip install 'petteia\[bucket\]'"):
        petteia.load(lab)


def test_a_folder_may_be_a_bucket(tmp_path, file):
    place = f"file://{tmp_path}/store/mine"
    local, there = petteia.run(file, tmp_path / "local", games=50), petteia.run(file, place, games=50)
    assert contents(there.folder) == contents(local.folder)
    assert contents(tmp_path / "store" / "mine") == contents(local.folder)
    program = start("status", place)
    assert "done" in program.communicate()[0] and program.returncode == 0
