"""The defects of a file, collected as values, and the sizes Topboard accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem, TooLarge
from topboard.messages import message, say, say_kept, worded

if TYPE_CHECKING:
    from datetime import datetime

    from topboard.model import Scale, Tenths

MOST_COMPETITORS = 20_000
MOST_ROUNDS = 100
MOST_BOARDS = 20
LARGEST_ROSTER = 100
MOST_BYTES = 64 * 2**20
HIGHEST_NUMBER = 99_999
HIGHEST_RATING = 9_999
MOST_RATINGS = 50
"""Of one player."""
HIGHEST_POINTS = 10_000
LOWEST_POINTS = -1_000
"""Points by decision may lie below zero."""
LAST_ROUND = 10_000
"""The round by which the model says "to the end"."""
LONGEST_TEXT = 2_000
LONGEST_QUOTE = 80
MOST_PROBLEMS = 200
MOST_DIGITS = 9


class Sheet:
    """The list of everything wrong with one input; it is read to the end before it complains."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.unlisted = 0

    def add(self, what: str, where: str = "", quoted: str = "", remedy: str = "") -> None:
        """Note one more defect."""
        if len(self.problems) >= MOST_PROBLEMS:
            self.unlisted += 1
            return
        self.problems.append(Problem(what, where or self.name, shorten_for_quote(quoted), remedy))

    def settle(self) -> None:
        """Raise what has been noted, if anything has."""
        if not self.problems:
            return
        if self.unlisted:
            raise BadInput(
                [
                    *self.problems,
                    Problem(say("and {unlisted} more", unlisted=self.unlisted), self.name),
                ]
            )
        raise BadInput(self.problems)


def refuse(what: str, where: str = "", quoted: str = "", remedy: str = "") -> BadInput:
    """The error of an input with this one defect."""
    return BadInput([Problem(what, where, shorten_for_quote(quoted), remedy)])


def too_large(what: str, where: str, limit: int) -> TooLarge:
    """The error of an input beyond a limit; it is raised before anything else is looked at."""
    return TooLarge(
        [Problem(what, where, remedy=say("Topboard accepts at most {limit:,}", limit=limit))]
    )


def points_of_a_board(scale: Scale) -> Tenths:
    """The most that both sides of one game can have together."""
    return max(scale.win + scale.loss, 2 * scale.draw)


def shorten_for_quote(text: str) -> str:
    """The text as it is quoted: not longer than a line."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def parse_whole_number(written: str) -> int | None:
    """The number in plain digits; None for anything else, and for more digits than any needs."""
    is_plain = written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS
    return int(written) if is_plain else None


PERIOD = worded("a month or a day, as in 2026-11 or 2026-11-01")


def is_period(text: str) -> bool:
    """Whether the text is the month or the day of a rating list."""
    from datetime import date

    day = f"{text}-01" if len(text) == len("2026-11") else text
    if [len(part) * part.isdigit() for part in day.split("-")] != [4, 2, 2]:
        return False
    try:
        date(*map(int, day.split("-")))
    except ValueError:
        return False
    return True


def parse_time(text: str) -> datetime | None:
    """The time told in ISO 8601, in UTC if no zone is named; None if the text tells none."""
    from datetime import UTC, datetime

    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def is_printable(text: str) -> bool:
    """Whether the text has neither control characters nor halves of characters."""
    return text.isprintable() or not any(_is_foul(character) for character in text)


def printable(text: str) -> str:
    """The text with a blank for every character that no format takes."""
    if is_printable(text):
        return text
    return "".join(" " if _is_foul(character) else character for character in text)


def _is_foul(character: str) -> bool:
    code = ord(character)
    return (
        code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or character in "\u2028\u2029"
    )


CALLED = {
    "team": (message("team"), message("teams")),
    "player": (message("player"), message("players")),
}
"""What the competitors of an event are called: one of them, and several."""


def one_called(word: str) -> str:
    """A team or a player, in the language in force."""
    return say_kept(CALLED[word][0])


def many_called(word: str) -> str:
    """Teams or players, in the language in force."""
    return say_kept(CALLED[word][1])


def too_few(count: int, word: str) -> tuple[str, str]:
    """That an event needs two, and what to do."""
    what = say("there is only one {word}", word=one_called(word))
    if count == 0:
        what = say("there is no {word}", word=one_called(word))
    return what, say("give at least two {words}", words=many_called(word))
