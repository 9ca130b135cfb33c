"""Papers of very many sheets: made in the background, with their progress and a way to stop."""

from __future__ import annotations

import re
import time
from threading import Event

import pytest

from tests.documents.sample_documents import pages_of, words_of_pdf
from tests.sample_event import SAMPLE, create_sample_event
from tests.web.desk_client import Visitor, serve_folder, words
from topboard._frozen import replace
from topboard.documents import pdf
from topboard.event import actions
from topboard.event.session import ActionContext
from topboard.web.folder_repository import FolderRepository
from topboard.web.public import documents as paper, long_documents

CARDS = f"/e/{SAMPLE}/s/open/paper/pairing-cards.pdf"
COUNT = 17
IN_ORDER_FOR_CUTTING = [
    number for page in range(1, 10) for number in (page, page + 9) if number <= COUNT
]
"""The numbers of the cards, of which the pile of nine upper halves is put on the lower ones."""


class Gate:
    """Lets a number of parts through, and counts the programs that set them."""

    def __init__(self, real) -> None:
        self._real, self.begun, self.ended = real, [], Event()
        self.open = Event()

    def __call__(self, documents, size):
        parts = self._real(documents, size)
        try:
            for part in parts:
                yield part
                self.open.wait(15)
        finally:
            parts.close()
            self.ended.set()


@pytest.fixture
def gate(monkeypatch):
    """Makes the cards of the sample very many, of which the first part is set at once."""
    made = Gate(pdf.typeset_pdf_parts)
    for module in (long_documents, pdf):
        monkeypatch.setattr(module, "SHEETS_AT_ONCE", 4)
    monkeypatch.setattr(long_documents, "PAPER", replace(long_documents.PAPER, at_once=4))
    monkeypatch.setattr(paper, "MOST_AT_ONCE", 8)
    monkeypatch.setattr(long_documents, "typeset_pdf_parts", made)
    yield made
    made.open.set()


@pytest.fixture
def desk(tmp_path):
    create_sample_event(FolderRepository(tmp_path))
    with serve_folder(tmp_path) as address:
        yield tmp_path, Visitor(address)


def wait_for_words(visitor: Visitor, told: str) -> str:
    for _ in range(300):
        answer = visitor.get(CARDS)
        if told in words(answer):
            return answer.text
        time.sleep(0.05)
    raise AssertionError(f"{told!r} never came")


def file_of(visitor: Visitor) -> bytes:
    for _ in range(300):
        answer = visitor.get(CARDS)
        if answer.headers["content-type"] == "application/pdf":
            return answer.content
        time.sleep(0.05)
    raise AssertionError("the file never came")


def numbers_of_cards(text: str) -> list[int]:
    """Return the starting numbers in the titles of the cards, in the order of the document."""
    return [int(number) for number in re.findall(r"Pairingcardfor[^#]+\(#(\d+)\)", text)]


def test_a_few_sheets_are_produced_at_once(desk) -> None:
    assert pages_of(desk[1].get(CARDS).content) == -(-COUNT // 2)


def test_many_sheets_are_offered_first_and_then_produced_with_progress(desk, gate) -> None:
    _, visitor = desk
    offered = visitor.text(CARDS)
    visitor.send(CARDS, size="a4")
    shown = wait_for_words(visitor, "4 of 17 pages created")
    gate.open.set()
    content = file_of(visitor)

    assert "The PDF will have 17 pages." in offered
    assert "Create PDF" in offered
    assert '<progress id="progress"' in shown
    assert "Stop job" in shown
    text = words_of_pdf(content)
    assert numbers_of_cards(text) == IN_ORDER_FOR_CUTTING
    assert visitor.get(CARDS).content == content


def test_a_stopped_document_leaves_nothing_behind(desk, gate) -> None:
    _, visitor = desk
    visitor.send(CARDS, size="a4")
    wait_for_words(visitor, "4 of 17 pages created")
    stopped = words(visitor.send(CARDS, f"{CARDS}/stop", size="a4"))
    gate.open.set()

    assert gate.ended.wait(15)
    assert "The job was stopped. No file was created." in stopped
    assert "Create PDF" in stopped
    assert "Create PDF" in visitor.text(CARDS)


def test_the_old_file_is_not_served_after_another_entry(desk, gate) -> None:
    folder, visitor = desk
    gate.open.set()
    visitor.send(CARDS, size="a4")
    file_of(visitor)
    with FolderRepository(folder).event(SAMPLE).open() as file:
        file.record(
            actions.AddSection("New", "dubov_1997", 3),
            ActionContext("A", "2026-06-01T00:00:00+00:00"),
        )

    assert "Create PDF" in visitor.text(CARDS)


def test_a_failure_is_reported(desk, gate, monkeypatch) -> None:
    def fail_halfway(_documents, _size):
        yield b""
        raise RuntimeError("typst: no such font")

    monkeypatch.setattr(long_documents, "typeset_pdf_parts", fail_halfway)
    _, visitor = desk
    visitor.send(CARDS, size="a4")
    for _ in range(600):
        answer = visitor.get(CARDS)
        if answer.status_code == 500:
            break
        time.sleep(0.05)

    assert "no such font" in words(answer)


def test_forms_without_their_token_and_unknown_sizes_are_refused(desk, gate) -> None:
    _, visitor = desk

    assert visitor.http.post(CARDS, data={"token": "x"}).status_code == 422
    assert visitor.send(CARDS, size="a0").status_code == 422
    assert "Create PDF" in visitor.text(CARDS)


def test_a_resumed_job_typesets_the_remaining_parts(desk, gate) -> None:
    gate.open.set()
    folder, _ = desk
    snapshot = FolderRepository(folder).event(SAMPLE).snapshot()
    asked = {"section": "Open", "paper": "pairing-cards", "number": "0", "size": "a4"}
    parts = list(long_documents.PAPER.steps(snapshot, asked, 3))

    assert len(parts) == 2
    text = words_of_pdf(parts[0]) + words_of_pdf(parts[1])
    assert numbers_of_cards(text) == IN_ORDER_FOR_CUTTING[12:]
