"""The FIDE (Dutch) system in its editions of 2017 and 2026."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "bracket_reasons", "why_not")
