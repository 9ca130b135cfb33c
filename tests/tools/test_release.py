"""The checks of a release, the pinning of actions, and what the container image is built from."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tools.release import check_tag, find_release_problems, pin_actions

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = ROOT / ".github" / "workflows"


def test_version_release_notes_and_readme_agree():
    assert find_release_problems() == []


@pytest.mark.parametrize(
    ("version", "heading", "readme", "problems"),
    [
        ("1.0.0", "1.0 (2027-01-31)", "Topboard", []),
        ("1.1.2", "1.1.2 (2027-01-31)", "Topboard", []),
        ("1.1.2", "1.1.1 (2027-01-31)", "Topboard", ["CHANGELOG.md begins with 1.1.1"]),
        ("1.0.0", "1.0 (not released yet)", "Topboard", ["CHANGELOG.md says: not released yet"]),
        ("1.0.0", "1.0 (2027-01-31)", "1.0 is\nnot released yet", ["README.md says the opposite"]),
        ("1.0.0.dev0", "1.0 (not released yet)", "is not released yet", ["development version"]),
        (
            "1.0.0.dev0",
            "1.0 (2027-01-31)",
            "1.0 is not released yet",
            ["development version", "says: 2027-01-31"],
        ),
    ],
)
def test_a_tag_is_compared_with_everything_that_names_the_version(
    version, heading, readme, problems, tmp_path
):
    package = tmp_path / "src" / "topboard"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(f'__version__ = "{version}"\n')
    (tmp_path / "CHANGELOG.md").write_text(f"# Release notes\n\n## {heading}\n")
    (tmp_path / "README.md").write_text(readme)

    found = check_tag(f"v{version}", tmp_path)

    assert len(found) == len(problems)
    assert all(words in one for words, one in zip(problems, found, strict=True))
    assert check_tag("v0.9", tmp_path)[0].startswith("the tag is v0.9, but the version needs")


def test_actions_are_pinned_by_the_commit_of_their_tag(tmp_path):
    action = tmp_path / "host" / "actions" / "checkout"
    action.mkdir(parents=True)

    def git(*words: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        command = ["git", *who, *words]
        return subprocess.run(
            command, cwd=action, check=True, capture_output=True, text=True
        ).stdout.strip()

    git("init", "--quiet", "--initial-branch=main")
    git("commit", "--quiet", "--allow-empty", "--message=one")
    git("tag", "--annotate", "v4", "--message=four")
    commit = git("rev-parse", "HEAD")
    git("branch", "release/v1")
    folder = tmp_path / "workflows"
    folder.mkdir()
    file = folder / "test.yml"
    steps = "      - uses: actions/checkout@v4\n      - uses: actions/checkout/sub@release/v1\n"
    file.write_text(steps)

    host = str(tmp_path / "host")
    assert len(pin_actions(folder, host)) == 2
    assert file.read_text() == (
        f"      - uses: actions/checkout@{commit} # v4\n"
        f"      - uses: actions/checkout/sub@{commit} # release/v1\n"
    )
    assert pin_actions(folder, host) == []
    file.write_text("      - uses: actions/checkout@v9\n")
    with pytest.raises(SystemExit, match="has no tag v9"):
        pin_actions(folder, host)
    other = "0" * 40
    file.write_text(f"      - uses: actions/checkout@{other} # v4\n")
    with pytest.raises(SystemExit, match=f"v4 is {commit}, but is pinned as {other}"):
        pin_actions(folder, host)


@pytest.mark.parametrize("file", sorted(WORKFLOWS.glob("*.yml")), ids=lambda file: file.stem)
def test_every_action_is_pinned_and_names_its_version(file):
    used = re.findall(r"uses: *(.*)", file.read_text(encoding="utf-8"))

    assert used
    for action in used:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action)


@pytest.mark.parametrize("file", sorted(WORKFLOWS.glob("*.yml")), ids=lambda file: file.stem)
def test_workflows_get_no_more_rights_than_they_need(file):
    workflow = yaml.safe_load(file.read_text(encoding="utf-8"))

    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 60, name
        publishes = name.startswith("publish")
        assert publishes or "permissions" not in job, f"{name} needs rights, and does not publish"
        for step in job["steps"]:
            # An expression in a script would run what a stranger put into a branch name.
            assert "${{" not in step.get("run", ""), f"{name}: pass the value as a variable"
            tools = re.findall(r"tools[/.](\w+)", step.get("run", ""))
            assert all((ROOT / "tools" / f"{tool}.py").exists() for tool in tools)


def test_the_container_image_gets_every_file_that_it_copies():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    allowed = {line[1:] for line in ignored if line.startswith("!")}
    lines = re.findall(r"^COPY (.+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.M)
    copied = {source for line in lines for source in line.split()[:-1]}

    assert ignored[0] == "*"
    assert copied == allowed
    assert all((ROOT / source).exists() for source in copied)
