"""The evidence from before the renaming is complete and can be read."""

from __future__ import annotations

import gzip
import json
import shutil
import tarfile
from pathlib import Path
from typing import Any

import pytest

from topboard import read
from topboard.cli import main
from topboard.systems.registry import SYSTEMS

EVIDENCE = Path(__file__).parent / "fixtures" / "evidence"
COVERED: dict[str, list[str]] = json.loads((EVIDENCE / "covered.json").read_text("utf-8"))
FILES = {
    "answers.json.gz",
    "closed.json.gz",
    "closed.topboard",
    "closed.topboard.key",
    "event.json",
    "event.topboard",
    "event.topboard.key",
    "event.trf",
    "journal.json.gz",
    "more.json.gz",
}
ACTS = {
    "ChangePublished",
    "CorrectResult",
    "DrawLot",
    "EndManual",
    "ErasePersonal",
    "Expel",
    "PairRound",
    "PublishRound",
    "Redo",
    "RequestBye",
    "Undo",
    "Withdraw",
}
"""What happens in every event, by the names that actions have in journals."""
PUBLISHED = ("fide_dutch_2026", "olympiad_2022")
ALL_KINDS = 115
"""How many classes of reasons, obstacles and why-not answers the evidence shows."""


def read_kept(system: str, name: str) -> Any:
    """Return the content of a compressed file."""
    return json.loads(gzip.decompress((EVIDENCE / system / name).read_bytes()))


def answers_of(system: str) -> list[dict[str, Any]]:
    """Return every kept answer about rounds of a system."""
    more = [answer for one in read_kept(system, "more.json.gz") for answer in one["answers"]]
    return [*read_kept(system, "answers.json.gz"), *more]


def kinds_in(value: object) -> set[str]:
    """Return the names of the classes in a reason or a why-not answer."""
    if isinstance(value, list):
        return {kind for item in value for kind in kinds_in(item)}
    if not isinstance(value, dict):
        return set()
    found = kinds_in(list(value.values()))
    if "type" not in value:
        return found
    kind = value["type"]
    if kind in ("a", "b", "c", "d"):
        kind = "FloaterChosen" if "from_points" in value else "MoreDisadvantaged"
    return found | {kind}


def test_every_covered_system_has_its_evidence_folder() -> None:
    assert len(COVERED) == 18
    folders = {path.name for path in EVIDENCE.iterdir() if path.is_dir()} - {"__pycache__"}
    assert folders == {*COVERED, "taken_over"}


@pytest.mark.parametrize("system", COVERED)
def test_a_system_has_every_evidence_file(system: str) -> None:
    files = {path.name for path in (EVIDENCE / system).iterdir()}

    assert files - {"published.tar.gz"} == FILES
    assert ("published.tar.gz" in files) == (system in PUBLISHED)


@pytest.mark.parametrize("system", COVERED)
def test_stored_events_contain_every_action_and_verify(system: str) -> None:
    by_command = {tuple(one["command"]): one for one in read_kept(system, "answers.json.gz")}
    log = by_command["event", "log", "event.topboard", "--json"]["answer"]
    acts = {entry["act"] for entry in log}
    late = set() if "round_robin" in system else {"EnterLate"}

    assert (ACTS | late) - acts == set()
    verified = by_command["event", "verify", "event.topboard", "--json"]
    assert verified["exit"] == 0
    assert read_kept(system, "journal.json.gz")["entries"]
    closed = {tuple(one["command"]): one for one in read_kept(system, "closed.json.gz")}
    shown = closed["event", "show", "closed.topboard", "--json"]["answer"]
    assert shown["closed"]
    assert len(shown["sections"][0]["rounds"]) >= 5


@pytest.mark.parametrize("system", COVERED)
def test_the_stored_answers_show_the_listed_reasons(system: str) -> None:
    asked = {one["command"][0] for one in answers_of(system)}
    found: set[str] = set()
    for one in answers_of(system):
        if one["command"][0] in ("pair", "explain"):
            assert one["exit"] == 0, one["command"]
            found |= kinds_in(one["answer"].get("reasons"))
            found |= kinds_in(one["answer"].get("verdict"))

    assert asked == {"check", "event", "explain", "pair", "prove", "standings"}
    assert sorted(found) == COVERED[system]


def test_the_total_number_of_reason_kinds_is_as_stated() -> None:
    assert len({kind for kinds in COVERED.values() for kind in kinds}) == ALL_KINDS


@pytest.mark.parametrize("system", COVERED)
def test_the_files_of_a_stored_event_can_be_opened(
    system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert system in SYSTEMS
    for name in ("event.json", "event.trf"):
        assert read(EVIDENCE / system / name).system == system
    for name in ("event.topboard", "closed.topboard"):
        copy = shutil.copy(EVIDENCE / system / name, tmp_path)
        assert main(["event", "show", str(copy)]) == 0
        assert "Evidence Open" in capsys.readouterr().out


@pytest.mark.parametrize("system", PUBLISHED)
def test_the_published_folder_has_its_pages(system: str) -> None:
    with tarfile.open(EVIDENCE / system / "published.tar.gz") as folder:
        names = folder.getnames()

    assert {"published/index.html", "published/latest.json"} < {*names}
    assert sum(name.endswith(".html") for name in names) > 30
    assert any(name.startswith("published/main/proof-") for name in names)
