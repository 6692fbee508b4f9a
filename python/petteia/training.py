"""Games for programs that train players: actions with fixed numbers, and the board as each side sees it.

`petteia.pettingzoo` is built on `Episode`, and wrappers for other libraries can be, too.

An action has the same number in all positions, so that what a network learns about it in one position helps in others;
the index of a move in `Game.legal_moves` would mean something else in each. On a board with n squares, counted from 0
along the ranks as in `Game.to_numpy`, the actions are

- ``a * n + b``: the piece on square a goes to square b;
- ``n * n + b``: a stone is placed on square b, or the enemy piece there is removed or huffed;
- ``n * n + n``: a pass, a declined huff or second move, or the end of a chain of leaps.

These are the squares of `Game.moves_to_numpy`, with one difference. Many chains of leaps can have the same ends and
capture different pieces. Each leap is therefore an action, and a side that can leap on
chooses again.
"""

from __future__ import annotations

import copy
import re
from collections import defaultdict
from itertools import pairwise
from typing import Any

import numpy

from petteia._native import Game, MoveError
from petteia.types import Side

#: The name of a square in the text of a move.
SQUARE = re.compile(r"[a-x]\d+")


class Episode:
    """A game that is played by the numbers of actions.

        >>> episode = Episode(petteia.Game("city-8"))
        >>> episode.take(0 * 64 + 32)
        >>> episode.game.moves, episode.shape, episode.action_count
        (['a1-a5'], (7, 8, 8), 4161)

    Attributes:
        game: The game. Moves and rolls are made with `take` and `roll`.
        shape: The shape of the planes.
        action_count: The number of actions on this board, legal or not.
        faces: The faces of the die, 0 in games without one.
    """

    def __init__(self, game: Game):
        rules, fields = game.rules, game.rules.fields
        self.game = game
        self.faces: int = fields["die"] or 0
        self.shape = (8 if self.faces else 7, rules.ranks, rules.files)
        self._squares = rules.ranks * rules.files
        self.action_count = self._squares * (self._squares + 1) + 1
        self._inciti: bool = fields["inciti"]
        self._has_leaps = fields["movement"] == "leap"
        # The squares of a chain that has begun.
        self._chain: list[int] = []
        self._moves = self._find_moves()

    @property
    def actions(self) -> list[int]:
        """The legal actions in ascending order; none if the game is over or the die must be rolled first."""
        return list(self._moves)

    def mask(self) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.int8]]:
        """Returns for each action whether it is legal, as 0 or 1."""
        mask = numpy.zeros(self.action_count, numpy.int8)
        mask[self.actions] = 1
        return mask

    def planes(self, side: Side) -> numpy.ndarray[tuple[int, int, int], numpy.dtype[numpy.uint8]]:
        """Returns the position as numbers, in the `shape` of the episode.

        The planes are those of `Game.to_numpy` with the pieces of `side` first, whoever is to move. In the middle of a
        chain the stone stands where it has landed, and the pieces that it has crossed are gone. Games with a die have
        an eighth plane filled with the face, or with 0 where none shows.
        """
        planes = self.game.to_numpy()
        squares = planes.reshape(len(planes), -1)
        for start, end in pairwise(self._chain):
            crossed = (start + end) // 2
            squares[:3, [start, end]] = squares[:3, [end, start]]
            squares[3:6, crossed] = 0
            squares[6, crossed] = self._inciti
        if side != self.game.side:
            planes = planes[[3, 4, 5, 0, 1, 2, 6]]
        if self.faces:
            face = numpy.full((1, *self.shape[1:]), self.game.die or 0, numpy.uint8)
            planes = numpy.concatenate([planes, face])
        return planes

    def text(self, action: int) -> str:
        """Returns a legal action as text: the move, or as much of a chain as it makes."""
        moves = self._legal(action)
        if len(moves) == 1:
            return moves[0]
        return "x".join(SQUARE.findall(moves[0])[: self._next])

    def take(self, action: int) -> None:
        """Makes a legal action.

        Raises:
            MoveError: The action is not legal.
        """
        moves = self._legal(action)
        if len(moves) == 1:
            self.game.play(moves[0])
            self._chain = []
        else:
            self._chain = self._path(moves[0])[: self._next]
        self._moves = self._find_moves()

    def roll(self, face: int | None = None) -> int:
        """Rolls the die as `Game.roll` does, and returns the face."""
        rolled = self.game.roll(face)
        self._moves = self._find_moves()
        return rolled

    @property
    def _next(self) -> int:
        """The number of squares of a chain after the next leap."""
        return max(len(self._chain), 1) + 1

    def _legal(self, action: int) -> list[str]:
        """Returns the moves that can begin with a legal action."""
        if action not in self._moves:
            raise MoveError(f"the action {action} is not legal here; choose one of `actions`")
        return self._moves[action]

    def _find_moves(self) -> dict[int, list[str]]:
        """Returns the legal moves by the number of their next action, in ascending order."""
        moves = self.game.legal_moves
        if self._has_leaps:
            paths = {move: self._path(move) for move in moves}
            begun = len(self._chain)
            pairs = [(self._number(path), move) for move, path in paths.items() if path[:begun] == self._chain]
        else:
            ends = self.game.moves_to_numpy().astype(int)
            ends[ends < 0] = self._squares
            pairs = list(zip((ends @ (self._squares, 1)).tolist(), moves, strict=True))
        found = defaultdict(list)
        for number, move in sorted(pairs):
            found[number].append(move)
        return dict(found)

    def _path(self, move: str) -> list[int]:
        """Returns the squares of a move."""
        files = self.shape[2]
        return [(int(name[1:]) - 1) * files + ord(name[0]) - ord("a") for name in SQUARE.findall(move)]

    def _number(self, path: list[int]) -> int:
        """Returns the number of the next action of a move with these squares."""
        match path[max(len(self._chain) - 1, 0) :]:
            case [start, end, *_]:
                return start * self._squares + end
            case [square] if not self._chain:
                return self._squares**2 + square
            case _:
                return self._squares**2 + self._squares

    def __str__(self) -> str:
        files = self.shape[2]
        chain = "x".join(f"{chr(ord('a') + square % files)}{square // files + 1}" for square in self._chain)
        return f"{self.game}; leaping {chain}" if chain else str(self.game)

    def __deepcopy__(self, _memo: Any) -> Episode:
        # The chain and the moves are replaced, never changed.
        other = copy.copy(self)
        other.game = self.game.copy()
        return other
