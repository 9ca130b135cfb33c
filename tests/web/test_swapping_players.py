"""Two players change places in a published round, after a preview."""

from __future__ import annotations

from tests.web.desk_client import event_with_round, words
from topboard.web.folder_repository import FolderRepository


def section_of(tmp_path):
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section


def pairs(tmp_path):
    return [(m.white, m.black) for m in section_of(tmp_path).rounds[0].meetings.values()]


def test_a_swap_is_previewed_and_then_recorded_with_its_ruling(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    (a, b), (c, d), third = pairs(tmp_path)
    page = f"{section}/rounds/1/change?one={a}&other={c}"

    shown = visitor.get(page)
    preview = shown.text.partition('<table class="swap">')[2].partition("</table>")[0]
    assert preview.count("<tr>") == 3
    assert f'name="white" value="{c} ' in shown.text
    assert pairs(tmp_path) == [(a, b), (c, d), third]

    white, black = [c, a, third[0]], [b, d, third[1]]
    said = {"office": "director", "authority": "D. R.", "reason": "flood in hall 2"}
    done = visitor.send(
        page,
        f"{section}/rounds/1/change",
        white=[str(n) for n in white],
        black=[str(n) for n in black],
        bye="",
        ground="other",
        informed="on",
        **said,
    )
    assert "revision 1" in words(done)
    assert pairs(tmp_path) == [(c, b), (a, d), third]


def test_opponents_change_colours(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    a, b = pairs(tmp_path)[0]
    shown = visitor.text(f"{section}/rounds/1/change?one={a}&other={b}")
    preview = shown.partition("Preview of the change")[2].partition("Record the change")[0]
    assert preview.index(f"White: {a} ") < preview.index(f"White: {b} ")


def test_an_unknown_name_is_named_and_changes_nothing(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    shown = visitor.get(f"{section}/rounds/1/change?one=Nobody&other=1")
    assert shown.status_code == 200
    assert "Nobody" in words(shown)
    assert "Preview of the change" not in words(shown)
    same = visitor.text(f"{section}/rounds/1/change?one=1&other=1")
    assert "Enter two different participants." in same


def test_a_refused_change_comes_back_with_the_swapped_boards(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    (a, b), (c, _), third = pairs(tmp_path)
    page = f"{section}/rounds/1/change?one={a}&other={c}"
    answer = visitor.send(
        page,
        f"{section}/rounds/1/change",
        white=[str(n) for n in (c, a, third[0])],
        black=[str(n) for n in (b, "77", third[1])],
        bye="",
        ground="other",
    )
    assert answer.status_code == 422
    assert 'name="black" value="77"' in answer.text
    assert '<details class="find" open>' in answer.text
    assert "Preview of the change" in words(answer)
