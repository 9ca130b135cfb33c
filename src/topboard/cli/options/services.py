"""The options of ``topboard serve``, ``publish``, ``certify`` and ``study``."""

from __future__ import annotations

from topboard.cli.parser import CommandParser, add_json_option, parse_whole_number
from topboard.messages import say


def add_serve_options(verb: CommandParser) -> None:
    """Add the options of ``topboard serve``."""
    verb.add_argument(
        "home",
        metavar="FOLDER",
        nargs="?",
        help=say(
            "data folder, or the address of a server such as postgresql://host/database"
            " (default: topboard-events)"
        ),
    )
    verb.add_argument(
        "--host",
        metavar="ADDRESS",
        default="127.0.0.1",
        help=say("network address to listen on (default: 127.0.0.1, only this computer)"),
    )
    verb.add_argument(
        "--port",
        type=parse_whole_number,
        metavar="N",
        default=8000,
        help=say("port to listen on (default: 8000)"),
    )
    verb.add_argument(
        "--sample",
        action="store_true",
        help=say("add three sample events if there are no events yet"),
    )
    verb.add_argument("--open", action="store_true", help=say("open the desk in the web browser"))
    verb.add_argument(
        "--add-user",
        nargs=2,
        metavar=("NAME", "ROLE"),
        help=say("add a user who can sign in, instead of starting the desk"),
    )
    _add_token_options(verb)
    verb.add_argument(
        "--ratings",
        metavar="DIR",
        help=say("folder with the rating lists (default: $TOPBOARD_RATINGS)"),
    )
    _add_playground_option(verb)
    _add_network_options(verb)
    _add_engine_options(verb)


def _add_network_options(verb: CommandParser) -> None:
    verb.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help=say("trust the client address that a proxy at this address reports (can be repeated)"),
    )
    verb.add_argument(
        "--name",
        metavar="NAME",
        action="append",
        default=[],
        help=say("accept only requests to this host name (can be repeated; default: any name)"),
    )
    verb.add_argument("--certificate", metavar="FILE", help=say("certificate file for HTTPS"))
    verb.add_argument(
        "--key", metavar="FILE", help=say("file with the private key of the certificate")
    )


def _add_token_options(verb: CommandParser) -> None:
    verb.add_argument(
        "--add-token",
        nargs=2,
        metavar=("NAME", "ROLE"),
        help=say("create a token with which a program can use the API, and print it once"),
    )
    verb.add_argument(
        "--days",
        type=parse_whole_number,
        metavar="N",
        help=say("with --add-token: number of days for which the token is valid (default: 90)"),
    )
    verb.add_argument(
        "--owner",
        metavar="ACCOUNT",
        default="",
        help=say(
            "with --add-token on a server: account to which the token belongs, and whose rights"
            " it cannot exceed"
        ),
    )
    verb.add_argument(
        "--revoke-token", metavar="NAME", help=say("revoke a token, which is no longer accepted")
    )
    verb.add_argument(
        "--list-tokens", action="store_true", help=say("list the tokens with their last use")
    )


def _add_engine_options(verb: CommandParser) -> None:
    verb.add_argument(
        "--engine",
        action="store_true",
        help=say(
            "run the HTTP engine instead of the desk: it answers questions about events that other"
            " programs send, and stores nothing"
        ),
    )
    verb.add_argument(
        "--workers",
        type=parse_whole_number,
        metavar="N",
        help=say("with --engine: number of questions answered at the same time (default: 2)"),
    )
    verb.add_argument(
        "--timeout",
        type=parse_whole_number,
        metavar="SECONDS",
        help=say("with --engine: maximum time in seconds for an answer (default: 30)"),
    )
    verb.add_argument(
        "--participants",
        type=parse_whole_number,
        metavar="N",
        help=say("with --engine: largest number of participants of an event (default: 5000)"),
    )


def add_mcp_options(verb: CommandParser) -> None:
    """Add the options of ``topboard mcp``."""
    verb.add_argument(
        "folder",
        metavar="FOLDER",
        nargs="?",
        help=say(
            "folder with event files that the assistant may read (default: none, so that it has to"
            " send the events)"
        ),
    )


