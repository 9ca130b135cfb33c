"""The prospects of a participant in the next round, described for players and captains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.event.policy import find_exclusions_from_next_round, governance_of_system
from topboard.event.policy.manual_pairing import (
    find_articles_barring_from_bye,
    find_players_not_to_pair,
)
from topboard.event.remarks import format_absence_name
from topboard.event.requests import explain_why_requests_do_not_count
from topboard.event.tournament import build_tournament
from topboard.messages import message, say, say_kept
from topboard.model.history import colours_played, opponents_met, outcomes, participants_to_pair
from topboard.reasons.criteria import Strength
from topboard.reasons.sentences.words import colour_word, format_colour_history
from topboard.systems.common.colours import find_due_colour
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.state import Event, Section
    from topboard.model import Colour, Number, Tournament
    from topboard.reasons.check_list import CheckListRow


@dataclass(frozen=True, slots=True)
class Prospect:
    """Something that a participant can or cannot expect, with the article it is based on."""

    about: str
    words: str
    article: str = ""


class Prospects:
    """The prospects of one participant of a section in the next round."""

    def __init__(self, event: Event, section: Section, number: Number) -> None:
        self.event, self.section, self.number = event, section, number
        self.round = section.round_to_pair
        self.rules = system(section.system)
        self.facts: Tournament = build_tournament(
            event, section, find_exclusions_from_next_round(section)
        )
        self.row = outcomes(self.facts)[number]

    def list_prospects(self) -> list[Prospect]:
        """Return all prospects in the order in which a captain would ask about them.

        The list is empty while entries are open and after the last round.
        """
        if not self.section.entries_closed or self.round > self.section.settings.rounds:
            return []
        found = [*self._describe_whether_paired()]
        if self.number in participants_to_pair(self.facts):
            by_table = self.rules.timetable is not None
            found += (
                self._describe_scheduled_opponent()
                if by_table
                else [*self._describe_bye(), *self._describe_colour()]
            )
        found += [
            *self._describe_later_absences(),
            *self._describe_opponents_met(),
            *self._describe_restricted_opponents(),
            *self._describe_fixed_table(),
        ]
        return found

    def _format_numbered_name(self, number: Number) -> str:
        return f"{self.section.competitors[number].name} (#{number})".strip()

    def _describe_whether_paired(self) -> Iterator[Prospect]:
        about = say("Round {round}", round=self.round)
        section, left = self.section, governance_of_system(self.section.system).left
        out = dict(
            find_players_not_to_pair(
                section, self.round, find_exclusions_from_next_round(section), left
            )
        )
        if self.number in out:
            reason = out[self.number]
            yield Prospect(about, reason.describe(), reason.article)
        else:
            yield Prospect(about, say("The participant will be paired."))

    def _describe_scheduled_opponent(self) -> list[Prospect]:
        """Return the scheduled opponent in a round robin as a prospect."""
        assert self.rules.timetable is not None
        pairs = self.rules.timetable(self.facts)[self.round - 1]
        about = say("Opponent")
        for white, black in pairs:
            if self.number in (white, black):
                other = black if white == self.number else white
                name = self._format_numbered_name(other)
                words = (
                    say("{name}, with White, according to the timetable", name=name)
                    if white == self.number
                    else say("{name}, with Black, according to the timetable", name=name)
                )
                return [Prospect(about, words)]
        return [Prospect(about, say("None, because the timetable has no opponent for this round."))]

    def _describe_bye(self) -> Iterator[Prospect]:
        about = say("Pairing-allocated bye")
        said = {
            r.allowed
            for r in self.section.bye_rulings
            if r.number == self.number and r.first <= self.round <= r.last
        }
        if False in said:
            yield Prospect(about, say("Not possible because of a ruling."))
            return
        bars = governance_of_system(self.section.system).byes
        for article, earlier, had_bye in find_articles_barring_from_bye(
            self.row, bars, ruled_out=True in said
        ):
            words = (
                say("Not possible because of the earlier bye in round {round}.", round=earlier)
                if had_bye
                else say(
                    "Not possible, because the participant did not play in round {round}.",
                    round=earlier,
                )
            )
            yield Prospect(about, words, article)
            return
        if len(participants_to_pair(self.facts)) % 2:
            yield Prospect(about, say("Possible, because the number of participants is odd."))
        else:
            words = say(
                "Possible only if the number of participants becomes odd. At present it is even."
            )
            yield Prospect(about, words)

    def _describe_colour(self) -> Iterator[Prospect]:
        had = colours_played(self.row)
        about = say("Colour on board 1") if self.rules.teams else say("Colour")
        if not had:
            yield Prospect(about, say("No preference yet, because no game has been played."))
            return
        line = self._find_checklist_row()
        if line is not None:
            yield Prospect(
                about, _format_prospect_colour_preference(line, format_colour_history(had))
            )
        else:
            yield Prospect(about, _format_due_colour(had))

    def _find_checklist_row(self) -> CheckListRow | None:
        """Return this participant's row in the system's checklist, or None if there is none."""
        if self.rules.check_list is None:
            return None
        lines = self.rules.check_list(self.facts)
        return next((line for line in lines if line.number == self.number), None)

    def _describe_later_absences(self) -> Iterator[Prospect]:
        # A request for the next round is left out, because _describe_whether_paired mentions it.
        for request in sorted(self.section.requests, key=lambda r: r.round):
            if request.number == self.number and request.round > self.round:
                about = say("Round {round}", round=request.round)
                yield Prospect(about, format_absence_name(request.outcome))

    def _describe_opponents_met(self) -> Iterator[Prospect]:
        met = [opponent for _, opponent in opponents_met(self.row)]
        if met and self.rules.timetable is None:
            # The separator is a semicolon, because names of people contain commas.
            yield Prospect(say("Already met"), "; ".join(map(self._format_numbered_name, met)))

    def _describe_restricted_opponents(self) -> Iterator[Prospect]:
        unheard = explain_why_requests_do_not_count(self.section)
        for pair in self.section.forbidden:
            if self.number in (pair.a, pair.b) and pair.first <= self.round <= pair.last:
                other = self._format_numbered_name(pair.b if pair.a == self.number else pair.a)
                if not pair.wish:
                    yield Prospect(say("Kept apart from"), other)
                elif unheard:
                    words = say(
                        "The request not to meet {other} has no effect ({why}).",
                        other=other,
                        why=unheard,
                    )
                    yield Prospect(say("Request"), words)
                else:
                    yield Prospect(say("Kept apart, if possible, from"), other)

    def _describe_fixed_table(self) -> Iterator[Prospect]:
        for fixed in self.section.fixed_tables:
            if fixed.number == self.number:
                about = say("Fixed table") if self.rules.teams else say("Fixed board")
                yield Prospect(about, f"{fixed.table} ({fixed.reason})")


COLOUR_PREFERENCES = {
    Strength.ABSOLUTE: message("Absolute preference for {colour} (colours so far: {had})"),
    Strength.STRONG: message("Strong preference for {colour} (colours so far: {had})"),
    Strength.MILD: message("Mild preference for {colour} (colours so far: {had})"),
}


def _format_prospect_colour_preference(line: CheckListRow, had: str) -> str:
    """Return a colour preference, its strength and the colours so far as text."""
    if line.preferred is None or line.strength is Strength.NONE:
        return say("No preference (colours so far: {had})", had=had)
    words = COLOUR_PREFERENCES[line.strength]
    return say_kept(words, colour=colour_word(line.preferred), had=had)


def _format_due_colour(history: tuple[Colour, ...]) -> str:
    """Return the due colour of a participant as text, with the reason and the colours so far."""
    wanted, had = find_due_colour(history), format_colour_history(history)
    assert wanted.colour is not None, "a participant who has played has a due colour"
    colour = colour_word(wanted.colour)
    if wanted.twice_running is None:
        return (
            say("{colour}, to equalise the colours (colours so far: {had})", colour=colour, had=had)
            if wanted.equalises
            else say("{colour}, to alternate (colours so far: {had})", colour=colour, had=had)
        )
    third = colour_word(wanted.twice_running)
    if wanted.equalises:
        return say(
            "{colour}, to equalise the colours and to avoid a third {third} in a row (colours so "
            "far: {had})",
            colour=colour,
            third=third,
            had=had,
        )
    return say(
        "{colour}, to alternate and to avoid a third {third} in a row (colours so far: {had})",
        colour=colour,
        third=third,
        had=had,
    )
