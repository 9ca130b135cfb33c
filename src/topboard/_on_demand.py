"""Modules that are imported when they are first used.

Pairing programs start the engine once per round, and most ask only for the pairs. So a package
names in its ``__init__`` the modules that only explanations or standings need. Other modules import
them from the package, at the top as usual::

    from topboard.systems.fide_dutch import why_not

They get a ``LazyModule``, unless the module has already been imported.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


class LazyModule:
    """A module that is imported when one of its names is first looked up."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)

    def __dir__(self) -> list[str]:
        return dir(import_module(self._name))


def load_on_demand(package: str, *modules: str) -> None:
    """Let a package import these modules of its own when they are first used.

    The import system replaces the ``LazyModule`` in the package by the module once it is imported.
    """
    for name in modules:
        setattr(sys.modules[package], name, LazyModule(f"{package}.{name}"))
