"""Rules that apply in every edition, because no event could be trusted without them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.event.actions import (
    AddSection,
    AdjustPoints,
    Announce,
    ChangePublished,
    ChangeSection,
    CloseEntries,
    CorrectResult,
    DrawLot,
    Enter,
    EnterLate,
    EnterResults,
    Expel,
    ForbidPair,
    PairRound,
    Readmit,
    RequestBye,
    SettleImaginary,
)
from topboard.event.policy.entries import (
    ask_to_confirm_personal_data_erasure,
    check_duplicate_participants,
    forbid_empty_entry_list,
)
from topboard.event.policy.objections import (
    Office,
    forbid_action,
    note_for_arbiter,
    require_confirmation,
    require_ruling,
)
from topboard.event.policy.ratings import ask_to_confirm_missing_ratings, note_late_rating_changes
from topboard.event.tournament import build_tournament
from topboard.messages import message, say, say_count, say_kept
from topboard.model import (
    EQUAL_RATINGS,
    POINT,
    FullPointBye,
    Manner,
    NotYetEntered,
    Team,
    Tournament,
    Withdrawn,
)
from topboard.systems.registry import system
from topboard.tiebreaks.registry import find_problems_with_chosen_tie_breaks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.event.policy.objections import Objection, Question, Rule
    from topboard.event.state import Section

DIRECTING = (Office.DIRECTOR, Office.CHIEF_ARBITER, Office.PRESIDENT)
FROZEN = {
    "variations": message("system options"),
    "tie_breaks": message("tie-breaks"),
    "tie_break_edition": message("edition of the tie-break rules"),
    "boards": message("number of boards"),
    "match_scale": message("match points"),
    "game_scale": message("game points"),
    "unrated_as": message("rating for unrated players"),
    "rating_order": message("ratings used"),
}
"""The settings that are fixed once round 1 is published, with the names that messages use."""


def check_change_of_announced_settings(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling to change announced settings, and forbid it once round 1 is published.

    A new number of rounds only requires confirmation.
    """
    act, before = question.act, question.section.settings
    if not isinstance(act, ChangeSection):
        return
    changed = [name for name in FROZEN if getattr(act, name) != getattr(before, name)]
    if changed and question.section.rounds:
        named = ", ".join(say_kept(FROZEN[name]) for name in changed)
        words = say_count(
            "This setting cannot be changed once round 1 is published: {named}.",
            "These settings cannot be changed once round 1 is published: {named}.",
            len(changed),
            named=named,
        )
        yield forbid_action(article, words)
    elif changed and question.section.announced:
        yield require_ruling(
            article, say("This changes a setting that has already been announced."), *DIRECTING
        )
    if act.rounds != before.rounds and question.section.rounds:
        yield require_confirmation(
            article, say("This changes the number of rounds during the event.")
        )


def forbid_pairing_before_announcement(question: Question, article: str) -> Iterator[Objection]:
    """Forbid pairing round 1 until the options and tie-breaks have been announced."""
    act = question.act
    is_first_pairing = isinstance(act, PairRound) and act.round == 1
    if is_first_pairing and (used := unannounced_options(question.section)):
        yield forbid_action(
            article,
            say(
                "Announce these options and tie-breaks before you pair round 1: {used}.",
                used=", ".join(used),
            ),
        )


def unannounced_options(section: Section) -> tuple[str, ...]:
    """Return the options and tie-breaks of a section if they have not been announced."""
    if section.announced:
        return ()
    return (*section.settings.variations, *section.settings.tie_breaks)


def forbid_unknown_system_options(question: Question, article: str) -> Iterator[Objection]:
    """Forbid options that the pairing system does not offer."""
    act = question.act
    if not isinstance(act, AddSection | ChangeSection) or not act.variations:
        return
    used = system(question.section.system)
    if not used.variations:
        named = ", ".join(act.variations)
        yield forbid_action(
            article,
            say(
                "The system {system} has no options, so {named} cannot be used.",
                system=question.section.system,
                named=named,
            ),
        )
    else:
        used.announce_variations(Tournament((), boards=act.boards, variations=act.variations))


