"""The facts of a section as the rules look at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import Request, Round, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.event.acts import Exclusion
    from topboard.event.state import Event, PublishedRound, Section


def tournament(event: Event, section: Section, excluded: Iterable[Exclusion] = ()) -> Tournament:
    """The tournament of a section; ``excluded`` are not paired in the round to come."""
    settings = section.settings
    asked = {r.number for r in section.requests if r.round == section.round_to_pair}
    barred = tuple(
        Request(e.number, section.round_to_pair) for e in excluded if e.number not in asked
    )
    return Tournament(
        competitors=tuple(section.competitors.values()),
        rounds=tuple(round_of(played) for played in section.rounds),
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


def round_of(played: PublishedRound) -> Round:
    """A published round as the model has it."""
    return Round(
        played.number,
        tuple(played.meetings.values()),
        played.away,
        numbers_in_force=played.numbers_in_force,
    )
