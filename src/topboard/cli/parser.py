"""The argument parser of the ``topboard`` command, with its verbs and its error messages.

The options of each verb are in ``cli/options`` and are added when the verb is used.
"""

from __future__ import annotations

import argparse
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from topboard.cli.exit_codes import BAD_INPUT
from topboard.cli.streams import print_to_stderr
from topboard.cli.version import PrintVersion
from topboard.messages import Message, current_language, message, say, say_kept
from topboard.text.suggestions import find_similar_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Verb(NamedTuple):
    """A verb of the ``topboard`` command, such as ``pair`` or ``check``."""

    name: str
    module: str
    """The module in ``topboard.cli``, which is imported only when the verb is used.

    It has a function named ``run_`` followed by the verb or, for a verb with subcommands,
    ``add_verbs``.
    """
    options: str
    """The module in ``topboard.cli.options`` with the function that adds the verb's options.

    It is empty for a verb with subcommands.
    """
    help: Message
    example: str
    """The arguments of an example in the help, without the leading ``topboard``."""


VERBS = (
    Verb("systems", "systems", "files", message("List the pairing systems."), "systems"),
    Verb("pair", "pair", "files", message("Pair the next round."), "pair olympiad-round-5.json"),
    Verb(
        "check",
        "check",
        "files",
        message("Pair every published round again, recompute the standings and list differences."),
        "check event.json",
    ),
    Verb(
        "compare",
        "compare",
        "files",
        message("Pair every round with two systems and list the differences with their articles."),
        "compare event.trf fide_dutch_2017 fide_dutch_2026",
    ),
    Verb(
        "explain",
        "explain",
        "files",
        message("Explain the pairing of the next round."),
        "explain olympiad-round-5.json --why-not 12 France",
    ),
    Verb(
        "standings",
        "standings",
        "files",
        message("Print the standings with their tie-breaks."),
        "standings event.trf --tie-breaks DE,BH/C1,SB",
    ),
    Verb(
        "generate",
        "generate",
        "generate",
        message("Generate a random event. The same seed always gives the same event."),
        "generate --system olympiad_2022 --seed 7 --teams 60 -o event.json",
    ),
    Verb(
        "convert",
        "convert",
        "files",
        message("Convert an event to another format."),
        "convert event.json -o event.trf --to trf26",
    ),
    Verb(
        "event",
        "event_parser",
        "",
        message("Run an event: entries, rounds, results and journal."),
        'event new open.topboard "City Open"',
    ),
    Verb(
        "ratings",
        "rating_lists",
        "",
        message("Import the rating lists of federations and search them."),
        "ratings import players_list_foa.zip",
    ),
    Verb(
        "serve",
        "serve",
        "services",
        message("Open the desk in the browser, for a data folder or a server."),
        "serve my-events --sample --open",
    ),
    Verb(
        "mcp",
        "mcp_server",
        "services",
        message("Answer the questions of an assistant (MCP) over standard input and output."),
        "mcp my-events",
    ),
    Verb(
        "host",
        "host",
        "",
        message("Manage a server: a database that stores many events for several desks."),
        "host set-up postgresql://db.example.org/chess",
    ),
    Verb(
        "prove",
        "proofs",
        "files",
        message("Write a proof that a round is paired according to the rules."),
        "prove event.trf --round 3 -o round-3.json",
    ),
    Verb(
        "verify",
        "proofs",
        "files",
        message("Verify the proof of a round without pairing it."),
        "verify round-3.json event.trf",
    ),
    Verb(
        "document",
        "document",
        "files",
        message(
            "Write a document, such as a pairing sheet, result slips, standings or a wall chart."
        ),
        "document pairing-sheet event.trf -o pairings.pdf",
    ),
    Verb(
        "publish",
        "publish",
        "services",
        message("Write the public pages of an event as files for any web host."),
        "publish open.topboard public-pages",
    ),
    Verb(
        "certify",
        "certify",
        "services",
        message("Compare Topboard with another engine or system on many random events."),
        "certify --engine bbpPairings.exe --events 100",
    ),
    Verb(
        "study",
        "study",
        "services",
        message("Compare tournament formats on many random events."),
        "study formats.toml --jobs 4",
    ),
    Verb(
        "engine",
        "",
        "",
        message("Pair, check and generate events with the options of bbpPairings and JaVaFo."),
        "engine --dutch event.trf -p pairs.txt",
    ),
)
"""All verbs, in the order of the help. The verb ``engine`` is handled by ``topboard.cli.main``."""

MODULES = {verb.name: verb.module for verb in VERBS if verb.module}

