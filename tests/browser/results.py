"""What the page shows across cells, against the tables beside it: curves, metrics, effects, strength, limits, two cells."""

from browsing import column, labels, number, table_of


def near(found, expected, digits=1):
    """A number of the page is that of the table, rounded."""
    found, expected = float(found), float(expected)
    assert abs(found - expected) <= 0.5000001 * 10**-digits, f"{found}, expected {expected}"


def check_curves(page, run):
    """A curve says when half of the games have ended, and how it ends."""
    said = labels(page, "figure[data-name=survival] g[aria-label]") + labels(page, "figure[data-name=survival-2] g[aria-label]")
    assert len(said) == 30
    beginning = "Games still in play (%) · random: "
    [text] = [text for name, text in said if name == "+vagi" and text.startswith(beginning)]
    cell = next(row for row in table_of(run, "summary") if row["variant"] == "city-8+vagi" and row["white"] == "random")
    half, end = text.removeprefix(f"{beginning}50 at ply ").split(", ")
    assert end == f"0.0 at ply {cell['plies_max']}", end
    assert float(cell["plies_q1"]) <= number(half) <= float(cell["plies_median"]), half


def check_metrics(page, run, metric="duration", meaning="Median length in plies."):
    summary = table_of(run, "summary")
    cells = {row["cell_id"]: row["cell"] for row in summary}
    rows = [{**row, "cell": cells[row["cell_id"]]} for row in table_of(run, "metrics")]
    page.locator("#metric").select_option(label=metric)
    assert page.locator("#metric-meaning").inner_text() == meaning
    of_cells = {row["cell"]: row for row in rows if row["metric"] == metric}
    order = page.evaluate("JSON.parse(document.getElementById('data').textContent).cells.map((cell) => String(cell.cell))")
    shown = column(page, metric, "metric-table")
    assert len(shown) == len(of_cells) == len(summary)
    for value, games, row in zip(shown, column(page, "Games", "metric-table"), map(of_cells.get, order)):
        near(number(value), row["value"])
        assert games == row["games"]
    page.locator("#cell").select_option("12")
    of_cell = [row for row in rows if row["cell"] == "12"]
    assert column(page, "Metric", "metrics-table") == [row["metric"].replace("_", " ") for row in of_cell]
    for found, row in zip(column(page, "Value", "metrics-table"), of_cell):
        near(number(found), row["value"])
    meanings = column(page, "Meaning", "metrics-table")
    assert all(text.endswith(".") and text.count(". ") == 0 for text in meanings), "one sentence each"
    page.locator("#metric").select_option(index=0)


def check_sampled_metrics(page, run):
    """The quick run has too few games for a metric of a sample."""
    check_metrics(page, run, "branching", "Mean number of legal decisions.")


def check_effects(page, run):
    expected = table_of(run, "effects")
    expected = [row for row in expected if row["marginal"]]
    expected = [{**row, "agents": row["white"]} for row in expected]
    by_agents = {row["agents"] for row in expected}
    shown = zip(*(column(page, title, "effects-table") for title in ("Effect", "Agents", "Change in draws", "Significance")))
    shown = {(effect, agents): (change, verdict) for effect, agents, change, verdict in shown}
    assert len(shown) == len(expected) == 12 and by_agents == {"random", "greedy"}
    for row in expected:
        change, verdict = shown[row["term"].replace("die", "die=4").replace(":", " × "), row["agents"]]
        near(number(change), 100 * float(row["marginal"]))
        assert verdict == ("significant" if row["is_significant"] == "true" else "not significant"), row
    significant = sum(row["is_significant"] == "true" for row in expected)
    assert page.locator("#effects-count").inner_text() == f"significant: {significant} of 12 effects"
    drawn = labels(page, "figure[data-name=effects] g[aria-label]")
    assert len(drawn) == 12
    for (_, value), row in zip(drawn, sorted(expected, key=lambda row: [one["term"] for one in expected].index(row["term"]))):
        near(number(value.split(": ")[1]), 100 * float(row["marginal"]))
    page.locator("#effects-shown").select_option("interactions")
    assert set(column(page, "Kind", "effects-table")) == {"interaction"}
    page.locator("#effects-shown").select_option("significant")
    assert len(column(page, "Effect", "effects-table")) == significant
    page.locator("#effects-shown").select_option("all")
    check_importance(page, run)


