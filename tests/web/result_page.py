"""The results page with its clock under control and a stand-in for the desk, and what it shows."""

from __future__ import annotations

from tests.web.result_model import CLICK, OTHER, Model, Presses
from topboard.event.results import format_result, parse_result
from topboard.web.desk.results import expand_result_shortcut

SLOWEST = 1300
"""Milliseconds that the slowest answer takes, as it stands in the stub of the desk."""
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
  last: Number(document.body.dataset.last), who: "Bea", missing: 1, inPlay: 1,
  pairing: Number(document.forms.results.dataset.pairing),
  rows: Object.fromEntries(Object.keys(recorded).map((row) => [row, rowOf(row, "Bea")])),
});
const post = (address, fields) => {
  const [[name, typed]] = fields.filter(([one]) => one !== "token");
  const row = name.slice(1);
  const was = Object.fromEntries(fields).was;
  const isCorrection = was !== undefined;
  // What was on record before the page was opened.
  recorded[row] ??= document.querySelector(`[data-cell=${name}]`).dataset.shown || undefined;
  window.sent.push([Number(row), typed, isCorrection]);
  if (isCorrection !== address.endsWith(`/results/1/${row}`) || was !== recorded[row]) {
    return answer({ kind: "conflict", problems: [{ what: "has a result" }] }, false);
  }
  recorded[row] = shown[typed] || typed;
  const saved = { [row]: recorded[row] };
  const rows = { [row]: rowOf(row, "Ann") };
  return answer({ saved, rows, missing: 1, inPlay: 1, notices: [], entry: 0 });
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
  const input = row.querySelector("input.result");
  return [state.classList.contains("good"), row.querySelector(".entered").textContent,
    input ? input.value : null, editor ? editor.value : "", state.textContent];
})"""


def assert_shown(page, model: Model) -> None:
    """Green where a result is saved, with that result and no other; nothing elsewhere."""
    for row, (is_green, entered, typed, editor, told) in enumerate(page.evaluate(SHOWN), start=1):
        result = model.saved.get(row, "")
        text = model.editors.get(row, ("", False))[0].removeprefix("#")
        if typed is None and row not in model.corrected:
            # It was finished before the page was opened, and says in words who won.
            assert (row, entered, editor) == (row, result, text)
            continue
        assert (row, entered, typed or result, editor) == (row, result, result, text)
        assert is_green == (bool(result) and row not in model.editors)
        assert row in model.editors or ((result in told) if result else not told)


def assert_sent(sent: list[tuple[int, str, bool]], model: Model) -> None:
    """Every result went to the row that was marked; a correction may replace one that waits."""
    first = [
        (row, format_typed_result(typed)) for row, typed, is_correction in sent if not is_correction
    ]
    assert first == model.entered
    again: dict[int, list[str]] = {}
    for row, typed, is_correction in sent:
        if is_correction:
            again.setdefault(row, []).append(format_typed_result(typed))
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


def format_typed_result(typed: str) -> str:
    """What the desk makes of a result that was sent to it."""
    return format_result(
        parse_result(expand_result_shortcut(typed), 1, 1, lambda boards, came: (10, 0))
    )
