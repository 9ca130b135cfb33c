"""The articles cited in the reasons of the Lim system."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.reasons.decisions import ColourGround
    from topboard.reasons.exchanges import FloatCause


@dataclass(frozen=True, slots=True)
class LimCitations:
    """The articles of the rules for the decisions in a round."""

    bye: str
    bye_of_round_one: str
    compatible: str
    groups: str
    causes: Mapping[FloatCause, str]
    """The article for each cause of leaving a group."""
    avoided_types: str
    floated_last: str
    equalises: str
    within_band: str
    """The article that limits choosing a floater by colour in a maxi-tournament to 100 rating
    points."""
    outermost: str
    """The article that otherwise has the lowest numbered float down and the highest numbered up."""
    goes_on: str
    """The article that has a floater without an opponent exchanged with a member or float
    further."""
    cracked: Mapping[bool, str]
    """The articles for cracking a pair, keyed by whether the pair is below the median."""
    floater_meets: str
    proposed: str
    exchange_of_first: str
    exchange_of_others: str
    exchange_for_colour: str
    no_exchange_for_colour: str
    """The article that rules out a colour exchange in a maxi-tournament if ratings differ
    too much."""
    colours: Mapping[ColourGround, str]
    boards: str
    rounds: str
    lot: str
    no_rematch: str
