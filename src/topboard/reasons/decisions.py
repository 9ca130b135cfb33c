"""The reasons for the pairing of a round, one value for each decision in the order it was made.

Every reason names the article that it is based on. ``topboard.reasons.sentences`` turns the reasons
into sentences.

Each class has the kind that JSON gives it, and its fields have their names in JSON (see
``topboard.serialize.reasons``). A class may be renamed, but its kind and its fields may not.
``unwritten`` lists the fields that JSON leaves out, and ``written_as`` the fields with a different
name in JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeAlias

from topboard._frozen import dataclass
from topboard.reasons.grounds import ByeMethod, FloatMethod, PairMethod
from topboard.text.numbers import JsonNumber, format_html_table, format_points, to_json_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from topboard.model import Colour, Number, Outcome, Pair, Tenths, Tournament
    from topboard.reasons.criteria import (
        MatchColourGround,
        PreferenceGround,
        QualityCriterion,
        Strength,
    )
    from topboard.reasons.family_decisions import (
        AbsentOpponent,
        ColourColumns,
        ColourLimitsWaiver,
        ColourSubgroups,
        ColumnChange,
        CompatriotsMeet,
        NoOpponentInOtherColumn,
        OppositionRanking,
        OppositionScores,
        PairBrokenUp,
        PairingOrder,
        PairingQuality,
        RequestsNotToMeet,
        ScoregroupSkippedByOddMan,
        SeedingRound,
        SubgroupShift,
        TableNumberDrawn,
        UpfloatersNeeded,
        UpfloatLimitWaiver,
    )
    from topboard.reasons.grounds import (
        ByeGround,
        ByeStep,
        CandidateOrder,
        ColourGround,
        DueGround,
        FloatCause,
        FloaterType,
        HalvesPlacing,
        MedianSide,
        Placing,
        UnpairedGround,
    )
    from topboard.reasons.obstacles import LeavesUnpairable, Obstacle, PassedOver

# --- groups and brackets ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScoregroupSummary:
    """A scoregroup about to be paired, with its members and the number of them who must leave
    it.
    """

    kind = "scoregroup"
    unwritten = ("of_teams",)

    article: str
    points: Tenths
    side: MedianSide | None
    """The position of the group relative to the median group, or None if the system has no median
    group.
    """
    residents: tuple[Number, ...]
    floaters: tuple[Number, ...] = ()
    """The floaters from other groups, if the system does not distinguish their directions."""
    from_above: tuple[Number, ...] = ()
    from_below: tuple[Number, ...] = ()
    leaving: int = 0
    ground: UnpairedGround | None = None
    """Why members leave the group, or None if the article explains it or no one leaves."""
    section: str = ""
    """The name of the section of an accelerated pairing, or empty if the pairing is not
    accelerated.
    """
    without_colour_limits: bool = False
    limits_article: str = ""
    gave_way: bool = False
    """Whether more teams leave than necessary for this group, so that other groups can be
    paired.
    """
    imaginary: tuple[Number, ...] = ()
    """The members whose points in this group include imaginary points."""
    imaginary_article: str = ""
    of_teams: bool = False

    @property
    def is_floater_count_minimal(self) -> bool:
        """Return whether as few members as possible leave the group.

        The minimum is none in a group of even size, and one in a group of odd size.
        """
        return self.leaving == (len(self.residents) + len(self.floaters)) % 2


@dataclass(frozen=True, slots=True)
class BracketSummary:
    """A bracket at the start of its pairing, with its members, MDPs and upfloaters.

    In some systems, players downfloat from a bracket. In others, upfloaters complete it.
    """

    kind = "bracket"
    unwritten = ("in_halves",)

    article: str
    points: Tenths
    residents: tuple[Number, ...]
    mdps: tuple[Number, ...] = ()
    upfloaters: tuple[Number, ...] = ()
    pairs: int | None = None
    leaving: int | None = None
    """The number of players who stay unpaired, or None if upfloaters complete the bracket."""
    ground: UnpairedGround | None = None
    """Why players remain unpaired or upfloaters are needed, or None if neither is the case."""
    ground_article: str = ""
    proof: LeavesUnpairable | None = None
    """The proof that the members cannot all be paired with each other, or None if they can."""
    lowest_points: Tenths | None = None
    """The lowest score of the residents if several scoregroups were collapsed, or else None."""
    measures: tuple[QualityMeasure, ...] = ()
    """The criteria that even the best set of upfloaters does not fully meet."""
    in_halves: bool = False
    """Whether the bracket is divided into S1 and S2 and can be homogeneous or heterogeneous."""


@dataclass(frozen=True, slots=True)
class QualityMeasure:
    """The number of players for whom the best pairing of a bracket does not meet one criterion."""

    article: str
    criterion: QualityCriterion
    values: tuple[int, ...]
    """The number of players for whom the criterion is not met.

    If the criterion compares scores or score differences, there is one number for each entry of
    ``at``.
    """
    at: tuple[Tenths, ...] = ()
    """The scores or score differences that the criterion compares, in descending order."""

    @property
    def value(self) -> int:
        """Return the total number of players for whom the criterion is not met."""
        return sum(self.values)


@dataclass(frozen=True, slots=True)
class BracketQuality:
    """The criteria that the best pairing of a bracket does not fully meet."""

    kind = "criteria"
    unwritten = ("counts_pairs",)

    article: str
    points: Tenths
    measures: tuple[QualityMeasure, ...]
    want: tuple[int, int]
    """The number of members who prefer White, and the number who prefer Black."""
    denied_at_least: int = 0
    """The smallest possible number of players denied their preferred colour, given ``want``."""
    counts_pairs: bool = False
    """Whether the colour criteria count pairs in which both players prefer the same colour."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange between the halves of a bracket, made because no pairing without it is as good.

    The halves are S1 and S2 or, in some systems, the top members and their opponents.
    """

    kind = "exchange"
    unwritten = ("of_top_members",)

    article: str
    points: Tenths
    leaving: tuple[Number, ...]
    """The members who leave the first half."""
    entering: tuple[Number, ...]
    of_top_members: bool = False


# --- pairs, floaters and the bye ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpponentChoice:
    """The choice of an opponent for a participant, who is called the chooser.

    ``method`` is the rule that was applied. If two halves are paired, the chooser is in the upper
    half. In a round robin, the chooser has White.
    """

    kind = "pair"
    unwritten = ("in_remainder",)

    article: str
    chooser: Number
    chosen: Number
    points: Tenths
    """The points of the scoregroup or bracket in which the pair was made."""
    passed_over: tuple[PassedOver, ...] = ()
    order: CandidateOrder | None = None
    placing: HalvesPlacing | Placing | None = None
    """How the pair relates to the normal order of two halves, or None in other methods."""
    numbers: tuple[int, ...] = ()
    """The numbers of both players within the bracket, or empty if the method does not use them."""
    opposition: tuple[OppositionScores, ...] = ()
    """The opposition scores of both players, which determine their numbers in the bracket."""
    aro: int | None = None
    """The chooser's average rating of opponents (ARO) if it decides the order of choosing, or else
    None.
    """
    white_seat: int | None = None
    """White's number in the table of a round robin."""
    black_seat: int | None = None
    row: int | None = None
    """The row of the table that was used, which is the number of the round within its cycle."""
    size: int | None = None
    """The number of participants for which the table is made."""
    colours_reversed: bool = False
    """Whether this is the second cycle of a double round robin."""
    method: PairMethod = PairMethod.ORDER
    in_remainder: bool = False
    """Whether the pair is made in the remainder of a heterogeneous bracket."""


