"""Events that live at random: whatever an arbiter may do before the next round is paired."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from tests.event.sessions import (
    ARBITER,
    COMMISSION,
    CONTEXT,
    DIRECTOR,
    PANEL,
    PRESIDENT,
    SECTION,
    Play,
    event_with_section,
    person,
    team,
)
from topboard.errors import BadInput, NoLegalPairing
from topboard.event import actions as acts
from topboard.event.new_entries import build_late_entry_action
from topboard.event.pairing import (
    build_close_entries_action,
    build_end_manual_pairing_action,
    build_pair_round_action,
)
from topboard.event.results import (
    build_match_result_from_games,
    build_two_game_match_result,
    parse_games_of_match,
)
from topboard.model import (
    Colour,
    FullPointBye,
    Game,
    HalfPointBye,
    Manner,
    Number,
    Scale,
    Team,
    ZeroPointBye,
)
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Competitor, Meeting

OFFICES = (None, DIRECTOR, ARBITER, PRESIDENT, PANEL, COMMISSION)
RESULTS = ("1-0", "0-1", "=", "1F-0F", "0F-1F", "0F-0F", "=*")
ENTRIES, ROUNDS = (5, 9), 4


class RandomEvent:
    """An event of one section; each action is done if somebody may do it."""

    def __init__(self, edition: str, seed: int) -> None:
        self.edition, self.chance = edition, Random(f"{edition} {seed}")
        self.rules = system(edition)
        self.boards = 4 if self.rules.teams else self.rules.games
        self.play = self._start_event()

    def do(self, act: acts.Act) -> bool:
        """Do the action by an office that may; return whether one may."""
        for authority in OFFICES:
            context = replace(
                CONTEXT,
                authority=authority,
                reason="decided",
                confirmed=True,
                confirmed_again=True,
            )
            try:
                self.play.accept_entry(self.play.prepare_action(act, context))
            except BadInput:
                continue
            return True
        return False

    def _start_event(self) -> Play:
        settings: dict[str, object] = {}
        if not self.rules.teams and self.rules.games == 1 and self.chance.random() < 0.3:
            settings["game_scale"] = Scale(30, 10, 0)
        try:
            play = event_with_section(self.edition, ROUNDS, self.boards, **settings)
        except BadInput:
            play = event_with_section(self.edition, ROUNDS, self.boards)
        self.play = play
        count = self.chance.randint(*ENTRIES)
        self.do(acts.Enter(SECTION, tuple(self._entrant(n) for n in range(1, count + 1))))
        if self.rules.timetable is not None:
            order = tuple(Number(n) for n in range(1, count + 1))
            self.do(acts.RecordLot(SECTION, "pairing numbers", order))
        colour = self.chance.choice([*Colour])
        self.do(acts.RecordLot(SECTION, "colour", colour=colour))
        self.do(acts.Announce(SECTION))
        assert self.do(build_close_entries_action(play.event, SECTION))
        for number in play.section.competitors:
            if self.chance.random() < 0.9:
                self.do(acts.RecordPresence(SECTION, number, self.boards))
        return play

    def _entrant(self, number: int) -> Competitor:
        if self.rules.teams:
            return team(number, self.boards + 1)
        return person(number, 2300 - 10 * number)

    # --- between two rounds -----------------------------------------------------------------

    def disturb(self) -> None:
        """Do a few of the things that may shape the next round."""
        actions = [*self._actions()]
        for _ in range(self.chance.randint(1, 4)):
            self.do(self.chance.choice(actions)())

    def _actions(self) -> Iterator[Callable[[], acts.Act]]:
        chance, section = self.chance, self.play.section
        coming = section.round_to_pair

        def one() -> Number:
            return chance.choice([*self.play.section.competitors])

        def later() -> int:
            return coming + chance.randint(0, 1)

        absences = (ZeroPointBye(), HalfPointBye(), FullPointBye())
        yield lambda: acts.Withdraw(SECTION, one(), later())
        yield lambda: acts.Expel(SECTION, one(), coming)
        yield lambda: acts.Readmit(SECTION, one())
        yield lambda: acts.RequestBye(SECTION, one(), later(), chance.choice(absences))
        yield lambda: acts.CancelBye(SECTION, one(), coming)
        yield lambda: acts.ForbidPair(SECTION, one(), one(), first=coming, last=later())
        yield lambda: acts.RuleOnBye(SECTION, one(), chance.random() < 0.5, coming, coming + 1)
        yield lambda: acts.AdjustPoints(SECTION, one(), 10, 5, later())
        yield lambda: acts.FixTable(SECTION, one(), chance.randint(1, 3), note="a ramp")
        yield lambda: acts.Suspend(SECTION, one())
        yield lambda: acts.LiftSuspension(SECTION, one())
        yield lambda: acts.RecordPresence(SECTION, one(), chance.randint(0, self.boards))
        yield lambda: acts.GrantException(SECTION, one(), chance.choice(("10.1", "10.2", "44")))
        yield self._correction
        yield self._latecomer

    def _latecomer(self) -> acts.Act:
        section = self.play.section
        number = max(section.competitors) + 1
        late = replace(self._entrant(number), joined=section.round_to_pair)
        last = self.chance.random() < 0.5
        return build_late_entry_action(self.play.event, SECTION, late, last=last)

    def _correction(self) -> acts.Act:
        rounds = [played for played in self.play.section.rounds if played.meetings]
        if not rounds:
            return acts.CancelBye(SECTION, Number(1), 1)
        played = self.chance.choice(rounds)
        table = self.chance.choice([*played.meetings])
        result = self._result(table, played.meetings[table])
        later = self.chance.choice((0, self.play.section.round_to_pair))
        return acts.CorrectResult(SECTION, played.number, result, known_from=later)

    # --- rounds -----------------------------------------------------------------------------

    def publish(self) -> bool:
        """Pair the next round by the rules, or now and then by hand, and publish it."""
        try:
            made, _ = build_pair_round_action(self.play.event, SECTION)
        except (NoLegalPairing, BadInput):
            return False
        if not self.do(made):
            return False
        if self.chance.random() < 0.2:
            self._turn_a_table(made)
        return self.do(acts.PublishRound(SECTION, made.round))

    def _turn_a_table(self, made: acts.PairRound) -> None:
        self.do(acts.BeginManual(SECTION, made.round))
        first = made.tables[:1]
        turned = tuple(replace(t, white=t.black, black=t.white) for t in first) + made.tables[1:]
        self.do(acts.ChangeManual(SECTION, made.round, turned, made.bye))
        self.do(build_end_manual_pairing_action(self.play.event, SECTION))

    def results(self) -> None:
        """Enter a result at every table, of every kind."""
        played = self.play.section.rounds[-1]
        for table, meeting in played.meetings.items():
            if not self.do(self._enter_result(table, meeting)):
                most = 10 * self.boards
                plain = acts.TableResult(table, most // 2, most // 2, games=self._games(meeting))
                assert self.do(acts.EnterResults(SECTION, played.number, (plain,)))

    def _enter_result(self, table: int, meeting: Meeting) -> acts.EnterResults:
        number = len(self.play.section.rounds)
        return acts.EnterResults(SECTION, number, (self._result(table, meeting),))

    def _result(self, table: int, meeting: Meeting) -> acts.TableResult:
        chance, most = self.chance, 10 * self.boards
        if self.rules.games > 1:
            return build_two_game_match_result(table, meeting, self._games(meeting, drawn=False))
        kind = chance.random()
        if kind < 0.15:
            came = (self.boards, 0) if self.rules.teams else None
            return acts.TableResult(table, most, 0, Manner.DEFAULT, rated=False, present=came)
        if kind < 0.22:
            return acts.TableResult(table, 0, 0, Manner.BOTH_DEFAULTED, rated=False)
        if kind < 0.3:
            return acts.TableResult(table, most // 2, most // 2, Manner.UNFINISHED)
        if self.rules.teams and kind < 0.5:
            return self._by_boards(table, meeting)
        if self.rules.teams and kind < 0.75:
            few = chance.choice(((self.boards, 1), (1, self.boards)))
            return acts.TableResult(table, most // 2, most // 2, present=few)
        white = chance.choice((0, most // 2, most))
        return acts.TableResult(table, white, most - white)

    def _by_boards(self, table: int, meeting: Meeting) -> acts.TableResult:
        """A match board by board; some chairs are empty, some games are not finished."""
        rosters = []
        for number in (meeting.white, meeting.black):
            assert number is not None
            side = self.play.section.competitor(number)
            assert isinstance(side, Team)
            rosters.append([p.number for p in side.players[: self.boards]])
        texts = self.chance.choices(
            ("1-0", "0-1", "=", "1F-0F", "0F-1F", "0F-0F", "=*"), k=self.boards
        )
        return build_match_result_from_games(table, parse_games_of_match(texts, *rosters))

    def _games(self, meeting: Meeting, *, drawn: bool = True) -> tuple[Game, ...]:
        if self.rules.games == 1:
            return ()
        sides = ((meeting.white, meeting.black), (meeting.black, meeting.white))
        points = (5, 5) if drawn else self.chance.choice(((10, 0), (5, 5), (0, 10)))
        return tuple(Game(white, black, *points) for white, black in sides)

    def rounds(self) -> Iterator[Play]:
        """The event before each round that is to be paired."""
        for _ in range(ROUNDS):
            self.disturb()
            yield self.play
            if not self.publish():
                return
            self.results()
