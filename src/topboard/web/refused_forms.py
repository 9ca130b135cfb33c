"""A form that was refused, on its page again: filled in as it was sent, with what is wrong.

The page is asked for anew and what was typed is put into the fields of the form, by their names.
So no page need know how to show itself with what somebody typed, and none can forget it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from starlette.responses import HTMLResponse

from topboard.web.jinja_filters import localize_value
from topboard.web.request_context import environment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from fastapi import Request
    from starlette.types import Message

    from topboard.errors import Problem
    from topboard.event.entries import Entry
    from topboard.web.forms import Posted
    from topboard.web.sessions import Session

TICKED = ("checkbox", "radio")
NOT_TYPED = ("hidden", "submit", "button", "file", "password")
OF_THE_FORM = ("accept", "accept-encoding", "content-type", "content-length", "if-none-match")
"""Headers that are about what was sent and not about the page it came from."""
SAME = ("asgi", "http_version", "scheme", "server", "client", "root_path")


@dataclass(slots=True)
class Tag:
    """A start tag of a page, where it stands, and its attributes, which may be changed."""

    name: str
    attributes: dict[str, str | None]
    start: int
    end: int
    is_changed: bool = False

    def has(self, name: str) -> bool:
        """Whether it has an attribute."""
        return name in self.attributes

    def put(self, name: str, value: str | None = None, *, there: bool = True) -> None:
        """Give it an attribute, or take it away."""
        self.attributes.pop(name, None)
        if there:
            self.attributes[name] = value
        self.is_changed = True

    def text(self, name: str, default: str = "") -> str:
        """An attribute of it."""
        return self.attributes.get(name, default) or default

    def __str__(self) -> str:
        told = "".join(
            f" {name}" if value is None else f' {name}="{escape(value)}"'
            for name, value in self.attributes.items()
        )
        return f"<{self.name}{told}>"


@dataclass(slots=True)
class Option:
    """A choice of a list."""

    tag: Tag
    words: str = ""

    @property
    def value(self) -> str:
        """What is sent for it: its words, unless it has a value of its own."""
        return self.tag.text("value") if "value" in self.tag.attributes else self.words.strip()


@dataclass(slots=True)
class Control:
    """Something in a form that can be filled in."""

    tag: Tag
    details: tuple[Tag, ...]
    end: int
    """Where it ends, with its closing tag."""
    inner: str = ""
    options: list[Option] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name under which it is sent."""
        return self.tag.text("name")

    @property
    def kind(self) -> str:
        """The type of an input, or the name of another tag."""
        return self.tag.text("type", "text") if self.tag.name == "input" else self.tag.name

    @property
    def is_typed(self) -> bool:
        """Whether people fill it in, so that it can be filled in for them."""
        return bool(self.name) and self.kind not in NOT_TYPED and not self.tag.has("disabled")

    @property
    def value(self) -> str:
        """What it shows now."""
        match self.tag.name:
            case "textarea":
                return self.inner.removeprefix("\n")
            case "select":
                chosen = [one for one in self.options if one.tag.has("selected")]
                return next((one.value for one in (*chosen, *self.options)), "")
            case _:
                return self.tag.text("value", "on" if self.kind in TICKED else "")

    def tick(self, *, ticked: bool) -> bool:
        """Tick it or not; whether that changes it."""
        if ticked == self.tag.has("checked"):
            return False
        self.tag.put("checked", there=ticked)
        return True

    def fill(self, value: str) -> bool:
        """Let it show this; whether that changes it."""
        if value == self.value:
            return False
        match self.tag.name:
            case "textarea":
                self.inner = value
            case "select":
                for one in self.options:
                    one.tag.put("selected", there=one.value == value)
            case _:
                self.tag.put("value", value)
        return True


