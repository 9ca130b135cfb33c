"""Scripts that run events through the forms of the desk and through the web API."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tools.digests.pages import aspects_of_page
from tools.digests.program import without_now

if TYPE_CHECKING:
    from collections.abc import Iterator

API = "/api/v1"
DRAWN = re.compile(r"\b[0-9a-f]{16,}\b|\b[A-Za-z0-9_-]{40,}={0,2}")
"""Hashes, keys and signatures, which in a new event depend on the time and on chance."""
PLAYERS = "\n".join(
    f"{name}; {2210 - 37 * place}; {federation}"
    for place, (name, federation) in enumerate(
        (
            ("Gruber, Ada", "CAN"),
            ("Baker, Bo", "USA"),
            ("Zhang, Cy", "CAN"),
            ("Davis, Di", "FRA"),
            ("Frost, Ed", "CAN"),
            ("Evans, Fay", "USA"),
            ("Adams, Gil", "FRA"),
            ("Clark, Ivy", "CAN"),
            ("Hill, Jo", "USA"),
        )
    )
)
TEAMS = "\n".join(
    f"{team}; {team[:3].upper()}\n"
    + "\n".join(f"- {team} {board}; {2400 - 60 * place - 20 * board}" for board in range(1, 6))
    for place, team in enumerate(("Ash", "Birch", "Cedar", "Daphne", "Elm", "Fir", "Gorse"))
)


class PageResponse(NamedTuple):
    """A response of the desk: its status, the final address after redirects, and the page."""

    status: int
    address: str
    text: str


class Form(NamedTuple):
    """A form that is sent by POST, with its address and the default values of its fields."""

    action: str
    fields: dict[str, list[str]]


class FormReader(HTMLParser):
    """An HTML parser that collects the forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.forms: list[Form] = []
        self.is_open = False
        self.choice = ""
        self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the start of a form, a field or an option."""
        found = {name: value or "" for name, value in attrs}
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "form":
            self.is_open = found.get("method", "").casefold() == "post"
            if self.is_open:
                self.forms.append(Form(found.get("action") or self.page, {}))
        elif not self.is_open:
            return
        elif tag == "input" and name:
            is_choice = found.get("type") in ("radio", "checkbox")
            if found.get("type") != "file" and (not is_choice or "checked" in found):
                self._keep(name, value or ("on" if is_choice else ""))
        elif tag == "select":
            self.choice = name
        elif tag == "option" and self.choice:
            is_first = self.choice not in self.forms[-1].fields
            if is_first or "selected" in found:
                self.forms[-1].fields[self.choice] = [value]
                # An option without a value is sent as its text.
                self.area = "" if "value" in found else self.choice
        elif tag == "textarea" and name:
            self.area = name
            self._keep(name, "")

    def handle_data(self, data: str) -> None:
        """Record the text of a text area or of an option."""
        if self.area:
            self.forms[-1].fields[self.area][-1] += data

    def handle_endtag(self, tag: str) -> None:
        """Record the end of a form, a list of options or a text area."""
        if tag == "form":
            self.is_open = False
        elif tag == "select":
            self.choice = ""
        elif tag in ("textarea", "option"):
            self.area = ""

    def _keep(self, name: str, value: str) -> None:
        self.forms[-1].fields.setdefault(name, []).append(value)


class Visitor:
    """A user of the desk whose browser supports links and forms but no scripts."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.browser = build_opener(HTTPCookieProcessor(CookieJar()))

    def look(self, page: str) -> PageResponse:
        """Return the response to a GET request for a page."""
        return self._open(Request(urljoin(self.address, page)))

    def send(self, page: str, to: str = "", **fields: str | list[str]) -> PageResponse:
        """Fill in a form on a page and send it.

        ``to`` is the address of the form if it differs from that of the page.
        """
        shown = self.look(page)
        forms = [one for one in forms_in(shown) if one.action == (to or page)]
        if not forms:
            return PageResponse(0, page, f"{page} has no form for {to or page}")
        # A page may have several forms with the same address, for example to save and to publish.
        best = max(forms, key=lambda form: len(form.fields.keys() & fields.keys()))
        return self._post(best, fields)

    def confirm(self, step: str, asked: PageResponse) -> Iterator[tuple[str, PageResponse]]:
        """Yield the response to a step.

        While it asks for confirmation, confirm and yield the next one.
        """
        yield step, asked
        for turn in range(1, 4):
            forms = [one for one in forms_in(asked) if one.fields.keys() & {"confirmed", "office"}]
            if asked.status != 422 or not forms:
                return
            given = {"reason": "as the arbiters decided", "authority": "T. Brandvik"}
            filled = {name: text for name, text in given.items() if name in forms[-1].fields}
            asked = self._post(forms[-1], filled)
            yield f"{step}, confirmed {turn}", asked

    def send_last(self, shown: PageResponse) -> PageResponse:
        """Send the last form on a page unchanged, such as the preview of entries."""
        forms = forms_in(shown)
        return (
            self._post(forms[-1], {})
            if forms
            else PageResponse(0, shown.address, "there is no form")
        )

    def ask(self, path: str, sent: object = None) -> tuple[int, Any]:
        """Return the status and the JSON value of a response of the web API."""
        body = None if sent is None else json.dumps(sent).encode()
        headers = {"content-type": "application/json", "accept": "application/json"}
        found = self._open(Request(urljoin(self.address, API + path), body, headers))
        try:
            return found.status, json.loads(found.text)
        except ValueError:
            return found.status, found.text

    def _post(self, form: Form, fields: dict[str, Any]) -> PageResponse:
        sent = urlencode({**form.fields, **fields}, doseq=True).encode()
        return self._open(Request(urljoin(self.address, form.action), sent))

    def _open(self, request: Request) -> PageResponse:
        try:
            with self.browser.open(request, timeout=120) as answer:
                status, address, content = answer.status, answer.url, answer.read()
        except HTTPError as refused:
            status, address, content = refused.code, refused.url, refused.read()
        text = content.decode("utf-8", "backslashreplace")
        text = text.replace(self.address.rstrip("/"), "http://desk")
        return PageResponse(status, urlsplit(address).path, text)


