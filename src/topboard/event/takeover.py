"""Import of a section that was started in another program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.checking import check_rounds, infer_missing_settings_from_rounds, list_rounds_to_check
from topboard.errors import BadInput, Problem
from topboard.event.actions import TakeOver
from topboard.event.apply_actions import build_imported_section
from topboard.event.pairing import format_pairing_difference_for_journal
from topboard.event.state import build_refused_error
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.model import (
    POINT,
    EventInfo,
    FullPointBye,
    Manner,
    Number,
    Scale,
    Team,
    ZeroPointBye,
)
from topboard.systems.registry import SYSTEMS, system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.state import Event
    from topboard.model import Away, Meeting, Round, Tenths, Tournament


def build_take_over_action(
    event: Event, name: str, found: Tournament, source: str, system_name: str = ""
) -> TakeOver:
    """Return the action that continues the tournament in a file as a new section."""
    facts = replace(found, system=_choose_system_of_import(found, system_name, source))
    changed = tuple(_describe_changes_to_import(facts))
    facts = _fit_imported_tournament_to_section(facts)
    act = TakeOver(name, facts, source, changed=changed)
    return replace(act, differences=find_differences_of_import_from_rules(event, act))


def _choose_system_of_import(found: Tournament, asked: str, source: str) -> str:
    """Return the requested pairing system, or else the one named in the file.

    Raise ``BadInput`` if the system is unknown or does not fit the participants.
    """
    name = asked or found.system
    if name not in SYSTEMS:
        what = say("the file does not name a pairing system that Topboard knows")
        raise BadInput(
            [Problem(what, source, name, say("Choose a pairing system with --system NAME."))]
        )
    teams = system(name).teams
    if any(isinstance(one, Team) != teams for one in found.competitors):
        what = (
            say("the system is for teams") if teams else say("the system is for individual players")
        )
        raise BadInput([Problem(what, source, name, say("Choose a different system."))])
    return name


# --- conversion of the file to a section ----------------------------------------------------


def _fit_imported_tournament_to_section(facts: Tournament) -> Tournament:
    """Return the tournament in a file with its rounds in the form that a section stores.

    The name and details of the event, the file's ranks and similar data are left out.
    """
    facts = system(facts.system).count_unfinished_games_by_rules(facts)
    rounds = tuple(_fit_imported_round_to_section(played, facts) for played in facts.rounds)
    published = (
        None if facts.published is None else _fit_imported_round_to_section(facts.published, facts)
    )
    return replace(
        facts,
        rounds=rounds,
        published=published,
        planned_rounds=max(facts.planned_rounds, len(rounds) + (published is not None), 1),
        name="",
        details=EventInfo(),
        required=(),
        official_ranks=None,
        member_byes=(),
    )


def _describe_changes_to_import(facts: Tournament) -> Iterator[str]:
    """Yield how the imported data differ from those in the file, in English for the journal."""
    for played in facts.rounds:
        for meeting in played.meetings:
            if (alone := _find_unopposed_participant(meeting)) is not None:
                bye = "a full-point bye" if meeting.manner is Manner.DEFAULT else "absent"
                yield f"round {played.number}: {alone} has no opponent in the file: {bye}"
    if facts.official_ranks is not None:
        yield "the ranks of the file are not kept: the standings are made of the results"
    if not facts.planned_rounds:
        yield "the file does not say how many rounds there are"


def _find_unopposed_participant(meeting: Meeting) -> Number | None:
    """Return the only participant of a meeting without an opponent, or None if there are two."""
    if meeting.white is not None and meeting.black is not None:
        return None
    return meeting.white or meeting.black


def _fit_imported_round_to_section(played: Round, facts: Tournament) -> Round:
    """Return a round in which every meeting has two participants and results are 1, ½ or 0.

    A participant without an opponent gets a bye.
    """
    scale = None if system(facts.system).teams else facts.game_scale
    away: list[tuple[Number, Away]] = [*played.away]
    meetings = []
    for meeting in played.meetings:
        if (alone := _find_unopposed_participant(meeting)) is not None:
            won = meeting.manner is Manner.DEFAULT
            away.append((alone, FullPointBye() if won else ZeroPointBye()))
        else:
            meetings.append(meeting if scale is None else _convert_points_to_result(meeting, scale))
    return replace(played, meetings=tuple(meetings), away=tuple(away))


def _convert_points_to_result(meeting: Meeting, scale: Scale) -> Meeting:
    """Return a meeting with its points converted from the scoring scale to 1, ½ or 0."""

    def to_result_points(points: Tenths, against: Tenths) -> Tenths:
        if meeting.manner is Manner.DEFAULT:
            return POINT if points > against else 0
        return {scale.win: POINT, scale.draw: POINT // 2}.get(points, 0)

    points = meeting.white_points, meeting.black_points
    if meeting.manner in (Manner.BOTH_DEFAULTED, Manner.PENDING):
        points = 0, 0
    return replace(
        meeting,
        white_points=to_result_points(*points) if any(points) else 0,
        black_points=to_result_points(*points[::-1]) if any(points) else 0,
        paired_as=None,
    )


# --- differences from the rules -------------------------------------------------------------


def find_differences_of_import_from_rules(event: Event, act: TakeOver) -> tuple[str, ...]:
    """Return how imported rounds differ from the rules' pairings, in English for the journal."""
    rules = system(act.facts.system)
    facts = infer_missing_settings_from_rounds(
        build_tournament(event, build_imported_section(act, 0)), rules
    )
    try:
        checks = list(check_rounds(facts, rules, list_rounds_to_check(facts)))
    except BadInput as refused:
        return tuple(
            f"the rounds cannot be paired again: {problem}" for problem in refused.problems
        )
    return tuple(
        f"round {checked.round}: {format_pairing_difference_for_journal(difference)}"
        for checked in checks
        for difference in checked.differences
    )


def refuse_hidden_differences(event: Event, act: TakeOver) -> None:
    """Raise ``Refused`` unless an import lists exactly how its rounds differ from the rules."""
    due = find_differences_of_import_from_rules(event, act)
    if act.differences != due:
        what = say(
            "The stated differences from the rules do not match those in the imported rounds."
        )
        told = "; ".join(due) or say("no differences")
        raise build_refused_error(what, told, remedy=say("Record exactly these differences."))
