"""Deprecated alias of ``topboard.reasons.sentences``. It will be removed in the next release.

Once this module is imported, it hides the function ``topboard.explain``, so it can be called like
that function.
"""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import Signature, signature
from types import ModuleType
from warnings import warn


class _CallableModule(ModuleType):
    """This module, which can be called like the function of the same name."""

    def __call__(self, *arguments: object, **options: object) -> object:
        return import_module("topboard.api").explain(*arguments, **options)

    @property
    def __signature__(self) -> Signature:
        return signature(import_module("topboard.api").explain)


sys.modules[__name__].__class__ = _CallableModule


def __getattr__(name: str) -> object:
    found = getattr(import_module("topboard.reasons.sentences"), name)
    message = f"topboard.explain.{name} is now topboard.reasons.sentences.{name}"
    warn(message, DeprecationWarning, stacklevel=2)
    return found
