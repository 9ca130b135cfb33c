"""Conversion of documents to text, JSON, HTML or PDF."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal, TypeAlias

from topboard.documents.html import as_html
from topboard.documents.layout import PAPERS
from topboard.documents.pdf import as_pdf
from topboard.documents.sheet import Document, as_json
from topboard.documents.text import as_text
from topboard.errors import BadInput, Problem
from topboard.messages import say

Form: TypeAlias = Literal["text", "json", "html", "pdf"]
FORMS: tuple[Form, ...] = ("text", "json", "html", "pdf")
MEDIA_TYPES = {
    "text": "text/plain; charset=utf-8",
    "json": "application/json",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
}


def render(document: Document | Sequence[Document], kind: str, paper: str = "a4") -> str | bytes:
    """Return one or several documents as the content of a single file.

    ``kind`` is the output format: text, json, html or pdf.
    """
    documents = (document,) if isinstance(document, Document) else tuple(document)
    if paper not in PAPERS:
        remedy = say("Choose one of: {known}.", known=", ".join(PAPERS))
        raise BadInput([Problem(say("unknown paper size"), quoted=paper, remedy=remedy)])
    match kind:
        case "text":
            return "\n".join(map(as_text, documents))
        case "json":
            made = [as_json(one) for one in documents]
            single = made[0] if isinstance(document, Document) else made
            return json.dumps(single, ensure_ascii=False, indent=2) + "\n"
        case "html":
            return as_html(documents, paper)
        case "pdf":
            return as_pdf(documents, paper)
        case _:
            remedy = say("Choose one of: {known}.", known=", ".join(FORMS))
            raise BadInput([Problem(say("unknown output format"), quoted=kind, remedy=remedy)])
