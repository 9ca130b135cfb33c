"""The concepts of Dubov's pairing by average ratings of opponents: columns, transfers, floaters."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
