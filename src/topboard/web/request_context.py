"""The context of a request (its user, event and section), and functions that build responses."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from secrets import compare_digest
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, RedirectResponse

from topboard.errors import BadInput, Problem, Refused, Unreachable
from topboard.event.actions import ChangeGround, Undo
from topboard.event.codec import class_name_in_journal
from topboard.event.journal_names import NO_NAMES, find_recorded_names
from topboard.event.policy.undo import can_withdraw_unseen_at
from topboard.event.session import ActionContext
from topboard.messages import say
from topboard.web import jinja_filters
from topboard.web.accounts import (
    ON_THIS_MACHINE,
    Role,
    User,
    check_permission_to_change_rating,
    check_role_permission,
)
from topboard.web.forms import LARGEST_FILE, PostedForm, Upload
from topboard.web.network_listener import NetworkListener
from topboard.web.public.broadcast import BroadcastsByEvent
from topboard.web.public.sites import SiteCache
from topboard.web.rating_imports import RatingImports
from topboard.web.repository import (
    EventHandle,
    EventRepository,
    UnknownEvent,
    record_unless_overtaken,
)
from topboard.web.security_headers import NETWORK_HOSTS
from topboard.web.sessions import Session, Sessions
from topboard.web.submitted_form import SubmittedForm

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.responses import Response

    from topboard.event.actions import Act
    from topboard.event.entries import Entry
    from topboard.event.journal_names import RecordedNames
    from topboard.event.session import PendingEntry
    from topboard.event.state import Event, Section
    from topboard.storage.rating_lists import RatingLists
    from topboard.storage.session import EventSnapshot, JournalSession
    from topboard.web.jobs import JobQueue
    from topboard.web.local_app import LocalApp

AUDIT = logging.getLogger("topboard.audit")
LOOKING = ("GET", "HEAD")


class SignInNeeded(Exception):
    """Raised when a page requires the user to sign in first."""


class StaleForm(Refused):
    """Raised when the token of a form does not match the session."""


class ConfirmationDeclined(Refused):
    """Raised when the user cancels an action that needs a confirmation or an authority."""


@dataclass(slots=True)
class AppState:
    """The state shared by all requests: repository, sessions, background jobs and caches."""

    repository: EventRepository
    sessions: Sessions
    ratings: RatingLists
    jobs: JobQueue
    sites: SiteCache = field(init=False)
    """The cache of public pages."""
    rating_imports: RatingImports = field(init=False)
    """The imports of rating lists in the background."""
    broadcasts: BroadcastsByEvent = field(init=False)
    """The live updates of public pages, with their viewers."""
    open_to_all: bool = True
    """Whether users of this machine need no sign-in. Ask ``is_open_to_requester`` instead."""
    network_address: str = ""
    """The address of the desk in the local network, for requests from this computer itself."""
    playground: str = ""
    """The address of the page that runs Topboard in the browser, to which public pages link."""
    local_app: LocalApp | None = None
    """The app that runs the desk, or None if a command does."""

    network: NetworkListener = field(init=False, default_factory=NetworkListener)
    """The second listener, with which a desk on this computer is open to the network."""

    def __post_init__(self) -> None:
        # Only this computer can open a desk without sign-in that has no address in the network.
        codes = not self.open_to_all or bool(self.network_address)
        self.sites = SiteCache(self.repository, self.playground, codes=codes)
        self.rating_imports = RatingImports(self.ratings)
        self.broadcasts = BroadcastsByEvent(self.sites)


def get_app_state(request: Request) -> AppState:
    """Return the state that all requests share."""
    found = request.app.state.app_state
    assert isinstance(found, AppState)
    return found


def is_open_to_requester(request: Request) -> bool:
    """Return whether the sender of a request needs no sign-in.

    This is so if the desk is one for this machine only, and the request did not come in through the
    listener for the network.
    """
    return get_app_state(request).open_to_all and NETWORK_HOSTS not in request.scope


@lru_cache
def jinja_environment() -> Environment:
    """Return the Jinja environment of the desk pages. It is created on first use."""
    made = Environment(
        loader=PackageLoader("topboard.web"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        finalize=jinja_filters.translate_marked_value,
    )
    made.filters.update(jinja_filters.FILTERS)
    made.globals.update(jinja_filters.GLOBALS)
    return made


def current_time() -> str:
    """Return the current time in UTC, in the format of journal entries."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# --- user and form ----------------------------------------------------------------------------


def get_session(request: Request) -> Session:
    """Return the session of the request, or a new one if it has none."""
    if not hasattr(request.state, "session"):
        found = get_app_state(request).sessions.read_session(request)
        request.state.is_fresh = found is None
        request.state.session = found or Session.create()
    session = request.state.session
    assert isinstance(session, Session)
    return session


