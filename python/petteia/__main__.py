"""The program: ``python -m petteia`` and the command ``petteia``."""

import re
import signal
import sys
import sysconfig
from pathlib import Path

from petteia import RunError, _native
from petteia.buckets import ADDRESS, Bucket
from petteia.runs import errands_to

#: The commands that play what a bucket lacks, those that begin a run there, and those that change what it has.
_PLAYING = ("run", "search")
_BEGINNING = (*_PLAYING, "merge")
_WRITING = (*_BEGINNING, "report")


def main() -> int:
    """Runs the program with the arguments of the command line, and returns its exit status."""
    # The program stops its games itself.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # `python -m petteia` has no script of its own; scripts for a cluster name the one that is installed with it.
    is_module = Path(sys.argv[0]).name == "__main__.py"
    program = Path(sysconfig.get_path("scripts")) / "petteia" if is_module else Path(sys.argv[0]).absolute()
    arguments = [str(program), *sys.argv[1:]]
    addresses = [address for argument in arguments for address in _addresses(argument)]
    if not addresses:
        return _native.main(arguments)
    try:
        return _with_buckets(arguments, addresses)
    except RunError as error:
        print(f"petteia: {error}", file=sys.stderr)
        return 1


def _addresses(argument: str) -> list[str]:
    """Returns the address of a bucket in an argument such as ``--out=s3://lab/mine``, if it has one."""
    match = re.match(rf"(?:--[\w-]+=)?({ADDRESS.pattern})", argument)
    return [match[1]] if match else []


def _with_buckets(arguments: list[str], addresses: list[str]) -> int:
    """Runs the program with folders for addresses. The first is that of the run, if the command writes to one."""
    command = arguments[1]
    if "--fresh" in arguments:
        raise RunError(f"--fresh deletes nothing in buckets: delete what is in {addresses[0]} yourself")
    threads = re.search(r"--threads[ =](\d+)", " ".join(arguments))
    # Longer ones first: one may be the beginning of another.
    ordered = sorted(set(addresses), key=len, reverse=True)
    buckets = {address: Bucket(address, int(threads[1]) if threads else None) for address in ordered}
    for address, bucket in buckets.items():
        bucket.fetch(parts=command not in _PLAYING)
        if command not in _BEGINNING and not (bucket.folder / "manifest.json").is_file():
            raise RunError(f"there is no run in {address}")
    target = buckets[addresses[0]]
    folders = [(address, str(bucket.folder)) for address, bucket in buckets.items()]
    status = _native.main(arguments, folders, errands_to(target) if command in _PLAYING else None)
    # A merge that lacks games has joined those that there are.
    if command in _WRITING and (status == 0 or (status, command) == (1, "merge")):
        target.push()
    return status


if __name__ == "__main__":
    sys.exit(main())
