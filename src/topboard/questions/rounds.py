"""The round of an event that a question is about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.messages import say, say_count
from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Iterable

    from topboard.model import Number, Tournament
    from topboard.reasons.decisions import RoundPairing


def add_options(tournament: Tournament, options: Iterable[str]) -> Tournament:
    """Return the tournament with further options of its pairing system."""
    known = tuple(dict.fromkeys((*tournament.variations, *options)))
    return tournament if known == tournament.variations else replace(tournament, variations=known)


def build_tournament_before_round(tournament: Tournament, number: int | None) -> Tournament:
    """Return the tournament as it was before a round, or before the next one if it is None."""
    if number is None:
        return tournament
    refuse_unknown_round(tournament, number)
    return tournament.before(number)


def refuse_unknown_round(tournament: Tournament, number: int) -> None:
    """Raise ``BadInput`` if the round is neither in the file nor the next round."""
    if not 1 <= number <= tournament.round_to_pair:
        last = tournament.round_to_pair
        what = say_count(
            "the file contains only round 1", "the file contains only rounds 1 to {count}", last
        )
        raise BadInput([Problem(what, quoted=str(number))])


def refuse_if_all_rounds_played(tournament: Tournament) -> None:
    """Raise ``BadInput`` if all planned rounds have been played."""
    if 0 < tournament.planned_rounds < tournament.round_to_pair:
        what = say_count(
            "the only round has already been played",
            "all {count} rounds have already been played",
            tournament.planned_rounds,
        )
        remedy = say(
            "To pair an earlier round again, specify its number. On the command line, add"
            " --round N."
        )
        raise BadInput([Problem(what, remedy=remedy)])


def find_white_at_board(tournament: Tournament, made: RoundPairing, board: int) -> Number:
    """Return the number of the participant with White at a board or, for teams, a table."""
    if not 1 <= board <= len(made.pairs):
        what = _existing_boards_message(tournament, len(made.pairs))
        raise BadInput([Problem(what, quoted=str(board))])
    return made.pairs[board - 1].white


def _existing_boards_message(tournament: Tournament, count: int) -> str:
    if any(isinstance(one, Team) for one in tournament.competitors):
        return say_count(
            "the round has only table 1", "the round has only tables 1 to {count}", count
        )
    return say_count("the round has only board 1", "the round has only boards 1 to {count}", count)


def build_tournament_after_round(tournament: Tournament, number: int | None) -> Tournament:
    """Return the tournament after a round, or after all rounds played if it is None."""
    if number is None:
        return tournament
    if not 0 <= number <= len(tournament.rounds):
        what = say_count(
            "only {count} round has been played",
            "only {count} rounds have been played",
            len(tournament.rounds),
        )
        raise BadInput([Problem(what, quoted=str(number))])
    return replace(tournament, rounds=tournament.rounds[:number])
