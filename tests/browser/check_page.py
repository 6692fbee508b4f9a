"""Explores the page of a run in a headless Chromium as a reader would: `make browser`.

    python check_page.py RUN PETTEIA [PICTURES]

RUN is the folder of a run of experiments/quick.toml, PETTEIA the program, and PICTURES a folder for screenshots.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

from playwright.sync_api import sync_playwright

MOST_BYTES = 5_000_000
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}


def column(page, title):
    """The texts of a column of the table."""
    titles = [text.split("\n")[0].strip("▾▴ ") for text in page.locator("#table-head button").all_inner_texts()]
    return page.locator(f"#table-body td:nth-child({titles.index(title) + 1})").all_inner_texts()


def numbers(texts):
    return [float(text.split()[0].replace(",", "").replace("−", "-")) for text in texts]


def heading(page, title):
    return page.locator("#table-head th", has=page.get_by_role("button", name=re.compile(f"^{title}")))


def chart_rows(page, index=0):
    """The rows of a figure, the first line of each."""
    rows = page.locator("#charts figure").nth(index).locator(".row")
    return [row.get_attribute("aria-label").split("\n")[0] for row in rows.all()]


def wait_until(page, holds):
    """Waits for a condition; the page itself allows no code from outside that could."""
    for _ in range(200):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it does not come to pass")


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
    names = [f"{variant}, {agents}" for variant, agents in zip(column(page, "Variant"), column(page, "Agents"))]
    assert chart_rows(page) == names, "the figures follow the table"
    page.keyboard.press("Enter")
    assert draws.get_attribute("aria-sort") == "none" and column(page, "Variant") == planned


def check_filter(page):
    page.locator("#filter").fill("VAGI random")
    assert column(page, "Variant") == ["+vagi"]
    assert page.locator("#shown").inner_text() == "1 of 30 cells shown"
    assert chart_rows(page, 2) == ["+vagi, random"]
    page.locator("#filter").fill("nothing of the kind")
    assert column(page, "Variant") == [] and chart_rows(page) == []
    page.locator("#filter").fill("")
    page.locator("#pairing").select_option("random")
    assert set(column(page, "Agents")) == {"random"} and page.locator("#shown").inner_text() == "5 of 30 cells shown"
    page.locator("#pairing").select_option("")
    assert len(column(page, "Variant")) == 30


def check_figures(page):
    figures = page.locator("#charts figure")
    assert figures.count() == 5
    for figure in figures.all():
        row = figure.locator(".row").nth(1)
        row.hover()
        assert page.locator("#tooltip").inner_text() == row.get_attribute("aria-label")
    page.mouse.move(0, 0)
    figures.nth(0).locator(".row").nth(1).click()
    page.mouse.move(0, 0)
    assert page.locator("#tooltip").is_hidden(), "it goes with the pointer, although the click gave the row the focus"
    figures.nth(0).locator(".row").nth(1).hover()
    page.locator("#filter").evaluate("node => { node.value = 'vagi'; node.dispatchEvent(new Event('input')); }")
    assert page.locator("#tooltip").is_hidden(), "it goes with the figure that is drawn anew"
    page.locator("#filter").fill("")
    page.mouse.move(0, 0)
    figures.nth(0).locator(".row").nth(0).focus()
    page.keyboard.press("ArrowDown")
    expected = figures.nth(0).locator(".row").nth(1).get_attribute("aria-label")
    assert page.locator("#tooltip").inner_text() == expected
    page.evaluate("scrollBy(0, 40)")
    page.wait_for_timeout(100)
    assert page.locator("#tooltip").inner_text() == expected, "it stays while the page scrolls"
    page.keyboard.press("Escape")
    assert page.locator("#tooltip").is_hidden()


def check_cell(page):
    page.locator("#table-body button", has_text="+die=4").first.click()
    assert "city-8+die=4" in page.locator("#cell-summary").inner_text()
    rules = page.locator("#rules").inner_text()
    assert "The die" in rules and "a fair die with 4 faces is rolled" in rules
    squares = page.locator("#heat-maps figure").first.locator(".square")
    assert squares.count() == 64
    squares.nth(9).hover()
    assert re.fullmatch(r"b2: [\d.]+ arrivals a game", page.locator("#tooltip").inner_text())
    squares.nth(9).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    assert page.locator("#tooltip").inner_text().startswith("c3: ")


def at(page):
    now, last = page.locator("#at").inner_text().split(" of ")
    return int(now), int(last)


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
            call = subprocess.run([petteia, "moves", variant], input="\n".join(positions), text=True, capture_output=True)
            assert call.returncode == 0, call.stderr
            for line, after in zip(call.stdout.splitlines(), positions[1:]):
                following = json.loads(line)
                reachable = following.get("rolls") or [move["fen"] for move in following["moves"]]
                assert after in reachable, f"{line}\n{after}"


def check_link(page, browser_context, url):
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
    wait_until(page, lambda: page.url.endswith("step=7"))
    assert re.fullmatch(re.escape(url) + r"#cell=9&game=\d+&step=7", link) and page.url == link
    other = browser_context.new_page()
    other.goto(link)
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


def picture(page, pictures, name):
    if pictures:
        page.screenshot(path=pictures / f"{name}.png", full_page=True)


def open_page(browser, url, problems, **options):
    """A page of its own whose console and requests are watched: nothing but the file may be asked for."""
    context = browser.new_context(**options)
    context.grant_permissions(["clipboard-read", "clipboard-write"])

    def on_request(route):
        if route.request.url.split("#")[0] == url:
            return route.continue_()
        problems.append(f"asks for {route.request.url}")
        return route.abort()

    context.route("**/*", on_request)
    page = context.new_page()
    page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.goto(url)
    return context, page


def check_width(page):
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1], f"{widths[0]} px wide on a screen of {widths[1]}"


def check_table_fits(page):
    widths = page.locator(".scroll").evaluate("node => [node.scrollWidth, node.clientWidth]")
    assert widths[0] <= widths[1], f"the table is {widths[0]} px wide, and {widths[1]} are there"


def main(run, petteia, pictures=None):
    file = (pathlib.Path(run) / "report.html").resolve()
    if pictures:
        pictures = pathlib.Path(pictures)
        pictures.mkdir(parents=True, exist_ok=True)
    assert file.stat().st_size < MOST_BYTES, f"{file}: {file.stat().st_size} bytes"
    problems = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context, page = open_page(browser, file.as_uri(), problems, viewport=DESKTOP)
        picture(page, pictures, "desktop")
        for check in (check_accessibility, check_table_fits, check_sorting, check_filter, check_figures, check_cell, check_replayer):
            check(page)
        check_games(page, petteia)
        check_link(page, context, file.as_uri())
        check_width(page)
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
        browser.close()
    assert problems == [], problems
    print(f"{file.name}: {file.stat().st_size:,} bytes, explored")


if __name__ == "__main__":
    main(*sys.argv[1:])
