"""Possible outcomes for a participant in the next round, described for a team captain."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from topboard._frozen import dataclass
from topboard.event.policy import find_exclusions, governance_of_system
from topboard.event.policy.manual_pairing import find_bars_from_bye, find_players_not_to_pair
from topboard.event.remarks import describe_absence
from topboard.event.requests import why_requests_do_not_count
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.model.history import colours_played, opponents_met, outcomes, participants_to_pair
from topboard.reasons.criteria import Strength
from topboard.reasons.sentences.words import colour_letters, colour_word
from topboard.systems.common.colours import find_due_colour
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.state import Event, Section
    from topboard.model import Colour, Number, Tournament
    from topboard.reasons.check_list import CheckListRow


@dataclass(frozen=True, slots=True)
class Prospect:
    """One possible or impossible outcome, with the article it is based on."""

    about: str
    words: str
    article: str = ""


class Prospects:
    """The possible outcomes for one participant of a section in the next round."""

    def __init__(self, event: Event, section: Section, number: Number) -> None:
        self.event, self.section, self.number = event, section, number
        self.round = section.round_to_pair
        self.rules = system(section.system)
        self.facts: Tournament = build_tournament(event, section, find_exclusions(section))
        self.row = outcomes(self.facts)[number]

    def list_prospects(self) -> list[Prospect]:
        """Return all prospects in the order a captain would ask; empty after the last round."""
        if not self.section.entries_closed or self.round > self.section.settings.rounds:
            return []
        found = [*self._describe_pairing()]
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

    def _numbered_name(self, number: Number) -> str:
        return f"{number} {self.section.competitors[number].name}".strip()

    def _describe_pairing(self) -> Iterator[Prospect]:
        about = say("Round {round}", round=self.round)
        section, left = self.section, governance_of_system(self.section.system).left
        out = dict(find_players_not_to_pair(section, self.round, find_exclusions(section), left))
        if self.number in out:
            why, article = out[self.number]
            yield Prospect(about, why, article)
        else:
            yield Prospect(about, say("is to be paired"))

    def _describe_scheduled_opponent(self) -> list[Prospect]:
        """Return the scheduled opponent, if the pairings are fixed before round 1."""
        assert self.rules.timetable is not None
        pairs = self.rules.timetable(self.facts)[self.round - 1]
        about = say("Opponent")
        for white, black in pairs:
            if self.number in (white, black):
                other = black if white == self.number else white
                has = say("White") if white == self.number else say("Black")
                words = say(
                    "{name}, with {colour}, by the timetable",
                    name=self._numbered_name(other),
                    colour=has,
                )
                return [Prospect(about, words)]
        return [Prospect(about, say("none: free by the timetable"))]

    def _describe_bye(self) -> Iterator[Prospect]:
        about = say("Bye")
        said = {
            r.allowed
            for r in self.section.bye_rulings
            if r.number == self.number and r.first <= self.round <= r.last
        }
        if False in said:
            yield Prospect(about, say("may not have it: barred by decision"))
            return
        bars = governance_of_system(self.section.system).byes
        for article, earlier, had in find_bars_from_bye(self.row, bars, ruled_out=True in said):
            words = say("may not have it: {had} in round {round}", had=had, round=earlier)
            yield Prospect(about, words, article)
            return
        if len(participants_to_pair(self.facts)) % 2:
            yield Prospect(about, say("may have it: the field is odd"))
        else:
            yield Prospect(about, say("may have it, if the field becomes odd; now it is even"))

    def _describe_colour(self) -> Iterator[Prospect]:
        had = colours_played(self.row)
        about = say("Colour of board 1") if self.rules.teams else say("Colour")
        if not had:
            yield Prospect(about, say("none is due: no game so far"))
            return
        line = self._find_check_list_line()
        if line is not None:
            yield Prospect(about, f"{_colour_preference_text(line)} ({colour_letters(had)})")
            return
        wanted = find_due_colour(had)
        assert wanted.colour is not None, "whoever had a colour is due one"
        words = say("{colour} is due", colour=colour_word(wanted.colour))
        why = say("it evens out the colours") if wanted.equalises else say("it alternates")
        third = ""
        if wanted.twice_running is not None:
            colour = colour_word(wanted.twice_running)
            third = say("; {colour} would be the third running", colour=colour)
        yield Prospect(about, f"{words}: {why}{third} ({colour_letters(had)})")

    def _find_check_list_line(self) -> CheckListRow | None:
        """Return this participant's line of the system's check list, or None if there is none."""
        if self.rules.check_list is None:
            return None
        lines = self.rules.check_list(self.facts)
        return next((line for line in lines if line.number == self.number), None)

    def _describe_later_absences(self) -> Iterator[Prospect]:
        # A request for this round is left out, because the absence is mentioned above.
        for request in sorted(self.section.requests, key=lambda r: r.round):
            if request.number == self.number and request.round > self.round:
                about = say("Round {round}", round=request.round)
                yield Prospect(about, describe_absence(request.outcome))

    def _describe_opponents_met(self) -> Iterator[Prospect]:
        met = [opponent for _, opponent in opponents_met(self.row)]
        if met and self.rules.timetable is None:
            # Names of people contain commas.
            yield Prospect(say("Already met"), "; ".join(map(self._numbered_name, met)))

    def _describe_restricted_opponents(self) -> Iterator[Prospect]:
        unheard = why_requests_do_not_count(self.section)
        for pair in self.section.forbidden:
            if self.number in (pair.a, pair.b) and pair.first <= self.round <= pair.last:
                other = self._numbered_name(pair.b if pair.a == self.number else pair.a)
                if not pair.wish:
                    yield Prospect(say("Kept apart from"), other)
                elif unheard:
                    words = say(
                        "not to meet {other}; it does not count: {why}", other=other, why=unheard
                    )
                    yield Prospect(say("Request"), words)
                else:
                    words = say("{other}, if it can be", other=other)
                    yield Prospect(say("Kept apart from"), words)

    def _describe_fixed_table(self) -> Iterator[Prospect]:
        for fixed in self.section.fixed_tables:
            if fixed.number == self.number:
                yield Prospect(say("Table"), f"{fixed.table} ({fixed.reason})")


def _colour_preference_text(line: CheckListRow) -> str:
    """Return a colour preference as text that also expresses its strength."""
    if line.preferred is None:
        return say("no preference")
    colour: Colour = line.preferred
    match line.strength:
        case Strength.ABSOLUTE:
            return say("must have {colour}", colour=colour_word(colour))
        case Strength.STRONG:
            return say("should have {colour}", colour=colour_word(colour))
        case Strength.MILD:
            return say("{colour} is due, to alternate", colour=colour_word(colour))
        case Strength.NONE:
            return say("no preference")
        case _:
            assert_never(line.strength)
