"""Descriptions of actions that affect the integrity of the pairings, for a section's report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event import actions
from topboard.event.personal_data import PERSONAL
from topboard.event.results import describe_result
from topboard.formats.problems import LONGEST_TEXT
from topboard.messages import Message, message, say, say_count, say_kept, speaking
from topboard.model import (
    FullPointBye,
    HalfPointBye,
    NotYetEntered,
    PairingBye,
    Withdrawn,
    ZeroPointBye,
)
from topboard.systems.common.ratings import format_rating_order
from topboard.systems.registry import SYSTEMS, system
from topboard.text import dates
from topboard.text.numbers import format_decimal, format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.event.entries import Entry
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
    """Yield a line for each action in a section that affects the integrity of its pairings.

    The lines go into files for other programs, so points have a decimal point and the text is
    English.
    """
    for entry in entries:
        act = entry.act
        if _affects_integrity(act) and _section_of_action(entries, act) == section:
            by = f" by {entry.authority}" if entry.authority else ""
            why = f": {entry.reason}" if entry.reason else ""
            with speaking(None):
                told = f"{entry.number} {entry.time} {action_text(act, format_decimal)}{by}{why}"
            # A report cannot hold longer text; the journal keeps all of it.
            yield told if len(told) <= LONGEST_TEXT else f"{told[: LONGEST_TEXT - 1]}…"


def _affects_integrity(act: actions.Act) -> bool:
    if isinstance(act, actions.RequestBye):
        return isinstance(act.outcome, FullPointBye)
    return isinstance(act, TOUCHING)


def _section_of_action(entries: Sequence[Entry], act: actions.Act) -> str:
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


def describe_absence(outcome: object) -> str:
    """Return the reason for an absence as text."""
    return say_kept(AWAY[type(outcome)])


def action_text(act: actions.Act, write: Callable[[Tenths], str] = format_points) -> str:
    """Return a short description of an action."""
    match act:
        case actions.ChangeManual() | actions.EndManual() | actions.BeginManual():
            told = "; ".join(getattr(act, "differences", ()))
            return say("MPA @ Round {round}", round=act.round) + (f": {told}" if told else "")
        case actions.ChangePublished():
            told = say(
                "pairing of round {round} changed ({ground}), informed: {informed}",
                round=act.round,
                ground=say_kept(GROUNDS[act.ground]),
                informed=", ".join(map(str, act.informed)),
            )
            agreed = ", ".join(map(str, act.agreed))
            return f"{told}, {say('agreed: {agreed}', agreed=agreed)}" if agreed else told
        case actions.CorrectResult():
            return _describe_correction(act, write)
        case actions.EnterResults():
            results = ", ".join(
                say(
                    "table {table} {result}",
                    table=result.table,
                    result=describe_result(result, write),
                )
                + _describe_arrival(result)
                for result in act.results
            )
            return say("results of round {round}: {results}", round=act.round, results=results)
        case actions.Undo():
            return say("undo of entry {entry}", entry=act.entry)
        case actions.Redo():
            return say("redo of entry {entry}", entry=act.entry)
        case actions.EnterLate() | actions.ChangeEntry():
            told = f"{say_kept(CALLED[type(act)])} {act.competitor.number} {act.competitor.name}"
            moved = isinstance(act, actions.EnterLate) and act.others_move
            return f"{told}; {say('the others move down')}" if moved else told
        case actions.AddSection() | actions.ChangeSection():
            told = " ".join([say_kept(CALLED[type(act)]), *_describe_fields(act)])
            return f"{told}: {', '.join(_describe_settings(act, write))}"
        case actions.ErasePersonal():
            return _describe_erasure(act)
        case actions.ScheduleRounds():
            return _describe_schedule(act)
        case actions.SetVisibility():
            return say("make the event public") if act.public else say("make the event private")
        case actions.RecordAllPresent():
            return say_count("{count} more is here", "{count} more are here", len(act.present))
        case actions.ForbidPair() | actions.AllowPair():
            return _describe_restriction(act)
        case actions.TakeOver():
            count = len(act.facts.rounds) + (act.facts.published is not None)
            told = say_count("{count} round", "{count} rounds", count)
            told = say("{told} taken over from {source}", told=told, source=act.source or "?")
            return "; ".join([told, *act.differences, *act.changed])
        case actions.Enter():
            told = say_count("{count} entry", "{count} entries", len(act.competitors))
            return say("{told} from {source}", told=told, source=act.source) if act.source else told
        case _:
            return " ".join([say_kept(CALLED[type(act)]), *_describe_fields(act)])


def _describe_correction(act: actions.CorrectResult, write: Callable[[Tenths], str]) -> str:
    told = say(
        "result of round {round}, table {table} corrected to {points}",
        round=act.round,
        table=act.result.table,
        points=describe_result(act.result, write),
    )
    told += _describe_arrival(act.result)
    return f"{told}, {say('for the ratings only')}" if act.rating_only else told


def _describe_arrival(result: actions.TableResult) -> str:
    """Return whether a team that forfeited every board arrived, as text; empty if not recorded."""
    if result.did_not_arrive is None:
        return ""
    if result.did_not_arrive:
        return f" ({say('the losing team did not arrive')})"
    return f" ({say('the losing team arrived')})"


def _describe_restriction(act: actions.ForbidPair | actions.AllowPair) -> str:
    called = say_kept(CALLED[type(act)])
    if isinstance(act, actions.ForbidPair) and act.wish:
        called = say("request not to be paired:")
    if not act.others:
        return f"{called} {act.a} {say('and {value}', value=act.b)}"
    return f"{called} {', '.join(map(str, (act.a, act.b, *act.others)))}"


def _describe_erasure(act: actions.ErasePersonal) -> str:
    # A newer Topboard may have more fields.
    fields = ", ".join(
        say_kept(PERSONAL_FIELDS[name]) if name in PERSONAL_FIELDS else name
        for name in act.fields or PERSONAL
    )
    if act.number is None:
        return say("{fields} of everybody erased for good", fields=fields)
    return say("{fields} of {number} erased for good", fields=fields, number=act.number)


def _describe_schedule(act: actions.ScheduleRounds) -> str:
    starts = enumerate(map(dates.format_start, act.starts), start=1)
    when = "; ".join(f"{number}: {start}" for number, start in starts if start)
    return say("the rounds begin: {when} {zone}", when=when, zone=act.time_zone).strip()


GROUNDS = {
    actions.ChangeGround.REMATCH: message("the two had met before"),
    actions.ChangeGround.COLOUR_LIMIT: message("a colour limit was broken"),
    actions.ChangeGround.COMPETITION_RULES: message("the rules of the event allow it"),
    actions.ChangeGround.NO_OPPONENT: message("two without an opponent agree to play"),
    actions.ChangeGround.LATE_ENTRY: message("a late entry is seated"),
    actions.ChangeGround.LAST_ROUND: message(
        "something unforeseen happened at the top tables of the last round"
    ),
    actions.ChangeGround.OTHER: message("other"),
}

TABLE_GROUNDS = {
    actions.TableGround.SPONSOR: message("sponsor or media"),
    actions.TableGround.HOST: message("the host's A team"),
    actions.TableGround.DISABILITY: message("needs of a disabled player"),
    actions.TableGround.OTHER: message("other"),
}

PERSONAL_FIELDS = {
    "birth": message("birth"),
    "fide_id": message("FIDE id"),
    "national_id": message("national id"),
    "contact": message("contact"),
}

CALLED: dict[type, Message] = {
    actions.CreateEvent: message("create event"),
    actions.ChangeDetails: message("change the details of the event"),
    actions.SetVisibility: message("make the event public or private"),
    actions.SetCategories: message("settle the categories"),
    actions.LabelCompetitors: message("label competitors"),
    actions.SetPrizes: message("settle the prizes"),
    actions.NameKey: message("name key"),
    actions.SignJournal: message("sign the journal"),
    actions.CloseEvent: message("close event"),
    actions.AddSection: message("add section"),
    actions.ChangeSection: message("change section"),
    actions.Announce: message("announce"),
    actions.LeaveFideMode: message("FIDE mode is left for good"),
    actions.EnterLate: message("enter late"),
    actions.ChangeEntry: message("change entry"),
    actions.Withdraw: message("withdraw"),
    actions.Readmit: message("readmit"),
    actions.Expel: message("expel"),
    actions.CloseEntries: message("close entries"),
    actions.Renumber: message("give the pairing numbers anew"),
    actions.CommitLot: message("commit lot"),
    actions.DrawLot: message("draw lot"),
    actions.RecordLot: message("record lot"),
    actions.RecordPresence: message("record presence"),
    actions.GrantException: message("grant exception"),
    actions.RequestBye: message("request bye"),
    actions.CancelBye: message("cancel bye"),
    actions.ForbidPair: message("forbid pair"),
    actions.AllowPair: message("allow pair"),
    actions.RuleOnBye: message("rule on bye"),
    actions.FixTable: message("fix table"),
    actions.SettleImaginary: message("settle imaginary"),
    actions.AdjustPoints: message("adjust points"),
    actions.Suspend: message("suspend"),
    actions.LiftSuspension: message("lift suspension"),
    actions.PairRound: message("pair"),
    actions.PublishRound: message("publish"),
    actions.PublishLineUps: message("publish the line-ups"),
    actions.Protest: message("protest"),
    actions.RemoveResult: message("remove result"),
    actions.Enter: message("enter"),
    actions.TakeOver: message("take over"),
    actions.ScheduleRounds: message("settle when the rounds begin"),
    actions.ErasePersonal: message("erase personal data"),
    actions.RecordAllPresent: message("record that all are here"),
    actions.BeginManual: message("begin to pair by hand"),
    actions.ChangeManual: message("pair by hand"),
    actions.EndManual: message("end pairing by hand"),
    actions.ChangePublished: message("change a published pairing"),
    actions.EnterResults: message("enter results"),
    actions.CorrectResult: message("correct a result"),
    actions.Undo: message("undo"),
    actions.Redo: message("redo"),
}
"""The names of the kinds of action, used alone or followed by details."""


def action_type_text(kind: type[actions.Act]) -> str:
    """Return a short description of a kind of action."""
    return say_kept(CALLED[kind])


PARTICULARS = (
    ("number", message("{value}")),
    ("a", message("{value}")),
    ("b", message("and {value}")),
    ("round", message("round {value}")),
    ("article", message("article {value}")),
    ("table", message("table {value}")),
    ("purpose", message("for {value}")),
    ("name", message("{value}")),
    ("system", message("({value})")),
)


def _describe_settings(
    act: actions.AddSection | actions.ChangeSection, write: Callable[[Tenths], str]
) -> Iterator[str]:
    """Yield all settings in an action as text, since it replaces all earlier settings."""
    yield say_count("{count} round", "{count} rounds", act.rounds)
    if act.boards > 1 and not _has_two_games(act):
        yield say_count("{count} board", "{count} boards", act.boards)
    if act.variations:
        yield say("variations {names}", names=" ".join(act.variations))
    if act.tie_breaks:
        yield say("tie-breaks {names}", names=" ".join(act.tie_breaks))
    if act.tie_break_edition:
        yield say("FIDE's tie-breaks by the text of {year}", year=act.tie_break_edition)
    if act.unrated_as:
        yield say("{rating} for those without a rating", rating=act.unrated_as)
    if act.match_scale:
        yield say("match points {scale}", scale=_format_scale(act.match_scale, write))
    if act.game_scale:
        yield say("game points {scale}", scale=_format_scale(act.game_scale, write))
    if act.rating_order:
        yield say(
            "what counts is {rating_order}", rating_order=format_rating_order(act.rating_order)
        )


def _has_two_games(act: actions.AddSection | actions.ChangeSection) -> bool:
    """Return whether the boards of a section are really the games between two players."""
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
"""The values a scale may set besides those of a win, a draw and a loss."""


def _format_scale(scale: Scale, write: Callable[[Tenths], str]) -> str:
    told = "-".join(map(write, (scale.win, scale.draw, scale.loss)))
    more = [
        say_kept(words, points=write(worth))
        for name, words in SCALE_WORDS.items()
        if (worth := getattr(scale, name)) is not None
    ]
    return f"{told} ({', '.join(more)})" if more else told


def _describe_fields(act: actions.Act) -> Iterator[str]:
    for field, form in PARTICULARS:
        if hasattr(act, field):
            yield say_kept(form, value=getattr(act, field))
