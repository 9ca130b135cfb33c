"""The steps of a proof, taken one after the other, and what is said of one that does not hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class NotProved(Exception):
    """What the proof does not show: the step, its article, and what is missing.

    Step 0 comes before all decisions: the file and its facts. ``message`` is a sentence with
    named places, ``places`` what stands in them.
    """

    def __init__(self, message: str, article: str = "", step: int = 0, **places: object) -> None:
        super().__init__(message.format_map(places))
        self.message = message
        self.places = places
        self.article = article
        self.step = step


class CheckedStep(NamedTuple):
    """Something that holds: its step in the file, what was decided, and by which article.

    What is only worked out again, as the colours and the tables are, has no step: 0.
    """

    step: int
    what: str
    article: str


class ProofReader:
    """The decisions of a file with their witnesses, in the order in which the rules ask for them.

    Whoever makes a proof hands in an object that decides and writes down where this one reads.
    """

    def __init__(self, steps: Sequence[Any]) -> None:
        self._steps = steps
        self._article = ""
        self.taken = 0
        self.found: list[CheckedStep] = []

    def take(self, article: str, *kinds: str, **_about: object) -> dict[str, Any]:
        """The next decision, which is of one of these kinds; what it is about, its maker asks."""
        self._article = article
        self.taken += 1
        if self.taken > len(self._steps):
            raise self.refused("the file ends before this decision")
        step = self._steps[self.taken - 1]
        if not isinstance(step, dict) or not any(kind in step for kind in kinds):
            raise self.refused("the rules ask for another decision here: {due}", due=kinds[0])
        return step

    def perhaps(self, article: str, kind: str, **about: object) -> dict[str, Any] | None:
        """The next decision, if it is of a kind that most rounds do without."""
        step = self._steps[self.taken] if self.taken < len(self._steps) else None
        if not isinstance(step, dict) or kind not in step:
            return None
        return self.take(article, kind, **about)

    def witness(self, step: dict[str, Any], kind: str, **_about: object) -> Any:
        """A further witness of a step, if it has one; its maker finds it when the walk asks."""
        return step.get(kind)

    def refused(self, message: str, **places: object) -> NotProved:
        """The present step does not hold."""
        return NotProved(message, self._article, self.taken, **places)

    def under(self, article: str) -> None:
        """What follows in the present step is the matter of another article."""
        self._article = article

    def holds(self, what: str) -> None:
        """The present step holds."""
        self.found.append(CheckedStep(self.taken, what, self._article))

    def recomputed(self, what: str, article: str) -> None:
        """Something that needs no witness was worked out again, and is as published."""
        self.found.append(CheckedStep(0, what, article))

    def finish(self) -> None:
        """The file has no steps that nobody asked for."""
        if self.taken < len(self._steps):
            self.taken += 1
            raise self.refused("the rules ask for no further decision")
