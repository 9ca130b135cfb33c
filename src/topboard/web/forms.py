"""What a form sent: texts, numbers, choices and files, with problems in words."""

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
"""Fields that belong to the hand and not to the act."""
KEPT = "kept."
"""Before the names of fields that wait until somebody has signed in."""
LARGEST_FILE = 20_000_000


@dataclass(frozen=True, slots=True)
class Upload:
    """A file sent with a form: its name on the other computer, and its bytes."""

    name: str
    content: bytes


class Posted(Asked):
    """The fields of a form, in their order, and its files."""

    def __init__(
        self, said: Iterable[tuple[str, str]] = (), files: Mapping[str, Upload] | None = None
    ) -> None:
        super().__init__(said)
        self.files = files

    def number(self, name: str, default: int | None = None) -> int:
        """A field that holds a whole number; refused with its name if it does not."""
        text = self.text(name)
        if not text and default is not None:
            return default
        return number(text, name.replace("_", " "))

    def optional_number(self, name: str) -> int | None:
        """A whole number, or nothing."""
        return self.number(name) if self.text(name) else None

    def several(self, name: str) -> list[str]:
        """The numbers that stand in a field, with blanks or commas between them."""
        words = self.text(name).replace(",", " ").replace(";", " ").split()
        if not words:
            remedy = say("write the numbers in their order, with blanks between them")
            raise BadInput([Problem(say("no numbers"), name, remedy=remedy)])
        return words

    def file(self, name: str) -> Upload | None:
        """A file that was sent, if one was."""
        return (self.files or {}).get(name)

    @property
    def confirmed(self) -> bool:
        """Whether the warnings were read and accepted."""
        return self.text("confirmed") in ("yes", "again")

    @property
    def confirmed_again(self) -> bool:
        """Whether they were accepted once more, where that is asked for."""
        return self.text("confirmed") == "again"

    @property
    def seen(self) -> int | None:
        """The last entry that the page knew of, where the form says it."""
        return self.optional_number("seen")

    @property
    def once(self) -> str:
        """What is the same where a form is sent again, and another in every form."""
        return self.text("once")

    @property
    def authority(self) -> Authority | None:
        """By whose word the act is done."""
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
        """The fields that make the act, to be sent again."""
        return [(key, value) for key, value in self.said if key not in OUTSIDE]

    def again(self, back: str) -> list[tuple[str, str]]:
        """All that was sent from a page, to be sent once more; a secret is not shown again."""
        left_out = {"token", "password", "came_from"}
        return [("came_from", back), *(one for one in self.said if one[0] not in left_out)]

    def kept(self) -> list[tuple[str, str]]:
        """What waits until somebody has signed in."""
        return [(key, value) for key, value in self.said if key.startswith(KEPT)]
