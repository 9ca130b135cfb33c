"""What an article says against an act, and who may decide otherwise."""

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
    """Those to whom the texts leave a decision."""

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
"""The offices as they are written in a request."""


@dataclass(frozen=True, slots=True)
class Authority:
    """Somebody who decides, by office and name."""

    office: Office
    name: str

    def __str__(self) -> str:
        return f"{self.office.value}: {self.name}"


def parse_authority(text: str) -> Authority:
    """The authority written as ``office:name``."""
    office, _, name = text.partition(":")
    known = {**WORDS, **{o.value.casefold(): o for o in Office}}
    found = known.get(office.strip().casefold())
    if found is None or not name.strip():
        offices = ", ".join(WORDS)
        remedy = say("write OFFICE:NAME with an office of: {offices}", offices=offices)
        raise BadInput([Problem(say("not an authority"), quoted=text, remedy=remedy)])
    return Authority(found, name.strip())


class Weight(Enum):
    """How heavily an article speaks against an act."""

    FORBIDS = "forbidden"
    LEAVES = "left to somebody"
    """The act may be done by the word of an office only."""
    REGRETS = "regretted"
    """The act may be done once the warning is confirmed."""
    REGRETS_TWICE = "regretted twice"
    """The act may be done once the warning is confirmed, and confirmed again."""
    NOTES = "noted"
    """The arbiter should know; nothing is asked."""


@dataclass(frozen=True, slots=True)
class Objection:
    """What an article says against an act, in our words."""

    article: str
    weight: Weight
    words: str
    offices: tuple[Office, ...] = ()
    """To whom the decision is left."""
    overruled_by_nobody: bool = False
    """Whether it stands even if somebody overrules the article."""
    about: tuple[Number, ...] = ()
    """The participants whom it concerns, where they are not those of the act."""
    asks: str = ""
    """What a question to be answered is about, as in ``did_not_arrive.3`` of table 3."""
    remedy: str = ""
    """How to go on, where it is not only by confirming it."""

    def __str__(self) -> str:
        return f"{self.words} ({self.article})" if self.article else self.words


@dataclass(frozen=True, slots=True)
class Question:
    """An act that is about to be done, in the state of the event before it."""

    event: Event
    section: Section
    act: Act


if TYPE_CHECKING:
    Rule = Callable[[Question, str], Iterator[Objection]]


def forbids(article: str, words: str) -> Objection:
    """The act may not be done."""
    return Objection(article, Weight.FORBIDS, words)


def demands(article: str, words: str, *about: Number) -> Objection:
    """The act may not be done before this is done, whoever decides it."""
    return Objection(article, Weight.FORBIDS, words, overruled_by_nobody=True, about=about)


def leaves(article: str, words: str, *offices: Office) -> Objection:
    """The act may be done by the word of one of these offices."""
    return Objection(article, Weight.LEAVES, words, offices)


def regrets(article: str, words: str, *about: Number) -> Objection:
    """The act may be done after confirmation."""
    return Objection(article, Weight.REGRETS, words, about=about)


def regrets_twice(article: str, words: str) -> Objection:
    """The act may be done after it was confirmed twice."""
    return Objection(article, Weight.REGRETS_TWICE, words)


def notes(article: str, words: str) -> Objection:
    """The arbiter should know."""
    return Objection(article, Weight.NOTES, words)


def asks(article: str, words: str, about: str, remedy: str) -> Objection:
    """The act may be done once the question is answered, or left open on purpose."""
    return Objection(article, Weight.REGRETS, words, asks=about, remedy=remedy)
