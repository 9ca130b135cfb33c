"""The colours of a pair by its preferences, and what they leave to be desired."""

from __future__ import annotations

from topboard.model import Colour, Manner, Tournament
from topboard.proof.colours import last_difference
from topboard.proof.dutch.players import ABSOLUTE, STRONG, DutchPlayer

GRANTED, STRONGER, ALTERNATE, HIGHER, INITIAL = range(5)
"""The rules by which colours are given, in their order."""


def initial_colour(tournament: Tournament) -> Colour:
    """The colour drawn for number 1: as recorded, else as the pairs of round 1 show it."""
    if tournament.lot is not None or not tournament.rounds:
        return tournament.lot or Colour.WHITE
    first = tournament.rounds[0]
    sides = [n for m in first.meetings for n in (m.white, m.black)]
    listed = sorted(n for n in (*sides, first.bye) if n is not None)
    for meeting in first.meetings:
        if meeting.white and meeting.black and meeting.manner is Manner.PLAYED:
            even = listed.index(min(meeting.white, meeting.black)) % 2
            return Colour.WHITE if (meeting.white < meeting.black) != even else Colour.BLACK
    return Colour.WHITE


def colour_of_higher(
    higher: DutchPlayer, lower: DutchPlayer, initial: Colour
) -> tuple[Colour, int]:
    """The colour of the higher ranked of two, and the rule that gives it."""
    wanted = higher.prefers
    if wanted is None and lower.prefers is None:
        return initial if higher.parity % 2 else initial.opposite, INITIAL
    if wanted is None or wanted is not lower.prefers:
        return wanted or lower.prefers.opposite, GRANTED  # type: ignore[union-attr]
    own, other = _force(higher), _force(lower)
    if own != other:
        return wanted if own > other else wanted.opposite, STRONGER
    ago = last_difference(higher.had, lower.had)
    return (higher.had[-ago].opposite, ALTERNATE) if ago else (wanted, HIGHER)


def _force(one: DutchPlayer) -> tuple[int, int]:
    """How strong a preference is; of two absolute ones the wider difference is stronger."""
    return one.strength, abs(one.difference) if one.strength == ABSOLUTE else 0


def faults(higher: DutchPlayer, lower: DutchPlayer) -> tuple[int, int, int, int]:
    """How many of a pair end beyond a difference of two, have a colour a third time running, are
    denied their preference, are denied a strong one.

    The first two are counted only where a topscorer is in the pair.
    """
    # The initial colour is asked for only where neither has had a colour.
    colour, _ = colour_of_higher(higher, lower, Colour.WHITE)
    given = ((higher, colour), (lower, colour.opposite))
    denied = [one for one, got in given if one.prefers is got.opposite]
    strong = sum(one.strength == STRONG for one in denied)
    if not (higher.topscorer or lower.topscorer):
        return 0, 0, len(denied), strong
    wide = sum(abs(one.difference + (1 if got is Colour.WHITE else -1)) > 2 for one, got in given)
    third = sum(one.had[-2:] == (got, got) for one, got in given)
    return wide, third, len(denied), strong
