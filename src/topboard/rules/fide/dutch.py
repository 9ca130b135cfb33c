"""A round of the Dutch system, from the players to the tables, by either text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import NoLegalPairing
from topboard.history import outcomes
from topboard.messages import worded
from topboard.model import Colour, Floater, Manner
from topboard.reasons import RoundPairing, Warned
from topboard.reasons.brackets import PreferenceGround, SettledBeforehand
from topboard.rules.fide import account
from topboard.rules.fide.legality import Completion, needs_bye
from topboard.rules.fide.profiles import by_rank, scale_of
from topboard.rules.shared.meeting import no_legal_pairing, too_many_rounds
from topboard.rules.shared.tables import by_points_of_pair, publish
from topboard.scoring import adjusted, by_points, by_round, deciding
from topboard.tiebreaks.ranking import Facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from topboard.model import Number, Tenths, Tournament
    from topboard.reasons import Reason
    from topboard.reasons.brackets import ByeAtScore
    from topboard.rules.fide.account import Citations
    from topboard.rules.fide.brackets import PairedBracket
    from topboard.rules.fide.profiles import Profile, Roll


def refuse_incomplete(roll: Roll, cite: Citations, score: Tenths | None = None) -> None:
    """Nobody may be left without an opponent but the one who has the bye: else it is the arbiter
    who decides."""
    completion = Completion(roll, score)
    if completion.of_rest(0):
        return
    everybody = range(len(roll.profiles))
    if needs_bye(roll) and all(profile.barred for profile in roll.profiles):
        what = worded("the number of players is odd and nobody may have the bye")
        raise NoLegalPairing(what, article=cite.bye)
    certificate = completion.refusal(everybody)
    assert certificate is not None
    numbers = [profile.number for profile in roll.profiles]
    raise no_legal_pairing(certificate, numbers, cite.completion)


def initial_colour(tournament: Tournament) -> Colour | None:
    """The colour drawn for number 1: as recorded, else as the pairs of round 1 show it.

    In round 1 nobody prefers a colour, so the higher ranked of a pair had his by his number.
    """
    if tournament.lot is not None:
        return tournament.lot
    if not tournament.rounds:
        return None
    first = tournament.rounds[0]
    numbers = sorted(n for m in first.meetings for n in (m.white, m.black) if n is not None)
    if first.bye is not None:
        numbers = sorted([*numbers, first.bye])
    parity = {n: at for at, n in enumerate(numbers, start=1)}
    for meeting in first.meetings:
        if meeting.white is None or meeting.black is None or meeting.manner is not Manner.PLAYED:
            continue
        odd = parity[min(meeting.white, meeting.black)] % 2 == 1
        return Colour.WHITE if (meeting.white < meeting.black) is odd else Colour.BLACK
    return None


def publish_round(
    system: str,
    roll: Roll,
    made: Sequence[PairedBracket],
    bye: ByeAtScore | None,
    reasons: Sequence[Reason],
    cite: Citations,
    points: Mapping[Number, Tenths] | None = None,
) -> RoundPairing:
    """The pairs with colours and tables, and all reasons."""
    tournament = roll.tournament
    initial = initial_colour(tournament)
    pairs = [*_pairs(roll, made), *roll.settled]
    coloured = [
        account.colours_given(roll, higher, lower, initial or Colour.WHITE, cite)
        for higher, lower in pairs
    ]
    ranked = sorted((p for pair in pairs for p in pair), key=by_rank)
    place = {profile.number: at for at, profile in enumerate(ranked)}
    key = by_points_of_pair(place, points or {p.number: p.points for p in ranked})
    tables, fixed = publish(tournament, coloured, key, cite.boards)
    order = {pair.white: pair.table for pair in tables}
    coloured.sort(key=lambda given: order[given.white])
    return RoundPairing(
        system=system,
        round=tournament.round_to_pair,
        pairs=tables,
        bye=None if bye is None else bye.number,
        floaters=tuple(
            Floater(higher.number, higher.points, lower.points)
            for higher, lower in pairs
            if higher.points != lower.points
        ),
        reasons=(
            *_settled(roll),
            *reasons,
            *(() if bye is None else (bye,)),
            *coloured,
            *fixed,
            *_warnings(roll, initial, cite),
        ),
    )


def _pairs(roll: Roll, made: Sequence[PairedBracket]) -> Iterator[tuple[Profile, Profile]]:
    for paired in made:
        for a, b in (*paired.moved_down, *paired.remainder):
            yield roll.profiles[a], roll.profiles[b]


def _settled(roll: Roll) -> Iterator[SettledBeforehand]:
    for higher, lower in roll.settled:
        yield SettledBeforehand("", higher.number, lower.number, higher.points)


def _warnings(roll: Roll, initial: Colour | None, cite: Citations) -> Iterator[Warned]:
    tournament = roll.tournament
    if initial is None:
        what = worded("no initial colour is recorded: number 1 is given White")
        yield Warned(cite.colours[PreferenceGround.INITIAL_COLOUR], what)
    yield from rounds_not_declared(tournament, cite.rounds)
    everybody = len(roll.profiles) + 2 * len(roll.settled)
    yield from too_many_rounds(tournament, everybody, cite.no_rematch)


def rounds_not_declared(tournament: Tournament, article: str) -> Iterator[Warned]:
    """A word where it is not known which round is the last."""
    if not tournament.planned_rounds:
        what = worded(
            "the number of rounds is not known: this one is paired as if it were not the last"
        )
        yield Warned(article, what)


def facts(tournament: Tournament) -> Facts:
    """Points, round by round."""
    rows = outcomes(tournament)
    scale = scale_of(tournament)
    scored = by_round(tournament, rows, lambda outcome: by_points(outcome, scale))
    added = adjusted(tournament, deciding(tournament))
    points = {n: sum(of_rounds) + added.get(n, 0) for n, of_rounds in scored.items()}
    rounds = {
        n: tuple((getattr(o, "opponent", None), p) for o, p in zip(rows[n], scored[n], strict=True))
        for n in rows
    }
    return Facts(tournament, rows, points, rounds)
