"""The FIDE Burstein system, which ranks players by the strength of the opponents they have met."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "bracket_reasons")
