"""The values and problems of a refused form, with which its page is filled in again.

Every template has a variable ``form``. If no form was submitted, it is empty and each field shows
its default. If a form was refused, the macros in ``fields.html`` fill in the submitted values and
show each problem beside its field.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from topboard.errors import Problem
from topboard.event.entries import Entry
from topboard.web.forms import OUTSIDE, PostedForm

NOT_TYPED = OUTSIDE | {"declined"}
"""The names of fields that users do not fill in. Their values are never reported as lost."""


@dataclass(frozen=True, slots=True)
class FormRefusal:
    """The reason why a form is shown again: its problems, or newer journal entries by others."""

    heading: str
    problems: Sequence[Problem] = ()
    entries: Sequence[Entry] = ()


@dataclass(frozen=True, slots=True)
class NumberedProblem:
    """A problem with a form, numbered from 1 in the order of the summary."""

    number: int
    problem: Problem

    @property
    def id(self) -> str:
        """Return the HTML id of the error message beside the field."""
        return f"problem-{self.number}"


@dataclass(frozen=True, slots=True)
class Field:
    """A form field with its values and problems."""

    name: str
    values: Sequence[Any] = ()
    """The value of the field, or all selected values of a multiple-choice field."""
    errors: Sequence[NumberedProblem] = ()

    @property
    def value(self) -> Any:
        """Return the first value of the field, or an empty string."""
        return self.values[0] if self.values else ""

    @property
    def id(self) -> str:
        """Return the HTML id to which the summary of problems links, or "" if there is no
        problem.
        """
        return f"field-{self.errors[0].id}" if self.errors else ""

    def is_selected(self, value: object) -> bool:
        """Return whether the option with this value is selected."""
        return _normalize_value(value) in map(_normalize_value, self.values)

    def aria_attributes(self, help: str = "") -> dict[str, str]:
        """Return the HTML attributes that link the field to its help text and its problems."""
        ids = [error.id for error in self.errors]
        if not ids:
            return {"aria-describedby": help} if help else {}
        described = " ".join(filter(None, (help, *ids)))
        return {"aria-describedby": described, "aria-invalid": "true", "id": self.id}


@dataclass(slots=True)
class SubmittedForm:
    """A submitted form, and the reason why its page is shown again.

    It was sent to ``action`` from the page at ``page_address``. If a page has several forms, each
    one is enclosed in calls of ``begin_form`` and ``end_form``, and only the submitted one is
    filled in. Fields with the same name get their values in the order in which they were sent.
    """

    sent: PostedForm = field(default_factory=PostedForm)
    action: str = ""
    page_address: str = ""
    """The address of the page to show again, or an empty string if no form was submitted."""
    refusal: FormRefusal = field(default_factory=lambda: FormRefusal(""))
    is_filled: bool = False
    """Whether any field shows a submitted value instead of its default."""
    marks: int = 0
    """The number of fields so far that differ from their default or have a problem."""
    _is_current: bool = False
    _is_found: bool = False
    _fields: list[Field] = field(default_factory=list)
    _left: dict[str, list[str]] = field(default_factory=dict)
    """The submitted values that no field has used yet, keyed by field name."""
    _not_offered: list[str] = field(default_factory=list)
    _errors: dict[int, list[NumberedProblem]] = field(default_factory=dict)
    """The problems of each field, keyed by the index of the field."""

    # --- the form ---------------------------------------------------------------------------

    def begin_form(self, action: str, *, when: bool = True) -> bool:
        """Begin a form of the page, and return whether it is the submitted one."""
        target = urlsplit(action or self.page_address).path
        is_sent = self.action != "" and target == self.action
        self._is_current = is_sent and when and not self._is_found
        self._is_found |= self._is_current
        self._reset_fields()
        return self._is_current

    def assign_problems(self) -> None:
        """Assign each problem to its field. The template must then render all fields again."""
        for number, problem in enumerate(self.refusal.problems, start=1):
            if (place := self._find_field_index(problem)) is not None:
                self._errors.setdefault(place, []).append(NumberedProblem(number, problem))
        self._reset_fields()

    def end_form(self) -> None:
        """End the current form. Later forms of the page are not filled in."""
        self._is_current, self._left = False, {}

    def _reset_fields(self) -> None:
        self._fields, self._left, self._not_offered = [], {}, []
        for name, value in self.sent.said if self._is_current else ():
            self._left.setdefault(name, []).append(_normalize_value(value))

    def _find_field_index(self, problem: Problem) -> int | None:
        """Return the index of the field that a problem is about, or None if it cannot be
        determined.

        If the problem names no field, this is the only field that contains the quoted value.
        """
        quoted, place = problem.quoted.strip(), problem.where.casefold().replace(" ", "_")
        named, same = [], []
        for at, one in enumerate(self._fields):
            shown = [_normalize_value(value) for value in one.values or ("",)]
            if place and f"_{one.name}".endswith(f"_{place}") and any(quoted in v for v in shown):
                named.append(at)
            if quoted and any(value.strip() == quoted for value in shown):
                same.append(at)
        return named[0] if named else same[0] if len(same) == 1 else None

    # --- fields -----------------------------------------------------------------------------

    def text_field(self, name: str, default: object = "") -> Field:
        """Return a text field with the submitted value, or else with its default."""
        typed = self._take_next_submitted_value(name)
        if typed is None or typed == _normalize_value(default):
            return self._add_form_field(name, default)
        self._mark_form_as_filled_in()
        return self._add_form_field(name, typed)

    def choice_field(self, name: str, offered: Iterable[object], default: object = "") -> Field:
        """Return a drop-down field with the submitted option, or else with its default.

        A submitted value that is no longer available is reported as lost.
        """
        if not self._is_current:
            return Field(name, (default,))
        known = [_normalize_value(value) for value in offered]
        shown = (
            _normalize_value(default)
            if _normalize_value(default) in known
            else next(iter(known), "")
        )
        typed = self._take_next_submitted_value(name)
        if typed is None or typed == shown:
            return self._add_form_field(name, shown)
        self._mark_form_as_filled_in()
        if typed in known:
            return self._add_form_field(name, typed)
        self._not_offered.append(typed)
        return self._add_form_field(name, shown)

    def multiple_choice_field(
        self, name: str, offered: Iterable[object], default: Sequence[object] = ()
    ) -> Field:
        """Return a multiple-choice field with the submitted options, or else with its defaults."""
        chosen = [one for one in offered if self.is_ticked(name, one, default=one in default)]
        return self._add_form_field(name, *chosen)

    def is_ticked(self, name: str, value: object = "on", *, default: bool = False) -> bool:
        """Return whether a check box is ticked, as submitted or else by default."""
        if not self._is_current:
            return default
        left = self._left.get(name, [])
        if is_sent := _normalize_value(value) in left:
            left.remove(_normalize_value(value))
        if is_sent != default:
            self._mark_form_as_filled_in()
        return is_sent

    def is_chosen(self, name: str, value: object, *, default: bool = False) -> bool:
        """Return whether a radio button is selected, as submitted or else by default."""
        return self.is_ticked(name, value, default=default) if self.has_field(name) else default

    def secret_field(self, name: str) -> Field:
        """Return a field that never shows the submitted value, such as one for a password.

        Its form is shown again so that the user sees what is wrong with it.
        """
        self._left.pop(name, None)
        self.is_filled |= self._is_current
        return self._add_form_field(name)

    def register_hidden_field(self, name: str) -> str:
        """Record that the form has a hidden field or a button with this name, and return the name.

        Its submitted value is then not reported as lost.
        """
        self._left.pop(name, None)
        return name

    def _take_next_submitted_value(self, name: str) -> str | None:
        """Return the value submitted for the next field with this name, or None if there is none
        left.
        """
        left = self._left.get(name)
        return left.pop(0) if left else None

    def _add_form_field(self, name: str, *values: object) -> Field:
        """Return a new field with its problems, and remember it if its form is being filled in."""
        if not self._is_current:
            return Field(name, values)
        found = Field(name, values, self._errors.get(len(self._fields), ()))
        self.marks += bool(found.errors)
        self._fields.append(found)
        return found

    def _mark_form_as_filled_in(self) -> None:
        self.is_filled = True
        self.marks += 1

    # --- summary ----------------------------------------------------------------------------

    def has_field(self, name: str) -> bool:
        """Return whether a field of this name was submitted.

        This distinguishes forms with the same action.
        """
        return self.sent.has(name)

    def has_any_value(self, name: str, values: Iterable[object]) -> bool:
        """Return whether the field of this name was submitted with one of these values."""
        return any(
            _normalize_value(value) in self.sent.all_values_of_argument(name) for value in values
        )

    @property
    def problems_with_field_ids(self) -> Iterator[tuple[Problem, str]]:
        """Yield each problem for the summary, with the HTML id of its field.

        The id is empty if the problem has no field.
        """
        ids = {error.number: one.id for one in self._fields for error in one.errors}
        for number, problem in enumerate(self.refusal.problems, start=1):
            yield problem, ids.get(number, "")

    @property
    def lost_values(self) -> list[str]:
        """Return the submitted values for which the page no longer has a field or an option."""
        left = [
            text for name, texts in self._left.items() if name not in NOT_TYPED for text in texts
        ]
        return [text for text in (*self._not_offered, *left) if text.strip()]


def _normalize_value(value: object) -> str:
    """Return a field value as a string with normalized line endings."""
    return "" if value is None else str(value).replace("\r\n", "\n")
