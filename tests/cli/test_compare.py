"""An event of one's own paired by two systems."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import topboard
from tests.fide.events import event
from topboard.cli import main

SAMPLE = str(Path(topboard.__file__).parent / "samples" / "chennai-2022-open-round-6.json")
EDITIONS = ("fide_dutch_2017", "fide_dutch_2026")


@pytest.fixture
def event_of_two_editions(tmp_path):
    """An event in which engines of the two editions gave different rounds."""
    path = tmp_path / "event.json"
    topboard.write(event("d-forfeit-n015-r9-s2154").tournament, str(path), "event-json")
    return str(path)


def run_compare(capsys, *arguments):
    assert main(["compare", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["rounds"]


def test_two_editions_differ_where_the_engines_differ(event_of_two_editions, capsys) -> None:
    of = {edition: event("d-forfeit-n015-r9-s2154").expected[edition] for edition in EDITIONS}
    rounds = run_compare(capsys, event_of_two_editions, *EDITIONS)

    assert len(rounds) == len(of["fide_dutch_2017"])
    assert any(one["parted"] for one in rounds)
    for one, old, new in zip(rounds, of["fide_dutch_2017"], of["fide_dutch_2026"], strict=True):
        only_old = {frozenset(p) for p in old.pairs} - {frozenset(p) for p in new.pairs}
        found = {frozenset((p["white"], p["black"])) for p in one["parted"]}
        assert (one["round"], found) == (one["round"], only_old)
        assert one["byes"] == [old.bye, new.bye]
        assert one["same"] == len(old.pairs) - len(only_old)


def test_every_differing_pair_has_the_articles_of_both_editions(
    event_of_two_editions, capsys
) -> None:
    for one in run_compare(capsys, event_of_two_editions, *EDITIONS):
        for pair in one["parted"]:
            assert pair["article"] in ("D.1", "D.2", "D.3")
            assert pair["why_not"]["explanation"]
            assert pair["why_not"]["verdict"]["kind"] != "paired"


def test_the_text_says_why_the_editions_differ(event_of_two_editions, capsys) -> None:
    assert main(["compare", event_of_two_editions, *EDITIONS]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith("fide_dutch_2017 compared with fide_dutch_2026")
    assert any(
        line.startswith("        Not paired according to fide_dutch_2026: ") for line in lines
    )


def test_an_edition_compared_with_itself_shows_no_difference(event_of_two_editions, capsys) -> None:
    assert main(["compare", event_of_two_editions, EDITIONS[1], EDITIONS[1]]) == 0

    lines = capsys.readouterr().out.splitlines()[1:]
    assert len(lines) == 9
    assert all("the same" in line for line in lines)


def test_rounds_recorded_with_later_starting_numbers_are_left_out(capsys) -> None:
    rounds = run_compare(capsys, SAMPLE, "olympiad_2009", "olympiad_2022")

    assert [one["round"] for one in rounds] == [6]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("fide_dutch_2026", "olympiad_2022"), "olympiad_2022 is for teams, not for players"),
        (("fide_dutch_2026", "fide_dutch_1998"), "unknown pairing system: 'fide_dutch_1998'"),
        (
            (*EDITIONS, "--round", "12"),
            "this round cannot be paired from the data in the file: '12'",
        ),
    ],
)
def test_an_impossible_comparison_is_refused(
    event_of_two_editions, capsys, arguments, said
) -> None:
    assert main(["compare", event_of_two_editions, *arguments]) == 3
    assert said in capsys.readouterr().err
