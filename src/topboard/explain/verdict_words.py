"""Deprecated alias of ``topboard.reasons.sentences.why_not``, to be removed in the next release."""

from __future__ import annotations

from importlib import import_module
from warnings import warn


def __getattr__(name: str) -> object:
    found = getattr(import_module("topboard.reasons.sentences.why_not"), name)
    message = (
        f"topboard.explain.verdict_words.{name} is now topboard.reasons.sentences.why_not.{name}"
    )
    warn(message, DeprecationWarning, stacklevel=2)
    return found
