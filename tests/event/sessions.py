"""Events for the tests: an event session with short names for its actions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topboard.event import actions
from topboard.event.lots import COLOUR
from topboard.event.pairing import (
    build_close_entries_action,
    build_end_manual_pairing_action,
    build_pair_round_action,
)
from topboard.event.policy import governance_of_system
from topboard.event.policy.objections import Authority, Office
from topboard.event.session import ActionContext, EventSession
from topboard.model import Colour, EventInfo, Manner, Number, Player, Team
from topboard.systems.registry import system

if TYPE_CHECKING:
    from topboard.event.actions import Act
    from topboard.event.session import PendingEntry
    from topboard.event.state import Section

CONTEXT = ActionContext("Ann", "2026-08-01T10:00:00+00:00")
PRESIDENT = Authority(Office.PRESIDENT, "P. Resident")
ARBITER = Authority(Office.CHIEF_ARBITER, "A. Rbiter")
PANEL = Authority(Office.PANEL, "T. Panel")
DIRECTOR = Authority(Office.DIRECTOR, "D. Irector")
COMMISSION = Authority(Office.STRATEGY_COMMISSION, "C. Ommission")
SECTION = "Open"


def person(number: int, rating: int | None = 2000) -> Player:
    """A player with that number."""
    return Player(Number(number), f"Player {number:03}", rating)


def team(number: int, size: int = 4, letter: str = "A", rating: int = 2500) -> Team:
    """A team whose strength falls with its number."""
    players = tuple(person(10 * number + i, rating - 10 * number - i) for i in range(1, size + 1))
    return Team(Number(number), f"Team {number:03}", players, letter=letter)


class Play(EventSession):
    """An event in memory; acts are confirmed unless a test says otherwise."""

    def do(
        self,
        act: Act,
        authority: Authority | None = None,
        *,
        reason: str = "so it was decided",
        confirmed: bool = False,
        time: str = CONTEXT.time,
    ) -> PendingEntry:
        """Take the action."""
        context = replace(
            CONTEXT, authority=authority, reason=reason, confirmed=confirmed, time=time
        )
        prepared = self.prepare_action(act, context)
        self.accept_entry(prepared)
        return prepared

    @property
    def section(self) -> Section:
        """The one section."""
        return self.event.sections[SECTION]

    def draw(self) -> None:
        """Number 1 has White in round 1, unless a lot says otherwise."""
        section = self.section
        if governance_of_system(section.system).lot and not section.rounds and section.lot is None:
            self.do(actions.RecordLot(SECTION, COLOUR, colour=Colour.WHITE))

    def pair(self) -> actions.PairRound:
        """Pair the next round, after the lot for the colours of round 1."""
        self.draw()
        act, _ = build_pair_round_action(self.event, SECTION)
        self.do(act)
        return act

    def publish(self, authority: Authority | None = PANEL) -> actions.PairRound:
        """Pair the next round and publish it."""
        act = self.pair()
        self.do(actions.PublishRound(SECTION, act.round), authority)
        return act

    def by_hand(
        self,
        tables: tuple[actions.Table, ...],
        bye: Number | None = None,
        authority: Authority | None = PANEL,
        *,
        confirmed: bool = False,
    ) -> None:
        """Pair the next round by hand and publish it."""
        self.draw()
        number = self.section.round_to_pair
        self.do(actions.BeginManual(SECTION, number))
        self.do(actions.ChangeManual(SECTION, number, tables, bye), confirmed=confirmed)
        # Whether its differences are confirmed is asked in tests of their own.
        self.do(build_end_manual_pairing_action(self.event, SECTION), confirmed=True)
        self.do(actions.PublishRound(SECTION, number), authority, confirmed=confirmed)

    def results(self, white: int | None = None, *, skip: tuple[int, ...] = ()) -> None:
        """All results of the last round: the lower number wins, or White has that many tenths."""
        played = self.section.rounds[-1]
        most = 10 * self.section.settings.boards
        for table, meeting in played.meetings.items():
            if table not in skip and meeting.manner is Manner.PENDING:
                assert meeting.white is not None
                assert meeting.black is not None
                points = white if white is not None else most * (meeting.white < meeting.black)
                self.result(table, points, most - points)

    def result(self, table: int, white: int, black: int, **more: object) -> None:
        """The result of a table of the last round."""
        result = actions.TableResult(table, white, black, **more)  # type: ignore[arg-type]
        self.do(actions.EnterResults(SECTION, len(self.section.rounds), (result,)))

    def round(self) -> actions.PairRound:
        """A whole round."""
        act = self.publish()
        self.results()
        return act


def event_with_section(edition: str, rounds: int = 11, boards: int = 0, **settings: object) -> Play:
    """An event with one section and no entries."""
    play = Play()
    play.do(actions.CreateEvent("Test"))
    boards = boards or system(edition).games
    act = actions.AddSection(SECTION, edition, rounds, boards, **settings)  # type: ignore[arg-type]
    play.do(act, confirmed=True)
    return play


def olympiad_event(
    edition: str, teams: int = 8, *, rounds: int = 11, here: bool = True, size: int = 4
) -> Play:
    """An Olympiad with its entries closed, all teams present if they are here."""
    play = event_with_section(edition, rounds, 4)
    play.do(actions.Enter(SECTION, tuple(team(n, size) for n in range(1, teams + 1))))
    play.do(build_close_entries_action(play.event, SECTION))
    if here:
        for number in play.section.competitors:
            play.do(actions.RecordPresence(SECTION, number, 4))
    return play


ROUND_ROBINS = ("cfc_round_robin", "cfc_team_round_robin", "fide_round_robin")
TEAMS = ("cfc_team_swiss", "cfc_team_round_robin")


def cfc_event(edition: str, count: int = 8, rounds: int = 5, **settings: object) -> Play:
    """A Canadian event (or one by Dubov) with its entries closed and its variations announced."""
    boards = 4 if edition in TEAMS else 1
    if edition in ROUND_ROBINS:
        rounds = count - 1 + count % 2
    play = event_with_section(edition, rounds, boards, **settings)
    entered = [team(n) if boards > 1 else person(n, 2300 - 10 * n) for n in range(1, count + 1)]
    play.do(actions.Enter(SECTION, tuple(entered)))
    if edition in ROUND_ROBINS:
        order = tuple(c.number for c in entered)
        play.do(actions.RecordLot(SECTION, "pairing numbers", order))
    if settings.get("variations"):
        play.do(actions.Announce(SECTION))
    play.do(build_close_entries_action(play.event, SECTION), confirmed=True)
    return play


def dutch_event(edition: str, count: int = 8, rounds: int = 5, **settings: object) -> Play:
    """An event of players by a Dutch system, with its entries closed."""
    play = event_with_section(edition, rounds, **settings)
    play.do(actions.Enter(SECTION, tuple(person(n, 2300 - 10 * n) for n in range(1, count + 1))))
    play.do(build_close_entries_action(play.event, SECTION))
    return play


def numbers_of(play: Play) -> tuple[Number, ...]:
    """Everybody in the section."""
    return tuple(play.section.competitors)


def event_with_three_whites(edition: str) -> Play:
    """Team 1 has White in rounds 1 and 2, and by hand a third White in round 3."""
    play = olympiad_event(edition)
    for _ in range(3):
        made = play.pair()
        tables = tuple(
            t if t.black != 1 else replace(t, white=t.black, black=t.white) for t in made.tables
        )
        play.by_hand(tables, made.bye, confirmed=True)
        if made.round < 3:
            play.results()
    return play


def number_pair(a: int, b: int) -> tuple[Number, Number]:
    """Two numbers."""
    return Number(a), Number(b)


def numbers_at_tables(act: actions.PairRound) -> set[int]:
    """Who has a table."""
    tables = {n for t in act.tables for n in (t.white, t.black)}
    return tables | ({act.bye} if act.bye is not None else set())


def olympiad_with_c_team(edition: str) -> Play:
    """An Olympiad whose team 8 is a C team."""
    play = event_with_section(edition, 11, 4)
    teams = [team(n) for n in range(1, 8)] + [team(8, letter="C")]
    play.do(actions.Enter(SECTION, tuple(teams)), confirmed=True)
    play.do(actions.CloseEntries(SECTION, tuple(t.number for t in teams)))
    for number in play.section.competitors:
        play.do(actions.RecordPresence(SECTION, number, 4))
    return play


def federation_team(federation: str, number: int, letter: str = "A") -> Team:
    """A team of a federation."""
    return replace(team(number, letter=letter), federation=federation)


def olympiad_hosted_by(federation: str, edition: str) -> Play:
    """An Olympiad with its host on record and no entries."""
    play = Play()
    play.do(actions.CreateEvent("Test", EventInfo(federation=federation)))
    play.do(actions.AddSection(SECTION, edition, 11, 4))
    return play
