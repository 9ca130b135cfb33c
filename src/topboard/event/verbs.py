"""The verbs of ``topboard event``, each with a help text and an action or request class."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from topboard.event import actions, commands, file_commands, participant_commands, round_commands
from topboard.event.arguments import build_action_from_input
from topboard.event.parameters import Option
from topboard.messages import Message, message

if TYPE_CHECKING:
    from topboard.event.arguments import UserInput
    from topboard.event.state import Section

CANCEL = Option("--cancel", help=message("cancel what was recorded earlier"))


class ActionVerb(NamedTuple):
    """A verb of ``topboard event`` whose arguments are the fields of an action."""

    name: str
    action: type[actions.SectionAct]
    help: Message
    example: str
    """The arguments of an example, without the leading ``topboard event``."""
    old_name: str = ""
    """An earlier name of the verb, which is still accepted."""
    cancel: type[actions.SectionAct] | None = None
    """The action that ``--cancel`` builds from the same arguments, or None without that option."""

    def build(self, section: Section, asked: UserInput) -> actions.SectionAct:
        """Return the action built from the input.

        With ``--cancel``, return the action that cancels it.
        """
        if self.cancel is not None and asked.has(CANCEL.name):
            return build_action_from_input(self.cancel, section, asked)
        return build_action_from_input(self.action, section, asked)


class RequestVerb(NamedTuple):
    """A verb of ``topboard event`` that has its own function, which receives a request."""

    name: str
    request: type[commands.Request]
    help: Message
    example: str
    """The arguments of an example, without the leading ``topboard event``."""
    old_name: str = ""
    """An earlier name of the verb, which is still accepted."""


Verb: TypeAlias = ActionVerb | RequestVerb

SET_UP: tuple[Verb, ...] = (
    RequestVerb(
        "new",
        commands.New,
        message("Create an event in a new file."),
        'new open.topboard "City Open"',
    ),
    RequestVerb(
        "details",
        commands.Details,
        message("Change the details of the event, such as place, dates, people and time control."),
        "details open.topboard --city Toronto --start 2026-05-01 --time-zone America/Toronto",
    ),
    RequestVerb(
        "section",
        commands.Section,
        message("Add a section or change an existing one."),
        "section open.topboard Open --rounds 5",
    ),
    RequestVerb(
        "schedule",
        commands.Schedule,
        message("Set when the rounds of a section start."),
        'schedule open.topboard "2026-05-01 18:30" --every 4h',
    ),
    RequestVerb(
        "categories",
        commands.Categories,
        message("Set all categories of a section, replacing the earlier ones."),
        'categories open.topboard U1800 women "Town = label town"',
    ),
    ActionVerb(
        "label",
        actions.LabelCompetitors,
        message("Set which participants have a label, replacing any who had it before."),
        "label open.topboard town 2 5",
    ),
    RequestVerb(
        "set-prizes",
        commands.SettlePrizes,
        message("Set all prizes of a section, replacing the earlier ones."),
        'set-prizes open.topboard "1: 500 and a cup" "2: 200" "U1800 1: 80" --currency CAD',
        old_name="settle-prizes",
    ),
    ActionVerb(
        "set-board-prizes",
        actions.SetBoardPrizes,
        message("Set how many games a board prize requires, and how players are ranked."),
        "set-board-prizes teams.topboard --games 4 --order performance",
    ),
    ActionVerb(
        "announce",
        actions.Announce,
        message("Announce the options and tie-breaks, which can then be changed only by a ruling."),
        "announce open.topboard",
    ),
    RequestVerb(
        "visibility",
        commands.Visibility,
        message("Make the event public or private."),
        "visibility open.topboard private",
    ),
    RequestVerb(
        "import-section",
        commands.TakeOver,
        message(
            "Import a section from another program, with its participants, rounds and results,"
            " and continue it."
        ),
        "import-section open.topboard Seniors seniors.trf --system fide_dutch_2026",
        old_name="take-over",
    ),
    ActionVerb(
        "leave-fide-mode",
        actions.LeaveFideMode,
        message("Leave FIDE mode permanently."),
        "leave-fide-mode open.topboard --yes",
    ),
    RequestVerb(
        "close",
        commands.Close,
        message("Close the event permanently."),
        "close open.topboard --yes",
    ),
)

PEOPLE: tuple[Verb, ...] = (
    RequestVerb(
        "enter",
        participant_commands.Enter,
        message("Enter a player or a team."),
        'enter open.topboard "Lee, Ann" --rating 1850 --federation CAN',
    ),
    RequestVerb(
        "import",
        file_commands.Import,
        message("Enter all participants listed in a CSV, XLSX, TRF or JSON file."),
        "import open.topboard players.csv",
    ),
    RequestVerb(
        "change",
        participant_commands.Change,
        message("Change the data of a player or a team."),
        'change open.topboard "Lee, Ann" --rating 1875',
    ),
    RequestVerb(
        "update-ratings",
        file_commands.UpdateRatings,
        message("Show ratings that differ from the rating lists, or update them with --take."),
        "update-ratings open.topboard --take",
    ),
    RequestVerb(
        "close-entries",
        participant_commands.CloseEntries,
        message("Close entries and assign starting numbers."),
        "close-entries open.topboard",
    ),
    RequestVerb(
        "renumber",
        participant_commands.Renumber,
        message("Reassign the starting numbers according to corrected data."),
        "renumber open.topboard",
    ),
    RequestVerb(
        "lot",
        participant_commands.Lot,
        message("Commit to a drawing of lots, carry it out, or record one done by hand."),
        "lot open.topboard colour --colour white",
    ),
    RequestVerb(
        "present",
        participant_commands.Present,
        message("Record how many players of each team are present."),
        "present teams.topboard all --players 4",
    ),
    ActionVerb(
        "withdraw",
        actions.Withdraw,
        message("Withdraw a player or a team."),
        'withdraw open.topboard "Lee, Ann"',
    ),
    ActionVerb(
        "expel",
        actions.Expel,
        message("Expel a player or a team."),
        'expel open.topboard 7 --authority "arbiter:J. Smith" --reason "Rule violation"',
    ),
    ActionVerb(
        "readmit",
        actions.Readmit,
        message("Readmit a player or a team that withdrew or was expelled."),
        'readmit open.topboard "Lee, Ann" --authority "arbiter:J. Smith" --reason "Ill for one'
        ' day"',
    ),
    ActionVerb(
        "suspend",
        actions.Suspend,
        message("Suspend a participant from pairing until further notice."),
        "suspend teams.topboard 4",
    ),
    ActionVerb(
        "lift",
        actions.LiftSuspension,
        message("Lift a suspension, for example because an excuse was accepted."),
        'lift teams.topboard 4 --authority "arbiter:J. Smith" --reason "The bus broke down"',
    ),
    ActionVerb(
        "bye",
        actions.RequestBye,
        message("Record or cancel a bye in a round."),
        "bye open.topboard 6 2",
        cancel=actions.CancelBye,
    ),
    ActionVerb(
        "bye-ruling",
        actions.RuleOnBye,
        message("Bar a participant from the pairing-allocated bye, or lift the bar."),
        'bye-ruling open.topboard 8 bar --authority "arbiter:J. Smith" --reason "Requested"',
        old_name="rule-bye",
    ),
    ActionVerb(
        "forbid",
        actions.ForbidPair,
        message("Keep two or more participants from meeting each other, by rule or on request."),
        'forbid open.topboard 1 2 --reason "Members of one family"',
        cancel=actions.AllowPair,
    ),
    ActionVerb(
        "table",
        actions.FixTable,
        message("Assign a participant to a fixed table; 0 removes the assignment."),
        "table open.topboard 3 1 --ground disability",
    ),
    ActionVerb(
        "virtual-points",
        actions.SettleImaginary,
        message("Set which participants have virtual points."),
        "virtual-points open.topboard 1 2 3",
        old_name="imaginary",
    ),
    ActionVerb(
        "adjust",
        actions.AdjustPoints,
        message("Add or deduct points by a ruling."),
        'adjust open.topboard 3 --game-points -0.5 --authority "arbiter:J. Smith" --reason'
        ' "Penalty"',
    ),
    ActionVerb(
        "except",
        actions.GrantException,
        message("Record an exception to an article granted by an authority."),
        'except teams.topboard 4 4.2.3 --authority "arbiter:J. Smith" --reason "Late flight"',
    ),
    RequestVerb(
        "erase",
        participant_commands.Erase,
        message(
            "Permanently erase the dates of birth, IDs and contact details of one participant or"
            " of the whole section."
        ),
        "erase open.topboard 5 --field contact --yes",
    ),
)

ROUNDS: tuple[Verb, ...] = (
    RequestVerb(
        "preview",
        file_commands.Preview,
        message("Pair the next round without recording it."),
        "preview open.topboard",
    ),
    RequestVerb(
        "pair", round_commands.Pair, message("Pair the next round."), "pair open.topboard --publish"
    ),
    RequestVerb(
        "manual",
        round_commands.Manual,
        message("Pair a round by hand, in the steps begin, set and end."),
        "manual open.topboard begin",
    ),
    ActionVerb(
        "publish",
        actions.PublishRound,
        message("Publish the pairing of the next round, which locks it."),
        "publish open.topboard",
    ),
    ActionVerb(
        "publish-line-ups",
        actions.PublishLineUps,
        message("Publish the line-ups of the last round."),
        "publish-line-ups teams.topboard",
    ),
    ActionVerb(
        "change-published",
        actions.ChangePublished,
        message("Change a published pairing."),
        "change-published open.topboard --pairs 1-4 2-3 --ground late-entry --informed 1 2 3 4",
    ),
    ActionVerb(
        "protest",
        actions.Protest,
        message("Record a protest against a pairing."),
        'protest open.topboard 1 "Lee, Ann" "Wrong colour"',
    ),
    RequestVerb(
        "replay",
        file_commands.Replay,
        message("Pair a published round again and compare it with the recorded one."),
        "replay open.topboard 1",
    ),
)

RESULTS: tuple[Verb, ...] = (
    RequestVerb(
        "result",
        round_commands.Result,
        message("Enter, correct or remove the result of a board or match."),
        "result open.topboard 1 2 1-0",
    ),
    ActionVerb(
        "phone-results",
        actions.SetPhoneResults,
        message("Allow or stop reports of results from phones."),
        "phone-results open.topboard --mode accept",
    ),
    RequestVerb(
        "line-up",
        round_commands.LineUp,
        message("Record which players play on the boards of a match."),
        "line-up teams.topboard 1 1 --white 1 2 3 4 --black 5 6 7 8",
    ),
    RequestVerb(
        "hand-in",
        round_commands.HandIn,
        message(
            "Record the line-up of one team. It stays secret until the opponents have handed in"
            " theirs or the deadline has passed."
        ),
        "hand-in teams.topboard 1 2 1 2 3 5",
    ),
    RequestVerb(
        "missing-line-ups",
        round_commands.MissingLineUps,
        message("Print the teams that have not handed in their line-up."),
        "missing-line-ups teams.topboard",
    ),
    ActionVerb(
        "line-up-deadline",
        actions.SetLineUpDeadline,
        message("Set when line-ups are due before each round, or remove the deadline."),
        "line-up-deadline teams.topboard --before 60",
    ),
    ActionVerb(
        "revoke-captain-links",
        actions.RevokeCaptainLinks,
        message("Make the private links of captains invalid. New links are made at the desk."),
        "revoke-captain-links teams.topboard 2",
    ),
    RequestVerb(
        "show",
        file_commands.Show,
        message("Print the state of the event or of a round."),
        "show open.topboard --round 1",
    ),
    RequestVerb(
        "standings",
        file_commands.Standings,
        message("Print the standings of a section."),
        "standings open.topboard",
    ),
    RequestVerb(
        "prizes",
        file_commands.Prizes,
        message("Print who wins each prize and why."),
        "prizes open.topboard",
    ),
)

DOCUMENTS: tuple[Verb, ...] = (
    RequestVerb(
        "export",
        file_commands.Export,
        message("Export the journal, a report or tables to a file."),
        "export open.topboard --to trf26 -o open.trf",
    ),
    RequestVerb(
        "move",
        file_commands.Move,
        message("Move the event to a server, to a different server or back into a file."),
        "move open.topboard postgresql://db.example.org/chess#open",
    ),
)

JOURNAL: tuple[Verb, ...] = (
    RequestVerb(
        "log",
        file_commands.Log,
        message("Print the journal entries."),
        "log open.topboard --after 10",
    ),
    RequestVerb(
        "undo",
        round_commands.Undo,
        message("Undo a journal entry (default: the last one)."),
        "undo open.topboard",
    ),
    RequestVerb(
        "redo",
        round_commands.Redo,
        message("Restore a journal entry that was undone (default: the last one)."),
        "redo open.topboard",
    ),
    RequestVerb(
        "verify",
        file_commands.Verify,
        message("Verify the journal and pair every round again."),
        "verify open.topboard",
    ),
    RequestVerb(
        "key",
        commands.Key,
        message("Create a signing key next to the journal, to sign publications from now on."),
        "key open.topboard",
    ),
    RequestVerb(
        "sign", commands.Sign, message("Sign the entire journal up to now."), "sign open.topboard"
    ),
    RequestVerb(
        "import-journal",
        file_commands.ImportJournal,
        message("Create an event file from an exported journal."),
        "import-journal copy.topboard journal.json",
    ),
)

VERB_GROUPS: tuple[tuple[Message, tuple[Verb, ...]], ...] = (
    (message("set-up"), SET_UP),
    (message("people"), PEOPLE),
    (message("rounds"), ROUNDS),
    (message("results"), RESULTS),
    (message("documents and export"), DOCUMENTS),
    (message("journal"), JOURNAL),
)
"""All verbs, grouped and ordered as in the help."""

VERBS: tuple[Verb, ...] = tuple(verb for _, verbs in VERB_GROUPS for verb in verbs)
