"""The options of ``topboard generate``."""

from __future__ import annotations

import argparse

from topboard.cli.parser import CommandParser, add_output_option, parse_whole_number
from topboard.messages import say


def add_generate_options(verb: CommandParser) -> None:
    """Add the options of ``topboard generate``."""
    verb.add_argument(
        "--system",
        metavar="NAME",
        required=True,
        help=say("pairing system, as listed by topboard systems (required)"),
    )
    verb.add_argument(
        "--seed",
        type=parse_whole_number,
        metavar="N",
        help=say("seed for the random number generator (default: chosen at random and printed)"),
    )
    verb.add_argument(
        "--random",
        action="store_true",
        help=say("choose random values for all settings that are not given"),
    )
    verb.old_options["--by-lot"] = "--random"
    verb.add_argument(
        "--teams",
        "--players",
        dest="competitors",
        type=parse_whole_number,
        metavar="N",
        help=say("number of teams or players (default: 40)"),
    )
    _add_number_options(verb)
    _add_percentage_options(verb)
    _add_flag_options(verb)
    _add_rule_options(verb)
    verb.add_argument(
        "--to",
        metavar="FORMAT",
        help=say(
            "format to write: event-json, trf16 or trf26 (default: from the name of the output"
            " file, otherwise event-json)"
        ),
    )
    add_output_option(verb, say("file to write (default: -, standard output)"))
    # This option changes nothing here, but has always been accepted.
    verb.add_argument("--json", action="store_true", help=argparse.SUPPRESS)


def _add_rule_options(verb: CommandParser) -> None:
    verb.add_argument(
        "--variation",
        metavar="NAME",
        action="append",
        default=[],
        help=say("option of the pairing system, such as baku (can be repeated)"),
    )
    verb.add_argument(
        "--tie-breaks",
        metavar="CODES",
        help=say("announced tie-breaks in order, such as BH,SB (default: those of the system)"),
    )
    verb.add_argument(
        "--points",
        metavar="W,D,L[,BYE]",
        help=say(
            "points for a win, a draw, a loss and optionally a bye (default: those of the system)"
        ),
    )


def _add_number_options(verb: CommandParser) -> None:
    for name, words in (
        ("rounds", say("number of rounds (default: 9)")),
        ("boards", say("number of boards in a team match (default: 4)")),
        ("top-rating", say("rating of the strongest player (default: 2700)")),
        ("spread", say("difference between the highest and the lowest rating (default: 1200)")),
        ("forbidden", say("number of forbidden pairs (default: 0)")),
    ):
        verb.add_argument(f"--{name}", type=parse_whole_number, metavar="N", help=words)


def _add_percentage_options(verb: CommandParser) -> None:
    for name, words in (
        ("draws", say("percentage of games that are drawn (default: 40)")),
        ("no-shows", say("percentage of games or matches that one side forfeits (default: 0)")),
        (
            "double-forfeits",
            say("percentage of games or matches that both sides forfeit (default: 0)"),
        ),
        ("odd-results", say("percentage of games that end 1/2-0, 0-1/2 or 0-0 (default: 0)")),
        (
            "unrated-games",
            say("percentage of games that end before both players have moved (default: 0)"),
        ),
        ("absences", say("percentage of zero-point byes in each round (default: 0)")),
        ("half-byes", say("percentage of half-point byes in each round (default: 0)")),
        ("full-byes", say("percentage of full-point byes in each round (default: 0)")),
        ("late", say("percentage of participants who enter after round 1 (default: 0)")),
        ("leaving", say("percentage of participants who withdraw (default: 0)")),
        ("unrated", say("percentage of players without a rating (default: 0)")),
        (
            "titled",
            say("percentage of players who hold the title that matches their rating (default: 0)"),
        ),
    ):
        verb.add_argument(f"--{name}", type=parse_whole_number, metavar="PERCENT", help=words)


def _add_flag_options(verb: CommandParser) -> None:
    for name, words in (
        ("unpaired-last", say("leave the last round unpaired")),
        ("numbered", say("assign starting numbers according to the initial ranking")),
        ("by-table", say("make results match FIDE's table of expected scores on average")),
        ("all-at-start", say("let all participants play in round 1")),
    ):
        verb.add_argument(f"--{name}", action="store_true", default=None, help=words)
