"""Documents as a standalone, printable HTML page without scripts or external resources."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby

from topboard.documents.layout import Printed, PrintedCell, PrintedColumn, Run, lay_out_document
from topboard.documents.sheet import Document
from topboard.messages import say


def as_html(documents: Sequence[Document], paper: str = "a4") -> str:
    """Return the documents as one HTML page that includes its style sheet."""
    sheets = [lay_out_document(document) for document in documents]
    title = escape(sheets[0].title if sheets else say("Nothing to print"))
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{style(paper)}</style>\n</head>\n"
        f"<body>\n<main>\n{''.join(_bodies(sheets)) or _nothing()}</main>\n</body>\n</html>\n"
    )


def _nothing() -> str:
    return f"<h1>{say('Nothing to print')}</h1>\n"


@lru_cache
def style(paper: str) -> str:
    """Return the style sheet of a page for a paper size."""
    text = files("topboard.documents").joinpath("sheet.css").read_text(encoding="utf-8")
    size = {"a4": "A4", "letter": "letter"}[paper]
    # This is slightly less than the page without its margins, so that rounding does not cause an
    # overflow.
    height = {"a4": "271mm", "letter": "253mm"}[paper]
    return text.replace("PAPER", size).replace("HEIGHT", height)


def style_hash(paper: str) -> str:
    """Return the hash of the style sheet for a content security policy."""
    return "sha256-" + b64encode(sha256(style(paper).encode()).digest()).decode()


def _bodies(sheets: Iterable[Printed]) -> Iterator[str]:
    """Yield the HTML of all sheets; small ones share a page."""
    for per_page, same in groupby(sheets, key=lambda sheet: sheet.layout.per_page):
        if per_page < 2:
            yield from map(_article, same)
            continue
        group = list(same)
        for start in range(0, len(group), per_page):
            inside = "".join(map(_article, group[start : start + per_page]))
            yield f'<div class="page of-{per_page}">\n{inside}</div>\n'


def _article(sheet: Printed) -> str:
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
    return (
        f'<article class="{" ".join(marks)}">\n<h1 dir="auto">{escape(sheet.title)}</h1>\n'
        + "".join(f'<p class="about" dir="auto">{escape(line)}</p>\n' for line in sheet.about)
        + (table(sheet, again=_again(sheet) if flows else "") if sheet.rows else "")
        + "".join(f'<p class="note" dir="auto">{escape(note)}</p>\n' for note in sheet.notes)
        + _signatures(sheet.signatures)
        + "</article>\n"
    )


def _again(sheet: Printed) -> str:
    """Return the title and date, which are repeated at the top of every printed page.

    On a screen they are shown above the table instead.
    """
    lines = "<br>".join(map(escape, sheet.about))
    title = f'<strong dir="auto">{escape(sheet.title)}</strong>'
    return (
        f'<tr class="again" aria-hidden="true"><th colspan="{len(sheet.columns)}">{title}'
        f"{'<br>' if lines else ''}{lines}</th></tr>"
    )


def table(sheet: Printed, again: str = "") -> str:
    """Return the HTML table of a sheet, without its title and notes."""
    heads = "".join(_head(column) for column in sheet.columns)
    body = "".join(
        "<tr>"
        + "".join(_cell(c, col) for c, col in zip(row, sheet.columns, strict=True))
        + "</tr>\n"
        for row in sheet.rows
    )
    return f"<table>\n<thead>{again}<tr>{heads}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def _head(column: PrintedColumn) -> str:
    return f'<th scope="col"{_marks(column)}>{"<br>".join(map(escape, column.titles))}</th>'


def _cell(cell: PrintedCell, column: PrintedColumn) -> str:
    text = "<br>".join("".join(map(_format_run, line)) for line in cell)
    if not text and column.boxes:
        text = "".join(f'<span class="box"></span>{escape(one)} ' for one in column.boxes)
    direction = ' dir="auto"' if column.name else ""
    return f"<td{_marks(column)}{direction}>{text}</td>"


def _marks(column: PrintedColumn) -> str:
    found = [
        *(["r"] if column.right else []),
        *(["name"] if column.name else []),
        *(["by-hand"] if column.by_hand else []),
    ]
    return f' class="{" ".join(found)}"' if found else ""


def _format_run(run: Run) -> str:
    text = escape(run.text)
    if not run.circled:
        return text
    # The brackets are for people who listen to the page or copy it.
    return f'<span class="circled"><i>(</i>{text}<i>)</i></span>'


def _signatures(who: Iterable[str]) -> str:
    lines = "".join(f"<li><span>{escape(name)}</span></li>" for name in who)
    return f'<ul class="signatures">{lines}</ul>\n' if lines else ""
