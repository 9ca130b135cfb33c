"""``topboard event``: a whole event by commands, what they print, and their exit codes."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from topboard.cli import main
from topboard.cli.exit_codes import BAD_INPUT, DONE, FILE

if TYPE_CHECKING:
    from pathlib import Path

    from tests.event.conftest import Run


def test_a_round_goes_from_pairing_to_results(team_event: Run) -> None:
    code, out, _ = team_event("pair", "--json")
    made = json.loads(out)
    assert code == DONE
    assert [(p["white"], p["black"]) for p in made["pairs"]] == [(1, 3), (4, 2)]
    assert team_event("publish")[0] == DONE

    assert team_event("result", 1, 1, "1.5-0.5")[0] == DONE
    assert team_event("result", 1, 2, "1-0", "=", "--boards")[0] == DONE
    assert team_event("result", 1, 2, "1-0")[0] == BAD_INPUT
    total = ("result", 1, 2, "2-0", "--correct", "--unrated")
    code, _, err = team_event(*total)
    assert (
        code,
        "this removes the results of the individual games but keeps the line-up" in err,
    ) == (BAD_INPUT, True)
    assert team_event(*total, "--yes")[0] == DONE
    code, out, _ = team_event("show", "--round", 1)

    assert code == DONE
    assert out.splitlines()[2].split() == ["1", "1", "Aland", "1½-½", "3", "Cland"]
    assert out.splitlines()[3].split() == ["2", "4", "Dland", "2-0", "2", "Bland"]
    assert team_event("standings")[1].splitlines()[2].split()[2] == "Dland"


def test_the_state_is_shown_at_every_stage_of_an_unpublished_round(team_event: Run) -> None:
    """The draft has tables and absent teams, whose classes must be known to the writer."""

    def draft() -> dict[str, object]:
        code, out, err = team_event("show", "--json")
        assert (code, err) == (DONE, "")
        found = json.loads(out)["sections"][0]["draft"]
        assert isinstance(found, dict)
        return found

    assert team_event("suspend", "Dland", "--reason", "x")[0] == DONE
    assert team_event("pair")[0] == DONE
    paired = draft()
    assert paired["tables"] == [{"table": 1, "white": 1, "black": 2}]
    assert paired["bye"] == 3
    assert paired["excluded"] == [{"number": 4, "article": ""}]
    assert team_event("manual", "begin")[0] == DONE
    assert draft()["open"] is True
    assert team_event("manual", "end")[0] == DONE
    assert draft()["manual"] is True


def test_a_preview_records_nothing(team_event: Run) -> None:
    before = team_event("log")[1]
    code, out, _ = team_event("preview")

    assert code == DONE
    assert "Aland" in out
    assert team_event("log")[1] == before


def test_a_refusal_names_the_article_and_the_missing_confirmation(team_event: Run) -> None:
    team_event("pair", "--publish")

    code, out, err = team_event("undo", "--authority", "arbiter:B", "--reason", "wrong hall")
    assert (code, out) == (BAD_INPUT, "")
    assert "A published pairing may be changed only for one of these reasons: " in err
    assert "Inform the captain of Aland (#1) before you change the pairing (11.3)." in err
    code, _, err = team_event("undo", "--ground", "rematch", "--informed", "all")
    assert code == BAD_INPUT
    assert "No pair in the published round had met before (11.3)." in err
    assert "captain" not in err
    code, _, err = team_event(
        "change-published", "--pairs", "1-4", "3-2", "--ground", "other", "--authority", "arbiter:B"
    )
    assert code == BAD_INPUT
    assert "(11.3)" in err
    assert team_event("verify")[0] == DONE


def test_warnings_are_confirmed_with_yes(team_event: Run) -> None:
    team_event("pair", "--publish")

    code, _, err = team_event("result", 1, 1, "1-0")
    assert code == BAD_INPUT
    assert "Confirm the warning to continue." in err
    code, _, err = team_event("result", 1, 1, "1-0", "--yes")
    assert code == DONE
    assert (
        "note: Match 1: the points of the two teams do not add up to 2, the number of boards."
        in err
    )


def test_every_action_has_its_verb(team_event: Run, tmp_path: Path) -> None:
    (tmp_path / "ratings.csv").write_text("id,name,rating\n77,,2450\n")
    arbiter = ("--authority", "arbiter:Bob", "--reason", "so")
    president = ("--authority", "president:Eve", "--reason", "so")
    steps: tuple[tuple[object, ...], ...] = (
        ("announce",),
        ("change", "Dland", "--federation", "DDD"),
        ("import", tmp_path / "ratings.csv", "--ratings"),
        ("bye", "Dland", 2, *arbiter),
        ("bye", "Dland", 2, "--cancel"),
        ("rule-bye", "Dland", "bar", "--last", 2),
        ("forbid", "Aland", "Dland", "--wish"),
        ("forbid", "Aland", "Dland", "--cancel"),
        ("table", "Aland", 2, "--note", "camera"),
        ("imaginary", "1", "2"),
        ("adjust", "Dland", "--match-points", "-1", "--game-points", "0.5", *arbiter),
        ("suspend", "Dland"),
        ("lift", "Dland"),
        ("except", "Dland", "10.2", *president),
        ("lot", "speeches", "--commit", "--seed", "a secret of some length"),
        ("lot", "speeches", "--draw", "--seed", "a secret of some length"),
        ("lot", "seats", "--order", 4, 3, 2, 1),
        ("pair",),
        ("manual", "begin"),
        ("manual", "set", "--pairs", "1-2", "3-4"),
        ("manual", "end"),
        ("publish",),
        ("protest", 1, "Captain of 2", "we met"),
        ("result", 1, 1, "1F-0F", "--rated", "--present", 2, 0),
        ("result", 1, 2, "1-0*", "--yes"),
        ("result", 1, 2, "--remove"),
        ("undo",),
        ("redo",),
        ("result", 1, 2, "0F-0F"),
        ("enter", "Eland", "--late", 2, "--pairing-score", "1", *arbiter),
        ("withdraw", "Cland"),
        ("readmit", "Cland", *arbiter),
        ("expel", "Cland", "--from", 2, *arbiter),
        ("section", "Open", "--rounds", 1, "--yes"),
        ("close", "--yes"),
    )
    for step in steps:
        code, _, err = team_event(*step)
        assert code == DONE, (step, err)

    state = json.loads(team_event("show", "--json")[1])
    section = state["sections"][0]
    assert state["closed"]
    assert section["competitors"][3]["players"][0]["rating"] == 2450
    assert section["rounds"][0]["manual"]
    assert section["rounds"][0]["tables"][0]["manner"] == "default"
    log = json.loads(team_event("log", "--json")[1])
    assert len(log) == 7 + len(steps)
    assert {entry["who"] for entry in log} == {"Ann"}
    assert team_event("verify")[0] == DONE


def test_requests_for_several_players_are_recorded_and_clubs_only_shown(
    run: Run, tmp_path: Path
) -> None:
    rows = ["name,rating,club", "Ann,2000,Annex", "Bob,1900,", "Cid,1800,Annex", "Dot,1700,Annex"]
    (tmp_path / "players.csv").write_text("\n".join(rows))
    for step in (
        ("new", "Test", "--no-key"),
        ("section", "Open", "--system", "cfc_swiss", "--rounds", 3),
        ("import", tmp_path / "players.csv"),
        ("lot", "colour", "--colour", "white"),
        ("close-entries",),
    ):
        assert run(*step)[0] == DONE, step

    code, out, _ = run("show", "--requests")
    assert (code, out.splitlines()) == (
        DONE,
        [
            "There are no requests.",
            "Players who share a club or a region, but have made no request:",
            "Annex: 1 Ann; 3 Cid; 4 Dot",
        ],
    )
    code, _, err = run("forbid", "Ann", "Cid", "Dot", "--wish")
    assert code == DONE
    assert (
        "note: This request has no effect, because the variation for it has not "
        "been announced (619.1)."
    ) in err
    out = run("show")[1]
    assert "  Request not to be paired with each other: 1, 3, 4\n" in out
    assert "  The requests have no effect: variation 619.1 has not been announced.\n" in out
    found = json.loads(run("show", "--requests", "--json")[1])
    assert [group["numbers"] for group in found["requests"]] == [[1, 3, 4]]
    assert found["not_counted"] == "variation 619.1 has not been announced"
    assert found["sharing"] == [{"name": "Annex", "numbers": [1, 3, 4]}]

    pairs = [(p["white"], p["black"]) for p in json.loads(run("preview", "--json")[1])["pairs"]]
    assert pairs == [(1, 3), (4, 2)]
    assert "the requests are ignored because variation 619.1 is not announced" in run("preview")[1]
    run("section", "Open", "--variation", "619.1", "--yes")
    run("announce")
    pairs = [(p["white"], p["black"]) for p in json.loads(run("preview", "--json")[1])["pairs"]]
    assert pairs == [(1, 3), (4, 2)], "1 may meet nobody of the lower half"
    assert run("forbid", "Ann", "Cid", "Dot", "--cancel")[0] == DONE
    assert run("forbid", "Ann", "Cid", "--wish")[0] == DONE
    pairs = [(p["white"], p["black"]) for p in json.loads(run("preview", "--json")[1])["pairs"]]
    assert pairs == [(1, 4), (3, 2)]


def test_a_new_seed_is_shown_once_and_only_its_hash_is_recorded(team_event: Run) -> None:
    _, out, err = team_event("lot", "speeches", "--commit", "--json")
    seed = err.split()[1]
    content = json.loads(out)["content"]

    assert content["commitment"] == sha256(seed.encode()).hexdigest()
    assert seed not in out
    assert team_event("lot", "speeches", "--draw", "--seed", seed)[0] == DONE
    assert team_event("lot", "x", "--commit", "--seed", "short")[0] == BAD_INPUT


def test_each_kind_of_error_has_its_own_exit_code(run: Run, tmp_path: Path) -> None:
    assert run("show")[0] == FILE
    (tmp_path / "event.topboard").write_text("not a journal, but a text of some length" * 30)
    assert run("show")[0] == FILE
    assert run("new", "Test")[0] == FILE
    with pytest.raises(SystemExit) as left:
        main(["event", "dance", "x"])
    assert left.value.code == BAD_INPUT


def test_other_verbs_do_not_load_the_event_package() -> None:
    import subprocess
    import sys

    script = (
        "import sys; from topboard.cli import main; main(['systems']);"
        "print([m for m in sys.modules if m.startswith('topboard.event')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines()[-1] == "[]"


def test_a_published_round_without_results_does_not_change_the_standings(run: Run) -> None:
    steps: tuple[tuple[object, ...], ...] = (
        ("new", "Club"),
        ("section", "Open", "--system", "cfc_swiss", "--rounds", 3),
        *(("enter", f"P{n}", "--rating", 2000 - n) for n in range(1, 5)),
        ("close-entries",),
        ("lot", "colour", "--colour", "white"),
        ("pair", "--publish"),
        ("result", 1, 1, "1-0"),
        ("result", 1, 2, "1-0"),
    )
    for step in steps:
        assert run(*step)[0] == DONE, step
    before = run("standings")[1].splitlines()[1:]

    assert run("pair", "--publish")[0] == DONE

    assert run("standings")[1].splitlines()[1:] == before


def test_a_late_team_gets_its_place_by_rating_or_the_last_number(team_event: Run) -> None:
    team_event("pair", "--publish")
    team_event("result", 1, 1, "1-1")
    team_event("result", 1, 2, "1-1")
    late = ("--player", "La;2450", "--player", "Lb;2450", "--late", 2)
    word = ("--authority", "arbiter:B. Bell", "--reason", "the plane")

    code, _, err = team_event("enter", "Late", *late, *word)
    assert code == DONE
    assert (
        "Late will get starting number 4, and all participants from that number on will "
        "move down by one."
    ) in err
    state = json.loads(team_event("export", "--to", "event-json")[1])
    assert [t["name"] for t in state["teams"]] == ["Aland", "Bland", "Cland", "Late", "Dland"]
    assert team_event("verify")[0] == DONE

    assert team_event("undo")[0] == DONE
    assert team_event("enter", "Late", *late, *word, "--last-number")[0] == DONE
    state = json.loads(team_event("export", "--to", "event-json")[1])
    assert [t["name"] for t in state["teams"]][-1] == "Late"


@pytest.mark.article("olympiad_2008:9b")
def test_the_previous_standing_is_entered_changed_and_read_from_a_table(
    run: Run, tmp_path: Path
) -> None:
    head = "team,previous standing,name,rating\n"
    rows = [
        f"{team},{place},{team}{b},2500" for team, place in (("A", ""), ("B", 7)) for b in "1234"
    ]
    (tmp_path / "teams.csv").write_text(head + "\n".join(rows))
    players = [word for b in "1234" for word in ("--player", f"C{b};2500")]
    for step in (
        ("new", "Dresden"),
        ("section", "Open", "--system", "olympiad_2008", "--rounds", 11),
        ("import", tmp_path / "teams.csv"),
        ("enter", "C", *players, "--previous-standing", 3),
        ("enter", "D", *[word.replace("C", "D") for word in players]),
        ("change", "D", "--previous-standing", 5),
    ):
        assert run(*step)[0] == DONE, step

    assert run("change", "D", "--previous-standing", "third")[0] == BAD_INPUT
    assert run("close-entries")[0] == DONE
    teams = json.loads(run("export", "--to", "event-json")[1])["teams"]
    assert [(t["name"], t.get("previous_standing")) for t in teams] == [
        ("C", 3),
        ("D", 5),
        ("B", 7),
        ("A", None),
    ]


def test_a_new_section_uses_the_dutch_system_by_default(run: Run) -> None:
    run("new", "Open", "--no-key")

    code, _, err = run("section", "A")
    assert code != 0
    assert "Add --rounds N, and --system NAME if the system is not fide_dutch_2026." in err
    run("section", "A", "--rounds", 5, "--variation", "baku")

    assert "A (fide_dutch_2026): 0 participants" in run("show")[1]


def test_a_round_that_cannot_be_published_is_not_paired_either(team_event: Run) -> None:
    """In one command: by the text of 2008 only the panel publishes."""
    for step in (
        ("section", "Old", "--system", "olympiad_2008", "--rounds", 11, "--boards", 4),
        ("enter", "Aland", "--section", "Old"),
        ("enter", "Bland", "--section", "Old"),
        ("close-entries", "--section", "Old"),
        ("present", "all", "--players", 4, "--section", "Old"),
        ("lot", "colour", "--colour", "white", "--section", "Old"),
    ):
        assert team_event(*step)[0] == DONE, step
    before = team_event("log")[1]

    code, out, err = team_event("pair", "--publish", "--section", "Old")

    assert (code, out) == (BAD_INPUT, "")
    assert "The pairings must be made by the Technical Administration Panel (56)." in err
    assert team_event("log")[1] == before
    by = ("--authority", "panel:A. Panel", "--reason", "it was asked")
    assert team_event("pair", "--publish", "--section", "Old", *by)[0] == DONE
    assert len(team_event("log")[1].splitlines()) == len(before.splitlines()) + 2
