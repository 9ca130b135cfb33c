"""Sentences that say how far a pairing falls short of the criteria, or would fall short."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_count, say_kept, say_kept_count
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.grounds import Criterion
from topboard.reasons.sentences.templates import fill_template
from topboard.reasons.sentences.words import bracket_phrase, points_with_word
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topboard.messages import Message
    from topboard.model import Number, Tenths
    from topboard.reasons.decisions import BracketQuality, QualityMeasure
    from topboard.reasons.family_decisions import CriterionValue, PairingQuality
    from topboard.reasons.objections import AsGoodButLater
    from topboard.reasons.obstacles import CriterionWorse, StrandsOthers

    Name = Callable[[Number], str]


# --- what the best pairing costs ----------------------------------------------------------

MEASURES: dict[QualityCriterion | Criterion, tuple[Message, Message]] = {
    QualityCriterion.NEXT_BRACKET: counted(
        "one cannot be paired in this bracket or the next",
        "{count} cannot be paired in this bracket or the next",
    ),
    QualityCriterion.BYE_UNPLAYED: counted(
        "who has the bye has missed one round already",
        "who has the bye has missed {count} rounds already",
    ),
    QualityCriterion.WIDE_DIFFERENCE: counted(
        "one topscorer, or opponent of one, has a colour three times more than the other",
        "{count} topscorers, or opponents of them, have a colour three times more than the other",
    ),
    QualityCriterion.THIRD_COLOUR: counted(
        "one topscorer, or opponent of one, has the same colour a third time running",
        "{count} topscorers, or opponents of them, have the same colour a third time running",
    ),
    QualityCriterion.PREFERENCE: counted(
        "one does not get the colour he prefers", "{count} do not get the colour they prefer"
    ),
    QualityCriterion.STRONG_PREFERENCE: counted(
        "one of strong preference does not get his colour",
        "{count} of strong preference do not get their colour",
    ),
    QualityCriterion.DOWNFLOAT_LAST: counted(
        "one floats down again who did in the last round",
        "{count} float down again who did in the last round",
    ),
    QualityCriterion.UPFLOAT_LAST: counted(
        "one floats up again who did in the last round",
        "{count} float up again who did in the last round",
    ),
    QualityCriterion.MAXIMUM_UPFLOATERS: counted(
        "one maximum upfloater floats up again", "{count} maximum upfloaters float up again"
    ),
    QualityCriterion.UPFLOATS_OF_MAXIMUM: counted(
        "maximum upfloaters among them floated up once before",
        "maximum upfloaters among them floated up {count} times before",
    ),
    QualityCriterion.DOWNFLOAT_BEFORE: counted(
        "one floats down again who did two rounds ago",
        "{count} float down again who did two rounds ago",
    ),
    QualityCriterion.UPFLOAT_BEFORE: counted(
        "one floats up again who did two rounds ago",
        "{count} float up again who did two rounds ago",
    ),
    Criterion.FEWEST_ODD_MEN: counted("one below", "{count} below"),
    Criterion.NEAREST: counted("one of", "{count} of"),
    Criterion.UNFINISHED: counted(
        "one odd man has an unfinished game", "{count} odd men have unfinished games"
    ),
    Criterion.ODD_MAN_ONCE: counted(
        "one is in a pair with an odd man for the second time",
        "{count} are in pairs with an odd man for the second time",
    ),
    Criterion.WISH: counted(
        "one cannot be kept from an opponent as was asked",
        "{count} cannot be kept from opponents as was asked",
    ),
    Criterion.EQUALISE: counted(
        "one cannot be given the equalising colour", "{count} cannot be given the equalising colour"
    ),
    Criterion.THIRD_COLOUR: counted(
        "one has the same colour a third time running",
        "{count} have the same colour a third time running",
    ),
    Criterion.INTERCHANGE: counted(
        "one of the top half changes places with one of the bottom half",
        "{count} of the top half change places with {count} of the bottom half",
    ),
    Criterion.ALTERNATE: counted(
        "one cannot be given the alternating colour",
        "{count} cannot be given the alternating colour",
    ),
}
"""The clauses for players who fall short of a criterion, in singular and plural."""

PAIR_MEASURES = {
    **MEASURES,
    QualityCriterion.FOLLOWING_GROUP: counted(
        "the following scoregroup needs one upfloater, with any such set",
        "the following scoregroup needs {count} upfloaters, with any such set",
    ),
    QualityCriterion.UPFLOATER_FLOATED: counted(
        "one of them floated in the last round too", "{count} of them floated in the last round too"
    ),
    QualityCriterion.PREFERENCE: counted(
        "in one match both prefer the same colour", "in {count} matches both prefer the same colour"
    ),
    QualityCriterion.STRONG_PREFERENCE: counted(
        "in one match both do so strongly", "in {count} matches both do so strongly"
    ),
    QualityCriterion.OPPONENT_FLOATED: counted(
        "one upfloater meets somebody that floated in the last round",
        "{count} upfloaters meet somebody that floated in the last round",
    ),
}
"""The clauses for a system that counts upfloaters, and pairs in which both prefer one colour."""


def bracket_quality_sentence(reason: BracketQuality, _name: Name) -> str:
    """Return a sentence with the criteria that the best pairing of a bracket does not meet.

    Criteria that compare lists of scores are left out because they are too complex for a sentence.
    """
    bracket = bracket_phrase(reason.points)
    if not reason.counts_pairs:
        told = "; ".join(_bracket_quality_clause(m, reason) for m in reason.measures if not m.at)
        return say("The best pairing of {bracket}: {told}.", bracket=bracket, told=told)
    told = pair_quality_clauses(reason.measures)
    if not any(reason.want):
        return say("In the best pairing of {bracket} {told}.", bracket=bracket, told=told)
    white, black = (str(count) if count else say("nobody") for count in reason.want)
    return say(
        "In the best pairing of {bracket}, where {white} want White and {black} Black, {told}.",
        bracket=bracket,
        white=white,
        black=black,
        told=told,
    )


def pair_quality_clauses(measures: Iterable[QualityMeasure]) -> str:
    """Return the clauses for a set of upfloaters or the pairs of a bracket."""
    return "; ".join(
        f"{say_kept_count(PAIR_MEASURES[one.criterion], one.value)} ({one.article})"
        for one in measures
    )


def _bracket_quality_clause(measure: QualityMeasure, reason: BracketQuality) -> str:
    told = say_kept_count(MEASURES[measure.criterion], measure.value)
    if measure.criterion is QualityCriterion.PREFERENCE:
        white, black = (str(count) if count else say("nobody") for count in reason.want)
        want = say("White is preferred by {white}, Black by {black}", white=white, black=black)
        if measure.value == reason.denied_at_least:
            told = say_count(
                "{want}, so that at least one does not get it",
                "{want}, so that at least {count} do not get it",
                measure.value,
                want=want,
            )
        else:
            told = say("{want}, and {told}", want=want, told=told)
    return f"{told} ({measure.article})"


def round_quality_sentence(reason: PairingQuality, _name: Name) -> str:
    """Return a sentence with the best values of criteria that compare complete pairings."""
    short = [measure for measure in reason.measures if measure.value]
    if reason.article == "618b":
        return _fewest_odd_men_sentence(short)
    if reason.article == "618c":
        return _skipped_scoregroups_sentence(short)
    if not short:
        return (
            f"{_scoregroup_heading(reason)}: {_all_criteria_met_clause(reason)} ({reason.article})."
        )
    told = ", ".join(f"{_criterion_value_clause(measure)} ({measure.article})" for measure in short)
    return say(
        "{of}: {told}; whatever does better is worse by a weightier article.",
        of=_scoregroup_heading(reason),
        told=told,
    )


def _all_criteria_met_clause(reason: PairingQuality) -> str:
    if reason.article == "623":
        return say("nobody is among them who should be spared")
    return say("nobody misses a due colour, and no interchange between the halves is needed")


def _fewest_odd_men_sentence(short: Sequence[CriterionValue]) -> str:
    if not short:
        return say("Everybody is paired inside his score group (618b).")
    told = ", ".join(
        say(
            "{told} the group of {points}",
            told=_criterion_value_clause(measure),
            points=points_with_word(measure.points),
        )
        for measure in short
    )
    return say(
        "From the top down, as few as possible are paired below their group: {told} (618b).",
        told=told,
    )


def _skipped_scoregroups_sentence(short: Sequence[CriterionValue]) -> str:
    if not short:
        return say("No odd man passes a score group (618c).")
    told = "; ".join(
        _skipped_scoregroups_clause(alike)
        for _, alike in groupby(short, key=lambda m: (m.points, m.value))
    )
    return say("Odd men are paired as near as possible: {told} (618c).", told=told)


def _skipped_scoregroups_clause(alike: Iterable[CriterionValue]) -> str:
    """Return a clause with the number of odd men who pass over other groups."""
    first, *others = alike
    past = [format_points(m.past_points) for m in (first, *others) if m.past_points is not None]
    groups = say("the group of {points}", points=points_with_word(first.past_points or 0))
    if others:
        groups = say(
            "the groups of {past} and {last} points", past=", ".join(past[:-1]), last=past[-1]
        )
    return say_count(
        "{told} the group of {points} passes {groups}",
        "{told} the group of {points} pass {groups}",
        first.value,
        told=_criterion_value_clause(first),
        points=points_with_word(first.points),
        groups=groups,
    )


def _scoregroup_heading(reason: PairingQuality) -> str:
    what = say("odd men") if reason.article == "623" else say("pairs")
    return say(
        "Group of {points}, its {what}",
        points=points_with_word(reason.measures[0].points),
        what=what,
    )


def _criterion_value_clause(measure: CriterionValue) -> str:
    return say_kept_count(MEASURES[measure.criterion], measure.value)


# --- what would be worse ------------------------------------------------------------------

COSTS: dict[QualityCriterion | Criterion, Message] = {
    QualityCriterion.UPFLOATERS: message("{more} would float up"),
    QualityCriterion.UPFLOATER_SCORES: message("a lower score would float up"),
    QualityCriterion.MAXIMUM_UPFLOATERS: message("{more} would be a maximum upfloater"),
    QualityCriterion.UPFLOATS_OF_MAXIMUM: message(
        "maximum upfloaters would float up who did so more often before"
    ),
    QualityCriterion.FOLLOWING_GROUP: message(
        "the following scoregroup would need more upfloaters than its number asks for"
    ),
    QualityCriterion.UPFLOATER_FLOATED: message(
        "{more} would float up that floated in the last round"
    ),
    QualityCriterion.OPPONENT_FLOATED: message(
        "{more} would meet an upfloater that floated in the last round"
    ),
    QualityCriterion.DOWNFLOATERS: message("{more} would float down"),
    QualityCriterion.DOWNFLOATER_SCORES: message("a higher score would float down"),
    QualityCriterion.SCORE_DIFFERENCES: message("the score differences would be larger"),
    QualityCriterion.NEXT_BRACKET: message("{more} could not be paired in the next bracket"),
    QualityCriterion.NEXT_BRACKET_SCORES: message(
        "those left over in the next bracket would have higher scores"
    ),
    QualityCriterion.BYE_UNPLAYED: message(
        "the bye would go to one who has missed more rounds already"
    ),
    QualityCriterion.WIDE_DIFFERENCE: message(
        "{more} would have a colour three times more than the other"
    ),
    QualityCriterion.THIRD_COLOUR: message(
        "{more} would have the same colour a third time running"
    ),
    QualityCriterion.PREFERENCE: message("{more} would not get the colour they prefer"),
    QualityCriterion.STRONG_PREFERENCE: message(
        "{more} of strong preference would not get their colour"
    ),
    QualityCriterion.DOWNFLOAT_LAST: message(
        "{more} would float down who did so in the last round"
    ),
    QualityCriterion.UPFLOAT_LAST: message("{more} would float up who did so in the last round"),
    QualityCriterion.DOWNFLOAT_BEFORE: message("{more} would float down who did so two rounds ago"),
    QualityCriterion.UPFLOAT_BEFORE: message("{more} would float up who did so two rounds ago"),
    QualityCriterion.DIFFERENCE_DOWN_LAST: message(
        "the score differences of those who floated down in the last round would be larger"
    ),
    QualityCriterion.DIFFERENCE_UP_LAST: message(
        "the score differences of those who floated up in the last round would be larger"
    ),
    QualityCriterion.DIFFERENCE_DOWN_BEFORE: message(
        "the score differences of those who floated down two rounds ago would be larger"
    ),
    QualityCriterion.DIFFERENCE_UP_BEFORE: message(
        "the score differences of those who floated up two rounds ago would be larger"
    ),
    Criterion.FEWEST_ODD_MEN: message("more would have to be paired below their group"),
    Criterion.NEAREST: message("another odd man would pass a nearer group"),
    Criterion.UNFINISHED: message("one with an unfinished game would be an odd man"),
    Criterion.ODD_MAN_ONCE: message("has been an odd man, or met one, before"),
    Criterion.WISH: message("the two asked not to meet"),
    Criterion.LOWEST_ODD_MAN: message("one ranked higher would be the odd man"),
    Criterion.OPPONENT_DUE_OPPOSITE: message("is not due the opposite colour"),
    Criterion.HIGHEST_OPPONENT: message("another odd man would meet one ranked lower"),
    Criterion.EQUALISE: message("fewer players would get the equalising colour"),
    Criterion.THIRD_COLOUR: message("one more would have the same colour a third time running"),
    Criterion.INTERCHANGE: message("another interchange between the halves would be needed"),
    Criterion.ALTERNATE: message("fewer players would get the alternating colour"),
    Criterion.CONSECUTIVE: message("a pair ranked higher would leave the consecutive order"),
}
"""The clauses for what would get worse with a candidate, keyed by criterion."""


def criterion_cost_clause(obstacle: CriterionWorse) -> str:
    """Return a clause that says what would get worse, and by how much if it is counted."""
    if isinstance(obstacle.criterion, Criterion):
        return say_kept(COSTS[obstacle.criterion])
    if obstacle.most == obstacle.by:
        more = say_count("one more", "{count} more", obstacle.by)
    else:
        more = say_count("at least one more", "at least {count} more", obstacle.by)
    cost = say_kept(COSTS[obstacle.criterion], more=more)
    if obstacle.most:
        return cost
    if obstacle.criterion is QualityCriterion.DOWNFLOATERS:
        return say("{cost}, if all could be paired at all", cost=cost)
    return say("{cost}, or a weightier criterion would suffer", cost=cost)


def worse_criterion_clause(criterion: Criterion) -> str:
    """Return a clause that says what would be worse if a different pair were made."""
    match criterion:
        case Criterion.ODD_MAN_ONCE:
            return say("one more would be in a pair with an odd man for the second time")
        case Criterion.WISH:
            return say("one more wish not to meet somebody could not be granted")
        case _:
            return say_kept(COSTS[criterion])


# --- why not these two --------------------------------------------------------------------


def criterion_worse_sentence(found: CriterionWorse, both: str, name: Name) -> str:
    """Return a sentence with the first criterion that would get worse, and by how much."""
    more, figures = say("more"), ""
    if found.then:
        more = say_count("one more", "{count} more", max(sum(found.then) - sum(found.now), 1))
        figures = say(
            ": {then} instead of {now}",
            then=_format_criterion_counts(found.then, found.at),
            now=_format_criterion_counts(found.now, found.at),
        )
    return fill_template(
        COULD_MEET_BUT,
        found,
        name,
        both=both,
        float=_float_condition_clause(found, name),
        cost=say_kept(COSTS[found.criterion], more=more),
        figures=figures,
    )


COULD_MEET_BUT = message(
    "{both} could meet{float}, but then in {points:bracket} {cost}{figures} ({article})."
)


def _float_condition_clause(found: CriterionWorse | AsGoodButLater, name: Name) -> str:
    if found.rises is not None:
        return say(" if {who} floated up", who=name(found.rises))
    return say(" if {who} floated down", who=name(found.floats)) if found.floats else ""


def _format_criterion_counts(values: Sequence[int], at: Sequence[Tenths]) -> str:
    """Return the total count, or a list of the scores or score differences if ``at`` is given."""
    if not at:
        return str(sum(values))
    each = [format_points(one) for one, count in zip(at, values, strict=True) for _ in range(count)]
    return ", ".join(each) if each else say("none")


def as_good_but_later_sentence(found: AsGoodButLater, both: str, name: Name) -> str:
    """Return a sentence saying that the pair is ruled out only because its pairing comes later."""
    return fill_template(
        AS_GOOD_BUT_LATER, found, name, both=both, float=_float_condition_clause(found, name)
    )


AS_GOOD_BUT_LATER = message(
    "{both} could meet{float}, and {points:bracket} would be as good by all criteria; but such a"
    " pairing comes later in the order ({article})."
)


def others_stranded_sentence(found: StrandsOthers, both: str, name: Name) -> str:
    """Return a sentence naming the players who could not be paired if the two met."""
    return fill_template(STRANDED if found.bye_points is None else NO_BYE, found, name, both=both)


STRANDED = message(
    "With {both} at one table not everybody in {points:bracket} and below could be paired:"
    " {proof:proof} ({article})."
)
NO_BYE = message(
    "With {both} at one table nobody with {bye_points:points} could have the bye: {proof:proof}"
    " ({article})."
)
