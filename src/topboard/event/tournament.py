"""The facts of a section as the rules look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import POINT, Manner, Request, Round, Tournament
from topboard.records import replace
from topboard.rules.systems import system

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.event.acts import Exclusion
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.model import Meeting, Scale, Tenths


def tournament(event: Event, section: Section, excluded: Iterable[Exclusion] = ()) -> Tournament:
    """The tournament of a section; ``excluded`` are not paired in the round to come."""
    settings = section.settings
    asked = {r.number for r in section.requests if r.round == section.round_to_pair}
    barred = tuple(
        Request(e.number, section.round_to_pair) for e in excluded if e.number not in asked
    )
    return Tournament(
        competitors=tuple(section.competitors.values()),
        rounds=_rounds(section),
        planned_rounds=settings.rounds,
        boards=settings.boards,
        name=event.name if len(event.sections) == 1 else f"{event.name}, {section.name}",
        system=section.system,
        lot=section.lot,
        lots=section.lots,
        requests=(*section.requests, *barred),
        forbidden=section.forbidden,
        bye_rulings=section.bye_rulings,
        adjustments=section.adjustments,
        fixed_tables=section.fixed_tables,
        accelerated=section.accelerated,
        match_scale=settings.match_scale,
        game_scale=settings.game_scale,
        unrated_as=settings.unrated_as,
        rating_order=settings.rating_order,
        variations=settings.variations,
        tie_breaks=settings.tie_breaks,
        tie_break_edition=settings.tie_break_edition,
        details=event.details,
    )


def _rounds(section: Section) -> tuple[Round, ...]:
    """The rounds so far; results of games are entered as 1, ½ and 0, whatever they are worth."""
    rounds = tuple(round_of(played) for played in section.rounds)
    scale = section.settings.game_scale
    if scale is None or system(section.system).teams:
        return rounds
    return tuple(
        replace(played, meetings=tuple(_worth(meeting, scale) for meeting in played.meetings))
        for played in rounds
    )


def _worth(meeting: Meeting, scale: Scale) -> Meeting:
    """A game with what its result is worth; who did not come keeps nothing."""
    worth = {POINT: scale.win, POINT // 2: scale.draw}
    if meeting.manner is not Manner.DEFAULT:
        worth[0] = scale.loss
    if meeting.manner in (Manner.PENDING, Manner.BOTH_DEFAULTED):
        return meeting

    def of(points: Tenths) -> Tenths:
        return worth.get(points, points)

    earlier = meeting.paired_as
    return replace(
        meeting,
        white_points=of(meeting.white_points),
        black_points=of(meeting.black_points),
        paired_as=None if earlier is None else (of(earlier[0]), of(earlier[1])),
    )


def round_of(played: PublishedRound) -> Round:
    """A published round as the model has it."""
    return Round(
        played.number,
        tuple(played.meetings.values()),
        played.away,
        numbers_in_force=played.numbers_in_force,
    )
