"""What may happen to a participant next, with the article."""

from __future__ import annotations

from tests.event.sessions import ARBITER, SECTION, cfc_event, dutch_event, olympiad_event, person
from topboard.event import actions
from topboard.event.prospects import Prospects
from topboard.model import HalfPointBye, Number


def list_prospects(play, number: int) -> list[str]:
    found = Prospects(play.event, play.section, Number(number)).list_prospects()
    return [f"{p.about}: {p.words}" + (f" [{p.article}]" if p.article else "") for p in found]


def test_before_anybody_has_played():
    assert list_prospects(dutch_event("fide_dutch_2026", 6), 3) == [
        "Round 1: is to be paired",
        "Bye: may have it, if the field becomes odd; now it is even",
        "Colour: none is due: no game so far",
    ]


def test_a_player_who_had_the_bye_may_not_have_it_again():
    play = dutch_event("fide_dutch_2026", 7)
    play.round()
    (bye,) = {*play.section.competitors} - {
        n for m in play.section.rounds[0].meetings.values() for n in (m.white, m.black)
    }
    assert "Bye: may not have it: had the bye in round 1 [C.04.1 4]" in list_prospects(play, bye)
    assert "Bye: may have it: the field is odd" in list_prospects(play, 1)

    play.do(actions.RuleOnBye(SECTION, Number(1), allowed=False))
    assert "Bye: may not have it: barred by decision" in list_prospects(play, 1)


def test_colours_of_fide_are_preferences_and_others_are_due():
    play = dutch_event("fide_dutch_2026", 6)
    play.round()
    assert "Colour: should have Black (W)" in list_prospects(play, 1)
    other = cfc_event("cfc_swiss", 6)
    other.round()
    first = list_prospects(other, 1)
    assert any("is due: it evens out the colours" in line for line in first)


def test_a_captain_is_told_of_board_1_and_of_articles():
    play = olympiad_event("olympiad_2022", 8)
    play.round()
    assert any(line.startswith("Colour of board 1: ") for line in list_prospects(play, 2))
    play.do(actions.Suspend(SECTION, Number(2)), ARBITER)
    assert list_prospects(play, 2)[0] == "Round 2: is suspended"


def test_requests_opponents_and_decisions():
    play = dutch_event("fide_dutch_2026", 6)
    play.do(actions.ForbidPair(SECTION, Number(1), Number(6)), ARBITER, confirmed=True)
    play.round()
    met = play.section.rounds[0].meetings[1]
    assert (met.white, met.black) == (1, 4)
    play.do(actions.RequestBye(SECTION, Number(1), 3, HalfPointBye()), ARBITER)
    play.do(actions.FixTable(SECTION, Number(1), 2, note="wheelchair"), ARBITER, confirmed=True)

    assert list_prospects(play, 1)[3:] == [
        "Round 3: half-point bye",
        f"Already met: 4 {person(4).name}",
        f"Kept apart from: 6 {person(6).name}",
        "Table: 2 (wheelchair)",
    ]
    play.do(actions.RequestBye(SECTION, Number(5), 2))
    asked = "Round 2: is not to be paired in round 2, on request [C.04.2 3.2]"
    assert list_prospects(play, 5)[0] == asked


def test_a_player_is_told_whether_a_request_counts():
    asked = actions.ForbidPair(SECTION, Number(1), Number(5), wish=True)
    heard, unheard = cfc_event("cfc_swiss", variations=("619.1",)), cfc_event("cfc_swiss")
    for play in (heard, unheard):
        play.do(asked)

    name = person(5).name
    assert f"Kept apart from: 5 {name}, if it can be" in list_prospects(heard, 1)
    assert (
        f"Request: not to meet 5 {name}; it does not count: variation 619.1 is not announced"
        in list_prospects(unheard, 1)
    )


def test_a_timetable_names_the_opponent():
    play = cfc_event("cfc_round_robin", 5)
    play.round()
    lines = [list_prospects(play, n)[1] for n in play.section.competitors]
    assert sum(line == "Opponent: none: free by the timetable" for line in lines) == 1
    assert sum(", by the timetable" in line and "with White" in line for line in lines) == 2


def test_nothing_happens_after_the_last_round():
    play = dutch_event("fide_dutch_2026", 4, 1)
    play.round()
    assert list_prospects(play, 1) == []
