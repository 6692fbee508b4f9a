"""Runs of the program: their tables, their manifest, and new ones."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, Self

import polars as pl

from petteia import _native
from petteia._native import RunError
from petteia.progress import Progress
from petteia.types import MOST_THREADS, check

#: Units of games that a client plays at a time.
AT_A_TIME = 64


class Client(Protocol):
    """Somebody who lets other processes work: a Dask client, or an executor of `concurrent.futures`."""

    def submit(self, fn: Callable[[str], bytes], job: str, /) -> Any:
        """Begins work, and returns a future with ``result(timeout)``, ``done()`` and ``cancel()``."""


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


#: The columns of the table of cells that count games instead of saying what the cell is.
_COUNTS = (
    "games", "planned", "stop_metric", "stop_half_width", "stop_value", "stop_low", "stop_high", "ended_by",
)  # fmt: skip


class Run:
    """A run of the program. `petteia.load` makes it.

    Tables are polars data frames and attributes: ``run.summary``, ``run.comparisons``, and whatever else the run wrote.
    ``run.games`` has all games.
    """

    def __init__(self, folder: str | PathLike[str]):
        self.folder = Path(folder)
        self.manifest: dict[str, Any] = json.loads(_native.manifest(self.folder))

    def __repr__(self) -> str:
        return f"<run {self.manifest['name']} in {self.folder}: {', '.join(self.tables)}>"

    @cached_property
    def tables(self) -> list[str]:
        """The names of the tables that the run has."""
        written = {path.stem for path in self.folder.glob("*.parquet")}
        return sorted(written | {"games"} if "cells" in written else written)

    def table(self, name: str) -> pl.DataFrame:
        """Returns a table.

        Its columns are described by ``run.schema()[name]`` and in docs/tables.md. ``games``, ``squares`` and
        ``metrics`` also have what the table ``cells`` says about their cells; ``games`` has the games that count, whose
        parts are checked against the ledgers of the run.

        Raises:
            RunError: The run has no such table, or a part is missing or not the one that was written.
        """
        path = self.folder / f"{name}.parquet"
        if path.is_file():
            table = pl.read_parquet(path)
            is_joined = "cell_id" in table.columns and "variant" not in table.columns
            return self._with_cells(table) if is_joined else table
        if name in self.tables:
            return self._games()
        raise RunError(self._has_no(name))

    def _with_cells(self, table: pl.DataFrame) -> pl.DataFrame:
        cells = self.cells.select(pl.exclude(_COUNTS))
        return table.join(cells, on="cell_id", maintain_order="left").select(*cells.columns, pl.exclude(cells.columns))

    def _has_no(self, name: str) -> str:
        tables = f"its tables are {', '.join(self.tables)}" if self.tables else "`petteia report` writes its tables"
        return f"the run in {self.folder} has no table `{name}`; {tables}"

    def _games(self) -> pl.DataFrame:
        parts = [
            pl.read_parquet(path).filter(pl.col("game").is_between(start, end - 1))
            for path, _, start, end in _native.checked_parts(self.folder)
        ]
        if not parts:
            raise RunError(f"{self.folder}: no games are played yet")
        games = self._with_cells(pl.concat(parts, how="diagonal")).sort("cell", "game", maintain_order=True)
        if self.manifest["kind"] == "experiment" and len(games) != self.cells["games"].sum():
            raise RunError(f"{self.folder}: it has other games than its tables; `petteia.report` writes these again")
        return games

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
        of_cells = {column.name: column for column in tables["cells"].columns if column.name not in _COUNTS}
        for name in ("games", "squares", "metrics"):
            rest = [column for column in tables[name].columns if column.name not in of_cells]
            tables[name] = Table(name, tables[name].about, [*of_cells.values(), *rest])
        return tables

    def check(self) -> Self:
        """Checks that all parts that count are those that were written, byte for byte, and returns the run.

        Raises:
            RunError: A part is missing, or its SHA-256 is not that in the ledgers.
        """
        _native.checked_parts(self.folder)
        return self


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
    file: str | PathLike[str],
    out: str | PathLike[str] | None = None,
    *,
    games: int | None = None,
    seed: int | None = None,
    threads: int | None = None,
    shard: str | None = None,
    client: Client | None = None,
    fresh: bool = False,
    progress: bool | None = None,
) -> Run:
    """Plays what is left of an experiment, a tournament or an endgame test, reports it, and returns its run.

        petteia.run("experiments/quick.toml", games=40, progress=False).summary["draw_rate"]

    It is ``petteia run`` in this process: a run that was interrupted, here or there, resumes. Ctrl-C stops games
    and proofs, and what is finished is kept; a report that has begun ends first, and a search for a forced fortress
    the number of moves that it is at.

    Args:
        file: The file.
        out: The folder of the run; by default, ``runs`` and the name in the file.
        games: Games of each cell of an experiment, instead of the file's number or stopping rule.
        seed: Seed of an experiment, instead of the file's.
        threads: Threads; by default one on each core.
        shard: The part to play, such as ``"2/8"`` for the second of eight. It is not reported; when all are played,
            `merge` joins them.
        client: Lets other processes play, on this machine or others: a Dask client or an executor of
            `concurrent.futures` whose processes are spawned, not forked. They need this package, and no common disk:
            each gets one unit of games at a time and sends it back. Endgame tests, proofs and reports stay in this
            process, and so do the handicaps and depths of a search.
        fresh: Whether to delete an earlier run in the folder and start over.
        progress: Whether to show a progress bar; by default on terminals and in notebooks, if it takes over a second.

    Raises:
        RunError: The file or the folder is not right, or something failed; the text is that of the program.
    """
    options = {"--games": games, "--seed": seed, "--threads": threads, "--shard": shard}
    return _played("run", file, out, options, client, fresh, progress)


def search(
    file: str | PathLike[str],
    out: str | PathLike[str] | None = None,
    *,
    threads: int | None = None,
    shard: str | None = None,
    client: Client | None = None,
    fresh: bool = False,
    progress: bool | None = None,
) -> Run:
    """Searches for rules that work, and returns its run with the table ``rulesets``.

        found = petteia.search("experiments/searches/small.toml", progress=False)
        found.rulesets.filter(status="in")

    It is ``petteia search`` in this process. Arguments and errors are those of `run`, but shards share the folder, and
    the last call has none.
    """
    return _played("search", file, out, {"--threads": threads, "--shard": shard}, client, fresh, progress)


def report(folder: str | PathLike[str], *, sample: int | None = None, threads: int | None = None) -> Run:
    """Writes the tables, figures, text and page of a run again, complete or not, and returns it.

    Args:
        folder: The folder of the run.
        sample: Games of each cell of an experiment to replay and measure, 0 for none; 50 by default.
        threads: Threads; by default one on each core.

    Raises:
        RunError: The folder is not that of a run, or something failed.
    """
    _execute(["report", str(Path(folder))], {"--sample": sample, "--threads": threads}, False)
    return Run(folder)


def merge(out: str | PathLike[str], *folders: str | PathLike[str]) -> Run:
    """Joins the games of other folders to those of a folder, which may be new, reports it, and returns its run.

    Raises:
        RunError: The folders hold different questions, games are missing, or something failed.
    """
    _execute(["merge", *(str(Path(folder)) for folder in (out, *folders))], {}, False)
    return Run(out)


def _played(
    command: str,
    file: str | PathLike[str],
    out: str | PathLike[str] | None,
    options: Mapping[str, object],
    client: Client | None,
    fresh: bool,
    progress: bool | None,
) -> Run:
    """Plays what a file asks, and returns its run."""
    for name, most in (("games", MOST_GAMES), ("threads", MOST_THREADS)):
        if options.get(f"--{name}") is not None:
            check(name, options[f"--{name}"], 1, most)
    if getattr(getattr(client, "_mp_context", None), "get_start_method", lambda: "")() == "fork":
        raise RunError(
            "forked processes cannot play: give the executor mp_context=multiprocessing.get_context('spawn')"
        )
    place = Path(out) if out is not None else Path("runs") / _name_of(Path(file))
    options = {"--out": place, **options}
    _execute([command, str(file), *(["--overwrite"] if fresh else [])], options, progress, client)
    return Run(place)


#: The most games of a cell.
MOST_GAMES = 1_000_000_000


def play_remote_job(job: str) -> bytes:
    """Plays a job for the process that sent it, and returns its chunk."""
    return _native.play_remote_job(job)


def _execute(
    arguments: list[str], options: Mapping[str, object], progress: bool | None, client: Client | None = None
) -> None:
    """Runs a command, shows its progress and passes on its warnings."""
    given = [part for name, value in options.items() if value is not None for part in (name, str(value))]
    with Progress(0, "games", progress) as shown:
        executor = ((lambda job: client.submit(play_remote_job, job)), AT_A_TIME) if client is not None else None
        _native.execute([*arguments, *given, "--quiet"], shown, executor)


def _name_of(file: Path) -> str:
    """Returns the name in a file, which is that of its folder; the program reports what is wrong."""
    try:
        return str(tomllib.loads(file.read_text(encoding="utf-8"))["name"])
    except (OSError, ValueError, KeyError):
        return file.stem
