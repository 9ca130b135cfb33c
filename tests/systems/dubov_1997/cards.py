"""Words in which the tests of the Dubov system write down players, groups and events.

``card(35, "W", 1823.6, 1565, points=60)`` is a player in the middle of an event as Vega prints
him; ``drawn(cards, closed="35-34")`` pairs the groups that such cards make. ``event`` is a whole
event with its rounds, ``"1-3 1:0, 4-2 =, bye 5"`` being one of them, White named first.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from topboard.model import (
    Colour,
    ForbiddenPair,
    HalfPointBye,
    Manner,
    Meeting,
    Number,
    PairingBye,
    Player,
    Round,
    Tournament,
)
from topboard.model.colour_limits import allowed_colour_bits
from topboard.systems.common.field import Field, find_forbidden_opponents
from topboard.systems.dubov_1997.dubov_1997 import pair
from topboard.systems.dubov_1997.groups import RoundInProgress, pair_score_groups
from topboard.systems.dubov_1997.legality import (
    allocate_bye_and_lift_colour_limits,
    build_permitted_pairs_with_lifted_limits,
    bye_order,
)
from topboard.systems.dubov_1997.players import DubovPlayer
from topboard.systems.dubov_1997.pool import (
    Pool,
    build_pool_from_players as build,
    sort_players_from_top,
)
from topboard.systems.dubov_1997.remainder import UnpairedPlayers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from topboard.reasons.decisions import RoundPairing

COLOURS = {"W": Colour.WHITE, "B": Colour.BLACK}


def history(letters: str) -> tuple[Colour, ...]:
    """``"WB"`` as colours, the oldest first."""
    return tuple(COLOURS[letter] for letter in letters)


# --- players in the middle of an event ----------------------------------------------------


def card(
    number: int,
    due: str,
    aro: float | str,
    rating: int,
    points: int = 10,
    *,
    fixed: bool = False,
    may_rise: bool = True,
    name: str = "",
) -> DubovPlayer:
    """A player with the due colour W or B; ``fixed`` and ``may_rise`` are Vega's two flags."""
    had = {"W": "B", "B": "W"}[due] * (2 if fixed else 1)
    return DubovPlayer(
        number=Number(number),
        name=name or f"Player {number:02}",
        rating=rating,
        points=points,
        aro=Fraction(str(aro)),
        due=COLOURS[due],
        allowed=allowed_colour_bits(history(had)),
        may_rise=may_rise,
        colours=history(had),
    )


def pairs_in(text: str) -> list[tuple[int, int]]:
    """``"1-2 3-4"`` as pairs of numbers."""
    return [(int(a), int(b)) for a, _, b in (word.partition("-") for word in text.split())]


def pool_of(cards: Iterable[DubovPlayer], closed: str = "", forbidden: str = "") -> Pool:
    """The cards as the players of a round; the closed pairs have met in round 1."""
    entrants = sort_players_from_top(cards)
    met: dict[Number, dict[Number, int]] = {e.number: {} for e in entrants}
    for a, b in pairs_in(closed):
        met[Number(a)][Number(b)] = met[Number(b)][Number(a)] = 1
    field = Field(
        tournament=Tournament((), forbidden=apart(forbidden)),
        numbers=tuple(sorted(met)),
        rows=dict.fromkeys(met, ()),
        points={e.number: e.points for e in entrants},
        colours={e.number: e.colours for e in entrants},
        allowed={e.number: e.allowed for e in entrants},
        met=met,
        forbidden=find_forbidden_opponents(Tournament((), forbidden=apart(forbidden))),
        required={},
    )
    return build(field, entrants)


def remainder(cards: Iterable[DubovPlayer], closed: str = "") -> UnpairedPlayers:
    """The cards as players still to be paired."""
    pool = pool_of(cards, closed)
    return UnpairedPlayers(
        pool, build_permitted_pairs_with_lifted_limits(pool), (1 << len(pool)) - 1
    )


def place(rest: UnpairedPlayers | Pool, number: int) -> int:
    """The place of a player."""
    pool = rest if isinstance(rest, Pool) else rest.pool
    return pool.numbers.index(Number(number))


def pair_cards(
    cards: Iterable[DubovPlayer], closed: str = "", *, danubian: bool = False
) -> RoundInProgress:
    """The score groups of the cards, paired."""
    pool = pool_of(cards, closed)
    so_far = RoundInProgress(
        allocate_bye_and_lift_colour_limits(pool, bye_order(pool)).rest, danubian
    )
    pair_score_groups(so_far)
    return so_far


def tables(so_far: RoundInProgress) -> set[str]:
    """The pairs as ``"white-black"``."""
    return {f"{given.white}-{given.black}" for given in so_far.coloured}


def opponents(so_far: RoundInProgress) -> set[frozenset[int]]:
    """The pairs whatever the colours."""
    return {frozenset((given.white, given.black)) for given in so_far.coloured}


# --- whole events -------------------------------------------------------------------------


def event(
    ratings: Mapping[int, int | None] | Iterable[int], *rounds: str, **facts: Any
) -> Tournament:
    """Players with these ratings after these rounds."""
    if not hasattr(ratings, "items"):
        ratings = dict(enumerate(ratings, start=1))
    players = tuple(Player(Number(n), f"Player {n:02}", rating) for n, rating in ratings.items())
    facts.setdefault("lot", Colour.WHITE)
    facts.setdefault("planned_rounds", 9)
    played = tuple(_round(number, text) for number, text in enumerate(rounds, start=1))
    return Tournament(players, played, **facts)


def _round(number: int, text: str) -> Round:
    meetings, away = [], []
    for part in filter(None, (p.strip() for p in text.split(","))):
        who, _, result = part.partition(" ")
        if who in ("bye", "half"):
            kind = PairingBye() if who == "bye" else HalfPointBye()
            away += [(Number(int(n)), kind) for n in result.split()]
            continue
        white, black = (Number(int(n)) for n in who.split("-"))
        score, _, manner = result.partition(" ")
        points = {"1:0": (10, 0), "0:1": (0, 10), "=": (5, 5), "0:0": (0, 0)}[score]
        how = {"": Manner.PLAYED, "default": Manner.DEFAULT, "nobody": Manner.BOTH_DEFAULTED}
        meetings.append(Meeting(white, black, *points, manner=how[manner]))
    return Round(number, tuple(meetings), tuple(away))


def apart(*pairs: str) -> tuple[ForbiddenPair, ...]:
    """Pairs that the organiser forbids."""
    return tuple(ForbiddenPair(Number(a), Number(b)) for p in pairs for a, b in pairs_in(p))


def format_round(tournament: Tournament) -> list[str]:
    """The next round, table by table, as ``"white-black"``."""
    return texts(pair(tournament))


def texts(pairing: RoundPairing) -> list[str]:
    """The tables as ``"white-black"``."""
    return [f"{p.white}-{p.black}" for p in pairing.pairs]
