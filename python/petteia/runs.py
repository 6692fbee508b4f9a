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
from bisect import bisect_right
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
FORMAT = 4

#: Folders of parts, in the order of their seals.
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
        written = {path.stem for path in self.folder.glob("*.parquet")}
        return sorted(written | {"games"} if "cells" in written else written)

    def table(self, name: str) -> pl.DataFrame:
        """Returns a table.

        Its columns are described by ``run.schema()[name]`` and in docs/tables.md. ``games`` has the games that count,
        with what the table ``cells`` says about their cells; its parts are checked against the ledgers of the run.

        Raises:
            RunError: The run has no such table, or a part is missing or not the one that was written.
        """
        path = self.folder / f"{name}.parquet"
        if path.is_file():
            return pl.read_parquet(path)
        if name in self.tables:
            return self._games()
        raise RunError(self._has_no(name))

    def _has_no(self, name: str) -> str:
        tables = f"its tables are {', '.join(self.tables)}" if self.tables else "`petteia report` writes its tables"
        return f"the run in {self.folder} has no table `{name}`; {tables}"

    def _games(self) -> pl.DataFrame:
        parts = [pl.read_parquet(part).drop("variant", "white", "black") for part in self._parts("games")]
        if not parts:
            raise RunError(f"{self.folder}: no games are played yet")
        games = self.cells.drop("games").join(pl.concat(parts), on="cell_id").filter(pl.col("game") < pl.col("planned"))
        return games.drop("planned").sort("cell", "game")

    def __getattr__(self, name: str) -> pl.DataFrame:
        if name.startswith("_") or name == "folder":
            raise AttributeError(name)
        if name not in self.tables:
            raise AttributeError(self._has_no(name))
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
            tables[table["name"]] = Table(table["name"], table["about"], columns)
        # The games of a tournament have a table of the same name, which is not part of a run.
        parts, cells = tables.pop("games/*"), tables["cells"]
        of_cells = {column.name: column for column in cells.columns if column.name not in ("games", "planned")}
        rest = [column for column in parts.columns if column.name not in of_cells]
        tables["games"] = Table("games", parts.about, [*of_cells.values(), *rest])
        return tables

    def check(self) -> Self:
        """Checks that all parts that count are those that were written, byte for byte, and returns the run.

        Raises:
            RunError: A part is missing, or its SHA-256 is not that in the ledgers.
        """
        for table in PARTS:
            for _ in self._parts(table):
                pass
        return self

    def _parts(self, table: str) -> Iterator[bytes]:
        """Returns the content of each part of a table that counts, checked against its seal."""
        found = sorted((self.folder / table).glob("*.parquet"))
        known = _ledger(self.folder)
        for path in found:
            if path.name not in known:
                raise RunError(f"{path}: is not in the ledgers of this run; repeat its `petteia run` command")
        parts: dict[str, list[dict[str, Any]]] = {cell: [] for cell in self.manifest["cells"]}
        for name, part in known.items():
            sealed = {kind: (self.folder / kind / name, seal) for kind, seal in zip(PARTS, part["seals"], strict=False)}
            if part["cell"] in parts and all(path.is_file() for path, _ in sealed.values()):
                parts[part["cell"]].append(part | {"sealed": sealed})
        for part in self._counting(parts):
            if table not in part["sealed"]:
                continue
            path, seal = part["sealed"][table]
            try:
                content = path.read_bytes()
            except OSError as error:
                raise RunError(f"{path}: {error.strerror}; repeat the `petteia run` command of this run") from error
            if (len(content), hashlib.sha256(content).hexdigest()) != (seal["bytes"], seal["sha256"]):
                raise RunError(
                    f"{path}: this is not the file that was written; repeat the `petteia run` command of this run"
                )
            yield content

    def _counting(self, parts: dict[str, list[dict[str, Any]]]) -> Iterator[dict[str, Any]]:
        """Returns the parts of each cell that count: as long as there is no table of cells, all that do not overlap."""
        if "cells" not in self.tables:
            yield from (part for of_cell in parts.values() for part in _disjoint(of_cell))
            return
        rows = self.cells.select("cell_id", "games", "planned").unique(maintain_order=True)
        if rows["cell_id"].to_list() != list(parts):
            raise RunError(
                f"{self.folder}: its tables are not those of its experiment; repeat its `petteia run` command"
            )
        for cell, games, planned in rows.iter_rows():
            within = _disjoint([part for part in parts[cell] if part["end"] <= planned])
            beyond = [part for part in _disjoint(parts[cell]) if part["start"] < planned]
            # A part with more games counts only where its first games are not in another part.
            for counting in (within, beyond):
                if sum(min(part["end"], planned) - part["start"] for part in counting) == games:
                    yield from counting
                    break
            else:
                raise RunError(
                    f"{self.folder}: its parts do not have the {games} games that its tables have of cell {cell}; "
                    "repeat the `petteia run` command of this run, or write the tables again with `petteia report`"
                )


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
            "or play its question again in another folder"
        )
    if manifest.get("starting_over"):
        raise RunError(f"{path}: starting over was interrupted; repeat the command that made this folder")
    asked = {key: manifest[key] for key in ("kind", "name", "text", "games", "seed") if key in manifest}
    question = json.dumps([asked, manifest.get("cells")], ensure_ascii=False, separators=(",", ":"))
    if hashlib.sha256(question.encode(errors="replace")).hexdigest() != manifest.get("question_sha256"):
        raise RunError(f"{path}: it is damaged: the SHA-256 of its question does not match")
    return manifest


