"""Answers about events, journals and refused actions as JSON values.

They are the same on the command line and in the API. Journal entries are written as in the journal,
with points in tenths.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from topboard._frozen import replace
from topboard.errors import (
    AuthorityNeeded,
    BadInput,
    Conflict,
    NoLegalPairing,
    Problem,
    Refused,
    Unreachable,
)
from topboard.event.codec import class_name_in_journal, plain
from topboard.event.identity import build_round_identity
from topboard.event.pairing import build_action_for_computed_pairing
from topboard.event.policy.objections import WORDS
from topboard.event.remarks import AWAY
from topboard.event.results import format_games_of_match, format_result
from topboard.model.two_games import is_two_player_match
from topboard.serialize.answers import problem_to_json
from topboard.serialize.proof_answers import failed_step_to_json
from topboard.text.numbers import to_json_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topboard.errors import Problem
    from topboard.event.entries import Entry
    from topboard.event.replay import Replay
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.event.summaries import EventSummary
    from topboard.model import Meeting
    from topboard.proof.verify import VerificationResult
    from topboard.serialize.event_answer_types import (
        EventSummaryJson,
        JournalEntryJson,
        PublishedRoundJson,
        ReplayComparisonJson,
        ReplayedRoundJson,
        SectionJson,
        TableJson,
    )


def failed_request_to_json(
    error: Exception, kind: str, problems: Sequence[Problem]
) -> dict[str, Any]:
    """Return a failed request as JSON: the kind of failure, and every problem with its level.

    ``problems`` must begin with the most serious problem. For a refused action, these are the
    objections to it.
    """

    subject = dict(error.subject) if isinstance(error, Refused) else {}
    answer: dict[str, Any] = {"kind": kind}
    if problems:
        answer["level"] = problems[0].level.value
    if subject:
        answer["act"] = subject.pop("act")
    if isinstance(error, AuthorityNeeded):
        answer["offices"] = [_office_code_word(office) for office in error.offices]
    answer["problems"] = [_objection_to_json(one, subject) for one in problems]
    return answer


def _objection_to_json(one: Problem, subject: Mapping[str, Any]) -> dict[str, Any]:
    about = {**subject, **({"numbers": list(one.numbers)} if one.numbers else {})}
    return {
        "level": one.level.value,
        "article": one.article,
        "subject": about,
        **problem_to_json(one),
    }


def _office_code_word(office: str) -> str:
    """Return the code word for an office, as used in requests, or its name if there is none."""

    return next((word for word, one in WORDS.items() if one.value == office), office)


def error_kind_code(error: Exception) -> str:
    """Return a code word for the kind of error. Programs use it to decide how to react."""

    if isinstance(error, Refused):
        return error.kind
    kinds: tuple[tuple[type[Exception], str], ...] = (
        (Conflict, "conflict"),
        (Unreachable, "away"),
        (NoLegalPairing, "no pairing"),
        (BadInput, "refused"),
    )
    return next((word for of, word in kinds if isinstance(error, of)), "error")


def problems_of_error(error: Exception) -> tuple[Problem, ...]:
    """Return all problems of an error. An error without problems becomes a single problem."""

    if isinstance(error, Refused):
        return (*error.problems, *error.others)
    if isinstance(error, BadInput):
        return error.problems
    article = error.article if isinstance(error, NoLegalPairing) else ""
    return (Problem(str(error), article=article),)


# --- an event and its journal -------------------------------------------------------------------


def journal_entry_to_json(one: Entry, *, undone: bool = False) -> JournalEntryJson:
    """Return a journal entry as JSON. Its action has the same form as in the journal."""

    return {
        "entry": one.number,
        "time": one.time,
        "who": one.who,
        "act": class_name_in_journal(type(one.act)),
        "content": plain(one.act),
        "reason": one.reason,
        "authority": one.authority,
        "undone": undone,
    }


def event_state_to_command_line_json(event: Event, *, public: bool) -> dict[str, Any]:
    """Return the current state of an event as JSON, for the command line."""
    return {
        "event": event.name,
        "closed": event.closed,
        "public": public,
        "entries": event.last,
        "sections": [section_state_to_command_line_json(one) for one in event.sections.values()],
    }


def section_state_to_command_line_json(section: Section) -> dict[str, Any]:
    """Return the state of a section as JSON for the command line, with values as in the journal."""

    return {
        "name": section.name,
        "system": section.system,
        "settings": plain(section.settings),
        "announced": section.announced,
        **({"left_fide_mode": True} if section.left_fide_mode else {}),
        "entries_closed": section.entries_closed,
        "competitors": [
            {"type": class_name_in_journal(type(c)), **plain(c)}
            for c in section.competitors.values()
        ],
        "round_to_pair": section.round_to_pair,
        "draft": _draft_pairing_to_json(section),
        "rounds": [
            {
                "round": played.number,
                "digest": played.digest,
                "revision": played.revision,
                "manual": played.manual,
                "tables": [
                    {"table": table, **plain(meeting)} for table, meeting in played.meetings.items()
                ],
                "away": [
                    {"number": number, "outcome": class_name_in_journal(type(outcome))}
                    for number, outcome in played.away
                ],
            }
            for played in section.rounds
        ],
    }


def _draft_pairing_to_json(section: Section) -> dict[str, Any] | None:
    draft = section.draft
    return None if draft is None else plain(replace(draft, by_rules=None))


def event_summary_to_json(
    stem: str, state: EventSummary, sections: Mapping[str, str], *, public: bool
) -> EventSummaryJson:
    """Return a summary of an event and its sections as JSON.

    ``sections`` maps each section's name in URLs to its full name.
    """

    known = {one.name: one for one in state.sections}
    return {
        "event": stem,
        "name": state.name,
        "closed": state.closed,
        "public": public,
        "last": state.last,
        "details": plain(state.details),
        "sections": [
            {
                "section": slug,
                "name": name,
                "system": known[name].system,
                "rounds": known[name].rounds,
                "published": known[name].published,
                "competitors": known[name].competitors,
            }
            for slug, name in sections.items()
        ],
    }


def section_to_api_json(slug: str, one: Section) -> SectionJson:
    """Return a section as JSON for the API. Results and reasons for absence are given in words."""

    answer: SectionJson = {
        "section": slug,
        "name": one.name,
        "system": one.system,
        "settings": plain(one.settings),
        "announced": one.announced,
        "entries_closed": one.entries_closed,
        "round_to_pair": one.round_to_pair,
        "competitors": [plain(c) for c in one.competitors.values()],
        "requests": [
            {"number": r.number, "round": r.round, "outcome": AWAY[type(r.outcome)]}
            for r in one.requests
        ],
        "draft": _draft_pairing_to_json(one),
        "rounds": [published_round_to_json(played) for played in one.rounds],
    }
    if one.left_fide_mode:
        answer["left_fide_mode"] = True
    return answer


def published_round_to_json(played: PublishedRound) -> PublishedRoundJson:
    """Return a published round as JSON: its boards with their results, and who is absent."""

    return {
        "round": played.number,
        "manual": played.manual,
        "revision": played.revision,
        "tables": [_table_to_json(table, m) for table, m in played.meetings.items()],
        "away": [{"number": n, "outcome": AWAY[type(o)]} for n, o in played.away],
    }


def _table_to_json(table: int, m: Meeting) -> TableJson:
    answer: TableJson = {
        "table": table,
        "white": m.white,
        "black": m.black,
        "result": format_result(m) or None,
        "white_points": to_json_number(m.white_points),
        "black_points": to_json_number(m.black_points),
    }
    if is_two_player_match(m.games):
        answer["games"] = format_games_of_match(m)
    return answer


def replayed_round_with_explanation_to_json(one: Replay) -> dict[str, Any]:
    """Return a published round that was paired again as JSON, including its explanation.

    It has the digest of the published round and the identity of the new pairing.
    """

    answer = one.answer
    made = (
        None
        if answer is None
        else build_action_for_computed_pairing(answer, one.section, one.excluded)
    )
    return {
        **replayed_round_to_json(one),
        "digest": one.digest,
        "identity": None if made is None else build_round_identity(one.system, made),
        "explanation": [] if answer is None else answer.explanation,
    }


def replay_comparison_to_json(one: Replay) -> ReplayComparisonJson:
    """Return as JSON whether a published round is the same when it is paired again.

    Interpretations of the rules that have changed since publication are listed.
    """
    answer: ReplayComparisonJson = {
        "same": one.does_not_contradict_record,
        "comparison": one.comparison.value,
        "system_revision": one.system_revision,
    }
    if one.changed_readings:
        answer["changed_readings"] = [
            {"revision": found.revision, "articles": list(found.articles), "page": found.page}
            for found in one.changed_readings
        ]
    if one.departures:
        answer["departures"] = list(one.departures)
    return answer


def replayed_round_to_json(
    one: Replay, found: VerificationResult | None = None
) -> ReplayedRoundJson:
    """Return the comparison of a published round with the same round paired again, as JSON.

    ``found`` is the result of verifying the round's proof. It is None if there is no proof.
    """
    comparison = replay_comparison_to_json(one)
    proof = {} if found is None else {"proved": found.proved, **failed_step_to_json(found)}
    return cast(
        "ReplayedRoundJson",
        {
            "section": one.section,
            "round": one.round,
            "entry": one.entry,
            **comparison,
            "manual": one.manual,
            "revision": one.revision,
            "differences": list(one.differences),
            **proof,
        },
    )
