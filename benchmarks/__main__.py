"""Print every table of figures."""

from __future__ import annotations

from benchmarks import engine, event, kernels, olympiad, proofs, systems, web
from benchmarks.timing import Figure, print_table


def events() -> list[Figure]:
    """The life of an event, with the budget for opening a large one."""
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
    ("A live round", web.live_round),
    ("Proofs", proofs.proofs),
    ("Memory", olympiad.memory),
)


def main() -> None:
    """Measure and print, table by table."""
    for title, figures in TABLES:
        print_table(title, list(figures()))


if __name__ == "__main__":
    main()
