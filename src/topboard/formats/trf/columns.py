"""Conversion of two-game matches between players to and from the columns of a report.

A report has one result per player in each column. A match of two games therefore takes two columns,
and the report has twice as many rounds as the event. A bye is written in both columns of its round.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.formats.trf.acceleration import virtual_points_used_for_pairing
from topboard.formats.trf.decisions import TO_THE_END
from topboard.formats.trf.player_writer import published_pairing_without_results
from topboard.formats.trf.records import OPENING
from topboard.messages import say
from topboard.model import (
    Game,
    Manner,
    Meeting,
    PairingBye,
    Player,
    Request,
    Round,
    Scale,
    Withdrawn,
)
from topboard.model.two_games import (
    GAMES,
    build_pending_games,
    build_two_game_match,
    has_any_game_result,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeVar

    from topboard.formats.problems import ProblemCollector
    from topboard.model import Absence, AwardedPoints, Away, Number, Tenths, Tournament

    Value = TypeVar("Value")

COMMENT = f'{OPENING}columns "every round is a match of two games and takes two columns"'
"""A comment in the file that explains to people why each round has two columns."""


def has_two_games(tournament: Tournament) -> bool:
    """Return whether each round is a match of two games between two players."""
    of_players = all(isinstance(c, Player) for c in tournament.competitors)
    return tournament.boards == GAMES and of_players


# --- writing: from matches to columns -----------------------------------------------------


def split_matches_into_game_columns(tournament: Tournament) -> Tournament:
    """Return the tournament with a round for each game, as the columns of a report require."""
    if not has_two_games(tournament):
        return tournament
    scale = tournament.game_scale or Scale()
    rounds = [
        half
        for played in tournament.rounds
        for half in _split_round_into_two_columns(played, scale)
    ]
    published = published_pairing_without_results(tournament)
    if published is not None:
        first, published = _split_round_into_two_columns(published, scale)
        rounds.append(first)
    details = tournament.details
    return replace(
        tournament,
        rounds=tuple(rounds),
        published=published,
        planned_rounds=GAMES * tournament.planned_rounds,
        boards=1,
        requests=tuple(_split_absence_requests(tournament.requests)),
        forbidden=tuple(
            replace(pair, first=_first_game_column(pair.first), last=_second_game_column(pair.last))
            for pair in tournament.forbidden
        ),
        adjustments=tuple(
            replace(
                one,
                known_from=_first_game_column(one.known_from),
                last=_second_game_column(one.last),
            )
            for one in tournament.adjustments
        ),
        awarded=tuple(
            half
            for award in tournament.awarded
            for half in (
                replace(award, round=_first_game_column(award.round)),
                _build_zero_award_for_second_column(award),
            )
        ),
        virtual=tuple(
            replace(
                one,
                points=_repeat_values_for_both_games(one.points),
                game_points=_repeat_values_for_both_games(one.game_points),
            )
            for one in virtual_points_used_for_pairing(tournament)
        ),
        details=replace(details, round_dates=_repeat_values_for_both_games(details.round_dates)),
    )


def _first_game_column(number: int) -> int:
    return GAMES * number - 1


def _second_game_column(number: int) -> int:
    """Return the column of a round's second game.

    A number that means "to the end" is returned unchanged.
    """
    return number if number >= TO_THE_END else GAMES * number


def _repeat_values_for_both_games(values: Sequence[Value]) -> tuple[Value, ...]:
    return tuple(value for value in values for _ in range(GAMES))


def _split_absence_requests(requests: Iterable[Request]) -> Iterator[Request]:
    for request in requests:
        yield replace(request, round=_first_game_column(request.round))
        # A participant who withdraws is absent from then on, so one request is enough.
        if not isinstance(request.outcome, Withdrawn):
            yield replace(request, round=_second_game_column(request.round))


def _build_zero_award_for_second_column(award: AwardedPoints) -> AwardedPoints:
    """Return an award of zero points for the second column.

    The first column has the points awarded for the whole match.
    """
    return replace(
        award,
        round=_second_game_column(award.round),
        match_points=None if award.match_points is None else 0,
        game_points=None if award.game_points is None else 0,
    )


def _split_round_into_two_columns(played: Round, scale: Scale) -> tuple[Round, Round]:
    games = [_split_match_into_two_games(meeting, scale) for meeting in played.meetings]
    first, second = (
        replace(played, number=number, meetings=tuple(of_match[at] for of_match in games))
        for at, number in enumerate(
            (_first_game_column(played.number), _second_game_column(played.number))
        )
    )
    return first, second


def _split_match_into_two_games(meeting: Meeting, scale: Scale) -> tuple[Meeting, Meeting]:
    """Return the two games of a match as two meetings with reversed colours."""
    if len(meeting.games) == GAMES:
        first, second = (
            Meeting(g.white, g.black, g.white_points, g.black_points, g.manner, g.rated)
            for g in meeting.games
        )
    else:
        half = meeting.white_points // 2, meeting.black_points // 2
        points = half, half
        if meeting.manner is Manner.PLAYED:
            points = _split_match_points((meeting.white_points, meeting.black_points), scale)
        manner, rated = meeting.manner, meeting.rated
        first = Meeting(meeting.white, meeting.black, *points[0], manner, rated)
        second = Meeting(meeting.black, meeting.white, *points[1][::-1], manner, rated)
    certain = meeting.colour_known
    return replace(first, colour_known=certain), replace(second, colour_known=certain)


def _split_match_points(
    points: tuple[Tenths, Tenths], scale: Scale
) -> tuple[tuple[Tenths, Tenths], tuple[Tenths, Tenths]]:
    """Return the points of two games that add up to those of a match without recorded games."""
    win, draw, loss = scale.win, scale.draw, scale.loss
    usual = ((win, loss), (draw, draw), (loss, win), (draw, loss), (loss, draw), (loss, loss))
    for first, second in product(usual, repeat=GAMES):
        if (first[0] + second[0], first[1] + second[1]) == points:
            return first, second
    return points, (0, 0)


# --- reading: from columns to matches -----------------------------------------------------


def join_games_into_matches(tournament: Tournament, sheet: ProblemCollector) -> Tournament:
    """Return the tournament with every two columns joined into one round of matches.

    Problems are added to ``sheet``.
    """
    if tournament.planned_rounds % GAMES:
        what = say("the number of rounds is odd, but every round is a match of two games")
        remedy = say("Count two columns for each round, so that the number is even.")
        sheet.add(what, "", str(tournament.planned_rounds), remedy)
    columns = {column.number: column for column in tournament.rounds}
    if tournament.published is not None:
        columns[tournament.published.number] = tournament.published
    last = _round_of_column(max(columns, default=0))
    rounds = [_join_two_columns_of_round(number, columns, sheet) for number in range(1, last + 1)]
    asked = {
        (_round_of_column(r.round), r.number): r.outcome for r in reversed(tournament.requests)
    }
    for played in rounds:
        _note_bye_in_one_column(played, (n for r, n in asked if r == played.number), sheet)
    published = None
    if rounds and _is_round_not_yet_played(rounds[-1]):
        published, away = _separate_pabs_from_absences(rounds.pop())
        asked.update(((last, number), outcome) for number, outcome in away)
    details = tournament.details
    return replace(
        tournament,
        rounds=tuple(rounds),
        published=published,
        planned_rounds=_round_of_column(tournament.planned_rounds),
        boards=GAMES,
        requests=tuple(
            Request(number, played, outcome)
            for (played, number), outcome in sorted(asked.items(), key=lambda item: item[0])
        ),
        forbidden=tuple(
            replace(
                pair, first=_round_of_column(pair.first), last=_round_of_column_or_end(pair.last)
            )
            for pair in tournament.forbidden
        ),
        adjustments=tuple(
            replace(
                one,
                known_from=_round_of_column(one.known_from),
                last=_round_of_column_or_end(one.last),
            )
            for one in tournament.adjustments
        ),
        awarded=tuple(_join_awarded_points(tournament)),
        virtual=tuple(
            replace(one, points=one.points[::GAMES], game_points=one.game_points[::GAMES])
            for one in tournament.virtual
        ),
        details=replace(details, round_dates=details.round_dates[::GAMES]),
    )


def _is_round_not_yet_played(paired: Round) -> bool:
    """Return whether the round has pairs but no results."""
    return bool(paired.meetings) and not any(has_any_game_result(m.games) for m in paired.meetings)


def _separate_pabs_from_absences(paired: Round) -> tuple[Round, list[tuple[Number, Absence]]]:
    """Return the round with PABs as its only absences, and a list of the other absences."""
    byes = tuple(item for item in paired.away if isinstance(item[1], PairingBye))
    asked = [(n, o) for n, o in paired.away if not isinstance(o, PairingBye)]
    return replace(paired, away=byes), asked


def _round_of_column(column: int) -> int:
    return (column + 1) // GAMES


def _round_of_column_or_end(column: int) -> int:
    return column if column >= TO_THE_END else _round_of_column(column)


def _join_two_columns_of_round(
    number: int, columns: dict[int, Round], sheet: ProblemCollector
) -> Round:
    """Return a round built from its two columns.

    Games that have a player in common form a match.
    """
    first, second = (
        columns.get(column, Round(column))
        for column in (_first_game_column(number), _second_game_column(number))
    )
    where = say("round {number}", number=number)
    others = {n: m for m in second.meetings for n in (m.white, m.black) if n is not None}
    meetings = []
    for meeting in first.meetings:
        sides = [n for n in (meeting.white, meeting.black) if n is not None]
        found = next((others[n] for n in sides if n in others), None)
        for side in (*sides, *(() if found is None else (found.white, found.black))):
            others.pop(side, None)
        meetings.append(_join_two_games_into_match(meeting, found, sheet, where))
    alone = {id(meeting): meeting for meeting in others.values()}
    meetings += [
        _join_two_games_into_match(None, meeting, sheet, where) for meeting in alone.values()
    ]
    away = {**dict(second.away), **dict(first.away)}
    _note_different_byes(second, away, sheet, where)
    listed = tuple(sorted(away.items(), key=lambda item: item[0]))
    made = Round(number, tuple(meetings), listed, tables_known=False)
    _note_bye_in_one_column(made, away, sheet)
    return made


def _note_different_byes(
    second: Round, away: dict[Number, Away], sheet: ProblemCollector, where: str
) -> None:
    """Note a problem for each player who has a different kind of bye in each column."""
    for who, outcome in second.away:
        if away[who] != outcome:
            what = say("player {who} has different byes for the two games of a match", who=who)
            sheet.add(what, where, str(who), say("Write the same bye in both columns."))


def _note_bye_in_one_column(played: Round, away: Iterable[Number], sheet: ProblemCollector) -> None:
    """Note a problem for each player who has a game in one column and a bye in the other."""
    seated = {n for m in played.meetings for n in (m.white, m.black)}
    for who in sorted(n for n in away if n in seated):
        what = say("player {who} has a bye for only one of the two games", who=who)
        where = say("round {number}", number=played.number)
        sheet.add(what, where, str(who), say("Give the bye for both games of the match."))


def _join_two_games_into_match(
    first: Meeting | None, second: Meeting | None, sheet: ProblemCollector, where: str
) -> Meeting:
    """Return the match built from the games in its two columns.

    A game that is missing from its column has not been played yet.
    """
    known = first or second
    assert known is not None
    white, black = known.white, known.black
    if first is None:
        white, black = black, white
    if first is not None and second is not None:
        _check_columns_are_same_match(first, second, sheet, where)
    if white is None or black is None:
        return _join_match_without_opponent(known, second)
    games = [
        game if told is None else _apply_column_result(game, told)
        for told, game in zip((first, second), build_pending_games(white, black), strict=True)
    ]
    if not has_any_game_result(games):
        return Meeting(white, black, manner=Manner.PENDING, colour_known=known.colour_known)
    return replace(build_two_game_match(white, black, games), colour_known=known.colour_known)


def _check_columns_are_same_match(
    first: Meeting, second: Meeting, sheet: ProblemCollector, where: str
) -> None:
    """Note a problem if the games in the two columns cannot belong to the same match."""
    remedy = say("Correct one of the two columns.")
    sides = f"{first.white}-{first.black}, {second.white}-{second.black}"
    if {first.white, first.black} != {second.white, second.black}:
        what = say("the two games of a match have different players")
        sheet.add(what, where, sides, remedy)
    elif first.white == second.white and first.colour_known and second.colour_known:
        what = say("the colours are not reversed in the second game of the match")
        sheet.add(what, where, sides, remedy)


def _apply_column_result(game: Game, told: Meeting) -> Game:
    """Return the game with the result from its column, in which the colours may be reversed."""
    points = told.white_points, told.black_points
    white, black = points if told.white == game.white else points[::-1]
    return replace(
        game, white_points=white, black_points=black, manner=told.manner, rated=told.rated
    )


def _join_match_without_opponent(first: Meeting, second: Meeting | None) -> Meeting:
    """Return a match won by forfeit against an opponent whom the record does not name."""
    if second is None or second is first:
        return first
    more = second.white_points, second.black_points
    white, black = more if second.white == first.white else more[::-1]
    return replace(
        first,
        white_points=first.white_points + white,
        black_points=first.black_points + black,
    )


def _join_awarded_points(tournament: Tournament) -> Iterator[AwardedPoints]:
    """Yield the points awarded for each match, which are the sum of those in its two columns."""
    by_column = {(award.number, award.round): award for award in tournament.awarded}
    for (who, column), award in by_column.items():
        number = _round_of_column(column)
        other = (
            _first_game_column(number)
            if column == _second_game_column(number)
            else _second_game_column(number)
        )
        beside = by_column.get((who, other))
        if beside is not None and column > other:
            continue
        scored = _compute_column_score(tournament, other, who)
        yield replace(
            award,
            round=number,
            match_points=_sum_awarded_points(award, beside, scored, "match_points"),
            game_points=_sum_awarded_points(award, beside, scored, "game_points"),
        )


def _compute_column_score(tournament: Tournament, column: int, who: Number) -> Tenths:
    """Return the points, in tenths, that a player scored in the game of one column."""
    for meeting in (
        tournament.rounds[column - 1].meetings if column <= len(tournament.rounds) else ()
    ):
        if who in (meeting.white, meeting.black):
            return meeting.white_points if who == meeting.white else meeting.black_points
    return 0


def _sum_awarded_points(
    award: AwardedPoints, beside: AwardedPoints | None, scored: Tenths, kind: str
) -> Tenths | None:
    points: Tenths | None = getattr(award, kind)
    if points is None:
        return None
    return points + (scored if beside is None else getattr(beside, kind) or 0)
