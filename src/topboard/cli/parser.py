"""The parser of the commands, with their options and help texts."""

from __future__ import annotations

import argparse
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from topboard import __version__
from topboard.cli.exit_codes import BAD_INPUT
from topboard.cli.streams import print_to_stderr
from topboard.messages import in_force, say, worded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MODULES = {
    "systems": "systems",
    "pair": "pair",
    "check": "check",
    "compare": "compare",
    "explain": "explain",
    "standings": "standings",
    "generate": "generate",
    "convert": "convert",
    "event": "event_parser",
    "ratings": "rating_lists",
    "serve": "serve",
    "host": "host",
    "prove": "proofs",
    "verify": "proofs",
    "document": "document",
    "publish": "publish",
    "certify": "certify",
    "study": "study",
}
"""The module of each verb in ``topboard.cli``, imported when the verb is used.

The function that runs a verb is named ``run_`` and the verb. A verb with subcommands has
``add_verbs`` instead.
"""

EXIT_CODES = worded(
    "exit codes:\n  0  done\n  1  no legal pairing, or check found a difference\n  2 "
    " unexpected\n  3  bad input or request\n  4  too large\n  5  a file cannot be read or written"
)


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with the code for bad requests."""
        print_to_stderr(self.format_usage().rstrip("\n"))
        print_to_stderr(f"{self.prog}: {message}")
        self.exit(BAD_INPUT)

    def print_help(self, file: Any = None) -> None:
        """Print the help. Unlike argparse, raise an error if it cannot be written."""
        print(self.format_help(), end="", file=file)


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the parsed arguments, with the function of the command as ``run``."""
    parser = _cached_parser() if in_force() is None else _build_parser()
    return parser.parse_args(arguments)


@cache
def _cached_parser() -> _Parser:
    """Return the cached parser, with help in English, for all commands of a process."""
    return _build_parser()


def _build_parser() -> _Parser:
    parser = _Parser(
        prog="topboard",
        description=say("Chess pairings that can be explained, checked and replayed."),
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"topboard {__version__}")
    verbs = parser.add_subparsers(metavar="VERB", required=True, parser_class=_Parser)
    for add in (
        _add_systems_verb,
        _add_pair_verb,
        _add_check_verb,
        _add_compare_verb,
        _add_explain_verb,
        _add_standings_verb,
        _add_generate_verb,
        _add_convert_verb,
        _add_event_verb,
        _add_ratings_verb,
        _add_serve_verb,
        _add_host_verb,
    ):
        add(verbs)
    for add in (
        _add_prove_verb,
        _add_verify_verb,
        _add_document_verb,
        _add_publish_verb,
        _add_certify_verb,
        _add_study_verb,
        _add_engine_verb,
    ):
        add(verbs)
    return parser


class LazyParser(_Parser):
    """A parser whose subcommands or arguments are added when it is first used."""

    fill: Callable[[argparse.ArgumentParser], None] | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Add the subcommands or arguments if that has not been done, then parse."""
        if self.fill is not None:
            fill, self.fill = self.fill, None
            fill(self)
        return super().parse_known_args(args, namespace)


def _add_event_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    _add_verb_with_subcommands(
        verbs, "event", say("Run an event: entries, rounds, results, journal.")
    )


def _add_ratings_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    _add_verb_with_subcommands(
        verbs, "ratings", say("Take in the rating lists of federations, and search them.")
    )


def _add_host_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    _add_verb_with_subcommands(
        verbs, "host", say("Keep many events in a database, for several desks.")
    )


def _add_verb_with_subcommands(
    verbs: argparse._SubParsersAction[_Parser], name: str, summary: str
) -> None:
    """Add a verb whose subcommands are added by ``add_verbs`` of its module when it is used."""
    parser = LazyParser(prog=f"{verbs._prog_prefix} {name}", description=summary)
    parser.fill = lambda filled: load_function(MODULES[name], "add_verbs")(filled)
    verbs.add_parser(name, help=summary)
    verbs.choices[name] = parser


def _add_verb(
    verbs: argparse._SubParsersAction[_Parser], name: str, summary: str, example: str
) -> _Parser:
    verb = verbs.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=say("example:\n  {example}", example=example),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verb.set_defaults(run=make_lazy_runner(MODULES[name], f"run_{name}"))
    verb.add_argument("--json", action="store_true", help=say("print JSON"))
    return verb


def make_lazy_runner(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Return a function that imports the module of a verb when it is called, and runs the verb."""

    def run_verb(request: argparse.Namespace) -> int:
        code: int = load_function(module, function)(request)
        return code

    return run_verb


