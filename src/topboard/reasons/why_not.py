"""Answers to "why not these two?".

Simple obstacles are checked first. If there are none, the decisions of two pairings are compared.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol, TypeAlias

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.messages import say
from topboard.model import Team
from topboard.model.history import participants_to_pair
from topboard.reasons.decisions import ByeGiven, Floated, OpponentChoice
from topboard.reasons.family_decisions import PairingQuality
from topboard.reasons.grounds import ColourNeed, Criterion, FloatMethod
from topboard.reasons.objections import FixedByRoundRobinTable, PairingAsGoodButLater
from topboard.reasons.obstacles import (
    CriterionWorse,
    ForbiddenByOrganiser,
    HaveMet,
    LeavesOthersUnpairable,
    NoColourLeft,
    RequiredElsewhere,
    SameColourDue,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Colour, Number, Tenths, Tournament
    from topboard.reasons.decisions import Reason, RoundPairing
    from topboard.reasons.family_decisions import CriterionValue
    from topboard.reasons.objections import Objections
    from topboard.reasons.obstacles import Obstacle

    Name = Callable[[Number], str]

    class PairingRules(Protocol):
        """The functions of a pairing system that answer a why-not question."""

        @property
        def pair(self) -> Callable[[Tournament], RoundPairing]: ...

        @property
        def objections(self) -> Callable[[RoundPairing, Number, Number], Objections]: ...


@dataclass(frozen=True, slots=True)
class ArePaired:
    """The answer that the two participants do meet in this round."""

    kind = "paired"
    unwritten = ("of_teams",)

    table: int
    of_teams: bool = False


@dataclass(frozen=True, slots=True)
class NotInRound:
    """The answer that one of the two participants is not paired in this round."""

    kind = "not_in_round"

    number: Number


@dataclass(frozen=True, slots=True)
class SameColour:
    """The answer that both participants would need the same colour.

    It is the only colour allowed for both, the due colour of both, or the colour of their column.
    """

    kind = "same_colour"

    article: str
    colour: Colour
    histories: tuple[tuple[Colour, ...], tuple[Colour, ...]]
    """The colour histories of the two participants."""
    ground: ColourNeed


@dataclass(frozen=True, slots=True)
class MeetByRoundRobinTable:
    """The answer that the round-robin table pairs the two participants in other rounds."""

    kind = "berger_table"

    article: str
    rounds: tuple[int, ...]
    round: int
    """The round for which the question was asked."""


@dataclass(frozen=True, slots=True)
class HasBye:
    """The answer that one of the two participants has the bye."""

    kind = "has_bye"

    article: str
    number: Number
    decided: ByeGiven


@dataclass(frozen=True, slots=True)
class DifferentScoregroups:
    """The answer that the two participants have different scores and are not in one group."""

    kind = "different_scoregroups"

    article: str
    points: tuple[Tenths, Tenths]
    decided: Reason
    """The decision that paired or moved the first of the two participants."""


@dataclass(frozen=True, slots=True)
class SomebodyElseFirst:
    """The answer that another participant was preferred to one of the two.

    That participant was chosen as an opponent or as a floater.
    """

    kind = "another_first"

    article: str
    points: tuple[Tenths, Tenths]
    decided: Reason
    obstacle: Obstacle | None = None
    """The obstacle that ruled out one of the two participants before another was chosen, or
    None.
    """
    passed_over: Number | None = None
    """The one of the two participants that was passed over, or None if neither was."""


@dataclass(frozen=True, slots=True)
class OthersCouldNotBePaired:
    """The answer that the other participants could not be paired legally if these two met."""

    kind = "no_legal_pairing"

    article: str
    bridge: tuple[int, ...]
    islands: tuple[tuple[int, ...], ...]
    refusal: str = ""
    """The error message that the rules raised instead of a pairing, or empty."""


@dataclass(frozen=True, slots=True)
class Suffers:
    """The answer that the two participants could meet, but the round would be worse under an
    article.

    It has the decisions both with and without the pair.
    """

    kind = "decision_differs"

    article: str
    decided: Reason
    instead: Reason | None
    criterion: Criterion | None = None
    """The criterion that is worse with the pair, or None if the system does not compare
    pairings.
    """


@dataclass(frozen=True, slots=True)
class PairComesLaterInOrder:
    """The answer that the pair is equally good under all criteria but comes later in the order."""

    kind = "later_in_order"

    article: str
    judged: PairingAsGoodButLater
    decided: OpponentChoice
    """The decision that was made instead for one of the two participants."""


Verdict: TypeAlias = (
    ArePaired
    | NotInRound
    | HaveMet
    | ForbiddenByOrganiser
    | RequiredElsewhere
    | SameColour
    | NoColourLeft
    | MeetByRoundRobinTable
    | HasBye
    | DifferentScoregroups
    | SomebodyElseFirst
    | OthersCouldNotBePaired
    | Suffers
    | CriterionWorse
    | LeavesOthersUnpairable
    | PairComesLaterInOrder
)


def why_not(
    tournament: Tournament,
    system: PairingRules,
    a: Number,
    b: Number,
    actual: RoundPairing | None = None,
) -> Verdict:
    """Return the reason why two participants are not paired in the next round.

    Pass ``actual`` if the round has already been paired.

    These reasons are checked in order: they have met, the pair is forbidden, both need the same
    colour, they are in different scoregroups, another participant comes first. If none applies, the
    two are forced to meet and the round is paired again. The result is the first decision that
    differs.
    """
    _refuse_participants_not_entered(tournament, a, b)
    to_pair = participants_to_pair(tournament)
    for number in (a, b):
        if number not in to_pair:
            return NotInRound(number)
    actual = actual or system.pair(tournament)
    for pair in actual.pairs:
        if {pair.white, pair.black} == {a, b}:
            of_teams = any(isinstance(one, Team) for one in tournament.competitors)
            return ArePaired(pair.table, of_teams)
    # A pairing that was read from a file does not have the facts of the round.
    paired = actual if actual.decided is not None else system.pair(tournament)
    seen = system.objections(paired, a, b)
    if seen.obstacle is not None:
        return _find_absolute_obstacle_to_pair(tournament, seen, seen.obstacle, a, b)
    if (bye := _find_bye_of_either_participant(actual, a, b)) is not None:
        return HasBye(bye.article, bye.number, bye)
    if seen.unpairable is not None:
        return seen.unpairable
    if seen.judged is not None:
        return _explain_bracket_without_pair(actual, seen.judged, a, b)
    try:
        forced = system.pair(replace(tournament, required=(*tournament.required, (a, b))))
    except NoLegalPairing as refusal:
        return build_no_legal_pairing_verdict(refusal)
    found = _explain_different_scoregroups(actual, seen, a, b)
    if found is None:
        return _explain_same_scoregroup(actual, forced, seen, a, b)
    if isinstance(found, DifferentScoregroups) and seen.weighed:
        worse = _find_first_differing_decision(actual, forced)
        return found if worse.criterion is None else replace(found, article=worse.article)
    return found


def _refuse_participants_not_entered(tournament: Tournament, a: Number, b: Number) -> None:
    known = {c.number for c in tournament.competitors}
    problems = [
        Problem(say("no participant has this number"), quoted=str(n))
        for n in (a, b)
        if n not in known
    ]
    if a == b:
        problems.append(
            Problem(
                say("the same participant is named twice"),
                quoted=str(a),
                remedy=say("Enter two different numbers."),
            )
        )
    if problems:
        raise BadInput(problems)


# --- the simple checks --------------------------------------------------------------------


def _find_absolute_obstacle_to_pair(
    tournament: Tournament,
    seen: Objections,
    obstacle: Obstacle | FixedByRoundRobinTable,
    a: Number,
    b: Number,
) -> Verdict:
    match obstacle:
        case HaveMet():
            return HaveMet(obstacle.round, seen.article, obstacle.by_forfeit)
        case ForbiddenByOrganiser():
            return ForbiddenByOrganiser()
        case RequiredElsewhere():
            return RequiredElsewhere(
                obstacle.number, _find_required_opponent(tournament, obstacle.number)
            )
        case SameColourDue():
            return SameColour(seen.article, obstacle.colour, seen.colours, ColourNeed.LIMIT)
        case NoColourLeft():
            return NoColourLeft(seen.article, obstacle.number)
        case FixedByRoundRobinTable():
            return MeetByRoundRobinTable(seen.article, obstacle.rounds, tournament.round_to_pair)
        case _:
            raise AssertionError(f"{type(obstacle).__name__} does not stand between two")


def build_no_legal_pairing_verdict(refusal: NoLegalPairing) -> OthersCouldNotBePaired:
    """Return the answer that the other participants could not be paired, based on the error."""
    return OthersCouldNotBePaired(refusal.article, refusal.bridge, refusal.islands, refusal.words)


def _find_required_opponent(tournament: Tournament, number: Number) -> Number:
    return next(
        other for pair in tournament.required for one, other in (pair, pair[::-1]) if one == number
    )


def _find_bye_of_either_participant(actual: RoundPairing, a: Number, b: Number) -> ByeGiven | None:
    for reason in actual.reasons:
        if isinstance(reason, ByeGiven) and reason.number in (a, b):
            return reason
    return None


def _find_opponent_choice(actual: RoundPairing, *of: Number) -> OpponentChoice:
    return next(
        reason
        for reason in actual.reasons
        if isinstance(reason, OpponentChoice) and {reason.chooser, reason.chosen} & {*of}
    )


def _explain_bracket_without_pair(
    actual: RoundPairing,
    judged: CriterionWorse | PairingAsGoodButLater | LeavesOthersUnpairable,
    a: Number,
    b: Number,
) -> Verdict:
    """Return the answer for the bracket in which the two participants would meet."""
    if isinstance(judged, PairingAsGoodButLater):
        return PairComesLaterInOrder(judged.article, judged, _find_opponent_choice(actual, a, b))
    return judged


def _explain_different_scoregroups(
    actual: RoundPairing, seen: Objections, a: Number, b: Number
) -> DifferentScoregroups | SomebodyElseFirst | None:
    """Return the reason why two participants of different scoregroups do not meet.

    Return None if one of them floats to the other's scoregroup.
    """
    if seen.points[0] == seen.points[1]:
        return None
    if (
        parted := _find_decision_separating_two_participants(actual, seen.points, (a, b))
    ) is not None:
        between = _find_obstacle_in_decision(parted, (a, b))
        return SomebodyElseFirst(parted.article, seen.points, parted, *between)
    for reason in actual.reasons:
        if _does_third_participant_float_between(reason, seen.points, (a, b)):
            between = _find_obstacle_in_decision(reason, (a, b))
            return SomebodyElseFirst(reason.article, seen.points, reason, *between)
    return DifferentScoregroups(
        seen.groups_article, seen.points, _find_opponent_choice(actual, a, b)
    )


def _find_decision_separating_two_participants(
    actual: RoundPairing, points: tuple[Tenths, Tenths], two: tuple[Number, Number]
) -> Floated | OpponentChoice | None:
    """Return the first decision that separated two participants of the same group.

    It concerns one of the two, in a group that both belonged to. Return None if there is none.
    """
    steps = [
        tuple(_generate_groups_of_participant(actual, n, own))
        for n, own in zip(two, points, strict=True)
    ]
    shared = {group for group, _ in steps[0]} & {group for group, _ in steps[1]}
    found = [reason for taken in steps for group, reason in taken if group in shared]
    return min(found, key=actual.reasons.index, default=None)


BETWEEN_COLUMNS = (FloatMethod.MOVED_UP, FloatMethod.MOVED_DOWN)
"""The methods of floating that do not separate two players of a scoregroup, in systems with
columns.
"""


def _generate_groups_of_participant(
    actual: RoundPairing, number: Number, own: Tenths
) -> Iterator[tuple[Tenths, Floated | OpponentChoice]]:
    """Yield each group that a participant belonged to, with the decision about the participant
    there.

    The participant either floats to the next group or gets an opponent.
    """
    group = own
    for reason in actual.reasons:
        match reason:
            case Floated() if reason.number == number and reason.method not in BETWEEN_COLUMNS:
                yield group, reason
                assert reason.to_points is not None
                group = reason.to_points
            case OpponentChoice() if number in (reason.chooser, reason.chosen):
                yield reason.points, reason
            case _:
                pass


def _does_third_participant_float_between(
    reason: Reason, points: tuple[Tenths, Tenths], two: tuple[Number, Number]
) -> bool:
    """Return whether a third participant floats from one participant's group to the other's."""
    if not isinstance(reason, Floated) or reason.number in two:
        return False
    if reason.island not in (None, *two):
        return False
    return {reason.from_points, reason.to_points} == {*points}


def _find_obstacle_in_decision(
    reason: Reason, two: tuple[Number, Number]
) -> tuple[Obstacle | None, Number | None]:
    """Return why a decision passed over one of two participants, and that participant's number.

    Return (None, None) if it passed over neither.
    """
    if isinstance(reason, OpponentChoice) and reason.chooser not in two:
        return None, None
    for passed in getattr(reason, "passed_over", ()):
        if passed.candidate in two:
            return passed.obstacle, passed.candidate
    return None, None


def _explain_same_scoregroup(
    actual: RoundPairing, forced: RoundPairing, seen: Objections, a: Number, b: Number
) -> Verdict:
    """Return the reason why two participants of the same scoregroup do not meet."""
    across = seen.points[0] != seen.points[1]
    if seen.weighed and not across:
        return _explain_why_forced_pairing_is_worse(actual, forced, seen, a, b)
    if seen.due is not None and not across:
        column = ColourNeed.COLUMN
        return SameColour(seen.due.article, seen.due.colour, seen.colours, column)
    parted = _find_decision_separating_two_participants(
        actual, seen.points, (a, b)
    ) or _find_opponent_choice(actual, a, b)
    return SomebodyElseFirst(
        parted.article, seen.points, parted, *_find_obstacle_in_decision(parted, (a, b))
    )


# --- comparing decisions ------------------------------------------------------------------

COLOUR_CRITERIA = (Criterion.EQUALISE, Criterion.THIRD_COLOUR, Criterion.ALTERNATE)


def _explain_why_forced_pairing_is_worse(
    actual: RoundPairing, forced: RoundPairing, seen: Objections, a: Number, b: Number
) -> Verdict:
    found = _find_first_differing_decision(actual, forced)
    if found.criterion in COLOUR_CRITERIA and seen.due is not None:
        return SameColour(found.article, seen.due.colour, seen.colours, ColourNeed.DUE)
    decided = found.decided
    if isinstance(decided, OpponentChoice) and {decided.chooser, decided.chosen} & {a, b}:
        return SomebodyElseFirst(
            decided.article, seen.points, decided, *_find_obstacle_in_decision(decided, (a, b))
        )
    return found


def _find_first_differing_decision(actual: RoundPairing, forced: RoundPairing) -> Suffers:
    for index, decided in enumerate(actual.reasons):
        instead = forced.reasons[index] if index < len(forced.reasons) else None
        if instead is None or _fields_to_compare_decisions(decided) != _fields_to_compare_decisions(
            instead
        ):
            law = (
                _find_first_differing_measure(actual, forced)
                if isinstance(decided, PairingQuality)
                else None
            )
            if law is not None:
                measured = (
                    _find_pairing_quality(pairing, law.article) for pairing in (actual, forced)
                )
                return Suffers(
                    law.article, next(measured) or decided, next(measured), law.criterion
                )
            article, criterion = _find_worse_article_and_criterion(decided, instead)
            return Suffers(article, decided, instead, criterion)
    raise AssertionError("two different rounds differ in some decision")


LAWS = (Criterion.FEWEST_ODD_MEN, Criterion.NEAREST)
"""The criteria that are evaluated for each group before the next lower group is considered."""


def _find_first_differing_measure(
    actual: RoundPairing, forced: RoundPairing
) -> CriterionValue | None:
    """Return the first measure of a criterion in ``LAWS`` that differs, or None.

    Scoregroups are compared from the top down.
    """
    one, other = _collect_measures_by_group(actual), _collect_measures_by_group(forced)
    for place in sorted(one.keys() | other.keys()):
        measures = one.get(place), other.get(place)
        if measures[0] != measures[1]:
            return measures[0] or measures[1]
    return None


def _collect_measures_by_group(pairing: RoundPairing) -> dict[tuple[int, int, int], CriterionValue]:
    """Return the measures of the criteria in ``LAWS``.

    They are keyed by scoregroup, criterion and the scoregroup that is skipped.
    """
    weighed = [reason for reason in pairing.reasons if isinstance(reason, PairingQuality)]
    measured = [measure for reason in weighed for measure in reason.measures]
    leaving, passing = ([m for m in measured if m.criterion is law] for law in LAWS)
    groups = [m.points for m in leaving]
    found = {(at, 0, 0): m for at, m in enumerate(leaving)}
    for m in passing:
        assert m.past_points is not None, "an odd man passes some group"
        found[groups.index(m.points), 1, groups.index(m.past_points)] = m
    return found


def _find_pairing_quality(pairing: RoundPairing, article: str) -> PairingQuality | None:
    return next(
        (r for r in pairing.reasons if isinstance(r, PairingQuality) and r.article == article), None
    )


def _fields_to_compare_decisions(reason: Reason) -> tuple[object, ...]:
    """Return the type and fields of a decision without its article and the candidates passed
    over.
    """
    kept = (f for f in reason.__dataclass_fields__ if f not in ("passed_over", "article"))
    return (type(reason), *(getattr(reason, f) for f in kept))


def _find_worse_article_and_criterion(
    decided: Reason, instead: Reason | None
) -> tuple[str, Criterion | None]:
    """Return the article and the criterion under which the pairing is worse.

    If no criterion can be named, return the article of the decision and None.
    """
    if isinstance(decided, PairingQuality) and isinstance(instead, PairingQuality):
        for measure, other in zip_longest(decided.measures, instead.measures):
            if measure != other:
                worse = measure or other
                return worse.article, worse.criterion
    return decided.article, None
