"""The page that shows what an undo would change, before it is done."""

from __future__ import annotations

from tests.web.desk_client import event_with_round, words
from topboard.web.folder_repository import FolderRepository


def entries(tmp_path):
    return FolderRepository(tmp_path).event("spring-open").snapshot().entries


def history_of(section: str) -> str:
    return f"{section.partition('/s/')[0]}/history"


def test_the_page_lists_what_an_undo_would_change(visitor, tmp_path):
    section = event_with_round(visitor, "cfc_swiss")
    visitor.send(f"{section}/results/1", t1="1-0", t2="0-1")
    number, history = len(entries(tmp_path)), history_of(section)
    page = f"{history}/{number}/undo"

    shown = visitor.text(page)
    assert "Round 1, result on board 1: 1-0 → none" in shown
    assert "Round 1, result on board 2: 0-1 → none" in shown
    assert "Undo this action" in shown
    assert len(entries(tmp_path)) == number

    done = visitor.send(page, f"{history}/undo", entry=number, reason="wrong round")
    assert f"Journal entry {number} was undone." in words(done)
    assert entries(tmp_path)[-1].reason == "wrong round"
    assert visitor.get(page).status_code == 422


def test_a_publication_with_later_results_says_what_to_undo_first(visitor, tmp_path):
    section = event_with_round(visitor, "cfc_swiss")
    number, history = len(entries(tmp_path)), history_of(section)
    visitor.send(f"{section}/results/1", t1="1-0", t2="0-1")

    shown = visitor.text(f"{history}/{number}/undo")
    assert "This cannot be undone yet" in shown
    assert "2 results of this round were entered later." in shown
    assert ">Undo publication</button>" not in visitor.get(f"{history}/{number}/undo").text


def test_the_button_that_withdraws_a_pairing_is_red(visitor, tmp_path):
    section = event_with_round(visitor, "cfc_swiss")
    number, history = len(entries(tmp_path)), history_of(section)
    page = visitor.get(f"{history}/{number}/undo").text
    assert '<button class="danger">Undo publication' in page


def test_only_actions_that_can_be_undone_have_a_link(visitor, tmp_path):
    section = event_with_round(visitor, "cfc_swiss")
    history = history_of(section)
    visitor.send(f"{section}/results/1", t1="1-0")
    number = len(entries(tmp_path))
    visitor.send(f"{history}/{number}/undo", f"{history}/undo", entry=number)

    page = visitor.get(history).text
    assert f'href="{history}/{number}/undo"' not in page
    assert f'aria-label="Redo journal entry {number}"' in page
    assert f'href="{history}/{number + 1}/undo"' not in page
    assert f'href="{history}/1/undo"' not in page
    for wrong in (1, number, number + 1, 99):
        assert visitor.get(f"{history}/{wrong}/undo").status_code == 422


def test_a_closed_event_can_be_reopened_from_its_history(visitor, tmp_path):
    section = event_with_round(visitor, "cfc_swiss")
    event = section.partition("/s/")[0]
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")
    answer = visitor.send(f"{event}/close")
    visitor.send_again(answer)
    number = len(entries(tmp_path))

    page = visitor.get(f"{event}/history").text
    assert f'href="{event}/history/{number}/undo"' in page
    assert f'href="{event}/history/{number - 1}/undo"' not in page
    assert "Event reopened" in visitor.text(f"{event}/history/{number}/undo")
    assert '<button class="danger">' in visitor.get(f"{event}/history/{number}/undo").text
