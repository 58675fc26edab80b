#!/usr/bin/env python3
"""Compare the published two-piece table of Dou Shou Qi with a set built by coda-gen.

The table is that of J. N. van Rijn and J. K. Vis as published on OpenML (data set
41027): White's strength, file and rank, Black's, and the result for White, who is to
move; files and ranks count from 0.

    coda-gen build --game jungle --rules leiden --pieces 2 --tables leiden
    scripts/leiden_two_pieces.py leiden-two-pieces.arff --tables leiden

Prints how many rows agree; exit status 1 if one does not.
"""

import argparse
import json
import subprocess
import sys

# The strengths that occur in the file.
ANIMALS = {0: "R", 4: "P", 5: "T", 6: "L", 7: "E"}
RESULTS = {"w": "win", "b": "loss", "d": "draw"}


def position(white, black):
    """The position text of (letter, file, rank) for each side, White to move."""
    board = [["1"] * 7 for _ in range(9)]
    for letter, file, rank in (white, black):
        board[8 - rank][file] = letter
    ranks = []
    for rank in board:
        text, gap = "", 0
        for square in rank + [""]:
            if square == "1":
                gap += 1
            else:
                text += (str(gap) if gap else "") + square
                gap = 0
        ranks.append(text)
    return "/".join(ranks) + " w"


def rows(path):
    """Yield (position, result) for each row of the file."""
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line[:1].isdigit():
                *numbers, result = line.strip().split(",")
                a, af, ar, b, bf, br = map(int, numbers)
                white, black = (ANIMALS[a], af, ar), (ANIMALS[b].lower(), bf, br)
                yield position(white, black), RESULTS[result]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", help="the table, an ARFF file")
    parser.add_argument("--tables", required=True, help="the folder of the set")
    parser.add_argument("--coda-probe", default="coda-probe", help="the command to ask")
    args = parser.parse_args()

    asked = list(rows(args.file))
    command = [args.coda_probe, "query", "--game", "jungle", "--rules", "leiden"]
    command += ["--tables", args.tables, "--batch", "-"]
    text = "".join(where + "\n" for where, _ in asked)
    ran = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    if len(answers) != len(asked):
        sys.exit(f"{len(asked)} rows, {len(answers)} answers\n{ran.stderr}")
    wrong = 0
    for (where, result), answer in zip(asked, answers):
        if answer.get("wdl") != result:
            wrong += 1
            print(f"{where}: published {result}, {answer}")
    print(f"{len(asked)} rows, " + (f"{wrong} differ" if wrong else "all agree"))
    sys.exit(1 if wrong or not asked else 0)


if __name__ == "__main__":
    main()