def find_signed_in_user(request: Request) -> User | None:
    """Return the signed-in user, or None if nobody is signed in.

    A desk without sign-in always has the same user.
    """
    if is_open_to_requester(request):
        return ON_THIS_MACHINE
    # A user who signs out during the request is still its sender.
    if not hasattr(request.state, "user"):
        request.state.user = _find_session_user(request, get_session(request))
    user: User | None = request.state.user
    return user


def _find_session_user(request: Request, session: Session) -> User | None:
    if not session.name:
        return None
    repository = get_app_state(request).repository
    found = repository.accounts.find_session_user(session.name, session.stamp, session.token)
    return None if found is None else repository.access_rules.user_with_role_outside_events(found)


def _find_header_user(request: Request) -> User | None:
    """Return the user for the page header, or None if the database cannot be reached."""
    try:
        return find_signed_in_user(request)
    except Unreachable:
        return None


def require_signed_in_user(request: Request) -> User:
    """Return the signed-in user, or raise ``SignInNeeded``."""
    user = find_signed_in_user(request)
    if user is None:
        raise SignInNeeded
    return user


SignedIn = Annotated[User, Depends(require_signed_in_user)]


async def read_unverified_form(request: Request) -> PostedForm:
    """Return the submitted form without checking its token."""
    fields: list[tuple[str, str]] = []
    files: dict[str, Upload] = {}
    async with request.form(max_files=5, max_fields=20_000) as form:
        for key, value in form.multi_items():
            if isinstance(value, UploadFile):
                if value.filename:
                    files[key] = Upload(value.filename, await _read_upload(value))
            else:
                fields.append((key, value))
    found = PostedForm(tuple(fields), files)
    # Error pages send the same fields again.
    request.state.posted = found
    return found


async def read_verified_form(request: Request) -> PostedForm:
    """Return the submitted form if its token shows that it was sent from a page of this desk.

    Raise ``StaleForm`` if the token is wrong, and ``ConfirmationDeclined`` if the user cancelled.
    """
    found = await read_unverified_form(request)
    token = get_session(request).token
    if not compare_digest(found.text("token").encode(), token.encode()):
        what = say(
            "This form has expired, or the desk has been restarted since you opened the page."
        )
        raise StaleForm([Problem(what, remedy=say("Send the form again."))])
    if found.has("declined"):
        raise ConfirmationDeclined([])
    return found


