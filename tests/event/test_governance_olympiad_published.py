"""What the Olympiad editions say about a published pairing: who changes it, and on what grounds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.citing import each_edition
from tests.event.sessions import (
    ARBITER,
    PRESIDENT,
    SECTION,
    Play,
    event_with_three_whites,
    olympiad_event,
)
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.model import (
    Manner,
    Number,
)

LIMIT, REMATCH, OTHER = (
    actions.ChangeGround.COLOUR_LIMIT,
    actions.ChangeGround.REMATCH,
    actions.ChangeGround.OTHER,
)


def swap_blacks(
    play: Play, ground: actions.ChangeGround, *, told: bool = True
) -> actions.ChangePublished:
    """The last round with the Blacks of its first two tables exchanged."""
    played = play.section.rounds[-1]
    tables = [actions.Table(t, m.white, m.black) for t, m in played.meetings.items()]  # type: ignore[arg-type]
    one, two, *rest = tables
    new = (replace(one, black=two.black), replace(two, black=one.black), *rest)
    informed = tuple(sorted((one.white, one.black, two.white, two.black))) if told else ()
    bye = next((n for n, away in played.away if type(away).__name__ == "PairingBye"), None)
    return actions.ChangePublished(SECTION, played.number, new, bye, ground, informed)


def with_rematch(edition: str) -> Play:
    """Round 2 is, by hand, round 1 with the colours reversed."""
    play = olympiad_event(edition)
    made = play.round()
    play.pair()
    turned = tuple(actions.Table(t.table, t.black, t.white) for t in made.tables)
    play.by_hand(turned, made.bye, confirmed=True)
    return play


ON_GROUNDS = each_edition(
    olympiad_2008="59", olympiad_2008_dresden="59", olympiad_2021_draft="11.3", olympiad_2022="11.3"
)


@ON_GROUNDS
def test_a_published_pairing_can_be_changed_for_a_broken_colour_limit(edition: str) -> None:
    play = event_with_three_whites(edition)

    with pytest.raises(AuthorityNeeded, match="Chief Arbiter"):
        play.do(swap_blacks(play, LIMIT))
    # The exchange makes a rematch, which is confirmed.
    play.do(swap_blacks(play, LIMIT), ARBITER, confirmed=True)

    assert play.section.rounds[-1].revision == 1


@ON_GROUNDS
def test_without_a_breach_a_published_pairing_stays(edition: str) -> None:
    play = olympiad_event(edition)
    play.publish()

    for ground in (LIMIT, REMATCH, OTHER):
        with pytest.raises(Refused, match=r"published (pairing|round)|had met"):
            play.do(swap_blacks(play, ground), ARBITER)
    assert play.section.rounds[-1].revision == 0


@ON_GROUNDS
def test_the_captains_concerned_are_informed_of_a_change(edition: str) -> None:
    play = event_with_three_whites(edition)

    with pytest.raises(Refused, match="captain of Team") as refused:
        play.do(swap_blacks(play, LIMIT, told=False), ARBITER)

    assert len(refused.value.problems) == 4


@each_edition(olympiad_2021_draft="11.3", olympiad_2022="11.3")
def test_since_2022_a_published_pairing_can_be_changed_for_a_rematch(edition: str) -> None:
    play = with_rematch(edition)

    play.do(swap_blacks(play, REMATCH), ARBITER)

    assert play.section.rounds[-1].revision == 1


@each_edition(olympiad_2008="59", olympiad_2008_dresden="59")
def test_a_rematch_is_not_a_ground_for_change_in_2008(edition: str) -> None:
    play = with_rematch(edition)

    with pytest.raises(Refused, match="colour limit"):
        play.do(swap_blacks(play, REMATCH), ARBITER)


@each_edition(olympiad_2008=("59", "60"), olympiad_2008_dresden=("59", "60"))
def test_the_president_may_have_a_pairing_changed_in_2008(edition: str) -> None:
    play = olympiad_event(edition)
    play.publish()

    play.do(swap_blacks(play, OTHER), PRESIDENT)

    assert play.section.rounds[-1].revision == 1


@each_edition(olympiad_2008="59", olympiad_2008_dresden="59")
@pytest.mark.parametrize("ground", [OTHER, LIMIT])
def test_captains_are_also_informed_of_a_change_by_the_president(
    edition: str, ground: actions.ChangeGround
) -> None:
    play = olympiad_event(edition)
    play.publish()

    with pytest.raises(Refused, match="captain of Team 001") as raised:
        play.do(swap_blacks(play, ground, told=False), PRESIDENT)
    assert len(raised.value.problems) == 4


@each_edition(olympiad_2021_draft="11.3", olympiad_2022="11.3")
def test_since_2022_not_even_the_president_can_change_a_pairing(edition: str) -> None:
    play = olympiad_event(edition)
    play.publish()

    with pytest.raises(Refused, match=r"11\.3"):
        play.do(swap_blacks(play, OTHER), PRESIDENT)


@pytest.mark.article("olympiad_2009:46", "olympiad_2009:48")
def test_in_2009_the_president_must_confirm_every_change() -> None:
    play = event_with_three_whites("olympiad_2009")

    with pytest.raises(AuthorityNeeded, match="48"):
        play.do(swap_blacks(play, LIMIT), ARBITER)
    with pytest.raises(Refused, match="captain"):
        play.do(swap_blacks(play, LIMIT, told=False), PRESIDENT)
    # The exchange makes a rematch, which is confirmed.
    play.do(swap_blacks(play, LIMIT), PRESIDENT, confirmed=True)

    assert play.section.rounds[-1].revision == 1


@pytest.mark.article("olympiad_2009:46", "olympiad_2009:48")
def test_in_2009_a_different_ground_causes_a_warning_and_a_false_one_is_refused() -> None:
    play = with_rematch("olympiad_2009")

    with pytest.raises(ConfirmationNeeded, match="46"):
        play.do(swap_blacks(play, REMATCH), PRESIDENT)
    with pytest.raises(Refused, match="The published round does not break a colour limit"):
        play.do(swap_blacks(play, LIMIT), PRESIDENT, confirmed=True)
    play.do(swap_blacks(play, REMATCH), PRESIDENT, confirmed=True)


@pytest.mark.article("olympiad_2022:11.3")
def test_a_colour_limit_that_the_rules_waived_is_not_breached() -> None:
    play = olympiad_event("olympiad_2022", 4)
    # Teams 1 and 2 have White twice, 3 and 4 Black twice; only 1-2 and 3-4 are left.
    for pairs in (((1, 3), (2, 4)), ((1, 4), (2, 3))):
        tables = tuple(
            actions.Table(place, Number(white), Number(black))
            for place, (white, black) in enumerate(pairs, start=1)
        )
        play.by_hand(tables)
        play.results(white=20)
    third = play.publish()
    assert {frozenset((t.white, t.black)) for t in third.tables} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }

    with pytest.raises(Refused, match="The published round does not break a colour limit"):
        play.do(swap_blacks(play, LIMIT), ARBITER)


def test_a_change_after_results_shows_what_it_removes() -> None:
    play = olympiad_event("olympiad_2008")
    made = play.publish()
    play.result(1, 40, 0)
    play.result(2, 40, 0, manner=Manner.DEFAULT, present=(4, 0))
    first, second, *rest = made.tables
    turned = (actions.Table(1, first.black, first.white), second, *rest)
    told = (first.white, first.black)
    change = actions.ChangePublished(SECTION, 1, turned, None, OTHER, told)

    with pytest.raises(ConfirmationNeeded) as asked:
        play.do(change, PRESIDENT)
    assert [str(p).partition(" Confirm")[0] for p in asked.value.problems] == [
        "This removes the result of match 1.",
        "This removes the recorded number of players present in match 2.",
    ]
    play.do(change, PRESIDENT, confirmed=True)
    assert play.section.rounds[0].meetings[1].manner is Manner.PENDING


@each_edition(olympiad_2008="61", olympiad_2008_dresden="61")
def test_a_protest_is_recorded_and_changes_nothing(edition: str) -> None:
    play = olympiad_event(edition)
    play.publish()
    before = play.section
    protest = actions.Protest(SECTION, 1, "Captain of 3", "we met them in 1972")

    with pytest.raises(ConfirmationNeeded, match="Protests against pairings are not allowed"):
        play.do(protest)
    play.do(protest, confirmed=True)

    assert play.section == before
    assert play.entries[-1].act == protest
