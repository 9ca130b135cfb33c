"""An event in short: how far it is."""

from __future__ import annotations

from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.event.summaries import EventStage, find_event_stage
from topboard.model import Colour, Number, Player
from topboard.storage.session import JournalSession

CONTEXT = ActionContext("Ann", "2026-05-01T09:00:00.000+00:00", confirmed=True)


def test_an_event_is_finished_once_its_last_result_is_in(tmp_path) -> None:
    with JournalSession.create(tmp_path / "cup.topboard", "Cup", CONTEXT) as file:
        entered = tuple(Player(Number(n), f"Player {n}", 2400 - n) for n in range(1, 5))
        file.record(actions.AddSection("Main", "fide_dutch_2026", 1), CONTEXT)
        file.record(actions.Enter("Main", entered), CONTEXT)
        file.record(actions.RecordLot("Main", "colour", colour=Colour.WHITE), CONTEXT)
        file.record(pairing.build_close_entries_action(file.event, "Main"), CONTEXT)
        stages = [find_event_stage(file.event)]
        file.record(pairing.build_pair_round_action(file.event, "Main")[0], CONTEXT)
        file.record(actions.PublishRound("Main", 1), CONTEXT)
        for table in (1, 2):
            stages.append(find_event_stage(file.event))
            result = actions.TableResult(table, 10, 0)
            file.record(actions.EnterResults("Main", 1, (result,)), CONTEXT)
        stages.append(find_event_stage(file.event))

    going_on = EventStage.RUNNING
    assert stages == [EventStage.PREPARED, going_on, going_on, EventStage.PLAYED]
