"""The names of the kinds of action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event import actions
from topboard.messages import message, say_kept

if TYPE_CHECKING:
    from topboard.messages import Message

CALLED: dict[type, Message] = {
    actions.CreateEvent: message("create event"),
    actions.ChangeDetails: message("change event details"),
    actions.SetVisibility: message("make event public or private"),
    actions.SetLogo: message("set or remove the logo"),
    actions.SetCategories: message("set categories"),
    actions.LabelCompetitors: message("label participants"),
    actions.SetPrizes: message("set prizes"),
    actions.SetBoardPrizes: message("set conditions for board prizes"),
    actions.NameKey: message("set signing key"),
    actions.SignJournal: message("sign journal"),
    actions.CloseEvent: message("close event"),
    actions.AddSection: message("add section"),
    actions.ChangeSection: message("change section"),
    actions.Announce: message("announce section"),
    actions.LeaveFideMode: message("leave FIDE mode"),
    actions.EnterLate: message("enter participant late"),
    actions.ChangeEntry: message("change participant"),
    actions.Withdraw: message("withdraw participant"),
    actions.Readmit: message("readmit participant"),
    actions.Expel: message("expel participant"),
    actions.CloseEntries: message("close entries"),
    actions.Renumber: message("renumber participants"),
    actions.CommitLot: message("commit to seed"),
    actions.DrawLot: message("draw lots"),
    actions.RecordLot: message("record drawing of lots"),
    actions.RecordPresence: message("check in participant"),
    actions.GrantException: message("grant exception"),
    actions.RequestBye: message("record bye"),
    actions.CancelBye: message("cancel bye"),
    actions.ForbidPair: message("forbid pair"),
    actions.AllowPair: message("allow pair"),
    actions.RuleOnBye: message("rule on pairing-allocated bye"),
    actions.FixTable: message("reserve board"),
    actions.SettleImaginary: message("assign virtual points"),
    actions.AdjustPoints: message("adjust points"),
    actions.Suspend: message("suspend participant"),
    actions.LiftSuspension: message("lift suspension"),
    actions.PairRound: message("pair round"),
    actions.PublishRound: message("publish round"),
    actions.PublishLineUps: message("publish line-ups"),
    actions.HandInLineUps: message("hand in line-ups"),
    actions.SetLineUpDeadline: message("set deadline for line-ups"),
    actions.GiveCaptainLinks: message("give captains private links"),
    actions.RevokeCaptainLinks: message("revoke captains' links"),
    actions.SetPhoneResults: message("set how results from phones are handled"),
    actions.ReportResult: message("report result"),
    actions.Protest: message("record protest"),
    actions.RemoveResult: message("remove result"),
    actions.Enter: message("enter participants"),
    actions.TakeOver: message("import section"),
    actions.ScheduleRounds: message("schedule rounds"),
    actions.ErasePersonal: message("erase personal data"),
    actions.RecordAllPresent: message("check in everyone else"),
    actions.BeginManual: message("start manual pairing"),
    actions.ChangeManual: message("change manual pairing"),
    actions.EndManual: message("finish manual pairing"),
    actions.ChangePublished: message("change published pairing"),
    actions.EnterResults: message("enter results"),
    actions.CorrectResult: message("correct result"),
    actions.Undo: message("undo"),
    actions.Redo: message("redo"),
}
"""The names of the kinds of action, for lists and forms."""


def describe_action_type(kind: type[actions.Act]) -> str:
    """Return the name of a kind of action for lists and forms."""
    return say_kept(CALLED[kind])
