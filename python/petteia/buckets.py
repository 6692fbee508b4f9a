"""Buckets: run folders in an object store such as S3, where machines without a common disk meet.

A bucket has the files of a run folder. Objects do not grow, so each unit of games has a ledger of its own there, which
is written last and makes the unit count. Who is about to play a unit *claims* it and renews the claim; a claim that is
not renewed is void. Claims only save work: if two play a unit all the same, the part that came first stays.
"""

from __future__ import annotations

import itertools
import json
import os
import queue
import re
import shutil
import tempfile
import threading
import time
import uuid
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path, PurePosixPath
from typing import Any, Protocol

from petteia import _native
from petteia._native import RunError

#: An address. A colon ends it: in ``s3://lab/mine:city-8`` a game of the run follows.
ADDRESS = re.compile(r"(?:s3|gs|az|abfs|file)://[^:]*")

#: How often a claim is renewed, and after how long without that it is void, in seconds.
BEAT, PATIENCE = 10.0, 60.0

#: How soon a unit that somebody else is playing is looked at again, in seconds.
PAUSE = 1.0

#: Objects that are copied at a time.
_AT_A_TIME = 16

#: The tables of a part, in the order of its seals.
_TABLES = ("games", "squares")

#: What the names of the objects of a part contain.
_OF_PART = re.compile(r"(?:^|/)(?:games|squares|units)/")


def is_address(place: object) -> bool:
    """Returns whether a place is the address of a bucket, such as ``"s3://lab/mine"``."""
    return isinstance(place, str) and ADDRESS.match(place) is not None


class Client(Protocol):
    """Somebody who lets other processes work: a Dask client, or an executor of `concurrent.futures`."""

    def submit(self, fn: Callable[[str], bytes], errand: str, /) -> Any:
        """Begins work, and returns a future with ``result(timeout)``, ``done()`` and ``cancel()``."""


class _Objects:
    """The objects below an address."""

    def __init__(self, address: str):
        try:
            self._obstore: Any = import_module("obstore")
            self._errors: Any = import_module("obstore.exceptions")
        except ImportError:
            raise RunError(f"`{address}` is in a bucket, which needs obstore: pip install 'petteia[bucket]'") from None
        with self._told(address):
            folder = {"mkdir": True} if address.startswith("file:") else {}
            self._store = import_module("obstore.store").from_url(address, **folder)
            # A bucket that does not exist, or may not be read, is noticed at once.
            next(iter(self._obstore.list(self._store)), None)

    @contextmanager
    def _told(self, name: str) -> Iterator[None]:
        try:
            yield
        except (self._errors.BaseError, OSError) as error:
            raise RunError(f"{name}: {str(error).split(chr(10), maxsplit=1)[0]}") from None

    def names(self) -> dict[str, int]:
        """Returns the names of all objects, with their sizes in bytes."""
        with self._told("the bucket"):
            found = [known for some in self._obstore.list(self._store) for known in some]
        return {known["path"]: known["size"] for known in found if ".." not in PurePosixPath(known["path"]).parts}

    def get(self, name: str) -> bytes | None:
        """Returns an object; None if there is none."""
        with self._told(name):
            try:
                return bytes(self._obstore.get(self._store, name).bytes())
            except FileNotFoundError:
                return None

    def version(self, name: str) -> str | None:
        """Returns a text that changes whenever an object is written; None if there is none."""
        with self._told(name):
            try:
                return str(self._obstore.head(self._store, name)["e_tag"])
            except FileNotFoundError:
                return None

    def put(self, name: str, content: bytes) -> None:
        """Writes an object."""
        with self._told(name):
            self._obstore.put(self._store, name, content)

    def create(self, name: str, content: bytes) -> bool:
        """Writes an object unless there is another; returns whether there is none."""
        with self._told(name):
            try:
                self._obstore.put(self._store, name, content, mode="create")
            except self._errors.AlreadyExistsError:
                # If an answer is lost, the object may be there from the first attempt.
                return self.get(name) == content
            return True

    def delete(self, name: str) -> None:
        """Deletes an object, if there is one."""
        with self._told(name):
            with suppress(FileNotFoundError):
                self._obstore.delete(self._store, name)


