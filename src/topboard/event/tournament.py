"""Conversion of a section to the tournament data that the rules use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.model import POINT, Manner, Request, Round, Team, Tournament
from topboard.model.two_games import sum_points_of_two_games

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.event.actions import Exclusion
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.model import EventInfo, Game, Meeting, Scale, Tenths


def build_tournament(
    event: Event, section: Section, excluded: Iterable[Exclusion] = ()
) -> Tournament:
    """Return the tournament data of a section.

    The participants in ``excluded`` are marked as absent from the next round.
    """
    settings = section.settings
    asked = {r.number for r in section.requests if r.round == section.round_to_pair}
    barred = tuple(
        Request(e.number, section.round_to_pair) for e in excluded if e.number not in asked
    )
    return Tournament(
        competitors=tuple(section.competitors.values()),
        rounds=_build_published_rounds(section),
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
        awarded=section.awarded,
        virtual=section.virtual,
        fixed_tables=section.fixed_tables,
        accelerated=section.accelerated,
        match_scale=settings.match_scale,
        game_scale=settings.game_scale,
        unrated_as=settings.unrated_as,
        rating_order=settings.rating_order,
        variations=settings.variations,
        tie_breaks=settings.tie_breaks,
        tie_break_edition=settings.tie_break_edition,
        details=_build_event_info(event, section),
    )


def _build_event_info(event: Event, section: Section) -> EventInfo:
    """Return the details of the event, including the dates and times of the section's rounds."""
    schedule = section.schedule
    if schedule is None:
        return event.details
    return replace(
        event.details,
        round_dates=schedule.days,
        round_times=schedule.times,
        time_zone=schedule.time_zone or event.details.time_zone,
    )


def _build_published_rounds(section: Section) -> tuple[Round, ...]:
    """Return the published rounds, with results converted from 1, ½ and 0 to the scale's points."""
    rounds = tuple(convert_published_round_to_model(played) for played in section.rounds)
    scale = section.settings.game_scale
    of_teams = any(isinstance(one, Team) for one in section.competitors.values())
    if scale is None or of_teams:
        return rounds
    return tuple(
        replace(
            played,
            meetings=tuple(
                _convert_result_to_scoring_scale(meeting, scale) for meeting in played.meetings
            ),
        )
        for played in rounds
    )


def _convert_result_to_scoring_scale(meeting: Meeting, scale: Scale) -> Meeting:
    """Return a meeting with its results converted to the points of the scale.

    A corrected result and the earlier one used for pairing are both converted.
    """
    earlier = meeting.paired_as
    if meeting.games:
        games = tuple(_convert_game_points_to_scale(game, scale) for game in meeting.games)
        white, black = sum_points_of_two_games(games)
        # Only the total of the games before the correction is known, not their results. The
        # conversion is exact if a win is worth two draws.
        paired = earlier and (earlier[0] * scale.win // POINT, earlier[1] * scale.win // POINT)
        return replace(
            meeting, white_points=white, black_points=black, games=games, paired_as=paired
        )
    if meeting.manner in WITHOUT_RESULT:
        return meeting
    worth = _map_results_to_points(meeting.manner, scale)
    return replace(
        meeting,
        white_points=worth.get(meeting.white_points, meeting.white_points),
        black_points=worth.get(meeting.black_points, meeting.black_points),
        paired_as=earlier
        and (worth.get(earlier[0], earlier[0]), worth.get(earlier[1], earlier[1])),
    )


WITHOUT_RESULT = (Manner.PENDING, Manner.BOTH_DEFAULTED)


def _convert_game_points_to_scale(game: Game, scale: Scale) -> Game:
    if game.manner in WITHOUT_RESULT:
        return game
    worth = _map_results_to_points(game.manner, scale)
    white, black = game.white_points, game.black_points
    return replace(game, white_points=worth.get(white, white), black_points=worth.get(black, black))


def _map_results_to_points(manner: Manner, scale: Scale) -> dict[Tenths, Tenths]:
    """Map each result of a game (1, ½ or 0) to its points on the scale.

    A player who forfeits gets no points, even if the scale gives points for a loss.
    """
    worth = {POINT: scale.win, POINT // 2: scale.draw}
    return worth if manner is Manner.DEFAULT else {**worth, 0: scale.loss}


def convert_published_round_to_model(played: PublishedRound) -> Round:
    """Return a published round as a ``Round`` of the model."""
    return Round(
        played.number,
        tuple(played.meetings.values()),
        played.away,
        numbers_in_force=played.numbers_in_force,
    )
