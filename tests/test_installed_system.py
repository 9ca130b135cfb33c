"""A system of another package is registered by an entry point, and is used like any other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "topboard-monrad"

NEW_EVENT = """
import httpx
from pathlib import Path
from tests.web.desk_client import serve_folder

with serve_folder(Path()) as desk:
    print("club_monrad" in httpx.get(desk + "/new").text)
    print("club_monrad" in httpx.get(desk + "/api/v1/systems").text)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the example package as its wheel installs it."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copytree(EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=folder / "source",
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "packages")
    return folder / "packages"


def run_python(packages: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(packages), str(ROOT / "src"), str(ROOT)])
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.fixture
def topboard(installed, tmp_path):
    """Run the command with the example package installed, and return what it printed."""

    def run(*words: str) -> str:
        done = run_python(installed, tmp_path, "-m", "topboard", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_an_installed_system_is_listed_and_generates_pairs_and_explains(topboard):
    assert "club_monrad" in topboard("systems")
    wish = ("--seed", "3", "--players", "9", "--rounds", "4")
    topboard("generate", "--system", "club_monrad", *wish, "-o", "club.json")

    assert topboard("check", "club.json").count("all as the rules require") == 4
    told = topboard("explain", "club.json", "--round", "2")
    assert "has the pairing-allocated bye" in told
    assert "(3)" in told
    pairing = json.loads(topboard("pair", "club.json", "--round", "3", "--json"))
    assert pairing["system"] == "club_monrad"
    assert len(pairing["pairs"]) == 4


def test_no_players_meet_twice_and_the_reason_is_given(topboard):
    wish = ("--seed", "5", "--players", "8", "--rounds", "5")
    topboard("generate", "--system", "club_monrad", *wish, "-o", "club.json")
    event = json.loads(topboard("convert", "club.json", "--to", "event-json"))
    met = [
        frozenset((match["white"], match["black"]))
        for played in event["history"]
        for match in played["matches"]
    ]

    assert len(met) == len(set(met)) == 20
    first = sorted(met[0])
    told = topboard("explain", "club.json", "--round", "2", "--why-not", *map(str, first))
    assert "round 1" in told


def test_the_desk_offers_an_installed_system(installed, tmp_path):
    done = run_python(installed, tmp_path, "-c", NEW_EVENT)

    assert done.stdout.split() == ["True", "True"], done.stderr


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("import no_such_module", "cannot be loaded: No module named 'no_such_module'"),
        ("SYSTEM = 5", "is not a System with the name club_monrad"),
    ],
)
def test_a_broken_package_is_named(installed, tmp_path, content, told):
    broken = tmp_path / "packages"
    shutil.copytree(installed, broken)
    (broken / "topboard_monrad.py").write_text(content, encoding="utf-8")

    done = run_python(
        broken, tmp_path, "-m", "topboard", "generate", "--system", "club_monrad", "-o", "x.json"
    )

    assert done.returncode == 3
    assert told in done.stderr
    assert "topboard_monrad:SYSTEM" in done.stderr
