"""Writing a tournament report file: the header, and everything together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topboard.errors import BadInput
from topboard.formats.problems import printable, refuse
from topboard.formats.trf_boards import usual_pattern
from topboard.formats.trf_header import OWN_TYPES
from topboard.formats.trf_records import (
    CELL_WIDTH,
    FIRST_CELL,
    SYSTEM_REMARK,
    Line,
    points_text,
)
from topboard.formats.trf_remarks import is_remark
from topboard.formats.trf_write_decisions import decision_lines
from topboard.formats.trf_write_players import single_player_lines
from topboard.formats.trf_write_remarks import remark_lines
from topboard.model import Player, Scale, Team

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.model import Number, Tournament

HIGHEST_NUMBER = 9_999
LINE_END = "\r\n"
"""FIDE asks for a carriage return at the end of a line; with a line feed people can read it."""


def trf(tournament: Tournament, edition: str) -> str:
    """The tournament as a report file of the edition, ``trf16`` or ``trf26``.

    The records are read again, and what they could not say is added as remarks.
    """
    from topboard.formats.trf_read import tournament_in_trf

    records, as_read = _records(tournament, edition), None
    try:
        as_read = tournament_in_trf(records, f"the {edition} written", accept_points=True)
    except BadInput:
        # Records that were only kept may contradict ours: then a remark has to keep them.
        bare = replace(tournament, details=replace(tournament.details, other=()))
        records = _records(bare, edition)
        as_read = tournament_in_trf(records, f"the {edition} written", accept_points=True)
    remarks = (line + LINE_END for line in remark_lines(tournament, as_read))
    return records + "".join(remarks)


def _records(tournament: Tournament, edition: str) -> str:
    """The records of a report file."""
    teams = [c for c in tournament.competitors if isinstance(c, Team)]
    players = [c for c in tournament.competitors if isinstance(c, Player)]
    if teams and players:
        raise refuse("teams and single players in one event", remedy="write two events")
    if teams:
        from topboard.formats.trf_write_teams import team_lines

        players = [player for team in teams for player in team.players]
        body = team_lines(tournament, teams, edition)
    else:
        body = single_player_lines(tournament, players, edition)
    _check_numbers(players)
    lines = [
        *_header_lines(tournament, players, len(teams), edition),
        *body,
        *decision_lines(tournament, "team" if teams else "player", edition),
    ]
    return "".join(line + LINE_END for line in lines)


def _check_numbers(players: Sequence[Player]) -> None:
    seen: dict[Number, str] = {}
    for player in players:
        if not 1 <= player.number <= HIGHEST_NUMBER or player.number in seen:
            raise refuse(
                f"a player's number in a report file is from 1 to {HIGHEST_NUMBER:,}, each once",
                quoted=f"{player.number} {player.name}",
                remedy="number the players again, or write event-json",
            )
        seen[player.number] = player.name


# --- header ------------------------------------------------------------------------------


def _header_lines(
    tournament: Tournament, players: Sequence[Player], teams: int, edition: str
) -> Iterator[str]:
    details = tournament.details
    for comment in details.comments:
        line = f"### {printable(comment)}".rstrip(" ")
        # A comment that looks like a remark of ours is moved, so that nobody takes it for one.
        yield f"###  {printable(comment)}".rstrip(" ") if is_remark(line) else line
    if tournament.system and not tournament.system.startswith('"'):
        yield f"### {SYSTEM_REMARK}{printable(tournament.system)}".rstrip(" ")
    rated = sum(bool(player.rating) for player in players)
    yield from _given(
        ("012", tournament.name),
        ("022", details.city),
        ("032", details.federation),
        ("042", details.start),
        ("052", details.end),
        ("062", str(len(players))),
        ("072", str(rated)),
        ("082", str(teams) if teams else ""),
        ("092", details.type),
        ("102", details.chief_arbiter),
        *(("112", deputy) for deputy in details.deputies),
        ("122", details.time_control),
    )
    kept = {code for code, _ in details.other}
    settings = _settings_of_2016 if edition == "trf16" else _settings_of_2026
    for code, text in settings(tournament, bool(teams)):
        if text and code not in kept:
            yield f"{code} {text}"
    for code, text in details.other:
        if len(code) == 3 and code.isalnum():
            yield printable(code + text).rstrip(" ")
    if any(details.round_dates):
        yield _dates_line(details.round_dates)


def _given(*records: tuple[str, str]) -> Iterator[str]:
    for code, text in records:
        held = printable(text).strip(" ")
        if held:
            yield f"{code} {held}"


def _settings_of_2016(tournament: Tournament, of_teams: bool) -> Iterator[tuple[str, str]]:
    """The records by which JaVaFo completes TRF16."""
    yield "XXR", str(tournament.planned_rounds or "")
    if tournament.lot:
        yield "XXC", f"{tournament.lot.value}1"
    scale = tournament.game_scale
    if scale is not None:
        win, draw, loss = (points_text(p) for p in (scale.win, scale.draw, scale.loss))
        yield "XXS", f"W={win} D={draw} WL={loss} BL={loss}"


def _settings_of_2026(tournament: Tournament, of_teams: bool) -> Iterator[tuple[str, str]]:
    yield "142", str(tournament.planned_rounds or "")
    if tournament.lot:
        yield "152", tournament.lot.value[0].upper()
    if tournament.game_scale is not None:
        yield "162", _scale_text(" ", tournament.game_scale)
    if tournament.system:
        yield "192", OWN_TYPES[of_teams]
    if of_teams:
        yield "352", usual_pattern(tournament.boards)
    if tournament.match_scale is not None:
        yield "362", _scale_text("T", tournament.match_scale)


def _scale_text(prefix: str, scale: Scale) -> str:
    """Codes and points in the columns that records 162 and 362 have for them."""
    line = Line("")
    for i, (letter, points) in enumerate(
        zip("WDL", (scale.win, scale.draw, scale.loss), strict=True)
    ):
        line.put(1 + 9 * i, 2 + 9 * i, prefix[0] + letter)
        line.put(3 + 9 * i, 6 + 9 * i, points_text(points))
    return str(line)


def _dates_line(dates: Sequence[str]) -> str:
    line = Line("132")
    for i, date in enumerate(dates):
        column = FIRST_CELL + CELL_WIDTH * i
        # Two digits for the year, as the record asks for.
        line.put(column, column + 7, date[-8:], left=True)
    return str(line)
