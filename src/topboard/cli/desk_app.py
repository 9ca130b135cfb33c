"""The desk as an app on this computer, for people who start it without a terminal."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
import webbrowser
from contextlib import closing, suppress
from html import escape
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING

from topboard import __version__, platforms
from topboard.cli import run_with_error_handling
from topboard.cli.desk_server import DeskServer, listen, open_in_browser
from topboard.cli.errors import format_error_lines
from topboard.cli.exit_codes import DONE, UNEXPECTED
from topboard.cli.streams import print_message, print_to_stderr
from topboard.errors import BadInput, TopboardError
from topboard.installation import is_app
from topboard.messages import say
from topboard.storage.data_folder import default_data_folder
from topboard.web.app import create_app
from topboard.web.desk_claims import DeskIsRunning, FolderClaim, claim_folder
from topboard.web.folder_repository import FolderRepository
from topboard.web.local_app import LocalApp

if TYPE_CHECKING:
    import socket

HOST, PORT = "127.0.0.1", 8000
LOG = "desk.log"
LARGEST_LOG = 500_000
IN_BACKGROUND = "TOPBOARD_IN_BACKGROUND"
"""The variable that tells a second process of the app that it is the desk."""


def run_desk_app(folder: Path | None = None) -> int:
    """Run the desk until the user quits it, and return the exit code of the app.

    If a desk already uses the folder, only open it in the browser.
    """
    if _continue_in_background(folder):
        return DONE
    return run_with_error_handling(lambda: _run_in_folder(folder), _show_error)


def _run_in_folder(folder: Path | None) -> int:
    try:
        _run_desk(folder or default_data_folder())
    except DeskIsRunning as running:
        if not running.address:
            raise
        print(say("The desk is already running at {address}", address=running.address), flush=True)
        # The desk compares this with its own version, which may be an older one.
        open_in_browser(f"{running.address}?started={__version__}").join()
    except (TopboardError, OSError):
        raise
    except Exception as error:
        # Without a terminal, a traceback would be lost.
        logging.getLogger("topboard.desk").exception("unexpected error")
        _show_lines(
            [say("unexpected error: {name}: {error}", name=type(error).__name__, error=error)]
        )
        return UNEXPECTED
    return DONE


def _run_desk(folder: Path) -> None:
    with (
        closing(FolderRepository(folder)) as repository,
        claim_folder(repository.path) as claim,
        _listen_on_free_port() as listening,
    ):
        _log_to_file(repository.path)
        server = DeskServer()
        local = LocalApp(quit=server.stop, show_folder=lambda: show_folder(repository.path))
        app = create_app(repository, local_app=local)
        address = f"http://{HOST}:{listening.getsockname()[1]}/"
        with server.stopped_by_signals():
            _announce(claim, address, repository.path)
            server.run(app, listening)
    print_to_stderr(say("The desk has stopped."))


def _announce(claim: FolderClaim, address: str, folder: Path) -> None:
    """Say where the desk and its folder are, and open the desk in the browser."""
    claim.announce_address(address)
    print(say("The desk is running at {address}", address=address), flush=True)
    print(say("Events are stored in {folder}", folder=folder), flush=True)
    print_to_stderr(say("To stop it, press Quit Topboard on its first page, or Ctrl-C here."))
    open_in_browser(address)


def _listen_on_free_port() -> socket.socket:
    """Return a socket on the usual port, or on any free one if that is in use.

    The browser keeps what is typed by address, so the usual port is better.
    """
    try:
        return listen(HOST, PORT)
    except BadInput:
        return listen(HOST, 0)


def show_folder(folder: Path) -> None:
    """Show a folder in the file manager of this computer."""
    if sys.platform == "win32":
        os.startfile(folder)
        return
    program = "open" if sys.platform == "darwin" else "xdg-open"
    with suppress(OSError):
        subprocess.Popen(
            [program, str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


# --- without a terminal -------------------------------------------------------------------------


def _continue_in_background(folder: Path | None) -> bool:
    """On macOS, run the desk in a process of its own, and return whether it was started.

    While an app is running, a second double-click does not start it again. The desk would then
    never learn that the user wants to see it.
    """
    if sys.platform != "darwin" or not is_app() or os.environ.pop(IN_BACKGROUND, ""):
        return False
    if sys.stdin.isatty():
        return False
    subprocess.Popen(
        [sys.executable, *([str(folder)] if folder else [])],
        env={**os.environ, IN_BACKGROUND: "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return True


def _log_to_file(folder: Path) -> None:
    """Keep warnings and errors in the data folder, because there may be no terminal for them."""
    with suppress(OSError):
        handler = RotatingFileHandler(
            folder / LOG, maxBytes=LARGEST_LOG, backupCount=1, encoding="utf-8", delay=True
        )
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
        handler.setLevel(logging.WARNING)
        logging.getLogger().addHandler(handler)


def _show_error(error: TopboardError | OSError) -> None:
    _show_lines(list(format_error_lines(error)))


def _show_lines(lines: list[str]) -> None:
    """Print an error, and show it in the browser if there is no terminal to read it on."""
    for line in lines:
        print_message(line)
    # On Windows, the terminal of an app is hidden.
    is_readable = sys.stderr.isatty() and sys.platform != "win32"
    if is_readable or not platforms.can_open_browser():
        return
    with tempfile.NamedTemporaryFile(
        "w", prefix="topboard-", suffix=".html", delete=False, encoding="utf-8"
    ) as page:
        page.write(_build_error_page(lines))
    webbrowser.open(Path(page.name).as_uri())


def _build_error_page(lines: list[str]) -> str:
    title = escape(say("Topboard could not start"))
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="en"><meta charset="utf-8"><title>{title}</title>',
            '<body style="font: 1.1rem/1.5 sans-serif; max-width: 40rem; margin: 3rem auto">',
            f"<h1>{title}</h1>",
            *(f"<p>{escape(line)}</p>" for line in lines),
        )
    )
