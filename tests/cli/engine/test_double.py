"""``--double``: report files of matches of two games."""

from __future__ import annotations

from tests.cli.engine.engine_requests import ask

PLAYERS = (
    "   3 w 1     3 b =",
    "   4 b 1     4 w 1",
    "   1 b 0     1 w =",
    "   2 w 0     2 b 0",
    "0000 - U  0000 - U",
)
POINTS = ("1.5", "2.0", "0.5", "0.0", "1.5")


def report(code: str = "") -> str:
    """Five players after one round of three."""
    lines = ["012 Test", "142 6", "152 W", *([f"192 {code}"] if code else [])]
    for number, (cells, points) in enumerate(zip(PLAYERS, POINTS, strict=True), start=1):
        player = f"001 {number:4}      {f'Player {number}':33} {2600 - number:4}".ljust(80)
        lines.append(f"{player}{points:>4}".ljust(91) + cells)
    return "\n".join(lines) + "\n"


PAIRS = "3\n2 1\n3 5\n4 0\n"
"""2, alone with the highest score, meets 1, who comes before 5, and has had fewer Whites (4.3.2); 5
has had no colour, so 3 changes his (4.3.5); 4 has the fewest points."""


def test_the_flag_reads_two_columns_for_a_match(capfd, tmp_path) -> None:
    source = tmp_path / "plain.trf"
    source.write_text(report(), encoding="utf-8")

    assert ask(capfd, "--double", source, "-p") == (0, PAIRS, "")


def test_a_file_that_names_the_system_needs_no_flag(capfd, tmp_path) -> None:
    source = tmp_path / "named.trf"
    source.write_text(report("FIDE_DOUBLESWISS"), encoding="utf-8")

    assert ask(capfd, source, "-p") == (0, PAIRS, "")


def test_all_rounds_of_a_file_are_checked(capfd, tmp_path) -> None:
    source = tmp_path / "named.trf"
    source.write_text(report("FIDE_DOUBLESWISS"), encoding="utf-8")

    done = ask(capfd, "--double", source, "-c")

    assert done.code == 0
    assert "named: Round #1" in done.out
