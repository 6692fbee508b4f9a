"""Runs in a bucket, on a server that speaks the protocol of S3."""

import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request

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

    class Nobody:
        def submit(self, fn, errand):
            raise AssertionError("nothing is left to play")

    assert contents(petteia.run(file, lab, client=Nobody()).folder) == contents(local.folder)
    file.write_text(EXPERIMENT.replace("games = 300", "games = 400"))
    with pytest.raises(petteia.RunError, match="nothing is left"):
        petteia.run(file, lab, client=Nobody())
    local, there = petteia.run(file, tmp_path / "local"), petteia.run(file, lab)
    assert there.games.equals(local.games) and len(there.games) == 2400
    assert petteia.merge(tmp_path / "copy", lab).games.equals(local.games)
    assert petteia.merge(f"{lab}-copy", lab).games.equals(petteia.report(f"{lab}-copy", sample=0).games)


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

    class Nobody:
        def submit(self, fn, errand):
            errands.append(errand)
            raise RuntimeError("asked")

    with pytest.raises(petteia.RunError, match="asked"):
        petteia.run(file, tmp_path / "local", client=Nobody())
    asked = json.loads(errands[0])
    errands = [json.dumps({**asked, "numbers": {"start": start, "end": start + 10}}) for start in range(0, 60, 10)]
    # A claim is void at once: both play every unit.
    monkeypatch.setattr(buckets, "PATIENCE", 0.0)
    both = [Bucket(lab, 2) for _ in range(2)]
    for bucket in both:
        (bucket.folder / "manifest.json").write_bytes((tmp_path / "local" / "manifest.json").read_bytes())
    answers = [[bucket.submit(play_errand, errand) for errand in errands] for bucket in both]
    first, second = ([future.result(60) for future in futures] for futures in answers)
    for bucket in both:
        bucket.close()
    assert first == second
    assert play_errand(errands[0]) not in first


def test_wrong_places_are_refused(tmp_path, file, lab, monkeypatch):
    with pytest.raises(petteia.RunError, match="nolab.*does not exist|NoSuchBucket|404"):
        petteia.run(file, "s3://nolab/mine")
    with pytest.raises(petteia.RunError, match=f"{lab}/manifest.json: this is not a run folder"):
        petteia.load(lab)
    program = start("run", file, "--out", lab, "--fresh")
    assert "--fresh deletes nothing in buckets" in program.communicate()[1] and program.returncode == 1
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