def _ledger(folder: Path) -> dict[str, dict[str, Any]]:
    """Returns the parts in the ledgers of a run, by the names of their files. Broken lines are ignored."""
    parts = {}
    for ledger in sorted((folder / "units").glob("*.log")):
        for line in ledger.read_bytes().split(b"\n")[:-1]:
            checksum, _, text = line.partition(b" ")
            if checksum == b"%016x" % fnv1a(text) and (part := json.loads(text).get("part")):
                parts[f"{part['cell']}-{part['start']:012}-{part['end']:012}.parquet"] = part
    return parts


def _disjoint(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns those of a cell's parts that do not overlap and have most games, and as few of them as possible."""
    parts = sorted(parts, key=lambda part: (part["end"], part["start"]))
    ends = [part["end"] for part in parts]
    # The best choice among the first parts: its games, less its parts, its last part and the choice before it.
    best: list[tuple[int, int, Any]] = [(0, 0, None)]
    for part in parts:
        games, fewer, before = best[bisect_right(ends, part["start"])]
        with_it = games + part["end"] - part["start"], fewer - 1, (part, before)
        best.append(with_it if with_it[:2] > best[-1][:2] else best[-1])
    chosen, left = [], best[-1][2]
    while left:
        part, left = left
        chosen.append(part)
    return chosen[::-1]


def load(folder: str | PathLike[str]) -> Run:
    """Returns the run in a folder, with its tables, their labels and units, and its manifest.

        run = petteia.load("runs/quick")
        run.summary.select("variant", "draw_rate")
        run.schema()["summary"].column("draw_rate").unit     # "share, from 0 to 1"
        run.manifest["commit"]

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

    Games that the folder has are not played again: a run that was stopped continues, and one that is complete is only
    reported again. Ctrl-C stops it.

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
    pause, total = 0.5, 0
    with Progress(0, "games", shown) as bar:
        while True:
            try:
                process.wait(timeout=pause)
                return
            except subprocess.TimeoutExpired:
                began = time.monotonic()
            try:
                cells = set(_manifest(folder)["cells"])
            except RunError:
                continue
            bar.total = total = total or _planned(folder)
            played = sum(part["end"] - part["start"] for part in _ledger(folder).values() if part["cell"] in cells)
            if total:
                bar(min(played, total))
            # Ledgers of long runs take a while to read.
            pause = max(pause, 10 * (time.monotonic() - began))


def _planned(folder: Path) -> int:
    """Returns the games that a run plans; 0 if the program does not say it."""
    status = subprocess.run([program(), "status", str(folder), "--json"], capture_output=True, text=True)
    return int(json.loads(status.stdout).get("planned", 0)) if status.returncode == 0 else 0


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
