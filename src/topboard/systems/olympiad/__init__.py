"""The Olympiad pairing rules: the procedure that five editions share, and the editions."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
