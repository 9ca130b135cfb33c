"""The option about upfloaters that the Swiss Team and Double-Swiss systems share."""

from __future__ import annotations

from topboard.messages import message
from topboard.systems.common.variations import Variation

GRADED = Variation(
    "2.3.3 C6",
    message(
        "If every set of upfloaters forces additional upfloaters into the following "
        "scoregroup, the set that forces the fewest is preferred."
    ),
    called="graded",
)
