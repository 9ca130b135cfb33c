"""The ``topboard host`` command, which manages a server: a database that holds many events."""

from __future__ import annotations

from collections.abc import Callable

from topboard.cli.parser import (
    CommandParser,
    add_json_option,
    add_output_option,
    add_subcommand,
    add_subcommands,
    make_lazy_runner,
)
from topboard.messages import say

AddVerb = Callable[[str, str, str, str, str], CommandParser]
"""A function that adds a subcommand, given its name, summary, module, function and example."""

DATABASE = "postgresql://db.example.org/chess"


def add_verbs(parser: CommandParser) -> None:
    """Add the subcommands of ``topboard host``. Their help works without the extra ``hosted``."""
    verbs = add_subcommands(parser, "ACTION")

    def add_verb(
        name: str, summary: str, module: str, function: str, example: str
    ) -> CommandParser:
        made = add_subcommand(verbs, name, summary, f"topboard host {name} {example}")
        made.set_defaults(run=make_lazy_runner(module, function))
        add_json_option(made)
        return made

    made = add_verb(
        "set-up",
        say("Create the database tables on a server, or update them to this version of Topboard."),
        "host_database",
        "set_up_database",
        DATABASE,
    )
    _add_database_address_argument(made)
    made.add_argument(
        "--web-role",
        metavar="NAME",
        default="",
        help=say("database role to which the access rights for desks are granted (default: none)"),
    )
    made = add_verb(
        "check",
        say("Verify the journal of every event on a server."),
        "host_database",
        "check_database",
        DATABASE,
    )
    _add_database_address_argument(made)
    made.add_argument(
        "--mend", action="store_true", help=say("repair errors in the list of events")
    )
    _add_member_verbs(add_verb)
    _add_archive_verbs(add_verb)


def _add_database_address_argument(made: CommandParser) -> None:
    made.add_argument(
        "url", metavar="URL", help=say("address of the database, such as postgresql://host/chess")
    )


def _add_member_verbs(verb: AddVerb) -> None:
    made = verb(
        "organisation",
        say("List the organisations on a server, create one, or assign events to one."),
        "host_members",
        "manage_organisations",
        f'{DATABASE} cfc "Chess Federation of Canada"',
    )
    _add_database_address_argument(made)
    made.add_argument(
        "slug",
        metavar="WORD",
        nargs="?",
        default="",
        help=say("short name of an organisation, such as cfc (default: list all of them)"),
    )
    made.add_argument(
        "name",
        metavar="NAME",
        nargs="?",
        default="",
        help=say("full name; creates the organisation, or renames it if it exists"),
    )
    made.add_argument(
        "--give",
        metavar="EVENT",
        action="append",
        default=[],
        help=say("short name of an event to assign to the organisation (can be repeated)"),
    )
    made = verb(
        "member",
        say("List the members of an organisation or an event, add one, or remove one."),
        "host_members",
        "manage_members",
        f"{DATABASE} cfc anna arbiter",
    )
    _add_database_address_argument(made)
    made.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help=say(
            "organisation, account and role (officer or arbiter); if URL is the address of an"
            " event, URL#EVENT, only account and role (chief, deputy, entry or viewer)"
        ),
    )
    made.add_argument(
        "--remove", action="store_true", help=say("remove the member instead of adding one")
    )


def _add_archive_verbs(verb: AddVerb) -> None:
    made = verb(
        "export",
        say("Write all events on a server or in a data folder to one archive file."),
        "host_archives",
        "export_archive",
        "my-events -o all-events.zip",
    )
    _add_data_folder_argument(made)
    add_output_option(
        made, say("archive file to write (required)"), "FILE.zip", old_positional=True
    )
    made.default_output = None
    made.add_argument(
        "--organisation",
        metavar="WORD",
        default="",
        help=say("export only what belongs to this organisation (default: everything)"),
    )
    made.add_argument("--no-pages", action="store_true", help=say("do not export the public pages"))
    made = verb(
        "import",
        say("Import the events and templates of an archive file into a server or data folder."),
        "host_archives",
        "import_archive",
        "my-events all-events.zip",
    )
    _add_data_folder_argument(made)
    made.add_argument("archive", metavar="FILE.zip", help=say("archive file to import"))


def _add_data_folder_argument(made: CommandParser) -> None:
    made.add_argument(
        "url",
        metavar="FOLDER",
        help=say("data folder, or the address of a server such as postgresql://host/database"),
    )
