"""The pairing systems. Each edition of a regulation is a module, listed only in this package."""

from __future__ import annotations

from topboard.systems.registry import SYSTEMS, System, system

__all__ = ["SYSTEMS", "System", "system"]
