"""Comparison of published rounds and standings with those that the rules give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, NoLegalPairing
from topboard.messages import Who, worded
from topboard.model.history import opponents_met, outcomes
from topboard.reasons.decisions import ByeGiven, ColourDecision
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from topboard.model import ClaimedStandings, Meeting, Number, Round, Tenths, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.registry import System
    from topboard.tiebreaks.standings import Line, Standings


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a published round, or published standings, and the result of the
    rules.
    """

    kind: str
    """The kind of difference.

    In a round, it is "pair", "colour", "bye", "rematch" or "no pairing". In standings, it is
    "points" or "rank".
    """
    article: str
    published: tuple[Number | None, ...] = ()
    ours: tuple[Number | None, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """The result of comparing a published round with the pairing that the rules require."""

    round: int
    pairs: int
    same_pairs: int
    same_colours: int
    bye_same: bool
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class StandingsCheck:
    """The result of comparing the points and ranks stated in a file with those its results give."""

    after_round: int
    with_points: int
    """The number of participants whose points the file gives.

    ``same_points`` of them are correct.
    """
    same_points: int
    with_rank: int
    same_ranks: int
    tie_breaks: tuple[str, ...]
    """The codes of the tie-breaks that decide the ranks after the points."""
    differences: tuple[Difference, ...]
    not_compared: str = ""
    """The reason why ranks could not be compared, or an empty string if they were."""


def check_all_rounds(tournament: Tournament, system: System) -> tuple[RoundCheck, ...]:
    """Return the result of checking each round, including a published next round.

    A round recorded with TPNs (tournament pairing numbers) that were assigned after it was paired
    cannot be paired again and is skipped.
    """
    return tuple(check_rounds(tournament, system, list_rounds_to_check(tournament)))


def list_rounds_to_check(tournament: Tournament) -> tuple[int, ...]:
    """Return the rounds that can be paired again, including a published next round."""
    return tuple(
        number
        for number, held in _iterate_numbered_published_rounds(tournament)
        if held.numbers_in_force
    )


def list_uncheckable_rounds(tournament: Tournament) -> tuple[int, ...]:
    """Return the rounds that cannot be paired again.

    These are the rounds recorded with TPNs (tournament pairing numbers) that were assigned after
    the round was paired.
    """
    rounds = _iterate_numbered_published_rounds(tournament)
    return tuple(number for number, held in rounds if not held.numbers_in_force)


def _iterate_numbered_published_rounds(tournament: Tournament) -> Iterator[tuple[int, Round]]:
    yield from ((played.number, played) for played in tournament.rounds)
    if tournament.published is not None:
        yield tournament.round_to_pair, tournament.published


def check_rounds(
    tournament: Tournament, system: System, numbers: Iterable[int]
) -> Iterator[RoundCheck]:
    """Yield the result for each round as soon as the round has been checked."""
    complete = infer_missing_settings_from_rounds(tournament, system)
    return (check_round(complete.before(number), system) for number in numbers)


def infer_missing_settings_from_rounds(tournament: Tournament, system: System) -> Tournament:
    """Return the tournament with missing settings inferred from its rounds.

    The settings are the initial colour and the number of rounds. Values stated in the file are not
    changed.
    """
    planned, lot = tournament.planned_rounds, tournament.lot
    if not planned and tournament.published is None:
        planned = len(tournament.rounds)
    if lot is None and system.initial_colour is not None:
        lot = system.initial_colour(tournament)
    return replace(tournament, planned_rounds=planned, lot=lot)


def check_round(before: Tournament, system: System) -> RoundCheck:
    """Pair a round again and compare the result with the published round.

    ``before`` is the tournament before the round.
    """
    try:
        ours = system.pair(before)
    except NoLegalPairing as refusal:
        published = _get_published_round(before)
        difference = Difference("no pairing", refusal.article, text=refusal.words)
        found = (*_find_rematches_in_published_round(before, published), difference)
        return RoundCheck(before.round_to_pair, len(published.meetings), 0, 0, False, found)
    return compare_pairing_with_published(before, ours)


def _get_published_round(before: Tournament) -> Round:
    assert before.published is not None, "a round to check was published"
    return before.published


def _find_rematches_in_published_round(
    before: Tournament, published: Round
) -> Iterator[Difference]:
    rows = outcomes(before)
    for meeting in published.meetings:
        if meeting.white is None or meeting.black is None:
            continue
        for earlier, opponent in opponents_met(rows[meeting.white]):
            if opponent == meeting.black:
                text = worded("they met in round {round}", round=earlier)
                yield Difference("rematch", "", (meeting.white, meeting.black), text=text)


def compare_pairing_with_published(before: Tournament, ours: RoundPairing) -> RoundCheck:
    """Compare the pairing by the rules with the published round, and return the result."""
    published = _get_published_round(before)
    opponent = {}
    for pair in ours.pairs:
        opponent[pair.white], opponent[pair.black] = pair.black, pair.white
    white = {pair.white for pair in ours.pairs}
    named = [m for m in published.meetings if m.white is not None and m.black is not None]
    same = [m for m in named if opponent.get(m.white) == m.black]  # type: ignore[arg-type]
    turned = [m for m in same if m.colour_known and m.white not in white]
    other = [m for m in named if m not in same]
    differences = [
        *_find_rematches_in_published_round(before, replace(published, meetings=tuple(other))),
        *(_build_pair_difference(m, ours, opponent) for m in other),
        *(_build_colour_difference(m, ours) for m in turned),
    ]
    bye_same = published.bye == ours.bye
    if not bye_same:
        article = next((r.article for r in ours.reasons if isinstance(r, ByeGiven)), "")
        differences.append(Difference("bye", article, (published.bye,), (ours.bye,)))
    return RoundCheck(
        round=ours.round,
        pairs=len(published.meetings),
        same_pairs=len(same),
        same_colours=len(same) - len(turned),
        bye_same=bye_same,
        differences=tuple(differences),
    )


def _build_pair_difference(
    meeting: Meeting, ours: RoundPairing, opponent: dict[Number, Number]
) -> Difference:
    white, black = meeting.white, meeting.black
    assert white is not None
    assert black is not None
    return Difference(
        "pair",
        _find_article_deciding_pair(ours, white, opponent.get(white)),
        (white, black),
        (opponent.get(white), opponent.get(black)),
    )


def _find_article_deciding_pair(ours: RoundPairing, number: Number, opponent: Number | None) -> str:
    """Return the article that decided the participant's opponent or bye, or "" if none is
    recorded.
    """
    for reason in ours.reasons:
        if isinstance(reason, ColourDecision):
            continue
        chosen = {getattr(reason, "chooser", None), getattr(reason, "chosen", None)}
        if opponent is not None and chosen == {number, opponent}:
            return reason.article
        if opponent is None and isinstance(reason, ByeGiven) and reason.number == number:
            return reason.article
    return ""


def _build_colour_difference(meeting: Meeting, ours: RoundPairing) -> Difference:
    white, black = meeting.black, meeting.white
    assert white is not None
    article = next(
        (
            reason.article
            for reason in ours.reasons
            if isinstance(reason, ColourDecision) and (reason.white, reason.black) == (white, black)
        ),
        _find_article_deciding_pair(ours, white, black),
    )
    return Difference("colour", article, (black, white), (white, black))


# --- standings ----------------------------------------------------------------------------


def check_standings(
    tournament: Tournament, system: System, claimed: ClaimedStandings
) -> StandingsCheck:
    """Compare the standings stated in a file with those computed from its results."""
    points = [_build_wrong_points_difference(system, *wrong) for wrong in claimed.wrong_points]
    ranks: list[Difference] = []
    codes: tuple[str, ...] = ()
    not_compared = ""
    try:
        # If no tie-breaks were announced, the ones that are merely usual must not decide.
        table = replace(system, usual_tie_breaks=()).standings(tournament)
    except BadInput as refused:
        not_compared = str(refused)
    else:
        codes = tuple(column.code for column in table.columns)
        ranks = [*_find_wrong_ranks(table, system, claimed)]
    return StandingsCheck(
        after_round=len(tournament.rounds),
        with_points=claimed.with_points,
        same_points=claimed.with_points - len(points),
        with_rank=len(claimed.ranks),
        same_ranks=0 if not_compared else len(claimed.ranks) - len(ranks),
        tie_breaks=codes,
        differences=(*points, *ranks),
        not_compared=not_compared,
    )


def _build_wrong_points_difference(
    system: System, number: Number, said: str, due: Tenths
) -> Difference:
    text = worded(
        "the points are given as {said}, but the results give {due}",
        said=said,
        due=format_points(due),
    )
    return Difference("points", system.scoring, (number,), text=text)


def _find_wrong_ranks(
    table: Standings, system: System, claimed: ClaimedStandings
) -> Iterator[Difference]:
    """Yield a difference for each wrong rank.

    Tied participants may be listed in any order, so each may have any of the ranks that they share.
    """
    last = {line.place: place for place, line in enumerate(table.lines, start=1)}
    for line in table.lines:
        rank = claimed.ranks.get(line.number, line.place)
        if not line.place <= rank <= last[line.place]:
            yield _build_rank_difference(table, system, line, rank)


def _build_rank_difference(table: Standings, system: System, line: Line, rank: int) -> Difference:
    """Return the difference for a wrong rank, with the participant entitled to that rank."""
    other = table.lines[min(max(rank, 1), len(table.lines)) - 1]
    article, text = _describe_wrong_rank(table, system, line, other, rank)
    return Difference("rank", article, (line.number,), (other.number,), text)


def _describe_wrong_rank(
    table: Standings, system: System, one: Line, other: Line, rank: int
) -> tuple[str, str]:
    """Return the deciding article and a sentence about a wrong rank.

    The sentence gives the first points or tie-break in which the two participants differ, or says
    that nothing decides between them.
    """
    ranks = {"rank": rank, "place": one.place, "other": Who(other.number)}
    if one.points != other.points:
        return system.scoring, worded(
            "the rank is given as {rank}, but should be {place}: the points are {own},"
            " against {against} for {other}",
            own=format_points(one.points),
            against=format_points(other.points),
            **ranks,
        )
    for column, value, theirs in zip(table.columns, one.values, other.values, strict=True):
        if value.sort_key != theirs.sort_key:
            return column.article, worded(
                "the rank is given as {rank}, but should be {place}: {code} is {own}, against"
                " {against} for {other}",
                code=column.code,
                own=value.formatted,
                against=theirs.formatted,
                **ranks,
            )
    return "", worded(
        "the rank is given as {rank}, but should be {place}: nothing decides between this"
        " participant and {other}",
        **ranks,
    )
