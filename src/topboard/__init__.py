"""Topboard: chess pairings that can be explained, checked and replayed.

``read`` a tournament, ``pair`` its next round, ask ``why_not``, ``check`` published rounds,
``diagnose`` those that differ, compute ``standings``, ``generate`` random events and ``write``
tournaments. Modules are imported when they are first used, because pairing programs start the
engine once per round.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from topboard.analysis.generate import Wishes
    from topboard.api import check, diagnose, generate, pair, standings, why_not
    from topboard.errors import BadInput, NoLegalPairing, TopboardError
    from topboard.formats import read, write
    from topboard.model import (
        Colour,
        Meeting,
        Player,
        Rating,
        RatingChoice,
        RatingKind,
        Round,
        Team,
        Tournament,
    )
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.registry import SYSTEMS, System, system

__version__ = "0.1.0"

_HOMES = {
    "api": ("check", "diagnose", "generate", "pair", "standings", "why_not"),
    "errors": ("BadInput", "NoLegalPairing", "TopboardError"),
    "formats": ("read", "write"),
    "analysis.generate": ("Wishes",),
    "model": (
        *("Colour", "Meeting", "Player", "Rating", "RatingChoice", "RatingKind"),
        *("Round", "Team", "Tournament"),
    ),
    "reasons": ("RoundPairing",),
    "systems.registry": ("SYSTEMS", "System", "system"),
}

__all__ = [
    "SYSTEMS",
    "BadInput",
    "Colour",
    "Meeting",
    "NoLegalPairing",
    "Player",
    "Rating",
    "RatingChoice",
    "RatingKind",
    "Round",
    "RoundPairing",
    "System",
    "Team",
    "TopboardError",
    "Tournament",
    "Wishes",
    "check",
    "diagnose",
    "generate",
    "pair",
    "read",
    "standings",
    "system",
    "why_not",
    "write",
]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"topboard.{home}"), name)
    raise AttributeError(f"module 'topboard' has no attribute {name!r}")
