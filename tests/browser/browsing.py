"""What all checks of the page need: to open it, to read it, to wait for it."""

import csv
import pathlib
import re

DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 375, "height": 740}


def table_of(run, name):
    """The rows of a table that the run wrote beside the page."""
    with (pathlib.Path(run) / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def column(page, title, table="cells-table"):
    """The texts of a column of a table."""
    titles = [text.split("\n")[0].strip("▾▴ ") for text in page.locator(f"#{table} thead button").all_inner_texts()]
    return page.locator(f"#{table} tbody td:nth-child({titles.index(title) + 1})").all_inner_texts()


def number(text):
    """The first number of a text such as `−1.2 [−2.2, −0.1]`."""
    return float(text.split()[0].replace(",", "").replace("−", "-"))


def numbers(texts):
    return [number(text) for text in texts]


def heading(page, title):
    return page.locator("#cells-table th", has=page.get_by_role("button", name=re.compile(f"^{title}")))


def figure(page, name):
    return page.locator(f"figure[data-name='{name}']")


def unfaded(page, name="draw-rate"):
    """The cells that a figure does not fade, the first line of each."""
    rows = figure(page, name).locator(".wide [data-cell][aria-label]:not(.faded)")
    return [row.get_attribute("aria-label").split("\n")[0] for row in rows.all()]


def wait_until(page, holds):
    """Waits for a condition; the page itself allows no code from outside that could."""
    for _ in range(200):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("the condition never holds")


def labels(page, selector):
    """What a screen reader says of each of some marks, line by line."""
    return [mark.get_attribute("aria-label").split("\n") for mark in page.locator(selector).all()]


def at(page):
    now, last = page.locator("#at").inner_text().split(" of ")
    return int(now), int(last)


def picture(page, pictures, name):
    if pictures:
        page.screenshot(path=pictures / f"{name}.png", full_page=True)


def open_page(browser, url, problems, **options):
    """A page of its own whose console and requests are watched: nothing but the file may be asked for."""
    context = browser.new_context(**options)

    def on_request(request):
        # What the page itself made, to be saved, has an address, too.
        if request.url.split("#")[0] != url.split("#")[0] and not request.url.startswith("blob:"):
            problems.append(f"asks for {request.url}")

    context.on("request", on_request)
    page = context.new_page()
    page.on("console", lambda message: problems.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.goto(url)
    unfold(page)
    return context, page


def unfold(page):
    """Opens all parts that are folded at first."""
    page.evaluate("document.querySelectorAll('.part').forEach((part) => { part.open = true; })")
