"""Obstacles: why a candidate that came earlier in the order was not chosen.

Some obstacles also answer the question "why not these two?" and then name their article. Other
obstacles are based on the article of the decision that they belong to.

Each class has the kind that JSON gives it, and its fields have their names in JSON (see
``topboard.serialize.reasons``). A class may be renamed, but its kind and its fields may not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from topboard._frozen import dataclass
from topboard.reasons.criteria import (
    ByeBarAlreadyHadBye as ByeBarAlreadyHadBye,
    ByeBarRuling as ByeBarRuling,
    ByeBarWonWithoutPlaying as ByeBarWonWithoutPlaying,
)

if TYPE_CHECKING:
    from topboard.model import Colour, Number, Tenths
    from topboard.reasons.criteria import QualityCriterion
    from topboard.reasons.grounds import ColourNeed, Criterion, FloaterType


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A candidate who came earlier in the order, and the obstacle that ruled it out."""

    candidate: Number
    obstacle: Obstacle


# --- the two may not meet -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HaveMet:
    """The obstacle that the two participants have already met.

    In some systems it is enough that they were paired, even if they did not play.
    """

    kind = "met"

    round: int
    article: str = ""
    by_forfeit: bool = False
    """Whether the two participants were paired but did not play, because of a forfeit."""


@dataclass(frozen=True, slots=True)
class ForbiddenByOrganiser:
    """The obstacle that the organiser does not allow the two participants to meet.

    It needs no article.
    """

    kind = "forbidden"


@dataclass(frozen=True, slots=True)
class SameColourDue:
    """The obstacle that both participants must have the same colour or are due the same colour.

    In the second case, another candidate who is due the opposite colour is available.
    """

    kind = "same_colour"

    ground: ColourNeed
    colour: Colour


@dataclass(frozen=True, slots=True)
class NoColourLeft:
    """The obstacle that this participant may have neither White nor Black."""

    kind = "no_colour_left"

    article: str
    number: Number


@dataclass(frozen=True, slots=True)
class RequiredElsewhere:
    """The obstacle that one of the two participants must meet a different opponent.

    A ruling requires that opponent, or the round was paired again with that opponent to answer a
    why-not question.
    """

    kind = "required_elsewhere"

    number: Number
    opponent: Number | None = None


@dataclass(frozen=True, slots=True)
class FloatersDoNotMeet:
    """The obstacle that two floaters may not meet each other."""

    kind = "both_floaters"


# --- others could not be paired -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LeavesUnpairable:
    """The obstacle that, with this pair, the remaining participants could not all be paired.

    The proof consists of a set of participants (the bridge) and several odd sets (the islands).
    Members of an island can meet only each other and members of the bridge. Because each island is
    odd, one of its members must meet a member of the bridge or leave the group. There are more
    islands than members of the bridge and ``may_leave`` together.
    """

    kind = "unpairable"

    bridge: tuple[Number, ...]
    islands: tuple[tuple[Number, ...], ...]
    may_leave: int = 0
    """The number of participants who may leave the group without being in the bridge.

    A negative number is how many participants must leave beyond those that the islands need.
    """
    across: str = ""
    """The string "columns" if an island can meet the bridge only in the other column, else
    empty.
    """


@dataclass(frozen=True, slots=True)
class SubgroupsUnpairable:
    """The obstacle that the two subgroups could not be paired if this candidate were shifted."""

    kind = "subgroups_unpairable"

    proof: LeavesUnpairable | None = None


@dataclass(frozen=True, slots=True)
class LeavesOthersUnpairable:
    """The obstacle that other participants, in the bracket or below it, could not be paired.

    The brackets above stay as they are.
    """

    kind = "strands_others"

    article: str
    points: Tenths | None
    """The score of the bracket if this answers a why-not question, or else None."""
    proof: LeavesUnpairable
    bye_points: Tenths | None = None
    """The score at which the bye must be given but could not be given, or None."""


@dataclass(frozen=True, slots=True)
class HarmsLowerBrackets:
    """The obstacle that this player's downfloat would harm the brackets below.

    More players would be unpaired in the next bracket, or the round could not be completed.
    """

    kind = "next_bracket"
    unwritten = ("in_next_bracket",)

    article: str
    proof: LeavesUnpairable | None = None
    """The players whom this downfloat makes unpairable and their only opponents, or None."""
    opponent: Number | None = None
    """The downfloater's only possible opponent in the next bracket, or None.

    It is set if this pair would leave other players without an opponent.
    """
    in_next_bracket: bool = False
    """Whether the proof concerns only the next bracket instead of all lower brackets."""


@dataclass(frozen=True, slots=True)
class MedianGroupUnpairable:
    """The obstacle that the median group could not be paired if this player were in it."""

    kind = "median_blocked"

    proof: LeavesUnpairable


@dataclass(frozen=True, slots=True)
class FewerPairsLeft:
    """The obstacle that the player's own scoregroup could make fewer pairs without them."""

    kind = "fewer_pairs"

    points: Tenths


@dataclass(frozen=True, slots=True)
class MoreFloatersThanNecessary:
    """The obstacle that too many players would leave their scoregroups if this player left.

    ``fewest`` is the necessary number.
    """

    kind = "more_leave"

    fewest: int


@dataclass(frozen=True, slots=True)
class LeavesNoValidDraw:
    """The obstacle that compatriots could not be kept apart if this player had this number."""

    kind = "no_draw_left"

    proved: bool
    """Whether every assignment of the other numbers was tried. It is False if the search stopped
    early.
    """


