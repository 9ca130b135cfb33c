"""Sentences that answer the question "why not these two?"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from topboard.messages import counted, message, say, say_kept, say_kept_count, translate_worded
from topboard.reasons.decisions import OpponentChoice
from topboard.reasons.grounds import ColourNeed
from topboard.reasons.obstacles import (
    CriterionWorse,
    ForbiddenByOrganiser,
    HaveMet,
    LeavesOthersUnpairable,
    NoColourLeft,
    RequiredElsewhere,
)
from topboard.reasons.sentences import build_reason_sentence, paragraph
from topboard.reasons.sentences.criteria import (
    as_good_but_later_sentence,
    criterion_worse_sentences,
    others_left_unpairable_sentences,
    worse_criterion_if_paired_sentence,
)
from topboard.reasons.sentences.obstacles import obstacle_sentence
from topboard.reasons.sentences.templates import fill_template
from topboard.reasons.sentences.words import (
    colour_word,
    format_colour_history,
    format_points_with_word,
    join_list,
    unpairable_islands_sentence,
    uses_international_tables,
)
from topboard.reasons.why_not import (
    ArePaired,
    DifferentScoregroups,
    HasBye,
    MeetByRoundRobinTable,
    NotInRound,
    OthersCouldNotBePaired,
    PairComesLaterInOrder,
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
    """The two participants of a why-not question, with their names as the sentences show them."""

    __slots__ = ("name", "one", "other")

    def __init__(self, a: Number, b: Number, name: Name) -> None:
        self.name = name
        self.one = name(a)
        self.other = name(b)

    @property
    def both(self) -> str:
        """Return the names of both participants, joined by "and"."""
        return say("{one} and {other}", one=self.one, other=self.other)


if TYPE_CHECKING:
    VerdictRow: TypeAlias = Message | Callable[[Any, AskedPair], list[str]]
    """A template with the places ``{both}`` and the fields of the verdict, or a function."""


def verdict_sentences(verdict: Verdict, a: Number, b: Number, name: Name) -> list[str]:
    """Return the sentences that answer why ``a`` and ``b`` are not paired."""
    asked = AskedPair(a, b, name)
    row = VERDICTS[type(verdict)]
    if isinstance(row, str):
        return [_fill_why_not_template(row, verdict, asked)]
    return row(verdict, asked)


def _fill_why_not_template(template: Message, verdict: Verdict, asked: AskedPair) -> str:
    return fill_template(template, verdict, asked.name, both=asked.both)


def _are_paired_sentences(verdict: ArePaired, asked: AskedPair) -> list[str]:
    template = MEET_AT_TABLE if verdict.of_teams else MEET_AT_BOARD
    return [_fill_why_not_template(template, verdict, asked)]


MEET_AT_BOARD = message("{both} do meet, on board {table}.")
MEET_AT_TABLE = message("{both} do meet, at table {table}.")


def _met_before_sentences(verdict: HaveMet, asked: AskedPair) -> list[str]:
    template = MET_BY_FORFEIT if verdict.by_forfeit else MET
    return [_fill_why_not_template(template, verdict, asked)]


MET = message("{both} met in round {round} ({article}).")
MET_BY_FORFEIT = message(
    "{both} were paired in round {round}, and no pairing may be repeated, even if one of "
    "the two did not appear ({article})."
)


NEEDS = {
    ColourNeed.LIMIT: message(
        "{one} and {other} must both have {colour} ({article}). So far {one} has had "
        "{one_history} and {other} {other_history}."
    ),
    ColourNeed.DUE: message(
        "{one} and {other} are both due {colour} ({article}). So far {one} has had {one_history}"
        " and {other} {other_history}."
    ),
    ColourNeed.COLUMN: message(
        "{one} and {other} are both in the {colour} column ({article}). So far {one} has had"
        " {one_history} and {other} {other_history}."
    ),
}


def _same_colour_sentences(verdict: SameColour, asked: AskedPair) -> list[str]:
    return [
        say_kept(
            NEEDS[verdict.ground],
            one=asked.one,
            other=asked.other,
            colour=colour_word(verdict.colour),
            article=verdict.article,
            one_history=format_colour_history(verdict.histories[0]),
            other_history=format_colour_history(verdict.histories[1]),
        )
    ]


class TableTemplates(NamedTuple):
    """The sentences about the rounds in which a round-robin table pairs two participants."""

    before: tuple[Message, Message]
    later: tuple[Message, Message]
    never: Message


BERGER = TableTemplates(
    counted(
        "The Berger table paired {both} in round {rounds}, not in round {round} ({article}).",
        "The Berger table paired {both} in rounds {rounds}, not in round {round} ({article}).",
    ),
    counted(
        "The Berger table pairs {both} in round {rounds}, not in round {round} ({article}).",
        "The Berger table pairs {both} in rounds {rounds}, not in round {round} ({article}).",
    ),
    message("The Berger table does not pair {both} in any round ({article})."),
)
INTERNATIONAL = TableTemplates(
    counted(
        "The International Tables paired {both} in round {rounds}, not in round {round}"
        " ({article}).",
        "The International Tables paired {both} in rounds {rounds}, not in round {round}"
        " ({article}).",
    ),
    counted(
        "The International Tables pair {both} in round {rounds}, not in round {round} ({article}).",
        "The International Tables pair {both} in rounds {rounds}, not in round {round}"
        " ({article}).",
    ),
    message("The International Tables do not pair {both} in any round ({article})."),
)


def _meet_by_table_sentences(verdict: MeetByRoundRobinTable, asked: AskedPair) -> list[str]:
    table = INTERNATIONAL if uses_international_tables(verdict.article) else BERGER
    if not verdict.rounds:
        return [_fill_why_not_template(table.never, verdict, asked)]
    return [
        say_kept_count(
            table.before if verdict.rounds[-1] < verdict.round else table.later,
            len(verdict.rounds),
            both=asked.both,
            rounds=join_list([str(number) for number in verdict.rounds]),
            round=verdict.round,
            article=verdict.article,
        )
    ]


def _bye_sentences(verdict: HasBye, asked: AskedPair) -> list[str]:
    return paragraph(verdict.decided, asked.name)


def _different_scoregroups_sentences(verdict: DifferentScoregroups, asked: AskedPair) -> list[str]:
    return [
        _different_scoregroups_sentence(verdict.points, asked, verdict.article),
        build_reason_sentence(verdict.decided, asked.name),
    ]


def _different_scoregroups_sentence(
    points: tuple[Tenths, Tenths], asked: AskedPair, article: str = ""
) -> str:
    return say_kept(
        DIFFERENT_SCOREGROUPS_BY_ARTICLE if article else DIFFERENT_SCOREGROUPS,
        one=asked.one,
        points=format_points_with_word(points[0]),
        other=asked.other,
        others_points=format_points_with_word(points[1]),
        article=article,
    )


DIFFERENT_SCOREGROUPS = message(
    "{one} with {points} and {other} with {others_points} do not have the same score."
)
DIFFERENT_SCOREGROUPS_BY_ARTICLE = message(
    "{one} with {points} and {other} with {others_points} do not have the same score ({article})."
)


def _other_participant_first_sentences(verdict: SomebodyElseFirst, asked: AskedPair) -> list[str]:
    """Return sentences about the decision that was made instead, with the obstacle, if any."""
    lines, name = [], asked.name
    if verdict.points[0] != verdict.points[1]:
        lines.append(_different_scoregroups_sentence(verdict.points, asked))
    lines.append(build_reason_sentence(verdict.decided, name))
    if verdict.obstacle is not None and verdict.passed_over is not None:
        lines.append(obstacle_sentence(verdict.passed_over, verdict.obstacle, name))
    elif isinstance(verdict.decided, OpponentChoice):
        lines.append(_later_in_order_sentence(verdict.decided, asked))
    return lines


def _later_in_order_sentence(decided: OpponentChoice, asked: AskedPair) -> str:
    one, other, name = asked.one, asked.other, asked.name
    taken = one if one in (name(decided.chooser), name(decided.chosen)) else other
    left = other if taken == one else one
    if name(decided.chooser) == taken:
        return say("{left} comes later in the order of opponents.", left=left)
    return say("{taken} is already paired when {left} is considered.", taken=taken, left=left)


def _differing_decision_sentences(verdict: Suffers, asked: AskedPair) -> list[str]:
    both, name = asked.both, asked.name
    if verdict.criterion is not None:
        return [worse_criterion_if_paired_sentence(both, verdict.criterion, verdict.article)]
    lines = [
        say(
            "{both} could meet, but the decision under article {article} would be different.",
            both=both,
            article=verdict.article,
        ),
        say(
            "The actual decision is: {decided}",
            decided=build_reason_sentence(verdict.decided, name),
        ),
    ]
    if verdict.instead is not None:
        lines.append(
            say(
                "With this pair, the reason would be: {instead}",
                instead=build_reason_sentence(verdict.instead, name),
            )
        )
    return lines


def _no_legal_pairing_sentences(verdict: OthersCouldNotBePaired, asked: AskedPair) -> list[str]:
    text = say(
        "If {both} met, the round would have no legal pairing ({article}).",
        both=asked.both,
        article=verdict.article,
    )
    if verdict.islands:
        proof = unpairable_islands_sentence(verdict.islands, verdict.bridge, asked.name)  # type: ignore[arg-type]
        return [f"{text} {proof}"]
    if not verdict.refusal:
        return [text]
    return [
        say(
            "{text} The error would be: {refusal}.",
            text=text,
            refusal=translate_worded(verdict.refusal),
        )
    ]


def _criterion_worse_sentences(verdict: CriterionWorse, asked: AskedPair) -> list[str]:
    return [criterion_worse_sentences(verdict, asked.both, asked.name)]


def _others_left_unpairable_sentences(
    verdict: LeavesOthersUnpairable, asked: AskedPair
) -> list[str]:
    return [others_left_unpairable_sentences(verdict, asked.both, asked.name)]


def _as_good_but_later_sentences(verdict: PairComesLaterInOrder, asked: AskedPair) -> list[str]:
    return [
        as_good_but_later_sentence(verdict.judged, asked.both, asked.name),
        build_reason_sentence(verdict.decided, asked.name),
    ]


VERDICTS: dict[type, VerdictRow] = {
    ArePaired: _are_paired_sentences,
    NotInRound: message("{number:name} is not paired in this round."),
    HaveMet: _met_before_sentences,
    ForbiddenByOrganiser: message("The organiser does not allow {both} to meet."),
    RequiredElsewhere: message(
        "{number:name} meets {opponent:name}, because a ruling requires it."
    ),
    SameColour: _same_colour_sentences,
    NoColourLeft: message("{number:name} may be given neither White nor Black ({article})."),
    MeetByRoundRobinTable: _meet_by_table_sentences,
    HasBye: _bye_sentences,
    DifferentScoregroups: _different_scoregroups_sentences,
    SomebodyElseFirst: _other_participant_first_sentences,
    OthersCouldNotBePaired: _no_legal_pairing_sentences,
    Suffers: _differing_decision_sentences,
    CriterionWorse: _criterion_worse_sentences,
    LeavesOthersUnpairable: _others_left_unpairable_sentences,
    PairComesLaterInOrder: _as_good_but_later_sentences,
}
"""The sentences for each class of verdicts."""
