"""The types of arguments, and a check of numbers."""

from collections.abc import Callable
from operator import index
from os import PathLike
from typing import Any, Literal, TypeAlias

from petteia._native import Batched, Error, Game, Rules

#: A game: a text such as ``"city-8+vagi"``, the path of a game file, a dictionary with its keys, or rules.
GameLike: TypeAlias = Rules | str | PathLike[str] | dict[str, Any]

#: An agent: a text such as ``"alphabeta:nodes=300"``, or a function that takes a `Game` and returns the text of a
#: move, or `Batched`.
AgentLike: TypeAlias = str | Callable[[Game], str] | Batched

#: A side.
Side: TypeAlias = Literal["white", "black"]

#: The largest seed, the most threads, and the most random decisions of an opening.
MOST_SEED, MOST_THREADS, MOST_OPENING = 2**64 - 1, 1024, 1000


def check(name: str, value: Any, least: int, most: int) -> None:
    """Rejects an argument that is not a whole number in a range.

    Raises:
        Error: It is not; the text says what would be right.
    """
    try:
        fits = least <= index(value) <= most
    except TypeError:
        fits = False
    if not fits:
        raise Error(f"`{name}` is {value!r}; give a whole number from {least} to {most}")