@dataclass(frozen=True, slots=True)
class Floated:
    """A participant's move out of its own scoregroup. ``method`` is the rule that was applied."""

    kind = "floater"

    article: str
    number: Number
    from_points: Tenths
    to_points: Tenths | None
    """The score of the group that the participant floats to, or None if it is simply the next
    group.
    """
    island: Number | None = None
    """The player without an opponent for whom this player is moved up, or None if there is none."""
    already_floater: bool = False
    pairable_below: bool = False
    passed_over: tuple[PassedOver, ...] = ()
    """The candidates for floating that come earlier in the order, with their obstacles."""
    imaginary_points: Tenths = 0
    """The imaginary points included in the participant's points."""
    order: CandidateOrder | None = None
    """The order in which candidates for floating were considered, or None if there was no order.

    It is ``LOWEST`` or ``HIGHEST`` for the lowest- or highest-ranked candidate first, and
    ``FLOATERS`` for a floater that floats on.
    """
    own_group: tuple[PassedOver, ...] = ()
    """The other remaining players of the island's group, each with the obstacle to meeting them."""
    floater_type: FloaterType | None = None
    cause: FloatCause | None = None
    cause_article: str = ""
    due: Colour | None = None
    """The due colour of the player if it decided the choice, or else None."""
    too_far: Number | None = None
    """The player preferred by colour but excluded by rating, or None if there is none."""
    instead_of: Number | None = None
    """The player who was chosen at first but made the median group unpairable, or None."""
    others_below: tuple[Number, ...] = ()
    """The other odd men of the group who are ranked lower than this player."""
    taken_below: tuple[Number, ...] = ()
    """The lower-ranked players of the group who are opponents of odd men from above."""
    proof: LeavesUnpairable | None = None
    """The proof that not all players of the scoregroup can stay in it.

    It is None if this player cannot stay for reasons of their own.
    """
    for_the_rest: bool = False
    """Whether the group could be paired by itself but players outside it need opponents from it."""
    method: FloatMethod = FloatMethod.GROUP


