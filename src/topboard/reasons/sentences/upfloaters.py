"""Sentences for team captains that explain upfloaters, identifiers and match colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from topboard.messages import counted, say, say_count, say_kept_count
from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.reasons.criteria import MatchColourGround, QualityCriterion, Strength
from topboard.reasons.sentences.common import change
from topboard.reasons.sentences.quality import bracket_of, unpairable_text
from topboard.reasons.sentences.words import colour_word, colours_told, format_names, points, span
from topboard.reasons.subgroups import UpfloatGround
from topboard.reasons.upfloaters import (
    BracketFilled,
    ColoursOfMatch,
    PairedByIdentifier,
    PairingJudged,
    TopMembersChanged,
    UpfloaterOfSet,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from topboard.model import Number
    from topboard.reasons.brackets import QualityMeasure

    Name = Callable[[Number], str]


# --- the bracket --------------------------------------------------------------------------


def _bracket_sentence(reason: BracketFilled, name: Name) -> str:
    text = say(
        "Top-scoregroup of {points}: {residents} ({article}).",
        points=points(reason.points),
        residents=span(reason.residents, name),
        article=reason.article,
    )
    return " ".join([text, *_upfloaters(reason, name), *_short_of(reason)])


def _upfloaters(reason: BracketFilled, name: Name) -> Iterator[str]:
    match reason.ground:
        case None:
            return
        case UpfloatGround.ODD_NUMBER:
            why = say("their number is odd")
            if len(reason.residents) == 1:
                why = say("nobody else has that score")
        case UpfloatGround.CANNOT_BE_PAIRED:
            why = say("not all of them can be paired with each other")
        case UpfloatGround.NEEDED_BELOW:
            why = say("otherwise not everybody below could be paired")
        case _:
            assert_never(reason.ground)
    if reason.proof is not None:
        why = f"{why}: {unpairable_text(reason.proof, name)}"
    yield say_count(
        "One upfloater joins, {upfloaters}, because {why} ({article}).",
        "{count} upfloaters join, as few as possible: {upfloaters}, because {why} ({article}).",
        len(reason.upfloaters),
        upfloaters=format_names(reason.upfloaters, name),
        why=why,
        article=reason.ground_article,
    )


MEASURES = {
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
"""The sentences for a criterion that is not fully met, in singular and plural."""


def _measures_text(measures: Iterable[QualityMeasure]) -> str:
    return "; ".join(
        f"{say_kept_count(MEASURES[one.criterion], one.value)} ({one.article})" for one in measures
    )


def _short_of(reason: BracketFilled) -> Iterator[str]:
    if reason.measures:
        yield say("Even so, {told}.", told=_measures_text(reason.measures))


def _floats_up(reason: UpfloaterOfSet, name: Name) -> str:
    first = say("the first possible") if reason.passed_over else say("the first")
    return say(
        "{who} with {points} floats up to {bracket}: {first} of its score in the order of the sets"
        " ({article}).",
        who=name(reason.number),
        points=points(reason.from_points),
        bracket=bracket_of(reason.to_points),
        first=first,
        article=reason.article,
    )


# --- the pairs ----------------------------------------------------------------------------


def _quality_sentence(reason: PairingJudged, _name: Name) -> str:
    if not any(reason.want):
        bracket = bracket_of(reason.points)
        return say(
            "In the best pairing of {bracket} {told}.",
            bracket=bracket,
            told=_measures_text(reason.measures),
        )
    white, black = (str(count) if count else say("nobody") for count in reason.want)
    return say(
        "In the best pairing of {bracket}, where {white} want White and {black} Black, {told}.",
        bracket=bracket_of(reason.points),
        white=white,
        black=black,
        told=_measures_text(reason.measures),
    )


def _top_members(reason: TopMembersChanged, name: Name) -> str:
    return say_count(
        "In {bracket} {bottoms} of the first half is no top member and {tops} is one instead: no"
        " pairing of the first half with the second is as good ({article}).",
        "In {bracket} {bottoms} of the first half are no top members and {tops} are instead: no"
        " pairing with fewer changes is as good ({article}).",
        len(reason.tops),
        bracket=bracket_of(reason.points),
        bottoms=format_names(reason.bottoms, name),
        tops=format_names(reason.tops, name),
        article=reason.article,
    )


def _pair_sentence(reason: PairedByIdentifier, name: Name) -> str:
    first = say("the smallest possible") if reason.passed_over else say("the smallest")
    return say(
        "{chooser} meets {chosen} in {bracket}: of the numbers that are left to it {first}"
        " ({article}).",
        chooser=name(reason.chooser),
        chosen=name(reason.chosen),
        bracket=bracket_of(reason.points),
        first=first,
        article=reason.article,
    )


# --- colours ------------------------------------------------------------------------------


def _colours(reason: ColoursOfMatch, name: Name) -> str:
    return colours_told(
        reason,
        name,
        _why(reason, name),
        histories=reason.by is not MatchColourGround.INITIAL_COLOUR,
    )


def _why(reason: ColoursOfMatch, name: Name) -> str:
    assert reason.higher is not None
    first = name(reason.higher)
    other = name(reason.black if reason.higher == reason.white else reason.white)
    match reason.by:
        case MatchColourGround.INITIAL_COLOUR:
            return _by_lot(reason, first)
        case MatchColourGround.ONLY_PREFERENCE:
            at = 0 if reason.wanted[0] is not None else 1
            who = name((reason.white, reason.black)[at])
            return say("only {who} prefers a colour", who=who)
        case MatchColourGround.BOTH_GRANTED:
            return say("both have the colour they prefer")
        case MatchColourGround.ONLY_STRONG:
            at = 0 if reason.strengths[0] is Strength.STRONG else 1
            who = name((reason.white, reason.black)[at])
            return say(
                "both prefer {colour}, and only {who} does so strongly",
                colour=_colour_both_prefer(reason),
                who=who,
            )
        case MatchColourGround.LOWER_DIFFERENCE:
            white, black = map(colour_difference, (reason.white_history, reason.black_history))
            return say(
                "White goes to the lower colour difference, {white:+} against {black:+}",
                white=white,
                black=black,
            )
        case MatchColourGround.FEWER_WHITES:
            white, black = (
                history.count(Colour.WHITE)
                for history in (reason.white_history, reason.black_history)
            )
            return say(
                "White goes to who has had it less often, {white} times against {black}",
                white=white,
                black=black,
            )
        case MatchColourGround.LAST_DIFFERENCE:
            return change(reason, name)
        case MatchColourGround.FIRST_PREFERENCE:
            return say(
                "both prefer {colour} and had the same colours, and {first} is ranked first",
                colour=_colour_both_prefer(reason),
                first=first,
            )
        case MatchColourGround.ALTERNATE_FIRST:
            return say(
                "neither prefers a colour and they had the same; {first}, ranked first, changes"
                " that of its last match",
                first=first,
            )
        case MatchColourGround.ALTERNATE_OTHER:
            return say(
                "{first} has not played; {other} changes the colour of its last match",
                first=first,
                other=other,
            )
        case _:
            assert_never(reason.by)


def _colour_both_prefer(reason: ColoursOfMatch) -> str:
    """Return the word for the colour that both participants prefer."""
    wanted: Colour | None = reason.wanted[0]
    assert wanted is not None
    return colour_word(wanted)


def _by_lot(reason: ColoursOfMatch, first: str) -> str:
    if reason.parity % 2:
        return say(
            "neither has played yet; by the lot for number 1, {first} having an odd number"
            " ({parity})",
            first=first,
            parity=reason.parity,
        )
    return say(
        "neither has played yet; by the lot for number 1, {first} having an even number ({parity})",
        first=first,
        parity=reason.parity,
    )


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    BracketFilled: _bracket_sentence,
    UpfloaterOfSet: _floats_up,
    PairingJudged: _quality_sentence,
    TopMembersChanged: _top_members,
    PairedByIdentifier: _pair_sentence,
    ColoursOfMatch: _colours,
}

OBSTACLES: dict[type, Callable[[Any, Name], str]] = {}


def participants_concerned(reason: Any) -> Iterable[Number]:
    """Return the participants a reason is about, or none if it is about the bracket as a whole."""
    if isinstance(reason, BracketFilled):
        return (*reason.residents, *reason.upfloaters)
    if isinstance(reason, TopMembersChanged):
        return (*reason.bottoms, *reason.tops)
    return ()
