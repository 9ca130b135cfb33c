"""Functions for the templates of the public pages: table cells with links, and charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from topboard.documents import people
from topboard.documents.sheet import Document, occasion
from topboard.documents.text import plain
from topboard.web.jinja_filters import about_event, chart_markup, starts_told

NUMBER_OF = {
    "white": "white_number",
    "black": "black_number",
    "name": "number",
    "opponent": "opponent_number",
}
"""The keys of columns with names, each with the key of the column of their numbers."""


def cells(document: Document) -> Iterator[list[tuple[str, str, str, str]]]:
    """Yield the rows of a document as cells of key, alignment, text and participant."""
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


GLOBALS: dict[str, Any] = {
    "about_event": about_event,
    "cells": cells,
    "drawn": chart_markup,
    "occasion": occasion,
    "rating_of": people.rating,
    "starts_told": starts_told,
}
