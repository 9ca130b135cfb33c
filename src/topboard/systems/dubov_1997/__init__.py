"""The Dubov system of 1997, which pairs each scoregroup in a White column and a Black column."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "why_not")
