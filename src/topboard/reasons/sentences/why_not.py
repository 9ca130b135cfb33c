"""Sentences for players that answer "why not these two?"."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from topboard.messages import message, retold, say, say_kept
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.grounds import ColourNeed
from topboard.reasons.obstacles import (
    CriterionWorse,
    ForbiddenByOrganiser,
    HaveMet,
    NoColourLeft,
    RequiredElsewhere,
    StrandsOthers,
)
from topboard.reasons.sentences import reason_sentence
from topboard.reasons.sentences.criteria import (
    as_good_but_later_sentence,
    criterion_worse_sentence,
    others_stranded_sentence,
    worse_criterion_clause,
)
from topboard.reasons.sentences.obstacles import obstacle_sentence, passed_over_sentences
from topboard.reasons.sentences.words import (
    colour_letters,
    colour_word,
    join_with_and,
    points_with_word,
    remaining_opponents_clause,
)
from topboard.reasons.why_not import (
    ArePaired,
    DifferentScoregroups,
    HasBye,
    LaterInOrder,
    MeetByRoundRobinTable,
    NobodyElseCouldBePaired,
    NotInRound,
    SameColour,
    SomebodyElseFirst,
    Suffers,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Number, Tenths
    from topboard.reasons.decisions import Reason
    from topboard.reasons.why_not import Verdict

    Name = Callable[[Number], str]


def verdict_sentences(verdict: Verdict, a: Number, b: Number, name: Name) -> list[str]:
    """Return the sentences that answer why ``a`` and ``b`` are not paired."""
    one, other = name(a), name(b)
    both = say("{one} and {other}", one=one, other=other)
    match verdict:
        case ArePaired():
            return [say("{both} do meet, at table {table}.", both=both, table=verdict.table)]
        case NotInRound():
            return [say("{who} is not paired in this round.", who=name(verdict.number))]
        case HaveMet():
            return [_met_before_sentence(verdict, both)]
        case ForbiddenByOrganiser():
            return [say("The organiser does not let {both} meet.", both=both)]
        case RequiredElsewhere():
            assert verdict.opponent is not None
            number, opponent = name(verdict.number), name(verdict.opponent)
            return [
                say(
                    "It was decided that {number} meets {opponent}.",
                    number=number,
                    opponent=opponent,
                )
            ]
        case SameColour():
            return [_same_colour_sentence(verdict, one, other)]
        case NoColourLeft():
            return [
                say(
                    "{who} may have neither colour ({article}).",
                    who=name(verdict.number),
                    article=verdict.article,
                )
            ]
        case MeetByRoundRobinTable():
            return [_meet_by_table_sentence(verdict, both)]
        case HasBye():
            return _reason_sentences(verdict.decided, name)
        case DifferentScoregroups():
            return [
                _different_scoregroups_sentence(verdict, one, other),
                *_reason_sentences(verdict.decided, name)[:1],
            ]
        case SomebodyElseFirst():
            return _somebody_else_first_sentences(verdict, one, other, name)
        case NobodyElseCouldBePaired():
            return [_no_legal_pairing_sentence(verdict, both, name)]
        case Suffers():
            return _differing_decision_sentences(verdict, both, name)
        case CriterionWorse():
            return [criterion_worse_sentence(verdict, both, name)]
        case StrandsOthers():
            return [others_stranded_sentence(verdict, both, name)]
        case LaterInOrder():
            return [
                as_good_but_later_sentence(verdict.judged, both, name),
                *_reason_sentences(verdict.decided, name)[:1],
            ]
        case _:
            assert_never(verdict)


def _met_before_sentence(verdict: HaveMet, both: str) -> str:
    if verdict.by_forfeit:
        return say(
            "{both} were paired in round {round}, and nobody is paired with another twice, even if"
            " one did not come ({article}).",
            both=both,
            round=verdict.round,
            article=verdict.article,
        )
    return say(
        "{both} met in round {round} ({article}).",
        both=both,
        round=verdict.round,
        article=verdict.article,
    )


def _reason_sentences(reason: Reason, name: Name) -> list[str]:
    return [
        reason_sentence(reason, name),
        *passed_over_sentences(getattr(reason, "passed_over", ()), name),
    ]


NEEDS = {
    ColourNeed.LIMIT: message("{one} and {other} both may only have {colour}"),
    ColourNeed.DUE: message("{one} and {other} both are due {colour}"),
    ColourNeed.COLUMN: message("{one} and {other} both stand in the column of {colour}"),
}


def _same_colour_sentence(verdict: SameColour, one: str, other: str) -> str:
    colour = colour_word(verdict.colour)
    had = say(
        "{white} had {white_history}, {black} {black_history}",
        white=one,
        white_history=colour_letters(verdict.histories[0]),
        black=other,
        black_history=colour_letters(verdict.histories[1]),
    )
    told = say_kept(NEEDS[verdict.ground], one=one, other=other, colour=colour)
    return f"{told}: {had} ({verdict.article})."


SET_BEFORE = message(
    "The table set {both} against each other in {told}, not in round {round} ({article})."
)
SET_LATER = message(
    "The table sets {both} against each other in {told}, not in round {round} ({article})."
)


def _meet_by_table_sentence(verdict: MeetByRoundRobinTable, both: str) -> str:
    rounds = [say("round {round}", round=number) for number in verdict.rounds]
    told = join_with_and(rounds) if rounds else say("no round")
    when = SET_BEFORE if rounds and verdict.rounds[-1] < verdict.round else SET_LATER
    places = {"both": both, "told": told, "round": verdict.round, "article": verdict.article}
    return say_kept(when, **places)


def _different_scoregroups_sentence(verdict: DifferentScoregroups, one: str, other: str) -> str:
    return f"{_different_scoregroups_clause(verdict.points, one, other)} ({verdict.article})."


def _different_scoregroups_clause(of: tuple[Tenths, Tenths], one: str, other: str) -> str:
    return say(
        "{one} with {points} and {other} with {others_points} are in different score groups",
        one=one,
        points=points_with_word(of[0]),
        other=other,
        others_points=points_with_word(of[1]),
    )


def _somebody_else_first_sentences(
    verdict: SomebodyElseFirst, one: str, other: str, name: Name
) -> list[str]:
    """Return sentences for the decision that was made instead, and the obstacle, if any."""
    lines = []
    if verdict.points[0] != verdict.points[1]:
        lines.append(f"{_different_scoregroups_clause(verdict.points, one, other)}.")
    lines.append(reason_sentence(verdict.decided, name))
    if verdict.obstacle is not None and verdict.passed_over is not None:
        told = obstacle_sentence(verdict.obstacle, name)
        lines.append(say("Not {passed}: {told}.", passed=name(verdict.passed_over), told=told))
    elif isinstance(verdict.decided, OpponentChoice):
        lines.append(_later_in_order_sentence(verdict.decided, one, other, name))
    return lines


def _later_in_order_sentence(decided: OpponentChoice, one: str, other: str, name: Name) -> str:
    """Return a sentence that says why one of the two is chosen before the other is considered."""
    taken = one if one in (name(decided.chooser), name(decided.chosen)) else other
    left = other if taken == one else one
    if name(decided.chooser) == taken:
        return say("{left} comes later in this order.", left=left)
    return say("So {taken} is taken before it is the turn of {left}.", taken=taken, left=left)


def _differing_decision_sentences(verdict: Suffers, both: str, name: Name) -> list[str]:
    if verdict.criterion is not None:
        return [
            say(
                "{both} could meet, but {criterion} ({article}).",
                both=both,
                criterion=worse_criterion_clause(verdict.criterion),
                article=verdict.article,
            )
        ]
    lines = [
        say(
            "{both} could meet, but article {article} would suffer first.",
            both=both,
            article=verdict.article,
        ),
        say("Decided: {decided}", decided=reason_sentence(verdict.decided, name)),
    ]
    if verdict.instead is not None:
        lines.append(
            say("With the pair: {instead}", instead=reason_sentence(verdict.instead, name))
        )
    return lines


def _no_legal_pairing_sentence(verdict: NobodyElseCouldBePaired, both: str, name: Name) -> str:
    text = say("With {both} at one table the round has no legal pairing", both=both)
    if not verdict.islands:
        why = f": {retold(verdict.refusal)}" if verdict.refusal else ""
        return f"{text}{why} ({verdict.article})."
    left = remaining_opponents_clause(verdict.islands, verdict.bridge, name)  # type: ignore[arg-type]
    return f"{text}: {left} ({verdict.article})."
