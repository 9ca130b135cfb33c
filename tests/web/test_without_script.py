"""The arbiter's path by forms alone: no JavaScript runs in these tests."""

from __future__ import annotations

import re

import pytest

from tests.web.desk_client import (
    PLAYERS,
    TEAMS,
    event_with_entries,
    event_with_round,
    new_event,
    words,
)
from topboard.event.ratings import format_ratings
from topboard.model import Manner
from topboard.web.desk.results import describe_result_with_games
from topboard.web.folder_repository import FolderRepository


def state(tmp_path, stem="spring-open"):
    """The only section, as it is on disk."""
    (section,) = FolderRepository(tmp_path).event(stem).snapshot().event.sections.values()
    return section


def test_results_of_all_tables_are_submitted_at_once(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")

    answer = visitor.send(f"{section}/results/1", t1="1", t2="=", t3="")

    assert "2 results were saved." in words(answer)
    assert "Missing results: 1 of 3" in words(answer)
    points = [(m.white_points, m.black_points) for m in state(tmp_path).rounds[0].meetings.values()]
    assert points == [(10, 0), (5, 5), (0, 0)]


def test_a_half_entered_match_is_saved_without_a_result(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")

    visitor.send(f"{section}/results/1", t2b1="1", t2b2="0")

    (_, half, _) = state(tmp_path).rounds[0].meetings.values()
    assert half.manner is Manner.PENDING
    assert [game.manner for game in half.games] == [Manner.PLAYED] * 2 + [Manner.PENDING] * 2
    assert "Missing results: 3 of 3" in visitor.text(f"{section}/results/1")
    answer = visitor.send(f"{section}/results/1", t2b3="=", t2b4="1")
    assert "Missing results: 2 of 3" in words(answer)
    assert describe_result_with_games(state(tmp_path).rounds[0].meetings[2]) == "2½-1½"


def test_a_line_up_can_be_recorded_before_the_results_and_printed(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    page = f"{section}/results/1/1"
    meeting = state(tmp_path).rounds[0].meetings[1]
    first = [p.number for p in state(tmp_path).competitors[meeting.white].players]
    line_up = {f"t1first{b}": str(first[b]) for b in range(1, 4)}

    visitor.send(page, **line_up, t1first4="-")

    seated = state(tmp_path).rounds[0].meetings[1]
    assert [seated.games[0].white, seated.games[1].black] == first[1:3]
    assert seated.games[3].black is None
    assert seated.manner is Manner.PENDING
    # The line-up is secret until the opponents have handed in theirs.
    assert "secret line-up" in visitor.text(f"{section}/results/1")
    sheet = visitor.text(f"{section}/paper/match-sheets.html?number=1")
    names = {p.number: p.name for p in state(tmp_path).competitors[meeting.white].players}
    assert f"1 White {names[first[1]]}" in sheet
    visitor.send(f"{section}/results/1", t1b1="1", t1b2="1", t1b3="1", t1b4="-")
    assert describe_result_with_games(state(tmp_path).rounds[0].meetings[1]) == "3-1"
    assert "no one" in visitor.text(f"{section}/results/1")


def test_a_reserve_can_play_on_a_board(visitor, tmp_path):
    section = event_with_round(visitor, "olympiad_2022")
    team = state(tmp_path).competitors[state(tmp_path).rounds[0].meetings[1].white]
    reserve = team.players[4].number

    fields = {f"t1b{board}": "1" for board in range(1, 5)}
    answer = visitor.send(f"{section}/results/1/1", t1first4=str(reserve), **fields)

    assert answer.status_code == 200
    games = state(tmp_path).rounds[0].meetings[1].games
    assert [games[0].white, games[3].black] == [team.players[0].number, reserve]


def test_a_correction_is_recorded_with_its_reason(visitor, tmp_path):
    section = event_with_round(visitor, "dubov_1997")
    visitor.send(f"{section}/results/1", t1="1")

    visitor.send(f"{section}/results/1/1", t1="0-1", reason="slip misread")

    assert state(tmp_path).rounds[0].meetings[1].black_points == 10
    last = FolderRepository(tmp_path).event("spring-open").snapshot().entries[-1]
    assert (type(last.act).__name__, last.reason) == ("CorrectResult", "slip misread")


def test_a_preview_lists_every_problem_and_enters_nothing(visitor, tmp_path):
    section = new_event(visitor, "dubov_1997")

    answer = visitor.send(
        f"{section}/entries",
        f"{section}/entries/paste",
        lines="Adams; 2200\n; 2100\nClark; strong\n",
    )

    assert answer.status_code == 422
    assert "line 2: the name is missing: ; 2100" in words(answer)
    assert "line 3: invalid rating: strong" in words(answer)
    assert state(tmp_path).competitors == {}


def test_a_file_is_previewed_and_entered(visitor, tmp_path):
    section = new_event(visitor, "dubov_1997")
    table = "name,rating,fed\nAdams,2200,CAN\nBaker,2100,USA\n"

    preview = visitor.send(
        f"{section}/entries",
        f"{section}/entries/import",
        files={"file": ("players.csv", table.encode(), "text/csv")},
    )
    assert "Add 2 players" in words(preview)
    assert state(tmp_path).competitors == {}
    visitor.send_again(preview)

    entered = state(tmp_path).competitors.values()
    assert [(c.name, c.rating, c.federation) for c in entered] == [
        ("Adams", 2200, "CAN"),
        ("Baker", 2100, "USA"),
    ]


def test_the_preview_points_out_a_name_already_entered(visitor):
    section = new_event(visitor, "dubov_1997")
    visitor.send(f"{section}/entries", name="Adams", rating="2200")

    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines="adams; 2100")

    assert "Already on the list: adams" in words(preview)


def test_pasted_teams_have_their_rosters(visitor, tmp_path):
    section = new_event(visitor, "olympiad_2022")

    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=TEAMS)
    visitor.send_again(preview)

    teams = list(state(tmp_path).competitors.values())
    assert [len(team.players) for team in teams] == [5] * 6
    assert teams[1].players[0].name == "Birch 1"
    assert teams[1].federation == "BIR"


def test_numbers_are_shown_before_they_are_assigned(visitor, tmp_path):
    section = new_event(visitor, "olympiad_2022")
    for name, rating in (("Weak", 2000), ("Strong", 2500)):
        players = "\n".join(f"{name} {b}; {rating}" for b in range(1, 5))
        visitor.send(f"{section}/entries", name=name, players=players)

    shown = visitor.text(f"{section}/close-entries")
    assert shown.index("Strong") < shown.index("Weak")
    assert not state(tmp_path).entries_closed
    visitor.send(f"{section}/close-entries")

    assert [c.name for c in state(tmp_path).competitors.values()] == ["Strong", "Weak"]


def test_a_warning_is_quoted_and_must_be_confirmed(visitor, tmp_path):
    answer = visitor.send(
        "/new", name="Olympiad", system="olympiad_2009", rounds="9", boards="4", section="Open"
    )

    assert answer.status_code == 422
    assert "The regulations prescribe 11 rounds, not 9 (11)." in words(answer)
    assert FolderRepository(tmp_path).list_event_slugs() == []
    form = answer.text[answer.text.rindex("<form") :]
    assert 'name="confirmed" value="yes"' in form

    import re

    hidden = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    done = visitor.http.post("/new", data=hidden)
    assert done.status_code == 200
    assert state(tmp_path, "olympiad").settings.rounds == 9


def test_leaving_fide_mode_takes_two_warning_pages(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    assert "FIDE mode" in visitor.text(f"{section}/settings")

    first = visitor.send(f"{section}/settings", f"{section}/leave-fide-mode")
    second = visitor.send_again(first)
    assert "This section will leave FIDE mode permanently." in words(first)
    assert "This must be confirmed twice. Please confirm it once more." in words(second)
    assert not state(tmp_path).left_fide_mode
    visitor.send_again(second)

    assert state(tmp_path).left_fide_mode
    assert "This section has left FIDE mode" in visitor.text(f"{section}/settings")
    other = new_event(visitor, "dubov_1997", name="Autumn")
    assert "FIDE mode" not in visitor.text(f"{other}/settings")


def test_an_authority_is_requested_with_office_name_and_reason(visitor, tmp_path):
    section = event_with_entries(visitor, "dubov_1997")

    asked = visitor.send(f"{section}/entries", name="Late Larry", rating="1900", joined="1")
    assert asked.status_code == 422
    assert "A ruling is needed on whether Late Larry may enter late" in words(asked)
    assert len(state(tmp_path).competitors) == 6

    unnamed = visitor.send_again(asked, office="director", authority="", reason="train")
    assert unnamed.status_code == 422
    done = visitor.send_again(asked, office="director", authority="D. Rector", reason="train late")

    assert "Late Larry was added." in words(done)
    last = FolderRepository(tmp_path).event("spring-open").snapshot().entries[-1]
    assert (last.authority, last.reason) == ("director: D. Rector", "train late")


def test_a_refusal_names_the_article_and_records_nothing(visitor, tmp_path):
    section = event_with_entries(visitor, "olympiad_2022")
    for number in (1, 2):
        visitor.send(f"{section}/check-in", here=f"spring-open/main/{number}")

    pairing = visitor.text(f"{section}/pairing")
    assert "Not paired" in pairing
    assert "art. 10.1" in pairing


def test_pairing_again_is_refused_while_results_are_missing(visitor):
    section = event_with_round(visitor, "dubov_1997")

    assert "The results of boards 1, 2, 3 in round 1 are missing." in visitor.text(
        f"{section}/pairing"
    )
    answer = visitor.send(f"{section}/results/1", f"{section}/pairing", publish="1")

    assert answer.status_code == 422
    assert "have no result: " in words(answer)


def test_an_absent_player_is_not_paired(visitor, tmp_path):
    section = event_with_entries(visitor, "dubov_1997")
    visitor.send(f"{section}/check-in", f"{section}/absent", number="6")
    visitor.send(f"{section}/check-in", f"{section}/absent", number="5", worth="half")

    visitor.send(f"{section}/pairing", publish="1")

    away = {n: type(o).__name__ for n, o in state(tmp_path).rounds[0].away}
    assert away == {5: "HalfPointBye", 6: "ZeroPointBye"}


def test_a_manual_pairing_is_marked_everywhere(visitor, tmp_path):
    section = event_with_entries(visitor, "dubov_1997")
    assert "Pairing by the rules" in visitor.text(f"{section}/manual")

    white, black = ["1 Adams", "3 Clark", "5 Evans"], ["2 Baker", "4 Davis", "6 Frost"]
    ended = visitor.send(f"{section}/manual", white=white, black=black, bye="", end="1")
    assert "Differences from the rules" in words(ended)
    visitor.send(f"{section}/pairing", f"{section}/publish")

    played = state(tmp_path).rounds[0]
    assert played.manual
    assert [(m.white, m.black) for m in played.meetings.values()] == [(1, 2), (3, 4), (5, 6)]
    for page in (f"{section}/rounds/1", section.partition("/s/")[0] + "/check", section):
        assert "by hand" in visitor.text(page)


def test_variations_are_offered_with_their_article_and_announced(visitor, tmp_path):
    answer = visitor.send(
        "/new",
        name="Open",
        system="cfc_swiss",
        rounds="5",
        section="A",
        **{"cfc_swiss.616.1": "on", "cfc_swiss.own": "No draws before move 30.\r\nNo phones.\r\n"},
    )
    section = answer.url.path

    own = ("602=No draws before move 30.", "602=No phones.")
    assert state(tmp_path, "open").settings.variations == ("616.1", *own)
    settings = visitor.text(f"{section}/settings")
    assert "The bye is worth half a point. art. 616.1" in settings
    assert "No draws before move 30. art. 602" in settings
    assert "No draws before move 30. No phones." in " ".join(settings.split())
    visitor.send(f"{section}/settings", f"{section}/announce", how="on the board")
    assert state(tmp_path, "open").announced


def test_a_lim_maxi_tournament_can_be_run_to_the_second_round(visitor, tmp_path):
    answer = visitor.send(
        "/new",
        name="Lim",
        system="fide_lim_2026",
        rounds="3",
        section="A",
        **{"fide_lim_2026.maxi": "on"},
    )
    section = answer.url.path
    preview = visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=PLAYERS)
    visitor.send_again(preview)
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")
    visitor.send(f"{section}/close-entries")
    visitor.send(f"{section}/settings", f"{section}/announce", how="on the board")
    visitor.send(f"{section}/check-in", all="1")
    visitor.send(f"{section}/pairing", publish="1")
    visitor.send(f"{section}/results/1", t1="1-0", t2="1-0", t3="1-0")

    drafted = visitor.text(f"{section}/pairing")
    visitor.send(f"{section}/pairing", publish="1")

    assert "Maxi-tournament: floaters and opponents are chosen by colour" in visitor.text(
        f"{section}/settings"
    )
    assert "Round 2" in drafted
    first, second = state(tmp_path, "lim").rounds
    assert [(m.white, m.black) for m in first.meetings.values()] == [(1, 4), (5, 2), (3, 6)]
    assert len(second.meetings) == 3
    assert "met in round 1" in visitor.text(f"{section}/why-not?a=1&b=4&round=2")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("standings.csv", "Place,No.,Name,Points"),
        ("round-1.csv", "Table,No.,White,Result,No.,Black"),
        ("trf26.trf", "012 Spring Open"),
        ("event.json", "Spring Open"),
    ],
)
def test_a_section_can_be_saved_as_a_file(name, expected, visitor):
    section = event_with_round(visitor, "dubov_1997")
    listed = visitor.get(f"{section}/documents").text

    answer = visitor.get(f"{section}/export/{name}")

    assert f"/export/{name}" in listed
    assert answer.status_code == 200
    assert expected in answer.text
    assert answer.headers["content-disposition"].startswith("attachment")


