"""Keys typed at any speed: each result is saved for the row that was marked when its key went down.

Random results, corrections, arrows, tabs, clicks and results of another arbiter happen on the page
and in a model of it. With the browser's clock under control the answers of the desk come early,
late and very late; in real time a real desk answers, and its journal is compared.
"""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass, field

import pytest
from hypothesis import given, strategies as st
from playwright.sync_api import expect

from tests.sampling import ONE_IN
from tests.web.accessibility import faults
from tests.web.desk_client import event_with_round, new_event, words
from topboard.errors import BadInput
from topboard.event.actions import CorrectResult, EnterResults
from topboard.event.results import format_result, parse_result
from topboard.web.desk.results import KEYS, LONGER, expand_result_shortcut
from topboard.web.folder_repository import FolderRepository

SPEEDS = (20, 100, 250, 600)
"""Milliseconds from one key to the next."""
SEQUENCES = 2500 if ONE_IN == 1 else 125
"""How many sequences are typed at each speed by the clock of the page."""
IN_REAL_TIME = 25 if ONE_IN == 1 else 5
"""How many sequences are typed at each speed in real time."""
SLOWEST = 1300
"""Milliseconds that the slowest answer takes, as it stands in the stub of the desk."""
BY_KEYBOARD = 5
"""How many sequences are typed on the keyboard; the page presses the keys of the rest itself."""
RESULTS = {"1": "1-0", "0": "0-1", "5": "½-½", "=": "½-½"}
WRITTEN = {" =*": "½-½*", " =": "½-½", "+": "+:-", "-:-": "-:-", " 0F-1F": "-:+"}
"""Longer results as they are typed before Enter, in characters that every keyboard has."""
TAB_STOPS = ("white", "field", "reason", "save", "cancel", "black", "more")
"""What has the focus in a row, one after the other; what stands between the names only at times."""
FIELD = TAB_STOPS.index("field")
EDITOR = range(TAB_STOPS.index("reason"), TAB_STOPS.index("black"))
"""The places in the editor of a result behind its field."""
CLICK, OTHER = "click", "other"
"""What happens beside keys: a click on a result or its field, and a result of another arbiter."""


@dataclass
class Model:
    """The page as it should be: the rows from 1 on, what each has, and where the focus is."""

    rows: int
    saved: dict[int, str] = field(default_factory=dict)
    """The result of each row that has one, or will have one when it is answered."""
    entered: list[tuple[int, str]] = field(default_factory=list)
    """The rows in the order in which they were given their first result on this page."""
    corrected: dict[int, list[str]] = field(default_factory=dict)
    """What each row was corrected to, one after the other."""
    editors: dict[int, tuple[str, bool]] = field(default_factory=dict)
    """The text of each open editor, and whether the next key replaces it."""
    others: dict[int, str] = field(default_factory=dict)
    """The results of the other arbiter."""
    focus: tuple[int, int] = (1, FIELD)

    def is_stop(self, place: tuple[int, int]) -> bool:
        """Whether Tab stops here: saved results are reached by arrows alone."""
        row, part = place
        if part in EDITOR:
            return row in self.editors
        return part != FIELD or row in self.editors or row not in self.saved

    def open_rows(self) -> list[int]:
        return [row for row in range(1, self.rows + 1) if row not in self.saved]

    def move_on(self) -> None:
        """The focus goes to the next row that has no result."""
        rows = self.open_rows()
        self.focus = (next((row for row in rows if row > self.focus[0]), rows[0]), FIELD)

    def enter(self, result: str) -> None:
        """The marked row takes a result, and the focus goes on."""
        row = self.focus[0]
        self.saved[row] = result
        self.entered.append((row, result))
        self.move_on()

    def type_key(self, key: str) -> None:
        """A result typed as one key: it is saved, or a correction is proposed."""
        row, part = self.focus
        if part in EDITOR:
            return
        if row not in self.saved:
            self.enter(RESULTS[key])
        elif part == FIELD and row in self.editors:
            text, is_whole = self.editors[row]
            is_selected = text.startswith("#")
            typed = key if is_selected else text + key
            self.editors[row] = (RESULTS[key], True) if is_whole else (typed, False)
        elif RESULTS[key] == self.saved[row]:
            self.move_on()
        else:
            self.editors[row] = (RESULTS[key], True)
            self.focus = (row, FIELD)

    def confirm(self) -> None:
        """Enter in an editor, or its button: the correction is sent if it is a result."""
        row = self.focus[0]
        text = self.editors[row][0].removeprefix("#")
        result = RESULTS.get(text, text)
        if result not in {*RESULTS.values(), *WRITTEN.values()}:
            return
        del self.editors[row]
        if result != self.saved[row]:
            self.saved[row] = result
            self.corrected.setdefault(row, []).append(result)
        self.move_on()

    def cancel(self) -> None:
        """Esc in an editor: the old result stays."""
        row = self.focus[0]
        del self.editors[row]
        self.focus = (row, FIELD)

    def press_enter(self) -> None:
        if self.focus[1] == TAB_STOPS.index("cancel"):
            self.cancel()
        elif self.focus[0] in self.editors:
            self.confirm()

    def click(self, row: int) -> None:
        """A click on a field marks it; a click on a result opens its editor, all selected."""
        if row in self.saved and row not in self.editors:
            self.editors[row] = ("#" + self.saved[row], False)
        self.focus = (row, FIELD)

    def step(self, key: str) -> bool:
        """Move by an arrow or a tab; whether the focus stays inside the table."""
        if key in ("ArrowDown", "ArrowUp"):
            down = key == "ArrowDown"
            fields = [(row, FIELD) for row in range(1, self.rows + 1)]
            ahead = [
                place for place in fields if (place > self.focus if down else place < self.focus)
            ]
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


