"""The ``topboard host set-up`` and ``topboard host check`` commands, for a server's database."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from topboard._frozen import fields
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.json_output import print_value_as_json
from topboard.cli.terminal import print_lines
from topboard.messages import say, say_count
from topboard.storage.postgres.checks import CheckedEvent, verify_events_on_server
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.migrations import SetUpResult, set_up_server as set_up_host


def set_up_database(request: Namespace) -> int:
    """Create or update the database tables, and grant the web workers' role its rights."""
    with Host(request.url) as host:
        done = set_up_host(host, request.web_role)
        if request.json:
            print_value_as_json(_set_up_result_to_json(host.address, done))
        else:
            print_lines(list(_format_set_up_report(host.address, done)))
    return DONE


def check_database(request: Namespace) -> int:
    """Verify every journal's hash chain, its protection against changes and the list of events."""
    with Host.open(request.url) as host:
        found = list(verify_events_on_server(host, mend=request.mend))
        if request.json:
            print_value_as_json(
                {"host": host.address, "events": [_checked_event_as_json(one) for one in found]}
            )
        else:
            print_lines(list(_format_checked_events(host.address, found)))
    return DIFFERENCE if any(one.fault for one in found) else DONE


def _checked_event_as_json(one: CheckedEvent) -> dict[str, object]:
    return {field.name: getattr(one, field.name) for field in fields(one)}


def _format_checked_events(address: str, found: Sequence[CheckedEvent]) -> Iterator[str]:
    for one in found:
        if one.fault:
            yield say("{slug}: NOT verified, {fault}", slug=one.slug, fault=one.fault)
        elif one.mended:
            yield say("{slug}: its row in the list of events was repaired", slug=one.slug)
    good = [one for one in found if not one.fault]
    yield say_count(
        "{address}: {good} of {events} events verified, {count} journal entry",
        "{address}: {good} of {events} events verified, {count} journal entries",
        sum(one.entries for one in good),
        address=address,
        good=len(good),
        events=len(found),
    )


def _set_up_result_to_json(address: str, done: SetUpResult) -> dict[str, object]:
    applied = [{"number": one.number, "name": one.name} for one in done.applied]
    return {"host": address, "applied": applied, "roles": list(done.roles)}


def _format_set_up_report(address: str, done: SetUpResult) -> Iterator[str]:
    for one in done.applied:
        yield say("Applied step {number}: {name}", number=one.number, name=one.name)
    for role in done.roles:
        yield say("{role} can now read and add journal entries.", role=role)
    yield say("{address} is ready.", address=address)
