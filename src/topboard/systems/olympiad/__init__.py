"""The Olympiad pairing rules: five editions and the procedure that they share."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
