"""A round with which the proof checker disagrees is shown before it is published."""

from __future__ import annotations

import pytest

from tests.web.desk_client import event_with_entries, words
from topboard.event import proofs
from topboard.proof.verify import NotProved
from topboard.web.folder_repository import FolderRepository

DOUBT = "The proof checker does not accept this pairing (step 4, article 623"


@pytest.fixture
def doubting(monkeypatch):
    """A checker that does not follow any pairing."""

    def refuse(*_, **__):
        raise NotProved("{who} may not be chosen here", "623", 4, who="1-2")

    monkeypatch.setattr(proofs, "prove", refuse)


def rounds(tmp_path):
    """The published rounds of the section."""
    return FolderRepository(tmp_path).event("spring-open").snapshot().event.section("Main").rounds


@pytest.mark.usefixtures("doubting")
def test_the_pairing_page_warns_above_the_button(visitor):
    section = event_with_entries(visitor, "cfc_swiss")
    shown = visitor.text(f"{section}/pairing")

    assert DOUBT in shown
    assert shown.index(DOUBT) < shown.index("Publish round 1")


@pytest.mark.usefixtures("doubting")
def test_publishing_an_unproved_round_asks_for_confirmation_first(visitor, tmp_path):
    section = event_with_entries(visitor, "cfc_swiss")
    asked = visitor.send(f"{section}/pairing", publish="1")

    assert asked.status_code == 422
    assert DOUBT in words(asked)
    assert rounds(tmp_path) == ()

    done = visitor.send_again(asked)
    assert done.status_code == 200
    assert [played.proof for played in rounds(tmp_path)] == [""]
    assert "No proof: the round was published without one." in words(done)


def test_a_proved_round_is_published_without_confirmation(visitor, tmp_path):
    section = event_with_entries(visitor, "cfc_swiss")
    assert "proof checker" not in visitor.text(f"{section}/pairing")

    visitor.send(f"{section}/pairing", publish="1")
    assert [bool(played.proof) for played in rounds(tmp_path)] == [True]
