"""What acts do that arrange a section around its rounds: schedule, categories, prizes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.event import acts
from topboard.event.state import RoundStarts
from topboard.records import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.event.state import Section
    from topboard.model import Competitor


def _schedule(section: Section, act: acts.ScheduleRounds, _entry: int) -> Section:
    settled = RoundStarts(act.starts, act.time_zone) if any(act.starts) else None
    return replace(section, schedule=settled)


def _set_categories(section: Section, act: acts.SetCategories, _entry: int) -> Section:
    return replace(section, categories=act.categories, category_day=act.day)


def _label(section: Section, act: acts.LabelCompetitors, _entry: int) -> Section:
    for number in act.numbers:
        section.competitor(number)
    labelled = {
        number: _with_label(one, act.label, wanted=number in act.numbers)
        for number, one in section.competitors.items()
    }
    return replace(section, competitors=labelled)


def _with_label(one: Competitor, label: str, *, wanted: bool) -> Competitor:
    if (label in one.labels) == wanted:
        return one
    others = tuple(had for had in one.labels if had != label)
    return replace(one, labels=(*others, label) if wanted else others)


def _set_prizes(section: Section, act: acts.SetPrizes, _entry: int) -> Section:
    return replace(section, prizes=act if act.prizes else None)


ARRANGEMENT_ACTS: dict[type, Callable[[Section, Any, int], Section]] = {
    acts.ScheduleRounds: _schedule,
    acts.SetCategories: _set_categories,
    acts.LabelCompetitors: _label,
    acts.SetPrizes: _set_prizes,
}
