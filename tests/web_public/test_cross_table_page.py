"""The cross table on the public pages: each entry names its opponent and says what it means."""

from __future__ import annotations

import re

import pytest

from tests.systems.round_robin.cfc_round_robin.scores import event
from tests.web_public.pages import EVENT, words
from topboard.documents.records import card_lines_by_participant
from topboard.systems.registry import system
from topboard.web.public.cross_table import CrossTable, build_cross_table


def entries_of(page: str, number: int) -> list[str]:
    """The entries in the row of a participant, as markup."""
    row = next(one for one in page.split("<tr>") if f'k-number r">{number}</td>' in one)
    return re.findall(r'<td class="k-entry[^>]*>(.*?)</td>', row)


def round_robin(*rounds: str) -> CrossTable:
    tournament = event(4, *rounds, planned_rounds=3)
    rules = system("cfc_round_robin")
    assert tournament.system == rules.name
    return build_cross_table(
        tournament,
        rules,
        rules.standings(tournament),
        card_lines_by_participant(tournament, rules),
    )


def test_an_entry_links_to_the_opponent_and_names_the_colour_in_words(stranger) -> None:
    page = stranger.get(f"{EVENT}/team-cup/cross-table.html").text

    first = entries_of(page, 2)[3]

    assert 'href="who-3.html"' in first
    assert words(first) == "3 White 4"
    assert 'class="colour white"' in first
    assert 'class="score won"' in first


def test_the_score_of_the_loser_has_the_mark_of_a_loss(stranger) -> None:
    page = stranger.get(f"{EVENT}/team-cup/cross-table.html").text

    assert 'class="score lost"' in entries_of(page, 3)[3]


def test_a_bye_has_no_colour_and_no_outcome(stranger) -> None:
    page = stranger.get(f"{EVENT}/team-cup/cross-table.html").text

    bye = entries_of(page, 6)[3]

    assert "bye" in words(bye)
    assert "href" not in bye
    assert "won" not in bye


def test_the_legend_is_above_the_table_and_team_points_have_a_name(stranger) -> None:
    page = stranger.get(f"{EVENT}/team-cup/cross-table.html").text

    assert page.index("Each entry gives the opponent") < page.index("<table")
    assert '<abbr title="Match points">MP</abbr>' in page


@pytest.mark.parametrize(("points", "outcome"), [("1:0", "won"), ("=", "drawn"), ("0:1", "lost")])
def test_a_round_robin_has_a_column_for_each_opponent(points: str, outcome: str) -> None:
    table = round_robin(f"1-4 {points}, 2-3 =")

    row = next(one for one in table.rows if one.line.number == 1)
    found = dict(zip(table.heads, row.entries, strict=True))

    assert found["1"].is_own
    assert [outcome for _, outcome in found["4"].scores] == [outcome]
    assert found["2"].scores == ()


def test_a_table_of_many_columns_scrolls_in_its_own_frame(stranger) -> None:
    assert round_robin("1-4 1:0, 2-3 =").is_wide is False
    rules = system("cfc_round_robin")
    many = event(14, planned_rounds=13)
    assert build_cross_table(
        many, rules, rules.standings(many), card_lines_by_participant(many, rules)
    ).is_wide
