"""Personal fields, kept apart from the entries that name them.

An entry has only a seal in the place of each value: the hash of the value with a salt. Value and
salt stand beside the entry and can be erased; the chain of hashes rests on the seals alone. Who has
no salt cannot try out dates until one fits.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from topboard._frozen import dataclass
from topboard.event.codec import compact_json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PERSONAL = ("birth", "fide_id", "national_id", "contact")
"""The fields of a player that are nobody else's business once the event is reported."""

_SEAL = re.compile(r'\{"seal":"([0-9a-f]{64})"\}')
"""How a seal stands in a content; in a text of somebody the quotes would be escaped."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """A personal value with its salt, and the seal that stands for it in an entry."""

    seal: str
    salt: str
    value: str

    @property
    def is_genuine(self) -> bool:
        """Whether it is the value that was sealed."""
        return self.seal == seal_of(self.salt, self.value)


def seal_of(salt: str, value: str) -> str:
    """The hash of a value with its salt, each with its length before it."""
    return sha256(f"{len(salt)}:{salt}{len(value)}:{value}".encode()).hexdigest()


def find_seals(content: str) -> list[str]:
    """The seals in the content of an entry, whether their values are still there or not."""
    return _SEAL.findall(content)


def seal_content(content: str, salt: Callable[[], str]) -> tuple[str, tuple[Sealed, ...]]:
    """The content of an act with seals in place of personal values, and the values."""
    if not any(f'"{name}":' in content for name in PERSONAL):
        return content, ()
    kept: list[Sealed] = []

    def put_away(name: str, value: Any) -> Any:
        if name not in PERSONAL or not isinstance(value, str):
            return value
        grain = salt()
        kept.append(Sealed(seal_of(grain, value), grain, value))
        return {"seal": kept[-1].seal}

    return compact_json(_map_fields(json.loads(content), put_away)), tuple(kept)


def unseal_content(content: str, known: Iterable[Sealed]) -> str:
    """The content with the values in place of their seals; what was erased is left out."""
    if not find_seals(content):
        return content
    values = {one.seal: one.value for one in known}

    def bring_back(_name: str, value: Any) -> Any:
        if not isinstance(value, dict) or value.keys() != {"seal"}:
            return value
        return values.get(value["seal"])

    return compact_json(_map_fields(json.loads(content), bring_back))


def _map_fields(value: Any, change: Callable[[str, Any], Any]) -> Any:
    """The value with each field in it changed; what was changed into nothing is left out."""
    if isinstance(value, list):
        return [_map_fields(one, change) for one in value]
    if not isinstance(value, dict):
        return value
    made = {}
    for name, part in value.items():
        changed = change(name, part)
        if changed is not None or part is None:
            made[name] = _map_fields(changed, change) if changed is part else changed
    return made
