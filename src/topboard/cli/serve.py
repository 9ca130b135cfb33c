"""The ``topboard serve`` command, which runs the desk for a folder of events or a server."""

from __future__ import annotations

import logging
import shlex
import socket
import sys
import time
from argparse import Namespace
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, date, datetime
from getpass import getpass
from ipaddress import ip_network

from topboard.cli.exit_codes import DONE
from topboard.cli.extras import missing_package_error
from topboard.cli.streams import print_to_stderr, read_input_lines
from topboard.cli.terminal import print_lines
from topboard.cli.text_output import align_columns
from topboard.errors import BadInput, Problem
from topboard.messages import say, worded
from topboard.playground.links import parse_playground_address
from topboard.storage.addresses import (
    format_address_without_password as without_password,
    is_server_address,
)

EXTRA = worded(
    "The desk needs additional packages. Install them with: pip install 'topboard[desk]'"
)

try:
    from topboard.cli.desk_server import DeskServer, listen, open_in_browser
    from topboard.questions.workers import Limits
    from topboard.web.accounts import Role
    from topboard.web.api_tokens import USUAL_DAYS, ApiTokens
    from topboard.web.app import create_app
    from topboard.web.desk_claims import DeskIsRunning, FolderClaim, claim_folder
    from topboard.web.engine.app import create_engine_app
    from topboard.web.network_address import ALL_INTERFACES, find_own_network_address
    from topboard.web.repositories import open_repository
    from topboard.web.repository import EventRepository
    from topboard.web.sample import create_sample_events
except ImportError as error:
    raise missing_package_error(error, EXTRA) from error

LOOPBACK = ("127.0.0.1", "localhost", "::1")
DATA_FOLDER = "topboard-events"
"""The data folder of the desk, unless another one is named."""
DESK_ONLY = {
    "home": "FOLDER",
    "sample": "--sample",
    "open": "--open",
    "add_user": "--add-user",
    "add_token": "--add-token",
    "days": "--days",
    "owner": "--owner",
    "revoke_token": "--revoke-token",
    "list_tokens": "--list-tokens",
    "ratings": "--ratings",
    "playground": "--playground",
}
ENGINE_ONLY = {"workers": "--workers", "timeout": "--timeout", "participants": "--participants"}


def run_serve(request: Namespace) -> int:
    """Run the desk or the HTTP engine or, with ``--add-user``, add a user."""
    proxies = _check_proxy_addresses(request.proxy)
    if request.engine:
        _refuse_given(request, DESK_ONLY, say("the HTTP engine does not have this option"))
        _run_engine(request, proxies)
        return DONE
    _refuse_given(request, ENGINE_ONLY, say("only the HTTP engine has this option"))
    _refuse_token_options_without_token(request)
    request.home = request.home or DATA_FOLDER
    with closing(open_repository(request.home)) as home:
        if request.add_user:
            _add_user_with_password(request, home)
        elif request.add_token or request.revoke_token or request.list_tokens:
            _manage_tokens(request, home)
        else:
            _run_desk_with_claim(request, home, proxies)
    return DONE


def _refuse_token_options_without_token(request: Namespace) -> None:
    """Raise ``BadInput`` if an option for a new token was given without ``--add-token``."""
    given = [word for word in ("days", "owner") if getattr(request, word) not in (None, "")]
    if given and not request.add_token:
        remedy = say("Add --add-token, or leave it out.")
        what = say("this is only for a new token")
        raise BadInput([Problem(what, f"--{word}", remedy=remedy) for word in given])


def _refuse_given(request: Namespace, options: Mapping[str, str], what: str) -> None:
    """Raise ``BadInput`` if any of these options was given."""
    given = [
        word for name, word in options.items() if getattr(request, name) not in (None, False, "")
    ]
    remedy = say("Leave it out.") if request.engine else say("Add --engine, or leave it out.")
    if given:
        raise BadInput([Problem(what, word, remedy=remedy) for word in given])


def _refuse_numbers_below_one(request: Namespace) -> None:
    given = {word: getattr(request, name) for name, word in ENGINE_ONLY.items()}
    what = say("the number must be at least 1")
    problems = [Problem(what, word, str(n)) for word, n in given.items() if n is not None and n < 1]
    if problems:
        raise BadInput(problems)


