"""Endgame tables and fortresses."""

import re

import pytest

import petteia


def test_endgame_tables(tmp_path):
    tables = petteia.endgame("city-8+edge", "2v1", folder=tmp_path)
    assert tables.pieces == "2v1" and list(tmp_path.glob("*.endgame"))
    probe = tables.probe("8/8/8/8/2sS4/8/8/1S6 w 0,0 7,6 0 20")
    assert probe.value == "win" and probe.moves[0].value == "win" and probe.moves[0].plies == probe.plies
    game = petteia.Game("city-8+edge", "8/8/8/8/2sS4/8/8/1S6 w 0,0 7,6 0 20")
    assert tables.probe(game) == probe
    census = tables.census()
    assert (census["won"] + census["drawn"] + census["lost"] == census["placements"]).all()
    with pytest.raises(petteia.ProofError, match="there is no table for 3v1"):
        tables.probe("8/8/8/3s4/8/8/2SSS3/8 w 0,0 7,6 2 40")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: petteia.endgame("city-8", "4x1"), "`4x1` is not an ending"),
        (lambda: petteia.endgame("city-8+die=4", "2v1"), "die"),
        (lambda: petteia.endgame("city-8", "4v4", memory=0.001), "GiB"),
        (lambda: petteia.smallest_fortress("piso"), "repetition=forbidden"),
    ],
)
def test_what_is_not_covered_is_refused(ask, message):
    with pytest.raises(petteia.ProofError, match=message):
        ask()


def test_fortresses():
    smallest = petteia.smallest_fortress("city-8")
    assert smallest.pieces == 4 and len(smallest.formations) == 2
    wall, home = smallest.formations[0].wall, smallest.formations[0].waiting[0].split("-")[0]
    start = petteia.fortress("city-8", "white")
    assert not start and start.verdict == "none" and start.reason
    game = petteia.Game("city-8", _position([*wall, home], "h8"))
    fortress = petteia.fortress(game, "white")
    assert fortress and sorted(fortress.wall) == sorted(wall)
    assert petteia.smallest_fortress("city-8", "black", most=3) is None
    assert petteia.fortress("piso", "white").verdict == "not_covered"
    with pytest.raises(ValueError, match='`side` is "red"'):
        petteia.fortress("city-8", "red")


def _position(white, black):
    """Returns the text of a position of the usual board."""

    def letter(square):
        return "S" if square in white else "s" if square == black else "1"

    ranks = ["".join(letter(f"{file}{rank}") for file in "abcdefgh") for rank in range(8, 0, -1)]
    ranks = [re.sub("1+", lambda run: str(len(run[0])), rank) for rank in ranks]
    return "/".join(ranks) + " w 0,0 0,0 0 0"


def test_theorems():
    assert petteia.proved_draw("city-8") and not petteia.proved_draw("city-8+edge")


def test_tables_answer_only_for_their_own_game():
    tables = petteia.endgame("city-8+edge", "2v1")
    position = "8/8/8/8/2sS4/8/8/1S6 w 0,0 7,6 0 20"
    assert tables.probe(petteia.Game("city-8+edge+turn_cap=50", position)).value == "win"
    with pytest.raises(petteia.ProofError, match="the tables of city-8.edge, and the game is city-8"):
        tables.probe(petteia.Game("city-8", position))
