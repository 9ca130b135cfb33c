"""The reader of the steps of a proof, and the error raised for a step that fails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class NotProved(Exception):
    """Raised when a proof fails at a step. It has the step, its article and a message.

    Step 0 stands for the file and its facts, before any decision. ``message`` is a sentence with
    named placeholders, and ``places`` has their values.
    """

    def __init__(self, message: str, article: str = "", step: int = 0, **places: object) -> None:
        super().__init__(message.format_map(places))
        self.message = message
        self.places = places
        self.article = article
        self.step = step


class CheckedStep(NamedTuple):
    """A decision that is proved, with the number of its step in the file and its article.

    Parts that are only recomputed, such as colours and tables, have step 0.
    """

    step: int
    what: str
    article: str


class ProofReader:
    """A reader of the steps of a proof, in the order in which the rules need them.

    To write a proof, a subclass creates each step instead of reading it.
    """

    def __init__(self, steps: Sequence[Any]) -> None:
        self._steps = steps
        self._article = ""
        self.taken = 0
        self.found: list[CheckedStep] = []

    def take_step(self, article: str, *kinds: str, **_about: object) -> dict[str, Any]:
        """Return the next step, or raise ``NotProved`` if it is not of one of these kinds.

        The keyword arguments are used only when a proof is written.
        """
        self._article = article
        self.taken += 1
        if self.taken > len(self._steps):
            raise self.build_refusal_of_current_step("the proof ends before this decision")
        step = self._steps[self.taken - 1]
        if not isinstance(step, dict) or not any(kind in step for kind in kinds):
            raise self.build_refusal_of_current_step(
                "the rules require a different decision here: {due}", due=kinds[0]
            )
        return step

    def take_optional_step(self, article: str, kind: str, **about: object) -> dict[str, Any] | None:
        """Return the next step if it is of this kind, else None.

        Most rounds have no such step.
        """
        step = self._steps[self.taken] if self.taken < len(self._steps) else None
        if not isinstance(step, dict) or kind not in step:
            return None
        return self.take_step(article, kind, **about)

    def get_additional_evidence(self, step: dict[str, Any], kind: str, **_about: object) -> Any:
        """Return additional evidence for a step, or None if there is none.

        A proof writer computes the evidence on demand.
        """
        return step.get(kind)

    def build_refusal_of_current_step(self, message: str, **places: object) -> NotProved:
        """Return the ``NotProved`` error for the current step."""
        return NotProved(message, self._article, self.taken, **places)

    def set_article_of_current_step(self, article: str) -> None:
        """Set the article to cite for the rest of the current step."""
        self._article = article

    def record_proved_step(self, what: str) -> None:
        """Record that the current step is proved."""
        self.found.append(CheckedStep(self.taken, what, self._article))

    def record_recomputed_part(self, what: str, article: str) -> None:
        """Record that a part of the round was recomputed and agrees with the published round."""
        self.found.append(CheckedStep(0, what, article))

    def refuse_unread_steps(self) -> None:
        """Raise ``NotProved`` if the file has steps that were not needed."""
        if self.taken < len(self._steps):
            self.taken += 1
            raise self.build_refusal_of_current_step("the rules require no further decision")