def forms_in(shown: PageResponse) -> list[Form]:
    """Return the forms on a page that are sent by POST."""
    reader = FormReader(shown.address)
    reader.feed(shown.text)
    return reader.forms


def remove_random_values(text: str) -> str:
    """Return the text without current times, hashes, keys and signatures."""
    return DRAWN.sub("<drawn>", without_now(text))


def response_aspects(step: str, seen: PageResponse) -> Iterator[tuple[str, str]]:
    """Yield the status and the visible content of a response."""
    yield f"{step}: status", f"{seen.status} {seen.address}"
    for aspect, text in aspects_of_page(seen.text).items():
        yield f"{step}: {aspect}", remove_random_values(text)


# --- an event run through forms ---------------------------------------------------------------


def run_by_forms(visitor: Visitor, system: str, *, teams: bool) -> Iterator[tuple[str, str]]:
    """Yield the desk's responses while an event is entered, paired, published and corrected."""
    for step, seen in _steps(visitor, system, teams=teams):
        yield from response_aspects(step, seen)


def _steps(visitor: Visitor, system: str, *, teams: bool) -> Iterator[tuple[str, PageResponse]]:
    begun = {"name": "Spring Open", "system": system, "rounds": "5", "boards": "4"}
    section = "/"
    for step, seen in visitor.confirm("new event", visitor.send("/new", **begun, section="Main")):
        yield step, seen
        section = seen.address
    yield from _entries(visitor, section, TEAMS if teams else PLAYERS)
    yield from _round(visitor, section, 1, teams=teams)
    yield from _correction(visitor, section, teams=teams)
    absent = {"round": "2", "worth": "half"}
    away = visitor.send(f"{section}/entries/2", f"{section}/absent", **absent)
    yield from visitor.confirm("one is away", away)
    entry = f"{section}/entries/4"
    yield from visitor.confirm("withdrawn", visitor.send(entry, f"{entry}/withdraw"))
    yield from _round(visitor, section, 2, teams=teams)
    yield from _by_hand(visitor, section, teams=teams)
    for page in ("", "/standings", "/rounds/1", "/rounds/2", "/lots", "/decisions", "/check-list"):
        yield f"page {page or 'section'}", visitor.look(section + page)
    event = section.partition("/s/")[0]
    yield "history", visitor.look(f"{event}/history")
    undone = visitor.send(f"{event}/history", f"{event}/history/undo", entry="2")
    yield from visitor.confirm("undone", undone)
    yield from visitor.confirm("closed", visitor.send(f"{event}/close"))


