"""The first round, and wishes to be kept apart in the first two."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.player_events import event, player
from tests.systems.cfc.cfc_swiss.events import pair
from tests.team_events import opponents, parse_pairs, passed_over, reason
from topboard import read
from topboard.model import ForbiddenPair, Number, Tournament
from topboard.proof.prove import prove
from topboard.proof.verify import verify
from topboard.reasons.decisions import OpponentChoice, PairingWarning
from topboard.reasons.family_decisions import PairingQuality, RequestsNotToMeet
from topboard.reasons.grounds import Criterion, PairMethod, Placing
from topboard.reasons.obstacles import CriterionWorse

WISHES = ("619.1",)
CASES = Path(__file__).parents[3] / "fixtures" / "cfc"


def event_with_wishes(text: str, *played: str, players: int = 8) -> Tournament:
    """An event with the variation in force and these wishes."""
    wishes = tuple(ForbiddenPair(a, b, wish=True) for a, b in parse_pairs(text))
    return event(players, *played, forbidden=wishes, variations=WISHES)


def count_refused_wishes(tournament: Tournament) -> int:
    """How many wishes could not be granted."""
    measured = [r for r in pair(tournament).reasons if isinstance(r, PairingQuality)]
    return sum(m.value for r in measured for m in r.measures if m.criterion is Criterion.WISH)


@pytest.mark.article("cfc_swiss:619")
def test_with_forty_players_1_meets_21_and_2_meets_22() -> None:
    paired = pair(event(40))

    assert opponents(paired) == " ".join(f"{n}-{n + 20}" for n in range(1, 21))
    assert {r.placing for r in paired.reasons if isinstance(r, OpponentChoice)} == {
        Placing.CONSECUTIVE
    }


@pytest.mark.article("cfc_swiss:619")
def test_the_halves_are_formed_after_the_bye() -> None:
    assert opponents(pair(event(9))) == "1-5 2-6 3-7 4-8"


@pytest.mark.article("cfc_swiss:619")
def test_the_order_is_that_of_the_cards_whatever_the_input() -> None:
    tournament = event(8)

    turned = replace(tournament, competitors=tournament.competitors[::-1])
    assert pair(turned).pairs == pair(tournament).pairs


def test_fewer_than_two_players_give_a_round_without_pairs() -> None:
    assert pair(event(0)).pairs == ()
    assert (pair(event(1)).pairs, pair(event(1)).bye) == ((), 1)


@pytest.mark.article("cfc_swiss:619.1")
def test_a_requested_separation_is_made_by_a_transposition() -> None:
    paired = pair(event_with_wishes("1-5"))

    assert opponents(paired) == "1-6 2-5 3-7 4-8"
    first = reason(paired, OpponentChoice, method=PairMethod.HALVES, chooser=1)
    assert passed_over(first) == {5: CriterionWorse("619.1", None, Criterion.WISH)}


@pytest.mark.article("cfc_swiss:619.1")
def test_a_shared_club_or_region_is_not_a_request() -> None:
    families = {1: ("Smith",), 5: ("Smith", "Toronto"), 6: ("Toronto",), 2: ("Toronto",)}
    entered = [
        player(n, affiliations=families.get(n, ()), club="Annex" if n in (1, 5) else "")
        for n in range(1, 9)
    ]
    asked = (ForbiddenPair(Number(3), Number(7), wish=True),)
    paired = pair(event(entered, forbidden=asked, variations=WISHES))

    assert opponents(paired) == "1-5 2-6 3-8 4-7"
    assert reason(paired, RequestsNotToMeet).granted == ((3, 7),)


@pytest.mark.article("cfc_swiss:619.1")
def test_several_players_who_ask_together_are_all_kept_apart() -> None:
    # 1, 2, 5 and 6 ask not to meet each other: 1 and 2 meet the first who did not ask.
    assert opponents(pair(event_with_wishes("1-2 1-5 1-6 2-5 2-6 5-6"))) == "1-7 2-8 3-5 4-6"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("619.1-club-is-no-request", [(1, 3), (4, 2)]),
        ("619.1-region-is-no-request", [(1, 3), (4, 2)]),
        ("619.1-asked-by-name", [(1, 4), (3, 2)]),
        ("619.1-wish-without-variation", [(1, 3), (4, 2)]),
    ],
)
def test_only_a_request_that_names_its_players_counts(
    name: str, expected: list[tuple[int, int]]
) -> None:
    tournament = read(str(CASES / f"{name}.json"))
    paired = pair(tournament)

    assert [(p.white, p.black) for p in paired.pairs] == expected
    assert verify(prove(tournament, paired)).refused is None


def test_a_first_round_with_club_requests_is_proved() -> None:
    tournament = read(str(CASES / "619.1-clubs-24-players-not-proved.json"))

    assert verify(prove(tournament, pair(tournament))).refused is None


@pytest.mark.article("cfc_swiss:619.1")
def test_a_request_never_takes_a_player_out_of_their_half() -> None:
    # 1 asks not to meet anybody of the bottom half: that would need an interchange.
    tournament = event_with_wishes("1-5..8")

    assert opponents(pair(tournament)) == "1-5 2-6 3-7 4-8"
    assert count_refused_wishes(tournament) == 1


@pytest.mark.article("cfc_swiss:619.1")
def test_if_not_all_requests_can_be_granted_the_higher_ranked_come_first() -> None:
    # 1, 2 and 3 all want 8 alone; only one of them can have him.
    tournament = event_with_wishes("1-5..7 2-5..7 3-5..7")

    assert opponents(pair(tournament)) == "1-8 2-5 3-6 4-7"
    assert count_refused_wishes(tournament) == 2


@pytest.mark.article("cfc_swiss:619.1")
def test_requests_count_in_round_2_and_not_in_round_3() -> None:
    drawn = "1-5 =, 2-6 =, 3-7 =, 4-8 ="
    second = event_with_wishes("1-6", drawn)
    third = event_with_wishes("1-8", drawn, "1-6 =, 5-2 =, 3-8 =, 7-4 =")

    assert opponents(pair(replace(second, variations=()))).startswith("1-6")
    assert opponents(pair(second)).startswith("1-7")
    assert opponents(pair(third)).startswith("1-8")


def notes_on_requests(tournament: Tournament) -> list[str]:
    """The notes about requests that do not count."""
    return [
        r.what
        for r in pair(tournament).reasons
        if isinstance(r, PairingWarning) and r.article == "619.1"
    ]


@pytest.mark.article("cfc_swiss:619.1")
def test_a_request_without_the_announced_variation_is_ignored_with_a_note() -> None:
    drawn = "1-5 =, 2-6 =, 3-7 =, 4-8 ="
    first = replace(event_with_wishes("1-5 1-6 2-5"), variations=())
    third = replace(event_with_wishes("1-8", drawn, "1-6 =, 5-2 =, 3-8 =, 7-4 ="), variations=())

    assert opponents(pair(first)) == "1-5 2-6 3-7 4-8"
    assert notes_on_requests(first) == [
        (
            "4 participants have asked not to meet certain opponents, but the requests are"
            " ignored because variation 619.1 is not announced"
        )
    ]
    assert notes_on_requests(third) == []
    assert notes_on_requests(event_with_wishes("1-5")) == []
