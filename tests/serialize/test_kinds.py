"""Every reason, obstacle and why-not answer has a public kind that no renaming changes."""

from __future__ import annotations

import json
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from pkgutil import iter_modules

import jsonschema
import pytest

import topboard
import topboard.formats
from topboard import model, reasons
from topboard._frozen import fields
from topboard.analysis.generate import Wishes
from topboard.reasons import check_list, criteria, family_decisions, objections, obstacles, why_not
from topboard.reasons.grounds import ByeMethod
from topboard.serialize.codec import is_record
from topboard.serialize.reasons import reasons_to_json, to_json
from topboard.systems.registry import SYSTEMS

SCHEMA = Path(topboard.formats.__file__).parent / "schemas" / "topboard-reasons-1.schema.json"
DOCUMENTED = Path(__file__).parents[2] / "docs" / "reasons.md"
NOT_IN_JSON = {
    reasons.RoundPairing,
    reasons.Floater,
    reasons.RoundHistoryCache,
    check_list.CheckListRow,
    check_list.FloatDirection,
    objections.Objections,
    objections.SharedDueColour,
    objections.FixedByRoundRobinTable,
}
"""What the rules hand on between themselves; no answer shows it."""
MODULES = [
    reasons,
    criteria,
    why_not,
    *(import_module(f"topboard.reasons.{one.name}") for one in iter_modules(reasons.__path__)),
]
PARTS = {
    obstacles.PassedOver: "passed_over",
    reasons.NoByeAtScore: "score_without_bye",
    reasons.QualityMeasure: "measure",
    family_decisions.CriterionValue: "measure",
    family_decisions.ColumnEntry: "column_player",
    family_decisions.SubgroupMember: "subgroup_player",
    family_decisions.OppositionScores: "ranked_player",
    objections.PairingAsGoodButLater: "later_bracket",
}
"""The parts of reasons that need no kind, by their names in the schema."""
SHARED = {"criteria", "same_colour"}
"""The kinds that two classes have, because their fields have different orders or types."""


def classes_of(modules):
    """The classes that the modules define themselves."""
    for module in modules:
        for found in vars(module).values():
            if isinstance(found, type) and found.__module__ == module.__name__:
                yield found


RECORDS = {one for one in classes_of(MODULES) if is_record(one)}
KINDS = {one for one in RECORDS if hasattr(one, "kind")}


@cache
def schema():
    """The published JSON Schema."""
    return json.loads(SCHEMA.read_text())


@cache
def checker_of(name):
    """What checks values of one definition of the schema."""
    whole = {key: value for key, value in schema().items() if key != "anyOf"}
    return jsonschema.Draft202012Validator({**whole, "$ref": f"#/$defs/{name}"})


def refused_by(name, values):
    """What the schema has to say against decisions or why-not answers, each shape looked at once.

    The definition of each kind is asked directly: trying all of them in turn takes far longer.
    """
    known = schema()["$defs"]
    shapes = {shape_of(value): value for value in values}
    found = []
    for value in shapes.values():
        of_kind = f"{name}_{value['kind']}"
        checker = checker_of(of_kind if of_kind in known else name)
        found.extend(error.message for error in checker.iter_errors(value))
    return found


def shape_of(value):
    """A value without its numbers: what the schema says of two of one shape is the same."""
    if isinstance(value, dict):
        return tuple((k, shape_of(part)) for k, part in value.items() if k != "article")
    if isinstance(value, list):
        return frozenset(map(shape_of, value))
    return type(value).__name__ if isinstance(value, int | float) else value


def properties_of(kind):
    """The fields that the schema has for a kind, in decisions, obstacles and answers."""
    return {
        name
        for one in schema()["$defs"].values()
        if one.get("properties", {}).get("kind", {}).get("const") == kind
        for name in one["properties"]
    }


def written_by(record):
    """The public names of the fields of a class."""
    renamed = getattr(record, "written_as", {})
    names = {field.name for field in fields(record)} - {*getattr(record, "unwritten", ())}
    return {renamed.get(name, name) for name in names}


def codes_in(part):
    """Every code that some part of the schema allows."""
    if isinstance(part, dict):
        return {*part.get("enum", ())}.union(*map(codes_in, part.values()))
    return set().union(*map(codes_in, part)) if isinstance(part, list) else set()


def test_every_reason_class_has_a_kind_in_the_schema() -> None:
    kinds = {one.kind for one in KINDS}

    assert len(kinds) > 60
    assert all(map(properties_of, kinds))
    assert PARTS.keys() | (NOT_IN_JSON - {check_list.FloatDirection}) == RECORDS - KINDS


