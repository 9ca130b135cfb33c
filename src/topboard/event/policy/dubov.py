"""The articles about people in the Dubov system of 1997."""

from __future__ import annotations

from topboard.event.policy import SILENT, Governance
from topboard.model import ForfeitWin, FullPointBye, PairingBye
from topboard.model.colour_limits import breaks_colour_difference_limit, is_third_colour_in_a_row

OF_1997 = Governance(
    general=SILENT.general,
    lot="5",
    byes={"2.2": (PairingBye, FullPointBye, ForfeitWin)},
    rematch="2.1",
    colour_limits={"2.3": breaks_colour_difference_limit, "2.4": is_third_colour_in_a_row},
)
