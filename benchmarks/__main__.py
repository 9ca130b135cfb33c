"""Print every table of figures."""

from __future__ import annotations

from benchmarks import olympiad, systems
from benchmarks.timing import print_table

TABLES = (
    ("Start-up", olympiad.start_up),
    ("Matching kernel", olympiad.kernels),
    ("A round with all reasons", systems.rounds),
    ("Late rounds of small fields", systems.late_rounds),
    ("Whole events", olympiad.events),
    ("Memory", olympiad.memory),
)


def main() -> None:
    """Measure and print, table by table."""
    for title, figures in TABLES:
        print_table(title, list(figures()))


if __name__ == "__main__":
    main()
