"""Keys typed at any speed: each result is saved for the row that was marked when its key went down.

Random results, corrections, arrows, tabs, clicks and results of another arbiter happen on the page
and in a model of it. With the browser's clock under control the answers of the desk come early,
late and very late; in real time a real desk answers, and its journal is compared.
"""

from __future__ import annotations

import random
import time

import pytest
from playwright.sync_api import expect

from tests.sampling import ONE_IN
from tests.web.desk_client import new_event, words
from tests.web.result_model import CLICK, FIELD, OTHER, Model, Presses, sequence
from tests.web.result_page import (
    ALIKE,
    CLOCK,
    SLOWEST,
    STUB,
    assert_sent,
    assert_shown,
    let_page_type,
    run_until_answered,
    type_keys,
)
from topboard.event.actions import CorrectResult, EnterResults
from topboard.event.results import format_result
from topboard.web.folder_repository import FolderRepository

SPEEDS = (20, 100, 250, 600)
"""Milliseconds from one key to the next."""
SEQUENCES = 2500 if ONE_IN == 1 else 125
"""How many sequences are typed at each speed by the clock of the page."""
IN_REAL_TIME = 25 if ONE_IN == 1 else 5
"""How many sequences are typed at each speed in real time."""
BY_KEYBOARD = 5
"""How many sequences are typed on the keyboard; the page presses the keys of the rest itself."""


def published_round(visitor, boards: int, name: str = "Spring Open") -> str:
    """An event with its first round published with that many boards; its results page."""
    section = new_event(visitor, "fide_dutch_2026", name=name)
    lines = "\n".join(f"Player {number:03}; {2400 - number}" for number in range(2 * boards))
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=lines)
    visitor.send_again(preview)
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")
    visitor.send(f"{section}/close-entries")
    visitor.send(f"{section}/check-in", all="1")
    answer = visitor.send(f"{section}/pairing", publish="1")
    assert "is published" in words(answer)
    return f"{section}/results/1"


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_result_lands_on_the_marked_row(speed, address, visitor, open_page):
    boards, finished = 44, dict.fromkeys(range(1, 5), "1-0")
    results_page = published_round(visitor, boards)
    visitor.send(results_page, **{f"t{row}": result for row, result in finished.items()})
    page = open_page(address)
    stub = STUB.replace("SLOWEST", str(SLOWEST)).replace("SHOWN", ALIKE)
    page.add_init_script("{" + CLOCK + stub + "}")
    chance = random.Random(speed)
    done = 0
    while done < SEQUENCES:
        page.goto(results_page)
        model = Model(boards, dict(finished), focus=(5, FIELD), folded={*finished})
        presses: Presses = []
        type_them, last = (let_page_type, SEQUENCES) if done else (type_keys, BY_KEYBOARD)
        while done < last and len(model.saved) < boards - 14:
            presses += sequence(chance, model)
            done += 1
        type_them(page, presses, speed)
        run_until_answered(page, len(presses))

        # The rest is typed in the window of a phone: fewer rows are painted at each key.
        page.set_viewport_size({"width": 390, "height": 60})
        keys = [one for one in presses if one[0] != CLICK and not one[0].startswith(OTHER)]
        marked = [tuple(one) for one in page.evaluate("window.marked")]
        assert marked == [(key.removeprefix("Shift+"), row) for key, row in keys]
        assert_sent([tuple(one) for one in page.evaluate("window.sent")], model)
        assert_shown(page, model)


def test_a_result_lands_on_its_row_in_real_time(address, visitor, open_page, tmp_path):
    boards = 30 if ONE_IN > 1 else 120
    runs, acts = {}, []
    for speed in SPEEDS:
        page = open_page(address)
        results_page = published_round(visitor, boards, f"Open {speed}")
        page.goto(results_page)
        expect(page.locator("input[name=t1]")).to_be_focused()
        # The last rows are those of another arbiter, whose results may appear at any time.
        model, chance = Model(boards), random.Random(f"real {speed}")
        others = range(boards, boards - 5, -1)
        presses = [one for _ in range(IN_REAL_TIME) for one in sequence(chance, model, alone=True)]
        assert max(row for row, _ in model.entered) < min(others)
        runs[speed] = page, model, others
        acts += [(speed * turn, speed, *one) for turn, one in enumerate(presses, start=1)]
        pause = speed * len(presses) / (len(others) + 1)
        acts += [(int(pause * turn), speed, OTHER, row) for turn, row in enumerate(others, start=1)]
    begun = time.monotonic()
    for milliseconds, speed, name, row in sorted(acts):
        time.sleep(max(0, begun + milliseconds / 1000 - time.monotonic()))
        page = runs[speed][0]
        if name == CLICK:
            page.locator(f"[data-cell=t{row}] :is(.entered, input.result):visible").click()
        elif name == OTHER:
            visitor.send(f"/e/open-{speed}/s/main/results/1", **{f"t{row}": "1"})
        else:
            page.keyboard.press(name)

    for speed, (page, model, others) in runs.items():
        model.saved |= dict.fromkeys(others, "1-0")
        expect(page.locator("#missing")).to_have_text(str(boards - len(model.saved)))
        expect(page.locator(".saved", has_text="entered 1-0")).to_have_count(len(others))
        assert_shown(page, model)
        entries = FolderRepository(tmp_path).event(f"open-{speed}").snapshot().entries
        entered = [entry.act.results for entry in entries if isinstance(entry.act, EnterResults)]
        in_journal = [(one.table, format_result(one)) for (one,) in entered]
        assert [one for one in in_journal if one[0] not in others] == model.entered
        corrected = {
            entry.act.result.table: format_result(entry.act.result)
            for entry in entries
            if isinstance(entry.act, CorrectResult)
        }
        assert corrected == {row: found[-1] for row, found in model.corrected.items()}
