"""Errors in a published pairing, and the participants affected by a change to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import NoLegalPairing
from topboard.event.actions import ChangePublished, Table
from topboard.event.tournament import build_tournament
from topboard.model import Colour, Number, PairingBye
from topboard.model.colour_limits import may_have_colour
from topboard.model.history import colours_played, opponents_met, outcomes
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.event.policy.objections import Question
    from topboard.event.state import PublishedRound
    from topboard.model import Tournament


def get_tables_and_bye_of_round(played: PublishedRound) -> tuple[tuple[Table, ...], Number | None]:
    """Return the pairings of a published round, and the participant with the bye or None."""
    tables = tuple(
        Table(table, meeting.white, meeting.black)
        for table, meeting in played.meetings.items()
        if meeting.white is not None and meeting.black is not None
    )
    return tables, next((n for n, o in played.away if isinstance(o, PairingBye)), None)


def find_participants_affected_by_change(
    played: PublishedRound, act: ChangePublished
) -> tuple[Number, ...]:
    """Return the participants whose opponent, colour or board is different after a change."""
    before, after = (
        _map_participants_to_seats(*get_tables_and_bye_of_round(played)),
        _map_participants_to_seats(act.tables, act.bye),
    )
    return tuple(sorted(n for n in {*before, *after} if before.get(n) != after.get(n)))


def _map_participants_to_seats(
    tables: Iterable[Table], bye: Number | None
) -> dict[Number, tuple[int, Number | None, Colour | None]]:
    """Return the board, opponent and colour of each participant.

    The participant with the bye has board 0, no opponent and no colour.
    """
    seats: dict[Number, tuple[int, Number | None, Colour | None]] = {}
    for seat in tables:
        seats[seat.white] = seat.table, seat.black, Colour.WHITE
        seats[seat.black] = seat.table, seat.white, Colour.BLACK
    return seats if bye is None else {**seats, bye: (0, None, None)}


def tournament_before_round(question: Question, round_number: int) -> Tournament:
    """Return the tournament data as they were before a published round."""
    section = question.section
    earlier = replace(section, rounds=section.rounds[: round_number - 1], draft=None)
    return build_tournament(question.event, earlier, section.round(round_number).excluded)


def has_rematch_in_round(question: Question) -> bool:
    """Return whether the published round pairs two participants who had met before."""
    act = question.act
    assert isinstance(act, ChangePublished)
    rows = outcomes(tournament_before_round(question, act.round))
    return any(
        m.black in {opponent for _, opponent in opponents_met(rows[m.white])}
        for m in question.section.round(act.round).meetings.values()
        if m.white is not None
    )


def is_colour_limit_broken_in_round(question: Question) -> bool:
    """Return whether the published round breaks a colour limit.

    Pairs that the rules also give with the same colours are ignored.
    """
    act = question.act
    assert isinstance(act, ChangePublished)
    before = tournament_before_round(question, act.round)
    had = {n: colours_played(row) for n, row in outcomes(before).items()}
    broken = [
        (m.white, m.black)
        for m in question.section.round(act.round).meetings.values()
        if m.white is not None
        and m.black is not None
        and not (
            may_have_colour(had[m.white], Colour.WHITE)
            and may_have_colour(had[m.black], Colour.BLACK)
        )
    ]
    if not broken:
        return False
    try:
        ours = {(p.white, p.black) for p in system(question.section.system).pair(before).pairs}
    except NoLegalPairing:
        return True
    return any(pair not in ours for pair in broken)
