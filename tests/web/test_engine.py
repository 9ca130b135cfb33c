"""The HTTP engine: questions about an event, answered without storing anything."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread

import httpx
import jsonschema
import pytest

import topboard
from tests.web.desk_client import serve_app
from topboard.cli import main
from topboard.formats import dumps
from topboard.questions.failures import Failure
from topboard.questions.sent_events import SentEvent
from topboard.questions.workers import Limits, Question, WorkerPool
from topboard.web.engine.app import create_engine_app

ROOT = Path(__file__).resolve().parents[2]
OLYMPIAD = ROOT / "src" / "topboard" / "samples" / "chennai-2022-open-round-6.json"
REPORT = ROOT / "tests" / "fixtures" / "fide" / "engine" / "dutch-n09-next-r5.trf"
JSON, TEXT, PROBLEM = "application/json", "text/plain", "application/problem+json"
QUICK = Limits(body_bytes=2_000_000, participants=200)


@pytest.fixture(scope="module")
def engine():
    """A client of an engine with small limits."""
    with (
        serve_app(create_engine_app(QUICK, hosts=("127.0.0.1",))) as address,
        httpx.Client(base_url=address, timeout=60, verify=False) as client,
    ):
        yield client


def ask(engine, question, content, kind=TEXT, **options):
    """The response to a question about the content of a file."""
    headers = {"Content-Type": kind} if kind else {}
    return engine.post(f"/v1/{question}", content=content, params=options, headers=headers)


def problems(response, kind):
    """The problems of a response that fails in the way that ``kind`` names."""
    document = response.json()
    assert response.headers["content-type"] == PROBLEM
    assert (document["kind"], document["status"]) == (kind, response.status_code)
    assert document["type"] == f"/v1/problems#{kind}"
    return document["problems"]


# --- answers --------------------------------------------------------------------------------------


def test_every_example_in_the_description_is_answered_as_described(engine):
    described = engine.get("/v1/openapi.json").json()
    asked = []
    for path, operations in described["paths"].items():
        for method, one in operations.items():
            bodies = one.get("requestBody", {"content": {"": {"examples": {"": {}}}}})["content"]
            options = {
                part["name"]: part["examples"][0]
                if "examples" in part
                else part["schema"]["examples"][0]
                for part in one.get("parameters", ())
                if part["required"]
            }
            answer = one["responses"]["200"]["content"][JSON]
            for kind, body in bodies.items():
                for name, example in body["examples"].items():
                    sent = example.get("value")
                    content = sent if isinstance(sent, str) else json.dumps(sent)
                    response = engine.request(
                        method,
                        path,
                        content=content,
                        params=options,
                        headers={"Content-Type": kind},
                    )
                    found = response.json()
                    asked.append((path, kind))
                    assert response.status_code == 200, response.text
                    jsonschema.validate(
                        found, {**answer["schema"], "components": described["components"]}
                    )
                    if name:
                        assert found == answer["examples"][name]["value"], (path, kind)

    questions = ("pair", "check", "explain", "why-not", "standings", "convert")
    assert {*asked} == {
        *((f"/v1/{question}", kind) for question in questions for kind in (JSON, TEXT)),
        ("/v1/systems", ""),
        ("/v1/problems", ""),
    }


@pytest.mark.parametrize(
    ("question", "options", "arguments"),
    [
        ("pair", {"reasons": True}, ["pair", "--reasons", "--json"]),
        ("pair", {"round": 2}, ["pair", "--round", "2", "--json"]),
        ("check", {}, ["check", "--json"]),
        ("check", {"round": 3}, ["check", "--round", "3", "--json"]),
        ("explain", {}, ["explain", "--json"]),
        (
            "explain",
            {"board": 2, "round": 3},
            ["explain", "--table", "2", "--round", "3", "--json"],
        ),
        ("explain", {"participant": "7"}, ["explain", "--player", "7", "--json"]),
        ("why-not", {"a": "1", "b": "2"}, ["explain", "--why-not", "1", "2", "--json"]),
        ("standings", {"after_round": 3}, ["standings", "--after", "3", "--json"]),
        (
            "standings",
            {"tie_breaks": ["SB", "BH/C1"]},
            ["standings", "--tie-breaks", "SB,BH/C1", "--json"],
        ),
        ("convert", {"to": "event-json"}, ["convert", "-o", "-", "--to", "event-json"]),
    ],
)
def test_the_answers_match_those_of_the_command(engine, capsys, question, options, arguments):
    response = ask(engine, question, REPORT.read_bytes(), **options)
    code = main([arguments[0], str(REPORT), *arguments[1:]])

    printed = capsys.readouterr().out
    found = response.json()
    differs = any(one["differences"] for one in found.get("rounds", ()))
    assert (response.status_code, code) == (200, int(differs))
    notes = found.pop("notes")
    assert notes == []
    if question == "convert":
        assert (found["text"], found["losses"]) == (printed, [])
    else:
        assert found == json.loads(printed)


def test_an_answer_needs_neither_a_content_type_nor_the_system_of_the_file(engine):
    content = OLYMPIAD.read_bytes()

    plain = ask(engine, "pair", content, kind="")
    older = ask(engine, "pair", content, kind=f"{JSON}; charset=utf-8", system="olympiad_2009")

    assert plain.json()["system"] == "olympiad_2022"
    assert older.json()["system"] == "olympiad_2009"
    assert "set-cookie" not in plain.headers
    assert plain.headers["cache-control"] == "no-store"
    assert plain.headers["content-security-policy"].startswith("default-src 'none'")


def test_a_round_without_a_legal_pairing_names_the_unpaired_participants(engine):
    event = {
        "format": "topboard-event/1",
        "system": "fide_dutch_2026",
        "rounds": 3,
        "lot": "white",
        "players": [{"number": 1, "name": "Ana"}, {"number": 2, "name": "Bo"}],
        "history": [{"round": 1, "matches": [{"white": 1, "black": 2, "points": [1, 0]}]}],
    }

    response = ask(engine, "pair", json.dumps(event), kind=JSON)

    (one,) = problems(response, "no-legal-pairing")
    assert response.status_code == 422
    assert one["what"] == "no legal pairing: #1 has no opponent left"
    assert response.json()["blocking"] == [1]


# --- refusals -------------------------------------------------------------------------------------


def test_every_defect_in_a_file_is_reported_with_line_and_column(engine):
    lines = REPORT.read_text().splitlines()
    players = [place for place, line in enumerate(lines) if line.startswith("001")]
    first, second = players[1], players[4]
    lines[first] = f"{lines[first][:48]}ABCD{lines[first][52:]}"
    lines[second] = f"{lines[second][:48]}12X4{lines[second][52:]}"

    found = problems(ask(engine, "pair", "\n".join(lines)), "bad-input")

    assert [(one["line"], one["column"]) for one in found] == [(first + 1, 49), (second + 1, 49)]
    assert [one["quoted"] for one in found] == ["ABCD", "12X4"]
    assert all(one["what"] and one["remedy"] for one in found)


@pytest.mark.parametrize(
    ("request_", "status", "kind", "words"),
    [
        ({"content": b""}, 422, "bad-input", "the file is empty"),
        ({"content": bytes(range(256)) * 9}, 422, "bad-input", "binary file"),
        ({"content": b"\xff\xd8\xff\xe0" + b"\0\1\2\3" * 99}, 422, "bad-input", "binary file"),
        ({"content": b"SQLite format 3\0" + b"\0" * 99}, 422, "bad-input", "database"),
        ({"content": b"hello"}, 422, "bad-input", "neither JSON nor TRF"),
        ({"content": b'{"format": '}, 422, "bad-input", ""),
        ({"content": b"[" * 100_000}, 422, "bad-input", ""),
        ({"data": {"file": "x"}}, 415, "wrong-content-type", "unknown content type"),
        ({"files": {"file": b"x"}}, 415, "wrong-content-type", "unknown content type"),
        ({"params": {"rund": "3"}}, 422, "bad-input", "unknown option"),
        ({"params": {"round": "0"}}, 422, "bad-input", "greater than or equal to 1"),
        ({"params": {"round": "x" * 5000}}, 422, "bad-input", "valid integer"),
        ({"params": {"round": "77"}}, 422, "bad-input", "the file contains only rounds"),
        ({"params": {"system": "fide_dutch_2025"}}, 422, "bad-input", "fide_dutch_2025"),
        ({"params": {"system": "olympiad_2022"}}, 422, "bad-input", "is for teams"),
        ({"params": {"variation": "nonsense"}}, 422, "bad-input", "unknown variation"),
        ({"url": "/v1/nothing"}, 404, "not-found", "nothing at this address"),
        ({"method": "PUT"}, 405, "wrong-method", "does not support the method"),
        ({"headers": {"Host": "evil.example"}}, 400, "refused", "host name"),
        ({"headers": {"Origin": "https://evil.example"}}, 403, "refused", "other sites"),
        ({"content": b"x" * 2_000_001}, 413, "too-large", "too large"),
        ({"content": [b"x" * 500_000] * 5}, 413, "too-large", "too large"),
    ],
)
def test_a_request_that_cannot_be_answered_gets_a_reason(engine, request_, status, kind, words):
    sent = {"method": "POST", "url": "/v1/pair", **request_}
    if not {"content", "data", "files"} & {*sent}:
        sent["content"] = REPORT.read_bytes()
    if isinstance(sent.get("content"), list):
        sent["content"] = iter(sent["content"])

    response = engine.request(**sent)

    found = problems(response, kind)
    assert response.status_code == status
    assert any(words in f"{one['what']} {one['quoted']}" for one in found), found
    assert response.headers["x-content-type-options"] == "nosniff"


def test_an_event_with_too_many_participants_is_refused(engine):
    event = topboard.generate("fide_dutch_2026", 1, topboard.Wishes(competitors=201, rounds=1))

    for question in ("pair", "check"):
        (one,) = problems(ask(engine, question, dumps(event, "trf26")), "too-large")
        assert one["what"] == "the event has too many participants"
        assert one["remedy"] == "Stay within the limit of 200."


# --- workers --------------------------------------------------------------------------------------


def question(name="pair", content=REPORT, **options):
    """A question about a file."""
    return Question(name, SentEvent(content.read_bytes(), "body"), options)


def test_an_answer_that_takes_too_long_is_stopped_and_the_next_one_is_given():
    pool = WorkerPool(Limits(seconds=0.01, workers=1))
    try:
        late = pool.answer(question())
        pool.limits = Limits(workers=1)
        assert isinstance(late, Failure)
        assert late.kind == "time-limit"
        assert json.loads(pool.answer(question()))["round"] == 5
    finally:
        pool.close()


def test_a_worker_that_was_killed_is_replaced():
    pool = WorkerPool(Limits(workers=1))
    try:
        first = pool.answer(question())
        worker = pool._idle.get_nowait()
        worker._process.kill()
        worker._process.join()
        pool._idle.put(worker)
        assert pool.answer(question()) == first
    finally:
        pool.close()
    assert pool.answer(question()).kind == "busy"


def test_requests_beyond_the_queue_limit_are_refused_at_once(tmp_path):
    event = topboard.generate("fide_dutch_2026", 1, topboard.Wishes(competitors=900, rounds=4))
    (tmp_path / "large.trf").write_text(dumps(event, "trf26"))
    pool, answers = WorkerPool(Limits(workers=1, waiting=0)), []
    asking = Thread(
        target=lambda: answers.append(pool.answer(question("check", tmp_path / "large.trf")))
    )
    asking.start()
    try:
        while pool.has_room():
            assert asking.is_alive()
        assert pool.answer(question()) == Failure("busy")
        asking.join()
        assert len(json.loads(answers[0])["rounds"]) == 4
    finally:
        pool.close()


def test_a_busy_engine_says_when_to_retry():
    with (
        serve_app(create_engine_app(Limits(workers=0, waiting=0))) as address,
        httpx.Client(base_url=address, timeout=60, verify=False) as client,
    ):
        response = ask(client, "pair", REPORT.read_bytes())

    assert problems(response, "busy") == []
    assert response.headers["retry-after"] == "3"


# --- the command ----------------------------------------------------------------------------------


def test_the_command_can_serve_an_engine_that_stores_nothing(tmp_path):
    players = tuple(topboard.Player(n, f"P{n}", 3100 - n) for n in range(1, 3001))
    large = topboard.Tournament(
        players, planned_rounds=9, lot=topboard.Colour.WHITE, system="fide_dutch_2026"
    )
    command = [sys.executable, "-m", "topboard", "serve", "--engine", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as engine:
        try:
            words, _, address = engine.stdout.readline().strip().rpartition(" ")
            # The socket accepts connections before the address is printed.
            with httpx.Client(base_url=address, timeout=60, verify=False) as client:
                health = client.get("/healthy")
                response = ask(client, "pair", dumps(large, "trf26"))
        finally:
            engine.terminate()

    assert words == "The engine is running at"
    assert (health.status_code, health.text) == (200, "The engine is running.")

    assert len(response.json()["pairs"]) == 1500
    assert engine.returncode in (0, -15)
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["events", "--engine"], "topboard: FOLDER: the HTTP engine does not have this option."),
        (["--engine", "--sample"], "topboard: --sample: the HTTP engine does not have"),
        (["--workers", "2"], "topboard: --workers: only the HTTP engine has this option."),
        (["--engine", "--timeout", "0"], "topboard: --timeout: the number must be at least 1: '0'"),
    ],
)
def test_options_of_the_desk_and_of_the_engine_cannot_be_combined(capsys, arguments, words):
    assert main(["serve", *arguments]) == 3
    assert capsys.readouterr().err.startswith(words)
