"""Games for programs that train players: their actions and observations, and PettingZoo."""

import copy
import importlib
import pickle
import random
import re
import sys
from itertools import pairwise

import numpy
import pettingzoo.test
import pytest

import petteia
import petteia.pettingzoo
from petteia.training import Episode

# They have a die and turned stones; chains of leaps; removals; two placements in a turn and second moves; leaders and
# huffs; passes.
GAMES = [
    "city-8+vagi+die=4",
    "lemery-latrunculi-quick",
    "irrgo-6x6",
    "bell-8x8",
    "lemery-petteia-advanced",
    "kharebga-5",
]

# White's stone on a1 can leap twice to c3 on two paths.
TWO_CHAINS = "ss6/8/8/8/8/1s6/s1s5/Ss5S w 0,0 0,0 0 0"

A1, C1, A3, C3 = 0, 2, 16, 18
STOP = 64 * 64 + 64


def actions_of(move, game):
    """Returns the actions that make a legal move."""
    files, squares = game.rules.files, game.rules.files * game.rules.ranks
    names = re.findall(r"[a-x]\d+", move)
    path = [(int(name[1:]) - 1) * files + ord(name[0]) - ord("a") for name in names]
    if len(path) < 2:
        return [squares * squares + (path[0] if path else squares)]
    leaps = [start * squares + end for start, end in pairwise(path)]
    for count in range(1, len(path)):
        begun = names[: count + 1]
        if sum(re.findall(r"[a-x]\d+", other)[: count + 1] == begun for other in game.legal_moves) == 1:
            return leaps[:count]
    return [*leaps, squares * squares + squares]


def moves_by_actions(episode, actions=()):
    """Yields the moves that actions can make, with the actions."""
    for action in episode.actions:
        after = copy.deepcopy(episode)
        after.take(action)
        if after.game == episode.game:
            yield from moves_by_actions(after, [*actions, action])
        else:
            yield after.game.moves[-1], [*actions, action]


@pytest.mark.parametrize("name", [*GAMES, "schaedler-1994", "lemery-latrunculi+repetition=forbidden"])
def test_actions_make_each_legal_move_and_no_other(name):
    chance = random.Random(1)
    episode = Episode(petteia.Game(name, seed=1))
    for _ in range(100):
        if episode.game.awaits_roll:
            assert episode.actions == [] and not episode.mask().any()
            episode.roll()
        assert episode.actions == sorted(episode.actions) == numpy.flatnonzero(episode.mask()).tolist()
        moves = episode.game.legal_moves
        if chance.random() < 0.2 or any("x" in move for move in moves):
            made = dict(moves_by_actions(episode))
            assert made == {move: actions_of(move, episode.game) for move in moves}
        if episode.game.is_over:
            break
        for action in actions_of(chance.choice(moves), episode.game):
            episode.take(action)


def test_an_action_is_a_leap():
    episode = Episode(petteia.Game("lemery-latrunculi", TWO_CHAINS))
    assert set(episode.actions) == {A1 * 64 + A3, A1 * 64 + C1, 7 * 64 + 6, 7 * 64 + 15}
    assert episode.text(A1 * 64 + A3) == "a1xa3" and episode.text(7 * 64 + 6) == "h1-g1"
    episode.take(A1 * 64 + A3)
    assert episode.actions == [A3 * 64 + C3, STOP] and str(episode).endswith("; leaping a1xa3")
    assert [episode.text(action) for action in episode.actions] == ["a1xa3xc3", "a1xa3"]
    stopped, going = copy.deepcopy(episode), pickle.loads(pickle.dumps(episode))
    stopped.take(STOP)
    assert stopped.game.moves == ["a1xa3"] and "leaping" not in str(stopped)
    going.take(A3 * 64 + C3)
    assert going.game.moves == [] == episode.game.moves
    going.take(STOP)
    assert going.game.moves == ["a1xa3xc3"]
    with pytest.raises(petteia.MoveError, match=f"the action {STOP} is not legal here"):
        Episode(petteia.Game("lemery-latrunculi", TWO_CHAINS)).take(STOP)


