"""The player data that the Dubov rules use: rating, ARO, due colour and upfloats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import message, worded
from topboard.model import (
    Colour,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    Pending,
    Played,
    Unfinished,
)
from topboard.model.history import opponents_met
from topboard.reasons.criteria import Strength
from topboard.systems.common.field import extend_field
from topboard.systems.common.ratings import get_all_ratings_or_refuse
from topboard.systems.common.variations import Variation
from topboard.systems.fide_common.colour_preferences import ColourPreference, colour_preference
from topboard.systems.fide_common.players import (
    FideField,
    PairingHistory,
    build_field_from_history,
    float_direction,
    is_unplayed_downfloat_if_scored,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import ClassVar

    from topboard.model import Number, Outcome, Tournament
    from topboard.systems.fide_common.players import Bar
    from topboard.tiebreaks.opponents import OpponentRatingAverage

FORFEITS_FLOAT = Variation(
    "1.8.1",
    message(
        "A player who was paired with a higher-scored opponent counts as upfloated even if "
        "the game was forfeited."
    ),
    called="forfeits-float",
)

WITHOUT_A_GAME = ColourPreference(Colour.BLACK, Strength.MILD, 0, ())


@dataclass(frozen=True, slots=True)
class DubovField(FideField):
    """The players to be paired, with their AROs and upfloats."""

    aros: tuple[int, ...] = ()
    upfloats: tuple[tuple[int, ...], ...] = ()
    """The rounds in which each player was upfloated."""
    most_upfloats: int = 0
    """The number of upfloats at which a player becomes a maximum upfloater."""

    COLUMNS: ClassVar[tuple[str, ...]] = (*FideField.COLUMNS, "aros", "upfloats")

    def due_colour_of_player(self, place: int) -> Colour:
        """Return the colour due to the player at index ``place``."""
        colour = self.players[place].preference.colour
        assert colour is not None, "every player is due a colour"
        return colour

    def is_maximum_upfloater(self, place: int) -> bool:
        """Return whether the player at index ``place`` has the maximum number of upfloats."""
        return len(self.upfloats[place]) >= self.most_upfloats

    def was_upfloated_last_round(self, place: int) -> bool:
        """Return whether the player at index ``place`` was upfloated in the previous round."""
        return self.round - 1 in self.upfloats[place]

    def sort_key_by_aro(self, place: int) -> tuple[int, Number]:
        """Return a key that sorts players by ascending ARO and then by ascending TPN."""
        return self.aros[place], self.numbers[place]


def build_dubov_field(tournament: Tournament, bars: Sequence[Bar]) -> DubovField:
    """Return the players to be paired in the next round, with their AROs and upfloats.

    Raise ``BadInput`` if a player has no rating.
    """
    ratings = get_all_ratings_or_refuse(tournament, remedy=PROVISIONAL)
    history = PairingHistory(tournament, is_unplayed_downfloat_if_scored)
    field = build_field_from_history(history, bars, compute_due_colour_preference, topscorers=False)
    forfeits = FORFEITS_FLOAT.name in tournament.variations
    upfloats = find_upfloat_rounds(history, field.numbers, forfeits=forfeits)
    return extend_field(
        field,
        DubovField,
        aros=tuple(
            average_opponent_rating(ratings[o] for _, o in opponents_met(field.rows[n]))
            for n in field.numbers
        ),
        upfloats=tuple(tuple(upfloats[n]) for n in field.numbers),
        most_upfloats=compute_maximum_upfloats(tournament.planned_rounds),
    )


# --- definitions --------------------------------------------------------------------------------

PROVISIONAL = worded(
    "Every player needs a rating (1.1.1). Ask the Chief Arbiter for a provisional one (1.1.2)."
)
"""The remedy given in the error message if a player has no rating."""


def average_opponent_rating(ratings: Iterable[int]) -> int:
    """Return the average rating of a player's opponents (ARO), rounded to the nearest integer.

    Halves are rounded up. The ARO of a player who has played no game is 0.
    """
    played = tuple(ratings)
    return (2 * sum(played) + len(played)) // (2 * len(played)) if played else 0


def compute_due_colour_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return a player's colour preference, based on the colours so far.

    A player who has had no colour has a mild preference for Black.
    """
    return colour_preference(had) if had else WITHOUT_A_GAME


def compute_maximum_upfloats(planned_rounds: int) -> int:
    """Return the number of upfloats at which a player becomes a maximum upfloater.

    It is two, plus one for every five rounds of the event.
    """
    return 2 + planned_rounds // 5


def find_upfloat_rounds(
    history: PairingHistory, numbers: Sequence[Number], *, forfeits: bool
) -> dict[Number, list[int]]:
    """Return the rounds in which each player was paired with a higher-scored opponent."""
    found: dict[Number, list[int]] = {n: [] for n in numbers}
    for played in range(1, history.tournament.round_to_pair):
        scores = history.pairing_scores(played)
        for n, rounds in found.items():
            opponent = _find_paired_opponent_in_round(
                history.rows[n][played - 1], forfeits=forfeits
            )
            if opponent is not None and float_direction(scores[n], scores[opponent]) < 0:
                rounds.append(played)
    return found


def _find_paired_opponent_in_round(outcome: Outcome, *, forfeits: bool) -> Number | None:
    """Return a player's opponent in a round, or None if the player was not paired.

    The opponent in a forfeited game counts only if ``forfeits`` is true.
    """
    if isinstance(outcome, Played | Unfinished | Pending):
        return outcome.opponent
    if forfeits and isinstance(outcome, ForfeitWin | ForfeitLoss | DoubleForfeit):
        return outcome.opponent
    return None


# --- publication of the AROs --------------------------------------------------------------------


def build_aro_list(tournament: Tournament) -> tuple[OpponentRatingAverage, ...]:
    """Return every player's ARO after the rounds played, sorted by points and then by TPN."""
    # Imported here because pairing a round does not need the tie-breaks.
    from topboard.tiebreaks.opponents import OpponentRatingAverage

    ratings = get_all_ratings_or_refuse(tournament, remedy=PROVISIONAL)
    history = PairingHistory(tournament, is_unplayed_downfloat_if_scored)
    points = history.scores_without_virtual_points()
    lines = []
    for number, rating in ratings.items():
        met = tuple((at, o, ratings[o]) for at, o in opponents_met(history.rows[number]))
        aro = average_opponent_rating(r for _, _, r in met) if met else None
        lines.append(OpponentRatingAverage(number, rating, points[number], aro, met))
    return tuple(sorted(lines, key=lambda line: (-line.points, line.number)))
