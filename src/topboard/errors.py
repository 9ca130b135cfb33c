"""The exceptions of Topboard.

TopboardError
├── BadInput          a file or a request that cannot be used, with all its problems
│   ├── UnknownSystem a name that no system in Topboard has
│   ├── TooLarge      an input that exceeds a size limit
│   └── Refused       an action that an article or the state of the event forbids
│       ├── ConfirmationNeeded  an action whose warnings must be confirmed
│       └── AuthorityNeeded     an action that an article leaves to an authority
├── CannotReadOrWrite a file that cannot be opened, read or written
│   ├── Conflict      a journal to which another program or person wrote first
│   ├── Unreachable   a server that is not answering at the moment
│   │   └── OutcomeUnknown  a server that stopped answering while saving an action
│   ├── DamagedJournal  a journal that has been changed or damaged
│   ├── Moved         an event that has moved to a different place
│   └── WrongVersion  a journal from a different version of Topboard
└── NoLegalPairing    a round for which no legal pairing exists, with the proof
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import translate_worded

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar


class TopboardError(Exception):
    """The base class of all exceptions that Topboard raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        # Restore the attributes instead of calling the class again, because the argument of an
        # error that has problems is their text.
        return _rebuild_pickled_error, (type(self), self.args, vars(self))


def _rebuild_pickled_error(
    kind: type[TopboardError], arguments: tuple[object, ...], facts: dict[str, object]
) -> TopboardError:
    error = kind.__new__(kind, *arguments)
    vars(error).update(facts)
    return error


class ProblemLevel(Enum):
    """The level of a problem with an action, from a note up to a refusal."""

    NOTE = "note"
    """The problem is shown for information only, and nothing is required."""
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm twice"
    REFUSE = "refuse"
    """The action is refused unless an office with the power to decide allows it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem with an input or an action.

    ``what`` says what is wrong, ``where`` says where in the input, and ``quoted`` is the input
    found there. ``remedy`` is a whole sentence that tells the reader what to do, or an empty
    string.
    """

    what: str
    where: str = ""
    quoted: str = ""
    remedy: str = ""
    article: str = ""
    """The article that forbids an action, or an empty string. The text of ``what`` ends with it."""
    level: ProblemLevel = ProblemLevel.REFUSE
    numbers: tuple[int, ...] = ()
    """The numbers of the participants concerned, if known."""

    def __str__(self) -> str:
        place = f"{translate_worded(self.where)}: " if self.where else ""
        what, remedy = translate_worded(self.what), translate_worded(self.remedy)
        if self.quoted:
            what = f"{what.removesuffix('.')}: {str(self.quoted)!r}"
        if remedy:
            what = f"{what.removesuffix('.')}. {remedy}"
        return f"{place}{what}"


class BadInput(TopboardError):
    """Raised when an input has problems. All of them are listed, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class TooLarge(BadInput):
    """Raised when an input exceeds a size limit, such as the number of participants or bytes."""


class Refused(BadInput):
    """Raised when an article or the state of the event forbids an action.

    ``others`` are further objections, including less serious ones. ``subject`` names the action and
    what it concerns.
    """

    kind: ClassVar[str] = "refused"

    def __init__(self, problems: Iterable[Problem], others: Iterable[Problem] = ()) -> None:
        self.others = tuple(others)
        self.subject: dict[str, object] = {}
        super().__init__(problems)


class ConfirmationNeeded(Refused):
    """Raised when an article advises against an action, so that the user must confirm it.

    ``asks`` lists the names of questions that the user must answer, such as ``did_not_arrive.3``
    for table 3.
    """

    kind = "confirmation"

    def __init__(
        self,
        problems: Iterable[Problem],
        others: Iterable[Problem] = (),
        *,
        asks: Iterable[str] = (),
    ) -> None:
        self.asks = tuple(asks)
        super().__init__(problems, others)


class AuthorityNeeded(Refused):
    """Raised when an article leaves an action to an authority.

    To carry out the action, state the authority's office and name and a reason. ``offices`` lists
    the offices that may decide.
    """

    kind = "authority"

    def __init__(
        self, problems: Iterable[Problem], offices: Iterable[str], others: Iterable[Problem] = ()
    ) -> None:
        self.offices = tuple(offices)
        super().__init__(problems, others)


class CannotReadOrWrite(TopboardError):
    """Raised when a file cannot be opened, read or written."""


class Conflict(CannotReadOrWrite):
    """Raised when another program or person wrote to the journal first. Reload it and try again."""


class Unreachable(CannotReadOrWrite):
    """Raised when a server is not answering at the moment. Trying again may succeed."""


class OutcomeUnknown(Unreachable):
    """Raised when a server stopped answering while saving an action.

    Check whether the action was saved before you try again.
    """


class WrongVersion(CannotReadOrWrite):
    """Raised when this version of Topboard cannot continue a journal from a different version."""


class Moved(CannotReadOrWrite):
    """Raised when an event has moved to a different place.

    Nothing can be added to this copy.
    """


class DamagedJournal(CannotReadOrWrite):
    """Raised when a journal has been changed or damaged.

    Entries up to number ``intact`` are good.
    """

    def __init__(self, message: str, intact: int) -> None:
        self.intact = intact
        super().__init__(message)


class UnknownSystem(BadInput):
    """Raised when Topboard has no system with the given name."""


class NoLegalPairing(TopboardError):
    """Raised when no pairing of the round satisfies the absolute rules.

    The certificate shows why. Participants of an island can meet only each other and members of
    ``bridge``. Each island has an odd number of participants, and there are more ``islands`` than
    members of ``bridge``.
    """

    def __init__(
        self,
        message: str,
        *,
        bridge: Iterable[int] = (),
        islands: Iterable[Iterable[int]] = (),
        article: str = "",
    ) -> None:
        self.bridge = tuple(bridge)
        self.islands = tuple(tuple(island) for island in islands)
        self.article = article
        self.words = message
        super().__init__(message)

    def __str__(self) -> str:
        return translate_worded(self.words)

    @property
    def blocking(self) -> tuple[int, ...]:
        """Return all participants in the bridge and the islands, in ascending order."""
        return tuple(sorted({*self.bridge, *(n for island in self.islands for n in island)}))
