"""What a form sent: texts, numbers, choices and files, with problems in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.event.acts import TableGround
from topboard.event.governance.objections import Authority, Office
from topboard.event.results import points_in
from topboard.formats.problems import whole_number
from topboard.model import Number

if TYPE_CHECKING:
    from collections.abc import Mapping

OUTSIDE = {"token", "confirmed", "office", "authority", "reason", "seen"}
"""Fields that belong to the hand and not to the act."""
LARGEST_FILE = 20_000_000


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was sent."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Posted:
    """The fields of a form, in their order, and its files."""

    fields: tuple[tuple[str, str], ...] = ()
    files: Mapping[str, Upload] | None = None

    def text(self, name: str, default: str = "") -> str:
        """The last value of a field, without blanks around it."""
        values = self.all(name)
        return values[-1].strip() if values else default

    def all(self, name: str) -> list[str]:
        """All values of a field."""
        return [value for key, value in self.fields if key == name]

    def has(self, name: str) -> bool:
        """Whether a box was ticked, or a button pressed."""
        return any(key == name for key, _ in self.fields)

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number."""
        text = self.text(name)
        if not text and default is not None:
            return default
        number = whole_number(text)
        if number is None:
            raise BadInput([Problem("not a whole number", name.replace("_", " "), text)])
        return number

    def optional_number(self, name: str) -> int | None:
        """A whole number, or nothing."""
        return self.number(name) if self.text(name) else None

    def points(self, name: str) -> int:
        """Points as people write them (1, 1.5, ½, -1), in tenths."""
        text = self.text(name)
        if (found := points_in(text)) is None:
            raise BadInput([Problem("not a number of points", name.replace("_", " "), text)])
        return found

    def whom(self, name: str = "whom") -> Number:
        """The competitor that a field names."""
        return Number(competitor_number(self.text(name)))

    def several(self, name: str) -> tuple[Number, ...]:
        """The competitors whose numbers stand in a field, with blanks or commas between them."""
        words = self.text(name).replace(",", " ").replace(";", " ").split()
        strange = [word for word in words if not (word.isascii() and word.isdigit())]
        if strange or not words:
            remedy = "write the numbers in the order drawn, with blanks between them"
            raise BadInput([Problem("not numbers", "order", " ".join(strange), remedy)])
        return tuple(Number(int(word)) for word in words)

    def ground(self) -> TableGround:
        """Why a table is fixed; another reason, where none is chosen."""
        return TableGround(self.text("ground") or TableGround.OTHER.value)

    def file(self, name: str) -> Upload | None:
        """A file that was sent, if one was."""
        return (self.files or {}).get(name)

    @property
    def confirmed(self) -> bool:
        """Whether the warnings were read and accepted."""
        return self.text("confirmed") == "yes"

    @property
    def seen(self) -> int | None:
        """The last entry that the page knew of, where the form says it."""
        return self.optional_number("seen")

    @property
    def authority(self) -> Authority | None:
        """By whose word the act is done."""
        name, office = self.text("authority"), self.text("office")
        if not name and not office:
            return None
        try:
            found = Office(office)
        except ValueError as error:
            raise BadInput([Problem("no such office", "office", office)]) from error
        if not name:
            raise BadInput([Problem("name the person who decided", "authority")])
        return Authority(found, name)

    def of_the_act(self) -> list[tuple[str, str]]:
        """The fields that make the act, to be sent again."""
        return [(key, value) for key, value in self.fields if key not in OUTSIDE]


def competitor_number(text: str) -> int:
    """The number before the name, as lists to choose from send it."""
    digits = text.strip().partition(" ")[0].rstrip(".")
    number = whole_number(digits)
    if number is None:
        raise BadInput([Problem("choose somebody by number", quoted=text)])
    return number
