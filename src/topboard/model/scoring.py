"""The points for each round according to a scoring scale, and adjustments made by rulings."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING, Literal, assert_never

from topboard._frozen import replace
from topboard.model import (
    POINT,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    FullPointBye,
    HalfPointBye,
    Manner,
    NotYetEntered,
    PairingBye,
    Pending,
    Played,
    Team,
    Unfinished,
    Withdrawn,
    ZeroPointBye,
)
from topboard.model.history import outcomes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topboard.model import Away, Meeting, Number, Outcome, Round, Scale, Tenths, Tournament

    Kind = Literal["match_points", "game_points", "of_player"]
    Rows = Mapping[Number, tuple[Outcome, ...]]
    Worth = Callable[[Outcome], Tenths]
    NotPlayed = ForfeitWin | ForfeitLoss | DoubleForfeit | Pending | Away

WITHOUT_PLAY = (
    "bye",
    "half_bye",
    "full_bye",
    "won_by_default",
    "lost_by_default",
    "both_defaulted",
    "zero_bye",
)
"""The fields of a scoring scale for unplayed rounds. A value of None means the system's value."""


# --- an outcome ---------------------------------------------------------------------------


def complete_scoring_scale(announced: Scale | None, usual: Scale) -> Scale:
    """Return the event's scoring scale, with missing values taken from the system's usual scale."""
    if announced is None:
        return usual
    left_open = [name for name in WITHOUT_PLAY if getattr(announced, name) is None]
    return replace(announced, **{name: getattr(usual, name) for name in left_open})


def scale_of_round(tournament: Tournament, usual: Scale) -> Scale:
    """Return the scoring scale for a round in which two players play one game or two.

    In a match of two games, the pairing-allocated bye is worth a win plus a draw. The other values
    for unplayed rounds apply to the whole match.
    """
    game = complete_scoring_scale(tournament.game_scale, usual)
    if tournament.boards == 1:
        return game
    return replace(
        game,
        win=tournament.boards * game.win,
        draw=tournament.boards * game.draw,
        loss=tournament.boards * game.loss,
        bye=game.win + game.draw if game.bye is None else game.bye,
    )


def score_by_result(outcome: Outcome, scale: Scale) -> Tenths:
    """Return the points that the scale gives for a win, draw or loss."""
    if not isinstance(outcome, Played | Unfinished):
        return score_unplayed_round(outcome, scale)
    if outcome.points == outcome.against:
        return scale.draw
    return scale.win if outcome.points > outcome.against else scale.loss


def score_by_recorded_points(outcome: Outcome, scale: Scale) -> Tenths:
    """Return the recorded points of a game, or the recorded game points of a match.

    The recorded points of a forfeit also count if the scale has no value for forfeits.
    """
    if type(outcome) is Played:
        return outcome.points
    match outcome:
        case Played() | Unfinished():
            return outcome.points
        case ForfeitWin() if scale.won_by_default is None:
            return outcome.points
        case ForfeitLoss() if scale.lost_by_default is None:
            return outcome.points
        case _:
            return score_unplayed_round(outcome, scale)


def score_unplayed_round(outcome: NotPlayed, scale: Scale) -> Tenths:
    """Return the points for a bye, an absence, a forfeit or a missing result."""
    match outcome:
        case PairingBye():
            return scale.win if scale.bye is None else scale.bye
        case FullPointBye():
            return scale.win if scale.full_bye is None else scale.full_bye
        case HalfPointBye():
            return scale.draw if scale.half_bye is None else scale.half_bye
        case ForfeitWin():
            return scale.win if scale.won_by_default is None else scale.won_by_default
        case ForfeitLoss():
            return scale.loss if scale.lost_by_default is None else scale.lost_by_default
        case DoubleForfeit():
            return scale.loss if scale.both_defaulted is None else scale.both_defaulted
        case ZeroPointBye():
            return scale.zero_bye or 0
        case Pending() | NotYetEntered() | Withdrawn():
            return 0
    assert_never(outcome)


def convert_unfinished_to_draws(outcome: Unfinished, boards: int) -> Unfinished:
    """Return the outcome of an unfinished match with its unfinished games counted as draws.

    If only the total of the match is known, the missing points are divided equally.
    """
    if outcome.as_drawn is not None:
        return replace(outcome, points=outcome.as_drawn[0], against=outcome.as_drawn[1])
    going_on = boards * POINT - outcome.points - outcome.against
    return replace(
        outcome, points=outcome.points + going_on // 2, against=outcome.against + going_on // 2
    )


# --- forfeited matches --------------------------------------------------------------------


