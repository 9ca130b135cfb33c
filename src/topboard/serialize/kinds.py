"""The public kind of every reason, obstacle and why-not answer, and the names of its fields.

Programs read these names in the JSON of the command and of the API, so they stay the same when a
class is renamed, split or merged. One concept has one kind: five classes give byes, and each is
written as a ``bye`` with a ``method`` that distinguishes them. Records that occur in only one place
have no kind.

The fields of each kind are described by ``topboard-reasons-1.schema.json`` in ``formats/schemas``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.reasons import (
    brackets,
    byes,
    columns,
    decisions as reasons,
    exchanges,
    objections,
    opposition,
    round_robin,
    subgroups,
    upfloaters,
    weighing,
    why_not,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class PublicKind:
    """The JSON form of a class: its kind and the names of its fields."""

    kind: str
    """The kind, or empty for a record that is the only one possible in its place."""
    fixed: Mapping[str, str]
    """Constant fields that distinguish this class from others of its kind."""
    renamed: Mapping[str, str]
    """The public names of fields whose name differs from the attribute."""
    negated: Mapping[str, str]
    """The public names of the negations of flags that are true by default.

    A negation is written if it is true.
    """
    left_out: frozenset[str]
    """The fields that are not written because a more precise field replaces them."""


def _kind(
    kind: str,
    method: str = "",
    *,
    fixed: Mapping[str, str] | None = None,
    negated: Mapping[str, str] | None = None,
    left_out: tuple[str, ...] = (),
    **renamed: str,
) -> PublicKind:
    told_apart = {"method": method} if method else fixed or {}
    return PublicKind(kind, told_apart, renamed, negated or {}, frozenset(left_out))


def _record(**renamed: str) -> PublicKind:
    return PublicKind("", {}, renamed, {}, frozenset())


DECISIONS: dict[type, PublicKind] = {
    # Groups and brackets before they are paired.
    reasons.GroupOpened: _kind(
        "scoregroup",
        incoming="floaters",
        leavers="leaving",
        negated={"limits_kept": "without_colour_limits"},
    ),
    exchanges.ScoreGroupOpened: _kind("scoregroup", leavers="leaving"),
    weighing.ScoreGroupPaired: _kind("scoregroup", members="residents", came="from_above"),
    brackets.BracketOpened: _kind(
        "bracket", moved_down="mdps", left="leaving", lowest="lowest_points"
    ),
    upfloaters.BracketFilled: _kind("bracket"),
    reasons.GroupArranged: _kind("pairing_order"),
    columns.ColumnsDrawn: _kind("columns", negated={"standard": "needs_transfer"}),
    subgroups.SubgroupsFormed: _kind("subgroups"),
    opposition.RankedByOpposition: _kind("opposition_ranking"),
    opposition.SeedingRound: _kind("seeding_round", seeding="seeding_rounds"),
    subgroups.UpfloatersNeeded: _kind("upfloaters_needed"),
    # Pairs.
    reasons.OpponentChosen: _kind("pair", "order"),
    brackets.MovedDownPaired: _kind("pair", "mdp"),
    brackets.HalvesPaired: _kind("pair", "halves"),
    weighing.PairedInGroup: _kind("pair", "halves"),
    brackets.SettledBeforehand: _kind("pair", "required"),
    opposition.NumbersPaired: _kind("pair", "bracket_numbers"),
    subgroups.PairedAcross: _kind("pair", "subgroups"),
    upfloaters.PairedByIdentifier: _kind("pair", "identifier"),
    weighing.OddManPaired: _kind("pair", "odd_man"),
    round_robin.PairedByTable: _kind("pair", "berger_table"),
    exchanges.PairCracked: _kind("pair_undone"),
    round_robin.OpponentMissing: _kind("opponent_absent", left="withdrawn"),
    # Participants paired in a different group.
    reasons.Floated: _kind("floater", "group", imaginary="imaginary_points"),
    brackets.FloatsDown: _kind("floater", "bracket"),
    exchanges.FloaterChosen: _kind("floater", "median", type="floater_type"),
    subgroups.FloatsUp: _kind("floater", "upfloater"),
    upfloaters.UpfloaterOfSet: _kind("floater", "upfloater_set"),
    weighing.OddManRemoved: _kind("floater", "odd_man"),
    columns.PlayerRaised: _kind("floater", "moved_up"),
    columns.PlayerDropped: _kind("floater", "moved_down"),
    weighing.GroupPassed: _kind("group_passed"),
    # Byes.
    reasons.ByeGiven: _kind("bye", "ranking", by_list="from_initial_list"),
    reasons.ByeDespiteForfeits: _kind(
        "bye",
        "despite_forfeits",
        by_list="from_initial_list",
        bar="bar_article",
        open="arrival_unknown",
        arrived="team_arrived",
    ),
    brackets.ByeAtScore: _kind("bye", "score", left_out=("by_list",)),
    byes.ByeInOrder: _kind("bye", "order", left_out=("by_list",)),
    columns.ByeByRating: _kind("bye", "rating", left_out=("by_list",)),
    exchanges.ByeToLowestRated: _kind("bye", "lowest_rating", left_out=("by_list",)),
    weighing.ByeFalls: _kind("bye", "lowest_scoregroup", left_out=("by_list",)),
    round_robin.FreeByTable: _kind("bye", "berger_table", left_out=("by_list",)),
    # Colours, and the board of a pair.
    reasons.ColourGiven: _kind("colours"),
    exchanges.ColourByLot: _kind("colours", parity="parity_number"),
    brackets.ColoursByPreference: _kind(
        "colours", by="ground", parity="parity_number", left_out=("ground", "moved")
    ),
    upfloaters.ColoursOfMatch: _kind(
        "colours", by="ground", parity="parity_number", left_out=("ground", "moved")
    ),
    weighing.ColoursDue: _kind("colours", due="ground", left_out=("ground", "moved")),
    reasons.TableFixed: _kind("fixed_table"),
    # Changes made during the pairing, and the quality of the result.
    columns.ColumnChanged: _kind("column_change"),
    columns.NoneInOtherColumn: _kind("no_opponent_in_column"),
    columns.RiseLimitYields: _kind("move_up_limit_waived"),
    columns.LimitsLifted: _kind("colour_limits_waived"),
    subgroups.Shifted: _kind("shifters"),
    brackets.Exchanged: _kind("exchange"),
    upfloaters.TopMembersChanged: _kind("exchange", bottoms="leaving", tops="entering"),
    brackets.BracketJudged: _kind("criteria"),
    upfloaters.PairingJudged: _kind("criteria"),
    weighing.Measured: _kind("criteria"),
    weighing.WishesHeard: _kind("requests"),
    round_robin.NumberDrawn: _kind("seat_drawn"),
    round_robin.CompatriotsMeet: _kind("compatriots_meet"),
    reasons.Warned: _kind("warning"),
}
"""The decisions of the rules, in the order in which they occur in a round."""

OBSTACLES: dict[type, PublicKind] = {
    reasons.HaveMet: _kind("met", by_default="by_forfeit"),
    reasons.Forbidden: _kind("forbidden"),
    reasons.SameColourDue: _kind("same_colour", fixed={"ground": "limit"}),
    exchanges.DueSameColour: _kind("same_colour", fixed={"ground": "due"}),
    reasons.NoColourLeft: _kind("no_colour_left"),
    reasons.RequiredElsewhere: _kind("required_elsewhere"),
    reasons.LeavesUnpairable: _kind("unpairable"),
    columns.LeavesRowsOpen: _kind("unpairable", fixed={"across": "columns"}),
    subgroups.NotAcross: _kind("subgroups_unpairable"),
    subgroups.StrandsOthers: _kind("strands_others"),
    brackets.LeftOverBelow: _kind("next_bracket"),
    reasons.NoOpponentInNextGroup: _kind("no_opponent_in_group"),
    reasons.IncomingFloater: _kind("incoming_floater"),
    reasons.FloatersDoNotMeet: _kind("both_floaters"),
    reasons.JoinedLate: _kind("late_entry"),
    reasons.HadBye: _kind("had_bye"),
    reasons.WonWithoutPlaying: _kind("won_by_forfeit"),
    reasons.BarredByRuling: _kind("barred_by_ruling"),
    columns.MayNotRise: _kind("move_up_limit"),
    columns.FewerPairsLeft: _kind("fewer_pairs"),
    columns.MoreWouldLeave: _kind("more_leave"),
    columns.ColourFixed: _kind("colour_fixed"),
    exchanges.MoreDisadvantaged: _kind("disadvantaged_floater", type="floater_type"),
    exchanges.FloatedLastRound: _kind("floated_last_round"),
    exchanges.NotDueMajority: _kind("not_majority_colour"),
    exchanges.LeavesLater: _kind("leaves_later"),
    exchanges.MedianBlocked: _kind("median_blocked"),
    round_robin.MeetsCompatriot: _kind("meets_compatriot"),
    round_robin.LeavesNoDraw: _kind("no_draw_left"),
    weighing.WorseBy: _kind("criterion_worse"),
    brackets.CriterionSuffers: _kind("criterion_worse"),
    weighing.OthersWorse: _kind("others_worse"),
    brackets.BlocksTheBest: _kind("others_worse"),
    weighing.RatedFirst: _kind("rated_first"),
    brackets.OpponentOfAnother: _kind("paired_elsewhere"),
}
"""The obstacles to a candidate that came earlier in the order."""

WHY_NOT: dict[type, PublicKind] = {
    why_not.ArePaired: _kind("paired"),
    why_not.NotInRound: _kind("not_in_round"),
    why_not.MetBefore: _kind("met", by_default="by_forfeit"),
    why_not.ForbiddenByOrganiser: _kind("forbidden"),
    why_not.RequiredToMeet: _kind("required_elsewhere"),
    why_not.SameColour: _kind("same_colour", colours="histories"),
    why_not.NoColour: _kind("no_colour_left"),
    why_not.MeetByTable: _kind("berger_table"),
    why_not.HasBye: _kind("has_bye"),
    why_not.OtherGroups: _kind("different_scoregroups"),
    why_not.SomebodyElseFirst: _kind("another_first", passed="passed_over"),
    why_not.NobodyElseCouldBePaired: _kind("no_legal_pairing"),
    why_not.Suffers: _kind("decision_differs", left_out=("forced",)),
    why_not.LaterInOrder: _kind("later_in_order"),
    objections.CriterionWorse: _kind("criterion_worse"),
    objections.OthersStranded: _kind("strands_others"),
}
"""The answers to why two participants do not meet."""

RECORDS: dict[type, PublicKind] = {
    reasons.PassedOver: _record(),
    brackets.ScoreWithoutBye: _record(),
    brackets.QualityMeasure: _record(),
    weighing.Measure: _record(past="past_points"),
    columns.ColumnEntry: _record(),
    subgroups.Sought: _record(),
    opposition.OppositionMet: _record(),
    objections.AsGoodButLater: _record(),
}
"""The parts of the above that need no kind."""

KINDS: dict[type, PublicKind] = {**DECISIONS, **OBSTACLES, **WHY_NOT, **RECORDS}
