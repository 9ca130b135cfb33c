"""The event and the published rounds that ``topboard check`` checks, from a file or a journal."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping

from topboard._frozen import dataclass, replace
from topboard.checking import (
    RoundCheck,
    check_round,
    compare_pairing_with_published,
    infer_missing_settings_from_rounds,
)
from topboard.cli import journal_input
from topboard.cli.input_files import (
    add_requested_variations,
    is_journal,
    refuse_section_without_journal,
)
from topboard.cli.streams import print_note
from topboard.formats import read_before_contradiction
from topboard.model import Tournament
from topboard.questions.checks import CheckedFile, choose_rounds_to_check
from topboard.questions.rounds import refuse_unknown_round
from topboard.systems.registry import System


@dataclass(frozen=True, slots=True)
class CheckInput(CheckedFile):
    """The data about an event that ``topboard check`` collects before it pairs anything."""

    recorded: Mapping[int, journal_input.RecordedRound] | None = None
    """The rounds of a journal with the data known when they were published; None for a file."""

    def tournament_before(self, number: int) -> Tournament:
        """Return the data from which a round was paired."""
        if self.recorded is None:
            return self.tournament.before(number)
        return self.recorded[number].before

    def check_rounds(self, system: System, numbers: Iterable[int]) -> Iterator[RoundCheck]:
        """Yield the result for each round as soon as the round has been checked."""
        complete = infer_missing_settings_from_rounds(self.tournament, system)
        for number in numbers:
            if self.recorded is None:
                yield check_round(complete.before(number), system)
                continue
            one = self.recorded[number]
            if one.made is not None and one.system == system.name:
                yield compare_pairing_with_published(one.before, one.made)
            else:
                yield check_round(infer_missing_settings_from_rounds(one.before, system), system)


def read_check_input(request: Namespace) -> CheckInput:
    """Return the event in the file or journal named on the command line."""
    if is_journal(request.file):
        return _read_section_of_journal(request)
    refuse_section_without_journal(request)
    read, claimed, contradiction = read_before_contradiction(
        request.file, paired_by=request.system or "", on_note=print_note
    )
    whole = tournament = add_requested_variations(read, request)
    if request.accept_points and claimed is not None:
        claimed = replace(claimed, wrong_points=())
    if request.round is not None:
        refuse_unknown_round(tournament, request.round)
        tournament = tournament.before(request.round)
    wanted, left_out = choose_rounds_to_check(tournament, request.round)
    return CheckInput(whole, tournament, wanted, left_out, claimed, contradiction)


def _read_section_of_journal(request: Namespace) -> CheckInput:
    read, recorded = journal_input.read_section_with_rounds(
        request.file, request.section, request.round
    )
    whole = add_requested_variations(read, request)
    if request.variation:
        recorded = {
            number: replace(one, before=add_requested_variations(one.before, request), made=None)
            for number, one in recorded.items()
        }
    return CheckInput(whole, whole, tuple(recorded), recorded=recorded)
