"""Templates of events, kept in a file of a folder; on a host they stand in a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Protocol

from topboard.errors import BadInput, CannotReadOrWrite, Problem
from topboard.event.codec import dump_json, load_value
from topboard.event.templates import EventTemplate
from topboard.formats.files import deliver
from topboard.messages import say
from topboard.storage.file_locks import lock_file

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path


class Templates(Protocol):
    """The templates of a home; on a host with organisations each belongs to one."""

    def of(self, owners: Collection[str]) -> dict[str, EventTemplate]:
        """Those of the organisations, and those of nobody, by their names."""

    def keep(self, owner: str, template: EventTemplate) -> None:
        """Keep a template, in the place of the one that has its name."""

    def remove(self, owner: str, name: str) -> None:
        """Forget a template."""


class TemplatesInFile(Templates):
    """The templates of a folder, in one file; nobody in particular owns them."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def _content(self) -> dict[str, str]:
        try:
            return dict(json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise CannotReadOrWrite(
                say("cannot read {path!r}: {error}", path=str(self._path), error=error)
            ) from error

    def _write(self, content: dict[str, str]) -> None:
        text = json.dumps(dict(sorted(content.items())), ensure_ascii=False, indent=1)
        deliver(f"{text}\n", self._path)

    def of(self, owners: Collection[str]) -> dict[str, EventTemplate]:
        """All of them."""
        return {name: load_template(text) for name, text in self._content().items()}

    def keep(self, owner: str, template: EventTemplate) -> None:
        """Keep a template."""
        with lock_file(self._path):
            self._write({**self._content(), template.name: dump_json(template)})

    def remove(self, owner: str, name: str) -> None:
        """Forget a template."""
        with lock_file(self._path):
            self._write({one: text for one, text in self._content().items() if one != name})


def load_template(text: str) -> EventTemplate:
    """A template as it was written."""
    try:
        return load_value(EventTemplate, text)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        what = say("a template cannot be read ({error})", error=error)
        remedy = say("a newer Topboard may know it")
        raise BadInput([Problem(what, "templates", text[:80], remedy)]) from error
