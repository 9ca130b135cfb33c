"""The reader of the steps of a proof, and the error raised for a step that fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class NotProved(Exception):
    """Raised when a proof fails at a step. It has the step, its article and what is missing.

    Step 0 comes before all decisions and concerns the file and its facts. ``message`` is a sentence
    with named placeholders, and ``places`` has their values.
    """

    def __init__(self, message: str, article: str = "", step: int = 0, **places: object) -> None:
        super().__init__(message.format_map(places))
        self.message = message
        self.places = places
        self.article = article
        self.step = step


class CheckedStep(NamedTuple):
    """A decision that is proved, with its step in the file and its article.

    Parts that are only recomputed, such as the colours and the tables, have step 0.
    """

    step: int
    what: str
    article: str


class ProofReader:
    """The decisions in a proof with the evidence for them, in the order in which the rules need
    them.

    To write a proof, a subclass creates each step instead of reading it.
    """

    def __init__(self, steps: Sequence[Any]) -> None:
        self._steps = steps
        self._article = ""
        self.taken = 0
        self.found: list[CheckedStep] = []

    def take_step(self, article: str, *kinds: str, **_about: object) -> dict[str, Any]:
        """Return the next decision, which must be of one of these kinds, or raise ``NotProved``.

        The other arguments are used only when a proof is written.
        """
        self._article = article
        self.taken += 1
        if self.taken > len(self._steps):
            raise self.build_refusal("the proof ends before this decision")
        step = self._steps[self.taken - 1]
        if not isinstance(step, dict) or not any(kind in step for kind in kinds):
            raise self.build_refusal(
                "the rules require a different decision here: {due}", due=kinds[0]
            )
        return step

    def take_optional_step(self, article: str, kind: str, **about: object) -> dict[str, Any] | None:
        """Return the next decision if it is of this kind, or else None. Most rounds do not need
        such decisions.
        """
        step = self._steps[self.taken] if self.taken < len(self._steps) else None
        if not isinstance(step, dict) or kind not in step:
            return None
        return self.take_step(article, kind, **about)

    def get_witness(self, step: dict[str, Any], kind: str, **_about: object) -> Any:
        """Return additional evidence for a step, or None. A proof writer computes it on demand."""
        return step.get(kind)

    def build_refusal(self, message: str, **places: object) -> NotProved:
        """Return the error to raise because the current step does not hold."""
        return NotProved(message, self._article, self.taken, **places)

    def set_article(self, article: str) -> None:
        """Set the article that the rest of the current step refers to."""
        self._article = article

    def record_step_holds(self, what: str) -> None:
        """Record that the current step holds."""
        self.found.append(CheckedStep(self.taken, what, self._article))

    def record_recomputed_part(self, what: str, article: str) -> None:
        """Record that a part without evidence of its own was recomputed and is as published."""
        self.found.append(CheckedStep(0, what, article))

    def check_all_steps_read(self) -> None:
        """Raise ``NotProved`` if the file has steps that were not needed."""
        if self.taken < len(self._steps):
            self.taken += 1
            raise self.build_refusal("the rules require no further decision")
