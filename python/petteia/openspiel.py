"""The games in `OpenSpiel <https://openspiel.readthedocs.io>`_, which this module needs.

Importing it registers the game ``petteia``, whose parameter ``game`` is a game of the catalogue with switches, or the
path of a game file. OpenSpiel reserves ``=``, so that the value of a switch is written after a colon in its texts:

    >>> import pyspiel, petteia.openspiel
    >>> game = pyspiel.load_game("petteia(game=city-8+vagi+die:4)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.chance_outcomes()[2][0])
    >>> state.action_to_string(state.legal_actions()[0]), state.current_player()
    ('a1-a2', 0)

White is player 0. The die is rolled by chance nodes, in which the action ``face - 1`` has the probability of its face.
`petteia.training` describes the numbers of the other actions and the planes of the observation tensor. The information
state is the whole history, on which repetition depends.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy

from petteia._native import Game, Rules, RulesError
from petteia.training import Episode
from petteia.types import Side

try:
    import pyspiel  # type: ignore[import-not-found]
    from open_spiel.python.observation import (  # type: ignore[import-untyped]
        IIGObserverForPublicInfoGame,
    )
except ImportError as error:
    raise ImportError("petteia.openspiel needs OpenSpiel; install it with `pip install open_spiel`") from error

#: The sides by the number of the player.
SIDES: tuple[Side, Side] = ("white", "black")


def _game_type(has_die: bool) -> pyspiel.GameType:
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name="petteia",
        long_name="Petteia and related ancient games",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if has_die else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"game": "city-8"},
    )


def most_decisions(rules: Rules) -> int:
    """Returns a bound on the number of decisions in a game; it is seldom reached.

    Raises:
        RulesError: The limits of the game give no bound.
    """
    squares, limits = rules.ranks * rules.files, rules.fields["limits"]
    # Each piece is captured once, and bound once where it stays bound.
    is_lasting = rules.fields["bound"] == "lasting"
    counts_progress = limits.get("progress", "captures") == "captures" or is_lasting
    if limits["turn_cap"]:
        turns = limits["turn_cap"]
    elif limits.get("move_cap"):
        turns = squares + limits["move_cap"]
    elif limits["no_progress"] and counts_progress:
        turns = squares + limits["no_progress"] * (2 * squares + 1)
    else:
        raise RulesError(
            f"the games of {rules.name} have no known greatest length, which OpenSpiel needs; set `turn_cap`"
        )
    # In a turn a side may huff or remove, move, and decline to go on; every decision more captures or places a piece.
    return int(3 * turns + 2 * squares)


class PetteiaGame(pyspiel.Game):  # type: ignore[misc]
    """A game of petteia; `pyspiel.load_game` makes it.

    Attributes:
        rules: The rules.
        shape: The shape of the observation tensor.

    Raises:
        RulesError: There is no such game, or its limits give no bound on its length.
    """

    def __init__(self, params: dict[str, Any] | None = None):
        base, plus, switches = (params or {}).get("game", "city-8").partition("+")
        self.rules = Rules(base + plus + switches.replace(":", "="))
        episode = Episode(Game(self.rules))
        self.shape = episode.shape
        info = pyspiel.GameInfo(
            num_distinct_actions=episode.action_count,
            max_chance_outcomes=episode.faces,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most_decisions(self.rules),
        )
        # OpenSpiel writes the parameters into its texts, and reads them there again.
        name = base + plus + switches.replace("=", ":")
        super().__init__(_game_type(episode.faces > 0), info, {"game": name})

    def new_initial_state(self) -> PetteiaState:
        """Returns the start of a game."""
        return PetteiaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Returns an observer of the board, or of the history if the type has perfect recall."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.shape)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class PetteiaState(pyspiel.State):  # type: ignore[misc]
    """A game in progress.

    Attributes:
        episode: The game, as a `petteia.training.Episode`.
    """

    def __init__(self, game: PetteiaGame):
        super().__init__(game)
        self.episode = Episode(Game(game.rules))

    def current_player(self) -> int:
        """Returns the player to move, or the number for chance or for the end."""
        game = self.episode.game
        if game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if game.awaits_roll else SIDES.index(game.side))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the rolls, less one, with their probabilities."""
        faces = self.episode.faces
        return [(face, 1 / faces) for face in range(faces)]

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.episode.game.is_over

    def returns(self) -> list[float]:
        """Returns 1 for the winner and -1 for the loser; 0 for both during the game and if nobody won."""
        outcome = self.episode.game.outcome
        return [2 * outcome.score - 1, 1 - 2 * outcome.score] if outcome else [0.0, 0.0]

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.actions

    def _apply_action(self, action: int) -> None:
        if self.episode.game.awaits_roll:
            self.episode.roll(action + 1)
        else:
            self.episode.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"d{action + 1}" if player == pyspiel.PlayerId.CHANCE else self.episode.text(action)

    def __str__(self) -> str:
        return f"{self.episode}\n{self.episode.game.position}"


class _Observer:
    """Writes the board as a player sees it into a tensor."""

    def __init__(self, shape: tuple[int, int, int]):
        self.tensor = numpy.zeros(prod(shape), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: PetteiaState, player: int) -> None:
        self.dict["observation"][:] = state.episode.planes(SIDES[player])

    def string_from(self, state: PetteiaState, player: int) -> str:
        return str(state)


pyspiel.register_game(_game_type(has_die=True), PetteiaGame)
