"""The terms of the rules that occur in explanations, each with its meaning in plain words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.messages import Message, message

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the rules, the words by which it is recognised, and its meaning."""

    name: Message
    words: str
    """A regular expression."""
    meaning: Message


TERMS = (
    Term(
        message("Bracket"),
        r"\b[Bb]racket",
        message("A scoregroup and the floaters who join it. They are paired together."),
    ),
    Term(
        message("Downfloater"),
        r"\b[Dd]ownfloat",
        message(
            "A participant who moves down to the next bracket, or who meets an opponent with"
            " fewer points."
        ),
    ),
    Term(
        message("Upfloater"),
        r"\b[Uu]pfloat",
        message(
            "A participant who moves up to the bracket above, or who meets an opponent with more"
            " points."
        ),
    ),
    Term(
        message("MDP"),
        r"\bMDPs?\b",
        message("Moved-down player: a downfloater, in the bracket that they join."),
    ),
    Term(
        message("Resident"),
        r"\bresidents?\b",
        message("A player who has the points of the bracket and did not float to it."),
    ),
    Term(
        message("S1 and S2"),
        r"\bS2\b",
        message(
            "The upper and the lower part of a bracket. The first player of S1 meets the first of"
            " S2, the second meets the second, and so on. If there are MDPs, they are S1."
        ),
    ),
    Term(
        message("Remainder"),
        r"\bremainder\b|\bS1R\b",
        message(
            "The residents who are left after the MDPs of a bracket have been paired. S1R and S2R"
            " are their upper and their lower half."
        ),
    ),
    Term(
        message("Transposition"),
        r"\btransposition",
        message(
            "The players of the lower part change their order, so that those of the upper part"
            " meet different opponents."
        ),
    ),
    Term(
        message("Exchange"),
        r"\bexchange (?:is|between)\b|\bexchanged with\b|: exchange\b",
        message(
            "Players of S1 and S2 change places before the two parts are paired. It is used only"
            " if no transposition is as good."
        ),
    ),
    Term(
        message("G1 and G2"),
        r"\bG2\b",
        message(
            "The two parts of a Dubov bracket. The players who prefer White are in G1, and the"
            " others are in G2. S1 lists the players of G1 in the order in which they are paired."
        ),
    ),
    Term(
        message("TPN"),
        r"\bTPN\b",
        message("Tournament pairing number, which is also called the starting number."),
    ),
    Term(message("ARO"), r"\bARO\b", message("Average rating of the opponents.")),
)
"""The terms, in the order in which a page explains them."""


def find_terms(texts: Iterable[str]) -> list[Term]:
    """Return the terms that occur in the texts, each once."""
    together = "\n".join(dict.fromkeys(texts))
    return [term for term in TERMS if re.search(term.words, together)]
