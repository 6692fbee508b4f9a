"""A player in forty lines: it captures if it can, and otherwise moves at random."""
import random
import re
import sys

NEIGHBOURS = [(1, 0), (-1, 0), (0, 1), (0, -1)]


def read_board(text):
    """Returns the pieces by square, such as {(0, 7): "s"}; White's letters are capitals."""
    pieces = {}
    for rank, row in enumerate(reversed(text.split()[0].split("/"))):
        file = 0
        for item in re.findall(r"\d+|[A-Za-z]", row):
            if item.isdigit():
                file += int(item)
            else:
                pieces[file, rank] = item
                file += 1
    return pieces


def captures(pieces, move, is_own):
    """Counts the enemies between the end of a move such as `a1-a5` and another piece of ours."""
    squares = [(ord(s[0]) - 97, int(s[1:]) - 1) for s in re.findall(r"[a-z]\d+", move)]
    if not squares:  # a pass
        return 0
    start, end = squares[0], squares[-1]
    others = {square: is_own(piece) for square, piece in pieces.items() if square != start}
    beyond = lambda dx, dy, steps: others.get((end[0] + steps * dx, end[1] + steps * dy))
    return sum(beyond(dx, dy, 1) is False and beyond(dx, dy, 2) is True for dx, dy in NEIGHBOURS)


for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "petteia":
        print("id name captures if it can\nreproducible\nready", flush=True)
    elif command == "rules":
        print("ready", flush=True)
    elif command == "board":
        pieces, is_own = read_board(rest), str.isupper if rest.split()[1] == "w" else str.islower
    elif command == "legal":
        moves = rest.split()
    elif command == "go":
        random.seed(rest.split()[1])
        random.shuffle(moves)
        print("bestmove", max(moves, key=lambda move: captures(pieces, move, is_own)), flush=True)
    elif command == "quit":
        break