def load_function(module: str, function: str) -> Callable[..., Any]:
    """Import a module of ``topboard.cli`` and return one of its functions.

    All verbs are loaded here and nowhere else.
    """
    found: Callable[..., Any] = getattr(import_module(f"topboard.cli.{module}"), function)
    return found


def _add_file_arguments(verb: _Parser, what: str = "JSON or TRF; - for standard input") -> None:
    verb.add_argument("file", metavar="FILE", help=what)
    verb.add_argument(
        "--accept-points",
        action="store_true",
        help=say("read a TRF whose points are not those of its results"),
    )


def _add_event_arguments(verb: _Parser, *, round_option: bool = True) -> None:
    _add_file_arguments(verb)
    verb.add_argument(
        "--system", metavar="NAME", help=say("the system, if not the one in the file")
    )
    verb.add_argument(
        "--variation",
        metavar="NAME",
        action="append",
        default=[],
        help=say("a variation of the system in force (may be given several times)"),
    )
    if round_option:
        verb.add_argument(
            "--round", type=int, metavar="N", help=say("the round, if not the one to come")
        )


def _add_systems_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    _add_verb(verbs, "systems", say("List the systems."), "topboard systems")


def _add_pair_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    verb = _add_verb(
        verbs, "pair", say("Pair the round to come."), "topboard pair olympiad-round-5.json"
    )
    _add_event_arguments(verb)
    verb.add_argument("--reasons", action="store_true", help=say("print the reasons too"))
    verb.add_argument(
        "--plain",
        action="store_true",
        help=say(
            "print only numbers as pairing engines do: how many lines follow, then the pairs"
            " 'white black' and the bye 'number 0'"
        ),
    )


def _add_check_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    verb = _add_verb(
        verbs,
        "check",
        say("Replay every published round and count the standings again: each difference listed."),
        "topboard check event.json",
    )
    _add_event_arguments(verb)
    verb.add_argument(
        "--proofs",
        nargs="+",
        metavar="PATH",
        help=say("proofs of rounds, or folders of them: what is proved is not paired again"),
    )


def _add_compare_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    verb = _add_verb(
        verbs,
        "compare",
        say("Pair every round by two systems: the tables that differ, and by which articles."),
        "topboard compare event.trf fide_dutch_2017 fide_dutch_2026",
    )
    _add_file_arguments(verb)
    verb.add_argument("first", metavar="SYSTEM_A", help=say("a system, or an edition of one"))
    verb.add_argument("second", metavar="SYSTEM_B", help=say("the one to compare it with"))
    verb.add_argument("--round", type=int, metavar="N", help=say("only this round"))


def _add_explain_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    verb = _add_verb(
        verbs,
        "explain",
        say("Say why the round to come is paired as it is."),
        "topboard explain olympiad-round-5.json --why-not 12 France",
    )
    _add_event_arguments(verb)
    what = verb.add_mutually_exclusive_group()
    what.add_argument("--table", type=int, metavar="N", help=say("one table"))
    what.add_argument(
        "--team", "--player", dest="who", metavar="WHO", help=say("a number or a name")
    )
    what.add_argument(
        "--why-not", nargs=2, metavar=("A", "B"), help=say("why these two do not meet")
    )


