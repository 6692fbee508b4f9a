"""Runs of the program."""

import json
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import polars as pl
import pytest

import petteia
from petteia import progress

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    file = folder / "small.toml"
    file.write_text(
        'name = "small"\nseed = 1\nvariants = ["city-8", "city-8+vagi"]\npairings = ["random", "greedy"]\n'
        'stop = { metric = "draw_rate", half_width = 0.00001, max_games = 300 }\n'
    )
    return petteia.run(file, folder / "out", progress=False)


@pytest.fixture
def copied(run, tmp_path):
    """A copy of the run that a test may damage."""
    return shutil.copytree(run.folder, tmp_path / "run")


def test_a_run_has_tables_and_a_manifest(run):
    assert {"cells", "games", "squares", "summary", "comparisons", "metrics"} <= set(run.tables)
    assert run.summary["games"].to_list() == [300] * 4 and len(run.games) == 1200
    assert run.summary is run.summary and "summary" in dir(run)
    assert run.manifest["name"] == "small" and run.check() is run
    assert petteia.load(run.folder).summary.equals(run.summary)
    with pytest.raises(AttributeError, match="has no table `effects`; its tables are"):
        run.effects  # noqa: B018
    with pytest.raises(petteia.RunError, match="has no table `effects`"):
        run.table("effects")


def test_games_have_the_columns_of_their_cells(run):
    games = run.games
    parts = pl.read_parquet(run.folder / "games" / "*.parquet")
    assert games.select(parts.columns).sort(games.columns[1], "game").equals(parts.sort("cell_id", "game"))
    assert games.select("cell", "game").equals(games.select("cell", "game").sort("cell", "game"))
    of_cells = games.select(column for column in run.cells.columns if column in games.columns).unique(
        maintain_order=True
    )
    counts = ["games", "planned", "ended_by", *(name for name in run.cells.columns if name.startswith("stop_"))]
    assert of_cells.equals(run.cells.drop(counts))
    assert run.squares.columns[: len(of_cells.columns)] == of_cells.columns
    assert run.cells["ended_by"].to_list() == ["max_games"] * 4
    assert petteia.summary(games.filter(cell=1)).draw_rate.value == run.summary["draw_rate"][1]


def test_only_games_of_the_present_question_count(run, tmp_path):
    file = run.folder.parent / "small.toml"
    other = tmp_path / "small.toml"
    short = 'name = "small"\nseed = 1\ngames = {}\nvariants = {}\npairings = ["random"]\n'
    everything = set()
    for games, variants in [(40, ["city-8"]), (100, ["city-8+vagi", "city-8"]), (30, ["city-8"])]:
        other.write_text(short.format(games, json.dumps(variants)))
        played = petteia.run(other, tmp_path / "out").check()
        everything |= set(played.folder.glob("games/*.parquet"))
        numbers = [(cell, game) for cell in range(len(variants)) for game in range(games)]
        assert played.games.select("cell", "game").rows() == numbers
        assert played.games["variant"].unique(maintain_order=True).to_list() == variants
        same = run.games.filter(pl.col("white") == "random", pl.col("variant") == "city-8", pl.col("game") < games)
        columns = list(pl.read_parquet_schema(next(iter(everything))))
        assert played.games.filter(variant="city-8").select(columns).equals(same.select(columns))
    assert everything == set(played.folder.glob("games/*.parquet")), "the parts are kept"
    assert file.exists()


def test_damaged_lines_of_a_ledger_do_not_count(copied):
    ledger = copied / "units" / "whole.log"
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[:-1]) + lines[-1].replace(b'"seconds":', b'"seconds": ') + lines[0][:40])
    with pytest.raises(petteia.RunError, match="is not in the ledgers"):
        petteia.load(copied).check()


def test_every_column_has_a_label(run):
    schema = run.schema()
    for name in run.tables:
        for column in run.table(name).columns:
            described = schema[name].column(column)
            assert described.means and described.label
    assert schema["summary"].column("draw_rate_low").unit == "share, from 0 to 1"
    assert schema["summary"].column("reason_bare").unit == "games"
    assert schema["summary"].column("plies_mean").label == "plies mean (plies)"
    with pytest.raises(KeyError, match="the table `summary` has no column `draws`"):
        schema["summary"].column("draws")


def test_a_run_that_is_complete_is_only_loaded(run):
    again = petteia.run(run.folder.parent / "small.toml", run.folder)
    assert again.summary.equals(run.summary)