@dataclass(frozen=True, slots=True)
class NoByeAtScore:
    """A score at which no player can receive the pairing-allocated bye."""

    points: Tenths
    obstacle: Obstacle
    """The obstacle that bars these players, or the proof that the other players could not be
    paired.
    """
    count: int = 1
    """The number of players with that score."""
    number: Number | None = None
    """The player the obstacle applies to, or None if it applies to all players with that score."""


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """The pairing-allocated bye and its receiver.

    ``method`` is the rule that chose the receiver.
    """

    kind = "bye"
    unwritten = ("of_teams",)

    article: str
    number: Number
    passed_over: tuple[PassedOver, ...] = ()
    """The candidates that come earlier in the order, with their obstacles."""
    from_initial_list: bool = False
    """Whether candidates are considered from the end of the initial list instead of the ranking."""
    bar_article: str = ""
    """The article that bars a team from the bye after it has won because its opponent did not
    arrive.

    It is cited if it is not recorded whether the opponent arrived.
    """
    arrival_unknown: tuple[int, ...] = ()
    """The rounds won by forfeit for which it is not recorded whether the opponent arrived."""
    team_arrived: tuple[int, ...] = ()
    """The rounds won by forfeit in which the opponent had arrived."""
    points: Tenths | None = None
    rating: int | None = None
    """The player's rating. It is None for an unrated player, who ranks below all rated players."""
    unplayed: int | None = None
    """The number of rounds in which the player did not play."""
    by_lowest_score: bool = False
    """Whether the rules give the bye to a player with the lowest possible score."""
    without: tuple[NoByeAtScore, ...] = ()
    """The lower scores at which no player can receive the bye."""
    games: int | None = None
    """The number of games the player has played."""
    step: ByeStep | None = None
    following: Number | None = None
    """The player who comes next in the order after the receiver, or None."""
    ground: ByeGround | None = None
    due: Colour | None = None
    aro: Fraction | None = None
    by_lot: bool = False
    seat: int | None = None
    """The number in the round-robin table that has no opponent in this round."""
    row: int | None = None
    size: int | None = None
    method: ByeMethod = ByeMethod.RANKING
    of_teams: bool = False


# --- colours, boards and warnings ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ColourDecision:
    """The colours of a pair (for teams, the colours on board 1)."""

    kind = "colours"
    written_as: ClassVar = {"by": "ground"}

    article: str
    white: Number
    black: Number
    ground: ColourGround | None
    """The rule that decided, or None if ``by`` gives it."""
    white_history: tuple[Colour, ...] = ()
    black_history: tuple[Colour, ...] = ()
    higher: Number | None = None
    """The higher-ranked participant of the pair if the ranking decided, or else None."""
    differed: tuple[int, int] | None = None
    """White's round and Black's round in which their colours last differed, or None.

    The colour histories are compared from the latest game backwards, so the rounds may be
    different.
    """
    moved: tuple[Number, ...] = ()
    """The participants of the pair that were moved to a column whose colour they are not due."""
    by: PreferenceGround | MatchColourGround | DueGround | None = None
    """The rule that decided by colour preferences or by due colours, or None."""
    strengths: tuple[Strength, ...] = ()
    """The strengths of the two colour preferences, first White's and then Black's."""
    wanted: tuple[Colour | None, ...] = ()
    """The preferred colours of White and of Black, with None for a player without a preference."""
    parity_number: int = 0
    """The number of the higher-ranked participant that decides by being odd or even, or 0.

    It is the TPN or the number among the players who have been paired.
    """


@dataclass(frozen=True, slots=True)
class FixedTableDecision:
    """A pair that a ruling assigns to a certain board or table."""

    kind = "fixed_table"

    article: str
    number: Number
    table: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class PairingWarning:
    """A warning for the arbiter about the round."""

    kind = "warning"

    article: str
    what: str


@dataclass(frozen=True, slots=True)
class Floater:
    """A participant that is paired outside its own scoregroup."""

    number: Number
    from_points: Tenths
    to_points: Tenths


