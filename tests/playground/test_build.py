"""The build of the page: what it refuses, and that nothing half-built is left."""

from __future__ import annotations

import subprocess

import pytest

from tools import playground


@pytest.fixture
def empty_store(tmp_path, monkeypatch):
    """A checkout that has not fetched Pyodide yet."""
    store = tmp_path / "build"
    monkeypatch.setattr(playground, "BUILT", store)
    return store


def test_a_missing_npm_is_named_with_a_remedy(empty_store, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert playground.main([str(tmp_path / "site")]) == 1

    said = capsys.readouterr().err
    assert "npm is not installed" in said
    assert str(empty_store / f"pyodide-{playground.PYODIDE}.tgz") in said
    assert not (tmp_path / "site").exists()


def test_a_registry_that_cannot_be_reached_is_named(empty_store, monkeypatch, capsys) -> None:
    answer = subprocess.CompletedProcess([], 1, "", "npm error network request failed")
    monkeypatch.setattr(playground.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(playground.subprocess, "run", lambda *_, **__: answer)

    assert playground.main([str(empty_store / "site")]) == 1

    said = capsys.readouterr().err
    assert "Check the network" in said
    assert "npm error network request failed" in said
    assert list(empty_store.iterdir()) == []


def test_a_different_archive_is_not_used(tmp_path) -> None:
    archive = tmp_path / "pyodide.tgz"
    archive.write_bytes(b"another archive")

    with pytest.raises(playground.BuildError, match="is not the expected one"):
        playground.check_integrity(archive)


def test_a_folder_with_other_files_is_left_alone(tmp_path, capsys) -> None:
    (tmp_path / "thesis.txt").write_text("years of work", encoding="utf-8")

    assert playground.main([str(tmp_path)]) == 1

    assert "has other files" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "years of work"
