"""The FIDE Dubov system, which pairs each scoregroup with upfloaters, colour subgroups and
shifters.
"""

from __future__ import annotations

from topboard._on_demand import load_on_demand

load_on_demand(__name__, "bracket_reasons", "why_not")
