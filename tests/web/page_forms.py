"""The forms of a page as a browser has them: their fields, and what each would send."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator

TICKED = ("checkbox", "radio")
NOT_TYPED = ("hidden", "submit", "button", "file", "password")


@dataclass
class PageField:
    """A field of a form; ``options`` are the values of a list, with whether each is chosen."""

    kind: str
    name: str
    value: str = ""
    is_ticked: bool = False
    options: list[tuple[str, bool]] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)

    @property
    def is_typed(self) -> bool:
        """Whether people fill it in."""
        return bool(self.name) and self.kind not in NOT_TYPED and "disabled" not in self.attributes

    @property
    def shown(self) -> str | bool:
        """What it shows: a text, or whether it is ticked."""
        if self.kind in TICKED:
            return self.is_ticked
        if self.kind == "select":
            chosen = [value for value, is_chosen in self.options if is_chosen]
            return next((value for value in (*chosen, *(v for v, _ in self.options))), "")
        return self.value


@dataclass
class PageForm:
    """A form that writes."""

    action: str
    fields: list[PageField] = field(default_factory=list)

    @property
    def typed(self) -> list[PageField]:
        """The fields that people fill in."""
        return [one for one in self.fields if one.is_typed]

    @property
    def shown(self) -> list[tuple[str, str, str | bool]]:
        """What its fields show; buttons of one name are told apart by their values."""
        return [
            (one.name, one.value if one.kind in TICKED else "", one.shown) for one in self.typed
        ]


class PageReader(HTMLParser):
    """Reads the forms of a page that write."""

    def __init__(self, text: str, path: str = "") -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self._path, self._form, self._field = path, None, None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, a field or an option."""
        found = {name: value or "" for name, value in attrs}
        if tag == "form" and found.get("method") == "post":
            self._form = PageForm(urlsplit(found.get("action", "")).path or self._path)
            self.forms.append(self._form)
        elif tag == "option" and self._field is not None:
            self._field.options.append((found.get("value", ""), "selected" in found))
        elif tag in ("input", "select", "textarea", "button") and self._form is not None:
            self._field = self._note(tag, found)

    def _note(self, tag: str, found: dict[str, str]) -> PageField | None:
        kind = found.get("type", "text") if tag == "input" else tag
        default = "on" if kind in TICKED else ""
        value = found.get("value", default)
        made = PageField(kind, found.get("name", ""), value, "checked" in found, [], found)
        self._form.fields.append(made)
        return made if tag in ("select", "textarea") else None

    def handle_data(self, data: str) -> None:
        """Note what stands in a text."""
        if self._field is not None and self._field.kind == "textarea":
            self._field.value += data

    def handle_endtag(self, tag: str) -> None:
        """Leave a form or a field."""
        if self._field is not None and tag == self._field.kind:
            # The first line end of a text is not part of it.
            self._field.value = self._field.value.removeprefix("\n")
            self._field = None
        elif tag == "form":
            self._form = None


def forms_of(text: str, path: str = "") -> list[PageForm]:
    """The forms of a page that write."""
    return PageReader(text, path).forms


def fill(form: PageForm) -> Iterator[tuple[str, str]]:
    """Change every field of a form as a person could; what is sent then."""
    chosen = {one.name: one for one in form.typed if one.kind == "radio" and not one.is_ticked}
    for place, one in enumerate(form.fields):
        if one.kind == "radio":
            one.is_ticked = chosen.get(one.name, one) is one
        elif one.kind == "checkbox":
            one.is_ticked = not one.is_ticked
        elif one.kind == "select":
            last = one.options[-1][0]
            one.options = [(value, value == last) for value, _ in one.options]
        elif one.kind == "textarea":
            one.value = f'\n<b>line</b> {place} & "more"\n\nlast'
        elif one.is_typed:
            one.value = f"<i>typed</i> {place} & 'more' \"words\""
        if one.kind in TICKED and not one.is_ticked:
            continue
        if one.name and (one.is_typed or one.kind == "hidden"):
            yield one.name, str(one.value if one.kind in TICKED else one.shown)
