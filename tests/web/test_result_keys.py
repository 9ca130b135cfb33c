"""Keys typed at any speed: each result is saved for the row that was marked when its key went down.

Random results, arrows and tabs are typed on the page and into a model of it. With the browser's
clock under control the answers of the desk come early, late and very late; in real time a real desk
answers, and its journal is compared.
"""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, field

import pytest
from hypothesis import given, strategies as st
from playwright.sync_api import expect

from tests.web.accessibility import faults
from tests.web.desk_client import event_with_round, new_event, words
from topboard.errors import BadInput
from topboard.event.actions import EnterResults
from topboard.event.results import format_result, parse_result
from topboard.web.desk.results import KEYS, LONGER, expand_result_key
from topboard.web.folder_repository import FolderRepository

SPEEDS = (20, 100, 250, 600)
"""Milliseconds from one key to the next."""
SLOWEST = 1300
"""Milliseconds that the slowest answer takes, as it stands in the stub of the desk."""
BY_KEYBOARD = 5
"""How many sequences are typed on the keyboard; the page presses the keys of the rest itself."""
RESULTS = {"1": "1-0", "0": "0-1", "5": "½-½", "=": "½-½"}
WRITTEN = {" 1-0*": "1-0*", " =": "½-½", "+": "+:-", "-:-": "-:-", " 0F-1F": "-:+"}
"""Longer results as they are typed before Enter, in characters that every keyboard has."""
TAB_STOPS = ("white", "field", "black", "more")
"""What has the focus in a row, one after the other; a field only while its row is open."""


@dataclass
class Model:
    """The page as it should be: the rows from 1 on, what each has, and where the focus is."""

    rows: int
    saved: dict[int, str] = field(default_factory=dict)
    focus: tuple[int, int] = (1, TAB_STOPS.index("field"))

    def is_stop(self, place: tuple[int, int]) -> bool:
        row, part = place
        return 1 <= row <= self.rows and (TAB_STOPS[part] != "field" or row not in self.saved)

    def fields(self) -> list[tuple[int, int]]:
        return [(row, 1) for row in range(1, self.rows + 1) if row not in self.saved]

    def enter(self, result: str) -> None:
        """The marked row takes a result, and the focus goes to the next that has none."""
        row = self.focus[0]
        if row in self.saved:
            return
        self.saved[row] = result
        open_rows = self.fields()
        self.focus = next((place for place in open_rows if place[0] > row), open_rows[0])

    def step(self, key: str) -> bool:
        """Move by an arrow or a tab; whether the focus stays inside the table."""
        if key in ("ArrowDown", "ArrowUp"):
            down = key == "ArrowDown"
            others = [place for place in self.fields() if place != self.focus]
            ahead = [place for place in others if (place > self.focus) == down]
            if ahead:
                self.focus = min(ahead) if down else max(ahead)
            return True
        to = self.focus
        while True:
            index = to[0] * len(TAB_STOPS) + to[1] + (1 if key == "Tab" else -1)
            to = divmod(index, len(TAB_STOPS))
            if not 1 <= to[0] <= self.rows:
                return False
            if self.is_stop(to):
                self.focus = to
                return True


def sequence(chance: random.Random, model: Model) -> list[tuple[str, int]]:
    """The keys of a few results and moves, each with the row that is marked when it goes down."""
    keys: list[tuple[str, int]] = []
    for _ in range(chance.randint(3, 6)):
        kind, row = chance.random(), model.focus[0]
        if kind < 0.55:
            key = chance.choice([*RESULTS])
            model.enter(RESULTS[key])
            keys.append((key, row))
        elif kind < 0.85:
            key = chance.choice(["ArrowDown", "ArrowUp"])
            model.step(key)
            keys.append((key, row))
        elif kind < 0.95:
            key = chance.choice(["Tab", "Tab", "Shift+Tab"])
            if model.step(key):
                keys.append((key, row))
        elif model.focus[1] == TAB_STOPS.index("field"):
            typed = chance.choice([*WRITTEN, ""])
            if typed:
                model.enter(WRITTEN[typed])
            keys += [(key, row) for key in (*typed, "Enter")]
    return keys