def _entries(visitor: Visitor, section: str, lines: str) -> Iterator[tuple[str, PageResponse]]:
    entries, paste = f"{section}/entries", f"{section}/entries/paste"
    yield "entries refused", visitor.send(entries, paste, lines="; 2100\nClark; strong")
    preview = visitor.send(entries, paste, lines=lines)
    yield "entries shown", preview
    yield "entries made", visitor.send_last(preview)
    lot = {"purpose": "colour", "colour": "white"}
    yield "lot recorded", visitor.send(f"{section}/lots", f"{section}/lots/record", **lot)
    order = {"purpose": "pairing numbers", "order": "5 3 1 2 4 6 7"}
    order["order"] += "" if lines == TEAMS else " 9 8"
    yield "order recorded", visitor.send(f"{section}/lots", f"{section}/lots/record", **order)
    yield "numbers shown", visitor.look(f"{section}/close-entries")
    yield from visitor.confirm("entries closed", visitor.send(f"{section}/close-entries"))


def _round(
    visitor: Visitor, section: str, number: int, *, teams: bool
) -> Iterator[tuple[str, PageResponse]]:
    yield f"all are here {number}", visitor.send(f"{section}/check-in", all="1")
    yield f"to be paired {number}", visitor.look(f"{section}/pairing")
    yield f"paired {number}", visitor.send(f"{section}/pairing")
    published = visitor.send(f"{section}/pairing", publish="1")
    yield from visitor.confirm(f"published {number}", published)
    yield from _results(visitor, section, number, teams=teams)


def _results(
    visitor: Visitor, section: str, number: int, *, teams: bool
) -> Iterator[tuple[str, PageResponse]]:
    page = f"{section}/results/{number}"
    yield f"result refused {number}", visitor.send(page, t1="7-9", t1b1="7-9")
    results = {f"t{table}": "1=0"[table % 3] for table in range(1, 5)}
    boards = {f"t{t}b{b}": "1=01"[(t + b) % 4] for t in range(1, 4) for b in range(1, 5)}
    entered = visitor.send(page, **(boards if teams else results))
    yield from visitor.confirm(f"results {number}", entered)


def _correction(
    visitor: Visitor, section: str, *, teams: bool
) -> Iterator[tuple[str, PageResponse]]:
    page = f"{section}/results/1/1"
    yield "one table", visitor.look(page)
    right = {f"t1b{board}": "0" for board in range(1, 5)} if teams else {"t1": "0-1"}
    corrected = visitor.send(page, **right, reason="slip misread")
    yield from visitor.confirm("corrected", corrected)


def _by_hand(visitor: Visitor, section: str, *, teams: bool) -> Iterator[tuple[str, PageResponse]]:
    page = f"{section}/manual"
    shown = visitor.look(page)
    yield "by hand", shown
    seats = [form.fields for form in forms_in(shown) if "white" in form.fields]
    if not seats:
        return
    white, black = seats[0]["white"], seats[0]["black"]
    turned: dict[str, str | list[str]] = {}
    turned["white"], turned["black"] = [*black[:1], *white[1:]], [*white[:1], *black[1:]]
    turned |= {"end": "1", "reason": "the captains agreed"}
    put_down = visitor.send(page, "", **turned)
    yield from visitor.confirm("by hand, one turned", put_down)
    yield "by hand, to be published", visitor.look(f"{section}/pairing")
    published = visitor.send(f"{section}/pairing", f"{section}/publish")
    yield from visitor.confirm("by hand, published", published)
    yield from _results(visitor, section, 3, teams=teams)


# --- the web API ------------------------------------------------------------------------------


def ask_api(visitor: Visitor) -> Iterator[tuple[str, str]]:
    """Yield the response of every GET address of the web API, for every event."""
    _, described = visitor.ask("/openapi.json")
    yield "api description", json.dumps(described, sort_keys=True)
    paths = [path for path, verbs in described["paths"].items() if "get" in verbs]
    _, events = visitor.ask("/events")
    for path in sorted(path.removeprefix(API) for path in paths):
        for filled in sorted({*_fill_address(path, events)}):
            status, found = visitor.ask(filled)
            text = json.dumps(found, sort_keys=True)
            yield f"api {filled}", without_now(f"{status} {text}")


