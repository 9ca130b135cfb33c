"""The effect of actions that arrange a section around its rounds: schedule, categories, prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.state import RoundStarts

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.event.state import Section
    from topboard.model import Competitor


def _schedule_rounds(section: Section, act: actions.ScheduleRounds, _entry: int) -> Section:
    settled = RoundStarts(act.starts, act.time_zone) if any(act.starts) else None
    return replace(section, schedule=settled)


def _set_categories(section: Section, act: actions.SetCategories, _entry: int) -> Section:
    return replace(section, categories=act.categories, category_day=act.day)


def _label_competitors(section: Section, act: actions.LabelCompetitors, _entry: int) -> Section:
    for number in act.numbers:
        section.competitor(number)
    labelled = {
        number: _set_label(one, act.label, wanted=number in act.numbers)
        for number, one in section.competitors.items()
    }
    return replace(section, competitors=labelled)


def _set_label(one: Competitor, label: str, *, wanted: bool) -> Competitor:
    if (label in one.labels) == wanted:
        return one
    others = tuple(had for had in one.labels if had != label)
    return replace(one, labels=(*others, label) if wanted else others)


def _set_prizes(section: Section, act: actions.SetPrizes, _entry: int) -> Section:
    return replace(section, prizes=act if act.prizes else None)


ARRANGEMENT_ACTS: dict[type, Callable[[Section, Any, int], Section]] = {
    actions.ScheduleRounds: _schedule_rounds,
    actions.SetCategories: _set_categories,
    actions.LabelCompetitors: _label_competitors,
    actions.SetPrizes: _set_prizes,
}
