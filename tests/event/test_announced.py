"""The tie-breaks of a section: the edition's own, or those that were announced, in their order."""

from __future__ import annotations

from dataclasses import replace

import pytest

import topboard
from tests.event.sessions import ARBITER, SECTION, Play, event_with_section, person, team
from topboard import formats
from topboard.errors import AuthorityNeeded, BadInput, Refused
from topboard.event import actions
from topboard.event.pairing import build_close_entries_action
from topboard.event.tournament import build_tournament
from topboard.model import (
    Lot,
    Meeting,
    Number as N,
    Player,
    Round,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)
from topboard.systems.registry import list_tie_break_codes_of_system, system

EDITION = "olympiad_2022"


def section_with_tie_breaks(*keys: str) -> Play:
    """A section of six teams with these tie-breaks, two rounds played."""
    play = event_with_section(EDITION, boards=4)
    settings = play.section.settings
    play.do(actions.ChangeSection(SECTION, settings.rounds, settings.boards, tie_breaks=keys))
    play.do(actions.Announce(SECTION))
    play.do(actions.Enter(SECTION, tuple(team(n) for n in range(1, 7))))
    play.do(build_close_entries_action(play.event, SECTION))
    return play


def test_an_edition_lists_its_tie_breaks() -> None:
    assert list_tie_break_codes_of_system(EDITION) == ("SB", "GP", "MPO")
    assert list_tie_break_codes_of_system("dubov_1997") == ()


def test_without_a_choice_the_edition_determines_the_tie_breaks() -> None:
    play = section_with_tie_breaks()

    table = system(EDITION).standings(build_tournament(play.event, play.section))
    assert [column.code for column in table.columns] == ["SB", "GP", "MPO"]


def test_the_announced_tie_breaks_decide_the_standings_in_their_order() -> None:
    play = section_with_tie_breaks("MPO", "GP")
    facts = build_tournament(play.event, play.section)

    table = system(EDITION).standings(facts)
    usual = system(EDITION).standings(replace(facts, tie_breaks=()))

    assert [column.code for column in table.columns] == ["MPO", "GP"]
    for line in table.lines:
        own = next(other for other in usual.lines if other.number == line.number)
        assert line.values == (own.values[2], own.values[1])


def test_the_choice_of_tie_breaks_changes_places_but_not_pairings() -> None:
    by_opponents, by_rule = section_with_tie_breaks("MPO"), section_with_tie_breaks()
    for play in (by_opponents, by_rule):
        for number in (1, 2, 3, 4, 5, 6):
            play.do(actions.RecordPresence(SECTION, number, 4))  # type: ignore[arg-type]
        play.publish()
        first = play.section.rounds[0]
        points = ((40, 0), (25, 15), (25, 15))
        results = tuple(
            actions.TableResult(table, *score)
            for table, score in zip(first.meetings, points, strict=True)
        )
        play.do(actions.EnterResults(SECTION, 1, results), confirmed=True)

    places = [
        {
            line.number: line.place
            for line in system(EDITION).standings(build_tournament(play.event, play.section)).lines
        }
        for play in (by_opponents, by_rule)
    ]

    assert places[0] != places[1]
    assert by_opponents.pair() == by_rule.pair()
    for play in (by_opponents, by_rule):
        facts = build_tournament(play.event, play.section)
        exported = formats.read_text(formats.dumps(facts, "event-json"))
        assert topboard.standings(exported) == system(EDITION).standings(facts)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (
            ("XX",),
            r"Choose one of: DE, WIN, .*\. These rules also have tie-breaks of their own: "
            r"SB, GP, MPO\.",
        ),
        (("ARO",), "this tie-break is only for individual events"),
        (("GP", "GP"), "twice"),
    ],
)
def test_tie_breaks_unknown_to_the_edition_are_refused(keys: tuple[str, ...], words: str) -> None:
    play = event_with_section(EDITION, boards=4)

    with pytest.raises(Refused, match=words):
        play.do(actions.ChangeSection(SECTION, 9, 4, tie_breaks=keys))


# --- in the library, where nobody refused them before ---------------------------------------

ROUND_ROBIN = "cfc_round_robin"


