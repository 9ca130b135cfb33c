"""Lots and decisions: who is paired, with whom, at which table, with which points."""

from __future__ import annotations

import pytest

from tests.event.sessions import (
    ARBITER,
    SECTION,
    dutch_event,
    number_pair,
    numbers_at_tables,
    olympiad_event,
)
from topboard.errors import Refused
from topboard.event import actions
from topboard.event.lots import hash_lot_seed
from topboard.event.tournament import build_tournament
from topboard.model import (
    Colour,
    NotYetEntered,
    Number,
    Withdrawn,
    ZeroPointBye,
)

EDITION = "olympiad_2022"


# --- lots -----------------------------------------------------------------------------------


def test_lots_are_drawn_with_the_committed_seed() -> None:
    play = olympiad_event(EDITION, 6)
    numbers = tuple(play.section.competitors)
    play.do(actions.CommitLot(SECTION, "speeches", hash_lot_seed("a long secret seed"), numbers))

    with pytest.raises(Refused, match="not the seed"):
        play.do(actions.DrawLot(SECTION, "speeches", "another seed"))
    play.do(actions.DrawLot(SECTION, "speeches", "a long secret seed"))

    assert sorted(play.section.lots[0].order) == sorted(numbers)
    with pytest.raises(Refused, match="No seed has been committed"):
        play.do(actions.DrawLot(SECTION, "speeches", "a long secret seed"))


def test_the_colour_of_number_one_is_drawn_or_recorded() -> None:
    play = olympiad_event(EDITION, 4)
    play.do(actions.CommitLot(SECTION, "colour", hash_lot_seed("seed of the colour")))
    play.do(actions.DrawLot(SECTION, "colour", "seed of the colour"))
    drawn = play.section.lot
    assert drawn is not None

    play.do(actions.RecordLot(SECTION, "colour", colour=drawn.opposite), ARBITER)
    first = play.pair()

    white_of_first = any(t.white == 1 for t in first.tables)
    assert white_of_first == (drawn.opposite is Colour.WHITE)


# --- who is paired --------------------------------------------------------------------------


def test_a_requested_bye_is_recorded_and_can_be_cancelled() -> None:
    play = olympiad_event(EDITION)
    play.do(actions.RequestBye(SECTION, Number(1), 1), ARBITER)
    play.do(actions.RequestBye(SECTION, Number(2), 1), ARBITER)
    play.do(actions.CancelBye(SECTION, Number(2), 1))

    first = play.publish()

    assert 1 not in numbers_at_tables(first)
    assert 2 in numbers_at_tables(first)
    assert (Number(1), ZeroPointBye()) in play.section.rounds[0].away


def test_a_bye_can_only_be_requested_for_a_round_of_the_section() -> None:
    play = dutch_event("fide_dutch_2026", rounds=5)
    play.do(actions.RequestBye(SECTION, Number(1), 5), ARBITER)

    with pytest.raises(Refused, match=r"There is no round 6\. The section has only 5 rounds"):
        play.do(actions.RequestBye(SECTION, Number(2), 6), ARBITER)

    assert [request.round for request in play.section.requests] == [5]


def test_a_tie_break_with_an_unreachable_limit_is_refused() -> None:
    play = dutch_event("fide_dutch_2026", rounds=5, tie_breaks=("KS/L+5",))

    for code in ("KS/L60", "KS/L+6", "KS/L-6"):
        with pytest.raises(
            Refused,
            match="limit of this tie-break can be raised or lowered by at most 5 half points in "
            "this event;",
        ):
            dutch_event("fide_dutch_2026", rounds=5, tie_breaks=(code,))
    assert play.section.settings.tie_breaks == ("KS/L+5",)


def test_a_forbidden_pair_does_not_meet_until_it_is_allowed() -> None:
    play = olympiad_event(EDITION, 4)
    play.do(actions.ForbidPair(SECTION, *number_pair(1, 3)))
    apart = {frozenset((t.white, t.black)) for t in play.pair().tables}
    play.do(actions.AllowPair(SECTION, *number_pair(1, 3)))
    together = {frozenset((t.white, t.black)) for t in play.pair().tables}

    assert frozenset((1, 3)) not in apart
    assert frozenset((1, 3)) in together


def test_a_ruling_bars_a_team_from_the_bye() -> None:
    play = olympiad_event(EDITION, 5)
    assert play.pair().bye == 5
    play.do(actions.RuleOnBye(SECTION, Number(5), False))

    assert play.pair().bye == 4


def test_a_team_keeps_its_fixed_table() -> None:
    play = olympiad_event(EDITION, 8)
    play.do(actions.FixTable(SECTION, Number(1), 4, note="camera"))
    assert play.pair().tables[3].white == 1 or play.pair().tables[3].black == 1
    play.do(actions.FixTable(SECTION, Number(1), 0))

    assert 1 in (play.pair().tables[0].white, play.pair().tables[0].black)


def test_points_by_decision_count_in_the_pairing() -> None:
    play = olympiad_event(EDITION, 4)
    play.publish()
    play.results(white=20)
    play.do(actions.AdjustPoints(SECTION, Number(4), match_points=-10, known_from=2), ARBITER)

    assert build_tournament(play.event, play.section).adjustments[0].match_points == -10


def test_a_suspended_team_is_not_paired_until_the_suspension_is_lifted() -> None:
    play = olympiad_event(EDITION, 6)
    play.do(actions.Suspend(SECTION, Number(2)))
    first = play.publish()
    play.results()
    play.do(actions.LiftSuspension(SECTION, Number(2)))

    assert actions.Exclusion(Number(2), "") in first.excluded
    assert 2 in numbers_at_tables(play.pair())


def test_a_team_suspended_mid_event_is_not_treated_as_a_late_entry() -> None:
    play = olympiad_event(EDITION, 6)
    play.round()
    play.do(actions.Suspend(SECTION, Number(2)))
    play.publish()

    assert (Number(2), ZeroPointBye()) in play.section.rounds[1].away
    assert play.section.competitors[Number(2)].joined == 1


def test_an_expelled_team_cannot_return() -> None:
    play = olympiad_event(EDITION, 6)
    play.round()
    play.do(actions.Expel(SECTION, Number(2), 2), ARBITER)
    play.round()

    assert (Number(2), Withdrawn()) in play.section.rounds[1].away


def test_a_team_absent_in_round_one_joins_later() -> None:
    play = olympiad_event(EDITION, 6, here=False)
    for number in (1, 2, 3, 4):
        play.do(actions.RecordPresence(SECTION, Number(number), 3))

    first = play.publish()

    assert [e.number for e in first.excluded] == [5, 6]
    assert (Number(5), NotYetEntered()) in play.section.rounds[0].away
    assert play.section.competitors[Number(5)].joined == 2
