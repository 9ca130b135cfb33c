"""Acts as people ask for them: competitors, points and choices in words, and what is not said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.event.sessions import SECTION, event_with_section
from topboard.errors import BadInput
from topboard.event import actions
from topboard.event.arguments import UserInput, build_action_from_input, find_competitor_number
from topboard.event.verbs import VERBS, ActionVerb
from topboard.model import HalfPointBye, Number, Player

if TYPE_CHECKING:
    from topboard.event.state import Section


@pytest.fixture(scope="module")
def section() -> Section:
    """Three players, two of whom have names alike and one a name that begins with a number."""
    play = event_with_section("cfc_swiss", 5)
    names = ("Anna", "Annabel", "1 Rook")
    entered = (Player(Number(i), name, 2000) for i, name in enumerate(names, start=1))
    play.do(actions.Enter(SECTION, tuple(entered)))
    return play.section


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("2", 2),
        ("2.", 2),
        ("2 Annabel", 2),
        ("2. annabel", 2),
        ("anna", 1),
        ("bel", 2),
        ("1 Rook", 3),
        ("3 1 Rook", 3),
    ],
)
def test_a_participant_is_named_by_number_or_name_or_both(section, text, number) -> None:
    assert find_competitor_number(section, text) == number


USE_NUMBER = "Use the participant's number instead."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nn", f"Open: several participants match this name: 'nn'. {USE_NUMBER}"),
        ("Bert", f"Open: no participant has this name: 'Bert'. {USE_NUMBER}"),
        # The list that somebody chose from had the numbers before a renumbering.
        ("1 Annabel", f"Open: no participant has this name: '1 Annabel'. {USE_NUMBER}"),
        (" ", f"Open: several participants match this name: ' '. {USE_NUMBER}"),
        ("7", "Open: no participant has this number: '7'"),
    ],
)
def test_an_ambiguous_participant_name_is_not_guessed(section, text, said) -> None:
    with pytest.raises(BadInput) as refused:
        find_competitor_number(section, text)
    assert str(refused.value) == said


def action_from_words(section: Section, verb: str, **said: str) -> actions.Act:
    """The action that a verb makes of these words."""
    (row,) = (row for row in VERBS if isinstance(row, ActionVerb) and row.name == verb)
    return row.build(section, UserInput(said.items()))


def test_omitted_arguments_are_filled_in_or_left_to_the_action(section) -> None:
    n1, n2 = Number(1), Number(2)
    assert action_from_words(section, "forbid", a="1", b="2") == actions.ForbidPair(SECTION, n1, n2)
    assert action_from_words(section, "announce", how="") == actions.Announce(SECTION)
    assert action_from_words(section, "withdraw", whom="1") == actions.Withdraw(SECTION, n1, 1)
    assert action_from_words(section, "adjust", whom="1", match_points="-½", **{"from": "3"}) == (
        actions.AdjustPoints(SECTION, n1, -5, known_from=3)
    )


def test_a_verb_with_cancel_builds_the_opposite_action(section) -> None:
    bye = {"whom": "Annabel", "round": "2", "points": "half"}
    asked = actions.RequestBye(SECTION, Number(2), 2, HalfPointBye())
    assert action_from_words(section, "bye", **bye) == asked
    assert action_from_words(section, "bye", **bye, cancel="on") == actions.CancelBye(
        SECTION, Number(2), 2
    )


def test_a_form_builds_the_action_it_belongs_to(section) -> None:
    pair = UserInput([("a", "1"), ("b", "2"), ("first", "3"), ("cancel", "on")])
    n1, n2 = Number(1), Number(2)
    assert build_action_from_input(actions.AllowPair, section, pair) == actions.AllowPair(
        SECTION, n1, n2
    )
    forbidden = actions.ForbidPair(SECTION, n1, n2, first=3)
    assert build_action_from_input(actions.ForbidPair, section, pair) == forbidden


@pytest.mark.parametrize("ground", ["host", "the host's A team"])
def test_a_ground_is_read_as_a_word_or_a_sentence(section, ground) -> None:
    table = action_from_words(section, "table", whom="1", table="3", ground=ground)
    assert table == actions.FixTable(SECTION, Number(1), 3, actions.TableGround.HOST)


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (
            {"table": "3", "ground": "whim"},
            "ground: invalid choice: 'whim'. Choose one of: sponsor, host",
        ),
        ({"table": "third"}, "table: this is not a whole number: 'third'"),
        ({}, "table: this is not a whole number"),
    ],
)
def test_an_unreadable_argument_is_reported_with_its_location(section, said, problem) -> None:
    with pytest.raises(BadInput) as refused:
        action_from_words(section, "table", whom="1", **said)
    assert str(refused.value).startswith(problem)
