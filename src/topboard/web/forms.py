"""The content of a submitted form: texts, numbers, choices and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from topboard.errors import BadInput, Problem
from topboard.event.arguments import UserInput, read_whole_number
from topboard.event.policy.objections import Authority, Office
from topboard.messages import say

OUTSIDE = {"token", "confirmed", "office", "authority", "reason", "seen", "came_from", "once"}
"""The fields that concern the context of an action and not the action itself."""
KEPT = "kept."
"""The prefix of fields that are preserved while the user signs in."""
LARGEST_FILE = 20_000_000


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file, with its name on the user's computer and its bytes."""

    name: str
    content: bytes


class PostedForm(UserInput):
    """The fields of a submitted form, in order, and its files."""

    def __init__(
        self, said: Iterable[tuple[str, str]] = (), files: Mapping[str, Upload] | None = None
    ) -> None:
        super().__init__(said)
        self.files = files

    def number(self, name: str, default: int | None = None) -> int:
        """Return the whole number in a field, or raise ``BadInput`` with the field's name."""
        text = self.text(name)
        if not text and default is not None:
            return default
        return read_whole_number(text, name.replace("_", " "))

    def optional_number(self, name: str) -> int | None:
        """Return the whole number in a field, or None if the field is empty."""
        return self.number(name) if self.text(name) else None

    def list_values(self, name: str) -> list[str]:
        """Return the words in a field, which are separated by blanks, commas or semicolons.

        Raise ``BadInput`` if there are none.
        """
        words = self.text(name).replace(",", " ").replace(";", " ").split()
        if not words:
            remedy = say("Enter the numbers in order, separated by spaces.")
            raise BadInput([Problem(say("no numbers were entered"), name, remedy=remedy)])
        return words

    def uploaded_file(self, name: str) -> Upload | None:
        """Return the uploaded file in a field, or None if there is none."""
        return (self.files or {}).get(name)

    @property
    def confirmed(self) -> bool:
        """Return whether the user confirmed the warnings."""
        return self.text("confirmed") in ("yes", "again")

    @property
    def confirmed_again(self) -> bool:
        """Return whether the user confirmed the warnings a second time, where that is required."""
        return self.text("confirmed") == "again"

    @property
    def last_seen_entry(self) -> int | None:
        """Return the last journal entry known to the page, or None if the form does not give it."""
        return self.optional_number("seen")

    @property
    def once_token(self) -> str:
        """Return the token that identifies a form; it stays the same if the form is resent."""
        return self.text("once")

    @property
    def authority(self) -> Authority | None:
        """Return the authority for the action, or None if the form gives none."""
        name, office = self.text("authority"), self.text("office")
        if not name and not office:
            return None
        try:
            found = Office(office)
        except ValueError as error:
            known = ", ".join(one.value for one in Office)
            remedy = say("Choose one of: {known}.", known=known)
            raise BadInput([Problem(say("unknown office"), "office", office, remedy)]) from error
        if not name:
            remedy = say("Enter the name of the person who made the ruling.")
            raise BadInput(
                [Problem(say("the name of the official is missing"), "authority", remedy=remedy)]
            )
        return Authority(found, name)

    def action_fields(self) -> list[tuple[str, str]]:
        """Return the fields that describe the action, for sending them again."""
        return [(key, value) for key, value in self.said if key not in OUTSIDE]

    def fields_to_resend(self, back: str) -> list[tuple[str, str]]:
        """Return all fields for sending them again, without secrets and with the page ``back``."""
        left_out = {"token", "password", "came_from"}
        return [("came_from", back), *(one for one in self.said if one[0] not in left_out)]

    def kept_fields(self) -> list[tuple[str, str]]:
        """Return the fields that are preserved while the user signs in."""
        return [(key, value) for key, value in self.said if key.startswith(KEPT)]
