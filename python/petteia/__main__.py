"""The program: ``python -m petteia`` and the command ``petteia``."""

import itertools
import signal
import sys
import sysconfig
from pathlib import Path
from typing import Any

from petteia import RunError, _native
from petteia.buckets import Bucket, is_address
from petteia.runs import NOT_FRESH, check_file, errands_to
from petteia.types import MOST_THREADS

#: The commands that play what a bucket lacks, begin a run there, change what it has, and work there at all.
_PLAYING = ("run", "search")
_BEGINNING = (*_PLAYING, "merge")
_WRITING = (*_BEGINNING, "report")
_KNOWN = (*_WRITING, "status", "compare", "claims", "verify", "replay")


def main() -> int:
    """Runs the program with the arguments of the command line, and returns its exit status."""
    # `python -m petteia` has no script of its own; scripts for a cluster name the one that is installed with it.
    is_module = Path(sys.argv[0]).name == "__main__.py"
    program = Path(sysconfig.get_path("scripts")) / "petteia" if is_module else Path(sys.argv[0]).absolute()
    arguments = [str(program), *sys.argv[1:]]
    addresses = [address for argument in arguments[2:] for address in _addresses(argument, arguments[1])]
    if not addresses:
        return _program(arguments)
    buckets: dict[str, Bucket] = {}
    try:
        # What is wrong before the program begins is the input.
        status = 2
        _check(arguments, addresses)
        threads = _threads(arguments)
        # Longer ones first: one may be the beginning of another.
        for address in sorted(set(addresses), key=len, reverse=True):
            buckets[address] = Bucket(address, threads)
            buckets[address].fetch(parts=arguments[1] not in _PLAYING)
            if arguments[1] not in _BEGINNING and not (buckets[address].folder / "manifest.json").is_file():
                raise RunError(f"there is no run in {address}")
        status = 1
        return _with_buckets(arguments, buckets, buckets[addresses[0]])
    except RunError as error:
        print(f"petteia: {error}", file=sys.stderr)
        return status
    except KeyboardInterrupt:
        print("petteia: stopped", file=sys.stderr)
        return 130
    finally:
        for bucket in buckets.values():
            bucket.close()


def _program(*call: Any) -> int:
    # The program stops its games itself.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return _native.main(*call)
    finally:
        signal.signal(signal.SIGINT, before)


def _addresses(argument: str, command: str) -> list[str]:
    """Returns the address of a bucket in an argument such as ``--out=s3://lab/mine``, if it has one."""
    value = argument.partition("=")[2] if argument.startswith("--") and "=" in argument else argument
    if not is_address(value):
        return []
    # `compare` has the name of a variant after it, as in `s3://lab/mine:city-8`.
    scheme, _, place = value.partition("://")
    return [f"{scheme}://{place.partition(':')[0]}" if command == "compare" else value]


def _check(arguments: list[str], addresses: list[str]) -> None:
    """Refuses what does not work in buckets."""
    if arguments[1] not in _KNOWN:
        raise RunError(f"`petteia {arguments[1]}` does not work in buckets; {', '.join(_KNOWN)} do")
    if "--fresh" in arguments:
        raise RunError(NOT_FRESH)
    if arguments[1] in _PLAYING:
        for file in arguments[2:]:
            check_file(file)


def _threads(arguments: list[str]) -> int | None:
    """Returns the number of threads that the arguments ask for; the program says if it is none."""
    given = [value for name, value in itertools.pairwise(arguments) if name == "--threads"]
    given += [argument.partition("=")[2] for argument in arguments if argument.startswith("--threads=")]
    return int(given[0]) if given and given[0].isdecimal() and 0 < int(given[0]) <= MOST_THREADS else None


def _with_buckets(arguments: list[str], buckets: dict[str, Bucket], target: Bucket) -> int:
    """Runs the program with folders for addresses; the target is that of the run, if the command writes to one."""
    command = arguments[1]
    folders = [(address, str(bucket.folder)) for address, bucket in buckets.items()]
    status = _program(arguments, folders, errands_to(target) if command in _PLAYING else None)
    # A merge that lacks games has joined those that there are.
    if command in _WRITING and (status == 0 or (status, command) == (1, "merge")):
        if (target.folder / "manifest.json").is_file():
            target.push()
    return status


if __name__ == "__main__":
    sys.exit(main())
