"""What games show, each number with its 95 % interval, by the statistics of the program."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, Literal, TypeAlias

import polars as pl

from petteia import _native
from petteia._native import Error


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval.

    Attributes:
        value: The estimate.
        low: The lower end of the interval; -inf if the observations do not determine it.
        high: The upper end of the interval; inf if the observations do not determine it.
        n: The number of observations.
    """

    value: float
    low: float
    high: float
    n: int

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:.4g} [{self.low:.4g}, {self.high:.4g}]"

    @property
    def excludes_zero(self) -> bool:
        """Whether zero is outside the interval."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Summary:
    """What the games of one cell show. The names are those of the table ``summary`` in docs/tables.md.

    Attributes:
        variant: The game with its switches.
        white: White's agent.
        black: Black's agent.
        games: The number of games.
        draw_rate: Share of games drawn, from 0 to 1 (Wilson).
        white_rate: Share of games that White won, from 0 to 1 (Wilson).
        black_rate: Share of games that Black won, from 0 to 1 (Wilson).
        unfinished_rate: Share of games stopped at the turn cap, from 0 to 1 (Wilson).
        decisive_rate: Share of games won on the board rather than by adjudication, from 0 to 1 (Wilson).
        first_move_advantage: White's mean score minus one half, from -0.5 to 0.5 (Tango). If the sides differ, or two
            different agents play, it is not the value of the first move. With ``swap``, the summary of a run has that
            of the player who moves first; this one does not tell players from sides.
        plies_median: Median length in plies.
        plies_mean: Mean length in plies (Student); None for a single game.
        reasons: The number of games that ended for each reason.
    """

    variant: str
    white: str
    black: str
    games: int
    draw_rate: Estimate
    white_rate: Estimate
    black_rate: Estimate
    unfinished_rate: Estimate
    decisive_rate: Estimate
    first_move_advantage: Estimate
    plies_median: Estimate
    plies_mean: Estimate | None
    reasons: dict[str, int]

    def row(self) -> dict[str, Any]:
        """Returns the columns of the table ``summary``, for a table of several summaries."""
        row: dict[str, Any] = {}
        for name, value in vars(self).items():
            if isinstance(value, Estimate):
                row |= {name: value.value, f"{name}_low": value.low, f"{name}_high": value.high}
            elif name != "reasons":
                row[name] = value
        return row | {f"reason_{name}": number for name, number in self.reasons.items()}

    def _lines(self) -> list[tuple[str, str]]:
        def percent(share: Estimate) -> str:
            return f"{100 * share.value:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"

        points = self.first_move_advantage
        lines = [
            ("draws", percent(self.draw_rate)),
            ("White won", percent(self.white_rate)),
            ("Black won", percent(self.black_rate)),
            (
                "White's advantage",
                f"{100 * points.value:+.1f} points [{100 * points.low:+.1f}, {100 * points.high:+.1f}]",
            ),
            (
                "plies, median",
                f"{self.plies_median.value:g} [{self.plies_median.low:g}, {self.plies_median.high:g}]",
            ),
        ]
        if self.unfinished_rate.value > 0:
            lines.insert(3, ("unfinished", percent(self.unfinished_rate)))
        return lines

    def _title(self) -> str:
        agents = self.white if self.white == self.black else f"{self.white} v {self.black}"
        return f"{self.variant}, {agents}: {self.games:,} games"

    def __str__(self) -> str:
        width = max(len(name) for name, _ in self._lines())
        return "\n".join([self._title(), *(f"  {name:{width}}  {text}" for name, text in self._lines())])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{name}</th><td>{text}</td></tr>" for name, text in self._lines()
        )
        return f"<table><caption>{escape(self._title())}; 95 % intervals</caption>{rows}</table>"


def summary(games: Any) -> Summary:
    """Returns what games show.

        >>> games = petteia.play("city-8+vagi", "greedy", games=200, seed=1)
        >>> print(petteia.summary(games))
        city-8+vagi, greedy: 200 games
          draws              0.0 % [0.0, 1.9]
          White won          49.0 % [42.2, 55.9]
          Black won          51.0 % [44.1, 57.8]
          White's advantage  -1.0 points [-7.8, +5.9]
          plies, median      42 [41, 44]

    Args:
        games: `Games`, or a table with the columns of the table ``games`` in docs/tables.md whose rows have one variant
            and one pairing of agents.

    Raises:
        Error: There are no games, games of several cells, or a column is missing.
    """
    table = _table(games)
    cells = table.select("variant", "white", "black").unique()
    if len(cells) != 1:
        raise Error(f"a summary is of one variant and one pairing; this table has {len(cells)}; filter it first")
    variant, white, black = cells.row(0)
    counts = _counts(table)
    n = len(table)

    def share(successes: int) -> Estimate:
        return known(_native.wilson(successes, n))

    plies = table["plies"].to_list()
    mean = _native.mean(plies)
    ended = table.group_by("reason").len().sort("len", "reason", descending=[True, False])
    return Summary(
        variant=variant,
        white=white,
        black=black,
        games=n,
        draw_rate=share(counts["draws"]),
        white_rate=share(counts["white"]),
        black_rate=share(counts["black"]),
        unfinished_rate=share(counts["unfinished"]),
        decisive_rate=share(counts["decisive"]),
        first_move_advantage=known(_native.tango(counts["white"], counts["black"], n)),
        plies_median=known(_native.median(plies)),
        plies_mean=None if mean is None else Estimate(*mean),
        reasons=dict(ended.iter_rows()),
    )


def known(numbers: tuple[float, float, float, int] | None) -> Estimate:
    """Returns the estimate from at least one game."""
    assert numbers is not None, "there is at least one game"
    return Estimate(*numbers)


#: What `compare` compares.
Quantity: TypeAlias = Literal["draws", "decisive", "first_move_difference", "length"]

#: The columns of games that a summary reads.
COLUMNS = ("variant", "white", "black", "winner", "reason", "adjudicated", "plies")


def _table(games: Any) -> pl.DataFrame:
    """Returns games as a data frame, after checking its columns and winners."""
    table = pl.DataFrame(games)
    if missing := [name for name in COLUMNS if name not in table.columns]:
        raise Error(f"the table has no column {', '.join(f'`{name}`' for name in missing)}; give a table of games")
    if unknown := set(table["winner"].drop_nulls()) - {"white", "black"}:
        raise Error(f'a winner is "{min(map(str, unknown))}"; it is "white", "black" or null')
    return table


def _counts(table: pl.DataFrame) -> dict[str, int]:
    """Returns the number of games of each result."""
    winner, unfinished = pl.col("winner"), pl.col("reason") == "turn_cap"
    counts = table.select(
        white=(winner == "white").sum(),
        black=(winner == "black").sum(),
        draws=(winner.is_null() & ~unfinished).sum(),
        unfinished=(winner.is_null() & unfinished).sum(),
        decisive=(winner.is_not_null() & ~pl.col("adjudicated")).sum(),
    )
    return counts.row(0, named=True)


def compare(base: Any, *others: Any, quantity: Quantity = "draws") -> pl.DataFrame:
    """Returns the difference between each of several sets of games and a base, corrected for their number (Holm).

        >>> games = ["city-8", "city-8+vagi", "city-8+edge"]
        >>> plain, vagi, edge = (petteia.play(game, "random", games=500) for game in games)
        >>> table = petteia.compare(plain, vagi, edge)
        >>> table["difference"].to_list() < [0, 0], table["is_significant"].to_list()
        (True, [True, True])

    Args:
        base: `Games`, or a table of games as for `summary`.
        *others: What is compared with it.
        quantity: ``"draws"`` (share of games drawn, from -1 to 1; Newcombe), ``"decisive"`` (share won on the board,
            from -1 to 1; Newcombe), ``"first_move_difference"`` (White's mean score, from -1 to 1; Tango, Zou and
            Donner) or ``"length"`` (mean length in plies; Welch; at least 30 games each).

    Returns:
        One row for each of the others, with columns like those of the table ``comparisons``: `variant`,
        `agents`, `base_variant`, `base_agents`, `difference` with `difference_low` and `difference_high`,
        `corrected_low` and `corrected_high`, `p`, `p_holm`, and `is_significant`, whether the corrected interval
        excludes zero. Null where the games determine no difference.
    """
    tables = [_table(games) for games in (base, *others)]
    first, *rest = (_for_comparison(table) for table in tables)
    about, *abouts = (_about(table) for table in tables)
    rows = []
    for (variant, agents), compared in zip(abouts, _native.compare(quantity, first, rest), strict=True):
        difference, corrected, p, p_holm = compared or ((None,) * 4, (None,) * 4, None, None)
        value, low, high, _ = difference
        _, corrected_low, corrected_high, _ = corrected
        shown = None if compared is None else Estimate(*compared[1]).excludes_zero
        rows.append((variant, agents, *about, value, low, high, corrected_low, corrected_high, p, p_holm, shown))
    numbers = ["difference", "difference_low", "difference_high", "corrected_low", "corrected_high", "p", "p_holm"]
    texts = ["variant", "agents", "base_variant", "base_agents"]
    schema = (
        {name: pl.String for name in texts} | {name: pl.Float64 for name in numbers} | {"is_significant": pl.Boolean}
    )
    return pl.DataFrame(rows, schema=schema, orient="row")


def _about(table: pl.DataFrame) -> tuple[str, str]:
    variant, white, black = table.select("variant", "white", "black").row(0)
    return variant, white if white == black else f"{white} v {black}"


def _for_comparison(table: pl.DataFrame) -> dict[str, Any]:
    return {**_counts(table), "plies": table["plies"].to_list()}
