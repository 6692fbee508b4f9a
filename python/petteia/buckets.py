"""Buckets: run folders in an object store such as S3, where machines without a common disk meet.

A bucket has the files of a run folder. Objects do not grow, so each unit of games has a ledger of its own there, which
is written last and makes the unit count. Who is about to play a unit *claims* it and renews the claim; a claim that is
not renewed is void. Claims only save work: if two play a unit all the same, one part stays, and both go on with it.
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

#: An address.
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9]*://.*")

#: How often a claim is renewed, and after how long without that it is void, in seconds.
BEAT, PATIENCE = 10.0, 60.0

#: How soon a process looks again for what another one is about to write, in seconds.
PAUSE = 1.0

#: Objects that are copied, and units that a client plays, at a time.
AT_A_TIME = 64

#: The tables of a part, in the order of its seals.
_TABLES = ("games", "squares")

#: What the names of the objects of a part contain, and the ledger of a unit or of a process.
_OF_PART = re.compile(r"(?:^|/)(?:games|squares|units)/")
_LEDGER = re.compile(r"((?:.+/)?)units/([^/]+)\.log")
_UNIT = re.compile(r"[0-9a-f]{16}-\d{12}-\d{12}")

#: What the text of an error of the store contains, and what it means.
_PROBLEMS = {
    "NoSuchBucket": "there is no such bucket",
    "169.254.169.254": "there are no credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    "403 Forbidden": "access is denied; check the credentials",
    "Unable to recognise URL": "this is no address of a bucket; give s3://…, gs://…, az://… or file:///…",
}


def is_address(place: object) -> bool:
    """Returns whether a place is the address of a bucket, such as ``"s3://lab/mine"``."""
    return isinstance(place, str) and _ADDRESS.fullmatch(place) is not None


class Client(Protocol):
    """Somebody who lets other processes work: a Dask client, or an executor of `concurrent.futures`."""

    def submit(self, fn: Callable[[str], bytes], errand: str, /) -> Any:
        """Begins work, and returns a future with ``result(timeout)``, ``done()`` and ``cancel()``."""


class _Objects:
    """The objects below an address."""

    def __init__(self, address: str):
        self._address = address
        try:
            self._obstore: Any = import_module("obstore")
            self._errors: Any = import_module("obstore.exceptions")
        except ImportError:
            raise RunError(f"`{address}` is in a bucket, which needs obstore: pip install 'petteia[bucket]'") from None
        with self._told():
            folder = {"mkdir": True} if address.startswith("file:") else {}
            self._store = import_module("obstore.store").from_url(address, **folder)
            # A bucket that does not exist, or may not be read, is noticed at once.
            next(iter(self._obstore.list(self._store)), None)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (self._errors.BaseError, OSError, ValueError) as error:
            known = [problem for sign, problem in _PROBLEMS.items() if sign in str(error)]
            problem = known[0] if known else str(error).split("\n", maxsplit=1)[0]
            raise RunError(f"{self._address}: {problem}") from None

    def names(self) -> dict[str, int]:
        """Returns the names of all objects, with their sizes in bytes."""
        with self._told():
            found = [known for some in self._obstore.list(self._store) for known in some]
        return {known["path"]: known["size"] for known in found if ".." not in PurePosixPath(known["path"]).parts}

    def get(self, name: str) -> bytes | None:
        """Returns an object; None if there is none."""
        with self._told():
            try:
                return bytes(self._obstore.get(self._store, name).bytes())
            except FileNotFoundError:
                return None

    def version(self, name: str) -> str | None:
        """Returns a text that changes whenever an object is written; None if there is none."""
        with self._told():
            try:
                return str(self._obstore.head(self._store, name)["e_tag"])
            except FileNotFoundError:
                return None

    def put(self, name: str, content: bytes) -> None:
        """Writes an object."""
        with self._told():
            self._obstore.put(self._store, name, content)

    def create(self, name: str, content: bytes) -> bool:
        """Writes an object unless there is another; returns whether there is none."""
        with self._told():
            try:
                self._obstore.put(self._store, name, content, mode="create")
            except self._errors.AlreadyExistsError:
                # If an answer is lost, the object may be there from the first attempt.
                return self.get(name) == content
            return True

    def delete(self, name: str) -> None:
        """Deletes an object, if there is one."""
        with self._told(), suppress(FileNotFoundError):
            self._obstore.delete(self._store, name)


class _Part:
    """The names of the objects of a part of a run, whose place is the run's folder in the bucket."""

    def __init__(self, run: str, name: str):
        self.claim = f"claims/{name}"
        self.ledger = f"{run}units/{name}.log"
        self.files = [f"{run}{table}/{name}.parquet" for table in _TABLES]


