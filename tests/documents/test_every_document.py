"""Every document of every pairing system, and documents of very small and very long events."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from tests.documents.sample_tournaments import rows
from tests.systems.round_robin.cfc_round_robin.scores import PLAYERS, event, played_out
from topboard.analysis.generate import Wishes, generate
from topboard.documents import Document, as_json, as_text, standings_sheet, wall_chart
from topboard.documents.catalog import PAPERS, DocumentInput, build_documents
from topboard.documents.text import display_width
from topboard.errors import BadInput, NoLegalPairing
from topboard.model import Number, Player, Team, Tournament
from topboard.systems.registry import SYSTEMS, System, system

KINDS = (
    *("pairing-sheet", "pairings-by-name", "standings", "cross-table", "wall-chart"),
    *("pairing-cards", "announcement", "timetable"),
)


def documents(kind: str, tournament: Tournament, rules: System) -> tuple[Document, ...]:
    """The documents of that name; those of a round are of the next round."""
    paired = rules.pair(tournament) if PAPERS[kind].of_a_round else None
    return build_documents(kind, DocumentInput(tournament, rules, paired))


def is_aligned(text: str) -> bool:
    """Whether no row is wider than the rule under the headings, and no line ends in a space."""
    lines = text.splitlines()
    rules = [i for i, line in enumerate(lines) if line and set(line) <= {"-", " "}]
    for i in rules:
        end = lines.index("", i) if "" in lines[i:] else len(lines)
        if any(display_width(line) > display_width(lines[i]) for line in lines[i - 1 : end]):
            return False
    return bool(rules) and all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_document_of_every_system_can_be_printed(name: str, kind: str) -> None:
    wishes = Wishes(
        competitors=11, rounds=5, no_shows=10, absences=5, leaving=10, unpaired_last=True
    )
    tournament = generate(system(name), 5, wishes)
    if kind == "timetable" and system(name).timetable is None:
        with pytest.raises(BadInput):
            documents(kind, tournament, system(name))
        return

    made = documents(kind, tournament, system(name))

    assert len(made) == (11 if kind == "pairing-cards" else 1)
    for document in made:
        assert json.loads(json.dumps(as_json(document))) == as_json(document)
        assert is_aligned(as_text(document))
        assert (
            "Player 0003" in as_text(document)
            or "Team 0003" in as_text(document)
            or (kind in ("announcement", "pairing-cards"))
        )


@pytest.mark.parametrize("name", SYSTEMS)
@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("kind", ["standings", "cross-table", "wall-chart", "pairing-cards"])
def test_an_event_with_no_or_one_participant_still_has_its_documents(
    name: str, count: int, kind: str
) -> None:
    made: tuple[Team, ...] | tuple[Player, ...] = (Player(Number(1), "Ann"),)
    if system(name).teams:
        made = (Team(Number(1), "Ann", average=Fraction(2000)),)
    tournament = Tournament(made[:count], system=name)

    found = documents(kind, tournament, system(name))

    assert len(found) == (count if kind == "pairing-cards" else 1)
    for document in found:
        assert ("Ann" in as_text(document)) == bool(count)


def test_a_pairing_sheet_of_one_player_is_refused_by_the_rules() -> None:
    with pytest.raises(NoLegalPairing):
        documents("pairing-sheet", event(1), system(PLAYERS))


def test_an_unknown_document_is_refused_with_a_list_of_all_documents() -> None:
    with pytest.raises(
        BadInput, match=r"unknown document: 'menu'\. Choose one of: pairing-sheet, "
    ):
        build_documents("menu", DocumentInput(event(4), system(PLAYERS)))


def test_a_200_character_name_is_cut_in_print_but_complete_in_json() -> None:
    long = "Wolfeschlegelsteinhausenbergerdorff " * 6
    entered = (Player(Number(1), long), Player(Number(2), "Li"))
    tournament = event(2, "1-2 =", competitors=entered)

    for kind in ("standings", "cross-table", "wall-chart"):
        (document,) = documents(kind, tournament, system(PLAYERS))
        assert "Wolfeschlegelsteinhausenberge…" in as_text(document)
        assert long.strip() in json.dumps(as_json(document))


def test_the_final_totals_of_a_long_event_match_the_standings() -> None:
    tournament = played_out(event(9, leaving={4: 3, 7: 6}), seed=11)

    chart = wall_chart(tournament, system(PLAYERS))
    table = standings_sheet(tournament, system(PLAYERS).standings(tournament))

    last = {row["number"]: row["round_9_total"] for row in rows(chart)}
    assert last == {row["number"]: row["points"] for row in rows(table)}
