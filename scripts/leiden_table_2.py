#!/usr/bin/env python3
"""Sum a set of Jungle tables as Table 2 of van Rijn and Vis does.

    coda-gen stats --game jungle --rules leiden --tables leiden --distances |
        scripts/leiden_table_2.py

White to move, every ordered pair of materials, positions without a legal move left out.
Prints one line for each number of pieces.
"""

import collections
import csv
import sys


def main():
    sums = collections.defaultdict(collections.Counter)
    for row in csv.DictReader(sys.stdin):
        white, black = row["ending"].split("v")
        # Black to move in a stored ending is White to move in its swap, which is not
        # stored; equal sides have no swap.
        if white == black and row["turn"] == "b":
            continue
        of_size, positions = sums[len(white) + len(black)], int(row["positions"])
        if (row["wdl"], row["plies"]) == ("loss", "0"):
            of_size["left out"] += positions
            continue
        of_size[row["wdl"]] += positions
        of_size["longest"] = max(of_size["longest"], int(row["plies"] or 0))
    for pieces, of_size in sorted(sums.items()):
        total = sum(of_size[wdl] for wdl in ("win", "loss", "draw"))
        print(
            f"{pieces} pieces: {total} positions, {of_size['win']} wins, "
            f"{of_size['loss']} losses, {of_size['draw']} draws, "
            f"longest {of_size['longest']} plies; {of_size['left out']} without a move left out"
        )


if __name__ == "__main__":
    main()
