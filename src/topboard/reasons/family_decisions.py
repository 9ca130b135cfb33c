"""Decisions that only some families of systems make.

As in ``decisions``, the kind of each class and the names of its fields appear in JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.grounds import Criterion, MedianSide, UnpairedGround
    from topboard.reasons.obstacles import LeavesUnpairable, PassedOver

# --- a White and a Black column -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """A player in a column, with their average rating of opponents (ARO) and rating.

    ``colour_fixed`` tells whether the colour limits fix the player's colour. ``may_not_rise`` tells
    whether the player may not be moved up.
    """

    number: Number
    aro: Fraction | None
    rating: int
    colour_fixed: bool = False
    may_not_rise: bool = False


@dataclass(frozen=True, slots=True)
class ColourColumns:
    """A scoregroup divided into a White column and a Black column."""

    kind = "columns"

    article: str
    points: Tenths
    white: tuple[ColumnEntry, ...]
    black: tuple[ColumnEntry, ...]
    floaters: tuple[Number, ...] = ()
    """The floaters from higher groups, who are paired first."""
    needs_transfer: bool = False
    """Whether players must be moved up or to the other column before the scoregroup can be
    paired.
    """


@dataclass(frozen=True, slots=True)
class UpfloatLimitWaiver:
    """A player moved up beyond the limit on upfloats so that no one else has to downfloat."""

    kind = "move_up_limit_waived"

    article: str
    number: Number
    points: Tenths
    """The score of the group that the player is moved up to."""


@dataclass(frozen=True, slots=True)
class ColumnChange:
    """The move of a player to the other column to make both columns the same length."""

    kind = "column_change"

    article: str
    number: Number
    to: Colour
    points: Tenths
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class NoOpponentInOtherColumn:
    """A player without a possible opponent in the other column, who gets one from their own."""

    kind = "no_opponent_in_column"

    article: str
    number: Number
    colour: Colour
    """The colour of the player's own column."""


@dataclass(frozen=True, slots=True)
class ColourLimitsWaiver:
    """The players exempt from the colour limits because the round could not be paired otherwise.

    ``bridge`` and ``islands`` prove it (see ``LeavesUnpairable``).
    """

    kind = "colour_limits_waived"

    article: str
    players: tuple[Number, ...]
    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]


# --- White seekers and the others ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UpfloatersNeeded:
    """The number of upfloaters that a bracket needs, with the reason."""

    kind = "upfloaters_needed"

    article: str
    points: Tenths
    count: int
    ground: UnpairedGround
    proof: LeavesUnpairable | None = None
    """The proof that the residents cannot all be paired with each other, or None."""


@dataclass(frozen=True, slots=True)
class SubgroupMember:
    """A player of a subgroup with their average rating of opponents (ARO)."""

    number: Number
    aro: int


@dataclass(frozen=True, slots=True)
class ColourSubgroups:
    """A bracket divided into the players who prefer White (G1) and the others (G2)."""

    kind = "subgroups"

    article: str
    points: Tenths
    white: tuple[SubgroupMember, ...]
    black: tuple[SubgroupMember, ...]
    halves: bool = False
    """Whether no one has played yet, so that G1 is the first half of the players by TPN."""


@dataclass(frozen=True, slots=True)
class SubgroupShift:
    """Players shifted from their subgroup, G1 or G2, to the other one."""

    kind = "shifters"

    article: str
    points: Tenths
    shifters: tuple[Number, ...]
    seek: Colour
    """The colour preferred by the subgroup that the players leave."""
    inside: bool
    """Whether players are shifted because pairs must be made within the subgroup that they leave.

    Otherwise they are shifted because that subgroup is larger.
    """
    halves: bool = False
    passed_over: tuple[PassedOver, ...] = ()


# --- players ranked by their opposition ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeedingRound:
    """A round paired with a different system, before opponents' scores are used for ranking."""

    kind = "seeding_round"

    article: str
    round: int
    seeding_rounds: int
    """The number of rounds that are paired with a different system."""


