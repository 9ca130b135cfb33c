"""Colour preferences, and the colours of a pair that follow from them."""

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
    """The colour that a player should get next, and how strong the preference is."""

    colour: Colour | None
    strength: Strength
    difference: int
    """The colour difference in the games played, which is Whites minus Blacks."""
    latest: tuple[Colour, ...]
    """The colours of the last two games played."""


ORDER = tuple(Strength)
"""The strengths of preference, from none to absolute."""

NO_PREFERENCE = ColourPreference(None, Strength.NONE, 0, ())


def colour_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return the colour preference of a player who had these colours in the games played."""
    if not had:
        return NO_PREFERENCE
    return absolute_preference(had) or strong_preference(had) or mild_preference(had)


def no_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return an empty preference, whatever colours the player has had."""
    return ColourPreference(None, Strength.NONE, colour_difference(had), had[-2:])


def absolute_preference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the absolute preference, or None if there is none.

    It exists if the colour difference exceeds one, or if the last two games had the same colour.
    """
    return absolute_by_colour_difference(had) or absolute_by_repeated_colour(had)


def absolute_by_colour_difference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the absolute preference due to a colour difference of two or more, or None."""
    difference = colour_difference(had)
    if abs(difference) < 2:
        return None
    return ColourPreference(rarer_colour(difference), Strength.ABSOLUTE, difference, had[-2:])


def absolute_by_repeated_colour(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the absolute preference due to two games with the same colour in a row, or None."""
    latest = had[-2:]
    if len(latest) < 2 or latest[0] is not latest[1]:
        return None
    return ColourPreference(latest[1].opposite, Strength.ABSOLUTE, colour_difference(had), latest)


def strong_preference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the strong preference for the rarer colour, or None if the colours are even."""
    difference = colour_difference(had)
    if difference == 0:
        return None
    return ColourPreference(rarer_colour(difference), Strength.STRONG, difference, had[-2:])


def rarer_colour(difference: int) -> Colour:
    """Return the colour had less often, given the difference of Whites minus Blacks."""
    return Colour.BLACK if difference > 0 else Colour.WHITE


def mild_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return the mild preference for the opposite of the last colour.

    It is used if the colours are even.
    """
    return ColourPreference(had[-1].opposite, Strength.MILD, 0, had[-2:])


# --- which of two gets which colour -----------------------------------------------------------


def have_same_preference(one: ColourPreference, other: ColourPreference) -> bool:
    """Return whether both players prefer the same colour, so that one of them is denied it."""
    return one.colour is not None and one.colour is other.colour


def is_stronger_preference(one: ColourPreference, other: ColourPreference) -> bool | None:
    """Return whether the first preference is stronger, or None if they are equally strong.

    Of two absolute preferences, the one with the wider colour difference is stronger.
    """
    if one.strength != other.strength:
        return ORDER.index(one.strength) > ORDER.index(other.strength)
    if one.strength is Strength.ABSOLUTE and abs(one.difference) != abs(other.difference):
        return abs(one.difference) > abs(other.difference)
    return None


def player_denied_preference(higher: FidePlayer, lower: FidePlayer) -> FidePlayer:
    """Return the player who does not get the colour that both players prefer."""
    colour, _ = _colour_if_same_preference(higher, lower)
    return lower if colour is higher.preference.colour else higher


def colour_of_higher_ranked(
    higher: FidePlayer, lower: FidePlayer, initial: Colour
) -> tuple[Colour, PreferenceGround]:
    """Return the colour of the higher-ranked player, and the rule that decides it.

    ``initial`` is the colour drawn for number 1.
    """
    if not higher.colours and not lower.colours:
        return colour_by_lot(higher.parity, initial), PreferenceGround.INITIAL_COLOUR
    own, others = higher.preference, lower.preference
    if have_same_preference(own, others):
        return _colour_if_same_preference(higher, lower)
    if own.colour is not None:
        return own.colour, PreferenceGround.BOTH_GRANTED
    assert others.colour is not None, "whoever has played prefers a colour"
    return others.colour.opposite, PreferenceGround.BOTH_GRANTED


def _colour_if_same_preference(
    higher: FidePlayer, lower: FidePlayer
) -> tuple[Colour, PreferenceGround]:
    """Return the higher-ranked player's colour, and its rule, if both prefer the same colour.

    The stronger preference decides. If they are equally strong, the two players reverse the colours
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
