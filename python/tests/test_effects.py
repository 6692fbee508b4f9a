"""The statistics of a factorial, computed again from the games with statsmodels and scipy."""

import itertools
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import scipy
import statsmodels.api as sm
from scipy.optimize import brentq
from scipy.stats import norm
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

import petteia

FILE = Path(__file__).resolve().parents[2] / "notebooks" / "small-factorial.toml"
ALPHA = 0.05
AGENTS = pl.when(pl.col("white") == pl.col("black")).then("white").otherwise(pl.format("{} v {}", "white", "black"))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return petteia.run(FILE, tmp_path_factory.mktemp("factorial") / "run")


@pytest.fixture(scope="module")
def counts(run):
    """How often each result occurs in each cell, which is the only input besides the plan and the lengths."""
    winner, adjudicated = pl.col("winner"), pl.col("adjudicated")
    drawn = winner.is_null() & (pl.col("reason") != "turn_cap")
    counted = run.games.group_by("cell").agg(
        n=pl.len(),
        white=(winner == "white").sum(),
        black=(winner == "black").sum(),
        drawn=drawn.sum(),
        not_decided=(drawn | (winner.is_not_null() & adjudicated)).sum(),
        decisive=(winner.is_not_null() & ~adjudicated).sum(),
        unfinished=(pl.col("reason") == "turn_cap").sum(),
    )
    return {row["cell"]: row for row in counted.with_columns(pl.exclude("cell").cast(pl.Int64)).iter_rows(named=True)}


@pytest.fixture(scope="module")
def plies(run):
    """The lengths of the games of each cell."""
    return {cell: rows["plies"].to_numpy() for (cell,), rows in run.games.group_by("cell")}


@pytest.fixture(scope="module")
def factors(run):
    return [column for column in run.summary.columns if column.startswith("factor_")]


def agree(ours, theirs, what, rtol=1e-6, atol=1e-8):
    ours, theirs = (np.array(values, dtype=float) for values in (ours, theirs))
    np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=atol, err_msg=what)


def holm(p):
    """Corrected p-values, and the level of each interval: that at which Holm's procedure tests the comparison."""
    corrected = multipletests(p, alpha=ALPHA, method="holm")[1]
    rank = scipy.stats.rankdata(p, method="min") - 1
    rejected = int((corrected <= ALPHA).sum())
    return corrected, ALPHA / (len(p) - np.minimum(rank, rejected))


def test_each_cell(run, counts, plies):
    """Shares have Wilson's intervals, mean lengths Student's, medians those of order statistics."""
    shares = {
        "white_rate": "white",
        "black_rate": "black",
        "draw_rate": "drawn",
        "draw_rate_adjudicated_drawn": "not_decided",
        "unfinished_rate": "unfinished",
        "decisive_rate": "decisive",
    }
    assert set(run.summary["cell"]) == set(counts)
    for row in run.summary.iter_rows(named=True):
        count, lengths = counts[row["cell"]], plies[row["cell"]]

        def ends(column, row=row):
            return [row[column], row[column + "_low"], row[column + "_high"]]

        for column, of in shares.items():
            wilson = proportion_confint(count[of], count["n"], method="wilson")
            agree(ends(column), [count[of] / count["n"], *wilson], column)
        wins = count["white"] + count["black"]
        share = np.array([count["white"] / wins, *proportion_confint(count["white"], wins, method="wilson")])
        agree(ends("decisive_advantage"), 2 * share - 1, "decisive advantage")
        student = scipy.stats.ttest_1samp(lengths, 0).confidence_interval(0.95)
        agree(ends("plies_mean"), [lengths.mean(), *student], "mean length")
        median = scipy.stats.quantile_test(lengths, p=0.5).confidence_interval(0.95)
        agree([row["plies_median_low"], row["plies_median_high"]], median, "median length")
        quartiles = [row["plies_q1"], row["plies_median"], row["plies_q3"]]
        agree(quartiles, np.quantile(lengths, [0.25, 0.5, 0.75]), "quartiles")


