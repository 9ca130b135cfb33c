"""The content of a submitted form, with methods that read texts, numbers, choices and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from topboard.errors import BadInput, Problem
from topboard.event.arguments import UserInput, read_whole_number
from topboard.event.policy.objections import Authority, Office
from topboard.messages import say

OUTSIDE = {"token", "confirmed", "office", "authority", "reason", "seen", "came_from", "once"}
"""The names of form fields about the circumstances of an action, such as its reason, rather than
its content.
"""
SECRETS = {"password", "current", "repeated"}
"""The names of the fields for passwords, which no page shows or sends again."""
KEPT = "kept."
"""The prefix for the names of fields that are kept while the user signs in."""
KEPT_ACTION = f"{KEPT}to"
"""The name of the field with the address to which the kept form was sent."""
LARGEST_FILE = 20_000_000


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file, with its original name and its bytes."""

    name: str
    content: bytes


class PostedForm(UserInput):
    """The fields of a submitted form, in the order sent, and its uploaded files."""

    def __init__(
        self, said: Iterable[tuple[str, str]] = (), files: Mapping[str, Upload] | None = None
    ) -> None:
        super().__init__(said)
        self.files = files

    def number(self, name: str, default: int | None = None) -> int:
        """Return the whole number in a field, or the default if the field is empty.

        Raise ``BadInput`` with the name of the field if it contains anything else.
        """
        text = self.text(name)
        if not text and default is not None:
            return default
        return read_whole_number(text, name.replace("_", " "))

    def optional_number(self, name: str) -> int | None:
        """Return the whole number in a field, or None if the field is empty."""
        return self.number(name) if self.text(name) else None

    def values_of_list_argument(self, name: str) -> list[str]:
        """Return the words in a field, which may be separated by spaces, commas or semicolons.

        Raise ``BadInput`` if there are none.
        """
        words = self.text(name).replace(",", " ").replace(";", " ").split()
        if not words:
            remedy = say("Enter the numbers in order, separated by spaces.")
            raise BadInput([Problem(say("no numbers were entered"), name, remedy=remedy)])
        return words

    def uploaded_file(self, name: str) -> Upload | None:
        """Return the file uploaded in a field, or None if there is none."""
        return (self.files or {}).get(name)

    @property
    def confirmed(self) -> bool:
        """Return whether the user confirmed the warnings about the action."""
        return self.text("confirmed") in ("yes", "again")

    @property
    def confirmed_again(self) -> bool:
        """Return whether the user confirmed the warnings a second time, which some actions
        require.
        """
        return self.text("confirmed") == "again"

    @property
    def last_seen_entry(self) -> int | None:
        """Return the number of the last journal entry when the page was rendered, or None."""
        return self.optional_number("seen")

    @property
    def once_token(self) -> str:
        """Return the token that identifies a submission.

        It stays the same if the form is sent again.
        """
        return self.text("once")

    @property
    def authority(self) -> Authority | None:
        """Return the authority that the form names for the action, or None if it names none.

        Raise ``BadInput`` if the office is unknown or the name is missing.
        """
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

    def fields_describing_action(self) -> list[tuple[str, str]]:
        """Return the fields that describe the action, for a page that sends them again."""
        return [(key, value) for key, value in self.said if key not in OUTSIDE | SECRETS]

    def fields_to_resend(self, back: str) -> list[tuple[str, str]]:
        """Return the fields for sending the form again, without secrets.

        ``back`` is added as the address of the page that the form came from.
        """
        left_out = {"token", "came_from", *SECRETS}
        return [("came_from", back), *(one for one in self.said if one[0] not in left_out)]

    def fields_kept_during_sign_in(self) -> list[tuple[str, str]]:
        """Return the fields of an earlier form that are kept while the user signs in."""
        return [(key, value) for key, value in self.said if key.startswith(KEPT)]
