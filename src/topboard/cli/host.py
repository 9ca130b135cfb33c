"""The ``topboard host`` command, for a database that holds many events."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable

from topboard.cli.parser import LazyParser, make_lazy_runner
from topboard.messages import say

AddVerb = Callable[[str, str, str, str], ArgumentParser]
"""Adds a subcommand with its name, summary, module and function."""


def add_verbs(parser: ArgumentParser) -> None:
    """Add the server subcommands. Their help needs no package of the extra ``hosted``."""
    verbs = parser.add_subparsers(metavar="ACT", required=True, parser_class=LazyParser)

    def add_verb(name: str, summary: str, module: str, function: str) -> ArgumentParser:
        made = verbs.add_parser(name, help=summary, description=summary)
        made.set_defaults(run=make_lazy_runner(module, function))
        made.add_argument("--json", action="store_true", help=say("print JSON"))
        made.add_argument("url", metavar="URL", help=say("of the database: postgresql://…"))
        return made

    made = add_verb(
        "set-up",
        say("Make the tables of a host, or bring them up to date."),
        "host_database",
        "set_up_database",
    )
    made.add_argument(
        "--web-role", metavar="NAME", default="", help=say("give this role the rights of workers")
    )
    made = add_verb(
        "check",
        say("Prove every event of a host from its first entry on."),
        "host_database",
        "check_database",
    )
    made.add_argument(
        "--mend", action="store_true", help=say("make the list of events again where it is wrong")
    )
    _add_member_verbs(add_verb)
    _add_archive_verbs(add_verb)


def _add_member_verbs(verb: AddVerb) -> None:
    summary = say("List the organisations of a host, make one, or give it events.")
    made = verb("organisation", summary, "host_members", "manage_organisations")
    made.add_argument("slug", metavar="WORD", nargs="?", default="", help=say("as in cfc"))
    made.add_argument("name", metavar="NAME", nargs="?", default="", help=say("of a new one"))
    made.add_argument(
        "--give", metavar="EVENT", action="append", default=[], help=say("this event is its own")
    )
    summary = say("List the members of an organisation or an event, name one, or remove one.")
    made = verb("member", summary, "host_members", "manage_members")
    made.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help=say(
            "ORGANISATION ACCOUNT officer|arbiter; at the address of an event, URL#WORD:"
            " ACCOUNT chief|deputy|entry|viewer"
        ),
    )
    made.add_argument("--remove", action="store_true", help=say("is no member any more"))


def _add_archive_verbs(verb: AddVerb) -> None:
    made = verb(
        "export",
        say("Write everything of a host, or of a folder, to one file."),
        "host_archives",
        "export_archive",
    )
    made.add_argument("archive", metavar="FILE.zip")
    made.add_argument(
        "--organisation", metavar="WORD", default="", help=say("only what belongs to it")
    )
    made.add_argument("--no-pages", action="store_true", help=say("leave the public pages out"))
    summary = say("Put the events and templates of an archive into a host or a folder.")
    verb("import", summary, "host_archives", "import_archive").add_argument(
        "archive", metavar="FILE.zip"
    )
