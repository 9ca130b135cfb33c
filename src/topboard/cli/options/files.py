"""The options of the verbs that read an event file."""

from __future__ import annotations

import argparse

from topboard.cli.parser import (
    CommandParser,
    add_json_option,
    add_output_option,
    parse_whole_number,
)
from topboard.messages import say


def add_systems_options(verb: CommandParser) -> None:
    """Add the options of ``topboard systems``."""
    add_json_option(verb)


def add_pair_options(verb: CommandParser) -> None:
    """Add the options of ``topboard pair``."""
    _add_event_arguments(verb)
    _add_section_option(verb)
    verb.add_argument(
        "--reasons", action="store_true", help=say("also print the reasons for the pairing")
    )
    verb.add_argument(
        "--plain",
        action="store_true",
        help=say(
            "print only numbers, as pairing engines do: the number of lines that follow, then"
            " 'white black' for each pair and 'number 0' for the bye"
        ),
    )
    add_json_option(verb)


def add_check_options(verb: CommandParser) -> None:
    """Add the options of ``topboard check``."""
    _add_event_arguments(verb, round=say("number of the round to check (default: all rounds)"))
    _add_section_option(verb)
    verb.add_argument(
        "--proofs",
        nargs="+",
        metavar="PATH",
        help=say("files or folders with proofs of rounds; proved rounds are not paired again"),
    )
    _add_diagnosis_options(verb)
    add_json_option(verb)


def _add_diagnosis_options(verb: CommandParser) -> None:
    verb.add_argument(
        "--diagnose",
        action="store_const",
        const="full",
        help=say("look for the cause of every round that differs from the rules"),
    )
    # An option with its value in its name leaves the argument after --diagnose to the file.
    verb.add_argument(
        "--diagnose=quick",
        dest="diagnose",
        action="store_const",
        const="quick",
        help=say("try only editions, byes, the initial colour and the structure of round 1"),
    )
    verb.add_argument(
        "--write",
        metavar="FILE",
        help=say("with --diagnose: write the repaired event, with each repair as a comment"),
    )
    verb.add_argument(
        "--report",
        metavar="FILE",
        help=say("with --diagnose: write the diagnosis as a document (txt, json, html or pdf)"),
    )


def add_compare_options(verb: CommandParser) -> None:
    """Add the options of ``topboard compare``."""
    _add_file_arguments(verb)
    verb.add_argument(
        "first", metavar="SYSTEM_A", help=say("pairing system, as listed by topboard systems")
    )
    verb.add_argument("second", metavar="SYSTEM_B", help=say("second pairing system"))
    verb.add_argument(
        "--round",
        type=parse_whole_number,
        metavar="N",
        help=say("number of the round to compare (default: all rounds)"),
    )
    add_json_option(verb)


def add_explain_options(verb: CommandParser) -> None:
    """Add the options of ``topboard explain``."""
    _add_event_arguments(verb)
    _add_section_option(verb)
    what = verb.add_mutually_exclusive_group()
    what.add_argument(
        "--table",
        type=parse_whole_number,
        metavar="N",
        help=say("explain only this board or, for teams, this table (default: the whole round)"),
    )
    what.add_argument(
        "--team",
        "--player",
        dest="who",
        metavar="WHO",
        help=say("explain only the pairing of this participant, given by number or name"),
    )
    what.add_argument(
        "--why-not",
        nargs=2,
        metavar=("A", "B"),
        help=say("explain why these two participants do not meet"),
    )
    add_json_option(verb)


def add_prove_options(verb: CommandParser) -> None:
    """Add the options of ``topboard prove``."""
    _add_event_arguments(verb)
    _add_section_option(verb)
    verb.add_argument(
        "--without-facts",
        action="store_true",
        help=say("write only the hash of the data that the proof uses (default: all the data)"),
    )
    add_output_option(verb, say("file to write (default: -, standard output)"), "PROOF")


def add_verify_options(verb: CommandParser) -> None:
    """Add the options of ``topboard verify``."""
    verb.add_argument("proof", metavar="PROOF", help=say("file written by topboard prove"))
    verb.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help=say(
            "event file whose system, data and published round must match the proof (default: "
            "only the proof itself is verified)"
        ),
    )
    _add_system_option(verb)
    _add_accept_points_option(verb)
    verb.add_argument(
        "--steps", action="store_true", help=say("list every step that has been verified")
    )
    add_json_option(verb)