@dataclass(frozen=True, slots=True)
class OppositionScores:
    """The Buchholz and Sonneborn-Berger scores by which a player of a bracket is ranked."""

    number: Number
    buchholz: Tenths
    sonneborn_berger: int
    """The Sonneborn-Berger score in hundredths of a point."""


@dataclass(frozen=True, slots=True)
class OppositionRanking:
    """The players of a bracket ranked by their opponents' scores, highest ranked first."""

    kind = "opposition_ranking"

    article: str
    points: Tenths
    ranked: tuple[OppositionScores, ...]


# --- a median group -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairingOrder:
    """The members of a group still to be paired, in the order in which opponents are sought."""

    kind = "pairing_order"

    article: str
    points: Tenths
    side: MedianSide
    first: tuple[Number, ...]
    """The half whose teams are given opponents, in order, or the whole group if it is not
    divided.
    """
    second: tuple[Number, ...] = ()
    """The half from which opponents are taken, in order, or empty if the group is not divided."""


@dataclass(frozen=True, slots=True)
class PairBrokenUp:
    """A pair that is broken up so that the median group can be paired."""

    kind = "pair_undone"

    article: str
    pair: tuple[Number, Number]
    points: Tenths
    """The score of the group in which the two players had been paired."""
    side: MedianSide
    from_above: int
    """The number of floaters that entered the median group from above."""
    from_below: int


# --- complete pairings compared -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """The number of players in a scoregroup for whom a criterion is not met."""

    article: str
    criterion: Criterion
    points: Tenths
    value: int
    """The smallest value possible without making a more important criterion worse."""
    past_points: Tenths | None = None
    """The score of the scoregroup that these odd men skip, or None."""


@dataclass(frozen=True, slots=True)
class PairingQuality:
    """The best possible values of some criteria, in order of priority."""

    kind = "criteria"

    article: str
    measures: tuple[CriterionValue, ...]


@dataclass(frozen=True, slots=True)
class RequestsNotToMeet:
    """The granted and the refused requests not to meet in a scoregroup."""

    kind = "requests"

    article: str
    points: Tenths
    granted: tuple[tuple[Number, Number], ...]
    """The pairs that would have been made without the requests."""
    refused: tuple[tuple[Number, Number], ...]


@dataclass(frozen=True, slots=True)
class ScoregroupSkippedByOddMan:
    """An odd man who skips a nearer scoregroup and is paired in a lower one."""

    kind = "group_passed"

    article: str
    number: Number
    from_points: Tenths
    points: Tenths
    """The score of the scoregroup that is skipped."""
    may_meet_nobody: bool
    """Whether the odd man has no permitted opponent in that scoregroup.

    Otherwise the obstacles name the criterion that would be worse.
    """
    passed_over: tuple[PassedOver, ...] = ()


# --- round robins -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AbsentOpponent:
    """A scheduled opponent who has left the event or is absent from the round."""

    kind = "opponent_absent"

    article: str
    number: Number
    opponent: Number
    withdrawn: bool
    """Whether the opponent has left the event for good."""
    counts: bool
    """Whether the opponent had completed at least half of its games, so that this game counts as a
    win.
    """


@dataclass(frozen=True, slots=True)
class TableNumberDrawn:
    """A table number, assigned to the first eligible participant in the drawn order."""

    kind = "seat_drawn"

    article: str
    seat: int
    number: Number
    passed_over: tuple[PassedOver, ...] = ()


@dataclass(frozen=True, slots=True)
class CompatriotsMeet:
    """Two compatriots who meet in one of the last three rounds, because no draw prevents it."""

    kind = "compatriots_meet"

    article: str
    first: Number
    second: Number
    round: int
    province: str
    least: int
    """The number of games between compatriots that remain in the last three rounds."""
    proved: bool
    """Whether it is proved that every draw has at least that many games between compatriots."""
