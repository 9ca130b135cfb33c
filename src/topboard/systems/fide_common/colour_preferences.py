"""The colour preferences of players, and the colours that a pair gets because of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.reasons.criteria import PreferenceGround, Strength
from topboard.systems.common.colours import alternating_colour_of_higher, colour_by_lot

if TYPE_CHECKING:
    from topboard.systems.fide_common.players import FidePlayer


@dataclass(frozen=True, slots=True)
class ColourPreference:
    """The colour that a player prefers, if any, and the strength of the preference."""

    colour: Colour | None
    strength: Strength
    difference: int
    """The colour difference: the number of games with White minus the number with Black."""
    latest: tuple[Colour, ...]
    """The colours of the last two games played."""


ORDER = tuple(Strength)
"""The strengths of colour preferences in ascending order, from none to absolute."""

NO_PREFERENCE = ColourPreference(None, Strength.NONE, 0, ())


def colour_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return a player's colour preference, given the colours of the games played so far."""
    if not had:
        return NO_PREFERENCE
    return absolute_preference(had) or strong_preference(had) or mild_preference(had)


def no_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return a preference for neither colour, which still records the last two colours."""
    return ColourPreference(None, Strength.NONE, colour_difference(had), had[-2:])


def absolute_preference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return a player's absolute colour preference, or None if there is none.

    A player has one if the colour difference exceeds one, or if the last two games had the same
    colour.
    """
    return absolute_by_colour_difference(had) or absolute_by_repeated_colour(had)


def absolute_by_colour_difference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the absolute preference caused by a colour difference of two or more, or None."""
    difference = colour_difference(had)
    if abs(difference) < 2:
        return None
    return ColourPreference(rarer_colour(difference), Strength.ABSOLUTE, difference, had[-2:])


def absolute_by_repeated_colour(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the absolute preference caused by two consecutive games with one colour, or None."""
    latest = had[-2:]
    if len(latest) < 2 or latest[0] is not latest[1]:
        return None
    return ColourPreference(latest[1].opposite, Strength.ABSOLUTE, colour_difference(had), latest)


def strong_preference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the strong preference for the colour that a player has had less often.

    Return None if the player has had both colours equally often.
    """
    difference = colour_difference(had)
    if difference == 0:
        return None
    return ColourPreference(rarer_colour(difference), Strength.STRONG, difference, had[-2:])


def rarer_colour(difference: int) -> Colour:
    """Return the colour that a player has had less often, given the colour difference."""
    return Colour.BLACK if difference > 0 else Colour.WHITE


def mild_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return the mild preference for the opposite of the colour in the last game.

    It applies if the player has had both colours equally often.
    """
    return ColourPreference(had[-1].opposite, Strength.MILD, 0, had[-2:])


# --- the colours of a pair ------------------------------------------------------------------------


def have_same_preference(one: ColourPreference, other: ColourPreference) -> bool:
    """Return whether both players prefer the same colour, so one of them cannot get it."""
    return one.colour is not None and one.colour is other.colour


def is_stronger_preference(one: ColourPreference, other: ColourPreference) -> bool | None:
    """Return whether the first preference is stronger, or None if both are equally strong.

    Of two absolute preferences, the one with the larger colour difference is stronger.
    """
    if one.strength != other.strength:
        return ORDER.index(one.strength) > ORDER.index(other.strength)
    if one.strength is Strength.ABSOLUTE and abs(one.difference) != abs(other.difference):
        return abs(one.difference) > abs(other.difference)
    return None


def player_denied_preference(higher: FidePlayer, lower: FidePlayer) -> FidePlayer:
    """Return which of two players who prefer the same colour does not get it."""
    colour, _ = _colour_if_same_preference(higher, lower)
    return lower if colour is higher.preference.colour else higher


def colour_of_higher_ranked(
    higher: FidePlayer, lower: FidePlayer, initial: Colour
) -> tuple[Colour, PreferenceGround]:
    """Return the colour of a pair's higher-ranked player, and the rule that decides it.

    ``initial`` is the colour drawn for number 1.
    """
    if not higher.colours and not lower.colours:
        return colour_by_lot(higher.parity, initial), PreferenceGround.INITIAL_COLOUR
    own, others = higher.preference, lower.preference
    if have_same_preference(own, others):
        return _colour_if_same_preference(higher, lower)
    if own.colour is not None:
        return own.colour, PreferenceGround.BOTH_GRANTED
    assert others.colour is not None, "a player who has had a colour has a preference"
    return others.colour.opposite, PreferenceGround.BOTH_GRANTED


def _colour_if_same_preference(
    higher: FidePlayer, lower: FidePlayer
) -> tuple[Colour, PreferenceGround]:
    """Return the colour of the higher-ranked player if both prefer the same, and the rule applied.

    The stronger preference is granted. If both are equally strong, the players reverse the colours
    of the latest round in which they differed. If their colours never differed, the higher-ranked
    player's preference is granted.
    """
    wanted = higher.preference.colour
    assert wanted is not None
    first = is_stronger_preference(higher.preference, lower.preference)
    if first is not None:
        return wanted if first else wanted.opposite, PreferenceGround.STRONGER
    changed = alternating_colour_of_higher(higher.colours, lower.colours)
    if changed is not None:
        return changed, PreferenceGround.ALTERNATE
    return wanted, PreferenceGround.HIGHER_RANKED
