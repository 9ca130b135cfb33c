"""The results page as it should be after each key, and random keys to press on it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

RESULTS = {"1": "1-0", "0": "0-1", "5": "½-½", "=": "½-½"}
WRITTEN = {" =*": "½-½*", " =": "½-½", "+": "+:-", "-:-": "-:-", " 0F-1F": "-:+"}
"""Longer results as they are typed before Enter, in characters that every keyboard has."""
TAB_STOPS = ("white", "field", "reason", "save", "cancel", "others", "black", "more")
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
    folded: set[int] = field(default_factory=set)
    """The rows, above all others, that were finished before and are not shown until an arrow goes
    up to them."""

    def is_stop(self, place: tuple[int, int]) -> bool:
        """Whether Tab stops here: a saved result leads to its other results by itself."""
        row, part = place
        if row in self.folded:
            return False
        if part in EDITOR:
            return row in self.editors
        return part != TAB_STOPS.index("more") or row not in self.saved

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
        elif self.focus[0] in self.saved:
            self.click(self.focus[0])

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
                if self.focus[0] in self.folded:
                    self.folded = set()
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
        if TAB_STOPS[part] in ("white", "black", "more", "others"):
            return []
        # What was written in other words is shown as it was typed until the desk has answered.
        if row not in model.editors and model.saved.get(row) in WRITTEN.values():
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
        return press(model, "Enter")
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
    if row in model.editors or row in model.folded or model.saved.get(row) in WRITTEN.values():
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
