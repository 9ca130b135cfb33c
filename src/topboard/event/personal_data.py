"""Storage of personal data apart from the journal entries that mention them.

In place of each personal value, a journal entry contains only a seal: the hash of the value and a
random salt. The value and the salt are stored beside the journal entry and can be erased, because
the hash chain covers only the seals. Without the salt, nobody can find a date by trying all
possible dates.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from topboard._frozen import dataclass, replace
from topboard.event.codec import format_compact_json
from topboard.event.state import build_refused_error
from topboard.messages import say
from topboard.model import Team

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topboard.event.actions import ErasePersonal
    from topboard.model import Competitor, Player

PERSONAL = ("birth", "fide_id", "national_id", "contact")
"""The personal fields of a player, which can be erased when reports no longer need them."""

_SEAL = re.compile(r'\{"seal":"([0-9a-f]{64})"\}')
"""The pattern of a seal in the content of an entry.

It cannot match text entered by people, because quotation marks in that text are escaped.
"""


@dataclass(frozen=True, slots=True)
class SealedValue:
    """A personal value with its salt, and the seal that replaces it in a journal entry."""

    seal: str
    salt: str
    value: str

    @property
    def matches_seal(self) -> bool:
        """Return whether the seal is the hash of the value and its salt."""
        return self.seal == compute_personal_value_seal(self.salt, self.value)


def compute_personal_value_seal(salt: str, value: str) -> str:
    """Return the seal of a value: the hash of salt and value, each preceded by its length."""
    return sha256(f"{len(salt)}:{salt}{len(value)}:{value}".encode()).hexdigest()


def find_personal_seals(content: str) -> list[str]:
    """Return all seals in the content of a journal entry, including those of erased values."""
    return _SEAL.findall(content)


def seal_personal_values_in_content(
    content: str, salt: Callable[[], str]
) -> tuple[str, tuple[SealedValue, ...]]:
    """Return the content of an action with its personal values sealed, and the sealed values."""
    if not any(f'"{name}":' in content for name in PERSONAL):
        return content, ()
    kept: list[SealedValue] = []

    def seal_field(name: str, value: Any) -> Any:
        if name not in PERSONAL or not isinstance(value, str):
            return value
        grain = salt()
        kept.append(SealedValue(compute_personal_value_seal(grain, value), grain, value))
        return {"seal": kept[-1].seal}

    return format_compact_json(_change_fields_of_json(json.loads(content), seal_field)), tuple(kept)


def restore_personal_values_in_content(content: str, known: Iterable[SealedValue]) -> str:
    """Return the content of an action with seals replaced by the values.

    A field whose value was erased is left out.
    """
    if not find_personal_seals(content):
        return content
    values = {one.seal: one.value for one in known}

    def unseal_field(_name: str, value: Any) -> Any:
        if not isinstance(value, dict) or value.keys() != {"seal"}:
            return value
        return values.get(value["seal"])

    return format_compact_json(_change_fields_of_json(json.loads(content), unseal_field))


def _change_fields_of_json(value: Any, change: Callable[[str, Any], Any]) -> Any:
    """Return a JSON value with ``change`` applied to each field.

    A field for which ``change`` returns None is left out.
    """
    if isinstance(value, list):
        return [_change_fields_of_json(one, change) for one in value]
    if not isinstance(value, dict):
        return value
    made = {}
    for name, part in value.items():
        changed = change(name, part)
        if changed is not None or part is None:
            made[name] = _change_fields_of_json(changed, change) if changed is part else changed
    return made


# --- erasure ----------------------------------------------------------------------------------


def erase_personal_values(competitor: Competitor, act: ErasePersonal) -> Competitor:
    """Return the participant without the personal values that an action erases.

    Raise ``Refused`` if the action names a player who is not in the team.
    """
    if not isinstance(competitor, Team):
        return _erase_player_personal_values(competitor, act)
    asked = act.member
    if asked is not None and asked not in {player.number for player in competitor.players}:
        raise build_refused_error(
            say("{team} has no player #{number}.", team=competitor.name, number=asked)
        )
    players = tuple(
        _erase_player_personal_values(player, act) if asked in (None, player.number) else player
        for player in competitor.players
    )
    return replace(competitor, players=players)


def _erase_player_personal_values(player: Player, act: ErasePersonal) -> Player:
    nothing: dict[str, Any] = dict.fromkeys(list_personal_fields_to_erase(act), "")
    return replace(player, **nothing)


def list_personal_fields_to_erase(act: ErasePersonal) -> Sequence[str]:
    """Return the personal fields that an action erases.

    These are all personal fields if the action names none. Raise ``Refused`` if it names a field
    that is not personal.
    """
    if strange := [name for name in act.fields if name not in PERSONAL]:
        remedy = say("Choose one of: {choices}.", choices=", ".join(PERSONAL))
        raise build_refused_error(
            say("This field does not hold personal data."), strange[0], remedy=remedy
        )
    return act.fields or PERSONAL
