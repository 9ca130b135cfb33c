"""What is wrong with a JSON file is told at once: what, where, the text quoted, what to do."""

from __future__ import annotations

import contextlib
import json

import pytest

from tests.formats.small_files import a_round, an_event, problems, replace_value, the_problem
from topboard import formats
from topboard.errors import BadInput
from topboard.storage.sqlite import SqliteJournal


def test_the_small_sample_files_are_valid():
    for content in (a_round(), an_event()):
        assert len(formats.read_text(json.dumps(content)).competitors) == 3


# --- the file as a whole -----------------------------------------------------------------


@pytest.mark.parametrize("content", ["", b"", "  \n\r\n\t", b"\xef\xbb\xbf", "\ufeff \n"])
def test_an_empty_file_is_reported_as_empty(content):
    problem = the_problem(content)

    assert problem.what == "the file is empty"
    assert problem.where == "file.json"
    assert problem.remedy


@pytest.mark.parametrize(
    "content",
    ["hello", "<html></html>", "1 2 3", b"Caf\xe9 Open, 9 rounds\x07, a report"],
)
def test_a_file_neither_json_nor_trf_is_reported_with_its_first_line(content):
    problem = the_problem(content)

    assert problem.what == "the file is neither JSON nor TRF"
    assert problem.where == "file.json:1:1"
    assert "001" in problem.remedy


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x01\x00\x48\n012 x\x8f\x02\n"
        + bytes(range(256)),
        b"PK\x03\x04",
        "\x00",
    ],
)
def test_a_binary_file_is_reported_without_showing_its_bytes(content):
    problem = the_problem(content)

    assert str(problem) == (
        "file.json: this is a binary file, such as a picture or an archive, and not a text file."
        " Use a TRF file or a Topboard JSON file."
    )


def test_an_event_journal_is_recognized_as_such(tmp_path):
    path = tmp_path / "cup.topboard"
    SqliteJournal.create(path).close()

    with pytest.raises(
        BadInput, match="this is a database, probably the journal of an event"
    ) as refused:
        formats.read(path)

    assert "topboard event" in refused.value.problems[0].remedy


def test_a_file_that_ends_in_the_middle_is_reported_with_the_location():
    text = json.dumps(a_round(), indent=1)
    cut = text.index("2.5") + 2

    problem = the_problem(text[:cut])

    line = text[:cut].count("\n") + 1
    assert "ends in the middle" in problem.what or "not valid JSON" in problem.what
    assert problem.where.startswith(f"file.json:{line}:")
    assert problem.remedy


def test_every_truncated_json_file_is_refused():
    text = json.dumps(a_round())
    for cut in range(1, len(text)):
        with pytest.raises(BadInput):
            formats.read_text(text[:cut])


def test_an_extra_comma_is_reported_with_its_line_and_column():
    problem = the_problem('{\n"format": "topboard-round/1",,\n}')

    assert problem.what.startswith("this is not valid JSON")
    assert problem.where == "file.json:2:30"
    assert "topboard-round/1" in problem.quoted


def test_a_file_that_is_not_utf8_is_reported_with_the_invalid_byte():
    text = json.dumps(a_round(), indent=1).encode()
    broken = text.replace(b"Bee", b"B\xe9e")

    problem = the_problem(broken)

    line = broken[: broken.index(b"\xe9")].count(b"\n") + 1
    assert problem.what == "the byte e9 is not valid UTF-8"
    assert problem.where.startswith(f"file.json:{line}:")
    assert problem.remedy == "Save the file as UTF-8."


def test_a_utf16_file_is_recognized_and_named():
    assert "UTF-16" in the_problem(json.dumps(a_round()).encode("utf-16")).what


def test_a_byte_order_mark_and_any_line_endings_are_accepted():
    text = json.dumps(a_round(), indent=1)
    plain = formats.read_text(text)

    for end in ("\r\n", "\r"):
        assert formats.read_text(("\ufeff" + text.replace("\n", end)).encode()) == plain


@pytest.mark.parametrize("opening", ["[", '{"teams":'])
def test_deep_nesting_is_refused(opening):
    assert "nested too deeply" in the_problem(opening * 200_000).what


