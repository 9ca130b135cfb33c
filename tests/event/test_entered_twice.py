"""Names and ids that are in the section already are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.event.sessions import SECTION, event_with_section, team
from topboard.errors import ConfirmationNeeded
from topboard.event import actions
from topboard.event.policy.entries import find_duplicate_names
from topboard.model import Number, Player


def player(number: int, name: str, fide_id: str = "") -> Player:
    return Player(Number(number), name, 2000, fide_id=fide_id)


def test_a_duplicate_name_is_reported() -> None:
    play = event_with_section("fide_dutch_2026")
    assert play.do(actions.Enter(SECTION, (player(1, "Ann"), player(2, "Bob")))).notices == ()
    told = play.do(actions.Enter(SECTION, (player(3, "ann"), player(4, "Cid")))).notices
    assert told == ("ann is entered twice.",)
    told = play.do(actions.ChangeEntry(SECTION, player(4, "Bob"))).notices
    assert told == ("Bob is entered twice.",)
    assert play.do(actions.ChangeEntry(SECTION, player(4, "Bob 2"))).notices == ()
    assert play.do(actions.ChangeEntry(SECTION, player(1, "Ann", "77"))).notices == (
        "Ann is entered twice.",
    )


def test_a_duplicate_id_requires_confirmation() -> None:
    play = event_with_section("fide_dutch_2026")
    play.do(actions.Enter(SECTION, (player(1, "Ann", "77"), player(2, "Bob"), player(3, "Cid"))))
    with pytest.raises(ConfirmationNeeded, match=r"Dan has the same FIDE ID as Ann \(77\)\."):
        play.do(actions.Enter(SECTION, (player(4, "Dan", "77"),)))
    with pytest.raises(ConfirmationNeeded, match=r"Fay has the same FIDE ID as Eve \(88\)\."):
        play.do(actions.Enter(SECTION, (player(4, "Eve", "88"), player(5, "Fay", "88"))))
    assert list(play.section.competitors) == [1, 2, 3]


def test_a_list_entered_again_gets_a_short_message() -> None:
    play = event_with_section("fide_dutch_2026")
    play.do(actions.Enter(SECTION, tuple(player(n, f"P{n}") for n in range(1, 21))))
    again = tuple(player(n + 20, f"P{n}") for n in range(1, 21))
    (told,) = play.do(actions.Enter(SECTION, again)).notices
    assert told.startswith("P1 is entered twice. P2 is entered twice. ")
    assert told.endswith(" There are 15 more duplicates.")


def test_a_member_of_two_teams_is_reported() -> None:
    play = event_with_section("olympiad_2022", boards=4)
    first, second = team(1), team(2)
    play.do(actions.Enter(SECTION, (first,)))
    moved = replace(second.players[0], name=first.players[0].name)
    twice = replace(second, players=(moved, *second.players[1:]))
    (told, *_) = play.do(actions.Enter(SECTION, (twice,))).notices
    assert told == f"{first.players[0].name} is entered twice."


def test_the_a_and_b_teams_of_a_federation_may_share_a_name() -> None:
    first, second = team(1, letter="A"), team(2, letter="B")
    second = replace(second, name=first.name)

    assert list(find_duplicate_names([second], [first])) == []
    again = replace(second, letter="A")
    assert list(find_duplicate_names([again], [first])) == [f"{first.name} is entered twice."]
