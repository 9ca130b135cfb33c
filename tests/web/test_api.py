"""The JSON API: the same acts as the pages, described by OpenAPI."""

from __future__ import annotations

import json

import httpx
import jsonschema
import pytest

from tests.web.desk_client import event_with_round
from topboard.event.codec import ACTS
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.replay import replay_rounds
from topboard.event.tournament import build_tournament
from topboard.serialize import answers, event_answers, proof_answers
from topboard.systems.registry import SYSTEMS, system
from topboard.web.folder_repository import FolderRepository


@pytest.fixture
def api(address):
    """A client of the API."""
    with httpx.Client(base_url=f"{address}/api/v1", timeout=30, verify=False) as client:
        yield client


def act(api, event, name, content, **more):
    """Send an act."""
    return api.post(f"/events/{event}/acts", json={"act": name, "content": content, **more})


def players(count):
    """This number of players, as the journal has them."""
    return [
        {"type": "Player", "number": n, "name": f"P{n}", "rating": 2300 - 50 * n}
        for n in range(1, count + 1)
    ]


def test_a_round_can_be_run_through_the_api_alone(api):
    event = api.post("/events", json={"name": "By wire"}).json()["event"]
    assert event == "by-wire"
    steps = [
        ("AddSection", {"section": "A", "system": "dubov_1997", "rounds": 3}),
        ("Enter", {"section": "A", "competitors": players(6)}),
        ("CloseEntries", {"section": "A", "order": [1, 2, 3, 4, 5, 6]}),
    ]
    for name, content in steps:
        assert act(api, event, name, content).status_code == 201
    colour = {"section": "A", "purpose": "colour", "colour": "white"}
    assert act(api, event, "RecordLot", colour).status_code == 201
    preview = api.get(f"/events/{event}/sections/a/pairing").json()
    assert [(p["white"], p["black"]) for p in preview["pairs"]] == [(1, 4), (5, 2), (3, 6)]

    forged = json.loads(json.dumps(preview["act"]))
    one, two = forged["content"]["tables"][:2]
    one["black"], two["black"] = two["black"], one["black"]
    refused = api.post(f"/events/{event}/acts", json=forged)
    assert refused.status_code == 422
    assert "differs from the one that the rules give" in refused.json()["problems"][0]["what"]

    paired = api.post(f"/events/{event}/acts", json=preview["act"])
    assert paired.status_code == 201
    seen = api.get(f"/events/{event}/sections/a")
    assert seen.status_code == 200
    assert seen.json()["draft"]["tables"][0] == {"table": 1, "white": 1, "black": 4}
    assert act(api, event, "PublishRound", {"section": "A", "round": 1}).status_code == 201
    results = [{"table": t, "white_points": 10, "black_points": 0} for t in (1, 2, 3)]
    entered = act(api, event, "EnterResults", {"section": "A", "round": 1, "results": results})
    assert entered.json()["entry"] == 8

    table = api.get(f"/events/{event}/sections/a/standings").json()
    assert [line["points"] for line in table["lines"]] == [1, 1, 1, 0, 0, 0]
    told = api.get(f"/events/{event}/sections/a/rounds/1/explanation?competitor=1").json()
    assert any("P1 (#1)" in line for lines in told["explanation"] for line in lines)
    why = api.get(f"/events/{event}/sections/a/why-not?a=1&b=4").json()
    assert why["verdict"] == {"kind": "met", "round": 1, "article": "2.1"}
    assert (why["a"], why["b"]) == (1, 4)
    (checked,) = api.get(f"/events/{event}/check").json()
    assert checked["same"]


def test_the_state_and_the_journal_can_be_read(api, visitor):
    event_with_round(visitor, "dubov_1997")
    (event,) = api.get("/events").json()
    section = api.get("/events/spring-open/sections/main").json()
    journal = api.get("/events/spring-open/acts?after=1").json()

    assert (event["event"], event["sections"][0]["published"]) == ("spring-open", 1)
    assert [t["result"] for t in section["rounds"][0]["tables"]] == [None] * 3
    assert journal[0]["act"] == "AddSection"
    assert api.get("/events/spring-open/last").json()["last"] == event["last"]
    assert len(journal) == event["last"] - 1


