"""Conversion of a tournament into the facts that are written in a proof."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.model import (
    Game,
    Manner,
    Meeting,
    NotYetEntered,
    Player,
    Request,
    Round,
    Team,
    Tournament,
    Unfinished,
)
from topboard.model.history import has_team_white_in_game, outcomes, participants_to_pair
from topboard.model.scoring import convert_unfinished_to_draws
from topboard.proof.verify.facts import AWAY, EVENT, RECORDS
from topboard.serialize.codec import record_fields
from topboard.systems.registry import SYSTEMS, system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from topboard.model import Competitor

AS_IT_IS = frozenset((int, str, bool, NoneType, list))
ODD_MEN_ONCE = "624.2"
"""The Canadian variation that uses the scores with which earlier rounds were paired."""
WORDS: Mapping[type, str] = {kind: word for word, kind in AWAY.items()}


def build_facts(tournament: Tournament) -> dict[str, Any]:
    """Return the facts on which the next round is based, without rulings about later rounds.

    They are the same no matter whether the round is being paired now or checked later.
    """
    known = _remove_irrelevant_facts(tournament)
    of_teams = Team in {*map(type, known.competitors)}
    made = {"teams" if of_teams else "players": [*map(_participant_to_list, known.competitors)]}
    for part in record_fields(Tournament):
        value = getattr(known, part.name)
        if part.name in EVENT and value != part.default:
            [made[part.name]] = _values_to_list((value,))
    return made


def _remove_irrelevant_facts(tournament: Tournament) -> Tournament:
    upcoming = tournament.round_to_pair
    there = set(participants_to_pair(tournament))
    return replace(
        tournament,
        competitors=tuple(_list_participants_known_by_next_round(tournament)),
        rounds=tuple(
            _remove_unneeded_games(played, tournament)
            for played in _remove_unneeded_old_results(tournament)
        ),
        requests=tuple(
            Request(c.number, upcoming)
            for c in tournament.competitors
            if c.number not in there and c.joined <= upcoming
        ),
        forbidden=tuple(p for p in tournament.forbidden if p.first <= upcoming <= p.last),
        bye_rulings=tuple(r for r in tournament.bye_rulings if r.first <= upcoming <= r.last),
        adjustments=tuple(a for a in tournament.adjustments if a.known_from <= upcoming),
        awarded=tuple(a for a in tournament.awarded if a.round < upcoming),
        published=None,
    )


def _remove_unneeded_games(played: Round, tournament: Tournament) -> Round:
    """Return the round without the individual games that the rules do not need.

    Only the games of an unfinished match are needed, and only if its total is not enough to score
    it. The players of these games are left out.
    """
    # Matches that were played are written without games, so they can stay.
    if all(m.manner is Manner.PLAYED or not m.games for m in played.meetings):
        return played
    name = tournament.system
    drawn = name not in SYSTEMS or system(name).unfinished_drawn
    rows = outcomes(replace(tournament, rounds=(played,)))
    meetings = []
    for meeting in played.meetings:
        outcome = None if meeting.white is None else rows[meeting.white][0]
        carried = (
            drawn
            and isinstance(outcome, Unfinished)
            and _do_games_change_score(outcome, tournament)
        )
        games = tuple(_generate_games_without_players(meeting, tournament)) if carried else ()
        meetings.append(replace(meeting, games=games))
    return replace(played, meetings=tuple(meetings))


def _do_games_change_score(outcome: Unfinished, tournament: Tournament) -> bool:
    """Return whether the games of an unfinished match give a different score from its total."""
    by_total = convert_unfinished_to_draws(replace(outcome, as_drawn=None), tournament.boards)
    return outcome.as_drawn not in (None, (by_total.points, by_total.against))


def _generate_games_without_players(meeting: Meeting, tournament: Tournament) -> Iterator[Game]:
    """Yield the games of a match without the players, with colours alternating from board 1."""
    side = next(c for c in tournament.competitors if c.number == meeting.white)
    members = {p.number for p in side.players} if isinstance(side, Team) else {side.number}
    for board, game in enumerate(meeting.games):
        points = game.white_points, game.black_points
        if has_team_white_in_game(game, board, members) is not (board % 2 == 0):
            points = points[1], points[0]
        yield Game(None, None, *points, game.manner)


def _remove_unneeded_old_results(tournament: Tournament) -> tuple[Round, ...]:
    """Return the rounds without earlier versions of results, unless a rule needs these versions.

    A rule may need the results with which an earlier round was paired.
    """
    meetings = (m for played in tournament.rounds for m in played.meetings)
    if all(m.paired_as is None and not m.known_from for m in meetings):
        return tournament.rounds
    by_the_time = ODD_MEN_ONCE in tournament.variations
    return tuple(
        replace(
            played,
            meetings=tuple(
                m if by_the_time and _has_result_changed(m) else _remove_old_result_from_outcome(m)
                for m in played.meetings
            ),
        )
        for played in tournament.rounds
    )


def _has_result_changed(meeting: Meeting) -> bool:
    """Return whether an earlier round was paired with a result that has changed since."""
    if meeting.paired_as is None:
        return False
    then = *meeting.paired_as, meeting.paired_manner
    return then != (meeting.white_points, meeting.black_points, meeting.manner)


def _remove_old_result_from_outcome(meeting: Meeting) -> Meeting:
    return replace(meeting, paired_as=None, paired_manner=Manner.UNFINISHED, known_from=0)


def _list_participants_known_by_next_round(tournament: Tournament) -> Iterator[Competitor]:
    """Yield the participants who have joined, and those expected when round 1 was paired."""
    first = tournament.rounds[0] if tournament.rounds else tournament.published
    away = () if first is None else first.away
    awaited = {n for n, how in away if isinstance(how, NotYetEntered)}
    upcoming = tournament.round_to_pair
    for one in tournament.competitors:
        if first is None or one.joined <= upcoming or one.number in awaited:
            yield remove_affiliations(one)


def remove_affiliations(one: Competitor) -> Competitor:
    """Return the participant without region, city and family, which no pairing rule uses."""
    if isinstance(one, Player) and one.affiliations:
        return replace(one, affiliations=())
    return one


def _to_json_value(value: Any) -> Any:
    kind = type(value)
    if kind is tuple:
        return _values_to_list(value)
    if kind in RECORDS:
        return _record_to_list(value, kind)
    if kind is frozenset:
        return sorted(value)
    if kind in WORDS:
        return WORDS[kind]
    if isinstance(value, Enum):
        return value.value
    return str(value) if kind is Fraction else value


def _record_to_list(value: Any, kind: type) -> list[Any]:
    read, usual = _record_layout(kind)
    values = read(value)
    count = len(values)
    while values[count - 1] == usual[count - 1]:
        count -= 1
    return _values_to_list(values[:count])


def _values_to_list(values: tuple[Any, ...]) -> list[Any]:
    return [one if type(one) in AS_IT_IS else _to_json_value(one) for one in values]


@cache
def _record_layout(kind: type) -> tuple[Callable[[Any], tuple[Any, ...]], list[Any]]:
    """Return a function that lists a record's fields in order, and the default values of the
    fields.
    """
    usual = {part.name: part.default for part in record_fields(kind)}
    read = OWN_WAYS.get(kind) or attrgetter(*RECORDS[kind])
    return read, [usual[name] for name in RECORDS[kind]]


def _participant_to_list(one: Competitor) -> list[Any]:
    """Return a team or player as a list of fields, without trailing fields that have default
    values.
    """
    if isinstance(one, Team):
        ratings = [player.rating for player in one.players]
        if ratings and one.average is None:
            return [one.number, one.name, one.joined, one.pairing_score, ratings]
        return _record_to_list(one, Team)
    if one.rating is None or one.title:
        return _record_to_list(one, Player)
    return [one.number, one.name, one.joined, one.pairing_score, one.rating]


def _list_team_fields(team: Team) -> tuple[Any, ...]:
    """Return the fields of a team in order, with only the ratings of its players."""
    ratings = [player.rating for player in team.players] or ()
    return team.number, team.name, team.joined, team.pairing_score, ratings, team.average


def _list_round_fields(played: Round) -> tuple[Any, ...]:
    """Return the fields of a round in order. Meetings that were played have a short form."""
    as_usual = Manner.PLAYED
    meetings = [
        [m.white, m.black, m.white_points, m.black_points]
        if m.manner is as_usual and m.paired_as is None
        else _record_to_list(m, Meeting)
        for m in played.meetings
    ]
    return played.number, meetings or (), played.away


OWN_WAYS: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    Team: _list_team_fields,
    Round: _list_round_fields,
}
"""Fast functions that list the fields of the most frequent kinds of records."""
