"""Games, positions and moves."""

import copy
import pickle
import re
from pathlib import Path

import numpy
import pytest

import petteia


def test_the_catalogue_has_games_switches_and_agents():
    games = petteia.games()
    assert games.filter(id="city-8").select("files", "ranks").row(0) == (8, 8)
    for game in games["id"]:
        assert petteia.Game(game).outcome is None
    assert "vagi" in petteia.switches()["name"]
    assert {"random", "alphabeta", "medium"} <= set(petteia.agents()["agent"])


def test_rules_from_a_text_a_file_a_table_and_fields_are_the_same(tmp_path):
    file = tmp_path / "nine.toml"
    file.write_text("base = 'city-8+edge'\n[rules]\nboard = { files = 9, ranks = 9 }\nleader = { start = 'e1' }\n")
    table = {
        "name": "nine",
        "base": "city-8+edge",
        "rules": {"board": {"files": 9, "ranks": 9}, "leader": {"start": "e1"}},
    }
    made = petteia.rules("city-8+edge", name="nine", board="9x9", leader={"start": "e1"})
    assert petteia.rules(file) == petteia.rules(str(file)) == petteia.rules(table) == made
    assert petteia.rules(made) == made and len({made, petteia.rules(file)}) == 1
    assert petteia.rules(f"{file}+vagi") == made.with_switches("+vagi") != made
    assert petteia.rules("city-8", switches="+vagi") == petteia.rules("city-8+vagi")
    assert petteia.rules(name="mine", leader=None).name == "mine"


def test_rules_explain_themselves():
    rules = petteia.rules("city-8+die=4")
    assert "a fair die with 4 faces" in rules.explain()
    assert [title for title, _ in rules.sections][:3] == ["In short", "Board and setup", "Moving"]
    assert rules.fields["die"] == 4 and rules.fields["leader"] is None
    assert "die = 4" in rules.toml()
    assert rules.start == "ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0"
    assert rules.sides_are_equal


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: petteia.rules("city-9"), "there is no game `city-9`; did you mean `city-8`?"),
        (lambda: petteia.rules("city-8+vagy"), "there is no switch `vagy`; did you mean `vagi`?"),
        (lambda: petteia.rules("city-8").with_switches("+vagy"), "`city-8+vagy`: there is no switch `vagy`"),
        (lambda: petteia.rules("city-8", bord="9x9"), "`rules` has no field `bord`; did you mean `board`?"),
        (lambda: petteia.rules("city-8", board="nine"), '`board` is "nine"; give ranks and files, such as "9x9"'),
        (lambda: petteia.rules("city-8", board="99x9"), "`board.ranks` is 99; give a whole number from 1 to"),
        (lambda: petteia.rules("missing.toml"), "cannot read missing.toml"),
        (lambda: petteia.rules({"name": "mine", "bases": "city-8"}), "unknown field `bases`"),
        (lambda: petteia.rules(name="city-12"), "`city-12` is a game of the catalogue with other rules"),
        (lambda: petteia.play("city-8+repetition=0+no_progress=0+turn_cap=0", games=1), "has no limits"),
    ],
)
def test_bad_rules_are_refused_with_the_sentence_of_the_program(make, message):
    with pytest.raises(petteia.RulesError) as error:
        make()
    assert message in str(error.value)


def test_an_error_in_a_file_has_its_line(tmp_path):
    file = tmp_path / "nine.toml"
    file.write_text("name = 'nine'\n[rules]\nboard = { files = 9, ranks = 0 }\n")
    with pytest.raises(petteia.RulesError, match=r"nine\.toml:3: `board\.ranks` is 0"):
        petteia.rules(file)
    with pytest.raises(TypeError, match="a game is a text"):
        petteia.rules(8)


def test_a_game_is_played_taken_back_and_recorded():
    game = petteia.Game("city-8")
    assert len(game.legal_moves) == 48 and game.side == "white" and not game.is_over
    assert game.play("a1-a7") == [] and game.side == "black"
    assert game.captures("b8-b7") == []
    game.play("b8-b7")
    assert game.moves == ["a1-a7", "b8-b7"] and game.turn == 2
    game.undo()
    assert game.moves == ["a1-a7"]
    other = game.copy()
    other.play("h8-h2")
    assert other.position != game.position and copy.deepcopy(other).position == other.position
    again = petteia.Game.from_record(other.record())
    assert again.position == other.position and again.moves == other.moves
    assert petteia.Game("city-8", other.position).legal_moves == other.legal_moves


def test_a_capture_is_reported_and_drawn():
    game = petteia.Game("city-8", "8/8/8/8/8/2s5/8/1SsS4 w 0,0 0,0 0 0")
    assert game.pieces == {"b1": "S", "c1": "s", "d1": "S", "c3": "s"}
    game = petteia.Game("city-8", "8/8/8/8/8/1Ss5/8/3S4 w 0,0 0,0 0 0")
    assert game.captures("d1-d3") == ["c3"] == game.play("d1-d3")
    assert game.captured == (1, 0)
    picture = game._repr_svg_()
    assert picture.startswith("<svg") and picture.count("<circle") == 4 and "polyline" in picture


def test_a_die_is_rolled():
    game = petteia.Game("city-8+die=4", seed=3)
    assert game.awaits_roll == 4 and game.legal_moves == []
    with pytest.raises(petteia.MoveError, match="roll the die first"):
        game.play("a1-a2")
    with pytest.raises(petteia.MoveError, match="the faces 1 to 4; 5 is none"):
        game.roll(5)
    assert game.roll(2) == 2 == game.die
    assert game.play("a1-a3") == [] and game.moves == ["d2", "a1-a3"]
    with pytest.raises(petteia.MoveError, match="no roll is due"):
        petteia.Game("city-8").roll()
    assert {petteia.Game("city-8+die=4", seed=seed).roll() for seed in range(40)} == {1, 2, 3, 4}


