"""Concepts that the Swiss systems of FIDE share."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "bye_reasons", "check_list", "explained_pairing")
