"""The ``topboard standings`` command."""

from __future__ import annotations

from argparse import Namespace

from topboard import api
from topboard._frozen import replace
from topboard.cli import text_output
from topboard.cli.exit_codes import DONE
from topboard.cli.input_files import find_participant, parse_tie_break_codes, read_tournament
from topboard.cli.json_output import print_value_as_json
from topboard.cli.streams import print_to_stderr
from topboard.cli.terminal import print_lines
from topboard.errors import BadInput, Problem
from topboard.messages import say
from topboard.model import Team, Tournament
from topboard.questions.rounds import build_tournament_after_round
from topboard.serialize import answers
from topboard.systems.registry import SYSTEMS
from topboard.tiebreaks.standings import Standings


def run_standings(request: Namespace) -> int:
    """Print the standings or, with ``--open``, how one participant's tie-breaks are calculated."""
    tournament = build_tournament_after_round(read_tournament(request), request.after)
    if request.tie_breaks is not None:
        tournament = replace(tournament, tie_breaks=parse_tie_break_codes(request.tie_breaks))
    if request.tie_break_edition is not None:
        tournament = replace(tournament, tie_break_edition=request.tie_break_edition)
    if request.aro:
        return _print_average_ratings(request, tournament)
    table = api.standings(tournament, request.system or _choose_scoring_system(request, tournament))
    if request.category is not None:
        table = _limit_standings_to_category(tournament, table, request.category)
    number = None if request.who is None else find_participant(tournament, request.who)
    if request.json:
        print_value_as_json(answers.standings_to_json(tournament, table))
    else:
        print_lines(text_output.format_standings(tournament, table, number))
    return DONE


def _limit_standings_to_category(tournament: Tournament, table: Standings, name: str) -> Standings:
    """Return the standings of the members of a category, such as ``U16`` or ``women``."""
    # Seam: only --category needs the package of events.
    from topboard.event.categories import (
        is_participant_in_category,
        limit_standings_to_participants,
        parse_category,
    )

    category, start = parse_category(name), tournament.details.start
    inside = {
        c.number for c in tournament.competitors if is_participant_in_category(c, category, start)
    }
    return limit_standings_to_participants(table, inside)


def _choose_scoring_system(request: Namespace, tournament: Tournament) -> str | None:
    """Return the system whose scoring is used to calculate the requested tie-breaks.

    Return None if the file names a known system or no tie-breaks are requested.
    """
    if request.tie_breaks is None or tournament.system in SYSTEMS:
        return None

    teams = any(isinstance(one, Team) for one in tournament.competitors)
    name = "olympiad_2022" if teams else "fide_dutch_2026"
    print_to_stderr(
        say(
            "The file does not name a pairing system that Topboard knows. Points are counted as "
            "in {name}.",
            name=name,
        )
    )
    return name


def _print_average_ratings(request: Namespace, tournament: Tournament) -> int:
    system = api.choose_system(tournament, request.system)
    if system.averages is None:
        raise BadInput(
            [Problem(say("this system has no list of average ratings"), quoted=system.name)]
        )
    lines = system.averages(tournament)
    if request.json:
        print_value_as_json(answers.opponent_rating_averages_to_json(tournament, lines))
    else:
        print_lines(text_output.format_average_ratings(tournament, lines))
    return DONE