@pytest.mark.parametrize("switch", ["", "+inciti"])
def test_planes_show_a_chain_and_belong_to_a_side(switch):
    episode = Episode(petteia.Game(f"lemery-latrunculi{switch}", TWO_CHAINS))
    before = episode.planes("white")
    assert (before == episode.game.to_numpy()).all()
    assert (episode.planes("black") == before[[3, 4, 5, 0, 1, 2, 6]]).all()
    episode.take(A1 * 64 + A3)
    changed = [
        (*place, int(episode.planes("white")[tuple(place)]))
        for place in numpy.argwhere(episode.planes("white") != before)
    ]
    left = [(0, 0, 0, 0), (0, 2, 0, 1), (3, 1, 0, 0)]
    assert changed == (left + [(6, 1, 0, 1)] if switch else left)
    episode.take(STOP)
    stones = episode.planes("white")[[0, 3, 6]]
    assert stones[0, 2, 0] == 1 and stones[1, 1, 0] == 0 and stones[2, 1, 0] == bool(switch)


def test_an_eighth_plane_shows_the_die():
    episode = Episode(petteia.Game("city-8+die=4"))
    assert episode.shape == (8, 8, 8) and not episode.planes("white")[7].any()
    assert episode.roll(3) == 3 and (episode.planes("white")[7] == 3).all()
    assert Episode(petteia.Game("city-8")).shape == (7, 8, 8)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_accepts_the_environment(name):
    pettingzoo.test.api_test(petteia.pettingzoo.env(name), num_cycles=400)
    pettingzoo.test.seed_test(lambda: petteia.pettingzoo.env(name), num_cycles=50)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_in_pettingzoo_is_the_game(name):
    environment = petteia.pettingzoo.env(name)
    chance = random.Random(2)
    for seed in range(3):
        game = petteia.Game(name, seed=seed)
        environment.reset(seed=seed)
        while True:
            if game.awaits_roll:
                game.roll()
            assert environment.unwrapped.episode.game == game
            if game.is_over:
                break
            assert (environment.last()[0]["observation"][:7] == game.to_numpy()).all()
            move = chance.choice(game.legal_moves)
            for action in actions_of(move, game):
                observation, *rest = environment.last()
                assert environment.agent_selection == game.side and rest == [0, False, False, {}]
                assert observation["action_mask"][action] == 1
                other = "black" if game.side == "white" else "white"
                assert not environment.observe(other)["action_mask"].any()
                environment.step(action)
            game.play(move)
        rewards = {}
        for agent in environment.agent_iter():
            observation, rewards[agent], *rest = environment.last()
            assert rest == [True, False, {}] and not observation["action_mask"].any()
            environment.step(None)
        white = {"white": 1, None: 0, "black": -1}[game.outcome.winner]
        assert rewards == {"white": white, "black": -white}


def test_the_seed_of_pettingzoo_determines_the_rolls():
    def rolls(seeds):
        environment, shown = petteia.pettingzoo.env("city-8+die=6"), []
        for seed in seeds:
            environment.reset(seed=seed)
            for agent in environment.agent_iter(20):
                environment.step(int(environment.observe(agent)["action_mask"].argmax()))
            shown.append(
                [move for move in environment.unwrapped.episode.game.moves if move[0] == "d" and "-" not in move]
            )
        return shown

    first, again, other = rolls([1, None]), rolls([1, None]), rolls([2, None])
    assert first == again and len({tuple(game) for game in first + other}) == 4


def test_environments_of_pettingzoo_are_copied_and_written():
    env = petteia.pettingzoo.env("city-8").unwrapped
    env.reset(seed=1)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        agent = env.agent_selection
        action = int(numpy.flatnonzero(twin.observe(agent)["action_mask"])[0])
        twin.step(action)
        assert twin.episode.game != env.episode.game and twin.agent_selection != agent
        twin.reset(seed=1)
        assert twin.episode.game == env.episode.game


def test_pettingzoo_shows_the_board(capsys):
    environment = petteia.pettingzoo.env("city-8", render_mode="ansi")
    environment.reset()
    assert environment.render() == str(petteia.Game("city-8")) and capsys.readouterr().out == ""
    environment = petteia.pettingzoo.env("city-8", render_mode="human")
    environment.reset()
    environment.step(32)
    game = petteia.Game("city-8")
    game.play("a1-a5")
    assert capsys.readouterr().out == f"{petteia.Game('city-8')}\n{game}\n"
    environment.close()
    with pytest.raises(petteia.MoveError, match="the action 32 is not legal"):
        environment.step(32)
    with pytest.raises(ValueError, match='`render_mode` is \'rgb_array\'; give "ansi", "human" or None'):
        petteia.pettingzoo.env("city-8", render_mode="rgb_array")


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.delitem(sys.modules, "petteia.pettingzoo")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match="petteia.pettingzoo needs .*; install it with `pip install pettingzoo`"):
        importlib.import_module("petteia.pettingzoo")
