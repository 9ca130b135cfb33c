"""The options about upfloaters that the regulations of an event may choose."""

from __future__ import annotations

from topboard.messages import message
from topboard.systems.common.variations import Variation

GRADED = Variation(
    "2.3.3 C6",
    message(
        "Where no set of upfloaters leaves the following scoregroup good, it still counts how many"
        " upfloaters that scoregroup would need."
    ),
    called="graded",
)
