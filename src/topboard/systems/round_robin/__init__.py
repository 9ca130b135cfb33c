"""Rules that all round robins share: Berger tables, drawing of lots, withdrawals and scoring."""

from __future__ import annotations

from topboard._on_demand import register_lazy_modules

register_lazy_modules(__name__, "why_not")
