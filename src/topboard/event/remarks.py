"""Descriptions of actions, and report lines about those that affect the integrity of pairings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import fields
from topboard.event import actions
from topboard.event.journal_names import NO_NAMES, find_recorded_names
from topboard.event.personal_data import PERSONAL
from topboard.event.results import describe_result_with_games
from topboard.formats.problems import LONGEST_TEXT
from topboard.messages import Message, message, say, say_count, say_kept, use_language
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    NotYetEntered,
    PairingBye,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.two_games import is_two_player_match
from topboard.systems.common.ratings import format_rating_order
from topboard.systems.registry import SYSTEMS, system
from topboard.text import dates
from topboard.text.numbers import format_decimal, format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.event.entries import Entry
    from topboard.event.journal_names import RecordedNames
    from topboard.model import Scale, Tenths

TOUCHING = (
    actions.ChangeManual,
    actions.EndManual,
    actions.ChangePublished,
    actions.GrantException,
    actions.RuleOnBye,
    actions.AdjustPoints,
    actions.ForbidPair,
    actions.AllowPair,
    actions.EnterLate,
    actions.Renumber,
    actions.Expel,
    actions.Readmit,
    actions.Suspend,
    actions.LiftSuspension,
    actions.CorrectResult,
    actions.LeaveFideMode,
    actions.TakeOver,
    actions.SettleImaginary,
    actions.Undo,
    actions.Redo,
)


def build_integrity_remarks(entries: Sequence[Entry], section: str) -> Iterator[str]:
    """Yield a line for each action that affects the integrity of a section's pairings.

    The lines are written in English, with decimal points, because they go into files for other
    programs.
    """
    names = find_recorded_names(entries)
    for entry in entries:
        act = entry.act
        if _affects_pairing_integrity(act) and _find_section_of_action(entries, act) == section:
            by = f" by {entry.authority}" if entry.authority else ""
            why = f": {entry.reason}" if entry.reason else ""
            with use_language(None):
                done = describe_journal_action(act, format_decimal, names[entry.number])
                line = f"{entry.number} {entry.time} {done}{by}{why}"
            # Report files limit the length of a line; the journal contains the full text.
            yield line if len(line) <= LONGEST_TEXT else f"{line[: LONGEST_TEXT - 1]}…"


def _affects_pairing_integrity(act: actions.Act) -> bool:
    if isinstance(act, actions.RequestBye):
        return isinstance(act.outcome, FullPointBye)
    return isinstance(act, TOUCHING)


def _find_section_of_action(entries: Sequence[Entry], act: actions.Act) -> str:
    if isinstance(act, actions.Undo | actions.Redo):
        target = entries[act.entry - 1].act
        return str(getattr(target, "section", ""))
    return str(getattr(act, "section", ""))


AWAY: dict[type, Message] = {
    PairingBye: message("bye"),
    HalfPointBye: message("half-point bye"),
    FullPointBye: message("full-point bye"),
    ZeroPointBye: message("absent"),
    NotYetEntered: message("not yet entered"),
    Withdrawn: message("withdrawn"),
}


def format_absence_name(outcome: object) -> str:
    """Return the name of a bye or other absence."""
    return say_kept(AWAY[type(outcome)])


def describe_journal_action(
    act: actions.Act,
    write: Callable[[Tenths], str] = format_points,
    names: RecordedNames = NO_NAMES,
) -> str:
    """Return a short description of an action.

    ``write`` formats points, and ``names`` are the participants to whom its numbers refer.
    """
    match act:
        case actions.ChangeManual() | actions.EndManual() | actions.BeginManual():
            return _describe_manual_pairing(act)
        case actions.ChangePublished():
            return _describe_change_of_published_pairing(act, names)
        case actions.Undo():
            return _describe_undo(act)
        case actions.CorrectResult():
            return _describe_result_correction(act, write, names)
        case actions.RemoveResult() if act.table in names.boards:
            return _describe_removed_result(act, names)
        case actions.EnterResults():
            several = (_describe_table_result(result, write, names) for result in act.results)
            results = ("; " if names.boards else ", ").join(several)
            return say(
                "enter results of round {round}: {results}", round=act.round, results=results
            )
        case actions.EnterLate():
            return _describe_late_entry(act)
        case actions.ChangeEntry():
            one = act.competitor
            return say("change {name} (#{number})", name=one.name, number=one.number)
        case actions.ErasePersonal():
            return _describe_personal_data_erasure(act, names)
        case actions.RecordAllPresent():
            return say_count(
                "check in {count} more participant",
                "check in {count} more participants",
                len(act.present),
            )
        case actions.ForbidPair() | actions.AllowPair():
            return _describe_forbidden_or_allowed_pair(act, names)
        case actions.RuleOnBye():
            return _describe_ruling_on_bye(act, names)
        case actions.FixTable(table=0):
            who = names.participant(act.number)
            return say("release the board reserved for {who}", who=who)
        case actions.HandInLineUps() | actions.GiveCaptainLinks() | actions.RevokeCaptainLinks():
            return _describe_teams(act, names)
        case actions.ReportResult():
            return _describe_report(act, names)
        case _:
            return _describe_set_up_action(act, write, names)


def _describe_set_up_action(
    act: actions.Act, write: Callable[[Tenths], str], names: RecordedNames
) -> str:
    """Return the description of an action that sets up the event, or of any plain action."""
    match act:
        case actions.AddSection() | actions.ChangeSection():
            return _describe_section_action(act, write)
        case actions.TakeOver():
            return _describe_imported_section(act)
        case actions.Enter():
            return _describe_entered_participants(act)
        case actions.ScheduleRounds():
            return _describe_round_schedule(act)
        case actions.SetVisibility() | actions.SetLogo():
            return _describe_change_of_public_pages(act)
        case actions.SetLineUpDeadline():
            return _describe_line_up_deadline(act)
        case actions.SetBoardPrizes():
            return _describe_board_prizes(act)
        case actions.SetPhoneResults():
            return say_kept(PHONE_RESULTS[act.mode])
        case _:
            places = {field.name: getattr(act, field.name) for field in fields(type(act))}
            if "number" in places:
                places["who"] = names.participant(places["number"])
            return say_kept(WORDS[type(act)], **places)


def _describe_manual_pairing(
    act: actions.BeginManual | actions.ChangeManual | actions.EndManual,
) -> str:
    # FIDE prescribes the words "MPA @ Round" for reports.
    differences = "; ".join(act.differences) if isinstance(act, actions.EndManual) else ""
    if differences:
        return say("MPA @ Round {round}: {differences}", round=act.round, differences=differences)
    return say("MPA @ Round {round}", round=act.round)


def _describe_undo(act: actions.Undo) -> str:
    if act.ground is actions.ChangeGround.OTHER:
        return say("undo entry {entry}", entry=act.entry)
    ground = say_kept(GROUNDS[act.ground])
    return say("undo entry {entry} ({ground})", entry=act.entry, ground=ground)


def _describe_ruling_on_bye(act: actions.RuleOnBye, names: RecordedNames) -> str:
    who = names.participant(act.number)
    if act.allowed:
        return say("allow the pairing-allocated bye for {who}", who=who)
    return say("bar {who} from the pairing-allocated bye", who=who)


def _describe_change_of_published_pairing(
    act: actions.ChangePublished, names: RecordedNames
) -> str:
    places = {
        "round": act.round,
        "ground": say_kept(GROUNDS[act.ground]),
        "informed": names.participants(act.informed),
        "agreed": names.participants(act.agreed),
    }
    if act.agreed:
        return say(
            "change the published pairing of round {round} ({ground}); informed: {informed}; "
            "agreed: {agreed}",
            **places,
        )
    if act.informed:
        return say(
            "change the published pairing of round {round} ({ground}); informed: {informed}",
            **places,
        )
    return say("change the published pairing of round {round} ({ground})", **places)


def _describe_result_correction(
    act: actions.CorrectResult, write: Callable[[Tenths], str], names: RecordedNames
) -> str:
    places = {"round": act.round, "result": _describe_table_result(act.result, write, names)}
    if act.rating_only:
        return say("correct a result of round {round}, for ratings only: {result}", **places)
    return say("correct a result of round {round}: {result}", **places)


def _describe_removed_result(act: actions.RemoveResult, names: RecordedNames) -> str:
    white, black = names.boards[act.table]
    return say(
        "remove the result of round {round}, board {table} ({white} - {black})",
        round=act.round,
        table=act.table,
        white=white,
        black=black,
    )


def _describe_table_result(
    result: actions.TableResult, write: Callable[[Tenths], str], names: RecordedNames
) -> str:
    """Return the result of a board or match as text, with the names of the two sides if known.

    If recorded, it also says whether the losing team arrived.
    """
    told = describe_result_with_games(result, write)
    if result.table in names.boards:
        white, black = names.boards[result.table]
        told = say("{white} - {black} {result}", white=white, black=black, result=told)
    places = {"table": result.table, "result": told}
    if result.did_not_arrive is None and _is_team_match(result):
        return say("match {table} {result}", **places)
    if result.did_not_arrive is None:
        return say("board {table} {result}", **places)
    if result.did_not_arrive:
        return say(
            "match {table} {result} (forfeited, because the losing team did not arrive)", **places
        )
    return say("match {table} {result} (forfeited, although the losing team was present)", **places)


def _is_team_match(result: actions.TableResult) -> bool:
    """Whether the result shows that it is of two teams: the action does not name the system."""
    games = bool(result.games) and not is_two_player_match(result.games)
    return games or result.present is not None


def _describe_late_entry(act: actions.EnterLate) -> str:
    places = {"name": act.competitor.name, "number": act.competitor.number}
    if act.others_move:
        return say(
            "enter {name} (#{number}) late and move the participants below down by one", **places
        )
    return say("enter {name} (#{number}) late", **places)


def _describe_forbidden_or_allowed_pair(
    act: actions.ForbidPair | actions.AllowPair, names: RecordedNames
) -> str:
    numbers = names.participants((act.a, act.b, *act.others))
    if isinstance(act, actions.AllowPair):
        return say("remove the restriction on pairing {numbers}", numbers=numbers)
    if act.wish:
        return say("request that {numbers} not be paired with each other", numbers=numbers)
    return say("forbid pairing {numbers} with each other", numbers=numbers)


def _describe_imported_section(act: actions.TakeOver) -> str:
    count = len(act.facts.rounds) + (act.facts.published is not None)
    details = "; ".join([*act.differences, *act.changed])
    if details:
        return say_count(
            "import {count} round from {source}: {details}",
            "import {count} rounds from {source}: {details}",
            count,
            source=act.source or "?",
            details=details,
        )
    return say_count(
        "import {count} round from {source}",
        "import {count} rounds from {source}",
        count,
        source=act.source or "?",
    )


def _describe_entered_participants(act: actions.Enter) -> str:
    if act.source:
        return say_count(
            "enter {count} participant from {source}",
            "enter {count} participants from {source}",
            len(act.competitors),
            source=act.source,
        )
    return say_count(
        "enter {count} participant", "enter {count} participants", len(act.competitors)
    )


def _describe_teams(
    act: actions.HandInLineUps | actions.GiveCaptainLinks | actions.RevokeCaptainLinks,
    names: RecordedNames,
) -> str:
    """Return a description of an action about some teams.

    The line-ups themselves are left out, because they may be secret.
    """
    match act:
        case actions.HandInLineUps():
            numbers = names.participants(one.number for one in act.line_ups)
            return say_count(
                "hand in the line-up of {numbers} for round {round}",
                "hand in the line-ups of {numbers} for round {round}",
                len(act.line_ups),
                numbers=numbers,
                round=act.round,
            )
        case actions.GiveCaptainLinks():
            numbers = names.participants(one.number for one in act.links)
            return say("give a private link to the captain of {numbers}", numbers=numbers)
        case _:
            numbers = names.participants(act.numbers)
            return say("revoke the private link of the captain of {numbers}", numbers=numbers)


def _describe_line_up_deadline(act: actions.SetLineUpDeadline) -> str:
    if act.minutes is None:
        return say("remove the deadline for line-ups")
    return say_count(
        "set the deadline for line-ups to {count} minute before each round",
        "set the deadline for line-ups to {count} minutes before each round",
        act.minutes,
    )


def _describe_board_prizes(act: actions.SetBoardPrizes) -> str:
    if act.order is actions.BoardPrizeOrder.PERFORMANCE:
        return say_count(
            "rank board prizes by performance, for players with at least {count} game",
            "rank board prizes by performance, for players with at least {count} games",
            act.games,
        )
    return say_count(
        "rank board prizes by points, for players with at least {count} game",
        "rank board prizes by points, for players with at least {count} games",
        act.games,
    )


PHONE_RESULTS = {
    actions.PhoneResults.OFF: message("allow no results from phones"),
    actions.PhoneResults.ACCEPT: message("allow results from phones, which an arbiter accepts"),
    actions.PhoneResults.AGREED: message(
        "allow results from phones, which are entered when both sides agree"
    ),
}


def _describe_report(act: actions.ReportResult, names: RecordedNames) -> str:
    if act.table in names.boards:
        white, black = names.boards[act.table]
        return say(
            "report {results} on board {table} of round {round} ({white} - {black})",
            results=", ".join(act.results),
            table=act.table,
            round=act.round,
            white=white,
            black=black,
        )
    return say(
        "report {results} on board {table} of round {round}",
        results=", ".join(act.results),
        table=act.table,
        round=act.round,
    )


def _describe_personal_data_erasure(act: actions.ErasePersonal, names: RecordedNames) -> str:
    # A journal from a newer version of Topboard may name unknown fields.
    erased = ", ".join(
        say_kept(PERSONAL_FIELDS[name]) if name in PERSONAL_FIELDS else name
        for name in act.fields or PERSONAL
    )
    if act.number is None:
        return say("erase personal data of all participants: {fields}", fields=erased)
    who = names.participant(act.number)
    return say("erase personal data of {who}: {fields}", fields=erased, who=who)


def _describe_change_of_public_pages(act: actions.SetVisibility | actions.SetLogo) -> str:
    if isinstance(act, actions.SetLogo):
        return say("set the logo") if act.image else say("remove the logo")
    return say("make the event public") if act.public else say("make the event private")


def _describe_round_schedule(act: actions.ScheduleRounds) -> str:
    starts = enumerate(map(dates.format_start, act.starts), start=1)
    when = "; ".join(
        say("round {round}: {start}", round=number, start=start)
        for number, start in starts
        if start
    )
    if act.time_zone:
        return say("schedule the rounds ({zone}): {when}", when=when, zone=act.time_zone)
    return say("schedule the rounds: {when}", when=when)


GROUNDS = {
    actions.ChangeGround.REMATCH: message("the participants had already met"),
    actions.ChangeGround.COLOUR_LIMIT: message("a colour limit was broken"),
    actions.ChangeGround.COMPETITION_RULES: message("the rules of the event allow it"),
    actions.ChangeGround.NO_OPPONENT: message("two participants without opponents agree to play"),
    actions.ChangeGround.LATE_ENTRY: message("a late entry is paired"),
    actions.ChangeGround.LAST_ROUND: message(
        "something unforeseen happened at the top boards in the last round"
    ),
    actions.ChangeGround.BY_MISTAKE: message("the pairing was published by mistake"),
    actions.ChangeGround.UNSEEN: message(
        "the pairing was published by mistake, and nobody has seen it"
    ),
    actions.ChangeGround.OTHER: message("other reason"),
}

TABLE_GROUNDS = {
    actions.TableGround.SPONSOR: message("sponsor or media"),
    actions.TableGround.HOST: message("the host's A team"),
    actions.TableGround.DISABILITY: message("needs of a disabled player"),
    actions.TableGround.OTHER: message("other reason"),
}

PERSONAL_FIELDS = {
    "birth": message("date of birth"),
    "fide_id": message("FIDE ID"),
    "national_id": message("national ID"),
    "contact": message("contact details"),
}

WORDS: dict[type, Message] = {
    actions.CreateEvent: message("create event {name}"),
    actions.ChangeDetails: message("change the details of {name}"),
    actions.SetCategories: message("set the categories"),
    actions.LabelCompetitors: message("set which participants have the label {label}"),
    actions.SetPrizes: message("set the prizes"),
    actions.NameKey: message("set the signing key"),
    actions.SignJournal: message("sign the journal"),
    actions.CloseEvent: message("close the event"),
    actions.Announce: message("announce the section"),
    actions.LeaveFideMode: message("leave FIDE mode permanently"),
    actions.Withdraw: message("withdraw {who} from round {round} on"),
    actions.Readmit: message("readmit {who}"),
    actions.Expel: message("expel {who} from round {round} on"),
    actions.CloseEntries: message("close entries"),
    actions.Renumber: message("renumber the participants"),
    actions.CommitLot: message("commit to a seed for drawing lots for {purpose}"),
    actions.DrawLot: message("draw lots for {purpose}"),
    actions.RecordLot: message("record a drawing of lots for {purpose}"),
    actions.RecordPresence: message("record the presence of {who}"),
    actions.GrantException: message("grant {who} an exception to article {article}"),
    actions.RequestBye: message("record a bye for {who} in round {round}"),
    actions.CancelBye: message("cancel the bye of {who} in round {round}"),
    actions.FixTable: message("reserve board {table} for {who}"),
    actions.SettleImaginary: message("assign the virtual points"),
    actions.AdjustPoints: message("adjust the points of {who}"),
    actions.Suspend: message("suspend {who}"),
    actions.LiftSuspension: message("lift the suspension of {who}"),
    actions.PairRound: message("pair round {round}"),
    actions.PublishRound: message("publish round {round}"),
    actions.PublishLineUps: message("publish the line-ups of round {round}"),
    actions.Protest: message("record a protest against round {round}"),
    actions.RemoveResult: message("remove the result of round {round}, board {table}"),
    actions.Redo: message("redo entry {entry}"),
}
"""The descriptions of actions that need only the action's own fields, keyed by kind of action."""


