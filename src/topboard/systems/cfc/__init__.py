"""The parts of the Canadian pairing rules that individual and team Swiss events share."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "why_not")
