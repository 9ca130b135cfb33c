"""Views of a round for the templates, with boards and reasons grouped by scoregroup."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topboard.documents.people import player_title, rating_or_average_cell
from topboard.messages import say, say_kept
from topboard.reasons.decisions import (
    BracketSummary,
    ByeGiven,
    ColourDecision,
    OpponentChoice,
    PairingWarning,
    ScoregroupSummary,
)
from topboard.reasons.family_decisions import ColourColumns, ColourSubgroups, PairingOrder
from topboard.reasons.sentences import (
    find_participants_concerned_by_reason,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.sentences.groups import SIDES
from topboard.reasons.sentences.pair_summaries import summarize_pairs
from topboard.reasons.sentences.words import format_points_with_word as in_words
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.documents.sheet import Cell
    from topboard.event.actions import Table
    from topboard.event.replay import Replay
    from topboard.model import Number, Pair, Tenths, Tournament
    from topboard.reasons.decisions import Floater, Reason, RoundPairing
    from topboard.reasons.sentences.pair_summaries import PairSummary

    Heading = ScoregroupSummary | ColourColumns | BracketSummary | ColourSubgroups


HEADINGS = (ScoregroupSummary, ColourColumns, BracketSummary, ColourSubgroups)
"""The types of reasons that introduce a scoregroup or concern all of it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A participant on a board, with their points before the round."""

    number: Number
    name: str
    points: Tenths
    floats: str = ""
    """"down", "up", or an empty string if the participant does not float.

    A participant floats if their opponent comes from a different scoregroup.
    """
    title: str = ""
    """The title of a player, or an empty string for a team or a player without a title."""
    rating: Cell = ""
    """The rating of a player or the average of a team, or an empty string if it is unknown."""


@dataclass(frozen=True, slots=True)
class PairView:
    """A board of a round, with its two participants and the reasons for pairing them."""

    table: int
    white: Seat
    black: Seat
    article: str
    why: list[list[str]]
    summary: PairSummary | None = None
    """The main reason in a few words, or None if the rules give no reason for the pair."""
    manual: bool = False
    """Whether the pair or its colours differ from the pairing under the rules."""


@dataclass(slots=True)
class ScoregroupView:
    """A scoregroup or bracket with its heading, the decisions made in it, and its boards."""

    heading: str
    points: Tenths | None = None
    decisions: list[list[str]] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its boards, bye and reasons, as the templates show it."""

    number: int
    pairs: list[PairView]
    bye: Seat | None
    why_bye: list[list[str]]
    groups: list[ScoregroupView]
    warnings: list[PairingWarning]


def points_before_round(tournament: Tournament) -> dict[Number, Tenths]:
    """Return the points of each participant before the next round, keyed by number."""

    if not tournament.rounds:
        return dict.fromkeys((c.number for c in tournament.competitors), 0)
    return dict(system(tournament.system).facts(tournament).points)


def build_round_view(
    before: Tournament, made: RoundPairing, tables: Sequence[Table] | None = None
) -> RoundView:
    """Return the view of a round with the reasons that the rules give for its pairing.

    ``tables`` are the actual boards if the round was published or paired by hand.
    """
    points = points_before_round(before)
    names, entered = before.names, {one.number: one for one in before.competitors}
    floats = {f.number: "down" if _is_downfloater(f) else "up" for f in made.floaters}
    by_rules = {(p.white, p.black) for p in made.pairs}

    def build_seat(number: Number, opponent: Number | None = None) -> Seat:
        score = points.get(number, 0)
        floated = floats.get(number, "")
        if opponent is not None and not {(number, opponent), (opponent, number)} & by_rules:
            # The floaters in the pairing under the rules do not apply to a pair made by hand.
            other = points.get(opponent, 0)
            floated = "down" if score > other else "up" if score < other else ""
        one = entered[number]
        rating = rating_or_average_cell(one, before.boards)
        return Seat(number, names[number], score, floated, player_title(one), rating)

    told = RoundExplanations(before, made)
    summaries = summarize_pairs(made, names_of(before))
    articles = {
        frozenset(_participants_paired_by_reason(r)): r.article for r in reversed(made.reasons)
    }
    seated: Sequence[Table | Pair] = tables if tables is not None else made.pairs
    pairs = [
        PairView(
            p.table,
            build_seat(p.white, p.black),
            build_seat(p.black, p.white),
            articles.get(frozenset((p.white, p.black)), ""),
            told.explain_board(p.white, p.black),
            summaries.get(frozenset((p.white, p.black))),
            manual=(p.white, p.black) not in by_rules,
        )
        for p in sorted(seated, key=lambda p: p.table)
    ]
    bye = None if made.bye is None else build_seat(made.bye)
    why_bye = [] if made.bye is None else told.explain_participant(made.bye)
    warnings = [r for r in made.reasons if isinstance(r, PairingWarning)]
    return RoundView(
        made.round, pairs, bye, why_bye, build_scoregroup_views(made, told, seated), warnings
    )


