"""Sentences are rows: every decision and obstacle has one, and every place can be filled."""

from __future__ import annotations

from string import Formatter
from typing import get_args

import pytest

from topboard._frozen import fields
from topboard.reasons import decisions, family_decisions, obstacles
from topboard.reasons.criteria import MatchColourGround, PreferenceGround, QualityCriterion
from topboard.reasons.decisions import ByeGiven, Floated, OpponentChoice, PairingWarning
from topboard.reasons.grounds import (
    ByeMethod,
    CandidateOrder,
    ColourGround,
    Criterion,
    DueGround,
    FloatMethod,
    HalvesPlacing,
    PairMethod,
    Placing,
)
from topboard.reasons.obstacles import HaveMet
from topboard.reasons.sentences import CONCERNED, SENTENCES, build_reason_sentence
from topboard.reasons.sentences.byes import BYES
from topboard.reasons.sentences.colours import GROUNDS
from topboard.reasons.sentences.criteria import COSTS
from topboard.reasons.sentences.floaters import FLOATERS, LEAVING
from topboard.reasons.sentences.obstacles import OBSTACLES
from topboard.reasons.sentences.pairs import ORDERS, PAIRS, PLACINGS
from topboard.reasons.sentences.templates import FORMATS, CandidateTemplates
from topboard.reasons.sentences.why_not import MET as MET_BEFORE, MET_BY_FORFEIT, VERDICTS
from topboard.reasons.why_not import Verdict


def kinds_of(*modules):
    """The classes of the modules that have a kind."""
    return {
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and hasattr(one, "kind")
    }


def templates(rows, of=None):
    """Every template of a table with the class whose fields fill it."""
    for key, row in rows.items():
        for text in row if isinstance(row, CandidateTemplates) else (row,):
            if isinstance(text, str):
                yield text, of or key


ROWS = [
    *templates(SENTENCES),
    *templates(PAIRS, OpponentChoice),
    *templates(ORDERS, OpponentChoice),
    *templates(PLACINGS, OpponentChoice),
    *templates(FLOATERS, Floated),
    *templates(LEAVING, Floated),
    *templates(BYES, ByeGiven),
]


@pytest.mark.parametrize(
    ("text", "kind"), ROWS, ids=[f"{kind.__name__}: {text[:40]}" for text, kind in ROWS]
)
def test_every_placeholder_is_a_field_with_a_known_format(text, kind) -> None:
    places = [(name, form) for _, name, form, _ in Formatter().parse(text) if name is not None]

    assert {name for name, _ in places} <= {field.name for field in fields(kind)}
    assert {form for _, form in places} <= FORMATS.keys()


VERDICT_ROWS = [*templates(VERDICTS), (MET_BEFORE, HaveMet), (MET_BY_FORFEIT, HaveMet)]


@pytest.mark.parametrize(("text", "kind"), VERDICT_ROWS, ids=[text for text, _ in VERDICT_ROWS])
def test_every_placeholder_of_a_verdict_is_a_field_or_both_names(text, kind) -> None:
    places = [(name, form) for _, name, form, _ in Formatter().parse(text) if name is not None]

    assert {name for name, _ in places} <= {"both", *(field.name for field in fields(kind))}
    assert {form for _, form in places} <= FORMATS.keys()


def test_every_decision_obstacle_and_verdict_has_a_row() -> None:
    assert kinds_of(decisions, family_decisions) == SENTENCES.keys()
    assert kinds_of(obstacles) == OBSTACLES.keys()
    assert {*get_args(Verdict)} == VERDICTS.keys()


def test_every_method_order_ground_and_criterion_has_a_row() -> None:
    generated = {"MOVED_DOWN_SET", "MOVED_DOWN_OPPONENTS", "EXCHANGE", "TRANSPOSITION"}
    generated |= {"UPFLOATER_SET", "IDENTIFIER", "OPPONENT_NUMBERS"}
    in_order = {one for one in QualityCriterion if one.name in generated}

    assert PAIRS.keys() == {*PairMethod}
    assert FLOATERS.keys() == {*FloatMethod}
    assert BYES.keys() == {*ByeMethod}
    assert ORDERS.keys() == {None, *CandidateOrder}
    assert PLACINGS.keys() == {*HalvesPlacing, *Placing}
    assert GROUNDS.keys() == {*ColourGround, *PreferenceGround, *MatchColourGround, *DueGround}
    assert COSTS.keys() == {*Criterion, *QualityCriterion} - in_order


def test_the_fields_listed_as_participants_exist() -> None:
    for kind, names in CONCERNED.items():
        assert {*names} <= {field.name for field in fields(kind)}


def test_a_new_decision_needs_only_one_template_row(monkeypatch) -> None:
    monkeypatch.setitem(SENTENCES, PairingWarning, "Careful: {what} ({article}).")

    told = build_reason_sentence(PairingWarning("4.2", "too many rounds"), str)

    assert told == "Careful: too many rounds (4.2)."
