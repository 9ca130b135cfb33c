"""Run the benchmarks and print a table for each."""

from __future__ import annotations

import sys

from benchmarks import (
    desk,
    engine,
    event,
    hosting,
    kernels,
    olympiad,
    proofs,
    rating_lists,
    systems,
    web,
)
from benchmarks.timing import Figure, print_table


def events() -> list[Figure]:
    """Return the results of the event benchmarks, with a time limit for opening a large event."""
    return [
        Figure(*row, budget="< 0.5 s" if row[0].startswith("open") else "") for row in event.rows()
    ]


TABLES = (
    ("Start-up", olympiad.start_up),
    ("The engine, started for one round", engine.rounds),
    ("Kernels", kernels.kernels),
    ("A round with all reasons", systems.rounds),
    ("Late rounds of small fields", systems.late_rounds),
    ("Interchanges in large groups", systems.interchanges),
    ("Standings", systems.tie_breaks),
    ("Report files", systems.reports),
    ("Whole events", olympiad.events),
    ("The life of an event", events),
    ("The desk of a large event", desk.pages),
    ("A live round", web.live_round),
    ("A host of many events", hosting.host),
    ("Proofs", proofs.proofs),
    ("Rating lists", rating_lists.lists),
    ("Memory", olympiad.memory),
)


def main() -> None:
    """Run all benchmarks, or those with a given word in their title, and print their tables."""
    asked = [word.casefold() for word in sys.argv[1:]]
    for title, figures in TABLES:
        if not asked or any(word in title.casefold() for word in asked):
            print_table(title, list(figures()))


if __name__ == "__main__":
    main()
