"""The limits of ladders, computed again from the games with numpy."""

import numpy as np
import polars as pl
import pytest

import petteia

#: How many times the larger of two unequal budgets is the smaller.
TIMES = 4

#: Budgets among which no side may move away, those whose sides the interval joins, the widest that it may be, and the
#: quantiles of a normal distribution beyond which a move is not chance, and for 95 %.
TAIL, LAST, WIDEST, CHANCE, Z = 4, 2, 0.3, 2.576, 1.959964


#: Few games of city-8 are decided in 60 turns, so that there is a limit; in the others the sides swing.
LADDER = """
name = "ladder"
seed = 5
games = 60
opening = 6
variants = ["city-8", { name = "four", base = "city-8+edge", rules = { board = "4x4" } }, "city-8+vagi"]
limits.turn_cap = 60

[ladder]
agent = "alphabeta:nodes={}"
first = 5
doublings = 6
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ladder")
    (folder / "ladder.toml").write_text(LADDER)
    return petteia.run(folder / "ladder.toml", folder / "run")


def error_of(*parts):
    """The standard error of a sum of independent shares."""
    return np.sqrt(sum((share * (1 - share) + 0.25 / n) / n for share, n in parts))


def score_of(white, black, n):
    """White's score, with its standard error."""
    return (1 + white - black) / 2, np.sqrt(((white + black - (white - black) ** 2) / 4 + 0.25 / n) / n)


def sides(run, variant, quantity):
    """Budgets in ascending order, with the lower and the upper side and their standard errors.

    Each budget also plays one four times smaller, with either colour. Where White is stronger, White wins at least as
    often as with best play, and Black at most; where Black is stronger, the other way round. So the share of draws lies
    between what remains of the stronger sides' wins and of the weaker sides' wins.
    """
    decided = run.games.filter(pl.col("winner").is_not_null() & ~pl.col("adjudicated"))
    wins = {(cell, winner): n for cell, winner, n in decided.group_by("cell", "winner").len().iter_rows()}
    shares = {}
    for row in run.summary.filter(pl.col("variant") == variant).iter_rows(named=True):
        white, black = (wins.get((row["cell"], side), 0) / row["games"] for side in ("white", "black"))
        shares[row["white_budget"], row["black_budget"]] = white, black, row["games"]
    found = []
    for budget in sorted(white for white, black in shares if white == TIMES * black):
        (w, b, n), (v, c, m) = shares[budget, budget // TIMES], shares[budget // TIMES, budget]
        if quantity == "draws":
            found.append((budget, 1 - w - c, error_of((w, n), (c, m)), 1 - v - b, error_of((v, m), (b, n))))
        else:
            found.append((budget, *score_of(v, c, m), *score_of(w, b, n)))
    return np.array(found)


def interval(found):
    """Why there is no interval, or its ends: the sides of the last budgets, with their errors."""
    _, lower, lower_error, upper, upper_error = found[-TAIL:].T
    low = max(0, (lower - Z * lower_error)[-LAST:].min())
    high = min(1, (upper + Z * upper_error)[-LAST:].max())

    def moves(values, errors, sign):
        pairs = [(i, j) for i in range(TAIL) for j in range(i + 1, TAIL)]
        return any(sign * (values[j] - values[i]) > CHANCE * np.hypot(errors[i], errors[j]) for i, j in pairs)

    if moves(upper, upper_error, 1) or moves(lower, lower_error, -1) or low > high:
        return "swings", None, None
    return ("wide", None, None) if high - low > WIDEST else (None, low, high)


def limit(found):
    """The interval, if there is also one without the largest budget, and both overlap."""
    if len(found) <= TAIL:
        return "few_budgets", None, None
    (why, low, high), (why_before, low_before, high_before) = interval(found), interval(found[:-1])
    if why is None and (why_before or high < low_before or high_before < low):
        return "unstable", None, None
    return why, low, high


def test_limits_are_those_of_the_games(run):
    rows = run.limits.to_dicts()
    answers = [limit(sides(run, row["variant"], row["quantity"])) for row in rows]
    assert [row["not_identified"] for row in rows] == [why for why, _, _ in answers]
    known = [(row["limit_low"], row["limit_high"]) for row in rows if row["not_identified"] is None]
    np.testing.assert_allclose(known, [ends for why, *ends in answers if why is None], atol=1e-6)
    assert 1 < len(known) < len(rows)
