"""The exceptions of Topboard.

TopboardError
├── BadInput          a file or a request that cannot be used, with every problem found in it
│   ├── TooLarge      more competitors or rounds than Topboard accepts
│   └── Refused       an act that an article or the state of the event forbids
│       ├── ConfirmationNeeded  an act that may be done only after a warning is confirmed
│       └── AuthorityNeeded     an act that an article leaves to somebody else
├── CannotReadOrWrite a file that cannot be opened, read or written
│   ├── Conflict      somebody else wrote to the journal first
│   ├── Unreachable   a host that does not answer now
│   │   └── OutcomeUnknown  a host that went away while an act was being kept
│   ├── DamagedJournal  a journal that is not as it was written
│   ├── Moved         an event that goes on at another place
│   └── WrongVersion  a journal of another version of Topboard
├── UnknownSystem     a name that is no system of Topboard
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
    """The base of everything Topboard raises on purpose."""

    def __reduce__(self) -> tuple[object, ...]:
        # By what it holds, not by calling its class again: an error made of problems has the
        # text of them as its argument.
        return _restored, (type(self), self.args, vars(self))


def _restored(
    kind: type[TopboardError], arguments: tuple[object, ...], facts: dict[str, object]
) -> TopboardError:
    error = kind.__new__(kind, *arguments)
    vars(error).update(facts)
    return error


class Level(Enum):
    """How much a problem asks for before the action is done."""

    NOTE = "note"
    """Nothing: somebody should know it."""
    CONFIRM = "confirm"
    CONFIRM_TWICE = "confirm twice"
    REFUSE = "refuse"
    """The action is not done; if an office may decide, not before it does."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One defect of an input: what is wrong, where, the text quoted and what to do about it."""

    what: str
    where: str = ""
    quoted: str = ""
    remedy: str = ""
    article: str = ""
    """The article that speaks against an action, where one does; ``what`` ends with it."""
    level: Level = Level.REFUSE
    numbers: tuple[int, ...] = ()
    """The participants whom it concerns, where that is known."""

    def __str__(self) -> str:
        place = f"{retold(self.where)}: " if self.where else ""
        quote = f": {str(self.quoted)!r}" if self.quoted else ""
        advice = f" ({retold(self.remedy)})" if self.remedy else ""
        return f"{place}{retold(self.what)}{quote}{advice}"


class BadInput(TopboardError):
    """An input with defects; all of them are listed, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class TooLarge(BadInput):
    """An input beyond the sizes Topboard accepts."""


class Refused(BadInput):
    """An act that an article or the state of the event forbids.

    ``others`` is what else speaks against the act, at lower levels too; ``subject`` says which act
    it is, and what it is about.
    """

    kind: ClassVar[str] = "refused"

    def __init__(self, problems: Iterable[Problem], others: Iterable[Problem] = ()) -> None:
        self.others = tuple(others)
        self.subject: dict[str, object] = {}
        super().__init__(problems)


class ConfirmationNeeded(Refused):
    """An act that an article regrets: it may be done once the warnings are confirmed.

    ``asks`` names the questions among them, as in ``did_not_arrive.3`` of table 3.
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
    """An act that an article leaves to somebody: his office, name and reason are asked for.

    ``offices`` are those who may decide.
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
    """Somebody else wrote to the journal first; look at it again and retry."""


class Unreachable(CannotReadOrWrite):
    """A host that does not answer now, and may do so in a moment."""


class OutcomeUnknown(Unreachable):
    """A host that went away while an act was being kept: look whether it was before you retry."""


class WrongVersion(CannotReadOrWrite):
    """A journal written by a version of Topboard that this one does not continue."""


class Moved(CannotReadOrWrite):
    """An event that goes on at another place: nothing is added to it here."""


class DamagedJournal(CannotReadOrWrite):
    """A journal that is not as it was written; the entries up to ``intact`` are."""

    def __init__(self, message: str, intact: int) -> None:
        self.intact = intact
        super().__init__(message)


class UnknownSystem(BadInput):
    """A name that is no system of Topboard."""


class NoLegalPairing(TopboardError):
    """No pairing of the round satisfies the absolute rules.

    ``blocking`` are the competitors of the certificate: ``islands`` is more groups of an odd
    number of them than there are members of ``bridge``, and outside their own island they can
    meet nobody but the members of ``bridge``.
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
        """All competitors named by the certificate, in ascending order."""
        return tuple(sorted({*self.bridge, *(n for island in self.islands for n in island)}))
