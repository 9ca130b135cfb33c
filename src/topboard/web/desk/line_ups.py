"""The pages on which arbiters record line-ups and give captains their private links."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import find_competitor_numbers
from topboard.event.line_ups import (
    Seats,
    find_match_of_team,
    format_line_up,
    format_places,
    has_handed_in,
    has_team_boards,
    is_after_line_up_deadline,
    line_up_deadline,
    list_recorded_seats,
    list_teams_without_line_up,
)
from topboard.event.policy.line_ups import are_line_ups_published
from topboard.event.state import Event, PublishedRound, Section
from topboard.messages import say, say_count
from topboard.model import Manner, Meeting, Number, Team
from topboard.model.two_games import has_any_game_result
from topboard.storage.session import EventSnapshot
from topboard.text.dates import Instant, convert_to_time_zone, parse_time
from topboard.web.accounts import check_role_permission
from topboard.web.captain import format_deadline, read_player_lines
from topboard.web.captain_links import format_token, make_links
from topboard.web.forms import PostedForm
from topboard.web.network_address import find_phone_address
from topboard.web.public.routes import phone_qr_code
from topboard.web.request_context import (
    AtSection,
    Form,
    RequestContext,
    current_time,
    get_app_state,
)

router = APIRouter(prefix="/e/{event}/s/{section}/line-ups")


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team on the line-ups page, with its roster, its line-up and the state of the line-up."""

    team: Team
    seats: Seats
    is_in: bool
    is_shown: bool
    """Whether the page shows the line-up, because the opponents may know it or the user asked."""
    when: str = ""
    """When the line-up was handed in, or how late, as the journal says; empty if it does not."""
    is_late: bool = False
    last: str = ""
    """The line-up of an earlier round as roster places, or an empty string if there is none."""
    filled: str = ""
    """The line-up that the user asked to fill in, as roster places."""

    @property
    def places(self) -> str:
        """Return the line-up as roster places, or an empty string if it is not shown."""
        return format_places(self.team, self.seats) if self.is_shown else ""

    @property
    def players(self) -> list[tuple[str, int | None]]:
        """Return the name and the rating of the player on each board, if they are shown."""
        ratings = {player.number: player.rating for player in self.team.players}
        return [
            (name, None if number is None else ratings.get(number))
            for name, number in zip(self.names, self.seats, strict=False)
        ]

    @property
    def names(self) -> list[str]:
        """Return the name of the player on each board, or nothing if they are not shown."""
        return format_line_up(self.team, self.seats) if self.is_shown else []


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match on the line-ups page."""

    table: int
    teams: tuple[TeamRow, ...]
    is_known: bool
    has_result: bool
    is_after_deadline: bool = False

    @property
    def are_both_in(self) -> bool:
        """Return whether both teams have handed in their line-ups."""
        return all(one.is_in for one in self.teams)

    @property
    def is_secret(self) -> bool:
        """Return whether a line-up has been handed in that the opponents may not know yet."""
        is_open = self.is_known or self.is_after_deadline
        return not is_open and any(one.is_in for one in self.teams)

    @property
    def boards(self) -> list[tuple[int, list[tuple[str, int | None] | None]]]:
        """Return the players by board, with None for a team whose line-up is not shown."""
        count = max(len(one.players) for one in self.teams)
        return [
            (at + 1, [one.players[at] if at < len(one.players) else None for one in self.teams])
            for at in range(count)
        ]

    @property
    def secrecy(self) -> str:
        """Return who may know the line-ups of the match, in words."""
        if self.has_result:
            return ""
        if self.are_both_in:
            return say("Both line-ups are in, so both captains may know them.")
        if self.is_known:
            return say("The line-ups of this match are published.")
        if self.is_after_deadline and not any(one.is_in for one in self.teams):
            return say("The deadline has passed.")
        if self.is_after_deadline:
            return say("The deadline has passed, so a line-up that is in is no longer secret.")
        if self.is_secret:
            return say("Secret until both line-ups are in or the deadline has passed.")
        return ""


@dataclass(frozen=True, slots=True)
class HandIn:
    """When a team first handed in a line-up for a match, and by how much it was late."""

    time: Instant
    late: timedelta

    def describe(self, zone: str) -> str:
        """Return in words how late the line-up was, or else the time of day in the zone."""
        if self.late <= timedelta():
            clock = f"{convert_to_time_zone(self.time, zone):%H:%M}"
            return say("handed in at {time}", time=clock)
        minutes = -(-self.late // timedelta(minutes=1))
        if minutes < 120:
            return say_count(
                "handed in {count} minute late", "handed in {count} minutes late", minutes
            )
        hours = minutes // 60
        return say_count("handed in {count} hour late", "handed in {count} hours late", hours)


def find_hand_ins(
    snapshot: EventSnapshot, section: Section, played: PublishedRound
) -> dict[Number, HandIn]:
    """Return when each team first handed in its line-up of a round, by the journal.

    Without a deadline, the result is empty. Line-ups from before the current pairing, or that were
    entered with results, do not count.
    """
    deadline = line_up_deadline(section, played.number)
    found: dict[Number, HandIn] = {}
    if deadline is None:
        return found
    for entry in snapshot.entries[played.pairing_entry_number :]:
        act, time = entry.act, parse_time(entry.time)
        if not isinstance(act, actions.HandInLineUps) or time is None:
            continue
        if entry.number in snapshot.event.undone or act.section != section.name:
            continue
        if act.round == played.number:
            for one in act.line_ups:
                found.setdefault(one.number, HandIn(time, time - deadline))
    return found


def build_match_rows(section: Section, played: PublishedRound, *, secret: bool) -> list[MatchRow]:
    """Return a row for each match of a round. ``secret`` includes line-ups that are secret.

    After the deadline, no line-up is secret.
    """
    rows = []
    is_late = is_after_line_up_deadline(section, played.number, current_time())
    secret = secret or is_late
    for table, meeting in played.meetings.items():
        known = are_line_ups_published(played, meeting)
        rows.append(
            MatchRow(
                table,
                (
                    _build_team_row(section, played, meeting, 0, shown=known or secret),
                    _build_team_row(section, played, meeting, 1, shown=known or secret),
                ),
                known,
                meeting.manner is not Manner.PENDING or has_any_game_result(meeting.games),
                is_late,
            )
        )
    return rows


def _build_team_row(
    section: Section, played: PublishedRound, meeting: Meeting, side: int, *, shown: bool
) -> TeamRow:
    number = meeting.black if side else meeting.white
    assert number is not None
    team = section.competitor(number)
    assert isinstance(team, Team)
    seats = list_recorded_seats(played, meeting, side)
    return TeamRow(team, seats, has_handed_in(played, number), shown and bool(seats))


def add_hand_ins(rows: list[MatchRow], found: dict[Number, HandIn], zone: str) -> list[MatchRow]:
    """Return the rows with the times at which the line-ups were handed in."""
    return [
        replace(row, teams=tuple(_add_hand_in(one, found, zone) for one in row.teams))
        for row in rows
    ]


def _add_hand_in(row: TeamRow, found: dict[Number, HandIn], zone: str) -> TeamRow:
    hand_in = found.get(row.team.number)
    if hand_in is None or not row.is_in:
        return row
    return replace(row, when=hand_in.describe(zone), is_late=hand_in.late > timedelta())


def add_offers(rows: list[MatchRow], section: Section, number: int, fill: str) -> list[MatchRow]:
    """Return the rows with the line-ups that the page offers to fill in.

    ``fill`` is "last" or "first" with the number of a team, such as ``last-7``.
    """
    return [
        replace(row, teams=tuple(_add_offers(one, section, number, fill) for one in row.teams))
        for row in rows
    ]


def _add_offers(row: TeamRow, section: Section, number: int, fill: str) -> TeamRow:
    team, last = row.team, ""
    for played in section.rounds[: number - 1]:
        if (found := find_match_of_team(played, team.number)) is not None:
            side = 0 if found[1].white == team.number else 1
            last = format_places(team, list_recorded_seats(played, found[1], side)) or last
    kind, _, wanted = fill.partition("-")
    offered = {"last": last, "first": _first_places(section)}.get(kind, "")
    return replace(row, last=last, filled=offered if wanted == str(team.number) else "")


def _first_places(section: Section) -> str:
    return " ".join(str(place) for place in range(1, section.settings.boards + 1))


# --- line-ups of a round ------------------------------------------------------------------------


@router.get("")
def last_line_ups_page(context: AtSection) -> Response:
    """Show the line-ups of the last published round."""
    _check_team_boards(context)
    return line_ups_page(context, max(len(context.section.rounds), 1))


def _check_team_boards(context: RequestContext) -> None:
    if not has_team_boards(context.section):
        what = say("Only sections with teams on several boards have line-ups.")
        raise BadInput([Problem(what, context.section.name)])


@router.get("/{number:int}")
def line_ups_page(
    context: AtSection,
    number: int,
    show: str = "all",
    secret: bool = False,
    team: int = 0,
    fill: str = "",
) -> Response:
    """Show all matches of a round, or only those where a line-up is missing.

    Secret line-ups are shown only if the user asks for them and may record line-ups. The cursor is
    in the field of ``team``. ``fill`` fills in a line-up that is not saved yet.
    """
    _check_team_boards(context)
    section = context.section
    played = section.round(number)
    may = context.user.may_perform(actions.HandInLineUps)
    rows = build_match_rows(section, played, secret=secret and may)
    zone = section.schedule.time_zone if section.schedule else ""
    rows = add_hand_ins(rows, find_hand_ins(context.snapshot, section, played), zone)
    rows = add_offers(rows, section, number, fill)
    missing = list_teams_without_line_up(played)
    if show == "missing":
        rows = [row for row in rows if {one.team.number for one in row.teams} & {*missing}]
    return context.render_page(
        "line_ups.html",
        section=section,
        played=played,
        rows=rows,
        has_secret=any(row.is_secret for row in rows),
        first_places=_first_places(section),
        total=2 * len(played.meetings),
        missing=[section.competitor(n) for n in missing],
        show=show,
        secret=secret and may,
        deadline=format_deadline(section, number),
        focus=team,
        may=may and not context.event.closed,
    )


@router.post("/{number:int}")
def hand_in_line_ups(context: AtSection, number: int, form: Form) -> Response:
    """Record the line-ups in the form, as one journal entry."""
    name = context.section.name

    def build_action(event: Event) -> actions.HandInLineUps:
        section = event.section(name)
        found = _read_line_ups(section, section.round(number), form)
        informed = find_competitor_numbers(section, form.all_values_of_argument("informed"))
        return actions.HandInLineUps(name, number, found, informed)

    prepared = context.build_and_record(actions.HandInLineUps, build_action, form)
    act = prepared.entry.act
    assert isinstance(act, actions.HandInLineUps)
    saved = say_count(
        "{count} line-up was saved.", "{count} line-ups were saved.", len(act.line_ups)
    )
    team = _find_next_missing_team(context.section.round(number), act.line_ups[-1].number)
    page = f"{number}?team={team}" if team else number
    return context.redirect_to("line-ups", page, notes=[saved, *prepared.notices])


def _find_next_missing_team(played: PublishedRound, last: Number) -> Number | None:
    """Return the team that follows ``last`` on the page among those without a line-up."""
    order = [n for m in played.meetings.values() for n in (m.white, m.black) if n is not None]
    missing, at = {*list_teams_without_line_up(played)}, order.index(last)
    return next((n for n in (*order[at:], *order[:at]) if n in missing), None)


def _read_line_ups(
    section: Section, played: PublishedRound, form: PostedForm
) -> tuple[actions.TeamLineUp, ...]:
    """Return the line-ups in the form that differ from the recorded ones.

    Raise ``BadInput`` with the problems of all teams.
    """
    found: list[actions.TeamLineUp] = []
    problems: list[Problem] = []
    for row in build_match_rows(section, played, secret=True):
        for one in row.teams:
            places = form.text(f"places{one.team.number}")
            ticked = form.all_values_of_argument(f"player{one.team.number}")
            if not places and not ticked:
                continue
            try:
                players = read_player_lines(section, one.team, places, ticked)
            except BadInput as error:
                problems += [replace(p, where=one.team.name) for p in error.problems]
                continue
            if [*players] != one.seats:
                found.append(actions.TeamLineUp(one.team.number, players))
    if problems:
        raise BadInput(problems)
    return tuple(found)


@router.post("/{number:int}/publish")
def publish_line_ups(context: AtSection, number: int, form: Form) -> Response:
    """Publish the line-ups of the teams in a round."""
    prepared = context.record_action(actions.PublishLineUps(context.section.name, number), form)
    notes = [say("The line-ups are published."), *prepared.notices]
    return context.redirect_to("line-ups", number, notes=notes)


@router.post("/deadline")
def set_line_up_deadline(context: AtSection, form: Form) -> Response:
    """Set the deadline for line-ups in the section, or remove it if the field is empty."""
    minutes = form.optional_number("minutes")
    act = actions.SetLineUpDeadline(context.section.name, minutes)
    prepared = context.record_action(act, form)
    return context.redirect_to("line-ups", notes=[say("Deadline saved."), *prepared.notices])


# --- links of captains --------------------------------------------------------------------------


def _captain_path(context: RequestContext, number: Number) -> str:
    """Return the path of a captain's page, or "" if the captain has no link."""
    link = context.section.captain_links.get(number, "")
    if not link:
        return ""
    key = get_app_state(context.request).repository.accounts.signing_key()
    token = format_token(key, context.handle.stem, context.section.name, link)
    return f"captain/{context.handle.stem}/{token}"