def forbid_wrong_number_of_games_per_pair(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a number of games per pair of players that the system does not use.

    A section may keep a number that its journal already contains, because older versions of
    Topboard accepted it.
    """
    act, used = question.act, system(question.section.system)
    if not isinstance(act, AddSection | ChangeSection) or used.teams or act.boards == used.games:
        return
    if isinstance(act, AddSection) or act.boards != question.section.settings.boards:
        words = say_count(
            "{system} has {count} game per pair of players, not {boards}.",
            "{system} has {count} games per pair of players, not {boards}.",
            used.games,
            system=used.name,
            boards=act.boards,
        )
        yield forbid_action(article, words)


def forbid_scoring_scale_outside_rules(question: Question, _article: str) -> Iterator[Objection]:
    """Forbid a new scoring scale that the rules do not allow.

    A section may keep a scale that its journal already contains, because older versions of Topboard
    accepted it.
    """
    act, before = question.act, question.section.settings
    if isinstance(act, AddSection | ChangeSection) and (
        (act.match_scale, act.game_scale) != (before.match_scale, before.game_scale)
    ):
        settled = Tournament(
            (),
            boards=act.boards,
            variations=act.variations,
            match_scale=act.match_scale,
            game_scale=act.game_scale,
        )
        system(question.section.system).facts(settled)
    yield from ()


def forbid_invalid_tie_breaks(question: Question, article: str) -> Iterator[Objection]:
    """Forbid tie-breaks that are invalid with the section's settings, such as its number of rounds.

    A section may keep tie-breaks that its journal already contains, because older versions of
    Topboard accepted them.
    """
    act, before = question.act, question.section.settings
    if not isinstance(act, AddSection | ChangeSection) or act.tie_breaks == before.tie_breaks:
        return

    rules = system(question.section.system)
    settled = Tournament(
        (),
        # The number of rounds of a round robin depends on its number of participants.
        planned_rounds=act.rounds if rules.timetable is None else 0,
        boards=act.boards,
        variations=act.variations,
        match_scale=act.match_scale,
        game_scale=act.game_scale,
        tie_break_edition=act.tie_break_edition,
    )
    for problem in find_problems_with_chosen_tie_breaks(
        act.tie_breaks, rules.tie_breaks, rules.facts(settled)
    ):
        yield forbid_action(article, str(problem))


def check_number_of_round_robin_rounds(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a wrong number of rounds in a round robin, and note a change of the planned number.

    The right number depends on the number of participants.
    """
    act, section = question.act, question.section
    timetable = system(section.system).timetable
    if timetable is None or not isinstance(act, CloseEntries | ChangeSection):
        return
    if isinstance(act, ChangeSection) and (section.rounds or not section.entries_closed):
        return
    facts = build_tournament(question.event, section)
    if isinstance(act, ChangeSection):
        facts = replace(facts, variations=act.variations)
    due = len(timetable(facts))
    participants, planned = len(section.competitors), section.settings.rounds
    if act.rounds not in (due, planned):
        words = say_count(
            "With this number of participants ({participants}), the round robin has {count} "
            "round, not {rounds}.",
            "With this number of participants ({participants}), the round robin has {count} "
            "rounds, not {rounds}.",
            due,
            participants=participants,
            rounds=act.rounds,
        )
        yield forbid_action(article, words)
    elif due != planned:
        words = say_count(
            "With this number of participants ({participants}), the round robin has {count} "
            "round instead of the planned {planned}.",
            "With this number of participants ({participants}), the round robin has {count} "
            "rounds instead of the planned {planned}.",
            due,
            participants=participants,
            planned=planned,
        )
        yield note_for_arbiter(article, words)


def forbid_announcement_after_round_one(question: Question, article: str) -> Iterator[Objection]:
    """Forbid announcing options and tie-breaks after round 1 is published."""
    if isinstance(question.act, Announce) and question.section.rounds:
        yield forbid_action(article, say("Nothing can be announced after round 1 is published."))


def forbid_wrong_kind_of_competitor(question: Question, article: str) -> Iterator[Objection]:
    """Forbid players in a team event, and teams in an individual event."""
    act = question.act
    if not isinstance(act, Enter | EnterLate):
        return
    of_teams = system(question.section.system).teams
    entered = act.competitors if isinstance(act, Enter) else (act.competitor,)
    for competitor in entered:
        if isinstance(competitor, Team) != of_teams:
            places = {"system": question.section.system, "name": competitor.name}
            yield forbid_action(
                article,
                say("{system} is for teams, so the player {name} cannot be entered.", **places)
                if of_teams
                else say(
                    "{system} is for players, so the team {name} cannot be entered.", **places
                ),
            )
            return


def require_ruling_on_late_entry(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling on whether a participant may enter late."""
    if isinstance(question.act, EnterLate):
        name = question.act.competitor.name
        yield require_ruling(
            article,
            say("A ruling is needed on whether {name} may enter late.", name=name),
            *DIRECTING,
        )


def note_tpns_shifted_by_late_entry(question: Question, article: str) -> Iterator[Objection]:
    """Note that a late entry shifts the TPNs of the participants listed after it."""
    act = question.act
    if isinstance(act, EnterLate) and act.others_move:
        number = act.competitor.number
        words = say(
            "{name} will get starting number {number}, and all participants from that number on "
            "will move down by one.",
            name=act.competitor.name,
            number=number,
        )
        yield note_for_arbiter(article, words)


def ask_to_confirm_unusual_points(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation if the points of a game or match do not add up to the usual total."""
    act = question.act
    if not isinstance(act, EnterResults | CorrectResult):
        return
    most = POINT * question.section.settings.boards
    for result in act.results if isinstance(act, EnterResults) else (act.result,):
        total = result.white_points + result.black_points
        # A game to which neither player came gives no points.
        total += POINT * sum(game.manner is Manner.BOTH_DEFAULTED for game in result.games)
        if result.manner is Manner.PLAYED and total != most:
            yield require_confirmation(
                article, _format_unusual_points_message(question, result.table)
            )


def _format_unusual_points_message(question: Question, table: int) -> str:
    boards = question.section.settings.boards
    if question.section.has_teams:
        return say(
            "Match {table}: the points of the two teams do not add up to {boards}, the number of "
            "boards.",
            table=table,
            boards=boards,
        )
    return say(
        "Board {table}: the points of the two players do not add up to {games}.",
        table=table,
        games=boards,
    )


def ask_to_confirm_full_point_bye(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation of a requested full-point bye, which is unusual."""
    act = question.act
    if isinstance(act, RequestBye) and isinstance(act.outcome, FullPointBye):
        name = question.section.competitor(act.number).name
        yield require_confirmation(
            article, say("{name} would get a full point without playing.", name=name)
        )


def forbid_withdrawal_as_bye(question: Question, article: str) -> Iterator[Objection]:
    """Forbid recording a withdrawal or a late start as a bye. Both have their own actions."""
    act = question.act
    if isinstance(act, RequestBye) and isinstance(act.outcome, Withdrawn | NotYetEntered):
        name = question.section.competitor(act.number).name
        yield forbid_action(
            article,
            say("This is not a bye. Withdraw {name} or record a late entry instead.", name=name),
        )


def forbid_bye_after_last_round(question: Question, article: str) -> Iterator[Objection]:
    """Forbid a requested bye after the last round of the section.

    A journal with such a bye stays valid.
    """
    act, section = question.act, question.section
    if not isinstance(act, RequestBye) or act.round <= section.settings.rounds:
        return
    if system(section.system).timetable is not None and not section.entries_closed:
        # The number of rounds of a round robin depends on its number of participants.
        return
    words = say_count(
        "There is no round {round}. The section has only {count} round.",
        "There is no round {round}. The section has only {count} rounds.",
        section.settings.rounds,
        round=act.round,
    )
    yield forbid_action(article, words)


def ask_to_confirm_results_lost_by_change(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation if a changed pairing removes results or numbers of players present."""
    act = question.act
    if not isinstance(act, ChangePublished):
        return
    played = question.section.round(act.round)
    kept = {(t.white, t.black) for t in act.tables}
    lost = [
        str(table)
        for table, meeting in played.meetings.items()
        if meeting.manner is not Manner.PENDING and (meeting.white, meeting.black) not in kept
    ]
    if lost:
        yield require_confirmation(article, _format_removed_results_message(question.section, lost))
    if played.present:
        words = say_count(
            "This removes the recorded number of players present in match {counted}.",
            "This removes the recorded numbers of players present in these matches: {counted}.",
            len(played.present),
            counted=", ".join(map(str, sorted(played.present))),
        )
        yield require_confirmation(article, words)


def _format_removed_results_message(section: Section, tables: Sequence[str]) -> str:
    lost = ", ".join(tables)
    if section.has_teams:
        return say_count(
            "This removes the result of match {lost}.",
            "This removes the results of these matches: {lost}.",
            len(tables),
            lost=lost,
        )
    return say_count(
        "This removes the result of board {lost}.",
        "This removes the results of these boards: {lost}.",
        len(tables),
        lost=lost,
    )


def apply_individual_event_rules_to_teams(
    question: Question, _article: str, *, rules: Mapping[str, Rule]
) -> Iterator[Objection]:
    """Apply those rules of individual events that also hold for teams, each with its own
    article.
    """
    for article, rule in rules.items():
        yield from rule(question, article)


def require_lots_for_equal_ratings(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling to close entries before lots have been drawn for tied participants."""
    act, section = question.act, question.section
    to_draw = system(section.system).to_draw
    if not isinstance(act, CloseEntries) or to_draw is None:
        return
    for tied in to_draw(build_tournament(question.event, section)):
        names = ", ".join(section.competitor(number).name for number in tied)
        words = say(
            "{names} are tied in the initial order. Draw lots for {lot!r} first, or have their "
            "order decided by a ruling.",
            names=names,
            lot=EQUAL_RATINGS,
        )
        yield require_ruling(article, words, *DIRECTING)


def ask_to_confirm_late_forbidden_pair(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation to forbid a pair after round 1, because that affects other pairs too."""
    act = question.act
    if isinstance(act, ForbidPair) and question.section.rounds:
        yield require_confirmation(
            article, say("This forbids a pairing after the event has started.")
        )


def note_ineffective_request_not_to_meet(question: Question, article: str) -> Iterator[Objection]:
    """Note that a request not to meet has no effect if the rules do not provide for it."""
    act, section = question.act, question.section
    if isinstance(act, ForbidPair) and act.wish and not system(section.system).requests:
        words = say(
            "This request has no effect, because these rules do not provide for such requests. "
            "To forbid the pair, record a restriction instead (on the command line, leave out "
            "--wish)."
        )
        yield note_for_arbiter(article, words)


def require_ruling_on_status_or_points(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling on an expulsion, a readmission or an adjustment of points."""
    act = question.act
    if isinstance(act, Expel | Readmit | AdjustPoints):
        name = question.section.competitor(act.number).name
        if isinstance(act, Expel):
            words = say("A ruling is needed on whether to expel {name}.", name=name)
        elif isinstance(act, Readmit):
            words = say("A ruling is needed on whether {name} may take part again.", name=name)
        else:
            words = say("A ruling is needed on whether to change {name}'s points.", name=name)
        yield require_ruling(article, words, *DIRECTING)


def forbid_late_virtual_points(question: Question, article: str) -> Iterator[Objection]:
    """Forbid assigning virtual points once round 1 is published."""
    if isinstance(question.act, SettleImaginary) and question.section.rounds:
        yield forbid_action(
            article, say("Virtual points can only be assigned before round 1 is published.")
        )


def ask_to_confirm_lots_after_round_one(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation to draw lots with a committed seed after round 1 is published."""
    if isinstance(question.act, DrawLot) and question.section.rounds:
        yield require_confirmation(
            article, say("Round 1 has already been published, so these lots would be drawn late.")
        )


GENERAL = (
    check_change_of_announced_settings,
    forbid_unknown_system_options,
    forbid_wrong_number_of_games_per_pair,
    forbid_scoring_scale_outside_rules,
    forbid_invalid_tie_breaks,
    forbid_pairing_before_announcement,
    check_number_of_round_robin_rounds,
    forbid_announcement_after_round_one,
    forbid_wrong_kind_of_competitor,
    forbid_empty_entry_list,
    check_duplicate_participants,
    ask_to_confirm_personal_data_erasure,
    note_tpns_shifted_by_late_entry,
    ask_to_confirm_unusual_points,
    forbid_withdrawal_as_bye,
    forbid_bye_after_last_round,
    ask_to_confirm_results_lost_by_change,
    ask_to_confirm_missing_ratings,
    note_late_rating_changes,
    ask_to_confirm_late_forbidden_pair,
    note_ineffective_request_not_to_meet,
    require_ruling_on_status_or_points,
    forbid_late_virtual_points,
    ask_to_confirm_lots_after_round_one,
)

ON_TIE_BREAKS: dict[str, Rule] = {"4.1.1": check_change_of_announced_settings}
"""The articles about people in FIDE's tie-break regulations, which apply under every system."""
