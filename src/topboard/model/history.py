"""The history of each participant: outcomes, opponents and colours, round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.model import (
    POINT,
    Colour,
    DoubleForfeit,
    ForfeitLoss,
    ForfeitWin,
    Manner,
    NotYetEntered,
    Pending,
    Played,
    Scale,
    Team,
    Unfinished,
    Withdrawn,
    ZeroPointBye,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from topboard.model import Game, Meeting, Number, Outcome, Round, Tenths, Tournament


_WHITE = Colour.WHITE
AT_THE_BOARD = (Played, Unfinished, Pending)
"""The outcomes of games and matches played or in progress, which have an opponent and a colour.

A tuple is faster for ``isinstance`` than a union, which would be rebuilt for every check.
"""


def outcomes(tournament: Tournament) -> dict[Number, tuple[Outcome, ...]]:
    """Return the outcomes of every participant, from round 1 to the last round paired."""
    joined = {c.number: c.joined for c in tournament.competitors}
    if not tournament.rounds:
        return dict.fromkeys(joined, ())
    by_round = [
        _list_outcomes_of_round_by_number(played, joined, tournament)
        for played in tournament.rounds
    ]
    return dict(zip(joined, zip(*by_round, strict=True), strict=True))


def _list_outcomes_of_round_by_number(
    played: Round, joined: Mapping[Number, int], tournament: Tournament
) -> list[Outcome]:
    mentioned, number = _get_recorded_outcomes_of_round(played, tournament), played.number
    return [
        mentioned.get(n) or _outcome_if_unmentioned(number, first) for n, first in joined.items()
    ]


def find_first_round_by_participant(
    tournament: Tournament, *, by_silence: bool = False
) -> dict[Number, int]:
    """Return the first round in which each participant took part.

    This is the recorded round of entry, or a later one if the record shows that the participant had
    not yet entered. If ``by_silence`` is true, rounds without a record also count as rounds before
    entry, because report files leave them blank. This applies only to participants with a higher
    TPN than all those mentioned up to that round.
    """
    joined = {c.number: c.joined for c in tournament.competitors}
    last = 0
    for played in tournament.rounds:
        coming = [n for n, first in joined.items() if first == played.number]
        if not coming:
            continue
        there = {n for m in played.meetings for n in (m.white, m.black) if n is not None}
        away = dict(played.away)
        known = (n for n, outcome in played.away if not isinstance(outcome, NotYetEntered))
        last = max(last, *there, *known, 0)
        for number in coming:
            silent = by_silence and 0 < last < number and number not in away
            if isinstance(away.get(number), NotYetEntered) or (silent and number not in there):
                joined[number] = played.number + 1
    return joined


def _outcome_if_unmentioned(round_number: int, joined: int) -> Outcome:
    return NotYetEntered() if round_number < joined else ZeroPointBye()


def _get_recorded_outcomes_of_round(played: Round, tournament: Tournament) -> dict[Number, Outcome]:
    found: dict[Number, Outcome] = dict(played.away)
    as_white, as_black = Colour.WHITE, Colour.BLACK
    for meeting in played.meetings:
        white, black = meeting.white, meeting.black
        if meeting.manner is Manner.PLAYED and white is not None and black is not None:
            # Nearly all meetings are of this kind, so it is handled first.
            points, against, rated = meeting.white_points, meeting.black_points, meeting.rated
            found[white] = Played(black, as_white, points, against, rated)
            found[black] = Played(white, as_black, against, points, rated)
            continue
        if white is not None:
            found[white] = _outcome_of_meeting(meeting, Colour.WHITE, tournament)
        if black is not None:
            found[black] = _outcome_of_meeting(meeting, Colour.BLACK, tournament)
    return found


def _outcome_of_meeting(meeting: Meeting, colour: Colour, tournament: Tournament) -> Outcome:
    points, against = meeting.white_points, meeting.black_points
    opponent = meeting.black
    if colour is Colour.BLACK:
        points, against, opponent = against, points, meeting.white
    if meeting.manner is Manner.BOTH_DEFAULTED:
        return DoubleForfeit(opponent)
    if meeting.manner is Manner.DEFAULT:
        if points > against:
            return ForfeitWin(opponent, points, meeting.rated)
        return ForfeitLoss(opponent, points, meeting.rated)
    assert opponent is not None, "a meeting that took place names both sides"
    if meeting.manner is Manner.UNFINISHED:
        drawn = _unfinished_match_points_if_drawn(meeting, tournament)
        if drawn is not None and colour is Colour.BLACK:
            drawn = drawn[1], drawn[0]
        return Unfinished(opponent, colour, points, against, drawn)
    if meeting.manner is Manner.PENDING:
        return Pending(opponent, colour)
    return Played(opponent, colour, points, against, meeting.rated)


def _unfinished_match_points_if_drawn(
    meeting: Meeting, tournament: Tournament
) -> tuple[Tenths, Tenths] | None:
    """Return the points of an unfinished match, with its unfinished games counted as draws.

    Return None if the recorded games do not determine these points.
    """
    if not meeting.games:
        return None
    side = next(c for c in tournament.competitors if c.number == meeting.white)
    if isinstance(side, Team):
        # The games of teams are recorded as 1, ½ and 0, whatever their value.
        members = {player.number for player in side.players}
        return points_if_unfinished_drawn(meeting.games, tournament.boards, members)
    draw = (tournament.game_scale or Scale()).draw
    return points_if_unfinished_drawn(meeting.games, tournament.boards, {side.number}, draw)


def points_if_unfinished_drawn(
    games: Sequence[Game],
    boards: int,
    members: Collection[Number] = (),
    draw: Tenths = POINT // 2,
) -> tuple[Tenths, Tenths] | None:
    """Return the points of a match, with every game that has no final result counted as a draw.

    The side with White on board 1 comes first, and ``members`` are the numbers of its players. If a
    game names none of them, colours are assumed to alternate by board. A double forfeit gives no
    points, and a board without a record counts as unfinished. Return None if no board has a result
    yet.
    """
    if all(game.manner is Manner.PENDING for game in games):
        return None
    first = second = (boards - len(games)) * draw
    for board, game in enumerate(games):
        white, black = game.white_points, game.black_points
        if game.manner in (Manner.UNFINISHED, Manner.PENDING):
            white = black = draw
        own, other = (
            (white, black) if has_team_white_in_game(game, board, members) else (black, white)
        )
        first, second = first + own, second + other
    return first, second


def has_team_white_in_game(game: Game, board: int, members: Collection[Number]) -> bool:
    """Return whether the team with these members has White in a game.

    ``board`` is counted from 0.
    """
    return game.white in members or (game.black not in members and board % 2 == 0)


def colours_played(row: tuple[Outcome, ...]) -> tuple[Colour, ...]:
    """Return a participant's colours in the rounds played or in progress, oldest first."""
    return tuple([o.colour for o in row if isinstance(o, AT_THE_BOARD)])


