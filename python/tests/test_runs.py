"""Runs of the program."""

import json
import shutil

import polars as pl
import pytest

import petteia


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
    assert {"cells", "games", "squares", "summary", "comparisons", "stopping"} <= set(run.tables)
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
    assert of_cells.equals(run.cells.drop("games", "planned"))
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


def test_a_missing_program_is_reported(monkeypatch, tmp_path):
    monkeypatch.setenv("PETTEIA", str(tmp_path / "petteia"))
    with pytest.raises(petteia.RunError, match="PETTEIA is .*but there is no such file"):
        petteia.run(tmp_path / "a.toml")
    monkeypatch.delenv("PETTEIA")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("petteia.runs.__file__", str(tmp_path / "a" / "b" / "runs.py"))
    with pytest.raises(petteia.RunError, match="install it with `cargo install --path .`"):
        petteia.run(tmp_path / "a.toml")


def test_damage_is_found(copied):
    part = sorted((copied / "games").glob("*.parquet"))[1]
    content = part.read_bytes()
    part.write_bytes(content[:-9] + b"x" + content[-8:])
    with pytest.raises(petteia.RunError, match=f"{part.name}: this is not the file that was written"):
        petteia.load(copied).check()
    with pytest.raises(petteia.RunError, match="this is not the file that was written"):
        petteia.load(copied).games  # noqa: B018
    part.unlink()
    cell = part.name[:16]
    with pytest.raises(
        petteia.RunError, match=f"its parts do not have the 300 games that its tables have of cell {cell}"
    ):
        petteia.load(copied).check()
    part.write_bytes(content)
    petteia.load(copied).check()
    (copied / "games" / f"{cell}-000000000000-000000000009.parquet").write_bytes(content)
    with pytest.raises(petteia.RunError, match="is not in the ledgers"):
        petteia.load(copied).check()


def test_a_damaged_manifest_is_refused(copied):
    path = copied / "manifest.json"
    text = path.read_text()
    for change, message in [
        (text.replace('"name": "small",', '"name": "other",'), "the SHA-256 of its question does not match"),
        (text.replace("max_games = 300", "max_games = 301"), "the SHA-256 of its question does not match"),
        (text.replace('"cells": [', '"cells": [ 1,'), "the SHA-256 of its question does not match"),
        (text.replace('"format": 4', '"format": 2'), "the format of this folder is 2, this package's is 4"),
        (text[:-9], "it is damaged or was written by another version"),
        (json.dumps([1]), "the format of this folder is unknown"),
    ]:
        assert change != text
        path.write_text(change)
        with pytest.raises(petteia.RunError, match=message):
            petteia.load(copied)
    path.unlink()
    with pytest.raises(petteia.RunError, match="this is not a run folder"):
        petteia.load(copied)
