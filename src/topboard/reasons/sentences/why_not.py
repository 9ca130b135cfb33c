"""Sentences for players that answer "why not these two?"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

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
from topboard.reasons.sentences import paragraph, reason_sentence
from topboard.reasons.sentences.criteria import (
    as_good_but_later_sentence,
    criterion_worse_sentence,
    others_stranded_sentence,
    worse_criterion_clause,
)
from topboard.reasons.sentences.obstacles import obstacle_sentence
from topboard.reasons.sentences.templates import fill_template
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

    from topboard.messages import Message
    from topboard.model import Number, Tenths
    from topboard.reasons.why_not import Verdict

    Name = Callable[[Number], str]


class AskedPair:
    """The two participants of a question, with their names as the sentences show them."""

    __slots__ = ("name", "one", "other")

    def __init__(self, a: Number, b: Number, name: Name) -> None:
        self.name = name
        self.one = name(a)
        self.other = name(b)

    @property
    def both(self) -> str:
        """Return the names of the two, joined by "and"."""
        return say("{one} and {other}", one=self.one, other=self.other)


if TYPE_CHECKING:
    VerdictRow: TypeAlias = Message | Callable[[Any, AskedPair], list[str]]
    """A template with the places ``{both}`` and the fields of the verdict, or a function."""


def verdict_sentences(verdict: Verdict, a: Number, b: Number, name: Name) -> list[str]:
    """Return the sentences that answer why ``a`` and ``b`` are not paired."""
    asked = AskedPair(a, b, name)
    row = VERDICTS[type(verdict)]
    if isinstance(row, str):
        return [_fill_verdict_template(row, verdict, asked)]
    return row(verdict, asked)


def _fill_verdict_template(template: Message, verdict: Verdict, asked: AskedPair) -> str:
    return fill_template(template, verdict, asked.name, both=asked.both)


def _met_before_sentences(verdict: HaveMet, asked: AskedPair) -> list[str]:
    template = MET_BY_FORFEIT if verdict.by_forfeit else MET
    return [_fill_verdict_template(template, verdict, asked)]


MET = message("{both} met in round {round} ({article}).")
MET_BY_FORFEIT = message(
    "{both} were paired in round {round}, and nobody is paired with another twice, even if"
    " one did not come ({article})."
)


NEEDS = {
    ColourNeed.LIMIT: message("{one} and {other} both may only have {colour}"),
    ColourNeed.DUE: message("{one} and {other} both are due {colour}"),
    ColourNeed.COLUMN: message("{one} and {other} both stand in the column of {colour}"),
}


def _same_colour_sentences(verdict: SameColour, asked: AskedPair) -> list[str]:
    one, other, colour = asked.one, asked.other, colour_word(verdict.colour)
    had = say(
        "{white} had {white_history}, {black} {black_history}",
        white=one,
        white_history=colour_letters(verdict.histories[0]),
        black=other,
        black_history=colour_letters(verdict.histories[1]),
    )
    told = say_kept(NEEDS[verdict.ground], one=one, other=other, colour=colour)
    return [f"{told}: {had} ({verdict.article})."]


SET_BEFORE = message(
    "The table set {both} against each other in {told}, not in round {round} ({article})."
)
SET_LATER = message(
    "The table sets {both} against each other in {told}, not in round {round} ({article})."
)


def _meet_by_table_sentences(verdict: MeetByRoundRobinTable, asked: AskedPair) -> list[str]:
    rounds = [say("round {round}", round=number) for number in verdict.rounds]
    told = join_with_and(rounds) if rounds else say("no round")
    when = SET_BEFORE if rounds and verdict.rounds[-1] < verdict.round else SET_LATER
    return [fill_template(when, verdict, asked.name, both=asked.both, told=told)]


def _bye_sentences(verdict: HasBye, asked: AskedPair) -> list[str]:
    return paragraph(verdict.decided, asked.name)


def _different_scoregroups_sentences(verdict: DifferentScoregroups, asked: AskedPair) -> list[str]:
    clause = _different_scoregroups_clause(verdict.points, asked)
    return [f"{clause} ({verdict.article}).", reason_sentence(verdict.decided, asked.name)]


def _different_scoregroups_clause(of: tuple[Tenths, Tenths], asked: AskedPair) -> str:
    return say(
        "{one} with {points} and {other} with {others_points} are in different score groups",
        one=asked.one,
        points=points_with_word(of[0]),
        other=asked.other,
        others_points=points_with_word(of[1]),
    )


def _somebody_else_first_sentences(verdict: SomebodyElseFirst, asked: AskedPair) -> list[str]:
    """Return sentences for the decision that was made instead, and the obstacle, if any."""
    lines, name = [], asked.name
    if verdict.points[0] != verdict.points[1]:
        lines.append(f"{_different_scoregroups_clause(verdict.points, asked)}.")
    lines.append(reason_sentence(verdict.decided, name))
    if verdict.obstacle is not None and verdict.passed_over is not None:
        told = obstacle_sentence(verdict.obstacle, name)
        lines.append(say("Not {passed}: {told}.", passed=name(verdict.passed_over), told=told))
    elif isinstance(verdict.decided, OpponentChoice):
        lines.append(_later_in_order_sentence(verdict.decided, asked))
    return lines


def _later_in_order_sentence(decided: OpponentChoice, asked: AskedPair) -> str:
    """Return a sentence that says why one of the two is chosen before the other is considered."""
    one, other, name = asked.one, asked.other, asked.name
    taken = one if one in (name(decided.chooser), name(decided.chosen)) else other
    left = other if taken == one else one
    if name(decided.chooser) == taken:
        return say("{left} comes later in this order.", left=left)
    return say("So {taken} is taken before it is the turn of {left}.", taken=taken, left=left)


def _differing_decision_sentences(verdict: Suffers, asked: AskedPair) -> list[str]:
    both, name = asked.both, asked.name
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


def _no_legal_pairing_sentences(verdict: NobodyElseCouldBePaired, asked: AskedPair) -> list[str]:
    text = say("With {both} at one table the round has no legal pairing", both=asked.both)
    if not verdict.islands:
        why = f": {retold(verdict.refusal)}" if verdict.refusal else ""
        return [f"{text}{why} ({verdict.article})."]
    left = remaining_opponents_clause(verdict.islands, verdict.bridge, asked.name)  # type: ignore[arg-type]
    return [f"{text}: {left} ({verdict.article})."]


def _criterion_worse_sentences(verdict: CriterionWorse, asked: AskedPair) -> list[str]:
    return [criterion_worse_sentence(verdict, asked.both, asked.name)]


def _others_stranded_sentences(verdict: StrandsOthers, asked: AskedPair) -> list[str]:
    return [others_stranded_sentence(verdict, asked.both, asked.name)]


def _as_good_but_later_sentences(verdict: LaterInOrder, asked: AskedPair) -> list[str]:
    return [
        as_good_but_later_sentence(verdict.judged, asked.both, asked.name),
        reason_sentence(verdict.decided, asked.name),
    ]


VERDICTS: dict[type, VerdictRow] = {
    ArePaired: message("{both} do meet, at table {table}."),
    NotInRound: message("{number:name} is not paired in this round."),
    HaveMet: _met_before_sentences,
    ForbiddenByOrganiser: message("The organiser does not let {both} meet."),
    RequiredElsewhere: message("It was decided that {number:name} meets {opponent:name}."),
    SameColour: _same_colour_sentences,
    NoColourLeft: message("{number:name} may have neither colour ({article})."),
    MeetByRoundRobinTable: _meet_by_table_sentences,
    HasBye: _bye_sentences,
    DifferentScoregroups: _different_scoregroups_sentences,
    SomebodyElseFirst: _somebody_else_first_sentences,
    NobodyElseCouldBePaired: _no_legal_pairing_sentences,
    Suffers: _differing_decision_sentences,
    CriterionWorse: _criterion_worse_sentences,
    StrandsOthers: _others_stranded_sentences,
    LaterInOrder: _as_good_but_later_sentences,
}
"""The sentences for each verdict."""
