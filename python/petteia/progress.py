"""Progress bars for work that takes longer than a moment."""

import sys
import time
from importlib import import_module
from types import TracebackType
from typing import Any, Self

#: Nothing is shown of work that takes less than this, in seconds.
PATIENCE = 1.0

#: A bar is drawn at most this often, in seconds.
PAUSE = 0.2


class Progress:
    """Shows how much of some work is done: on a terminal or in a notebook, with tqdm if it is installed.

    Args:
        total: The amount of work.
        unit: What is counted, such as ``"games"``.
        shown: Whether to show it; None for only where someone is likely to look.
    """

    def __init__(self, total: int, unit: str, shown: bool | None = None):
        self.total, self._unit = total, unit
        self._shown = (sys.stderr.isatty() or _is_notebook()) if shown is None else shown
        self._began = self._drawn = time.monotonic()
        self._bar: Any = None

    def __enter__(self) -> Self:
        return self

    def __call__(self, done: int, total: int | None = None) -> None:
        """Shows that this much of the work is done, and how much there is if that has changed."""
        self.total = self.total if total is None else total
        now = time.monotonic()
        if not self._shown or now - self._drawn < (PATIENCE if self._bar is None else PAUSE):
            return
        self._drawn = now
        if self._bar is None:
            self._bar = _bar(self.total, self._unit, self._began)
        self._bar.total = self.total
        self._bar.update(done - self._bar.n)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()


def _is_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def _bar(total: int, unit: str, began: float) -> Any:
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ImportError:
        return _Element(total, unit, began) if _is_notebook() else _Line(total, unit, began)
    return tqdm(total=total, unit=f" {unit}", leave=False)


class _Line:
    """A line that is written over, for terminals without tqdm."""

    def __init__(self, total: int, unit: str, began: float):
        self.n, self.total, self._unit, self._began = 0, total, unit, began

    def update(self, more: int) -> None:
        self.n += more
        filled = round(30 * self.n / max(self.total, 1))
        self._draw("█" * filled + "·" * (30 - filled), self._text())

    def _text(self) -> str:
        seconds = (time.monotonic() - self._began) * (self.total - self.n) / self.n if self.n else None
        left = "" if seconds is None else f", {seconds:.0f} s left"
        return f"{self.n:,} of {self.total:,} {self._unit}{left}"

    def _draw(self, bar: str, text: str) -> None:
        sys.stderr.write(f"\r{bar} {text}  ")
        sys.stderr.flush()

    def close(self) -> None:
        sys.stderr.write("\r\x1b[K" if sys.stderr.isatty() else "\n")
        sys.stderr.flush()


class _Element(_Line):
    """The same as an element of a notebook."""

    _handle: Any = None

    def _draw(self, bar: str, text: str) -> None:
        element = f"<progress value='{self.n}' max='{self.total}'></progress> {text}"
        content = {"text/html": element, "text/plain": f"{bar} {text}"}
        if self._handle is None:
            self._handle = import_module("IPython.display").display(content, raw=True, display_id=True)
        else:
            self._handle.update(content, raw=True)

    def close(self) -> None:
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)
