"""The exceptions of Topboard.

TopboardError
├── BadInput          a file or a request that cannot be used, with every problem found in it
│   ├── UnknownSystem a name that is not a system of Topboard
│   ├── TooLarge      more participants or rounds than Topboard accepts
│   └── Refused       an action that an article or the state of the event forbids
│       ├── ConfirmationNeeded  an action whose warnings must be confirmed
│       └── AuthorityNeeded     an action that an article leaves to an authority
├── CannotReadOrWrite a file that cannot be opened, read or written
│   ├── Conflict      a journal that another program or person wrote to first
│   ├── Unreachable   a server that is not answering at the moment
│   │   └── OutcomeUnknown  a server that disappeared while saving an action
│   ├── DamagedJournal  a journal that was changed or damaged
│   ├── Moved         an event that continues in a different place
│   └── WrongVersion  a journal of a different version of Topboard
└── NoLegalPairing    a round that the rules leave without a pairing, and the proof
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import retold

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar


class TopboardError(Exception):
    """The base class of all exceptions that Topboard raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        # Restore the attributes instead of calling the class again, because the argument of an
        # error that has problems is their text.
        return _restore_error, (type(self), self.args, vars(self))


def _restore_error(
    kind: type[TopboardError], arguments: tuple[object, ...], facts: dict[str, object]
) -> TopboardError:
    error = kind.__new__(kind, *arguments)
    vars(error).update(facts)
    return error


class ProblemLevel(Enum):
    """What is required before an action with a problem can be carried out."""

    NOTE = "note"
    """Nothing is required; the problem is only for information."""
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm twice"
    REFUSE = "refuse"
    """The action cannot be carried out, unless an office may decide and does."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem in an input, with what is wrong, where, the quoted text and the remedy.

    The remedy is a whole sentence that tells the reader what to do, or empty.
    """

    what: str
    where: str = ""
    quoted: str = ""
    remedy: str = ""
    article: str = ""
    """The article that forbids an action, or empty; ``what`` ends with it."""
    level: ProblemLevel = ProblemLevel.REFUSE
    numbers: tuple[int, ...] = ()
    """The numbers of the participants concerned, if known."""

    def __str__(self) -> str:
        place = f"{retold(self.where)}: " if self.where else ""
        what, remedy = retold(self.what), retold(self.remedy)
        if self.quoted:
            what = f"{what.removesuffix('.')}: {str(self.quoted)!r}"
        if remedy:
            what = f"{what.removesuffix('.')}. {remedy}"
        return f"{place}{what}"


class BadInput(TopboardError):
    """Raised when an input has problems; all of them are listed, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class TooLarge(BadInput):
    """Raised when an input has more participants or rounds than Topboard accepts."""


class Refused(BadInput):
    """Raised when an article or the state of the event forbids an action.

    ``others`` are further objections to the action, including lower levels. ``subject`` says which
    action it is and what it is about.
    """

    kind: ClassVar[str] = "refused"

    def __init__(self, problems: Iterable[Problem], others: Iterable[Problem] = ()) -> None:
        self.others = tuple(others)
        self.subject: dict[str, object] = {}
        super().__init__(problems)


class ConfirmationNeeded(Refused):
    """Raised when an article advises against an action, so that its warnings must be confirmed.

    ``asks`` has the names of the questions among them, such as ``did_not_arrive.3`` for table 3.
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

    The office and name of the authority and the reason are required. ``offices`` are those that may
    decide.
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
    """Raised when another program or person wrote to the journal first; reload it and retry."""


class Unreachable(CannotReadOrWrite):
    """Raised when a server is not answering at the moment; a retry may succeed."""


class OutcomeUnknown(Unreachable):
    """Raised when a server disappeared while saving an action.

    Check whether the action was saved before you retry.
    """


class WrongVersion(CannotReadOrWrite):
    """Raised when a journal was written by a version of Topboard that this one cannot continue."""


class Moved(CannotReadOrWrite):
    """Raised when an event continues in a different place, so that nothing can be added here."""


class DamagedJournal(CannotReadOrWrite):
    """Raised when a journal has been changed or damaged; entries up to ``intact`` are good."""

    def __init__(self, message: str, intact: int) -> None:
        self.intact = intact
        super().__init__(message)


class UnknownSystem(BadInput):
    """Raised when a name is not that of a system in Topboard."""


class NoLegalPairing(TopboardError):
    """Raised when no pairing of the round satisfies the absolute rules.

    ``blocking`` are the participants of the certificate. There are more ``islands``, each with an
    odd number of participants, than members of ``bridge``. Outside their own island, the
    participants can meet only members of ``bridge``.
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
        return retold(self.words)

    @property
    def blocking(self) -> tuple[int, ...]:
        """Return all participants named by the certificate, in ascending order."""
        return tuple(sorted({*self.bridge, *(n for island in self.islands for n in island)}))
