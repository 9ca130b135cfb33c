"""Parser for the engine's command line, which is compatible with JaVaFo and bbpPairings.

Options without an argument may be anywhere, so they are removed first. The remaining arguments are
consumed from left to right. A general option parser would take longer than pairing most rounds.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

SYNTAX = """Command line argument syntax:
topboard-engine [-r]
topboard-engine [-r] [SYSTEM] [INPUT] -p [OUTPUT] [-l [CHECKLIST]] [-b]
topboard-engine [-r] [SYSTEM] [INPUT] -c [ROUND] [-l [CHECKLIST]] [-b] [--strict-check]
topboard-engine [-r] [SYSTEM] (MODEL -g | -g [CONFIG | SEED]) -o TRF [-s SEED] [-l [CHECKLIST]]
topboard-engine [-r] [SYSTEM] --batch [-p | -c]"""
"""The syntax of the command line, printed if the command line is invalid."""
MORE_HELP = "To see all options, run topboard-engine --help."
USAGE = f"""{SYNTAX}

Tasks:
  -p               pair the next round of the event in INPUT (default: standard input)
                   and write the pairs to OUTPUT (default: standard output)
  -c               pair the rounds in INPUT again, or only ROUND, and print the differences
  -g               generate a random event and write it to the file TRF
  --batch          pair the files named on standard input, or check them with -c, and print
                   a line of JSON for each

Options:
  -r               print the name and version of the program first
  SYSTEM           pairing system: --dutch, or -- and a name listed by 'topboard systems'
                   (default: the system in record 192 of the file, otherwise the Dutch system)
  -l               write the checklist of the round (default file: INPUT with the ending .list)
  -b               use Baku acceleration
  -s SEED          seed for the random numbers (default: a random seed)
  --accept-points  accept a file whose points do not match its results (with -p or -c)
  --strict-check   exit with code 6 if -c finds a difference

Example:
  topboard-engine --dutch event.trf -p pairs.txt"""
"""The help of the command, with an example."""

STANDARD_INPUT = "-"


class EngineTask(Enum):
    """The tasks that the engine can perform, with the options that request them."""

    INFORM = "-r"
    HELP = "--help"
    PAIR = "-p"
    CHECK = "-c"
    GENERATE = "-g"


@dataclass(frozen=True, slots=True)
class EngineCall:
    """The parsed command line of the engine."""

    work: EngineTask
    inform: bool = False
    """Whether to print the name and version of the program first."""
    system: str = ""
    """The flag for the pairing system without its dashes, such as ``dutch``; may be empty."""
    source: str = ""
    """The input file: a tournament, a model tournament, or the configuration of the generator."""
    of_model: bool = False
    output: str = ""
    wants_list: bool = False
    check_list: str = ""
    """The file name of the checklist. If it is empty, the name is derived from that of the input
    file.
    """
    baku: bool = False
    round: int | None = None
    seed: int | None = None
    strict: bool = False
    """Whether a difference found by a check is reported by an exit code of its own."""
    accept_points: bool = False
    batch: bool = False


class InvalidCommandLine(BadInput):
    """Raised if the engine's command line is invalid."""

    def __init__(self, what: str, quoted: str = "") -> None:
        super().__init__([Problem(what, quoted=quoted)])


class _ArgumentReader:
    """A reader of command-line arguments, which holds the arguments not consumed yet."""

    def __init__(self, words: Iterable[str]) -> None:
        self.rest = list(words)

    def consume_if_next(self, *words: str) -> bool:
        """Consume the next argument if it is one of ``words``, and return whether it was."""
        if self.rest and self.rest[0] in words:
            del self.rest[0]
            return True
        return False

    def consume_optional_value(self) -> str:
        """Consume and return the next argument if it is not an option, otherwise return ""."""
        if self.rest and not _is_option(self.rest[0]) and self.rest[0] != "":
            return self.rest.pop(0)
        return ""

    def consume_required_value(self, after: str, what: str) -> str:
        """Consume and return an option's required argument, or raise ``InvalidCommandLine``."""
        found = self.consume_optional_value()
        if not found:
            raise InvalidCommandLine(f"{after} requires {what}")
        return found


def _is_option(word: str) -> bool:
    """Return whether an argument is an option.

    A file whose name starts with a dash must be given as ``./-name``.
    """
    return word.startswith("-") and word != STANDARD_INPUT


ALONE = {
    "-r": "inform",
    "-b": "baku",
    "--batch": "batch",
    "--strict-check": "strict",
    "--accept-points": "accept_points",
}
"""The ``EngineCall`` fields that are set by options without an argument, keyed by option."""
WORKS = {
    "baku": (EngineTask.PAIR, EngineTask.CHECK),
    "strict": (EngineTask.CHECK,),
    "accept_points": (EngineTask.PAIR, EngineTask.CHECK),
}
"""The tasks with which an option may be used, keyed by the ``EngineCall`` field that it sets.

Options that are not listed may be used with every task.
"""


