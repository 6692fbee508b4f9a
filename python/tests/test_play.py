"""Many games: the same as those of the program, in tables, with summaries."""

import json
import random
import signal
import subprocess
import sys
import threading
import time

import pandas
import polars as pl
import pyarrow
import pytest

import petteia
from petteia import progress


@pytest.fixture(scope="module")
def experiment(tmp_path_factory):
    """A run of the program, for comparison."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "nine.toml").write_text(
        "base = 'city-8+edge'\n[rules]\nboard = { files = 9, ranks = 9 }\nstakes = 6\nadjudication = 'captures'\n"
    )
    (folder / "same.toml").write_text(
        """
        name = "same"
        seed = 7
        games = 40
        variants = ["city-8", "poleis", "nine.toml", "city-8+die=4"]
        pairings = ["random", "greedy", { white = "mcts:playouts=5", black = "alphabeta:nodes=20" }]
        opening = 3
        """
    )
    return petteia.run(folder / "same.toml", folder / "out", progress=False), folder


def test_games_are_those_of_the_program(experiment):
    run, folder = experiment
    theirs = run.games
    assert theirs["variant"].n_unique() == 4 and theirs.filter(pl.col("coins_white") > 0).height > 0
    for (variant, white, black), cell in theirs.group_by("variant", "white", "black", maintain_order=True):
        game = folder / "nine.toml" if variant == "nine" else variant
        ours = petteia.play(game, white, black, games=40, seed=7, opening=3).to_polars()
        assert ours.equals(cell.select(ours.columns)), (variant, white, black)


def test_summaries_are_those_of_the_program(experiment):
    run, _ = experiment
    for row in run.summary.iter_rows(named=True):
        ours = petteia.summary(run.games.filter(cell=row["cell"])).row()
        for name, value in ours.items():
            if name != "reasons":
                assert row[name] == pytest.approx(value, abs=1e-12), name
    with pytest.raises(ValueError, match="one variant and one pairing; this table has 12"):
        petteia.summary(run.games)


def test_comparisons_are_those_of_the_program(experiment):
    run, _ = experiment
    cells = {cell: games for (cell,), games in run.games.group_by("cell_id")}
    for quantity in ("draws", "decisive", "length"):
        theirs = run.comparisons.filter(quantity=quantity)
        for base, white, black in theirs.select("base_cell_id", "white", "black").unique().iter_rows():
            family = theirs.filter(base_cell_id=base, white=white, black=black)
            ours = petteia.compare(cells[base], *(cells[cell] for cell in family["cell_id"]), quantity=quantity)
            columns = ["variant", "base_variant", "difference", "difference_low", "difference_high", "p"]
            for our, their in zip(ours.select(columns).iter_rows(), family.select(columns).iter_rows(), strict=True):
                assert our == pytest.approx(their, abs=1e-9)


def test_corrected_intervals_exclude_zero_where_holm_rejects():
    games = ["city-8", "city-8+edge", "city-8+vagi", "city-8+corner"]
    plain, *others = (petteia.play(game, games=300, seed=2) for game in games)
    table = petteia.compare(plain, *others)
    assert table["variant"].to_list() == games[1:]
    assert table["is_significant"].to_list() == (table["p_holm"] <= 0.05).to_list() and table["is_significant"].any()
    assert (table["p_holm"] >= table["p"]).all()
    few = petteia.play("city-8", games=5)
    assert petteia.compare(few, few, quantity="length")["difference"].to_list() == [None]
    with pytest.raises(petteia.Error, match='`quantity` is "drawn"; give'):
        petteia.compare(plain, plain, quantity="drawn")


def test_matches_are_those_of_the_program():
    arguments = [
        "match",
        "greedy",
        "mcts:playouts=5",
        "--game",
        "city-8+vagi",
        "--games",
        "20",
        "--seed",
        "5",
        "--json",
    ]
    theirs = json.loads(
        subprocess.run([sys.executable, "-m", "petteia", *arguments], capture_output=True, check=True).stdout
    )["pairing"]
    ours = petteia.match("greedy", "mcts:playouts=5", "city-8+vagi", games=20, seed=5)
    assert (ours.first_wins, ours.second_wins, ours.draws) == (
        theirs["first_wins"],
        theirs["second_wins"],
        theirs["draws"],
    )
    assert ours.pairs == tuple(theirs[f"pairs_{points}"] for points in ("0", "half", "1", "1_half", "2"))
    assert [ours.score.value, ours.score.low, ours.elo.low] == [theirs["score"], theirs["score_low"], theirs["elo_low"]]
    table = ours.to_polars()
    assert table["game"].to_list() == list(range(20)) and table["white"].to_list() == ["greedy", "mcts:playouts=5"] * 10
    assert "Elo" in str(ours) and "<table>" in ours._repr_html_()


def test_threads_do_not_matter_and_seeds_do():
    def games(**options):
        return petteia.play("city-8+vagi", "greedy", games=60, **options).to_polars()

    assert games(seed=1, threads=1).equals(games(seed=1, threads=3))
    assert not games(seed=1).equals(games(seed=2))
    assert games(seed=1)["seed"].n_unique() == 60


def test_other_libraries_read_the_games():
    games = petteia.play("city-8", games=70_000, seed=1)
    frame = games.to_polars()
    assert len(games) == len(frame) == 70_000 and frame["game"].to_list() == list(range(70_000))
    table = pyarrow.table(games)
    assert table.num_rows == 70_000 and table.column("plies").to_pylist() == frame["plies"].to_list()
    assert pandas.DataFrame.from_arrow(games)["winner"].isna().sum() == frame["winner"].null_count()
    assert games.to_pandas().shape == frame.shape


def test_a_game_of_a_table_is_replayed():
    games = petteia.play("city-8+die=4", "greedy", games=20, seed=3)
    row = games.to_polars().row(11, named=True)
    game = games.replay(11)
    assert (game.turn, game.outcome.reason, game.outcome.winner) == (row["plies"], row["reason"], row["winner"])
    with pytest.raises(IndexError, match="there is no game 20; the games are 0 to 19"):
        games.replay(20)


def captor(game):
    """Captures as much as it can."""
    best = max(len(game.captures(move)) for move in game.legal_moves)
    moves = [move for move in game.legal_moves if len(game.captures(move)) == best]
    return random.Random(game.seed).choice(moves)


def test_a_function_plays():
    games = petteia.play("city-8+die=4", captor, "random", games=20, seed=1)
    assert games.white == "python:captor" and games.summary().white_rate.value > 0.5
    again = petteia.play("city-8+die=4", captor, "random", games=20, seed=1, threads=1)
    assert games.to_polars().equals(again.to_polars())
    match = petteia.match(captor, "random", "city-8+vagi", games=20)
    assert match.first == "python:captor" and match.score.value > 0.8
    assert petteia.Game().choose(captor) in petteia.Game().legal_moves


def test_a_function_sees_the_whole_game():
    seen = []

    def watcher(game):
        seen.append((game.rules.name, game.side, game.turn, len(game.moves)))
        game.play(game.legal_moves[0])  # changes only its own copy
        return game.moves[-1]

    petteia.play("city-8", "random", watcher, games=2, seed=1, opening=2)
    assert {name for name, *_ in seen} == {"city-8"} and {side for _, side, *_ in seen} == {"black"}
    assert all(turn == moves for *_, turn, moves in seen) and seen[0][2] == 3


def test_what_a_function_raises_stops_the_games():
    def careless(game):
        return {}["missing"] if game.turn > 6 else game.legal_moves[0]

    with pytest.raises(KeyError, match="missing") as error:
        petteia.play("city-8", careless, games=1000)
    assert "careless" in [entry.name for entry in error.traceback]
    with pytest.raises(KeyError):
        petteia.match(careless, "random", games=10)
    with pytest.raises(petteia.MoveError) as error:
        petteia.play("city-8", lambda game: "a1-a8", games=10)
    assert str(error.value).startswith(
        "`python:function` in `ssssssss/8/8/8/8/8/8/SSSSSSSS w 0,0 0,0 0 0`: `a1-a8` is not legal"
    )
    assert "Legal moves: a1-a2," in str(error.value)
    with pytest.raises(TypeError, match="returned None, not the text of a move"):
        petteia.Game().choose(lambda game: None)


@pytest.mark.parametrize("agent", ["alphabeta:ms=60000", "mcts:ms=60000", "mcts:ms=60000,policy=none"])
def test_ctrl_c_stops_a_search(agent):
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        petteia.Game().analyse(agent)
    assert time.monotonic() - began < 10


def test_an_agent_that_asks_for_its_own_choice_is_told_so():
    def asks_itself(game):
        return game.choose(asks_itself)

    with pytest.raises(RecursionError, match="16 deep; does one ask for its own"):
        petteia.Game().choose(asks_itself)


@pytest.mark.parametrize(("agent", "games"), [("alphabeta:nodes=1000", 100_000), ("random", 10_000_000)])
def test_ctrl_c_stops_the_games(agent, games):
    # A shell that starts the tests in the background has them ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        petteia.play("city-8", agent, games=games)
    assert time.monotonic() - began < 20


def test_progress_is_shown_of_work_that_takes_long(monkeypatch, capsys):
    monkeypatch.setattr(progress, "PATIENCE", 0)
    petteia.play("city-8", "alphabeta:nodes=300", games=40, progress=True)
    assert "40" in capsys.readouterr().err
    petteia.play("city-8", games=10)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (lambda: petteia.play("city-8", games=0), "`games` is 0; give a whole number from 1 to 100000000"),
        (lambda: petteia.play("city-8", seed=-1), "`seed` is -1; give a whole number from 0 to"),
        (lambda: petteia.play("city-8", opening=2.5), "`opening` is 2.5; give a whole number from 0 to 1000"),
        (lambda: petteia.match("random", "random", games=3), "`games` is 3; give an even number"),
        (lambda: petteia.play("city-8", "alphabeta:nodes=0"), "at least 1"),
        (lambda: petteia.play("city-8", threads=5000), "`threads` is 5000; give a whole number from 0 to 1024"),
        (lambda: petteia.match("random", "random", "city-8+turn_cap=10", games=2, opening=10), "give a shorter one"),
    ],
)
def test_bad_arguments_are_refused(play, message):
    with pytest.raises(ValueError, match="`|at least") as error:
        play()
    assert message in str(error.value)


def by_seed(game):
    return random.Random(game.seed).choice(game.legal_moves)


def test_a_function_may_choose_for_many_games_at_once():
    sizes = []

    def choose(games):
        sizes.append(len(games))
        return [by_seed(game) for game in games]

    # The seeds of games follow from the names of their agents.
    choose.__name__ = by_seed.__name__
    batched = petteia.Batched(choose, most=32)
    ours = petteia.play("city-8+vagi", batched, "greedy", games=100, seed=1).to_polars()
    one_by_one = petteia.play("city-8+vagi", by_seed, "greedy", games=100, seed=1).to_polars()
    assert ours.drop("white").equals(one_by_one.drop("white"))
    assert max(sizes) == 32 and sum(sizes) / len(sizes) > 10
    few, active = [], []

    def choose_few(games):
        active.append(1)
        few.append((len(games), len(active)))
        time.sleep(0.001)
        active.pop()
        return [game.legal_moves[0] for game in games]

    petteia.match(petteia.Batched(choose_few, most=4), batched, games=40)
    assert max(size for size, _ in few) == 4 and max(calls for _, calls in few) == 1
    assert petteia.Game("city-8").choose(batched, seed=1) in petteia.Game("city-8").legal_moves
    with pytest.raises(petteia.MoveError, match="`python:short` returned 0 moves for"):

        def short(games):
            return []

        petteia.match(petteia.Batched(short), "random", games=20)
    with pytest.raises(ZeroDivisionError):
        petteia.match(petteia.Batched(lambda games: 1 / 0), "random", games=20)
    with pytest.raises(petteia.Error, match="`most` is 0; give a whole number from 1 to 1024"):
        petteia.Batched(choose, 0)
