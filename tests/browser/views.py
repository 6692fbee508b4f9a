"""Filters, links that keep a view, downloads, and that the page refuses every network."""

import csv
import io
import json
import pathlib
import re
import xml.etree.ElementTree as tree

from browsing import column, heading, numbers, table_of, unfaded, unfold, wait_until
from playwright.sync_api import TimeoutError

SVG = "{http://www.w3.org/2000/svg}"


def check_conditions(page):
    box, shown = page.locator("#filter"), page.locator("#shown")
    box.fill("draws>20 plies<300")
    draws, plies = numbers(column(page, "Draws")), numbers(column(page, "Plies"))
    assert draws and all(value > 20 for value in draws) and all(value < 300 for value in plies)
    first = len(draws)
    box.fill("Draws > 20% plies < 300")
    assert len(column(page, "Draws")) == first, "spaces and a percent sign do no harm"
    box.fill("draws<=20")
    few = len(column(page, "Draws"))
    box.fill("draws>20")
    assert few + len(column(page, "Draws")) == 30
    box.fill("die=4 draws>20")
    assert set(column(page, "Variant")) == {"+die=4"}, "an option is no condition"
    box.fill("luck>3")
    assert shown.inner_text() == "There is no column “luck”. 30 of 30 cells"
    box.fill("")


def check_findings(page):
    """The first findings are shown, the others by a button, and all on paper."""
    findings, button = page.locator("#findings-list li"), page.locator("#all-findings")
    shown = page.locator("#findings-list li:visible")
    assert shown.count() == 4 < findings.count() and button.inner_text() == f"Show all {findings.count()} findings"
    page.emulate_media(media="print")
    assert shown.count() == findings.count()
    page.emulate_media(media="screen")
    button.press("Enter")
    assert shown.count() == findings.count() and button.get_attribute("aria-expanded") == "true"
    button.press("Enter")
    assert shown.count() == 4


def check_shared_view(page, context, url):
    """A link shows the view that it was taken from."""
    page.locator("#filter").fill("draws>20")
    heading(page, "Plies").get_by_role("button").click()
    page.locator("#metric").select_option(label="duration")
    page.locator("#first-cell").select_option("3")
    page.locator("#second-cell").select_option("7")
    wait_until(page, lambda: page.url.endswith("view=compare"))
    other = context.new_page()
    other.goto(page.url)
    unfold(other)

    def seen(one):
        controls = [one.locator(f"#{name}").input_value() for name in ("filter", "metric", "first-cell", "second-cell")]
        tables = [column(one, "Variant"), column(one, "Plies"), column(one, "Difference", "compare-table")]
        return controls, tables, unfaded(one)

    assert seen(other) == seen(page)
    assert other.evaluate("Math.abs(document.getElementById('compare').getBoundingClientRect().top) < 5"), "it is scrolled there"
    # A link of a section moves there and keeps the view.
    other.get_by_role("link", name="Metrics").click()
    wait_until(other, lambda: other.url.endswith("view=metrics"))
    assert "filter=draws%3E20&" in other.url and other.locator("#filter").input_value() == "draws>20"
    other.close()
    page.evaluate("location.hash = '#sort=-draws&pairing=random'")
    wait_until(page, lambda: page.locator("#filter").input_value() == "")
    assert set(column(page, "Agents")) == {"random"} and page.locator("#second-cell").input_value() != "7"
    assert numbers(column(page, "Draws")) == sorted(numbers(column(page, "Draws")), reverse=True)
    page.evaluate("location.hash = '#view=cells'")
    wait_until(page, lambda: len(column(page, "Variant")) == 30)


def download(page, button):
    """The name and the text of a file that a button saves."""
    try:
        with page.expect_download(timeout=3000) as started:
            button.click()
    except TimeoutError:
        # After ten files a browser asks its reader before it saves one more; without a reader it saves only the one after that.
        with page.expect_download() as started:
            button.click()
    return started.value.suggested_filename, pathlib.Path(started.value.path()).read_text(encoding="utf-8")


def check_csv(page, run):
    page.locator("#filter").fill("greedy")
    name, text = download(page, page.get_by_role("button", name="Download as CSV: Cells"))
    assert name == "quick-cells.csv"
    rows = list(csv.DictReader(io.StringIO(text)))
    expected = [row for row in table_of(run, "summary") if row["white"] == "greedy"]
    assert [row["Variant"] for row in rows] == [row["variant"] for row in expected], "it has the cells that match"
    for row, cell in zip(rows, expected):
        assert row["Cell"] == cell["cell"] and row["Games"] == cell["games"]
        for title, key in [("Draws (%)", "draw_rate"), ("Draws, low (%)", "draw_rate_low"), ("Draws, high (%)", "draw_rate_high")]:
            assert abs(float(row[title]) - 100 * float(cell[key])) < 1e-6, title
    page.locator("#filter").fill("")
    buttons = page.get_by_role("button", name=re.compile("^Download as CSV")).all()
    visible = [button for button in buttons if button.is_visible()]
    assert len(visible) == page.locator("table:visible").count(), "each table has one"
    for button in visible:
        _, text = download(page, button)
        lengths = {len(row) for row in csv.reader(io.StringIO(text))}
        assert len(lengths) == 1 and "undefined" not in text and "NaN" not in text, text


