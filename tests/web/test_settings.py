"""Settings of a section at the desk: what results are worth, and values from outside."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.web.desk_client import event_with_entries, event_with_round, new_event, words
from topboard.model import Scale
from topboard.web.folder_repository import FolderRepository


def section_of(tmp_path):
    """The only section, as it is on disk."""
    (section,) = FolderRepository(tmp_path).event("spring-open").snapshot().event.sections.values()
    return section


def test_scoring_can_be_set_shown_and_removed(visitor, tmp_path):
    place = new_event(visitor, "fide_dutch_2026")

    done = visitor.send(
        f"{place}/settings",
        rounds="3",
        game_win="3",
        game_draw="1",
        game_loss="0",
        game_bye="1",
        game_absent="",
    )

    assert "Settings saved." in words(done)
    assert section_of(tmp_path).settings.game_scale == Scale(30, 10, 0, bye=10)
    assert "Points per game 3-1-0" in visitor.text(place)
    assert 'name="game_win" value="3"' in visitor.get(f"{place}/settings").text

    visitor.send(f"{place}/settings", rounds="3", game_win="", game_draw="", game_loss="")
    assert section_of(tmp_path).settings.game_scale is None


def test_a_scale_that_is_unfair_or_not_numeric_is_refused(visitor, tmp_path):
    place = new_event(visitor, "fide_dutch_2026")

    unfair = visitor.send(f"{place}/settings", rounds="3", game_win="1", game_draw="1")
    assert "Two draws are worth more than a win and a loss." in words(unfair)
    strange = visitor.send(f"{place}/settings", rounds="3", game_win="lots")
    assert "invalid number of points" in words(strange)
    assert section_of(tmp_path).settings.game_scale is None


def test_teams_have_their_own_match_point_scale(visitor, tmp_path):
    place = new_event(visitor, "olympiad_2022")

    done = visitor.send(f"{place}/settings", rounds="3", match_win="3", match_draw="1")

    assert "Settings saved." in words(done)
    assert section_of(tmp_path).settings.match_scale == Scale(30, 10, 0)


def test_play_off_values_are_recorded(visitor, tmp_path):
    section = event_with_entries(visitor, "fide_dutch_2026")
    visitor.send(f"{section}/settings", rounds="3", tie_breaks="OTHER_PLAYOFF")

    done = visitor.send(
        f"{section}/lots",
        f"{section}/lots/outside",
        purpose="OTHER_PLAYOFF",
        lines="2 Baker; 1½\n1; ½",
    )

    assert "Values recorded." in words(done)
    (lot,) = [lot for lot in section_of(tmp_path).lots if lot.values]
    assert (lot.order, lot.values) == ((2, 1), (15, 5))
    assert "2 Baker 1½" in visitor.text(f"{section}/lots")


def test_after_round_one_only_the_number_of_rounds_can_be_changed(visitor, tmp_path):
    section = event_with_entries(visitor, "dubov_1997")
    said = {"rounds": "3", "unrated_as": "1200", "tie_breaks": "BH"}
    visitor.send(f"{section}/settings", **said)
    visitor.send(f"{section}/settings", f"{section}/announce", how="on the board")
    visitor.send(f"{section}/check-in", all="1")
    visitor.send(f"{section}/pairing", publish="1")
    before = section_of(tmp_path).settings
    assert (before.unrated_as, before.tie_breaks) == (1200, ("BH",))
    page = visitor.get(f"{section}/settings")
    form = page.text.partition('name="only"')[2].partition("</form>")[0]

    shown = words(page)
    notice = shown.index("so only the number of rounds can still be changed")
    assert notice < shown.index("Fixed settings")
    assert 'name="rounds"' in form
    for name in ("game_win", "tie_break", "rating_order", "unrated_as"):
        assert f'name="{name}"' not in page.text
    assert "Ratings used FIDE" in shown

    answer = visitor.send(f"{section}/settings", only="rounds", rounds="4")
    visitor.send_again(answer)
    after = section_of(tmp_path).settings
    assert after == replace(before, rounds=4)


@pytest.mark.parametrize("system", ["fide_round_robin", "fide_dutch_2026"])
def test_a_section_whose_rounds_are_fixed_has_nothing_to_save(visitor, system):
    section = event_with_round(visitor, system)
    page = visitor.get(f"{section}/settings")
    assert "these settings can no longer be changed" in words(page)
    assert "Save settings" not in words(page)


def test_empty_fields_of_the_scoring_show_the_values_in_force(visitor):
    place = new_event(visitor, "fide_dutch_2026")
    page = visitor.get(f"{place}/settings").text
    for part, value in (("win", "1"), ("draw", "½"), ("loss", "0")):
        field = page.partition(f'name="game_{part}"')[2].partition(">")[0]
        assert f'placeholder="{value}"' in field


def test_announced_options_can_be_changed_by_a_ruling_until_round_one_is_published(visitor):
    section = event_with_entries(visitor, "cfc_swiss")
    assert "Options must be announced before round 1." in visitor.text(f"{section}/settings")

    visitor.send(f"{section}/settings", f"{section}/announce", how="in writing")

    assert "changing them requires a ruling" in visitor.text(f"{section}/settings")
    shown = visitor.text(f"{event_with_round(visitor, 'cfc_swiss')}/settings")
    assert "changing them requires a ruling" not in shown
