"""Other engines, run as separate processes: their command lines and their output."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from topboard._frozen import dataclass, replace
from topboard.analysis.certify.reports import (
    find_rounds_paired_differently,
    format_event_for_engines,
)
from topboard.analysis.generate import Wishes, generate
from topboard.errors import BadInput, NoLegalPairing, Problem, TopboardError
from topboard.formats import files
from topboard.messages import message, say, say_count
from topboard.model import Number, Pair, Tournament
from topboard.reasons.decisions import RoundPairing
from topboard.systems.registry import System


@dataclass(frozen=True, slots=True)
class EngineInterface:
    """The command-line interface of an engine.

    Before the engine is run, names in braces are replaced by file names and seeds.
    """

    name: str
    edition: str
    """The edition of the rules that the engine follows by default."""
    pairs: tuple[str, ...]
    checks: tuple[str, ...] = ()
    """The command-line arguments for checking an event. If empty, each round is paired again
    instead.
    """
    generates: tuple[str, ...] = ()
    """The command-line arguments for generating an event.

    If there are none, Topboard generates the event from the engine's pairings.
    """
    does_not_know: tuple[str, ...] = ()
    """The event properties that the engine does not support."""
    numbers_absent: bool = False
    """Whether the engine includes players who never played in the pairing numbers that decide
    colours.
    """
    finds_none: str = ""
    """A regular expression for the message with which the engine reports, with exit code 1, that no
    legal pairing exists.

    If it is empty, the message is not documented and every error counts as a failure.
    """

    def is_no_pairing_error(self, code: int, errors: str) -> bool:
        """Return whether an engine's error means that no legal pairing exists.

        Any other error means that the engine failed.
        """
        told = self.finds_none and re.search(self.finds_none, errors, re.MULTILINE)
        return code == NO_PAIRING and bool(told)


NO_PAIRING = 1
"""The exit code if no legal pairing exists. Python programs also use it for failures."""


PEERS = (
    EngineInterface(
        "py4swiss",
        "fide_dutch_2017",
        pairs=("-t", "{file}", "-e", "dutch", "-p", "{out}"),
        does_not_know=("odd_results",),
        numbers_absent=True,
        # The engine ends with an exception, as for every failure. Older versions raise another one.
        finds_none=r"^(\w+\.)*Pairing(Error|Exception)\b",
    ),
    EngineInterface(
        "javafo",
        "fide_dutch_2017",
        pairs=("{file}", "-p", "{out}"),
        checks=("{file}", "-c"),
        generates=("-g", "{config}", "-o", "{out}", "-s", "{seed}"),
    ),
    EngineInterface(
        "bbpPairings",
        "fide_dutch_2026",
        pairs=("--dutch", "{file}", "-p", "{out}"),
        checks=("--dutch", "{file}", "-c"),
        generates=("--dutch", "-g", "{config}", "-o", "{out}", "-s", "{seed}"),
        finds_none=r"\bNo valid pairing exists\b",
    ),
)
"""The known engines. A program with an unknown name is called in the same way as the last of
them.
"""

STARTED_BY: dict[str, tuple[str, ...]] = {
    ".jar": ("java", "-ea", "-jar"),
    ".py": (sys.executable,),
}


def find_engine_interface(program: str, name: str | None) -> EngineInterface:
    """Return the command-line interface with this name.

    If ``name`` is None, it is guessed from the name of the program. Raise ``BadInput`` if the name
    is unknown.
    """
    if name is None:
        stem = Path(program).stem.lower()
        return next((form for form in PEERS if form.name.lower() in stem), PEERS[-1])
    for form in PEERS:
        if form.name == name:
            return form
    known = ", ".join(form.name for form in PEERS)
    raise BadInput(
        [
            Problem(
                say("unknown engine interface"),
                quoted=name,
                remedy=say("Choose one of: {known}.", known=known),
            )
        ]
    )


class PeerFailed(TopboardError):
    """Raised when the other engine fails, times out or gives output that cannot be parsed."""


@dataclass(frozen=True, slots=True)
class PeerEngine:
    """Another pairing engine: its program and its command-line interface."""

    program: str
    form: EngineInterface
    patience: int = 60
    """The time limit for a call of the engine, in seconds."""

    @property
    def name(self) -> str:
        """Return the name by which the command line selects the engine's interface."""
        return self.form.name

    @property
    def reports(self) -> bool:
        """Return whether the engine generates events itself.

        Its files then state points and ranks, which can be checked.
        """
        return bool(self.form.generates)

    def run_engine(self, words: Sequence[str], filled: Mapping[str, str]) -> str:
        """Run the engine and return its output.

        Raise ``PeerFailed`` with the engine's message if it fails.
        """
        starter = STARTED_BY.get(Path(self.program).suffix.lower(), ())
        command = [*starter, self.program, *(word.format(**filled) for word in words)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, errors="replace", timeout=self.patience
            )
        except OSError as error:
            raise files.build_file_error(
                message("cannot start {file}: {why}"), self.program, error
            ) from error
        except subprocess.TimeoutExpired as late:
            what = say_count(
                "the engine did not answer within {count} second",
                "the engine did not answer within {count} seconds",
                self.patience,
            )
            raise PeerFailed(what) from late
        told = done.stderr.strip() or done.stdout.strip()
        for path in filled.values():
            # A temporary folder has a different name each time, but the saved message must always
            # be the same.
            told = told.replace(path, Path(path).name)
        if self.form.is_no_pairing_error(done.returncode, done.stderr):
            raise NoLegalPairing(told)
        if done.returncode:
            raise PeerFailed(f"exit code {done.returncode}: {told}")
        return done.stdout

    def pair_next_round(self, before: Tournament) -> RoundPairing:
        """Return the engine's pairing of the next round, without reasons."""
        with TemporaryDirectory() as folder:
            file, out = Path(folder, "event.trf"), Path(folder, "pairs.txt")
            file.write_text(
                format_event_for_engines(replace(before, published=None)),
                encoding="utf-8",
                newline="",
            )
            self.run_engine(self.form.pairs, {"file": str(file), "out": str(out)})
            if not out.exists():
                raise PeerFailed(say("the engine did not write a pairing"))
            told = out.read_text(encoding="utf-8", errors="replace")
        pairs, bye = parse_pairs(told)
        return RoundPairing(self.form.name, before.round_to_pair, pairs, bye, (), ())

    def format_event(self, event: Tournament) -> str:
        """Return an event generated by Topboard as a file that the engine can read."""
        return format_event_for_engines(event)

    def find_rounds_engine_pairs_differently(self, event: Tournament, text: str) -> dict[int, str]:
        """Return the rounds that the engine pairs differently, with its message or pairing."""
        if not self.form.checks:
            return find_rounds_paired_differently(event, self.pair_next_round)
        with TemporaryDirectory() as folder:
            file = Path(folder, "event.trf")
            file.write_text(text, encoding="utf-8", newline="")
            return parse_checker_comments(self.run_engine(self.form.checks, {"file": str(file)}))

    def generate_event(self, system: System, seed: int, wishes: Wishes) -> bytes:
        """Return a random event paired by the engine, as a report file."""
        if not self.form.generates:
            # The engine has no generator, so Topboard generates the results of the rounds it pairs.
            paired_by_it = replace(system, pair=self.pair_next_round)
            return format_event_for_engines(generate(paired_by_it, seed, wishes)).encode()
        with TemporaryDirectory() as folder:
            config, out = Path(folder, "config.txt"), Path(folder, "event.trf")
            config.write_text(
                "".join(f"{k}={v}\n" for k, v in build_generator_config_entries(wishes)),
                encoding="utf-8",
            )
            filled = {"config": str(config), "out": str(out), "seed": str(seed)}
            self.run_engine(self.form.generates, filled)
            if not out.exists():
                raise PeerFailed(say("the engine did not write an event"))
            return out.read_bytes()

    def drop_unsupported_properties(self, wishes: Wishes) -> Wishes:
        """Return the requested properties without those that the engine does not support."""
        none: dict[str, Any] = dict.fromkeys(self.form.does_not_know, 0)
        return replace(wishes, **none, all_at_start=self.form.numbers_absent)


