"""What is wrong with a report file is told at once: line, column, the text quoted, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from topboard import formats
from topboard.errors import BadInput, TooLarge
from topboard.formats.losses import sort_tournament_for_comparison

FOLDER = Path(__file__).parents[1] / "fixtures" / "trf"


def line(number, *cells, name="Somebody"):
    """A player's line with a cell for every round."""
    text = f"001 {number:4}      {name:33} 2000".ljust(91)
    return (text + "  ".join(cells)).rstrip()


def a_file(*lines):
    """Two players who have drawn, and more lines."""
    return "\n".join(["012 Small event", line(1, "   2 w ="), line(2, "   1 b ="), *lines])


def a_team_file(*lines):
    """Two teams of one player each, who have drawn, and more lines."""
    teams = [
        "310   1 Ay                                                              ".ljust(73)
        + "   1",
        "310   2 Bee                                                             ".ljust(73)
        + "   2",
        "310   3 Cee",
    ]
    return a_file("352 W", *teams, *lines)


def problems(text, error=BadInput):
    """The problems that reading raises."""
    with pytest.raises(error) as caught:
        formats.read_text(text, "file.trf")
    return caught.value.problems


def the_problem(text, error=BadInput):
    """The one problem that reading raises."""
    found = problems(text, error)
    assert len(found) == 1, [str(problem) for problem in found]
    return found[0]


def test_the_small_sample_files_are_valid():
    assert len(formats.read_text(a_file()).rounds[0].meetings) == 1
    assert [team.name for team in formats.read_text(a_team_file()).competitors] == [
        "Ay",
        "Bee",
        "Cee",
    ]


@pytest.mark.parametrize(
    ("lines", "where", "what"),
    [
        ([line(1, name="Other")], "4:5", "player 1 is already on line 2"),
        (["001"], "4:5", "the player number in columns 5-8 is not a whole number"),
        (["001  x12"], "4:5", "the player number in columns 5-8 is not a whole number"),
        (["001    0      Nobody"], "4:5", "player numbers start at 1"),
        ([line(3, "   9 w 1")], "4:92", "there is no player with number 9"),
        (
            [line(3, "   3 w 1")],
            "4:92",
            "player 3 is their own opponent in round 1",
        ),
        (
            [line(3, "   2 w 1")],
            "4:92",
            "player 3 meets player 2 in round 1, but line 3 has '1 b ='",
        ),
        ([line(3, "   2 w H")], "4:92", "the player has a bye but is paired with player 2"),
        ([line(3, "0000 w 1")], "4:92", "there is a result but no opponent"),
        ([line(3, "0000 g Z")], "4:92", "unknown colour: expected w, b or -"),
        ([line(3, "0000 - X")], "4:92", "unknown result: expected one of"),
        ([line(3, " 0000 - Z")], "4:92", "the columns are out of place"),
        ([line(3, "   x - Z")], "4:92", "the columns are out of place"),
        (
            [line(3).replace("2000", "2oo0")],
            "4:49",
            "the rating in columns 49-52 is not a whole number",
        ),
        (["ab"], "4:1", "the line has no record code"),
        (["*** stars"], "4:1", "the line has no record code"),
        (["012 a\x07b"], "4:1", "the line contains a control character"),
        (["142 many"], "4:5", "the number of rounds is not a whole number"),
        (["152 red"], "4:5", "the initial colour is neither W nor B"),
        (["162 W one"], "4:5", "expected codes with points"),
        (["162  W -1"], "4:5", "expected codes with points"),
        (["BBW x"], "4:5", "expected a number of points, such as 1.0"),
        (["BBL -1"], "4:5", "expected a number of points, such as 1.0"),
        (["240 H 003    9"], "4:11", "there is no player with number 9"),
        (["240 Q 003    1"], "4:5", "expected F, H or Z as the kind of bye"),
        (["240 H 000    1"], "4:7", "expected a round number from 1 to 100"),
        (["240 H 001    1"], "4:11", "player 1 has both a bye and a different entry in round 1"),
        (["260 001 009    1    9"], "4:18", "there is no player with number 9"),
        (
            ["260 001 009    1    1"],
            "4:1",
            "player 1 appears twice in the same record of forbidden pairs",
        ),
        (["260 xxx 009    1    2"], "4:5", "the first round in columns 5-7 is not a whole number"),
        (["260 001 009 1 2 3"], "4:13", "expected player numbers"),
        (["260 001 009 000100002"], "4:13", "expected player numbers"),
        (
            ["250      1.0 001 002 000x 0002"],
            "4:23",
            "the first player number in columns 23-26 is not a whole",
        ),
        (["299 Q 1.0    1.0   001    1"], "4:5", "expected one of W, D, L, F, H, Z, +, -"),
        (
            ["299 W        x.0   001    1"],
            "4:13",
            "columns 13-17 must contain points, such as 11.5",
        ),
        (["XXZ 7"], "4:5", "there is no player with number 7"),
        (["XXP 1 two"], "4:7", "expected player numbers"),
        (["XXA    9  1.0"], "4:5", "there is no player with number 9"),
        (["062 9"], "4:5", "the file is incomplete: it has 2 of 9 lines"),
    ],
)
def test_each_defect_in_a_player_file_has_its_own_message(lines, where, what):
    problem = the_problem(a_file(*lines))

    assert problem.what.startswith(what)
    assert problem.where == f"file.trf:{where}"
    assert problem.quoted or problem.remedy


