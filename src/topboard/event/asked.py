"""Acts as they are asked for, field by field: on the command line and in the forms of the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from topboard.event import acts

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.event.state import Section
    from topboard.model import Number, Tenths


class Asked(Protocol):
    """What somebody asked for; a field that is not given has its default."""

    def text(self, name: str, default: str = "") -> str:
        """A text; empty where nothing is said."""

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number; refused where it is none."""

    def points(self, name: str) -> Tenths:
        """Points as people write them."""

    def has(self, name: str) -> bool:
        """Whether something is wanted."""

    def whom(self, name: str = "whom") -> Number:
        """A competitor, however the field names one."""

    def several(self, name: str) -> tuple[Number, ...]:
        """Competitors, in their order."""

    def ground(self) -> acts.TableGround:
        """Why a table is fixed."""


def _span(asked: Asked) -> tuple[int, int]:
    return asked.number("first", 1), asked.number("last", 10_000)


def _from(section: Section, asked: Asked) -> int:
    """The round from which it holds: the one to come, if none is named."""
    return asked.number("round", 0) or section.round_to_pair


ASKED: dict[str, Callable[[Section, Asked], acts.Act]] = {
    "announce": lambda s, a: acts.Announce(s.name, a.text("how") or "in writing"),
    "withdraw": lambda s, a: acts.Withdraw(s.name, a.whom(), _from(s, a)),
    "expel": lambda s, a: acts.Expel(s.name, a.whom(), _from(s, a)),
    "readmit": lambda s, a: acts.Readmit(s.name, a.whom()),
    "except": lambda s, a: acts.GrantException(s.name, a.whom(), a.text("article")),
    "rule-bye": lambda s, a: acts.RuleOnBye(
        s.name, a.whom(), a.text("ruling") == "allow", *_span(a)
    ),
    "forbid": lambda s, a: acts.ForbidPair(
        s.name, a.whom("a"), a.whom("b"), *_span(a), a.has("wish")
    ),
    "allow": lambda s, a: acts.AllowPair(s.name, a.whom("a"), a.whom("b")),
    "table": lambda s, a: acts.FixTable(
        s.name,
        a.whom(),
        a.number("table", 0),
        a.ground(),
        a.text("note"),
    ),
    "imaginary": lambda s, a: acts.SettleImaginary(s.name, a.several("numbers")),
    "adjust": lambda s, a: acts.AdjustPoints(
        s.name, a.whom(), a.points("match_points"), a.points("game_points"), _from(s, a)
    ),
    "suspend": lambda s, a: acts.Suspend(s.name, a.whom()),
    "lift": lambda s, a: acts.LiftSuspension(s.name, a.whom()),
    "publish": lambda s, _: acts.PublishRound(s.name, s.round_to_pair),
    "protest": lambda s, a: acts.Protest(
        s.name, a.number("round", len(s.rounds)), a.text("by"), a.text("text")
    ),
}
"""The acts that need nothing but their fields and the section, by the verb of the command."""
