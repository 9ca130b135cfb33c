"""Refusals are values: kind, level, article, subject and remedy, so that no program reads words."""

from __future__ import annotations

import json
import pickle
from typing import TYPE_CHECKING, Any

import pytest

from tests.event.sessions import ARBITER, SECTION, Play, dutch_event, olympiad_event
from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE, NO_PAIRING
from topboard.errors import AuthorityNeeded, ConfirmationNeeded, ProblemLevel, Refused
from topboard.event import actions
from topboard.model import HalfPointBye, Number

if TYPE_CHECKING:
    from tests.event.conftest import Run


def refusal_answer(answer: tuple[int, str, str], code: int = BAD_INPUT) -> dict[str, Any]:
    """The answer of a command that was not done; people still read why on standard error."""
    got, out, err = answer
    assert got == code
    assert err.startswith("topboard: ")
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.fixture
def closed_event(run: Run) -> Run:
    """A Dutch section of four with closed entries and a lot."""
    run("new", "Test", "--no-key")
    run("section", "Open", "--system", "fide_dutch_2026", "--rounds", 5)
    for name, rating in (("Aa", 2000), ("Bb", 1900), ("Cc", 1800), ("Dd", 1700)):
        run("enter", name, "--rating", rating)
    run("close-entries")
    run("lot", "colour", "--colour", "white")
    return run


def test_an_action_the_state_does_not_allow_is_refused_with_its_subject(closed_event: Run) -> None:
    answer = refusal_answer(closed_event("result", 1, 2, "1-0", "--json"))

    assert (answer["kind"], answer["level"], answer["act"]) == ("refused", "refuse", "EnterResults")
    assert "offices" not in answer
    (problem,) = answer["problems"]
    assert problem["subject"] == {"section": "Open", "round": 1}
    assert problem["what"] == "Round 1 of section Open has not been published."
    assert problem["quoted"] == ""


def test_an_action_forbidden_by_an_article_is_refused_with_the_article(run: Run) -> None:
    run("new", "Test", "--no-key")
    canada = ("--system", "cfc_swiss", "--rounds", 5)
    run("section", "Open", *canada, "--variation", "616.1")
    for name, rating in (("Aa", 2000), ("Bb", 1900)):
        run("enter", name, "--rating", rating)
    run("close-entries")

    answer = refusal_answer(run("pair", "--json"))

    assert answer["kind"] == "refused"
    assert answer["problems"][0]["article"] == "601"
    assert answer["problems"][0]["what"].endswith(" (601).")


def test_a_refusal_names_the_required_offices_as_requests_spell_them(closed_event: Run) -> None:
    answer = refusal_answer(closed_event("bye", "Bb", 2, "--points", "half", "--json"))

    assert (answer["kind"], answer["level"]) == ("authority", "refuse")
    assert answer["offices"] == ["arbiter", "director"]
    (problem,) = answer["problems"]
    assert problem["article"] == "C.04.2 3.3"
    assert problem["subject"] == {"section": "Open", "round": 2, "numbers": [2]}
    assert problem["remedy"].startswith("Name the authority")
    for office in answer["offices"]:
        word = ("--authority", f"{office}:A. B.")
        again = refusal_answer(closed_event("bye", "Bb", 2, "--points", "half", *word, "--json"))
        assert again["problems"][0]["what"] == "A ruling needs a reason."
    assert (
        closed_event("bye", "Bb", 2, "--points", "half", *word, "--reason", "exam", "--json")[0]
        == DONE
    )


def test_a_refusal_lists_all_requirements_at_once(closed_event: Run) -> None:
    """A second half-point bye is left to an office and has to be confirmed."""
    by = ("--authority", "arbiter:A. B.", "--reason", "exam")
    closed_event("bye", "Bb", 2, "--points", "half", *by)

    answer = refusal_answer(closed_event("bye", "Bb", 3, "--points", "half", "--json"))

    assert answer["kind"] == "authority"
    assert [p["level"] for p in answer["problems"]] == ["refuse", "confirm"]
    assert (
        answer["problems"][1]["remedy"]
        == "Confirm the warning to continue. On the command line, add --yes."
    )
    again = refusal_answer(closed_event("bye", "Bb", 3, "--points", "half", *by, "--json"))
    assert (again["kind"], again["level"]) == ("confirmation", "confirm")
    assert len(again["problems"]) == 1
    assert closed_event("bye", "Bb", 3, "--points", "half", *by, "--yes")[0] == DONE


def test_a_double_confirmation_has_its_own_level(closed_event: Run) -> None:
    once = refusal_answer(closed_event("leave-fide-mode", "--json"))
    again = refusal_answer(closed_event("leave-fide-mode", "--yes", "--json"))

    assert (once["kind"], once["level"]) == ("confirmation", "confirm twice")
    assert (again["kind"], again["level"]) == ("confirmation", "confirm twice")
    assert (
        again["problems"][0]["remedy"]
        == "Confirm the warning a second time to continue. On the command line, add --yes-again."
    )