def _add_prove_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    summary = say("Write the proof of a round: every decision with its witness.")
    verb = verbs.add_parser("prove", help=summary, description=summary)
    verb.set_defaults(run=make_lazy_runner(MODULES["prove"], "run_prove"))
    _add_event_arguments(verb)
    verb.add_argument(
        "--without-facts",
        action="store_true",
        help=say("only the digest of the facts the round rests on"),
    )
    verb.add_argument("-o", "--output", metavar="PROOF", default="-")


def _add_verify_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    summary = say("Check the proof of a round without pairing it.")
    verb = verbs.add_parser("verify", help=summary, description=summary)
    verb.set_defaults(run=make_lazy_runner(MODULES["verify"], "run_verify"))
    verb.add_argument("proof", metavar="PROOF", help=say("what prove has written"))
    verb.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help=say("the event: system, facts and published round must be those of the proof"),
    )
    verb.add_argument(
        "--system", metavar="NAME", help=say("the system of the event (default: as its file says)")
    )
    verb.add_argument(
        "--accept-points",
        action="store_true",
        help=say("read a TRF whose points are not those of its results"),
    )
    verb.add_argument("--steps", action="store_true", help=say("list every step that holds"))
    verb.add_argument("--json", action="store_true", help=say("print JSON"))


def _add_standings_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    verb = _add_verb(
        verbs,
        "standings",
        say("Print the standings with their tie-breaks."),
        "topboard standings e.trf",
    )
    _add_event_arguments(verb, round_option=False)
    verb.add_argument("--after", type=int, metavar="N", help=say("after round N"))
    verb.add_argument(
        "--category", metavar="NAME", help=say("only of some: U16, 50+, U1800, 1600-1799, women …")
    )
    verb.add_argument(
        "--aro", action="store_true", help=say("the average ratings of the opponents instead")
    )
    verb.add_argument(
        "--open", dest="who", metavar="WHO", help=say("show what the numbers are made of")
    )
    verb.add_argument(
        "--tie-breaks",
        metavar="CODES",
        help=say("these in their order, as in DE,BH/C1,SB, not the event's"),
    )
    verb.add_argument(
        "--tie-break-edition",
        metavar="YEAR",
        help=say(
            "FIDE's tie-breaks by the text of 2026, 2024 or 2023; else by the event's first day"
        ),
    )


def _add_generate_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    verb = _add_verb(
        verbs,
        "generate",
        say("Make a random event, the same for the same seed."),
        "topboard generate --system olympiad_2022 --seed 7 --teams 60 -o event.json",
    )
    verb.add_argument("--system", metavar="NAME", required=True)
    verb.add_argument("--seed", type=int, metavar="N", help=say("else one by chance, and told"))
    verb.add_argument(
        "--by-lot", action="store_true", help=say("draw what is not named here from the seed")
    )
    verb.add_argument("--teams", "--players", dest="competitors", type=int, metavar="N")
    for name, words in (
        ("rounds", say("9 if not said")),
        ("boards", say("of a team, 4 if not said")),
        ("top-rating", say("of the strongest, 2700 if not said")),
        ("spread", say("strongest to weakest, 1200 if not said")),
        ("forbidden", say("forbidden pairs")),
    ):
        verb.add_argument(f"--{name}", type=int, metavar="N", help=words)
    for name, words in (
        ("draws", say("games drawn, 40 if not said")),
        ("no-shows", say("matches defaulted")),
        ("double-forfeits", say("meetings to which neither side comes")),
        ("odd-results", say("games that end 1/2-0, 0-1/2 or 0-0")),
        ("unrated-games", say("games that ended before both sides had moved")),
        ("absences", say("rounds missed with leave")),
        ("half-byes", say("rounds missed for half a point")),
        ("full-byes", say("rounds missed for the points of a win")),
        ("late", say("competitors that join after round 1")),
        ("leaving", say("competitors that leave for good")),
        ("unrated", say("players without a rating")),
        ("titled", say("players with the title their rating can earn")),
    ):
        verb.add_argument(f"--{name}", type=int, metavar="PERCENT", help=words)
    for name, words in (
        ("unpaired-last", say("leave the last round to be paired")),
        ("numbered", say("give pairing numbers by the initial ranking")),
        ("by-table", say("results as FIDE's table expects them of the ratings")),
        ("all-at-start", say("nobody joins late or stays away from round 1")),
    ):
        verb.add_argument(f"--{name}", action="store_true", default=None, help=words)
    verb.add_argument("--variation", metavar="NAME", action="append", default=[])
    verb.add_argument(
        "--tie-breaks", metavar="CODES", help=say("announced, in their order, as in BH,SB")
    )
    verb.add_argument(
        "--points", metavar="W,D,L[,BYE]", help=say("what a game and the bye are worth")
    )
    verb.add_argument(
        "--to", metavar="FORMAT", help=say("format of the output, if not by its name")
    )
    verb.add_argument("-o", "--output", metavar="FILE", default="-")