Presses = list[tuple[str, int]]
"""What happens one after the other, each with the row that is marked at that time, or that it is
about."""


def sequence(chance: random.Random, model: Model, *, alone: bool = False) -> Presses:
    """The keys of a few results, corrections and moves, and what another arbiter does meanwhile."""
    keys: Presses = []
    for _ in range(chance.randint(3, 6)):
        kind = chance.random()
        if kind < 0.45:
            keys += press(model, chance.choice([*RESULTS]))
        elif kind < 0.62:
            keys += press(model, chance.choice(["ArrowDown", "ArrowUp"]))
        elif kind < 0.70:
            keys += press(model, chance.choice(["Tab", "Tab", "Shift+Tab"]))
        elif kind < 0.75:
            keys += write(chance, model)
        elif kind < 0.90:
            keys += correct(chance, model)
        elif kind < 0.95:
            keys += click(chance, model)
        elif not alone:
            keys += let_other_enter(chance, model)
    return keys


def press(model: Model, key: str) -> Presses:
    """A key, unless it would leave the table or follow a link."""
    row, part = model.focus
    if key in RESULTS:
        if part in EDITOR and part != TAB_STOPS.index("reason"):
            return []
        model.type_key(key)
    elif key == "Enter":
        if TAB_STOPS[part] in ("white", "black", "more"):
            return []
        model.press_enter()
    elif key == "Escape":
        if row in model.editors and (part == FIELD or part in EDITOR):
            model.cancel()
    elif not model.step(key):
        return []
    return [(key, row)]


def write(chance: random.Random, model: Model) -> Presses:
    """A longer result and Enter, or Enter alone as a habit."""
    row, part = model.focus
    if part != FIELD or row in model.editors:
        return []
    typed = chance.choice([*WRITTEN, ""])
    if row in model.saved:
        typed = ""
    if typed:
        model.enter(WRITTEN[typed])
    return [(key, row) for key in (*typed, "Enter")]


def correct(chance: random.Random, model: Model) -> Presses:
    """Up, type again, and Enter, Esc or an arrow."""
    keys = press(model, "ArrowUp")
    for _ in range(chance.randint(1, 2)):
        keys += press(model, chance.choice([*RESULTS]))
    return keys + press(model, chance.choice(["Enter", "Enter", "Enter", "Escape", "ArrowDown"]))


