"""The form that somebody sent, as templates ask for it: what was typed and what is wrong with it.

Every page has a ``form``. Where nobody sent one it is empty, and the fields show what the page
gives them. Where a form was refused its page is shown again: the macros of ``fields.html`` fill
in what was typed and put every problem beside its field.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from topboard.web.forms import OUTSIDE, Posted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.errors import Problem
    from topboard.event.entries import Entry

NOT_TYPED = OUTSIDE | {"declined"}
"""Not missed where it has no field: what belongs to the hand, and a button of a question."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a form comes back: what is wrong with it, or who acted first, or nothing of the sort."""

    heading: str
    problems: Sequence[Problem] = ()
    entries: Sequence[Entry] = ()


@dataclass(frozen=True, slots=True)
class NumberedProblem:
    """A problem of a form, by its place among all of them."""

    number: int
    problem: Problem

    @property
    def id(self) -> str:
        """The id of its words beside the field."""
        return f"problem-{self.number}"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: what it shows, and what is wrong with it."""

    name: str
    values: Sequence[Any] = ()
    """One value, or those chosen from a list of several."""
    errors: Sequence[NumberedProblem] = ()

    @property
    def value(self) -> Any:
        """What it shows."""
        return self.values[0] if self.values else ""

    @property
    def id(self) -> str:
        """Its id where something is wrong with it: the summary of the problems links to it."""
        return f"field-{self.errors[0].id}" if self.errors else ""

    def has(self, value: object) -> bool:
        """Whether a choice is chosen."""
        return _as_sent(value) in map(_as_sent, self.values)

    def marks(self, help: str = "") -> dict[str, str]:
        """The attributes that say what describes it: its help, and the words of its problems."""
        ids = [error.id for error in self.errors]
        if not ids:
            return {"aria-describedby": help} if help else {}
        described = " ".join(filter(None, (help, *ids)))
        return {"aria-describedby": described, "aria-invalid": "true", "id": self.id}


@dataclass(slots=True)
class SubmittedForm:
    """A form that was sent to ``action`` from the page at ``page_address``, and the reason it is
    shown again.

    If a page has several forms, each is enclosed by ``begin`` and ``end``, and only the submitted
    one is filled in. Fields with the same name are filled in in the order in which they were sent.
    """

    sent: Posted = field(default_factory=Posted)
    action: str = ""
    page_address: str = ""
    """Where the page stands that is shown again; empty where nobody sent a form."""
    refusal: Refusal = field(default_factory=lambda: Refusal(""))
    is_filled: bool = False
    """Whether a form of the page shows what somebody typed, so that it is worth showing."""
    marks: int = 0
    """How often so far a field showed something else than the page gave it, or was wrong."""
    _is_current: bool = False
    _is_found: bool = False
    _fields: list[Field] = field(default_factory=list)
    _left: dict[str, list[str]] = field(default_factory=dict)
    """What was sent under each name and has not found its field yet."""
    _not_offered: list[str] = field(default_factory=list)
    _errors: dict[int, list[NumberedProblem]] = field(default_factory=dict)
    """The problems of each field, by its place among the fields of the form."""

    # --- the form ---------------------------------------------------------------------------

    def begin(self, action: str, *, when: bool = True) -> bool:
        """Begin a form of the page; whether it is the one that was sent."""
        target = urlsplit(action or self.page_address).path
        is_sent = self.action != "" and target == self.action
        self._is_current = is_sent and when and not self._is_found
        self._is_found |= self._is_current
        self._rewind()
        return self._is_current

    def place_problems(self) -> None:
        """Give each problem to its field, once all fields are known; they are asked for anew."""
        for number, problem in enumerate(self.refusal.problems, start=1):
            if (place := self._field_of(problem)) is not None:
                self._errors.setdefault(place, []).append(NumberedProblem(number, problem))
        self._rewind()

    def end(self) -> None:
        """End the form: other forms of the page are not filled in."""
        self._is_current, self._left = False, {}

    def _rewind(self) -> None:
        self._fields, self._left, self._not_offered = [], {}, []
        for name, value in self.sent.said if self._is_current else ():
            self._left.setdefault(name, []).append(_as_sent(value))

    def _field_of(self, problem: Problem) -> int | None:
        """The field named as the place of a problem, or the only one that holds its quote."""
        quoted, place = problem.quoted.strip(), problem.where.casefold().replace(" ", "_")
        named, same = [], []
        for at, one in enumerate(self._fields):
            shown = [_as_sent(value) for value in one.values or ("",)]
            if place and f"_{one.name}".endswith(f"_{place}") and any(quoted in v for v in shown):
                named.append(at)
            if quoted and any(value.strip() == quoted for value in shown):
                same.append(at)
        return named[0] if named else same[0] if len(same) == 1 else None

    # --- its fields -------------------------------------------------------------------------

    def text(self, name: str, default: object = "") -> Field:
        """A field in which people write."""
        typed = self._take(name)
        if typed is None or typed == _as_sent(default):
            return self._note(name, default)
        self._fill()
        return self._note(name, typed)

    def choice(self, name: str, offered: Iterable[object], default: object = "") -> Field:
        """Return a drop-down field. A submitted value that is no longer among its options is
        dropped."""
        if not self._is_current:
            return Field(name, (default,))
        known = [_as_sent(value) for value in offered]
        shown = _as_sent(default) if _as_sent(default) in known else next(iter(known), "")
        typed = self._take(name)
        if typed is None or typed == shown:
            return self._note(name, shown)
        self._fill()
        if typed in known:
            return self._note(name, typed)
        self._not_offered.append(typed)
        return self._note(name, shown)

    def choices(
        self, name: str, offered: Iterable[object], default: Sequence[object] = ()
    ) -> Field:
        """A list from which several may be chosen."""
        chosen = [one for one in offered if self.is_ticked(name, one, default=one in default)]
        return self._note(name, *chosen)

    def is_ticked(self, name: str, value: object = "on", *, default: bool = False) -> bool:
        """Whether a box is ticked: where the form was sent, only if it was ticked then."""
        if not self._is_current:
            return default
        left = self._left.get(name, [])
        if is_sent := _as_sent(value) in left:
            left.remove(_as_sent(value))
        if is_sent != default:
            self._fill()
        return is_sent

    def is_chosen(self, name: str, value: object, *, default: bool = False) -> bool:
        """Whether one of several buttons is chosen: as the page has it where none was sent."""
        return self.is_ticked(name, value, default=default) if self.has(name) else default

    def note_name(self, name: str) -> str:
        """The name of a hidden field or of a button: nobody typed what is sent under it."""
        self._left.pop(name, None)
        return name

    def _take(self, name: str) -> str | None:
        """What was typed in the next field of a name; None where nothing was sent for it."""
        left = self._left.get(name)
        return left.pop(0) if left else None

    def _note(self, name: str, *values: object) -> Field:
        """The field, with its problems once they are placed."""
        if not self._is_current:
            return Field(name, values)
        found = Field(name, values, self._errors.get(len(self._fields), ()))
        self.marks += bool(found.errors)
        self._fields.append(found)
        return found

    def _fill(self) -> None:
        self.is_filled = True
        self.marks += 1

    # --- what is said of it -----------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Whether something of that name was sent, so that forms of one action are told apart."""
        return self.sent.has(name)

    def has_one(self, name: str, values: Iterable[object]) -> bool:
        """Whether one of these values was sent under a name."""
        return any(_as_sent(value) in self.sent.all(name) for value in values)

    @property
    def errors(self) -> Iterator[tuple[Problem, str]]:
        """Every problem with the id of its field, for the summary; no id where it has none."""
        ids = {error.number: one.id for one in self._fields for error in one.errors}
        for number, problem in enumerate(self.refusal.problems, start=1):
            yield problem, ids.get(number, "")

    @property
    def lost(self) -> list[str]:
        """What was sent and has no field any more."""
        left = [
            text for name, texts in self._left.items() if name not in NOT_TYPED for text in texts
        ]
        return [text for text in (*self._not_offered, *left) if text.strip()]


def _as_sent(value: object) -> str:
    """A value as a browser sends it, with one kind of line end."""
    return "" if value is None else str(value).replace("\r\n", "\n")