def parse_pairs(told: str) -> tuple[tuple[Pair, ...], Number | None]:
    """Return the pairs and the participant with the bye from an engine's output."""
    pairs: list[Pair] = []
    bye = None
    for line in told.splitlines()[1:]:
        words = line.split()
        if len(words) != 2 or not all(word.isdigit() for word in words):
            if words:
                raise PeerFailed(
                    say("the engine wrote a line that is not a pair: {line}", line=repr(line))
                )
            continue
        white, black = map(int, words)
        if black:
            pairs.append(Pair(len(pairs) + 1, Number(white), Number(black)))
        else:
            bye = Number(white)
    return tuple(pairs), bye


ROUND = re.compile(r": Round #(\d+)\s*$")
NO_VALID = re.compile(r"No valid pairing exists for round (\d+)")


def parse_checker_comments(told: str) -> dict[int, str]:
    """Return the comments in the output of an engine's checker, keyed by round."""
    found: dict[int, list[str]] = {}
    current = 0
    for line in told.splitlines():
        if opened := ROUND.search(line):
            current = int(opened[1])
        elif none := NO_VALID.search(line):
            found.setdefault(int(none[1]), []).append(line)
        elif current and line.strip():
            found.setdefault(current, []).append(line)
    return {number: "\n".join(lines) for number, lines in found.items()}


def build_generator_config_entries(wishes: Wishes) -> list[tuple[str, int]]:
    """Return the configuration for an engine's own generator, with the requested properties.

    In this configuration, a rate of n means one in n.
    """
    rates = (
        ("ForfeitRate", wishes.no_shows, 1),
        ("RetiredRate", wishes.leaving, 2),
        ("HalfPointByeRate", wishes.half_byes, 1),
    )
    return [
        ("PlayersNumber", wishes.competitors),
        ("RoundsNumber", wishes.rounds),
        ("DrawPercentage", wishes.draws),
        ("HighestRating", wishes.top_rating),
        ("LowestRating", max(wishes.top_rating - wishes.spread, 1)),
        *((name, max(100 // rate, least)) for name, rate, least in rates if rate),
    ]
