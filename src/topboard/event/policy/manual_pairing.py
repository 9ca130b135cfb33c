"""Rules on manual pairings: exclusions, byes, rematches, colours and rounds without pairs."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, NoLegalPairing
from topboard.event.actions import (
    ChangeGround,
    ChangeManual,
    ChangePublished,
    PairRound,
    PublishRound,
)
from topboard.event.policy.objections import forbid_action, require_confirmation
from topboard.event.state import Draft
from topboard.event.tournament import build_tournament
from topboard.messages import message, say, say_count, say_kept
from topboard.model import Colour, PairingBye, Withdrawn
from topboard.model.colour_limits import is_third_colour_in_a_row
from topboard.model.history import colours_played, outcomes, participants_to_pair
from topboard.systems.common.field import find_forbidden_opponents
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from topboard.event.actions import Exclusion, Table
    from topboard.event.policy.objections import Objection, Question
    from topboard.event.state import Section
    from topboard.model import Number, Outcome, Tournament

    Bars = Mapping[str, tuple[type[Outcome], ...]]
    Excluding = Callable[[Section], tuple[Exclusion, ...]]
    Met = Callable[[tuple[Outcome, ...]], Mapping[Number, int]]
    ColourLimits = Mapping[str, Callable[[tuple[Colour, ...], Colour], bool]]


def get_manual_pairing_of_action(
    question: Question,
) -> tuple[int, tuple[Table, ...], Number | None] | None:
    """Return the round, pairings and bye that an action sets by hand, or None if it sets none."""
    act, draft = question.act, question.section.draft
    if isinstance(act, ChangeManual | ChangePublished):
        return act.round, act.tables, act.bye
    if isinstance(act, PublishRound) and draft is not None and draft.manual:
        return draft.round, draft.tables, draft.bye
    return None


def section_before_round(section: Section, number: int) -> Section:
    """Return the section as it was before a round.

    The round itself, later rounds and any draft are left out.
    """
    return replace(section, rounds=section.rounds[: number - 1], draft=None)


def ask_to_confirm_pairing_unavailable_players(
    question: Question, excluded: Excluding, left: str
) -> Iterator[Objection]:
    """Require confirmation to pair by hand a participant who should not be paired."""
    if (by_hand := get_manual_pairing_of_action(question)) is None:
        return
    number, tables, bye = by_hand
    section = section_before_round(question.section, number)
    out = dict(find_players_not_to_pair(section, number, excluded(section), left))
    if isinstance(question.act, ChangePublished) and question.act.ground is ChangeGround.LATE_ENTRY:
        # Whether late entries may be paired is decided by the article on them.
        out = {n: why for n, why in out.items() if section.competitor(n).joined <= number}
    paired = [n for t in tables for n in (t.white, t.black)] + ([] if bye is None else [bye])
    for one in sorted(paired):
        if one in out:
            reason = out[one]
            yield require_confirmation(
                reason.article, reason.describe(section.competitor(one).name, one), one
            )


class AbsenceKind(Enum):
    """The reasons why a participant should not be paired in a round."""

    STARTS_LATER = "starts later"
    LEFT = "left"
    REQUESTED = "requested"
    EXCLUDED = "excluded"
    """An article of the rules excludes the participant."""
    SUSPENDED = "suspended"


ABSENCES = {
    AbsenceKind.STARTS_LATER: message("The participant starts in round {round}."),
    AbsenceKind.LEFT: message("The participant left before round {round}."),
    AbsenceKind.REQUESTED: message("The participant asked not to be paired in round {round}."),
    AbsenceKind.EXCLUDED: message("The participant must not be paired in round {round}."),
    AbsenceKind.SUSPENDED: message("The participant is suspended."),
}
ABSENCES_WITH_NAME = {
    AbsenceKind.STARTS_LATER: message("{name} (#{number}) does not start until round {round}."),
    AbsenceKind.LEFT: message("{name} (#{number}) left before round {round}."),
    AbsenceKind.REQUESTED: message("{name} (#{number}) asked not to be paired in round {round}."),
    AbsenceKind.EXCLUDED: message("{name} (#{number}) must not be paired in round {round}."),
    AbsenceKind.SUSPENDED: message("{name} (#{number}) is suspended."),
}


@dataclass(frozen=True, slots=True)
class AbsenceReason:
    """The reason why a participant should not be paired in a round, with the article."""

    kind: AbsenceKind
    round: int
    article: str = ""

    def describe(self, name: str = "", number: int = 0) -> str:
        """Return the reason as a sentence, which names the participant if ``name`` is not empty."""
        words = ABSENCES_WITH_NAME if name else ABSENCES
        return say_kept(words[self.kind], round=self.round, name=name, number=number)


def find_players_not_to_pair(
    section: Section, number: int, excluded: Iterable[Exclusion], left: str
) -> Iterator[tuple[Number, AbsenceReason]]:
    """Yield the participants who should not be paired in a round, each with the reason.

    A participant may be yielded several times. The last reason is the most serious one.
    """
    for one in section.competitors.values():
        if one.joined > number:
            yield one.number, AbsenceReason(AbsenceKind.STARTS_LATER, one.joined)
    for request in section.requests:
        if isinstance(request.outcome, Withdrawn) and request.round <= number:
            yield request.number, AbsenceReason(AbsenceKind.LEFT, request.round, left)
        elif request.round == number:
            yield request.number, AbsenceReason(AbsenceKind.REQUESTED, number, left)
    for exclusion in excluded:
        kind = AbsenceKind.EXCLUDED if exclusion.article else AbsenceKind.SUSPENDED
        yield exclusion.number, AbsenceReason(kind, number, exclusion.article)


def ask_to_confirm_bye_for_barred_player(question: Question, bars: Bars) -> Iterator[Objection]:
    """Require confirmation to give the bye by hand to a participant barred from it."""
    number, _, bye = get_manual_pairing_of_action(question) or (0, (), None)
    if bye is None:
        return
    section = section_before_round(question.section, number)
    named = f"{section.competitor(bye).name} (#{bye})"
    said = {
        r.allowed for r in section.bye_rulings if r.number == bye and r.first <= number <= r.last
    }
    if False in said:
        yield require_confirmation(
            "",
            say("{named} is barred from the pairing-allocated bye by a ruling.", named=named),
            bye,
        )
    facts = build_tournament(question.event, section)
    barred = list(
        find_articles_barring_from_bye(outcomes(facts)[bye], bars, ruled_out=True in said)
    )
    if barred and not _do_rules_give_same_bye(facts, bye):
        for article, earlier, had_bye in barred:
            words = (
                say(
                    "{named} already had the pairing-allocated bye in round {round} and must not "
                    "have it again.",
                    named=named,
                    round=earlier,
                )
                if had_bye
                else say(
                    "{named} did not play in round {round} and must not have the pairing-allocated "
                    "bye.",
                    named=named,
                    round=earlier,
                )
            )
            yield require_confirmation(article, words, bye)


def find_articles_barring_from_bye(
    row: tuple[Outcome, ...], bars: Bars, *, ruled_out: bool
) -> Iterator[tuple[str, int, bool]]:
    """Yield each article that bars a participant from the pairing-allocated bye.

    Each item has the article, the earlier round that matters, and whether the participant had the
    bye in that round. If ``ruled_out`` is true, a ruling has set aside all other reasons, so only
    an earlier bye counts.
    """
    for article, kinds in bars.items():
        for earlier, outcome in enumerate(row, start=1):
            if isinstance(outcome, PairingBye) and PairingBye in kinds:
                yield article, earlier, True
                break
            if isinstance(outcome, kinds) and not ruled_out:
                yield article, earlier, False
                break


def _do_rules_give_same_bye(facts: Tournament, bye: Number) -> bool:
    """Return whether the rules also give the bye to this participant.

    In a double round robin, for example, a participant has the bye twice.
    """
    try:
        return system(facts.system).pair(facts).bye == bye
    except NoLegalPairing:
        return False


def ask_to_confirm_rematch_or_forbidden_pair(
    question: Question, excluded: Excluding, article: str, met: Met
) -> Iterator[Objection]:
    """Require confirmation of a manual pair that has already met or must not meet."""
    if (by_hand := get_manual_pairing_of_action(question)) is None:
        return
    section = section_before_round(question.section, by_hand[0])
    facts = build_tournament(question.event, section, excluded(section))
    rows, made = outcomes(facts), PairingByRules(facts)
    apart = find_forbidden_opponents(facts)
    for table in _find_unpublished_manual_pairs(question):
        white, black = (_format_participant_names(section, [n]) for n in (table.white, table.black))
        earlier = met(rows[table.white]).get(table.black)
        if earlier is not None and not made.has_pair_in_any_colours(table):
            words = say(
                "{white} and {black} already met in round {round}.",
                white=white,
                black=black,
                round=earlier,
            )
            yield require_confirmation(article, words, table.white, table.black)
        if table.black in apart.get(table.white, ()):
            words = say(
                "{white} and {black} must not be paired with each other.", white=white, black=black
            )
            yield require_confirmation("", words, table.white, table.black)


def ask_to_confirm_forbidden_colour(
    question: Question, excluded: Excluding, limits: ColourLimits
) -> Iterator[Objection]:
    """Require confirmation of a manual pair with a colour that an article forbids."""
    if (by_hand := get_manual_pairing_of_action(question)) is None or not limits:
        return
    section = section_before_round(question.section, by_hand[0])
    facts = build_tournament(question.event, section, excluded(section))
    rows, made = outcomes(facts), PairingByRules(facts)
    for table in _find_unpublished_manual_pairs(question):
        for one, colour in ((table.white, Colour.WHITE), (table.black, Colour.BLACK)):
            had = colours_played(rows[one])
            for article, limit in limits.items():
                if limit(had, colour) and not made.has_pair_with_same_colours(table):
                    words = (
                        _format_third_colour_message
                        if limit is is_third_colour_in_a_row
                        else _format_colour_difference_message
                    )
                    yield require_confirmation(
                        article, words(_format_participant_names(section, [one]), colour), one
                    )


def _find_unpublished_manual_pairs(question: Question) -> list[Table]:
    """Return the manual pairs that are not in the published round.

    The published ones were confirmed earlier.
    """
    number, tables, _ = get_manual_pairing_of_action(question) or (0, (), None)
    published = set()
    if isinstance(question.act, ChangePublished):
        meetings = question.section.round(number).meetings
        published = {(m.white, m.black) for m in meetings.values()}
    return [table for table in tables if (table.white, table.black) not in published]


class PairingByRules:
    """The pairs of a round according to the rules, computed on first use.

    A manual pair that the rules also give needs no confirmation. The rules may make exceptions to
    an article, for example on the colours of topscorers in the last round.
    """

    def __init__(self, facts: Tournament) -> None:
        self._facts = facts
        self._pairs: frozenset[tuple[Number, Number]] | None = None

    def has_pair_in_any_colours(self, table: Table) -> bool:
        """Return whether the rules pair these two participants, whichever colours they have."""
        return (
            self.has_pair_with_same_colours(table)
            or (table.black, table.white) in self._compute_pairs()
        )

    def has_pair_with_same_colours(self, table: Table) -> bool:
        """Return whether the rules pair these two participants with these colours."""
        return (table.white, table.black) in self._compute_pairs()

    def _compute_pairs(self) -> frozenset[tuple[Number, Number]]:
        if self._pairs is None:
            try:
                made = system(self._facts.system).pair(self._facts).pairs
            except (NoLegalPairing, BadInput):
                made = ()
            self._pairs = frozenset((p.white, p.black) for p in made)
        return self._pairs


def _format_third_colour_message(who: str, colour: Colour) -> str:
    if colour is Colour.WHITE:
        return say("{who} would have White three times in a row.", who=who)
    return say("{who} would have Black three times in a row.", who=who)


def _format_colour_difference_message(who: str, colour: Colour) -> str:
    if colour is Colour.WHITE:
        return say("{who} would have a colour difference of +3.", who=who)
    return say("{who} would have a colour difference of -3.", who=who)


def check_round_has_pairs(question: Question, excluded: Excluding) -> Iterator[Objection]:
    """Object to pairing or publishing a round without any pairs."""
    act, section = question.act, question.section
    draft = act if isinstance(act, PairRound) else section.draft
    if not isinstance(act, PairRound | PublishRound) or draft is None or draft.tables:
        return
    not_here = [e for e in excluded(section) if e.article and act.round == 1]
    for article in dict.fromkeys(e.article for e in not_here):
        missing = _format_participant_names(
            section, [e.number for e in not_here if e.article == article]
        )
        words = say(
            "Round {round} has no pairs, because these participants have not checked in: "
            "{missing}.",
            round=act.round,
            missing=missing,
        )
        yield forbid_action(article, words)
    facts = build_tournament(question.event, section, excluded(section))
    idle = [n for n in participants_to_pair(facts) if n != draft.bye]
    if isinstance(draft, Draft) and draft.manual and len(idle) > 1:
        words = say(
            "Round {round} has no pairs. Pair these participants: {named}.",
            round=act.round,
            named=_format_participant_names(section, idle),
        )
        yield forbid_action("", words)
    elif not_here:
        return
    elif system(section.system).timetable is None and len(participants_to_pair(facts)) < 2:
        yield forbid_action(
            "", format_too_few_participants_message(act.round, len(participants_to_pair(facts)))
        )
    elif isinstance(act, PublishRound):
        yield require_confirmation("", say("Round {round} has no pairs.", round=act.round))


def format_too_few_participants_message(round_number: int, count: int) -> str:
    """Return the message for a Swiss round with too few participants."""
    return say_count(
        "Round {round} cannot be paired with only {count} participant. Enter more "
        "participants or check them in.",
        "Round {round} cannot be paired with {count} participants. Enter more participants "
        "or check them in.",
        count,
        round=round_number,
    )


def _format_participant_names(section: Section, numbers: Iterable[Number]) -> str:
    return ", ".join(f"{section.competitor(n).name} (#{n})" for n in numbers)
