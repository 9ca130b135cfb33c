"""The table of rulings in force, and the folded forms for new ones."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import date

import pytest

from tests.web.desk_client import event_with_entries, words
from topboard.web.folder_repository import FolderRepository
from topboard.web.sample import OPEN, create_sample_events

KINDS = ("bye", "points", "forbid", "table", "suspend", "lift", "expel", "except", "imaginary")


@pytest.fixture
def sample(tmp_path):
    with closing(FolderRepository(tmp_path)) as folder:
        create_sample_events(folder, date(2026, 11, 19))


def rows(page: str) -> list[str]:
    """The words of each row of the table of rulings."""
    body = page.partition('<table class="rulings">')[2].partition("<tbody>")[2]
    found = body.partition("</tbody>")[0].split("</tr>")[:-1]
    return [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in found]


def test_a_late_entry_by_ruling_is_among_the_current_rulings(sample, visitor):
    page = visitor.get(f"/e/{OPEN}/s/open/decisions").text
    found = rows(page)
    (late,) = [row for row in found if "Marchetti" in row]
    assert "Late entry C.04.2 2.4 from 2 Chief Arbiter: Marguerite Savoie" in late
    assert "Flight delayed, known before round 1" in late
    (bye,) = [row for row in found if "Banerjee" in row]
    assert "(#20) Half-point bye C.04.2 3.3 3 Chief Arbiter: Marguerite Savoie" in bye
    assert "Requested at registration" in bye
    assert 'id="art-C.04.2-3.3"' in page


def test_each_ruling_has_its_own_author_reason_and_revocation(visitor):
    section = event_with_entries(visitor, "fide_dutch_2026")
    page, said = f"{section}/decisions", {"office": "Chief Arbiter", "authority": "A. Roy"}
    visitor.send(page, f"{page}/table", whom="2", table="3", note="ramp", reason="asked", **said)
    visitor.send(page, f"{page}/suspend", whom="3", reason="not seen")
    visitor.send(page, f"{page}/suspend", whom="4", reason="ill")
    visitor.send(page, f"{page}/lift", whom="4", reason="back")

    first, suspended, lifted = rows(visitor.get(page).text)

    assert first.startswith("Baker (#2) Always plays on board 3 (ramp)")
    assert "all Chief Arbiter: A. Roy" in first
    assert "asked Release board" in first
    assert suspended.startswith("Clark (#3) Suspended")
    assert "not seen Lift suspension" in suspended
    assert lifted.startswith("Davis (#4) Lift the suspension of Davis (#4)")
    assert "ill" not in visitor.text(page).split("New ruling")[0].split()


def test_every_form_of_a_ruling_has_a_reason_and_an_authority(visitor):
    section = event_with_entries(visitor, "fide_dutch_2026")
    page = visitor.get(f"{section}/decisions").text
    assert page.count("<details><summary>") >= len(KINDS)
    assert "<details open>" not in page
    for kind in KINDS:
        form = page.partition(f'action="{section}/decisions/{kind}"')[2].partition("</form>")[0]
        assert {"office", "authority", "reason"} <= {*re.findall('name="([^"]+)"', form)}, kind


def test_a_refused_ruling_comes_back_opened(visitor):
    section = event_with_entries(visitor, "fide_dutch_2026")
    page = f"{section}/decisions"
    answer = visitor.send(page, f"{page}/suspend", whom="77", reason="gone")
    assert answer.status_code == 422
    opened = re.findall("<details open><summary>([^<]+)", answer.text)
    assert opened == ["Suspend a player"]
    assert 'value="gone"' in answer.text


def test_a_ruling_with_its_authority_is_recorded_without_a_second_page(visitor, tmp_path):
    section = event_with_entries(visitor, "fide_dutch_2026")
    page = f"{section}/decisions"
    said = {"office": "Chief Arbiter", "authority": "A. Roy", "reason": "phone rang"}
    answer = visitor.send(page, f"{page}/points", whom="2", game_points="-1", **said)

    assert "Ruling recorded." in words(answer)
    (row,) = rows(answer.text)
    assert row.startswith("Baker (#2) Points -1")
    assert "phone rang Undo ruling" in row


def test_a_restriction_that_was_removed_is_no_longer_listed(visitor, tmp_path):
    section = event_with_entries(visitor, "cfc_swiss")
    page = f"{section}/decisions"
    visitor.send(page, f"{page}/request", numbers="2 5 6")
    visitor.send(page, f"{page}/allow", a="2", b="5", others="6")
    assert rows(visitor.get(page).text) == []
    assert "There are no rulings yet." in visitor.text(page)
