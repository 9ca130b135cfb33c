"""The wheel and the source archive are complete, and the wheel works outside the checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

import topboard
from topboard.cli.version import format_version
from topboard.installation import find_commit
from topboard.web.help.documentation import list_help_files

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    """The folder with the wheel and the source archive of this checkout."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="module")
def wheel(packages, tmp_path_factory):
    """The folder into which the wheel was unpacked."""
    (file,) = packages.glob("*.whl")
    folder = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder)
    return folder


def run(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the unpacked wheel and the standard library, and nothing else."""
    return subprocess.run(
        [sys.executable, "-S", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONIOENCODING": "utf-8", **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_wheel_has_every_file_of_the_package(wheel):
    source = ROOT / "src" / "topboard"
    expected = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    packed = {
        path.relative_to(wheel / "topboard").as_posix()
        for path in (wheel / "topboard").rglob("*")
        if path.is_file()
    }

    assert expected <= packed
    added = {f"documentation/{name}" for name in list_help_files()}
    assert added <= packed
    assert packed - expected - added <= {"commit.txt"}


def test_the_wheel_has_the_documentation_that_the_desk_shows(wheel):
    found = run(
        wheel,
        "-c",
        "from topboard.installation import find_documentation; print(find_documentation())",
    )

    assert found.returncode == 0, found.stderr
    assert Path(found.stdout.strip()) == wheel / "topboard" / "documentation"
    assert "## Type results" in (Path(found.stdout.strip()) / "desk.md").read_text("utf-8")
    assert len(list_help_files()) > 250


def test_the_minimal_package_can_pair_explain_and_prove(wheel):
    sample = "topboard/samples/chennai-2022-open-round-6.json"

    paired = run(wheel, "-m", "topboard", "pair", sample)
    explained = run(wheel, "-m", "topboard", "explain", sample, "--table", "4")
    proved = run(wheel, "-m", "topboard", "prove", sample, "-o", "proof.json")
    verified = run(wheel, "-m", "topboard.proof", "proof.json")
    engine = run(wheel, "-m", "topboard.engine", "-r")

    assert paired.returncode == 0, paired.stderr
    assert "Cuba" in paired.stdout
    assert "8.3.1" in explained.stdout
    assert proved.returncode == 0, proved.stderr
    assert verified.returncode == 0, verified.stderr
    assert engine.returncode == 0, engine.stderr


def test_the_minimal_package_names_what_the_desk_needs(wheel):
    refused = run(wheel, "-m", "topboard", "serve", "events")

    assert refused.returncode == 5
    assert "pip install 'topboard[desk]'" in refused.stderr
    assert not (wheel / "events").exists()


def test_a_package_built_from_a_checkout_names_its_commit(wheel):
    told = run(wheel, "-m", "topboard", "--version").stdout.strip()

    from_archive = ROOT / "commit.txt"
    commit = from_archive.read_text().strip() if from_archive.exists() else find_commit()
    expected = f"topboard {topboard.__version__} (commit {commit})"
    assert told == (expected if commit else f"topboard {topboard.__version__}")
    assert format_version().startswith(f"topboard {topboard.__version__}")


def test_the_package_folder_contains_nothing_else(packages):
    assert sorted(path.suffix for path in packages.iterdir()) == [".gz", ".whl"]


def test_the_source_archive_has_everything_to_build_and_test_it(packages):
    (file,) = packages.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    for needed in (
        "src/topboard/__init__.py",
        "tests/test_packages.py",
        "tools/messages.py",
        "docs/README.md",
        "examples/topboard-monrad/pyproject.toml",
        "hatch_build.py",
        ".dockerignore",
        ".github/workflows/release.yml",
        "Makefile",
        "constraints.txt",
        "pyproject.toml",
    ):
        assert needed in names


def test_the_package_claims_the_versions_of_python_that_the_workflow_runs() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    (matrix,) = re.findall(r"^ +python: \[(.*)\]$", workflow, re.MULTILINE)
    claimed = re.findall(r":: (3\.\d+)$", "\n".join(settings["classifiers"]), re.MULTILINE)

    assert claimed == [version.strip(' "') for version in matrix.split(",")]
    assert settings["requires-python"] == f">={claimed[0]}"
