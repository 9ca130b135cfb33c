"""Words in which the tests of the Double-Swiss System write down players and matches.

``event(7, "1-4 1=, 5-2 00, 3-6 ++, bye 7")`` is seven players after one round. Two letters are the
games of a match as the side named first sees them, White in the first: ``1 = 0`` played, ``h l``
½-0 and 0-0, ``+ -`` and ``x`` forfeited by one or by both, ``?`` going on, ``.`` to come. Cards are
those of the Dutch system without preferences; ``drawn`` pairs the brackets that they make.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.player_events import AWAY, player
from tests.systems.fide_dutch.cards import card as dutch_card, field_of
from topboard._frozen import replace
from topboard.model import Colour, Game, Manner, Number, Player, Round, Tournament
from topboard.model.two_games import build_two_game_match
from topboard.systems.fide_common.colour_preferences import no_colour_preference
from topboard.systems.fide_upfloat.fide_double_swiss_2026 import NAME, pair_field

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.model import Meeting
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.fide_common.players import FidePlayer

GAMES = {
    "1": (10, 0, Manner.PLAYED),
    "=": (5, 5, Manner.PLAYED),
    "0": (0, 10, Manner.PLAYED),
    "h": (5, 0, Manner.PLAYED),
    "l": (0, 0, Manner.PLAYED),
    "+": (10, 0, Manner.DEFAULT),
    "-": (0, 10, Manner.DEFAULT),
    "x": (0, 0, Manner.BOTH_DEFAULTED),
    "?": (0, 0, Manner.UNFINISHED),
    ".": (0, 0, Manner.PENDING),
}


def match(white: int, black: int, letters: str) -> Meeting:
    """A match by the results of its games."""
    games = []
    for at, letter in enumerate(letters):
        own, other, manner = GAMES[letter]
        sides = (white, black) if at == 0 else (black, white)
        points = (own, other) if at == 0 else (other, own)
        games.append(Game(Number(sides[0]), Number(sides[1]), *points, manner))
    return build_two_game_match(Number(white), Number(black), games)


def played_round(number: int, text: str) -> Round:
    """A round as written."""
    meetings, away = [], []
    for part in text.split(", "):
        who, what = part.split(" ")
        if who in AWAY:
            away.append((Number(int(what)), AWAY[who]))
        else:
            white, black = map(int, who.split("-"))
            meetings.append(match(white, black, what))
    return Round(number, tuple(meetings), tuple(away))


def event(entered: int | Iterable[Player], *played: str, **facts: Any) -> Tournament:
    """The players after these rounds, about to be paired again."""
    people = [player(n + 1) for n in range(entered)] if isinstance(entered, int) else entered
    facts = {"lot": Colour.WHITE, "planned_rounds": 9, "boards": 2, "system": NAME, **facts}
    rounds = tuple(played_round(number, text) for number, text in enumerate(played, start=1))
    return Tournament(tuple(people), rounds, **facts)


def card(number: int, points: int, had: str = "", **more: Any) -> FidePlayer:
    """A player; ``floated`` says that he did in the last round."""
    floated = more.pop("floated", False)
    made = dutch_card(number, points, had, up="1" if floated else "", **more)
    return replace(made, preference=no_colour_preference(made.colours))


def group(points: int, *numbers: int) -> list[FidePlayer]:
    """Players with the same score."""
    return [card(n, points) for n in numbers]


def pair_cards(cards: Iterable[FidePlayer], met: str = "", *, last: bool = False) -> RoundPairing:
    """The round that the cards make, in the middle of the event or at its end."""
    field = field_of(cards, met)
    if last:
        upcoming = field.tournament.round_to_pair
        field = replace(field, tournament=replace(field.tournament, planned_rounds=upcoming))
    return pair_field(field)
