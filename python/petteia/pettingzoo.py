"""The games as environments of `PettingZoo <https://pettingzoo.farama.org>`_, which this module needs.

    >>> from petteia.pettingzoo import env
    >>> game = env("city-8+die=4", render_mode="ansi")
    >>> game.reset(seed=1)
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     mask = observation["action_mask"]
    ...     game.step(None if termination else game.action_space(agent).sample(mask))

`petteia.training` describes the numbers of actions and the planes of observations.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy

from petteia._native import Game
from petteia.catalogue import rules
from petteia.training import Episode
from petteia.types import GameLike, Side

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("petteia.pettingzoo needs PettingZoo; install it with `pip install pettingzoo`") from error

RENDER_MODES = ("ansi", "human")


def env(game: GameLike = "city-8", render_mode: str | None = None) -> OrderEnforcingWrapper:
    """Returns an `Environment` that also rejects calls in a wrong order, such as a step before the first reset."""
    return OrderEnforcingWrapper(Environment(game, render_mode))


class Environment(AECEnv):  # type: ignore[misc]
    """A game between the agents ``"white"`` and ``"black"``.

    An observation is a dictionary: ``"observation"`` has the planes of the board with the agent's own pieces first
    (`Episode.planes`, uint8), and ``"action_mask"`` a 1 for each legal action (int8). An agent can be asked several
    times in a row. The environment rolls the die. A game ends by its own rules and is never truncated; the reward is
    then 1 for the winner and -1 for the loser, and 0 for both if nobody won. An illegal action raises `MoveError`.

    Args:
        game: The game.
        render_mode: ``"ansi"``, so that `render` returns the board as text; ``"human"``, to print it after each action;
            or None.

    Attributes:
        episode: The game in progress, as a `petteia.training.Episode`.
    """

    metadata = {"name": "petteia", "render_modes": list(RENDER_MODES), "is_parallelizable": False}

    def __init__(self, game: GameLike = "city-8", render_mode: str | None = None):
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f'`render_mode` is {render_mode!r}; give "ansi", "human" or None')
        self.render_mode = render_mode
        self._random = Random()
        self.episode = Episode(Game(rules(game)))
        self.possible_agents: list[Side] = ["white", "black"]
        planes = spaces.Box(0, max(self.episode.faces, 1), self.episode.shape, numpy.uint8)
        mask = spaces.Box(0, 1, (self.episode.action_count,), numpy.int8)
        # Spaces draw samples from their own seeds, so that the agents do not share them.
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.episode.action_count) for agent in self.possible_agents}

    def observation_space(self, agent: Side) -> spaces.Dict:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Side) -> spaces.Discrete:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. `seed` determines the rolls of this game, and of later ones that are begun without a seed."""
        if seed is not None:
            self._random = Random(seed)
        seed = self._random.getrandbits(64) if seed is None else seed
        self.episode = Episode(Game(self.episode.game.rules, seed=seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Side, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def step(self, action: Any) -> None:
        """Makes an action of the selected agent, a number from its action space, or None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.episode.take(action)
        self._cumulative_rewards[agent] = 0
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Rolls the die if it is due, selects the next agent, and closes a finished game."""
        game = self.episode.game
        if game.awaits_roll:
            self.episode.roll()
        self.agent_selection = game.side
        if game.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if winner := game.outcome.winner:
                self.rewards = {agent: 1 if agent == winner else -1 for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: Side) -> dict[str, numpy.ndarray[Any, Any]]:
        """Returns what an agent sees; only the agent to move has legal actions."""
        mask = self.episode.mask()
        if agent != self.episode.game.side:
            mask[:] = 0
        return {"observation": self.episode.planes(agent), "action_mask": mask}

    def render(self) -> str | None:
        """Returns the board as text, or prints it if the mode is ``"human"``."""
        if self.render_mode == "human":
            print(self.episode)
            return None
        return str(self.episode)

    def close(self) -> None:
        """Does nothing: there is no window."""
