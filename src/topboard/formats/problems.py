"""The collected defects of an input, and the sizes that Topboard accepts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem, TooLarge
from topboard.messages import message, say, say_kept, worded

if TYPE_CHECKING:
    from topboard.model import Scale, Tenths

MOST_COMPETITORS = 20_000
MOST_ROUNDS = 100
MOST_BOARDS = 20
LARGEST_ROSTER = 100
MOST_BYTES = 64 * 2**20
HIGHEST_NUMBER = 99_999
HIGHEST_RATING = 9_999
MOST_RATINGS = 50
"""The most ratings that one player may have."""
HIGHEST_POINTS = 10_000
LOWEST_POINTS = -1_000
"""The lowest possible number of points. A ruling may reduce points below zero."""
LAST_ROUND = 10_000
"""The round number that means "until the end" in the model."""
LONGEST_TEXT = 2_000
LONGEST_QUOTE = 80
MOST_PROBLEMS = 200
MOST_DIGITS = 9


class ProblemCollector:
    """The problems found in one input, which is read to the end before they are raised."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.unlisted = 0

    def add(self, what: str, where: str = "", quoted: str = "", remedy: str = "") -> None:
        """Note a problem. Beyond ``MOST_PROBLEMS`` problems are only counted."""
        if len(self.problems) >= MOST_PROBLEMS:
            self.unlisted += 1
            return
        self.problems.append(Problem(what, where or self.name, shorten_for_quote(quoted), remedy))

    def raise_problems(self) -> None:
        """Raise ``BadInput`` with all noted problems, if there are any."""
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


def bad_input_error(what: str, where: str = "", quoted: str = "", remedy: str = "") -> BadInput:
    """Return a ``BadInput`` with this single problem, for the caller to raise."""
    return BadInput([Problem(what, where, shorten_for_quote(quoted), remedy)])


def too_large_error(what: str, where: str, limit: int) -> TooLarge:
    """Return the error for an input that exceeds a limit, to be raised before more is read."""
    return TooLarge(
        [Problem(what, where, remedy=say("Topboard accepts at most {limit:,}", limit=limit))]
    )


def max_points_per_board(scale: Scale) -> Tenths:
    """Return the most points that the two players of a game can have together, in tenths."""
    return max(scale.win + scale.loss, 2 * scale.draw)


def shorten_for_quote(text: str) -> str:
    """Return the text, shortened to at most ``LONGEST_QUOTE`` characters for quoting."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"


def parse_whole_number(written: str) -> int | None:
    """Return the number if the text consists of ASCII digits, and not too many, otherwise None."""
    is_plain = written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS
    return int(written) if is_plain else None


PERIOD = worded("a month or a day, as in 2026-11 or 2026-11-01")


def is_period(text: str) -> bool:
    """Return whether the text is a month (``2026-11``) or a day (``2026-11-01``)."""
    from datetime import date

    day = f"{text}-01" if len(text) == len("2026-11") else text
    if [len(part) * part.isdigit() for part in day.split("-")] != [4, 2, 2]:
        return False
    try:
        date(*map(int, day.split("-")))
    except ValueError:
        return False
    return True


def is_printable(text: str) -> bool:
    """Return whether the text has neither control characters nor lone surrogates."""
    return text.isprintable() or not any(_is_unprintable(character) for character in text)


def replace_unprintable(text: str) -> str:
    """Return the text with control characters and lone surrogates replaced by spaces."""
    if is_printable(text):
        return text
    return "".join(" " if _is_unprintable(character) else character for character in text)


def _is_unprintable(character: str) -> bool:
    code = ord(character)
    return (
        code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000 or character in "\u2028\u2029"
    )


CALLED = {
    "team": (message("team"), message("teams")),
    "player": (message("player"), message("players")),
}
"""The words for a player and a team, singular and plural."""


def singular_participant_word(word: str) -> str:
    """Return the singular word for a team or a player, in the current language."""
    return say_kept(CALLED[word][0])


def plural_participant_word(word: str) -> str:
    """Return the plural word for teams or players, in the current language."""
    return say_kept(CALLED[word][1])


def too_few_participants_message(count: int, word: str) -> tuple[str, str]:
    """Return the message that there are fewer than two participants, and the remedy."""
    what = say("there is only one {word}", word=singular_participant_word(word))
    if count == 0:
        what = say("there is no {word}", word=singular_participant_word(word))
    return what, say("give at least two {words}", words=plural_participant_word(word))