# --- the pairing would be worse -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CriterionWorse:
    """The obstacle that the pairing would be worse, with the first criterion that gets worse.

    In the answer to a why-not question, it has the values of the actual bracket and of the bracket
    with the pair.
    """

    kind = "criterion_worse"

    article: str
    points: Tenths | None
    """The score of the bracket if this answers a why-not question, or else None."""
    criterion: QualityCriterion | Criterion
    now: tuple[int, ...] = ()
    """The number of players for whom the criterion is not met in the actual pairing.

    If the criterion compares scores or score differences, there is one number for each entry of
    ``at``. The tuple is empty if not all players count equally.
    """
    then: tuple[int, ...] = ()
    """The number of players for whom the criterion would not be met with the pair, as in
    ``now``.
    """
    at: tuple[Tenths, ...] = ()
    """The scores or score differences that the criterion compares, in descending order."""
    floats: Number | None = None
    """The participant of the pair who would have to downfloat from the bracket, or None if neither
    would.
    """
    rises: Number | None = None
    """The participant of the pair who would have to upfloat into the bracket, or None if neither
    would.
    """
    by: int = 0
    """The smallest amount by which the criterion gets worse, or 0 if it is not counted.

    This assumes that no more important criterion gets worse.
    """
    most: int = 0
    """The largest amount by which the criterion gets worse, or 0 if it is unknown.

    It is known if a pairing with the candidate was found that is no worse under more important
    criteria.
    """
    more: int = 0
    """The number of further candidates with the same obstacle."""


@dataclass(frozen=True, slots=True)
class OtherPairsWorse:
    """The obstacle that the other pairs would be worse if this candidate were chosen."""

    kind = "others_worse"
    unwritten = ("or_later",)

    article: str
    more: int = 0
    """The number of further candidates with the same obstacle."""
    or_later: bool = False
    """Whether the other pairs may be as good but come later in the order."""


@dataclass(frozen=True, slots=True)
class PairedElsewhere:
    """The obstacle that this player gets an opponent and therefore is not the downfloater.

    Every pairing that leaves this player unpaired is worse or comes later in the order.
    """

    kind = "paired_elsewhere"

    article: str
    opponent: Number


# --- who may float, or have a colour or a number --------------------------------------------


@dataclass(frozen=True, slots=True)
class NoOpponentInNextGroup:
    """The obstacle that the participant has no possible opponent in the group it would float to."""

    kind = "no_opponent_in_group"

    points: Tenths


@dataclass(frozen=True, slots=True)
class MayNotFloatAgain:
    """The obstacle that the participant floated into the group and may not float again."""

    kind = "incoming_floater"


@dataclass(frozen=True, slots=True)
class MayNotUpfloat:
    """The obstacle that the player upfloated in the last round or has reached the limit."""

    kind = "move_up_limit"


@dataclass(frozen=True, slots=True)
class MoreDisadvantaged:
    """The obstacle that the player would become a more disadvantaged floater than necessary."""

    kind = "disadvantaged_floater"

    floater_type: FloaterType


@dataclass(frozen=True, slots=True)
class FloatedLastRound:
    """The obstacle that the player met an opponent with a different score in the last round."""

    kind = "floated_last_round"


@dataclass(frozen=True, slots=True)
class NotDueMajorityColour:
    """The obstacle that the player is not due the majority colour of the group."""

    kind = "not_majority_colour"

    colour: Colour


@dataclass(frozen=True, slots=True)
class OthersFloatFirst:
    """The obstacle that players without an opponent in the group leave it first."""

    kind = "leaves_later"


@dataclass(frozen=True, slots=True)
class ColourFixed:
    """The obstacle that the colour limits allow the player only their due colour."""

    kind = "colour_fixed"

    colour: Colour


@dataclass(frozen=True, slots=True)
class MeetsCompatriot:
    """The obstacle that, with this number, the player would meet a compatriot in one of the last
    rounds.
    """

    kind = "meets_compatriot"

    other: Number
    round: int
    province: str
    """The home that both players share: a province or, in some regulations, a federation."""


# --- who may have the bye -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JoinedLate:
    """The obstacle that the participant joined after the first round was published."""

    kind = "late_entry"

    round: int


@dataclass(frozen=True, slots=True)
class RatedPlayersFirst:
    """The obstacle that the candidate is unrated while a rated player may have the bye."""

    kind = "rated_first"

    more: int = 0
    """The number of further candidates with the same obstacle."""


if TYPE_CHECKING:
    Obstacle: TypeAlias = (
        HaveMet
        | ForbiddenByOrganiser
        | SameColourDue
        | NoColourLeft
        | RequiredElsewhere
        | FloatersDoNotMeet
        | LeavesUnpairable
        | SubgroupsUnpairable
        | LeavesOthersUnpairable
        | HarmsLowerBrackets
        | MedianGroupUnpairable
        | FewerPairsLeft
        | MoreFloatersThanNecessary
        | LeavesNoValidDraw
        | CriterionWorse
        | OtherPairsWorse
        | PairedElsewhere
        | NoOpponentInNextGroup
        | MayNotFloatAgain
        | MayNotUpfloat
        | MoreDisadvantaged
        | FloatedLastRound
        | NotDueMajorityColour
        | OthersFloatFirst
        | ColourFixed
        | MeetsCompatriot
        | ByeBarAlreadyHadBye
        | ByeBarWonWithoutPlaying
        | ByeBarRuling
        | JoinedLate
        | RatedPlayersFirst
    )