@pytest.mark.parametrize(
    ("own", "other", "what"),
    [
        ("1", "1", "the results '1' and '1' on lines 2 and 3 contradict each other"),
        ("1", "=", "the results '1' and '=' on lines 2 and 3 contradict each other"),
        ("+", "+", "the results '+' and '+' on lines 2 and 3 contradict each other"),
        ("1", "L", "the results '1' and 'L' on lines 2 and 3 contradict each other"),
        ("1", " ", "the results '1' and ' ' on lines 2 and 3 contradict each other"),
    ],
)
def test_results_that_do_not_fit_are_refused(own, other, what):
    text = "\n".join(["012 x", line(1, f"   2 w {own}"), line(2, f"   1 b {other}")])

    assert the_problem(text).what == what


def test_equal_colours_are_refused():
    text = "\n".join(["012 x", line(1, "   2 w ="), line(2, "   1 w =")])

    assert the_problem(text).what == "players 1 and 2 have the same colour in their game"


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        (["310   1 Again"], "a different team already has number 1"),
        (["310   x Odd"], "the team number in columns 5-7 is not a whole number"),
        (["310   0 Null"], "team numbers start at 1"),
        (["310   4 Dee".ljust(73) + "   9"], "there is no player with number 9"),
        (["310   4 Dee".ljust(73) + "   1"], "player 1 is already in team 1"),
        (["310   4 Dee".ljust(47) + "strong"], "the average rating of the team is not a number"),
        (["320  1.0  0.5   1"], "team 1 has both a bye and a match in round 1"),
        (["320  1.0  0.5   9"], "there is no team with number 9"),
        (["240 F 001    2"], "team 2 has both a bye and a different entry in round 1"),
        (["330 +- 001   1   3"], "team 1 meets both team 2 and team 3 in round 1"),
        (["330 ++ 001   1   3"], "expected +-, -+ or --"),
        (["330 +- 002   3   3"], "team 3 cannot be paired with itself"),
        (["330 +- 002   3   7"], "there is no team with number 7"),
        (["300 001   1   2    2"], "player 2 does not belong to team 1"),
        (["300 001   1   2 0000"], "player 1 of team 1 plays but is not in the line-up"),
        (["352 RED"], "expected a colour for each board, such as WBWB"),
        (["802   9 X"], "there is no team with number 9"),
        (
            ["802   3".ljust(27) + "   1 w  1.0"],
            "team 3 meets team 1 in round 1, but the opponent's record does not say so",
        ),
        (["362 TW"], "expected codes with points, such as W 1.0 D 0.5"),
    ],
)
def test_each_defect_in_a_team_file_has_its_own_message(lines, what):
    found = problems(a_team_file(*lines))

    assert what in [problem.what for problem in found]
    assert all(problem.where.startswith("file.trf:") for problem in found)


def test_more_games_than_boards_are_refused():
    text = a_team_file(line(4, "   5 w 1"), line(5, "   4 b 0"))
    text = text.replace("   1\n310   2", "   1    4\n310   2").replace(
        "   2\n310   3", "   2    5\n310   3"
    )

    problem = the_problem(text)

    assert problem.what == "teams 1 and 2 have 2 games in round 1, but only 1 board"


def test_crosstable_points_that_exceed_the_number_of_boards_are_refused():
    text = a_team_file(
        "310   4 Dee",
        "802   3".ljust(27) + "   4 w  1.0",
        "802   4".ljust(27) + "   3 b  0.5",
    )

    assert the_problem(text).what == (
        "teams 3 and 4 have more points together than their boards allow"
    )


def test_a_game_between_teammates_is_refused():
    text = a_team_file().replace("   1\n310   2 Bee", "   1    2\n310   2 Bee")
    text = "\n".join(t[:73] if t.startswith("310   2") else t for t in text.split("\n"))

    assert the_problem(text).what == "two members of team 1 play each other in round 1"


def test_a_game_of_a_player_without_a_team_is_refused():
    text = a_team_file(line(7, "   8 w 1"), line(8, "   7 b 0"))

    assert [problem.what for problem in problems(text)] == [
        "player 7 plays in round 1 but belongs to no team",
        "player 8 plays in round 1 but belongs to no team",
    ]


def test_a_missing_round_is_refused():
    blank = "        "
    text = "\n".join(
        ["012 x", line(1, "   2 w =", blank, "   2 b 1"), line(2, "   1 b =", blank, "   1 w 0")]
    )

    assert the_problem(text).what == "round 2 is missing: no participant has an entry for it"