def test_the_program_reports_what_is_wrong(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('name = "bad"\nseed = 1\ngames = 1\nvariants = ["city-9"]\npairings = ["random"]\n')
    with pytest.raises(petteia.RunError, match=r"bad\.toml:4: .*there is no game `city-9`; did you mean `city-8`\?"):
        petteia.run(file, tmp_path / "out")


def test_ctrl_c_stops_a_run_which_resumes(tmp_path):
    file = tmp_path / "long.toml"
    file.write_text(
        'name = "long"\nseed = 1\ngames = 60\nvariants = ["city-8"]\npairings = ["alphabeta:nodes=300"]\nopening = 4\n'
    )
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.4, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        petteia.run(file, tmp_path / "out", threads=1)
    assert not list((tmp_path / "out").glob("*.parquet"))
    assert petteia.run(file, tmp_path / "out", games=20).summary["games"].to_list() == [20]


def test_ctrl_c_stops_the_proofs_of_a_run(tmp_path, monkeypatch):
    file = tmp_path / "proved.toml"
    file.write_text(
        'name = "proved"\nseed = 1\ngames = 2\nvariants = ["city-8"]\npairings = ["random"]\n'
        '[proofs]\nendings = ["4v2"]\nentries = 1_000_000_000\n'
    )
    monkeypatch.chdir(tmp_path)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signalled = []

    def interrupt():
        while not (tmp_path / "out" / "report.html").exists():
            time.sleep(0.1)
        time.sleep(1)
        signalled.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        petteia.run(file, tmp_path / "out")
    assert time.monotonic() - signalled[0] < 10
    assert petteia.load(tmp_path / "out").summary["games"].to_list() == [2]


def test_shards_are_merged(run, tmp_path):
    file = run.folder.parent / "small.toml"
    for shard in ("1/2", "2/2"):
        petteia.run(file, tmp_path / shard[0], shard=shard)
    merged = petteia.merge(tmp_path / "all", tmp_path / "1", tmp_path / "2")
    assert merged.games.equals(run.games) and merged.check().summary.equals(run.summary)
    with pytest.raises(petteia.RunError, match="give K/N with K from 1 to N"):
        petteia.run(file, tmp_path / "3", shard="third")


def test_files_of_all_kinds_are_played(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "tournament.toml"
    agents = '["random", "greedy", "mcts:playouts=5"]'
    file.write_text(f'name = "t"\nseed = 1\ngames = ["city-8"]\nagents = {agents}\npairs = 4\n')
    tournament = petteia.run(file, tmp_path / "tournament", threads=2)
    assert {"agent", "elo"} < set(tournament.ratings.columns) and tournament.check() is tournament
    assert len(tournament.games) == 24
    file.write_text(f'name = "e"\nseed = 1\nendings = ["city-8+edge 2v1"]\nagents = {agents}\nplacements = 20\n')
    assert len(petteia.run(file, tmp_path / "exam").exams) == 3
    search = petteia.search(ROOT / "experiments/searches/small.toml", tmp_path / "search")
    assert set(search.rulesets["status"]) <= {"in", "out", "undecided", "played again"}
    page = tmp_path / "search" / "search.html"
    page.unlink()
    assert petteia.report(tmp_path / "search").rulesets.equals(search.rulesets) and page.exists()


def test_progress_is_that_of_all_games(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(progress, "PATIENCE", 0)
    file = tmp_path / "some.toml"
    file.write_text('name = "some"\nseed = 1\ngames = 7777\nvariants = ["city-8"]\npairings = ["greedy"]\n')
    petteia.run(file, tmp_path / "out", progress=True)
    assert "7,777 games" in capsys.readouterr().err or "/7777" in capsys.readouterr().err


def test_the_program_is_part_of_the_package(tmp_path):
    commands = [[sys.executable, "-m", "petteia"], [Path(sys.executable).with_name("petteia")]]
    said = [subprocess.run([*command, "games", "city-8"], capture_output=True, text=True) for command in commands]
    assert said[0].stdout == said[1].stdout and "8 stones" in said[0].stdout
    wrong = subprocess.run([*commands[0], "games", "city-9"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "did you mean `city-8`?" in wrong.stderr
    usage = subprocess.run([*commands[0], "run"], capture_output=True, text=True)
    assert usage.returncode == 2 and "Usage: petteia run" in usage.stderr


def test_damage_is_found(copied):
    part = sorted((copied / "games").glob("*.parquet"))[1]
    content = part.read_bytes()
    part.write_bytes(content[:-9] + b"x" + content[-8:])
    with pytest.raises(petteia.RunError, match=f"{part.name}: this is not the file that was written"):
        petteia.load(copied).check()
    with pytest.raises(petteia.RunError, match="this is not the file that was written"):
        petteia.load(copied).games  # noqa: B018
    part.unlink()
    with pytest.raises(petteia.RunError, match="games are missing, which its ledgers know"):
        petteia.load(copied).check()
    part.write_bytes(content)
    petteia.load(copied).check()
    (copied / "games" / f"{part.name[:16]}-000000000000-000000000009.parquet").write_bytes(content)
    with pytest.raises(petteia.RunError, match="is not in the ledgers"):
        petteia.load(copied).check()


def test_a_damaged_manifest_is_refused(copied):
    path = copied / "manifest.json"
    text = path.read_text()
    for change, message in [
        (text.replace('"name": "small",', '"name": "other",'), "the SHA-256 of its question does not match"),
        (text.replace("max_games = 300", "max_games = 301"), "the SHA-256 of its question does not match"),
        (text.replace('"cells": [', '"cells": [ "0000000000000001",'), "the SHA-256 of its question does not match"),
        (text.replace('"format": 6', '"format": 5'), "the format of this folder is 5, this program's is 6"),
        (text[:-9], "it is damaged or was written by another version"),
        (json.dumps([1]), "it is damaged or was written by another version"),
    ]:
        assert change != text
        path.write_text(change)
        with pytest.raises(petteia.RunError, match=message):
            petteia.load(copied)
    path.unlink()
    with pytest.raises(petteia.RunError, match="this is not a run folder"):
        petteia.load(copied)