def _describe_section_action(
    act: actions.AddSection | actions.ChangeSection, write: Callable[[Tenths], str]
) -> str:
    settings = ", ".join(_describe_section_settings(act, write))
    if isinstance(act, actions.AddSection):
        return say("add section ({system}): {settings}", system=act.system, settings=settings)
    return say("change section: {settings}", settings=settings)


def _describe_section_settings(
    act: actions.AddSection | actions.ChangeSection, write: Callable[[Tenths], str]
) -> Iterator[str]:
    """Yield each setting in an action as text.

    All settings are listed, because an action that changes a section replaces them all.
    """
    yield say_count("{count} round", "{count} rounds", act.rounds)
    if act.boards > 1 and not _has_two_games(act):
        yield say_count("{count} board", "{count} boards", act.boards)
    if act.variations:
        yield say("options {names}", names=" ".join(act.variations))
    if act.tie_breaks:
        yield say("tie-breaks {names}", names=" ".join(act.tie_breaks))
    if act.tie_break_edition:
        yield say("FIDE tie-breaks of {year}", year=act.tie_break_edition)
    if act.unrated_as:
        yield say("unrated players count as {rating}", rating=act.unrated_as)
    if act.match_scale:
        yield say("match points {scale}", scale=_format_scoring_scale(act.match_scale, write))
    if act.game_scale:
        yield say("game points {scale}", scale=_format_scoring_scale(act.game_scale, write))
    if act.rating_order:
        yield say(
            "ratings used: {rating_order}", rating_order=format_rating_order(act.rating_order)
        )


def _has_two_games(act: actions.AddSection | actions.ChangeSection) -> bool:
    """Return whether the boards of a section are two games between the same players."""
    name = act.system if isinstance(act, actions.AddSection) else ""
    return name in SYSTEMS and system(name).games == act.boards


SCALE_WORDS = {
    "bye": message("pairing-allocated bye {points}"),
    "half_bye": message("half-point bye {points}"),
    "full_bye": message("full-point bye {points}"),
    "won_by_default": message("win by forfeit {points}"),
    "lost_by_default": message("loss by forfeit {points}"),
    "both_defaulted": message("double forfeit {points}"),
    "zero_bye": message("zero-point bye {points}"),
}
"""The names of the results and byes that a scale can set, besides a win, a draw and a loss."""


def _format_scoring_scale(scale: Scale, write: Callable[[Tenths], str]) -> str:
    told = "-".join(map(write, (scale.win, scale.draw, scale.loss)))
    more = [
        say_kept(words, points=write(worth))
        for name, words in SCALE_WORDS.items()
        if (worth := getattr(scale, name)) is not None
    ]
    return f"{told} ({', '.join(more)})" if more else told
