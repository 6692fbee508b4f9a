"""The program: ``python -m petteia`` and the command ``petteia``."""

import signal
import sys
import sysconfig
from pathlib import Path

from petteia import _native


def main() -> int:
    """Runs the program with the arguments of the command line, and returns its exit status."""
    # `python -m petteia` has no script of its own; scripts for a cluster name the one that is installed with it.
    is_module = Path(sys.argv[0]).name == "__main__.py"
    program = Path(sysconfig.get_path("scripts")) / "petteia" if is_module else Path(sys.argv[0]).absolute()
    # The program stops its games itself.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return _native.main([str(program), *sys.argv[1:]])
    finally:
        signal.signal(signal.SIGINT, before)


if __name__ == "__main__":
    sys.exit(main())
