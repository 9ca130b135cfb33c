"""The Olympiad pairing rules: five editions and the procedure that they share."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "why_not")
