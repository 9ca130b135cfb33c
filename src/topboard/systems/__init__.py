"""The pairing systems, one module for each edition of a regulation.

Nothing outside this package lists the editions.
"""

from __future__ import annotations

from topboard.systems.registry import SYSTEMS, System, system

__all__ = ["SYSTEMS", "System", "system"]
