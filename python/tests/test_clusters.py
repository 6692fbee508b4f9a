"""Games that other processes play."""

import hashlib
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import pytest
from dask.distributed import Client, LocalCluster

import petteia

EXPERIMENT = """
name = "shared"
seed = 1
games = 300
variants = ["city-8", "city-8+vagi"]
pairings = ["random", "greedy", "alphabeta:nodes=50"]
opening = 4
"""

SEARCH = """
name = "found"
seed = 1
base = "city-8+edge+turn_cap=80"
space.vagi = "+vagi"
space.board = ["6x6", "8x8"]
goal.draws = "<= 0.4"
goal.tolerance = 0.2
players.play = "greedy"
players.confirm = ["random"]
games.confirm = 20
"""


def contents(folder):
    """The SHA-256 of all tables and parts, by their paths."""
    paths = sorted(folder.rglob("*.parquet"))
    return {path.relative_to(folder): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


@pytest.fixture(scope="module")
def pool():
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


def test_a_cluster_that_loses_a_worker_makes_the_same_run(tmp_path):
    file = tmp_path / "shared.toml"
    file.write_text(EXPERIMENT)
    local = petteia.run(file, tmp_path / "local")
    with LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        first, *_ = client.run(os.getpid).values()

        def kill_one():
            while not list((tmp_path / "far" / "games").glob("*.parquet")):
                time.sleep(0.01)
            os.kill(first, signal.SIGKILL)

        killer = threading.Thread(target=kill_one)
        killer.start()
        far = petteia.run(file, tmp_path / "far", client=client)
        killer.join()
    assert contents(far.folder) == contents(local.folder) and len(contents(local.folder)) > 12


def test_executors_play_searches_and_tournaments(tmp_path, pool):
    file = tmp_path / "file.toml"
    file.write_text(SEARCH)
    local, far = petteia.search(file, tmp_path / "local"), petteia.search(file, tmp_path / "far", client=pool)
    assert contents(far.folder) == contents(local.folder)
    file.write_text('name = "t"\nseed = 1\ngames = ["city-8"]\nagents = ["random", "greedy"]\npairs = 4\n')
    local = petteia.run(file, tmp_path / "here")
    assert petteia.run(file, tmp_path / "there", client=pool).games.equals(local.games)


class Wrong:
    """Somebody who sends back something else, or nothing."""

    def __init__(self, answer):
        self.answer, self.cancelled = answer, 0

    def submit(self, fn, job):
        return self

    def result(self, timeout):
        if self.answer is None:
            time.sleep(timeout)
            raise TimeoutError
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def done(self):
        return self.answer is not None

    def cancel(self):
        self.cancelled += 1


class Late:
    """A future that ends right after a time limit of `result`, before anybody can look whether it has ended."""

    def __init__(self, fn, job):
        self.fn, self.job, self.ended = fn, job, False

    def done(self):
        return self.ended

    def result(self, timeout):
        if self.ended:
            return self.fn(self.job)
        self.ended = True
        raise TimeoutError

    def cancel(self):
        pass


class Tardy:
    def submit(self, fn, job):
        return Late(fn, job)


def test_an_answer_may_come_with_the_time_limit(tmp_path):
    file = tmp_path / "shared.toml"
    file.write_text(EXPERIMENT)
    assert petteia.run(file, tmp_path / "out", games=10, client=Tardy()).summary["games"].to_list() == [10] * 6


def test_ctrl_c_does_not_wait_for_others(tmp_path):
    file = tmp_path / "shared.toml"
    file.write_text(EXPERIMENT)
    nobody = Wrong(None)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(1, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        petteia.run(file, tmp_path / "out", client=nobody)
    assert nobody.cancelled > 1


def test_forked_processes_are_refused(tmp_path):
    file = tmp_path / "shared.toml"
    file.write_text(EXPERIMENT)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as forking:
        with pytest.raises(petteia.RunError, match="get_context.'spawn'"):
            petteia.run(file, tmp_path / "out", client=forking)


class Failing:
    """Loses every job when it is sent for the first time."""

    def __init__(self):
        self.sent = set()

    def submit(self, fn, job):
        if job not in self.sent:
            self.sent.add(job)
            return Wrong(RuntimeError("the worker is gone"))
        return Wrong(fn(job))


def test_a_job_that_a_worker_lost_is_sent_again(tmp_path):
    file = tmp_path / "shared.toml"
    file.write_text(EXPERIMENT)
    assert petteia.run(file, tmp_path / "out", games=10, client=Failing()).summary["games"].to_list() == [10] * 6


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (b"", "not the chunk that was asked for"),
        (RuntimeError("no workers"), "RuntimeError: no workers"),
        (TimeoutError("the work took too long"), "TimeoutError: the work took too long"),
    ],
)
def test_wrong_answers_are_refused(tmp_path, answer, message):
    file = tmp_path / "shared.toml"
    file.write_text(EXPERIMENT)
    with pytest.raises(petteia.RunError, match=message):
        petteia.run(file, tmp_path / "out", client=Wrong(answer))
    assert petteia.run(file, tmp_path / "out", games=10).summary["games"].to_list() == [10] * 6
