"""The content of a sent form: texts, numbers, choices and files, with problems in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.event.arguments import Asked, number
from topboard.event.policy.objections import Authority, Office
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

OUTSIDE = {"token", "confirmed", "office", "authority", "reason", "seen", "came_from", "once"}
"""Fields that concern the action's context and not the action itself."""
KEPT = "kept."
"""The prefix of fields that are kept until the user has signed in."""
LARGEST_FILE = 20_000_000


@dataclass(frozen=True, slots=True)
class Upload:
    """A file sent with a form: its name on the sender's computer, and its bytes."""

    name: str
    content: bytes


class Posted(Asked):
    """The fields of a form, in order, and its files."""

    def __init__(
        self, said: Iterable[tuple[str, str]] = (), files: Mapping[str, Upload] | None = None
    ) -> None:
        super().__init__(said)
        self.files = files

    def number(self, name: str, default: int | None = None) -> int:
        """Return the whole number in a field, or refuse it with the name of the field."""
        text = self.text(name)
        if not text and default is not None:
            return default
        return number(text, name.replace("_", " "))

    def optional_number(self, name: str) -> int | None:
        """Return a whole number, or None if the field is empty."""
        return self.number(name) if self.text(name) else None

    def several(self, name: str) -> list[str]:
        """Return the numbers in a field, which are separated by blanks or commas."""
        words = self.text(name).replace(",", " ").replace(";", " ").split()
        if not words:
            remedy = say("write the numbers in their order, with blanks between them")
            raise BadInput([Problem(say("no numbers"), name, remedy=remedy)])
        return words

    def file(self, name: str) -> Upload | None:
        """Return a file that was sent, if there is one."""
        return (self.files or {}).get(name)

    @property
    def confirmed(self) -> bool:
        """Return whether the warnings were read and accepted."""
        return self.text("confirmed") in ("yes", "again")

    @property
    def confirmed_again(self) -> bool:
        """Return whether the warnings were accepted a second time, where that is required."""
        return self.text("confirmed") == "again"

    @property
    def seen(self) -> int | None:
        """Return the last journal entry that the page knew, if the form says so."""
        return self.optional_number("seen")

    @property
    def once(self) -> str:
        """Return the token that stays the same when a form is resent and differs between forms."""
        return self.text("once")

    @property
    def authority(self) -> Authority | None:
        """Return on whose authority the action is taken."""
        name, office = self.text("authority"), self.text("office")
        if not name and not office:
            return None
        try:
            found = Office(office)
        except ValueError as error:
            raise BadInput([Problem(say("no such office"), "office", office)]) from error
        if not name:
            raise BadInput([Problem(say("name the person who decided"), "authority")])
        return Authority(found, name)

    def of_the_act(self) -> list[tuple[str, str]]:
        """Return the fields that make up the action, to be sent again."""
        return [(key, value) for key, value in self.said if key not in OUTSIDE]

    def again(self, back: str) -> list[tuple[str, str]]:
        """Return everything that was sent from a page, to be sent again without secrets."""
        left_out = {"token", "password", "came_from"}
        return [("came_from", back), *(one for one in self.said if one[0] not in left_out)]

    def kept(self) -> list[tuple[str, str]]:
        """Return the fields that are kept until the user has signed in."""
        return [(key, value) for key, value in self.said if key.startswith(KEPT)]
