"""Names in any script: folded to be found, and isolated beside numbers."""

from __future__ import annotations

import pytest

from tests.event.sessions import SECTION, Play
from topboard.cli.text_output import align_columns
from topboard.documents.people import format_name_and_number
from topboard.documents.text import display_width
from topboard.errors import Refused
from topboard.event import actions
from topboard.model import Number, Player, Tournament
from topboard.reasons.sentences import names_of
from topboard.text.names import (
    fold_case_and_accents,
    folded_name_parts,
    has_direction_marks,
    isolate_right_to_left_text,
    name_sort_key,
)

COHEN = "כהן, דוד"
ISOLATED = f"\u2068{COHEN}\u2069"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("O'Dowd-Smith, Éamon", ["o", "dowd", "smith", "eamon"]),
        ("Łuczak, Øyvind", ["luczak", "oyvind"]),
        (COHEN, ["כהן", "דוד"]),
        ("मोहन", ["मोहन"]),
        ("—", []),
    ],
)
def test_a_name_has_parts_by_which_it_can_be_found(name: str, expected: list[str]) -> None:
    assert folded_name_parts(name) == expected


def test_capitals_and_accents_are_folded() -> None:
    assert fold_case_and_accents("STRAẞE Ñandú") == "strasse nandu"


@pytest.mark.parametrize(
    ("language", "ordered"),
    [
        ("", ["Abel, Karl", "Ångström, Bo", "FM Gruber, Anna", "Gruber, Zoe", "GM Zimmer"]),
        ("", ["Berg, Eva", "De Wit, Ko", "Dean, Al", "van der Berg, Jan", "Vogel, Ada"]),
        ("", ["Oneal, Kim", "O'Neill, Jo", "Osei, Bo", "Praggnanandhaa R", "Strauß, Leo"]),
        ("nl", ["Berg, Eva", "van der Berg, Jan", "Dijk, Ada", "Van Dijk, Piet"]),
        ("de", ["Goethe, Ada", "von Goethe, Ada", "Mueller, Al", "Müller, Bo", "Mulder, Al"]),
        ("de", ["Strasse, Al", "Straße, Bo", "Stratz, Al"]),
        ("sv-SE", ["Abel, Al", "Zorn, Al", "Åberg, Al", "Ärlig, Al", "Öst, Al"]),
        ("da", ["Abel, Al", "Zorn, Al", "Ærø, Al", "Ørsted, Al", "Aagaard, Al", "Åkesson, Al"]),
        ("pl", ["Lis, Al", "Łuczak, Al", "Maj, Al", "Zając, Al", "Źrebak, Al", "Żak, Al"]),
        ("cs", ["Cizek, Al", "Čapek, Al", "Hrdý, Al", "Chlumský, Al", "Ivan, Al"]),
        ("xx", ["Иванов, Антон", "Петров, Антон"]),
    ],
)
def test_names_are_sorted_by_surname_as_the_language_requires(
    language: str, ordered: list[str]
) -> None:
    for given in (ordered, ordered[::-1]):
        assert sorted(given, key=lambda name: name_sort_key(name, language)) == ordered


def test_a_title_alone_counts_as_a_name() -> None:
    assert name_sort_key("Im") == ("im", "", "Im")
    assert name_sort_key("IM")[0] == "im"


def test_a_name_read_right_to_left_is_isolated() -> None:
    assert isolate_right_to_left_text(COHEN) == ISOLATED
    assert isolate_right_to_left_text("محمد") == "\u2068محمد\u2069"
    assert isolate_right_to_left_text("Müller, Jürgen") == "Müller, Jürgen"
    assert isolate_right_to_left_text("Иванов") == "Иванов"
    assert isolate_right_to_left_text("") == ""


def test_a_number_follows_the_isolated_name() -> None:
    players = (Player(Number(9), COHEN), Player(Number(10), "Baker"))

    name = names_of(Tournament(players))

    assert name(Number(9)) == f"{ISOLATED} (#9)"
    assert name(Number(10)) == "Baker (#10)"
    assert format_name_and_number(Number(9), {Number(9): COHEN}) == f"{ISOLATED} (#9)"
    assert display_width(ISOLATED) == display_width(COHEN) == 8


def test_columns_on_a_terminal_stay_aligned() -> None:
    shown = align_columns([["1", COHEN, "½"], ["2", "Baker", "1"]], right=(0, 2))

    assert shown == [f"1  {ISOLATED}  ½", "2  Baker     1"]


@pytest.mark.parametrize("mark", ["\u202e", "\u202a", "\u2066", "\u2069"])
@pytest.mark.parametrize("field", ["name", "club", "title"])
def test_direction_changing_characters_are_refused(mark: str, field: str) -> None:
    play = Play()
    play.do(actions.CreateEvent("Test"))
    play.do(actions.AddSection(SECTION, "fide_dutch_2026", 5))
    given = {"name": "Adams", field: f"Ad{mark}ams"}

    with pytest.raises(Refused) as refused:
        play.do(actions.Enter(SECTION, (Player(Number(1), **given),)))

    assert str(refused.value) == (
        f"{field}: the text contains a character that changes the writing direction: 'Adams'"
        ". Remove the character. Names in any script work without it."
    )


def test_names_in_any_script_are_accepted() -> None:
    for name in (COHEN, "محمد", "王小明", "Ἀλέξης", "अमित", "Anna\u200fB"):
        assert not has_direction_marks(name)
