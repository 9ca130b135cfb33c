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
    """The articles of the text for what is decided in a round."""

    bye: str
    bye_of_round_one: str
    compatible: str
    groups: str
    causes: Mapping[FloatCause, str]
    """Why somebody leaves a group."""
    avoided_types: str
    floated_last: str
    equalises: str
    within_band: str
    """In a maxi-tournament a floater is chosen for his colour within 100 points only."""
    outermost: str
    """Else the lowest numbered floats down, the highest numbered up."""
    goes_on: str
    """A floater without an opponent is exchanged with another of the group, or floats on."""
    cracked: Mapping[bool, str]
    """Whether the pair cracked is one of the lower side."""
    floater_meets: str
    proposed: str
    exchange_of_first: str
    exchange_of_others: str
    exchange_for_colour: str
    no_exchange_for_colour: str
    """In a maxi-tournament the colours give way where ratings are too far apart."""
    colours: Mapping[ColourGround, str]
    boards: str
    rounds: str
    lot: str
    no_rematch: str
