"""The Olympiad pairing rules proposed for 2008."""

from __future__ import annotations

from topboard.messages import worded
from topboard.systems.olympiad import text_of_2008

ARTICLES = text_of_2008.ARTICLES

SYSTEM = text_of_2008.build_edition(
    name="olympiad_2008",
    title="Olympiad pairing rules, proposal for 2008",
    source="FIDE D.II.02 Olympiad Pairing Rules, proposal for 2008 (Burstein and Stubenvoll)",
    plain=worded(
        "For teams. A Swiss system by match points. The top half of the teams get imaginary "
        "points in rounds 1 and 2. From round 4 on, the first team of a group meets the last. "
        "These are the rules proposed for 2008."
    ),
    tie_breaks=text_of_2008.TIE_BREAKS,
    articles=ARTICLES,
    in_force=None,
)
