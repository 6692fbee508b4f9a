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
    assert {"games", "squares", "summary", "comparisons", "stopping"} <= set(run.tables)
    assert run.summary["games"].to_list() == [300] * 4 and len(run.games) == 1200
    assert run.summary is run.summary and "summary" in dir(run)
    assert run.games.equals(pl.read_parquet(run.folder / "games" / "*.parquet"))
    assert run.manifest["seed"] == 1 and run.check() is run
    assert petteia.load(run.folder).summary.equals(run.summary)
    with pytest.raises(AttributeError, match="has no table `effects`; its tables are"):
        run.effects  # noqa: B018
    with pytest.raises(petteia.RunError, match="there is no table `effects`"):
        run.table("effects")


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
    with pytest.raises(petteia.RunError, match=f"{part.name}: No such file"):
        petteia.load(copied).check()
    part.write_bytes(content)
    (copied / "games" / "cell-0009-000000000000.parquet").write_bytes(content)
    with pytest.raises(petteia.RunError, match="is not in the ledgers"):
        petteia.load(copied).check()


def test_a_damaged_manifest_is_refused(copied):
    path = copied / "manifest.json"
    text = path.read_text()
    for change, message in [
        (text.replace('"seed": 1,', '"seed": 2,'), "the SHA-256 of its plan does not match"),
        (text.replace("max_games = 300", "max_games = 301"), "the SHA-256 of its experiment does not match"),
        (text.replace('"format": 2', '"format": 1'), "the format of this folder is 1, this package's is 2"),
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