def _name(cell: str, start: int, end: int) -> str:
    return f"{cell}-{start:012}-{end:012}"


def _parts_in(ledger: bytes) -> Iterator[tuple[str, bytes]]:
    """Passes on the names of the parts in a ledger, each with its line; lines that are not whole are left out."""
    for line in ledger.splitlines(keepends=True):
        with suppress(ValueError, KeyError, IndexError):
            part = json.loads(line.split(b" ", 1)[1])["part"]
            yield _name(part["cell"], part["start"], part["end"]), line


class _Unit(_Part):
    """A unit of games that is asked for."""

    def __init__(self, fn: Callable[[str], bytes], errand: str, run: str):
        asked = json.loads(errand)
        super().__init__(run, _name(asked["cell"], asked["numbers"]["start"], asked["numbers"]["end"]))
        self.fn, self.errand = fn, errand
        self.future: Future[bytes | None] = Future()


class Bucket:
    """A bucket with a folder on this machine that stands for it.

    It is a client of `run`: of the units that it is asked for, it fetches those that the bucket has, and has the others
    played and puts them there. The answer is None while another process is playing the unit.

    Args:
        address: The address.
        threads: Units that this process plays at a time; by default one on each core.
        client: Who plays them instead.
    """

    def __init__(self, address: str, threads: int | None = None, client: Client | None = None):
        if ":" in address.partition("://")[2]:
            raise RunError(f"{address}: the address of a bucket has no second colon")
        self.address, self._client = address, client
        #: The units that it has in work at a time.
        self.at_a_time = threads or os.cpu_count() or 1 if client is None else AT_A_TIME
        self._objects = _Objects(address)
        self.folder = Path(tempfile.mkdtemp(prefix="petteia-"))
        self._remove = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)
        self._fetched: dict[str, tuple[int, int]] = {}
        self._waiting: queue.SimpleQueue[_Unit | None] = queue.SimpleQueue()
        self._runs: dict[tuple[str, str], str] = {}
        self._playing: set[str] = set()
        self._claims: dict[str, tuple[str, float]] = {}
        self._process, self._marks = uuid.uuid4().hex, itertools.count()
        self._beginning, self._has_begun = threading.Lock(), False
        self._closed = threading.Event()

    def close(self) -> None:
        """Plays nothing more, and gives up what is being played. The folder stays until nobody has the bucket."""
        self._closed.set()
        for _ in range(self.at_a_time):
            self._waiting.put(None)
        for claim in list(self._playing):
            with suppress(RunError):
                self._objects.delete(claim)

    def fetch(self, parts: bool = True) -> None:
        """Copies the files of the bucket to the folder; without the parts, if they will be asked for one by one."""
        there = self._objects.names()
        if not parts:
            self._share(there)
        names = {name for name in there if not name.startswith("claims/")}
        if not parts and not self._has_examination():
            names = {name for name in names if not _OF_PART.search(name)}
        # A part that was written while the names were listed may be listed in part.
        ledgers = [match for name in names if (match := _LEDGER.fullmatch(name)) and _UNIT.fullmatch(match[2])]
        names.update(file for match in ledgers for file in _Part(match[1], match[2]).files)
        self._each(self._copy, names)
        self._fetched = self._files()

    @staticmethod
    def _each(work: Callable[[Any], None], items: Any) -> None:
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            list(pool.map(work, items))

    def _share(self, there: dict[str, int]) -> None:
        """Gives a ledger to each unit that is only in that of a process, as in a run folder that was copied there."""
        for name in there:
            match = _LEDGER.fullmatch(name)
            if match and not _UNIT.fullmatch(match[2]):
                for unit, line in _parts_in(self._objects.get(name) or b""):
                    part = _Part(match[1], unit)
                    if part.files[0] in there and part.ledger not in there:
                        self._objects.create(part.ledger, line)

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
        """Returns the files of the folder that belong to no part, each with its time and size."""
        is_lock = re.compile(r"lock|.*\.lock").fullmatch
        paths = [path for path in self.folder.rglob("*") if path.is_file() and not is_lock(path.name)]
        states = {path.relative_to(self.folder).as_posix(): path.stat() for path in paths}
        return {name: (at.st_mtime_ns, at.st_size) for name, at in states.items() if not _OF_PART.search(name)}

    def push(self) -> None:
        """Copies new parts and other new files to the bucket, and deletes there what was fetched and is gone.

        Raises:
            RunError: Another question was begun in the bucket meanwhile.
        """
        manifest = (self.folder / "manifest.json").read_bytes()
        if self._has_begun and self._objects.get("manifest.json") != manifest:
            again = "all games are kept; give the command again for the report"
            raise RunError(f"{self.address}: another question was begun here meanwhile; {again}")
        there, files = self._objects.names(), self._files()
        self._each(self._give, self._new_parts(there))
        changed = [name for name, state in files.items() if self._fetched.get(name) != state]
        self._each(lambda name: self._objects.put(name, (self.folder / name).read_bytes()), changed)
        played = [match[2] for name in there if (match := _LEDGER.fullmatch(name))]
        claims = [claim for name in played if (claim := f"claims/{name}") in there]
        self._each(self._objects.delete, [*claims, *(name for name in self._fetched if name not in files)])
        # Last: it says what the other files are.
        self._objects.put("manifest.json", manifest)

    def _new_parts(self, there: dict[str, int]) -> list[tuple[_Part, bytes]]:
        """Returns the parts of the folder whose ledgers the bucket does not have, with their lines."""
        found = []
        for path in self.folder.rglob("units/*.log"):
            run = path.parent.parent.relative_to(self.folder).as_posix()
            for name, line in _parts_in(path.read_bytes()):
                part = _Part("" if run == "." else f"{run}/", name)
                if part.ledger not in there and (self.folder / part.files[0]).is_file():
                    found.append((part, line))
        return found

    def _give(self, part: tuple[_Part, bytes]) -> None:
        """Puts a part of the folder into the bucket, unless another one is there."""
        names, line = part
        files = [(name, self.folder / name) for name in names.files]
        objects = {name: path.read_bytes() for name, path in files if path.is_file()}
        if all(self._objects.create(name, content) for name, content in objects.items()):
            self._objects.create(names.ledger, line)

    def submit(self, fn: Callable[[str], bytes], errand: str, /) -> Future[bytes | None]:
        """Begins to fetch a unit, or to play it."""
        asked = json.loads(errand)["asked"]
        with self._beginning:
            self._begin()
            unit = _Unit(fn, errand, self._run_of(asked["kind"], asked["name"]))
        self._waiting.put(unit)
        return unit.future

    def _begin(self) -> None:
        """Begins the question of the folder, deletes what was made for another one, and begins to work."""
        if self._has_begun:
            return
        files = self._files()
        for name in [name for name in self._fetched if name not in files]:
            self._objects.delete(name)
            del self._fetched[name]
        self._objects.put("manifest.json", (self.folder / "manifest.json").read_bytes())
        # Threads that would not keep the program from ending: a unit that nobody waits for may take long.
        for work in (self._beat, *[self._work] * self.at_a_time):
            threading.Thread(target=work, daemon=True).start()
        # Not before: if the store fails here, each unit that is asked for says so.
        self._has_begun = True

    def _run_of(self, kind: str, name: str) -> str:
        """Returns the place of a question's run: a search has that of its front in its own."""
        if (kind, name) not in self._runs:
            for path in self.folder.rglob("manifest.json"):
                manifest = json.loads(path.read_bytes())
                place = "".join(f"{part}/" for part in path.relative_to(self.folder).parts[:-1])
                self._runs[manifest["kind"], manifest["name"]] = place
        return self._runs[kind, name]

    def _work(self) -> None:
        while (unit := self._waiting.get()) is not None and not self._closed.is_set():
            part, problem = None, None
            try:
                part = self._whole(unit) or self._played(unit)
            except Exception as error:
                problem = error
            # Nobody may be waiting for it any more.
            with suppress(InvalidStateError):
                unit.future.set_exception(problem) if problem else unit.future.set_result(part)

    def _whole(self, unit: _Unit) -> bytes | None:
        """Returns the part that the bucket has of a unit, if it is whole."""
        line = self._objects.get(unit.ledger)
        if line is None:
            return None
        part = b"".join([line, *(self._objects.get(name) or b"" for name in unit.files)])
        return part if _native.answers_errand(unit.errand, part) else None

    def _played(self, unit: _Unit) -> bytes | None:
        """Has a unit played and puts it into the bucket; None if somebody else is playing it."""
        if not self._claim(unit.claim):
            return None
        self._playing.add(unit.claim)
        try:
            # Somebody else may have ended it just now.
            return self._whole(unit) or self._put(unit, self._play(unit))
        finally:
            self._playing.discard(unit.claim)
            # It would become void anyway.
            with suppress(RunError):
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
        # Somebody else is putting it there too, or died while doing so.
        for _ in range(3):
            if there := self._whole(unit):
                return there
            time.sleep(PAUSE)
        for name, content in objects.items():
            self._objects.put(name, content)
        return self._whole(unit) or part

    def _claim(self, claim: str) -> bool:
        """Makes a claim; returns False while somebody else has it."""
        if self._objects.create(claim, self._mark()):
            return True
        version, now = self._objects.version(claim), time.monotonic()
        known, since = self._claims.get(claim, (None, now))
        if version is None or known != version:
            self._claims[claim] = (version or "", now)
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
