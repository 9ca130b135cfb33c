"""Colour preferences, and the colours of a pair by them."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from topboard.history import colour_difference
from topboard.model import Colour
from topboard.records import dataclass
from topboard.rules.shared.colours import by_lot, matches_since_difference

if TYPE_CHECKING:
    from topboard.reasons.brackets import PreferenceGround
    from topboard.rules.fide.profiles import Profile


class Strength(IntEnum):
    """How strongly a player's colours so far ask for the next one."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """The colour that a player should have next, and how strongly."""

    colour: Colour | None
    strength: Strength
    difference: int
    """Whites less Blacks of the games played."""
    latest: tuple[Colour, ...]
    """The colours of the last two games played."""


NO_PREFERENCE = Preference(None, Strength.NONE, 0, ())


def preference_of(had: tuple[Colour, ...]) -> Preference:
    """The preference of a player who has had these colours in the games he played."""
    if not had:
        return NO_PREFERENCE
    return absolute_preference(had) or strong_preference(had) or mild_preference(had)


def absolute_preference(had: tuple[Colour, ...]) -> Preference | None:
    """The difference is beyond one, or both of the last two games had the same colour."""
    difference = colour_difference(had)
    latest = had[-2:]
    if abs(difference) > 1:
        colour = Colour.BLACK if difference > 0 else Colour.WHITE
        return Preference(colour, Strength.ABSOLUTE, difference, latest)
    if len(latest) == 2 and latest[0] is latest[1]:
        return Preference(latest[1].opposite, Strength.ABSOLUTE, difference, latest)
    return None


def strong_preference(had: tuple[Colour, ...]) -> Preference | None:
    """The difference is one: the colour had less often."""
    difference = colour_difference(had)
    if difference == 0:
        return None
    colour = Colour.BLACK if difference > 0 else Colour.WHITE
    return Preference(colour, Strength.STRONG, difference, had[-2:])


def mild_preference(had: tuple[Colour, ...]) -> Preference:
    """Both colours were had as often: the one that was not had in the last game."""
    return Preference(had[-1].opposite, Strength.MILD, 0, had[-2:])


# --- who of two gets which --------------------------------------------------------------------


def clash(one: Preference, other: Preference) -> bool:
    """Whether both ask for the same colour, so that one of them is denied it."""
    return one.colour is not None and one.colour is other.colour


def stronger(one: Preference, other: Preference) -> bool | None:
    """Whether the first asks more strongly; of two absolute ones the wider difference decides."""
    if one.strength != other.strength:
        return one.strength > other.strength
    if one.strength is Strength.ABSOLUTE and abs(one.difference) != abs(other.difference):
        return abs(one.difference) > abs(other.difference)
    return None


def denied(higher: Profile, lower: Profile) -> Profile:
    """Of two who ask for the same colour the one who does not get it."""
    first = stronger(higher.preference, lower.preference)
    if first is None:
        ago = matches_since_difference(higher.colours, lower.colours)
        first = ago is None or higher.colours[-ago] is not higher.preference.colour
    return lower if first else higher


def colour_of_higher(
    higher: Preference,
    lower: Preference,
    histories: tuple[tuple[Colour, ...], tuple[Colour, ...]],
    number: int,
    initial: Colour,
) -> tuple[Colour, PreferenceGround]:
    """The colour of the higher ranked of a pair, and the rule that decides it.

    ``histories`` are the colours of both, the higher ranked's first; ``number`` is his pairing
    number and ``initial`` the colour drawn for number 1.
    """
    # Looked up here, because weighing pairs needs the preferences only.
    from topboard.reasons.brackets import PreferenceGround

    if higher.colour is None and lower.colour is None:
        return by_lot(number, initial), PreferenceGround.INITIAL_COLOUR  # type: ignore[arg-type]
    if not clash(higher, lower):
        colour = higher.colour or lower.colour.opposite  # type: ignore[union-attr]
        return colour, PreferenceGround.BOTH_GRANTED
    assert higher.colour is not None
    first = stronger(higher, lower)
    if first is not None:
        colour = higher.colour if first else higher.colour.opposite
        return colour, PreferenceGround.STRONGER
    own, others = histories
    ago = matches_since_difference(own, others)
    if ago is not None:
        return own[-ago].opposite, PreferenceGround.ALTERNATE
    return higher.colour, PreferenceGround.HIGHER_RANKED
