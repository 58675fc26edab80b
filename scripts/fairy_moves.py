#!/usr/bin/env python3
"""Compares Coda's legal moves with those of Fairy-Stockfish (pyffish): perft from the start,
and random endings. Exits 1 where they differ.

    scripts/fairy_moves.py [--game GAME] [--positions N] [--perft N] [--seed N]

Needs pyffish (PyPI). A call of pyffish takes milliseconds: ten thousand positions take a few
minutes.
"""

import argparse
import random
import re
import subprocess
import sys
from pathlib import Path

import pyffish

ROOT = Path(__file__).resolve().parent.parent
FILES, RANKS = 9, 10

PALACE = [(f, r) for f in (3, 4, 5) for r in (0, 1, 2)]

# For each game: Fairy-Stockfish's variant, the start, and the pieces besides the general with
# how many a side can have. A piece is put anywhere; Coda says where it cannot be.
GAMES = {
    "xiangqi": {
        "variant": "xiangqi",
        "start": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        "pieces": {"R": 2, "N": 2, "C": 2, "P": 5, "A": 2, "B": 2},
        "places": {
            "K": PALACE,
            "A": [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)],
            "B": [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)],
            "P": [(f, r) for r in (3, 4) for f in (0, 2, 4, 6, 8)]
            + [(f, r) for r in range(5, 10) for f in range(9)],
        },
        # Whether the generals may not face each other, and what the first rank is called.
        "facing": False,
        "first rank": 0,
    },
    # In `janggicasual` facing generals mean nothing, as under `bikjang=none`. Under `bikjang=ends`
    # the moves are the same, but one may end the game. (In its variant `janggi` a reply to bikjang
    # may only separate the generals or pass, even in check; not so here.)
    "janggi": {
        "variant": "janggicasual",
        "start": "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w",
        "pieces": {"R": 2, "N": 2, "C": 2, "P": 5, "A": 2, "B": 2},
        "places": {
            "K": PALACE,
            "A": PALACE,
            "P": [(f, r) for r in range(3, 10) for f in range(9)],
        },
        "facing": True,
        "first rank": 1,
    },
}
ANYWHERE = [(f, r) for r in range(RANKS) for f in range(FILES)]


def fairy(position):
    """The FEN that Fairy-Stockfish reads."""
    return position + " - - 0 1"


def theirs_as_ours(move, first_rank):
    """Their ranks count from 1."""
    return re.sub(r"\d+", lambda rank: str(int(rank.group()) - 1 + first_rank), move)


def text(board, turn):
    ranks = []
    for rank in reversed(range(RANKS)):
        row = "".join(board.get((file, rank), " ") for file in range(FILES))
        ranks.append(re.sub(" +", lambda gap: str(len(gap.group())), row))
    return "/".join(ranks) + " " + turn


def random_ending(pick, game):
    """Both generals and up to eight other pieces where they can be."""
    board = {}
    supply = [letter for letter, most in game["pieces"].items() for _ in range(most)]
    men = [(colour, "K") for colour in (0, 1)]
    for colour in (0, 1):
        men += [(colour, letter) for letter in pick.sample(supply, pick.randint(0, 4))]
    for colour, letter in men:
        places = game["places"].get(letter, ANYWHERE)
        if colour:
            places = [(f, RANKS - 1 - r) for f, r in places]
        free = [place for place in places if place not in board]
        board[pick.choice(free)] = letter.lower() if colour else letter
    return text(board, pick.choice("wb")), board


def facing(board):
    """Whether the generals face each other on an open file."""
    white = next(place for place, piece in board.items() if piece == "K")
    black = next(place for place, piece in board.items() if piece == "k")
    between = ((white[0], rank) for rank in range(white[1] + 1, black[1]))
    return white[0] == black[0] and not any(place in board for place in between)


def ask_coda(game, positions):
    command = ["cargo", "run", "--quiet", "-p", "coda-games", "--example", "moves"]
    ran = subprocess.run(
        [*command, "--", game],
        input="\n".join(positions) + "\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return ran.stdout.splitlines()


def perft(variant, fen, depth, line=()):
    """Lines from a position, with what came before: two passes in a row end a game of Janggi."""
    moves = pyffish.legal_moves(variant, fen, list(line))
    if depth == 1:
        return len(moves)
    return sum(perft(variant, fen, depth - 1, (*line, move)) for move in moves)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, default="xiangqi")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--perft", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = GAMES[options.game]
    variant, pick = game["variant"], random.Random(options.seed)

    recorded = (ROOT / "data" / options.game / "perft.csv").read_text().splitlines()[1:]
    known = dict((tuple(line.split(",")[:2]), int(line.split(",")[2])) for line in recorded)
    wrong = 0
    for depth in range(1, options.perft + 1):
        found = perft(variant, fairy(game["start"]), depth)
        ours = known[(game["start"], str(depth))]
        print(f"perft {depth}: {found}, on record {ours}")
        wrong += found != ours

    endings = [random_ending(pick, game) for _ in range(options.positions)]
    answers = ask_coda(options.game, [position for position, _ in endings])
    compared = refused = 0
    for (position, board), answer in zip(endings, answers, strict=True):
        placement, turn = position.split()
        # In check, seen from the side that has moved: then it could not have.
        other = fairy(placement + " " + "bw"[turn == "b"])
        exposed = pyffish.gives_check(variant, other, [])
        legal = not exposed and (game["facing"] or not facing(board))
        if answer.startswith("illegal"):
            refused += 1
            agree = not legal
        else:
            compared += 1
            theirs = pyffish.legal_moves(variant, fairy(position), [])
            theirs = [theirs_as_ours(move, game["first rank"]) for move in theirs]
            agree = legal and sorted(theirs) == sorted(answer.split())
        if not agree:
            wrong += 1
            print(f"{position}: {answer}")
    print(f"{compared} endings compared, {refused} that cannot be; {wrong} differences")
    return 1 if wrong or compared < options.positions // 3 else 0


if __name__ == "__main__":
    sys.exit(main())