def _fill_address(path: str, events: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the address with each possible event, section and round filled in."""
    asked = [""]
    if path.endswith("why-not"):
        asked = ["?a=1&b=2", "?a=1&b=5", "?a=1&b=99"]
    elif path.endswith("explanation"):
        asked = ["", "?competitor=1"]
    for event in events:
        for section in [one["section"] for one in event["sections"]] or ["none"]:
            for number in ("1", "2", "99") if "{number}" in path else ("",):
                places = {"event": event["event"], "section": section, "number": number}
                yield from (path.format(**places) + more for more in asked)


def run_by_api(visitor: Visitor, system: str, *, teams: bool) -> Iterator[tuple[str, str]]:
    """Yield the API's responses while an event is run only through the API."""
    for place, (name, (status, found)) in enumerate(_acts(visitor, system, teams=teams), start=1):
        yield (
            f"{place} {name}",
            remove_random_values(f"{status} {json.dumps(found, sort_keys=True)}"),
        )
    for aspect, text in ask_api(visitor):
        yield aspect, remove_random_values(text)


def _acts(visitor: Visitor, system: str, *, teams: bool) -> Iterator[tuple[str, tuple[int, Any]]]:
    yield "new event", visitor.ask("/events", {"name": "By wire", "city": "Riverside"})
    yield "new event without a name", visitor.ask("/events", {"name": ""})
    event, section = "/events/by-wire", {"section": "A"}
    entered = [_team(n) if teams else _player(n, n) for n in range(1, 8)]
    boards = 4 if teams else 1
    yield from _act(visitor, "AddSection", system=system, rounds=5, boards=boards, **section)
    yield from _act(visitor, "Enter", competitors=entered, **section)
    yield from _act(visitor, "Enter", competitors=entered[:1], **section)
    yield from _act(visitor, "NoSuchAct")
    yield from _act(visitor, "CloseEntries", order=[2, 1, 3, 4, 5, 6, 7], **section)
    yield from _act(visitor, "RecordLot", purpose="colour", colour="black", **section)
    present = [[number, boards] for number in range(1, 8)]
    yield from _act(visitor, "RecordAllPresent", present=present, **section)
    found = visitor.ask(f"{event}/sections/a/pairing")
    yield "pairing", found
    act = found[1].get("act", {})
    forged = json.loads(json.dumps(act))
    for table in forged.get("content", {}).get("tables", [])[:1]:
        table["white"], table["black"] = table["black"], table["white"]
    yield "forged pairing", visitor.ask(f"{event}/acts", forged)
    yield "PairRound", visitor.ask(f"{event}/acts", act)
    yield from _act(visitor, "PublishRound", round=1, **section)
    yield from _act(visitor, "PublishRound", round=1, **section)
    lost = {"table": 1, "white_points": 0, "black_points": 10 * boards}
    won = {**lost, "white_points": 10 * boards, "black_points": 0}
    nowhere = [won, {**won, "table": 77}]
    yield from _act(visitor, "EnterResults", round=1, results=nowhere, **section)
    yield from _act(visitor, "EnterResults", round=1, results=[won], **section)
    yield from _act(visitor, "CorrectResult", round=1, result=lost, **section)
    yield from _act(visitor, "Withdraw", number=3, round=2, **section)
    yield from _act(visitor, "Undo", entry=2)


def _act(visitor: Visitor, name: str, **content: Any) -> Iterator[tuple[str, tuple[int, Any]]]:
    """Yield the response to an action.

    If it asks for a confirmation or an authority, send the action again with both and yield that
    response, too.
    """
    sent: dict[str, Any] = {"act": name, "content": content}
    answer = visitor.ask("/events/by-wire/acts", sent)
    yield name, answer
    if answer[1].get("kind") in ("confirmation", "authority"):
        sent |= {"confirmed": True, "confirmed_again": True, "reason": "as was decided"}
        sent["authority"] = "arbiter:T. Brandvik"
        yield f"{name}, confirmed", visitor.ask("/events/by-wire/acts", sent)


def _player(number: int, place: int) -> dict[str, Any]:
    return {"type": "Player", **_member(number, place)}


def _member(number: int, place: int) -> dict[str, Any]:
    return {"number": number, "name": f"Player {number}", "rating": 2300 - 41 * place}


def _team(number: int) -> dict[str, Any]:
    players = [_member(10 * number + b, number * 2 + b) for b in range(1, 6)]
    return {"type": "Team", "number": number, "name": f"Team {number}", "players": players}
