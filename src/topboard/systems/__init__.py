"""The pairing systems, with one module for each edition of their rules.

Only this package knows which editions exist.
"""

from __future__ import annotations

from topboard.systems.registry import SYSTEMS, System, system

__all__ = ["SYSTEMS", "System", "system"]
