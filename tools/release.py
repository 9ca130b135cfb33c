"""The checks and files of a release.

    python -m tools.release check-tag TAG      compare a tag with the version
    python -m tools.release list-parts FOLDER  write what the packages install, and checksums
    python -m tools.release pin-actions        pin the actions of the workflows by their hashes

It needs only Python, the package index for ``list-parts``, and git and the host of the actions for
``pin-actions``.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.app import LISTER, create_environment, list_parts, write_checksums

ROOT = Path(__file__).resolve().parents[1]
VERSION = re.compile(r'^__version__ = "([^"]+)"', re.MULTILINE)
USES = re.compile(r"(uses: )([\w.-]+/[\w.-]+)((?:/[\w./-]+)?)@([\w./-]+)[ \t]*$", re.MULTILINE)
"""An action with a tag or a branch. One that is pinned has its tag in a comment."""
PINNED = re.compile(
    r"uses: ([\w.-]+/[\w.-]+)(?:/[\w./-]+)?@([0-9a-f]{40}) # ([\w./-]+)[ \t]*$", re.MULTILINE
)
HOST = "https://github.com"
HASH = re.compile(r"[0-9a-f]{40}")


def read_version(root: Path = ROOT) -> str:
    """Return the version, which is stored only in the package."""
    found = VERSION.search((root / "src/topboard/__init__.py").read_text(encoding="utf-8"))
    assert found is not None
    return found[1]


def find_release_problems(root: Path = ROOT) -> list[str]:
    """Return what the release notes and the README say that does not agree with the version."""
    version = read_version(root)
    notes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    # A sentence may break across lines anywhere.
    readme = " ".join((root / "README.md").read_text(encoding="utf-8").split())
    first = re.search(r"^## (\S+) \((.+)\)$", notes, re.MULTILINE)
    if first is None:
        return ["CHANGELOG.md has no heading such as: ## 1.0 (2026-12-31)"]
    released = "dev" not in version
    base = re.split(r"\.?(?:dev|rc|a|b)", version)[0]
    problems = []
    if not (base == first[1] or base == f"{first[1]}.0"):
        problems.append(f"CHANGELOG.md begins with {first[1]}, but the version is {version}")
    if released != bool(re.fullmatch(r"\d{4}-\d\d-\d\d", first[2])):
        problems.append(f"the version is {version}, but CHANGELOG.md says: {first[2]}")
    if released == ("is not released yet" in readme):
        problems.append(f"the version is {version}, and README.md says the opposite")
    return problems


def check_tag(tag: str, root: Path = ROOT) -> list[str]:
    """Return the problems of a tag, which has to name the version, and of what is released."""
    expected = f"v{read_version(root)}"
    wrong = [] if tag == expected else [f"the tag is {tag}, but the version needs {expected}"]
    if "dev" in expected:
        wrong.append(f"{expected} is a development version. Set __version__ first")
    return [*wrong, *find_release_problems(root)]


def list_parts_of_packages(folder: Path) -> None:
    """Write what each flavour of the wheel installs, and the checksums of everything."""
    (wheel,) = folder.glob("*.whl")
    version = read_version()
    with TemporaryDirectory() as temporary:
        lister = create_environment(Path(temporary) / "lister", LISTER)
        for extra in ("desk", "hosted"):
            python = create_environment(Path(temporary) / extra, f"{wheel}[{extra}]")
            parts = folder / f"topboard-{version}-{extra}.cdx.json"
            list_parts(lister, python, parts, version)
    files = sorted(one for one in folder.iterdir() if one.suffix != ".sha256")
    write_checksums(files, folder / f"topboard-{version}.sha256")


# --- actions ------------------------------------------------------------------------------------


def pin_actions(folder: Path, host: str = HOST) -> list[str]:
    """Replace the tags of actions by hashes, and return the actions that were pinned.

    Stop if the tag of an action that is pinned already names a different commit.
    """
    pinned = []
    for file in sorted(folder.glob("*.yml")):
        text = file.read_text(encoding="utf-8")
        for repository, commit, tag in PINNED.findall(text):
            found = find_hash(f"{host}/{repository}", tag)
            if found != commit:
                sys.exit(f"{file.name}: {repository}@{tag} is {found}, but is pinned as {commit}")
        for before, repository, path, tag in USES.findall(text):
            if HASH.fullmatch(tag):
                continue
            found = find_hash(f"{host}/{repository}", tag)
            old = f"{before}{repository}{path}@{tag}"
            new = f"{before}{repository}{path}@{found} # {tag}"
            text = re.sub(re.escape(old) + r"[ \t]*$", new, text, flags=re.MULTILINE)
            pinned.append(f"{file.name}: {repository}{path}@{tag} is {found}")
        file.write_text(text, encoding="utf-8")
    return pinned


def find_hash(repository: str, tag: str) -> str:
    """Return the commit that a tag or a branch of a repository names. Stop if there is none."""
    # An annotated tag is an object of its own, and the line with ^{} has the commit.
    asked = [f"refs/tags/{tag}", f"refs/tags/{tag}^{{}}", f"refs/heads/{tag}"]
    done = subprocess.run(
        ["git", "ls-remote", repository, *asked], capture_output=True, text=True, check=False
    )
    found = {name: commit for commit, name in map(str.split, done.stdout.splitlines())}
    for name in (asked[1], asked[0], asked[2]):
        if name in found:
            return found[name]
    sys.exit(f"{repository} has no tag {tag}, or does not answer.\n{done.stderr}")


def main() -> None:
    """Run the command that the arguments name."""
    parser = argparse.ArgumentParser(description="The checks and files of a release.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check-tag").add_argument("tag")
    commands.add_parser("list-parts").add_argument("folder", type=Path)
    commands.add_parser("pin-actions")
    given = parser.parse_args()
    if given.command == "check-tag":
        if problems := check_tag(given.tag):
            sys.exit("\n".join(problems))
    elif given.command == "list-parts":
        list_parts_of_packages(given.folder)
    else:
        print("\n".join(pin_actions(ROOT / ".github" / "workflows")) or "Everything is pinned.")


if __name__ == "__main__":
    main()
