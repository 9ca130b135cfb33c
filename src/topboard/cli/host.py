"""The ``topboard host`` command, for a database that holds many events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import fields
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.host_archives import add_archive_verbs
from topboard.cli.host_members import add_member_verbs
from topboard.cli.terminal import show, show_json
from topboard.messages import say

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Callable, Iterator, Sequence

    from topboard.storage.postgres.checks import CheckedEvent
    from topboard.storage.postgres.migrations import SetUp


def add_verbs(parser: ArgumentParser, kind: type[ArgumentParser]) -> None:
    """Add the server subcommands to the parser, each as a parser of class ``kind``."""
    verbs = parser.add_subparsers(metavar="ACT", required=True, parser_class=kind)

    def verb(name: str, summary: str, run: Callable[[Namespace], int]) -> ArgumentParser:
        made = verbs.add_parser(name, help=summary, description=summary)
        made.set_defaults(run=run)
        made.add_argument("--json", action="store_true", help=say("print JSON"))
        made.add_argument("url", metavar="URL", help=say("of the database: postgresql://…"))
        return made

    made = verb("set-up", say("Make the tables of a host, or bring them up to date."), set_up)
    made.add_argument(
        "--web-role", metavar="NAME", default="", help=say("give this role the rights of workers")
    )
    made = verb("check", say("Prove every event of a host from its first entry on."), check)
    made.add_argument(
        "--mend", action="store_true", help=say("make the list of events again where it is wrong")
    )
    add_member_verbs(verb)
    add_archive_verbs(verb)


def set_up(request: Namespace) -> int:
    """Create the tables, and grant the role of the web workers its rights."""
    # The dependencies of the server need not be installed unless it is used.
    from topboard.storage.postgres.connections import Host
    from topboard.storage.postgres.migrations import set_up

    with Host(request.url) as host:
        done = set_up(host, request.web_role)
        if request.json:
            show_json(_plain(host.address, done))
        else:
            show(list(_lines(host.address, done)))
    return DONE


def check(request: Namespace) -> int:
    """Verify the journals' hash chains, the guards against changes and the list of events."""
    from topboard.storage.postgres.checks import check_events
    from topboard.storage.postgres.connections import Host

    with Host.open(request.url) as host:
        found = list(check_events(host, mend=request.mend))
        if request.json:
            show_json({"host": host.address, "events": [_fields(one) for one in found]})
        else:
            show(list(_format_check_report(host.address, found)))
    return DIFFERENCE if any(one.fault for one in found) else DONE


def _fields(one: CheckedEvent) -> dict[str, object]:
    return {field.name: getattr(one, field.name) for field in fields(one)}


def _format_check_report(address: str, found: Sequence[CheckedEvent]) -> Iterator[str]:
    for one in found:
        if one.fault:
            yield say("{slug}: WRONG: {fault}", slug=one.slug, fault=one.fault)
        elif one.mended:
            yield say("{slug}: in the list of events again as it is", slug=one.slug)
    good = [one for one in found if not one.fault]
    yield say(
        "{address}: {good} of {count} events proved, {entries} entries",
        address=address,
        good=len(good),
        count=len(found),
        entries=sum(one.entries for one in good),
    )


def _plain(address: str, done: SetUp) -> dict[str, object]:
    applied = [{"number": one.number, "name": one.name} for one in done.applied]
    return {"host": address, "applied": applied, "roles": list(done.roles)}


def _lines(address: str, done: SetUp) -> Iterator[str]:
    for one in done.applied:
        yield say("step {number}: {name}", number=one.number, name=one.name)
    for role in done.roles:
        yield say("{role} may add entries and read them", role=role)
    yield say("{address} is set up", address=address)
