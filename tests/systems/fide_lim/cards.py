"""Words in which the tests of the Lim system write down players, groups and rounds.

``card(7, 25, "WBW")`` is number 7 with two and a half points who had White, Black, White.
``drawn(cards, met="7-8")`` pairs the round of such cards after four rounds, so that two points are
the median. ``settled(cards, above("1..5"), next_="6 7")`` pairs one group of them. The answers
become text, the smaller number of a pair first.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.team_events import parse_pairs
from topboard.model import Colour, ForbiddenPair, Number, Played, Player, Round, Tournament
from topboard.model.colour_limits import allowed_colour_bits
from topboard.reasons.decisions import Floated
from topboard.reasons.grounds import MedianSide
from topboard.systems.common.field import Field, extend_field, find_forbidden_opponents
from topboard.systems.common.groups import ScoregroupTask
from topboard.systems.fide_lim.fide_lim_2026 import CITE, NAME
from topboard.systems.fide_lim.field import LimField, allow_both_colours_in_last_round, due_colour
from topboard.systems.fide_lim.publication import build_round_pairing
from topboard.systems.fide_lim.rounds import pair_round
from topboard.systems.fide_lim.scoregroup import pair_scoregroup

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.common.groups import PairedScoregroup

STRANGER = Number(1000)
LETTERS = {"W": Colour.WHITE, "B": Colour.BLACK}


@dataclass(frozen=True)
class Card:
    """A player in the middle of an event."""

    number: Number
    points: int = 20
    had: tuple[Colour, ...] = ()
    rating: int | None = None
    floated: bool = False


def history(letters: str) -> tuple[Colour, ...]:
    """``"WB"`` as colours, the oldest first."""
    return tuple(LETTERS[letter] for letter in letters)


def card(
    number: int,
    points: int = 20,
    had: str = "",
    *,
    rating: int | None = 0,
    floated: bool = False,
) -> Card:
    """A player; without a rating given the one that goes with his number."""
    given = 2500 - 10 * number if rating == 0 else rating
    return Card(Number(number), points, history(had), given, floated)


def cards(numbers: str, points: int = 20, had: str = "") -> list[Card]:
    """Players with the same points and colours: ``"1..4 7"``."""
    return [card(n, points, had) for n in parse_numbers(numbers)]


def parse_numbers(numbers: str) -> list[Number]:
    """``"1..3 7"`` as numbers."""
    found: list[Number] = []
    for word in numbers.split():
        first, _, last = word.partition("..")
        found += [Number(n) for n in range(int(first), int(last or first) + 1)]
    return found


def situation(
    people: Iterable[Card],
    met: str = "",
    forbid: str = "",
    *,
    maxi: bool = False,
    last: bool = False,
    played: int = 4,
    lot: Colour = Colour.WHITE,
) -> LimField:
    """The cards before a round; some have met in round 1, some may not meet."""
    here = sorted(people, key=lambda one: one.number)
    games: dict[Number, dict[Number, int]] = {one.number: {} for one in here}
    for a, b in parse_pairs(met):
        games[a][b] = games[b][a] = 1
    tournament = Tournament(
        tuple(Player(one.number, f"Player {one.number}", one.rating) for one in here),
        tuple(Round(number) for number in range(1, played + 1)),
        planned_rounds=played + 1 if last else 9,
        lot=lot,
        forbidden=tuple(ForbiddenPair(a, b) for a, b in parse_pairs(forbid)),
    )
    field = Field(
        tournament=tournament,
        numbers=tuple(one.number for one in here),
        rows={one.number: tuple(Played(STRANGER, c, 5, 5) for c in one.had) for one in here},
        points={one.number: one.points for one in here},
        colours={one.number: one.had for one in here},
        allowed={
            one.number: allow_both_colours_in_last_round(one.had)
            if last
            else allowed_colour_bits(one.had)
            for one in here
        },
        met=games,
        forbidden=find_forbidden_opponents(tournament),
        required={},
    )
    return extend_field(
        field,
        LimField,
        scores=field.points,
        twice_median=10 * played,
        due={one.number: due_colour(one.had) for one in here},
        floated=frozenset(one.number for one in here if one.floated),
        ratings={one.number: one.rating or 0 for one in here},
        parity={one.number: one.number for one in here},
        barred={},
        maxi=maxi,
    )


def pair_cards(
    people: Iterable[Card], met: str = "", forbid: str = "", **how: object
) -> RoundPairing:
    """The round of the cards."""
    before = situation(people, met, forbid, **how)  # type: ignore[arg-type]
    return build_round_pairing(NAME, before, pair_round(before, CITE), CITE)


def pair_group(
    before: LimField,
    side: MedianSide,
    residents: str,
    incoming: str = "",
    incoming_up: str = "",
    next_: str = "",
) -> PairedScoregroup:
    """One group of the cards; the lists stand as they are settled."""
    task = ScoregroupTask(
        20, side, *map(tuple, map(parse_numbers, (residents, incoming, incoming_up))), 15,
        tuple(parse_numbers(next_)),
    )  # fmt: skip
    return pair_scoregroup(before, task, CITE, brief=False)


def opponents(pairs: Iterable[tuple[int, int]]) -> str:
    """Pairs as text: ``"1-4 2-3"``."""
    return " ".join(f"{a}-{b}" for a, b in sorted(tuple(sorted(pair)) for pair in pairs))


def of_round(paired: RoundPairing) -> str:
    """The pairs of a round, whatever the colours."""
    return opponents((pair.white, pair.black) for pair in paired.pairs)


def tables(paired: RoundPairing) -> str:
    """The tables in their order, White first."""
    return " ".join(f"{pair.white}-{pair.black}" for pair in paired.pairs)


def floaters(made: PairedScoregroup | RoundPairing) -> list[Floated]:
    """Who was chosen to float, in the order in which they were."""
    return [reason for reason in made.reasons if isinstance(reason, Floated)]
