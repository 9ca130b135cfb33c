"""The plan of a study: formats, numbers of participants, rounds and events."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from topboard._frozen import dataclass, field, fields, replace
from topboard.analysis.generate import Wishes, refuse_impossible_event_properties
from topboard.errors import BadInput, Problem
from topboard.formats import read
from topboard.formats.files import read_first_bytes
from topboard.messages import say
from topboard.model import Tournament
from topboard.systems.registry import SYSTEMS, system

MOST_EVENTS = 1_000_000
USUAL_CHUNK = 200
KEYS = {"name", "seed", "events", "chunk", "sizes", "rounds", "format", "field", "entries"}
OF_A_FORMAT = {"name", "system", "variations", "tie_breaks"}
CHOSEN = ("competitors", "rounds", "variations", "tie_breaks")
"""The event properties that the study itself sets for each case. Other properties can be set in its
``field`` table.
"""


@dataclass(frozen=True, slots=True)
class Format:
    """A tournament format: a system with its options and tie-breaks."""

    name: str
    system: str
    variations: tuple[str, ...] = ()
    tie_breaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StudyCase:
    """One format with a fixed number of participants and rounds."""

    format: Format
    competitors: int
    rounds: int

    @property
    def name(self) -> str:
        """Return the name of the case as used in tables and file names."""
        return f"{self.format.name}-{self.competitors}-{self.rounds}"


@dataclass(frozen=True, slots=True)
class Chunk:
    """The events of a case from index ``first`` up to but not including ``last``."""

    case: StudyCase
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Study:
    """The settings that determine the outcome of a study."""

    name: str
    seed: str
    events: int
    chunk: int
    cases: tuple[StudyCase, ...]
    wishes: Wishes = field(default_factory=Wishes)
    entries: Tournament | None = None
    """The real event whose participants are used, or None for generated participants."""
    entries_text: str = ""
    """The text of the real event's file, or an empty string."""

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks into which the events of all cases are divided."""
        for case in self.cases:
            for first in range(0, self.events, self.chunk):
                yield Chunk(case, first, min(first + self.chunk, self.events))

    def seed_for_event(self, case: StudyCase, index: int) -> int:
        """Return the random seed of an event.

        It is the same for all formats, so that they are compared on the same participants.
        """
        text = json.dumps([self.seed, case.competitors, case.rounds, index])
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")

    def hash_settings_of_case(self, case: StudyCase) -> str:
        """Return a hash of all settings that determine the events of a case."""
        wishes = self.event_properties_of_case(case)
        said = {one.name: repr(getattr(wishes, one.name)) for one in fields(Wishes)}
        text = json.dumps([self.seed, case.format.system, said, self.entries_text])
        return sha256(text.encode()).hexdigest()[:16]

    def event_properties_of_case(self, case: StudyCase) -> Wishes:
        """Return the properties of the events to generate for a case."""
        return replace(
            self.wishes,
            competitors=case.competitors,
            rounds=case.rounds,
            variations=case.format.variations,
            tie_breaks=case.format.tie_breaks,
            by_table=True,
            numbered=True,
        )


def load_study(path: str | Path) -> Study:
    """Return the study described in a TOML file. Raise ``BadInput`` with all problems in it."""
    path = Path(path)
    text = read_first_bytes(path).decode("utf-8", errors="replace")
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(
            [Problem(say("the file is not valid TOML ({error})", error=error), str(path))]
        ) from error
    reader = _StudyReader(str(path), given)
    reader.refuse_unknown_keys(given, KEYS, "")
    formats = reader.read_formats()
    entries, added = reader.read_event_with_participants(path.parent)
    sizes = reader.read_numbers("sizes") if entries is None else [len(entries.competitors)]
    lengths = reader.read_numbers("rounds")
    cases = tuple(
        StudyCase(one, size, rounds) for one in formats for size in sizes for rounds in lengths
    )
    made = Study(
        name=reader.read_text("name", path.stem),
        seed=reader.read_text("seed", "1"),
        events=reader.read_number("events", 100, MOST_EVENTS),
        chunk=reader.read_number("chunk", USUAL_CHUNK, MOST_EVENTS),
        cases=cases,
        wishes=reader.read_event_properties(),
        entries=entries,
        entries_text=added,
    )
    reader.raise_problems()
    for case in cases:
        reader.check_event_properties(made.event_properties_of_case(case), case)
    reader.raise_problems()
    return made


class _StudyReader:
    """A reader of a study's settings that collects all problems in them."""

    def __init__(self, path: str, given: dict[str, Any]) -> None:
        self.path, self.given = path, given
        self.problems: list[Problem] = []

    def raise_problems(self) -> None:
        if self.problems:
            raise BadInput(self.problems)

    def add_problem(self, what: str, where: str, value: object, remedy: str = "") -> None:
        place = f"{self.path}: {where}" if where else self.path
        self.problems.append(Problem(what, place, str(value), remedy))

    def check_event_properties(self, wishes: Wishes, case: StudyCase) -> None:
        try:
            refuse_impossible_event_properties(wishes)
        except BadInput as error:
            for problem in error.problems:
                self.add_problem(problem.what, case.name, problem.quoted)

    def refuse_unknown_keys(self, given: dict[str, Any], known: set[str], where: str) -> None:
        for name in given.keys() - known:
            remedy = say("Choose one of: {known}.", known=", ".join(sorted(known)))
            self.add_problem(say("unknown setting"), where, name, remedy)

    def read_text(self, name: str, usual: str) -> str:
        return str(self.given.get(name, usual))

    def read_number(self, name: str, usual: int, most: int) -> int:
        value = self.given.get(name, usual)
        if type(value) is not int or not 1 <= value <= most:
            self.add_problem(
                say("this must be a whole number from 1 to {most}", most=most), name, value
            )
            return usual
        return value

    def read_numbers(self, name: str) -> list[int]:
        values = self.given.get(name)
        if not isinstance(values, list) or not values:
            self.add_problem(
                say("this must be a list of whole numbers, such as [40, 80]"), name, values
            )
            return [2]
        if strange := [v for v in values if type(v) is not int or v < 1]:
            self.add_problem(say("this is not a whole number"), name, strange[0])
            return [2]
        return values

    def read_formats(self) -> list[Format]:
        found = self.given.get("format")
        if not isinstance(found, list) or not found:
            self.add_problem(say("the study does not define any tournament format"), "", "")
            return []
        made = [self._read_format(one) for one in found]
        names = [one.name for one in made]
        if len({*names}) < len(names):
            self.add_problem(
                say("two tournament formats have the same name"), "format", ", ".join(names)
            )
        return made

    def _read_format(self, one: dict[str, Any]) -> Format:
        name = str(one.get("name", one.get("system", "?")))
        self.refuse_unknown_keys(one, OF_A_FORMAT, name)
        chosen = str(one.get("system", ""))
        variations = tuple(map(str, one.get("variations", ())))
        if chosen not in SYSTEMS:
            self.add_problem(
                say("unknown pairing system"),
                name,
                chosen,
                say("To list the systems, run topboard systems."),
            )
        else:
            known = {variation.name for variation in system(chosen).variations}
            remedy = (
                say("Choose one of: {known}.", known=", ".join(sorted(known)))
                if known
                else say("Leave out the variation, because this pairing system has none.")
            )
            for strange in sorted({*variations} - known):
                self.add_problem(
                    say("unknown variation of the pairing system"), name, strange, remedy
                )
        return Format(name, chosen, variations, tuple(map(str, one.get("tie_breaks", ()))))

    def read_event_properties(self) -> Wishes:
        said = self.given.get("field", {})
        known = {one.name for one in fields(Wishes)} - {*CHOSEN}
        self.refuse_unknown_keys(said, known, "field")
        kept = {name: value for name, value in said.items() if name in known}
        if strange := [name for name, value in kept.items() if type(value) not in (int, bool)]:
            self.add_problem(say("this is not a whole number"), "field", kept[strange[0]])
            return Wishes()
        return Wishes(**kept)

    def read_event_with_participants(self, folder: Path) -> tuple[Tournament | None, str]:
        """Return the real event whose participants are used, and the text of its file.

        Return (None, "") if the study names no such file.
        """

        if (named := self.given.get("entries")) is None:
            return None, ""
        path = folder / str(named)
        found = read(path)
        return replace(found, rounds=(), requests=(), published=None), read_first_bytes(
            path
        ).decode()