def test_only_a_few_known_classes_share_a_kind() -> None:
    kinds = [one.kind for one in KINDS]

    assert {kind for kind in kinds if kinds.count(kind) > 1} == SHARED


@pytest.mark.parametrize("kind", sorted({one.kind for one in KINDS}))
def test_the_fields_of_a_kind_match_the_schema(kind) -> None:
    written = set().union(*(written_by(one) for one in KINDS if one.kind == kind))
    earlier = {"imaginary"} if kind == "floater" else set()

    assert written | earlier | {"kind"} == properties_of(kind)


def test_the_fields_of_parts_match_the_schema() -> None:
    written: dict[str, set[str]] = {}
    for part, name in PARTS.items():
        written.setdefault(name, set()).update(written_by(part))

    assert written == {name: {*schema()["$defs"][name]["properties"]} for name in written}


def test_every_enumeration_member_has_a_code_in_the_schema() -> None:
    codes = [
        (one, member.value)
        for one in (*classes_of(MODULES), model.Colour)
        if issubclass(one, Enum) and one not in NOT_IN_JSON
        for member in one
    ]

    assert len(codes) > 100
    assert {code for _, code in codes} <= codes_in(schema())


def test_renaming_a_class_does_not_change_the_output() -> None:
    made = topboard.pair(topboard.generate("fide_dutch_2026", 3, Wishes(11, 4, absences=10)))
    before = json.dumps(reasons_to_json(made.reasons))
    names = {kind: kind.__name__ for kind in KINDS}
    try:
        for kind in KINDS:
            kind.__name__ = f"Renamed{names[kind]}"
        after = json.dumps(reasons_to_json(made.reasons))
    finally:
        for kind, name in names.items():
            kind.__name__ = name

    assert after == before
    assert not any(f'"{name}"' in before for name in names.values())


def test_points_are_written_as_points_and_not_as_tenths() -> None:
    floated = reasons.Floated("8.3.1", model.Number(32), 90, 85, imaginary_points=10)
    other = why_not.DifferentScoregroups("6.2", (70, 95), floated)

    assert to_json(other) == {
        "kind": "different_scoregroups",
        "article": "6.2",
        "points": [7, 9.5],
        "decided": {
            "kind": "floater",
            "method": "group",
            "article": "8.3.1",
            "number": 32,
            "from_points": 9,
            "to_points": 8.5,
            "imaginary_points": 1,
        },
    }


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_answers_of_every_system_fit_the_schema(name) -> None:
    decided, answers = [], []
    for seed in range(2):
        wishes = Wishes(9 + seed, 4, absences=8, late=8, no_shows=5, forbidden=1)
        event = topboard.generate(name, seed, wishes)
        for played in range(len(event.rounds) + 1):
            before = event.before(played + 1) if played < len(event.rounds) else event
            made = topboard.pair(before)
            decided.extend(reasons_to_json(made.reasons))
            numbers = sorted(c.number for c in before.competitors)[:4]
            answers.extend(
                to_json(topboard.why_not(before, *two)) for two in combinations(numbers, 2)
            )

    assert len(decided) > 40
    assert refused_by("decision", decided) == []
    assert refused_by("why_not", answers) == []


def test_a_bye_despite_forfeits_fits_the_schema() -> None:
    given = reasons.ByeGiven(
        "4.1",
        model.Number(3),
        (),
        True,
        "4.2.2",
        (1,),
        (2,),
        method=ByeMethod.DESPITE_FORFEITS,
    )

    (decided,) = reasons_to_json((given,))

    assert decided == {
        "kind": "bye",
        "method": "despite_forfeits",
        "article": "4.1",
        "number": 3,
        "from_initial_list": True,
        "bar_article": "4.2.2",
        "arrival_unknown": [1],
        "team_arrived": [2],
    }
    assert refused_by("decision", [decided]) == []


def test_the_schema_refuses_what_is_not_a_reason() -> None:
    assert refused_by("decision", [{"kind": "pair", "chooser": 1}])
    assert refused_by("decision", [{"kind": "unheard_of"}])
    assert refused_by("why_not", [{"kind": "met", "round": 1, "article": "1", "extra": True}])


def test_the_schema_and_the_page_have_every_kind() -> None:
    kinds = {one.kind for one in KINDS}
    of_schema = {
        one["properties"]["kind"]["const"]
        for one in schema()["$defs"].values()
        if "kind" in one.get("properties", {})
    }
    of_page = {
        line.split("`")[1] for line in DOCUMENTED.read_text().splitlines() if line.startswith("| `")
    }

    assert of_schema == kinds
    assert of_page == kinds
