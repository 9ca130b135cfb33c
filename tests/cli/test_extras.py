"""Commands without their optional packages say what to install."""

from __future__ import annotations

import sys

import pytest

from topboard.cli import main
from topboard.cli.exit_codes import FILE


@pytest.mark.parametrize(
    ("module", "package", "arguments"),
    [
        ("topboard.cli.serve", "uvicorn", ["serve", "events"]),
        ("topboard.cli.publish", "markupsafe", ["publish", "event.topboard", "pages"]),
        ("topboard.cli.host_archives", "argon2", ["host", "export", "folder", "all.zip"]),
        ("topboard.cli.host_archives", "argon2", ["host", "import", "folder", "all.zip"]),
    ],
)
def test_a_missing_package_is_named_with_the_extra(
    module, package, arguments, monkeypatch, capsys, tmp_path
):
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if is_to_be_loaded_again(name, package)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setitem(sys.modules, package, None)

    assert main(arguments) == FILE

    told = capsys.readouterr().err
    assert "pip install 'topboard[web]'" in told
    assert f"({package} is missing)" in told
    assert [*tmp_path.iterdir()] == []


def is_to_be_loaded_again(name: str, package: str) -> bool:
    """Whether a module is one of the desk, or of the missing package."""
    return name.split(".")[0] == package or name.startswith("topboard.web")
