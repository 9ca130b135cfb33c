"""The engine's ``-c`` option, which pairs the rounds in a file again and prints the differences."""

from __future__ import annotations

import os
from itertools import zip_longest
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.checking import infer_missing_settings_from_rounds, list_rounds_to_check
from topboard.cli.engine.call import input_name_for_messages
from topboard.cli.engine.check_list import format_check_list
from topboard.cli.engine.events import (
    choose_system,
    read_event_file,
    refuse_contradicting_system,
)
from topboard.cli.engine.pairing import pairs_in_board_order, write_check_list_text_to_file
from topboard.cli.exit_codes import DIFFERENCE_ASKED_FOR, DONE
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.formats.trf.positions import pair_next_round_by_position
from topboard.model import Number, Pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.cli.engine.call import EngineCall
    from topboard.model import Round, Tables, Tournament
    from topboard.systems.registry import System

    Pairs = tuple[tuple[int, int], ...]
    """Pairs of player numbers, White first. A bye is the number of its recipient and 0."""


@dataclass(frozen=True, slots=True)
class RoundComparison:
    """The comparison of a round in a file with the pairing that the rules require."""

    round: int
    tables: Tables | None
    """The pairing that the rules require, or None if no pairing is possible."""
    checker: Pairs = ()
    """Topboard's pairs that are not in the file."""
    tournament: Pairs = ()
    """The pairs in the file that are not among Topboard's pairs."""

    @property
    def differs(self) -> bool:
        """Return whether the round in the file differs from the pairing that the rules require."""
        return self.tables is None or bool(self.checker or self.tournament)


def run_check(call: EngineCall) -> int:
    """Compare the rounds in the file with Topboard's pairings and print a report."""
    tournament, rules, rounds = load_rounds_to_check(call)
    name = os.path.splitext(os.path.basename(input_name_for_messages(call.source)))[0]
    differs, lists = False, ""
    for number in rounds:
        before = tournament.before(number)
        found = compare_round_with_file(before, rules)
        differs = differs or found.differs
        print(f"{name}: Round #{number}", *_format_round_differences(found), sep="\n")
        if call.wants_list:
            lists += f"Round #{number}\n{format_check_list(before, rules, found.tables)}"
    print()
    if call.wants_list:
        write_check_list_text_to_file(call, call.source, lists)
    return DIFFERENCE_ASKED_FOR if differs and call.strict else DONE


def load_rounds_to_check(call: EngineCall) -> tuple[Tournament, System, tuple[int, ...]]:
    """Return the event, its system and the numbers of the rounds to check, by default all."""
    tournament = read_event_file(call)
    refuse_contradicting_system(call, tournament)
    rounds = list_rounds_to_check(tournament)
    problem = _find_problem_with_requested_rounds(call, tournament, rounds)
    if problem is not None:
        raise BadInput([problem])
    rules = choose_system(call, tournament)
    return (
        infer_missing_settings_from_rounds(tournament, rules),
        rules,
        tuple(n for n in rounds if call.round in (None, n)),
    )


def _find_problem_with_requested_rounds(
    call: EngineCall, tournament: Tournament, rounds: Sequence[int]
) -> Problem | None:
    where = input_name_for_messages(call.source)
    played, planned = len(tournament.rounds), tournament.planned_rounds
    if planned and played > planned:
        what = "the number of rounds is larger than the reported number of rounds"
        return Problem(what, where, f"{played} of {planned}", "Correct record 142 or XXR.")
    if call.round is not None and call.round not in rounds:
        what = "the file has no such round"
        return Problem(what, where, str(call.round), "Leave out the number to check all rounds.")
    return None


def compare_round_with_file(before: Tournament, rules: System) -> RoundComparison:
    """Compare the published round in the file with the pairing that the rules require.

    A pair with reversed colours counts as a difference.
    """
    held = before.published
    assert held is not None, "a round to check is in the file"
    number = before.round_to_pair
    try:
        tables = pair_next_round_by_position(before, rules)
    except NoLegalPairing:
        return RoundComparison(number, None)
    ours = {(pair.white, pair.black) for pair in tables.pairs}
    theirs = _list_pairs_in_file(held, ours)
    ours_only = [pair for pair in pairs_in_board_order(tables) if pair not in theirs]
    theirs_only = theirs - {*pairs_in_board_order(tables)}
    if not ours_only and not theirs_only:
        return RoundComparison(number, tables)
    rank = _compute_pairing_ranks(before, rules, tables)
    return RoundComparison(
        number,
        tables,
        tuple(sorted(ours_only, key=lambda pair: rank[min(n for n in pair if n)])),
        tuple(_sort_file_pairs(theirs_only, tables)),
    )


def _compute_pairing_ranks(before: Tournament, rules: System, tables: Tables) -> dict[int, int]:
    """Return each player's rank, starting at 0.

    Players are ranked by the score used for pairing and then by number.
    """
    score: dict[int, int] = {int(number): points for number, points in tables.points.items()}
    if rules.check_list is not None:
        score.update((line.number, line.pairing_points) for line in rules.check_list(before))
    ranked = sorted(score, key=lambda number: (-score[number], number))
    return {number: at for at, number in enumerate(ranked)}


def _list_pairs_in_file(held: Round, ours: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for meeting in held.meetings:
        if meeting.white is None or meeting.black is None:
            continue
        turned = (meeting.black, meeting.white)
        taken_as_ours = not meeting.colour_known and turned in ours
        found.add(turned if taken_as_ours else (meeting.white, meeting.black))
    if held.bye is not None:
        found.add((held.bye, 0))
    return found


def _sort_file_pairs(pairs: set[tuple[int, int]], tables: Tables) -> list[tuple[int, int]]:
    """Return pairs from the file in board order, according to the points before the round."""

    games = tuple(Pair(0, Number(white), Number(black)) for white, black in pairs if black)
    listed = pairs_in_board_order(replace(tables, pairs=games, bye=None))
    return [*listed, *((white, 0) for white, black in pairs if not black)]


def _format_round_differences(found: RoundComparison) -> list[str]:
    if found.tables is None:
        return [f"No valid pairing exists for round {found.round}.", ""]
    if not found.differs:
        return []
    lines = ["  Checker pairings        Tournament pairings "]
    for ours, theirs in zip_longest(found.checker, found.tournament):
        lines.append(f"    {_format_pair(ours)}{' ' * 16}{_format_pair(theirs)}".rstrip())
    return [*lines, ""]


def _format_pair(pair: tuple[int, int] | None) -> str:
    return f"{pair[0]:>3} - {pair[1]:>3}" if pair else " " * 9
