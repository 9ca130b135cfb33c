"""Sentences for players that explain the reasons of systems that rank by opposition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.messages import say, say_count
from topboard.model import POINT
from topboard.reasons.opposition import (
    NumbersPaired,
    RankedByOpposition,
    SeedingRound,
)
from topboard.reasons.sentences.quality import bracket_of
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.model import Number
    from topboard.reasons.decisions import Reason
    from topboard.reasons.opposition import OppositionMet

    Name = Callable[[Number], str]


SHOWN = 20
"""The maximum number of bracket members that are listed individually."""


def _seeding(reason: SeedingRound, _name: Name) -> str:
    return say_count(
        "Round {round} is the seeding round: it is paired by the Dutch system ({article}).",
        "Round {round} is one of the {count} seeding rounds: it is paired by the Dutch system"
        " ({article}).",
        reason.seeding,
        round=reason.round,
        article=reason.article,
    )


def _ranking_sentence(reason: RankedByOpposition, name: Name) -> str:
    shown = enumerate(reason.ranked[:SHOWN], start=1)
    members = ", ".join(f"{number}: {_opposition(one, name)}" for number, one in shown)
    if len(reason.ranked) > SHOWN:
        members += say(", and {more} more", more=len(reason.ranked) - SHOWN)
    return say(
        "In {bracket} the players are numbered by their opponents' points (Buchholz, then"
        " Sonneborn-Berger): {members} ({article}).",
        bracket=bracket_of(reason.points),
        members=members,
        article=reason.article,
    )


def _opposition(one: OppositionMet, name: Name) -> str:
    return f"{name(one.number)} ({_scores_text(one)})"


def _scores_text(one: OppositionMet) -> str:
    """Return the formatted Buchholz and Sonneborn-Berger scores, separated by a comma."""
    return f"{format_points(one.buchholz)}, {format_points(one.sonneborn_berger, POINT * POINT)}"


def _pair_sentence(reason: NumbersPaired, name: Name) -> str:
    (own, other), (first, second) = reason.numbers, reason.opposition
    possible = say("the largest possible") if reason.passed_over else say("the largest left")
    return say(
        "{chooser} meets {chosen} in {bracket}: number {own} (Buchholz {buchholz},"
        " Sonneborn-Berger {berger}) meets number {other} ({scored}), {possible} ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        bracket=bracket_of(reason.points),
        own=own,
        buchholz=format_points(first.buchholz),
        berger=format_points(first.sonneborn_berger, POINT * POINT),
        other=other,
        scored=_scores_text(second),
        possible=possible,
        article=reason.article,
    )


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    SeedingRound: _seeding,
    RankedByOpposition: _ranking_sentence,
    NumbersPaired: _pair_sentence,
}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {}


def participants_concerned(_reason: Reason) -> Iterable[Number]:
    """Return no participants, because the numbering concerns the bracket as a whole."""
    return ()