def newcombe(a, b, of, alpha=ALPHA):
    return confint_proportions_2indep(a[of], a["n"], b[of], b["n"], compare="diff", method="newcomb", alpha=alpha)


def newcombe_p(a, b, of):
    """The level at which the interval just touches zero; 0 if no computable level does."""
    difference = a[of] / a["n"] - b[of] / b["n"]
    if difference == 0:
        return 1.0

    def end(z):
        return newcombe(a, b, of, 2 * norm.sf(z))[0 if difference > 0 else 1]

    return 2 * norm.sf(brentq(end, 1e-9, 37, xtol=1e-13)) if end(1e-9) * end(37) < 0 else 0.0


def score_statistic(count, advantage):
    """The distance of White's advantage from a hypothetical one, in standard errors under the hypothesis."""
    n, white, black, difference = count["n"], count["white"], count["black"], 2 * advantage
    rest = n - white - black

    def slope(share):
        """The slope of the likelihood if this is Black's share, and White's is larger by the difference."""
        chances = share + difference, share, 1 - 2 * share - difference
        terms = zip((1, 1, -2), (white, black, rest), chances, strict=True)
        return sum(factor * k / chance for factor, k, chance in terms if k)

    least, most = max(0, -difference) + 1e-15, (1 - difference) / 2 - 1e-15
    share = least if slope(least) <= 0 else most if slope(most) >= 0 else brentq(slope, least, most, xtol=1e-15)
    return (white - black - n * difference) / np.sqrt(n * (2 * share + difference - difference**2))


def test_advantages(run, counts):
    """White's advantage has McNemar's p-value, and Tango's interval, which ends at quantiles of the score statistic."""
    family = run.comparisons.filter(quantity="first_move")
    cells = [counts[cell] for (cell,) in numbers(run, family, "cell_id")]
    tables = [[[0, a["white"]], [a["black"], 0]] for a in cells]
    p = [mcnemar(t, exact=False, correction=False).pvalue if t[0][1] != t[1][0] else 1.0 for t in tables]
    agree(family["difference"], [(a["white"] - a["black"]) / (2 * a["n"]) for a in cells], "advantages")
    for row, a, level in zip(family.iter_rows(named=True), cells, check_levels(family, p), strict=True):
        for prefix, alpha in (("difference", ALPHA), ("corrected", level)):
            ends = [(row[f"{prefix}_low"], 1), (row[f"{prefix}_high"], -1)]
            inside = [(end, sign) for end, sign in ends if abs(end) < 0.5 - 1e-9]
            quantiles = [sign * norm.isf(alpha / 2) for _, sign in inside]
            agree([score_statistic(a, end) for end, _ in inside], quantiles, "interval")


def numbers(run, table, *columns):
    """The numbers of the cells that columns of a table name."""
    number = dict(run.cells.select("cell_id", "cell").iter_rows())
    return [tuple(number[cell] for cell in row) for row in table.select(columns).iter_rows()]


def advantage_ends(count, z):
    """White's advantage, and the ends of its interval: where the score statistic is a quantile."""
    value = (count["white"] - count["black"]) / (2 * count["n"])
    inside = 0.5 - 1e-9

    def end(quantile):
        def beyond(advantage):
            return score_statistic(count, advantage) - quantile

        return brentq(beyond, -inside, inside, xtol=1e-14) if beyond(-inside) * beyond(inside) < 0 else None

    low, high = end(z), end(-z)
    return value, -0.5 if low is None else low, 0.5 if high is None else high


def shift_ends(a, b, z):
    """The difference of two advantages, with the interval of Zou and Donner."""
    (first, low, high), (second, other_low, other_high) = advantage_ends(a, z), advantage_ends(b, z)
    difference = first - second
    below, above = np.hypot(first - low, other_high - second), np.hypot(high - first, second - other_low)
    return difference, difference - below, difference + above