@router.get("/links")
def captain_links_page(context: AtSection) -> Response:
    """List the teams with their captains and the captains' private links."""
    _check_team_boards(context)
    # A link lets its holder act for a team, so not every user of the desk may see it.
    check_role_permission(context.user, actions.GiveCaptainLinks)
    teams = [one for one in context.section.competitors.values() if isinstance(one, Team)]
    root = find_phone_address(context.request)
    paths = [(team, _captain_path(context, team.number)) for team in teams]
    return context.render_page(
        "captain_links.html",
        section=context.section,
        rows=[
            (team, f"{root or context.request.base_url}{path}" if path else "")
            for team, path in paths
        ],
        without_link=sum(not path for _, path in paths),
        reachable=bool(root),
    )


@router.get("/links/{number:int}.svg")
def captain_link_qr_code(context: AtSection, number: int) -> Response:
    """Return a QR code for the private link of a captain."""
    check_role_permission(context.user, actions.GiveCaptainLinks)
    path = _captain_path(context, Number(number))
    if not path:
        raise BadInput([Problem(say("This captain has no link."), quoted=str(number))])
    return phone_qr_code(context.request, path)


@router.post("/links")
def give_captain_links(context: AtSection, form: Form) -> Response:
    """Create links for the chosen captains, or for all captains who have none."""
    section = context.section
    chosen = find_competitor_numbers(section, form.all_values_of_argument("numbers")) or tuple(
        n for n in section.competitors if n not in section.captain_links
    )
    if not chosen:
        raise BadInput([Problem(say("All captains have a link."), section.name)])
    act = actions.GiveCaptainLinks(section.name, make_links(chosen))
    context.record_action(act, form, check_seen=False)
    notes = [say_count("{count} link was created.", "{count} links were created.", len(act.links))]
    return context.redirect_to("line-ups", "links", notes=notes)


@router.post("/links/revoke")
def revoke_captain_links(context: AtSection, form: Form) -> Response:
    """Make the links of the chosen captains invalid."""
    numbers = find_competitor_numbers(context.section, form.all_values_of_argument("numbers"))
    if not numbers:
        raise BadInput([Problem(say("No team was chosen."), remedy=say("Choose a team."))])
    context.record_action(
        actions.RevokeCaptainLinks(context.section.name, numbers), form, check_seen=False
    )
    notes = [say_count("{count} link was revoked.", "{count} links were revoked.", len(numbers))]
    return context.redirect_to("line-ups", "links", notes=notes)