def add_publish_options(verb: CommandParser) -> None:
    """Add the options of ``topboard publish``."""
    verb.add_argument("file", metavar="EVENT", help=say("journal file of the event"))
    verb.add_argument(
        "target", metavar="TARGET", help=say("folder to write to, or s3://bucket/prefix")
    )
    verb.add_argument(
        "--address",
        metavar="URL",
        default="",
        help=say("web address of the pages, for QR codes (default: no QR codes)"),
    )
    _add_playground_option(verb)
    verb.add_argument(
        "--follow",
        action="store_true",
        help=say("keep running and publish after every new journal entry"),
    )
    verb.add_argument(
        "--every",
        type=float,
        default=10,
        metavar="SECONDS",
        help=say("minimum time in seconds between publications with --follow (default: 10)"),
    )
    verb.add_argument(
        "--keep",
        type=parse_whole_number,
        metavar="N",
        help=say(
            "number of earlier publications whose pages are kept (default: 10 in object storage"
            " or with --follow, otherwise 0)"
        ),
    )
    verb.add_argument(
        "--endpoint",
        metavar="URL",
        default="",
        help=say("address of the object storage (default: $AWS_ENDPOINT_URL)"),
    )
    verb.add_argument(
        "--replace",
        action="store_true",
        help=say("replace pages even if they are newer or belong to a different event"),
    )
    verb.add_argument(
        "--dry-run",
        action="store_true",
        help=say("show what would be written, without writing anything"),
    )


def _add_playground_option(verb: CommandParser) -> None:
    verb.add_argument(
        "--playground",
        metavar="URL",
        default="",
        help=say(
            "web address of the page that runs Topboard in the browser, to which the reasons for"
            " each round link (default: no links)"
        ),
    )


def add_certify_options(verb: CommandParser) -> None:
    """Add the options of ``topboard certify``."""
    other = verb.add_mutually_exclusive_group(required=True)
    other.add_argument("--engine", metavar="PATH", help=say("path of the engine to compare with"))
    other.add_argument(
        "--against", metavar="NAME", help=say("Topboard pairing system to compare with")
    )
    verb.add_argument(
        "--events",
        type=parse_whole_number,
        metavar="N",
        required=True,
        help=say("number of events generated by each engine (required)"),
    )
    verb.add_argument(
        "--system",
        metavar="NAME",
        help=say("Topboard pairing system (default: the one that the engine uses)"),
    )
    verb.add_argument(
        "--interface",
        metavar="NAME",
        help=say(
            "command line of the engine: bbpPairings, javafo or py4swiss (default: from its file"
            " name)"
        ),
    )
    _add_random_event_options(verb)
    verb.add_argument(
        "--folder",
        metavar="DIR",
        help=say(
            "folder for the events and results; an interrupted run is resumed there (default: "
            "named after the engine and the system)"
        ),
    )
    _add_worker_options(verb)
    verb.add_argument(
        "--timeout",
        type=parse_whole_number,
        default=60,
        metavar="SECONDS",
        help=say("maximum time in seconds for each answer from the engine (default: 60)"),
    )
    verb.old_options |= {
        "--peer": "--engine",
        "--speaks": "--interface",
        "--patience": "--timeout",
    }
    add_json_option(verb)


def _add_random_event_options(verb: CommandParser) -> None:
    verb.add_argument(
        "--seed",
        type=parse_whole_number,
        metavar="N",
        help=say("random seed for the first event (default: 0)"),
    )
    verb.add_argument(
        "--players",
        metavar="N[-M]",
        help=say("number of players per event, or a range (default: random)"),
    )
    verb.add_argument(
        "--rounds",
        metavar="N[-M]",
        help=say("number of rounds per event, or a range (default: random)"),
    )


def add_study_options(verb: CommandParser) -> None:
    """Add the options of ``topboard study``."""
    verb.add_argument("file", metavar="FILE.toml", help=say("file that describes the study"))
    verb.add_argument(
        "--folder",
        metavar="DIR",
        help=say(
            "folder for the events; an interrupted run is resumed there (default: the file name "
            "followed by -events)"
        ),
    )
    _add_worker_options(verb)
    add_json_option(verb)


def _add_worker_options(verb: CommandParser) -> None:
    """Add the options that distribute the work over several processes or machines."""
    verb.add_argument(
        "--jobs",
        type=parse_whole_number,
        default=1,
        metavar="N",
        help=say("number of processes (default: 1)"),
    )
    verb.add_argument(
        "--dask",
        metavar="ADDRESS",
        help=say(
            "address of a Dask cluster, such as tcp://host:8786; local:N starts one with N workers"
            " (default: no cluster)"
        ),
    )
