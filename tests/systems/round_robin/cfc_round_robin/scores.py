"""Words in which the tests of round robins write down players, rounds and tables.

``event(4, "1-4 1:0, 2-3 =", "4-3 +:-, left 2")`` is four players after two rounds, White named
first; ``=`` is a draw, ``+:-`` a default, ``-:-`` a double one, ``~`` unfinished, ``?`` pending.
``played_out(tournament, seed)`` plays the rest of an event by its own rules, with chance results.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from topboard.model import (
    POINT,
    Lot,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Request,
    Round,
    Team,
    Tournament,
    Withdrawn,
    ZeroPointBye,
)
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.model import Away
    from topboard.tiebreaks.standings import Standings

PLAYERS, TEAMS = "cfc_round_robin", "cfc_team_round_robin"

RESULTS = {
    "1:0": (10, 0, Manner.PLAYED),
    "0:1": (0, 10, Manner.PLAYED),
    "=": (5, 5, Manner.PLAYED),
    "0:0": (0, 0, Manner.PLAYED),
    "+:-": (10, 0, Manner.DEFAULT),
    "-:+": (0, 10, Manner.DEFAULT),
    "-:-": (0, 0, Manner.BOTH_DEFAULTED),
    "~": (5, 5, Manner.UNFINISHED),
    "?": (0, 0, Manner.PENDING),
}


def players(count: int, provinces: str = "") -> tuple[Player, ...]:
    """Players 1 to ``count``; the provinces are a letter for each, a dot for none."""
    home = provinces.ljust(count, ".")
    return tuple(
        Player(Number(n), f"Player {n}", affiliations=() if home[n - 1] == "." else (home[n - 1],))
        for n in range(1, count + 1)
    )


def teams(count: int) -> tuple[Team, ...]:
    """Teams 1 to ``count``, without rosters."""
    return tuple(Team(Number(n), f"Team {n}") for n in range(1, count + 1))


def event(
    entered: int, *played: str, leaving: Mapping[int, int] | None = None, **facts: Any
) -> Tournament:
    """The players after these rounds; ``leaving`` gives the first round somebody is gone."""
    requests = tuple(Request(Number(n), r, Withdrawn()) for n, r in (leaving or {}).items())
    facts.setdefault("competitors", players(entered))
    facts.setdefault("system", PLAYERS)
    return Tournament(
        rounds=tuple(a_round(r, text) for r, text in enumerate(played, start=1)),
        requests=requests,
        **facts,
    )


def match_event(boards: int, entered: int, *played: str, **facts: Any) -> Tournament:
    """Teams after these rounds; the results are game points, as in ``1-4 2.5:1.5``."""
    facts.setdefault("competitors", teams(entered))
    return event(entered, *played, system=TEAMS, boards=boards, **facts)


def a_round(number: int, text: str) -> Round:
    """A round as written: "1-4 1:0, 2-3 =, bye 5, left 6, out 7"."""
    meetings: list[Meeting] = []
    away: list[tuple[Number, Away]] = []
    kinds: dict[str, Away] = {"bye": PairingBye(), "left": Withdrawn(), "out": ZeroPointBye()}
    for part in filter(None, (part.strip() for part in text.split(","))):
        first, second = part.split()
        if first in kinds:
            away.append((Number(int(second)), kinds[first]))
        else:
            white, black = (Number(int(side)) for side in first.split("-"))
            meetings.append(Meeting(white, black, *result(second)))
    return Round(number, tuple(meetings), tuple(away))


def result(text: str) -> tuple[int, int, Manner]:
    """Points of both sides and how they came about."""
    if text in RESULTS:
        return RESULTS[text]
    default = text.endswith("F")
    white, black = (tenths(points) for points in text.removesuffix("F").split(":"))
    return white, black, Manner.DEFAULT if default else Manner.PLAYED


def tenths(points: str) -> int:
    """Points as written, in tenths."""
    whole, _, rest = points.partition(".")
    return int(whole) * POINT + int(rest or 0)


def with_lot(tournament: Tournament, *order: int) -> Tournament:
    """The tournament with a lot for the numbers."""
    lot = Lot("pairing numbers", tuple(Number(n) for n in order))
    return replace(tournament, lots=(*tournament.lots, lot))


# --- playing --------------------------------------------------------------------------------


def played_out(
    tournament: Tournament, seed: int, rounds: int | None = None, *, defaults: bool = True
) -> Tournament:
    """The event after ``rounds`` more rounds (None: all of them), results by chance."""
    edition = system(tournament.system)
    assert edition.timetable is not None
    random = Random(seed)
    left = len(edition.timetable(tournament)) - len(tournament.rounds)
    for _ in range(left if rounds is None else rounds):
        pairing = edition.pair(tournament)
        meetings = tuple(
            Meeting(pair.white, pair.black, *_by_chance(random, tournament.boards, defaults))
            for pair in pairing.pairs
        )
        away: list[tuple[Number, Away]] = [
            (request.number, Withdrawn())
            for request in tournament.requests
            if request.round <= pairing.round
        ]
        if pairing.bye is not None:
            away.append((pairing.bye, PairingBye()))
        played = Round(pairing.round, meetings, tuple(away))
        tournament = replace(tournament, rounds=(*tournament.rounds, played))
    return tournament


def _by_chance(random: Random, boards: int, defaults: bool) -> tuple[int, int, Manner]:
    if defaults and random.randrange(6) == 0:
        return random.choice(
            [
                (boards * POINT, 0, Manner.DEFAULT),
                (0, boards * POINT, Manner.DEFAULT),
                (0, 0, Manner.BOTH_DEFAULTED),
                (boards * 5, boards * 5, Manner.UNFINISHED),
                (0, 0, Manner.PENDING),
            ]
        )
    white = sum(random.choice((0, 5, 10)) for _ in range(boards))
    return white, boards * POINT - white, Manner.PLAYED


# --- reading answers --------------------------------------------------------------------------


def pairs(tournament: Tournament) -> str:
    """The next round, as "1-4 2-3"."""
    pairing = system(tournament.system).pair(tournament)
    return " ".join(f"{pair.white}-{pair.black}" for pair in pairing.pairs)


def standings(tournament: Tournament) -> Standings:
    """The standings by the event's own system."""
    return system(tournament.system).standings(tournament)


def scores(tournament: Tournament) -> dict[int, int]:
    """Everybody's score in tenths."""
    return {line.number: line.points for line in standings(tournament).lines}


def places(tournament: Tournament) -> list[tuple[int, int]]:
    """(place, number) from the top."""
    return [(line.place, line.number) for line in standings(tournament).lines]


def value(tournament: Tournament, number: int, column: str) -> int:
    """A tie-break of somebody, in its own unit."""
    table = standings(tournament)
    index = [c.code for c in table.columns].index(column)
    line = next(line for line in table.lines if line.number == number)
    return line.values[index].value


def table_text(rows: Sequence[Any]) -> list[str]:
    """Rows of a table as printed: "1-4 2-3"."""
    return [" ".join(f"{white}-{black}" for white, black in row.games) for row in rows]