@pytest.mark.parametrize("content", ["[]", "[1, 2]", "{}", '{"format": 1}', '{"format": "x/1"}'])
def test_unknown_json_is_answered_with_a_list_of_the_formats(content):
    problem = the_problem(content)

    assert "topboard-round/1" in problem.remedy or "Topboard" in problem.remedy


def test_a_duplicate_field_is_reported_with_its_line():
    text = json.dumps(a_round(), indent=1).replace('"boards": 4,', '"boards": 4,\n "boards": 5,')

    problem = the_problem(text)

    assert problem.what == "the field boards appears twice"
    assert problem.where == "file.json:8:2"


def test_a_deeply_nested_duplicate_field_is_also_reported():
    text = json.dumps(a_round(), indent=1).replace('"white": 1', '"white": 1, "white": 2')

    assert the_problem(text).what == "the field history[0].matches[0].white appears twice"


# --- types everywhere --------------------------------------------------------------------


def places_in(value, path=()):
    """The paths to every value."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places_in(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from places_in(inner, (*path, i))


WRONG = (None, True, -1, 0, 10**20, 1.25, "x", "", [], [[]], {}, {"x": 1}, [None], float("nan"))


@pytest.mark.parametrize("make", [a_round, an_event])
def test_a_wrong_type_anywhere_is_refused_or_harmless_but_never_crashes(make):
    content = make()
    refused = 0
    for path in places_in(content):
        if not path:
            continue
        for wrong in WRONG:
            with contextlib.suppress(BadInput):
                formats.read_text(json.dumps(replace_value(content, path, wrong)))
                refused -= 1
            refused += 1
    assert refused > 300


@pytest.mark.parametrize(
    ("path", "wrong", "where", "quoted"),
    [
        (("teams", 1, "number"), "2", "teams[1].number", "2"),
        (("teams", 1, "name"), 7, "teams[1].name", "7"),
        (("teams", 1), [], "teams[1]", "[…]"),
        (("boards",), 4.5, "boards", "4.5"),
        (("boards",), True, "boards", "true"),
        (("round",), float("nan"), "round", "NaN"),
        (("rounds",), float("inf"), "rounds", "Infinity"),
        (("lot",), "green", "lot", "green"),
        (("history", 0, "matches", 0, "points"), [1], "history[0].matches[0].points", "[…]"),
        (
            ("history", 0, "matches", 0, "points", 1),
            "1",
            "history[0].matches[0].points[1]",
            "1",
        ),
        (("teams", 2, "average"), float("inf"), "teams[2].average", "Infinity"),
        (("teams", 2, "average"), {}, "teams[2].average", "{…}"),
    ],
)
def test_a_wrong_type_is_quoted_with_its_path_and_line(path, wrong, where, quoted):
    text = json.dumps(replace_value(a_round(), path, wrong), indent=1)

    found = [p for p in problems(text) if p.where.endswith(f", {where}")]

    assert len(found) == 1
    assert found[0].what.startswith("expected ")
    assert found[0].quoted == quoted
    line = int(found[0].where.split(":")[1])
    assert quoted.strip("[]{}…") in text.split("\n")[line - 1]


@pytest.mark.parametrize(
    "digits", ["9" * 20, "9" * 5_000, "-" + "9" * 40, "1e400", "1" + "0" * 300]
)
def test_a_huge_number_is_refused_showing_only_its_first_digits(digits):
    text = json.dumps(a_round()).replace('"boards": 4', f'"boards": {digits}')

    found = problems(text)

    assert any(p.quoted.startswith(digits[:20]) and len(p.quoted) <= 80 for p in found)


@pytest.mark.parametrize("key", ["round", "boards", "teams"])
def test_a_missing_field_is_reported_by_name(key):
    content = a_round()
    del content[key]

    assert any(key in problem.what + problem.where for problem in problems(content))


def test_a_misspelled_field_is_reported_and_an_unrelated_one_is_ignored():
    content = a_round() | {"note": "from the bulletin", "source": [1, 2]}
    assert formats.read_text(json.dumps(content)).name == "Small event"

    problem = the_problem(content | {"forbiden_pairs": [[1, 2]]})

    assert problem.what == "unknown field"
    assert problem.quoted == "forbiden_pairs"
    assert "forbidden_pairs" in problem.remedy


def test_event_json_refuses_every_unknown_field():
    problem = the_problem(an_event() | {"weather": "fine"})

    assert problem.what == "unknown field"
    assert problem.quoted == "weather"


# --- numbers, rounds, points -------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "word"),
    [
        ('"dubov_1997"', "player"),
        ('"cfc_swiss"', "player"),
        ('"olympiad_2022"', "team"),
        ('"unheard of"', "team"),
        ("[]", "team"),
    ],
)
def test_a_file_without_participants_asks_for_the_kind_its_system_pairs(system, word):
    with pytest.raises(BadInput) as caught:
        formats.read_text(f'{{"format": "topboard-event/1", "system": {system}}}')

    assert f"there are no {word}s. Enter at least two {word}s." in str(caught.value)


def test_an_unknown_system_is_left_to_the_caller():
    content = a_round() | {"system": "olympiad_1927"}

    assert formats.read_text(json.dumps(content)).system == "olympiad_1927"


@pytest.mark.parametrize(
    "path",
    [
        ("history", 0, "matches", 0, "white"),
        ("history", 0, "byes", 0),
        ("participants", 1),
    ],
)
def test_an_unknown_number_is_refused_with_its_location(path):
    found = problems(replace_value(a_round(), path, 77))

    assert found[0].what == "no team has this number"
    assert found[0].quoted == "77"


def test_a_duplicate_number_is_reported_with_its_holders():
    problem = the_problem(
        replace_value(a_round(), ("teams", 2, "number"), 1)
        | {"participants": [1, 2], "history": [{"round": 1, "matches": []}]}
    )

    assert problem.what == "'Ay' already has this number"
    assert problem.where.endswith("teams[2].number")


def test_a_repeated_number_in_a_roster_is_refused():
    content = replace_value(an_event(), ("teams", 1, "players", 0, "number"), 10)

    assert the_problem(content).what == "'P10' already has this number"


def test_a_team_twice_in_a_round_is_refused():
    content = a_round()
    content["history"][0]["matches"].append({"white": 2, "black": 3, "points": [2, 2]})
    content["history"][0]["byes"] = []

    problem = the_problem(content)

    assert problem.what == "team 2 appears twice in 'matches' of round 1"
    assert problem.where.endswith("history[0].matches[1].white")


def test_a_bye_for_a_paired_team_is_refused():
    problem = the_problem(replace_value(a_round(), ("history", 0, "byes", 0), 2))

    assert problem.what == "team 2 appears in both 'matches' and 'byes' of round 1"
    assert problem.where.endswith("history[0].byes[0]")


def test_a_team_twice_in_the_published_pairing_is_refused():
    content = a_round() | {"published": {"pairs": [[1, 3], [3, 2]], "bye": 2}}

    assert [p.what for p in problems(content)] == [
        "team 3 appears twice in 'pairs' of round 2",
        "team 2 appears in both 'pairs' and 'bye' of round 2",
    ]


@pytest.mark.parametrize("points", [[4, 0.5], [40, 0], [2.5, 2]])
def test_points_that_exceed_the_boards_are_refused(points):
    problem = the_problem(replace_value(a_round(), ("history", 0, "matches", 0, "points"), points))

    assert problem.what == (
        f"the points of the two sides add up to {sum(points)}, but the boards allow at most 4"
    )
    assert problem.where.endswith("history[0].matches[0].points")


@pytest.mark.parametrize("make", [a_round, an_event])
def test_both_formats_list_every_problem_with_virtual_points(make):
    content = make()
    content["virtual"] = [{"number": 9, "points": ["x", 1.25]}]

    found = [(problem.where.partition(", ")[2], problem.what) for problem in problems(content)]

    assert found == [
        ("virtual[0].number", "no team has this number"),
        ("virtual[0].points[0]", "expected a number of points from 0 to 10,000"),
        ("virtual[0].points[1]", "points can have at most one decimal place"),
    ]


def test_points_below_zero_are_refused():
    path = ("history", 0, "matches", 0, "points")

    assert (
        "expected a number of points" in the_problem(replace_value(a_round(), path, [-1, 2])).what
    )


@pytest.mark.parametrize(("points", "is_exact"), [(2.25, False), (2.3, True), ("2.50", True)])
def test_points_have_at_most_one_decimal_place(points, is_exact):
    text = json.dumps(replace_value(a_round(), ("history", 0, "matches", 0, "points"), ["@", 0]))
    text = text.replace('"@"', str(points))

    if is_exact:
        played = formats.read_text(text).rounds[0].meetings[0]
        assert played.white_points == round(10 * float(points))
    else:
        assert the_problem(text).what == "points can have at most one decimal place"


def test_more_games_than_boards_are_refused():
    content = an_event()
    games = [{"white": 10 + i, "black": 20 + i, "points": [1, 0]} for i in range(4)]
    content["boards"] = 3
    content["history"][0]["matches"][0].update(points=[2, 1], games=games)

    assert the_problem(content).what == "there are 4 games, but only 3 boards"


@pytest.mark.parametrize("players", [(10, 30), (10, 11), (30, None)])
def test_a_game_between_players_outside_the_match_is_refused(players):
    content = an_event()
    game = {"white": players[0], "black": players[1], "points": [1, 0]}
    content["history"][0]["matches"][0].update(games=[game])

    assert the_problem(content).what == "the players of a game do not belong to the two teams"


@pytest.mark.parametrize("wrong", [99, "10", 0])
def test_a_game_with_an_unknown_player_is_refused(wrong):
    content = an_event()
    games = [{"white": wrong, "black": 20, "points": [1, 0]}]
    content["history"][0]["matches"][0].update(games=games)

    assert problems(content)[0].where.endswith("matches[0].games[0].white")


def test_a_result_of_a_team_against_itself_is_refused():
    problem = the_problem(replace_value(a_round(), ("history", 0, "matches", 0, "black"), 1))

    assert problem.what == "team 1 cannot be paired with itself"


def test_a_forbidden_pair_of_a_team_with_itself_is_refused():
    problem = the_problem(a_round() | {"forbidden_pairs": [[2, 2]]})

    assert problem.what == "team 2 cannot be paired with itself"


def test_a_match_without_any_teams_is_refused():
    content = replace_value(a_round(), ("history", 0, "matches", 0, "white"), None)

    found = problems(replace_value(content, ("history", 0, "matches", 0, "black"), None))

    assert [problem.what for problem in found] == ["neither side of the match is named"]


def test_a_forfeited_match_without_a_winner_is_refused():
    content = a_round()
    content["history"][0]["matches"][0].update(points=[2, 2], unplayed=True)

    assert (
        the_problem(content).what == "the match was not played, but both sides have the same points"
    )


def test_a_missing_round_is_refused():
    problem = the_problem(a_round() | {"round": 4})

    assert problem.what == "the number of earlier rounds should be 3, but the history has 1"
    assert problem.where.endswith(", round")


def test_rounds_out_of_order_are_refused():
    content = a_round()
    content["history"] = [{"round": 2, "matches": []}, {"round": 1, "matches": []}]

    found = problems(content | {"round": 3})

    assert [p.what for p in found] == ["expected round 1", "expected round 2"]


def test_a_round_after_the_last_is_refused():
    assert (
        "round 2 comes after the last round, which is round 1"
        in the_problem(a_round() | {"rounds": 1}).what
    )


def test_all_problems_of_a_file_are_reported_at_once():
    content = a_round()
    content["teams"][1]["number"] = "two"
    content["teams"][2]["name"] = None
    content["lot"] = "red"
    content["history"][0]["matches"][0]["points"] = [9, 9]

    found = problems(content)

    assert len(found) >= 5
    text = "\n".join(str(problem) for problem in found)
    for part in ("teams[1].number", "teams[2].name", "lot", "history[0].matches[0].black"):
        assert part in text


def test_a_file_with_thousands_of_problems_lists_the_first_and_counts_the_rest():
    content = a_round() | {"forbidden_pairs": [[1, 1]] * 5_000}

    found = problems(content)

    assert len(found) == 201
    assert found[-1].what == "4800 more problems are not listed"
