"""Where other parts of the web join the desk: public pages, and documents of a section."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fastapi import APIRouter

    from topboard.web.places import Place


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a section: what it is called, what it is for, and its forms."""

    title: str
    purpose: str
    forms: tuple[tuple[str, str], ...]
    """(name of the form, address)."""


def public_routers() -> Sequence[APIRouter]:
    """The routers of pages for everybody: ``ROUTERS`` of ``topboard.web.public``, if any."""
    if find_spec("topboard.web.public") is None:
        return ()
    found: Sequence[APIRouter] = import_module("topboard.web.public").ROUTERS
    return found


def documents_of(place: Place) -> list[Document]:
    """All documents of a section, those of ``topboard.web.public`` included."""
    found = _own_documents(place)
    if find_spec("topboard.web.public") is not None:
        found = import_module("topboard.web.public").documents_of(place) + found
    return found


def _own_documents(place: Place) -> list[Document]:
    documents = [
        Document(
            "Standings",
            "for a spreadsheet",
            (("CSV", place.url("export", "standings.csv")),),
        ),
        Document(
            "Report of the section",
            "for the federation",
            (
                ("TRF16", place.url("export", "trf16.trf")),
                ("TRF26", place.url("export", "trf26.trf")),
                ("JSON", place.url("export", "event.json")),
            ),
        ),
        Document(
            "Journal of the event",
            "every act, chained by hash; Topboard reads it back",
            (("JSON", place.event_url("journal.json")),),
        ),
    ]
    rounds = [
        Document(
            f"Pairings of round {played.number}",
            "for a spreadsheet",
            (("CSV", place.url("export", f"round-{played.number}.csv")),),
        )
        for played in place.section.rounds
    ]
    return rounds[::-1] + documents
