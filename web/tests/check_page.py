"""Uses the page in a headless Chromium as a reader would: `make web-test`.

    python check_page.py PAGE.html PETTEIA [PICTURES]

PETTEIA is the program, whose answers those of the page must equal, and PICTURES a folder for screenshots.
"""

import csv
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "browser"))

from browsing import DESKTOP, PHONE, open_page, picture, wait_until  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

MOST_BYTES = 2_500_000
# A game of `seneca` up to a turn in which White must remove a bound stone.
BOUND = (
    "@b4+@e8+@g2+@d1+@d5+@e1+@g4+@f2+@a6+@f5+@h1+@a5+@a1+@e6+@c2+@g5+@b8+@h5+@h2+@c7+@g3+@f4+@d3+@c1+@g7+@a3+@d4+@e4+@b6+@a7+@a8"
    "+@d6+@d8+@c8+@b1+@f6+@g1+@a4+@c3+@c5+d8-d7+c5-b5"
)
# A position of `city-8` with one legal move.
ONE_MOVE = "8/8/8/8/8/8/s6s/Ss3s1S%20w%200,0%200,0%200%2080"
GIVEN = '<script type="application/json" id="given">null</script>'


class Game:
    """The page with a game."""

    def __init__(self, page, petteia):
        self.page, self.petteia = page, petteia

    def open(self, **fragment):
        self.page.evaluate("text => { location.hash = text; }", "&".join(f"{name}={value}" for name, value in fragment.items()))
        self.page.wait_for_timeout(100)

    def text(self, place):
        return self.page.locator(f"#{place}").inner_text()

    def moves(self):
        return [text.split(" ")[0] for text in self.page.locator("#moves button").all_inner_texts()]

    def wait_for_moves(self, count):
        wait_until(self.page, lambda: len(self.moves()) >= count)

    def square(self, name):
        return self.page.locator(f"#board .square[aria-label^='{name},']")

    def json(self, *arguments):
        call = subprocess.run([self.petteia, *arguments, "--json"], text=True, capture_output=True, check=True)
        return json.loads(call.stdout)


def check_start(game):
    assert game.page.title() == "city-8: petteia" and game.page.locator("#board .square").count() == 64
    assert game.text("status") == "White: choose a piece." and game.text("no-moves") == "None yet."
    assert game.page.locator("#problem").is_hidden()
    check_first_look(game.page)


def check_first_look(page):
    """The visitor sees the whole board, what to do and the buttons without scrolling; the rules are one click away."""
    page.evaluate("scrollTo(0, 0)")
    for name in ("game-title", "status", "meter", "board", "hint", "new"):
        box = page.locator(f"#{name}").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"], (name, box)
    before = page.evaluate("location.hash")
    page.get_by_role("link", name="Rules", exact=True).click()
    wait_until(page, lambda: page.locator("#rules li").first.bounding_box()["y"] < page.viewport_size["height"])
    assert page.evaluate("location.hash") == before, "the address keeps the game"
    page.evaluate("scrollTo(0, 0)")


def check_games(game):
    """Every game of the catalogue can be chosen, has the rules that the program tells, and a board."""
    page = game.page
    known = game.json("games")["games"]
    options = page.locator("#games option").all()
    assert len(options) == len(known)
    for one in known:
        page.locator("#games").select_option(one["id"])
        assert page.locator("#board .square").count() == one["files"] * one["ranks"], one["id"]
        about = f"{one['about']}; {one['files']} files, {one['ranks']} ranks."
        assert game.text("game-title") == one["id"] and game.text("about").lower() == about.lower()
    for name in ("seneca", "lemery-petteia-advanced", "callen-proto-tafl"):
        page.locator("#games").select_option(name)
        sentences = [sentence for section in game.json("games", name)["sections"] for sentence in section["sentences"]]
        assert page.locator("#rules li").all_inner_texts() == sentences


