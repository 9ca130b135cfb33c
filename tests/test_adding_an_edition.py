"""An edition is added by its module and its name in the one list: nothing else knows of it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]

MODULE = '''
"""The rules of the village: those of 2022, but the first has the bye and brings a cake."""

from topboard._frozen import replace
from topboard.systems.olympiad import rounds, text_of_2022
from topboard.systems.common.variations import Variation


def bye(field, ranking):
    bars, cite = text_of_2022.BYE_BARS, text_of_2022.CITE
    return rounds.choose_bye_if_team_count_odd(field, ranking, bars, cite)


EDITION = text_of_2022.build_edition(
    name="olympiad_village",
    title="Village rules",
    source="The town hall",
    plain="For teams. As in 2022, with cake.",
    bye=bye,
    articles={**text_of_2022.ARTICLES, "4.1": bye},
)
CAKE = Variation("4.1", "The cake weighs {points} grams.", called="cake", takes_points=True)
SYSTEM = replace(EDITION, variations=(CAKE,))
'''

VISIT = """
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import httpx

from tests.event.sessions import event_with_section
from tests.web.desk_client import serve_folder
from topboard.cli import main
from topboard.event.policy import governance_of_system
from topboard.event.tournament import build_tournament
from topboard.systems.registry import system


def said(*words):
    out = StringIO()
    with redirect_stdout(out):
        assert main(words) == 0, words
    return out.getvalue()


name = "olympiad_village"
wish = ("--seed", "7", "--teams", "9", "--rounds", "3")
said("generate", "--system", name, *wish, "-o", "village.json")
play = event_with_section(name, 5, 4, variations=("cake=900",))
with serve_folder(Path()) as desk:
    form, api = (httpx.get(desk + page).text for page in ("/new", "/api/v1/systems"))
print(json.dumps({
    "systems": said("systems"),
    "check": said("check", "village.json"),
    "explain": said("explain", "village.json", "--round", "2"),
    "pairing": json.loads(said("pair", "village.json", "--round", "1", "--json")),
    "form": form,
    "api": api,
    "announced": system(name).announce_variations(build_tournament(play.event, play.section)),
    "lot": governance_of_system(name).lot,
}))
"""


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the command, the desk and the event say in a copy with one edition more."""
    copy = tmp_path_factory.mktemp("village")
    shutil.copytree(
        ROOT / "src" / "topboard",
        copy / "topboard",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    (copy / "topboard" / "systems" / "olympiad" / "olympiad_village.py").write_text(MODULE)
    systems = copy / "topboard" / "systems" / "registry.py"
    listed = systems.read_text().replace(
        '        "olympiad_2022",\n', '        "olympiad_2022",\n        "olympiad_village",\n', 1
    )
    systems.write_text(listed)
    done = subprocess.run(
        [sys.executable, "-c", VISIT],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": f"{copy}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_command_lists_pairs_and_explains_the_new_edition(village: dict[str, Any]) -> None:
    assert "olympiad_village" in village["systems"]
    assert "olympiad_village" in village["check"]
    assert ": 4 pairs, all as the rules require" in village["check"]
    assert "has White" in village["explain"]
    assert village["pairing"]["system"] == "olympiad_village"
    assert village["pairing"]["bye"] == 1


def test_the_desk_offers_the_new_edition_in_plain_words_with_its_variation(
    village: dict[str, Any],
) -> None:
    assert 'value="olympiad_village"' in village["form"]
    assert "As in 2022, with cake." in village["form"]
    assert 'name="olympiad_village.cake"' in village["form"]
    assert "The cake weighs N grams." in village["form"]
    assert "olympiad_village" in village["api"]


def test_an_event_follows_and_announces_the_new_edition(village: dict[str, Any]) -> None:
    assert village["announced"] == [["4.1", "The cake weighs 900 grams."]]
    assert village["lot"] == "7.2"
