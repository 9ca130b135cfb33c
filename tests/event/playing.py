"""Events for the tests: a sitting with short words for its acts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from topboard.event import acts
from topboard.event.governance.objections import Authority, Office
from topboard.event.pairing import close_entries, pair_round
from topboard.event.sitting import Hand, Sitting
from topboard.model import Manner, Number, Player, Team

if TYPE_CHECKING:
    from topboard.event.acts import Act
    from topboard.event.sitting import Prepared
    from topboard.event.state import Section

HAND = Hand("Ann", "2026-08-01T10:00:00+00:00")
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


class Play(Sitting):
    """An event in memory; acts are confirmed unless a test says otherwise."""

    def do(
        self,
        act: Act,
        authority: Authority | None = None,
        *,
        reason: str = "so it was decided",
        confirmed: bool = False,
    ) -> Prepared:
        """Take the act."""
        hand = replace(HAND, authority=authority, reason=reason, confirmed=confirmed)
        prepared = self.prepare(act, hand)
        self.accept(prepared)
        return prepared

    @property
    def section(self) -> Section:
        """The one section."""
        return self.event.sections[SECTION]

    def pair(self) -> acts.PairRound:
        """Pair the round to come."""
        act, _ = pair_round(self.event, SECTION)
        self.do(act)
        return act

    def publish(self, authority: Authority | None = PANEL) -> acts.PairRound:
        """Pair the round to come and publish it."""
        act = self.pair()
        self.do(acts.PublishRound(SECTION, act.round), authority)
        return act

    def results(self, white: int | None = None, *, skip: tuple[int, ...] = ()) -> None:
        """All results of the last round: the lower number wins, or White has so many tenths."""
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
        result = acts.TableResult(table, white, black, **more)  # type: ignore[arg-type]
        self.do(acts.EnterResults(SECTION, len(self.section.rounds), (result,)))

    def round(self) -> acts.PairRound:
        """A whole round."""
        act = self.publish()
        self.results()
        return act


def begun(system: str, rounds: int = 11, boards: int = 1, **settings: object) -> Play:
    """An event with one section and no entries."""
    play = Play()
    play.do(acts.CreateEvent("Test"))
    act = acts.AddSection(SECTION, system, rounds, boards, **settings)  # type: ignore[arg-type]
    play.do(act, confirmed=True)
    return play


def olympiad(edition: str, teams: int = 8, *, rounds: int = 11, here: bool = True) -> Play:
    """An Olympiad with its entries closed, all teams present if they are here."""
    play = begun(edition, rounds, 4)
    play.do(acts.Enter(SECTION, tuple(team(n) for n in range(1, teams + 1))))
    play.do(close_entries(play.event, SECTION))
    if here:
        for number in play.section.competitors:
            play.do(acts.RecordPresence(SECTION, number, 4))
    return play
