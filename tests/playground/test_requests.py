"""The page that runs in a browser, asked without one: what its script gets for each request."""

from __future__ import annotations

import json

import pytest

import topboard
from tests.playground.events import ask, open_sample, write_signed_journal
from topboard import api
from topboard.formats import read_text
from topboard.playground.opened_files import LARGEST_FILE
from topboard.playground.requests import Playground
from topboard.storage.ed25519 import is_signature_genuine
from topboard.storage.journal_json import format_journal_json
from topboard.storage.locations import open_journal


def problems(answer: dict) -> str:
    """All words of the problems in an answer."""
    return " ".join(" ".join(one.values()) for one in answer["problems"])


def test_each_round_of_a_generated_event_agrees_with_the_rules() -> None:
    page, event = open_sample("open")

    assert event["system"] == "fide_dutch_2026"
    assert [one["round"] for one in event["rounds"]] == [1, 2, 3, 4, 5, 6, 7]
    assert event["next"] is None
    for one in event["rounds"]:
        assert ask(page, "check", round=one["round"])["agrees"] is True


def test_the_boards_of_a_round_match_the_file() -> None:
    page, event = open_sample("open")
    played = read_text(event["content"]).rounds[4]

    found = ask(page, "round", round=5)

    pairs = [(one["white_number"], one["black_number"]) for one in found["boards"]]
    assert pairs == [(m.white, m.black) for m in played.meetings]
    assert all(one["agrees"] for one in found["boards"])
    assert found["boards"][0]["result"]
    assert "Pairing-allocated bye" in found["notes"][0]


def test_a_board_is_explained_as_on_the_command_line() -> None:
    page, event = open_sample("olympiad")
    assert [one["checked"] for one in event["rounds"]] == [False] * 5 + [True]

    told = ask(page, "board", round=6, white=32, black=4)

    assert told["meet"] is True
    assert (
        "Cuba (#32) meets Spain (#4), the highest-ranked opponent in the group (8.3.1)."
        in (told["lines"])
    )


def test_why_two_participants_do_not_meet_is_answered_for_any_round() -> None:
    page, event = open_sample("open")
    read = read_text(event["content"])
    met = read.rounds[0].meetings[0]

    told = ask(page, "why-not", round=4, a=met.white, b=met.black)

    assert "met in round 1" in told["lines"][0]


def test_a_differing_round_lists_the_differences_and_both_pairings() -> None:
    page, _ = open_sample("corrected")

    assert [ask(page, "check", round=n)["agrees"] for n in (1, 2, 3, 4)] == [True] * 3 + [False]
    found = ask(page, "round", round=4)

    assert len(found["differences"]) == 4
    differing = [one for one in found["boards"] if not one["agrees"]]
    assert len(differing) == 4
    assert len(found["by_rules"]) == len(found["boards"])
    pair = differing[0]
    told = ask(page, "board", round=4, white=pair["white_number"], black=pair["black_number"])
    assert told["meet"] is False


def test_the_diagnosis_finds_the_corrected_result_and_reports_its_progress() -> None:
    page, _ = open_sample("corrected")
    seen: list[tuple[int, int]] = []

    answer = page.answer(
        '{"verb": "diagnose", "quick": false}', b"", lambda *now: seen.append(now), lambda: False
    )

    found = json.loads(answer)
    assert any(
        "possible: When round 4 was paired, the result of" in line for line in found["lines"]
    )
    assert (4, 1) in seen
    again = ask(page, "open", found["text"].encode(), name=found["file"])
    assert [ask(page, "check", round=one["round"])["agrees"] for one in again["rounds"]] == [
        True
    ] * 4


def test_a_diagnosis_can_be_stopped() -> None:
    page, _ = open_sample("corrected")

    answer = page.answer('{"verb": "diagnose", "quick": false}', b"", None, lambda: True)

    assert "stopped" in " ".join(json.loads(answer)["lines"])


def test_standings_show_the_values_of_the_library_and_can_expand_their_terms() -> None:
    page, event = open_sample("open")
    table = topboard.standings(read_text(event["content"]))

    found = ask(page, "standings")

    assert [one["number"] for one in found["lines"]] == [one.number for one in table.lines]
    first = table.lines[0]
    assert found["lines"][0]["values"] == [value.formatted for value in first.values]
    opened = ask(page, "tie-breaks", number=first.number)["values"]
    assert [len(one["terms"]) for one in opened] == [len(value.items) for value in first.values]
    assert {term["counts"] for term in opened[0]["terms"]} == {True, False}


def test_a_proof_is_made_and_opens_as_a_separate_file() -> None:
    page, _ = open_sample("olympiad")

    made = ask(page, "prove", round=6)

    assert made["proved"] is True
    assert len(made["steps"]) > 100
    opened = ask(page, "open", made["text"].encode(), name=made["file"])
    assert opened["kind"] == "proof"
    assert ask(page, "verify")["summary"] == made["summary"]
    assert ask(page, "round", round=6)["agrees"] is True


