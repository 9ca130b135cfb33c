"""Words in which the tests of the Dutch system write down players and rounds.

``card(7, 25, "WBW", down="1 2")`` is number 7 with two and a half points who had White, Black,
White and a downfloat one and two rounds ago. ``drawn(edition, cards, met="7-8")`` pairs the
brackets that such cards make, in the middle of an event. ``opponents`` and its neighbours turn the
answer into text, the higher ranked of a pair first.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from tests.team_events import parse_pairs
from topboard.model import Colour, ForbiddenPair, Number, Played, Player, Round, Tournament
from topboard.reasons.criteria import ByeBarAlreadyHadBye
from topboard.reasons.decisions import BracketSummary
from topboard.systems.fide_common.colour_preferences import colour_preference
from topboard.systems.fide_common.players import (
    FideField,
    FidePlayer,
    PastFloats,
    number_of_colour_equivalence_class,
    rank_sort_key,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.reasons.decisions import RoundPairing

BOTH = ("fide_dutch_2017", "fide_dutch_2026")
ROUNDS_PLAYED = 6
STRANGER = Number(1000)


def history(letters: str) -> tuple[Colour, ...]:
    """``"WB"`` as colours, the oldest first."""
    return tuple({"W": Colour.WHITE, "B": Colour.BLACK}[letter] for letter in letters)


def card(
    number: int,
    points: int,
    had: str = "",
    *,
    down: str = "",
    up: str = "",
    unplayed: int = 0,
    barred: bool = False,
    topscorer: bool = False,
) -> FidePlayer:
    """A player; ``down`` and ``up`` say how many rounds ago he floated."""
    return FidePlayer(
        number=Number(number),
        points=points,
        parity=number,
        colours=history(had),
        preference=colour_preference(history(had)),
        floats=PastFloats("1" in down, "2" in down, "1" in up, "2" in up),
        unplayed=unplayed,
        barred=ByeBarAlreadyHadBye(1) if barred else None,
        topscorer=topscorer,
    )


def group(points: int, *numbers: int, had: str = "") -> list[FidePlayer]:
    """Players with the same score and colours."""
    return [card(n, points, had) for n in numbers]


def field_of(cards: Iterable[FidePlayer], met: str = "", forbid: str = "") -> FideField:
    """The cards as the players of a round; some have met in round 1, some may not meet."""
    profiles = sorted(cards, key=rank_sort_key)
    place = {profile.number: at for at, profile in enumerate(profiles)}
    games: dict[Number, dict[Number, int]] = {number: {} for number in place}
    for a, b in parse_pairs(met):
        games[a][b] = games[b][a] = 1
    closed = {number: {place[other] for other in games[number]} for number in place}
    for a, b in parse_pairs(forbid):
        closed[a].add(place[b])
        closed[b].add(place[a])
    close = any(profile.topscorer for profile in profiles)
    return FideField(
        tournament=Tournament(
            tuple(Player(number, f"Player {number}") for number in sorted(place)),
            tuple(Round(number) for number in range(1, ROUNDS_PLAYED + 1)),
            planned_rounds=ROUNDS_PLAYED + 1 if close else 9,
            lot=Colour.WHITE,
            forbidden=tuple(ForbiddenPair(a, b) for a, b in parse_pairs(forbid)),
        ),
        numbers=tuple(place),
        rows={p.number: tuple(Played(STRANGER, c, 5, 5) for c in p.colours) for p in profiles},
        points={profile.number: profile.points for profile in profiles},
        colours={profile.number: profile.colours for profile in profiles},
        met=games,
        forbidden={},
        required={},
        scores={profile.number: profile.points for profile in profiles},
        players=tuple(profiles),
        closed=tuple(frozenset(closed[profile.number]) for profile in profiles),
        kinds=tuple(
            number_of_colour_equivalence_class(profile, close=close) for profile in profiles
        ),
    )


def pair_cards(
    edition: str, cards: Iterable[FidePlayer], met: str = "", forbid: str = ""
) -> RoundPairing:
    """The round that an edition makes of the cards."""
    module = import_module(f"topboard.systems.fide_dutch.{edition}")
    paired: RoundPairing = module.pair_field(field_of(cards, met, forbid))
    return paired


def profiles(edition: str, tournament: Tournament) -> dict[Number, FidePlayer]:
    """Everybody to be paired in the next round of an event, by rank."""
    field: FideField = import_module(f"topboard.systems.fide_dutch.{edition}").build_field(
        tournament
    )
    return {profile.number: profile for profile in field.players}


# --- what came of it ------------------------------------------------------------------------


def opponents(paired: RoundPairing) -> str:
    """The pairs and the bye, by the smaller number: ``"1-4 2-3 bye 5"``."""
    pairs = sorted(tuple(sorted((pair.white, pair.black))) for pair in paired.pairs)
    words = [f"{a}-{b}" for a, b in pairs]
    return " ".join(words + ([f"bye {paired.bye}"] if paired.bye is not None else []))


def tables(paired: RoundPairing) -> str:
    """The tables in their order, White first."""
    return " ".join(f"{pair.white}-{pair.black}" for pair in paired.pairs)


def bracket(paired: RoundPairing, points: int) -> BracketSummary:
    """How the bracket with this score was opened."""
    (found,) = [r for r in paired.reasons if isinstance(r, BracketSummary) and r.points == points]
    return found
