"""What the articles and the general rules have against an act of a section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event import acts
from topboard.event.governance import governance_of
from topboard.event.governance.general import GENERAL
from topboard.event.governance.objections import Authority, Office, Question, forbids, leaves
from topboard.event.state import Section, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.governance import Governance
    from topboard.event.governance.objections import Objection
    from topboard.event.state import Event


def of_section(event: Event, act: acts.SectionAct) -> Iterator[Objection]:
    """Everything that speaks against an act of a section."""
    if isinstance(act, acts.AddSection):
        # The section is not there yet: the articles look at the act alone.
        section = Section(act.section, act.system, Settings(act.rounds, act.boards))
    else:
        section = event.section(act.section)
    question = Question(event, section, act)
    governance = governance_of(section.system)
    for article, rule in governance.acts.items():
        yield from rule(question, article)
    said = set(governance.acts.values())
    for rule in (*GENERAL, *governance.general):
        if rule not in said:
            yield from rule(question, "")
    if isinstance(act, acts.GrantException):
        yield from _exception(governance, act)


def _exception(governance: Governance, act: acts.GrantException) -> Iterator[Objection]:
    """An exception is made by the President, and only to the articles that he may overrule."""
    president = Authority(Office.PRESIDENT, "")
    for article, lift in governance.lifts.items():
        if lift(act.article, president):
            words = f"an exception to article {act.article}"
            yield leaves(article, words, Office.PRESIDENT)
            return
    yield forbids("", f"nobody may make an exception to article {act.article!r}")
