"""Plays many games."""

from __future__ import annotations

from typing import Any

import polars as pl

from petteia import _native
from petteia._native import Game, Rules
from petteia.progress import Progress
from petteia.statistics import Summary, summary
from petteia.types import MOST_OPENING, MOST_SEED, MOST_THREADS, AgentLike, GameLike, check

#: The most games of a table, which is kept in memory and then needs about 10 GB; `petteia.run` plays more.
MOST_GAMES = 100_000_000


class Games:
    """Games between two agents, one row each.

    The columns are those of the tables ``cells`` and ``games`` in docs/tables.md: `variant`, `white`,
    `black`, `game` (u64, from 0), `seed` (u64), `winner` (``"white"``, ``"black"`` or null), `reason`, `adjudicated`
    (bool), `plies` (u32), `captures_white` and `captures_black` (u32, stones), `first_capture_ply` (u32, from 1, or
    null), `mean_branching` (f64, legal decisions), `final_white` and `final_black` (u32, pieces), `coins_white` and
    `coins_black` (u32, or null without stakes), `depth_white` and `depth_black` (f64, decisions, or null without a
    search by alpha-beta), `share_odd_depth_white` and `share_odd_depth_black` (f64, the share of searches that
    completed an odd number of decisions), `share_no_depth_white` and `share_no_depth_black` (f64, the share of searches
    that completed no ply).

    Every library that reads Arrow streams can take it: ``polars.DataFrame(games)``, ``pyarrow.table(games)``,
    ``pandas.DataFrame.from_arrow(games)``.
    """

    def __init__(self, games: _native.Games):
        self._games = games

    def __len__(self) -> int:
        return len(self._games)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._games.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<{len(self):,} games of {self.rules.name}: {self.white} v {self.black}, seed {self.seed}>"

    def _repr_html_(self) -> str | None:
        return self.summary()._repr_html_() if len(self) else None

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._games.rules

    @property
    def white(self) -> str:
        """White's agent, as text."""
        return self._games.agents[0]

    @property
    def black(self) -> str:
        """Black's agent, as text."""
        return self._games.agents[1]

    @property
    def seed(self) -> int:
        """The seed of all games."""
        return self._games.seed

    @property
    def opening(self) -> int:
        """The number of random decisions before the agents play."""
        return self._games.opening

    def to_polars(self) -> pl.DataFrame:
        """Returns the table as a polars data frame."""
        return pl.DataFrame(self)

    def to_pandas(self) -> Any:
        """Returns the table as a pandas data frame, which needs pandas and pyarrow."""
        return self.to_polars().to_pandas()

    def summary(self) -> Summary:
        """Returns what the games show, each number with its 95 % interval."""
        return summary(self)

    def replay(self, game: int) -> Game:
        """Returns a game of the table, played again, at its end.

        >>> games = petteia.play("city-8", "greedy", games=10, seed=1)
        >>> game = games.replay(3)
        >>> game.turn == games.to_polars()["plies"][3]
        True
        """
        return self._games.replay(game)


def play(
    game: GameLike,
    white: AgentLike = "random",
    black: AgentLike | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    opening: int = 0,
    threads: int = 0,
    progress: bool | None = None,
) -> Games:
    """Plays games on all cores, and returns them as a table.

        >>> games = petteia.play("city-8", "greedy", "random", games=100, seed=7)
        >>> len(games), games.to_polars()["winner"].value_counts(sort=True)["winner"][0]
        (100, 'white')

    The same arguments give the same games, on any number of threads, and the same games as the cell of an experiment
    with this variant, these agents, this seed and this opening. Ctrl-C stops them.

    Args:
        game: The game.
        white: White's agent. A function takes a `Game` and returns the text of one of its `legal_moves`; it is not
            asked where only one move is legal. It should take all its randomness from the `seed` of the game that it is
            given. What it raises stops the games and is raised here.
        black: Black's agent; the same as White's by default.
        games: The number of games.
        seed: The seed of all games, from 0 to 2^64 - 1.
        opening: The number of random decisions before the agents play, so that agents without randomness do not repeat
            one game.
        threads: The number of threads; 0 for one on each core. Functions play one at a time in any case, and `Batched`
            ones as many games at a time as they want.
        progress: Whether to show a progress bar; by default on terminals and in notebooks, if it takes over a second.

    Raises:
        RulesError: There is no such game, or its games might never end.
        AgentError: There is no such agent, or it cannot play the game.
        MoveError: A function returned a move that is not legal.
    """
    check("games", games, 1, MOST_GAMES)
    check("seed", seed, 0, MOST_SEED)
    check("opening", opening, 0, MOST_OPENING)
    check("threads", threads, 0, MOST_THREADS)
    with Progress(games, "games", progress) as shown:
        black = white if black is None else black
        return Games(_native.play(False, game, white, black, games, seed, opening, threads, shown))
