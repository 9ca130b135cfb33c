"""Reader of Topboard's two JSON formats. The ``format`` field of a file says which one it is."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from topboard.formats.json.cursor import JsonFile
from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from topboard.model import Tournament


ROUND_FORMAT = "topboard-round/1"
EVENT_FORMAT = "topboard-event/1"
READERS = {
    ROUND_FORMAT: ("topboard.formats.json.round", "parse_round_json"),
    EVENT_FORMAT: ("topboard.formats.json.event", "parse_event_json"),
}
"""The module and the function that read each format. The module is imported when needed."""


def parse_tournament_json(text: str, name: str) -> Tournament:
    """Return the tournament in a JSON string, which may be round JSON or event JSON."""
    document = JsonFile(text, name)
    root = document.root
    said = root.field("format")
    kind = said.value
    if not isinstance(root.value, dict):
        root.add_problem(say("expected an object {{…}}"), say("Use a Topboard JSON file."))
    elif kind not in tuple(READERS):
        remedy = say(
            'Add "format": "{round_format}" or "format": "{event_format}".',
            round_format=ROUND_FORMAT,
            event_format=EVENT_FORMAT,
        )
        if said.is_given:
            said.add_problem(say("unknown format"), remedy)
        else:
            said.note_missing_field(remedy)
    document.raise_problems()
    module, function = READERS[str(kind)]
    read: Callable[[JsonFile], Tournament] = getattr(import_module(module), function)
    return read(document)
