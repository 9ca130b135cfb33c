"""The ``topboard publish`` command, which writes public pages to a folder or object storage."""

from __future__ import annotations

import shlex
import signal
from argparse import Namespace
from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Event as Signal

from topboard.cli.exit_codes import DONE
from topboard.cli.extras import missing_package_error
from topboard.cli.streams import print_message, print_to_stderr
from topboard.errors import BadInput, Problem, Refused
from topboard.messages import say, say_count, worded
from topboard.playground.links import parse_playground_address
from topboard.storage.addresses import format_address_without_password, is_server_address
from topboard.storage.locations import open_journal

EXTRA = worded(
    "The web pages need additional packages. Install them with: pip install 'topboard[desk]'"
)

try:
    from topboard.web.publishing.publisher import Publication, Publisher
    from topboard.web.publishing.targets import FolderTarget, open_target
    from topboard.web.publishing.watcher import ContinuousPublisher, publish_or_withdraw
    from topboard.web.repository import EventHandle
except ImportError as error:
    raise missing_package_error(error, EXTRA) from error

KEPT = 10
"""The number of earlier publications whose pages are kept for people who are still reading them."""


def run_publish(request: Namespace) -> int:
    """Publish all pages of an event, once or, with ``--follow``, after every new journal entry."""
    handle = _open_event_handle(request.file)
    publisher = _build_publisher(request)
    if request.follow:
        return _publish_continuously(request, handle, publisher)
    done = publish_or_withdraw(handle, publisher, handle.snapshot(), only_look=request.dry_run)
    if done.public:
        _print_publication_outcome(request, done)
    else:
        _print_removal_of_private_event(request, done)
    return DONE


def _print_removal_of_private_event(request: Namespace, done: Publication) -> None:
    """Print how many pages of a private event were removed.

    Raise ``Refused`` if there were none.
    """
    if not done.removed:
        file = format_address_without_password(request.file)
        remedy = say(
            "Make the event public first with topboard event visibility {file} public.",
            file=shlex.quote(file),
        )
        what = say("the event is private, so nothing was published")
        raise Refused([Problem(what, quoted=file, remedy=remedy)])
    print(_removal_message(request, done))


def _removal_message(request: Namespace, done: Publication) -> str:
    folder = request.target.rstrip("/")
    if not done.removed:
        return say("The event is private. Nothing is published until you make it public.")
    if request.dry_run:
        return say_count(
            "The event is private, so {count} file would be removed from {folder}.",
            "The event is private, so {count} files would be removed from {folder}.",
            done.removed,
            folder=folder,
        )
    return say_count(
        "The event is private, so {count} file was removed from {folder}.",
        "The event is private, so {count} files were removed from {folder}.",
        done.removed,
        folder=folder,
    )


def _open_event_handle(where: str) -> EventHandle:
    """Return a handle for an event in a file or on a server. Later reads fetch only new entries."""

    return EventHandle("", lambda read_only: open_journal(where, read_only=read_only))


def _build_publisher(request: Namespace) -> Publisher:
    target = open_target(request.target, request.endpoint)
    keep = request.keep
    if keep is None:
        # Earlier publications have no use in a folder that the user copies to a web host.
        keep = 0 if isinstance(target, FolderTarget) and not request.follow else KEPT
    if keep < 0 or request.every < 0:
        what = say("--keep and --every cannot be negative")
        raise BadInput([Problem(what, quoted=str(min(keep, request.every)))])
    return Publisher(
        target,
        address=request.address,
        keep=keep,
        replaces=request.replace,
        playground=request.playground and parse_playground_address(request.playground),
    )


def _print_publication_outcome(request: Namespace, done: Publication) -> None:
    named = request.target.rstrip("/")
    places = {"folder": named, "page": f"{named}/index.html"}
    if request.dry_run:
        print(
            say_count(
                "{sent} of {count} file would be written to {folder} ({size} bytes), and {removed}"
                " removed.",
                "{sent} of {count} files would be written to {folder} ({size} bytes), and {removed}"
                " removed.",
                done.files,
                sent=done.sent,
                size=done.size,
                removed=done.removed,
                **places,
            )
        )
    else:
        print(
            say_count(
                "{folder} has {count} file. Open {page}.",
                "{folder} has {count} files. Open {page}.",
                done.files,
                **places,
            )
        )


def _publish_continuously(request: Namespace, handle: EventHandle, publisher: Publisher) -> int:
    if request.dry_run:
        what = say("--follow and --dry-run cannot be combined")
        raise BadInput([Problem(what, remedy=say("Leave out one of these options."))])

    def print_publication(done: Publication) -> None:
        if not done.public:
            print(_removal_message(request, done), flush=True)
            return
        print(
            say_count(
                "Journal entry {entry}: sent {sent} of {count} file",
                "Journal entry {entry}: sent {sent} of {count} files",
                done.files,
                entry=done.entry,
                sent=done.sent,
            ),
            flush=True,
        )

    with _stop_on_signals() as stop, _watch_event_for_changes(request.file) as mark:
        print_to_stderr(say("Every new journal entry will be published. To stop, press Ctrl-C."))
        ContinuousPublisher(handle, publisher, request.every, stop, mark).run(
            print_publication, print_message
        )
    return DONE


def _watch_event_for_changes(where: str) -> AbstractContextManager[Callable[[], Hashable]]:
    """Return a context manager that yields a function for detecting changes to an event.

    On a server, the function's return value changes with each new journal entry. For a file, it is
    always None.
    """
    if not is_server_address(where):
        return nullcontext(lambda: None)
    # Seam: only an event on a server needs the packages of the extra hosted.
    from topboard.storage.postgres.notifications import watch_event_notifications

    return watch_event_notifications(where)


@contextmanager
def _stop_on_signals() -> Iterator[Signal]:
    """Yield a threading event that is set by Ctrl-C or SIGTERM.

    The current work can then finish. A second Ctrl-C stops the program at once.
    """

    stop = Signal()

    def handle_signal(number: int, _: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {one: signal.signal(one, handle_signal) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
