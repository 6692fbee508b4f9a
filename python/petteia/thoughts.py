"""What an agent thinks of a position."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Thought:
    """What an agent thinks of a position, as `Game.analyse` returns it. An agent that does not search only has a move.

    Attributes:
        move: The move that it chooses.
        score: The expected score of the side to move, from 0 to 1.
        wins_in: The number of decisions after which the side to move has won, or lost if it is negative, as far as this
            is proven.
        depth: The number of decisions that a complete search looked ahead.
        nodes: The number of positions searched, or of playouts.
        line: The expected continuation, which begins with the move.
    """

    move: str
    score: float | None
    wins_in: int | None
    depth: int | None
    nodes: int | None
    line: list[str]
