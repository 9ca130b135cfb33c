"""The rules are asked once about the same facts, and again about others."""

from __future__ import annotations

import topboard
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.event import actions, memo, pairing, proofs, replay
from topboard.event.memo import MOST, CachedFunction, PairingAnswer
from topboard.event.session import ActionContext, EventSession
from topboard.model import Colour, Number, Player

CONTEXT = ActionContext("Anna", "2026-05-01T08:00:00+00:00", confirmed=True)


def session_with_entries(name: str) -> EventSession:
    """An event of six whose entries are closed; of each name the rules know nothing yet."""
    session = EventSession()

    def take(act: actions.Act) -> None:
        session.accept_entry(session.prepare_action(act, CONTEXT))

    take(actions.CreateEvent(name))
    take(actions.AddSection("Main", "fide_dutch_2026", 5))
    players = tuple(Player(Number(n), f"Player {n}", 2000 - n) for n in range(1, 7))
    take(actions.Enter("Main", players))
    take(actions.RecordLot("Main", "colour", colour=Colour.WHITE))
    take(pairing.build_close_entries_action(session.event, "Main"))
    return session


class Counted:
    """Counts how often the rules really pair."""

    def __init__(self, monkeypatch) -> None:
        self.count = 0
        real = PairingAnswer.__init__

        def counting(answer: PairingAnswer, facts) -> None:
            self.count += 1
            real(answer, facts)

        monkeypatch.setattr(PairingAnswer, "__init__", counting)


def test_pairing_and_publishing_a_round_computes_it_only_once(monkeypatch) -> None:
    session, counted = session_with_entries("One"), Counted(monkeypatch)

    act, _ = pairing.build_pair_round_action(session.event, "Main")
    session.accept_entry(session.prepare_action(act, CONTEXT))
    session.accept_entry(session.prepare_action(actions.PublishRound("Main", 1), CONTEXT))

    assert counted.count == 1


def test_changed_data_are_paired_again(monkeypatch) -> None:
    session, counted = session_with_entries("Two"), Counted(monkeypatch)
    before, _ = pairing.build_pair_round_action(session.event, "Main")

    session.accept_entry(session.prepare_action(actions.Withdraw("Main", Number(6)), CONTEXT))
    after, _ = pairing.build_pair_round_action(session.event, "Main")

    assert counted.count == 2
    assert after.digest != before.digest
    assert after.bye is not None


def test_a_check_does_not_use_the_memory(monkeypatch) -> None:
    session = session_with_entries("Three")
    act, _ = pairing.build_pair_round_action(session.event, "Main")
    session.accept_entry(session.prepare_action(act, CONTEXT))
    session.accept_entry(session.prepare_action(actions.PublishRound("Main", 1), CONTEXT))
    counted = Counted(monkeypatch)

    (checked,) = replay.replay_rounds(session.entries)
    shown = replay.replay_round(session.entries, "Main", 1)

    assert counted.count == 1
    assert checked.does_not_contradict_record
    assert proofs.check_proof_of_replayed_round(checked).proved
    assert replace(shown, answer=None) == replace(checked, answer=None)
    assert shown.pairing_by_rules == checked.pairing_by_rules


def test_only_the_most_recent_pairings_are_remembered() -> None:
    asked = []
    facts = topboard.generate("dubov_1997", 1, Wishes(competitors=4, rounds=1))
    lengths = CachedFunction(lambda event: asked.append(event.name) or len(event.name))
    events = [replace(facts, name="x" * n) for n in range(MOST + 1)]

    assert [lengths(event) for event in events] == list(range(MOST + 1))
    assert lengths(events[-1]) == MOST
    assert len(asked) == MOST + 1
    assert lengths(events[0]) == 0
    assert len(asked) == MOST + 2


def test_remembered_standings_are_reused_for_equal_data() -> None:
    facts = topboard.generate("fide_dutch_2026", 5, Wishes(competitors=9, rounds=3))
    facts = replace(facts, system="fide_dutch_2026")

    assert memo.standings(facts) is memo.standings(replace(facts))
    assert memo.standings(facts).lines[0].place == 1