def test_the_answer_types_cover_every_field(api, visitor, tmp_path):
    event_with_round(visitor, "dubov_1997")
    handle = FolderRepository(tmp_path).event("spring-open")
    snapshot = handle.snapshot()
    section = snapshot.event.section("Main")
    before = build_tournament(snapshot.event, section)
    rules = system(section.system)
    replayed = next(replay_rounds(snapshot.entries))
    expected = {
        "/systems": [proof_answers.system_to_json(system(name)) for name in SYSTEMS],
        "/events/spring-open/acts": [
            event_answers.journal_entry_to_json(one) for one in snapshot.entries
        ],
        "/events/spring-open/sections/main": event_answers.section_to_api_json("main", section),
        "/events/spring-open/sections/main/standings": answers.standings_to_json(
            before, rules.standings(before)
        ),
        "/events/spring-open/check": [
            event_answers.replayed_round_to_json(replayed, check_proof_of_replayed_round(replayed))
        ],
    }

    for path, found in expected.items():
        assert api.get(path).json() == json.loads(json.dumps(found)), path


@pytest.mark.parametrize(
    ("name", "content", "more", "status", "kind", "words"),
    [
        ("Nonsense", {}, {}, 422, "refused", "unknown action"),
        (
            "PublishRound",
            {"section": "Main", "round": 9},
            {},
            422,
            "refused",
            "has not been paired",
        ),
        ("PublishRound", {"round": 1}, {}, 422, "refused", "cannot be read"),
        (
            "EnterLate",
            {"section": "Main", "competitor": {**players(7)[6], "joined": 2}},
            {},
            422,
            "authority",
            "A ruling is needed on whether P7 may enter late.",
        ),
        (
            "EnterResults",
            {
                "section": "Main",
                "round": 1,
                "results": [{"table": 1, "white_points": 5, "black_points": 0}],
            },
            {},
            422,
            "confirmation",
            "do not add up",
        ),
        ("Undo", {"entry": 2}, {"seen": 1}, 409, "conflict", "has made a change in the meantime"),
    ],
)
def test_an_action_that_is_not_performed_says_why(
    name, content, more, status, kind, words, api, visitor
):
    event_with_round(visitor, "dubov_1997")
    before = api.get("/events/spring-open/last").json()

    answer = act(api, "spring-open", name, content, **more)

    assert (answer.status_code, answer.json()["kind"]) == (status, kind)
    levels = {"confirmation": "confirm"}
    assert answer.json()["level"] == levels.get(kind, "refuse")
    assert words in answer.json()["problems"][0]["what"]
    assert api.get("/events/spring-open/last").json() == before


def test_an_action_that_needs_an_authority_is_performed_with_one(api, visitor):
    event_with_round(visitor, "dubov_1997")
    late = {"section": "Main", "competitor": {**players(7)[6], "joined": 2}}
    asked = act(api, "spring-open", "EnterLate", late).json()
    assert (asked["act"], asked["offices"]) == ("EnterLate", ["arbiter", "director"])
    assert asked["problems"][0]["subject"] == {"section": "Main", "numbers": [7]}
    assert asked["problems"][0]["remedy"].startswith("Name the authority for the ruling")

    answer = act(
        api, "spring-open", "EnterLate", late, authority="director:D. Rector", reason="train"
    )

    assert answer.status_code == 201
    assert answer.json()["authority"] == "director: D. Rector"


def test_a_missing_event_is_not_found(api):
    for path in ("/events/none", "/events/none/sections/a", "/events/none/acts"):
        assert api.get(path).status_code == 404, path


def test_the_description_names_every_path_and_matches_the_answers(api, visitor):
    event_with_round(visitor, "dubov_1997")
    described = api.get("/openapi.json").json()

    assert described["openapi"].startswith("3.")
    assert all(path.startswith("/api/v1/") for path in described["paths"])
    refused = act(api, "spring-open", "Undo", {"entry": 2}, seen=1).json()
    failure = {**described["components"]["schemas"]["Failure"]}
    failure["components"] = described["components"]
    jsonschema.validate(refused, {"$ref": "#/components/schemas/Failure", **described})


def test_no_action_with_invalid_content_breaks_the_desk(api):
    api.post("/events", json={"name": "Trial"})
    contents = ({}, {"section": 5}, {"section": "nowhere"}, {"number": "x", "section": None})
    strange = {
        (name, str(content)): answer.text
        for name in sorted({*ACTS} - {"CloseEvent", "SignJournal"})
        for content in contents
        if (answer := act(api, "trial", name, content)).status_code != 422
    }
    assert strange == {}
