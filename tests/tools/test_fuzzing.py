"""Damaged and odd input is taken or refused: a little of what ``tools.fuzzing`` does at length."""

from __future__ import annotations

import io
import json
import re
from random import Random
from zipfile import ZipFile

import pytest

from tools.fuzzing.__main__ import TARGETS, main, run
from tools.fuzzing.damage import damaged_bytes, damaged_json, odd_fields
from tools.fuzzing.desk import Bodies, FormsOfDesk
from tools.fuzzing.files import Archives, Fault, RatingListFiles, workbook

COUNTS = {
    "event-files": 60,
    "rating-lists": 80,
    "archives": 40,
    "tables": 100,
    "bodies": 60,
    "forms": 40,
    "uploads": 40,
}


@pytest.mark.parametrize("name", TARGETS)
def test_every_input_is_accepted_or_refused(name, monkeypatch):
    monkeypatch.setattr(FormsOfDesk, "most_pages", 30)
    found, faults = run(name, 26, 0, COUNTS[name])

    assert faults == []
    assert found.total() == COUNTS[name]
    assert {*found} == {"taken", "refused"}, "both kinds are met"


# --- the faults that it is to find ------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "target"),
    [
        ("tools.fuzzing.files.RatingLists.import_list", RatingListFiles),
        ("tools.fuzzing.files.import_archive", Archives),
    ],
)
def test_an_unexpected_kind_of_error_is_a_fault(place, target, monkeypatch):
    def fail(*_arguments, **_more):
        raise KeyError("unexpected")

    monkeypatch.setattr(place, fail)
    found, faults = run(target.name, 1, 7, 1)

    assert found == {"fault": 1}
    ((told, content),) = faults
    assert told.startswith(f"{target.name} 7: KeyError: 'unexpected'")
    assert content


def test_a_file_left_behind_by_a_refused_archive_is_a_fault(monkeypatch):
    from topboard.errors import BadInput, Problem

    def leave(_path, repository, _place):
        (repository.path / "half.topboard").write_bytes(b"half")
        raise BadInput([Problem("no archive")])

    monkeypatch.setattr("tools.fuzzing.files.import_archive", leave)
    _, faults = run(Archives.name, 1, 0, 1)

    assert "a refused archive left ['half.topboard']" in faults[0][0]


@pytest.fixture(scope="module")
def desk():
    made = Bodies()
    yield made
    made.close()


ACTS = "/api/v1/events/empty-cup/acts"


def new_section(name):
    """What adds a section."""
    content = {"section": name, "system": "fide_dutch_2026", "rounds": 5}
    return {"act": "AddSection", "content": content}


def test_a_request_that_ends_in_an_error_is_a_fault(desk, monkeypatch):
    def fail(*_arguments):
        raise ZeroDivisionError("unexpected")

    monkeypatch.setattr("topboard.web.api.load_stored_action", fail)

    with pytest.raises(Fault, match="by chief: ZeroDivisionError: unexpected") as found:
        desk.post_and_check("chief", ACTS, b"sent", json=new_section("B"))
    assert found.value.content == b"sent"


def test_anything_written_by_a_viewer_is_a_fault(desk, monkeypatch):
    assert desk.post_and_check("viewer", ACTS, b"", json=new_section("A")) == "refused"
    assert desk.post_and_check("chief", ACTS, b"", json=new_section("A")) == "taken"
    assert desk.post_and_check("chief", ACTS, b"", json=new_section("A")) == "refused"
    desk.renew()
    assert desk.post_and_check("chief", ACTS, b"", json=new_section("A")) == "taken", (
        "it is begun again"
    )
    monkeypatch.setattr("topboard.web.accounts.User.may_perform", lambda _user, _kind: True)

    with pytest.raises(Fault, match="by viewer: 201, but something was written"):
        desk.post_and_check("viewer", ACTS, b"", json=new_section("B"))


# --- the same seed, the same inputs -----------------------------------------------------------


def test_the_same_seed_makes_the_same_inputs():
    content, value = b"012 Open\n001    1", {"a": [1, 2, {"b": "c"}], "d": None}
    fields = [("name", "Ash"), ("board", "1"), ("board", "2")]

    def make_inputs(seed):
        chance = Random(seed)
        return [
            (
                damaged_bytes(chance, content),
                damaged_json(chance, value),
                odd_fields(chance, fields, ["rating"]),
            )
            for _ in range(50)
        ]

    assert make_inputs("1 forms 5") == make_inputs("1 forms 5")
    assert make_inputs("1 forms 5") != make_inputs("1 forms 6")


def test_archives_and_workbooks_have_the_same_bytes_each_time():
    made = [Archives(), Archives()]
    with ZipFile(io.BytesIO(workbook())) as book:
        properties = book.read("docProps/core.xml").decode()

    assert made[0].whole == made[1].whole
    assert len(made[0].values["index.json"]["events"]) == 2
    assert re.findall(r"\d{4}-\d\d-\d\dT[\d:]+", properties) == ["2026-05-01T08:00:00"] * 2
    for one in made:
        one.close()


def test_damaged_bodies_include_infinity_and_lone_surrogates():
    value = {"number": 1, "name": "Ash", "boards": [1, 2]}
    texts = [damaged_json(Random(seed), value) for seed in range(600)]

    assert any(b"Infinity" in text for text in texts)
    assert any(b"NaN" in text for text in texts)
    assert any(b"\\ud800" in text for text in texts)


def test_damaged_forms_include_lists_of_uneven_length():
    fields = [(name, str(n)) for n in range(4) for name in ("board", "rating")]

    def lengths(seed):
        names = [name for name, _ in odd_fields(Random(seed), fields, ["board"])]
        return names.count("board"), names.count("rating")

    assert any(boards != ratings for boards, ratings in map(lengths, range(50)))


def test_the_command_counts_faults_and_keeps_the_inputs_that_caused_them(
    tmp_path, monkeypatch, capsys
):
    assert main(["--count", "20", "--only", "tables", "--jobs", "1"]) == 0
    first = capsys.readouterr().out
    assert first.splitlines()[1].split()[:2] == ["tables", "20"]
    assert first.splitlines()[1].split()[-1] == "0"

    monkeypatch.setattr("tools.fuzzing.files.parse_spreadsheet_rows", lambda *_: json.loads("{"))
    assert main(["--count", "2", "--only", "tables", "--jobs", "1", "--faults", str(tmp_path)]) == 1
    assert "tables 0: JSONDecodeError" in capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} == {"tables-0", "tables-1"}
