"""A rules-balance laboratory for ancient board games.

    >>> import petteia
    >>> games = petteia.play("city-8+vagi", "greedy", games=100, seed=1)
    >>> games.summary().draw_rate.value < 0.1
    True

Games are named as on the command line: by a text such as ``"city-8+vagi"``, by the path of a game file, or by a table
of rules (`rules`). Agents are texts such as ``"alphabeta:nodes=300"``, or functions that take a `Game` and return a
move.

- `rules`, `games`, `switches`, `agents`: what can be played, and by whom
- `Game`: a position, its legal moves, its outcome, a board in Jupyter
- `play`, `match`, `summary`, `compare`: many games, and what they show
- `endgame`, `fortress`, `smallest_fortress`, `proved_draw`: what can be proved
- `run`, `search`, `load`, `report`, `merge`: whole studies, their runs and the tables of these
- the module `petteia.pettingzoo`: the games for programs that train players
"""

from petteia._native import (
    AgentError,
    Batched,
    Error,
    Game,
    MoveError,
    Outcome,
    PositionError,
    ProofError,
    Rules,
    RulesError,
    RunError,
)
from petteia.catalogue import agents, games, rules, switches
from petteia.contests import Match, match
from petteia.playing import Games, play
from petteia.proofs import (
    Endgame,
    Formation,
    Fortress,
    Probe,
    ProbedMove,
    SmallestFortress,
    endgame,
    fortress,
    proved_draw,
    smallest_fortress,
)
from petteia.runs import Column, Run, Table, load, merge, report, run, search
from petteia.statistics import Estimate, Summary, compare, summary
from petteia.thoughts import Thought

__all__ = [
    "AgentError",
    "Batched",
    "Column",
    "Endgame",
    "Error",
    "Estimate",
    "Formation",
    "Fortress",
    "Game",
    "Games",
    "Match",
    "MoveError",
    "Outcome",
    "PositionError",
    "Probe",
    "ProbedMove",
    "ProofError",
    "Rules",
    "RulesError",
    "Run",
    "RunError",
    "SmallestFortress",
    "Summary",
    "Table",
    "Thought",
    "agents",
    "compare",
    "endgame",
    "fortress",
    "games",
    "load",
    "match",
    "merge",
    "play",
    "proved_draw",
    "report",
    "rules",
    "run",
    "search",
    "smallest_fortress",
    "summary",
    "switches",
]