CLOCK = """
const timers = new Map();
let now = 0, lastTimer = 0;
const channel = new MessageChannel();
const waiting = [];
channel.port1.onmessage = () => waiting.shift()();
const turn = () => new Promise((done) => { waiting.push(done); channel.port2.postMessage(0); });
const add = (run, every, delay, values) => {
  timers.set(++lastTimer, { at: now + Math.max(delay || 0, 1), every, run: () => run(...values) });
  return lastTimer;
};
window.setTimeout = (run, delay, ...values) => add(run, 0, delay, values);
window.setInterval = (run, delay, ...values) => add(run, delay, delay, values);
window.clearTimeout = window.clearInterval = (number) => { timers.delete(number); };
Date.now = () => now;
window.runFor = async (milliseconds) => {
  const end = now + milliseconds;
  for (;;) {
    const due = [...timers].filter(([, timer]) => timer.at <= end)
      .sort(([one, a], [two, b]) => a.at - b.at || one - two)[0];
    if (!due) break;
    const [number, timer] = due;
    now = timer.at;
    if (timer.every) timer.at += timer.every; else timers.delete(number);
    timer.run();
    // The page deals with an answer in steps of its own.
    for (let step = 0; step < 3; step += 1) await turn();
  }
  now = end;
};
"""
"""A clock of the page that stands still until the test lets it run. (The one of Playwright takes
four milliseconds for each timer.)"""
STUB = """
window.sent = [];
window.answered = 0;
window.marked = [];
const LATE = [1, 30, 90, 350, SLOWEST];
const shown = JSON.parse('{"+": "+:-", "-": "-:+", "=": "½-½", "0F-1F": "-:+"}');
const answer = (told) =>
  new Response(JSON.stringify(told), { headers: { "content-type": "application/json" } });
window.fetch = (address, options = {}) => {
  if (options.method !== "POST") return Promise.resolve(answer({ last: 0 }));
  const [[name, typed]] = [...options.body.entries()].filter(([one]) => one !== "token");
  window.sent.push([Number(name.slice(1)), typed]);
  const told = { saved: { [name.slice(1)]: shown[typed] || typed }, missing: 1, notices: [] };
  return new Promise((reach) =>
    setTimeout(() => { window.answered += 1; reach(answer(told)); },
      LATE[window.sent.length % LATE.length]));
};
addEventListener("keydown", (event) => {
  if (event.key === "Shift") return;
  const row = document.activeElement.closest("[data-table]");
  window.marked.push([event.key, row ? Number(row.dataset.table) : 0]);
}, true);
const tab = (step) => {
  const stops = [...document.querySelectorAll("a[href], input:enabled:not([type=hidden])")];
  stops[stops.indexOf(document.activeElement) + step].focus();
};
const press = (name) => {
  const key = name.replace("Shift+", "");
  const down = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  if (!document.activeElement.dispatchEvent(down)) return;
  if (key === "Tab") tab(key === name ? 1 : -1);
  else if (key.length === 1 && document.activeElement.matches("input")) {
    document.execCommand("insertText", false, key);
  }
};
window.schedule = (keys, speed) =>
  keys.forEach((key, turn) => setTimeout(press, speed * (turn + 1), key));
"""
"""What stands in for the desk: it answers when the clock of the page says so. Beside it, which row
had the focus at each key, and keys that the page presses itself, with what a browser does after
them."""
SHOWN = """() => [...document.querySelectorAll("[data-table]")].map((row) => {
  const input = row.querySelector("input.result");
  const state = row.querySelector(".saved");
  return [state.classList.contains("good"), input.value, state.textContent];
})"""


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


def assert_shown(page, model: Model) -> None:
    """Green where a result is saved, with that result and no other; nothing elsewhere."""
    for row, (is_green, value, told) in enumerate(page.evaluate(SHOWN), start=1):
        result = model.saved.get(row, "")
        assert (row, is_green, value) == (row, bool(result), result)
        assert (result in told) if result else not told


def run_clock(page, milliseconds: int) -> None:
    """Let the clock of the page run, and with it the keys and answers that are due."""
    page.evaluate("milliseconds => window.runFor(milliseconds)", milliseconds)


def type_keys(page, keys: list[str], speed: int) -> None:
    """Press the keys of the keyboard, with the clock of the page standing still between them."""
    for key in keys:
        page.keyboard.press(key)
        run_clock(page, speed)


def let_page_type(page, keys: list[str], speed: int) -> None:
    """Let the page press the keys itself, each at its time by its clock: the same, but quick."""
    page.evaluate("([keys, speed]) => window.schedule(keys, speed)", [keys, speed])
    run_clock(page, (len(keys) + 1) * speed)


def run_until_answered(page, results: int) -> None:
    """Let the clock of the page run until all results are answered, and then for one more."""
    for _ in range(results):
        if page.evaluate("window.answered") >= results:
            break
        run_clock(page, 5 * SLOWEST)
    run_clock(page, 5 * SLOWEST)


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_result_lands_on_the_row_that_is_marked(speed, address, visitor, open_page):
    boards, sequences = 40, 250
    results_page = published_round(visitor, boards)
    page = open_page(address)
    page.add_init_script("{" + CLOCK + STUB.replace("SLOWEST", str(SLOWEST)) + "}")
    chance = random.Random(speed)
    done = 0
    while done < sequences:
        page.goto(results_page)
        model = Model(boards)
        keys = []
        type_them, last = (let_page_type, sequences) if done else (type_keys, BY_KEYBOARD)
        while done < last and len(model.saved) < boards - 6:
            keys += sequence(chance, model)
            done += 1
        type_them(page, [key for key, _row in keys], speed)
        run_until_answered(page, len(model.saved))

        # The rest is typed in the window of a phone: fewer rows are painted at each key.
        page.set_viewport_size({"width": 390, "height": 60})
        sent = [(row, shown_for(typed)) for row, typed in page.evaluate("window.sent")]
        assert sent == [*model.saved.items()]
        marked = [tuple(one) for one in page.evaluate("window.marked")]
        assert marked == [(key.removeprefix("Shift+"), row) for key, row in keys]
        assert_shown(page, model)


