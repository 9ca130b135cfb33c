"""Words in which tests write down tournaments of teams, and read what came of them.

``event(7, "1-4 3:1, 5-2 2:2, 3-6 0:4 default, bye 7")`` is seven teams after one round.
``groups({4: "1 2 3", 2: "4..8"}, colours={1: "WW"}, closed="1-2")`` is a field in the middle of
an event, with the match points, colours and closed pairs that a test needs and no others.
``opponents(paired)`` and its neighbours turn an answer into text that can be compared.
"""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeVar

from topboard.model import (
    POINT,
    Adjustment,
    Colour,
    ForbiddenPair,
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
from topboard.reasons.decisions import ColourDecision, OpponentChoice, ScoregroupSummary
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from topboard.model import Away
    from topboard.reasons.decisions import RoundPairing

    Word = TypeVar("Word")

BOARDS = 4
ALL_EDITIONS = (
    "olympiad_2008",
    "olympiad_2008_dresden",
    "olympiad_2009",
    "olympiad_2021_draft",
    "olympiad_2022",
)


# --- teams --------------------------------------------------------------------------------


def teams(count: int, late: Mapping[int, int] | None = None) -> tuple[Team, ...]:
    """Teams 1 to ``count``; ``late`` gives the first round of those who come later."""
    joined = late or {}
    return tuple(Team(Number(n), f"Team {n}", joined=joined.get(n, 1)) for n in range(1, count + 1))


def squad(name: str, *ratings: int | None, sex: str = "", **facts: Any) -> Team:
    """A team with its players' ratings in board order; None is a player without one."""
    players = tuple(
        Player(Number(board), f"{name} {board}", rating, sex)
        for board, rating in enumerate(ratings, start=1)
    )
    return Team(Number(1), name, players, **facts)


def entries(*squads: Team, **facts: Any) -> Tournament:
    """The teams as they entered, before the initial ranking."""
    numbered = tuple(
        replace(team, number=Number(place)) for place, team in enumerate(squads, start=1)
    )
    return Tournament(numbered, boards=BOARDS, **facts)


def names_by_number(edition: str, tournament: Tournament) -> list[str]:
    """The names of the teams in the order of the numbers that the edition gives them."""
    competitors = system(edition).assign_pairing_numbers(tournament).competitors
    assert [c.number for c in competitors] == list(range(1, len(competitors) + 1))
    return [c.name for c in competitors]


# --- rounds as they were played -----------------------------------------------------------


def event(
    entered: int | Iterable[Team],
    *played: str,
    absent: str = "",
    withdrawn: str = "",
    late: Mapping[int, int] | None = None,
    forbid: str = "",
    **facts: Any,
) -> Tournament:
    """The teams after these rounds, about to be paired again; see ``played_round``.

    ``absent`` and ``withdrawn`` teams are missing from the next round.
    """
    competitors = teams(entered, late) if isinstance(entered, int) else tuple(entered)
    upcoming = len(played) + 1
    facts.setdefault("lot", Colour.WHITE)
    return Tournament(
        competitors,
        tuple(played_round(number, text) for number, text in enumerate(played, start=1)),
        boards=BOARDS,
        requests=(
            *(Request(n, upcoming) for n in numbers(absent)),
            *(Request(n, upcoming, Withdrawn()) for n in numbers(withdrawn)),
        ),
        forbidden=tuple(ForbiddenPair(a, b) for a, b in parse_pairs(forbid)),
        **facts,
    )


def played_round(number: int, text: str) -> Round:
    """A round as written: "1-4 3:1, 6-3 4:0 default, 2-5 1:0 unfinished, bye 7, out 8"."""
    meetings: list[Meeting] = []
    away: list[tuple[Number, Away]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        words = part.split()
        if words[0] == "bye":
            away.append((Number(int(words[1])), PairingBye()))
        elif words[0] == "out":
            away.append((Number(int(words[1])), ZeroPointBye()))
        else:
            meetings.append(_meeting(*words))
    return Round(number, tuple(meetings), tuple(away))


def _meeting(sides: str, score: str, how: str = "played") -> Meeting:
    white, black = (None if side == "?" else Number(int(side)) for side in sides.split("-"))
    scored = [int(Decimal(points) * POINT) for points in score.split(":")]
    manner = Manner(how)
    if manner is Manner.DEFAULT and scored == [0, 0]:
        manner = Manner.BOTH_DEFAULTED
    return Meeting(white, black, scored[0], scored[1], manner)


def numbers(text: str) -> list[Number]:
    """The numbers as written: "1 2 5..8"."""
    found: list[Number] = []
    for word in text.split():
        first, _, last = word.partition("..")
        found += [Number(n) for n in range(int(first), int(last or first) + 1)]
    return found


def parse_pairs(text: str) -> list[tuple[Number, Number]]:
    """The pairs as written: "1-4 2-5"; "1-4..6" is three of them."""
    found = []
    for word in text.split():
        left, _, right = word.partition("-")
        found += [(a, b) for a in numbers(left) for b in numbers(right)]
    return found


# --- a field in the middle of an event ----------------------------------------------------

STRANGERS = 1000


def groups(
    scores: Mapping[int, str],
    *,
    colours: Mapping[int, str] | None = None,
    closed: str = "",
    met: str = "",
    after: int = 0,
    **facts: Any,
) -> Tournament:
    """The field in which the teams have these match points.

    ``colours`` are the colours so far ("WWB"), had against teams that have left. ``closed``
    pairs are forbidden by the organiser; ``met`` pairs have played each other, with the colours
    evened out. ``after`` is the least number of rounds behind it. The game points, and with
    them the tie-breaks of 2008, are nil for everybody unless teams have met.
    """
    points = {n: score * POINT for score, text in scores.items() for n in numbers(text)}
    rounds, strangers = _history(colours or {}, parse_pairs(met))
    while len(rounds) < after:
        rounds.append([])
    facts.setdefault("lot", Colour.WHITE)
    facts.setdefault("accelerated", frozenset())
    history = tuple(Round(i, tuple(matches)) for i, matches in enumerate(rounds, start=1))
    return Tournament(
        tuple(Team(n, f"Team {n}") for n in (*sorted(points), *strangers)),
        history,
        boards=BOARDS,
        adjustments=_leaving_only(points, strangers, history),
        forbidden=tuple(ForbiddenPair(a, b) for a, b in parse_pairs(closed)),
        requests=tuple(Request(n, len(history) + 1) for n in strangers),
        **facts,
    )


def _history(
    colours: Mapping[int, str], met: list[tuple[Number, Number]]
) -> tuple[list[list[Meeting]], list[Number]]:
    """Rounds of drawn matches that give the colours and the pairs that have met."""
    rounds: list[list[Meeting]] = []
    strangers: list[Number] = []

    def stranger() -> Number:
        strangers.append(Number(STRANGERS + 1 + len(strangers)))
        return strangers[-1]

    def add_draw(at: int, white: Number, black: Number) -> None:
        while len(rounds) <= at:
            rounds.append([])
        rounds[at].append(Meeting(white, black, 20, 20))

    for number, sequence in colours.items():
        for at, colour in enumerate(sequence):
            team, other = Number(number), stranger()
            add_draw(at, *((team, other) if colour == "W" else (other, team)))
    busy: dict[Number, int] = {n: 0 for pair in met for n in pair}
    for a, b in met:
        # A pair takes two rounds: its match, then the other colour against strangers.
        at = max(busy[a], busy[b])
        add_draw(at, a, b)
        add_draw(at + 1, stranger(), a)
        add_draw(at + 1, b, stranger())
        busy[a] = busy[b] = at + 2
    return rounds, strangers


def _leaving_only(
    points: Mapping[Number, int], strangers: Iterable[Number], history: tuple[Round, ...]
) -> tuple[Adjustment, ...]:
    """Adjustments after which everybody has the points wanted and no game points."""
    wanted = {**points, **dict.fromkeys(strangers, 0)}
    drawn = dict.fromkeys(wanted, 0)
    for played in history:
        for match in played.meetings:
            for n in (match.white, match.black):
                assert n is not None
                drawn[n] += 1
    return tuple(Adjustment(n, wanted[n] - POINT * drawn[n], -2 * POINT * drawn[n]) for n in wanted)


# --- reading an answer --------------------------------------------------------------------


def pair(edition: str, tournament: Tournament) -> RoundPairing:
    """The next round, paired by the edition."""
    return system(edition).pair(tournament)


def opponents(paired: RoundPairing) -> str:
    """Who meets whom, smaller numbers first: "1-4 2-5 3-6"."""
    return format_pairs((p.white, p.black) for p in paired.pairs)


def format_pairs(found: Iterable[tuple[int, int]]) -> str:
    """Pairs in the form and order of ``opponents``."""
    return " ".join(f"{a}-{b}" for a, b in sorted(tuple(sorted(pair)) for pair in found))


def tables(paired: RoundPairing) -> str:
    """The pairs from table 1 down, White on board 1 first: "1-4 5-2 3-6"."""
    assert [p.table for p in paired.pairs] == list(range(1, len(paired.pairs) + 1))
    return " ".join(f"{p.white}-{p.black}" for p in paired.pairs)


def floaters(paired: RoundPairing) -> str:
    """Who was paired outside its group, in order of rank: "3 from 4 to 2, 9 from 0 to 2"."""
    return ", ".join(
        f"{f.number} from {f.from_points // POINT} to {f.to_points // POINT}"
        for f in paired.floaters
    )


def reasons(paired: RoundPairing, kind: type[Word], **facts: object) -> list[Word]:
    """The reasons of a kind that have these facts, in the order of the decisions."""
    return [
        reason
        for reason in paired.reasons
        if isinstance(reason, kind)
        and all(getattr(reason, name) == value for name, value in facts.items())
    ]


def reason(paired: RoundPairing, kind: type[Word], **facts: object) -> Word:
    """The only reason of a kind that has these facts."""
    found = reasons(paired, kind, **facts)
    assert len(found) == 1, f"{len(found)} reasons of {kind.__name__} with {facts}: {found}"
    return found[0]


def group_treatment(paired: RoundPairing, points: int) -> ScoregroupSummary:
    """How the group with these match points was treated."""
    return reason(paired, ScoregroupSummary, points=points * POINT)


def choice(paired: RoundPairing, a: int, b: int) -> OpponentChoice:
    """Why the two were paired."""
    found = [r for r in reasons(paired, OpponentChoice) if {r.chooser, r.chosen} == {a, b}]
    assert len(found) == 1, f"{a}-{b} was chosen {len(found)} times"
    return found[0]


def colour_of(paired: RoundPairing, a: int, b: int) -> ColourDecision:
    """Why the two have their colours."""
    found = [r for r in reasons(paired, ColourDecision) if {r.white, r.black} == {a, b}]
    assert len(found) == 1, f"{a}-{b} got colours {len(found)} times"
    return found[0]


def passed_over(decision: Any) -> dict[int, object]:
    """The candidates that a decision passed over, each with its obstacle."""
    return {p.candidate: p.obstacle for p in decision.passed_over}
