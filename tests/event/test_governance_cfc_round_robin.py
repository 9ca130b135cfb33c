"""What the Canadian rules say about people in a round robin."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.event.sessions import (
    DIRECTOR,
    SECTION,
    TEAMS,
    Play,
    cfc_event,
    event_with_section,
    person,
    team,
)
from topboard.errors import AuthorityNeeded, BadInput, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action
from topboard.event.tournament import build_tournament
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    Manner,
    Number,
    Team,
)
from topboard.systems.registry import system


@each_edition(cfc_round_robin="653", cfc_team_round_robin="664", fide_round_robin="6.7")
def test_a_round_robin_has_no_requested_byes(edition: str) -> None:
    play = cfc_event(edition, 4)
    asked = actions.RequestBye(SECTION, Number(3), 1)

    with pytest.raises(AuthorityNeeded, match="These rules do not provide for requested byes"):
        play.do(asked)
    for worth in (HalfPointBye(), FullPointBye()):
        with pytest.raises(Refused, match="cannot get points for a requested bye"):
            play.do(replace(asked, outcome=worth), DIRECTOR, confirmed=True)
    play.do(asked, DIRECTOR)

    assert 3 not in {n for t in play.pair().tables for n in (t.white, t.black)}


@each_edition(cfc_round_robin="652", cfc_team_round_robin="663", fide_round_robin="6.late")
def test_a_round_robin_has_no_place_for_a_late_entry(edition: str) -> None:
    play = cfc_event(edition, 4)
    late = team(5) if edition in TEAMS else person(5)

    with pytest.raises(Refused, match="draw again"):
        play.do(actions.EnterLate(SECTION, late), DIRECTOR)
    play.round()
    with pytest.raises(Refused, match="no place"):
        play.do(actions.EnterLate(SECTION, replace(late, joined=2)), DIRECTOR)

    play.round()
    assert len(play.section.rounds) == 2


@each_edition(
    cfc_round_robin=("653.under_half", "653.half"),
    cfc_team_round_robin=("653.under_half", "653.half"),
    fide_round_robin=("6.6.under_half", "6.6.half"),
)
def test_a_withdrawal_from_a_round_robin_reports_whether_the_games_count(edition: str) -> None:
    play = cfc_event(edition, 6)
    play.round()
    leaving = actions.Withdraw(SECTION, Number(3), 2)
    games = "matches" if play.section.has_teams else "games"

    with pytest.raises(
        ConfirmationNeeded,
        match=rf"only 1 of 5 {games}\. .* do not count in the final standings.*\.under_half",
    ):
        play.do(leaving)
    play.round()
    play.round()
    with pytest.raises(
        ConfirmationNeeded,
        match=rf"3 of 5 {games}\. .* results count in the final standings.*\.half",
    ):
        play.do(replace(leaving, round=4))
    play.do(replace(leaving, round=4), confirmed=True)
    play.round()


HALVES = each_edition(
    cfc_round_robin=("653.under_half", "653.half"),
    cfc_team_round_robin=("653.under_half", "653.half"),
)


def leaving(play: Play, number: int) -> str:
    """What is said of somebody who leaves now."""
    with pytest.raises(ConfirmationNeeded) as asked:
        play.do(actions.Withdraw(SECTION, Number(number), play.section.round_to_pair))
    return str(asked.value)


@HALVES
def test_playing_exactly_half_of_the_games_is_enough(edition: str) -> None:
    # Of five everybody has four games; 5 is free in round 3 of the table, 1 in round 1.
    play = cfc_event(edition, 5)
    play.round()
    play.round()

    games = "matches" if play.section.has_teams else "games"
    assert f"has completed 2 of 4 {games}." in leaving(play, 5)
    assert "results count in the final standings (653.half)." in leaving(play, 5)
    assert f"has completed only 1 of 4 {games}." in leaving(play, 1)
    assert "results do not count in the final standings" in leaving(play, 1)
    play.do(actions.Withdraw(SECTION, Number(5), 3), confirmed=True)
    facts = build_tournament(play.event, play.section)
    assert system(edition).facts(facts).annulled == frozenset()


@HALVES
def test_a_double_round_robin_has_twice_as_many_games(edition: str) -> None:
    play = cfc_event(edition, 4)
    settings = play.section.settings
    play.do(actions.ChangeSection(SECTION, 6, settings.boards, ("double",)))
    play.do(actions.Announce(SECTION))
    play.round()
    play.round()

    games = "matches" if play.section.has_teams else "games"
    assert f"has completed only 2 of 6 {games}." in leaving(play, 3)
    assert "do not count in the final standings (653.under_half)" in leaving(play, 3)
    play.round()
    assert f"has completed 3 of 6 {games}." in leaving(play, 3)
    assert "results count in the final standings (653.half)." in leaving(play, 3)


@HALVES
def test_a_default_is_not_a_completed_game(edition: str) -> None:
    play = cfc_event(edition, 5)
    play.round()
    play.publish()
    ours = next(t for t, m in play.section.rounds[-1].meetings.items() if 5 in (m.white, m.black))
    most = 10 * play.section.settings.boards
    play.result(ours, most, 0, manner=Manner.DEFAULT)
    play.results()

    games = "matches" if play.section.has_teams else "games"
    assert f"has completed only 1 of 4 {games}." in leaving(play, 5)
    assert "results do not count in the final standings" in leaving(play, 5)


def test_a_round_robin_has_as_many_rounds_as_its_table() -> None:
    play = event_with_section("cfc_round_robin", 4)
    play.do(actions.Enter(SECTION, tuple(person(n) for n in range(1, 7))))
    play.do(actions.RecordLot(SECTION, "pairing numbers", tuple(map(Number, (3, 1, 2, 6, 5, 4)))))

    closing = build_close_entries_action(play.event, SECTION)
    with pytest.raises(
        Refused,
        match=r"With this number of participants \(6\), the round robin has 5 rounds, not 6",
    ):
        play.do(replace(closing, rounds=6))
    play.do(closing)
    assert play.section.settings.rounds == 5
    with pytest.raises(
        Refused,
        match=r"With this number of participants \(6\), the round robin has 5 rounds, not 7",
    ):
        play.do(actions.ChangeSection(SECTION, rounds=7))
    play.do(actions.ChangeSection(SECTION, rounds=10, variations=("double",)))


@each_edition(cfc_round_robin="652.sections", cfc_team_round_robin="663.sections")
def test_numbers_are_drawn_by_lot_inside_each_section(edition: str) -> None:
    of_teams = edition in TEAMS
    play = Play()
    play.do(actions.CreateEvent("Test"))
    for name, first in (("Masters", 2400), ("Amateurs", 1600)):
        play.do(actions.AddSection(name, edition, 3, 4 if of_teams else 1))
        entered = (team(n, rating=first) if of_teams else person(n, first - n) for n in range(1, 5))
        play.do(actions.Enter(name, tuple(entered)))
    play.do(actions.RecordLot("Masters", "pairing numbers", tuple(map(Number, (3, 1, 4, 2)))))
    with pytest.raises(BadInput, match="lot"):
        build_close_entries_action(play.event, "Amateurs")
    play.do(actions.RecordLot("Amateurs", "pairing numbers", tuple(map(Number, (2, 4, 1, 3)))))
    for name in ("Masters", "Amateurs"):
        play.do(build_close_entries_action(play.event, name))

    drawn = {
        name: [int(c.name[-1]) for c in section.competitors.values()]
        for name, section in play.event.sections.items()
    }
    assert drawn == {"Masters": [3, 1, 4, 2], "Amateurs": [2, 4, 1, 3]}
    strength = {
        name: [(c.players[0] if isinstance(c, Team) else c).rating for c in s.competitors.values()]
        for name, s in play.event.sections.items()
    }
    assert min(strength["Masters"]) > max(strength["Amateurs"])


def test_round_robin_numbers_follow_the_drawing_of_lots() -> None:
    play = event_with_section("cfc_round_robin", 3)
    play.do(actions.Enter(SECTION, tuple(person(n) for n in range(1, 5))))
    with pytest.raises(BadInput, match="lot"):
        build_close_entries_action(play.event, SECTION)
    play.do(actions.RecordLot(SECTION, "pairing numbers", tuple(map(Number, (3, 1, 4, 2)))))

    play.do(build_close_entries_action(play.event, SECTION))

    names = [c.name for c in play.section.competitors.values()]
    assert names == [f"Player {n:03}" for n in (3, 1, 4, 2)]