EXIT_CODES = message(
    "Exit codes:\n  0  success\n  1  no legal pairing exists, or a check found a difference\n  2 "
    " unexpected error\n  3  bad input or request\n  4  input too large\n  5  a file cannot be read"
    " or written"
)


# --- parsing ----------------------------------------------------------------------------------


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the parsed arguments, with the function of the command as ``run``."""
    parser = _build_english_parser_once() if current_language() is None else build_parser()
    return parser.parse_args(arguments)


@cache
def _build_english_parser_once() -> CommandParser:
    """Return the parser with its help in English. It is built only once in a process."""
    return build_parser()


def build_parser() -> CommandParser:
    """Return a parser with all verbs and their help in the current language."""
    parser = CommandParser(
        prog="topboard",
        description=say("Chess pairings that can be explained, checked and replayed."),
        epilog=say_kept(EXIT_CODES),
    )
    parser.add_argument(
        "--version",
        action=PrintVersion,
        help=say("print the version and exit"),
    )
    verbs = add_subcommands(parser, "VERB")
    for verb in VERBS:
        made = add_subcommand(verbs, verb.name, say_kept(verb.help), f"topboard {verb.example}")
        if verb.options:
            made.set_defaults(run=make_lazy_runner(verb.module, f"run_{verb.name}"))
            made.fill = partial(_add_options_of_verb, verb)
        elif verb.module:
            made.fill = partial(_add_subcommands_of_verb, verb)
    return parser


def _add_options_of_verb(verb: Verb, parser: CommandParser) -> None:
    load_command_function(f"options.{verb.options}", f"add_{verb.name}_options")(parser)


def _add_subcommands_of_verb(verb: Verb, parser: CommandParser) -> None:
    load_command_function(verb.module, "add_verbs")(parser)


def add_subcommands(
    parser: argparse.ArgumentParser, metavar: str
) -> argparse._SubParsersAction[CommandParser]:
    """Return a new group of subcommands of a parser.

    ``metavar`` is their name in the usage line.
    """
    return parser.add_subparsers(
        title=say("verbs") if metavar == "VERB" else say("actions"),
        metavar=metavar,
        required=True,
        parser_class=CommandParser,
    )


def add_subcommand(
    commands: argparse._SubParsersAction[CommandParser],
    name: str,
    summary: str,
    example: str,
    old_name: str = "",
) -> CommandParser:
    """Add a subcommand with an example in its help. An old name is accepted but not shown."""
    made = commands.add_parser(
        name,
        help=summary,
        description=summary,
        epilog=say("Example:\n  {example}", example=example),
    )
    if old_name:
        commands.choices[old_name] = made
    return made


class _HelpFormatter(argparse.HelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        # An example must stay on its line; other text is wrapped.
        if "\n" in text:
            return "".join(indent + line for line in text.splitlines(keepends=True))
        return super()._fill_text(text, width, indent)


class CommandParser(argparse.ArgumentParser):
    """A parser that suggests similar names and accepts options between positional arguments.

    Its subcommands or arguments may be added when it is first used.
    """

    fill: Callable[[CommandParser], None] | None = None
    """A function that adds the subcommands or arguments when the parser is first used."""
    default_output: str | None = "-"
    """The output file if the user gives none."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, formatter_class=_HelpFormatter, add_help=False)
        self.add_argument(
            "-h",
            "--help",
            action="help",
            help=say("print this help and exit"),
            default=argparse.SUPPRESS,
        )
        self.old_options: dict[str, str] = {}
        """The current names of options, keyed by earlier names that are still accepted."""
        self.command_groups: tuple[tuple[str, tuple[str, ...]], ...] = ()
        """The titles of groups of subcommands, and the names in each group."""
        self._is_second_pass = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments. Unlike argparse, exit at once with an error if one is unknown."""
        if self._is_second_pass:
            return super().parse_known_args(args, namespace)
        if self.fill is not None:
            fill, self.fill = self.fill, None
            fill(self)
        if args is not None:
            args = [*self._replace_old_option_names(args)]
            self._refuse_unknown_option(args)
        found, unknown = self._parse_in_any_order(args, namespace)
        if unknown:
            self.error(say("unknown argument: {word!r}", word=unknown[0]))
        self._choose_output_file(found)
        return found, unknown

    def _replace_old_option_names(self, words: Iterable[str]) -> Iterable[str]:
        for word in words:
            name, equals, value = word.partition("=")
            yield f"{self.old_options[name]}{equals}{value}" if name in self.old_options else word

    def _refuse_unknown_option(self, words: Iterable[str]) -> None:
        """Exit with an error if an option does not exist.

        Otherwise argparse might report a missing argument instead of the misspelled option.
        """
        for word in words:
            name = word.partition("=")[0]
            if word == "--" or (self._subparsers is not None and not word.startswith("-")):
                return
            known = self._option_string_actions
            if word.startswith("--") and not any(one.startswith(name) for one in known):
                self.error(
                    add_similar_name_to_message(
                        say("unknown option: {name!r}", name=name), name, [*known]
                    )
                )

    def _parse_in_any_order(self, args: Any, namespace: Any) -> Any:
        """Parse the arguments. Options may come before, between and after positional arguments."""
        numbers = {action.nargs for action in self._get_positional_actions()}
        if numbers.isdisjoint(("?", "*", "+")):
            return super().parse_known_args(args, namespace)
        self._is_second_pass = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_second_pass = False

    def _choose_output_file(self, found: argparse.Namespace) -> None:
        """Set the output file from ``-o``, or from the positional argument of earlier versions."""
        if not hasattr(found, "output"):
            return
        old = vars(found).pop("old_output", None)
        if old is not None and found.output is not None:
            self.error(say("two output files are given: {output!r}", output=old))
        given = old if found.output is None else found.output
        found.output = self.default_output if given is None else given

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [*map(str, action.choices)]
        if not isinstance(action, argparse._SubParsersAction):
            what = say(
                "invalid choice: {value!r}. Choose one of: {known}.",
                value=value,
                known=", ".join(known),
            )
            raise argparse.ArgumentError(action, add_similar_name_to_message(what, value, known))
        # Old names are accepted but not suggested.
        shown = [one.dest for one in action._choices_actions]
        what = (
            say("unknown verb: {value!r}", value=value)
            if action.metavar == "VERB"
            else say("unknown action: {value!r}", value=value)
        )
        self.error(
            add_similar_name_to_message(
                what,
                value,
                shown,
                say("To list all names, run {command} --help.", command=self.prog),
            )
        )

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and exit with the code for bad input."""
        print_to_stderr(self.format_usage().rstrip("\n"))
        print_to_stderr(f"{self.prog}: {message}")
        self.exit(BAD_INPUT)

    def print_help(self, file: Any = None) -> None:
        """Print the help. Unlike argparse, raise an error if it cannot be written."""
        print(self.format_help(), end="", file=file)

    def format_help(self) -> str:
        """Return the help, in which the subcommands are listed by group if they have groups."""
        if not self.command_groups:
            return super().format_help()
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        (commands,) = (one for one in self._actions if isinstance(one, argparse._SubParsersAction))
        for title, names in self.command_groups:
            formatter.start_section(title)
            formatter.add_arguments(one for one in commands._choices_actions if one.dest in names)
            formatter.end_section()
        formatter.start_section(self._optionals.title)
        formatter.add_arguments(self._optionals._group_actions)
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


