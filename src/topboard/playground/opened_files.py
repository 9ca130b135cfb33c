"""The file that is open in the page: an event, the journal of an event, or the proof of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import dataclass, field, replace
from topboard.checking import infer_missing_settings_from_rounds
from topboard.errors import BadInput, Problem
from topboard.event.entries import parse_stored_entry
from topboard.event.pairing import build_tournament_before_next_round
from topboard.event.reducer import compute_event_from_entries
from topboard.event.replay import replay_round
from topboard.event.tournament import build_tournament
from topboard.formats.problems import too_large_error
from topboard.messages import say
from topboard.model import Manner, Meeting, Number, PairingBye, Round
from topboard.playground.journals import is_journal_file, load_journal_entries
from topboard.proof.prove.sentences import translate_refusal
from topboard.proof.verify import NotProved
from topboard.proof.verify.round import FORMAT, parse_proof, parse_proposed_round
from topboard.questions.sent_events import read_content_before_contradiction
from topboard.systems.registry import SYSTEMS, system

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topboard.event.entries import Entry, StoredEntry
    from topboard.formats.trf.contradictions import Contradiction
    from topboard.model import Away, ClaimedStandings, Tournament
    from topboard.systems.registry import System

LARGEST_FILE = 20_000_000
"""The size in bytes of the largest file that the page opens."""
OPENING_LENGTH = 400
"""The number of characters at the start of a JSON file in which its format is looked for."""


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that was read, with the event that the page shows."""

    kind: str
    """Either "event", "journal" or "proof"."""
    name: str
    tournament: Tournament
    notes: tuple[Problem, ...] = ()
    claimed: ClaimedStandings | None = None
    """The points and ranks in the file, or None if it has none."""
    contradiction: Contradiction | None = None
    records: tuple[StoredEntry, ...] = ()
    """The entries of a journal as they are stored."""
    entries: tuple[Entry, ...] = ()
    sections: tuple[str, ...] = ()
    """The names of the sections of a journal."""
    section: str = ""
    proof: dict[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> System | None:
        """Return the pairing system, or None if the file names none that is known."""
        name = self.tournament.system
        return system(name) if name in SYSTEMS else None

    def before(self, number: int) -> Tournament:
        """Return the tournament as it was known when a round was paired.

        For a published round it includes the published pairing.
        """
        if self.section and number < self.tournament.round_to_pair:
            found = replay_round(self.entries, self.section, number)
            if found.before.published is not None:
                return found.before
            published = self.tournament.rounds[number - 1]
            return replace(found.before, published=published)
        rules = self.rules
        known = self.tournament
        if rules is not None:
            known = infer_missing_settings_from_rounds(known, rules)
        return known.before(number)


def open_file(
    content: bytes, name: str, *, system: str = "", section: str = "", accept_points: bool = False
) -> OpenedFile:
    """Return the event in the content of a file.

    ``system`` replaces the pairing system of an event file. ``section`` is the section of a journal
    to show. Raise ``BadInput`` with every problem if the file cannot be read.
    """
    if len(content) > LARGEST_FILE:
        raise too_large_error(say("the file is too large"), name, LARGEST_FILE, in_bytes=True)
    opening = content[:OPENING_LENGTH].decode("latin-1")
    if is_journal_file(content, opening):
        return _open_journal(content, name, section)
    if opening.lstrip("\ufeffï»¿ \r\n\t").startswith("{") and f'"{FORMAT}"' in opening:
        return _open_proof(content, name)
    return _open_event(content, name, system, accept_points=accept_points)


def _open_event(content: bytes, name: str, system: str, *, accept_points: bool) -> OpenedFile:
    tournament, notes, claimed, contradiction = read_content_before_contradiction(
        content, name, system=system, accept_points=accept_points
    )
    if system:
        tournament = replace(tournament, system=system)
    return OpenedFile("event", name, tournament, notes, claimed, contradiction)


def _open_journal(content: bytes, name: str, section: str) -> OpenedFile:
    records = load_journal_entries(content, name)
    entries = tuple(map(parse_stored_entry, records))
    event = compute_event_from_entries(entries)
    sections = tuple(event.sections)
    if not sections:
        what = say("the event has no sections yet")
        raise BadInput([Problem(what, name, remedy=say("Add a section and players first."))])
    shown = event.section(section or sections[0])
    tournament = (
        build_tournament_before_next_round(event, shown)
        if shown.entries_closed and shown.round_to_pair <= shown.settings.rounds
        else build_tournament(event, shown)
    )
    return OpenedFile(
        "journal",
        name,
        tournament,
        records=tuple(records),
        entries=entries,
        sections=sections,
        section=shown.name,
    )


def _open_proof(content: bytes, name: str) -> OpenedFile:
    try:
        document = parse_proof(content)
        proposed = parse_proposed_round(document)
    except NotProved as refused:
        remedy = say("Get the proof again from the place where it was published.")
        raise BadInput([Problem(translate_refusal(refused), name, remedy=remedy)]) from None
    published = _build_round_of_proof(
        proposed.tournament.round_to_pair, proposed.pairs, proposed.tournament, document.get("bye")
    )
    system = document.get("system")
    tournament = replace(
        proposed.tournament,
        published=published,
        system=system if isinstance(system, str) else "",
        planned_rounds=proposed.tournament.planned_rounds or proposed.tournament.round_to_pair,
    )
    return OpenedFile("proof", name, tournament, proof=document)


def _build_round_of_proof(
    number: int, pairs: Sequence[tuple[int, int]], known: Tournament, bye: int | None
) -> Round:
    """Return the round of a proof with its pairs, its bye and the absences on record."""
    meetings = tuple(
        Meeting(Number(white), Number(black), manner=Manner.PENDING) for white, black in pairs
    )
    away: list[tuple[Number, Away]] = [
        (r.number, r.outcome) for r in known.requests if r.round == number
    ]
    if bye is not None:
        away.append((Number(bye), PairingBye()))
    return Round(number, meetings, tuple(away))
