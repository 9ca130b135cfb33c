"""The parts of the rules that all round robins share: Berger tables, lots, withdrawals, scoring."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
