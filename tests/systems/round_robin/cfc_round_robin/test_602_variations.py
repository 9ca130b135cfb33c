"""Variations: announced in words, and refused where they make no sense."""

from __future__ import annotations

import pytest

from tests.citing import each_edition
from tests.systems.round_robin.cfc_round_robin.scores import PLAYERS, TEAMS, event, teams
from topboard.errors import BadInput
from topboard.systems.registry import system


@each_edition(cfc_round_robin="602", cfc_team_round_robin="602")
def test_each_variation_in_use_is_announced_with_its_article(edition: str) -> None:
    tournament = event(6, system=edition, variations=("provinces-apart", "double"))
    announcement = system(edition).announce_variations
    (first, double), (second, apart) = announcement(tournament)

    assert (first, second) == ("651", "2025")
    assert "twice" in double
    assert "last three rounds" in apart


@each_edition(cfc_round_robin="602", cfc_team_round_robin="602")
def test_without_variations_there_is_nothing_to_announce(edition: str) -> None:
    announcement = system(edition).announce_variations
    assert announcement(event(6, system=edition)) == ()


@pytest.mark.article("cfc_team_round_robin:602")
def test_the_tolerance_of_the_board_order_is_announced_in_points() -> None:
    announcement = system(TEAMS).announce_variations
    ((article, text),) = announcement(event(4, system=TEAMS, variations=("643=25",)))

    assert article == "643"
    assert "if their ratings differ by at most 25." in text


@pytest.mark.parametrize(
    ("chosen", "what"),
    [
        (
            ("624.1",),
            "unknown variation of the pairing system: '624.1'. Choose one of: double, "
            "swap-last-two, provinces-apart, "
            "602=TEXT.",
        ),
        (("double", "double"), "this variation is listed twice: 'double'"),
        (
            ("swap-last-two",),
            "this variation can be used only together with another variation: 'swap-last-two'."
            " Add 'double'",
        ),
        (("double=2",), "this variation takes no value: 'double=2'"),
    ],
)
def test_a_variation_that_cannot_be_used_is_refused(chosen: tuple[str, ...], what: str) -> None:
    with pytest.raises(BadInput) as refusal:
        system(PLAYERS).pair(event(6, variations=chosen))

    assert what in str(refusal.value)


@pytest.mark.parametrize("choice", ["643", "643=", "643=many", "643=٣"])
def test_a_tolerance_that_is_not_a_number_is_refused(choice: str) -> None:
    tournament = event(4, system=TEAMS, competitors=teams(4), variations=(choice,))

    with pytest.raises(BadInput, match="requires a number of points"):
        system(TEAMS).pair(tournament)


def test_all_problems_with_the_variations_are_listed_at_once() -> None:
    with pytest.raises(BadInput) as refusal:
        system(PLAYERS).standings(event(6, variations=("swap-last-two", "1.5", "9")))

    assert len(refusal.value.problems) == 3


@each_edition(cfc_round_robin="602", cfc_team_round_robin="602")
def test_a_directors_own_variation_is_announced_after_the_others(edition: str) -> None:
    own = "Clocks start at noon."
    announcement = system(edition).announce_variations
    announced = announcement(event(6, system=edition, variations=(f"602={own}", "double")))

    assert [article for article, _ in announced] == ["651", "602"]
    assert announced[-1] == ("602", own)
