"""``-c``, which pairs every round of a file again and shows the differing pairs side by side."""

from __future__ import annotations

import os
from itertools import zip_longest
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.checking import rounds_to_check, with_replay_defaults
from topboard.cli.engine.call import input_label
from topboard.cli.engine.check_list import check_list_text
from topboard.cli.engine.events import (
    event_in,
    refuse_other_system,
    system_for,
)
from topboard.cli.engine.pairing import deliver_check_list, in_board_order
from topboard.cli.exit_codes import DIFFERENCE_ASKED_FOR, DONE
from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.formats.trf.positions import tables_by_position
from topboard.model import Number, Pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topboard.cli.engine.call import Call
    from topboard.model import Round, Tables, Tournament
    from topboard.systems.registry import System

    Pairs = tuple[tuple[int, int], ...]
    """White and black; of a bye its receiver and 0."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison of a round in a file with the round paired by the rules."""

    round: int
    tables: Tables | None
    """The pairing according to the rules, or None if no pairing is possible."""
    checker: Pairs = ()
    """The pairs made by Topboard that are not in the file."""
    tournament: Pairs = ()
    """The pairs in the file that Topboard did not make."""

    @property
    def differs(self) -> bool:
        """Return whether the round in the file differs from the pairing according to the rules."""
        return self.tables is None or bool(self.checker or self.tournament)


def check(call: Call) -> int:
    """Compare the rounds in the file with Topboard's pairings and print the report."""
    tournament, rules, rounds = to_check(call)
    name = os.path.splitext(os.path.basename(input_label(call.source)))[0]
    differs, lists = False, ""
    for number in rounds:
        before = tournament.before(number)
        found = compare_with_file(before, rules)
        differs = differs or found.differs
        print(f"{name}: Round #{number}", *_report(found), sep="\n")
        if call.wants_list:
            lists += f"Round #{number}\n{check_list_text(before, rules, found.tables)}"
    print()
    if call.wants_list:
        deliver_check_list(call, call.source, lists)
    return DIFFERENCE_ASKED_FOR if differs and call.strict else DONE


def to_check(call: Call) -> tuple[Tournament, System, tuple[int, ...]]:
    """Return the event, its system and the rounds to compare (by default, all rounds)."""
    tournament = event_in(call)
    refuse_other_system(call, tournament)
    rounds = rounds_to_check(tournament)
    problem = _impossible(call, tournament, rounds)
    if problem is not None:
        raise BadInput([problem])
    rules = system_for(call, tournament)
    return (
        with_replay_defaults(tournament, rules),
        rules,
        tuple(n for n in rounds if call.round in (None, n)),
    )


def _impossible(call: Call, tournament: Tournament, rounds: Sequence[int]) -> Problem | None:
    where = input_label(call.source)
    played, planned = len(tournament.rounds), tournament.planned_rounds
    if planned and played > planned:
        what = "the number of rounds is larger than the reported number of rounds"
        return Problem(what, where, f"{played} of {planned}", "correct record 142 or XXR")
    if call.round is not None and call.round not in rounds:
        what = "the file has no such round to check"
        return Problem(what, where, str(call.round), "leave it out to check them all")
    return None


def compare_with_file(before: Tournament, rules: System) -> Compared:
    """Compare the published round with the pairing according to the rules, including colours."""
    held = before.published
    assert held is not None, "a round to check is in the file"
    number = before.round_to_pair
    try:
        tables = tables_by_position(before, rules)
    except NoLegalPairing:
        return Compared(number, None)
    ours = {(pair.white, pair.black) for pair in tables.pairs}
    theirs = _pairs_of(held, ours)
    ours_only = [pair for pair in in_board_order(tables) if pair not in theirs]
    theirs_only = theirs - {*in_board_order(tables)}
    if not ours_only and not theirs_only:
        return Compared(number, tables)
    rank = _ranks(before, rules, tables)
    return Compared(
        number,
        tables,
        tuple(sorted(ours_only, key=lambda pair: rank[min(n for n in pair if n)])),
        tuple(_in_board_order(theirs_only, tables)),
    )


def _ranks(before: Tournament, rules: System, tables: Tables) -> dict[int, int]:
    """Return each player's rank (from 0), sorted by the score used for pairing and by number."""
    score: dict[int, int] = {int(number): points for number, points in tables.points.items()}
    if rules.check_list is not None:
        score.update((line.number, line.pairing_points) for line in rules.check_list(before))
    ranked = sorted(score, key=lambda number: (-score[number], number))
    return {number: at for at, number in enumerate(ranked)}


def _pairs_of(held: Round, ours: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
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


def _in_board_order(pairs: set[tuple[int, int]], tables: Tables) -> list[tuple[int, int]]:
    """Return pairs from the file in board order, based on the points before the round."""

    games = tuple(Pair(0, Number(white), Number(black)) for white, black in pairs if black)
    listed = in_board_order(replace(tables, pairs=games, bye=None))
    return [*listed, *((white, 0) for white, black in pairs if not black)]


def _report(found: Compared) -> list[str]:
    if found.tables is None:
        return [f"No valid pairing exists for round {found.round}.", ""]
    if not found.differs:
        return []
    lines = ["  Checker pairings        Tournament pairings "]
    for ours, theirs in zip_longest(found.checker, found.tournament):
        lines.append(f"    {_pair(ours)}{' ' * 16}{_pair(theirs)}".rstrip())
    return [*lines, ""]


def _pair(pair: tuple[int, int] | None) -> str:
    return f"{pair[0]:>3} - {pair[1]:>3}" if pair else " " * 9
