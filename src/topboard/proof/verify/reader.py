"""The steps of a proof, taken one after the other, and the error for a failing one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class NotProved(Exception):
    """What a proof does not show: the step, its article and what is missing.

    Step 0 is before all decisions and is about the file and its facts. ``message`` is a sentence
    with named placeholders, and ``places`` has their values.
    """

    def __init__(self, message: str, article: str = "", step: int = 0, **places: object) -> None:
        super().__init__(message.format_map(places))
        self.message = message
        self.places = places
        self.article = article
        self.step = step


class CheckedStep(NamedTuple):
    """Something that holds: its step in the file, what was decided and by which article.

    What is only recomputed, such as the colours and the tables, has step 0.
    """

    step: int
    what: str
    article: str


class ProofReader:
    """The decisions of a file with their witnesses, in the order the rules ask for them.

    To make a proof, a subclass decides and writes each step instead of reading it.
    """

    def __init__(self, steps: Sequence[Any]) -> None:
        self._steps = steps
        self._article = ""
        self.taken = 0
        self.found: list[CheckedStep] = []

    def take(self, article: str, *kinds: str, **_about: object) -> dict[str, Any]:
        """Return the next decision, which must be of one of these kinds.

        What it is about is used only when a proof is made.
        """
        self._article = article
        self.taken += 1
        if self.taken > len(self._steps):
            raise self.refused("the file ends before this decision")
        step = self._steps[self.taken - 1]
        if not isinstance(step, dict) or not any(kind in step for kind in kinds):
            raise self.refused("the rules ask for another decision here: {due}", due=kinds[0])
        return step

    def perhaps(self, article: str, kind: str, **about: object) -> dict[str, Any] | None:
        """Return the next decision if it is of this kind, which most rounds do not need."""
        step = self._steps[self.taken] if self.taken < len(self._steps) else None
        if not isinstance(step, dict) or kind not in step:
            return None
        return self.take(article, kind, **about)

    def witness(self, step: dict[str, Any], kind: str, **_about: object) -> Any:
        """Return a further witness of a step, if any; a proof writer finds it on demand."""
        return step.get(kind)

    def refused(self, message: str, **places: object) -> NotProved:
        """Return the error that the current step does not hold."""
        return NotProved(message, self._article, self.taken, **places)

    def under(self, article: str) -> None:
        """Set the article that the rest of the current step is about."""
        self._article = article

    def holds(self, what: str) -> None:
        """Record that the current step holds."""
        self.found.append(CheckedStep(self.taken, what, self._article))

    def recomputed(self, what: str, article: str) -> None:
        """Record that something without a witness was recomputed and is as published."""
        self.found.append(CheckedStep(0, what, article))

    def finish(self) -> None:
        """Raise NotProved if the file has steps that were not asked for."""
        if self.taken < len(self._steps):
            self.taken += 1
            raise self.refused("the rules ask for no further decision")
