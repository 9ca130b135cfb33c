"""A round that was changed after its publication is judged as it is now, everywhere alike."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.event.sessions import ARBITER, SECTION, Play, dutch_event
from topboard.cli import main as command
from topboard.documents.chart_data import build_chart_data
from topboard.documents.charts import scoregroups_chart
from topboard.documents.event_charts import floats_chart
from topboard.documents.pairing_sheets import pairing_sheet
from topboard.event import actions
from topboard.event.policy.published_pairing import (
    find_participants_affected_by_change,
    get_tables_and_bye_of_round,
)
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.replay import list_entries_of_current_pairings, replay_round, replay_rounds
from topboard.event.results import build_result_correction_action
from topboard.event.tournament import build_tournament
from topboard.model import Number
from topboard.systems.registry import system
from topboard.web.desk.people import list_rounds_with_floats

EDITION = "fide_dutch_2026"
EVIDENCE = Path(__file__).parents[1] / "fixtures" / "evidence"
Tables = tuple[actions.Table, ...]


def swap_blacks(tables: Tables) -> Tables:
    """The pairs with the Blacks of the first two tables exchanged."""
    one, two, *others = tables
    return replace(one, black=two.black), replace(two, black=one.black), *others


def change(play: Play, tables: Tables) -> None:
    """Change the last round, as the rules of the event allow it."""
    played = play.section.rounds[-1]
    ground = actions.ChangeGround.COMPETITION_RULES
    act = actions.ChangePublished(SECTION, played.number, tables, None, ground)
    play.do(
        replace(act, informed=find_participants_affected_by_change(played, act)),
        ARBITER,
        confirmed=True,
    )


@pytest.fixture
def play() -> Play:
    """Two rounds of eight players, the second without results."""
    made = dutch_event(EDITION)
    made.round()
    made.publish()
    return made


def test_a_changed_round_is_compared_in_its_current_form(play):
    tables, _ = get_tables_and_bye_of_round(play.section.rounds[-1])
    change(play, swap_blacks(tables))

    found = replay_round(play.entries, SECTION, 2)

    assert (found.entry, found.revision, found.manual) == (len(play.entries), 1, True)
    assert found.tables == swap_blacks(tables)
    assert found.proof == ""
    assert check_proof_of_replayed_round(found) is None
    pairs = [f"{t.white} - {t.black}, by the rules" for t in swap_blacks(tables)[:2]]
    assert [d.partition(" rules")[0] + " rules" for d in found.differences] == pairs


def test_the_check_covers_each_current_pairing_once(play):
    tables, _ = get_tables_and_bye_of_round(play.section.rounds[-1])
    published = play.section.rounds[-1].entry
    change(play, swap_blacks(tables))
    in_force = list_entries_of_current_pairings(play.event)

    assert [entry for entry, _ in in_force] == [play.section.rounds[0].entry, len(play.entries)]
    assert [r.revision for r in replay_rounds(play.entries, wanted=in_force)] == [0, 1]
    assert [(r.entry, r.round) for r in replay_rounds(play.entries)][1:] == [
        (published, 2),
        (len(play.entries), 2),
    ]


def test_a_round_changed_back_to_the_rules_has_no_departures():
    play = dutch_event(EDITION)
    play.round()
    by_rules = play.pair().tables
    play.by_hand(swap_blacks(by_rules), authority=ARBITER, confirmed=True)
    assert len(play.section.rounds[-1].differences) == 2
    change(play, by_rules)

    assert play.section.rounds[-1].differences == ()
    assert replay_round(play.entries, SECTION, 2).differences == ()
    play.do(
        actions.Undo(len(play.entries), actions.ChangeGround.COMPETITION_RULES, everybody(play)),
        ARBITER,
    )
    assert len(replay_round(play.entries, SECTION, 2).differences) == 2
    assert replay_round(play.entries, SECTION, 2).revision == 0


def everybody(play: Play) -> tuple[Number, ...]:
    """The numbers of all in the section."""
    return tuple(play.section.competitors)


def test_checking_a_changed_round_ignores_results_that_came_later(play):
    tables, _ = get_tables_and_bye_of_round(play.section.rounds[-1])
    play.do(build_result_correction_action(play.section, 1, actions.TableResult(1, 0, 10)))
    change(play, swap_blacks(tables))
    change(play, tables)

    assert replay_round(play.entries, SECTION, 2).differences == ()


def test_charts_and_float_marks_keep_the_scores_used_to_pair_the_round(play):
    def round_summary() -> list[object]:
        facts, rules = build_tournament(play.event, play.section), system(EDITION)
        seen = build_chart_data(facts, rules)
        floats = [list_rounds_with_floats(seen.entries, n)[1].floated for n in everybody(play)]
        sheet = pairing_sheet(facts, facts.rounds[1])
        return [
            scoregroups_chart(facts, rules, facts.rounds[1]).words,
            floats_chart(seen).rows,
            floats,
            sheet.rows,
        ]

    before = round_summary()
    play.do(build_result_correction_action(play.section, 1, actions.TableResult(1, 0, 10)))

    assert round_summary() == before


def test_points_by_decision_do_not_change_earlier_floats(play):
    facts = build_tournament(play.event, play.section)
    before = floats_chart(build_chart_data(facts, system(EDITION))).rows
    play.results()
    play.do(actions.AdjustPoints(SECTION, Number(1), 0, -5, known_from=3), ARBITER, confirmed=True)

    facts = build_tournament(play.event, play.section)
    assert floats_chart(build_chart_data(facts, system(EDITION))).rows == before


@pytest.mark.parametrize("name", ["cfc_swiss", "fide_dutch_2017"])
def test_checking_a_change_of_a_manual_round_honours_its_exclusions(name, tmp_path, capsys):
    # Round 3 was made by hand from the beginning, without somebody who had not come in round 1. It
    # was changed to the pairs of the rules.
    shutil.copy(EVIDENCE / name / "event.topboard", tmp_path)

    assert command(["event", "replay", str(tmp_path / "event.topboard"), "3", "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert (told["revision"], told["manual"], told["differences"]) == (1, True, [])
