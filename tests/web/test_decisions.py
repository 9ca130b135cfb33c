"""What the rules leave to people, recorded at the desk."""

from __future__ import annotations

import re

import pytest

from tests.web.desk_client import (
    event_with_entries,
    event_with_round,
    list_offices,
    new_event,
    words,
)
from topboard.web.folder_repository import FolderRepository


def state(tmp_path):
    """The only section, as it is on disk."""
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section


@pytest.mark.parametrize(
    ("kind", "fields", "field", "shown"),
    [
        (
            "forbid",
            {"a": "1 Adams", "b": "4 Davis"},
            "forbidden",
            "Adams (#1) Davis (#4) May not be paired with each other all",
        ),
        (
            "table",
            {"whom": "6", "table": "1", "note": "ramp"},
            "fixed_tables",
            "Frost (#6) Always plays on board 1 (ramp)",
        ),
        (
            "bye",
            {"whom": "6", "ruling": "bar"},
            "bye_rulings",
            "Frost (#6) May not receive the pairing-allocated bye",
        ),
        (
            "points",
            {"whom": "2", "game_points": "-½", "match_points": "0"},
            "adjustments",
            "Baker (#2) Points -½ all director: D. I.",
        ),
        ("suspend", {"whom": "3"}, "suspended", "Clark (#3) Suspended"),
        (
            "expel",
            {"whom": "5", "reason": "fair play"},
            "requests",
            "Evans (#5) Expelled all director",
        ),
    ],
)
def test_a_decision_is_recorded_and_shown(kind, fields, field, shown, visitor, tmp_path):
    section = event_with_entries(visitor, "dubov_1997")
    assert not getattr(state(tmp_path), field)

    answer = visitor.send(f"{section}/decisions", f"{section}/decisions/{kind}", **fields)

    if kind in ("points", "expel"):
        assert list_offices(answer) == ["Chief Arbiter", "director"]
        answer = visitor.send_again(answer, office="director", authority="D. I.", reason="fair")
        done = FolderRepository(tmp_path).event("spring-open").snapshot().entries
        assert done[-1].authority == "director: D. I."

    assert "Ruling recorded." in words(answer)
    assert shown in words(answer)
    assert getattr(state(tmp_path), field)


def test_a_forbidden_pair_is_not_paired_until_it_is_allowed_again(visitor, tmp_path):
    section = event_with_entries(visitor, "dubov_1997")
    before = visitor.text(f"{section}/pairing")
    assert "Adams (#1) meets Davis (#4)" in before or "Davis (#4) meets Adams (#1)" in before

    visitor.send(f"{section}/decisions", f"{section}/decisions/forbid", a="1", b="4")
    apart = visitor.text(f"{section}/pairing")
    visitor.send(f"{section}/decisions", f"{section}/decisions/allow", a="1", b="4")

    assert "Adams (#1) meets Davis (#4)" not in apart
    assert state(tmp_path).forbidden == ()


def test_a_request_names_its_players_and_a_club_is_only_suggested(visitor, tmp_path):
    section = event_with_entries(visitor, "cfc_swiss")
    for number in (1, 2, 4):
        visitor.send(f"{section}/entries/{number}", club="Annex")
    page = f"{section}/decisions"

    offered = visitor.get(page).text
    assert "<summary>Annex (3)</summary>" in offered
    assert re.findall(r'name="whom" value="(\d+)"([^>]*)>', offered) == [
        ("1", ""),
        ("2", ""),
        ("4", ""),
    ]
    assert "variation 619.1 has not been announced" in words(visitor.get(page))
    assert state(tmp_path).forbidden == ()

    answer = visitor.send(page, f"{page}/request", whom=["1", "4"])
    assert "Ruling recorded." in words(answer)
    assert (
        "This request has no effect, because the variation for it has not been announced"
        in words(answer)
    )
    assert [(p.a, p.b, p.wish) for p in state(tmp_path).forbidden] == [(1, 4, True)]
    answer = visitor.send(page, f"{page}/request", numbers="2, 5 6")
    asked = "Baker (#2) Evans (#5) Frost (#6) Asked not to be paired with each other"
    assert asked in words(answer)
    assert "no effect: variation 619.1 has not been announced" in words(answer)

    for none in ({"numbers": "3"}, {"numbers": ""}, {"whom": ["3"]}):
        answer = visitor.send(page, f"{page}/request", **none)
        assert "must name at least two players" in words(answer)
    visitor.send(page, f"{page}/allow", a="2", b="5", others="6")
    assert [(p.a, p.b) for p in state(tmp_path).forbidden] == [(1, 4)]


