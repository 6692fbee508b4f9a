"""The games, the switches and the agents."""

import json
import re
from collections.abc import Mapping
from typing import Any

import polars as pl

from petteia import _native
from petteia._native import Rules
from petteia.types import GameLike


def rules(base: GameLike = "city-8", *, name: str | None = None, switches: str = "", **fields: Any) -> Rules:
    """Returns the rules of a game.

    `base` alone names a game: a game of the catalogue with switches (``"city-8+vagi"``), the path of a game file
    (``"nine.toml"``), or a dictionary with the keys of a game file. With `fields`, it is the game of the catalogue that
    they change. The fields and their values are those of docs/own-games.md; a board can also be written as in the names
    of games, with its ranks first, and None switches a field off.

        >>> petteia.rules("city-8+vagi").fields["vagi"]
        True
        >>> nine = petteia.rules("city-8+edge", name="nine", board="9x9", leader={"start": "e1", "lose": True})
        >>> nine.files, nine.fields["edge"]
        (9, True)
        >>> petteia.rules("city-8+vagy")
        Traceback (most recent call last):
        petteia.RulesError: there is no switch `vagy`; did you mean `vagi`?

    Args:
        base: The game, or the game that the fields change.
        name: The name in tables and figures; ``"mine"`` by default.
        switches: Switches that are applied after the fields, such as ``"+vagi"``.
        **fields: The rules that differ from the base.

    Raises:
        RulesError: There is no such game, or its rules make no sense; the text says what would be right.
    """
    if name is None and not fields:
        found = Rules(base)
        return found.with_switches(switches) if switches else found
    if not isinstance(base, str):
        raise TypeError('`fields` and `name` change a game of the catalogue; give its name as `base`, such as "city-8"')
    table = {"name": name or "mine", "base": base, "switches": switches, "rules": _written(fields)}
    return Rules(table)


def _written(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Returns fields as a game file has them."""
    return {key: _value(key, value) for key, value in fields.items()}


def _value(key: str, value: Any) -> Any:
    if value is None:
        return "off"
    if isinstance(value, Mapping):
        return _written(value)
    if key == "board" and isinstance(value, str):
        size = re.fullmatch(r"(\d+)[x×](\d+)", value)
        if size is None:
            raise _native.RulesError(f'`board` is "{value}"; give ranks and files, such as "9x9"')
        return {"ranks": int(size[1]), "files": int(size[2])}
    return value


def games() -> pl.DataFrame:
    """Returns the games of the catalogue.

    Columns: `id` (str), the name; `source` (str), the description that the rules come from; `files` and `ranks` (u8);
    `about` (str), what is special about the game.
    """
    schema = {"id": pl.String, "source": pl.String, "files": pl.UInt8, "ranks": pl.UInt8, "about": pl.String}
    return pl.DataFrame(json.loads(_native.games())["games"], schema=schema)


def switches() -> pl.DataFrame:
    """Returns the switches, which are written after the name of a game, such as ``+die=4``.

    Columns: `name`, `values` (empty for a switch without values) and `about`, all str.
    """
    return pl.DataFrame(json.loads(_native.games())["switches"])


def agents() -> pl.DataFrame:
    """Returns the agents and their options, and the presets.

    Columns, all str: `agent`; `option` and `values`, null in the row of the agent itself; `about`, how the agent plays,
    or what the option does, or the agent that a preset stands for.
    """
    named, presets = json.loads(_native.agents())
    rows: list[tuple[str, str | None, str | None, str]] = []
    for agent in named:
        rows.append((agent["name"], None, None, agent["about"]))
        rows += [(agent["name"], option["name"], option["values"], option["about"]) for option in agent["options"]]
    rows += [(preset["name"], None, None, f"stands for {preset['agent']}") for preset in presets]
    return pl.DataFrame(rows, schema={key: pl.String for key in ("agent", "option", "values", "about")}, orient="row")