class _Unit:
    """A unit of games that is asked for."""

    def __init__(self, fn: Callable[[str], bytes], errand: str, folder: Path):
        asked = json.loads(errand)
        start, end = asked["numbers"]["start"], asked["numbers"]["end"]
        name = f"{asked['cell']}-{start:012}-{end:012}"
        run = _run_in(folder, asked["asked"]["kind"], asked["asked"]["name"])
        self.claim = f"claims/{name}"
        self.ledger = f"{run}units/{name}.log"
        self.files = [f"{run}{table}/{name}.parquet" for table in _TABLES]
        self.fn, self.errand = fn, errand
        self.future: Future[bytes] = Future()


def _run_in(folder: Path, kind: str, name: str) -> str:
    """Returns the place of a question's run in a folder: a search has the run of its front in its own."""
    for path in folder.rglob("manifest.json"):
        manifest = json.loads(path.read_bytes())
        if (manifest["kind"], manifest["name"]) == (kind, name):
            return "".join(f"{part}/" for part in path.relative_to(folder).parts[:-1])
    raise RunError(f"the folder has no run of `{name}`")


class Bucket:
    """A bucket with a folder on this machine that stands for it.

    It is a client of `run`: of the units that it is asked for, it fetches those that the bucket has, and has the others
    played and puts them there.

    Args:
        address: The address.
        threads: Units that this process plays at a time; by default one on each core.
        client: Who plays them instead.
    """

    def __init__(self, address: str, threads: int | None = None, client: Client | None = None):
        self.address, self._client = address, client
        self._objects = _Objects(address)
        self.folder = Path(tempfile.mkdtemp(prefix="petteia-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self._fetched: dict[str, tuple[int, int]] = {}
        self._waiting: queue.PriorityQueue[tuple[float, int, _Unit]] = queue.PriorityQueue()
        self._order, self._marks = itertools.count(), itertools.count()
        self._process = uuid.uuid4().hex
        self._playing: set[str] = set()
        self._claims: dict[str, tuple[str, float]] = {}
        self._closed = threading.Event()
        self._begun = threading.Lock()
        self._threads = threads or os.cpu_count() or 1 if client is None else _AT_A_TIME

    def close(self) -> None:
        """Plays nothing more. The folder stays until nobody has the bucket."""
        self._closed.set()

    def fetch(self, parts: bool = True) -> None:
        """Copies the files of the bucket to the folder; without the parts, if they will be asked for one by one."""
        names = [name for name in self._objects.names() if not name.startswith("claims/")]
        if not parts and not self._has_examination():
            names = [name for name in names if not _OF_PART.search(name)]
        with ThreadPoolExecutor(_AT_A_TIME) as pool:
            list(pool.map(self._copy, names))
        self._fetched = self._files()

    def _has_examination(self) -> bool:
        """Returns whether the bucket has an examination, whose games nobody else can play."""
        return b'"kind": "exam"' in (self._objects.get("manifest.json") or b"")

    def _copy(self, name: str) -> None:
        content = self._objects.get(name)
        if content is not None:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    def _files(self) -> dict[str, tuple[int, int]]:
        """Returns the files of the folder, each with its time and size."""
        is_lock = re.compile(r"lock|.*\.lock").fullmatch
        paths = [path for path in self.folder.rglob("*") if path.is_file() and not is_lock(path.name)]
        states = {path.relative_to(self.folder).as_posix(): path.stat() for path in paths}
        return {name: (state.st_mtime_ns, state.st_size) for name, state in states.items()}

    def push(self) -> None:
        """Copies new and changed files to the bucket, and deletes there those that were fetched and are gone, and the
        claims of units that have been played."""
        files, there = self._files(), self._objects.names()
        changed = [name for name, state in files.items() if self._fetched.get(name) != state]
        # The games are there already, except those of an examination.
        changed = [name for name in changed if not (_OF_PART.search(name) and there.get(name) == files[name][1])]
        gone = [name for name in self._fetched if name not in files]
        played = (re.fullmatch(r"(?:.+/)?units/(.+)\.log", name) for name in there)
        gone += [claim for unit in played if unit and (claim := f"claims/{unit[1]}") in there]
        with ThreadPoolExecutor(_AT_A_TIME) as pool:
            list(pool.map(lambda name: self._objects.put(name, (self.folder / name).read_bytes()), changed))
            list(pool.map(self._objects.delete, gone))

    def submit(self, fn: Callable[[str], bytes], errand: str, /) -> Future[bytes]:
        """Begins to fetch a unit, or to play it."""
        self._begin()
        unit = _Unit(fn, errand, self.folder)
        self._waiting.put((0.0, next(self._order), unit))
        return unit.future

    def _begin(self) -> None:
        """Begins to work, when the folder has its manifest."""
        if self._begun.acquire(blocking=False):
            manifest = (self.folder / "manifest.json").read_bytes()
            self._objects.put("manifest.json", manifest)
            # Threads that would keep the program from ending: a unit that nobody waits for may take long.
            for work in (self._beat, *[self._work] * self._threads):
                threading.Thread(target=work, daemon=True).start()

    def _work(self) -> None:
        while not self._closed.is_set():
            try:
                ready, _, unit = self._waiting.get(timeout=PAUSE)
            except queue.Empty:
                continue
            self._closed.wait(max(0.0, ready - time.monotonic()))
            if not self._closed.is_set() and not unit.future.cancelled() and not self._is_answered(unit):
                self._waiting.put((time.monotonic() + PAUSE, next(self._order), unit))

    def _is_answered(self, unit: _Unit) -> bool:
        """Answers for a unit, unless somebody else is playing it."""
        part, problem = None, None
        try:
            part = self._part(unit) or self._played(unit)
        except Exception as error:
            problem = error
        # Nobody may be waiting for it any more.
        with suppress(InvalidStateError):
            if problem is not None:
                unit.future.set_exception(problem)
            elif part is not None:
                unit.future.set_result(part)
        return problem is not None or part is not None

    def _part(self, unit: _Unit) -> bytes | None:
        """Returns the part that the bucket has of a unit, if it is whole."""
        line = self._objects.get(unit.ledger)
        if line is None:
            return None
        files = [self._objects.get(name) or b"" for name in unit.files]
        part = b"".join([line, *files])
        return part if _native.answers_errand(unit.errand, part) else None

    def _played(self, unit: _Unit) -> bytes | None:
        """Has a unit played and puts it into the bucket; None if somebody else is playing it."""
        if not self._claim(unit.claim):
            return None
        self._playing.add(unit.claim)
        try:
            # Somebody else may have ended it just now.
            return self._part(unit) or self._put(unit, self._play(unit))
        finally:
            self._playing.discard(unit.claim)
            self._objects.delete(unit.claim)

    def _play(self, unit: _Unit) -> bytes:
        if self._client is None:
            return unit.fn(unit.errand)
        part: bytes = self._client.submit(unit.fn, unit.errand).result()
        return part

    def _put(self, unit: _Unit, part: bytes) -> bytes:
        """Puts a part into the bucket, and returns the one that is there in the end."""
        line, files = part.split(b"\n", 1)
        objects = {}
        for name, seal in zip(unit.files, json.loads(line.split(b" ", 1)[1])["part"]["seals"], strict=False):
            objects[name], files = files[: seal["bytes"]], files[seal["bytes"] :]
        objects[unit.ledger] = line + b"\n"
        if all(self._objects.create(name, content) for name, content in objects.items()):
            return part
        # Somebody else has put it there too, or died while doing so.
        there = self._part(unit)
        if there is None:
            for name, content in objects.items():
                self._objects.put(name, content)
        return there or part

    def _claim(self, claim: str) -> bool:
        """Makes a claim; returns False while somebody else has it."""
        if self._objects.create(claim, self._mark()):
            return True
        version, now = self._objects.version(claim), time.monotonic()
        if version is None:
            return False
        known, since = self._claims.get(claim, ("", now))
        if known != version:
            self._claims[claim] = (version, now)
            return False
        if now - since < PATIENCE:
            return False
        self._objects.put(claim, self._mark())
        return True

    def _mark(self) -> bytes:
        """Returns the content of a claim, which differs from all others."""
        return f"{self._process} {next(self._marks)}\n".encode()

    def _beat(self) -> None:
        while not self._closed.wait(BEAT):
            for claim in list(self._playing):
                # Without a claim somebody else may play the unit too.
                with suppress(RunError):
                    self._objects.put(claim, self._mark())
