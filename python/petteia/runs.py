"""Runs of the program: their tables, their manifest, and new ones."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any, Self

import polars as pl

from petteia._native import RunError, fnv1a
from petteia.progress import Progress


@dataclass(frozen=True)
class Column:
    """What a column of a table holds.

    Attributes:
        name: Its name.
        holds: The type of its values, such as ``"f64"``.
        unit: The unit of its values; empty if they have none, or if it depends on the row.
        means: Its meaning, in a sentence.
    """

    name: str
    holds: str
    unit: str
    means: str

    @property
    def label(self) -> str:
        """Its name and unit, for an axis."""
        name = self.name.replace("_", " ")
        return f"{name} ({self.unit})" if self.unit else name


@dataclass(frozen=True)
class Table:
    """What a table of a run holds.

    Attributes:
        name: Its name, such as ``"summary"``.
        about: What it contains, and what one row is.
        columns: Its columns.
    """

    name: str
    about: str
    columns: list[Column]

    def column(self, name: str) -> Column:
        """Returns the description of a column of a data frame, also of the end of an interval.

            >>> petteia.Run.schema()["summary"].column("draw_rate_low").means
            'Lower end of the 95 % interval of `draw_rate`: Share of games drawn (Wilson).'

        Raises:
            KeyError: The table has no such column.
        """
        for column in self.columns:
            if re.fullmatch(re.escape(column.name).replace(r"\{\}", ".+"), name):
                return Column(name, column.holds, column.unit, column.means)
        for ending, end in (("_low", "Lower"), ("_high", "Upper")):
            for column in self.columns:
                stem = re.escape(column.name).replace(r"\{\}", ".+")
                if "_low" in column.holds and re.fullmatch(stem + ending, name):
                    means = f"{end} end of the 95 % interval of `{name.removesuffix(ending)}`: {column.means}"
                    return Column(name, "f64", column.unit, means)
        raise KeyError(f"the table `{self.name}` has no column `{name}`")


#: The format of run folders that this package reads.
FORMAT = 2

#: Tables that are written in parts, by the order of their seals.
PARTS = ("games", "squares")


class Run:
    """A run of the program. `petteia.load` makes it.

    Tables are polars data frames and attributes: ``run.summary``, ``run.comparisons``, and whatever else the run wrote.
    ``run.games`` has all games.
    """

    def __init__(self, folder: str | PathLike[str]):
        self.folder = Path(folder)
        self.manifest: dict[str, Any] = _manifest(self.folder)

    def __repr__(self) -> str:
        return f"<run {self.manifest['name']} in {self.folder}: {', '.join(self.tables)}>"

    @cached_property
    def tables(self) -> list[str]:
        """The names of the tables that the run has."""
        written = sorted(path.stem for path in self.folder.glob("*.parquet"))
        return written + [name for name in PARTS if name not in written and any((self.folder / name).glob("*.parquet"))]

    def table(self, name: str) -> pl.DataFrame:
        """Returns a table.

        Its columns are described by ``run.schema()[name]`` and in docs/tables.md. The parts of ``games`` are checked
        against the ledgers of the run.

        Raises:
            RunError: The run has no such table, or a part is missing or not the one that was written.
        """
        path = self.folder / f"{name}.parquet"
        if path.is_file():
            return pl.read_parquet(path)
        if name in PARTS:
            parts = list(self._parts(PARTS.index(name)))
            if parts:
                return pl.concat([pl.read_parquet(part) for part in parts])
        raise RunError(
            f"{self.folder}: there is no table `{name}`; the tables are {', '.join(self.tables) or 'not written yet'}"
        )

    def __getattr__(self, name: str) -> pl.DataFrame:
        if name.startswith("_") or name == "folder" or name not in self.tables:
            raise AttributeError(
                f"the run in {self.folder} has no table `{name}`; its tables are {', '.join(self.tables)}"
            )
        table = self.table(name)
        self.__dict__[name] = table
        return table

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.tables]

    @staticmethod
    def schema() -> dict[str, Table]:
        """Returns what the tables hold, by name: each column with its type, unit and meaning.

        >>> petteia.Run.schema()["summary"].column("plies_mean").unit
        'plies'
        """
        described = json.loads(files("petteia").joinpath("schema.json").read_text(encoding="utf-8"))
        tables: dict[str, Table] = {}
        for table in described:
            columns = [Column(**column) for column in table["columns"]]
            # The games of a tournament have a table of the same name, which is not part of a run.
            tables.setdefault(table["name"].removesuffix("/*"), Table(table["name"], table["about"], columns))
        return tables

    def check(self) -> Self:
        """Checks that all parts are those that were written, byte for byte, and returns the run.

        Raises:
            RunError: A part is missing, or its SHA-256 is not that in the ledgers.
        """
        for table in range(len(PARTS)):
            for _ in self._parts(table):
                pass
        return self

    def _parts(self, table: int) -> Iterator[Path]:
        """Returns the parts of a table in order, each checked against its seal."""
        sealed = dict(_seals(self.folder, self.manifest, table))
        folder = self.folder / PARTS[table]
        for path in sorted(folder.glob("*.parquet")):
            if path.name not in sealed:
                raise RunError(f"{path}: is not in the ledgers of this run; repeat its `petteia run` command")
        for name, (length, sha256) in sorted(sealed.items()):
            path = folder / name
            try:
                content = path.read_bytes()
            except OSError as error:
                raise RunError(f"{path}: {error.strerror}; repeat the `petteia run` command of this run") from error
            if (len(content), hashlib.sha256(content).hexdigest()) != (length, sha256):
                raise RunError(
                    f"{path}: this is not the file that was written; repeat the `petteia run` command of this run"
                )
            yield path


def _manifest(folder: Path) -> dict[str, Any]:
    """Reads the manifest of a run and checks it."""
    path = folder / "manifest.json"
    try:
        text = path.read_text(encoding="utf-8")
        manifest = json.loads(text)
    except OSError as error:
        raise RunError(f"{path}: this is not a run folder: {error.strerror}") from error
    except ValueError as error:
        raise RunError(f"{path}: it is damaged or was written by another version: {error}") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        found = manifest.get("format", "an older one") if isinstance(manifest, dict) else "unknown"
        raise RunError(
            f"{path}: the format of this folder is {found}, this package's is {FORMAT}; use the petteia that wrote it, "
            "or play its experiment again in another folder"
        )
    if manifest.get("starting_over"):
        raise RunError(f"{path}: starting this run over was interrupted; repeat its `petteia run` command")
    for what, content in (("plan", _plan(text)), ("experiment", manifest.get("experiment", ""))):
        if hashlib.sha256(content.encode()).hexdigest() != manifest.get(f"{what}_sha256"):
            raise RunError(f"{path}: it is damaged: the SHA-256 of its {what} does not match")
    return manifest


def _plan(manifest: str) -> str:
    """Returns the plan in the text of a manifest, from which its SHA-256 is computed: as JSON without spaces."""
    compact = re.sub(r'("(?:[^"\\]|\\.)*")|\s+', r"\1", manifest)
    plan = re.search(r'"plan_sha256":"[^"]*",(.*),"experiment_sha256":', compact, re.DOTALL)
    return f"{{{plan[1]}}}" if plan else ""


def _entries(folder: Path, plan_sha256: str) -> Iterator[dict[str, Any]]:
    """Returns the units in the ledgers of a run. Broken lines and lines of other plans are ignored."""
    for ledger in sorted((folder / "units").glob("*.log")):
        for line in ledger.read_bytes().splitlines():
            checksum, _, rest = line.partition(b" ")
            plan, _, text = rest.partition(b" ")
            if (
                plan.decode(errors="replace") != plan_sha256
                or checksum.decode(errors="replace") != f"{fnv1a(rest):016x}"
            ):
                continue
            entry = json.loads(text)
            if "unit" in entry:
                yield entry["unit"]


def _seals(folder: Path, manifest: dict[str, Any], table: int) -> Iterator[tuple[str, tuple[int, str]]]:
    """Returns the name, the length and the SHA-256 of each part of a table."""
    units: dict[tuple[int, int], dict[str, Any]] = {}
    for entry in _entries(folder, manifest["plan_sha256"]):
        units[entry["cell"], entry["unit"]] = entry
    first: dict[int, int] = {}
    for (cell, _), entry in sorted(units.items()):
        start = first.get(cell, 0)
        seal = entry["seals"][table]
        yield f"cell-{cell:04}-{start:012}.parquet", (seal["bytes"], seal["sha256"])
        first[cell] = start + sum(entry["outcomes"].values())


def load(folder: str | PathLike[str]) -> Run:
    """Returns the run in a folder, with its tables, their labels and units, and its manifest.

        run = petteia.load("runs/quick")
        run.summary.select("variant", "draw_rate")
        run.schema()["summary"].column("draw_rate").unit     # "share, from 0 to 1"
        run.manifest["seed"]

    The manifest is checked when it is read, and parts when they are (`Run.check` checks all of them).

    Raises:
        RunError: It is not the folder of a run, or its manifest is damaged.
    """
    return Run(folder)


def run(
    experiment: str | PathLike[str],
    out: str | PathLike[str] | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    fresh: bool = False,
    progress: bool | None = None,
) -> Run:
    """Plays an experiment with the program ``petteia``, and returns the run with its tables.

    The run continues where it was if it was stopped, and is only loaded if it is complete. Ctrl-C stops it.

    Args:
        experiment: The experiment file.
        out: The folder of the run; by default ``runs/NAME``, after the name in the file.
        games: Games of each cell, instead of the file's number or stopping rule.
        seed: Seed, instead of the file's.
        threads: The number of threads; all cores by default.
        fresh: Whether to delete an earlier run in the folder and start over.
        progress: Whether to show a progress bar; by default on terminals and in notebooks, if it takes over a second.

    Raises:
        RunError: The program is missing, or it failed; the text is what it said.
    """
    options = {"--games": games, "--seed": seed, "--threads": threads}
    command = [program(), "run", str(experiment), "--quiet", *(["--fresh"] if fresh else [])]
    command += [part for name, value in options.items() if value is not None for part in (name, str(value))]
    folder = Path(out) if out is not None else Path("runs") / _name_of(Path(experiment))
    command += ["--out", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said: list[str] = []
    assert process.stderr is not None
    reader = threading.Thread(target=lambda pipe: said.append(pipe.read()), args=(process.stderr,))
    reader.start()
    try:
        _watch(process, folder, progress)
    except BaseException:
        process.terminate()
        process.wait()
        raise
    finally:
        reader.join()
        process.stderr.close()
    if process.returncode:
        raise RunError(
            "".join(said).strip().removeprefix("petteia: ") or f"petteia ended with status {process.returncode}"
        )
    if warnings := "".join(said).strip():
        print(warnings, file=sys.stderr)
    return load(folder)


def _name_of(experiment: Path) -> str:
    """Returns the name in an experiment file, which is that of its folder; the program reports what is wrong."""
    try:
        return str(tomllib.loads(experiment.read_text(encoding="utf-8"))["name"])
    except (OSError, ValueError, KeyError):
        return experiment.stem


def _watch(process: subprocess.Popen[str], folder: Path, shown: bool | None) -> None:
    """Waits for a run, and shows how many of its games are played."""
    pause = 0.5
    with Progress(0, "games", shown) as bar:
        while True:
            try:
                process.wait(timeout=pause)
                return
            except subprocess.TimeoutExpired:
                began = time.monotonic()
            try:
                manifest = _manifest(folder)
                entries = {(entry["cell"], entry["unit"]): entry for entry in _entries(folder, manifest["plan_sha256"])}
            except RunError:
                continue
            bar.total = sum(cell["games"] for cell in manifest["cells"])
            bar(sum(sum(entry["outcomes"].values()) for entry in entries.values()))
            # Ledgers of long runs take a while to read.
            pause = max(pause, 10 * (time.monotonic() - began))


def program() -> str:
    """Returns the program ``petteia``: the one named by the environment variable ``PETTEIA``, the one on the path, or
    that of the checkout from which the package was installed in place.

    Raises:
        RunError: There is no such program.
    """
    named = os.environ.get("PETTEIA")
    if named:
        if not Path(named).is_file():
            raise RunError(f"PETTEIA is `{named}`, but there is no such file; name the program petteia")
        return named
    checkout = Path(__file__).resolve().parents[2] / "target" / "release" / "petteia"
    found = shutil.which("petteia") or (str(checkout) if checkout.is_file() else None)
    if found is None:
        raise RunError(
            "the program petteia is not installed; install it with `cargo install --path .` in its repository, or name "
            "it with the environment variable PETTEIA"
        )
    return found
