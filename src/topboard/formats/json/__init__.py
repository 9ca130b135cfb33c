"""The JSON formats of Topboard: which of them a file is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.formats.json.cursor import JsonFile

if TYPE_CHECKING:
    from topboard.model import Tournament


ROUND_FORMAT = "topboard-round/1"
EVENT_FORMAT = "topboard-event/1"


def tournament_in_json(text: str, name: str) -> Tournament:
    """The tournament in a JSON text of either format."""
    document = JsonFile(text, name)
    root = document.root
    said = root.field("format")
    kind = said.value
    if not isinstance(root.value, dict):
        root.problem("expected an object {…}", "give a Topboard JSON file")
    elif kind not in (ROUND_FORMAT, EVENT_FORMAT):
        remedy = f'say "format": "{ROUND_FORMAT}" or "format": "{EVENT_FORMAT}"'
        said.problem("a field is missing" if not said.is_given else "unknown format", remedy)
    document.settle()
    if kind == ROUND_FORMAT:
        from topboard.formats.json.round import tournament_of_round

        return tournament_of_round(document)
    from topboard.formats.json.event import tournament_of_event

    return tournament_of_event(document)