def shown_for(typed: str) -> str:
    """What the desk makes of a result that was sent to it."""
    return format_result(parse_result(expand_result_key(typed), 1, 1, lambda boards, came: (10, 0)))


def test_a_result_lands_on_its_row_in_real_time(address, visitor, open_page, tmp_path):
    boards = 20
    pages, presses = {}, []
    for speed in SPEEDS:
        page = open_page(address)
        page.goto(published_round(visitor, boards, f"Open {speed}"))
        expect(page.locator("input[name=t1]")).to_be_focused()
        model, chance = Model(boards), random.Random(f"real {speed}")
        keys = [key for _ in range(5) for key, _row in sequence(chance, model)]
        pages[speed] = page, model
        presses += [(speed * turn, speed, key) for turn, key in enumerate(keys, start=1)]
    begun = time.monotonic()
    for milliseconds, speed, key in sorted(presses):
        time.sleep(max(0, begun + milliseconds / 1000 - time.monotonic()))
        pages[speed][0].keyboard.press(key)

    for speed, (page, model) in pages.items():
        expect(page.locator("#missing")).to_have_text(str(boards - len(model.saved)))
        assert_shown(page, model)
        entries = FolderRepository(tmp_path).event(f"open-{speed}").snapshot().entries
        entered = [entry.act.results for entry in entries if isinstance(entry.act, EnterResults)]
        in_journal = [(one.table, format_result(one)) for (one,) in entered]
        assert in_journal == [*model.saved.items()]


# --- longer results ---------------------------------------------------------------------------


def results(tmp_path):
    """The results of round 1 as they are on disk."""
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return [format_result(meeting) for meeting in section.rounds[0].meetings.values()]


def test_a_longer_result_is_shown_while_it_is_written(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    one, two = page.locator("input[name=t1]"), page.locator("input[name=t2]")
    told = page.locator("[data-table='1'] .saved")

    page.keyboard.type(" 1-0*")
    expect(one).to_be_focused()
    expect(one).to_have_value("1-0*")
    expect(told).to_have_text(re.compile("Type the result and press Enter"))
    assert faults(page) == []
    page.keyboard.press("ArrowDown")
    expect(two).to_be_focused()
    expect(told).to_have_text("not saved yet")
    page.keyboard.press("0")
    expect(page.locator("[data-table='2'] .saved.good")).to_contain_text("0-1")
    one.press("Enter")

    expect(page.locator("[data-table='1'] .saved.good")).to_contain_text("1-0*")
    assert results(tmp_path) == ["1-0*", "0-1", ""]


def test_a_result_written_in_full_by_habit_stays_where_it_went_wrong(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    for key in ("1", "-", "0", "Enter", "0", "-", "1", "Enter"):
        page.keyboard.press(key)

    expect(page.locator("input[name=t2]")).to_be_focused()
    told = page.locator("[data-table='2'] .saved.bad")
    expect(told).to_contain_text("-00-1 is not a result. To type a full result, press Esc")
    expect(page.locator("#missing")).to_have_text("2")
    assert results(tmp_path) == ["1-0", "", ""]
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    expect(page.locator("#missing")).to_have_text("1")
    assert results(tmp_path) == ["1-0", "0-1", ""]


def test_a_key_held_down_is_one_result(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")

    for _ in range(5):
        page.keyboard.down("1")
    page.keyboard.up("1")

    expect(page.locator("#missing")).to_have_text("2")
    expect(page.locator("input[name=t2]")).to_be_focused()
    assert results(tmp_path) == ["1-0", "", ""]


def test_a_refused_result_is_never_green(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address)
    page.goto(f"{section}/results/1")
    visitor.send(f"{section}/results/1", t1="0-1")

    page.keyboard.type("1=")

    expect(page.locator("[data-table='2'] .saved.good")).to_contain_text("saved · ½-½")
    expect(page.locator("[data-table='1'] .saved.bad")).to_contain_text("has a result")
    expect(page.locator(".saved.good")).to_have_count(1)
    assert results(tmp_path) == ["0-1", "½-½", ""]


def test_a_keyboard_that_names_no_keys_is_understood(address, visitor, open_page, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = open_page(address, width=390)
    page.goto(f"{section}/results/1")

    page.keyboard.insert_text("½")
    expect(page.locator("input[name=t2]")).to_be_focused()
    page.keyboard.insert_text("1-0*")
    expect(page.locator("input[name=t2]")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("#missing")).to_have_text("1")
    assert results(tmp_path) == ["½-½", "1-0*", ""]


@given(st.text(alphabet="0123459½.,:-+=*Ff/\N{EN DASH}", max_size=8))
def test_the_page_and_the_desk_agree_on_what_is_a_result(text):
    on_page = bool(re.search(LONGER, text, re.IGNORECASE)) or text in KEYS
    try:
        shown_for(text)
        at_the_desk = True
    except BadInput:
        at_the_desk = False
    assert on_page == at_the_desk
