"""Sentences about the criteria that a pairing does not fully meet, or would not meet."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_kept, say_kept_count
from topboard.reasons.criteria import QualityCriterion
from topboard.reasons.grounds import Criterion
from topboard.reasons.sentences.templates import fill_template
from topboard.reasons.sentences.words import join_list
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from topboard.messages import Message
    from topboard.model import Number, Tenths
    from topboard.reasons.decisions import BracketQuality, QualityMeasure
    from topboard.reasons.family_decisions import CriterionValue, PairingQuality
    from topboard.reasons.objections import PairingAsGoodButLater
    from topboard.reasons.obstacles import CriterionWorse, LeavesOthersUnpairable

    Name = Callable[[Number], str]


# --- what the best pairing costs ----------------------------------------------------------

MEASURES: dict[QualityCriterion | Criterion, tuple[Message, Message]] = {
    QualityCriterion.NEXT_BRACKET: counted(
        "One player cannot be paired in the next bracket ({article}).",
        "{count} players cannot be paired in the next bracket ({article}).",
    ),
    QualityCriterion.BYE_UNPLAYED: counted(
        "The player who gets the bye already has one unplayed game ({article}).",
        "The player who gets the bye already has {count} unplayed games ({article}).",
    ),
    QualityCriterion.WIDE_DIFFERENCE: counted(
        "One topscorer or topscorer's opponent has a colour difference beyond ±2 ({article}).",
        "{count} topscorers or topscorers' opponents have a colour difference beyond ±2 "
        "({article}).",
    ),
    QualityCriterion.THIRD_COLOUR: counted(
        "One topscorer or topscorer's opponent has the same colour three times in a row"
        " ({article}).",
        "{count} topscorers or topscorers' opponents have the same colour three times in a row"
        " ({article}).",
    ),
    QualityCriterion.PREFERENCE: counted(
        "One colour preference is not granted ({article}).",
        "{count} colour preferences are not granted ({article}).",
    ),
    QualityCriterion.STRONG_PREFERENCE: counted(
        "One strong colour preference is not granted ({article}).",
        "{count} strong colour preferences are not granted ({article}).",
    ),
    QualityCriterion.DOWNFLOAT_LAST: counted(
        "One player downfloats in two consecutive rounds ({article}).",
        "{count} players downfloat in two consecutive rounds ({article}).",
    ),
    QualityCriterion.UPFLOAT_LAST: counted(
        "One player upfloats in two consecutive rounds ({article}).",
        "{count} players upfloat in two consecutive rounds ({article}).",
    ),
    QualityCriterion.MAXIMUM_UPFLOATERS: counted(
        "One maximum upfloater upfloats again ({article}).",
        "{count} maximum upfloaters upfloat again ({article}).",
    ),
    QualityCriterion.UPFLOATS_OF_MAXIMUM: counted(
        "The maximum upfloaters who upfloat here have upfloated once before ({article}).",
        "The maximum upfloaters who upfloat here have upfloated {count} times before in all "
        "({article}).",
    ),
    QualityCriterion.DOWNFLOAT_BEFORE: counted(
        "One player who downfloated two rounds ago downfloats again ({article}).",
        "{count} players who downfloated two rounds ago downfloat again ({article}).",
    ),
    QualityCriterion.UPFLOAT_BEFORE: counted(
        "One player who upfloated two rounds ago upfloats again ({article}).",
        "{count} players who upfloated two rounds ago upfloat again ({article}).",
    ),
    Criterion.FEWEST_ODD_MEN: counted(
        "One odd man leaves the {points}-point scoregroup.",
        "{count} odd men leave the {points}-point scoregroup.",
    ),
    Criterion.NEAREST: counted(
        "One odd man of the {points}-point scoregroup skips the {skipped}-point scoregroup.",
        "{count} odd men of the {points}-point scoregroup skip the {skipped}-point scoregroup.",
    ),
    Criterion.UNFINISHED: counted(
        "One odd man has an unfinished game ({article}).",
        "{count} odd men have unfinished games ({article}).",
    ),
    Criterion.ODD_MAN_ONCE: counted(
        "One member is an odd man, or meets one, for the second time ({article}).",
        "{count} members are odd men, or meet one, for the second time ({article}).",
    ),
    Criterion.WISH: counted(
        "One request not to meet an opponent cannot be granted ({article}).",
        "{count} requests not to meet an opponent cannot be granted ({article}).",
    ),
    Criterion.EQUALISE: counted(
        "One member cannot be given the equalising colour ({article}).",
        "{count} members cannot be given the equalising colour ({article}).",
    ),
    Criterion.THIRD_COLOUR: counted(
        "One member has the same colour three times in a row ({article}).",
        "{count} members have the same colour three times in a row ({article}).",
    ),
    Criterion.INTERCHANGE: counted(
        "One member of the top half changes places with one of the bottom half ({article}).",
        "{count} members of the top half change places with {count} of the bottom half"
        " ({article}).",
    ),
    Criterion.ALTERNATE: counted(
        "One member cannot be given the alternating colour ({article}).",
        "{count} members cannot be given the alternating colour ({article}).",
    ),
}
"""The sentences for each criterion that is not fully met, in the singular and the plural."""

SKIPS_SEVERAL = counted(
    "One odd man of the {points}-point scoregroup skips the scoregroups of {skipped} points.",
    "{count} odd men of the {points}-point scoregroup skip the scoregroups of {skipped} points.",
)

PAIR_MEASURES = {
    **MEASURES,
    QualityCriterion.FOLLOWING_GROUP: counted(
        "Even with the best choice of upfloaters, the following scoregroup needs one "
        "upfloater ({article}).",
        "Even with the best choice of upfloaters, the following scoregroup needs {count} "
        "upfloaters ({article}).",
    ),
    QualityCriterion.UPFLOATER_FLOATED: counted(
        "One of the upfloaters also floated in the last round ({article}).",
        "{count} of the upfloaters also floated in the last round ({article}).",
    ),
    QualityCriterion.PREFERENCE: counted(
        "In one match both participants prefer the same colour ({article}).",
        "In {count} matches both participants prefer the same colour ({article}).",
    ),
    QualityCriterion.STRONG_PREFERENCE: counted(
        "In one match both participants strongly prefer the same colour ({article}).",
        "In {count} matches both participants strongly prefer the same colour ({article}).",
    ),
    QualityCriterion.OPPONENT_FLOATED: counted(
        "One upfloater meets an opponent that floated in the last round ({article}).",
        "{count} upfloaters meet opponents that floated in the last round ({article}).",
    ),
}
"""The sentences for systems that count upfloaters and pairs that prefer the same colour."""


def bracket_quality_sentences(reason: BracketQuality, name: Name) -> str:
    """Return sentences for the criteria that the best pairing of a bracket does not fully meet.

    Criteria that compare lists of scores are left out because they are too complex for a sentence.
    """
    lead = fill_template(BEST_OF_BRACKET, reason, name)
    if not reason.counts_pairs:
        told = [_bracket_measure_sentences(m, reason) for m in reason.measures if not m.at]
        return " ".join([lead, *told])
    wanted = [_colour_preferences_sentence(reason)] if any(reason.want) else []
    return " ".join([lead, *wanted, *pair_measure_sentences(reason.measures)])


BEST_OF_BRACKET = message(
    "Even the best pairing of the {points:score}-point bracket does not meet every criterion."
)


def pair_measure_sentences(measures: Iterable[QualityMeasure]) -> Iterator[str]:
    """Yield a sentence for each criterion that the upfloaters or pairs of a bracket do not fully
    meet.
    """
    for one in measures:
        yield say_kept_count(PAIR_MEASURES[one.criterion], one.value, article=one.article)


def _colour_preferences_sentence(reason: BracketQuality) -> str:
    white, black = reason.want
    return say(
        "Colour preferences: {white} for White and {black} for Black.", white=white, black=black
    )


def _bracket_measure_sentences(measure: QualityMeasure, reason: BracketQuality) -> str:
    templates = MEASURES[measure.criterion]
    if measure.criterion is not QualityCriterion.PREFERENCE:
        return say_kept_count(templates, measure.value, article=measure.article)
    if measure.value == reason.denied_at_least:
        templates = PREFERENCES_DENIED
    told = say_kept_count(templates, measure.value, article=measure.article)
    return f"{_colour_preferences_sentence(reason)} {told}"


PREFERENCES_DENIED = counted(
    "At least one colour preference cannot be granted ({article}).",
    "At least {count} colour preferences cannot be granted ({article}).",
)


def round_quality_sentences(reason: PairingQuality, _name: Name) -> str:
    """Return sentences for the best possible values of criteria that apply to complete pairings."""
    short = [measure for measure in reason.measures if measure.value]
    if reason.article == "618b":
        return _fewest_odd_men_sentences(short)
    if reason.article == "618c":
        return _skipped_scoregroups_sentences(short)
    odd_men = reason.article == "623"
    places = {"points": format_points(reason.measures[0].points), "article": reason.article}
    if not short:
        return say_kept(ODD_MEN_FIT if odd_men else PAIRS_FIT, **places)
    lead = say_kept(BEST_ODD_MEN if odd_men else BEST_PAIRS, **places)
    return " ".join([lead, *map(_criterion_value_sentence, short), say_kept(ONLY_WORSE)])


ODD_MEN_FIT = message(
    "The choice of odd men in the {points}-point scoregroup has no shortcomings ({article})."
)
PAIRS_FIT = message(
    "In the {points}-point scoregroup every due colour is granted, and no interchange between the"
    " halves is needed ({article})."
)
BEST_ODD_MEN = message(
    "The best choice of odd men in the {points}-point scoregroup has these shortcomings."
)
BEST_PAIRS = message("The best pairing of the {points}-point scoregroup has these shortcomings.")
ONLY_WORSE = message(
    "Every alternative that reduces one of these shortcomings is worse under a more important rule."
)


def _fewest_odd_men_sentences(short: Sequence[CriterionValue]) -> str:
    if not short:
        return say("All participants are paired within their own scoregroups (618b).")
    lead = say(
        "From the top down, as few members as possible are paired below their own scoregroup"
        " (618b)."
    )
    return " ".join([lead, *map(_criterion_value_sentence, short)])


def _skipped_scoregroups_sentences(short: Sequence[CriterionValue]) -> str:
    if not short:
        return say("No odd man skips a scoregroup (618c).")
    told = (
        _skipped_scoregroups_sentence(list(alike))
        for _, alike in groupby(short, key=lambda m: (m.points, m.value))
    )
    return " ".join([say("Odd men are paired in the nearest scoregroups possible (618c)."), *told])


def _skipped_scoregroups_sentence(alike: Sequence[CriterionValue]) -> str:
    first = alike[0]
    skipped = [format_points(m.past_points) for m in alike if m.past_points is not None]
    return say_kept_count(
        MEASURES[Criterion.NEAREST] if len(skipped) == 1 else SKIPS_SEVERAL,
        first.value,
        points=format_points(first.points),
        skipped=join_list(skipped),
    )


def _criterion_value_sentence(measure: CriterionValue) -> str:
    return say_kept_count(
        MEASURES[measure.criterion],
        measure.value,
        points=format_points(measure.points),
        article=measure.article,
    )


# --- what would be worse ------------------------------------------------------------------

COSTS: dict[QualityCriterion | Criterion, Message | tuple[Message, Message]] = {
    QualityCriterion.UPFLOATERS: counted(
        "there would be one more upfloater", "there would be {count} more upfloaters"
    ),
    QualityCriterion.UPFLOATER_SCORES: message("an upfloater would have a lower score"),
    QualityCriterion.MAXIMUM_UPFLOATERS: counted(
        "one more maximum upfloater would upfloat",
        "{count} more maximum upfloaters would upfloat",
    ),
    QualityCriterion.UPFLOATS_OF_MAXIMUM: message(
        "the maximum upfloaters would be players who have upfloated more often before"
    ),
    QualityCriterion.FOLLOWING_GROUP: message(
        "the following scoregroup would need more upfloaters than its size requires"
    ),
    QualityCriterion.UPFLOATER_FLOATED: counted(
        "one more upfloater would be a participant that floated in the last round",
        "{count} more upfloaters would be participants that floated in the last round",
    ),
    QualityCriterion.OPPONENT_FLOATED: counted(
        "one more upfloater would meet an opponent that floated in the last round",
        "{count} more upfloaters would meet opponents that floated in the last round",
    ),
    QualityCriterion.DOWNFLOATERS: counted(
        "there would be one more downfloater", "there would be {count} more downfloaters"
    ),
    QualityCriterion.DOWNFLOATER_SCORES: message("a downfloater would have a higher score"),
    QualityCriterion.SCORE_DIFFERENCES: message("the score differences would be larger"),
    QualityCriterion.NEXT_BRACKET: counted(
        "one more player could not be paired in the next bracket",
        "{count} more players could not be paired in the next bracket",
    ),
    QualityCriterion.NEXT_BRACKET_SCORES: message(
        "the downfloaters of the next bracket would have higher scores"
    ),
    QualityCriterion.BYE_UNPLAYED: message("the bye would go to a player with more unplayed games"),
    QualityCriterion.WIDE_DIFFERENCE: counted(
        "one more topscorer or topscorer's opponent would have a colour difference beyond ±2",
        "{count} more topscorers or topscorers' opponents would have a colour difference beyond ±2",
    ),
    QualityCriterion.THIRD_COLOUR: counted(
        "one more topscorer or topscorer's opponent would have the same colour three times in a"
        " row",
        "{count} more topscorers or topscorers' opponents would have the same colour three times"
        " in a row",
    ),
    QualityCriterion.PREFERENCE: counted(
        "one more colour preference would not be granted",
        "{count} more colour preferences would not be granted",
    ),
    QualityCriterion.STRONG_PREFERENCE: counted(
        "one more strong colour preference would not be granted",
        "{count} more strong colour preferences would not be granted",
    ),
    QualityCriterion.DOWNFLOAT_LAST: counted(
        "one more player would downfloat in two consecutive rounds",
        "{count} more players would downfloat in two consecutive rounds",
    ),
    QualityCriterion.UPFLOAT_LAST: counted(
        "one more player would upfloat in two consecutive rounds",
        "{count} more players would upfloat in two consecutive rounds",
    ),
    QualityCriterion.DOWNFLOAT_BEFORE: counted(
        "one more player who downfloated two rounds ago would downfloat again",
        "{count} more players who downfloated two rounds ago would downfloat again",
    ),
    QualityCriterion.UPFLOAT_BEFORE: counted(
        "one more player who upfloated two rounds ago would upfloat again",
        "{count} more players who upfloated two rounds ago would upfloat again",
    ),
    QualityCriterion.DIFFERENCE_DOWN_LAST: message(
        "the score differences of MDPs who downfloated in the last round would be larger"
    ),
    QualityCriterion.DIFFERENCE_UP_LAST: message(
        "the score differences of MDPs' opponents who upfloated in the last round would be larger"
    ),
    QualityCriterion.DIFFERENCE_DOWN_BEFORE: message(
        "the score differences of MDPs who downfloated two rounds ago would be larger"
    ),
    QualityCriterion.DIFFERENCE_UP_BEFORE: message(
        "the score differences of MDPs' opponents who upfloated two rounds ago would be larger"
    ),
    Criterion.FEWEST_ODD_MEN: message(
        "more members would have to be paired below their own scoregroup"
    ),
    Criterion.NEAREST: message("one more odd man would skip a nearer scoregroup"),
    Criterion.UNFINISHED: message("an odd man would have an unfinished game"),
    Criterion.ODD_MAN_ONCE: message(
        "a participant would be an odd man, or meet one, for a second time"
    ),
    Criterion.WISH: message("the two participants asked not to meet"),
    Criterion.LOWEST_ODD_MAN: message("the odd man would be ranked higher"),
    Criterion.OPPONENT_DUE_OPPOSITE: message("the opponent would not be due the opposite colour"),
    Criterion.HIGHEST_OPPONENT: message("a different odd man would meet a lower-ranked opponent"),
    Criterion.EQUALISE: message("fewer participants would get the equalising colour"),
    Criterion.THIRD_COLOUR: message(
        "one more participant would have the same colour three times in a row"
    ),
    Criterion.INTERCHANGE: message("one more interchange between the halves would be needed"),
    Criterion.ALTERNATE: message("fewer participants would get the alternating colour"),
    Criterion.CONSECUTIVE: message(
        "a higher-ranked pair would no longer follow the consecutive order of the two halves"
    ),
}
"""The clauses that say what would be worse with a candidate. They follow a colon."""

LEAST_COSTS: dict[QualityCriterion | Criterion, tuple[Message, Message]] = {
    QualityCriterion.UPFLOATERS: counted(
        "there would be at least one more upfloater",
        "there would be at least {count} more upfloaters",
    ),
    QualityCriterion.MAXIMUM_UPFLOATERS: counted(
        "at least one more maximum upfloater would upfloat",
        "at least {count} more maximum upfloaters would upfloat",
    ),
    QualityCriterion.UPFLOATER_FLOATED: counted(
        "at least one more upfloater would be a participant that floated in the last round",
        "at least {count} more upfloaters would be participants that floated in the last round",
    ),
    QualityCriterion.OPPONENT_FLOATED: counted(
        "at least one more upfloater would meet an opponent that floated in the last round",
        "at least {count} more upfloaters would meet opponents that floated in the last round",
    ),
    QualityCriterion.DOWNFLOATERS: counted(
        "there would be at least one more downfloater",
        "there would be at least {count} more downfloaters",
    ),
    QualityCriterion.NEXT_BRACKET: counted(
        "at least one more player could not be paired in the next bracket",
        "at least {count} more players could not be paired in the next bracket",
    ),
    QualityCriterion.WIDE_DIFFERENCE: counted(
        "at least one more topscorer or topscorer's opponent would have a colour difference"
        " beyond ±2",
        "at least {count} more topscorers or topscorers' opponents would have a colour difference"
        " beyond ±2",
    ),
    QualityCriterion.THIRD_COLOUR: counted(
        "at least one more topscorer or topscorer's opponent would have the same colour three"
        " times in a row",
        "at least {count} more topscorers or topscorers' opponents would have the same colour"
        " three times in a row",
    ),
    QualityCriterion.PREFERENCE: counted(
        "at least one more colour preference would not be granted",
        "at least {count} more colour preferences would not be granted",
    ),
    QualityCriterion.STRONG_PREFERENCE: counted(
        "at least one more strong colour preference would not be granted",
        "at least {count} more strong colour preferences would not be granted",
    ),
    QualityCriterion.DOWNFLOAT_LAST: counted(
        "at least one more player would downfloat in two consecutive rounds",
        "at least {count} more players would downfloat in two consecutive rounds",
    ),
    QualityCriterion.UPFLOAT_LAST: counted(
        "at least one more player would upfloat in two consecutive rounds",
        "at least {count} more players would upfloat in two consecutive rounds",
    ),
    QualityCriterion.DOWNFLOAT_BEFORE: counted(
        "at least one more player who downfloated two rounds ago would downfloat again",
        "at least {count} more players who downfloated two rounds ago would downfloat again",
    ),
    QualityCriterion.UPFLOAT_BEFORE: counted(
        "at least one more player who upfloated two rounds ago would upfloat again",
        "at least {count} more players who upfloated two rounds ago would upfloat again",
    ),
}
"""The clauses of ``COSTS`` for a count that is only known to be at least a certain number."""


def criterion_cost_clause(obstacle: CriterionWorse) -> str:
    """Return a clause about the criterion that would be worse and, if it is known, the amount."""
    if obstacle.most == obstacle.by:
        return _build_criterion_cost_clause(obstacle.criterion, obstacle.by)
    least = LEAST_COSTS.get(obstacle.criterion)
    if least is None:
        return _build_criterion_cost_clause(obstacle.criterion, obstacle.by)
    return say_kept_count(least, obstacle.by)


def is_certainly_first_worse_criterion(obstacle: CriterionWorse) -> bool:
    """Return whether it is certain that no more important criterion would get worse."""
    return isinstance(obstacle.criterion, Criterion) or bool(obstacle.most)


def _build_criterion_cost_clause(criterion: QualityCriterion | Criterion, count: int) -> str:
    cost = COSTS[criterion]
    return say_kept(cost) if isinstance(cost, str) else say_kept_count(cost, count)


# --- why not these two --------------------------------------------------------------------


def worse_criterion_if_paired_sentence(both: str, criterion: Criterion, article: str) -> str:
    """Return a sentence with the criterion that would be worse if the two participants met."""
    match criterion:
        case Criterion.ODD_MAN_ONCE:
            cost = say("one more participant would be an odd man, or meet one, for a second time")
        case Criterion.WISH:
            cost = say("one more request not to meet an opponent could not be granted")
        case _:
            cost = _build_criterion_cost_clause(criterion, 1)
    return say(
        "{both} could meet, but the round would be worse: {cost} ({article}).",
        both=both,
        cost=cost,
        article=article,
    )


def criterion_worse_sentences(found: CriterionWorse, both: str, name: Name) -> str:
    """Return sentences with the first criterion that would be worse, and by how much."""
    if found.rises is not None:
        template = WORSE_AFTER_UPFLOAT
    else:
        template = WORSE_BRACKET if found.floats is None else WORSE_AFTER_DOWNFLOAT
    if not found.then:
        # The count of unpaired players would mislead: one barred from the bye weighs more.
        cost = say("fewer players could be paired")
        return fill_template(template, found, name, both=both, cost=cost)
    cost = _build_criterion_cost_clause(found.criterion, max(sum(found.then) - sum(found.now), 1))
    compared = _compared_values_sentence(found)
    return f"{fill_template(template, found, name, both=both, cost=cost)} {compared}"


WORSE_BRACKET = message(
    "{both} could meet, but the {points:score}-point bracket would be worse: {cost} ({article})."
)
WORSE_AFTER_UPFLOAT = message(
    "{both} could meet if {rises:name} upfloated, but the {points:score}-point bracket would be"
    " worse: {cost} ({article})."
)
WORSE_AFTER_DOWNFLOAT = message(
    "{both} could meet if {floats:name} downfloated, but the {points:score}-point bracket would be"
    " worse: {cost} ({article})."
)


def _compared_values_sentence(found: CriterionWorse) -> str:
    then = _format_criterion_counts(found.then, found.at)
    now = _format_criterion_counts(found.now, found.at)
    if not found.at:
        return say_kept(COUNTS_COMPARED, then=then, now=now)
    compared = SCORES_COMPARED.get(found.criterion, DIFFERENCES_COMPARED)
    return say_kept_count(compared, max(sum(found.then), sum(found.now)), then=then, now=now)


COUNTS_COMPARED = message("The count for this criterion would be {then} instead of {now}.")
SCORES_COMPARED: dict[QualityCriterion | Criterion, tuple[Message, Message]] = {
    QualityCriterion.DOWNFLOATER_SCORES: counted(
        "The downfloater's score would be {then} instead of {now}.",
        "The downfloaters' scores would be {then} instead of {now}.",
    ),
    QualityCriterion.UPFLOATER_SCORES: counted(
        "The upfloater's score would be {then} instead of {now}.",
        "The upfloaters' scores would be {then} instead of {now}.",
    ),
    QualityCriterion.NEXT_BRACKET_SCORES: counted(
        "The score of the next bracket's downfloater would be {then} instead of {now}.",
        "The scores of the next bracket's downfloaters would be {then} instead of {now}.",
    ),
}
"""The sentences for criteria that compare scores. All other lists are of score differences."""
DIFFERENCES_COMPARED = counted(
    "The score difference would be {then} instead of {now}.",
    "The score differences would be {then} instead of {now}.",
)


def _format_criterion_counts(values: Sequence[int], at: Sequence[Tenths]) -> str:
    if not at:
        return str(sum(values))
    each = [format_points(one) for one, count in zip(at, values, strict=True) for _ in range(count)]
    return join_list(each) if each else say("none")


def as_good_but_later_sentence(found: PairingAsGoodButLater, both: str, name: Name) -> str:
    """Return a sentence for two participants kept apart only by the order of pairings."""
    if found.rises is not None:
        template = LATER_AFTER_UPFLOAT
    else:
        template = LATER if found.floats is None else LATER_AFTER_DOWNFLOAT
    return fill_template(template, found, name, both=both)


LATER = message(
    "{both} could meet, and the {points:score}-point bracket would meet all criteria "
    "equally well, but that pairing would come later in the order ({article})."
)
LATER_AFTER_UPFLOAT = message(
    "{both} could meet if {rises:name} upfloated, and the {points:score}-point bracket "
    "would meet all criteria equally well, but that pairing would come later in the "
    "order ({article})."
)
LATER_AFTER_DOWNFLOAT = message(
    "{both} could meet if {floats:name} downfloated, and the {points:score}-point "
    "bracket would meet all criteria equally well, but that pairing would come later in "
    "the order ({article})."
)


def others_left_unpairable_sentences(found: LeavesOthersUnpairable, both: str, name: Name) -> str:
    """Return sentences that name the players left unpairable if the two players met."""
    return fill_template(STRANDED if found.bye_points is None else NO_BYE, found, name, both=both)


STRANDED = message(
    "If {both} met, not everyone in the {points:score}-point bracket and below could be paired"
    " ({article}). {proof:proof}"
)
NO_BYE = message(
    "If {both} met, no one with {bye_points:points} could have the bye ({article}). {proof:proof}"
)
