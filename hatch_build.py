"""The build hook, which writes the commit into the packages."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "commit.txt"


class CommitHook(BuildHookInterface[Any]):
    """Add a file with the commit that a package was built from, if it is known."""

    PLUGIN_NAME = "custom"
    _written: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to the wheel or the source archive. Editable installs need none."""
        commit = self._find_commit()
        if not commit or version == "editable":
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
