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
    """A stand-in for a module, which imports it when one of its names is first looked up."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)

    def __dir__(self) -> list[str]:
        return dir(import_module(self._name))


def load_on_demand(package: str, *modules: str) -> None:
    """Make modules of a package importable on demand, so that they load when first used.

    Once a module has been imported, the import system puts it in place of its ``LazyModule``.
    """
    for name in modules:
        setattr(sys.modules[package], name, LazyModule(f"{package}.{name}"))
