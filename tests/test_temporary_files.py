"""Where the temporary files of the tests are."""

from __future__ import annotations

import os
import tempfile

import pytest

from tests import temporary_files


@pytest.fixture
def memory(monkeypatch, tmp_path):
    """A folder that stands in for the one in memory."""
    monkeypatch.setattr(tempfile, "tempdir", tempfile.tempdir)
    monkeypatch.setattr(temporary_files, "IN_MEMORY", tmp_path)
    monkeypatch.setattr(temporary_files, "ENOUGH", 0)
    monkeypatch.delenv("TMPDIR", raising=False)
    monkeypatch.delenv(temporary_files.ON_DISK, raising=False)
    return tmp_path


def test_temporary_files_are_in_memory_if_there_is_room(memory):
    before = tempfile.gettempdir()
    temporary_files.keep_temporary_files_in_memory()
    assert os.environ["TMPDIR"] == tempfile.gettempdir() == str(memory)
    assert str(temporary_files.folder_on_disk()) == before


@pytest.mark.parametrize(
    ("name", "value"), [("ENOUGH", 2**80), ("IN_MEMORY", temporary_files.IN_MEMORY / "nowhere")]
)
def test_temporary_files_are_on_disk_if_memory_has_no_room(memory, monkeypatch, name, value):
    monkeypatch.setattr(temporary_files, name, value)
    temporary_files.keep_temporary_files_in_memory()
    assert "TMPDIR" not in os.environ


def test_temporary_files_are_where_the_developer_wants_them(memory, monkeypatch):
    monkeypatch.setenv("TMPDIR", "elsewhere")
    temporary_files.keep_temporary_files_in_memory()
    assert os.environ["TMPDIR"] == "elsewhere"
    assert str(temporary_files.folder_on_disk()) == tempfile.gettempdir()
