"""The types of arguments."""

from collections.abc import Callable
from os import PathLike
from typing import Any, Literal, TypeAlias

from petteia._native import Game, Rules

#: A game: a text such as ``"city-8+vagi"``, the path of a game file, a dictionary with the keys of a game file, or rules.
GameLike: TypeAlias = Rules | str | PathLike[str] | dict[str, Any]

#: An agent: a text such as ``"alphabeta:nodes=300"``, or a function that takes a `Game` and returns the text of a move.
AgentLike: TypeAlias = str | Callable[[Game], str]

#: A side.
Side: TypeAlias = Literal["white", "black"]
