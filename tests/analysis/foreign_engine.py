"""A tiny engine with the command line of bbpPairings, around our own rules.

A copy of this file whose name begins with ``broken`` exchanges the Blacks of its last two pairs in
every round from the second; one that begins with ``refusing`` refuses every file.
"""

from __future__ import annotations

import sys
from pathlib import Path

import topboard
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.formats import read, write
from topboard.systems.registry import system

NAME = Path(__file__).stem


def pair(tournament):
    made = system("fide_dutch_2026").pair(tournament)
    if not NAME.startswith("broken") or tournament.round_to_pair < 2 or len(made.pairs) < 2:
        return made
    *others, one, other = made.pairs
    one, other = replace(one, black=other.black), replace(other, black=one.black)
    return replace(made, pairs=(*others, one, other))


def lines(made):
    told = [f"{p.white} {p.black}" for p in made.pairs]
    return told if made.bye is None else [*told, f"{made.bye} 0"]


def do_pair(file, out):
    told = lines(pair(read(file)))
    Path(out).write_text("\n".join([str(len(told)), *told, ""]))


def do_check(file):
    event = read(file)
    for played in event.rounds:
        print(f"{Path(file).stem}: Round #{played.number}")
        ours = {(p.white, p.black) for p in pair(event.before(played.number)).pairs}
        there = {(m.white, m.black) for m in played.meetings}
        if ours != there:
            print("  Checker pairings        Tournament pairings ")
            for (a, b), (c, d) in zip(sorted(ours - there), sorted(there - ours), strict=True):
                print(f"    {a:3} - {b:3}                {c:3} - {d:3}")
            print()
    print()


def do_generate(config, out, seed):
    asked = dict(line.split("=") for line in Path(config).read_text().split())
    wishes = Wishes(
        competitors=int(asked["PlayersNumber"]),
        rounds=int(asked["RoundsNumber"]),
        draws=int(asked["DrawPercentage"]),
        absences=3,
    )
    made = topboard.generate(replace(system("fide_dutch_2026"), pair=pair), int(seed), wishes)
    write(made, out, "trf16")


def main(words):
    if NAME.startswith("refusing"):
        print(f"this engine does not read {words[1]}", file=sys.stderr)
        return 3
    match words:
        case ["--dutch", file, "-p", out]:
            do_pair(file, out)
        case ["--dutch", file, "-c"]:
            do_check(file)
        case ["--dutch", "-g", config, "-o", out, "-s", seed]:
            do_generate(config, out, seed)
        case _:
            return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
