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
        "Teams. Swiss by match points. The top half has imaginary points in rounds 1 and 2, "
        "and from round 4 the first of a group meets the last. The text proposed for 2008."
    ),
    tie_breaks=text_of_2008.TIE_BREAKS,
    articles=ARTICLES,
    in_force=None,
)