def round_robin(**facts: object) -> Tournament:
    """Four players, two rounds: all games drawn but the last, and number 4 has left."""
    rounds = (
        Round(1, (Meeting(N(1), N(4), 0, 10), Meeting(N(2), N(3), 5, 5))),
        Round(2, (Meeting(N(3), N(1), 10, 0),), ((N(4), Withdrawn()), (N(2), ZeroPointBye()))),
    )
    players = tuple(Player(N(n), f"P{n}") for n in (1, 2, 3, 4))
    lots = (Lot("pairing numbers", (N(1), N(2), N(3), N(4))),)
    facts = {"lots": lots, **facts}
    return Tournament(players, rounds, 3, system=ROUND_ROBIN, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize("keys", [("BH",), ("DE", "DE"), ("TD",)])
def test_unknown_tie_breaks_in_a_tournament_file_are_refused(keys: tuple[str, ...]) -> None:
    with pytest.raises(BadInput, match="tie-break"):
        topboard.standings(round_robin(tie_breaks=keys))


def test_direct_encounter_compares_those_still_tied_on_earlier_tie_breaks() -> None:
    """1 and 2 are equal in points; Sonneborn-Berger would part them."""
    meetings = (
        (Meeting(N(1), N(4), 0, 10), Meeting(N(2), N(3), 0, 10)),
        (Meeting(N(4), N(3), 10, 0), Meeting(N(1), N(2), 10, 0)),
        (Meeting(N(2), N(4), 10, 0), Meeting(N(3), N(1), 10, 0)),
    )
    rounds = tuple(Round(n, games) for n, games in enumerate(meetings, start=1))
    facts = replace(round_robin(), rounds=rounds)

    usual = {line.number: line for line in topboard.standings(facts).lines}
    between = topboard.standings(replace(facts, tie_breaks=("DE",))).lines

    # By points 3 and 4 have two, 1 and 2 one; each time one of the two has won their game.
    assert [(line.place, line.number) for line in between] == [(1, 4), (2, 3), (3, 1), (4, 2)]
    assert [line.values[0].value for line in between] == [10, 0, 10, 0]
    assert usual[N(1)].values[0] != usual[N(2)].values[0]
    assert usual[N(1)].values[1].items == ()


def test_a_withdrawn_player_stays_last_whatever_was_announced() -> None:
    lines = topboard.standings(round_robin(tie_breaks=("DE",))).lines

    assert [(line.place, line.number) for line in lines] == [(1, 3), (2, 2), (3, 1), (4, 4)]


def test_the_directors_decision_comes_after_the_announced_tie_breaks() -> None:
    word = Lot("director's order of the tied", (N(4), N(3), N(1), N(2)))
    drawn = Lot("pairing numbers", (N(1), N(2), N(3), N(4)))
    tied = replace(
        round_robin(lots=(drawn, word), tie_breaks=("DE",)),
        rounds=(Round(1, (Meeting(N(1), N(4), 5, 5), Meeting(N(2), N(3), 5, 5))),),
    )

    table = topboard.standings(tied)

    assert [column.code for column in table.columns] == ["DE", "TD"]
    assert [line.number for line in table.lines] == [4, 3, 1, 2]


@pytest.mark.article("fide_tie_breaks_2026:4.1.1")
@pytest.mark.parametrize("edition", ["fide_dutch_2026", "dubov_1997"])
def test_tie_breaks_are_announced_before_round_one_and_then_fixed(edition: str) -> None:
    play = event_with_section(edition, 5, tie_breaks=("BH", "SB"))
    play.do(actions.Enter(SECTION, tuple(person(n, 2000 - n) for n in range(1, 7))))
    play.do(build_close_entries_action(play.event, SECTION))
    settings = play.section.settings
    other = actions.ChangeSection(
        SECTION, settings.rounds, settings.boards, settings.variations, ("SB", "BH")
    )

    with pytest.raises(
        Refused, match="Announce these options and tie-breaks before you pair round 1: BH, SB"
    ):
        play.pair()
    play.do(actions.Announce(SECTION))
    with pytest.raises(
        AuthorityNeeded, match=r"This changes a setting that has already been announced\."
    ):
        play.do(other)
    play.publish(ARBITER)
    with pytest.raises(Refused, match="cannot be changed once round 1 is published: tie-breaks"):
        play.do(other, ARBITER)
    assert play.section.settings.tie_breaks == ("BH", "SB")