def test_a_saved_journal_is_read_back_unchanged(visitor, tmp_path):
    from topboard.storage.journal_json import parse_journal_json

    section = event_with_round(visitor, "dubov_1997")
    text = visitor.get(section.partition("/s/")[0] + "/journal.json").text

    records = parse_journal_json(text, "journal")
    assert len(records) == len(FolderRepository(tmp_path).event("spring-open").snapshot().entries)


def test_tie_breaks_can_be_chosen_by_plain_names_or_by_codes(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    settings = f"{section}/settings"
    assert "Buchholz Cut 1 (BH/C1)" in visitor.text(settings)

    chosen = {"tie_break": ["BH/C1", "", "DE"], "tie_breaks": "ks/l+1", "tie_break_edition": "2024"}
    visitor.send(settings, settings, rounds="5", **chosen)

    now = state(tmp_path).settings
    assert (now.tie_breaks, now.tie_break_edition) == (("BH/C1", "DE", "KS/L+1"), "2024")
    shown = visitor.get(settings).text
    assert '<option value="DE" selected>Direct encounter (DE)</option>' in shown
    assert '<option value="2024" selected>2024</option>' in shown
    refused = visitor.send(settings, settings, rounds="5", tie_breaks="EDE")
    assert "this tie-break is only for team events" in words(refused)


RATINGS = """name; fed; FIDE; rapid; CFC
Adams; CAN; 2000; 1900; 2050
Baker; CAN; 1800
Clark; CAN; ; 1700"""


def test_ratings_from_several_lists_are_entered_shown_and_chosen(visitor):
    section = new_event(visitor, "dubov_1997")
    entries, settings = f"{section}/entries", f"{section}/settings"
    preview = visitor.send(entries, f"{entries}/paste", lines=RATINGS)
    assert "FIDE 2000, FIDE rapid 1900, CFC 2050" in words(preview)
    assert "Ratings used in this section: FIDE." in words(preview)

    asked = visitor.send_again(preview)
    assert "This section uses FIDE ratings, and 1 of 3 players has none: Clark has only" in words(
        asked
    )
    visitor.send_again(asked)
    page = visitor.get(f"{entries}/1").text
    assert re.findall(r'name="(?:\w+_)?rating".*value="([^"]*)"', page) == [
        "2000",
        "2050",
        "FIDE rapid 1900",
    ]
    assert "The rating in use is 2000." in page

    changed = visitor.send(settings, settings, rounds="3", rating_order="rapid, FIDE")
    assert "Settings saved." in words(changed)
    assert "The rating in use is 1900." in visitor.text(f"{entries}/1")
    assert "The rating in use is 1800." in visitor.text(f"{entries}/2")
    visitor.send(f"{entries}/1", f"{entries}/1", name="Adams", rating="1850, FIDE rapid 1910")
    page = visitor.get(f"{entries}/1").text
    assert "The rating in use is 1850, which was entered by hand." in page
    assert 'value="1850, FIDE rapid 1910"' in page

    wrong = visitor.send(settings, settings, rounds="3", rating_order="FIDE rapd")
    assert "unknown type of rating" in words(wrong)
    wrong = visitor.send(f"{entries}/1", f"{entries}/1", name="Adams", rating="FIDE 99999")
    assert "the rating is out of range" in words(wrong)


def test_the_preview_says_which_list_a_pasted_rating_without_one_belongs_to(visitor, tmp_path):
    entries = f"{new_event(visitor, 'cfc_swiss')}/entries"
    shown = visitor.send(entries, f"{entries}/paste", lines="name; Rating\nBell; 1850")

    assert "Column 'Rating' does not name a rating list. It is read as CFC" in words(shown)
    visitor.send_again(shown)
    (one,) = state(tmp_path).competitors.values()
    assert (one.rating, one.rating_source) == (1850, "CFC 1850")


def test_the_preview_names_the_columns_that_are_not_used(visitor):
    entries = f"{new_event(visitor, 'fide_dutch_2026')}/entries"
    pasted = visitor.send(entries, f"{entries}/paste", lines="name; Hotel\nBell; Hilton")
    files = {"file": ("list.csv", b"name,FIDE,Hotel,K\nBell,1850,Hilton,20\n")}
    sent = visitor.send(entries, f"{entries}/import", files=files)

    assert "Unused columns: Hotel." in words(pasted)
    assert "Unused columns: Hotel, K." in words(sent)


def test_two_ratings_and_a_club_are_fields_of_a_player(visitor, tmp_path):
    section = new_event(visitor, "fide_dutch_2026")
    entries = f"{section}/entries"
    adams = {"fide_rating": "2000", "national_rating": "2050", "federation": "can"}
    more = {"club": "Hart House", "region": "Ontario, Toronto", "national_id": "100001"}
    visitor.send(entries, entries, name="Adams", **adams, **more)

    (one,) = state(tmp_path).competitors.values()
    assert format_ratings(one) == "FIDE 2000, CFC 2050"
    assert (one.rating, one.rating_source) == (2000, "FIDE 2000")
    assert (one.club, one.affiliations) == ("Hart House", ("Ontario", "Toronto"))
    assert one.national_id == "100001"
    assert "Hart House" in visitor.text(f"{entries}?q=hart")
    assert "Hart House" in visitor.text("/p/spring-open/main/entries.html")

    visitor.send(f"{entries}/1", f"{entries}/1", name="Adams", federation="CAN", club="Annex")

    (one,) = state(tmp_path).competitors.values()
    assert (one.club, one.affiliations, one.ratings) == ("Annex", ("Ontario", "Toronto"), ())
    wrong = visitor.send(entries, entries, name="Baker", national_rating="1900")
    assert "the rating list that the national rating comes from is unknown" in words(wrong)
    wrong = visitor.send(entries, entries, name="Baker", fide_rating="1900x")
    assert "invalid rating" in words(wrong)


# --- round robins -------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["fide_round_robin", "cfc_round_robin"])
def test_a_round_robin_needs_one_lot_and_then_has_its_rounds_and_timetable(visitor, system):
    section = new_event(visitor, system, rounds=9)
    assert "number of rounds set by the number of entries" in visitor.text("/")
    assert "9 rounds" not in visitor.text("/p/spring-open/main/index.html")
    visitor.send_again(
        visitor.send(f"{section}/entries", f"{section}/entries/paste", lines=PLAYERS)
    )

    asked = visitor.text(f"{section}/close-entries")
    lots = visitor.text(f"{section}/lots")
    assert "The starting numbers cannot be assigned yet" not in asked
    assert "Draw lots now" in asked
    assert "The starting numbers of a round robin Draw lots" in lots
    assert "colour" not in asked.lower() + lots.lower()
    assert "equal" not in lots

    visitor.send(f"{section}/close-entries", f"{section}/lots/draw", purpose="pairing numbers")
    assert "5 rounds." in visitor.text(f"{section}/close-entries")
    visitor.send(f"{section}/close-entries")
    shown = visitor.text(section)
    assert "Rounds 5 " in shown
    games = shown.partition("Pairings, White first")[2]
    assert games.count("\N{EN DASH}") == 15

    visitor.send(f"{section}/settings", **{f"{system}.double": "on"})
    assert visitor.text(section).partition("Pairings, White first")[2].count("\N{EN DASH}") == 30
    assert "number of rounds set by the number of entries" not in visitor.text(
        section
    ) + visitor.text("/")


def test_too_few_players_for_a_round_robin_are_reported_and_no_lot_is_offered(visitor):
    section = new_event(visitor, "fide_round_robin")
    for name in ("Ann", "Ben"):
        visitor.send(f"{section}/entries", name=name)

    asked = visitor.text(f"{section}/close-entries")

    assert "a round robin needs at least 3 players, but only 2 entered" in asked
    assert "Draw lots" not in asked


def test_checking_in_all_participants_is_one_action(visitor, tmp_path):
    section = event_with_entries(visitor, "olympiad_2022")
    visitor.send(
        f"{section}/check-in", here="spring-open/main/1", **{"players/spring-open/main/1": "4"}
    )
    before = FolderRepository(tmp_path).event("spring-open").snapshot()
    visitor.send(f"{section}/check-in", all="1")
    after = FolderRepository(tmp_path).event("spring-open").snapshot()
    assert after.event.last == before.event.last + 1
    (shown,) = after.event.sections.values()
    assert {n: seen.players for n, seen in shown.presence.items()} == {1: 4} | dict.fromkeys(
        range(2, 7), 5
    )
    assert "Check in 5 more participants" in visitor.text(f"{section.partition('/s/')[0]}/history")
    visitor.send(f"{section}/check-in", all="1")
    assert FolderRepository(tmp_path).event("spring-open").snapshot().event.last == after.event.last


def test_missing_results_are_counted_and_block_the_next_round(visitor):
    section = event_with_round(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/results/1", t1="1-0")
    told = "Standings after round 1"
    stem = section.split("/")[2]
    hall = visitor.text(f"/p/{stem}/main/hall-2.html")
    for text in (
        visitor.text(f"{section}/standings"),
        visitor.text(f"/p/{stem}/main/standings.html"),
        visitor.text(f"{section}/paper/standings.html"),
        hall,
    ):
        assert told in text
        assert "2 results missing" in text
    assert "Cross table after round 1, 2 results" in visitor.text(
        f"{section}/paper/cross-table.html"
    )
    check_in = visitor.text(f"{section}/check-in")
    assert "Pair round 2" not in check_in
    assert "2 results of round 1 are still missing. Enter results of round 1" in check_in
    visitor.send(f"{section}/results/1", t2="1-0", t3="0-1")
    assert "Standings after round 1 " in visitor.text(f"{section}/standings")
    assert "Pair round 2" in visitor.text(f"{section}/check-in")