def colours_by_round(row: tuple[Outcome, ...]) -> tuple[tuple[int, Colour], ...]:
    """Return (round, colour) for each game or match played or in progress, oldest first."""
    return tuple(
        (number, o.colour) for number, o in enumerate(row, start=1) if isinstance(o, AT_THE_BOARD)
    )


def colour_difference(had: tuple[Colour, ...]) -> int:
    """Return the colour difference: the number of Whites minus the number of Blacks."""
    return 2 * had.count(_WHITE) - len(had)


def opponents_met(row: tuple[Outcome, ...]) -> Iterator[tuple[int, Number]]:
    """Yield (round, opponent) for each game or match played or in progress."""
    for number, outcome in enumerate(row, start=1):
        if isinstance(outcome, AT_THE_BOARD):
            yield number, outcome.opponent


def participants_to_pair(tournament: Tournament) -> tuple[Number, ...]:
    """Return the TPNs of the participants to be paired in the next round, in ascending order."""
    upcoming = tournament.round_to_pair
    away = {
        request.number
        for request in tournament.requests
        if request.round == upcoming
        or (isinstance(request.outcome, Withdrawn) and request.round <= upcoming)
    }
    there = [c.number for c in tournament.competitors if c.joined <= upcoming]
    return tuple(sorted([n for n in there if n not in away] if away else there))