def _run_engine(request: Namespace, proxies: list[str]) -> None:
    _refuse_numbers_below_one(request)
    usual = Limits()
    limits = Limits(
        seconds=request.timeout or usual.seconds,
        participants=request.participants or usual.participants,
        workers=request.workers or usual.workers,
    )
    is_local = request.host in LOOPBACK and not proxies
    app = create_engine_app(limits, hosts=request.name or (LOOPBACK if is_local else ()))
    logging.basicConfig(stream=sys.stderr, format="%(message)s")
    with listen(request.host, request.port) as listening:
        server = _build_server(request, proxies)
        with server.stopped_by_signals():
            address = _format_address(request, listening)
            print(say("The engine is running at {address}", address=address), flush=True)
            print_to_stderr(say("To stop it, press Ctrl-C."))
            server.run(app, listening)


def _format_address(request: Namespace, listening: socket.socket) -> str:
    """Return the address at which a browser on this computer finds the server."""
    # A browser cannot open the address that means all interfaces.
    shown = f"[{request.host}]" if ":" in request.host else request.host
    here = "localhost" if request.host in ALL_INTERFACES else shown
    return f"{_scheme(request)}://{here}:{_port(listening)}/"


def _port(listening: socket.socket) -> int:
    """Return the port of a socket, which the system chose if the user asked for port 0."""
    port: int = listening.getsockname()[1]
    return port


def _scheme(request: Namespace) -> str:
    return "https" if request.certificate else "http"


def _run_desk_with_claim(request: Namespace, home: EventRepository, proxies: list[str]) -> None:
    """Run the desk, or open the browser at a desk that already uses the same folder."""
    if home.data_folder is None:
        _run_desk(request, home, proxies, None)
        return
    try:
        claim = claim_folder(home.data_folder)
    except DeskIsRunning as running:
        if not (request.open and running.address):
            raise
        print(say("The desk is already running at {address}", address=running.address), flush=True)
        open_in_browser(running.address).join()
        return
    with claim:
        _run_desk(request, home, proxies, claim)


def _run_desk(
    request: Namespace, home: EventRepository, proxies: list[str], claim: FolderClaim | None
) -> None:
    # A desk behind a proxy, like the workers of a server, can also be reached by other people.
    is_behind = bool(proxies) or is_server_address(request.home)
    open_to_all = request.host in LOOPBACK and not is_behind
    _refuse_network_without_users(request, home, open_to_all)
    playground = request.playground and parse_playground_address(request.playground)
    with listen(request.host, request.port) as listening:
        if request.sample:
            create_sample_events(home, date.today())
        # With --name, the desk answers only to that name, which its pages then show.
        is_in_network = request.host in ALL_INTERFACES and not request.name
        own = find_own_network_address() if is_in_network else ""
        network_address = f"{_scheme(request)}://{own}:{_port(listening)}/" if own else ""
        app = create_app(
            home,
            open_to_all=open_to_all,
            hosts=request.name,
            ratings=request.ratings,
            network_address=network_address,
            playground=playground,
        )
        logging.basicConfig(stream=sys.stderr, format="%(message)s")
        logging.getLogger("topboard.audit").setLevel(logging.INFO)
        address = _format_address(request, listening)
        if claim is not None:
            claim.announce_address(address)
        server = _build_server(request, proxies)
        with server.stopped_by_signals():
            _print_addresses(request, address, network_address)
            server.run(app, listening)
    print_to_stderr(say("The desk has stopped."))


def _build_server(request: Namespace, proxies: list[str]) -> DeskServer:
    return DeskServer(
        ssl_certfile=request.certificate,
        ssl_keyfile=request.key,
        # Only these proxies may name the client on whose behalf they send a request.
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
    )


def _print_addresses(request: Namespace, address: str, network_address: str) -> None:
    """Print where the desk is. With ``--open``, also open it in the browser."""
    print(say("The desk is running at {address}", address=address), flush=True)
    if network_address:
        words = say("Other devices in your network open {address}", address=network_address)
        print(words, flush=True)
    print_to_stderr(say("To stop it, press Ctrl-C."))
    if request.open:
        open_in_browser(address)


