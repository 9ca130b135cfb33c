"""Lists of participants, name cards, score sheets, certificates, and all papers of a round."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.documents.sample_documents import bare, matter, pages_of, words_of_html, words_of_pdf
from topboard.documents import Document, as_text
from topboard.documents.catalog import DocumentInput, build_documents
from topboard.documents.hand_outs import points_text
from topboard.documents.render import render
from topboard.model import EventInfo, Manner, Number, Player, Team, Tournament
from topboard.systems.registry import system

PLAYERS, TEAMS = "fide_dutch_2026", "olympiad_2022"
ENTERED = (
    Player(Number(1), "Zorn, Ida", rating=2400, title="GM", federation="GER", club="Bern"),
    Player(Number(2), "Ash, Ann", rating=2300, federation="CAN", club="Anker"),
    Player(Number(3), "Moor, Bo", rating=2350, title="WFM", federation="GER"),
    Player(Number(4), "Birch, Cy", federation="", club="Bern"),
)
LISTS = ("starting-list", "alphabetical-list", "list-by-rating", "list-by-federation")


def entered(*competitors: Player | Team, rules: str = PLAYERS) -> DocumentInput:
    facts = Tournament(competitors, system=rules, name="Spring Open", boards=2)
    return DocumentInput(facts, system(rules))


def column(document: Document, key: str) -> list[object]:
    at = [heading.key for heading in document.headings].index(key)
    return [row[at] for row in document.rows]


def one(kind: str, matter: DocumentInput) -> Document:
    (found,) = build_documents(kind, matter)
    return found


# --- lists --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("starting-list", [1, 2, 3, 4]),
        ("alphabetical-list", [2, 4, 3, 1]),
        ("list-by-rating", [1, 3, 2, 4]),
        ("list-by-federation", [2, 3, 1, 4]),
        ("list-by-club", [2, 4, 1, 3]),
    ],
)
def test_each_list_has_its_own_order(kind: str, order: list[int]) -> None:
    found = one(kind, entered(*ENTERED))

    assert column(found, "number") == order
    assert column(found, "title")[order.index(1)] == "GM"
    assert column(found, "rating")[order.index(3)] == 2350


def test_a_group_shows_its_size_once_and_its_name_on_each_line() -> None:
    found = one("list-by-federation", entered(*ENTERED))

    assert column(found, "federation") == ["CAN", "GER", "GER", "-"]
    assert column(found, "count") == [1, 2, "", 1]


def test_team_events_have_lists_of_teams() -> None:
    teams = (
        Team(Number(1), "Zug", (Player(Number(1), "Ay", rating=2000),), federation="SUI"),
        Team(Number(2), "Bern", (Player(Number(2), "Bee", rating=2200),), captain="Cee"),
    )
    matter = entered(*teams, rules=TEAMS)

    assert column(one("alphabetical-list", matter), "name") == ["Bern", "Zug"]
    assert column(one("list-by-rating", matter), "rating") == [2200, 2000]
    assert "Cee" in as_text(one("starting-list", matter))


@pytest.mark.parametrize("kind", [*LISTS, "list-by-club"])
def test_an_empty_list_says_that_there_are_no_participants(kind: str) -> None:
    assert "There are no participants yet." in as_text(one(kind, entered()))


@pytest.mark.parametrize("kind", [*LISTS, "list-by-club", "name-cards"])
def test_text_html_and_pdf_contain_the_same_words(kind: str) -> None:
    made = build_documents(kind, entered(*ENTERED))
    html, pdf = str(render(made, "html")), render(made, "pdf")
    assert isinstance(pdf, bytes)

    for name in ("Zorn,Ida", "Ash,Ann", "Moor,Bo", "Birch,Cy"):
        assert name in words_of_html(html)
        assert name in words_of_pdf(pdf)
        assert name in bare(str(render(made, "text")))


# --- what is handed out -------------------------------------------------------------------------


def test_a_name_card_has_title_federation_club_and_rating() -> None:
    cards = build_documents("name-cards", entered(*ENTERED))

    assert [card.title for card in cards] == [
        "Ash, Ann",
        "Birch, Cy",
        "WFM Moor, Bo",
        "GM Zorn, Ida",
    ]
    assert cards[-1].about[:3] == ("GER", "Bern", "2400")
    pdf = render(cards, "pdf")
    assert isinstance(pdf, bytes)
    assert pages_of(pdf) == 2, "two on a page, each with the name on both sides of the fold"
    assert words_of_pdf(pdf).count("GMZorn,Ida") == 2


def test_each_player_at_a_board_gets_a_score_sheet() -> None:
    made = build_documents("score-sheets", matter("fide_dutch_2026"))
    boards = matter("fide_dutch_2026").tournament.rounds[2].meetings

    assert len(made) == 2 * len(boards)
    assert made[0] == made[1]
    assert made[0].title == "Round 3, board 1"
    assert column(made[0], "move_3") == list(range(41, 61))
    pdf = render(made[:2], "pdf")
    assert isinstance(pdf, bytes)
    assert pages_of(pdf) == 2


def test_a_certificate_has_place_points_and_the_names_of_the_officials() -> None:
    event = matter("fide_dutch_2026")
    facts = replace(
        event.tournament, details=EventInfo(chief_arbiter="Ann Lee", organiser="Chess Club")
    )
    made = build_documents("certificates", replace(event, tournament=facts))

    first = event.system.standings(event.tournament).lines[0]
    name = event.tournament.names[first.number]
    assert len(made) == len(facts.competitors)
    assert made[0].rows[0] == (name,)
    assert made[0].rows[1:] == (
        ("1st place",),
        ("3 points",),
        ("Provisional, after round 3 of 5",),
    )
    assert made[0].signatures == ("Chief arbiter: Ann Lee", "Organiser: Chess Club")
    pdf = render(made, "pdf")
    assert isinstance(pdf, bytes)
    assert pages_of(pdf) == 9
    assert bare(name) in words_of_pdf(pdf)


def test_a_certificate_is_final_after_the_last_result() -> None:
    event = matter("fide_dutch_2026")
    facts = replace(event.tournament, planned_rounds=3)
    last = facts.rounds[2]
    open_board = replace(last.meetings[0], manner=Manner.PENDING, white_points=0, black_points=0)
    waiting = replace(facts, rounds=(*facts.rounds[:2], replace(last, meetings=(open_board,))))

    said = [
        build_documents("certificates", replace(event, tournament=one))[0].rows[3]
        for one in (facts, waiting)
    ]

    assert said == [("after 3 rounds",), ("Provisional, because results are missing",)]
    early = replace(waiting, planned_rounds=5)
    (line,) = build_documents("certificates", replace(event, tournament=early))[0].rows[3]
    assert line == "Provisional, after round 3 of 5, with results missing"


def test_a_certificate_counts_one_point_in_the_singular() -> None:
    assert [points_text(tenths) for tenths in (45, 10, 0)] == ["4½ points", "1 point", "0 points"]


def test_a_certificate_in_print_has_the_given_name_first() -> None:
    facts = Tournament((ENTERED[0],), planned_rounds=1, name="Cup", system="fide_dutch_2026")
    made = build_documents("certificates", DocumentInput(facts, system(facts.system)))

    pdf = render(made, "pdf")

    assert isinstance(pdf, bytes)
    surname, given = ENTERED[0].name.split(", ")
    assert f"{given}{surname}" in words_of_pdf(pdf)


# --- everything for a round ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "kinds"),
    [
        ("fide_dutch_2026", ["pairing sheet", "pairings by name", "result slip", "standings"]),
        (
            "olympiad_2022",
            ["pairing sheet", "pairings by name", "match sheet", "result slip", "standings"],
        ),
    ],
)
def test_a_single_file_has_all_documents_of_a_round(rules: str, kinds: list[str]) -> None:
    event = replace(matter(rules), anchor="Journal: entry 7, abc")
    made = build_documents("round-pack", event)

    assert list(dict.fromkeys(one.kind for one in made)) == kinds
    assert made[0] == build_documents("pairing-sheet", event)[0]
    posted = {one.kind for one in made if "Journal: entry 7, abc" in one.notes}
    assert posted - {"match sheet"} == {"pairing sheet", "pairings by name", "standings"}
    pdf = render(made, "pdf")
    assert isinstance(pdf, bytes)
    assert pages_of(pdf) >= len(kinds)


# --- large events -------------------------------------------------------------------------------


def test_names_have_enough_room_on_the_checklist_of_a_large_event() -> None:
    """The columns beside it took nearly the whole page, so that names had four lines."""
    event = matter("fide_dutch_2026")
    players = tuple(
        replace(one, name=f"Bernard-Martin, Chloe {one.number}")
        for one in event.tournament_before_round.competitors
        if isinstance(one, Player)
    )
    before = replace(event.tournament_before_round, competitors=players)
    made = build_documents("check-list", replace(event, before=before))

    pdf = render(made, "pdf")
    assert isinstance(pdf, bytes)
    (page,) = PdfReader(BytesIO(pdf)).pages
    assert page.mediabox.width > page.mediabox.height
    assert "Bernard-Martin, Chloe 9" in page.extract_text(), "the name is on one line"


def test_print_names_each_federation_once_on_each_page() -> None:
    players = tuple(Player(Number(n), f"Player {n:03}", federation="CAN") for n in range(1, 151))
    event = matter(PLAYERS)
    facts = replace(event.tournament, competitors=players, rounds=())
    made = build_documents("list-by-federation", replace(event, tournament=facts))

    pdf = render(made, "pdf")

    assert isinstance(pdf, bytes)
    pages = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    assert len(pages) > 1
    assert [page.count("CAN") for page in pages] == [1] * len(pages)
