"""The reasons for a round's pairing: decisions, obstacles, sentences and why-not answers.

The values that all systems share are in ``decisions``; they can be imported from here too.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from topboard.reasons.decisions import (
        ByeGiven as ByeGiven,
        ColourGiven as ColourGiven,
        Floated as Floated,
        Floater as Floater,
        OpponentChosen as OpponentChosen,
        RoundPairing as RoundPairing,
    )


def __getattr__(name: str) -> object:
    # Load ``decisions`` only on demand. The engine is started once per round and needs only the
    # names of criteria.
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("topboard.reasons.decisions"), name)
