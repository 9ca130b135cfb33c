"""An event that another program sends, read from the content of its file."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.formats import read, read_before_contradiction
from topboard.formats.problems import MOST_COMPETITORS, too_large_error
from topboard.messages import say
from topboard.questions.checks import CheckedFile, choose_rounds_to_check
from topboard.questions.rounds import add_options, refuse_unknown_round

if TYPE_CHECKING:
    from topboard.errors import Problem
    from topboard.formats.trf.contradictions import Contradiction
    from topboard.model import ClaimedStandings, Tournament


class NamedContent(BytesIO):
    """The content of a file, with the name that messages use."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(content)
        self.name = name


def read_content_before_contradiction(
    content: bytes, name: str, *, system: str = "", accept_points: bool = False
) -> tuple[Tournament, tuple[Problem, ...], ClaimedStandings | None, Contradiction | None]:
    """Return the tournament in a file, its notes, its claims and its contradiction, if any.

    If the lines contradict each other from a certain round on, only the rounds before it are
    returned. With ``accept_points``, the results count where the points in the file differ.
    """
    notes: list[Problem] = []
    tournament, claimed, contradiction = read_before_contradiction(
        NamedContent(content, name), paired_by=system, on_note=notes.append
    )
    if accept_points and claimed is not None:
        claimed = replace(claimed, wrong_points=())
    return tournament, tuple(notes), claimed, contradiction


@dataclass(frozen=True, slots=True)
class SentEvent:
    """The content of an event file, and how to read it."""

    content: bytes
    name: str
    system: str = ""
    """The pairing system to use instead of the one that the file names, or an empty string."""
    options: tuple[str, ...] = ()
    """Further options of the pairing system."""
    accept_points: bool = False
    """Whether the results count where the points in a report file differ from them."""
    most_participants: int = MOST_COMPETITORS

    def read(self) -> tuple[Tournament, tuple[Problem, ...]]:
        """Return the tournament and the notes about the file. Raise ``BadInput`` with all
        problems.
        """
        notes: list[Problem] = []
        found = read(
            NamedContent(self.content, self.name),
            accept_points=self.accept_points,
            paired_by=self.system,
            on_note=notes.append,
        )
        self._refuse_too_many_participants(found)
        return add_options(found, self.options), tuple(notes)

    def read_for_check(self, round: int | None) -> tuple[CheckedFile, tuple[Problem, ...]]:
        """Return the event as it is checked, up to a round if one is given, and the notes."""
        read_event, notes, claimed, contradiction = read_content_before_contradiction(
            self.content, self.name, system=self.system, accept_points=self.accept_points
        )
        self._refuse_too_many_participants(read_event)
        whole = event = add_options(read_event, self.options)
        if round is not None:
            refuse_unknown_round(whole, round)
            event = whole.before(round)
        wanted, left_out = choose_rounds_to_check(event, round)
        return CheckedFile(whole, event, wanted, left_out, claimed, contradiction), notes

    def _refuse_too_many_participants(self, tournament: Tournament) -> None:
        if len(tournament.competitors) > self.most_participants:
            what = say("the event has too many participants")
            raise too_large_error(what, self.name, self.most_participants)
