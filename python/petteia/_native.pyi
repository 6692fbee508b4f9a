"""The engine, the players and the proofs, in Rust. The names without an underscore in `petteia` are for users."""

from collections.abc import Callable, Iterable
from os import PathLike
from pathlib import Path
from typing import Any, Literal, final

import numpy

from petteia.thoughts import Thought
from petteia.types import AgentLike, GameLike, Side

__all__ = [
    "AgentError",
    "Error",
    "MoveError",
    "PositionError",
    "ProofError",
    "RulesError",
    "RunError",
    "Batched",
    "Endgame",
    "Game",
    "Games",
    "Outcome",
    "Rules",
    "agents",
    "checked_parts",
    "compare",
    "elo",
    "endgame",
    "execute",
    "fortress",
    "games",
    "main",
    "manifest",
    "mean",
    "median",
    "play",
    "play_remote_job",
    "proved_draw",
    "smallest_fortress",
    "tango",
    "wilson",
]

class Error(ValueError):
    """Something that petteia cannot use; the text says what would be right."""

class RulesError(Error):
    """There is no such game, or its rules make no sense."""

class PositionError(Error):
    """A text is not a position or a record of the game."""

class MoveError(Error):
    """A move is not legal, or no move can be made."""

class AgentError(Error):
    """There is no such agent, or it cannot play the game."""

class ProofError(Error):
    """The rules or pieces are not covered by a proof."""

class RunError(Error):
    """A run cannot be read or played."""

@final
class Rules:
    """The rules of a game, with its name. `petteia.rules` makes them."""

    def __new__(cls, game: GameLike) -> Rules: ...
    @property
    def name(self) -> str:
        """The name with its switches, as in tables and figures."""

    @property
    def files(self) -> int:
        """The number of files of the board."""

    @property
    def ranks(self) -> int:
        """The number of ranks of the board."""

    @property
    def start(self) -> str:
        """The text of the start position."""

    @property
    def sides_are_equal(self) -> bool:
        """Whether both sides have the same pieces, start and rules, so that they differ only in who moves first."""

    @property
    def fields(self) -> dict[str, Any]:
        """The rules as a dictionary with the fields of docs/own-games.md. A field that is off is `None`; rare fields
        are left out where they have their usual value."""

    @property
    def sections(self) -> list[tuple[str, list[str]]]:
        """The rules in plain words: a list of a topic and its sentences."""

    def explain(self) -> str:
        """Returns the rules in plain words, as `petteia games` prints them."""

    def toml(self) -> str:
        """Returns the rules as the text of a game file, with a comment on every field."""

    def with_switches(self, switches: str) -> Rules:
        """Returns the game with more switches, such as `"+vagi-edge"`."""

    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Outcome:
    """How a game ended."""

    @property
    def winner(self) -> Side | None:
        """`"white"`, `"black"`, or `None` for a drawn or unfinished game."""

    @property
    def reason(self) -> str:
        """What ended the game, such as `"bare"`; docs/tables.md lists the names with the columns `reason_NAME`."""

    @property
    def is_unfinished(self) -> bool:
        """Whether the game was stopped at the turn cap: it scores ½ like a draw, but is counted separately."""

    @property
    def score(self) -> float:
        """White's score: 1 for a win, ½ for a draw or an unfinished game, 0 for a loss."""

    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    """A game in progress, with its history."""

    def __new__(cls, game: GameLike | None = None, position: str | None = None, seed: int = 0) -> Game: ...
    @staticmethod
    def from_record(text: str) -> Game:
        """Reads the record of a game, as the program writes it, and replays it."""

    def record(self, white: str = "unknown", black: str = "unknown") -> str:
        """Returns the record of the game, which `from_record` and `petteia replay` read."""

    @property
    def rules(self) -> Rules:
        """The rules."""

    @property
    def seed(self) -> int:
        """The seed of the rolls and of the choices of agents."""

    @property
    def position(self) -> str:
        """The text of the position, with the side to move and all counts."""

    @property
    def start(self) -> str:
        """The text of the position from which the game began."""

    @property
    def pieces(self) -> dict[str, str]:
        """The pieces by the name of their square: `S` a stone, `V` a vagus, `A` an alligatus, `L` a leader, Black's in
        lower case; `#` an incitus."""

    @property
    def side(self) -> Side:
        """The side to move, `"white"` or `"black"`."""

    @property
    def turn(self) -> int:
        """The number of completed turns, in plies."""

    @property
    def clock(self) -> int:
        """The number of turns since the last capture."""

    @property
    def hands(self) -> tuple[int, int]:
        """The pieces that White and Black have yet to place."""

    @property
    def captured(self) -> tuple[int, int]:
        """The stones captured by White and by Black."""

    @property
    def die(self) -> int | None:
        """The face that the die shows in this turn, or `None`."""

    @property
    def awaits_roll(self) -> int | None:
        """The number of faces of the die if it must be rolled before the next move, otherwise `None`."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or `None` while it is in progress."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves as texts; none if the game is over or the die must be rolled first."""

    @property
    def moves(self) -> list[str]:
        """The moves and rolls so far, as texts; a roll is `d` with the face."""

    def play(self, move: str) -> list[str]:
        """Makes a move given as text, and returns the squares that lost a piece."""

    def captures(self, move: str) -> list[str]:
        """Returns the squares that would lose a piece by a move."""

    def roll(self, face: int | None = None) -> int:
        """Rolls the die, and returns the face: the given one, or that of the seed."""

    def undo(self, steps: int = 1) -> None:
        """Takes back moves and rolls, one by default."""

    def choose(self, agent: AgentLike, seed: int | None = None) -> str:
        """Returns the move that an agent chooses here; the same seed gives the same move."""

    def analyse(self, agent: AgentLike, seed: int | None = None) -> Thought:
        """Returns what an agent thinks of the position, as a `petteia.Thought`; the same seed gives the same
        thought."""

    def to_numpy(self) -> numpy.ndarray[tuple[int, int, int], numpy.dtype[numpy.uint8]]:
        """Returns the position as numbers, as an array of numpy with the shape (7, ranks, files) and the values 0 and
        1: stones, turned stones (vagi or alligati) and leaders of the side to move, those of the other side, and dead
        squares. Rank 1 and file a come first."""

    def moves_to_numpy(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int16]]:
        """Returns the legal moves as numbers, in the order of `legal_moves`, as an array of numpy with the shape
        (moves, 2): the square from which a move begins and that on which it ends, counted from 0 along the ranks, or -1
        where it has none. Two chains of leaps may have the same ends."""

    def playouts(self, games: int = 100, seed: int = 0) -> tuple[int, int, int]:
        """Plays random games from here on all cores, and returns how many White won, how many nobody won, and how many
        Black won. The same seed gives the same games."""

    def copy(self) -> Game:
        """Returns a copy of the game, which can be played on independently."""

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def _repr_svg_(self) -> str: ...

