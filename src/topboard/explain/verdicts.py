"""Why not these two? The answer by forcing the pair and looking at what suffers first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.explain import sentence
from topboard.explain.words import listed
from topboard.history import opponents_met, outcomes, participants
from topboard.reasons import GroupOpened, Measured, OpponentChosen

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tournament
    from topboard.reasons import Reason, RoundPairing
    from topboard.rules.systems import System

    Name = Callable[[Number], str]


@dataclass(frozen=True, slots=True)
class ArePaired:
    """The two do meet in this round."""

    table: int


@dataclass(frozen=True, slots=True)
class NotInRound:
    """One of the two is not paired in this round at all."""

    number: Number


@dataclass(frozen=True, slots=True)
class MetBefore:
    """They have played each other."""

    round: int
    article: str


@dataclass(frozen=True, slots=True)
class ForbiddenByOrganiser:
    """The organiser does not let them meet."""

    article: str


@dataclass(frozen=True, slots=True)
class NobodyElseCouldBePaired:
    """With the two at one table the others have no legal pairing."""

    article: str
    bridge: tuple[int, ...]
    islands: tuple[tuple[int, ...], ...]
    refusal: str = ""
    """What the rules said instead of a pairing."""


@dataclass(frozen=True, slots=True)
class Suffers:
    """The pair is possible, but an article would suffer: what was decided, and what instead."""

    article: str
    decided: Reason
    instead: Reason | None
    forced: RoundPairing


Verdict: TypeAlias = (
    ArePaired | NotInRound | MetBefore | ForbiddenByOrganiser | NobodyElseCouldBePaired | Suffers
)


def why_not(tournament: Tournament, system: System, a: Number, b: Number) -> Verdict:
    """Why the two are not paired in the round to come."""
    _refuse_unknown(tournament, a, b)
    to_pair = participants(tournament)
    for number in (a, b):
        if number not in to_pair:
            return NotInRound(number)
    actual = system.pair(tournament)
    for pair in actual.pairs:
        if {pair.white, pair.black} == {a, b}:
            return ArePaired(pair.table)
    try:
        forced = system.pair(replace(tournament, required=(*tournament.required, (a, b))))
    except NoLegalPairing as refusal:
        return _impossible(tournament, a, b, refusal)
    return _first_difference(actual, forced)


def _refuse_unknown(tournament: Tournament, a: Number, b: Number) -> None:
    known = {c.number for c in tournament.competitors}
    problems = [
        Problem("no competitor has this number", quoted=str(n)) for n in (a, b) if n not in known
    ]
    if a == b:
        problems.append(Problem("nobody meets himself", quoted=str(a), remedy="name two numbers"))
    if problems:
        raise BadInput(problems)


def _impossible(
    tournament: Tournament, a: Number, b: Number, refusal: NoLegalPairing
) -> MetBefore | ForbiddenByOrganiser | NobodyElseCouldBePaired:
    for played, opponent in opponents_met(outcomes(tournament)[a]):
        if opponent == b:
            return MetBefore(played, refusal.article)
    upcoming = tournament.round_to_pair
    for pair in tournament.forbidden:
        if {pair.a, pair.b} == {a, b} and not pair.wish and pair.first <= upcoming <= pair.last:
            return ForbiddenByOrganiser(refusal.article)
    return NobodyElseCouldBePaired(refusal.article, refusal.bridge, refusal.islands, str(refusal))


def _bare(reason: Reason) -> tuple[object, ...]:
    """The decision without the candidates passed over, which a forced pair changes."""
    return (
        type(reason),
        *(getattr(reason, f) for f in reason.__dataclass_fields__ if f != "passed_over"),
    )


def _first_difference(actual: RoundPairing, forced: RoundPairing) -> Suffers:
    for index, decided in enumerate(actual.reasons):
        instead = forced.reasons[index] if index < len(forced.reasons) else None
        if instead is None or _bare(decided) != _bare(instead):
            return Suffers(_suffering(decided, instead), decided, instead, forced)
    raise AssertionError("two different rounds differ in some decision")


def _suffering(decided: Reason, instead: Reason | None) -> str:
    """The article that suffers: what was decided by, or what the forced pair breaks."""
    if isinstance(decided, GroupOpened) and isinstance(instead, GroupOpened):
        if decided.limits_kept and not instead.limits_kept:
            return instead.limits_article
        if instead.leavers > decided.leavers:
            return instead.article
    if isinstance(decided, Measured) and isinstance(instead, Measured):
        for measure, other in zip(decided.measures, instead.measures, strict=False):
            if measure != other:
                return measure.article
    return decided.article


def verdict_sentences(verdict: Verdict, a: Number, b: Number, name: Name) -> list[str]:
    """The answer in words."""
    both = f"{name(a)} and {name(b)}"
    match verdict:
        case ArePaired():
            return [f"{both} do meet, at table {verdict.table}."]
        case NotInRound():
            return [f"{name(verdict.number)} is not paired in this round."]
        case MetBefore():
            return [f"{both} met in round {verdict.round} ({verdict.article})."]
        case ForbiddenByOrganiser():
            return [f"The organiser does not let {both} meet."]
        case NobodyElseCouldBePaired():
            return [_no_round(verdict, both, name)]
        case Suffers():
            lines = [
                f"{both} could meet, but article {verdict.article} would suffer first.",
                f"Decided: {sentence(verdict.decided, name)}",
            ]
            if verdict.instead is not None:
                lines.append(f"With the pair: {_instead(verdict, name)}")
            return lines


def _instead(verdict: Suffers, name: Name) -> str:
    decided, instead = verdict.decided, verdict.instead
    assert instead is not None
    if (
        isinstance(decided, OpponentChosen)
        and isinstance(instead, OpponentChosen)
        and decided.chooser == instead.chooser
    ):
        chooser, chosen = name(instead.chooser), name(instead.chosen)
        return f"{chooser} would have {chosen}, who comes later in its order ({decided.article})."
    return sentence(instead, name)


def _no_round(verdict: NobodyElseCouldBePaired, both: str, name: Name) -> str:
    text = f"With {both} at one table the round has no legal pairing ({verdict.article})"
    if not verdict.islands:
        return f"{text}: {verdict.refusal}." if verdict.refusal else f"{text}."
    sets = " / ".join(listed(sorted(i), name) for i in verdict.islands)  # type: ignore[arg-type]
    bridge = listed(sorted(verdict.bridge), name) or "nobody"  # type: ignore[arg-type]
    return f"{text}: {sets} would have only {bridge} to meet."
