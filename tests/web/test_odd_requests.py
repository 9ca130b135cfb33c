"""Requests that no page of ours sends: each has a clear answer, and none is a 500."""

from __future__ import annotations

import pytest

from tests.web.desk_client import TOKEN, client_of, event_with_entries, event_with_round, new_event
from topboard.errors import BadInput
from topboard.event.codec import load_stored_action
from topboard.web.json_bodies import check_json_body

ACTS = "/api/v1/events/spring-open/acts"
SURROGATE = b"\\ud800"
BODIES = {
    "an incomplete character (an unpaired surrogate)": [
        b'{"name": "a%sb"}' % SURROGATE,
        b'{"name": "x", "city": "\\udfff"}',
        b'{"name": "x", "%s": 1}' % SURROGATE,
        b'"%s"' % SURROGATE,
    ],
    "this number is not valid in JSON": [
        b'{"name": Infinity}',
        b'{"name": "x", "city": -Infinity}',
        b'{"name": NaN}',
        b'{"name": 1e999}',
    ],
    "the request body is not valid JSON": [b"\xff\xfe", b"{", b'{"name": %s}' % (b"9" * 6000)],
    "the values are nested too deeply": [b"[" * 100_000],
}


@pytest.mark.parametrize(("what", "body"), [(w, b) for w, all_ in BODIES.items() for b in all_])
def test_a_request_body_that_no_journal_could_store_is_refused(what, body, address):
    with client_of(address) as client:
        answer = client.post(
            "/api/v1/events", content=body, headers={"content-type": "application/json"}
        )

    assert answer.status_code == 422
    assert answer.json()["kind"] == "refused"
    assert what in answer.json()["problems"][0]["what"]


@pytest.mark.parametrize(
    "content",
    [
        b'{"act": "AddSection", "content": {"name": "%s", "system": "dubov_1997", "rounds": 3}}',
        b'{"act": "AddSection", "content": {"%s": 1}}',
        b'{"act": "%s", "content": {}}',
        b'{"act": "Announce", "content": {"section": "Main"}, "reason": "%s"}',
        b'{"act": "Announce", "content": {"section": "Main"}, "authority": "director:%s"}',
    ],
)
def test_an_action_with_a_lone_surrogate_is_refused(content, address, visitor):
    new_event(visitor, "dubov_1997")
    with client_of(address) as client:
        answer = client.post(
            ACTS, content=content % SURROGATE, headers={"content-type": "application/json"}
        )
        assert client.get(ACTS).status_code == 200

    assert answer.status_code == 422
    assert answer.json()["problems"][0]["quoted"] == "\\ud800"


def test_characters_outside_the_basic_plane_are_accepted():
    check_json_body('{"name": "😀 \\ud83d\\ude00 1.5e3"}'.encode())
    check_json_body(b"")


def test_an_endlessly_nested_action_is_refused():
    with pytest.raises(BadInput, match="cannot be read"):
        load_stored_action("Enter", "[" * 100_000)


def test_a_roster_with_uneven_lists_is_refused(visitor, tmp_path):
    section = event_with_entries(visitor, "olympiad_2022")
    page = f"{section}/entries/1"
    token = TOKEN.search(visitor.get(page).text)[1]
    fields = {
        "token": token,
        "name": "Ash",
        "member_board": ["1", "2"],
        "member_number": ["1"],
        "member_name": ["Ash 1", "Ash 2", "Ash 3"],
        "member_rating": [],
        "member_title": [""],
    }

    answer = visitor.http.post(page, data=fields)

    assert answer.status_code == 422
    assert "some rows of the roster have missing fields" in answer.text
    assert "board 2, number 1, name 3, rating 0, title 1" in answer.text


# --- HEAD -----------------------------------------------------------------------------------------


def test_head_requests_are_answered_like_get_requests(visitor, address):
    section = event_with_round(visitor, "dubov_1997")
    paths = ("/", section, f"{section}/results/1", "/p/", "/p/spring-open/", "/healthy")
    more = ("/static/desk.js", "/api/v1/events", "/nothing", "/p/spring-open/main/round-1.html")
    with client_of(address) as client:
        for path in (*paths, *more):
            looked, asked = client.get(path), client.head(path)
            assert asked.status_code == looked.status_code, path
            assert asked.content == b""
            for name in ("content-type", "content-length", "content-security-policy"):
                assert asked.headers.get(name) == looked.headers.get(name), (path, name)


def test_a_head_request_for_a_live_stream_ends(visitor, address):
    event_with_round(visitor, "dubov_1997")
    with client_of(address) as client:
        answer = client.head("/p/spring-open/live", timeout=30)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