async def _read_upload(file: UploadFile) -> bytes:
    content = await file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        what = say("The file is too large.")
        remedy = say("Upload at most {size} MB.", size=LARGEST_FILE // 1_000_000)
        raise BadInput([Problem(what, quoted=file.filename or "", remedy=remedy)])
    return content


Form = Annotated[PostedForm, Depends(read_verified_form)]


# --- responses --------------------------------------------------------------------------------


def render_page(request: Request, template: str, status: int = 200, **content: Any) -> HTMLResponse:
    """Return a page rendered from a template."""
    app_state = get_app_state(request)
    session = get_session(request)
    notes = app_state.sessions.read_saved_messages(request)
    text = (
        jinja_environment()
        .get_template(template)
        .render(
            **{"request": request, "notes": notes, "context": None, "title": "", **content},
            # If a form was refused, its page is rendered again with what the user typed.
            form=getattr(request.state, "submitted", SubmittedForm()),
            # Within an event, the user has the role of that event.
            user=there.user if (there := content.get("context")) else _find_header_user(request),
            token=session.token,
            open_to_all=is_open_to_requester(request),
        )
    )
    response = HTMLResponse(text, status)
    if request.state.is_fresh:
        app_state.sessions.set_session_cookie(request, response, session)
    if notes:
        response.delete_cookie("topboard_notes")
    return response


def redirect_to(request: Request, url: str, notes: list[str] | None = None) -> Response:
    """Return a redirect after a form was handled, with messages to show on the next page."""
    response = RedirectResponse(url, status_code=303)
    sessions, sent = get_app_state(request).sessions, getattr(request.state, "posted", PostedForm())
    if notes:
        sessions.save_messages_for_next_page(request, response, notes)
    if (by := sent.authority) is not None:
        sessions.save_authority_in_cookie(
            request, response, get_session(request), by.office.value, by.name
        )
    return response


def wants_json(request: Request) -> bool:
    """Return whether the request comes from a script that expects a JSON response."""
    return request.headers.get("accept", "").startswith("application/json")


def referring_page(request: Request) -> str:
    """Return the address of the page that sent the form, or "/" if it is not a page of this
    desk.
    """
    split = urlsplit(request.headers.get("referer", ""))
    if split.netloc != request.url.netloc or not split.path.startswith("/"):
        return "/"
    # A confirmation page, or one that shows a form again, has the URL that the form was sent to.
    sent: PostedForm = getattr(request.state, "posted", PostedForm())
    if local_address_or_root(sent.text("came_from")) != "/":
        return sent.text("came_from")
    return split.path + (f"?{split.query}" if split.query else "")


def local_address_or_root(address: str) -> str:
    """Return the address if it is a path on this desk, or else "/"."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if is_ours and address.isprintable() else "/"


def build_action_context(user: User, form: PostedForm) -> ActionContext:
    """Return the context of a form's action: its author, time, reason, authority and
    confirmations.
    """
    return ActionContext(
        user.name,
        current_time(),
        form.text("reason"),
        form.authority,
        form.confirmed,
        form.confirmed_again,
    )


# --- event and section ------------------------------------------------------------------------


@dataclass(slots=True)
class RequestContext:
    """The user, the event and, if there is one, the section of a request."""

    request: Request
    user: User
    handle: EventHandle
    snapshot: EventSnapshot
    slug: str = ""
    event_session: JournalSession | None = None
    """The session with the open journal if the request may record actions, or else None."""
    unwritten: list[tuple[PendingEntry, ActionContext]] | None = None
    """The actions of a transaction in progress, or None outside a transaction."""
    _names: dict[int, RecordedNames] = field(default_factory=dict)
    """The names to which the journal entries refer; empty until they are needed."""

    @property
    def event(self) -> Event:
        """Return the event as it was when the request started, or after the last action it
        recorded.
        """
        return self.snapshot.event

    @property
    def section(self) -> Section:
        """Return the section that the request is about."""
        return self.event.section(self.snapshot.sections()[self.slug])

    @property
    def has_section(self) -> bool:
        """Return whether the request is about a section."""
        return bool(self.slug)

    def url(self, *parts: object) -> str:
        """Return the URL of a page of the section or, if the request has no section, of the
        event.
        """
        section = ("s", self.slug) if self.slug else ()
        return "/".join(["/e", self.handle.stem, *section, *map(str, parts)])

    def event_url(self, *parts: object) -> str:
        """Return the URL of a page of the event."""
        return "/".join(["/e", self.handle.stem, *map(str, parts)])

    def section_url(self, name: str, *parts: object) -> str:
        """Return the URL of a page of the section with this name."""
        return self.event_url("s", self.snapshot.section_slug(name), *parts)

    def public_url(self, *parts: object) -> str:
        """Return the URL of a public page, or of its preview if the event is private."""
        root = ("/p", self.handle.stem) if self.snapshot.public else (self.event_url("preview"),)
        return "/".join([*root, *map(str, parts)])

    def render_page(self, template: str, status: int = 200, **content: Any) -> HTMLResponse:
        """Return a page rendered with the user, the event and the section of the request."""
        return render_page(self.request, template, status, **{**content, "context": self})

    def names_in(self, entry: Entry) -> RecordedNames:
        """Return the participants to whom a journal entry referred when it was recorded."""
        if entry.number not in self._names:
            # Somebody may have added the entry since the request started.
            entries = self.snapshot.known
            self._names = find_recorded_names(entries[: max(entry.number, self.event.last)])
        return self._names.get(entry.number, NO_NAMES)

    def record_view(self) -> None:
        """Record that the response shows the current state to somebody other than the arbiters."""
        get_app_state(self.request).sites.record_view(self.handle.stem, self.event.last)

    def can_withdraw_unseen(self, publication: Entry) -> bool:
        """Return whether a publication is recent enough to be withdrawn and has not been seen.

        A server with several workers does not know which pages the others have sent.
        """
        app_state = get_app_state(self.request)
        return (
            app_state.repository.has_only_this_process
            and publication.number not in self.event.undone
            and can_withdraw_unseen_at(publication, current_time())
            and not app_state.sites.was_entry_shown(self.handle.stem, publication.number)
        )

    def _refuse_withdrawing_seen_publication(self, act: Act) -> None:
        """Raise ``Refused`` if a publication is withdrawn as unseen although it was shown."""
        if not isinstance(act, Undo) or act.ground is not ChangeGround.UNSEEN:
            return
        if not 1 <= act.entry <= self.event.last:
            return
        publication, app_state = self.snapshot.entry(act.entry), get_app_state(self.request)
        remedy = say("State a different reason.")
        if not app_state.repository.has_only_this_process:
            what = say("This server does not record whether anybody has opened a page.")
            raise Refused([Problem(what, remedy=remedy)])
        if app_state.sites.was_entry_shown(self.handle.stem, publication.number):
            what = say("Somebody has already opened a page or document with this pairing.")
            raise Refused([Problem(what, remedy=remedy)])

    def record_action(self, act: Act, form: PostedForm, *, check_seen: bool = True) -> PendingEntry:
        """Record an action with the reason, authority and confirmations in the form.

        If ``check_seen`` is true, raise ``OvertakenByNewerEntry`` if an entry newer than the page
        may conflict.
        """
        return self.record_action_as(
            act, self.action_context(form), form.last_seen_entry if check_seen else None
        )

    def record_action_as(
        self, act: Act, action_context: ActionContext, seen: int | None = None
    ) -> PendingEntry:
        """Record an action with this context, if the user's role allows it.

        ``seen`` is the number of the last journal entry that the author knew. None skips the check.
        """
        check_role_permission(self.user, type(act))
        check_permission_to_change_rating(self.user, self.event, act)
        self._refuse_withdrawing_seen_publication(act)
        assert self.event_session is not None, "a read-only request cannot record actions"
        return self._update_snapshot_after_entry(
            record_unless_overtaken(self.event_session, act, action_context, seen), action_context
        )

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Record all actions taken inside this context, or none of them if an error is raised."""
        assert self.event_session is not None, "a read-only request cannot record actions"
        before, self.unwritten = self.snapshot, []
        try:
            with self.event_session.transaction():
                yield
        except BaseException:
            self.snapshot, self.unwritten = before, None
            raise
        written, self.unwritten = self.unwritten, None
        for prepared, action_context in written:
            self._log_recorded_action(prepared, action_context)

    def build_and_record(
        self, kind: type[Act], build: Callable[[Event], Act], form: PostedForm
    ) -> PendingEntry:
        """Record the action that ``build`` makes from the latest state of the event.

        While the action is built and recorded, no other user can record one.
        """
        check_role_permission(self.user, kind)
        assert self.event_session is not None, "a read-only request cannot record actions"
        action_context = self.action_context(form)
        return self._update_snapshot_after_entry(
            self.event_session.build_and_record(build, action_context), action_context
        )

    def _update_snapshot_after_entry(
        self, prepared: PendingEntry, action_context: ActionContext
    ) -> PendingEntry:
        assert self.event_session is not None
        self.snapshot = self.event_session.snapshot()
        if self.unwritten is None:
            self._log_recorded_action(prepared, action_context)
        else:
            self.unwritten.append((prepared, action_context))
        return prepared

    def _log_recorded_action(self, prepared: PendingEntry, action_context: ActionContext) -> None:
        AUDIT.info(
            "%s %s entry %d %s by %s",
            action_context.time,
            self.handle.stem,
            prepared.entry.number,
            class_name_in_journal(type(prepared.entry.act)),
            action_context.who,
        )

    def action_context(self, form: PostedForm) -> ActionContext:
        """Return the context of a form's action: its author, time, reason, authority and
        confirmations.
        """
        return build_action_context(self.user, form)

    def action_context_without_authority(self, form: PostedForm) -> ActionContext:
        """Return the context of a form's action without the authority.

        Preparatory actions use it.
        """
        return replace(self.action_context(form), authority=None)

    def redirect_to(self, *parts: object, notes: list[str] | None = None) -> Response:
        """Return a redirect to a page of the section or, if the request has no section, of the
        event.
        """
        return redirect_to(self.request, self.url(*parts), notes)


@contextmanager
def open_event(request: Request, user: User, stem: str) -> Iterator[RequestContext]:
    """Yield the request context of an event, or raise ``UnknownEvent`` if the user may not see it.

    The journal stays open only if the request may record actions.
    """
    repository = get_app_state(request).repository
    there = repository.access_rules.user_with_role_in_event(user, stem)
    if there is None:
        # The error does not say "forbidden", because the name must not be revealed to non-members.
        raise UnknownEvent(say("there is no event {stem!r} on this server", stem=stem))
    user, handle = there, repository.event(stem)
    if request.method in LOOKING:
        yield RequestContext(request, user, handle, handle.snapshot())
        return
    with handle.open() as session:
        yield RequestContext(request, user, handle, session.snapshot(), event_session=session)


def _open_requested_event(request: Request, user: SignedIn, event: str) -> Iterator[RequestContext]:
    with open_event(request, user, event) as context:
        if context.user.role is Role.VIEWER:
            context.record_view()
        request.state.context = context
        yield context


AtEvent = Annotated[RequestContext, Depends(_open_requested_event)]


def _select_requested_section(context: AtEvent, section: str) -> RequestContext:
    if section not in context.snapshot.sections():
        raise BadInput([Problem(say("This section does not exist."), quoted=section)])
    context.slug = section
    return context


AtSection = Annotated[RequestContext, Depends(_select_requested_section)]