def check_importance(page, run):
    expected = [float(row["shapley"]) for row in table_of(run, "effects") if row["shapley"]]
    found = [value for _, value in labels(page, "figure[data-name=importance] g[aria-label]")]
    assert len(found) == len(expected) > 0
    for one, other in zip(sorted(number(value.split(": ")[1]) for value in found), sorted(100 * share for share in expected)):
        near(one, other)


def check_strength(page, run):
    summary = table_of(run, "summary")
    for name, key, factor in [("strength-draws", "draw_rate", 100), ("strength-lengths", "plies_mean", 1)]:
        curves = labels(page, f"figure[data-name={name}] .wide g[aria-label]")
        assert len(curves) == 3
        variant, *steps = curves[1]
        of_variant = [row for row in summary if row["variant"] == variant and row["white"] == row["black"]]
        assert len(steps) == len(of_variant) == 7
        for step, row in zip(steps, of_variant):
            budget, found = step.split(": ")
            assert row["white"] == f"alphabeta:nodes={budget}"
            near(number(found), factor * float(row[key]))
    page.locator("#filter").fill("vagi")
    assert set(column(page, "Variant", "limits-table")) == {"city-8+vagi"}, "they follow the filter"
    page.locator("#filter").fill("")


def check_limits(page, run):
    expected = table_of(run, "limits")
    assert column(page, "Evidence", "limits-table") == [row["evidence"] for row in expected]
    reasons = {}
    for text, row in zip(column(page, "Limit [95 %]", "limits-table"), expected):
        if row["limit"]:
            near(number(text), (1 if row["quantity"] == "length" else 100) * float(row["limit"]))
        else:
            assert text.startswith("not identified, because "), text
            # The same reason in the same words, and another one in others.
            assert reasons.setdefault(text.split(";")[0], row["not_identified"]) == row["not_identified"]
    assert len(reasons) == len(set(reasons.values())) > 0, reasons
    for quantity, name in [("white_score", "limit-score"), ("draws", "limit-draws")]:
        of_quantity = [row for row in expected if row["quantity"] == quantity]
        drawn = labels(page, f"figure[data-name={name}] g[aria-label]")
        assert [heading.split(",")[0] for heading, *_ in drawn] == [row["variant"] for row in of_quantity]
        for (*_, end), row in zip(drawn, of_quantity):
            assert end.startswith("limit: ") == bool(row["limit"]), end


def check_compare(page, run):
    page.locator("#first-cell").select_option("0")
    page.locator("#second-cell").select_option("12")
    pairs = {(row["quantity"], row["cell_id"], row["base_cell_id"]): row for row in table_of(run, "comparisons")}
    cells = table_of(run, "summary")
    rows = dict(zip(column(page, "Quantity", "compare-table"), column(page, "Difference", "compare-table")))
    verdicts = dict(zip(column(page, "Quantity", "compare-table"), column(page, "Significance", "compare-table")))
    for quantity, name in [("draws", "Draws (%)"), ("decisive", "Won on the board (%)")]:
        known = pairs[quantity, cells[12]["cell_id"], cells[0]["cell_id"]]
        value, low, high = rows[name].replace("[", "").replace("]", "").split()
        for found, expected in [(value, "difference"), (low, "corrected_low"), (high, "corrected_high")]:
            near(number(found.strip(",")), 100 * float(known[expected]))
        assert verdicts[name].startswith("significant" if known["is_significant"] == "true" else "not significant")
    near(number(rows["White won (%)"]), 100 * (float(cells[12]["white_rate"]) - float(cells[0]["white_rate"])))
    assert verdicts["White won (%)"] == "not tested"
    rules = page.locator("#rule-differences").inner_text()
    assert "Only city-8+vagi" in rules and "The board has 8 ranks" not in rules, rules
    titles = page.locator("#compare-maps p").all_inner_texts()
    assert titles == [f"{what}: {cell}, random" for cell in ("city-8", "+vagi")
                      for what in ("Arrivals on each square", "Pieces lost on each square")], titles
    # The other way round the sign changes.
    page.locator("#first-cell").select_option("12")
    page.locator("#second-cell").select_option("0")
    again = dict(zip(column(page, "Quantity", "compare-table"), column(page, "Difference", "compare-table")))
    assert number(again["Draws (%)"]) == -number(rows["Draws (%)"])
    # A pair that the run does not test has no interval.
    page.locator("#second-cell").select_option("19")
    assert "does not test this pair" in page.locator("#compare-note").inner_text()
    assert set(column(page, "Significance", "compare-table")) == {"not tested"}
