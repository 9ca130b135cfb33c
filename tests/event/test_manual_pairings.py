"""Pairings by hand: what the text forbids is confirmed, with its article, in every system."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.random_events import OFFICES
from tests.event.sessions import (
    CONTEXT,
    SECTION,
    Play,
    dutch_event,
    event_with_section,
    olympiad_event,
    person,
    team,
)
from topboard.errors import AuthorityNeeded, BadInput, ConfirmationNeeded
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action, build_end_manual_pairing_action
from topboard.event.policy import governance_of_system
from topboard.model import Game, Manner, Number
from topboard.systems.registry import SYSTEMS, system

REMATCH = {
    "fide_dutch_2026": "C.04.1 2",
    "fide_dutch_2017": "C.04.1 b",
    "fide_dubov_2026": "C.04.1 2",
    "fide_burstein_2026": "C.04.1 2",
    "fide_lim_2026": "C.04.1 2",
    "fide_team_2026": "C.04.1 2",
    "fide_double_swiss_2026": "C.04.1 2",
    "olympiad_2008": "15a",
    "olympiad_2008_dresden": "15a",
    "olympiad_2009": "16a",
    "olympiad_2021_draft": "6.1",
    "olympiad_2022": "6.1",
    "dubov_1997": "2.1",
    "cfc_swiss": "618a",
    "cfc_team_swiss": "618a",
    "fide_round_robin": "5.1",
    "cfc_round_robin": "651",
    "cfc_team_round_robin": "661",
}
"""The article by which two do not meet twice."""


def do_by_any_office(play: Play, act: actions.Act, *, confirmed: bool) -> None:
    """Do the act by an office that may do it."""
    for authority in OFFICES:
        try:
            play.do(act, authority, confirmed=confirmed)
        except AuthorityNeeded:
            continue
        return
    raise AssertionError("nobody may do it")


def after_a_round(edition: str, count: int = 6) -> Play:
    """An event of six in which everybody is here and round 1 was played."""
    rules = system(edition)
    boards = 4 if rules.teams else rules.games
    rounds = count - 1 if rules.timetable is not None else 11
    play = event_with_section(edition, rounds, boards)
    numbers = tuple(Number(n) for n in range(1, count + 1))
    people = (team(n) if rules.teams else person(n, 2300 - 10 * n) for n in numbers)
    play.do(actions.Enter(SECTION, tuple(people)))
    if rules.timetable is not None:
        play.do(actions.RecordLot(SECTION, "pairing numbers", numbers))
    play.do(build_close_entries_action(play.event, SECTION), confirmed=True)
    play.do(actions.RecordAllPresent(SECTION, tuple((n, boards) for n in numbers)))
    made = play.pair()
    do_by_any_office(play, actions.PublishRound(SECTION, made.round), confirmed=True)
    for table, m in play.section.rounds[-1].meetings.items():
        both = (Game(m.white, m.black, 5, 5), Game(m.black, m.white, 5, 5))
        games = both if rules.games > 1 else ()
        play.result(table, 5 * boards, 5 * boards, games=games)
    return play


@pytest.mark.parametrize("edition", SYSTEMS)
def test_setting_and_publishing_a_round_of_rematches_needs_confirmation(edition: str) -> None:
    play = after_a_round(edition)
    first = play.section.rounds[0].meetings.values()
    again = tuple(
        actions.Table(place, m.black, m.white)  # type: ignore[arg-type]
        for place, m in enumerate(first, start=1)
    )
    play.do(actions.BeginManual(SECTION, 2))
    change = actions.ChangeManual(SECTION, 2, again)

    with pytest.raises(ConfirmationNeeded) as asked:
        do_by_any_office(play, change, confirmed=False)
    told = [problem.what for problem in asked.value.problems]
    assert len([words for words in told if "already met in round 1" in words]) == len(again)
    assert all(words.endswith(f" ({REMATCH[edition]}).") for words in told if "met in" in words)

    do_by_any_office(play, change, confirmed=True)
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    with pytest.raises(ConfirmationNeeded, match="already met in round 1"):
        do_by_any_office(play, actions.PublishRound(SECTION, 2), confirmed=False)
    assert len(play.section.rounds) == 1
    do_by_any_office(play, actions.PublishRound(SECTION, 2), confirmed=True)
    assert len(play.section.rounds) == 2


@pytest.mark.parametrize("edition", SYSTEMS)
def test_a_second_bye_by_hand_is_confirmed_with_its_article(edition: str) -> None:
    play = after_a_round(edition, 5)
    ((again, _),) = play.section.rounds[0].away
    others = [n for n in play.section.competitors if n != again]
    play.do(actions.BeginManual(SECTION, 2))
    tables = (actions.Table(1, others[0], others[1]), actions.Table(2, others[2], others[3]))

    with pytest.raises(ConfirmationNeeded) as asked:
        do_by_any_office(play, actions.ChangeManual(SECTION, 2, tables, again), confirmed=False)

    (told,) = (
        p.what
        for p in asked.value.problems
        if "already had the pairing-allocated bye in round 1" in p.what
    )
    assert f"(#{again})" in told
    assert told.endswith(tuple(f" ({article})." for article in governance_of_system(edition).byes))


@pytest.mark.parametrize("edition", SYSTEMS)
def test_pairing_an_absent_player_by_hand_requires_confirmation(edition: str) -> None:
    play = after_a_round(edition)
    do_by_any_office(play, actions.RequestBye(SECTION, Number(2), 2), confirmed=True)
    do_by_any_office(play, actions.Withdraw(SECTION, Number(3), 2), confirmed=True)
    play.do(actions.BeginManual(SECTION, 2))
    change = actions.ChangeManual(SECTION, 2, (actions.Table(1, Number(2), Number(3)),))

    with pytest.raises(ConfirmationNeeded) as asked:
        do_by_any_office(play, change, confirmed=False)

    told = [problem.what for problem in asked.value.problems]
    left = f" ({governance_of_system(edition).left})" if governance_of_system(edition).left else ""
    names = [play.section.competitors[Number(n)].name for n in (2, 3)]
    assert f"{names[0]} (#2) asked not to be paired in round 2{left}." in told
    assert f"{names[1]} (#3) left before round 2{left}." in told


def test_every_system_names_its_own_article_on_rematches() -> None:
    assert set(REMATCH) == set(SYSTEMS)
    for edition, article in REMATCH.items():
        assert governance_of_system(edition).rematch == article
        assert article in system(edition).articles or edition == "cfc_team_swiss", edition


@pytest.mark.parametrize("edition", SYSTEMS)
def test_colour_limits_refer_to_articles_of_the_text(edition: str) -> None:
    assert {*governance_of_system(edition).colour_limits} <= {*system(edition).articles}


@pytest.mark.parametrize(
    ("edition", "article"),
    [
        ("fide_dutch_2026", "C.04.1 6"),
        ("fide_dutch_2017", "C.04.1 f"),
        ("dubov_1997", "2.3"),
        ("olympiad_2008", "20a"),
        ("olympiad_2009", "22a"),
        ("olympiad_2022", "7.3.1"),
    ],
)
def test_a_forbidden_colour_is_confirmed_with_the_article(edition: str, article: str) -> None:
    """Number 1 has White in rounds 1 and 2, and by hand in round 3."""
    play = olympiad_event(edition) if system(edition).teams else dutch_event(edition)
    for pairs in (((1, 5), (2, 6), (3, 7), (4, 8)), ((1, 6), (2, 5), (3, 8), (4, 7))):
        set_by_hand(play, *pairs, confirmed=True)
        play.results()

    with pytest.raises(ConfirmationNeeded) as asked:
        set_by_hand(play, (1, 7), (8, 2), (5, 3), (6, 4), confirmed=False)

    told = [problem.what for problem in asked.value.problems]
    assert any("(#1) would have a colour difference of +3" in words for words in told)
    assert any(words.endswith(f" ({article}).") for words in told)


@pytest.mark.parametrize(
    ("edition", "article"),
    [
        ("olympiad_2008", "20b"),
        ("olympiad_2008_dresden", "20b"),
        ("olympiad_2009", "22b"),
        ("olympiad_2021_draft", "7.3.2"),
        ("olympiad_2022", "7.3.2"),
    ],
)
def test_a_third_equal_colour_on_board_one_is_confirmed_with_the_article(
    edition: str, article: str
) -> None:
    """Team 1 has Black, White and White, and by hand White again: the difference is but two."""
    play = olympiad_event(edition)
    for pairs in (
        ((5, 1), (6, 2), (3, 7), (4, 8)),
        ((1, 6), (5, 2), (8, 3), (7, 4)),
        ((1, 7), (8, 2), (3, 5), (4, 6)),
    ):
        set_by_hand(play, *pairs, confirmed=True)
        play.results(20)

    with pytest.raises(ConfirmationNeeded) as asked:
        set_by_hand(play, (1, 8), (2, 7), (6, 3), (5, 4), confirmed=False)

    told = [problem.what for problem in asked.value.problems]
    assert f"Team 001 (#1) would have White three times in a row ({article})." in told


def set_by_hand(play: Play, *pairs: tuple[int, int], confirmed: bool) -> None:
    """Pair the next round by hand and publish it."""
    play.draw()
    number = play.section.round_to_pair
    tables = tuple(
        actions.Table(place, Number(white), Number(black))
        for place, (white, black) in enumerate(pairs, start=1)
    )
    play.do(actions.BeginManual(SECTION, number))
    do_by_any_office(play, actions.ChangeManual(SECTION, number, tables), confirmed=confirmed)
    play.do(build_end_manual_pairing_action(play.event, SECTION), confirmed=True)
    do_by_any_office(play, actions.PublishRound(SECTION, number), confirmed=confirmed)


def test_canada_has_no_absolute_colour_limits() -> None:
    """631: a player should not be assigned the same colour three times in a row."""
    assert governance_of_system("cfc_swiss").colour_limits == {}


def test_a_rematch_required_by_the_rules_needs_no_confirmation() -> None:
    """In a double round robin everybody meets everybody twice (651)."""
    play = event_with_section("cfc_round_robin", 6, 1, variations=("double",))
    numbers = tuple(Number(n) for n in range(1, 5))
    play.do(actions.Enter(SECTION, tuple(person(n) for n in numbers)))
    play.do(actions.RecordLot(SECTION, "pairing numbers", numbers))
    play.do(actions.Announce(SECTION))
    play.do(build_close_entries_action(play.event, SECTION), confirmed=True)
    for _ in range(3):
        play.round()
    made = play.pair()
    play.do(actions.BeginManual(SECTION, 4))

    done = play.do(actions.ChangeManual(SECTION, 4, made.tables, made.bye))

    assert done.entry.number == len(play.entries)


def test_a_default_counts_as_a_meeting_in_canada_but_not_for_fide() -> None:
    """C.04.2 3.5 lets them meet; by 618a they were paired."""
    for edition, asks in (("fide_dutch_2026", False), ("cfc_swiss", True)):
        play = dutch_event(edition, 4)
        play.draw()
        made = play.pair()
        do_by_any_office(play, actions.PublishRound(SECTION, 1), confirmed=True)
        first = made.tables[0]
        for table in made.tables:
            play.result(table.table, 10, 0, manner=Manner.DEFAULT, rated=False)
        play.do(actions.BeginManual(SECTION, 2))
        turned = replace(first, white=first.black, black=first.white)
        change = actions.ChangeManual(SECTION, 2, (turned,))
        context = replace(CONTEXT, reason="so it was decided")
        try:
            play.prepare_action(change, context)
            words = ""
        except BadInput as refused:
            words = str(refused)
        assert ("already met in round 1 (618a)" in words) is asks, edition
