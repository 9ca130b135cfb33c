"""Writer of complete report files, TRF16 or TRF26, for players or teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import BadInput
from topboard.formats.problems import (
    bad_input_error,
)
from topboard.formats.trf.columns import COMMENT, split_matches_into_game_columns
from topboard.formats.trf.decisions import format_ruling_records
from topboard.formats.trf.header import format_header_lines
from topboard.formats.trf.national import format_national_rating_lines
from topboard.formats.trf.player_writer import format_individual_event_lines
from topboard.formats.trf.remarks import format_remark_lines
from topboard.formats.trf.report import parse_trf
from topboard.formats.trf.team_writer import format_team_event_lines
from topboard.formats.trf.totals import replace_outcomes_not_in_reports
from topboard.messages import say
from topboard.model import (
    Number,
    Player,
    Team,
    Tournament,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.model import Number, Tournament

HIGHEST_NUMBER = 9_999
LINE_END = "\r\n"
"""The end of a line. FIDE requires a carriage return, and the added line feed helps text
editors.
"""


def format_trf16(tournament: Tournament) -> str:
    """Return the text of a TRF16 report file, the edition of 2016, for a tournament."""
    return _format_report(tournament, "trf16")


def format_trf26(tournament: Tournament) -> str:
    """Return the text of a TRF26 report file, the edition of 2026, for a tournament."""
    return _format_report(tournament, "trf26")


def _format_report(tournament: Tournament, edition: str) -> str:
    """Return the text of a report file in the given edition.

    The records are read back, and remarks are added for data that they could not express.
    """
    records, name = (
        _format_report_records(tournament, edition),
        say("the {format} output", format=edition),
    )
    try:
        as_read = parse_trf(records, name, accept_points=True)
        contradicts = _count_roster_players(as_read) != _count_roster_players(tournament)
    except BadInput:
        contradicts = True
    if contradicts:
        # Records kept as text may contradict the others. In that case a remark keeps them.
        bare = replace(tournament, details=replace(tournament.details, other=()))
        records = _format_report_records(bare, edition)
        as_read = parse_trf(records, name, accept_points=True)
    remarks = (line + LINE_END for line in format_remark_lines(tournament, as_read))
    return records + "".join(remarks)


def _count_roster_players(tournament: Tournament) -> dict[Number, int]:
    """Return the number of players on each team's roster, or 0 for an individual player."""
    competitors = tournament.competitors
    return {c.number: len(c.players) if isinstance(c, Team) else 0 for c in competitors}


def _format_report_records(tournament: Tournament, edition: str) -> str:
    """Return all lines of a report file except the remarks."""
    teams = [c for c in tournament.competitors if isinstance(c, Team)]
    players = [c for c in tournament.competitors if isinstance(c, Player)]
    if teams and players:
        raise bad_input_error(
            say("the event has both teams and individual players"),
            remedy=say("Create one event for the teams and one for the players."),
        )
    if teams:
        players = [player for team in teams for player in team.players]
        body = format_team_event_lines(tournament, teams, edition)
    else:
        shown = split_matches_into_game_columns(replace_outcomes_not_in_reports(tournament))
        body = format_individual_event_lines(tournament, shown, players, edition)
    _check_player_numbers(players)
    columns = split_matches_into_game_columns(tournament)
    lines = [
        *((COMMENT,) if columns is not tournament else ()),
        *format_header_lines(columns, players, len(teams), edition),
        *body,
        *(format_national_rating_lines(tournament, players) if edition == "trf26" else ()),
        *format_ruling_records(columns, "team" if teams else "player", edition),
    ]
    return "".join(line + LINE_END for line in lines)


def _check_player_numbers(players: Sequence[Player]) -> None:
    seen: dict[Number, str] = {}
    for player in players:
        if not 1 <= player.number <= HIGHEST_NUMBER or player.number in seen:
            raise bad_input_error(
                say(
                    "player numbers in a report file must be unique and from 1 to {highest:,}",
                    highest=HIGHEST_NUMBER,
                ),
                quoted=f"{player.number} {player.name}",
                remedy=say("Renumber the players, or use the format event-json."),
            )
        seen[player.number] = player.name