def _add_convert_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    verb = _add_verb(
        verbs,
        "convert",
        say("Write an event in another format."),
        "topboard convert event.json event.trf --to trf26",
    )
    _add_file_arguments(verb)
    verb.add_argument("output", metavar="OUTPUT", nargs="?", default="-")
    verb.add_argument("--to", metavar="FORMAT", help=say("round-json, event-json, trf16 or trf26"))
    verb.add_argument("--system", metavar="NAME", help=say("the system to write into the file"))
    verb.add_argument(
        "--number", action="store_true", help=say("give pairing numbers by the initial ranking")
    )


def _add_serve_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    summary = say("Open the tournament desk in the browser for a folder of events, or a host.")
    verb = verbs.add_parser("serve", help=summary, description=summary)
    verb.set_defaults(run=make_lazy_runner(MODULES["serve"], "run_serve"))
    verb.add_argument(
        "home",
        metavar="FOLDER",
        nargs="?",
        default="topboard-events",
        help=say("of the events; or postgresql://…, the address of a host"),
    )
    verb.add_argument("--host", default="127.0.0.1", help=say("this machine only, if not said"))
    verb.add_argument("--port", type=int, default=8000)
    verb.add_argument(
        "--sample", action="store_true", help=say("with a sample event if it is empty")
    )
    verb.add_argument(
        "--open", action="store_true", help=say("and show it in the browser, where there is one")
    )
    verb.add_argument(
        "--add-user", nargs=2, metavar=("NAME", "ROLE"), help=say("let somebody sign in")
    )
    verb.add_argument(
        "--ratings", metavar="DIR", help=say("where the rating lists are, else TOPBOARD_RATINGS")
    )
    verb.add_argument(
        "--proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help=say("believe what a proxy there says of who asks; may be given again"),
    )
    verb.add_argument(
        "--name",
        metavar="NAME",
        action="append",
        default=[],
        help=say("answer only to this name of the desk; may be given again"),
    )
    verb.add_argument("--certificate", metavar="FILE", help=say("for HTTPS"))
    verb.add_argument("--key", metavar="FILE", help=say("of the certificate"))


def _add_document_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    summary = say("Write a paper of an event: pairing sheet, slips, standings, charts …")
    verb = verbs.add_parser("document", help=summary, description=summary)
    verb.set_defaults(run=make_lazy_runner(MODULES["document"], "run_document"))
    verb.add_argument("name", metavar="NAME", help=say("pairing-sheet, standings, result-slips …"))
    _add_file_arguments(verb, say("a journal, JSON or TRF; - for standard input"))
    verb.add_argument(
        "--to", choices=["text", "json", "html", "pdf"], help=say("else as OUTPUT ends")
    )
    verb.add_argument("--paper", choices=["a4", "letter"], default="a4")
    verb.add_argument("--round", type=int, metavar="N")
    verb.add_argument("--section", metavar="NAME", help=say("of a journal with several"))
    verb.add_argument(
        "--category", metavar="NAME", help=say("only of some: U16, 50+, U1800, 1600-1799, women …")
    )
    verb.add_argument(
        "--system", metavar="NAME", help=say("the system, if not the one in the file")
    )
    verb.add_argument("-o", "--output", metavar="OUTPUT", default="-")


