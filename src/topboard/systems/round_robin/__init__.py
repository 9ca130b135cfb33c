"""Concepts that round robins share: the table of rounds, lots, withdrawals and scoring."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
