"""Modules that are imported when they are first used.

Pairing programs start the engine once per round, and most of them ask only for the pairs. Modules
that only explanations or standings need are therefore named in the ``__init__`` of their package.
Other modules import them from the package, at the top as usual::

    from topboard.systems.fide_dutch import why_not

They get a ``LazyModule``, unless the module has already been imported.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


class LazyModule:
    """A placeholder for a module. It imports the module when one of its names is first used."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)

    def __dir__(self) -> list[str]:
        return dir(import_module(self._name))


def register_lazy_modules(package: str, *modules: str) -> None:
    """Register modules of a package to be imported when they are first used.

    After the import, the import system replaces the ``LazyModule`` with the module itself.
    """
    for name in modules:
        setattr(sys.modules[package], name, LazyModule(f"{package}.{name}"))