def forfeit_score_all_boards(boards: int, _present: int) -> tuple[Tenths, Tenths]:
    """Return the game points of a forfeited match: the winners get one point on every board."""
    return boards * POINT, 0


def forfeit_score_boards_present(_boards: int, present: int) -> tuple[Tenths, Tenths]:
    """Return the game points of a forfeited match.

    The winners get one point for each of their players present.
    """
    return present * POINT, 0


# --- rulings ------------------------------------------------------------------------------


def get_deciding_points_kind(tournament: Tournament) -> Kind:
    """Return the kind of points that decides the ranking. For teams it is match points."""
    teams = any(isinstance(c, Team) for c in tournament.competitors)
    return "match_points" if teams else "of_player"


def awarded_points(tournament: Tournament, kind: Kind) -> dict[tuple[Number, int], Tenths]:
    """Return the points that rulings awarded for rounds, keyed by (participant, round)."""
    last = {(award.number, award.round): getattr(award, kind) for award in tournament.awarded}
    return {
        (number, played): points
        for (number, played), points in last.items()
        if points is not None and 1 <= played <= len(tournament.rounds)
    }


def sum_adjustments_by_participant(
    tournament: Tournament, kind: Kind, upcoming: int | None = None
) -> Counter[Number]:
    """Return the points that rulings add to or deduct from each participant's score.

    Only rulings that apply to the pairing of round ``upcoming`` count. By default this is the next
    round.
    """
    upcoming = tournament.round_to_pair if upcoming is None else upcoming
    total: Counter[Number] = Counter()
    for change in tournament.adjustments:
        if change.known_from <= upcoming <= change.last:
            total[change.number] += getattr(change, kind)
    return total


# --- rounds and totals --------------------------------------------------------------------


def points_by_round(
    tournament: Tournament, rows: Rows, worth: Worth, kind: Kind | None = None
) -> dict[Number, list[Tenths]]:
    """Return each participant's points by round, with awarded points in place of earned ones.

    By default, ``kind`` is the kind of points that decides the ranking.
    """
    points = {n: [worth(outcome) for outcome in row] for n, row in rows.items()}
    for (number, played), score in awarded_points(
        tournament, kind or get_deciding_points_kind(tournament)
    ).items():
        points[number][played - 1] = score
    return points


def compute_total_points(
    tournament: Tournament, rows: Rows, worth: Worth, kind: Kind | None = None
) -> dict[Number, Tenths]:
    """Return each participant's total points so far, including adjustments made by rulings."""
    added = sum_adjustments_by_participant(tournament, kind or get_deciding_points_kind(tournament))
    scored = points_by_round(tournament, rows, worth, kind)
    return {n: sum(points) + added.get(n, 0) for n, points in scored.items()}


def compute_running_point_totals(
    tournament: Tournament, rows: Rows, worth: Worth, kind: Kind | None = None
) -> dict[Number, tuple[Tenths, ...]]:
    """Return each participant's total points before each round, from round 1 to the next round."""
    kind = kind or get_deciding_points_kind(tournament)
    added = [
        sum_adjustments_by_participant(tournament, kind, upcoming)
        for upcoming in range(1, tournament.round_to_pair + 1)
    ]
    return {
        n: tuple(
            total + more.get(n, 0)
            for total, more in zip(accumulate(points, initial=0), added, strict=True)
        )
        for n, points in points_by_round(tournament, rows, worth, kind).items()
    }


# --- unfinished matches ---------------------------------------------------------------------------


def count_unfinished_games_as_drawn(tournament: Tournament) -> Tournament:
    """Return the tournament with every unfinished game counted as a draw in its match."""
    rounds = tuple(
        _count_unfinished_games_of_round_as_drawn(played, tournament)
        for played in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


def _count_unfinished_games_of_round_as_drawn(played: Round, tournament: Tournament) -> Round:
    if all(meeting.manner is not Manner.UNFINISHED for meeting in played.meetings):
        return played
    rows = outcomes(replace(tournament, rounds=(played,)))
    meetings = (
        meeting
        if meeting.white is None
        else _set_points_of_meeting(meeting, rows[meeting.white][0], tournament.boards)
        for meeting in played.meetings
    )
    return replace(played, meetings=tuple(meetings))


def _set_points_of_meeting(meeting: Meeting, outcome: Outcome, boards: int) -> Meeting:
    if not isinstance(outcome, Unfinished):
        return meeting
    drawn = convert_unfinished_to_draws(outcome, boards)
    return replace(meeting, white_points=drawn.points, black_points=drawn.against)
