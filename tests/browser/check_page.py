"""Explores the page of a run in a headless Chromium as a reader would: `make browser`.

    python check_page.py QUICK FACTORIAL LADDER PETTEIA [PICTURES]

QUICK, FACTORIAL and LADDER are folders of runs of experiments/quick.toml, notebooks/small-factorial.toml and
tests/browser/small-ladder.toml, PETTEIA is the program, and PICTURES a folder for screenshots.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import results
import views
from browsing import (
    DESKTOP, PHONE, at, column, figure, heading, numbers, open_page, picture, unfaded, unfold, wait_until,
)
from playwright.sync_api import sync_playwright

MOST_BYTES = 5_000_000


def check_sorting(page):
    planned = column(page, "Variant")
    draws = heading(page, "Draws")
    draws.get_by_role("button").click()
    assert draws.get_attribute("aria-sort") == "descending"
    found = numbers(column(page, "Draws"))
    assert found == sorted(found, reverse=True) and found[0] > found[-1], found
    page.keyboard.press("Enter")  # The focus is on the heading.
    assert draws.get_attribute("aria-sort") == "ascending"
    assert numbers(column(page, "Draws")) == sorted(found)
    page.keyboard.press("Enter")
    assert draws.get_attribute("aria-sort") == "none" and column(page, "Variant") == planned


def check_filter(page):
    page.locator("#filter").fill("VAGI random")
    assert column(page, "Variant") == ["+vagi"]
    assert page.locator("#shown").inner_text() == "1 of 30 cells"
    assert unfaded(page) == unfaded(page, "lengths") == ["+vagi, random"], "the figures fade all others"
    page.locator("#filter").fill("nothing of the kind")
    assert column(page, "Variant") == [] and unfaded(page) == []
    page.locator("#filter").fill("")
    page.locator("#pairing").select_option("random")
    assert set(column(page, "Agents")) == {"random"} and page.locator("#shown").inner_text() == "5 of 30 cells"
    page.locator("#pairing").select_option("")
    assert len(column(page, "Variant")) == len(unfaded(page)) == 30


def check_figures(page):
    for one in page.locator("#charts figure").all():
        mark = one.locator("g[aria-label]").nth(1)
        mark.locator("rect").first.hover(force=True)
        assert page.locator("#tooltip").inner_text() == mark.get_attribute("aria-label")
    page.mouse.move(0, 0)
    rows = figure(page, "draw-rate").locator("g[aria-label]")
    rows.nth(1).click()
    page.mouse.move(0, 0)
    assert page.locator("#tooltip").is_hidden(), "it goes with the pointer, although the click gave the row the focus"
    rows.nth(0).focus()
    page.keyboard.press("ArrowDown")
    expected = rows.nth(1).get_attribute("aria-label")
    assert page.locator("#tooltip").inner_text() == expected
    page.evaluate("scrollBy(0, 40)")
    page.wait_for_timeout(100)
    assert page.locator("#tooltip").inner_text() == expected, "it stays while the page scrolls"
    page.keyboard.press("Escape")
    assert page.locator("#tooltip").is_hidden()


def check_cell(page):
    page.locator("#cells-table tbody button", has_text="+die=4").first.click()
    assert "city-8+die=4" in page.locator("#cell-summary").inner_text()
    rules = page.locator("#rules").inner_text()
    assert "The die" in rules and "a fair die with 4 faces is rolled" in rules
    squares = page.locator("#heat-maps .map").first.locator("[aria-label]")
    assert squares.count() == 64
    squares.nth(9).hover()
    assert re.fullmatch(r"b2: [\d.]+ arrivals per game", page.locator("#tooltip").inner_text())
    squares.nth(9).focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#tooltip").inner_text().startswith("c2: ")


def check_replayer(page):
    page.locator("#cell").select_option("0")
    last = at(page)[1]
    start = page.locator("#position").input_value()
    assert start == "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0"
    page.locator("#next").click()
    page.locator("#next").click()
    assert at(page) == (2, last) and page.locator("#status").inner_text().startswith("Turn 2: Black ")
    page.locator("#back").click()
    page.locator("#last").click()
    assert at(page) == (last, last) and page.locator("#next").is_disabled()
    page.locator("#first").click()
    assert page.locator("#position").input_value() == start
    page.locator("#moves button").nth(5).click()
    assert at(page) == (5, last)
    page.locator("#board").focus()
    for key, expected in [("ArrowRight", 6), ("ArrowLeft", 5), ("End", last), ("Home", 0)]:
        page.keyboard.press(key)
        assert at(page)[0] == expected, key
    page.locator("#speed").select_option("20")
    page.locator("#board").focus()
    page.keyboard.press(" ")
    wait_until(page, lambda: at(page)[0] >= 3)
    assert page.locator("#play").inner_text() == "Pause"
    page.keyboard.press(" ")
    assert page.locator("#play").inner_text() == "Play"
    page.locator("#step").focus()
    page.keyboard.press("End")
    assert at(page) == (last, last)


def check_games(page, petteia):
    """The first steps of all sample games of two cells are legal moves and rolls, and lead where the rules say."""
    for cell, variant in [("12", "city-8+vagi"), ("24", "city-8+die=4")]:
        page.locator("#cell").select_option(cell)
        games = page.locator("#game option").count()
        assert games >= 3
        for index in range(games):
            page.locator("#game").select_option(index=index)
            positions = [page.locator("#position").input_value()]
            page.locator("#board").focus()
            for _ in range(min(at(page)[1], 60)):
                page.keyboard.press("ArrowRight")
                positions.append(page.locator("#position").input_value())
            arguments = [petteia, "show", variant, "--moves", "--fen", "-"]
            call = subprocess.run(arguments, input="\n".join(positions), text=True, capture_output=True)
            assert call.returncode == 0, call.stderr
            for line, after in zip(call.stdout.splitlines(), positions[1:]):
                following = json.loads(line)
                reachable = following.get("rolls") or [move["fen"] for move in following["moves"]]
                assert after in reachable, f"{line}\n{after}"


def check_link(page, browser_context, url):
    browser_context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#cell").select_option("9")
    page.locator("#game").select_option(index=1)
    page.locator("#board").focus()
    for _ in range(7):
        page.keyboard.press("ArrowRight")
    position = page.locator("#position").input_value()
    page.locator("#copy-link").click()
    wait_until(page, lambda: page.locator("#copied").inner_text() == "Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    page.locator("#copy-position").click()
    wait_until(page, lambda: page.locator("#copied").inner_text() == "Position copied.")
    assert page.evaluate("navigator.clipboard.readText()") == position
    assert re.fullmatch(re.escape(url) + r"#cell=9&game=\d+&step=7", link), link
    wait_until(page, lambda: page.url == link)
    other = browser_context.new_page()
    other.goto(link)
    unfold(other)
    assert other.locator("#position").input_value() == position
    assert other.locator("#cell").input_value() == "9" and at(other)[0] == 7
    other.close()
    page.evaluate("location.hash = '#cell=9&game=99999999&step=1'")
    wait_until(page, lambda: "is not in this page" in page.locator("#status").inner_text())


def check_accessibility(page):
    levels = [int(tag[1]) for tag in page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => h.tagName)")]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels
    nameless = page.evaluate("""[...document.querySelectorAll("button, input, select")].filter((node) =>
        !node.textContent.trim() && !node.labels?.length && !node.getAttribute("aria-label")).map((node) => node.outerHTML)""")
    assert nameless == [], nameless
    assert page.evaluate("document.documentElement.lang") == "en"
    # From the top by keyboard alone: the first stop jumps to the table.
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"


def check_width(page):
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1], f"{widths[0]} px wide on a screen of {widths[1]}"


def check_table_fits(page):
    for table in page.locator(".scroll:has(table):visible").all():
        widths = table.evaluate("node => [node.scrollWidth, node.clientWidth]")
        assert widths[0] <= widths[1], f"a table is {widths[0]} px wide, and {widths[1]} are there"


def check_sections(page, hidden):
    """Sections of which the run has nothing are hidden, and so are their links."""
    links = page.locator("nav a").all()
    assert [link.inner_text() for link in links if link.is_hidden()] == hidden
    for link in links:
        assert page.locator(link.get_attribute("href")).is_visible() == link.is_visible()


def check_code(page):
    """Commands are set as code."""
    assert "`" not in page.locator("#provenance").inner_text()
    commands = page.locator("#citation code").all_inner_texts()
    assert len(commands) == 4 and all(command.startswith("petteia ") for command in commands), commands


def page_of(run):
    file = (pathlib.Path(run) / "report.html").resolve()
    assert file.stat().st_size < MOST_BYTES, f"{file}: {file.stat().st_size} bytes"
    return file


def check_quick(browser, run, petteia, problems, pictures):
    file = page_of(run)
    context, page = open_page(browser, file.as_uri(), problems, viewport=DESKTOP)
    picture(page, pictures, "desktop")
    check_sections(page, ["Effects"])
    for check in (check_accessibility, check_code, check_table_fits, views.check_findings, check_sorting, check_filter,
                  views.check_conditions, check_figures, check_cell, check_replayer):
        check(page)
    check_games(page, petteia)
    check_link(page, context, file.as_uri())
    for check in (results.check_curves, results.check_metrics, results.check_compare, views.check_csv):
        check(page, run)
    views.check_shared_view(page, context, file.as_uri())
    views.check_svg(page)
    check_width(page)
    views.check_print(page)
    for name, options in [
        ("phone", {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
        ("dark", {"viewport": DESKTOP, "color_scheme": "dark", "reduced_motion": "reduce"}),
        ("dark-phone", {"viewport": PHONE, "color_scheme": "dark"}),
    ]:
        _, page = open_page(browser, file.as_uri(), problems, **options)
        check_width(page)
        page.locator("#next").click()
        check_width(page)
        picture(page, pictures, name)
        if "phone" in name:
            views.check_phone(page)
        if "dark" in name:
            views.check_dark(page)
    views.check_no_network(browser, file.as_uri())
    with tempfile.TemporaryDirectory() as folder:
        views.check_many_cells(browser, file, folder)
    return file


def check_other(browser, run, problems, pictures, hidden, checks):
    """A run of another kind: what only it has, and that it fits a phone."""
    file = page_of(run)
    name = pathlib.Path(run).name
    _, page = open_page(browser, file.as_uri(), problems, viewport=DESKTOP)
    check_sections(page, hidden)
    check_table_fits(page)
    for check in checks:
        check(page, run)
    picture(page, pictures, name)
    _, page = open_page(browser, file.as_uri(), problems, viewport=PHONE)
    check_width(page)
    views.check_phone(page)
    picture(page, pictures, f"{name}-phone")
    return file


def main(quick, factorial, ladder, petteia, pictures=None):
    if pictures:
        pictures = pathlib.Path(pictures)
        pictures.mkdir(parents=True, exist_ok=True)
    problems = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        files = [
            check_quick(browser, quick, petteia, problems, pictures),
            check_other(browser, factorial, problems, pictures, ["Strength"],
                        [results.check_sampled_metrics, results.check_effects]),
            check_other(browser, ladder, problems, pictures, ["Effects"], [results.check_strength, results.check_limits]),
        ]
        browser.close()
    assert problems == [], problems
    for file in files:
        print(f"{file}: {file.stat().st_size:,} bytes, explored")


if __name__ == "__main__":
    main(*sys.argv[1:])
