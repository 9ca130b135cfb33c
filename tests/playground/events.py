"""Events for the tests of the page: requests to it, and a signed journal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.model import Colour, Number, Player
from topboard.playground.requests import Playground
from topboard.storage.session import JournalSession

if TYPE_CHECKING:
    from pathlib import Path

CONTEXT = ActionContext("Ann", "2026-05-01T09:00:00.000+00:00", confirmed=True)


def ask(page: Playground, verb: str, content: bytes = b"", **fields: object) -> dict[str, Any]:
    """The answer to a request, as the script of the page gets it."""
    answer: dict[str, Any] = json.loads(page.answer(json.dumps({"verb": verb, **fields}), content))
    return answer


def open_sample(sample: str) -> tuple[Playground, dict[str, Any]]:
    """A page with a sample, and the answer about it."""
    page = Playground()
    return page, ask(page, "sample", sample=sample)


def write_signed_journal(path: Path) -> Path:
    """Write the journal of an event whose first round is published and signed."""
    with JournalSession.create(path, "Town Cup", CONTEXT, with_key=True) as session:

        def take(act: actions.Act) -> None:
            session.record(act, CONTEXT)

        take(actions.AddSection("Open", "fide_dutch_2026", 5))
        entered = tuple(Player(Number(n), f"Player {n}", 2000 - n) for n in range(1, 10))
        take(actions.Enter("Open", entered))
        take(actions.RecordLot("Open", "colour", colour=Colour.WHITE))
        take(pairing.build_close_entries_action(session.event, "Open"))
        take(pairing.build_pair_round_action(session.event, "Open")[0])
        take(actions.PublishRound("Open", 1))
        take(actions.EnterResults("Open", 1, (actions.TableResult(1, 10, 0),)))
    return path