def click(chance: random.Random, model: Model) -> Presses:
    """A click on the field or the result of a row without an editor."""
    row = chance.randint(1, model.rows // 2)
    # What was written in other words is shown as it was typed until the desk has answered.
    if row in model.editors or model.saved.get(row) in WRITTEN.values():
        return []
    model.click(row)
    return [(CLICK, row)]


def let_other_enter(chance: random.Random, model: Model) -> Presses:
    """Another arbiter enters a result, or corrects one that only they have entered."""
    own = [row for row in model.others if row not in model.corrected and row not in model.editors]
    row = chance.choice([*own, *model.open_rows()])
    others = [result for result in ("1-0", "½-½", "0-1") if result != model.saved.get(row)]
    result = chance.choice(others)
    model.others[row] = model.saved[row] = result
    return [(f"{OTHER} {result}", row)]


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
const shown = JSON.parse('SHOWN');
const recorded = {};
const answer = (told, ok = true) =>
  ({ ok, headers: new Map([["content-type", "application/json"]]), json: async () => told });
const rowOf = (row, by) => ({
  result: recorded[row], outcome: "someone won", by, state: "final",
  cells: { [`t${row}`]: recorded[row] },
});
const live = () => ({
  last: Number(document.body.dataset.last), who: "Bea", missing: 1,
  pairing: Number(document.forms.results.dataset.pairing),
  rows: Object.fromEntries(Object.keys(recorded).map((row) => [row, rowOf(row, "Bea")])),
});
const post = (address, fields) => {
  const [[name, typed]] = fields.filter(([one]) => one !== "token");
  const row = name.slice(1);
  const was = Object.fromEntries(fields).was;
  const isCorrection = was !== undefined;
  window.sent.push([Number(row), typed, isCorrection]);
  if (isCorrection !== address.endsWith(`/results/1/${row}`) || was !== recorded[row]) {
    return answer({ kind: "conflict", problems: [{ what: "has a result" }] }, false);
  }
  recorded[row] = shown[typed] || typed;
  const saved = { [row]: recorded[row] };
  return answer({ saved, rows: { [row]: rowOf(row, "Ann") }, missing: 1, notices: [], entry: 0 });
};
window.fetch = (address, options = {}) => {
  if (options.method !== "POST") {
    return Promise.resolve(answer(String(address).endsWith("/live") ? live() : { last: 0 }));
  }
  const told = post(String(address), [...options.body.entries()]);
  return new Promise((reach) =>
    setTimeout(() => { window.answered += 1; reach(told); },
      LATE[window.sent.length % LATE.length]));
};
addEventListener("keydown", (event) => {
  if (event.key === "Shift") return;
  const row = document.activeElement.closest("[data-table]");
  window.marked.push([event.key, row ? Number(row.dataset.table) : 0]);
}, true);
const tab = (step) => {
  const here = document.activeElement;
  const stops = [...document.querySelectorAll("a[href], button, input:enabled:not([type=hidden])")]
    .filter((one) => one === here || (one.tabIndex >= 0 && one.checkVisibility()));
  const side = step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const ahead = stops.filter((one) => here.compareDocumentPosition(one) & side);
  (step > 0 ? ahead[0] : ahead.at(-1)).focus();
};
const press = (name) => {
  const key = name.replace("Shift+", "");
  const here = document.activeElement;
  const down = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  if (!here.dispatchEvent(down)) return;
  if (key === "Tab") tab(key === name ? 1 : -1);
  else if (key === "Enter" && here.matches("button")) here.click();
  else if (key.length === 1 && document.activeElement.matches("input")) {
    document.execCommand("insertText", false, key);
  }
};
const target = (row) => {
  const cell = document.querySelector(`[data-cell=t${row}]`);
  return cell.querySelector(cell.matches(".kept") ? ".entered" : "input.result");
};
window.act = ([name, row]) => {
  if (name === "click") {
    target(row).focus();
    target(row).click();
  } else if (name.startsWith("other ")) {
    recorded[row] = name.slice(6);
    document.body.dispatchEvent(new CustomEvent("news", { cancelable: true }));
  } else {
    press(name);
  }
};
window.schedule = (presses, speed) =>
  presses.forEach((one, turn) => setTimeout(window.act, speed * (turn + 1), one));
"""
"""What stands in for the desk: it answers when the clock of the page says so. Beside it, which row
had the focus at each key, and keys that the page presses itself, with what a browser does after
them."""
ALIKE = '{"1":"1-0","0":"0-1","5":"½-½","+":"+:-","-":"-:+","=":"½-½","=*":"½-½*","0F-1F":"-:+"}'
"""What the desk makes of results that are typed in other words, in JSON."""
SHOWN = """() => [...document.querySelectorAll("[data-table]")].map((row) => {
  const state = row.querySelector(".saved");
  const editor = row.querySelector(".correction input");
  return [state.classList.contains("good"), row.querySelector(".entered").textContent,
    row.querySelector("input.result").value, editor ? editor.value : "", state.textContent];
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
    for row, (is_green, entered, typed, editor, told) in enumerate(page.evaluate(SHOWN), start=1):
        result = model.saved.get(row, "")
        text = model.editors.get(row, ("", False))[0].removeprefix("#")
        assert (row, entered, typed, editor) == (row, result, result, text)
        assert is_green == (bool(result) and row not in model.editors)
        assert row in model.editors or ((result in told) if result else not told)


def assert_sent(sent: list[tuple[int, str, bool]], model: Model) -> None:
    """Every result went to the row that was marked; a correction may replace one that waits."""
    first = [(row, shown_for(typed)) for row, typed, is_correction in sent if not is_correction]
    assert first == model.entered
    again: dict[int, list[str]] = {}
    for row, typed, is_correction in sent:
        if is_correction:
            again.setdefault(row, []).append(shown_for(typed))
    assert {row: found[-1] for row, found in again.items()} == {
        row: wanted[-1] for row, wanted in model.corrected.items()
    }
    for row, found in again.items():
        left = iter(model.corrected[row])
        assert all(result in left for result in found)


def run_clock(page, milliseconds: int) -> None:
    """Let the clock of the page run, and with it the keys and answers that are due."""
    page.evaluate("milliseconds => window.runFor(milliseconds)", milliseconds)


def type_keys(page, presses: Presses, speed: int) -> None:
    """Press the keys of the keyboard, with the clock of the page standing still between them."""
    for name, row in presses:
        if name == CLICK:
            page.locator(f"[data-cell=t{row}] :is(.entered, input.result):visible").click()
        elif name.startswith(OTHER):
            page.evaluate("press => window.act(press)", [name, row])
        else:
            page.keyboard.press(name)
        run_clock(page, speed)


def let_page_type(page, presses: Presses, speed: int) -> None:
    """Let the page press the keys itself, each at its time by its clock: the same, but quick."""
    page.evaluate("([presses, speed]) => window.schedule(presses, speed)", [presses, speed])
    run_clock(page, (len(presses) + 1) * speed)


def run_until_answered(page, results: int) -> None:
    """Let the clock of the page run until all that is under way is answered, and then for more."""
    for _ in range(results):
        page.evaluate("window.seen = window.sent.length")
        run_clock(page, 5 * SLOWEST)
        if page.evaluate(
            "window.answered === window.sent.length && window.seen === window.answered"
        ):
            break
    run_clock(page, 5 * SLOWEST)


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_result_lands_on_the_row_that_is_marked(speed, address, visitor, open_page):
    boards = 40
    results_page = published_round(visitor, boards)
    page = open_page(address)
    stub = STUB.replace("SLOWEST", str(SLOWEST)).replace("SHOWN", ALIKE)
    page.add_init_script("{" + CLOCK + stub + "}")
    chance = random.Random(speed)
    done = 0
    while done < SEQUENCES:
        page.goto(results_page)
        model = Model(boards)
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


def shown_for(typed: str) -> str:
    """What the desk makes of a result that was sent to it."""
    return format_result(
        parse_result(expand_result_shortcut(typed), 1, 1, lambda boards, came: (10, 0))
    )


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


def test_a_key_is_compared_with_the_last_of_two_corrections_under_way(
    address, visitor, open_page, tmp_path
):
    section = event_with_round(visitor, "dubov_1997")
    visitor.send(f"{section}/results/1", t1="1-0")
    page = open_page(address)
    # The desk is not reached before the route is taken away.
    page.route("**/results/1/1", lambda _: None)
    page.goto(f"{section}/results/1")
    told = page.locator("[data-table='1'] .saved")

    for result in ("0", "5"):
        page.locator("[data-cell=t1] .entered").focus()
        page.keyboard.press(result)
        page.keyboard.press("Enter")
        expect(page.locator("input[name=t2]")).to_be_focused()
    page.locator("[data-cell=t1] .entered").focus()
    page.keyboard.press("0")

    # 0-1 is the first correction, and no longer what the row will have.
    expect(told).to_have_text("Correct ½-½ to 0-1? Press Enter, or Esc to keep ½-½.")
    page.keyboard.press("5")
    expect(told).to_have_text("Type the correct result and press Enter, or Esc to keep ½-½.")
    page.keyboard.press("Escape")
    page.unroute("**/results/1/1")
    expect(page.locator("[data-cell=t1] .entered")).to_have_text("½-½")
    assert results(tmp_path) == ["½-½", "", ""]
