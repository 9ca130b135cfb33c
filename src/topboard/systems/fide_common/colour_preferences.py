"""The colour preferences of players, and the colours of a pair that result from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.model import Colour
from topboard.model.history import colour_difference
from topboard.reasons.criteria import PreferenceGround, Strength
from topboard.systems.common.colours import colour_by_lot, colour_of_higher_ranked_by_alternation

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
    """Return a player's colour preference, based on the colours of the games played."""
    if not had:
        return NO_PREFERENCE
    return absolute_preference(had) or strong_preference(had) or mild_preference(had)


def no_colour_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return a ``ColourPreference`` for neither colour, with the colour difference and last
    colours.
    """
    return ColourPreference(None, Strength.NONE, colour_difference(had), had[-2:])


def absolute_preference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return a player's absolute colour preference, or None if the player has none.

    A player has an absolute preference if the colour difference is greater than +1 or less than -1,
    or if the last two games had the same colour.
    """
    return absolute_preference_by_colour_difference(had) or absolute_preference_by_repeated_colour(
        had
    )


def absolute_preference_by_colour_difference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the absolute preference caused by a colour difference of two or more, or None."""
    difference = colour_difference(had)
    if abs(difference) < 2:
        return None
    return ColourPreference(find_rarer_colour(difference), Strength.ABSOLUTE, difference, had[-2:])


def absolute_preference_by_repeated_colour(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return the absolute preference caused by the same colour in the last two games, or None."""
    latest = had[-2:]
    if len(latest) < 2 or latest[0] is not latest[1]:
        return None
    return ColourPreference(latest[1].opposite, Strength.ABSOLUTE, colour_difference(had), latest)


def strong_preference(had: tuple[Colour, ...]) -> ColourPreference | None:
    """Return a strong preference for the colour that a player has had less often.

    Return None if the player has had both colours equally often.
    """
    difference = colour_difference(had)
    if difference == 0:
        return None
    return ColourPreference(find_rarer_colour(difference), Strength.STRONG, difference, had[-2:])


def find_rarer_colour(difference: int) -> Colour:
    """Return the colour that a player has had less often, given the colour difference."""
    return Colour.BLACK if difference > 0 else Colour.WHITE


def mild_preference(had: tuple[Colour, ...]) -> ColourPreference:
    """Return a mild preference for the colour opposite to that of the last game.

    It applies to a player who has had both colours equally often.
    """
    return ColourPreference(had[-1].opposite, Strength.MILD, 0, had[-2:])


# --- the colours of a pair ------------------------------------------------------------------------


def have_same_preference(one: ColourPreference, other: ColourPreference) -> bool:
    """Return whether two players prefer the same colour."""
    return one.colour is not None and one.colour is other.colour


def is_stronger_preference(one: ColourPreference, other: ColourPreference) -> bool | None:
    """Return whether the first of two preferences is stronger, or None if they are equally strong.

    Of two absolute preferences, the one with the larger colour difference is stronger.
    """
    if one.strength != other.strength:
        return ORDER.index(one.strength) > ORDER.index(other.strength)
    if one.strength is Strength.ABSOLUTE and abs(one.difference) != abs(other.difference):
        return abs(one.difference) > abs(other.difference)
    return None


def find_player_denied_preference(higher: FidePlayer, lower: FidePlayer) -> FidePlayer:
    """Return the player of a pair who is denied the colour that both prefer."""
    colour, _ = _decide_colour_if_preferences_equal(higher, lower)
    return lower if colour is higher.preference.colour else higher


def colour_of_higher_ranked(
    higher: FidePlayer, lower: FidePlayer, initial: Colour
) -> tuple[Colour, PreferenceGround]:
    """Return the colour of the higher-ranked player of a pair, and the rule that decides it.

    ``initial`` is the initial colour drawn by lot.
    """
    if not higher.colours and not lower.colours:
        return colour_by_lot(higher.parity, initial), PreferenceGround.INITIAL_COLOUR
    own, others = higher.preference, lower.preference
    if have_same_preference(own, others):
        return _decide_colour_if_preferences_equal(higher, lower)
    if own.colour is not None:
        return own.colour, PreferenceGround.BOTH_GRANTED
    assert others.colour is not None, "a player who has had a colour has a preference"
    return others.colour.opposite, PreferenceGround.BOTH_GRANTED


def _decide_colour_if_preferences_equal(
    higher: FidePlayer, lower: FidePlayer
) -> tuple[Colour, PreferenceGround]:
    """Return the higher-ranked player's colour if both prefer the same colour, and the deciding
    rule.

    The stronger preference is granted. If both are equally strong, the players reverse the colours
    of the latest round in which their colours differed. If they never differed, the higher-ranked
    player's preference is granted.
    """
    wanted = higher.preference.colour
    assert wanted is not None
    first = is_stronger_preference(higher.preference, lower.preference)
    if first is not None:
        return wanted if first else wanted.opposite, PreferenceGround.STRONGER
    changed = colour_of_higher_ranked_by_alternation(higher.colours, lower.colours)
    if changed is not None:
        return changed, PreferenceGround.ALTERNATE
    return wanted, PreferenceGround.HIGHER_RANKED
