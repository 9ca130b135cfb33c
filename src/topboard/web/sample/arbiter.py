"""An imaginary arbiter who takes the actions of the sample events."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event import actions, pairing
from topboard.event.actions import TableResult
from topboard.event.new_entries import build_late_entry_action
from topboard.event.policy import governance_of_system
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.objections import Authority, Office
from topboard.event.session import ActionContext
from topboard.model import Colour, Game, HalfPointBye, Manner, Number, Player, Team
from topboard.text.dates import start_in_utc

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.event.actions import Act
    from topboard.event.state import Event, Section
    from topboard.model import Competitor, EventInfo, Meeting
    from topboard.storage.session import JournalSession
    from topboard.web.repository import EventRepository

TYPICAL_RATING = 1500
"""The strength of an unrated player in simulated games."""
LineUps = dict[Number, tuple[Player, ...]]
PAIRING_BEGINS = timedelta(minutes=-90)
"""When a round is paired, seen from its start: half an hour before line-ups must be in."""
GAMES_END = timedelta(hours=2)
"""When the first results are entered, seen from the start of the round."""


@dataclass
class SampleArbiter:
    """An arbiter of a sample event. Each action is a minute later than the one before."""

    session: JournalSession
    context: ActionContext
    first: date
    """The day of round 1."""
    starts: list[str] = field(default_factory=list)

    @classmethod
    @contextmanager
    def create_event(
        cls, repository: EventRepository, name: str, details: EventInfo, first: date
    ) -> Iterator[SampleArbiter]:
        """Create an event, and yield the arbiter who records its actions."""
        day = (first - timedelta(days=1)).isoformat()
        context = _context(details.chief_arbiter, _find_moment(f"{day}T09:00", details.time_zone))
        with repository.create(name, context, details).open() as session:
            yield cls(session, context, first)

    @property
    def event(self) -> Event:
        """Return the event after the last action."""
        return self.session.event

    def take_action(self, act: Act, ruling_for: str = "") -> None:
        """Record an action a minute after the last one. With a reason, it is a ruling."""
        now = datetime.fromisoformat(self.context.time) + timedelta(minutes=1)
        self.context = _context(self.context.who, now)
        context = self.context
        if ruling_for:
            by = Authority(_choose_office(self.event, act), self.context.who)
            context = replace(context, authority=by, reason=ruling_for)
        self.session.record(act, context)

    def add_section(
        self,
        section: str,
        system: str,
        rounds: int,
        boards: int = 1,
        tie_breaks: tuple[str, ...] = (),
    ) -> None:
        """Add a section."""
        self.take_action(actions.AddSection(section, system, rounds, boards, tie_breaks=tie_breaks))

    def schedule_rounds(self, section: str, *starts: tuple[int, str]) -> None:
        """Set when the rounds start, each on a day counted from 0 and at a time of day."""
        self.starts = [f"{self.first + timedelta(days=day)}T{hour}" for day, hour in starts]
        zone = self.event.details.time_zone
        self.take_action(actions.ScheduleRounds(section, tuple(self.starts), zone))

    def enter_participants(self, section: str, competitors: Sequence[Competitor]) -> None:
        """Enter the participants, close entries, check everybody in and draw the first colour."""
        self.take_action(actions.Enter(section, tuple(competitors), "sample"))
        self.take_action(pairing.build_close_entries_action(self.event, section))
        present = (
            (number, len(one.players) if isinstance(one, Team) else 1)
            for number, one in self.event.section(section).competitors.items()
        )
        self.take_action(actions.RecordAllPresent(section, tuple(present)))
        if governance_of_system(self.event.section(section).system).lot:
            self.take_action(actions.RecordLot(section, "colour", colour=Colour.WHITE))

    def enter_late(self, section: str, player: Player, joined: int) -> None:
        """Enter a player who can be paired from round ``joined`` onward."""
        late = replace(player, joined=joined)
        act = build_late_entry_action(self.event, section, late)
        self.take_action(act, "Flight delayed, known before round 1")

    def grant_half_point_bye(self, section: str, name: str, number: int) -> None:
        """Record the half-point bye that a player has requested for a round."""
        player = _find_by_name(self.event.section(section), name)
        bye = actions.RequestBye(section, player, number, HalfPointBye())
        self.take_action(bye, "Requested at registration")

    def play_round(
        self,
        section: str,
        number: int,
        results: int | None = None,
        forfeit_of: str = "",
        missing_line_ups: int = 0,
    ) -> None:
        """Pair and publish a round, hand in line-ups of teams, and enter ``results`` results.

        ``None`` stands for all results.
        """
        self._wait_until(number, PAIRING_BEGINS)
        made, _ = pairing.build_pair_round_action(self.event, section)
        self.take_action(made)
        self.take_action(actions.PublishRound(section, number))
        state = self.event.section(section)
        teams = [one for one in state.competitors.values() if isinstance(one, Team)]
        line_ups = {one.number: _choose_line_up(one, number) for one in teams}
        if line_ups:
            self._hand_in_line_ups(section, number, line_ups, missing_line_ups)
        absent = _find_by_name(state, forfeit_of) if forfeit_of else None
        meetings = list(state.round(number).meetings.items())[:results]
        found = [
            _simulate_result(state, number, table, meeting, line_ups, absent)
            for table, meeting in meetings
        ]
        self._wait_until(number, GAMES_END)
        self.take_action(actions.EnterResults(section, number, tuple(found)))

    def _wait_until(self, number: int, after_start: timedelta) -> None:
        """Go on at a time before or after the start of a round, if that is not past yet."""
        start = _find_moment(self.starts[number - 1], self.event.details.time_zone)
        ready = max(start + after_start, datetime.fromisoformat(self.context.time))
        self.context = _context(self.context.who, ready)

    def _hand_in_line_ups(self, section: str, number: int, line_ups: LineUps, missing: int) -> None:
        meetings = self.event.section(section).round(number).meetings.values()
        playing = [team for one in meetings for team in (one.white, one.black) if team is not None]
        for team in playing[: len(playing) - missing]:
            players = tuple(one.number for one in line_ups[team])
            line_up = actions.TeamLineUp(team, players)
            self.take_action(actions.HandInLineUps(section, number, (line_up,)))


def _find_moment(start: str, zone: str) -> datetime:
    found = start_in_utc(start, zone)
    assert found is not None
    return found


def _context(who: str, now: datetime) -> ActionContext:
    return ActionContext(who, now.isoformat(timespec="milliseconds"), confirmed=True)


def _find_by_name(section: Section, name: str) -> Number:
    return next(number for number, one in section.competitors.items() if one.name == name)


def _choose_line_up(team: Team, number: int) -> tuple[Player, ...]:
    """Return the line-up of a team. In some rounds, the reserve replaces one of the others."""
    rests = (team.number + number) % (2 * len(team.players))
    return tuple(one for place, one in enumerate(team.players) if place != min(rests, 4))


# --- results ------------------------------------------------------------------------------------


def _choose_office(event: Event, act: Act) -> Office:
    """Return the office that the rules name for an action: the chief arbiter if they may decide."""
    objections = collect_section_objections(event, act)  # type: ignore[arg-type]
    offices = {office for one in objections for office in one.offices}
    return Office.DIRECTOR if Office.CHIEF_ARBITER not in offices else Office.CHIEF_ARBITER


def _simulate_result(
    section: Section,
    number: int,
    table: int,
    meeting: Meeting,
    line_ups: LineUps,
    absent: Number | None,
) -> TableResult:
    assert meeting.white is not None
    assert meeting.black is not None
    if absent in (meeting.white, meeting.black):
        points = (0, 10) if absent == meeting.white else (10, 0)
        return TableResult(table, *points, Manner.DEFAULT, rated=False)
    white, black = section.competitor(meeting.white), section.competitor(meeting.black)
    if isinstance(white, Player) and isinstance(black, Player):
        return TableResult(table, *_simulate_game(white, black, number))
    games = []
    pairs = zip(line_ups[meeting.white], line_ups[meeting.black], strict=True)
    for board, sides in enumerate(pairs):
        # The first team has White on boards 1 and 3.
        first, second = sides if board % 2 == 0 else sides[::-1]
        games.append(Game(first.number, second.number, *_simulate_game(first, second, number)))
    scores = [
        (one.white_points, one.black_points)
        if board % 2 == 0
        else (one.black_points, one.white_points)
        for board, one in enumerate(games)
    ]
    first_score, second_score = (sum(side) for side in zip(*scores, strict=True))
    return TableResult(table, first_score, second_score, games=tuple(games))


def _simulate_game(white: Player, black: Player, number: int) -> tuple[int, int]:
    """Return the points of a simulated game in tenths. The same game always ends the same way.

    The higher-rated player usually wins. Players who are close to each other often draw.
    """
    seed = f"{white.name} {black.name} {number}"
    drawn = sum(ord(letter) * (place + 3) for place, letter in enumerate(seed)) * 7919 % 100
    edge = (white.rating or TYPICAL_RATING) - (black.rating or TYPICAL_RATING) + 30
    draws = max(8, 38 - abs(edge) // 12)
    wins = max(3, min(97 - draws, (100 - draws) // 2 + edge // 6))
    if drawn < wins:
        return 10, 0
    return (5, 5) if drawn < wins + draws else (0, 10)
