"""Everything of a home in one file, and back, with the same heads."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING

import pytest

from tests.sample_event import SAMPLE, create_sample_event
from topboard.cli import main
from topboard.event.session import ActionContext
from topboard.event.templates import create_template_from_event
from topboard.storage.organisations import ChangedBy, Membership
from topboard.storage.postgres import members
from topboard.web.accounts import Role, UserAccount
from topboard.web.folder_repository import FolderRepository
from topboard.web.hosted_repository import HostedRepository

if TYPE_CHECKING:
    from pathlib import Path

BY = ChangedBy("administrator", "2026-08-01T10:00:00.000+00:00")


@pytest.fixture
def folder(tmp_path: Path) -> FolderRepository:
    made = FolderRepository(tmp_path / "home")
    create_sample_event(made)
    made.create("Łódź Open", ActionContext("Anna", BY.time))
    made.templates.save_template(
        "", create_template_from_event(made.event(SAMPLE).snapshot().event, "Festival")
    )
    made.accounts.store_account("anna", UserAccount(Role.CHIEF, "the hash of a password"))
    return made


def run(*arguments: object) -> int:
    return main(["host", *map(str, arguments)])


def contents(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_an_archive_goes_to_a_host_and_back_with_the_same_heads(
    folder: FolderRepository, url: str, tmp_path: Path
) -> None:
    first, second, third = (tmp_path / f"{n}.zip" for n in range(3))
    assert run("export", folder.path, first) == 0
    assert run("export", folder.path, second) == 0
    assert first.read_bytes() == second.read_bytes()

    found = contents(first)
    index = json.loads(found["index.json"])
    heads = {one["event"]: one["head"] for one in index["events"]}
    assert heads == {stem: folder.event(stem).snapshot().head for stem in folder.list_event_slugs()}
    assert {"pages/riverside-chess-festival/index.html", "pages/face.css"} <= found.keys()
    assert any("/proof-" in name for name in found)
    assert json.loads(found["people.json"])["accounts"] == {"anna": "chief"}
    assert not any(b"the hash of a password" in content for content in found.values())

    assert run("import", url, first) == 0
    assert run("import", url, first) == 0, "what is there already stays"
    assert run("export", url, second) == 0
    other = tmp_path / "other"
    assert run("import", other, second) == 0
    assert run("export", other, third) == 0
    journals = {name for name in found if name.startswith(("events/", "pages/", "templates"))}
    for archive in (contents(second), contents(third)):
        assert {name: archive[name] for name in journals} == {n: found[n] for n in journals}
    assert FolderRepository(other).event(SAMPLE).snapshot().head == heads[SAMPLE]


def test_an_archive_of_an_organisation_has_nothing_of_others(
    url: str, tmp_path: Path, folder: FolderRepository
) -> None:
    assert run("export", folder.path, tmp_path / "all.zip", "--no-pages") == 0
    assert run("import", url, tmp_path / "all.zip") == 0
    repository = HostedRepository(url)
    for slug, name, stem in (("north", "olga", SAMPLE), ("south", "fred", "d-open")):
        repository.accounts.store_account(name, UserAccount(Role.CHIEF, "hash"))
        members.create_or_rename_organisation(repository.host, slug, slug.title(), BY)
        members.set_organisation_member(repository.host, slug, Membership(name, "officer"), BY)
        if stem in repository.list_event_slugs():
            members.assign_event_owner(repository.host, stem, slug, BY)
    repository.close()
    assert run("export", url, tmp_path / "north.zip", "--organisation", "north", "--no-pages") == 0
    found = contents(tmp_path / "north.zip")
    assert [name for name in found if name.startswith("events/")] == [f"events/{SAMPLE}.json"]
    people = json.loads(found["people.json"])
    assert people["accounts"] == {"olga": "chief"}
    assert people["organisations"] == {"north": "North"}
    assert not any(name.endswith(".html") for name in found)


def test_a_changed_archive_is_refused_and_nothing_is_written(
    folder: FolderRepository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, broken = tmp_path / "whole.zip", tmp_path / "broken.zip"
    assert run("export", folder.path, whole, "--no-pages") == 0
    with zipfile.ZipFile(broken, "w") as archive:
        for name, content in contents(whole).items():
            archive.writestr(name, content.replace(b"Riverside", b"Waterside"))
    capsys.readouterr()
    assert run("import", tmp_path / "new", broken) != 0
    assert "a file in the archive has been changed or damaged" in capsys.readouterr().err
    assert FolderRepository(tmp_path / "new").list_event_slugs() == []
    (tmp_path / "text.zip").write_text("no archive")
    assert run("import", tmp_path / "new", tmp_path / "text.zip") != 0
    assert "this is not a ZIP archive, or its end is missing" in capsys.readouterr().err


def test_a_different_event_with_the_same_name_is_not_replaced(
    folder: FolderRepository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", folder.path, tmp_path / "all.zip", "--no-pages") == 0
    other = FolderRepository(tmp_path / "other")
    stem = next(one for one in folder.list_event_slugs() if one != SAMPLE)
    other.create("Łódź Open", ActionContext("Boris", BY.time))
    assert other.list_event_slugs() == [stem]
    assert run("import", other.path, tmp_path / "all.zip") != 0
    assert (
        "A different event, or an older state of this event, already has this name"
        in capsys.readouterr().err
    )
    assert other.list_event_slugs() == [stem]
