"""What the Dubov system of 2026 says about people: ratings that all must have, and numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    SECTION,
    Play,
    dutch_event,
    event_with_section,
    person,
)
from topboard.errors import AuthorityNeeded, BadInput, ConfirmationNeeded, Refused
from topboard.event import actions
from topboard.event.pairing import (
    build_close_entries_action,
    build_pair_round_action,
    build_renumber_action,
)
from topboard.model import Number, Player

EDITION = "fide_dubov_2026"


def change_rating(play: Play, number: int, rating: int | None) -> actions.ChangeEntry:
    one = play.section.competitor(Number(number))
    assert isinstance(one, Player)
    return actions.ChangeEntry(SECTION, replace(one, rating=rating))


def with_one_unrated() -> Play:
    play = event_with_section(EDITION, 7)
    entered = [person(n, None if n == 8 else 2300 - 10 * n) for n in range(1, 9)]
    told = play.do(actions.Enter(SECTION, tuple(entered))).notices
    assert any("Player 008 has no rating" in words for words in told)
    return play


@pytest.mark.article("fide_dubov_2026:1.1.1")
def test_closing_entries_with_an_unrated_player_causes_a_warning() -> None:
    play = with_one_unrated()
    close = build_close_entries_action(play.event, SECTION)

    with pytest.raises(
        ConfirmationNeeded,
        match=r"Player 008 has no rating\. No round can be paired until the Chief",
    ):
        play.do(close)
    play.do(close, confirmed=True)

    play.draw()
    with pytest.raises(BadInput, match=r"player 8: this player has no rating.*1\.1\.2"):
        build_pair_round_action(play.event, SECTION)


@pytest.mark.article("fide_dubov_2026:1.1.2")
def test_a_provisional_rating_must_be_approved_by_the_chief_arbiter() -> None:
    play = with_one_unrated()
    play.do(build_close_entries_action(play.event, SECTION), confirmed=True)

    with pytest.raises(
        AuthorityNeeded,
        match=(
            "The Chief Arbiter must approve the provisional "
            r"rating 2100 for Player 008 \(1\.1\.2\)\."
        ),
    ):
        play.do(change_rating(play, 8, 2100))
    with pytest.raises(Refused):
        play.do(change_rating(play, 8, 2100), DIRECTOR)
    play.do(change_rating(play, 8, 2100), ARBITER)

    assert play.round().tables


@pytest.mark.article("fide_dubov_2026:1.2.2")
def test_players_are_renumbered_if_a_rating_changes_before_round_four() -> None:
    play = dutch_event(EDITION)
    play.round()
    play.round()
    play.do(change_rating(play, 7, 2500))

    act, _ = build_pair_round_action(play.event, SECTION)
    with pytest.raises(
        ConfirmationNeeded, match="Renumber the participants before round 3 is paired"
    ):
        play.do(act)
    play.do(build_renumber_action(play.event, SECTION), ARBITER)
    play.round()
    play.round()
    # Round 4 is paired: a change of ratings moves no number, and asks for none.
    play.do(change_rating(play, 8, 2600))
    with pytest.raises(Refused, match="once round 4 is paired"):
        play.do(build_renumber_action(play.event, SECTION), ARBITER)
    assert play.round().round == 5
