"""Matches: which of two agents plays better."""

from __future__ import annotations

from html import escape
from typing import Any

import polars as pl

from petteia import _native
from petteia._native import Error, Rules
from petteia.playing import MOST_GAMES
from petteia.progress import Progress
from petteia.statistics import Estimate, known
from petteia.types import MOST_OPENING, MOST_SEED, MOST_THREADS, AgentLike, GameLike, check


class Match:
    """A match between two agents, in pairs of games with exchanged colours.

    As a table it has one row per game, with columns of the tables ``cells`` and ``games`` in docs/tables.md: `variant`,
    `first`, `second`, `game` (u64, from 0; 0 and 1 are a pair), `is_swapped` (bool), `white`, `black`, `winner`,
    `reason`, `plies` (u32), and how far each side's searches by alpha-beta looked ahead: `depth_white` (f64,
    decisions), `share_odd_depth_white` and `share_no_depth_white` (f64, shares), and the same for Black.
    """

    def __init__(self, match: _native.Games):
        self._match = match

    def __len__(self) -> int:
        return len(self._match)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._match.__arrow_c_stream__(requested_schema)

    @property
    def rules(self) -> Rules:
        """The rules."""
        return self._match.rules

    @property
    def first(self) -> str:
        """The first agent, as text."""
        return self._match.agents[0]

    @property
    def second(self) -> str:
        """The second agent, as text."""
        return self._match.agents[1]

    @property
    def first_wins(self) -> int:
        """Games that the first agent won."""
        return self._match.results[0]

    @property
    def second_wins(self) -> int:
        """Games that the second agent won."""
        return self._match.results[1]

    @property
    def draws(self) -> int:
        """Games drawn."""
        return self._match.results[2]

    @property
    def unfinished(self) -> int:
        """Games stopped at the turn cap; each agent scores half a point."""
        return self._match.results[3]

    @property
    def pairs(self) -> tuple[int, int, int, int, int]:
        """The number of pairs in which the first agent scored 0, ½, 1, 1½ and 2 points."""
        none, half, one, more, two = self._match.pairs
        return none, half, one, more, two

    @property
    def score(self) -> Estimate:
        """Mean score of the first agent per game, from 0 to 1 (Student's t over the pairs; `n` is their number)."""
        return self._estimates()[0]

    @property
    def elo(self) -> Estimate:
        """Advantage of the first agent in Elo points; infinite for a score of 0 or 1."""
        return self._estimates()[1]

    @property
    def draw_rate(self) -> Estimate:
        """Share of games drawn, from 0 to 1 (Wilson)."""
        return known(_native.wilson(self.draws, len(self)))

    def _estimates(self) -> tuple[Estimate, Estimate]:
        found = _native.elo(self._match.pairs)
        assert found is not None, "a match has pairs"
        return Estimate(*found[0]), Estimate(*found[1])

    def to_polars(self) -> pl.DataFrame:
        """Returns the table of games as a polars data frame."""
        return pl.DataFrame(self)

    def _lines(self) -> list[tuple[str, str]]:
        score, elo = self.score, self.elo
        unfinished = f", {self.unfinished} unfinished" if self.unfinished else ""
        return [
            ("first", self.first),
            ("second", self.second),
            ("games", f"{self.first_wins} won, {self.draws} drawn, {self.second_wins} lost{unfinished}"),
            ("score", f"{100 * score.value:.1f} % [{100 * score.low:.1f}, {100 * score.high:.1f}]"),
            ("Elo", f"{elo.value:+.0f} [{elo.low:+.0f}, {elo.high:+.0f}]".replace("inf", "∞")),
        ]

    def __str__(self) -> str:
        lines = [f"{self.rules.name}: {len(self):,} games", *(f"  {name:6}  {text}" for name, text in self._lines())]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<{len(self):,} games of {self.rules.name}: {self.first} against {self.second}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{escape(text)}</td></tr>"
            for name, text in self._lines()
        )
        return f"<table><caption>{escape(self.rules.name)}; 95 % intervals</caption>{rows}</table>"


def match(
    first: AgentLike,
    second: AgentLike,
    game: GameLike = "city-8",
    games: int = 100,
    seed: int = 0,
    *,
    opening: int = 4,
    threads: int = 0,
    progress: bool | None = None,
) -> Match:
    """Plays a match in pairs of games. Both games of a pair start from the same random opening with colours exchanged.

        >>> match = petteia.match("greedy", "random", "city-8+vagi", games=100, seed=1)
        >>> match.score.low > 0.9
        True

    The games are those of ``petteia match`` with the same seed and opening.

    Args:
        first: The first agent, which has White in the first game of each pair; a text or a function, as for `play`.
        second: The second agent.
        game: The game.
        games: The number of games, which is even.
        seed: The seed, from 0 to 2^64 - 1.
        opening: The number of random decisions in an opening.
        threads: The number of threads; 0 for one on each core.
        progress: Whether to show a progress bar; as for `play`.

    Raises:
        RulesError: There is no such game, or its games might never end.
        AgentError: There is no such agent, or it cannot play the game.
        MoveError: A function returned a move that is not legal.
        Error: The opening ends the game.
    """
    check("games", games, 2, MOST_GAMES)
    if games % 2:
        raise Error(f"`games` is {games}; give an even number, since games are played in pairs")
    check("seed", seed, 0, MOST_SEED)
    check("opening", opening, 0, MOST_OPENING)
    check("threads", threads, 0, MOST_THREADS)
    with Progress(games, "games", progress) as shown:
        return Match(_native.play(True, game, first, second, games // 2, seed, opening, threads, shown))
