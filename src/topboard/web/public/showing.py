"""What the templates of the public pages ask for: cells with their links, and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from topboard.documents import people
from topboard.documents.text import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.documents.sheet import Document
    from topboard.documents.svg import Chart

NUMBER_OF = {
    "white": "white_number",
    "black": "black_number",
    "name": "number",
    "opponent": "opponent_number",
}
"""Columns of names, and the columns that have their numbers."""


def cells(document: Document) -> Iterator[list[tuple[str, str, str, str]]]:
    """The rows of a document: of each cell its key, its side, its text and who it is about."""
    keys = [heading.key for heading in document.headings]
    for row in document.rows:
        by_key = dict(zip(keys, row, strict=True))
        yield [
            (
                heading.key,
                "r" if heading.right else "",
                plain(str(cell)),
                str(by_key.get(NUMBER_OF.get(heading.key, ""), "")),
            )
            for heading, cell in zip(document.headings, row, strict=True)
        ]


def drawn(chart: Chart) -> Markup:
    """A chart as it stands in a page: its drawing, which is escaped already."""
    return Markup(chart.svg)


GLOBALS: dict[str, Any] = {
    "cells": cells,
    "drawn": drawn,
    "rating_of": people.rating,
}
