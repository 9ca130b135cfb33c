"""The FIDE (Dutch) system in its editions of 2017 and 2026."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "bracket_reasons", "why_not")
