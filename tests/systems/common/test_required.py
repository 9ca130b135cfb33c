"""Pairs that must be made: every system refuses those that it cannot make, in the same words."""

from __future__ import annotations

import pytest

from tests.player_events import player
from topboard._frozen import replace
from topboard.checking import check_all_rounds
from topboard.errors import BadInput
from topboard.model import Colour, Lot, Meeting, Number, Request, Round, Team, Tournament
from topboard.systems.registry import SYSTEMS, system


def event(name: str, *pairs: tuple[int, int], absent: int = 0) -> Tournament:
    """Eight competitors of a system before round 1, with pairs that must be made."""
    used = system(name)
    players = tuple(player(number) for number in range(1, 9))
    people = tuple(Team(p.number, p.name) for p in players) if used.teams else players
    return Tournament(
        people,
        planned_rounds=7,
        boards=4 if used.teams else used.games,
        system=name,
        lot=Colour.WHITE,
        lots=(Lot("pairing numbers", tuple(p.number for p in people)),),
        requests=(Request(Number(absent), 1),) if absent else (),
        required=tuple((Number(a), Number(b)) for a, b in pairs),
    )


@pytest.mark.parametrize("name", SYSTEMS)
def test_a_required_pair_with_an_absent_participant_is_bad_input_naming_them(name: str) -> None:
    for pair in ((6, 2), (2, 6)):
        for paired in (system(name).pair, system(name).pair_without_reasons):
            with pytest.raises(BadInput) as refused:
                paired(event(name, pair, absent=6))
            (problem,) = refused.value.problems
            assert "(#6) is absent from round 1" in problem.what
            assert problem.quoted == f"{pair[0]} - {pair[1]}"
            assert problem.remedy


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_participant_can_be_required_to_meet_two_others_or_itself(name: str) -> None:
    with pytest.raises(BadInput, match="#1 is already required to meet #2"):
        system(name).pair(event(name, (1, 2), (1, 3)))
    with pytest.raises(BadInput, match="#2 cannot meet itself"):
        system(name).pair(event(name, (2, 2)))
    with pytest.raises(BadInput, match="no participant has the number 77"):
        system(name).pair(event(name, (1, 77)))


SWISS = [name for name in SYSTEMS if "round_robin" not in name]


@pytest.mark.parametrize("name", SWISS)
def test_a_pair_that_is_required_twice_is_made_once(name: str) -> None:
    made = system(name).pair(event(name, (1, 2), (2, 1)))
    seated = [n for p in made.pairs for n in (p.white, p.black)]
    assert sorted(seated) == [*range(1, 9)]
    assert {1, 2} in [{p.white, p.black} for p in made.pairs]


@pytest.mark.parametrize("name", SWISS)
def test_a_pair_required_next_round_is_not_required_in_earlier_rounds(name: str) -> None:
    """``check`` replays round 1 of an event whose round 2 must have a pair of it again."""
    made = system(name).pair(event(name))
    first = made.pairs[0]
    boards = 4 if system(name).teams else system(name).games
    played = Round(1, tuple(Meeting(p.white, p.black, 5 * boards, 5 * boards) for p in made.pairs))
    others = (made.pairs[1].white, made.pairs[2].white)
    asked = replace(event(name), rounds=(played,), required=(others,))

    assert first in system(name).pair(asked.before(1)).pairs
    (found,) = check_all_rounds(asked, system(name))
    assert found.differences == ()
