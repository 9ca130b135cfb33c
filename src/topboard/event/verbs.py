"""The verbs of ``topboard event``, each with its help text and its action or request."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from topboard.event import actions, commands, file_commands
from topboard.event.arguments import build_action
from topboard.event.parameters import Option
from topboard.messages import Message, message

if TYPE_CHECKING:
    from topboard.event.arguments import UserInput
    from topboard.event.state import Section

CANCEL = Option("--cancel")


class ActionVerb(NamedTuple):
    """A verb whose arguments are the fields of an action."""

    name: str
    action: type[actions.SectionAct]
    help: Message
    cancel: type[actions.SectionAct] | None = None
    """The action that the option ``--cancel`` creates from the same arguments, if the verb
    has it."""

    def build(self, section: Section, asked: UserInput) -> actions.SectionAct:
        """Return the action for the input, or the cancelling one if ``--cancel`` is given."""
        if self.cancel is not None and asked.has(CANCEL.name):
            return build_action(self.cancel, section, asked)
        return build_action(self.action, section, asked)


class RequestVerb(NamedTuple):
    """A verb with its own function, which receives the request."""

    name: str
    request: type[commands.Request]
    help: Message


Verb: TypeAlias = ActionVerb | RequestVerb

VERBS: tuple[Verb, ...] = (
    RequestVerb("new", commands.New, message("Begin an event in a new file.")),
    RequestVerb(
        "details",
        commands.Details,
        message("Change the details of the event: place, days, people, time control."),
    ),
    RequestVerb("visibility", commands.Visibility, message("Make the event public or private.")),
    RequestVerb(
        "schedule", commands.Schedule, message("Put down when the rounds of a section begin.")
    ),
    RequestVerb(
        "categories",
        commands.Categories,
        message("Settle the categories of a section: all of them, each by what is said of it."),
    ),
    ActionVerb(
        "label",
        actions.LabelCompetitors,
        message("Put a label on some competitors, and on no others."),
    ),
    RequestVerb(
        "settle-prizes",
        commands.SettlePrizes,
        message("Settle the prizes of a section: all of them, each with its place."),
    ),
    RequestVerb(
        "key",
        commands.Key,
        message("Make a key beside the journal: it signs the publications from here on."),
    ),
    RequestVerb("sign", commands.Sign, message("Sign everything in the journal up to now.")),
    RequestVerb(
        "section", commands.Section, message("Add a section, or change one that is there.")
    ),
    RequestVerb(
        "take-over",
        commands.TakeOver,
        message(
            "Go on with a section that was begun in another program: entries, rounds and results."
        ),
    ),
    ActionVerb(
        "announce",
        actions.Announce,
        message("Announce the variations and tie-breaks: they are frozen."),
    ),
    ActionVerb(
        "leave-fide-mode",
        actions.LeaveFideMode,
        message("Do without FIDE mode from here on, for good."),
    ),
    RequestVerb("close", commands.Close, message("Close the event for good.")),
    RequestVerb("enter", commands.Enter, message("Enter a player or a team.")),
    RequestVerb("change", commands.Change, message("Change what is on record about a competitor.")),
    ActionVerb("withdraw", actions.Withdraw, message("A competitor leaves.")),
    ActionVerb("expel", actions.Expel, message("Expel a competitor.")),
    ActionVerb("readmit", actions.Readmit, message("A competitor that had left takes part again.")),
    RequestVerb(
        "close-entries",
        commands.CloseEntries,
        message("Close the entry list and give pairing numbers."),
    ),
    RequestVerb(
        "erase",
        commands.Erase,
        message(
            "Erase birth, ids and contact for good: of a competitor, or of everybody in the"
            " section."
        ),
    ),
    RequestVerb(
        "renumber", commands.Renumber, message("Give the pairing numbers anew, by corrected data.")
    ),
    RequestVerb(
        "lot", commands.Lot, message("Promise a lot, draw it, or put down one drawn by hand.")
    ),
    RequestVerb(
        "present", commands.Present, message("Put down how many players of a team are here.")
    ),
    ActionVerb(
        "except", actions.GrantException, message("An authority makes an exception to an article.")
    ),
    ActionVerb(
        "bye",
        actions.RequestBye,
        message("A competitor is not to be paired in a round."),
        cancel=actions.CancelBye,
    ),
    ActionVerb(
        "rule-bye",
        actions.RuleOnBye,
        message("Bar a competitor from the pairing bye, or lift the bar."),
    ),
    ActionVerb(
        "forbid",
        actions.ForbidPair,
        message("Two or more competitors may not meet each other, or ask not to."),
        cancel=actions.AllowPair,
    ),
    ActionVerb(
        "table", actions.FixTable, message("A competitor plays at a fixed table; 0 frees it.")
    ),
    ActionVerb(
        "imaginary", actions.SettleImaginary, message("Settle who has the imaginary points.")
    ),
    ActionVerb(
        "adjust", actions.AdjustPoints, message("Add points by decision, or take them away.")
    ),
    ActionVerb(
        "suspend", actions.Suspend, message("A competitor is not paired until further notice.")
    ),
    ActionVerb(
        "lift", actions.LiftSuspension, message("Lift a suspension: an excuse is accepted.")
    ),
    RequestVerb("pair", commands.Pair, message("Pair the round to come.")),
    RequestVerb("manual", commands.Manual, message("Pair by hand: begin, set the pairs, end.")),
    ActionVerb("publish", actions.PublishRound, message("Publish the pairing: it is locked.")),
    ActionVerb(
        "publish-line-ups",
        actions.PublishLineUps,
        message("Publish who plays whom at the boards of the last round."),
    ),
    ActionVerb("change-published", actions.ChangePublished, message("Change a published pairing.")),
    ActionVerb("protest", actions.Protest, message("Put down a protest against a pairing.")),
    RequestVerb(
        "result", commands.Result, message("Enter, correct or remove the result of a table.")
    ),
    RequestVerb("line-up", commands.LineUp, message("Record who sits at the boards of a match.")),
    RequestVerb(
        "undo",
        commands.Undo,
        message("An entry counts as not made; the last one if none is named."),
    ),
    RequestVerb("redo", commands.Redo, message("An entry that was undone counts again.")),
    RequestVerb(
        "import", file_commands.Import, message("Enter everybody in a CSV, XLSX, TRF or JSON file.")
    ),
    RequestVerb(
        "update-ratings",
        file_commands.UpdateRatings,
        message("Show whose ratings are others in the rating lists; nothing is written."),
    ),
    RequestVerb(
        "preview", file_commands.Preview, message("Pair the round to come without putting it down.")
    ),
    RequestVerb("log", file_commands.Log, message("Print the journal.")),
    RequestVerb("show", file_commands.Show, message("Print the state of the event, or a round.")),
    RequestVerb("standings", file_commands.Standings, message("Print the standings of a section.")),
    RequestVerb("prizes", file_commands.Prizes, message("Print who takes which prize, and why.")),
    RequestVerb(
        "verify", file_commands.Verify, message("Prove the chain and pair every round again.")
    ),
    RequestVerb(
        "replay", file_commands.Replay, message("Make a published round again, byte for byte.")
    ),
    RequestVerb("export", file_commands.Export, message("Write the journal, a report, or tables.")),
    RequestVerb(
        "import-journal",
        file_commands.ImportJournal,
        message("Make a file of an exported journal."),
    ),
    RequestVerb(
        "move",
        file_commands.Move,
        message("Move the event to a host, to another one, or back into a file."),
    ),
)
"""All verbs, in the order of the help."""
