"""Puts the page together from `page/`, the scripts and styles that it shares with the report, and the engine.

    python build.py PROGRAM.wasm PAGE.html
"""

import base64
import gzip
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
OWN = HERE / "page"
SHARED = HERE.parent / "reports" / "src" / "html"

WORKER = ["engine", "worker"]
FROM_REPORT = ["dom", "kept", "board", "position", "download"]
SCRIPTS = ["engine", "state", "helper", "link", "choose", "board-view", "legend", "setup", "play", "judge", "moves", "plots", "measure",
           "fortress", "main"]


def scripts(folder, names):
    return "\n".join((folder / "script" / f"{name}.js").read_text(encoding="utf-8") for name in names)


def parts(program):
    """What takes each place in the frame."""
    packed = gzip.compress(program.read_bytes(), 9, mtime=0)
    return {
        "style": (SHARED / "theme.css").read_text(encoding="utf-8") + (OWN / "style.css").read_text(encoding="utf-8"),
        "signs": (SHARED / "signs.svg").read_text(encoding="utf-8"),
        "program": base64.b64encode(packed).decode("ascii"),
        "worker": scripts(OWN, WORKER),
        "script": scripts(SHARED, FROM_REPORT) + scripts(OWN, SCRIPTS),
    }


def main(program, page):
    text = (OWN / "index.html").read_text(encoding="utf-8")
    for place, content in parts(pathlib.Path(program)).items():
        before, after = text.split("{" + place + "}")
        text = before + content + after
    page = pathlib.Path(page)
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, encoding="utf-8")
    print(f"{page}: {page.stat().st_size:,} bytes")


main(*sys.argv[1:])
