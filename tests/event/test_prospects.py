"""What may happen to a participant next, with the article."""

from __future__ import annotations

from tests.event.sessions import ARBITER, SECTION, cfc_event, dutch_event, olympiad_event, person
from topboard.event import actions
from topboard.event.prospects import Prospects
from topboard.model import HalfPointBye, Number


def list_prospects(play, number: int) -> list[str]:
    found = Prospects(play.event, play.section, Number(number)).list_prospects()
    return [f"{p.about}: {p.words}" + (f" [{p.article}]" if p.article else "") for p in found]


def test_prospects_are_shown_before_anybody_has_played():
    assert list_prospects(dutch_event("fide_dutch_2026", 6), 3) == [
        "Round 1: The participant will be paired.",
        "Pairing-allocated bye: Possible only if the number of participants becomes odd. At "
        "present it is even.",
        "Colour: No preference yet, because no game has been played.",
    ]


def test_a_player_who_had_the_bye_cannot_have_it_again():
    play = dutch_event("fide_dutch_2026", 7)
    play.round()
    (bye,) = {*play.section.competitors} - {
        n for m in play.section.rounds[0].meetings.values() for n in (m.white, m.black)
    }
    assert (
        "Pairing-allocated bye: Not possible because of the earlier bye in round 1. [C.04.1 4]"
        in list_prospects(play, bye)
    )
    assert (
        "Pairing-allocated bye: Possible, because the number of participants is odd."
        in list_prospects(play, 1)
    )

    play.do(actions.RuleOnBye(SECTION, Number(1), allowed=False))
    assert "Pairing-allocated bye: Not possible because of a ruling." in list_prospects(play, 1)


def test_prospects_show_colour_preferences_for_fide_and_due_colours_elsewhere():
    play = dutch_event("fide_dutch_2026", 6)
    play.round()
    assert "Colour: Strong preference for Black (colours so far: W)" in list_prospects(play, 1)
    other = cfc_event("cfc_swiss", 6)
    other.round()
    first = list_prospects(other, 1)
    assert any("to equalise the colours (colours so far: " in line for line in first)


def test_a_captain_sees_the_colour_on_board_1_and_a_suspension():
    play = olympiad_event("olympiad_2022", 8)
    play.round()
    assert any(line.startswith("Colour on board 1: ") for line in list_prospects(play, 2))
    play.do(actions.Suspend(SECTION, Number(2)), ARBITER)
    assert list_prospects(play, 2)[0] == "Round 2: The participant is suspended."


def test_prospects_show_requests_opponents_and_decisions():
    play = dutch_event("fide_dutch_2026", 6)
    play.do(actions.ForbidPair(SECTION, Number(1), Number(6)), ARBITER, confirmed=True)
    play.round()
    met = play.section.rounds[0].meetings[1]
    assert (met.white, met.black) == (1, 4)
    play.do(actions.RequestBye(SECTION, Number(1), 3, HalfPointBye()), ARBITER)
    play.do(actions.FixTable(SECTION, Number(1), 2, note="wheelchair"), ARBITER, confirmed=True)

    assert list_prospects(play, 1)[3:] == [
        "Round 3: half-point bye",
        f"Already met: {person(4).name} (#4)",
        f"Kept apart from: {person(6).name} (#6)",
        "Fixed board: 2 (wheelchair)",
    ]
    play.do(actions.RequestBye(SECTION, Number(5), 2))
    asked = "Round 2: The participant asked not to be paired in round 2. [C.04.2 3.2]"
    assert list_prospects(play, 5)[0] == asked


def test_a_player_can_see_whether_a_request_counts():
    asked = actions.ForbidPair(SECTION, Number(1), Number(5), wish=True)
    heard, unheard = cfc_event("cfc_swiss", variations=("619.1",)), cfc_event("cfc_swiss")
    for play in (heard, unheard):
        play.do(asked)

    name = person(5).name
    assert f"Kept apart, if possible, from: {name} (#5)" in list_prospects(heard, 1)
    assert (
        f"Request: The request not to meet {name} (#5) has no effect (variation 619.1 has not "
        "been announced)." in list_prospects(unheard, 1)
    )


def test_prospects_in_a_round_robin_name_the_next_opponent():
    play = cfc_event("cfc_round_robin", 5)
    play.round()
    lines = [list_prospects(play, n)[1] for n in play.section.competitors]
    assert (
        sum(
            line == "Opponent: None, because the timetable has no opponent for this round."
            for line in lines
        )
        == 1
    )
    assert (
        sum(", according to the timetable" in line and "with White" in line for line in lines) == 2
    )


def test_there_are_no_prospects_after_the_last_round():
    play = dutch_event("fide_dutch_2026", 4, 1)
    play.round()
    assert list_prospects(play, 1) == []