def test_no_request_is_offered_if_the_rules_do_not_allow_one(visitor):
    section = event_with_entries(visitor, "dubov_1997")

    assert "Request not to be paired" not in visitor.text(f"{section}/decisions")


def test_an_invalid_number_of_points_is_refused(visitor, tmp_path):
    section = event_with_entries(visitor, "dubov_1997")
    answer = visitor.send(
        f"{section}/decisions",
        f"{section}/decisions/points",
        whom="1",
        match_points="many",
        game_points="0",
    )
    assert answer.status_code == 422
    assert "match points: invalid number of points: many" in words(answer)
    assert state(tmp_path).adjustments == ()


def test_a_published_round_is_changed_only_by_an_authority(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    fields = {
        "white": ["1", "3", "5"],
        "black": ["2", "4", "6"],
        "ground": "other",
        "informed": "on",
        "bye": "",
    }

    asked = visitor.send(f"{section}/rounds/1/change", **fields)
    assert asked.status_code == 422
    assert "This changes a published pairing." in words(asked)
    done = visitor.send_again(asked, office="director", authority="D. R.", reason="flood in hall 2")

    assert "revision 1" in words(done)
    played = state(tmp_path).rounds[0]
    assert [(m.white, m.black) for m in played.meetings.values()] == [(1, 2), (3, 4), (5, 6)]
    act = FolderRepository(tmp_path).event("spring-open").snapshot().entries[-1].act
    assert set(act.informed) == {1, 2, 3, 4, 5, 6}


def test_an_olympiad_round_is_not_changed_without_a_breach(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    fields = {"white": ["1", "3", "5"], "black": ["2", "4", "6"], "ground": "other", "bye": ""}

    answer = visitor.send(f"{section}/rounds/1/change", **fields)

    assert answer.status_code == 422
    assert "A published pairing may be changed only for one of these reasons:" in words(answer)
    assert "(11.3)" in words(answer)
    assert state(tmp_path).rounds[0].revision == 0


def test_a_team_on_its_way_is_paired_if_the_arbiter_decides_so(visitor, tmp_path):
    section = event_with_entries(visitor, "olympiad_2022")
    one = "spring-open/main/1"
    told = {f"arrived/{one}": "0", f"travel/{one}": "flight 12", f"in_time/{one}": "on"}
    asked = visitor.send(f"{section}/check-in", on_the_way=one, **told)
    assert "A ruling is needed on whether to pair Ash anyway (10.1.2)." in words(asked)
    visitor.send_again(asked, office="Chief Arbiter", authority="C. A.", reason="lands at noon")

    assert state(tmp_path).presence[1].in_time
    assert state(tmp_path).presence[1].travel == "flight 12"
    assert "on its way" in visitor.text(f"{section}/check-in")


@pytest.mark.parametrize(("choice", "number"), [("rating", 3), ("last", 7)])
def test_a_late_team_gets_the_number_chosen_for_it(choice, number, visitor, tmp_path):
    section = event_with_entries(visitor, "olympiad_2022")
    page = visitor.get(f"{section}/entries").text
    # The label spans two columns, so that the words of the choice are not cut off.
    assert re.search(
        r'class="wide">Starting number <select[^>]*>.*by rating \(others move down\)', page
    )

    asked = visitor.send(
        f"{section}/entries",
        name="Late",
        players="\n".join(f"L{n}; 2240" for n in "1234"),
        number=choice,
        joined="1",
    )
    visitor.send_again(asked, office="Chief Arbiter", authority="C. A.", reason="the plane")

    assert {c.name: n for n, c in state(tmp_path).competitors.items()}["Late"] == number


def test_the_previous_standing_of_a_team_is_recorded_at_the_desk(visitor, tmp_path):
    section = new_event(visitor, "olympiad_2008", 11)
    visitor.send(f"{section}/entries", name="Ash", previous_standing="12")
    assert state(tmp_path).competitors[1].previous_standing == 12

    assert 'value="12"' in visitor.get(f"{section}/entries/1").text
    visitor.send(f"{section}/entries/1", name="Ash", previous_standing="3")
    assert state(tmp_path).competitors[1].previous_standing == 3
    visitor.send(f"{section}/entries/1", name="Ash", previous_standing="")
    assert state(tmp_path).competitors[1].previous_standing is None


def test_the_desk_does_not_ask_for_a_previous_standing_that_no_article_needs(visitor):
    section = new_event(visitor, "olympiad_2022", 11)
    visitor.send(f"{section}/entries", name="Ash")

    assert "Previous standing" not in visitor.text(f"{section}/entries")
    assert "Previous standing" not in visitor.text(f"{section}/entries/1")


def test_the_entries_page_renumbers_players(visitor, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026", 5)
    assert "Renumber participants" not in visitor.text(f"{section}/entries")
    fields = {"name": "Frost", "rating": "2300", "federation": "CAN"}

    changed = visitor.send(f"{section}/entries/6", **fields)

    assert "You can renumber the participants until round 4 is paired (C.04.2 2.3)." in words(
        changed
    )
    assert "Renumber participants" in words(changed)
    assert "1 Frost 2300 6" in visitor.text(f"{section}/renumber")
    asked = visitor.send(f"{section}/renumber")
    visitor.send_again(asked, office="Chief Arbiter", authority="C. A.", reason="wrong list")
    assert state(tmp_path).competitors[1].name == "Frost"


def test_changing_a_round_offers_grounds_and_a_table_for_a_late_entry(visitor, tmp_path):
    section = event_with_entries(visitor, "fide_dutch_2026", 5)
    away = f"{section}/absent"
    visitor.send(f"{section}/entries/6", away, number="6", round="1", worth="zero")
    visitor.send(f"{section}/pairing", publish="1")
    late = visitor.send(f"{section}/entries", name="Ghost", rating="1000", joined="2")
    visitor.send_again(late, office="Chief Arbiter", authority="C. A.", reason="came by bus")
    tables = state(tmp_path).rounds[0].meetings.values()
    bye = next(n for n, o in state(tmp_path).rounds[0].away if type(o).__name__ == "PairingBye")
    page = visitor.get(f"{section}/rounds/1/change").text
    assert "two without an opponent" in page
    assert "a colour limit" not in page
    fields = {
        "white": [*(str(m.white) for m in tables), str(bye)],
        "black": [*(str(m.black) for m in tables), "7"],
        "ground": "a late entry is seated",
        "informed": "on",
    }

    refused = visitor.send(f"{section}/rounds/1/change", **fields)
    assert "Ghost (#7) must agree to the change (C.04.2 4.4)." in words(refused)
    asked = visitor.send(f"{section}/rounds/1/change", **fields, agreed="on")
    visitor.send_again(asked, office="Chief Arbiter", authority="C. A.", reason="all agree")

    assert [(m.white, m.black) for m in state(tmp_path).rounds[0].meetings.values()][-1] == (bye, 7)


@pytest.mark.parametrize(
    ("edition", "offered"),
    [
        ("olympiad_2022", ["the two had met before", "a colour limit was broken"]),
        (
            "dubov_1997",
            [
                "the two had met before",
                "a colour limit was broken",
                "published by mistake",
                "other",
            ],
        ),
    ],
)
def test_a_ground_that_no_authority_can_lift_is_not_offered(edition, offered, visitor):
    section = event_with_round(visitor, edition, 11)
    page = visitor.get(f"{section}/rounds/1/change").text

    fields = page.partition('name="ground"')[2].partition("</select>")[0]
    assert re.findall(r'<option value="([^"]+)">', fields) == offered
    assert '<option value="" selected>Choose the grounds' in fields, "none is chosen for the user"


def test_the_page_for_a_change_shows_the_results_and_needs_grounds(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    page = f"{section}/rounds/1/change"
    assert "A result stays with its pair" not in visitor.text(page)
    visitor.send(f"{section}/results/1", t2="1-0")

    shown = visitor.text(page)
    assert "Enter who decided on the change and why." in shown
    assert 'name="authority"' in visitor.get(page).text
    assert "A result stays with its pair" in shown
    assert visitor.get(page).text.count('<td data-side="Result">1-0</td>') == 1
    fields = {"white": ["1", "3", "5"], "black": ["2", "4", "6"], "bye": "", "ground": ""}
    assert visitor.send(page, **fields).status_code == 422
    assert state(tmp_path).rounds[0].revision == 0


def test_an_individual_section_has_one_kind_of_points_and_lists_its_byes(visitor):
    section = event_with_entries(visitor, "dubov_1997")
    page = visitor.get(f"{section}/decisions").text
    assert 'name="game_points"' in page
    assert 'name="match_points"' not in page
    fields = {"number": "3", "round": "2", "worth": "half"}
    visitor.send(f"{section}/entries/3", f"{section}/absent", **fields)

    shown = visitor.text(f"{section}/decisions")
    assert "Clark (#3) Half-point bye 2 arbiter on this machine" in shown
    assert "There are no rulings yet." not in shown


def test_a_correction_made_too_late_is_recorded_only_for_the_ratings(visitor, tmp_path):
    section = event_with_round(visitor, "fide_dutch_2026", 5)
    for number in (1, 2):
        visitor.send(f"{section}/results/{number}", t1="1-0", t2="1-0", t3="1-0")
        if number == 1:
            visitor.send(f"{section}/pairing", publish="1")

    refused = visitor.send(f"{section}/results/1/2", t2="0-1")
    assert "Round 2 has ended. Record the correction for ratings only (C.04.2 4.3)." in words(
        refused
    )
    visitor.send(f"{section}/results/1/2", t2="0-1", rating_only="on")

    assert "1-0 (rated as 0-1)" in visitor.text(f"{section}/results/1/2")
    assert state(tmp_path).rounds[0].meetings[2].rated_as == (0, 10)


def test_a_change_with_an_empty_side_is_refused_with_a_message(visitor):
    section = event_with_round(visitor, "cfc_swiss")
    page = f"{section}/rounds/1/change"
    answer = visitor.send(page, ground="other", white=["1", "2"], black=["3"])
    assert answer.status_code == 422
    assert "one side is empty" in words(answer)


def test_facts_a_report_records_for_one_round_only_are_shown_before_saving(visitor):
    section = event_with_entries(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/decisions", f"{section}/decisions/suspend", whom="3")
    address = f"{section}/export/trf26.trf"

    shown = visitor.http.get(address, headers={"Accept": "text/html"})

    assert "Clark (#3) is suspended. The file records only the absence from round 1." in words(
        shown
    )
    assert f'href="{address}?noted=true"' in shown.text
    saved = visitor.http.get(f"{address}?noted=true", headers={"Accept": "text/html"})
    assert "240 Z 001    3" in saved.text
    assert visitor.get(address).text == saved.text
