"""Functions for the templates of the public pages: table cells with links, and charts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from topboard.documents import people
from topboard.documents.sheet import Document, event_details_line
from topboard.documents.text import sanitize_line
from topboard.web.jinja_filters import chart_markup, describe_event, format_start_times

NUMBER_OF = {
    "white": "white_number",
    "black": "black_number",
    "name": "number",
    "opponent": "opponent_number",
}
"""The keys of columns with names, each with the key of the column of their numbers."""


def build_table_cells(document: Document) -> Iterator[list[tuple[str, str, str, str]]]:
    """Yield the rows of a document as cells of key, alignment, text and participant."""
    keys = [heading.key for heading in document.headings]
    for row in document.rows:
        by_key = dict(zip(keys, row, strict=True))
        yield [
            (
                heading.key,
                "r" if heading.right else "",
                sanitize_line(str(cell)),
                str(by_key.get(NUMBER_OF.get(heading.key, ""), "")),
            )
            for heading, cell in zip(document.headings, row, strict=True)
        ]


GLOBALS: dict[str, Any] = {
    "about_event": describe_event,
    "cells": build_table_cells,
    "drawn": chart_markup,
    "occasion": event_details_line,
    "rating_of": people.rating_cell,
    "starts_told": format_start_times,
}
