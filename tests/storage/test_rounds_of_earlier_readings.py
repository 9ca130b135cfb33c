"""A round that was published by an earlier reading of the rules, with its proof and signature."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from topboard import read
from topboard.cli import main
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.replay import Comparison, replay_rounds
from topboard.proof.prove import verify_proof_against_event
from topboard.proof.verify import verify
from topboard.proof.verify.round import parse_proof
from topboard.storage.session import JournalSession

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.replay import Replay

NAME = "cfc_swiss_nearest_group_revision_1"
KEPT = Path(__file__).parents[1] / "fixtures" / "journals"
HEAD = "0291605e33cc59e653eb1c937f380f142d016f840aae0fc5196c6a6f767bd76a"
AS_PUBLISHED = [(5, 1), (4, 6), (3, 2)]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return Path(shutil.copy(KEPT / f"{NAME}.topboard", tmp_path))


@pytest.fixture
def rounds(journal: Path) -> Iterator[dict[int, Replay]]:
    """The published rounds by their number, paired again."""
    with JournalSession.open(journal, read_only=True) as file:
        yield {one.round: one for one in replay_rounds(file.entries)}


def proof_file() -> dict[str, Any]:
    return parse_proof((KEPT / f"{NAME}.round-4.proof.json").read_text("utf-8"))


def test_the_journal_still_has_the_round_as_it_was_published(journal: Path) -> None:
    with JournalSession.open(journal, read_only=True) as file:
        (section,) = file.event.sections.values()
        played = section.rounds[3]

        assert [(m.white, m.black) for m in played.meetings.values()] == AS_PUBLISHED
        assert (played.manual, played.revision, bool(played.proof)) == (False, 0, True)
        assert file.head == HEAD


def test_the_hash_chain_and_the_signatures_of_the_journal_are_genuine(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cryptography")

    main(["event", "verify", str(journal), "--json", "--head", HEAD])
    told = json.loads(capsys.readouterr().out)

    assert (told["chain"], told["guarded"], told["anchored"]) == ("intact", True, 32)
    assert [(one["entry"], one["verdict"]) for one in told["signatures"]] == [
        (15, "genuine"),
        (20, "genuine"),
        (27, "genuine"),
        (32, "genuine"),
    ]


def test_a_round_of_two_groups_is_paired_and_proved_as_before(rounds: dict[int, Replay]) -> None:
    found = check_proof_of_replayed_round(rounds[2])

    assert rounds[2].does_not_contradict_record
    assert found is not None
    assert found.proved


def test_round_4_is_paired_differently_today(rounds: dict[int, Replay]) -> None:
    made = rounds[4].pairing_by_rules

    assert made is not None
    assert [(p.white, p.black) for p in made.pairs] == [(2, 1), (4, 5), (3, 6)]
    assert rounds[4].comparison is Comparison.OTHER_REVISION
    assert "cfc-nearest-group" in [one.page for one in rounds[4].changed_readings]


def test_the_proof_is_refused_with_the_article_that_was_interpreted_differently(
    rounds: dict[int, Replay],
) -> None:
    event = read(KEPT / f"{NAME}.event.json")
    by_journal = check_proof_of_replayed_round(rounds[4])
    assert by_journal is not None

    by_event = verify_proof_against_event(proof_file(), event.before(4), event.system)
    for found in (by_journal, verify(proof_file()), by_event):
        assert found.refused is not None
        assert (found.refused.article, found.refused.step) == ("618c", 1)
        assert (
            str(found.refused)
            == "the proof of these odd men uses an earlier interpretation of the rules"
        )


def test_the_verify_command_reports_the_status_of_each_round(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("cryptography")
    code = main(["event", "verify", str(journal)])
    told = {line.partition(": ")[0]: line for line in capsys.readouterr().out.splitlines()}

    assert code == 0, "the signature of round 4 holds"
    assert told["Open, round 2 (journal entry 20)"].endswith("; proved")
    fourth = told["Open, round 4 (journal entry 32)"]
    assert (
        "with a different pairing, because revision 1 of cfc_swiss interpreted articles" in fourth
    )
    assert "618b, 618c" in fourth
    assert "docs/interpretations/cfc-nearest-group.md" in fourth
    assert fourth.endswith("; its signature or proof is valid")
