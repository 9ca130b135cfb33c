"""The reasons for the pairing of a round, and the answers to "why not these two?".

The values shared by all systems are in ``decisions`` and can also be imported from this package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from topboard._on_demand import register_lazy_modules

if TYPE_CHECKING:
    from topboard.reasons.decisions import (
        ByeGiven as ByeGiven,
        ColourDecision as ColourDecision,
        Floated as Floated,
        Floater as Floater,
        OpponentChoice as OpponentChoice,
        RoundPairing as RoundPairing,
    )


register_lazy_modules(__name__, "decisions")


def __getattr__(name: str) -> object:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("topboard.reasons.decisions"), name)
