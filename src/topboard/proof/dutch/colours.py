"""The colours of a pair by its preferences, and what they leave to be desired."""

from __future__ import annotations

from topboard.model import Colour, Manner, Tournament
from topboard.proof.colours import last_difference
from topboard.proof.dutch.players import ABSOLUTE, STRONG, DutchPlayer

GRANTED, STRONGER, ALTERNATE, HIGHER, INITIAL = range(5)
"""The rules by which colours are given, in their order."""


def initial_colour(event: Tournament) -> Colour:
    """The colour drawn for number 1: as recorded, else as the pairs of round 1 show it."""
    if event.lot is not None or not event.rounds:
        return event.lot or Colour.WHITE
    first = event.rounds[0]
    listed = sorted({n for m in first.meetings for n in (m.white, m.black, first.bye) if n})
    for meeting in first.meetings:
        if meeting.white and meeting.black and meeting.manner is Manner.PLAYED:
            even = listed.index(min(meeting.white, meeting.black)) % 2
            return Colour.WHITE if (meeting.white < meeting.black) != even else Colour.BLACK
    return Colour.WHITE


def colour_of_higher(
    higher: DutchPlayer, lower: DutchPlayer, initial: Colour
) -> tuple[Colour, int]:
    """The colour of the higher ranked of two, and the rule that gives it."""
    wanted, other = higher.prefers, lower.prefers
    if wanted is not other:
        return wanted or other.opposite, GRANTED  # type: ignore[union-attr]
    if wanted is None:
        return initial if higher.parity % 2 else initial.opposite, INITIAL
    # Of two absolute preferences the one with the wider difference is stronger.
    own, others = ((one.strength, abs(one.difference)) for one in (higher, lower))
    if own[0] != others[0] or (own[0] == ABSOLUTE and own != others):
        return wanted if own > others else wanted.opposite, STRONGER
    ago = last_difference(higher.had, lower.had)
    return (higher.had[-ago].opposite, ALTERNATE) if ago else (wanted, HIGHER)


def faults(higher: DutchPlayer, lower: DutchPlayer) -> tuple[int, int, int, int]:
    """How many of a pair end beyond a difference of two, have a colour a third time running, are
    denied their preference, are denied a strong one.

    The first two are counted only where a topscorer is in the pair.
    """
    # Of two who prefer the same colour the one with the weaker preference is denied it.
    denied = higher.prefers is lower.prefers and higher.prefers is not None
    strong = denied and min(higher.strength, lower.strength) == STRONG
    if not (higher.topscorer or lower.topscorer):
        return 0, 0, denied, strong
    # The initial colour is asked for only where neither has had a colour.
    colour, _ = colour_of_higher(higher, lower, Colour.WHITE)
    given = ((higher, colour), (lower, colour.opposite))
    wide = sum(abs(one.difference + (1 if got is Colour.WHITE else -1)) > 2 for one, got in given)
    return wide, sum(one.last_two == (got, got) for one, got in given), denied, strong