@pytest.mark.parametrize(
    ("count", "what"), [(0, "there are no players"), (1, "there is only one player")]
)
def test_fewer_than_two_players_are_refused(count, what):
    text = "\n".join(["012 x", *(line(i + 1) for i in range(count))])

    assert the_problem(text).what == what


def test_all_problems_of_a_file_are_reported_at_once():
    found = problems(a_file(line(1), line(3, "   9 w 1"), "152 red", "240 Q 003    1"))

    assert [problem.where for problem in found] == [
        "file.trf:6:5",
        "file.trf:4:5",
        "file.trf:5:92",
        "file.trf:7:5",
    ]


@pytest.mark.parametrize("name", ["players-trf16", "teams-trf16"])
def test_a_file_that_ends_inside_a_player_record_is_refused(name):
    text = (FOLDER / f"{name}.trf").read_text(encoding="utf-8")
    whole = formats.read_text(text)
    lines = text.rstrip("\n").split("\n")
    last = max(i for i, each in enumerate(lines) if each.startswith("001") and "w" in each[91:])
    before = "\n".join(lines[:last]) + "\n"

    accepted = []
    for cut in range(1, 99):
        try:
            accepted.append(formats.read_text(before + lines[last][:cut]))
        except BadInput:
            continue
    assert accepted == []
    assert sort_tournament_for_comparison(whole) == sort_tournament_for_comparison(
        formats.read_text(text.rstrip("\n"))
    )


def test_a_hundred_thousand_players_are_refused():
    text = "012 x\n" + "001    1      Somebody\n" * 100_000

    assert the_problem(text, TooLarge).what == "100,000 records with code 001 are too many"


def test_too_many_rounds_are_refused():
    assert the_problem(a_file("XXR 101"), TooLarge).what == "101 rounds are too many"
    long = a_file(line(3).ljust(91 + 10 * 100) + "0000 - Z")
    assert the_problem(long, TooLarge).what == "101 rounds are too many"


def test_too_many_boards_are_refused():
    assert the_problem(a_team_file("352 " + "WB" * 11), TooLarge).what == "22 boards are too many"


def test_names_with_quotes_commas_or_right_to_left_text_are_kept():
    names = ['O\'Neill "the Fox"', "Smith, John, Jr.", "ישראל, דן", "منتخب مصر"]

    read = formats.read_text("\n".join(["012 x", *map(named_line, names, range(1, 5))]))

    assert [player.name for player in read.competitors] == names


def named_line(name, number):
    """A player's line with a name."""
    return line(number, name=name)


# --- what once ended in an unexpected error --------------------------------------------------


def test_a_line_up_without_games_and_with_too_many_boards_is_a_problem():
    text = a_team_file("300   2   1   3" + "    1" + "    0" * 4)

    found = the_problem(text)

    assert found.where == "file.trf:8:1"
    assert found.what == "teams 1 and 3 have 5 games in round 2, but only 1 board"


@pytest.mark.parametrize(
    ("record", "what"),
    [
        ("062", "no file can have this many lines"),
        ("082", "no file can have this many lines"),
        ("142", "the number of rounds is not a whole number"),
        ("XXR", "the number of rounds is not a whole number"),
        ("XXP", "expected player numbers"),
        ("XXZ", "expected player numbers"),
    ],
)
def test_a_number_with_five_thousand_digits_is_reported_for_its_line(record, what):
    found = the_problem(a_file(f"{record} {'9' * 5000}"))

    assert found.where == "file.trf:4:5"
    assert found.what == what
    assert len(found.quoted) <= 80


# --- what no other format would take ---------------------------------------------------------


@pytest.mark.parametrize("code", ["012", "022", "102", "112", "FRA", "###"])
def test_a_text_too_long_for_any_format_is_a_problem(code):
    found = the_problem(a_file(f"{code} {'x' * 2001}"))

    assert found.where == "file.trf:4:5"
    assert found.what == "the text is longer than 2,000 characters"


def test_negative_match_points_are_a_problem():
    rows = "802   1 AY".ljust(41) + "  3 w -1.0", "802   3 CEE".ljust(41) + "  1 b  1.0"

    found = the_problem(a_team_file(*rows))

    assert found.where == "file.trf:8:48"
    assert found.what == "the points of a match in columns 48-51 are negative"
    assert found.quoted == "-1.0"


@pytest.mark.parametrize(
    ("line", "where"),
    [("299   -9999        000    1", "4:7"), ("162  W 99999", "4:5"), ("BBW 99999", "4:5")],
)
def test_absurdly_large_points_are_a_problem(line, where):
    assert the_problem(a_file(line)).where == f"file.trf:{where}"


def test_a_team_with_too_many_players_is_too_large():
    lines = [line(number) for number in range(3, 105)]
    team = "310   1 Ay".ljust(73) + " ".join(f"{number:4}" for number in range(1, 105))

    found = the_problem(a_file(*lines, team, "310   2 Bee"), TooLarge)

    assert found.what == "104 players are too many for one team"
