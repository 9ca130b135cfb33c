"""Sentences for players that explain the reasons of systems that pair by brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.messages import message, say, say_count, say_kept, say_kept_count
from topboard.model import Colour
from topboard.reasons.brackets import (
    BlocksTheBest,
    BracketJudged,
    BracketOpened,
    ByeAtScore,
    ColoursByPreference,
    CriterionSuffers,
    Exchanged,
    FloatsDown,
    HalvesPaired,
    HalvesPlacing,
    LeftGround,
    LeftOverBelow,
    MovedDownPaired,
    OpponentOfAnother,
    PreferenceGround,
    QualityCriterion,
    SettledBeforehand,
    Strength,
)
from topboard.reasons.sentences.common import change, obstacle_sentence
from topboard.reasons.sentences.quality import COSTS, MEASURES, bracket_of, unpairable_text
from topboard.reasons.sentences.words import colour_word, colours_told, format_names, points, span
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from topboard.model import Number
    from topboard.reasons.brackets import QualityMeasure, ScoreWithoutBye
    from topboard.reasons.decisions import Reason

    Name = Callable[[Number], str]


# --- the bracket --------------------------------------------------------------------------


def _bracket_opened_sentence(reason: BracketOpened, name: Name) -> str:
    text = _bracket(reason)
    if reason.moved_down:
        text += say(
            ", with {moved_down} moved down to it", moved_down=span(reason.moved_down, name)
        )
    text += f" ({reason.article})."
    return " ".join([text, *_left_over(reason, name)])


def _bracket(reason: BracketOpened) -> str:
    if reason.lowest is None:
        return say_count(
            "Bracket of {points}: {count} player",
            "Bracket of {points}: {count} players",
            len(reason.residents),
            points=points(reason.points),
        )
    return say_count(
        "Bracket of all from {points} down to {lowest}, paired at once so that everybody"
        " can be paired: {count} player",
        "Bracket of all from {points} down to {lowest}, paired at once so that everybody"
        " can be paired: {count} players",
        len(reason.residents),
        points=points(reason.points),
        lowest=format_points(reason.lowest),
    )


def _left_over(reason: BracketOpened, name: Name) -> Iterator[str]:
    match reason.ground:
        case None:
            return
        case LeftGround.ODD_NUMBER if len(reason.residents) + len(reason.moved_down) == 1:
            yield say(
                "Nobody else is in it, so this one is left over ({article}).",
                article=reason.ground_article,
            )
            return
        case LeftGround.ODD_NUMBER:
            yield say(
                "Their number is odd: one is left over ({article}).", article=reason.ground_article
            )
            return
        case LeftGround.CANNOT_BE_PAIRED:
            why = say("not all of them can be paired with each other")
        case LeftGround.NEEDED_BELOW:
            why = say("otherwise not everybody below could be paired")
    proof = f": {unpairable_text(reason.proof, name)}" if reason.proof is not None else ""
    yield say_count(
        "One of them has to be left over, because {why}{proof} ({article}).",
        "{count} of them have to be left over, because {why}{proof} ({article}).",
        reason.left,
        why=why,
        proof=proof,
        article=reason.ground_article,
    )


def _exchange_sentence(reason: Exchanged, name: Name) -> str:
    return say_count(
        "In {bracket} {leaving} of the upper half changes places with {entering} of the lower half:"
        " no order of the lower half alone is as good ({article}).",
        "In {bracket} {leaving} of the upper half change places with {entering} of the lower half:"
        " no smaller exchange is as good ({article}).",
        len(reason.leaving),
        bracket=bracket_of(reason.points),
        leaving=format_names(reason.leaving, name),
        entering=format_names(reason.entering, name),
        article=reason.article,
    )


# --- what the best pairing costs ----------------------------------------------------------


def _quality_sentence(reason: BracketJudged, _name: Name) -> str:
    """Return a sentence with the criteria that only count players.

    Criteria that compare lists of scores are left out because they are too complex for a sentence.
    """
    told = "; ".join(_measure_text(m, reason) for m in reason.measures if not m.at)
    return say(
        "The best pairing of {bracket}: {told}.", bracket=bracket_of(reason.points), told=told
    )


def _measure_text(measure: QualityMeasure, reason: BracketJudged) -> str:
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


# --- pairs --------------------------------------------------------------------------------


def _moved_down(reason: MovedDownPaired, name: Name) -> str:
    possible = (
        say("the highest ranked possible") if reason.passed_over else say("the highest ranked")
    )
    return say(
        "{chooser}, moved down, meets {chosen}, {possible} of {bracket} ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        possible=possible,
        bracket=bracket_of(reason.points),
        article=reason.article,
    )


PLACINGS = {
    HalvesPlacing.IN_ORDER: message("upper half against lower half in order"),
    HalvesPlacing.TRANSPOSED: message("upper half against lower half with a transposition"),
    HalvesPlacing.AFTER_EXCHANGE: message("after the exchange between the halves"),
}


def _halves(reason: HalvesPaired, name: Name) -> str:
    return say(
        "{chooser} meets {chosen} in {bracket}: {placing} ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        bracket=bracket_of(reason.points),
        placing=say_kept(PLACINGS[reason.placing]),
        article=reason.article,
    )


def _decided_pair_sentence(reason: SettledBeforehand, name: Name) -> str:
    return say(
        "It was decided that {chooser} meets {chosen}.",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
    )


def _floats_down(reason: FloatsDown, name: Name) -> str:
    return say(
        "{who} with {points} is left over and moves down to {bracket} ({article}).",
        who=name(reason.number),
        points=points(reason.from_points),
        bracket=bracket_of(reason.to_points),
        article=reason.article,
    )


# --- the bye ------------------------------------------------------------------------------


def _bye(reason: ByeAtScore, name: Name) -> str:
    text = say(
        "{who} with {points} has the bye: {how} ({article}).",
        who=name(reason.number),
        points=points(reason.points),
        how=_how_bye(reason),
        article=reason.article,
    )
    return " ".join([text, *(_without(one, name) for one in reason.without)])


def _how_bye(reason: ByeAtScore) -> str:
    if not reason.by_lowest_score:
        return say("left over in the last bracket")
    if reason.without:
        return say("nobody with fewer points can have it")
    return say("nobody has fewer points")


def _without(one: ScoreWithoutBye, name: Name) -> str:
    if one.number is None:
        why = obstacle_sentence(one.obstacle, name)
        return say("With {points} nobody can have it: {why}.", points=points(one.points), why=why)
    who, why = name(one.number), obstacle_sentence(one.obstacle, name)
    if one.count == 1:
        return say("{who} with {points} {why}.", who=who, points=points(one.points), why=why)
    return say_count(
        "With {points} nobody may have it: {who} {why}, and the other one is barred too.",
        "With {points} nobody may have it: {who} {why}, and the other {count} are barred too.",
        one.count - 1,
        points=points(one.points),
        who=who,
        why=why,
    )


# --- colours ------------------------------------------------------------------------------

STRENGTHS = {
    Strength.NONE: message("no preference"),
    Strength.MILD: message("mild"),
    Strength.STRONG: message("strong"),
    Strength.ABSOLUTE: message("absolute"),
}


def _colours(reason: ColoursByPreference, name: Name) -> str:
    return colours_told(
        reason, name, _why(reason, name), histories=reason.by is not PreferenceGround.INITIAL_COLOUR
    )


def _why(reason: ColoursByPreference, name: Name) -> str:
    assert reason.higher is not None
    higher = name(reason.higher)
    match reason.by:
        case PreferenceGround.BOTH_GRANTED:
            return _preference_granted_text(reason, name)
        case PreferenceGround.STRONGER:
            return _stronger(reason, name)
        case PreferenceGround.ALTERNATE:
            return say(
                "both prefer {colour} as strongly; {change}",
                colour=_colour_both_prefer(reason),
                change=change(reason, name),
            )
        case PreferenceGround.HIGHER_RANKED:
            return say(
                "both prefer {colour} as strongly and had the same colours, and {higher} is ranked"
                " higher",
                colour=_colour_both_prefer(reason),
                higher=higher,
            )
        case PreferenceGround.INITIAL_COLOUR:
            if reason.parity % 2:
                return say(
                    "neither has played yet; by the lot for number 1, {higher} having an odd"
                    " number ({parity})",
                    higher=higher,
                    parity=reason.parity,
                )
            return say(
                "neither has played yet; by the lot for number 1, {higher} having an even"
                " number ({parity})",
                higher=higher,
                parity=reason.parity,
            )


def _colour_both_prefer(reason: ColoursByPreference) -> str:
    """Return the word for the colour that both players prefer."""
    (wanted, _) = reason.wanted
    assert wanted is not None
    return colour_word(wanted)


def _preference_granted_text(reason: ColoursByPreference, name: Name) -> str:
    if None not in reason.wanted:
        return say("both have the colour they prefer")
    at = 1 if reason.wanted[0] is None else 0
    who, other = (reason.white, reason.black)[at], (reason.black, reason.white)[at]
    return say(
        "{who} has the colour he prefers, and {other} has not played yet",
        who=name(who),
        other=name(other),
    )


def _stronger(reason: ColoursByPreference, name: Name) -> str:
    first = reason.white if reason.wanted[0] is Colour.WHITE else reason.black
    own, others = reason.strengths if first == reason.white else reason.strengths[::-1]
    if own is others:
        return say(
            "both must have {colour}, and {who} has had it less often for the other colour",
            colour=_colour_both_prefer(reason),
            who=name(first),
        )
    return say(
        "both prefer {colour}, and the preference of {who} is the stronger: {own} against {others}",
        colour=_colour_both_prefer(reason),
        who=name(first),
        own=say_kept(STRENGTHS[own]),
        others=say_kept(STRENGTHS[others]),
    )


# --- obstacles ----------------------------------------------------------------------------


def _suffers(obstacle: CriterionSuffers, _name: Name) -> str:
    if obstacle.most == obstacle.by:
        more = say_count("one more", "{count} more", obstacle.by)
    else:
        more = say_count("at least one more", "at least {count} more", obstacle.by)
    cost = say_kept(COSTS[obstacle.criterion], more=more)
    if not obstacle.most and obstacle.criterion is QualityCriterion.DOWNFLOATERS:
        cost = say("{cost}, if all could be paired at all", cost=cost)
    elif not obstacle.most:
        cost = say("{cost}, or a weightier criterion would suffer", cost=cost)
    return f"{cost} ({obstacle.article}){_and_more(obstacle.more)}"


def _blocks(obstacle: BlocksTheBest, _name: Name) -> str:
    return say(
        "the other pairs would be worse then, or come later in the order ({article}){and_more}",
        article=obstacle.article,
        and_more=_and_more(obstacle.more),
    )


def _and_more(more: int) -> str:
    return say("; the same holds for {more} more", more=more) if more else ""


def _opponent_of_another(obstacle: OpponentOfAnother, name: Name) -> str:
    return say(
        "meets {opponent}; otherwise the pairs would be worse, or come later in the order"
        " ({article})",
        opponent=name(obstacle.opponent),
        article=obstacle.article,
    )


def _left_over_below(obstacle: LeftOverBelow, name: Name) -> str:
    if obstacle.proof is None:
        return say(
            "fewer could be paired in the next bracket then ({article})", article=obstacle.article
        )
    why = unpairable_text(obstacle.proof, name)
    if obstacle.opponent is not None:
        why = say(
            "could only meet {opponent} in the next bracket, and then {stranded}",
            opponent=name(obstacle.opponent),
            stranded=why,
        )
    return f"{why} ({obstacle.article})"


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    BracketOpened: _bracket_opened_sentence,
    BracketJudged: _quality_sentence,
    Exchanged: _exchange_sentence,
    MovedDownPaired: _moved_down,
    HalvesPaired: _halves,
    SettledBeforehand: _decided_pair_sentence,
    FloatsDown: _floats_down,
    ByeAtScore: _bye,
    ColoursByPreference: _colours,
}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {
    CriterionSuffers: _suffers,
    BlocksTheBest: _blocks,
    LeftOverBelow: _left_over_below,
    OpponentOfAnother: _opponent_of_another,
}


def participants_concerned(reason: Reason) -> Iterable[Number]:
    """Return the players a reason is about, or none if it is about the bracket as a whole."""
    if isinstance(reason, BracketOpened):
        return (*reason.residents, *reason.moved_down)
    if isinstance(reason, Exchanged):
        return (*reason.leaving, *reason.entering)
    return ()