def test_shifts(run, counts):
    """Two advantages are compared by the intervals of both; at the level of the p-value the difference touches zero."""
    family = run.comparisons.filter(quantity="first_move_difference")
    draws = run.comparisons.filter(quantity="draws")
    assert numbers(run, family, "cell_id", "base_cell_id") == numbers(run, draws, "cell_id", "base_cell_id")
    pairs = [(counts[cell], counts[base]) for cell, base in numbers(run, family, "cell_id", "base_cell_id")]

    def p_value(a, b):
        difference, *_ = shift_ends(a, b, 1)
        nearer = 1 if difference > 0 else 2
        touches = brentq(lambda z: shift_ends(a, b, z)[nearer], 1e-6, 30, xtol=1e-12) if difference else 0.0
        return 2 * norm.sf(touches)

    levels = check_levels(family, [p_value(a, b) for a, b in pairs])
    for row, (a, b), level in zip(family.iter_rows(named=True), pairs, levels, strict=True):
        for prefix, alpha in (("difference", ALPHA), ("corrected", level)):
            ends = [row[f"{prefix}_low"], row[f"{prefix}_high"]]
            agree([row["difference"], *ends], shift_ends(a, b, norm.isf(alpha / 2)), "shift")


def test_no_comparison_is_left_out(run):
    quantities = {"first_move", "first_move_difference", "draws", "decisive", "length"}
    assert set(run.comparisons["quantity"]) == quantities


def check_levels(family, p):
    """Compares the p-values of a family, and returns the levels of its corrected intervals."""
    corrected, levels = holm(p)
    agree(family["p"], p, "p-values", atol=1e-280)
    agree(family["p_holm"], corrected, "corrected p-values", atol=1e-280)
    assert family["is_significant"].to_list() == list(corrected <= ALPHA)
    return levels


@pytest.mark.parametrize(("quantity", "of"), [("draws", "drawn"), ("decisive", "decisive")])
def test_differences_of_shares(run, counts, quantity, of):
    """Differences of shares have Newcombe's intervals and the p-values at which these touch zero."""
    family = run.comparisons.filter(quantity=quantity)
    pairs = [(counts[a], counts[b]) for a, b in numbers(run, family, "cell_id", "base_cell_id")]
    agree(family["difference"], [a[of] / a["n"] - b[of] / b["n"] for a, b in pairs], "differences")
    levels = check_levels(family, [newcombe_p(a, b, of) for a, b in pairs])
    for row, (a, b), level in zip(family.iter_rows(named=True), pairs, levels, strict=True):
        for prefix, alpha in (("difference", ALPHA), ("corrected", level)):
            agree([row[f"{prefix}_low"], row[f"{prefix}_high"]], newcombe(a, b, of, alpha), "interval")


def test_differences_of_lengths(run, plies):
    """Differences of mean lengths have Welch's p-values and intervals."""
    family = run.comparisons.filter(quantity="length")
    pairs = [(plies[a], plies[b]) for a, b in numbers(run, family, "cell_id", "base_cell_id")]
    tests = [scipy.stats.ttest_ind(a, b, equal_var=False) for a, b in pairs]
    agree(family["difference"], [a.mean() - b.mean() for a, b in pairs], "differences")
    levels = check_levels(family, [test.pvalue for test in tests])
    for row, test, level in zip(family.iter_rows(named=True), tests, levels, strict=True):
        for prefix, alpha in (("difference", ALPHA), ("corrected", level)):
            interval = test.confidence_interval(1 - alpha)
            agree([row[f"{prefix}_low"], row[f"{prefix}_high"]], interval, "interval")


def plain(term):
    """Drops the name of a factor if its level repeats it."""
    return re.sub(r"\b(\w+)=\1=", r"\1=", term)


