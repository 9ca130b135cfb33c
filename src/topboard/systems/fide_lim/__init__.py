"""The Lim system: groups paired toward the median, floaters by type, and exchanges."""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "why_not")
