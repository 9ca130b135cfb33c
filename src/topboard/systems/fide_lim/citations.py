"""The articles that reasons cite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.reasons.decisions import ColourGround
    from topboard.reasons.exchanges import FloatCause


@dataclass(frozen=True, slots=True)
class LimCitations:
    """The articles of the text for the decisions in a round."""

    bye: str
    bye_of_round_one: str
    compatible: str
    groups: str
    causes: Mapping[FloatCause, str]
    """The articles for each cause to leave a group."""
    avoided_types: str
    floated_last: str
    equalises: str
    within_band: str
    """The article that in a maxi-tournament colour decides on a floater within 100 points only."""
    outermost: str
    """The article that otherwise the lowest numbered floats down, the highest numbered up."""
    goes_on: str
    """The article that a floater without an opponent is exchanged with a member, or floats on."""
    cracked: Mapping[bool, str]
    """The articles for cracking a pair, by whether it is one of the lower side."""
    floater_meets: str
    proposed: str
    exchange_of_first: str
    exchange_of_others: str
    exchange_for_colour: str
    no_exchange_for_colour: str
    """The article that in a maxi-tournament colours give way if ratings are too far apart."""
    colours: Mapping[ColourGround, str]
    boards: str
    rounds: str
    lot: str
    no_rematch: str
