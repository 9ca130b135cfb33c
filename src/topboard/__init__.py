"""Topboard: chess pairings that can be explained, checked and replayed.

``read`` a tournament, ``pair`` its next round, ``explain`` it, and ask ``why_not``. ``prove`` the
round and ``verify`` the proof. ``check`` published rounds, ``diagnose`` those that differ, and
``compare`` two systems. Compute ``standings``, ``generate`` random events, and ``write`` or
``convert`` tournaments. Modules are imported when they are first used, because pairing programs
start the engine once per round.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from topboard._on_demand import register_lazy_modules

if TYPE_CHECKING:
    from topboard.analysis.generate import Wishes
    from topboard.api import (
        check,
        compare,
        convert,
        diagnose,
        explain,
        generate,
        pair,
        prove,
        standings,
        verify,
        why_not,
    )
    from topboard.errors import (
        BadInput,
        CannotReadOrWrite,
        NoLegalPairing,
        TooLarge,
        TopboardError,
        UnknownSystem,
    )
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
    from topboard.model.entry_lists import build_players, build_teams
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.registry import SYSTEMS, System, system

__version__ = "1.0.0.dev0"

# Only --version and the app need the first, and only files and consoles with code pages the second.
register_lazy_modules(__name__, "installation", "platforms")

_HOMES = {
    "api": (
        *("check", "compare", "convert", "diagnose", "explain", "generate"),
        *("pair", "prove", "standings", "verify", "why_not"),
    ),
    "errors": (
        *("BadInput", "CannotReadOrWrite", "NoLegalPairing"),
        *("TooLarge", "TopboardError", "UnknownSystem"),
    ),
    "formats": ("read", "write"),
    "analysis.generate": ("Wishes",),
    "model": (
        *("Colour", "Meeting", "Player", "Rating", "RatingChoice", "RatingKind"),
        *("Round", "Team", "Tournament"),
    ),
    "model.entry_lists": ("build_players", "build_teams"),
    "reasons": ("RoundPairing",),
    "systems.registry": ("SYSTEMS", "System", "system"),
}

__all__ = [
    "SYSTEMS",
    "BadInput",
    "CannotReadOrWrite",
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
    "TooLarge",
    "TopboardError",
    "Tournament",
    "UnknownSystem",
    "Wishes",
    "build_players",
    "build_teams",
    "check",
    "compare",
    "convert",
    "diagnose",
    "explain",
    "generate",
    "pair",
    "prove",
    "read",
    "standings",
    "system",
    "verify",
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