@dataclass(slots=True)
class FormOfPage:
    """A form of a page that writes, with its controls in their order."""

    tag: Tag
    details: tuple[Tag, ...]
    controls: list[Control] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        """The names of all that it sends."""
        return {control.name for control in self.controls}

    def likeness(self, sent: Posted) -> tuple[int, int]:
        """How well the form fits what was sent: by the names, then by what is not typed."""
        said = {name for name, _ in sent.said}
        same = sum(c.value in sent.all(c.name) for c in self.controls if not c.is_typed)
        return len(said & self.names) - len(said ^ self.names), same

    def filled(self, sent: Posted) -> list[Control]:
        """Fill it in as it was sent, the fields of one name in their order; those changed."""
        left = {name: [_normalize_newlines(text) for text in sent.all(name)] for name in self.names}
        changed = []
        for control in self.controls:
            values = left[control.name]
            if not control.is_typed:
                continue
            if control.kind in TICKED:
                is_new = control.tick(ticked=control.value in values)
            else:
                is_new = bool(values) and control.fill(values.pop(0))
            if is_new:
                changed.append(control)
        return changed

    def meant(self, problem: Problem, sent: Posted) -> Control | None:
        """The field that a problem is about: named as the place, or the only one with the quote."""
        quoted, place = problem.quoted.strip(), problem.where.casefold().replace(" ", "_")
        typed = [c for c in self.controls if c.is_typed and c.kind not in TICKED]
        fitting = [c for c in typed if not quoted or quoted in c.value]
        named = [c for c in fitting if place and f"_{c.name}".endswith(f"_{place}")]
        same = [c for c in typed if quoted and c.value.strip() == quoted]
        return named[0] if named else same[0] if len(same) == 1 else None


def _normalize_newlines(text: str) -> str:
    """Lines end in one way, however a browser sends them."""
    return text.replace("\r\n", "\n")


