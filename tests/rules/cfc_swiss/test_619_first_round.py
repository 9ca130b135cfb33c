"""The first round, and wishes to be kept apart in the first two."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.building import couples, opponents, passed_over, reason
from tests.players import event, player
from tests.rules.cfc_swiss.events import pair
from topboard.model import ForbiddenPair, Tournament
from topboard.reasons.weighing import Criterion, Measured, PairedInGroup, Placing, WorseBy

WISHES = ("619.1",)


def wished(text: str, *played: str, players: int = 8) -> Tournament:
    """An event with the variation in force and these wishes."""
    wishes = tuple(ForbiddenPair(a, b, wish=True) for a, b in couples(text))
    return event(players, *played, forbidden=wishes, variations=WISHES)


def refused(tournament: Tournament) -> int:
    """How many wishes could not be granted."""
    measured = [r for r in pair(tournament).reasons if isinstance(r, Measured)]
    return sum(m.value for r in measured for m in r.measures if m.criterion is Criterion.WISH)


@pytest.mark.article("cfc_swiss:619")
def test_of_forty_1_meets_21_and_2_meets_22() -> None:
    paired = pair(event(40))

    assert opponents(paired) == " ".join(f"{n}-{n + 20}" for n in range(1, 21))
    assert {r.placing for r in paired.reasons if isinstance(r, PairedInGroup)} == {
        Placing.CONSECUTIVE
    }


@pytest.mark.article("cfc_swiss:619")
def test_the_halves_are_made_after_the_bye() -> None:
    assert opponents(pair(event(9))) == "1-5 2-6 3-7 4-8"


@pytest.mark.article("cfc_swiss:619")
def test_the_order_is_that_of_the_cards_whatever_the_input() -> None:
    tournament = event(8)

    turned = replace(tournament, competitors=tournament.competitors[::-1])
    assert pair(turned).pairs == pair(tournament).pairs


def test_no_players_and_one_player_are_a_round_without_pairs() -> None:
    assert pair(event(0)).pairs == ()
    assert (pair(event(1)).pairs, pair(event(1)).bye) == ((), 1)


@pytest.mark.article("cfc_swiss:619.1")
def test_who_asks_for_it_is_kept_apart_by_a_transposition() -> None:
    paired = pair(wished("1-5"))

    assert opponents(paired) == "1-6 2-5 3-7 4-8"
    first = reason(paired, PairedInGroup, chooser=1)
    assert passed_over(first) == {5: WorseBy("619.1", Criterion.WISH)}


@pytest.mark.article("cfc_swiss:619.1")
def test_players_of_one_region_city_team_or_family_are_kept_apart() -> None:
    families = {1: ("Smith",), 5: ("Smith", "Toronto"), 6: ("Toronto",), 2: ("Toronto",)}
    entered = [player(n, affiliations=families.get(n, ())) for n in range(1, 9)]

    assert opponents(pair(event(entered, variations=WISHES))) == "1-6 2-7 3-5 4-8"
    assert opponents(pair(event(entered))) == "1-5 2-6 3-7 4-8"


@pytest.mark.article("cfc_swiss:619.1")
def test_players_of_one_club_are_kept_apart() -> None:
    entered = [player(n, club="Annex" if n in (1, 5) else "") for n in range(1, 9)]

    assert opponents(pair(event(entered, variations=WISHES))) == "1-6 2-5 3-7 4-8"


@pytest.mark.article("cfc_swiss:619.1")
def test_a_wish_never_takes_anybody_out_of_his_half() -> None:
    # 1 asks not to meet anybody of the bottom half: that would need an interchange.
    tournament = wished("1-5..8")

    assert opponents(pair(tournament)) == "1-5 2-6 3-7 4-8"
    assert refused(tournament) == 1


@pytest.mark.article("cfc_swiss:619.1")
def test_where_not_all_wishes_can_be_granted_the_higher_ranked_come_first() -> None:
    # 1, 2 and 3 all want 8 alone; only one of them can have him.
    tournament = wished("1-5..7 2-5..7 3-5..7")

    assert opponents(pair(tournament)) == "1-8 2-5 3-6 4-7"
    assert refused(tournament) == 2


@pytest.mark.article("cfc_swiss:619.1")
def test_wishes_hold_in_round_2_and_not_in_round_3() -> None:
    drawn = "1-5 =, 2-6 =, 3-7 =, 4-8 ="
    second = wished("1-6", drawn)
    third = wished("1-8", drawn, "1-6 =, 5-2 =, 3-8 =, 7-4 =")

    assert opponents(pair(replace(second, variations=()))).startswith("1-6")
    assert opponents(pair(second)).startswith("1-7")
    assert opponents(pair(third)).startswith("1-8")


def test_a_wish_counts_for_nothing_unless_the_variation_is_in_force() -> None:
    assert opponents(pair(replace(wished("1-5"), variations=()))) == "1-5 2-6 3-7 4-8"
