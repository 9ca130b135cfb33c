"""The rules: every edition is a module of its own, listed here and nowhere else."""

from __future__ import annotations

from topboard.systems.registry import SYSTEMS, System, system

__all__ = ["SYSTEMS", "System", "system"]