def check_switches(game):
    page = game.page
    page.locator("#games").select_option("city-8")
    page.locator("summary", has_text="Switches").click()
    page.locator("#switch-die").fill("4")
    page.locator("#switch-die").press("Tab")
    assert game.text("game-title") == "city-8+die=4" and game.text("switch-count") == "1 changed"
    assert "a fair die with 4 faces is rolled" in game.text("rules") and page.locator("#rules li.new").count() > 0
    assert game.moves() == [game.moves()[0]] and re.fullmatch("d[1-4]", game.moves()[0]), "the die is rolled"
    page.locator("#switch-inciti").check()
    page.locator("#switch-hopeless").select_option("idle")
    assert game.text("game-title") == "city-8+inciti+hopeless=idle+die=4"
    page.locator("#switch-inciti").uncheck()
    assert "`hopeless` needs `inciti`: add it, or leave out `hopeless`. The board still has city-8+inciti+hopeless=idle+die=4." in game.text("refusal")
    page.locator("#switch-hopeless").select_option("")
    assert game.text("refusal") == "" and game.text("game-title") == "city-8+die=4"
    page.locator("#games").select_option("lemery-petteia-advanced")
    assert page.locator("#switch-edge").is_checked() and page.locator("#switch-compulsory").input_value() == "huff"
    page.locator("#switch-edge").uncheck()
    assert game.text("game-title") == "lemery-petteia-advanced-edge"
    page.locator("#reset").click()
    assert game.text("game-title") == "lemery-petteia-advanced"
    page.locator("summary", has_text="Switches").click()


def check_own_game(game):
    page = game.page
    page.locator("summary", has_text="A game of your own").click()
    page.locator("#own-text").fill('name = "nine"\nswitches = "+vagi"\n[rules]\nboard = { files = 9, ranks = 9 }\ndice = 4\n')
    page.locator("#play-own").click()
    assert "did you mean `die`?" in game.text("own-problem")
    page.locator("#own-text").fill('name = "nine"\nswitches = "+vagi"\n[rules]\nboard = { files = 9, ranks = 9 }\n')
    page.locator("#play-own").click()
    assert game.text("own-problem") == "" and page.locator("#board .square").count() == 81
    assert game.text("game-title") == "nine+vagi" and game.text("about").startswith("Rules of its own; 9 files")
    link = page.evaluate("location.href")
    game.open(game="city-8")
    assert page.locator("#board .square").count() == 64
    page.goto(link)
    wait_until(page, lambda: page.locator("#board .square").count() == 81)
    assert page.locator("#games option:checked").inner_text() == "nine+vagi"
    page.locator("#games").select_option("city-8")


