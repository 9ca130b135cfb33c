"""Documents as a standalone, printable HTML page without scripts or external resources."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby

from topboard.documents.layout import (
    PrintedCell,
    PrintedColumn,
    PrintedDocument,
    TextRun,
    full_title,
    lay_out_document,
)
from topboard.documents.sheet import Document
from topboard.event.logo import decode_logo
from topboard.messages import say


def as_html(documents: Sequence[Document], paper: str = "a4") -> str:
    """Return the documents as one HTML page that includes its style sheet."""
    sheets = [lay_out_document(document) for document in documents]
    title = escape(full_title(sheets[0]) if sheets else say("Nothing to print"))
    body = "".join(_format_documents_on_pages(sheets)) or _empty_page_heading()
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{build_style_sheet(paper)}</style>\n</head>\n"
        f"<body>\n<main>\n{body}</main>\n"
        "</body>\n</html>\n"
    )


def _empty_page_heading() -> str:
    return f"<h1>{say('Nothing to print')}</h1>\n"


@lru_cache
def build_style_sheet(paper: str) -> str:
    """Return the CSS of the HTML page for a paper size."""
    text = files("topboard.documents").joinpath("sheet.css").read_text(encoding="utf-8")
    size = {"a4": "A4", "letter": "letter"}[paper]
    # This is slightly less than the page without its margins, so that rounding does not cause an
    # overflow.
    height = {"a4": "271mm", "letter": "253mm"}[paper]
    return text.replace("PAPER", size).replace("HEIGHT", height)


def style_sheet_hash(paper: str) -> str:
    """Return the hash of the CSS, as needed in a content security policy."""
    return "sha256-" + b64encode(sha256(build_style_sheet(paper).encode()).digest()).decode()


def _format_documents_on_pages(sheets: Iterable[PrintedDocument]) -> Iterator[str]:
    """Yield the HTML of all documents, with several small ones on a page."""
    for per_page, same in groupby(sheets, key=lambda sheet: sheet.layout.per_page):
        if per_page < 2:
            yield from map(_format_document, same)
            continue
        group = list(same)
        for start in range(0, len(group), per_page):
            inside = "".join(map(_format_document, group[start : start + per_page]))
            yield f'<div class="page of-{per_page}">\n{inside}</div>\n'


def _format_document(sheet: PrintedDocument) -> str:
    layout = sheet.layout
    marks = [
        "sheet",
        sheet.kind.replace(" ", "-"),
        *(["wide"] if layout.landscape else []),
        *(["grid"] if layout.grid else []),
        *(["own-page"] if layout.per_page == 1 else []),
    ]
    flows = not layout.per_page and bool(sheet.rows)
    marks += ["flows"] if flows else []
    code = f'<div class="code">{sheet.code}</div>\n' if sheet.code else ""
    return (
        f'<article class="{" ".join(marks)}">\n{code}{_format_logo(sheet)}'
        f"{_format_heading(sheet)}\n"
        + "".join(f'<p class="about" dir="auto">{escape(line)}</p>\n' for line in sheet.about)
        + (
            format_table(sheet, again=_repeated_page_header(sheet) if flows else "")
            if sheet.rows
            else ""
        )
        + "".join(f'<p class="note" dir="auto">{escape(note)}</p>\n' for note in sheet.notes)
        + _format_signature_lines(sheet.signatures)
        + (f'<p class="anchor">{escape(sheet.anchor)}</p>\n' if sheet.anchor else "")
        + "</article>\n"
    )


def _format_heading(sheet: PrintedDocument) -> str:
    """Return the heading, with the name of the event on a line of its own."""
    event = f'<span class="event">{escape(sheet.event)}<i>:</i></span> ' if sheet.event else ""
    return f'<h1 dir="auto">{event}{escape(sheet.title)}</h1>'


def _format_logo(sheet: PrintedDocument) -> str:
    logo = decode_logo(sheet.logo) if sheet.logo and not sheet.layout.per_page else None
    if logo is None:
        return ""
    return f'<img class="logo" alt="" src="data:{logo.media_type};base64,{sheet.logo}">\n'


def _repeated_page_header(sheet: PrintedDocument) -> str:
    """Return the table row that repeats the title on every printed page.

    On a screen it is hidden, because the title is already shown above the table.
    """
    lines = "<br>".join(map(escape, sheet.about))
    title = f'<strong dir="auto">{escape(full_title(sheet))}</strong>'
    return (
        f'<tr class="again" aria-hidden="true"><th colspan="{len(sheet.columns)}">{title}'
        f"{'<br>' if lines else ''}{lines}</th></tr>"
    )


def format_table(sheet: PrintedDocument, again: str = "") -> str:
    """Return the HTML table of a sheet, without its title and notes."""
    heads = "".join(_format_column_heading(column) for column in sheet.columns)
    body = "".join(
        "<tr>"
        + "".join(
            _format_cell(cell, column, rows=len(sheet.rows) if column.boxes else 1)
            for cell, column in zip(row, sheet.columns, strict=True)
            # Boxes are about all rows of the table, so that nobody can tick contradictory ones.
            if not (column.boxes and place)
        )
        + "</tr>\n"
        for place, row in enumerate(sheet.rows)
    )
    return f"<table>\n<thead>{again}<tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def _format_column_heading(column: PrintedColumn) -> str:
    title = "<br>".join(map(escape, column.titles))
    return f'<th scope="col"{_column_class_attribute(column)}>{title}</th>'


def _format_cell(cell: PrintedCell, column: PrintedColumn, rows: int = 1) -> str:
    text = "<br>".join("".join(map(_format_text_run, line)) for line in cell)
    if not text and column.boxes:
        text = "".join(f'<span class="box"></span>{escape(one)} ' for one in column.boxes)
    direction = ' dir="auto"' if column.name else ""
    span = f' rowspan="{rows}"' if rows > 1 else ""
    return f"<td{_column_class_attribute(column)}{direction}{span}>{text}</td>"


def _column_class_attribute(column: PrintedColumn) -> str:
    found = [
        *(["r"] if column.right else []),
        *(["name"] if column.name else []),
        *(["by-hand"] if column.by_hand else []),
        *(["strong"] if column.strong or column.large else []),
    ]
    return f' class="{" ".join(found)}"' if found else ""


def _format_text_run(run: TextRun) -> str:
    text = escape(run.text)
    if not run.circled:
        return text
    # The brackets are for people who listen to the page or copy it.
    return f'<span class="circled"><i>(</i>{text}<i>)</i></span>'


def _format_signature_lines(who: Iterable[str]) -> str:
    lines = "".join(f"<li><span>{escape(name)}</span></li>" for name in who)
    return f'<ul class="signatures">{lines}</ul>\n' if lines else ""
