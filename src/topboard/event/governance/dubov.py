"""The articles about people in the text of the Dubov system."""

from __future__ import annotations

from topboard.event.governance import SILENT, Governance
from topboard.model import ForfeitWin, FullPointBye, PairingBye

OF_1997 = Governance(
    general=SILENT.general,
    lot="5",
    byes={"2.2": (PairingBye, FullPointBye, ForfeitWin)},
)
