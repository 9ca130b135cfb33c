"""The exceptions of Topboard.

TopboardError
├── BadInput          a file or a request that cannot be used, with every problem found in it
│   ├── UnknownSystem a name that is not a system of Topboard
│   ├── TooLarge      more participants or rounds than Topboard accepts
│   └── Refused       an action that an article or the state of the event forbids
│       ├── ConfirmationNeeded  an action that needs a warning to be confirmed
│       └── AuthorityNeeded     an action that an article leaves to somebody else
├── CannotReadOrWrite a file that cannot be opened, read or written
│   ├── Conflict      another program or person wrote to the journal first
│   ├── Unreachable   a server that does not answer now
│   │   └── OutcomeUnknown  a server that went away while saving an action
│   ├── DamagedJournal  a journal that was changed or damaged
│   ├── Moved         an event that continues in a different place
│   └── WrongVersion  a journal of a different version of Topboard
└── NoLegalPairing    the rules leave no pairing, with the certificate that shows it
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
    """The base class of everything Topboard raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        # Restore the attributes instead of calling the class again, because the argument of an
        # error made of problems is their text.
        return _restore_error, (type(self), self.args, vars(self))


def _restore_error(
    kind: type[TopboardError], arguments: tuple[object, ...], facts: dict[str, object]
) -> TopboardError:
    error = kind.__new__(kind, *arguments)
    vars(error).update(facts)
    return error


class Level(Enum):
    """What a problem requires before the action is done."""

    NOTE = "note"
    """Nothing; it is only for information."""
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm twice"
    REFUSE = "refuse"
    """The action is not done, or not before an office decides if one may."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of an input: what is wrong, where, the quoted text and the remedy."""

    what: str
    where: str = ""
    quoted: str = ""
    remedy: str = ""
    article: str = ""
    """The article against an action, if any; ``what`` ends with it."""
    level: Level = Level.REFUSE
    numbers: tuple[int, ...] = ()
    """The participants concerned, if known."""

    def __str__(self) -> str:
        place = f"{retold(self.where)}: " if self.where else ""
        quote = f": {str(self.quoted)!r}" if self.quoted else ""
        advice = f" ({retold(self.remedy)})" if self.remedy else ""
        return f"{place}{retold(self.what)}{quote}{advice}"


class BadInput(TopboardError):
    """An input with problems; all of them are listed, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class TooLarge(BadInput):
    """An input beyond the sizes Topboard accepts."""


class Refused(BadInput):
    """An action that an article or the state of the event forbids.

    ``others`` are further objections to the action, including lower levels. ``subject`` says which
    action it is and what it is about.
    """

    kind: ClassVar[str] = "refused"

    def __init__(self, problems: Iterable[Problem], others: Iterable[Problem] = ()) -> None:
        self.others = tuple(others)
        self.subject: dict[str, object] = {}
        super().__init__(problems)


class ConfirmationNeeded(Refused):
    """An action that an article advises against and that needs its warnings confirmed.

    ``asks`` names the questions among them, such as ``did_not_arrive.3`` for table 3.
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
    """An action that an article leaves to an authority; its office, name and reason are required.

    ``offices`` are those that may decide.
    """

    kind = "authority"

    def __init__(
        self, problems: Iterable[Problem], offices: Iterable[str], others: Iterable[Problem] = ()
    ) -> None:
        self.offices = tuple(offices)
        super().__init__(problems, others)


class CannotReadOrWrite(TopboardError):
    """A file that cannot be opened, read or written."""


class Conflict(CannotReadOrWrite):
    """Another program or person wrote to the journal first; reload it and retry."""


class Unreachable(CannotReadOrWrite):
    """A server that does not answer now and may do so in a moment."""


class OutcomeUnknown(Unreachable):
    """A server that went away while saving an action; check if it was saved before you retry."""


class WrongVersion(CannotReadOrWrite):
    """A journal written by a version of Topboard that this one cannot continue."""


class Moved(CannotReadOrWrite):
    """An event that continues in a different place, so that nothing is added here."""


class DamagedJournal(CannotReadOrWrite):
    """A journal that has been changed or damaged; the entries up to ``intact`` are good."""

    def __init__(self, message: str, intact: int) -> None:
        self.intact = intact
        super().__init__(message)


class UnknownSystem(BadInput):
    """A name that is not a system of Topboard."""


class NoLegalPairing(TopboardError):
    """No pairing of the round satisfies the absolute rules.

    ``blocking`` are the participants of the certificate. There are more ``islands``, each with an
    odd number of participants, than members of ``bridge``, and outside their own island the
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
