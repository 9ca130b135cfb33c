"""The articles cited in the reasons of the Lim system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_common.citations import FideCitations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.reasons.grounds import ColourGround, FloatCause


@dataclass(frozen=True, slots=True)
class LimCitations(FideCitations):
    """The articles for the decisions about a scoregroup, its floaters and its exchanges."""

    bye_of_round_one: str
    compatible: str
    causes: Mapping[FloatCause, str]
    """The article for each cause of leaving a group."""
    avoided_types: str
    floated_last: str
    equalises: str
    within_band: str
    """The article that lets colour decide on a floater only within 100 rating points.

    It applies to maxi-tournaments.
    """
    outermost: str
    """The article that otherwise has the lowest numbered float down and the highest numbered up."""
    goes_on: str
    """The article about a floater without an opponent.

    Such a floater is exchanged with a member or floats further.
    """
    cracked: Mapping[bool, str]
    """The articles for cracking a pair, keyed by whether the pair is below the median."""
    floater_meets: str
    proposed: str
    exchange_of_first: str
    exchange_of_others: str
    exchange_for_colour: str
    no_exchange_for_colour: str
    """The article against colour exchanges between distant ratings in a maxi-tournament."""
    colours: Mapping[ColourGround, str]
