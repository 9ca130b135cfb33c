"""Variations: chosen by name, checked one by one and against each other, announced."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from tests.rules.cfc_swiss.events import event, pair
from topboard.errors import BadInput
from topboard.rules import cfc_swiss
from topboard.rules.shared.cfc.variations import ALL

OF_PLAYERS = [v.article for v in ALL if not v.teams_only]
EXCLUDING = {frozenset({"613.1a", "613.1b"}), frozenset({"633.1", "633.2"})}


def refusal(*variations: str) -> str:
    with pytest.raises(BadInput) as refused:
        pair(replace(event(4), variations=variations))
    return str(refused.value)


@pytest.mark.article("cfc_swiss:601")
def test_an_unknown_variation_is_refused_with_those_that_exist() -> None:
    message = refusal("999.9")

    assert "unknown variation" in message
    assert "'999.9'" in message
    assert all(article in message for article in OF_PLAYERS)


@pytest.mark.article("cfc_swiss:601")
@pytest.mark.parametrize("two", list(combinations(OF_PLAYERS, 2)), ids="+".join)
def test_any_two_variations_combine_or_are_refused_with_the_reason(two: tuple[str, str]) -> None:
    if frozenset(two) in EXCLUDING:
        assert "exclude each other" in refusal(*two)
        assert f"{two[0]} and {two[1]}" in refusal(*two)
    else:
        assert len(pair(replace(event(4), variations=two)).pairs) == 2


def test_every_defect_of_the_choice_is_listed_at_once() -> None:
    message = refusal("616.1=3", "643=50", "nothing", "624.1", "624.1")

    assert "takes no value: '616.1=3'" in message
    assert "about teams: '643=50'" in message
    assert "unknown variation: 'nothing'" in message
    assert "named twice: '624.1'" in message


@pytest.mark.article("cfc_swiss:602")
def test_the_announcement_lists_what_is_in_force_in_the_order_of_the_text() -> None:
    announced = cfc_swiss.announcement(event(4, variations=("631.1", "616.1")))

    assert [article for article, _ in announced] == ["616.1", "631.1"]
    assert "half a point" in announced[0][1]


@pytest.mark.article("cfc_swiss:602")
def test_the_basic_system_has_nothing_to_announce() -> None:
    assert cfc_swiss.announcement(event(4)) == []
