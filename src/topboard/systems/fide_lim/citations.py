"""The articles of the Lim rules to cite in reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.systems.fide_common.citations import FideCitations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topboard.reasons.grounds import ColourGround, FloatCause


@dataclass(frozen=True, slots=True)
class LimCitations(FideCitations):
    """The articles to cite for decisions about scoregroups, floaters, exchanges and colours."""

    bye_of_round_one: str
    compatible: str
    causes: Mapping[FloatCause, str]
    """The article for each cause that makes a player float out of a scoregroup."""
    avoided_types: str
    floated_last: str
    equalises: str
    within_band: str
    """The article on choosing floaters by colour in a maxi-tournament.

    Colour decides only between players whose ratings are at most 100 points apart.
    """
    outermost: str
    """The article under which the lowest-ranked player floats down or the highest-ranked player up.

    It applies if due colours do not decide.
    """
    goes_on: str
    """The article on a floater who has no opponent in the next group.

    The floater is exchanged with another member of the group or floats again.
    """
    cracked: Mapping[bool, str]
    """The articles on cracking a pair. The key is True for a pair below the median."""
    floater_meets: str
    proposed: str
    exchange_of_first: str
    exchange_of_others: str
    exchange_for_colour: str
    no_exchange_for_colour: str
    """The article that bars an exchange for colour between players of very different ratings.

    It applies only in maxi-tournaments.
    """
    colours: Mapping[ColourGround, str]
