"""The ``topboard compare`` command."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence

from topboard import api
from topboard.analysis.compare import (
    RoundComparison,
    compare_rounds,
    list_rounds_to_compare,
)
from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import print_value_as_json
from topboard.cli.terminal import print_lines, show_round_progress
from topboard.errors import BadInput, Problem
from topboard.formats import read
from topboard.messages import say, say_count
from topboard.model import Number, Tournament
from topboard.reasons.sentences import names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.serialize import answers
from topboard.systems.registry import System


def run_compare(request: Namespace) -> int:
    """Pair every round with two systems, and print where and why their pairings differ."""
    tournament = read(request.file, accept_points=request.accept_points)
    systems = [api.choose_system(tournament, name) for name in (request.first, request.second)]
    numbers = list_rounds_to_compare(tournament)
    if request.round is not None:
        if request.round not in numbers:
            known = ", ".join(map(str, numbers))
            what = say("this round cannot be paired from the data in the file")
            remedy = say("Choose one of: {known}.", known=known)
            raise BadInput([Problem(what, quoted=str(request.round), remedy=remedy)])
        numbers = [request.round]
    found = compare_rounds(tournament, systems[0], systems[1], numbers)
    rounds = tuple(show_round_progress(found, len(numbers)))
    if request.json:
        names = [system.name for system in systems]
        told = [answers.round_comparison_to_json(tournament, one) for one in rounds]
        print_value_as_json({"systems": names, "rounds": told})
    else:
        print_lines(format_comparison(tournament, systems, rounds))
    return DONE


def format_comparison(
    tournament: Tournament, systems: Sequence[System], found: Sequence[RoundComparison]
) -> list[str]:
    """Return a line for each round, followed by the pairs in which the two systems differ."""
    first, second = (system.name for system in systems)
    name = names_of(tournament)
    lines = [
        say(
            "{event}: {first} compared with {second}",
            event=tournament.name or say("Event"),
            first=first,
            second=second,
        )
    ]
    for one in found:
        lines += _format_round_comparison(one, first, second, name)
    return lines


def _format_round_comparison(
    one: RoundComparison, first: str, second: str, name: Callable[[Number], str]
) -> Iterator[str]:
    if not one.differs:
        yield say_count(
            "Round {round}: {count} pair, the same in both systems",
            "Round {round}: {count} pairs, the same in both systems",
            one.same,
            round=one.round,
        )
        return
    yield say_count(
        "Round {round}: {count} pair is the same in both systems",
        "Round {round}: {count} pairs are the same in both systems",
        one.same,
        round=one.round,
    )
    for system, refusal in zip((first, second), one.refusals, strict=True):
        if refusal:
            yield f"    {system}: {refusal}"
    for parted in one.parted:
        yield "    " + say(
            "{white} - {black} according to {system} ({article})",
            white=name(parted.white),
            black=name(parted.black),
            system=first,
            article=parted.article,
        )
        told = verdict_sentences(parted.verdict, parted.white, parted.black, name)
        yield "        " + say(
            "Not paired according to {system}: {why}", system=second, why=" ".join(told)
        )
    for white, black in one.turned:
        yield "    " + say(
            "{white} - {black} according to {first}, with reversed colours according to {second}",
            white=name(white),
            black=name(black),
            first=first,
            second=second,
        )
    if one.byes[0] != one.byes[1]:
        given = zip((first, second), one.byes, one.byes_by, strict=True)
        for system, who, article in given:
            if who is not None:
                yield "    " + say(
                    "Bye according to {system}: {who} ({article})",
                    system=system,
                    who=name(who),
                    article=article,
                )