def check_svg(page):
    """Each figure is saved as the report drew it: a picture by itself."""
    figures = page.locator("figure:visible").all()
    assert len(figures) > 10
    for figure in figures:
        name, text = download(page, figure.get_by_role("button", name=re.compile("^Download as SVG")))
        assert name == f"quick-{figure.get_attribute('data-name')}.svg"
        root = tree.fromstring(text)
        assert root.tag == f"{SVG}svg" and "class=" not in text and "NaN" not in text, name
        said = [node.text for node in root.iter(f"{SVG}title")]
        assert said and "petteia" in root.find(f"{SVG}metadata").text, name
        assert root.find(f"{SVG}rect").get("fill") == "#FFFFFF"


def check_dark(page):
    """A dark page turns its figures dark."""
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 27)"
    assert page.evaluate("getComputedStyle(document.querySelector('figure svg')).filter") == "invert(0.92) hue-rotate(180deg)"


def check_no_network(browser, url):
    """The policy of the page refuses requests before they are made."""
    context = browser.new_context()
    asked = []
    context.route(re.compile("^http"), lambda route: (asked.append(route.request.url), route.abort()))
    page = context.new_page()
    page.goto(url)
    page.evaluate("""() => {
        window.refused = [];
        addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
        fetch("http://127.0.0.1:9/data").catch(() => {});
        new Image().src = "http://127.0.0.1:9/image";
        document.head.append(Object.assign(document.createElement("script"), { src: "http://127.0.0.1:9/script" }));
    }""")
    wait_until(page, lambda: page.evaluate("refused.length") >= 3)
    assert sorted(page.evaluate("refused")) == ["connect-src", "img-src", "script-src-elem"], page.evaluate("refused")
    assert asked == []
    context.close()


def check_many_cells(browser, file, folder):
    """A run of 2,010 cells: it begins with 200, and the filter and the CSV know all."""
    before, rest = file.read_text(encoding="utf-8").split('id="data">')
    text, after = rest.split("</script>", 1)
    data = json.loads(text)
    copies = [dict(cell, cell=30 * copy + index, variant=f"{cell['variant']}+copy={copy}", label=f"{cell['label']}+copy={copy}")
              for copy in range(67) for index, cell in enumerate(data["cells"])]
    large = pathlib.Path(folder) / "large.html"
    large.write_text(f'{before}id="data">{json.dumps(dict(data, cells=copies))}</script>{after}', encoding="utf-8")
    page = browser.new_page()
    page.goto(large.as_uri())
    unfold(page)
    assert page.locator("#shown").inner_text() == "2,010 of 2,010 cells"
    assert page.locator("#too-many-text").inner_text() == "The tables show the first 200 of 2,010 cells."
    assert len(column(page, "Variant")) == 200
    _, text = download(page, page.get_by_role("button", name="Download as CSV: Cells"))
    assert text.count("\n") == 2011
    page.locator("#filter").fill("copy=66 random")
    assert len(column(page, "Variant")) == 5 and page.locator("#too-many").is_hidden()
    page.locator("#filter").fill("random")
    page.locator("#show-all").click()
    assert len(column(page, "Variant")) == 335
    page.close()


def check_print(page):
    """On paper nothing is cut off, and nothing remains that only a screen needs."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 1000})
    for selector in ("nav", "#filter", "#replayer", ".save >> nth=0"):
        assert page.locator(selector).is_hidden(), selector
    wide = page.evaluate("""[...document.querySelectorAll("table, figure svg")].filter((node) => node.checkVisibility()
        && node.getBoundingClientRect().right > innerWidth + 1).map((node) => node.outerHTML.slice(0, 80))""")
    assert wide == [], wide


def check_phone(page):
    """On a phone figures have their narrow form, or scroll within themselves, as tables do."""
    for drawing in page.locator("figure .narrow").all():
        widths = drawing.evaluate("node => [node.scrollWidth, node.clientWidth]")
        assert widths[0] <= widths[1], f"it fits: {widths}"
    for figure in page.locator("figure:has(.wide:visible)").all():
        widths = figure.locator(".wide").evaluate("node => [node.scrollWidth, node.clientWidth]")
        assert widths[0] >= 600 > widths[1], f"letters stay readable: {widths}"
        title, lines = figure.locator("p.head").inner_text().split("\n")
        assert title == figure.get_attribute("aria-label") and lines, "its title and subtitle are read without scrolling"
        figure.locator("summary").click()
        assert figure.locator(".save").bounding_box()["height"] < 32, "an open caption leaves the button on one line"
    small = page.evaluate("""[...document.querySelectorAll("button, select, input")].filter((node) => node.checkVisibility()
        && node.getBoundingClientRect().height < 22).map((node) => node.outerHTML.slice(0, 80))""")
    assert small == [], small
