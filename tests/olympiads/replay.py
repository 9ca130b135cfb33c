"""A published Olympiad round beside the round that Topboard pairs from the same facts."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from topboard import formats
from topboard.reasons.decisions import OpponentChoice
from topboard.systems.registry import system

if TYPE_CHECKING:
    from topboard.reasons.decisions import RoundPairing

FIXTURES = Path(__file__).parent.parent / "fixtures" / "olympiads"
KNOWN = Path(__file__).parent / "known_differences.json"
FILES = tuple(path.name for path in sorted(FIXTURES.glob("*.json")))

Couple = frozenset[int]


@dataclass(frozen=True, slots=True)
class Replay:
    """The record as it stands in the file, and our pairing of the round."""

    record: dict[str, Any]
    paired: RoundPairing

    @property
    def claims(self) -> dict[str, Any]:
        """What the reading of the rules is known to reproduce of this round."""
        return claims_of(self.record)

    @property
    def published(self) -> list[tuple[int, int]]:
        """The published pairs, White on board 1 first."""
        return [(white, black) for white, black in self.record["published"]["pairs"]]

    @property
    def ours(self) -> list[tuple[int, int]]:
        """Our pairs from table 1 down, White on board 1 first."""
        return [(p.white, p.black) for p in self.paired.pairs]

    def group(self, match_points: int) -> set[Couple]:
        """The pairs that we make in a score group."""
        return {
            frozenset((r.chooser, r.chosen))
            for r in self.paired.reasons
            if isinstance(r, OpponentChoice) and r.points == 10 * match_points
        }

    def difference(self) -> dict[str, list[Any]]:
        """What is not as published: pairs, the bye, and colours where the record is certain."""
        ours, published = couples(self.ours), couples(self.published)
        uncertain = couples(self.record["published"].get("colour_uncertain", []))
        found: dict[str, list[Any]] = {
            "ours": format_pairs(ours - published),
            "published": format_pairs(published - ours),
            "bye": [self.paired.bye, self.record["published"]["bye"]],
            "colours": format_pairs(
                frozenset(pair)
                for pair in set(self.ours) - set(self.published)
                if frozenset(pair) in published - uncertain
            ),
        }
        if found["bye"][0] == found["bye"][1]:
            found["bye"] = []
        return {name: items for name, items in found.items() if items}


def claims_of(record: dict[str, Any]) -> dict[str, Any]:
    """What the reading of the rules is known to reproduce of the round of a record."""
    return record["reproduced_by_our_reading"]


def couples(pairs: list[Any]) -> set[Couple]:
    """Who meets whom, colours left aside."""
    return {frozenset(pair) for pair in pairs}


def format_pairs(found: Any) -> list[str]:
    """Pairs as text, the smaller number first."""
    return [f"{a}-{b}" for a, b in sorted(sorted(pair) for pair in found)]


@cache
def read_record(name: str) -> dict[str, Any]:
    """The record as it stands in a file."""
    return json.loads((FIXTURES / name).read_text(encoding="utf-8"))


@cache
def replay_round(name: str) -> Replay:
    """The round of a file, paired."""
    tournament = formats.read(FIXTURES / name)
    return Replay(read_record(name), system(tournament.system).pair(tournament))


def known_differences() -> dict[str, dict[str, list[Any]]]:
    """The differences on file."""
    return json.loads(KNOWN.read_text(encoding="utf-8"))
