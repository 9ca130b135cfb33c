"""Fields of actions and requests say how people give them, and the verbs ask for all of them."""

from __future__ import annotations

import inspect
from enum import Enum
from typing import Annotated, get_args

import pytest

from tests.event.sessions import SECTION, event_with_section
from topboard._frozen import dataclass, fields
from topboard.cli.event_run import FUNCTIONS
from topboard.cli.parser import load_command_function
from topboard.event import actions, commands, participant_commands
from topboard.event.arguments import (
    UserInput,
    build_action_from_input,
    build_request_from_command_line,
    list_entered_fields_of_class,
    parameters_of_class,
)
from topboard.event.parameters import Argument, FilledAutomatically, FilledFromSection, Option, Whom
from topboard.event.verbs import CANCEL, VERBS, ActionVerb, RequestVerb
from topboard.model import Number

ACTION_VERBS = [verb for verb in VERBS if isinstance(verb, ActionVerb)]
REQUEST_VERBS = [verb for verb in VERBS if isinstance(verb, RequestVerb)]
ACTIONS = {
    kind.__name__: kind for verb in ACTION_VERBS for kind in (verb.action, verb.cancel) if kind
}
REQUESTS = {
    kind.__name__: kind
    for kind in (commands.ActionRequest, *(verb.request for verb in REQUEST_VERBS))
}
READABLE = (bool, int, str, Number, tuple[Number, ...], tuple[actions.Table, ...])
"""The types of fields of actions that are read from texts, beside choices."""


@pytest.mark.parametrize("kind", ACTIONS.values(), ids=ACTIONS)
def test_every_action_field_is_entered_known_or_left_to_its_default(kind) -> None:
    section, *parts = (one.name for one in fields(kind))
    found = parameters_of_class(kind)

    assert section == "section"
    assert [one.field for one in found] == parts
    for one in found:
        match one.mark:
            case FilledAutomatically():
                assert one.has_default
            case Argument():
                assert one.choices or one.kind in READABLE
                assert all(
                    isinstance(value, get_args(one.kind) or one.kind)
                    for value in one.choices.values()
                )
            case mark:
                assert isinstance(mark, FilledFromSection)


@pytest.mark.parametrize("kind", ACTIONS.values(), ids=ACTIONS)
def test_optional_fields_of_an_action_have_a_default(kind) -> None:
    left_out = [
        one
        for one, mark in list_entered_fields_of_class(kind)
        if isinstance(mark, Option) and not mark.required and mark.default is None
    ]
    # Without pairs a published pairing is one in which nobody plays.
    assert all(one.has_default or one.kind == tuple[actions.Table, ...] for one in left_out)


@pytest.mark.parametrize("verb", ACTION_VERBS, ids=[verb.name for verb in ACTION_VERBS])
def test_a_cancelling_action_requires_no_other_input(verb) -> None:
    if verb.cancel is not None:
        asked = {mark.name: one.kind for one, mark in list_entered_fields_of_class(verb.action)}
        cancelling = {
            mark.name: one.kind for one, mark in list_entered_fields_of_class(verb.cancel)
        }
        assert cancelling.items() <= asked.items()
        assert CANCEL.name not in asked


@pytest.mark.parametrize("kind", REQUESTS.values(), ids=REQUESTS)
def test_the_type_of_a_field_matches_its_input_method(kind) -> None:
    for one, mark in list_entered_fields_of_class(kind):
        assert one.field == mark.name
        assert not one.has_default
        may_be_left_out = mark.nargs == "?" or (isinstance(mark, Option) and not mark.required)
        is_flag = one.kind is bool
        assert one.may_be_none == (may_be_left_out and not is_flag)
        assert one.item_type in (bool, int, str) or one.choices
        assert bool(mark.metavar) != (is_flag or bool(one.choices))
        pair = isinstance(mark.metavar, tuple) and len(mark.metavar) == len(get_args(one.kind))
        assert one.has_several_values == (mark.repeated or mark.nargs in ("*", "+") or pair)


def test_every_verb_has_its_own_name_and_every_request_its_function() -> None:
    assert len({verb.name for verb in VERBS}) == len(VERBS)
    assert len(FUNCTIONS) == len(REQUEST_VERBS)
    assert {*FUNCTIONS} == {verb.request for verb in REQUEST_VERBS}


@pytest.mark.parametrize("request_type", FUNCTIONS, ids=lambda one: one.__name__)
def test_the_function_of_a_request_exists_and_accepts_it(request_type) -> None:
    function = load_command_function(*FUNCTIONS[request_type])

    (parameter,) = inspect.signature(function).parameters.values()

    assert parameter.annotation.rpartition(".")[2] == request_type.__name__


@dataclass(frozen=True, slots=True)
class Promote:
    """An action with a field that nobody could give."""

    section: str
    number: Whom
    places: int


@dataclass(frozen=True, slots=True)
class Demote:
    """An action with a mark that is not there."""

    section: str
    number: Annotated[Number, Argumemt("WHOM")]  # noqa: F821


def test_a_field_without_an_annotation_is_refused() -> None:
    with pytest.raises(
        TypeError, match=r"Promote\.places has no annotation that says how to enter it"
    ):
        parameters_of_class(Promote)


def test_an_undefined_annotation_is_refused() -> None:
    with pytest.raises(NameError, match="Argumemt"):
        parameters_of_class(Demote)


def test_an_action_accepts_no_undeclared_field() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument 'rond'"):
        actions.Withdraw(SECTION, Number(1), rond=2)


def test_a_request_is_not_built_if_an_argument_is_missing() -> None:
    said = dict.fromkeys(("file", "json", "section"))
    with pytest.raises(KeyError, match="who"):
        build_request_from_command_line(commands.ActionRequest, said)


def test_parsed_command_arguments_become_typed_values() -> None:
    said = {mark.name: None for _, mark in list_entered_fields_of_class(commands.SettlePrizes)}
    said |= {"file": "e.topboard", "lines": ["1: 50", "2: 20"], "sharing": "tie-break"}
    request = build_request_from_command_line(commands.SettlePrizes, said)
    assert request.lines == ("1: 50", "2: 20")
    assert request.sharing is actions.PrizeSharing.TIE_BREAK
    assert request.decimals is None

    said = {
        mark.name: None for _, mark in list_entered_fields_of_class(participant_commands.Change)
    }
    request = build_request_from_command_line(
        participant_commands.Change, said | {"whom": "2", "title": "IM"}
    )
    assert (request.whom, request.name, request.data.title) == ("2", None, "IM")


def test_values_that_follow_from_the_section_are_not_requested() -> None:
    section = event_with_section("cfc_swiss", 5).section
    assert build_action_from_input(
        actions.PublishRound, section, UserInput()
    ) == actions.PublishRound(SECTION, 1)
    asked = UserInput([("round", "4"), ("signature", "00"), ("proof", "{}")])
    assert build_action_from_input(actions.PublishRound, section, asked) == actions.PublishRound(
        SECTION, 1
    )


def test_enumeration_members_are_offered_as_words() -> None:
    (ground,) = (one for one in parameters_of_class(actions.FixTable) if one.field == "ground")
    assert issubclass(ground.kind, Enum)
    assert [*ground.choices] == ["sponsor", "host", "disability", "other"]
