"""Deprecated alias of ``topboard.reasons.sentences``. It will be removed in the next release."""

from __future__ import annotations

from importlib import import_module
from warnings import warn


def __getattr__(name: str) -> object:
    found = getattr(import_module("topboard.reasons.sentences"), name)
    message = f"topboard.explain.{name} is now topboard.reasons.sentences.{name}"
    warn(message, DeprecationWarning, stacklevel=2)
    return found
