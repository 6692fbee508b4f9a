"""Progress bars for work that takes longer than a moment."""

import sys
import time
from importlib import import_module
from types import TracebackType
from typing import Any, Self

#: Nothing is shown of work that takes less than this, in seconds.
PATIENCE = 1.0


class Progress:
    """Shows how much of some work is done: in a notebook or on a terminal, with tqdm if it is installed.

    Args:
        total: The amount of work.
        unit: What is counted, such as ``"games"``.
        shown: Whether to show it; None for only where someone is likely to look.
    """

    def __init__(self, total: int, unit: str, shown: bool | None = None):
        self.total, self._unit = total, unit
        self._shown = _is_watched() if shown is None else shown
        self._began = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int) -> None:
        """Shows that this much of the work is done."""
        if not self._shown or (self._bar is None and time.monotonic() - self._began < PATIENCE):
            return
        if self._bar is None:
            self._bar = _bar(self.total, self._unit)
        self._bar.update(done - self._bar.n)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._bar is not None:
            if kind is None:
                self._bar.update(self.total - self._bar.n)
            self._bar.close()


def _is_watched() -> bool:
    if sys.stderr.isatty():
        return True
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def _bar(total: int, unit: str) -> Any:
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        return _Line(total, unit)
    return tqdm(total=total, unit=f" {unit}", leave=False)


class _Line:
    """A line that is written over, for where tqdm is not installed."""

    def __init__(self, total: int, unit: str):
        self.n, self._total, self._unit = 0, total, unit
        self._began = time.monotonic()

    def update(self, more: int) -> None:
        self.n += more
        share = self.n / max(self._total, 1)
        seconds = time.monotonic() - self._began
        left = f", {seconds * (1 - share) / share:.0f} s left" if share > 0 else ""
        filled = round(30 * share)
        bar = "█" * filled + "·" * (30 - filled)
        sys.stderr.write(f"\r{bar} {self.n:,} of {self._total:,} {self._unit}{left}  ")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\x1b[K" if sys.stderr.isatty() else "\n")
        sys.stderr.flush()
