"""The ``topboard explain`` command."""

from __future__ import annotations

from argparse import Namespace

from topboard import api
from topboard.cli import text_output
from topboard.cli.exit_codes import DONE
from topboard.cli.input_files import (
    find_participant,
    read_event_before_round,
)
from topboard.cli.json_output import print_value_as_json
from topboard.cli.terminal import print_lines
from topboard.model import Tournament
from topboard.questions.rounds import find_white_at_board, refuse_if_all_rounds_played
from topboard.reasons.sentences import names_of
from topboard.reasons.sentences.articles import replace_article_citations_by_names
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.serialize import answers


def run_explain(request: Namespace) -> int:
    """Print the reasons for the pairing of a round."""
    tournament = read_event_before_round(request)
    refuse_if_all_rounds_played(tournament)
    if request.why_not is not None:
        return _print_why_not_answer(request, tournament)
    pairing = api.choose_system(tournament, request.system).pair(tournament)
    number = None
    if request.who is not None:
        number = find_participant(tournament, request.who)
    elif request.table is not None:
        number = find_white_at_board(tournament, pairing, request.table)
    if request.json:
        print_value_as_json(answers.explanation_to_json(tournament, pairing, number))
    else:
        print_lines(text_output.format_explanation(tournament, pairing, number))
    return DONE


def _print_why_not_answer(request: Namespace, tournament: Tournament) -> int:
    a, b = (find_participant(tournament, who) for who in request.why_not)
    verdict = api.why_not(tournament, a, b, request.system)
    if request.json:
        print_value_as_json(answers.why_not_to_json(tournament, a, b, verdict))
    else:
        told = verdict_sentences(verdict, a, b, names_of(tournament))
        print_lines([replace_article_citations_by_names(line) for line in told])
    return DONE
