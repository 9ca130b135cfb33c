"""Objections to actions, and the offices that may make rulings on them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.event.actions import Act
    from topboard.event.state import Event, Section
    from topboard.model import Number


class Office(Enum):
    """The offices whose holders may make rulings under the rules."""

    PRESIDENT = "President of FIDE"
    CHIEF_ARBITER = "Chief Arbiter"
    PANEL = "Technical Administration Panel"
    STRATEGY_COMMISSION = "Global Strategy Commission"
    DIRECTOR = "director"


WORDS = {
    "president": Office.PRESIDENT,
    "arbiter": Office.CHIEF_ARBITER,
    "panel": Office.PANEL,
    "commission": Office.STRATEGY_COMMISSION,
    "director": Office.DIRECTOR,
}
"""The offices, keyed by the words that people enter for them."""


@dataclass(frozen=True, slots=True)
class Authority:
    """The office and name of an official who makes a ruling."""

    office: Office
    name: str

    def __str__(self) -> str:
        return f"{self.office.value}: {self.name}"


def parse_authority(text: str) -> Authority:
    """Return the authority parsed from a string such as ``arbiter:Ann Lee``.

    Raise ``BadInput`` if the office is unknown or the name is missing.
    """
    office, _, name = text.partition(":")
    known = {**WORDS, **{o.value.casefold(): o for o in Office}}
    found = known.get(office.strip().casefold())
    if found is None or not name.strip():
        offices = ", ".join(WORDS)
        remedy = say("Write OFFICE:NAME, where OFFICE is one of: {offices}.", offices=offices)
        raise BadInput([Problem(say("invalid authority"), quoted=text, remedy=remedy)])
    return Authority(found, name.strip())


class Weight(Enum):
    """The weight of an objection, from a ban on the action down to a mere note."""

    FORBIDS = "forbidden"
    LEAVES = "left to somebody"
    """The action requires a ruling by an office."""
    REGRETS = "regretted"
    """The action is allowed once the warning is confirmed."""
    REGRETS_TWICE = "regretted twice"
    """The action is allowed once the warning is confirmed twice."""
    NOTES = "noted"
    """The arbiter is informed, and nothing else is required."""


@dataclass(frozen=True, slots=True)
class Objection:
    """An objection to an action, with the article on which it is based."""

    article: str
    weight: Weight
    words: str
    offices: tuple[Office, ...] = ()
    """The offices that may make the ruling."""
    overruled_by_nobody: bool = False
    """Whether the objection remains even if an office overrules its article."""
    about: tuple[Number, ...] = ()
    """The numbers of the participants concerned, if the action does not name them itself."""
    asks: str = ""
    """The question that the arbiter should answer, such as ``did_not_arrive.3`` for match 3."""
    remedy: str = ""
    """Advice on how to proceed; empty if confirming the action is the only way."""

    def __str__(self) -> str:
        if not self.article:
            return self.words
        # The citation is part of the last sentence, so the full stop comes after it.
        stop = "." if self.words.endswith(".") else ""
        return f"{self.words.removesuffix('.')} ({self.article}){stop}"


@dataclass(frozen=True, slots=True)
class Question:
    """An action to be checked, with the state of the event before it."""

    event: Event
    section: Section
    act: Act


if TYPE_CHECKING:
    Rule = Callable[[Question, str], Iterator[Objection]]


def forbid_action(article: str, words: str) -> Objection:
    """Return an objection that forbids the action."""
    return Objection(article, Weight.FORBIDS, words)


def forbid_until_requirement_met(article: str, words: str, *about: Number) -> Objection:
    """Return an objection that forbids the action until a requirement is met.

    No office can overrule it.
    """
    return Objection(article, Weight.FORBIDS, words, overruled_by_nobody=True, about=about)


def require_ruling(article: str, words: str, *offices: Office) -> Objection:
    """Return an objection that requires a ruling by the holder of one of these offices."""
    return Objection(article, Weight.LEAVES, words, offices)


def require_confirmation(article: str, words: str, *about: Number) -> Objection:
    """Return an objection that requires the arbiter to confirm the action."""
    return Objection(article, Weight.REGRETS, words, about=about)


def require_two_confirmations(article: str, words: str) -> Objection:
    """Return an objection that requires the arbiter to confirm the action twice."""
    return Objection(article, Weight.REGRETS_TWICE, words)


def note_for_arbiter(article: str, words: str) -> Objection:
    """Return an objection that only informs the arbiter and requires nothing."""
    return Objection(article, Weight.NOTES, words)


def ask_question_of_arbiter(article: str, words: str, about: str, remedy: str) -> Objection:
    """Return an objection that asks the arbiter to answer a question or leave it open."""
    return Objection(article, Weight.REGRETS, words, asks=about, remedy=remedy)
