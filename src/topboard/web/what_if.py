"""What-if questions, answered by pairing a round again after one change. Nothing is recorded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import zip_longest

from topboard.errors import BadInput, NoLegalPairing, Problem
from topboard.event.actions import TableResult
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.pairing import build_tournament_before_next_round
from topboard.event.state import Event, Section
from topboard.messages import say
from topboard.model import Manner, Meeting, Number, Request, Tournament, Withdrawn
from topboard.reasons.decisions import OpponentChoice, RoundPairing
from topboard.reasons.sentences import names_of
from topboard.systems.registry import system


@dataclass(frozen=True, slots=True)
class ParticipantPairingChange:
    """A participant who would get a different opponent or colour, with both versions in words."""

    number: Number
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class WhatIfAnswer:
    """The differences between the pairing of a round and its pairing after one change."""

    round: int
    question: str
    changes: tuple[ParticipantPairingChange, ...]
    same_tables: int
    tables: int
    failure: str = ""


@dataclass(frozen=True, slots=True)
class ListedPair:
    """A pair of one of two pairings of a round, in words."""

    text: str
    is_changed: bool
    """Whether the other pairing does not have this pair."""


@dataclass(frozen=True, slots=True)
class PairingsBesideEachOther:
    """The pairs of a round, and its pairs if two participants had to meet.

    Only the pairs of the bracket in question and those that would change are listed.
    """

    rows: tuple[tuple[ListedPair | None, ListedPair | None], ...]
    unlisted: int
    """The number of pairs that would stay the same and are not listed."""


def compare_with_required_pair(
    tournament: Tournament, actual: RoundPairing, a: Number, b: Number
) -> PairingsBesideEachOther | None:
    """Return the pairs of a round beside those that the rules give if ``a`` and ``b`` must meet.

    Return None if the round cannot be paired in this way, or if nothing would change.
    """
    required = replace(tournament, required=(*tournament.required, (a, b)))
    try:
        asked = system(tournament.system).pair(required)
    except (BadInput, NoLegalPairing):
        return None
    now, then = ({frozenset((p.white, p.black)) for p in one.pairs} for one in (actual, asked))
    if now == then:
        return None
    concerned = {
        number for pair in now ^ then for number in pair
    } | _list_participants_of_same_bracket(actual, a, b)
    places = _rank_participants(tournament)
    name = names_of(tournament)

    def list_pairs(
        pairs: set[frozenset[Number]], others: set[frozenset[Number]]
    ) -> list[ListedPair]:
        ordered = (
            tuple(sorted(pair, key=places.__getitem__)) for pair in pairs if pair & concerned
        )
        return [
            ListedPair(
                say("{one} against {other}", one=name(pair[0]), other=name(pair[1])),
                frozenset(pair) not in others,
            )
            for pair in sorted(ordered, key=lambda pair: places[pair[0]])
        ]

    rows = tuple(zip_longest(list_pairs(now, then), list_pairs(then, now)))
    return PairingsBesideEachOther(rows, sum(not pair & concerned for pair in now))


def _list_participants_of_same_bracket(actual: RoundPairing, *asked: Number) -> set[Number]:
    """Return the participants paired in the first bracket that pairs one of those asked about."""
    choices = [reason for reason in actual.reasons if isinstance(reason, OpponentChoice)]
    points = next((r.points for r in choices if {r.chooser, r.chosen} & {*asked}), None)
    return {n for r in choices if r.points == points for n in (r.chooser, r.chosen)}


def _rank_participants(tournament: Tournament) -> dict[Number, tuple[int, Number]]:
    """Return a sort key for each participant: the highest score first, then the smallest number."""
    points = dict(system(tournament.system).facts(tournament).points) if tournament.rounds else {}
    return {c.number: (-points.get(c.number, 0), c.number) for c in tournament.competitors}


def tournament_before_current_round(event: Event, section: Section) -> Tournament:
    """Return the tournament before the round in progress or, if there is none, before the next
    round.
    """
    known = build_tournament_before_next_round(event, section)
    if section.rounds and list_tables_without_result(section.rounds[-1]):
        return known.before(len(section.rounds))
    return known


def withdraw_participant_from_tournament(tournament: Tournament, number: Number) -> Tournament:
    """Return the tournament as if a participant had withdrawn before the round to be paired."""
    request = Request(number, tournament.round_to_pair, Withdrawn())
    others = tuple(r for r in tournament.requests if r.number != number)
    return replace(tournament, requests=(*others, request))


def replace_result_in_tournament(
    tournament: Tournament, round_number: int, result: TableResult
) -> Tournament:
    """Return the tournament with a different result for one board or match of an earlier round.

    Raise ``BadInput`` if there is no such round, board or match.
    """
    if not 1 <= round_number <= len(tournament.rounds):
        what = say("Only the result of an earlier round can be changed.")
        remedy = say("Enter a round from 1 to {last}.", last=len(tournament.rounds))
        raise BadInput([Problem(what, quoted=str(round_number), remedy=remedy)])
    played = tournament.rounds[round_number - 1]
    if not 1 <= result.table <= len(played.meetings):
        what = (
            say("This match does not exist.")
            if system(tournament.system).teams
            else say("This board does not exist.")
        )
        raise BadInput([Problem(what, quoted=str(result.table))])
    meetings = list(played.meetings)
    meetings[result.table - 1] = _replace_meeting_result(meetings[result.table - 1], result)
    changed = replace(played, meetings=tuple(meetings))
    rounds = list(tournament.rounds)
    rounds[round_number - 1] = changed
    return replace(tournament, rounds=tuple(rounds))


def _replace_meeting_result(meeting: Meeting, result: TableResult) -> Meeting:
    return replace(
        meeting,
        white_points=result.white_points,
        black_points=result.black_points,
        manner=Manner.PLAYED if result.manner is Manner.PENDING else result.manner,
        games=(),
    )


def compare_pairings_after_change(
    tournament: Tournament, changed: Tournament, question: str
) -> WhatIfAnswer:
    """Return the differences between the pairing of ``tournament`` and that of ``changed``.

    ``question`` describes the change between the two tournaments in words.
    """
    pair = system(tournament.system).pair
    now = pair(tournament)
    try:
        then = pair(changed)
    except NoLegalPairing as refusal:
        return WhatIfAnswer(now.round, question, (), 0, len(now.pairs), str(refusal))
    names = tournament.names
    before, after = (
        _describe_each_participants_opponent(now, names),
        _describe_each_participants_opponent(then, names),
    )
    changes = tuple(
        ParticipantPairingChange(
            n, before.get(n, say("not paired")), after.get(n, say("not paired"))
        )
        for n in sorted({*before, *after})
        if before.get(n) != after.get(n)
    )
    old = {(p.white, p.black) for p in now.pairs}
    same = sum((p.white, p.black) in old for p in then.pairs)
    return WhatIfAnswer(now.round, question, changes, same, len(now.pairs))


def _describe_each_participants_opponent(
    made: RoundPairing, names: dict[Number, str]
) -> dict[Number, str]:
    seats = {}
    for pair in made.pairs:
        seats[pair.white] = say(
            "White against {name} (#{number})", name=names[pair.black], number=pair.black
        )
        seats[pair.black] = say(
            "Black against {name} (#{number})", name=names[pair.white], number=pair.white
        )
    if made.bye is not None:
        seats[made.bye] = say("pairing-allocated bye")
    return seats
