"""Random actions by anybody, beside a model that knows what no act may do.

The model sees what an arbiter sees: what was published, who is out and why, who said what. It
imports no article: the offices and grounds below are written from the texts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from hypothesis import settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.event.sessions import (
    ARBITER,
    DIRECTOR,
    PANEL,
    PRESIDENT,
    SECTION,
    Play,
    cfc_event,
    olympiad_event,
)
from topboard.checking import check_all_rounds
from topboard.errors import NoLegalPairing, Refused
from topboard.event import actions
from topboard.event.pairing import build_end_manual_pairing_action, build_pair_round_action
from topboard.event.reducer import compute_event_from_entries
from topboard.event.tournament import build_tournament
from topboard.formats import dumps, read_text
from topboard.model import Colour, Manner, Number
from topboard.systems.registry import system

if TYPE_CHECKING:
    from topboard.event.policy.objections import Authority
    from topboard.event.state import Section

COUNT = 5
one = st.integers(1, COUNT).map(Number)
authorities = st.sampled_from([None, ARBITER, DIRECTOR, PANEL, PRESIDENT])
grounds = st.sampled_from(list(actions.ChangeGround))
mostly = st.sampled_from([True, True, True, False])
Pairing = tuple[tuple[actions.Table, ...], int | None]


def pairings(section: Section) -> list[Pairing]:
    """The published tables and byes."""
    return [
        (
            tuple(actions.Table(t, m.white, m.black) for t, m in played.meetings.items()),  # type: ignore[arg-type]
            next((n for n, away in played.away if type(away).__name__ == "PairingBye"), None),
        )
        for played in section.rounds
    ]


class RandomActions(RuleBasedStateMachine):
    """Everybody tries everything; the model says what must not have come of it."""

    edition: ClassVar[str]
    changes: ClassVar[tuple[Authority, ...]]
    """By whose word a published pairing changes."""
    captains: ClassVar[bool]
    """Whether everybody concerned is told of a change."""
    only_breach: ClassVar[bool]
    """Whether nothing but a breach is a ground."""

    @property
    def ground(self) -> actions.ChangeGround:
        """A ground that may be the right one."""
        return actions.ChangeGround.REMATCH if self.only_breach else actions.ChangeGround.OTHER

    play: Play

    @initialize(black=st.booleans())
    def begin(self, black: bool) -> None:
        """Five competitors, the lot drawn, everybody here."""
        teams = self.edition.startswith("olympiad")
        self.play = olympiad_event(self.edition, COUNT) if teams else cfc_event(self.edition, COUNT)
        colour = Colour.BLACK if black else Colour.WHITE
        self.play.do(actions.RecordLot(SECTION, "colour", colour=colour))
        self.lot = colour
        self.suspended: set[int] = set()
        self.left: set[int] = set()
        self.asked: set[tuple[int, int]] = set()
        self.missed: set[int] = set()
        self.by_hand: set[int] = set()

    # --- hands ------------------------------------------------------------------------------------

    def take(self, act: actions.Act, authority: Authority | None, *, confirmed: bool) -> bool:
        """Try the act; what was published may have changed by its one way only."""
        before, entries = pairings(self.play.section), len(self.play.entries)
        scores = self.scores()
        state = self.play.event
        try:
            self.play.do(act, authority, confirmed=confirmed)
        except (Refused, NoLegalPairing):
            assert self.play.event == state
            assert len(self.play.entries) == entries
            return False
        after = pairings(self.play.section)
        if after[: len(before)] != before:
            self.was_changed_by_its_one_way(act, authority, before, after)
        if len(after) > len(before):
            self.was_published_with_open_eyes(act, after[-1], confirmed=confirmed)
            seated = {n for t in after[-1][0] for n in (t.white, t.black)}
            now = self.scores()
            assert {n: now[n] for n in seated} == {n: scores[n] for n in seated}
        return True

    def was_changed_by_its_one_way(
        self,
        act: actions.Act,
        authority: Authority | None,
        before: list[Pairing],
        after: list[Pairing],
    ) -> None:
        """By the office, and with everybody told, of the text."""
        assert isinstance(act, actions.ChangePublished | actions.Undo | actions.Redo)
        done: actions.Act = act
        if not isinstance(act, actions.ChangePublished):
            target = self.play.entries[act.entry - 1].act
            assert isinstance(target, actions.PublishRound | actions.ChangePublished)
            done = act if isinstance(act, actions.Undo) else target
        assert authority in self.changes
        assert after[: len(before) - 1] == before[:-1]
        assert isinstance(done, actions.ChangePublished | actions.Undo)
        if self.captains:
            new = after[-1] if len(after) == len(before) else ((), None)
            seats = [
                {n: (t.table, t.white, t.black) for t in tables for n in (t.white, t.black)}
                for tables, _ in (before[-1], new)
            ]
            moved = {n for n in {*seats[0], *seats[1]} if seats[0].get(n) != seats[1].get(n)}
            assert moved <= {*done.informed}
        if self.only_breach:
            assert done.ground is not actions.ChangeGround.OTHER

    def was_published_with_open_eyes(
        self, act: actions.Act, new: Pairing, *, confirmed: bool
    ) -> None:
        """Not empty, and nobody who is out is in it unless that was confirmed."""
        assert isinstance(act, actions.PublishRound | actions.Redo)
        tables, bye = new
        number = len(self.play.section.rounds)
        assert tables or confirmed
        paired = {n for t in tables for n in (t.white, t.black)} | {bye}
        out = self.suspended | self.left | {n for n, r in self.asked if r == number}
        if self.edition.startswith("cfc"):
            out |= self.missed
        assert confirmed or not paired & out
        earlier = [one_bye for _, one_bye in pairings(self.play.section)[:-1]]
        assert confirmed or bye is None or bye not in earlier
        if self.play.section.rounds[-1].manual:
            self.by_hand.add(number)

    def scores(self) -> dict[int, int]:
        """The points of everybody."""
        section = self.play.section
        table = system(self.edition).standings(build_tournament(self.play.event, section))
        return {line.number: line.points for line in table.lines}

    # --- what people do ---------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """Whether the next round may be paired."""
        rounds = self.play.section.rounds
        missing = rounds and any(m.manner is Manner.PENDING for m in rounds[-1].meetings.values())
        return not missing

    @rule(number=one, authority=authorities, yes=st.booleans())
    def suspend(self, number: Number, authority: Authority | None, yes: bool) -> None:
        """Somebody is suspended."""
        if self.take(actions.Suspend(SECTION, number), authority, confirmed=yes):
            self.suspended.add(number)

    @rule(number=one, authority=authorities)
    def lift(self, number: Number, authority: Authority | None) -> None:
        """A suspension ends, or an excuse is accepted."""
        was_out = number in self.suspended | self.missed
        if self.take(actions.LiftSuspension(SECTION, number), authority, confirmed=True):
            assert was_out
            self.suspended.discard(number)
            self.missed.discard(number)

    @rule(number=one, authority=authorities, act=st.sampled_from([actions.Withdraw, actions.Expel]))
    def leave(self, number: Number, authority: Authority | None, act: type) -> None:
        """Somebody leaves, or has to."""
        leaving = act(SECTION, number, self.play.section.round_to_pair)
        if self.take(leaving, authority, confirmed=True):
            assert act is actions.Withdraw or authority in (ARBITER, DIRECTOR, PRESIDENT)
            self.left.add(number)

    @rule(number=one, authority=authorities)
    def readmit(self, number: Number, authority: Authority | None) -> None:
        """Somebody comes back."""
        if self.take(actions.Readmit(SECTION, number), authority, confirmed=True):
            assert authority in (ARBITER, DIRECTOR, PRESIDENT)
            self.left.discard(number)

    @rule(number=one, authority=authorities)
    def bye(self, number: Number, authority: Authority | None) -> None:
        """Somebody asks not to be paired."""
        coming = self.play.section.round_to_pair
        if self.take(actions.RequestBye(SECTION, number, coming), authority, confirmed=True):
            self.asked.add((number, coming))

    @rule(authority=authorities, black=st.booleans())
    def another_lot(self, authority: Authority | None, black: bool) -> None:
        """Another lot for the colours."""
        colour = Colour.BLACK if black else Colour.WHITE
        began = bool(self.play.section.rounds)
        if self.take(
            actions.RecordLot(SECTION, "colour", colour=colour), authority, confirmed=True
        ):
            assert not began
            assert authority in (ARBITER, DIRECTOR, PRESIDENT)
            self.lot = colour

    @precondition(lambda self: self.ready)
    @rule(forged=st.booleans())
    def pair(self, forged: bool) -> None:
        """The round is paired, honestly or not."""
        try:
            act, _ = build_pair_round_action(self.play.event, SECTION)
        except NoLegalPairing:
            return
        if forged and len(act.tables) > 1:
            first, second, *rest = act.tables
            swapped = replace(first, black=second.black), replace(second, black=first.black)
            assert not self.take(replace(act, tables=(*swapped, *rest)), PRESIDENT, confirmed=True)
        else:
            self.take(act, None, confirmed=False)

    @precondition(lambda self: self.ready)
    @rule(order=st.permutations(range(1, COUNT + 1)), authority=authorities, yes=st.booleans())
    def pair_by_hand(self, order: list[int], authority: Authority | None, yes: bool) -> None:
        """Somebody sets the tables as he likes."""
        number = self.play.section.round_to_pair
        tables = tuple(
            actions.Table(place + 1, Number(order[2 * place]), Number(order[2 * place + 1]))
            for place in range(2)
        )
        set_ = actions.ChangeManual(SECTION, number, tables, Number(order[4]))
        if self.take(actions.BeginManual(SECTION, number), authority, confirmed=yes):
            self.take(set_, authority, confirmed=yes)
            self.take(
                build_end_manual_pairing_action(self.play.event, SECTION), authority, confirmed=yes
            )

    @rule(authority=st.sampled_from([None, PANEL, PANEL]), yes=st.booleans())
    def publish(self, authority: Authority | None, yes: bool) -> None:
        """What is paired is published."""
        act = actions.PublishRound(SECTION, self.play.section.round_to_pair)
        self.take(act, authority, confirmed=yes)

    @precondition(lambda self: self.play.section.rounds)
    @rule(default=st.booleans())
    def results(self, default: bool) -> None:
        """All results of the last round; at one table perhaps somebody did not come."""
        played = self.play.section.rounds[-1]
        most = 10 * self.play.section.settings.boards
        for table, meeting in played.meetings.items():
            if meeting.manner is not Manner.PENDING:
                continue
            manner = Manner.DEFAULT if default and table == 1 else Manner.PLAYED
            result = actions.TableResult(table, most, 0, manner)
            act = actions.EnterResults(SECTION, played.number, (result,))
            if self.take(act, DIRECTOR, confirmed=True):
                self.missed -= {meeting.white, meeting.black}  # type: ignore[arg-type]
                if manner is Manner.DEFAULT:
                    self.missed.add(meeting.black)  # type: ignore[arg-type]

    @rule()
    def play_a_round(self) -> None:
        """The usual way of things, so that rounds are reached."""
        if self.ready:
            self.pair(False)
        self.publish(PANEL, False)
        if self.play.section.rounds:
            self.results(False)

    @precondition(lambda self: self.play.section.rounds)
    @rule(ground=grounds, told=mostly, authority=authorities, yes=mostly, lawful=st.booleans())
    def change(
        self,
        ground: actions.ChangeGround,
        told: bool,
        authority: Authority | None,
        yes: bool,
        lawful: bool,
    ) -> None:
        """The first two tables of the last round exchange their Blacks."""
        if lawful:
            ground, told, authority, yes = self.ground, True, self.changes[0], True
        tables, bye = pairings(self.play.section)[-1]
        if len(tables) < 2:
            return
        first, second, *rest = tables
        new = replace(first, black=second.black), replace(second, black=first.black), *rest
        informed = tuple(self.play.section.competitors) if told else ()
        number = len(self.play.section.rounds)
        act = actions.ChangePublished(SECTION, number, new, bye, ground, informed)  # type: ignore[arg-type]
        if self.take(act, authority, confirmed=yes):
            self.by_hand.add(number)

    @precondition(lambda self: self.play.section.rounds)
    @rule(ground=grounds, told=mostly, authority=authorities, yes=mostly, lawful=st.booleans())
    def unpublish(
        self,
        ground: actions.ChangeGround,
        told: bool,
        authority: Authority | None,
        yes: bool,
        lawful: bool,
    ) -> None:
        """The last round is published and taken back, perhaps to be published once more."""
        if lawful:
            ground, told, authority, yes = self.ground, True, self.changes[0], True
        if self.ready:
            self.pair(False)
            self.publish(PANEL, False)
        entry = self.play.section.rounds[-1].entry
        informed = tuple(self.play.section.competitors) if told else ()
        if self.take(actions.Undo(entry, ground, informed), authority, confirmed=yes):
            self.learn_again()
            if yes and self.take(actions.Redo(entry), PANEL, confirmed=yes):
                self.learn_again()

    @rule(
        back=st.integers(0, 9),
        ground=grounds,
        told=st.booleans(),
        authority=authorities,
        redo=st.booleans(),
        yes=st.booleans(),
    )
    def take_back(
        self,
        back: int,
        ground: actions.ChangeGround,
        told: bool,
        authority: Authority | None,
        redo: bool,
        yes: bool,
    ) -> None:
        """One of the last entries is undone, or done again."""
        entry = max(1, len(self.play.entries) - back)
        informed = tuple(self.play.section.competitors) if told else ()
        act = actions.Redo(entry) if redo else actions.Undo(entry, ground, informed)
        target = self.play.entries[entry - 1].act
        if self.take(act, authority, confirmed=yes):
            self.learn_again()
            if isinstance(
                target, actions.LiftSuspension | actions.EnterResults | actions.CorrectResult
            ):
                self.missed_again()

    def learn_again(self) -> None:
        """After taking back, who is out is what the entries in force say of everybody."""
        self.suspended, self.left, self.asked = set(), set(), set()
        for entry in self.play.entries:
            act = entry.act
            if entry.number in self.play.event.undone:
                continue
            match act:
                case actions.Suspend():
                    self.suspended.add(act.number)
                case actions.LiftSuspension():
                    self.suspended.discard(act.number)
                case actions.Withdraw() | actions.Expel():
                    self.left.add(act.number)
                case actions.Readmit():
                    self.left.discard(act.number)
                case actions.RequestBye():
                    self.asked.add((act.number, act.round))
                case actions.RecordLot():
                    self.lot = act.colour or self.lot
        self.by_hand &= set(range(1, len(self.play.section.rounds) + 1))
        self.by_hand |= {r.number for r in self.play.section.rounds if r.manual or r.revision}
        self.by_hand -= {
            r.number for r in self.play.section.rounds if not r.manual and not r.revision
        }

    def missed_again(self) -> None:
        """Who did not come to the last game and was not excused since, from the entries."""
        self.missed = set()
        tables = [{t.table: t for t in pairing[0]} for pairing in pairings(self.play.section)]
        for entry in self.play.entries:
            act = entry.act
            if entry.number in self.play.event.undone:
                continue
            if isinstance(act, actions.EnterResults):
                for result in act.results:
                    seat = tables[act.round - 1][result.table]
                    self.missed -= {seat.white, seat.black}
                    if result.manner is Manner.DEFAULT:
                        self.missed.add(seat.black)
            elif isinstance(act, actions.LiftSuspension):
                self.missed.discard(act.number)

    # --- what always holds ------------------------------------------------------------------------

    @invariant()
    def the_lot_is_the_one_that_was_drawn(self) -> None:
        """No colour that was played is turned."""
        if hasattr(self, "play") and self.play.section.rounds:
            assert self.play.section.lot is self.lot

    def teardown(self) -> None:
        """The entries lead here; an export has the same standings and passes the check."""
        assert compute_event_from_entries(self.play.entries) == self.play.event
        facts = build_tournament(self.play.event, self.play.section)
        again = read_text(dumps(facts, "event-json"), "export.json")
        rules = system(self.edition)
        assert rules.standings(again) == rules.standings(facts)
        for found in check_all_rounds(again, rules):
            assert found.round in self.by_hand or not found.differences


class Of2009(RandomActions):
    """The President confirms every change."""

    edition, changes, captains, only_breach = "olympiad_2009", (PRESIDENT,), True, False


class Of2022(RandomActions):
    """Only a breach, by the Chief Arbiter."""

    edition, captains, only_breach = "olympiad_2022", True, True
    changes = (ARBITER, PRESIDENT)


class OfCanada(RandomActions):
    """The text is silent: the one in charge."""

    edition, captains, only_breach = "cfc_swiss", False, False
    changes = (DIRECTOR, ARBITER, PRESIDENT)


SHORT = settings(max_examples=25, stateful_step_count=25, deadline=None)
Of2009.TestCase.settings = SHORT
Of2022.TestCase.settings = SHORT
OfCanada.TestCase.settings = SHORT
Test2009, Test2022, TestCanada = Of2009.TestCase, Of2022.TestCase, OfCanada.TestCase
