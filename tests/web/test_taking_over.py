"""The desk goes on with events of other programs."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import topboard
from tests.web.desk_client import new_event, words
from topboard import formats
from topboard.analysis.generate import Wishes
from topboard.model import EventInfo
from topboard.web.folder_repository import FolderRepository


def report(*, wrong=False):
    """The report of an event of which two of three rounds are played."""
    found = topboard.generate("fide_dutch_2026", 4, Wishes(8, 3, unpaired_last=True))
    if wrong:
        first, second = found.rounds
        a, b, *rest = second.meetings
        swapped = (replace(a, black=b.black), replace(b, black=a.black), *rest)
        found = replace(found, rounds=(first, replace(second, meetings=swapped)))
    named = replace(found, name="Half Played", details=EventInfo(city="Rome"))
    return formats.dumps(named, "trf26").encode()


def preview_page(visitor, page, content):
    """The page that shows what would be taken over."""
    files = {"file": ("half.trf", content)}
    return visitor.send(page, files=files, section="A", system="")


def send_preview(visitor, answer, **fields):
    """Press the button of the preview, or of the page that asks for a confirmation."""
    form = answer.text[answer.text.rindex('<form method="post" action="') :]
    action = re.search(r'action="([^"]+)"', form)[1]
    hidden = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form)
    sent = {name: unescape(value) for name, value in hidden}
    return visitor.http.post(action, data={**sent, **fields})


def test_an_imported_report_becomes_an_event_that_can_continue(visitor, tmp_path):
    shown = preview_page(visitor, "/take-over", report())
    assert "Every round matches the pairing given by the rules." in words(shown)
    assert FolderRepository(tmp_path).list_event_slugs() == []

    done = send_preview(visitor, shown)

    assert "The section was imported. You can continue it here." in words(done)
    event = FolderRepository(tmp_path).event("half-played").snapshot().event
    assert event.details.city == "Rome"
    assert len(event.sections["A"].rounds) == 2
    section = done.url.path
    assert "from half.trf" in visitor.text(f"{section}/../../history".replace("/s/a/../..", ""))
    assert "Round 2" in visitor.text(f"{section}/rounds/2")
    published = visitor.send(f"{section}/pairing", publish="1")
    assert published.status_code == 200, words(published)


def test_rounds_that_differ_are_shown_and_confirmed_before_anything_is_written(visitor, tmp_path):
    shown = preview_page(visitor, "/take-over", report(wrong=True))
    assert "Differences from the rules" in words(shown)
    assert "What may explain them" in words(shown)
    assert "Round 2: no cause was found" in words(shown)
    # The causes come before the pairs, of which there may be hundreds.
    assert words(shown).index("What may explain them") < words(shown).index("pair by pair")

    asked = send_preview(visitor, shown)
    assert asked.status_code == 422
    assert FolderRepository(tmp_path).list_event_slugs() == []

    done = send_preview(visitor, asked)
    assert "The section was imported. You can continue it here." in words(done)


def test_a_report_is_imported_as_another_section_of_an_event(visitor, tmp_path):
    place = new_event(visitor, "fide_dutch_2026")
    event = place[: place.index("/s/")]

    done = send_preview(visitor, preview_page(visitor, f"{event}/take-over", report()))

    assert "The section was imported. You can continue it here." in words(done)
    assert {*FolderRepository(tmp_path).event("spring-open").snapshot().event.sections} == {
        "Main",
        "A",
    }


def test_the_preview_says_which_system_a_report_without_one_is_read_as(visitor):
    """The report of another program, which has no record 192."""
    lines = report().decode().replace("\r\n", "\n").split("\n")
    kept = [line for line in lines if not line.startswith(("192", "###"))]
    content = "\n".join(["042 2026/03/14", *kept]).encode()

    shown = words(preview_page(visitor, "/take-over", content))

    assert "read as fide_dutch_2026, the Dutch system in force on 2026/03/14" in shown
    assert "cancel and choose it under System" in shown


def test_an_unreadable_file_is_refused_with_the_place_of_the_error(visitor):
    answer = preview_page(visitor, "/take-over", report().replace(b"142 3", b"142 x"))

    assert answer.status_code == 422
    assert "half.trf:" in words(answer)


def test_a_contradicting_report_is_refused_with_what_to_do_at_the_desk(visitor):
    lines = report().decode().splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if line.startswith("001"))
    claimed = lines[first][80:84]
    lines[first] = (
        lines[first][:80]
        + ("3.0" if "3.0" not in claimed else "0.0").rjust(4)
        + (lines[first][84:])
    )
    content = "".join(lines).encode()
    answer = preview_page(visitor, "/take-over", content)

    assert answer.status_code == 422
    told = words(answer)
    assert "choose the file again and select" in told
    assert "--" not in told

    files = {"file": ("half.trf", content)}
    fields = {"section": "A", "system": "", "accept_points": "on"}
    assert visitor.send("/take-over", files=files, **fields).status_code == 200


def test_notes_about_a_file_are_sentences(visitor):
    shown = preview_page(visitor, "/take-over", re.sub(rb"192 .*\n", b"", report()))
    notes = re.findall(r"<li>(.*?)</li>", shown.text.partition("Notes about the file")[2])

    assert notes
    for note in notes:
        assert note[0].isupper(), note
        assert note.endswith("."), note
