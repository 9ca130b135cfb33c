"""The build hook, which writes the commit and the documentation into the packages."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "commit.txt"
DOCUMENTATION = "documentation"
"""The folder of the package with the pages and pictures that the desk shows as help."""
NOT_HELP = ("api.md", "releasing.md")
"""The pages that the desk leaves out (``web/help/documentation.py``)."""
WITHOUT_DOCUMENTATION = "TOPBOARD_WITHOUT_DOCUMENTATION"
"""The variable for a package without the documentation, as for the page in the browser."""


class CommitHook(BuildHookInterface[Any]):
    """Add the documentation, and a file with the commit that a package was built from, if it is
    known.
    """

    PLUGIN_NAME = "custom"
    _written: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files to the wheel or the source archive. Editable installs need none."""
        if version == "editable":
            return
        if self.target_name == "wheel" and not os.environ.get(WITHOUT_DOCUMENTATION):
            build_data["force_include"].update(self._find_documentation())
        commit = self._find_commit()
        if not commit:
            return
        file = Path(self.directory) / NAME
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(commit + "\n", encoding="utf-8")
        place = NAME if self.target_name == "sdist" else f"topboard/{NAME}"
        build_data["force_include"][str(file)] = place
        self._written = file

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact_path: str) -> None:
        """Remove the file, because the folder of the packages is published as a whole."""
        if self._written is not None:
            self._written.unlink(missing_ok=True)

    def _find_documentation(self) -> dict[str, str]:
        """Return the pages and pictures for the desk, each with its place in the package."""
        docs = Path(self.root) / "docs"
        names = {path: path.relative_to(docs).as_posix() for path in sorted(docs.rglob("*"))}
        return {
            str(path): f"topboard/{DOCUMENTATION}/{name}"
            for path, name in names.items()
            if path.suffix in (".md", ".png", ".svg") and not name.startswith(NOT_HELP)
        }

    def _find_commit(self) -> str:
        root = Path(self.root)
        if (root / NAME).exists():
            # This is an unpacked source archive.
            return (root / NAME).read_text(encoding="utf-8").strip()
        if not (root / ".git").exists():
            return ""
        command = ["git", "describe", "--always", "--dirty", "--abbrev=10", "--exclude=*"]
        try:
            done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        except OSError:
            return ""
        return done.stdout.strip()