@final
class Games:
    @property
    def rules(self) -> Rules: ...
    @property
    def agents(self) -> list[str]: ...
    @property
    def seed(self) -> int: ...
    @property
    def opening(self) -> int: ...
    @property
    def results(self) -> tuple[int, int, int, int]: ...
    @property
    def pairs(self) -> list[int]: ...
    def __len__(self) -> int: ...
    def replay(self, game: int) -> Game: ...
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...

@final
class Batched:
    """An agent that is asked for the moves of many games at once: a function that takes a list of games and returns as
    many moves."""

    def __new__(cls, function: Callable[[list[Game]], Iterable[str]], most: int = 256) -> Batched: ...
    @property
    def most(self) -> int:
        """The most games that it is asked about at a time, which is also the number of games that are played at a
        time."""

_Value = Literal["win", "draw", "loss"]

@final
class Endgame:
    @property
    def rules(self) -> Rules: ...
    @property
    def pieces(self) -> str: ...
    def probe(
        self, position: str
    ) -> tuple[tuple[_Value, int | None], Outcome | None, list[tuple[str, _Value, int | None]]]: ...
    def check_rules(self, rules: Rules) -> None: ...
    def rows(self) -> str: ...

_Estimate = tuple[float, float, float, int]

def games() -> str: ...
def agents() -> str: ...
def play(
    in_pairs: bool,
    game: GameLike,
    first: AgentLike,
    second: AgentLike,
    number: int,
    seed: int,
    opening: int,
    threads: int,
    progress: Any,
) -> Games: ...
def endgame(game: GameLike, pieces: str, folder: str | PathLike[str] | None = None, memory: float = 2.0) -> Endgame: ...
def fortress(game: Game | GameLike, side: Side) -> str: ...
def smallest_fortress(game: GameLike, side: Side, most: int | None = None) -> str: ...
def proved_draw(game: GameLike) -> str | None: ...
def wilson(successes: int, n: int) -> _Estimate | None: ...
def tango(white: int, black: int, n: int) -> _Estimate | None: ...
def mean(values: list[int]) -> _Estimate | None: ...
def median(values: list[int]) -> _Estimate | None: ...
def elo(pairs: tuple[int, int, int, int, int] | list[int]) -> tuple[_Estimate, _Estimate] | None: ...
def compare(
    quantity: str, base: dict[str, Any], others: list[dict[str, Any]]
) -> list[tuple[_Estimate, _Estimate, float, float] | None]: ...
def main(arguments: list[str]) -> int: ...
def execute(arguments: list[str], progress: Any, executor: tuple[Callable[[str], Any], int] | None = None) -> None: ...
def play_remote_job(job: str) -> bytes: ...
def manifest(folder: str | PathLike[str]) -> str: ...
def checked_parts(folder: str | PathLike[str]) -> list[tuple[Path, int, int, int]]: ...