def effects_of(cells, factors, counts):
    """The effects on draws for one pairing of agents, in the order of the table.

    All combinations of the levels are played, so every effect is a contrast of the shares of the cells. Odds ratios are
    those of a logistic regression with interactions of all orders, which fits the cells exactly. Half a game is added
    to both outcomes of every cell (Haldane 1956) if the games of some cell are all drawn, or none.
    """
    levels = [cells[factor].unique(maintain_order=True).to_list() for factor in factors]
    rows = cells.iter_rows(named=True)
    at = np.array([[names.index(row[f]) for f, names in zip(factors, levels, strict=True)] for row in rows])
    block = cells.select(pl.int_range(pl.len()).over(factors)).to_series().to_numpy()
    mains = [((factor, level),) for factor, names in enumerate(levels) for level in range(1, len(names))]
    terms = mains + [a + b for a, b in itertools.combinations(mains, 2) if a[0][0] != b[0][0]]

    drawn = np.array([[counts[cell]["drawn"], counts[cell]["n"] - counts[cell]["drawn"]] for cell in cells["cell"]])
    smoothed = bool((drawn == 0).any())
    filled = drawn + 0.5 * smoothed
    share, filled_share = drawn[:, 0] / drawn.sum(1), filled[:, 0] / filled.sum(1)
    variance = filled_share * (1 - filled_share) / filled.sum(1)

    def contrast(term):
        """The contrast of the shares over all settings of the other factors, and its standard error."""
        signs = np.prod([(at[:, factor] == level) * 1 - (at[:, factor] == 0) for factor, level in term], axis=0)
        weights = signs / (abs(signs).sum() / 2 ** len(term))
        return weights @ share, np.sqrt(weights**2 @ variance)

    # All products of levels of different factors, coded against the first levels.
    products = [()]
    for factor, names in enumerate(levels):
        products += [product + ((factor, level),) for product in products for level in range(1, len(names))]
    columns = [np.prod([at[:, factor] == level for factor, level in product], axis=0) for product in products[1:]]
    design = np.column_stack([np.ones(len(at)), *columns]).astype(float)
    fits = [
        sm.GLM(filled[block == b], design[block == b], family=sm.families.Binomial()).fit(tol=1e-14, maxiter=200)
        for b in range(block.max() + 1)
    ]
    places = [[sorted(product) for product in products].index(sorted(term)) for term in terms]
    coefficient = np.mean([fit.params[places] for fit in fits], axis=0)
    half = norm.isf(ALPHA / 2) * np.sqrt(sum(fit.bse[places] ** 2 for fit in fits)) / len(fits)
    log_odds = np.array([coefficient, coefficient - half, coefficient + half])

    def name(term):
        several = [f"={levels[f][level]}" if len(levels[f]) > 2 else "" for f, level in term]
        return plain(":".join(factors[f].removeprefix("factor_") + s for (f, _), s in zip(term, several, strict=True)))

    values, errors = np.array([contrast(term) for term in terms]).T
    p = 2 * norm.sf(abs(values / errors))
    p_holm, level = holm(p)
    z, width = norm.isf(ALPHA / 2), norm.isf(level / 2)
    ends = ["", "_low", "_high"]
    return pl.DataFrame(
        {
            "term": [name(term) for term in terms],
            **{f"log_odds{end}": values for end, values in zip(ends, log_odds, strict=True)},
            **{f"odds_ratio{end}": np.exp(values) for end, values in zip(ends, log_odds, strict=True)},
            **{"marginal": values, "marginal_low": values - z * errors, "marginal_high": values + z * errors},
            **{"corrected_low": values - width * errors, "corrected_high": values + width * errors},
            **{"p": p, "p_holm": p_holm, "is_significant": p_holm <= ALPHA, "smoothed": smoothed},
        }
    )


