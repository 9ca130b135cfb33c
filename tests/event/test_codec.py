"""Acts as JSON and back."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, strategies as st

from topboard.errors import BadInput
from topboard.event import actions
from topboard.event.codec import (
    ACTS,
    class_name_in_journal,
    dump_record_as_json,
    load_stored_action,
)
from topboard.event.remarks import describe_journal_action
from topboard.model import (
    Absence,
    Competitor,
    EventInfo,
    FullPointBye,
    HalfPointBye,
    Number,
    Player,
    Team,
    Withdrawn,
    ZeroPointBye,
)

numbers = st.integers(1, 50).map(Number)
names = st.text(min_size=1, max_size=12)
players = st.builds(
    Player, numbers, names, st.none() | st.integers(0, 2900), affiliations=st.just(("x",))
)
teams = st.builds(
    Team,
    numbers,
    names,
    st.lists(players, max_size=2).map(tuple),
    st.none() | st.fractions(0, 2900, max_denominator=8),
)
for kind, strategy in (
    (Absence, st.sampled_from([HalfPointBye(), FullPointBye(), ZeroPointBye(), Withdrawn()])),
    (Competitor, players | teams),
    (EventInfo, st.builds(EventInfo, names, other=st.just((("023", "x"),)))),
):
    for part in get_args(kind) or (kind,):
        st.register_type_strategy(part, strategy)
st.register_type_strategy(Fraction, st.fractions(0, 2900))

any_act = st.one_of([st.from_type(kind) for kind in ACTS.values()])


@given(any_act)
def test_an_action_survives_a_round_trip_through_the_journal(act: actions.Act) -> None:
    text = dump_record_as_json(act)

    assert load_stored_action(type(act).__name__, text) == act
    assert dump_record_as_json(load_stored_action(type(act).__name__, text)) == text


@given(any_act)
def test_every_action_has_a_description(act: actions.Act) -> None:
    assert describe_journal_action(act).strip()


def test_default_values_are_not_written() -> None:
    act = actions.EnterResults("Open", 1, (actions.TableResult(3, 10, 0),))

    assert dump_record_as_json(act) == (
        '{"section":"Open","round":1,"results":[{"table":3,"white_points":10,"black_points":0}]}'
    )


def test_a_player_and_a_team_are_distinguished() -> None:
    act = actions.Enter("Open", (Player(Number(1), "Ann"),))

    assert '"type":"Player"' in dump_record_as_json(act)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Dance", "{}"),
        ("Undo", "{}"),
        ("Undo", '{"entry":"one"}'),
        ("Undo", '{"entry":1,"more":2}'),
        ("Undo", "[1]"),
        ("Undo", "{"),
        ("RequestBye", '{"section":"A","number":1,"round":1,"outcome":{"type":"Team"}}'),
    ],
)
def test_stored_content_that_is_not_an_action_is_refused(name: str, text: str) -> None:
    with pytest.raises(BadInput, match="act"):
        load_stored_action(name, text)


def test_every_action_of_a_section_names_it() -> None:
    kinds = get_args(actions.SectionAct)

    assert len(kinds) > 30
    assert all(fields(kind)[0].name == "section" for kind in kinds)


def test_every_class_stored_in_journals_has_its_name_in_the_table() -> None:
    kinds = set(get_args(actions.Act))

    assert set(ACTS.values()) == kinds
    assert {class_name_in_journal(kind) for kind in kinds} == set(ACTS)
    # A name that has once been written stays, whatever the class is called.
    assert [
        class_name_in_journal(kind) for kind in (*get_args(Competitor), *get_args(Absence))
    ] == [
        *("Player", "Team"),
        *("HalfPointBye", "FullPointBye", "ZeroPointBye", "NotYetEntered", "Withdrawn"),
    ]
