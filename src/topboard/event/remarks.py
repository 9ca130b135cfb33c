"""Acts that touch the integrity of the pairings, in words for the report of a section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard import dates
from topboard.event import acts
from topboard.event.results import shown_result
from topboard.event.sealing import PERSONAL
from topboard.figures import decimal, written
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
from topboard.rules.shared.ratings import order_text
from topboard.rules.systems import SYSTEMS, system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.event.entries import Entry
    from topboard.model import Scale, Tenths

TOUCHING = (
    acts.ChangeManual,
    acts.EndManual,
    acts.ChangePublished,
    acts.GrantException,
    acts.RuleOnBye,
    acts.AdjustPoints,
    acts.ForbidPair,
    acts.AllowPair,
    acts.EnterLate,
    acts.Renumber,
    acts.Expel,
    acts.Readmit,
    acts.Suspend,
    acts.LiftSuspension,
    acts.CorrectResult,
    acts.LeaveFideMode,
    acts.TakeOver,
    acts.SettleImaginary,
    acts.Undo,
    acts.Redo,
)


def remarks(entries: Sequence[Entry], section: str) -> Iterator[str]:
    """One line for each act of a section that touches the integrity of its pairings.

    They go into files for other programs: points have a decimal point, words are English.
    """
    for entry in entries:
        act = entry.act
        if _touches(act) and _section_of(entries, act) == section:
            by = f" by {entry.authority}" if entry.authority else ""
            why = f": {entry.reason}" if entry.reason else ""
            with speaking(None):
                told = f"{entry.number} {entry.time} {words(act, decimal)}{by}{why}"
            # A report carries no longer text; the journal keeps the whole of it.
            yield told if len(told) <= LONGEST_TEXT else f"{told[: LONGEST_TEXT - 1]}…"


def _touches(act: acts.Act) -> bool:
    if isinstance(act, acts.RequestBye):
        return isinstance(act.outcome, FullPointBye)
    return isinstance(act, TOUCHING)


def _section_of(entries: Sequence[Entry], act: acts.Act) -> str:
    if isinstance(act, acts.Undo | acts.Redo):
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


def away(outcome: object) -> str:
    """Why somebody is not at a table."""
    return say_kept(AWAY[type(outcome)])


def words(act: acts.Act, write: Callable[[Tenths], str] = written) -> str:
    """An act in a few words."""
    match act:
        case acts.ChangeManual() | acts.EndManual() | acts.BeginManual():
            told = "; ".join(getattr(act, "differences", ()))
            return say("MPA @ Round {round}", round=act.round) + (f": {told}" if told else "")
        case acts.ChangePublished():
            told = say(
                "pairing of round {round} changed ({ground}), informed: {informed}",
                round=act.round,
                ground=say_kept(GROUNDS[act.ground]),
                informed=", ".join(map(str, act.informed)),
            )
            agreed = ", ".join(map(str, act.agreed))
            return f"{told}, {say('agreed: {agreed}', agreed=agreed)}" if agreed else told
        case acts.CorrectResult():
            return _correction(act, write)
        case acts.EnterResults():
            results = ", ".join(
                say(
                    "table {table} {result}", table=result.table, result=shown_result(result, write)
                )
                + _arrival(result)
                for result in act.results
            )
            return say("results of round {round}: {results}", round=act.round, results=results)
        case acts.Undo():
            return say("undo of entry {entry}", entry=act.entry)
        case acts.Redo():
            return say("redo of entry {entry}", entry=act.entry)
        case acts.EnterLate() | acts.ChangeEntry():
            told = f"{say_kept(CALLED[type(act)])} {act.competitor.number} {act.competitor.name}"
            moved = isinstance(act, acts.EnterLate) and act.others_move
            return f"{told}; {say('the others move down')}" if moved else told
        case acts.AddSection() | acts.ChangeSection():
            told = " ".join([say_kept(CALLED[type(act)]), *_particulars(act)])
            return f"{told}: {', '.join(_settings(act, write))}"
        case acts.ErasePersonal():
            return _erased(act)
        case acts.ScheduleRounds():
            return _schedule(act)
        case acts.SetVisibility():
            return say("make the event public") if act.public else say("make the event private")
        case acts.RecordAllPresent():
            return say_count("{count} more is here", "{count} more are here", len(act.present))
        case acts.ForbidPair() | acts.AllowPair():
            return _kept_apart(act)
        case acts.TakeOver():
            count = len(act.facts.rounds) + (act.facts.published is not None)
            told = say_count("{count} round", "{count} rounds", count)
            told = say("{told} taken over from {source}", told=told, source=act.source or "?")
            return "; ".join([told, *act.differences, *act.changed])
        case acts.Enter():
            told = say_count("{count} entry", "{count} entries", len(act.competitors))
            return say("{told} from {source}", told=told, source=act.source) if act.source else told
        case _:
            return " ".join([say_kept(CALLED[type(act)]), *_particulars(act)])


def _correction(act: acts.CorrectResult, write: Callable[[Tenths], str]) -> str:
    told = say(
        "result of round {round}, table {table} corrected to {points}",
        round=act.round,
        table=act.result.table,
        points=shown_result(act.result, write),
    )
    told += _arrival(act.result)
    return f"{told}, {say('for the ratings only')}" if act.rating_only else told


def _arrival(result: acts.TableResult) -> str:
    """What was said of a team that lost every board by forfeit."""
    if result.did_not_arrive is None:
        return ""
    if result.did_not_arrive:
        return f" ({say('the losing team did not arrive')})"
    return f" ({say('the losing team arrived')})"


def _kept_apart(act: acts.ForbidPair | acts.AllowPair) -> str:
    called = say_kept(CALLED[type(act)])
    if isinstance(act, acts.ForbidPair) and act.wish:
        called = say("request not to be paired:")
    if not act.others:
        return f"{called} {act.a} {say('and {value}', value=act.b)}"
    return f"{called} {', '.join(map(str, (act.a, act.b, *act.others)))}"


def _erased(act: acts.ErasePersonal) -> str:
    # A newer Topboard may know more fields.
    fields = ", ".join(
        say_kept(PERSONAL_FIELDS[name]) if name in PERSONAL_FIELDS else name
        for name in act.fields or PERSONAL
    )
    if act.number is None:
        return say("{fields} of everybody erased for good", fields=fields)
    return say("{fields} of {number} erased for good", fields=fields, number=act.number)


def _schedule(act: acts.ScheduleRounds) -> str:
    starts = enumerate(map(dates.told, act.starts), start=1)
    when = "; ".join(f"{number}: {start}" for number, start in starts if start)
    return say("the rounds begin: {when} {zone}", when=when, zone=act.time_zone).strip()


GROUNDS = {
    acts.ChangeGround.REMATCH: message("the two had met before"),
    acts.ChangeGround.COLOUR_LIMIT: message("a colour limit was broken"),
    acts.ChangeGround.COMPETITION_RULES: message("the rules of the event allow it"),
    acts.ChangeGround.NO_OPPONENT: message("two without an opponent agree to play"),
    acts.ChangeGround.LATE_ENTRY: message("a late entry is seated"),
    acts.ChangeGround.LAST_ROUND: message(
        "something unforeseen happened at the top tables of the last round"
    ),
    acts.ChangeGround.OTHER: message("other"),
}

TABLE_GROUNDS = {
    acts.TableGround.SPONSOR: message("sponsor or media"),
    acts.TableGround.HOST: message("the host's A team"),
    acts.TableGround.DISABILITY: message("needs of a disabled player"),
    acts.TableGround.OTHER: message("other"),
}

PERSONAL_FIELDS = {
    "birth": message("birth"),
    "fide_id": message("FIDE id"),
    "national_id": message("national id"),
    "contact": message("contact"),
}

CALLED: dict[type, Message] = {
    acts.CreateEvent: message("create event"),
    acts.ChangeDetails: message("change the details of the event"),
    acts.SetVisibility: message("make the event public or private"),
    acts.SetCategories: message("settle the categories"),
    acts.LabelCompetitors: message("label competitors"),
    acts.SetPrizes: message("settle the prizes"),
    acts.NameKey: message("name key"),
    acts.SignJournal: message("sign the journal"),
    acts.CloseEvent: message("close event"),
    acts.AddSection: message("add section"),
    acts.ChangeSection: message("change section"),
    acts.Announce: message("announce"),
    acts.LeaveFideMode: message("FIDE mode is left for good"),
    acts.EnterLate: message("enter late"),
    acts.ChangeEntry: message("change entry"),
    acts.Withdraw: message("withdraw"),
    acts.Readmit: message("readmit"),
    acts.Expel: message("expel"),
    acts.CloseEntries: message("close entries"),
    acts.Renumber: message("give the pairing numbers anew"),
    acts.CommitLot: message("commit lot"),
    acts.DrawLot: message("draw lot"),
    acts.RecordLot: message("record lot"),
    acts.RecordPresence: message("record presence"),
    acts.GrantException: message("grant exception"),
    acts.RequestBye: message("request bye"),
    acts.CancelBye: message("cancel bye"),
    acts.ForbidPair: message("forbid pair"),
    acts.AllowPair: message("allow pair"),
    acts.RuleOnBye: message("rule on bye"),
    acts.FixTable: message("fix table"),
    acts.SettleImaginary: message("settle imaginary"),
    acts.AdjustPoints: message("adjust points"),
    acts.Suspend: message("suspend"),
    acts.LiftSuspension: message("lift suspension"),
    acts.PairRound: message("pair"),
    acts.PublishRound: message("publish"),
    acts.PublishLineUps: message("publish the line-ups"),
    acts.Protest: message("protest"),
    acts.RemoveResult: message("remove result"),
    acts.Enter: message("enter"),
    acts.TakeOver: message("take over"),
    acts.ScheduleRounds: message("settle when the rounds begin"),
    acts.ErasePersonal: message("erase personal data"),
    acts.RecordAllPresent: message("record that all are here"),
    acts.BeginManual: message("begin to pair by hand"),
    acts.ChangeManual: message("pair by hand"),
    acts.EndManual: message("end pairing by hand"),
    acts.ChangePublished: message("change a published pairing"),
    acts.EnterResults: message("enter results"),
    acts.CorrectResult: message("correct a result"),
    acts.Undo: message("undo"),
    acts.Redo: message("redo"),
}
"""What an act is called where its particulars say the rest, or where only its kind is named."""


def kind_words(kind: type[acts.Act]) -> str:
    """A kind of act in a few words."""
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


def _settings(
    act: acts.AddSection | acts.ChangeSection, write: Callable[[Tenths], str]
) -> Iterator[str]:
    """What is settled by an act: all of it, as it replaces what was settled before."""
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
        yield say("match points {scale}", scale=_scale(act.match_scale, write))
    if act.game_scale:
        yield say("game points {scale}", scale=_scale(act.game_scale, write))
    if act.rating_order:
        yield say("what counts is {rating_order}", rating_order=order_text(act.rating_order))


def _has_two_games(act: acts.AddSection | acts.ChangeSection) -> bool:
    """Whether the boards of a section are the games of two players, which its system says."""
    name = act.system if isinstance(act, acts.AddSection) else ""
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
"""What a scale may settle beside a win, a draw and a loss."""


def _scale(scale: Scale, write: Callable[[Tenths], str]) -> str:
    told = "-".join(map(write, (scale.win, scale.draw, scale.loss)))
    more = [
        say_kept(words, points=write(worth))
        for name, words in SCALE_WORDS.items()
        if (worth := getattr(scale, name)) is not None
    ]
    return f"{told} ({', '.join(more)})" if more else told


def _particulars(act: acts.Act) -> Iterator[str]:
    for field, form in PARTICULARS:
        if hasattr(act, field):
            yield say_kept(form, value=getattr(act, field))
