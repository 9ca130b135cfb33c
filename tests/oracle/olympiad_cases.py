"""Words for writing down small Olympiad rounds by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import (
    Adjustment,
    Colour,
    ForbiddenPair,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Request,
    Round,
    Team,
    Tournament,
)

from .olympiad import OracleRound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Pair = tuple[int, int]


def match(white: int, black: int, points: str, manner: Manner = Manner.PLAYED) -> Meeting:
    """A match with its game points, as in ``match(1, 2, "2.5-1.5")``."""
    scored = [round(10 * float(side)) for side in points.split("-")]
    return Meeting(Number(white), Number(black), scored[0], scored[1], manner)


def rounds(*played: Iterable[Meeting], byes: Mapping[int, int] | None = None) -> tuple[Round, ...]:
    """The rounds with these matches; ``byes`` gives the team with the bye of a round."""
    had_bye = byes or {}
    return tuple(
        Round(
            number,
            tuple(meetings),
            ((Number(had_bye[number]), PairingBye()),) if number in had_bye else (),
        )
        for number, meetings in enumerate(played, start=1)
    )


def field(count: int, *played: Round, **facts: object) -> Tournament:
    """The teams 1 to ``count`` after the rounds played."""
    teams = tuple(Team(Number(n), f"Team {n}") for n in range(1, count + 1))
    return Tournament(teams, played, boards=4, **facts)  # type: ignore[arg-type]


def score_groups(
    groups: Mapping[int, Iterable[int]],
    *,
    forbid: Iterable[Pair] = (),
    colours: Mapping[int, str] | None = None,
    rounds_so_far: int = 0,
) -> Tournament:
    """A round to pair in which the teams have these match points, set by adjustment.

    ``colours`` are the colours so far ("WWB"), had in matches that were drawn against teams
    no longer there; the adjustment takes the points of these matches away again.
    """
    points = {number: 10 * score for score, numbers in groups.items() for number in numbers}
    had = {number: (colours or {}).get(number, "") for number in points}
    length = max([rounds_so_far, *map(len, had.values())])
    strangers = {number: 1000 + 100 * number for number in points}
    played: list[list[Meeting]] = [[] for _ in range(length)]
    gone: set[int] = set()
    for number, sequence in had.items():
        for index, colour in enumerate(sequence):
            stranger = strangers[number] + index
            gone.add(stranger)
            sides = (number, stranger) if colour == "W" else (stranger, number)
            played[index].append(match(*sides, "2-2"))
    everybody = sorted([*points, *gone])
    return Tournament(
        tuple(Team(Number(n), f"Team {n}") for n in everybody),
        rounds(*played),
        boards=4,
        adjustments=tuple(
            Adjustment(Number(n), points[n] - 10 * len(had[n]), -20 * len(had[n])) for n in points
        ),
        forbidden=tuple(ForbiddenPair(Number(a), Number(b)) for a, b in forbid),
        requests=tuple(Request(Number(n), length + 1) for n in gone),
        accelerated=frozenset(),
        lot=Colour.WHITE,
    )


def opponents(paired: OracleRound) -> set[Pair]:
    """Who meets whom, the smaller number first."""
    return {(min(pair), max(pair)) for pair in paired.pairs}


def pairs(*written: str) -> set[Pair]:
    """The pairs as written, as in ``pairs("1-4 2-5", "3-6")``."""
    return {
        (min(a, b), max(a, b))
        for words in written
        for a, b in (map(int, word.split("-")) for word in words.split())
    }