def test_a_changed_proof_is_not_accepted() -> None:
    page, _ = open_sample("open")
    document = json.loads(ask(page, "prove", round=3)["text"])
    first, second = document["pairs"][:2]
    document["pairs"][:2] = [[first[0], second[1]], [second[0], first[1]]]

    ask(page, "open", json.dumps(document).encode(), name="changed.json")
    found = ask(page, "verify")

    assert found["proved"] is False
    assert found["summary"].startswith("Not proved: fide_dutch_2026, round 3: ")


def test_an_event_is_converted_and_lost_values_are_named() -> None:
    page, event = open_sample("open")
    read = read_text(event["content"])

    made = ask(page, "convert", format="event-json")

    assert made["file"] == "open.json"
    assert made["losses"] == []
    assert read_text(made["text"]) == read
    ask(page, "sample", sample="olympiad")
    assert "cannot store" in problems(ask(page, "convert", format="trf16"))


def test_the_page_asks_for_the_system_of_a_file_that_names_none() -> None:
    event = topboard.generate("olympiad_2022", 1, topboard.Wishes(competitors=8, rounds=3))
    text = api.replace(event, system="")
    content = topboard.formats.dumps(text, "event-json").encode()
    page = Playground()

    asked = ask(page, "open", content, name="unnamed.json")
    assert asked["system"] == asked["system_title"] == ""
    assert "olympiad_2009" in asked["systems"]

    chosen = ask(page, "open", content, name="unnamed.json", system="olympiad_2022")
    assert chosen["system"] == "olympiad_2022"
    assert ask(page, "check", round=2)["agrees"] is True
    assert "for players" in problems(
        ask(page, "open", content, name="unnamed.json", system="fide_dutch_2026")
    )


# --- journals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("exported", [False, True])
def test_a_journal_is_opened_with_its_signatures(tmp_path, exported) -> None:
    path = write_signed_journal(tmp_path / "cup.topboard")
    content = path.read_bytes()
    if exported:
        with open_journal(path, read_only=True) as journal:
            content = format_journal_json(journal.load_verified_entries()).encode()
    page = Playground()

    opened = ask(page, "open", content, name=path.name)

    assert (opened["kind"], opened["section"], opened["next"]) == ("journal", "Open", 2)
    journal = opened["journal"]
    assert journal["summary"] == "8 journal entries, hash chain intact"
    assert journal["unsigned"].startswith("Not signed: journal entry 8")
    (one,) = journal["signatures"]
    assert one["what"] == "Journal entry 7: Open, round 1 published"
    signed = bytes.fromhex(one["signed"])
    assert is_signature_genuine(one["key"], one["signature"], signed)
    assert not is_signature_genuine(one["key"], one["signature"], signed + b"!")
    assert ask(page, "check", round=1)["agrees"] is True
    (replayed,) = ask(page, "replay")["rounds"]
    assert replayed["good"] is True
    assert replayed["text"].endswith("; proved")


def test_a_changed_journal_is_refused(tmp_path) -> None:
    path = write_signed_journal(tmp_path / "cup.topboard")
    with open_journal(path, read_only=True) as journal:
        text = format_journal_json(journal.load_verified_entries())

    refused = ask(
        Playground(), "open", text.replace("Player 3", "Player X").encode(), name="cup.json"
    )

    assert "journal entry 3 was changed or damaged" in problems(refused)


# --- files that are no tournaments ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, "a binary file, such as a picture"),
        (b"Dear arbiter,\nplease find attached\n", "neither JSON nor TRF"),
        (b"012 Cup\n001    1      Lonely, Ann\n", "there is only one player"),
        (b'{"format": "topboard-event/1"', "cut.bin"),
        (b"SQLite format 3\0" + bytes(4000), "is damaged"),
        (b'{"kind": "topboard journal", "version": 9}', "the journal has version 9"),
        (b'{"format": "topboard-proof/1", "round": 3}', "does not state the digest"),
        (b" " * (LARGEST_FILE + 1), "the file is too large"),
    ],
)
def test_a_file_that_cannot_be_opened_is_refused_with_the_reason(content, words) -> None:
    page = Playground()

    refused = ask(page, "open", content, name="cut.bin")

    assert words in problems(refused)
    assert "no file is open" in problems(ask(page, "standings"))


def test_a_refused_file_leaves_the_open_one_in_place() -> None:
    page, _ = open_sample("open")

    assert ask(page, "open", b"", name="empty.trf")["problems"]

    assert ask(page, "check", round=7)["agrees"] is True


def test_every_damaged_line_of_a_report_is_named() -> None:
    _, event = open_sample("open")
    lines = event["content"].split("\r\n")
    damaged = [line[:91] + "  x1" + line[95:] if line[:3] == "001" else line for line in lines]

    refused = ask(Playground(), "open", "\r\n".join(damaged).encode(), name="damaged.trf")

    assert len(refused["problems"]) > 10
    assert all(one["where"].startswith("damaged.trf:") for one in refused["problems"])
