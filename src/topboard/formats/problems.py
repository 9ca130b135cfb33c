"""Collection of the problems found in an input, and Topboard's limits on the size of inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem, TooLarge
from topboard.messages import counted, message, say, say_count, say_kept, worded

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
"""The maximum number of ratings that one player may have."""
HIGHEST_POINTS = 10_000
LOWEST_POINTS = -1_000
"""The lowest score that is accepted. It is negative, because a ruling may deduct points."""
LAST_ROUND = 10_000
"""The round number that the model uses for "until the end of the event"."""
LONGEST_TEXT = 2_000
LONGEST_QUOTE = 80
MOST_PROBLEMS = 200
MOST_DIGITS = 9


class ProblemCollector:
    """The problems found in one input. They are raised together after the input has been read."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Problem] = []
        self.unlisted = 0

    def add(self, what: str, where: str = "", quoted: str = "", remedy: str = "") -> None:
        """Add a problem. Once there are ``MOST_PROBLEMS``, further problems are only counted."""
        if len(self.problems) >= MOST_PROBLEMS:
            self.unlisted += 1
            return
        self.problems.append(Problem(what, where or self.name, shorten_for_quote(quoted), remedy))

    def raise_problems(self) -> None:
        """Raise ``BadInput`` with all collected problems, if there are any."""
        if not self.problems:
            return
        if self.unlisted:
            what = say_count(
                "{count} more problem is not listed",
                "{count} more problems are not listed",
                self.unlisted,
            )
            raise BadInput([*self.problems, Problem(what, self.name)])
        raise BadInput(self.problems)


def bad_input_error(what: str, where: str = "", quoted: str = "", remedy: str = "") -> BadInput:
    """Return a ``BadInput`` with a single problem, for the caller to raise."""
    return BadInput([Problem(what, where, shorten_for_quote(quoted), remedy)])


def too_large_error(what: str, where: str, limit: int, *, in_bytes: bool = False) -> TooLarge:
    """Return a ``TooLarge`` that names the limit, for the caller to raise."""
    remedy = (
        say("Stay within the limit of {limit:,} bytes.", limit=limit)
        if in_bytes
        else say("Stay within the limit of {limit:,}.", limit=limit)
    )
    return TooLarge([Problem(what, where, remedy=remedy)])


def max_points_per_board(scale: Scale) -> Tenths:
    """Return the maximum total of both players' points in a game, in tenths."""
    return max(scale.win + scale.loss, 2 * scale.draw)


def shorten_for_quote(text: str, most: int = LONGEST_QUOTE) -> str:
    """Return the text, cut to at most ``most`` characters for use in a message."""
    return text if len(text) <= most else text[: most - 1] + "…"


def parse_whole_number(written: str) -> int | None:
    """Return the number if the text is at most ``MOST_DIGITS`` ASCII digits, otherwise None."""
    is_plain = written.isascii() and written.isdigit() and len(written) <= MOST_DIGITS
    return int(written) if is_plain else None


PERIOD = worded("Enter a month or a day, such as 2026-11 or 2026-11-01.")
"""The remedy for a rating period that is neither a month nor a day."""


def is_month_or_day(text: str) -> bool:
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


TOO_MANY_ROUNDS = counted("{count:,} round is too many", "{count:,} rounds are too many")
TOO_MANY_BOARDS = counted("{count:,} board is too many", "{count:,} boards are too many")
TOO_MANY_MEMBERS = counted(
    "{count:,} player is too many for one team", "{count:,} players are too many for one team"
)
NO_SUCH_NUMBER = {
    "team": message("there is no team with number {number}"),
    "player": message("there is no player with number {number}"),
}
PAIRED_WITH_ITSELF = {
    "team": message("team {number} cannot be paired with itself"),
    "player": message("player {number} cannot be paired with themselves"),
}
ONLY_ONE = {
    "team": message("there is only one team"),
    "player": message("there is only one player"),
}
NONE_AT_ALL = {
    "team": message("there are no teams"),
    "player": message("there are no players"),
}
GIVE_TWO = {
    "team": message("Enter at least two teams."),
    "player": message("Enter at least two players."),
}


def no_such_number_message(number: int, word: str) -> str:
    """Return the message that no team or player has this number. ``word`` is "team" or "player"."""
    return say_kept(NO_SUCH_NUMBER[word], number=number)


def paired_with_itself_message(number: int, word: str) -> str:
    """Return the message that a team or player is its own opponent.

    ``word`` is "team" or "player".
    """
    return say_kept(PAIRED_WITH_ITSELF[word], number=number)


def too_few_participants_message(count: int, word: str) -> tuple[str, str]:
    """Return the message that there are fewer than two participants, and its remedy.

    ``word`` is "team" or "player".
    """
    what = say_kept(NONE_AT_ALL[word] if count == 0 else ONLY_ONE[word])
    return what, say_kept(GIVE_TWO[word])