def check_play(game, context):
    """A person and an agent move in turn; hints, taking back, looking back, the record and the link."""
    page = game.page
    game.open(game="city-8", white="human", black="greedy", seed=7)
    game.square("d1").click()
    assert game.square("d1").get_attribute("aria-label") == "d1, white stone, chosen"
    assert page.locator("#board .target").count() == 6
    game.square("d4").click()
    game.wait_for_moves(2)
    assert game.moves()[0] == "d1-d4" and game.text("status") == "White: choose a piece."
    page.locator("#hint").click()
    wait_until(page, lambda: game.text("note").startswith("Hint: "))
    assert "White expects a score of" in game.text("note")
    hinted = re.match(r"Hint: (\w+)-(\w+)\.", game.text("note")).groups()
    assert all(game.square(name).get_attribute("aria-label").endswith(", hint") for name in hinted)
    assert page.locator("#board .hint text").all_text_contents() == ["3", "2", "1"] and page.locator("#board .hint.of-black text").count() == 1
    expected = re.search(r"a score of (\d+) %", game.text("note")).group(1)
    assert page.locator("#meter").get_attribute("aria-valuenow") == expected == game.text("meter-text")
    page.locator("#move").fill("a1-b7")
    page.locator("#move").press("Enter")
    assert "`a1-b7` is not legal here" in game.text("move-problem")
    page.locator("#hint").click()
    wait_until(page, lambda: page.locator("#hint").is_enabled())
    assert game.text("move-problem") == "", "a hint takes back what was said of a move"
    page.locator("#move").fill("a1-a5")
    page.locator("#move").press("Enter")
    game.wait_for_moves(4)
    assert game.text("move-problem") == "" and game.moves()[2] == "a1-a5"
    page.locator("#undo").click()
    assert len(game.moves()) == 2
    page.locator("#back").click()
    assert game.text("status") == "After step 1 of 2." and game.square("d4").get_attribute("aria-label") == "d4, white stone"
    page.locator("#here").click()
    game.wait_for_moves(2)
    page.locator("summary", has_text="Record of the game").click()
    wait_until(page, lambda: page.locator("#record").input_value() != "")
    record = page.locator("#record").input_value()
    assert record.startswith('[Game "city-8"]') and "\n1. d1-d4\n2. " in record
    # Both at once: White's agent still thinks when Black's is chosen, and the game goes on all the same.
    page.evaluate('''() => ["white", "black"].forEach((side) => {
        const menu = document.getElementById(side);
        menu.value = "random";
        menu.dispatchEvent(new Event("change"));
    })''')
    game.wait_for_moves(8)
    page.locator("#pause").click()
    assert game.text("pause") == "Go on" and game.text("status").endswith(" waits.")
    moves = game.moves()
    page.locator("#copy-link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert game.text("link-said") == "Copied." and f"moves={'+'.join(moves)}" in link, link
    page.locator("#record").fill(record.replace("d1-d4", "d1-e5"))
    page.locator("#read-record").click()
    assert game.text("record-problem").startswith("line 7: turn 1: `d1-e5` is not legal"), game.text("record-problem")
    page.locator("#record").fill(record)
    page.locator("#read-record").click()
    assert game.moves() == ["d1-d4", game.moves()[1]] and page.locator("#black").input_value() == "greedy"
    page.locator("#copy-link").click()
    wait_until(page, lambda: game.text("link-said") == "Copied.")
    page.locator("#new").click()
    assert game.text("link-said") == "", "the link to another game has not been copied"
    other = context.new_page()
    other.goto(link)
    again = Game(other, game.petteia)
    again.wait_for_moves(len(moves))
    other.locator("#pause").click()
    assert again.moves()[:len(moves)] == moves, "the link has the moves"
    other.close()
    page.locator("summary", has_text="Record of the game").click()


def check_evaluation(game):
    """The bar is White's share, from White's side of the board; it shows the result of a game that is over."""
    page = game.page
    meter = page.locator("#meter")
    game.open(game="city-8", white="human", black="human", seed=1, start="ss6/8/8/8/8/8/8/SSSSSSSS%20b%200,0%200,0%200%2080")
    wait_until(page, lambda: float(meter.get_attribute("aria-valuenow")) > 80)
    page.locator("#flip").check()
    assert meter.get_attribute("class") == "flipped"
    page.locator("#flip").uncheck()
    page.locator("#evaluate").uncheck()
    assert meter.is_hidden()
    game.open(game="city-8", white="human", black="human", seed=1, start="8/8/8/8/8/8/3ss3/8%20w%200,0%200,0%200%2080")
    assert "Black wins" in game.text("status"), game.text("status")
    assert meter.is_visible() and meter.get_attribute("aria-valuenow") == "0", "a link switches the bar on"
    game.open(game="city-8", white="human", black="human", seed=1, start=ONE_MOVE)
    wait_until(page, lambda: meter.get_attribute("aria-valuetext") == "unknown")
    assert page.locator("#meter-text").is_hidden() and "only one move is legal" in meter.get_attribute("title")
    page.locator("#new").click()
    wait_until(page, lambda: meter.get_attribute("aria-valuetext") == f"{game.text('meter-text')} %")
    assert page.locator("#meter-text").is_visible() and meter.get_attribute("class") == ""


def check_legend(game):
    """The legend names the pieces that the game has, besides stones, and the marks."""
    marks = ["may be chosen", "may go here", "last move", "piece lost here"]
    for name, pieces in [("city-8", []), ("city-8+vagi+inciti", ["vagus", "dead square"]), ("seneca", ["bound stone"]),
                         ("lemery-petteia-advanced", ["leader"])]:
        game.open(game=name.replace("+", "%2B"))
        assert game.page.locator("#legend span").all_inner_texts() == pieces + marks, name
        assert game.page.locator("#legend svg").count() == len(pieces + marks)
    game.page.locator("#mark").check()
    assert game.page.locator("#legend span").all_inner_texts()[-2:] == ["never moves", "moves to and fro"]
    game.page.locator("#mark").uncheck()


def check_setup(game):
    """Pieces are put, turned and removed; the game goes on from there, with hints; the engine refuses what makes no sense."""
    page = game.page
    game.open(game="city-8%2Bvagi", white="human", black="greedy", seed=7)
    page.locator("#setup").click()
    assert game.text("setup") == "Cancel"
    put = lambda piece: page.get_by_role("radio", name=piece, exact=True).check()
    assert page.get_by_role("radio").count() == 5, "stones and vagi of both sides, and the empty square"
    page.locator("#setup-empty").click()
    page.locator("#setup-form button[type=submit]").click()
    wait_until(page, lambda: game.text("game-title") == "city-8+vagi" and "wins" in game.text("status") or "Draw" in game.text("status"))
    page.locator("#setup").click()
    for square in ("c1", "c3", "d4", "d5"):
        game.square(square).click()
    put("white vagus")
    game.square("c3").click()
    put("black stone")
    game.square("h8").focus()
    page.keyboard.press("Enter")
    game.square("g8").click()
    game.square("d4").click()
    put("empty")
    game.square("d5").click()
    game.square("c1").click()
    game.square("c1").click()
    put("white stone")
    game.square("a1").click()
    game.square("b1").click()
    game.square("b1").click()
    assert page.locator("#setup-text").input_value() == "6ss/8/8/8/3s4/2V5/8/S7 w 0,0 0,0 0 0"
    assert page.locator("#hint").is_disabled() and game.moves() == []
    page.locator("#setup-side").select_option("Black")
    page.locator("#setup-text").fill("6ss/8/8/8/3s4/2V5/8/S6L b 0,0 0,0 0 0")
    page.locator("#setup-text").press("Enter")
    assert "this game has no `L`" in game.text("setup-problem"), game.text("setup-problem")
    page.locator("#setup-side").select_option("White")
    game.square("e5").click()
    assert "this game has no `L`" in game.text("setup-problem") and page.locator("#setup-side").input_value() == "b"
    assert page.locator("#setup-text").input_value().endswith("S6L b 0,0 0,0 0 0"), "what was refused is not lost"
    page.locator("#setup-text").fill("6ss/8/8/8/3s4/2V5/8/8 b 0,0 0,0 0 0")
    assert game.text("setup-problem") == "" and game.square("a1").get_attribute("aria-label") == "a1, empty"
    game.square("a1").click()
    page.locator("#setup-side").select_option("White")
    assert page.locator("#setup-text").input_value() == "6ss/8/8/8/3s4/2V5/8/S7 w 0,0 0,0 0 0", "what was typed is taken up"
    page.locator("#setup-form button[type=submit]").click()
    assert game.text("status") == "White: choose a piece." and page.locator("#setup-form").is_hidden()
    assert game.square("c3").get_attribute("aria-label").startswith("c3, white vagus")
    assert "start=6ss" in page.evaluate("location.hash"), "the link has the position"
    page.locator("#hint").click()
    wait_until(page, lambda: game.text("note").startswith("Hint: "))
    game.square("a1").click()
    game.square("a4").click()
    game.wait_for_moves(2)
    page.locator("#setup").click()
    page.locator("#first").click()
    assert game.text("status") == "After step 0 of 2." and page.locator("#setup-form").is_hidden(), "looking back ends the setting up"
    assert game.text("setup") == "Set up"
    page.locator("#new").click()
    assert "start=" not in page.evaluate("location.hash"), "a new game has its own start"
    check_setup_in_hand(game)


def check_setup_in_hand(game):
    """Stones in hand, captured pieces and counts stay as they are, unless the reader changes them in the text."""
    page = game.page
    for name in ("irrgo-6x6", "irrgo-8x10"):
        game.open(game=name, white="human", black="human", seed=7)
        page.locator("#setup").click()
        start = page.locator("#setup-text").input_value()
        page.locator("#setup-form button[type=submit]").click()
        assert game.text("status") == "White: place a stone.", game.text("status")
        page.locator("#setup").click()
        assert page.locator("#setup-text").input_value() == start
        page.locator("#setup").click()
    game.open(game="city-8%2Bdie%3D4", white="human", black="human", seed=7, start="ssssssss/8/8/8/8/8/8/SSSSSSSS%20w%200,0%203,1%205%2020%20d2")
    page.locator("#setup").click()
    assert page.locator("#setup-text").input_value().endswith("w 0,0 3,1 5 20 d2")
    game.square("e5").click()
    page.locator("#setup-side").select_option("Black")
    assert page.locator("#setup-text").input_value() == "ssssssss/8/8/4S3/8/8/8/SSSSSSSS b 0,0 3,1 5 20"
    page.locator("#setup").click()


def check_keyboard(game):
    """A move by keyboard alone, on a flipped board too."""
    page = game.page
    game.open(game="city-8", white="human", black="human", seed=7)
    game.square("a1").focus()
    for key in ("ArrowRight", "ArrowRight", "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    assert game.moves() == ["c1-c3"]
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "c3, white stone", "the focus stays on the board"
    page.keyboard.press("Enter")
    assert game.text("note") == "C3 cannot be chosen here.", game.text("note")
    page.locator("#flip").check()
    game.square("h8").focus()
    for key in ("ArrowLeft", "Enter", "ArrowUp", " "):
        page.keyboard.press(key)
    assert game.moves() == ["c1-c3", "h8-h7"] or game.moves() == ["c1-c3", "g8-g7"], game.moves()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.locator("#flip").uncheck()


def check_kinds_of_moves(game):
    """Placing, dice, huffs, removals, chains and ends."""
    page = game.page
    game.open(game="poleis", white="human", black="human", seed=7)
    assert game.text("status") == "White: place a stone."
    game.square("e4").click()
    assert game.moves() == ["@e4"] and game.text("status") == "Black: place a stone."
    game.open(game="city-8%2Bdie%3D4", white="human", black="human", seed=7)
    roll = game.moves()[0][1:]
    assert game.text("status") == f"White, who rolled {roll}: choose a piece." and f"the die shows {roll}" in game.text("counts")
    game.open(game="city-8%2Bcompulsory%3Dhuff", white="human", black="human", seed=7, moves="h1-h6+g8-g6+e1-e3")
    assert game.text("status") == "Black: choose a piece, or decline." and page.locator("#decline").is_visible()
    page.locator("#decline").click()
    assert game.moves()[-1] == "--" and page.locator("#decline").is_hidden()
    game.open(game="seneca", white="human", black="human", seed=7, moves=BOUND)
    assert game.text("status") == "White: choose a bound stone to remove."
    page.locator("#board .square.can").first.click()
    assert game.moves()[-1].startswith("x") and game.text("status") == "White: choose a piece."
    game.open(game="city-8%2Bturn_cap%3D2", white="human", black="human", seed=7, moves="a1-a7+h8-h2")
    assert game.text("status").startswith("Unfinished"), game.text("status")
    assert page.locator("#hint").is_disabled()
    game.open(game="city-8", white="human", black="human", seed=7, moves="a1-a7+a8-a1")
    assert game.text("problem").startswith("The link cannot be opened: step 2: `a8-a1` is not legal"), game.text("problem")


def check_links(game):
    """A link that cannot be opened says why, and the game goes on as it was."""
    page = game.page
    game.open(game="city-8", white="human", black="human", seed=7)
    for part, said in [
        ({"moves": "a1-a7+h8-h2+a7-a6", "game": "city-8%2Bturn_cap%3D2"},
         "step 3: `a7-a6` comes after the end of the game: unfinished by turn_cap."),
        ({"strat": "8", "whit": "greedy"}, "the page does not know `strat` and `whit`; a link has the keys game, white, "),
        ({"count_white": "foo"}, "`count_white` is `foo`; it is `random` or `greedy` or "),
        ({"opening": "abc"}, "`opening` is `abc`; it is a whole number up to 1000."),
        ({"flip": "yes"}, "`flip` is `yes`; it is `0` or `1`."),
        ({"beside": "city-88"}, "`beside` is `city-88`; there is no game `city-88`; did you mean `city-8`?"),
        ({"seed": "-1"}, "`seed` is `-1`; it is a whole number below 2^32."),
        ({"black": "alphabeta:nodes=100001"}, "`alphabeta:nodes=100001` takes too long for this page; use at most `nodes=100000`."),
        ({"black": "mcts:playouts=1000000"}, "`mcts:playouts=1000000` takes too long for this page; use at most `playouts=100000`."),
        ({"white": "mcts:ms=60000"}, "`mcts:ms=60000` takes too long for this page; use at most `ms=10000`."),
        ({"white": "alphabeta:depth=30"}, "`alphabeta:depth=30` takes too long for this page; use at most `depth=6`."),
    ]:
        game.open(**{"game": "poleis", "white": "human", "black": "human", "seed": 7, **part})
        assert game.text("problem").startswith(f"The link cannot be opened: {said}"), game.text("problem")
        assert game.text("game-title") == "city-8", "the game goes on"
    game.open(game="city-8", white="human", black="alphabeta:nodes=100000", seed=7)
    assert page.locator("#problem").is_hidden()


def check_players(game):
    page = game.page
    game.open(game="city-8", white="human", black="human", seed=7)
    page.locator("#black").select_option("")
    page.locator("summary", has_text="Agents and their options").click()
    assert "playouts (1 to 1000000000): playouts per decision" in game.text("agents") and "tables" not in game.text("agents")
    page.locator("#black-other").fill("alphabta:nodes=5")
    page.locator("#black-other").press("Tab")
    assert "did you mean `alphabeta`" in game.text("black-problem")
    page.locator("#black-other").fill("alphabeta:nodes=50,endgames=auto")
    page.locator("#black-other").press("Tab")
    assert "no endgame tables" in game.text("black-problem")
    page.locator("#black-other").fill("mcts:ms=50")
    page.locator("#black-other").press("Tab")
    game.square("d1").click()
    game.square("d4").click()
    game.wait_for_moves(2)
    assert game.text("black-problem") == "" and "Black expects a score of" in game.text("thought")


def percent(text):
    return [float(part) for part in re.findall(r"-?[\d.]+", text.replace("−", "-"))]


def check_measure(game):
    page = game.page
    page.locator("#games").select_option("city-8")
    page.locator("#count-opening").fill("0")
    page.locator("#count-start").click()
    wait_until(page, lambda: page.locator("#count-results").is_visible())
    cells = lambda title: page.locator("#count-table tr", has_text=title).locator("td").all_inner_texts()
    games = lambda column=0: int(cells("Games")[column].replace(",", ""))
    wait_until(page, lambda: games() > 3000)
    page.locator("#count-start").click()
    played = games()
    value, low, high = percent(cells("Draws")[0])
    assert low <= value <= high and high - low < 2.0 and 95.0 < value < 97.5, (value, low, high)
    assert "Stopped." in game.text("count-status") and page.locator("#convergence svg").count() == 1
    page.wait_for_timeout(600)
    assert games() == played, "it has stopped"
    page.locator("#count-white").select_option("alphabeta:nodes=300")
    page.locator("#count-start").click()
    wait_until(page, lambda: "by alphabeta:nodes=300 (White) and random (Black)" in game.text("count-status") and games() > 3)
    page.locator("#games").select_option("city-8-step")
    assert page.locator("#count-start").inner_text() == "Play games", "another game stops it"
    page.locator("#count-white").select_option("random")
    check_side_by_side(game, cells, games)


def check_side_by_side(game, cells, games):
    """Two rule sets are counted with the same players; their counts can be saved."""
    page = game.page
    page.locator("#count-beside").fill("city-88")
    page.locator("#count-start").click()
    assert "did you mean `city-8`?" in game.text("count-problem"), game.text("count-problem")
    page.locator("#games").select_option("city-8")
    page.locator("#count-keep").click()
    page.locator("#games").select_option("poleis")
    page.locator("#count-start").click()
    wait_until(page, lambda: page.locator("#count-table tr").first.inner_text().split() == ["poleis", "city-8", "Difference,", "points"])
    wait_until(page, lambda: games(0) > 300 and games(1) > 300)
    page.locator("#count-start").click()
    assert game.text("count-problem") == "" and "beside=city-8" in page.evaluate("location.hash")
    for title in ("Draws", "White wins", "White’s advantage"):
        one, other, difference = (percent(text)[0] for text in cells(title))
        assert abs(one - other - difference) < 0.11, (title, one, other, difference)
    assert page.locator("#convergence .line").count() == 2 and page.locator("#lengths svg").count() == 2
    assert page.locator("#lengths figcaption").all_inner_texts() == ["poleis", "city-8"]
    with page.expect_download() as saved:
        page.locator("#count-save").click()
    assert saved.value.suggested_filename == "petteia-counts.csv"
    with open(saved.value.path(), encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["variant"] for row in rows] == ["poleis", "city-8"] and {row["white"] for row in rows} == {"random"}
    for index, row in enumerate(rows):
        total = sum(int(row[name]) for name in ("white_wins", "black_wins", "draws", "unfinished"))
        assert total == int(row["games"]) == games(index)
        assert f"{100 * float(row['draw_rate']):.1f}" == f"{percent(cells('Draws')[index])[0]:.1f}"
    page.locator("#games").select_option("nine+vagi")
    page.locator("#count-keep").click()
    page.wait_for_timeout(300)
    assert page.locator("#count-beside").input_value() == "nine+vagi" and "beside=" not in page.evaluate("location.hash")
    assert game.text("count-unlinked") == "nine+vagi has rules of its own, so a link to this page leaves it out."
    page.locator("#count-beside").fill("")
    page.locator("#count-beside").press("Tab")
    assert game.text("count-unlinked") == ""


def check_fortresses(game):
    page = game.page
    page.locator("#games").select_option("city-8")
    page.locator("#fortress-find").click()
    wait_until(page, lambda: game.text("fortress-status").startswith("The smallest"))
    found = game.json("prove", "city-8", "--smallest")["smallest"]
    captions = page.locator("#fortresses figcaption").all_inner_texts()
    expected = [f"Wall: {', '.join(one['wall'])}; moves: {', '.join(one['waiting'])} again and again." for one in found["examples"]]
    assert captions == expected and f"have {found['pieces']} pieces" in game.text("fortress-status")
    page.locator("#games").select_option("piso")
    page.locator("#fortress-find").click()
    wait_until(page, lambda: "repetition=forbidden" in game.text("fortress-status"))
    game.open(game="city-8", white="human", black="human", seed=1, mark=1,
              start="ssssssss/8/8/8/8/8/SS6/S1S5%20w%200,0%204,0%200%2080")
    wait_until(page, lambda: game.text("standing").startswith("White has a fortress: "))
    assert "Black has no fortress here: every piece that can move stands where an enemy can come." in game.text("standing")
    assert page.locator("#board .wall.of-white").count() == 3 and page.locator("#board .shuttle").count() == 2


def check_accessibility(page):
    levels = [int(tag[1]) for tag in page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map(h => h.tagName)")]
    assert levels[0] == 1 and all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels
    nameless = page.evaluate("""[...document.querySelectorAll("button, input, select, textarea")].filter((node) =>
        !node.textContent.trim() && !node.labels?.length && !node.getAttribute("aria-label")).map((node) => node.outerHTML)""")
    assert nameless == [], nameless
    assert page.locator("#board .square[tabindex='0']").count() == 1, "the board is one Tab stop"
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('#board .square')"), "the first link leads to the board"


def check_width(page):
    widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1], f"{widths[0]} px wide on a screen of {widths[1]}"


def check_targets(page):
    """What a finger must hit is at least 24 px high and wide."""
    small = page.evaluate("""[...document.querySelectorAll("button, select, input, summary, #board .square")].filter((node) => {
        const { width, height } = node.getBoundingClientRect();
        return node.checkVisibility() && (height < 19.9 || width < 19.9);
    }).map((node) => node.outerHTML.slice(0, 90))""")
    assert small == [], small[:5]


def check_setup_phone(page):
    """The side to move and the button that plays stand in one row, and the text of the position is seen as a whole."""
    page.locator("#setup").tap()
    check_width(page)
    check_targets(page)
    side, play = (page.locator(f"#setup-form {name}").bounding_box() for name in ("select", "button[type=submit]"))
    assert (side["y"], side["height"]) == (play["y"], play["height"]), (side, play)
    page.locator("#setup-text").fill("s1s1s1s1/1s1s1s1s/s1s1s1s1/1s1s1s1s/S1S1S1S1/1S1S1S1S/S1S1S1S1/1S1S1S1S w 0,0 12,11 101 234")
    seen, whole = page.locator("#setup-text").evaluate("({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight]")
    assert seen >= whole, (seen, whole)


def check_phone(browser, url, problems, pictures, petteia):
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    _, page = open_page(browser, url + "#game=poleis%2Bdie%3D4&white=human&black=greedy&seed=5", problems, **options)
    game = Game(page, petteia)
    wait_until(page, lambda: page.locator("#board .square").count() == 64)
    check_width(page)
    check_targets(page)
    check_first_look(page)
    check_setup_phone(page)
    picture(page, pictures, "play-phone-setup")
    page.locator("#setup").tap()
    game.square("d4").tap()
    game.wait_for_moves(2)
    page.locator("#count-start").tap()
    page.locator("#fortress-find").tap()
    wait_until(page, lambda: page.locator("#count-results").is_visible())
    wait_until(page, lambda: game.text("fortress-status") not in ("", "Searching"))
    page.wait_for_timeout(1500)
    check_width(page)
    picture(page, pictures, "play-phone")
    page.locator("#count-start").tap()
    assert page.locator("#enlarge").is_hidden(), "the squares of a small board are large enough"
    page.locator("#games").select_option("seega-17x18")
    check_width(page)
    check_first_look(page)
    picture(page, pictures, "play-phone-whole")
    page.locator("#enlarge").tap()
    check_width(page)
    check_targets(page)
    assert game.square("a1").bounding_box()["width"] > 40
    page.locator("#board").evaluate("board => board.scrollTo(150, 120)")
    game.square("h9").tap()
    assert page.locator("#board").evaluate("board => [board.scrollLeft, board.scrollTop]") == [150, 120], "the board stays where it is"
    picture(page, pictures, "play-phone-large")


def check_pictures(browser, url, problems, pictures):
    for name, fragment, options in [
        ("play-dark", "#game=lemery-petteia-advanced&white=greedy&black=greedy&seed=3", {"color_scheme": "dark"}),
        ("play-large", "#game=seega-17x18&white=random&black=random&seed=5", {}),
        ("play-inciti", "#game=city-8%2Binciti%2Bdie%3D6&white=greedy&black=greedy&seed=5", {}),
    ]:
        _, page = open_page(browser, url + fragment, problems, viewport=DESKTOP, **options)
        wait_until(page, lambda: page.locator("#moves button").count() >= 12)
        check_width(page)
        picture(page, pictures, name)
        page.close()


def check_given(browser, file, problems):
    """A page that a report carries: its games come first, those with rules of their own too."""
    rules = {"board": {"files": 6, "ranks": 6}}
    given = {"name": "small", "report": "report.html", "variants": [{"game": "six", "rules": rules}, {"game": "poleis+die=4", "rules": None}]}
    text = pathlib.Path(file).read_text(encoding="utf-8")
    assert text.count(GIVEN) == 1
    with tempfile.TemporaryDirectory() as folder:
        carried = pathlib.Path(folder) / "play.html"
        carried.write_text(text.replace(GIVEN, GIVEN.replace("null", json.dumps(given))), encoding="utf-8")
        _, page = open_page(browser, carried.as_uri(), problems)
        wait_until(page, lambda: page.locator("#board .square").count() == 36)
        assert page.locator("#games optgroup").first.get_attribute("label") == "The games of small"
        assert page.locator("#report-link").inner_text() == "The report of small"
        page.locator("#games").select_option(label="poleis+die=4")
        assert page.locator("#game-title").inner_text() == "poleis+die=4"
        page.evaluate("location.hash = 'game=six'")
        wait_until(page, lambda: page.locator("#board .square").count() == 36)
        page.close()


def main(file, petteia, pictures=None):
    if pictures:
        pictures = pathlib.Path(pictures)
        pictures.mkdir(parents=True, exist_ok=True)
    file = pathlib.Path(file).resolve()
    assert file.stat().st_size < MOST_BYTES, f"{file}: {file.stat().st_size} bytes"
    problems = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context, page = open_page(browser, file.as_uri(), problems, viewport=DESKTOP)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        game = Game(page, petteia)
        wait_until(page, lambda: page.locator("#page").is_visible())
        check_start(game)
        check_accessibility(page)
        for check in (check_games, check_switches, check_own_game):
            check(game)
        check_play(game, context)
        for check in (check_evaluation, check_legend, check_setup, check_keyboard, check_kinds_of_moves, check_links, check_players,
                      check_measure, check_fortresses):
            check(game)
        check_width(page)
        picture(page, pictures, "play-desktop")
        check_phone(browser, file.as_uri(), problems, pictures, petteia)
        check_pictures(browser, file.as_uri(), problems, pictures)
        check_given(browser, file, problems)
        browser.close()
    assert problems == [], "\n".join(problems)
    print(f"{file.name}: played in Chromium")


main(*sys.argv[1:])