def parse_command_line(arguments: Sequence[str]) -> EngineCall:
    """Return the parsed arguments.

    Without any, the task is to print the program's name and version.
    """
    if list(arguments) in (["--help"], ["-h"]):
        return EngineCall(EngineTask.HELP)
    said: dict[str, object] = {}
    words = _ArgumentReader(_remove_flags_from_arguments(_skip_javafo_options(arguments), said))
    if not words.rest and said.keys() <= {"inform"}:
        return EngineCall(EngineTask.INFORM, inform=True)
    work = (
        _parse_batch_task(words) if said.get("batch") else _parse_input_file_and_task(words, said)
    )
    while words.rest:
        _parse_option_after_task(words, work, said)
    for option, name in ALONE.items():
        if said.get(name) and work not in WORKS.get(name, (work,)):
            raise InvalidCommandLine("this option cannot be used with this task", option)
    if work is EngineTask.GENERATE and not said.get("output"):
        raise InvalidCommandLine("-g requires -o with the name of the output file")
    return EngineCall(work, **said)  # type: ignore[arg-type]


def _remove_flags_from_arguments(
    arguments: Iterable[str], said: dict[str, object]
) -> Iterator[str]:
    """Yield the arguments that are not flags, and store the flags in ``said``.

    The flags are the name of the system and the options without a value.
    """
    for word in arguments:
        if word in ALONE:
            said[ALONE[word]] = True
        elif word.startswith("--"):
            if said.setdefault("system", word.removeprefix("--")) != word.removeprefix("--"):
                raise InvalidCommandLine("two pairing systems are given", word)
        else:
            yield word


def _skip_javafo_options(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the arguments without JaVaFo's options ``-w`` and ``-q`` and the number after ``-q``.

    These options have no effect.
    """
    before = ""
    for word in arguments:
        of_javafo = word == "-w" or (word[:2] == "-q" and not word[2:].strip("0123456789"))
        if not of_javafo and not (before == "-q" and word.isdecimal()):
            yield word
        before = word


def _parse_batch_task(words: _ArgumentReader) -> EngineTask:
    if words.consume_if_next("-c"):
        return EngineTask.CHECK
    words.consume_if_next("-p")
    return EngineTask.PAIR


def _parse_input_file_and_task(words: _ArgumentReader, said: dict[str, object]) -> EngineTask:
    """Consume the input file, if one is given, and the task option, and return the task."""
    source = words.consume_optional_value()
    if words.consume_if_next("-p"):
        said["source"] = source or STANDARD_INPUT
        said["output"] = words.consume_optional_value()
        return EngineTask.PAIR
    if words.consume_if_next("-c"):
        said["source"] = source or STANDARD_INPUT
        if words.rest and words.rest[0].isdecimal():
            said["round"] = int(words.rest.pop(0))
        return EngineTask.CHECK
    if words.consume_if_next("-g"):
        said["source"], said["of_model"] = source, bool(source)
        setting = "" if source else words.consume_optional_value()
        if setting.isdecimal():
            said["seed"] = _parse_seed(setting)
        else:
            said["source"] = source or setting
        return EngineTask.GENERATE
    found = words.rest[0] if words.rest else source
    raise InvalidCommandLine("expected -p, -c or -g after the input file", found)


def _parse_option_after_task(
    words: _ArgumentReader, work: EngineTask, said: dict[str, object]
) -> None:
    """Consume an option that follows the task, and store its value in ``said``."""
    word = words.rest.pop(0)
    of_file = not said.get("batch")
    if word == "-l" and of_file:
        said["wants_list"], said["check_list"] = True, words.consume_optional_value()
    elif word == "-o" and work is EngineTask.GENERATE:
        said["output"] = words.consume_required_value(word, "the name of the output file")
    elif word == "-s" and work is EngineTask.GENERATE:
        said["seed"] = _parse_seed(words.consume_required_value(word, "a whole number"))
    else:
        raise InvalidCommandLine("unexpected argument", word)


HIGHEST_SEED = 2**64 - 1


def _parse_seed(written: str) -> int:
    if not (written.isascii() and written.isdigit() and int(written[:21]) <= HIGHEST_SEED):
        raise InvalidCommandLine(f"the seed must be a number from 0 to {HIGHEST_SEED}", written)
    return int(written)


def input_name_for_messages(source: str) -> str:
    """Return the name used for an input file in messages and reports."""
    return "(stdin)" if source == STANDARD_INPUT else source