def test_the_warning_of_a_manual_rematch_names_both_players_and_the_article(
    closed_event: Run,
) -> None:
    closed_event("pair", "--publish")
    for table in (1, 2):
        assert closed_event("result", 1, table, "1-0")[0] == DONE
    closed_event("manual", "begin")

    answer = refusal_answer(closed_event("manual", "set", "--pairs", "3-1", "2-4", "--json"))

    assert answer["kind"] == "confirmation"
    assert answer["act"] == "ChangeManual"
    met = [p for p in answer["problems"] if p["article"] == "C.04.1 2"]
    assert [p["subject"]["numbers"] for p in met] == [[3, 1], [2, 4]]
    assert {p["level"] for p in answer["problems"]} <= {"confirm", "note"}


def test_notes_are_listed_after_the_warnings_to_confirm() -> None:
    play = dutch_event("fide_dutch_2026", 8)
    play.round()
    # 1 and 2 both have the colour they do not prefer; 3 and 7 met in round 1.
    pairs = ((1, 2), (7, 3))
    tables = tuple(actions.Table(t, Number(a), Number(b)) for t, (a, b) in enumerate(pairs, 1))
    play.do(actions.BeginManual(SECTION, 2))

    with pytest.raises(ConfirmationNeeded) as asked:
        play.do(actions.ChangeManual(SECTION, 2, tables))

    assert [p.level for p in asked.value.problems] == [ProblemLevel.CONFIRM]
    assert [p.level for p in asked.value.others] == [ProblemLevel.NOTE]
    assert (
        "would both get their preferred colour if their colours were reversed"
        in asked.value.others[0].what
    )
    assert "would both get their preferred colour if their colours were reversed" not in str(
        asked.value
    )


def test_bad_requests_and_other_errors_also_return_an_answer(closed_event: Run) -> None:
    unknown = refusal_answer(closed_event("withdraw", "Nobody", "--json"))
    assert (unknown["kind"], unknown["level"]) == ("refused", "refuse")
    assert "act" not in unknown
    missing = refusal_answer(closed_event("show", "--json", file="none.topboard"), FILE)
    assert missing["kind"] == "error"
    assert missing["problems"][0]["what"]


def test_a_round_without_a_legal_pairing_returns_the_article(run: Run) -> None:
    run("new", "Test", "--no-key")
    run("section", "Open", "--system", "fide_dutch_2026", "--rounds", 5)
    for name in ("Aa", "Bb"):
        run("enter", name, "--rating", 2000)
    run("close-entries")
    run("lot", "colour", "--colour", "white")
    run("pair", "--publish", "--yes")
    run("result", 1, 1, "1-0")

    answer = refusal_answer(run("pair", "--json"), NO_PAIRING)

    assert answer["kind"] == "no pairing"
    assert answer["problems"][0]["article"] == "2.2.1 C4"


def test_without_json_a_refusal_is_printed_only_on_standard_error(closed_event: Run) -> None:
    code, out, err = closed_event("bye", "Bb", 2, "--points", "half")
    assert (code, out) == (BAD_INPUT, "")
    assert "Name the authority" in err


def authority_needed(play: Play) -> AuthorityNeeded:
    with pytest.raises(AuthorityNeeded) as asked:
        play.do(actions.RequestBye(SECTION, Number(2), 2, HalfPointBye()))
    return asked.value


def test_a_refusal_survives_pickling() -> None:
    error = authority_needed(dutch_event("fide_dutch_2026"))

    again = pickle.loads(pickle.dumps(error))

    assert isinstance(again, AuthorityNeeded)
    assert (again.problems, again.others) == (error.problems, error.others)
    assert (again.offices, again.subject) == (error.offices, error.subject)


def test_uninformed_captains_are_identified_by_team_number() -> None:
    play = olympiad_event("olympiad_2022")
    play.publish()
    played = play.section.rounds[-1]
    one, two, *rest = (actions.Table(t, m.white, m.black) for t, m in played.meetings.items())  # type: ignore[arg-type]
    tables = (actions.Table(1, one.white, two.black), actions.Table(2, two.white, one.black), *rest)
    change = actions.ChangePublished(SECTION, 1, tables, None, actions.ChangeGround.REMATCH)

    with pytest.raises(Refused) as raised:
        play.do(change, ARBITER)

    informed = {p.numbers for p in raised.value.problems if p.what.startswith("Inform ")}
    assert informed == {(n,) for n in (one.white, one.black, two.white, two.black)}
    assert raised.value.subject == {"act": "ChangePublished", "section": SECTION, "round": 1}
