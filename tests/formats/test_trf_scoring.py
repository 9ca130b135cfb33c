"""What results are worth in report files: 162, XXS and the BB records."""

from __future__ import annotations

import pytest

from topboard import formats
from topboard._frozen import replace
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.formats.trf.totals import compute_points_from_results
from topboard.model import Manner, Meeting, Player, Round, Scale, Tournament


def line(number: int, points: str, *cells: str) -> str:
    text = f"001 {number:4}      {f'Player {number}':33} 2000".ljust(80) + points.rjust(4)
    return text.ljust(91) + "  ".join(cell.ljust(8) for cell in cells)


def report(*more: str) -> str:
    """One won, one lost, a bye, a game by default, byes of a half, a full and no point."""
    lines = (
        line(1, "", "   2 w 1", "0000 - U", "   4 w +"),
        line(2, "", "   1 b 0", "0000 - H", "0000 - F"),
        line(3, "", "   4 w =", "0000 - Z", "   5 b -"),
        line(4, "", "   3 b =", "   5 b -", "   1 b -"),
        line(5, "", "0000 - Z", "   4 w -", "   3 w +"),
    )
    return "\n".join(("012 Open", *lines, *more))


def totals(*more: str) -> tuple[float, ...]:
    event = formats.read_text(report(*more))
    return tuple(points / 10 for points in compute_points_from_results(event).values())


@pytest.mark.parametrize(
    ("lines", "scale", "expected"),
    [
        ([], None, (3, 1.5, 0.5, 0.5, 1)),
        (["162  W 3.0    D 1.0"], Scale(30, 10, 0), (9, 4, 1, 1, 3)),
        (["162  P 0.5"], Scale(bye=5), (2.5, 1.5, 0.5, 0.5, 1)),
        (["162  p0.5"], Scale(bye=5), (2.5, 1.5, 0.5, 0.5, 1)),
        (
            ["162  A 0.2"],
            Scale(lost_by_default=2, both_defaulted=2, zero_bye=2),
            (3, 1.5, 0.9, 0.9, 1.4),
        ),
        (
            ["162  W 3.0    D 2.0    L 1.0    P 2.0"],
            Scale(30, 20, 10, bye=20, lost_by_default=0, both_defaulted=0),
            (8, 6, 2, 2, 3),
        ),
        (["XXS PAB=3 D=1 W=3"], Scale(30, 10, 0), (9, 4, 1, 1, 3)),
        (["XXS W=3", "XXS D=1"], Scale(30, 10, 0, bye=10), (7, 4, 1, 1, 3)),
        (["XXS W=3 FW=2 FPB=1 PAB=3"], None, (8, 1.5, 0.5, 0.5, 2)),
        (["XXS FW=2 W=3 PAB=3"], Scale(30, 5, 0), (9, 3.5, 0.5, 0.5, 3)),
        (["XXS HPB=0.3 ZPB=.1 FL=0.2"], None, (3, 1.3, 0.8, 0.9, 1.3)),
        (["XXS PAB=.5"], Scale(bye=5), (2.5, 1.5, 0.5, 0.5, 1)),
        (["BBW  3.0", "BBD  1.0"], Scale(30, 10, 0), (9, 4, 1, 1, 3)),
        (["BBU  0.5"], Scale(bye=5), (2.5, 1.5, 0.5, 0.5, 1)),
        (
            ["BBL  1.0", "BBZ  0.3", "BBF  0.2"],
            Scale(10, 5, 10, lost_by_default=2, both_defaulted=2, zero_bye=3),
            (3, 2.5, 1, 0.9, 1.5),
        ),
    ],
)
def test_every_code_counts_for_its_results(lines, scale, expected):
    assert totals(*lines) == expected
    event = formats.read_text(report(*lines))
    if scale is not None or not lines:
        assert event.game_scale == scale
    for edition in ("trf16", "trf26"):
        back = formats.read_text(formats.dumps(event, edition))
        assert sort_tournament_for_comparison(back) == sort_tournament_for_comparison(event)
        assert compute_points_from_results(back) == compute_points_from_results(event)


def test_the_points_of_a_file_say_what_javafos_bye_is_worth():
    """Its record is silent: a point by the manual, a win where the points say so."""
    lines = ["XXS W=3"]
    of_one = report(*lines).replace(line(1, "")[:84], line(1, "7.0")[:84])
    as_win = report(*lines).replace(line(1, "")[:84], line(1, "9.0")[:84])

    assert formats.read_text(of_one).game_scale == Scale(30, 5, 0, bye=10)
    assert formats.read_text(as_win).game_scale == Scale(30, 5, 0)


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_different_points_for_black_count_and_survive_a_round_trip(edition):
    rounds = [
        ("   2 w 1", "   1 b 0"),
        ("   2 b 1", "   1 w 0"),
        ("   2 w =", "   1 b ="),
    ]
    lines = [line(n, "", *(row[n - 1] for row in rounds)) for n in (1, 2)]
    text = "\n".join(("012 Blitz", *lines, "XXS WW=1 BW=2 WD=0.4 BD=0.8"))

    event = formats.read_text(text)

    assert [(m.white_points, m.black_points) for m in event.rounds[1].meetings] == [(0, 20)]
    assert compute_points_from_results(event) == {1: 34, 2: 8}
    written = formats.dumps(event, edition)
    assert sort_tournament_for_comparison(
        formats.read_text(written)
    ) == sort_tournament_for_comparison(event)
    assert "   2 w =" in written
    assert "topboard round" not in written


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
@pytest.mark.parametrize(
    "scale",
    [
        Scale(30, 10, 0, bye=15),
        Scale(bye=10),
        Scale(10, 5, 0, half_bye=0, full_bye=5, won_by_default=8),
        Scale(10, 5, 0, lost_by_default=2, both_defaulted=0, zero_bye=1),
        Scale(30, 20, 10, lost_by_default=0, both_defaulted=0),
        Scale(30, 20, 10),
    ],
)
def test_every_scoring_scale_survives_a_round_trip_through_every_edition(edition, scale):
    both = Round(1, (Meeting(1, 2, manner=Manner.BOTH_DEFAULTED, rated=False),), tables_known=False)
    event = Tournament((Player(1, "Ay"), Player(2, "Bee")), (both,), game_scale=scale)

    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, edition))
    ) == sort_tournament_for_comparison(event)
    assert formats.describe_losses(event, edition) == []


def test_the_records_of_a_scale_are_in_their_columns():
    event = Tournament((Player(1, "Ay"), Player(2, "Bee")), game_scale=Scale(30, 10, 0, bye=15))
    with_absences = replace(
        event,
        system="fide_dutch_2026",
        game_scale=Scale(lost_by_default=2, both_defaulted=2, zero_bye=2),
    )

    assert "162  W 3.0    D 1.0    L 0.0    P 1.5\r\n" in formats.dumps(event, "trf26")
    assert "162  W 1.0    D 0.5    L 0.0    A 0.2\r\n" in formats.dumps(with_absences, "trf26")
    assert "XXS W=3.0 D=1.0 WL=0.0 BL=0.0 PAB=1.5\r\n" in formats.dumps(event, "trf16")
    assert "### topboard" not in formats.dumps(with_absences, "trf26")
