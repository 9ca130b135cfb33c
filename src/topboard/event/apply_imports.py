"""Changes to a section when rounds are imported from another program's file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event import actions
from topboard.event.apply_rounds import refuse_invalid_pairing_tables
from topboard.event.state import PublishedRound, Section, build_refused_error
from topboard.messages import say

if TYPE_CHECKING:
    from topboard.model import Round, Tournament


def add_imported_rounds_to_section(section: Section, act: actions.TakeOver, entry: int) -> Section:
    """Return the section with the rounds from an imported file.

    The last round may have no results yet. Raise ``Refused`` if the file has no rounds or is
    inconsistent.
    """
    facts = act.facts
    rounds = (*facts.rounds, *([] if facts.published is None else [facts.published]))
    if not rounds:
        remedy = say("Import the participants instead.")
        raise build_refused_error(say("The file contains no rounds."), act.source, remedy=remedy)
    _refuse_inconsistent_imported_rounds(section, facts)
    return replace(section, rounds=tuple(_build_published_round(section, r, entry) for r in rounds))


def _build_published_round(section: Section, played: Round, entry: int) -> PublishedRound:
    tables = []
    for place, meeting in enumerate(played.meetings, start=1):
        if meeting.white is None or meeting.black is None:
            raise build_refused_error(
                say(
                    "Round {round}, match {table}: a team has no opponent.",
                    round=played.number,
                    table=place,
                )
                if section.has_teams
                else say(
                    "Round {round}, board {table}: a player has no opponent.",
                    round=played.number,
                    table=place,
                )
            )
        tables.append(actions.Table(place, meeting.white, meeting.black))
    refuse_invalid_pairing_tables(section, tables, played.bye)
    away = {n for n, _ in played.away}
    if len(away) < len(played.away) or away & {n for t in tables for n in (t.white, t.black)}:
        what = say(
            "In round {round} of {section}, a participant is listed more than once.",
            round=played.number,
            section=section.name,
        )
        raise build_refused_error(what)
    return PublishedRound(
        number=played.number,
        meetings=dict(enumerate(played.meetings, start=1)),
        away=played.away,
        digest="",
        excluded=(),
        entry=entry,
        numbers_in_force=played.numbers_in_force,
    )


def _refuse_inconsistent_imported_rounds(section: Section, facts: Tournament) -> None:
    """Raise ``Refused`` if a file names unknown participants or its round numbers are wrong.

    The rounds must be numbered from 1 without gaps.
    """
    named = [
        *(n for played in facts.rounds for n, _ in played.away),
        *(request.number for request in facts.requests),
        *(ruling.number for ruling in facts.bye_rulings),
        *(fixed.number for fixed in facts.fixed_tables),
        *(change.number for change in facts.adjustments),
        *(award.number for award in facts.awarded),
        *(added.number for added in facts.virtual),
        *(n for pair in facts.forbidden for n in (pair.a, pair.b)),
        *(n for lot in facts.lots for n in lot.order),
        *(facts.accelerated or ()),
    ]
    for number in named:
        section.competitor(number)
    numbers = [played.number for played in facts.rounds]
    if facts.published is not None:
        numbers.append(facts.published.number)
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) > section.settings.rounds:
        what = say(
            "The rounds of {section} must be numbered from 1 without gaps.", section=section.name
        )
        raise build_refused_error(what)