def add_similar_name_to_message(
    what: str, name: str, known: Sequence[str], otherwise: str = ""
) -> str:
    """Add the most similar known name, if there is one, to the message ``what``, and return it."""
    similar = find_similar_name(name, known)
    more = say("Did you mean {name}?", name=similar) if similar else otherwise
    return f"{what.removesuffix('.')}. {more}" if more else what


def parse_whole_number(text: str) -> int:
    """Return the whole number in a string. Raise ``ArgumentTypeError`` if it is not one."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(say("not a whole number: {text!r}", text=text)) from None


# --- options of several verbs -----------------------------------------------------------------


def add_json_option(verb: argparse.ArgumentParser) -> None:
    """Add the ``--json`` option."""
    verb.add_argument("--json", action="store_true", help=say("print the result as JSON"))


def add_output_option(
    verb: CommandParser, help: str, metavar: str = "FILE", *, old_positional: bool = False
) -> None:
    """Add the option ``-o`` for the output file.

    With ``old_positional`` the file may also be a positional argument, as in earlier versions.
    """
    verb.add_argument("-o", "--output", metavar=metavar, help=help)
    if old_positional:
        verb.add_argument("old_output", nargs="?", help=argparse.SUPPRESS)


# --- functions loaded on demand ---------------------------------------------------------------


def make_lazy_runner(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """Return a function that, when called, imports the verb's module and runs the verb."""

    def run_verb(request: argparse.Namespace) -> int:
        code: int = load_command_function(module, function)(request)
        return code

    return run_verb


def load_command_function(module: str, function: str) -> Callable[..., Any]:
    """Import a module of ``topboard.cli`` and return one of its functions.

    All modules that are loaded on demand are imported here.
    """
    found: Callable[..., Any] = getattr(import_module(f"topboard.cli.{module}"), function)
    return found