class PageOfForms(HTMLParser):
    """The forms of a page, with the places of their tags."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = text
        self._lines = [0]
        for line in text.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self.forms: list[FormOfPage] = []
        self.tags: list[Tag] = []
        self._form: FormOfPage | None = None
        self._details: list[Tag] = []
        self._open: Control | None = None
        self.feed(text)
        self.close()

    def _place(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a form, and what can be filled in or opened."""
        start = self._place()
        found = Tag(tag, dict(attrs), start, start + len(self.get_starttag_text() or ""))
        self.tags.append(found)
        if tag == "details":
            self._details.append(found)
        elif tag == "form" and found.text("method").casefold() == "post":
            self._form = FormOfPage(found, tuple(self._details))
            self.forms.append(self._form)
        elif tag == "option" and self._open is not None:
            self._open.options.append(Option(found))
        elif tag in ("input", "select", "textarea", "button") and self._form is not None:
            made = Control(found, tuple(self._details), found.end)
            self._form.controls.append(made)
            self._open = made if tag in ("select", "textarea") else None

    def handle_data(self, data: str) -> None:
        """Note what a field holds, and the words of a choice."""
        if self._open is not None and self._open.options:
            self._open.options[-1].words += data
        elif self._open is not None:
            self._open.inner += data

    def handle_endtag(self, tag: str) -> None:
        """Leave a form, a field or what can be opened."""
        if tag == "details" and self._details:
            self._details.pop()
        elif tag == "form":
            self._form = None
        elif self._open is not None and tag == self._open.tag.name:
            self._open.end = self._place() + len(tag) + 3
            self._open = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a form comes back: what is wrong with it, or who acted first, or nothing of the sort."""

    heading: str
    problems: Sequence[Problem] = ()
    entries: Sequence[Entry] = ()


def refill_form(text: str, here: str, action: str, sent: Posted, refusal: Refusal) -> str | None:
    """The page at ``here`` with what was sent to ``action``; None if nothing was typed in it."""
    page = PageOfForms(text)
    fitting = [f for f in page.forms if urlsplit(f.tag.text("action") or here).path == action]
    if not fitting:
        return None
    form = max(fitting, key=lambda one: one.likeness(sent))
    changed = form.filled(sent)
    if not changed:
        return None
    for one in (*form.details, *(tag for control in changed for tag in control.details)):
        one.put("open")
    edits = [(c.tag.end, c.end, f"\n{escape(c.inner)}</textarea>") for c in _texts(changed)]
    edits += _complaints(form, sent, refusal.problems)
    told = environment().get_template("not_done.html")
    alert = told.render(refusal=refusal, lost=_without_place(form, sent))
    edits.append((form.tag.start, form.tag.start, alert))
    # Where to go back to from here, for the answer to what is sent next.
    origin = f'<input type="hidden" name="came_from" value="{escape(here)}">'
    edits.append((form.tag.end, form.tag.end, origin))
    for tag in page.tags:
        _at_its_address(tag, here)
    edits += [(tag.start, tag.end, str(tag)) for tag in page.tags if tag.is_changed]
    return _apply_edits(text, edits)


def _at_its_address(tag: Tag, here: str) -> None:
    """The page is shown elsewhere now: what leads to itself says so, and the cursor is free."""
    if tag.has("autofocus"):
        tag.put("autofocus", there=False)
    if tag.name == "form" and not tag.text("action"):
        tag.put("action", here)
    if tag.name == "a" and tag.text("href").startswith("?"):
        tag.put("href", urlsplit(here).path + tag.text("href"))


def _texts(controls: Iterable[Control]) -> list[Control]:
    return [control for control in controls if control.tag.name == "textarea"]


def _complaints(
    form: FormOfPage, sent: Posted, problems: Sequence[Problem]
) -> Iterator[tuple[int, int, str]]:
    """What is wrong, beside the fields it is about."""
    for place, problem in enumerate(problems, start=1):
        if (control := form.meant(problem, sent)) is not None:
            about = f"problem-{place}"
            told = " ".join(filter(None, (control.tag.text("aria-describedby"), about)))
            control.tag.put("aria-describedby", told)
            control.tag.put("aria-invalid", "true")
            words = escape(problem_text(problem))
            yield control.end, control.end, f'<small class="wrong" id="{about}">{words}</small>'


def problem_text(problem: Problem) -> str:
    """What is wrong and what to do about it."""
    return "; ".join(str(localize_value(part)) for part in (problem.what, problem.remedy) if part)


def _without_place(form: FormOfPage, sent: Posted) -> list[tuple[str, str]]:
    """What was sent and has no field any more."""
    return [
        (name, value)
        for name, value in sent.of_the_act()
        if value.strip() and name not in form.names
    ]


def _apply_edits(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    """The text with its pieces replaced; of two at one place the shorter comes first."""
    parts, at = [], 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        parts += [text[at:start], new]
        at = end
    return "".join((*parts, text[at:]))


# --- asked for again ----------------------------------------------------------------------------


@dataclass(slots=True)
class Fetched:
    """A page of the desk, as it answers now."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    async def hear(self, message: Message) -> None:
        """Take in a part of the answer."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
        else:
            self.body += message.get("body", b"")

    @property
    def cookies(self) -> list[tuple[bytes, bytes]]:
        """What the browser is to keep."""
        return [(name, value) for name, value in self.headers if name == b"set-cookie"]


async def fetch_page(request: Request, address: str, session: Session | None) -> Fetched:
    """Ask the desk for one of its pages in the name of who sent the request."""
    split = urlsplit(address)
    known = {} if session is None else {"session": session, "is_fresh": True}
    scope = {
        **{key: request.scope[key] for key in SAME if key in request.scope},
        "type": "http",
        "method": "GET",
        "path": unquote(split.path),
        "raw_path": split.path.encode(),
        "query_string": split.query.encode(),
        "headers": [pair for pair in request.headers.raw if pair[0].decode() not in OF_THE_FORM],
        "state": known,
    }

    async def nothing() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    answer = Fetched()
    await request.app(scope, nothing, answer.hear)
    return answer


async def with_what_was_typed(
    request: Request,
    status: int,
    refusal: Refusal,
    *,
    sent: Posted,
    action: str,
    address: str,
    session: Session | None = None,
) -> HTMLResponse | None:
    """The page at an address again, with what was typed there; None where nothing was."""
    # Nothing is typed on the first page, which also stands for a page that is not ours.
    if address == "/":
        return None
    now = await fetch_page(request, address, session)
    if now.status != 200 or not any(value.startswith(b"text/html") for _, value in now.headers):
        return None
    text = refill_form(now.body.decode(), address, action, sent, refusal)
    if text is None:
        return None
    answer = HTMLResponse(text, status)
    answer.raw_headers.extend(now.cookies)
    return answer