def _check_proxy_addresses(addresses: list[str]) -> list[str]:
    """Return the addresses of the trusted proxies. Raise ``BadInput`` if one is not an IP address.

    A trusted proxy may state the address of the client that sent a request.
    """

    for one in addresses:
        try:
            ip_network(one)
        except ValueError as error:
            what = say("invalid network address")
            remedy = say("Use an address or a network, such as 127.0.0.1 or 10.0.0.0/8.")
            raise BadInput([Problem(what, "--proxy", one, remedy)]) from error
    return addresses


def _refuse_network_without_users(
    request: Namespace, home: EventRepository, open_to_all: bool
) -> None:
    """Raise ``BadInput`` if other people can reach the desk but there are no users to sign in."""
    if not open_to_all and home.accounts.is_empty():
        hosted = is_server_address(request.home)
        what = (
            say("a desk on a server requires everyone to sign in, but there are no users yet")
            if hosted
            else say("a desk on a network requires everyone to sign in, but there are no users yet")
        )
        quoted = "" if hosted else request.host
        where = shlex.quote(without_password(request.home))
        remedy = say("Add a user with topboard serve {where} --add-user NAME chief.", where=where)
        raise BadInput([Problem(what, quoted=quoted, remedy=remedy)])


def _add_user_with_password(request: Namespace, home: EventRepository) -> None:
    """Add a user. The password is read from standard input or, on a terminal, from a prompt."""

    name, word = request.add_user
    role = _parse_role(word)
    home.accounts.add_user(name, role, _read_password(name))
    print(say("{name} can now sign in as {role}.", name=name, role=role.value))


def _parse_role(word: str) -> Role:
    known = [one.value for one in Role]
    if word not in known:
        remedy = say("Choose one of: {known}.", known=", ".join(known))
        raise BadInput([Problem(say("unknown role"), quoted=word, remedy=remedy)])
    return Role(word)


def _manage_tokens(request: Namespace, home: EventRepository) -> None:
    """Create, revoke or list tokens for the API."""
    tokens = home.api_tokens
    if request.owner and not tokens.have_owners:
        remedy = say("Leave it out: this option is only for a server.")
        what = say("the tokens of a data folder belong to no account")
        raise BadInput([Problem(what, "--owner", request.owner, remedy)])
    if request.add_token and tokens.have_owners and not request.owner:
        remedy = say("Add --owner with the name of an account.")
        what = say("a token on a server belongs to an account")
        raise BadInput([Problem(what, "--add-token", request.add_token[0], remedy)])
    if request.revoke_token:
        tokens.revoke_token(request.revoke_token)
        print(say("The token {name} is no longer accepted.", name=request.revoke_token))
    if request.add_token:
        name, role = request.add_token[0], _parse_role(request.add_token[1])
        days = USUAL_DAYS if request.days is None else request.days
        by = say("command line")
        secret = tokens.create_token(name, role, days, by, time.time(), request.owner)
        print_to_stderr(say("This is the token of {name}. It will not be shown again.", name=name))
        print(secret)
    if request.list_tokens:
        print_lines(align_columns(_build_token_table(tokens)))


def _build_token_table(tokens: ApiTokens) -> list[list[str]]:
    heads = [say("Name"), say("Role"), say("Valid until"), say("Last use")]
    found = tokens.list_tokens()
    rows = [
        [one.name, one.role.value, _format_day(one.expires), _format_day(one.used)] for one in found
    ]
    if not tokens.have_owners:
        return [heads, *rows]
    return [
        [*heads, say("Account")],
        *([*row, one.owner] for row, one in zip(rows, found, strict=True)),
    ]


def _format_day(seconds: float) -> str:
    """Return the day of a time in seconds since 1970, or "never" for 0."""
    return datetime.fromtimestamp(seconds, UTC).date().isoformat() if seconds else say("never")


def _read_password(name: str) -> str:
    if sys.stdin is None or not sys.stdin.isatty():
        return next(read_input_lines(), "")

    first = getpass(say("Password for {name}:", name=name) + " ")
    if getpass(say("Repeat the password:") + " ") != first:
        raise BadInput([Problem(say("the passwords do not match"), remedy=say("Try again."))])
    return first