def test_a_finished_game_has_an_outcome():
    game = petteia.Game("city-8", "8/8/8/8/8/8/8/S6S b 0,0 8,0 0 0")
    assert game.is_over and game.outcome.winner == "white" and game.outcome.reason == "bare"
    assert game.outcome.score == 1.0 and str(game.outcome) == "White wins: Black has too few pieces left"
    with pytest.raises(petteia.MoveError, match="the game is over"):
        game.play("a1-a2")


def test_bad_positions_and_moves_are_refused():
    with pytest.raises(petteia.PositionError, match="8 ranks"):
        petteia.Game("city-8", "8/8 w 0,0 0,0 0 0")
    game = petteia.Game()
    with pytest.raises(petteia.MoveError, match="`a1-a8` is not legal here"):
        game.play("a1-a8")
    with pytest.raises(petteia.MoveError, match="only 0 moves and rolls can be taken back, not 1"):
        game.undo()
    with pytest.raises(petteia.PositionError, match="line 1"):
        petteia.Game.from_record("nonsense")


def test_agents_choose_and_analyse():
    game = petteia.Game("city-8", "8/8/8/8/2sS4/8/8/1S6 w 0,0 7,0 0 20")
    assert game.choose("alphabeta:nodes=100") == "b1-b4"
    thought = game.analyse("alphabeta:depth=3", seed=1)
    assert thought.move == thought.line[0] == "b1-b4" and thought.wins_in == 1
    assert petteia.Game().analyse("random").score is None
    with pytest.raises(petteia.AgentError, match="did you mean `greedy`"):
        game.choose("greedi")
    with pytest.raises(TypeError, match="an agent is a text"):
        game.choose(3)


def test_games_show_themselves():
    game = petteia.Game("city-8+vagi")
    assert str(game).splitlines()[0] == "  8  ● ● ● ● ● ● ● ●" and "White to move" in str(game)
    assert repr(game) == f'petteia.Game("city-8+vagi", "{game.position}")'
    assert re.search(r"<svg.*White to move.*</svg>", game._repr_svg_(), re.DOTALL)
    assert "<svg" in petteia.rules("seega-17x17")._repr_svg_()


def test_games_are_equal_by_content_and_can_be_pickled():
    game = petteia.Game("city-8+die=4", seed=3)
    for _ in range(12):
        game.roll()
        game.play(game.choose("random"))
    copies = [game.copy(), pickle.loads(pickle.dumps(game))]
    assert all(copy == game and copy.position == game.position for copy in copies)
    copies[0].undo()
    assert copies[0] != game
    assert petteia.Game("city-8") != petteia.Game("city-8+vagi") != petteia.Game("city-8", seed=1)
    own = petteia.Game(petteia.rules("city-8+edge", name="nine", board="9x9"))
    assert pickle.loads(pickle.dumps(own)) == own


def test_copies_share_what_does_not_change():
    game = petteia.Game("city-8")
    for _ in range(60):
        game.play(game.choose("random"))

    def resident():
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    before = resident()
    copies = [game.copy() for _ in range(5000)]
    new = [petteia.Game("city-8") for _ in range(5000)]
    assert (resident() - before) / (len(copies) + len(new)) < 4096


def test_a_board_is_numbers():
    game = petteia.Game("city-8+vagi", "8/8/8/8/2vS4/8/8/1S6 b 0,0 7,6 0 20")
    planes = game.to_numpy()
    assert planes.shape == (7, 8, 8) and planes.dtype == numpy.uint8 and planes.flags.writeable
    assert numpy.argwhere(planes).tolist() == [[1, 3, 2], [3, 0, 1], [3, 3, 3]]
    for name in ("city-8", "irrgo-8x10", "seega-8x8", "lemery-petteia", "city-8+die=4"):
        game = petteia.Game(name, seed=1)
        for _ in range(30):
            if game.is_over:
                break
            if "die" in name:
                game.roll()
            moves, texts = game.moves_to_numpy(), game.legal_moves
            assert moves.shape == (len(texts), 2)
            board = game.rules
            squares = [f"{chr(ord('a') + n % board.files)}{n // board.files + 1}" for n in moves[:, 1] if n >= 0]
            assert all(square in text for square, text in zip(squares, texts, strict=False))
            assert game.to_numpy()[:3].sum() + game.to_numpy()[3:6].sum() == sum(p != "#" for p in game.pieces.values())
            game.play(game.choose("random"))


def test_random_games_can_be_played_from_a_position():
    game = petteia.Game("city-8+vagi")
    games = game.playouts(2000, seed=3)
    assert sum(games) == 2000 and games == game.playouts(2000, seed=3) != game.playouts(2000, seed=4)
    share = petteia.play("city-8+vagi", games=2000).summary().draw_rate
    assert abs(games[1] / 2000 - share.value) < 0.06
    with pytest.raises(petteia.RulesError, match="might never end"):
        petteia.Game("city-8+repetition=0+no_progress=0+turn_cap=0").playouts()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda game: petteia.Game("city-8", seed=-1), "-1 is not a whole number from 0 to 18446744073709551615"),
        (lambda game: game.undo(-1), "-1 is not a whole number"),
        (lambda game: game.choose("quick", seed="a"), "'a' is not a whole number"),
        (lambda game: petteia.Game("city-8+die=4").roll(300), "300 is not a whole number from 0 to 255"),
        (lambda game: game.playouts(-5), "-5 is not a whole number"),
    ],
)
def test_numbers_are_checked(make, message):
    with pytest.raises(petteia.Error, match=message):
        make(petteia.Game("city-8"))