def _add_engine_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    """Add the engine to the help only, because ``topboard.cli.main`` handles it before parsing."""
    summary = "Pair, check and generate as bbpPairings and JaVaFo are asked to."
    verbs.add_parser("engine", help=summary)


def _add_publish_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    summary = say("Write the public pages of an event as files for any web host.")
    verb = verbs.add_parser("publish", help=summary, description=summary)
    verb.set_defaults(run=make_lazy_runner(MODULES["publish"], "run_publish"))
    verb.add_argument("file", metavar="EVENT", help=say("the journal of the event"))
    verb.add_argument("target", metavar="TARGET", help=say("a folder, or s3://bucket/prefix"))
    verb.add_argument(
        "--address", metavar="URL", default="", help=say("of the pages, for QR codes")
    )
    verb.add_argument("--follow", action="store_true", help=say("publish every new entry"))
    verb.add_argument(
        "--every",
        type=float,
        default=10,
        metavar="SECONDS",
        help=say("at most so often, with --follow (10)"),
    )
    verb.add_argument(
        "--keep",
        type=int,
        metavar="N",
        help=say("earlier publications whose pages stay: 10 of a store or with --follow, else 0"),
    )
    verb.add_argument(
        "--endpoint", metavar="URL", default="", help=say("of the store, else AWS_ENDPOINT_URL")
    )
    verb.add_argument(
        "--replace",
        action="store_true",
        help=say("also what is newer there, or of another event"),
    )
    verb.add_argument("--dry-run", action="store_true", help=say("only tell what would be written"))


def _add_certify_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    summary = say("Let another engine, or another system, and this one check each other's events.")
    verb = verbs.add_parser("certify", help=summary, description=summary)
    verb.set_defaults(run=make_lazy_runner(MODULES["certify"], "run_certify"))
    other = verb.add_mutually_exclusive_group(required=True)
    other.add_argument("--peer", metavar="PATH", help=say("the other engine"))
    other.add_argument("--against", metavar="NAME", help=say("or another system of this one"))
    verb.add_argument(
        "--events", type=int, metavar="N", required=True, help=say("so many of each engine")
    )
    verb.add_argument("--system", metavar="NAME", help=say("else the one the engine pairs by"))
    verb.add_argument(
        "--speaks",
        metavar="FORM",
        help=say("bbpPairings, javafo or py4swiss, if its name does not tell"),
    )
    verb.add_argument("--seed", type=int, metavar="N", help=say("of the first event, else 0"))
    verb.add_argument("--players", metavar="N[-M]", help=say("of each event, else drawn"))
    verb.add_argument("--rounds", metavar="N[-M]", help=say("of each event, else drawn"))
    verb.add_argument(
        "--folder", metavar="DIR", help=say("where all is kept, and a stopped run goes on")
    )
    _add_worker_options(verb)
    verb.add_argument(
        "--patience", type=int, default=60, metavar="SECONDS", help=say("for one answer")
    )
    verb.add_argument("--json", action="store_true", help=say("print JSON"))


def _add_study_verb(verbs: argparse._SubParsersAction[_Parser]) -> None:
    summary = say("Compare formats on many random events; a run that was stopped goes on.")
    verb = verbs.add_parser("study", help=summary, description=summary)
    verb.set_defaults(run=make_lazy_runner(MODULES["study"], "run_study"))
    verb.add_argument("file", metavar="FILE.toml", help=say("what is studied"))
    verb.add_argument("--folder", metavar="DIR", help=say("where the events are kept"))
    _add_worker_options(verb)
    verb.add_argument("--json", action="store_true", help=say("print JSON"))


def _add_worker_options(verb: argparse.ArgumentParser) -> None:
    """Add the options for distributing the work on many events."""
    verb.add_argument("--jobs", type=int, default=1, metavar="N", help=say("so many processes"))
    verb.add_argument(
        "--dask",
        metavar="ADDRESS",
        help=say("of a cluster, as in tcp://host:8786; local:N starts one"),
    )