@pytest.mark.filterwarnings("ignore:Perfect separation")
def test_effects(run, counts, factors):
    pairings = run.summary.sort("cell").group_by(AGENTS, maintain_order=True)
    found = pl.concat(
        effects_of(cells, factors, counts).with_columns(agents=pl.lit(name)) for (name,), cells in pairings
    )
    effects = run.effects.drop_nulls("marginal").with_columns(agents=AGENTS)
    assert [plain(term) for term in effects["term"]] == found["term"].to_list()
    assert set(effects["quantity"]) == {"draws"}
    assert set(found["smoothed"]) == {True, False}
    for exact in ("agents", "is_significant", "smoothed"):
        assert effects[exact].to_list() == found[exact].to_list(), exact
    for column in (column for column, kind in found.schema.items() if kind == pl.Float64):
        agree(effects[column], found[column], column, atol=1e-280 if column.startswith("p") else 1e-8)


def moments(count, lengths, quantity):
    """The mean of a cell and an unbiased estimate of the variance of this mean."""
    rest = count["n"] - count["white"] - count["black"]
    values = {
        "length": lengths,
        "draws": np.repeat([1, 0], [count["drawn"], count["n"] - count["drawn"]]),
        "score": np.repeat([1, 0.5, 0], [count["white"], rest, count["black"]]),
    }[quantity]
    return values.mean(), values.var(ddof=1) / len(values)


def shares_of_variance(mean, noise, columns):
    """The variance between variants, its standard error, and each rule's Shapley effect and Sobol indices.

    What some rules explain is a quadratic form of the cell means with a projection matrix, less the noise expected from
    the games of each cell.
    """
    names, n = list(columns), len(mean)

    def form(of):
        """The matrix of the form: it averages over the cells with the same levels of these rules."""
        same = np.ones((n, n), dtype=bool)
        for name in of:
            same &= columns[name][:, None] == columns[name][None, :]
        return (same / same.sum(1, keepdims=True) - 1 / n) / n

    def explained(of):
        matrix = form(of)
        return mean @ matrix @ mean - noise @ np.diag(matrix)

    variance, matrix = explained(names), form(names)
    spread = 4 * (matrix @ mean) ** 2 @ noise - 2 * np.sum((matrix * noise) * (matrix * noise).T)
    orders = list(itertools.permutations(names))
    rows = []
    for name in names:
        before = [order[: order.index(name)] for order in orders]
        shapley = np.mean([explained([*others, name]) - explained(others) for others in before])
        rest = [other for other in names if other != name]
        rows.append((shapley / variance, explained([name]) / variance, 1 - explained(rest) / variance))
    return variance, np.sqrt(max(spread, 0)), np.array(rows)


@pytest.mark.parametrize("quantity", ["draws", "score", "length"])
def test_importance(run, counts, plies, factors, quantity):
    divided = 0
    for (pairing,), cells in run.summary.sort("cell").group_by(AGENTS, maintain_order=True):
        known = run.effects.drop_nulls("variance").filter(AGENTS == pairing, pl.col("quantity") == quantity)
        assert known["term"].to_list() == [factor.removeprefix("factor_") for factor in factors]
        mean, noise = np.array([moments(counts[cell], plies[cell], quantity) for cell in cells["cell"]]).T
        columns = {factor: cells[factor].to_numpy() for factor in factors}
        variance, error, rows = shares_of_variance(mean, noise, columns)
        agree(known["variance"], [variance] * len(rows), "variance")
        if known["shapley"].null_count():
            continue
        for column, values in zip(("shapley", "first_order", "total"), rows.T, strict=True):
            agree(known[column], values, column)
        agree(known["shapley"].sum(), 1, "sum of the shares")
        # The variance of the form is known for normal means, and the interval is that of a bootstrap.
        half = (known["variance_high"][0] - known["variance_low"][0]) / 2
        agree(half, norm.isf(ALPHA / 2) * error, "interval of the variance", rtol=0.2)
        divided += 1
    # The score hardly varies, and its variance is not divided.
    assert divided == {"draws": 2, "score": 0, "length": 2}[quantity]
