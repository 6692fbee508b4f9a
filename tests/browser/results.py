"""What the page shows across cells, against the tables beside it: curves, metrics, effects, strength, limits, two cells."""

from browsing import column, labels, number, numbers, table_of


def near(found, expected, digits=1):
    """A number of the page is that of the table, rounded."""
    found, expected = float(found), float(expected)
    assert abs(found - expected) <= 0.5000001 * 10**-digits, f"{found}, expected {expected}"


def check_curves(page, run):
    survival, pieces = page.locator("#curves figure").all()
    assert survival.locator(".curve").count() == pieces.locator(".curve").count() == 30
    page.locator("#filter").fill("vagi random")
    assert survival.locator(".curve").count() == pieces.locator(".curve").count() == 1
    [(name, half, end)] = labels(page, "#curves figure:first-child .curve")
    cell = next(row for row in table_of(run, "summary") if row["variant"] == "city-8+vagi" and row["white"] == "random")
    assert name == "+vagi, random" and end == f"0.0 % still in play at ply {cell['plies_max']}", end
    ply = number(half.removeprefix("half have ended by ply "))
    assert float(cell["plies_q1"]) <= ply <= float(cell["plies_median"]), half
    page.locator("#filter").fill("random")
    curves = survival.locator(".curve")
    assert curves.count() == 5
    curves.first.focus()
    page.keyboard.press("ArrowDown")
    assert page.locator("#tooltip").inner_text() == curves.nth(1).get_attribute("aria-label")
    page.keyboard.press("Escape")
    page.locator("#filter").fill("")


def check_metrics(page, run):
    rows = table_of(run, "metrics")
    page.locator("#metric").select_option(label="branching")
    assert page.locator("#metric-figure figcaption span").inner_text() == "Mean number of legal decisions. With 95 % intervals."
    shown = labels(page, "#metric-figure .row")
    of_cells = [row for row in rows if row["metric"] == "branching"]
    assert len(shown) == len(of_cells) == 30
    for (_, value, games), row in zip(shown, of_cells):
        near(number(value.removeprefix("branching ")), row["value"])
        assert games == f"{row['games']} games"
    page.locator("#cell").select_option("12")
    of_cell = [row for row in rows if row["cell"] == "12"]
    assert column(page, "Metric", "metrics-table") == [row["metric"].replace("_", " ") for row in of_cell]
    for found, row in zip(column(page, "Value", "metrics-table"), of_cell):
        near(number(found), row["value"])
    meanings = column(page, "Meaning", "metrics-table")
    assert all(text.endswith(".") and text.count(". ") == 0 for text in meanings), "one sentence each"
    page.locator("#metric").select_option(index=0)


def check_effects(page, run):
    expected = table_of(run, "effects")
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
    hollow = page.locator("#effects-figure .row [fill='var(--paper)']").count()
    assert hollow == 12 - significant, "effects that are not significant are hollow"
    page.locator("#effects-shown").select_option("interactions")
    assert page.locator("#effects-figure .row").count() == 6
    assert set(column(page, "Kind", "effects-table")) == {"interaction"}
    page.locator("#effects-shown").select_option("significant")
    assert page.locator("#effects-figure .row").count() == significant
    page.locator("#effects-shown").select_option("all")
    check_importance(page, run)


def check_importance(page, run):
    for quantity, title in [("draws", "the share of draws"), ("length", "the mean length")]:
        page.locator("#importance-of").select_option(quantity)
        expected = [float(row["shapley"]) for row in table_of(run, "importance") if row["quantity"] == quantity and row["shapley"]]
        found = [line for _, line in labels(page, "#importance-figure .row")]
        assert all(line.endswith(f"% of the variance of {title}") for line in found)
        assert len(found) == len(expected)
        for one, other in zip(sorted(numbers(found)), sorted(100 * share for share in expected)):
            near(one, other)


def check_strength(page, run):
    summary = table_of(run, "summary")
    assert page.locator("#strength-figures .curve").count() == 3
    name, *steps = labels(page, "#strength-figures .curve")[1]
    of_variant = [row for row in summary if row["variant"] == name]
    assert len(steps) == len(of_variant) == 6
    for step, row in zip(steps, of_variant):
        budget, found = step.split(": ")
        assert row["white"] == f"alphabeta:nodes={budget}"
        near(number(found), 100 * float(row["draw_rate"]))
    page.locator("#quantity").select_option("length")
    steps = labels(page, "#strength-figures .curve")[1][1:]
    near(number(steps[-1].split(": ")[1]), of_variant[-1]["plies_mean"])
    page.locator("#filter").fill("vagi")
    assert page.locator("#strength-figures .curve").count() == page.locator("#limits-figure .field").count() == 1
    assert set(column(page, "Variant", "limits-table")) == {"city-8+vagi"}, "they follow the filter"
    page.locator("#filter").fill("")
    page.locator("#quantity").select_option("draws")


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
    for quantity in ("white_score", "draws"):
        page.locator("#quantity").select_option(quantity)
        fields = page.locator("#limits-figure .field").all()
        of_quantity = [row for row in expected if row["quantity"] == quantity]
        assert [field.locator(".title").inner_text() for field in fields] == [row["variant"] for row in of_quantity]
        for field, row in zip(fields, of_quantity):
            assert ("identified" in field.locator("svg").inner_html()) == (not row["limit"])


def check_compare(page, run):
    page.locator("#first-cell").select_option("0")
    page.locator("#second-cell").select_option("12")
    pairs = {(row["quantity"], row["cell"], row["base_cell"]): row for row in table_of(run, "comparisons")}
    cells = table_of(run, "summary")
    rows = dict(zip(column(page, "Quantity", "compare-table"), column(page, "Difference", "compare-table")))
    verdicts = dict(zip(column(page, "Quantity", "compare-table"), column(page, "Significance", "compare-table")))
    for quantity, name in [("draws", "Draws (%)"), ("decisive", "Won on the board (%)")]:
        known = pairs[quantity, "12", "0"]
        value, low, high = rows[name].replace("[", "").replace("]", "").split()
        for found, expected in [(value, "difference"), (low, "corrected_low"), (high, "corrected_high")]:
            near(number(found.strip(",")), 100 * float(known[expected]))
        assert verdicts[name].startswith("significant" if known["is_significant"] == "true" else "not significant")
    near(number(rows["White won (%)"]), 100 * (float(cells[12]["white_rate"]) - float(cells[0]["white_rate"])))
    assert verdicts["White won (%)"] == "not tested"
    rules = page.locator("#rule-differences").inner_text()
    assert "Only city-8+vagi" in rules and "The board has 8 ranks" not in rules, rules
    assert [name for name, *_ in labels(page, "#compare-figures .row")] == ["city-8, random", "+vagi, random"]
    assert page.locator("#compare-figures .curve").count() == 2
    scales = page.locator("#compare-maps .legend").all_inner_texts()
    assert len(scales) == 4 and scales[0] == scales[1] and scales[2] == scales[3], "each two maps have one scale"
    # The other way round the sign changes.
    page.locator("#first-cell").select_option("12")
    page.locator("#second-cell").select_option("0")
    again = dict(zip(column(page, "Quantity", "compare-table"), column(page, "Difference", "compare-table")))
    assert number(again["Draws (%)"]) == -number(rows["Draws (%)"])
    # A pair that the run does not test has no interval.
    page.locator("#second-cell").select_option("19")
    assert "does not test this pair" in page.locator("#compare-note").inner_text()
    assert set(column(page, "Significance", "compare-table")) == {"not tested"}
