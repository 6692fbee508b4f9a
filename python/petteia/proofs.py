"""What can be proved: endgame tables, fortresses, and games that are draws."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from os import PathLike
from typing import Literal

import polars as pl

from petteia import _native
from petteia._native import Game, Outcome, Rules
from petteia.types import GameLike, Side

Value = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class ProbedMove:
    """A move and its value for the player who makes it.

    Attributes:
        move: The move.
        value: ``"win"``, ``"draw"`` or ``"loss"`` with best play.
        plies: Plies to the next capture or the end of the game; None for a draw.
    """

    move: str
    value: Value
    plies: int | None


@dataclass(frozen=True)
class Probe:
    """The value of a position for the side to move, with best play and without limits.

    Attributes:
        value: ``"win"``, ``"draw"`` or ``"loss"``.
        plies: Plies to the next capture or the end of the game; None for a draw.
        outcome: How the game ended, if it is over.
        moves: The legal moves, best first; empty if the game is over.
    """

    value: Value
    plies: int | None
    outcome: Outcome | None
    moves: list[ProbedMove]


class Endgame:
    """The endgame tables of an ending and of all endings that captures lead to."""

    def __init__(self, tables: _native.Endgame):
        self._tables = tables

    def __repr__(self) -> str:
        return f"<endgame tables of {self.rules.name}, {self.pieces}>"

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._tables.rules

    @property
    def pieces(self) -> str:
        """The pieces of White and Black, such as ``"4v1"``."""
        return self._tables.pieces

    def probe(self, position: str | Game) -> Probe:
        """Returns the value of a position and of its moves.

        Raises:
            PositionError: The text is not a position of the game.
            ProofError: The tables do not contain the position, or are those of another game.
        """
        if isinstance(position, Game):
            self._tables.check_rules(position.rules)
        text = position.position if isinstance(position, Game) else position
        (value, plies), outcome, moves = self._tables.probe(text)
        return Probe(value, plies, outcome, [ProbedMove(*move) for move in moves])

    def census(self) -> pl.DataFrame:
        """Returns how many placements are won, drawn and lost, one row for each ending and side to move.

        The columns are those of the table ``endgames`` in docs/tables.md.
        """
        table = pl.DataFrame(json.loads(self._tables.rows()), infer_schema_length=None)
        shares = ["won_share", "drawn_share", "lost_share"]
        parts = ["variant_label", "base", "switches"]
        return table.with_columns(pl.col("side").cast(pl.String)).select(pl.exclude(*parts, *shares), *shares)


def endgame(game: GameLike, pieces: str, *, folder: str | PathLike[str] | None = None, memory: float = 2.0) -> Endgame:
    """Returns the endgame tables of an ending. They are computed on the first use, which takes seconds to hours.

        >>> tables = petteia.endgame("city-8+edge", "2v1")
        >>> tables.probe("8/8/8/8/2sS4/8/8/1S6 w 0,0 7,6 0 20").value
        'win'

    Ctrl-C stops the computation.

    Args:
        game: The game.
        pieces: The pieces of White and Black, such as ``"4v1"``, or ``"L2v3"`` with a leader.
        folder: Where tables are kept; by default where agents keep those that they compute on demand: in the folder
            named by the environment variable ``PETTEIA_CACHE``, or in the user's cache. Folders of ``petteia prove``
            can be used.
        memory: The most memory for tables, in GiB.

    Raises:
        ProofError: The rules or the pieces are not covered, or the tables need more memory.
    """
    return Endgame(_native.endgame(game, pieces, folder, memory))


@dataclass(frozen=True)
class Fortress:
    """Whether a side has a fortress: pieces that can never be captured, of which one can always move.

    Attributes:
        side: The side.
        verdict: ``"fortress"``, ``"none"`` or ``"not_covered"``.
        wall: The squares of the pieces that never move.
        waiting: The moves with which the side waits, as ``"a1-b1"``.
        again: The number of the move, from 0, from which they repeat.
        dangers: How the side could still lose the game, in words.
        holding: Without a fortress, the squares of the pieces that would hold.
        failing: Without a fortress, the squares of all other pieces, each with the reason why it does not hold.
        reason: Why there is no fortress, or why the case is not covered.
    """

    side: Side
    verdict: Literal["fortress", "none", "not_covered"]
    wall: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    again: int = 0
    dangers: list[str] = field(default_factory=list)
    holding: list[str] = field(default_factory=list)
    failing: list[tuple[str, str]] = field(default_factory=list)
    reason: str | None = None

    def __bool__(self) -> bool:
        return self.verdict == "fortress"


def fortress(game: Game | GameLike, side: Side) -> Fortress:
    """Returns whether a side has a fortress in a position; experiments/studies/fortresses.md has the definitions.

        >>> game = petteia.Game("city-8", "8/8/8/8/3s4/8/SSSS4/1S6 w 0,0 0,0 0 0")
        >>> bool(petteia.fortress(game, "white"))
        False

    Args:
        game: The game with its position, or the start of a game.
        side: ``"white"`` or ``"black"``.
    """
    found = json.loads(_native.fortress(game, side))
    known = {name: value for name, value in found.items() if value is not None}
    known["failing"] = [(entry["square"], entry["reason"]) for entry in known.get("failing", [])]
    return Fortress(**known)


@dataclass(frozen=True)
class Formation:
    """A fortress.

    Attributes:
        wall: The squares of the pieces that never move.
        waiting: The moves with which the side waits, as ``"a1-b1"``.
        again: The number of the move, from 0, from which they repeat.
        leader: The square of the leader, if it is one of the pieces.
    """

    wall: list[str]
    waiting: list[str]
    again: int
    leader: str | None


@dataclass(frozen=True)
class SmallestFortress:
    """The smallest fortresses of a game.

    Attributes:
        pieces: Their number of pieces.
        formations: All kinds up to the symmetries of the board.
    """

    pieces: int
    formations: list[Formation]


def smallest_fortress(game: GameLike, side: Side = "white", most: int | None = None) -> SmallestFortress | None:
    """Returns the smallest fortresses of a side, or None if no fortress has at most `most` pieces.

        >>> petteia.smallest_fortress("city-8").pieces
        4

    Args:
        game: The game.
        side: The side.
        most: The most pieces; by default those with which the side begins.

    Raises:
        ProofError: The rules are not covered.
    """
    found = json.loads(_native.smallest_fortress(game, side, most))
    if found["pieces"] is None:
        return None
    return SmallestFortress(found["pieces"], [Formation(**formation) for formation in found["examples"]])


def proved_draw(game: GameLike) -> bool:
    """Returns whether a theorem says that a game is a draw with best play; False if no theorem is known.

    It is a draw only if some limit but `turn_cap` ends a game that nobody wins.

    >>> petteia.proved_draw("city-8"), petteia.proved_draw("city-8+vagi")
    (True, False)
    """
    return _native.proved_draw(game) is not None
