"""The tie-breaks of a section: the edition's own, or those that were announced, in their order."""

from __future__ import annotations

import pytest

from tests.event.playing import SECTION, Play, begun, team
from topboard.errors import Refused
from topboard.event import acts
from topboard.event.announced import announced_system, tie_break_keys
from topboard.event.pairing import close_entries
from topboard.event.tournament import tournament
from topboard.rules.systems import system

EDITION = "olympiad_2022"


def chosen(*keys: str) -> Play:
    """A section of six teams with these tie-breaks, two rounds played."""
    play = begun(EDITION, boards=4)
    settings = play.section.settings
    play.do(acts.ChangeSection(SECTION, settings.rounds, settings.boards, tie_breaks=keys))
    play.do(acts.Announce(SECTION))
    play.do(acts.Enter(SECTION, tuple(team(n) for n in range(1, 7))))
    play.do(close_entries(play.event, SECTION))
    return play


def test_an_edition_tells_its_tie_breaks() -> None:
    assert tie_break_keys(EDITION) == ("SB", "GP", "MPO")
    assert tie_break_keys("dubov_1997") == ()


def test_without_a_choice_the_edition_decides() -> None:
    play = chosen()

    assert announced_system(play.section) == system(EDITION)


def test_the_announced_tie_breaks_make_the_standings_in_their_order() -> None:
    play = chosen("MPO", "GP")
    facts = tournament(play.event, play.section)

    table = announced_system(play.section).standings(facts)
    usual = system(EDITION).standings(facts)

    assert [column.key for column in table.columns] == ["MPO", "GP"]
    for line in table.lines:
        own = next(other for other in usual.lines if other.number == line.number)
        assert line.values == (own.values[2], own.values[1])


def test_the_choice_changes_places_and_no_pairing() -> None:
    by_opponents, by_rule = chosen("MPO"), chosen()
    for play in (by_opponents, by_rule):
        for number in (1, 2, 3, 4, 5, 6):
            play.do(acts.RecordPresence(SECTION, number, 4))  # type: ignore[arg-type]
        play.publish()
        first = play.section.rounds[0]
        points = ((40, 0), (25, 15), (25, 15))
        results = tuple(
            acts.TableResult(table, *score)
            for table, score in zip(first.meetings, points, strict=True)
        )
        play.do(acts.EnterResults(SECTION, 1, results), confirmed=True)

    places = [
        {
            line.number: line.place
            for line in announced_system(play.section)
            .standings(tournament(play.event, play.section))
            .lines
        }
        for play in (by_opponents, by_rule)
    ]

    assert places[0] != places[1]
    assert by_opponents.pair() == by_rule.pair()


@pytest.mark.parametrize(
    ("keys", "words"), [(("BH",), "has the tie-breaks SB, GP, MPO"), (("GP", "GP"), "twice")]
)
def test_tie_breaks_that_the_edition_does_not_know_are_refused(
    keys: tuple[str, ...], words: str
) -> None:
    play = begun(EDITION, boards=4)

    with pytest.raises(Refused, match=words):
        play.do(acts.ChangeSection(SECTION, 9, 4, tie_breaks=keys))
