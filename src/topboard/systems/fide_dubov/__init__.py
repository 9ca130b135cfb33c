"""The FIDE Dubov system, which pairs White seekers with Black seekers in each scoregroup."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "bracket_reasons", "why_not")
