"""What is announced before an event: tie-breaks, which rating counts, who pairs."""

from __future__ import annotations

import pytest

from topboard import formats
from topboard._frozen import replace
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.model import Player, Rating, RatingChoice, RatingKind, Tournament
from topboard.systems.registry import system

NATIONAL = RatingChoice("SUI", RatingKind.NATIONAL)
FIDE = RatingChoice("FIDE")


def line(number: int, rating: int | None = None) -> str:
    return f"001 {number:4}      {f'Player {number}':33} {rating or '':>4}".rstrip()


def report(*more: str) -> str:
    return "\n".join(("012 Open", line(1, 2000), line(2, 1900), line(3), *more))


# --- tie-breaks ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["202 DE,BH/C1,SB"], ("DE", "BH/C1", "SB")),
        (["202 de, bh/c1 ,sb"], ("DE", "BH/C1", "SB")),
        (["212 PTS,DE,BH/C1"], ("DE", "BH/C1")),
        (["202 DE,BH/C1", "212 PTS,DE,BH/C1"], ("DE", "BH/C1")),
        (["202 OTHER_COIN,BH"], ("OTHER_COIN", "BH")),
    ],
)
def test_the_tie_breaks_in_a_report_are_read_as_announced(lines, expected):
    event = formats.read_text(report(*lines))

    assert event.tie_breaks == expected
    assert event.details.other == ()
    written = formats.dumps(event, "trf26")
    assert f"202 {','.join(expected)}\r\n" in written
    assert sort_tournament_for_comparison(
        formats.read_text(written)
    ) == sort_tournament_for_comparison(event)


@pytest.mark.parametrize(
    ("code", "text"),
    [("202", "DE,XYZ"), ("212", "BH,PTS,DE"), ("202", "Buchholz")],
)
def test_an_unsupported_tie_break_list_is_kept_unchanged(code, text):
    event = formats.read_text(report(f"{code} {text}"))

    assert event.tie_breaks == ()
    assert event.details.other == ((code, f" {text}"),)
    for edition in ("trf16", "trf26"):
        assert sort_tournament_for_comparison(
            formats.read_text(formats.dumps(event, edition))
        ) == sort_tournament_for_comparison(event)


def test_two_different_tie_break_lists_are_both_kept():
    event = formats.read_text(report("202 DE,BH", "212 PTS,SB"))

    assert (event.tie_breaks, event.details.other) == (("DE", "BH"), (("212", " PTS,SB"),))
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf26"))
    ) == sort_tournament_for_comparison(event)


def test_tie_breaks_of_other_rules_are_not_written_as_fide_codes():
    event = Tournament(
        (Player(1, "Ay"), Player(2, "Bee")), system="cfc_round_robin", tie_breaks=("SB",)
    )

    written = formats.dumps(event, "trf26")

    assert "\r\n202 " not in written
    assert sort_tournament_for_comparison(
        formats.read_text(written)
    ) == sort_tournament_for_comparison(event)


def test_announced_tie_breaks_decide_the_standings():
    event = formats.read_text(report("192 FIDE_DUTCH_2026", "202 WIN,BH/C1"))

    columns = system(event.system).standings(event).columns
    assert [column.code for column in columns][:2] == ["WIN", "BH/C1"]


# --- ratings ------------------------------------------------------------------------------


def codes_with_pick(pick: str) -> tuple[RatingChoice, ...]:
    return tuple(replace(one, pick=pick) for one in (FIDE, NATIONAL))


def national(number: int, rating: int, name: str = "") -> str:
    return f"SUI {number:4}      {name:33} {rating:>4}"


@pytest.mark.parametrize(
    ("method", "order", "counting"),
    [
        ("NRO", (NATIONAL,), [2100, None, 1700]),
        ("FIDON", (FIDE, NATIONAL), [2000, 1900, 1700]),
        ("NIDOF", (NATIONAL, FIDE), [2100, 1900, 1700]),
        ("HBFN", codes_with_pick("highest"), [2100, 1900, 1700]),
        ("LBFN", codes_with_pick("lowest"), [2000, 1900, 1700]),
    ],
)
def test_the_starting_rank_method_determines_which_rating_counts(method, order, counting):
    text = report(f"172 SUI {method}", national(1, 2100), national(3, 1700))

    event = formats.read_text(text)

    assert event.rating_order == order
    assert [player.rating for player in event.competitors] == counting
    assert event.competitors[0].ratings == (
        Rating(2000, "FIDE"),
        Rating(2100, "SUI", RatingKind.NATIONAL),
    )
    written = formats.dumps(event, "trf26")
    assert "### topboard" not in written
    for each in (line(1, 2000), national(1, 2100), national(3, 1700), f"172 SUI {method}"):
        assert f"\r\n{each}" in written
    for edition in ("trf16", "trf26", "event-json"):
        assert sort_tournament_for_comparison(
            formats.read_text(formats.dumps(event, edition))
        ) == sort_tournament_for_comparison(event)


@pytest.mark.parametrize("method", ["OTHER", "FIDE"])
def test_unsupported_starting_rank_methods_are_kept(method):
    event = formats.read_text(report(f"172 SUI {method}", national(1, 2100, "Ohara")))

    assert event.rating_order == ()
    assert event.competitors[0].rating == 2000
    assert event.details.other[0] == ("172", f" SUI {method}")
    assert sort_tournament_for_comparison(
        formats.read_text(formats.dumps(event, "trf26"))
    ) == sort_tournament_for_comparison(event)


def test_a_national_line_with_additional_data_is_kept_and_written_once():
    event = formats.read_text(report("172 SUI NIDOF", national(1, 2100, "Ohara")))

    written = formats.dumps(event, "trf26")

    assert written.count("\r\nSUI    1") == 1
    assert sort_tournament_for_comparison(
        formats.read_text(written)
    ) == sort_tournament_for_comparison(event)


def test_ratings_of_a_topboard_event_become_national_lines():
    ratings = (Rating(2000, "FIDE"), Rating(2100, "SUI", RatingKind.NATIONAL))
    first = Player(1, "Ay", 2100, rating_source="SUI 2100", ratings=ratings)
    event = Tournament((first, Player(2, "Bee")), rating_order=(NATIONAL, FIDE))

    written = formats.dumps(event, "trf26")

    assert "172 SUI NIDOF\r\n" in written
    assert national(1, 2100) in written
    assert sort_tournament_for_comparison(
        formats.read_text(written)
    ) == sort_tournament_for_comparison(event)


# --- who pairs ----------------------------------------------------------------------------


def test_topboard_names_itself_as_pairing_program_unless_another_is_named():
    event = Tournament((Player(1, "Ay"), Player(2, "Bee")), system="fide_dutch_2026")
    theirs = formats.read_text(report("182 Some Other Program 7"))

    assert "\r\n182 Topboard\r\n" in formats.dumps(event, "trf26")
    assert formats.read_text(formats.dumps(event, "trf26")).details.other == ()
    assert "182" not in formats.dumps(replace(event, system=""), "trf26")
    ours = formats.dumps(replace(theirs, system="fide_dutch_2026"), "trf26")
    assert [each for each in ours.split("\r\n") if each.startswith("182")] == [
        "182 Some Other Program 7"
    ]
