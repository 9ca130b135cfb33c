"""Event templates, stored in a file of a data folder or in a table on a server."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol

from topboard.errors import BadInput, Problem
from topboard.event.codec import dump_record_as_json, load_typed_value_from_json
from topboard.event.templates import EventTemplate
from topboard.formats.files import CANNOT_READ, build_file_error, write_file_or_stream
from topboard.messages import say
from topboard.storage.file_locks import lock_file

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


class Templates(Protocol):
    """The stored event templates. On a server, a template may belong to an organisation."""

    def load_templates(self, owners: Collection[str]) -> dict[str, EventTemplate]:
        """Return the templates of these organisations and those without an owner, keyed by name."""

    def save_template(self, owner: str, template: EventTemplate) -> None:
        """Store a template. It replaces the owner's template with the same name."""

    def remove_template(self, owner: str, name: str) -> None:
        """Delete the owner's template with this name."""


class TemplatesInFile(Templates):
    """The event templates in a data folder. They are stored in one file and have no owners."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _read_templates_file(self) -> dict[str, str]:
        try:
            return dict(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise build_file_error(CANNOT_READ, str(self._path), error) from error

    def _write_templates_file(self, content: dict[str, str]) -> None:
        text = json.dumps(dict(sorted(content.items())), ensure_ascii=False, indent=1)
        write_file_or_stream(f"{text}\n", self._path)

    def load_templates(self, owners: Collection[str]) -> dict[str, EventTemplate]:
        """Return all templates in the folder, keyed by name."""
        return {
            name: parse_stored_template(text) for name, text in self._read_templates_file().items()
        }

    def save_template(self, owner: str, template: EventTemplate) -> None:
        """Store a template. It replaces a template with the same name."""
        with lock_file(self._path):
            self._write_templates_file(
                {**self._read_templates_file(), template.name: dump_record_as_json(template)}
            )

    def remove_template(self, owner: str, name: str) -> None:
        """Delete the template with this name."""
        with lock_file(self._path):
            self._write_templates_file(
                {one: text for one, text in self._read_templates_file().items() if one != name}
            )


def parse_stored_template(text: str) -> EventTemplate:
    """Return the event template in a stored JSON string.

    Raise ``BadInput`` if it cannot be read.
    """
    try:
        return load_typed_value_from_json(EventTemplate, text)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = say("a template cannot be read ({error})", error=error)
        remedy = say("Use a newer version of Topboard, which may support it.")
        raise BadInput([Problem(what, "templates", text[:80], remedy)]) from error