@dataclass(frozen=True, slots=True)
class RoundHistoryCache:
    """The colours and opponents read from a tournament's rounds, cached for later use."""

    tournament: Tournament
    outcomes: Mapping[Number, tuple[Outcome, ...]]
    colours: Mapping[Number, tuple[Colour, ...]]
    """The colours that each participant to be paired has had, oldest first."""
    met: Mapping[Number, Mapping[Number, int]]
    """The opponents played by each participant to be paired, with the round of each game."""


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A round as paired by the rules, with its pairs, bye, floaters and reasons."""

    system: str
    round: int
    pairs: tuple[Pair, ...]
    bye: Number | None
    floaters: tuple[Floater, ...]
    reasons: tuple[Reason, ...]
    people: Callable[[], Mapping[Number, tuple[str, Tenths]]] | None = None
    """A function that returns each participant's name and points, or None if unknown."""
    decided: object = None
    """The intermediate results of the pairing, used for proofs and why-not questions."""
    made_from: RoundHistoryCache | None = None
    """The tournament that was paired and the data read from its rounds, or None."""

    BESIDE = ("people", "decided", "made_from")
    """The names of the fields that are ignored when a round is compared or saved."""

    def __eq__(self, other: object) -> bool:
        """Return whether the rounds are equal, ignoring the fields listed in ``BESIDE``."""
        if not isinstance(other, RoundPairing):
            return NotImplemented
        return self._compared_fields == other._compared_fields

    def __hash__(self) -> int:
        return hash(self._compared_fields)

    @property
    def _compared_fields(self) -> tuple[object, ...]:
        return self.system, self.round, self.pairs, self.bye, self.floaters, self.reasons

    def __repr__(self) -> str:
        bye = "no bye" if self.bye is None else f"bye {self.bye}"
        return f"<RoundPairing {self.system} round {self.round}: {len(self.pairs)} pairs, {bye}>"

    def rows(self, *, numbers: bool = False) -> list[dict[str, JsonNumber | str | None]]:
        """Return one flat row per board, with the number, name and points of both participants.

        The bye is the last row. With ``numbers``, points are numbers such as 2.5, and a value that
        does not exist is None. Otherwise points are text such as ``2½``.
        """
        known = {} if self.people is None else self.people()
        articles = {
            frozenset((r.chooser, r.chosen)): r.article
            for r in self.reasons
            if isinstance(r, OpponentChoice)
        }
        missing = None if numbers else ""
        rows: list[dict[str, JsonNumber | str | None]] = [
            {
                "table": p.table,
                **_participant_columns("white", p.white, known, numbers),
                **_participant_columns("black", p.black, known, numbers),
                "article": articles.get(frozenset((p.white, p.black)), ""),
            }
            for p in self.pairs
        ]
        if self.bye is not None:
            article = next(r.article for r in self.reasons if isinstance(r, ByeGiven))
            nobody = {"black": missing, "black_name": "bye", "black_points": missing}
            bye = {**_participant_columns("white", self.bye, known, numbers), **nobody}
            rows.append({"table": missing, **bye, "article": article})
        return rows

    def _repr_html_(self) -> str:
        return format_html_table(self.rows())


def _participant_columns(
    side: str, number: Number, known: Mapping[Number, tuple[str, Tenths]], numbers: bool
) -> dict[str, JsonNumber | str | None]:
    if number not in known:
        missing = None if numbers else ""
        return {side: number, f"{side}_name": "", f"{side}_points": missing}
    name, points = known[number]
    shown = to_json_number(points) if numbers else format_points(points)
    return {side: number, f"{side}_name": name, f"{side}_points": shown}


if TYPE_CHECKING:
    Reason: TypeAlias = (
        ScoregroupSummary
        | BracketSummary
        | BracketQuality
        | Exchange
        | OpponentChoice
        | Floated
        | ByeGiven
        | ColourDecision
        | FixedTableDecision
        | PairingWarning
        | ColourColumns
        | UpfloatLimitWaiver
        | ColumnChange
        | NoOpponentInOtherColumn
        | ColourLimitsWaiver
        | UpfloatersNeeded
        | ColourSubgroups
        | SubgroupShift
        | SeedingRound
        | OppositionRanking
        | PairingOrder
        | PairBrokenUp
        | PairingQuality
        | RequestsNotToMeet
        | ScoregroupSkippedByOddMan
        | AbsentOpponent
        | TableNumberDrawn
        | CompatriotsMeet
    )
