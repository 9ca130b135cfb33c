"""The ``topboard host organisation`` and ``topboard host member`` commands.

They record which organisation owns each event on a server, and the members of organisations and
events.
"""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime

from topboard.cli.exit_codes import DONE
from topboard.cli.json_output import print_value_as_json
from topboard.cli.terminal import print_lines
from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.storage.addresses import parse_address
from topboard.storage.organisations import ChangedBy, Membership
from topboard.storage.postgres import members
from topboard.storage.postgres.connections import Host

ADMINISTRATOR = "administrator of the host"
"""The author recorded for changes made on the command line.

No account is recorded, because anyone who knows the address of the database can run the command.
"""


def manage_organisations(request: Namespace) -> int:
    """Create an organisation, assign events to it, or list all organisations."""
    with Host.open(request.url) as host:
        if request.name:
            members.create_or_rename_organisation(
                host, request.slug, request.name, _build_changed_by_administrator()
            )
        for event in request.give:
            members.assign_event_owner(host, event, request.slug, _build_changed_by_administrator())
        known = members.organisations_of_account(host)
        rows = [
            (one.slug, one.name, members.list_organisation_members(host, one.slug)) for one in known
        ]
    if request.json:
        print_value_as_json([{"organisation": s, "name": n, "members": len(m)} for s, n, m in rows])
    else:
        told = [f"{slug}: {name} ({len(inside)})" for slug, name, inside in rows]
        print_lines(
            told or [say("There are no organisations yet. Each role applies to all events.")]
        )
    return DONE


def manage_members(request: Namespace) -> int:
    """Add a member, remove one, or list all members of an organisation or event."""
    event = parse_address(request.url).slug
    place, account, role = _parse_member_arguments(
        request.words if not event else [event, *request.words]
    )
    if account and bool(role) == request.remove:
        if role:
            what, quoted = say("a role and --remove contradict each other"), f"{role} --remove"
            remedy = say("Leave out the role or --remove.")
        else:
            what, quoted = say("the role is missing"), account
            remedy = say("Type the role after the account, or add --remove.")
        raise BadInput([Problem(what, quoted=quoted, remedy=remedy)])
    put = members.set_event_member if event else members.set_organisation_member
    listed = members.list_event_members if event else members.list_organisation_members
    with Host.open(request.url) as host:
        if account:
            put(host, place, Membership(account, role), _build_changed_by_administrator())
        found = listed(host, place)
    if request.json:
        print_value_as_json([{"account": one.account, "role": one.role} for one in found])
    else:
        print_lines(
            [f"{one.account}: {one.role}" for one in found] or [say("There are no members yet.")]
        )
    return DONE


def _parse_member_arguments(words: list[str]) -> tuple[str, str, str]:
    """Return the organisation or event, the account and the role named on the command line.

    Omitted arguments are returned as empty strings.
    """
    if not 1 <= len(words) <= 3:
        what = say("too many arguments") if words else say("no organisation or event is specified")
        remedy = say(
            "Name an organisation, or give the address of an event as URL#EVENT, followed by an "
            "account and a role."
        )
        raise BadInput([Problem(what, quoted=" ".join(words), remedy=remedy)])
    place, account, role = (*words, "", "")[:3]
    return place, account, role


def _build_changed_by_administrator() -> ChangedBy:
    return ChangedBy(ADMINISTRATOR, datetime.now(UTC).isoformat(timespec="milliseconds"))
