"""Sentences about the differences between a published round and the pairing under the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import say, say_count, translate_worded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from topboard.checking import Difference, RoundCheck
    from topboard.model import Number


def format_round_summary(one: RoundCheck) -> str:
    """Return a sentence that says how far a published round agrees with the rules."""
    if not one.differences:
        return say_count(
            "Round {round}: {count} pair, as the rules require",
            "Round {round}: {count} pairs, all as the rules require",
            one.pairs,
            round=one.round,
        )
    counts = {
        "round": one.round,
        "same_pairs": one.same_pairs,
        "same_colours": one.same_colours,
    }
    if one.bye_same:
        return say_count(
            "Round {round}: {same_pairs} of {count} pair is as the rules require, {same_colours}"
            " with the right colours; the bye is the same",
            "Round {round}: {same_pairs} of {count} pairs are as the rules require, {same_colours}"
            " with the right colours; the bye is the same",
            one.pairs,
            **counts,
        )
    return say_count(
        "Round {round}: {same_pairs} of {count} pair is as the rules require, {same_colours} with"
        " the right colours; the bye is different",
        "Round {round}: {same_pairs} of {count} pairs are as the rules require, {same_colours} with"
        " the right colours; the bye is different",
        one.pairs,
        **counts,
    )


def format_difference_from_rules(difference: Difference, name: Callable[[Number], str]) -> str:
    """Return a sentence about one difference, with the article that decides it."""

    def format_pair(numbers: Iterable[Number | None]) -> str:
        return " - ".join(say("no opponent") if n is None else name(n) for n in numbers)

    match difference.kind:
        case "pair":
            white, black = difference.published
            ours = difference.ours
            told = say(
                "{pair}: the rules require {one} and {other}",
                pair=format_pair((white, black)),
                one=format_pair((white, ours[0])),
                other=format_pair((black, ours[1])),
            )
        case "colour":
            told = say(
                "{published}: the rules require the opposite colours",
                published=format_pair(difference.published),
            )
        case "bye":
            told = _format_bye_difference(difference, name)
        case _:
            pair = format_pair(difference.published)
            told = (
                f"{pair}: {translate_worded(difference.text, name)}"
                if pair
                else translate_worded(difference.text, name)
            )
    return f"{told} ({difference.article})" if difference.article else told


def _format_bye_difference(difference: Difference, name: Callable[[Number], str]) -> str:
    given, due = difference.published[0], difference.ours[0]
    if given is None:
        assert due is not None, "a difference has at least one bye"
        return say("no bye: the rules require a bye for {due}", due=name(due))
    if due is None:
        return say("bye for {given}: the rules require no bye", given=name(given))
    return say(
        "bye for {given}: the rules require a bye for {due}", given=name(given), due=name(due)
    )
