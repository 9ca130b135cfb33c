"""Variations: chosen by name, checked one by one and against each other, announced."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from tests.player_events import event
from tests.systems.cfc.cfc_swiss.events import pair
from tests.team_events import reasons
from topboard.errors import BadInput, NoLegalPairing
from topboard.reasons.decisions import PairingWarning
from topboard.systems.cfc import cfc_swiss
from topboard.systems.cfc.variations import ALL
from topboard.systems.common.meeting import find_first_round_risking_rematch

OF_PLAYERS = [v.name for v in ALL if not v.teams_only and not v.takes_text]
EXCLUDING = {frozenset({"613.1a", "613.1b"}), frozenset({"633.1", "633.2"})}


def refusal(*variations: str) -> str:
    with pytest.raises(BadInput) as refused:
        pair(replace(event(4), variations=variations))
    return str(refused.value)


@pytest.mark.article("cfc_swiss:601")
def test_an_unknown_variation_is_refused_with_a_list_of_existing_ones() -> None:
    message = refusal("999.9")

    assert "unknown variation of the pairing system" in message
    assert "'999.9'" in message
    assert all(article in message for article in OF_PLAYERS)


@pytest.mark.article("cfc_swiss:601")
@pytest.mark.parametrize("two", list(combinations(OF_PLAYERS, 2)), ids="+".join)
def test_any_two_variations_combine_or_are_refused_with_the_reason(two: tuple[str, str]) -> None:
    if frozenset(two) in EXCLUDING:
        assert "cannot be combined" in refusal(*two)
        assert f"{two[0]} and {two[1]}" in refusal(*two)
    else:
        assert len(pair(replace(event(4), variations=two)).pairs) == 2


def test_every_problem_in_the_choice_of_variations_is_listed_at_once() -> None:
    message = refusal("616.1=3", "643=50", "nothing", "624.1", "624.1")

    assert "takes no value: '616.1=3'" in message
    assert "is only for teams: '643=50'" in message
    assert "unknown variation of the pairing system: 'nothing'" in message
    assert "listed twice: '624.1'" in message


@pytest.mark.article("cfc_swiss:602")
def test_the_announcement_lists_what_is_in_force_in_the_order_of_the_text() -> None:
    announced = cfc_swiss.SYSTEM.announce_variations(event(4, variations=("631.1", "616.1")))

    assert [article for article, _ in announced] == ["616.1", "631.1"]
    assert "half a point" in announced[0][1]


@pytest.mark.article("cfc_swiss:602")
def test_the_basic_system_has_nothing_to_announce() -> None:
    assert cfc_swiss.SYSTEM.announce_variations(event(4)) == ()


# --- a director's own -----------------------------------------------------------------------


@pytest.mark.article("cfc_swiss:602")
def test_a_variation_of_the_director_is_announced_in_the_directors_words() -> None:
    chosen = ("602=No draws before move 30.", "616.1", "602=Byes in round 5 = none.")
    announced = cfc_swiss.SYSTEM.announce_variations(event(4, variations=chosen))

    assert [article for article, _ in announced] == ["616.1", "602", "602"]
    assert announced[1:] == (
        ("602", "No draws before move 30."),
        ("602", "Byes in round 5 = none."),
    )


def test_a_variation_of_the_director_does_not_change_the_pairing() -> None:
    own = event(5, variations=("602=No draws before move 30.",))

    assert pair(own) == pair(event(5))


@pytest.mark.parametrize(
    ("own", "complaint"),
    [
        (("602",), "own variation has no text: '602'"),
        (("602= ",), "own variation has no text: '602'"),
        (("602=one\ntwo",), "own variation is too long or contains unprintable characters"),
        (("602=" + "x" * 501,), "Write a single line of at most 500 characters."),
        (("602=twice", "602=twice"), "listed twice: 'twice'"),
    ],
)
def test_a_text_that_cannot_be_announced_is_refused(own: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal(*own)


def test_an_unknown_variation_is_refused_with_advice_on_announcing_a_new_one() -> None:
    assert "602=TEXT" in refusal("no draws")


# --- rounds planned -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "doubtful"), [(4, 4), (6, 4), (8, 6), (10, 6), (11, 8), (12, 8), (16, 10)]
)
def test_the_director_is_warned_before_round_1_of_rounds_without_a_pairing(
    players: int, doubtful: int
) -> None:
    def notes(rounds: int) -> list[str]:
        paired = pair(event(players, planned_rounds=rounds))
        return [note.what for note in reasons(paired, PairingWarning, article="618a")]

    assert notes(doubtful - 1) == []
    (note,) = notes(doubtful)
    told = f"so a pairing without rematches may be impossible from round {doubtful} on"
    assert told in note


def test_the_first_round_without_a_pairing_leaves_two_odd_cliques() -> None:
    # 1 to 5 have met everybody of 6 to 12; among themselves nobody has met.
    met = " ".join(f"{n}-6..12" for n in range(1, 6))
    left_over = " ".join(f"{6 + i}-{6 + (i + 1) % 7}" for i in range(7))

    with pytest.raises(NoLegalPairing):
        pair(event(12, forbid=f"{met} {left_over}"))
    assert find_first_round_risking_rematch(12) == 12 - 4
