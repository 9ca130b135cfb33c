"""``check`` counts the standings of a file again."""

from __future__ import annotations

import json

import pytest

import topboard
from topboard._frozen import replace
from topboard.analysis.generate import Wishes
from topboard.cli import main
from topboard.formats import dumps

SEED = 3
ALL_RIGHT = "points are correct for 12 of 12 participants, ranks for 12 of 12"


def report(name, tmp_path, changes=(), **wishes):
    """A report file of a generated event, with words in it changed."""
    event = topboard.generate(name, SEED, Wishes(competitors=12, rounds=5, **wishes))
    text = dumps(event, "trf26")
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = tmp_path / "event.trf"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def run_check(capsys, path, *options):
    code = main(["check", str(path), *options])
    return code, capsys.readouterr().out


@pytest.mark.parametrize("name", ["fide_dutch_2026", "fide_dutch_2017", "cfc_swiss", "dubov_1997"])
def test_the_standings_in_our_own_file_follow_the_rules(name, capsys, tmp_path):
    code, out = run_check(capsys, report(name, tmp_path, no_shows=10, absences=5))

    assert code == 0
    assert ALL_RIGHT in out


def test_points_that_do_not_match_the_results_are_listed_with_the_article(capsys, tmp_path):
    path = report("fide_dutch_2026", tmp_path, [("4.0    2 ", "4.5    2 ")])

    code, out = run_check(capsys, path)

    assert code == 1
    assert "points are correct for 11 of 12 participants, ranks for 12 of 12" in out
    assert (
        "Player 0002 (#2): the points are given as 4.5, but the results give 4 (Laws 10.1)" in out
    )
    assert run_check(capsys, path, "--accept-points")[0] == 0


def test_a_rank_that_contradicts_the_points_is_reported(capsys, tmp_path):
    code, out = run_check(capsys, report("fide_dutch_2026", tmp_path, [("4.0    2 ", "4.0    1 ")]))

    assert code == 1
    assert (
        "the rank is given as 1, but should be 2: the points are 4, against 4½ for Player 0001 (#1)"
        " (Laws 10.1)"
    ) in out


def test_a_rank_that_contradicts_the_deciding_tie_break_is_reported(capsys, tmp_path):
    path = report("cfc_swiss", tmp_path, [("3.0    3 ", "3.0    4 ")])

    code, out = run_check(capsys, path, "--json")

    table = json.loads(out)["standings"]
    assert code == 1
    assert (table["with_rank"], table["same_ranks"], table["tie_breaks"]) == (12, 11, ["CUM"])
    (found,) = table["differences"]
    assert (found["kind"], found["article"], found["published"]) == ("rank", "672", [5])
    assert found["text"] == "the rank is given as 4, but should be 3: CUM is 10, against 9½ for #3"


def test_tied_players_may_be_ordered_freely_but_only_within_their_ranks(capsys, tmp_path):
    """Two players have 3 points: the ranks 3 and 4 are theirs, 5 belongs to others."""
    event = topboard.generate("fide_dutch_2026", SEED, Wishes(competitors=12, rounds=5))
    shared = [line.number for line in topboard.standings(event).lines if line.points == 30]
    assert shared == [5, 3]
    third = "2246                             3.0    3"

    parted = report("fide_dutch_2026", tmp_path, [(third, third[:-1] + "4")])
    assert run_check(capsys, parted)[0] == 0
    elsewhere = report("fide_dutch_2026", tmp_path, [(third, third[:-1] + "5")])
    assert run_check(capsys, elsewhere)[0] == 1


def test_a_file_without_standings_is_checked_without_them(capsys, tmp_path):
    path = tmp_path / "event.json"
    event = topboard.generate("fide_dutch_2026", SEED, Wishes(competitors=12, rounds=5))
    path.write_text(dumps(event, "event-json"), encoding="utf-8")

    code, out = run_check(capsys, path)

    assert code == 0
    assert "standings" not in out


def test_ranks_are_not_compared_by_unknown_tie_breaks(capsys, tmp_path):
    path = tmp_path / "event.json"
    event = topboard.generate("cfc_swiss", SEED, Wishes(competitors=12, rounds=5))
    ranks = tuple((line.number, 13 - line.place) for line in topboard.standings(event).lines)
    event = replace(
        event,
        tie_breaks=("NONE",),
        official_ranks=topboard.model.OfficialRanks(5, ranks),
    )
    path.write_text(dumps(event, "event-json"), encoding="utf-8")

    code, out = run_check(capsys, path)

    assert code == 0
    assert "The ranks could not be compared: " in out
    assert "'NONE'" in out


def test_default_tie_breaks_do_not_contradict_a_rank(capsys, tmp_path):
    """Three have 2½ points and the ranks 5, 6 and 7 in another order than Buchholz makes of it."""
    event = topboard.generate("fide_dutch_2026", SEED, Wishes(competitors=12, rounds=5))
    tied = [line for line in topboard.standings(event).lines if line.points == 25]
    assert len({line.place for line in tied}) > 1
    path = tmp_path / "event.json"
    turned = dict(zip([line.number for line in tied], range(8, 4, -1), strict=True))
    ranks = tuple(
        (line.number, turned.get(line.number, line.place))
        for line in topboard.standings(event).lines
    )
    event = replace(event, official_ranks=topboard.model.OfficialRanks(5, ranks))
    path.write_text(dumps(event, "event-json"), encoding="utf-8")
    assert run_check(capsys, path)[0] == 0

    announced = replace(event, tie_breaks=("BH",))
    path.write_text(dumps(announced, "event-json"), encoding="utf-8")
    code, out = run_check(capsys, path)
    assert code == 1
    assert "but should be 8: BH is 8½, against 15½ for Player 0004 (#4)" in out
    assert "(C.07 8.1)" in out


def test_an_initial_colour_missing_from_the_file_is_taken_from_the_rounds(capsys, tmp_path):
    path = report("fide_dutch_2026", tmp_path)
    text = path.read_text(encoding="utf-8")
    for colour in ("152 W", "152 B"):
        text = text.replace(colour, "### ?")
    path.write_text(text.replace("142 5", "### ?"), encoding="utf-8")
    event = topboard.read(str(path))
    assert (event.lot, event.planned_rounds) == (None, 0)

    assert run_check(capsys, path)[0] == 0