def add_standings_options(verb: CommandParser) -> None:
    """Add the options of ``topboard standings``."""
    _add_event_arguments(verb, round="")
    _add_section_option(verb)
    verb.add_argument(
        "--after",
        type=parse_whole_number,
        metavar="N",
        help=say("standings after this round (default: the last round played)"),
    )
    _add_category_option(verb)
    verb.add_argument(
        "--aro",
        action="store_true",
        help=say("print the average ratings of opponents instead of the standings"),
    )
    verb.add_argument(
        "--open",
        dest="who",
        metavar="WHO",
        help=say("show how the tie-breaks of this participant are calculated"),
    )
    verb.add_argument(
        "--tie-breaks",
        metavar="CODES",
        help=say("tie-breaks in order, such as DE,BH/C1,SB (default: those of the event)"),
    )
    verb.add_argument(
        "--tie-break-edition",
        metavar="YEAR",
        help=say(
            "FIDE tie-break regulations to use: 2026, 2024 or 2023 (default: those in force on the"
            " first day of the event)"
        ),
    )
    add_json_option(verb)


def add_convert_options(verb: CommandParser) -> None:
    """Add the options of ``topboard convert``."""
    _add_file_arguments(verb)
    add_output_option(
        verb, say("file to write (default: -, standard output)"), "OUTPUT", old_positional=True
    )
    verb.add_argument(
        "--to",
        metavar="FORMAT",
        help=say(
            "format to write: round-json, event-json, trf16 or trf26 (default: from the name of"
            " the output file)"
        ),
    )
    verb.add_argument(
        "--system",
        metavar="NAME",
        help=say("pairing system to write into the file (default: the one named in the file)"),
    )
    verb.add_argument(
        "--number",
        action="store_true",
        help=say(
            "assign starting numbers according to the initial ranking (default: keep the numbers)"
        ),
    )
    # This option changes nothing here, but has always been accepted.
    verb.add_argument("--json", action="store_true", help=argparse.SUPPRESS)


def add_document_options(verb: CommandParser) -> None:
    """Add the options of ``topboard document``."""
    verb.add_argument(
        "name",
        metavar="NAME",
        help=say("kind of document, such as pairing-sheet, standings or result-slips"),
    )
    _add_file_arguments(verb, say("event file: a journal, JSON or TRF; - for standard input"))
    verb.add_argument(
        "--to",
        choices=["text", "json", "html", "pdf"],
        help=say("format to write (default: from the name of the output file, otherwise text)"),
    )
    verb.add_argument(
        "--paper",
        choices=["a4", "letter"],
        default="a4",
        help=say("paper size of HTML and PDF (default: a4)"),
    )
    verb.add_argument(
        "--round",
        type=parse_whole_number,
        metavar="N",
        help=say("number of the round (default: the last published one, otherwise the next)"),
    )
    verb.add_argument(
        "--section",
        metavar="NAME",
        help=say("section, if the file is a journal (default: the only section)"),
    )
    _add_category_option(verb)
    _add_system_option(verb)
    add_output_option(verb, say("file to write (default: -, standard output)"), "OUTPUT")


def _add_file_arguments(verb: CommandParser, what: str = "") -> None:
    verb.add_argument(
        "file",
        metavar="FILE",
        help=what or say("event file in JSON or TRF; - for standard input"),
    )
    _add_accept_points_option(verb)


def _add_accept_points_option(verb: CommandParser) -> None:
    verb.add_argument(
        "--accept-points",
        action="store_true",
        help=say("accept a TRF file whose points do not match its results"),
    )


def _add_system_option(verb: CommandParser) -> None:
    verb.add_argument(
        "--system",
        metavar="NAME",
        help=say("pairing system (default: the one named in the file)"),
    )


def _add_section_option(verb: CommandParser) -> None:
    verb.add_argument(
        "--section",
        metavar="NAME",
        help=say("section of the event, if FILE is a journal (default: the only one)"),
    )


def _add_category_option(verb: CommandParser) -> None:
    verb.add_argument(
        "--category",
        metavar="NAME",
        help=say(
            "only this category, such as U16, 50+, U1800, 1600-1799 or women (default: all"
            " participants)"
        ),
    )


def _add_event_arguments(verb: CommandParser, round: str | None = None) -> None:
    """Add the arguments for the event file, the system and its options, and the round.

    ``round`` is the help text of ``--round`` if it differs from the usual one. If it is empty, the
    option is not added.
    """
    _add_file_arguments(verb)
    _add_system_option(verb)
    verb.add_argument(
        "--variation",
        metavar="NAME",
        action="append",
        default=[],
        help=say("option of the pairing system, such as baku (can be repeated)"),
    )
    if round != "":
        usual = say("number of the round (default: the next round)")
        verb.add_argument("--round", type=parse_whole_number, metavar="N", help=round or usual)
