"""Checks of a file for contradictions, before any round is paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.diagnosis.byes import find_lost_bye, list_bye_rounds
from topboard.diagnosis.first_round import find_longest_increasing
from topboard.diagnosis.repairs import is_pairing_bye
from topboard.messages import (
    Who,
    join_worded_names,
    message,
    worded,
    worded_count,
    worded_kept,
)
from topboard.text.numbers import POINT, format_points

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.formats.trf.contradictions import Contradiction
    from topboard.model import ClaimedStandings, Number, Tournament
    from topboard.systems.registry import System

MOST_DENIED = 5
"""If the ranks deny the points of more participants, they do not follow the points at all."""


@dataclass(frozen=True, slots=True)
class FileFinding:
    """A contradiction found in a file."""

    kind: str
    """The kind of finding.

    It is "second bye", "two byes", "no bye", "lines disagree" or "points denied".
    """
    text: str
    round: int = 0
    """The round, or 0 if the finding concerns several rounds or none."""
    numbers: tuple[Number, ...] = ()


def find_file_findings(
    event: Tournament,
    system: System,
    claimed: ClaimedStandings | None = None,
    contradiction: Contradiction | None = None,
) -> tuple[FileFinding, ...]:
    """Return the contradictions in a file, one finding for each cause."""
    found: list[FileFinding] = []
    # In a round robin the numbers decide who is free, and everybody may be.
    if system.timetable is None:
        found += _find_second_byes(event)
        found += _find_wrong_numbers_of_byes(event)
    if contradiction is not None:
        found += _list_disagreeing_lines(contradiction)
    if claimed is not None and not contradiction:
        found += _find_denied_points(event, system, claimed)
    return tuple(found)


def _find_second_byes(event: Tournament) -> Iterator[FileFinding]:
    for one in event.competitors:
        rounds = list_bye_rounds(event, one.number)
        if len(rounds) > 1:
            text = worded(
                "The file gives {number} the pairing-allocated bye in rounds {rounds}; a"
                " participant may have it only once.",
                number=Who(one.number),
                rounds=_join_rounds(rounds),
            )
            yield FileFinding("second bye", text, numbers=(one.number,))


def _join_rounds(rounds: Sequence[int]) -> str:
    """Return rounds as "1 and 3" or "1 to 9", to be translated later."""
    if len(rounds) > 2 and rounds[-1] - rounds[0] == len(rounds) - 1:
        return worded("{first} to {last}", first=rounds[0], last=rounds[-1])
    return join_worded_names([str(number) for number in rounds])


def _find_wrong_numbers_of_byes(event: Tournament) -> Iterator[FileFinding]:
    published = () if event.published is None else (event.published,)
    for played in (*event.rounds, *published):
        with_bye = [n for n, away in played.away if is_pairing_bye(away)]
        if len(with_bye) > 1:
            text = worded(
                "Round {round}: several participants have the pairing-allocated bye ({numbers}).",
                round=played.number,
                numbers=", ".join(f"#{n}" for n in with_bye),
            )
            yield FileFinding("two byes", text, played.number, tuple(with_bye))
        elif not with_bye and (alone := find_lost_bye(event, played)) is not None:
            text = worded(
                "Round {round}: {number} is the only participant without a game, and nobody has the"
                " pairing-allocated bye. If {number} was to be paired, one participant should have"
                " had that bye; if not, none was due.",
                round=played.number,
                number=Who(alone),
            )
            yield FileFinding("no bye", text, played.number, (alone,))


def _list_disagreeing_lines(contradiction: Contradiction) -> Iterator[FileFinding]:
    first = message(
        "Round {round} and later rounds are not checked, because lines of the file contradict each"
        " other. Line {line} has {quoted}: {what}."
    )
    further = message("Round {round} has another contradiction. Line {line} has {quoted}: {what}.")
    for problem in contradiction.problems:
        text = worded_kept(
            first if problem is contradiction.problems[0] else further,
            round=contradiction.round,
            line=problem.where.split(":")[-2],
            quoted=repr(problem.quoted.strip()),
            what=problem.what,
        )
        yield FileFinding("lines disagree", text, contradiction.round)


def _find_denied_points(
    event: Tournament, system: System, claimed: ClaimedStandings
) -> Iterator[FileFinding]:
    """Yield a finding for each participant whose points do not fit their rank.

    If there are many, the ranks do not follow the points at all, and nothing is yielded.
    """
    points = system.facts(event).points
    ranked = sorted(
        (n for n in claimed.ranks if n in points), key=lambda n: (claimed.ranks[n], -points[n])
    )
    denied = find_out_of_order(ranked, points)
    if len(denied) > MOST_DENIED:
        return
    for number in denied:
        other = _find_contradicting(number, [n for n in ranked if n not in denied], claimed, points)
        if other is None:
            continue
        places = {
            "number": Who(number),
            "points": _count_points(points[number]),
            "rank": claimed.ranks[number],
            "other": Who(other),
            "theirs": _count_points(points[other]),
        }
        above = message(
            "The points and the ranks do not fit together: according to the results {number} has"
            " {points}, but the file ranks {number} in place {rank}, ahead of {other} with"
            " {theirs}."
        )
        below = message(
            "The points and the ranks do not fit together: according to the results {number} has"
            " {points}, but the file ranks {number} in place {rank}, behind {other} with"
            " {theirs}."
        )
        ahead = claimed.ranks[number] < claimed.ranks[other]
        text = worded_kept(above if ahead else below, **places)
        yield FileFinding("points denied", text, numbers=(number,))


def _count_points(points: int) -> str:
    return worded_count(
        "{points} point",
        "{points} points",
        1 if 0 < points <= POINT else 2,
        points=format_points(points),
    )


def find_out_of_order(ranked: Sequence[Number], points: Mapping[Number, int]) -> list[Number]:
    """Return the fewest participants whose removal leaves a ranking in order of points."""
    # Distinct values let equal points follow each other in a strictly increasing run.
    values = [-points[n] * len(ranked) + at for at, n in enumerate(ranked)]
    kept = set(find_longest_increasing(values))
    return [n for at, n in enumerate(ranked) if at not in kept]


def _find_contradicting(
    number: Number,
    others: Sequence[Number],
    claimed: ClaimedStandings,
    points: Mapping[Number, int],
) -> Number | None:
    """Return a participant whose points and rank contradict those of ``number``, or None."""
    own, rank = points[number], claimed.ranks[number]
    above = [n for n in others if points[n] < own and claimed.ranks[n] < rank]
    below = [n for n in others if points[n] > own and claimed.ranks[n] > rank]
    return next(iter((*above, *below)), None)
