"""Words in which tests write down players and rounds.

``event(6, "1-4 1:0, 5-2 =, 3-6 +:-")`` is six players after one round, White named first; ``=``
is a draw, ``+:-`` a default, ``-:-`` a double one, ``~1:0`` unfinished with White winning, ``?``
without a result; ``bye 7``, ``half 7``, ``full 7`` and ``out 7`` are rounds not played. Player 1 is
rated 2000, each next one ten points less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.team_events import parse_pairs
from topboard.model import (
    Colour,
    ForbiddenPair,
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Round,
    Tournament,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.model import Away

RESULTS = {
    "1:0": (10, 0, Manner.PLAYED),
    "0:1": (0, 10, Manner.PLAYED),
    "=": (5, 5, Manner.PLAYED),
    "+:-": (10, 0, Manner.DEFAULT),
    "-:+": (0, 10, Manner.DEFAULT),
    "-:-": (0, 0, Manner.BOTH_DEFAULTED),
    "~": (5, 5, Manner.UNFINISHED),
    "~1:0": (10, 0, Manner.UNFINISHED),
    "~0:1": (0, 10, Manner.UNFINISHED),
    "?": (0, 0, Manner.PENDING),
}
AWAY: dict[str, Away] = {
    "bye": PairingBye(),
    "half": HalfPointBye(),
    "full": FullPointBye(),
    "out": ZeroPointBye(),
}


def player(number: int, rating: int | None = 0, **facts: Any) -> Player:
    """A player with a rating; by default the one that goes with the number."""
    given = 2010 - 10 * number if rating == 0 else rating
    return Player(Number(number), f"Player {number}", given, **facts)


def event(
    entered: int | Iterable[Player], *played: str, forbid: str = "", **facts: Any
) -> Tournament:
    """The players after these rounds, about to be paired again."""
    people = [player(n + 1) for n in range(entered)] if isinstance(entered, int) else entered
    facts.setdefault("lot", Colour.WHITE)
    facts.setdefault("planned_rounds", 9)
    rounds = tuple(played_round(number, text) for number, text in enumerate(played, start=1))
    return Tournament(
        tuple(people),
        facts.pop("rounds", rounds),
        forbidden=(
            *(ForbiddenPair(a, b) for a, b in parse_pairs(forbid)),
            *facts.pop("forbidden", ()),
        ),
        **facts,
    )


def played_round(number: int, text: str) -> Round:
    """A round as written."""
    meetings: list[Meeting] = []
    away: list[tuple[Number, Away]] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        what, word = part.split()
        if what in AWAY:
            away.append((Number(int(word)), AWAY[what]))
        else:
            white, black = (Number(int(side)) for side in what.split("-"))
            meetings.append(Meeting(white, black, *RESULTS[word]))
    return Round(number, tuple(meetings), tuple(away))
