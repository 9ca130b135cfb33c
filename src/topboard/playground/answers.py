"""The answers of the page as JSON: rounds, boards, reasons, standings and proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.checking import (
    check_round,
    compare_pairing_with_published,
    list_rounds_to_check,
    list_uncheckable_rounds,
)
from topboard.diagnosis.differences import format_difference_from_rules, format_round_summary
from topboard.diagnosis.file_checks import find_file_findings
from topboard.documents.pairing_sheets import pairing_sheet
from topboard.documents.people import rating_or_average_cell
from topboard.messages import say, say_count, translate_worded
from topboard.model import Team
from topboard.playground.journals import journal_to_json
from topboard.proof.prove import format_proof, prove
from topboard.proof.prove.sentences import (
    describe_rule_change_since_proof,
    translate_refusal_with_step,
)
from topboard.proof.verify import SYSTEMS as PROVABLE, verify
from topboard.proof.verify.round import is_for_supported_rules
from topboard.reasons.sentences import (
    generate_participant_sentences,
    generate_round_sentences,
    names_of,
)
from topboard.reasons.sentences.articles import replace_article_citations_by_names
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.reasons.why_not import why_not
from topboard.serialize.answers import FILE_EXTENSIONS, problem_to_json
from topboard.systems.registry import SYSTEMS
from topboard.text.numbers import format_points
from topboard.tiebreaks.standings import format_name_with_withdrawal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from topboard.checking import RoundCheck
    from topboard.documents.sheet import Document
    from topboard.errors import NoLegalPairing
    from topboard.model import Number, Tournament
    from topboard.playground.opened_files import OpenedFile
    from topboard.proof.verify import VerificationResult
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.registry import System
    from topboard.tiebreaks.standings import Item, Standings, Value


def event_to_json(opened: OpenedFile) -> dict[str, Any]:
    """Return what the page shows about an event before it shows a round."""
    event, rules = opened.tournament, opened.rules
    published = [*list_rounds_to_check(event), *list_uncheckable_rounds(event)]
    return {
        "kind": opened.kind,
        "file": opened.name,
        "name": event.name or say("Event"),
        "system": event.system,
        "system_title": "" if rules is None else rules.title,
        "systems": list(SYSTEMS),
        "provable": event.system in PROVABLE,
        "about": _describe_size(event),
        "participants": [
            {
                "number": one.number,
                "name": one.name,
                "rating": rating_or_average_cell(one, event.boards) or "",
            }
            for one in sorted(event.competitors, key=lambda one: one.number)
        ],
        "rounds": [
            {"round": number, "checked": number not in list_uncheckable_rounds(event)}
            for number in sorted(published)
        ],
        "next": _find_next_round(event),
        "notes": [problem_to_json(note) for note in opened.notes],
        "findings": [] if rules is None else _list_findings(opened, rules),
        "sections": list(opened.sections),
        "section": opened.section,
        "formats": [one for one in FILE_EXTENSIONS if one != "round-json" or _has_teams(event)],
        "journal": journal_to_json(opened.records) if opened.records else None,
    }


def _describe_size(event: Tournament) -> str:
    teams = say_count("{count} team", "{count} teams", len(event.competitors))
    players = say_count("{count} player", "{count} players", len(event.competitors))
    who = teams if _has_teams(event) else players
    rounds = say_count("{count} round played", "{count} rounds played", len(event.rounds))
    return say("{who}, {rounds}", who=who, rounds=rounds)


def _has_teams(event: Tournament) -> bool:
    return any(isinstance(one, Team) for one in event.competitors)


def _find_next_round(event: Tournament) -> int | None:
    """Return the number of the next round if it is not published yet and is still to be played."""
    upcoming = event.round_to_pair
    is_over = event.planned_rounds and upcoming > event.planned_rounds
    return None if event.published is not None or is_over else upcoming


def _list_findings(opened: OpenedFile, rules: System) -> list[str]:
    found = find_file_findings(opened.tournament, rules, opened.claimed, opened.contradiction)
    return [translate_worded(one.text) for one in found]


# --- rounds ---------------------------------------------------------------------------------------


def checked_round_to_json(before: Tournament, rules: System) -> dict[str, Any]:
    """Pair a published round again, and return whether it agrees with the rules."""
    return _check_to_json(before, check_round(before, rules))


def compared_round_to_json(before: Tournament, made: RoundPairing) -> dict[str, Any]:
    """Return whether a published round agrees with the pairing under the rules."""
    return _check_to_json(before, compare_pairing_with_published(before, made))


def _check_to_json(before: Tournament, found: RoundCheck) -> dict[str, Any]:
    name = names_of(before)
    return {
        "round": found.round,
        "agrees": not found.differences,
        "summary": format_round_summary(found),
        "differences": _name_cited_articles(
            [format_difference_from_rules(d, name) for d in found.differences]
        ),
    }


def round_to_json(before: Tournament, made: RoundPairing) -> dict[str, Any]:
    """Return the boards of a round, with the differences from the rules if it is published."""
    by_rules = {(pair.white, pair.black) for pair in made.pairs}
    if before.published is None:
        return {
            "round": made.round,
            "published": False,
            "agrees": None,
            "summary": say("Round {round}: paired under the rules", round=made.round),
            "differences": [],
            **_boards_to_json(pairing_sheet(before, made), by_rules),
        }
    compared = compared_round_to_json(before, made)
    own = () if compared["agrees"] else _boards_to_json(pairing_sheet(before, made), by_rules)
    return {
        **compared,
        "published": True,
        **_boards_to_json(pairing_sheet(_add_published_round(before), before.published), by_rules),
        "by_rules": own and own["boards"],
    }


def round_without_pairing_to_json(before: Tournament, refused: NoLegalPairing) -> dict[str, Any]:
    """Return the boards of a round for which the rules give no pairing."""
    published = before.published
    boards: dict[str, Any] = {"board_heading": "", "boards": [], "notes": []}
    if published is not None:
        boards = _boards_to_json(pairing_sheet(_add_published_round(before), published), ())
    return {
        "round": before.round_to_pair,
        "published": published is not None,
        "agrees": False,
        "summary": say("Round {round}: no pairing is possible", round=before.round_to_pair),
        "differences": _name_cited_articles([translate_worded(refused.words, names_of(before))]),
        **boards,
    }


def _boards_to_json(sheet: Document, by_rules: Collection[tuple[Number, Number]]) -> dict[str, Any]:
    """Return the rows of a pairing list, and whether the rules give each pair."""
    keys = [heading.key for heading in sheet.headings]
    boards = []
    for row in sheet.rows:
        cells = dict(zip(keys, row, strict=True))
        pair = cells["white_number"], cells["black_number"]
        boards.append({**cells, "board": row[0], "agrees": pair in by_rules})
    return {
        "board_heading": sheet.headings[0].title,
        "boards": boards,
        "notes": [translate_worded(note) for note in sheet.notes],
    }


def _add_published_round(before: Tournament) -> Tournament:
    """Return the tournament with the published round after the rounds that were played."""
    assert before.published is not None, "only a published round has boards to show"
    return replace(before, rounds=(*before.rounds, before.published), published=None)


def reasons_of_board_to_json(
    before: Tournament, rules: System, made: RoundPairing, white: Number, black: Number
) -> dict[str, Any]:
    """Return why two participants meet under the rules or, if they do not, why not."""
    name = names_of(before)
    opponents = {pair.white: pair.black for pair in made.pairs}
    opponents |= {pair.black: pair.white for pair in made.pairs}
    if opponents.get(white) != black:
        verdict = why_not(before, rules, white, black)
        return {
            "meet": False,
            "lines": _name_cited_articles(verdict_sentences(verdict, white, black, name)),
        }
    shown: dict[str, None] = {}
    for who in (white, black):
        for lines in generate_participant_sentences(made, who, name):
            shown.update(dict.fromkeys(lines))
    return {"meet": True, "lines": _name_cited_articles(shown)}


def reasons_of_round_to_json(before: Tournament, made: RoundPairing) -> dict[str, Any]:
    """Return the sentences for all decisions of a round, in order."""
    told = generate_round_sentences(made, names_of(before))
    return {"decisions": [_name_cited_articles(lines) for lines in told]}


def _name_cited_articles(lines: Iterable[str]) -> list[str]:
    """Return the sentences with the names of articles as people write them."""
    return [replace_article_citations_by_names(line).strip() for line in lines]


# --- standings ------------------------------------------------------------------------------------


def standings_to_json(event: Tournament, table: Standings) -> dict[str, Any]:
    """Return the standings as text, without the terms of the tie-breaks."""
    names = event.names
    return {
        "after_round": table.after_round,
        "columns": [
            {"code": one.code, "title": one.title, "article": one.article} for one in table.columns
        ],
        "lines": [
            {
                "place": line.place,
                "number": line.number,
                "name": format_name_with_withdrawal(names[line.number], line),
                "points": format_points(line.points),
                "values": [value.formatted for value in line.values],
            }
            for line in table.lines
        ],
    }


def opened_tie_breaks_to_json(
    event: Tournament, table: Standings, number: Number
) -> list[dict[str, Any]]:
    """Return each tie-break value of a participant with the terms that add up to it."""
    line = next(one for one in table.lines if one.number == number)
    return [
        {
            "title": column.title,
            "article": column.article,
            "value": value.formatted,
            "terms": [_term_to_json(event, value, item) for item in value.items],
        }
        for column, value in zip(table.columns, line.values, strict=True)
    ]


def _term_to_json(event: Tournament, value: Value, item: Item) -> dict[str, Any]:
    return {
        "round": item.round or "",
        "opponent": "" if item.opponent is None else names_of(event)(item.opponent),
        "value": format_points(item.value, value.scale),
        "note": translate_worded(item.note),
        "counts": not item.left_out,
    }


# --- proofs --------------------------------------------------------------------------------------


def made_proof_to_json(before: Tournament, made: RoundPairing, file: str) -> dict[str, Any]:
    """Write the proof of a round, verify it, and return it with the result."""
    document = prove(before, made)
    found = verify(document)
    return {
        "file": f"{file}-proof-{made.round}.json",
        "text": format_proof(document),
        **verified_proof_to_json(document, found),
    }


def verified_proof_to_json(
    document: Mapping[str, Any], found: VerificationResult
) -> dict[str, Any]:
    """Return whether a proof holds, with a sentence and every step that was verified."""
    named = {"system": str(document.get("system")), "round": document.get("round")}
    if found.refused is None:
        summary = say_count(
            "Proved: {system}, round {round}, {count} step",
            "Proved: {system}, round {round}, {count} steps",
            found.proved_step_count,
            **named,
        )
    else:
        what = translate_refusal_with_step(found.refused)
        summary = say("Not proved: {system}, round {round}: {what}", **named, what=what)
    changed = not is_for_supported_rules(document)
    return {
        "proved": found.proved,
        "summary": summary,
        "note": describe_rule_change_since_proof(document) if changed else "",
        "steps": [
            {"step": one.step or "", "article": one.article, "what": one.what}
            for one in found.holding
        ],
    }