def _is_downfloater(floater: Floater) -> bool:
    return floater.from_points > floater.to_points


def _participants_paired_by_reason(reason: Reason) -> set[Number]:
    """Return the two participants that a reason pairs with each other, or an empty set."""
    return {reason.chooser, reason.chosen} if isinstance(reason, OpponentChoice) else set()


class RoundExplanations:
    """The explanations of all pairing decisions in a round, found by participant or board."""

    def __init__(self, before: Tournament, made: RoundPairing) -> None:
        self.paragraphs = list(generate_round_sentences(made, names_of(before)))
        self._reasons = made.reasons
        self._about: dict[Number, list[int]] = defaultdict(list)
        for place, reason in enumerate(made.reasons):
            for number in {*find_participants_concerned_by_reason(reason)}:
                self._about[number].append(place)

    def explain_participant(self, number: Number) -> list[list[str]]:
        """Return the explanations of all decisions that concern a participant."""
        return [self.paragraphs[place] for place in self._about[number]]

    def explain_board(self, white: Number, black: Number) -> list[list[str]]:
        """Return the explanations for a board, about its floats, its opponents and its colours."""
        places = sorted({*self._about[white], *self._about[black]})
        # Explanations about whole scoregroups would be repeated on every board.
        own = [p for p in places if not isinstance(self._reasons[p], (*HEADINGS, PairingOrder))]
        return list(
            {tuple(lines): lines for lines in map(self.paragraphs.__getitem__, own)}.values()
        )


def build_scoregroup_views(
    made: RoundPairing, told: RoundExplanations, seated: Sequence[Table | Pair]
) -> list[ScoregroupView]:
    """Return the decisions of a round grouped by scoregroup, in the order in which they were made.

    Each group lists the boards of the pairs made in it.
    """
    table_of = {frozenset((p.white, p.black)): p.table for p in seated}
    found: list[ScoregroupView] = []
    for reason, lines in zip(made.reasons, told.paragraphs, strict=True):
        if isinstance(reason, ColourDecision | PairingWarning):
            continue
        if isinstance(reason, HEADINGS):
            if not (found and found[-1].points == reason.points and not found[-1].tables):
                found.append(ScoregroupView(_format_group_heading(reason), reason.points))
            found[-1].decisions.append(lines)
            continue
        if not found:
            found.append(ScoregroupView(_format_heading_before_scoregroups(reason)))
        found[-1].decisions.append(lines)
        table = table_of.get(frozenset(_participants_paired_by_reason(reason)))
        if table is not None:
            found[-1].tables.append(table)
    return found


def _format_group_heading(reason: Heading) -> str:
    points = in_words(reason.points)
    if isinstance(reason, BracketSummary | ColourSubgroups):
        return say("Bracket of {points}", points=points)
    part = ""
    if isinstance(reason, ScoregroupSummary):
        part = reason.section if reason.side is None else say_kept(SIDES[reason.side])
    if part:
        return say("Scoregroup of {points}, {part}", points=points, part=part)
    return say("Scoregroup of {points}", points=points)


def _format_heading_before_scoregroups(reason: Reason) -> str:
    if isinstance(reason, ByeGiven):
        return say("Before pairing")
    return say("Pairing table of the round")


def build_replayed_round_view(again: Replay) -> RoundView | None:
    """Return a view of a published round after pairing it again, or None if no pairing is legal."""
    if again.pairing_by_rules is None:
        return None
    return build_round_view(again.before, again.pairing_by_rules, again.tables)
