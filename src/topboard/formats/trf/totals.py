"""The points and ranks to write in a report, taken from the system's standings.

If Topboard does not have the tournament's system, or if the system does not fit its participants,
the points are computed from the results.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import TopboardError
from topboard.model import (
    POINT,
    FullPointBye,
    HalfPointBye,
    Manner,
    Meeting,
    PairingBye,
    Round,
    Scale,
    Team,
    ZeroPointBye,
)
from topboard.model.history import outcomes
from topboard.model.scoring import (
    compute_total_points,
    scale_of_round,
    score_by_recorded_points,
    score_unplayed_round,
    sum_adjustments_by_participant,
)
from topboard.systems.registry import SYSTEMS, system

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topboard.model import AwardedPoints, Away, Game, MemberBye, Number, Tenths, Tournament
    from topboard.systems.registry import System
    from topboard.tiebreaks.standings import Standings


USUAL_MATCH_POINTS = Scale(20, 10, 0)
SCORED = (PairingBye, HalfPointBye, FullPointBye)
HALF: Tenths = POINT // 2
UNPLAYED = (Manner.DEFAULT, Manner.BOTH_DEFAULTED)
GAME_POINTS = "GP"
"""The code of the column with game points in the standings."""


def find_suitable_system(tournament: Tournament) -> System | None:
    """Return the tournament's system, or None if Topboard cannot use it for this tournament.

    The system may be unknown, or it may be for teams while the participants are players.
    """
    if tournament.system not in SYSTEMS:
        return None
    rules = system(tournament.system)
    fits = all(isinstance(c, Team) == rules.teams for c in tournament.competitors)
    return rules if fits else None


def compute_standings_by_system(tournament: Tournament) -> Standings | None:
    """Return the standings under the tournament's system, or None if they cannot be computed."""
    rules = find_suitable_system(tournament)
    try:
        return None if rules is None else rules.standings(tournament)
    except TopboardError:
        return None


def rank_by_scores(scores: Mapping[Number, tuple[Tenths, ...]]) -> dict[Number, int]:
    """Return each participant's rank. Participants with equal scores share the better rank."""
    first: dict[tuple[Tenths, ...], int] = {}
    for place, score in enumerate(sorted(scores.values(), reverse=True), start=1):
        first.setdefault(score, place)
    return {number: first[score] for number, score in scores.items()}


def get_sides_and_points_of_meeting(
    meeting: Meeting | Game,
) -> tuple[tuple[Number | None, Number | None], tuple[Tenths, Tenths]]:
    """Return the two sides of a meeting with their points.

    The points are zero if the meeting has no result yet.
    """
    sides = (meeting.white, meeting.black)
    if meeting.manner is Manner.PENDING:
        return sides, (0, 0)
    return sides, (meeting.white_points, meeting.black_points)


# --- single players ----------------------------------------------------------------------


def compute_player_points_and_ranks(
    tournament: Tournament, table: Standings | None
) -> dict[Number, tuple[Tenths, int]]:
    """Return the points and rank of each player, from the standings or else from the results."""
    if table is not None:
        return {line.number: (line.points, line.place) for line in table.lines}
    points = compute_points_from_results(tournament)
    ranks = rank_by_scores({number: (total,) for number, total in points.items()})
    return {number: (total, ranks[number]) for number, total in points.items()}


def compute_player_points_by_system(tournament: Tournament) -> Mapping[Number, Tenths]:
    """Return the points of individual players under the system's rules.

    If the system is unknown, the points are computed from the results. A withdrawn player whose
    games are annulled has no points, even if a ruling added some.
    """
    rules = find_suitable_system(tournament)
    if rules is None:
        return compute_points_from_results(tournament)
    try:
        facts = rules.facts(tournament)
    except TopboardError:
        return compute_points_from_results(tournament)
    return {n: 0 if n in facts.annulled else points for n, points in facts.points.items()}


def compute_points_from_results(tournament: Tournament) -> dict[Number, Tenths]:
    """Return each participant's points, which are the sum of their results and adjustments."""
    scale = scale_of_round(tournament, Scale(both_defaulted=0))
    return compute_total_points(
        tournament, outcomes(tournament), lambda outcome: score_by_recorded_points(outcome, scale)
    )


# --- rounds as a report shows them -------------------------------------------------------


def replace_outcomes_not_in_reports(tournament: Tournament) -> Tournament:
    """Return the tournament with outcomes that a report cannot express replaced by equivalent ones.

    A free round without points becomes an absence, and a half-point bye that was not requested
    becomes a bye of the same value. An unplayed game that counts as won because the opponent has
    left becomes a forfeit win.
    """
    rules = find_suitable_system(tournament)
    if rules is None:
        return tournament
    try:
        scores = rules.scores_by_round(tournament)
        timetable = rules.timetable(tournament) if rules.timetable is not None else ()
    except TopboardError:
        return tournament
    if scores is None:
        return tournament
    awarded = {(award.number, award.round) for award in tournament.awarded}
    rounds = []
    for i, played in enumerate(tournament.rounds):
        counted = {n: row[i] for n, row in scores.items() if (n, played.number) not in awarded}
        pairs = timetable[i] if i < len(timetable) else ()
        rounds.append(_replace_outcomes_in_round(played, counted, pairs, tournament))
    return replace(tournament, rounds=tuple(rounds))


def _replace_outcomes_in_round(
    played: Round,
    counted: Mapping[Number, Tenths],
    pairs: tuple[tuple[Number, Number], ...],
    tournament: Tournament,
) -> Round:
    paired = {n for meeting in played.meetings for n in (meeting.white, meeting.black)}
    won = tuple(_find_unplayed_wins(pairs, paired, counted, tournament.boards))
    paired |= {n for meeting in won for n in (meeting.white, meeting.black)}
    of_teams = any(isinstance(c, Team) for c in tournament.competitors)
    scale = tournament.match_scale or Scale()
    if not of_teams:
        scale = scale_of_round(tournament, Scale())
    # A team's bye has its own record, which gives its points.
    kept = PairingBye if of_teams else ()
    away = tuple(
        (
            n,
            o
            if n not in counted or isinstance(o, kept)
            else _choose_bye_worth_points(o, counted[n], scale),
        )
        for n, o in played.away
        if n not in paired
    )
    return replace(played, meetings=(*played.meetings, *won), away=away)


def _find_unplayed_wins(
    pairs: tuple[tuple[Number, Number], ...],
    paired: set[Number | None],
    counted: Mapping[Number, Tenths],
    boards: int,
) -> Iterator[Meeting]:
    full = boards * POINT
    for white, black in pairs:
        ours, theirs = counted.get(white, 0) > 0, counted.get(black, 0) > 0
        if white not in paired and black not in paired and ours != theirs:
            points = (full, 0) if ours else (0, full)
            yield Meeting(white, black, *points, Manner.DEFAULT, rated=False)


def _choose_bye_worth_points(outcome: Away, points: Tenths, scale: Scale) -> Away:
    """Return a bye or absence that is worth these points, or ``outcome`` if none is."""
    if score_unplayed_round(outcome, scale) == points:
        return outcome
    for other in (PairingBye(), HalfPointBye(), ZeroPointBye()):
        if score_unplayed_round(other, scale) == points:
            return other
    return outcome


# --- teams -------------------------------------------------------------------------------


def compute_points_of_pab(tournament: Tournament) -> tuple[Tenths, Tenths]:
    """Return the match points and game points for the PAB under the system's rules.

    If there are no standings, a bye counts as a drawn match.
    """
    scale = tournament.match_scale or USUAL_MATCH_POINTS
    usual = (scale.draw, tournament.boards * (tournament.game_scale or Scale()).draw)
    if not tournament.competitors:
        return usual
    someone = tournament.competitors[0].number
    alone = replace(
        tournament,
        rounds=(Round(1, away=((someone, PairingBye()),)),),
        requests=(),
        adjustments=(),
        awarded=(),
        published=None,
        tie_breaks=(),
    )
    table = compute_standings_by_system(alone)
    if table is None:
        return usual
    line = next(line for line in table.lines if line.number == someone)
    codes = [column.code for column in table.columns]
    if GAME_POINTS in codes:
        return line.points, line.values[codes.index(GAME_POINTS)].value
    return line.points, usual[1] if line.points else 0


def remove_games_without_results(tournament: Tournament) -> Tournament:
    """Return the tournament without the games of finished matches that have no results.

    Such games only show the line-up, and in a report the match would look as if it had not been
    played.
    """
    return replace(
        tournament,
        rounds=tuple(
            replace(played, meetings=tuple(map(_remove_pending_games, played.meetings)))
            for played in tournament.rounds
        ),
    )


def _remove_pending_games(meeting: Meeting) -> Meeting:
    bare = all(game.manner is Manner.PENDING for game in meeting.games)
    is_over = meeting.manner is not Manner.PENDING
    return replace(meeting, games=()) if meeting.games and bare and is_over else meeting


def compute_team_points_and_ranks(
    tournament: Tournament, table: Standings | None
) -> dict[Number, tuple[Tenths, Tenths, int]]:
    """Return the match points, game points and rank of each team.

    They are taken from the standings if possible.
    """
    codes = [] if table is None else [column.code for column in table.columns]
    if table is not None and GAME_POINTS in codes:
        place = codes.index(GAME_POINTS)
        return {n.number: (n.points, n.values[place].value, n.place) for n in table.lines}
    totals = _compute_team_points_from_results(replace_outcomes_not_in_reports(tournament))
    if table is not None:
        return {n.number: (n.points, totals[n.number][1], n.place) for n in table.lines}
    ranks = choose_ranks_to_write(tournament, rank_by_scores(totals))
    return {number: (*totals[number], ranks[number]) for number in totals}


def list_claimable_team_points(
    tournament: Tournament, table: Standings | None
) -> dict[Number, tuple[list[Tenths], list[Tenths]]]:
    """Return the match points and the game points that a report may claim for each team.

    The correct value comes first in each list. Programs differ in whether they include penalties
    and an incomplete round, and in how many game points a bye is worth.
    """
    found = {
        n: ([match], [game])
        for n, (match, game, _) in compute_team_points_and_ranks(tournament, table).items()
    }
    last = tournament.rounds[-1:]
    complete = all(len(r.away) + 2 * len(r.meetings) >= len(found) for r in last)
    versions = [tournament]
    if not complete:
        versions.append(replace(tournament, rounds=tournament.rounds[:-1]))
    for version in versions:
        counted = replace_outcomes_not_in_reports(version)
        byes = Counter(n for played in counted.rounds for n, _ in played.away)
        without_byes = compute_team_points_by_round(
            replace(counted, rounds=tuple(replace(r, away=()) for r in counted.rounds))
        )
        most = version.boards * (version.game_scale or Scale()).win
        for number, row in compute_team_points_by_round(counted).items():
            match_points, game_points = found[number]
            match_points.append(sum(match for match, _ in row))
            game_points.append(sum(game for _, game in row))
            played = sum(game for _, game in without_byes[number])
            game_points += range(played, played + byes[number] * most + 1, HALF)
    added = sum_adjustments_by_participant(tournament, "game_points")
    for number, (_, game_points) in found.items():
        game_points += [points + added[number] for points in game_points[1:]]
    return found


def choose_ranks_to_write(
    tournament: Tournament, ours: Mapping[Number, int]
) -> Mapping[Number, int]:
    """Return the official ranks in the file, or ``ours`` if the tie-breaks of the event are known.

    They are known if they were announced or if the system has fixed tie-breaks. Default tie-breaks
    do not count, because the author of the file may have used others.
    """
    kept = tournament.official_ranks
    rules = find_suitable_system(tournament)
    decided = rules is not None and (tournament.tie_breaks or not rules.usual_tie_breaks)
    if decided or kept is None:
        return ours
    return {**ours, **dict(kept.places)} if kept.after_round == len(tournament.rounds) else ours


def _compute_team_points_from_results(
    tournament: Tournament,
) -> dict[Number, tuple[Tenths, Tenths]]:
    added = [
        sum_adjustments_by_participant(tournament, kind) for kind in ("match_points", "game_points")
    ]
    rounds = compute_team_points_by_round(tournament)
    return {
        number: (
            sum(match for match, _ in row) + added[0][number],
            sum(game for _, game in row) + added[1][number],
        )
        for number, row in rounds.items()
    }


def compute_team_points_by_round(
    tournament: Tournament,
) -> dict[Number, list[tuple[Tenths, Tenths]]]:
    """Return each team's match points and game points for each round in which it has an entry."""
    found: dict[Number, list[tuple[Tenths, Tenths]]] = {
        c.number: [] for c in tournament.competitors
    }
    scale = tournament.match_scale or USUAL_MATCH_POINTS
    awards = _index_awards_by_team_and_round(tournament)
    without_match = compute_points_in_rounds_without_match(tournament)
    for played in tournament.rounds:
        for meeting in played.meetings:
            sides, points = get_sides_and_points_of_meeting(meeting)
            for own, ours, theirs in zip(sides, points, reversed(points), strict=True):
                if own is not None and meeting.manner is not Manner.PENDING:
                    usual = (_compute_match_points(ours, theirs, meeting.manner, scale), ours)
                    found[own].append(
                        _replace_points_by_award(usual, awards.get((own, played.number)))
                    )
        for number, _ in played.away:
            found[number].append(without_match[number, played.number])
    return found


def compute_points_in_rounds_without_match(
    tournament: Tournament,
) -> dict[tuple[Number, int], tuple[Tenths, Tenths]]:
    """Return the match points and game points for byes and absences, keyed by team and round."""
    scale, games = tournament.match_scale or USUAL_MATCH_POINTS, tournament.game_scale or Scale()
    bye = compute_points_of_pab(tournament)
    awards = _index_awards_by_team_and_round(tournament)
    found = {}
    for played in tournament.rounds:
        for number, outcome in played.away:
            usual = (
                score_unplayed_round(outcome, scale),
                tournament.boards * score_unplayed_round(outcome, games),
            )
            counted = bye if isinstance(outcome, PairingBye) else usual
            place = (number, played.number)
            found[place] = _replace_points_by_award(counted, awards.get(place))
    return found


def _index_awards_by_team_and_round(
    tournament: Tournament,
) -> dict[tuple[Number, int], AwardedPoints]:
    return {(award.number, award.round): award for award in tournament.awarded}


def _replace_points_by_award(
    usual: tuple[Tenths, Tenths], award: AwardedPoints | None
) -> tuple[Tenths, Tenths]:
    """Return the usual match points and game points of a round, or those awarded instead."""
    if award is None:
        return usual
    match, game = award.match_points, award.game_points
    return usual[0] if match is None else match, usual[1] if game is None else game


def _compute_match_points(ours: Tenths, theirs: Tenths, manner: Manner, scale: Scale) -> Tenths:
    if manner is Manner.BOTH_DEFAULTED:
        return 0
    if ours == theirs:
        return scale.draw
    return scale.win if ours > theirs else scale.loss


def points_of_members(tournament: Tournament) -> dict[Number, Tenths]:
    """Return the points of each team member, from games and from recorded byes."""
    teams = [c for c in tournament.competitors if isinstance(c, Team)]
    team_of = {player.number: team.number for team in teams for player in team.players}
    found: dict[Number, Tenths] = dict.fromkeys(team_of, 0)
    rules = find_suitable_system(tournament)
    drawn = rules is not None and rules.unfinished_drawn
    for played in tournament.rounds:
        for meeting in played.meetings:
            if not are_all_games_between_both_teams(meeting, team_of):
                continue
            for game in meeting.games:
                halved = drawn and game.manner is Manner.UNFINISHED
                for own, points in zip(*get_sides_and_points_of_meeting(game), strict=True):
                    if own is not None:
                        found[own] += HALF if halved else points
    for bye in list_recordable_member_byes(tournament):
        found[bye.number] += bye.points
    return found


def list_recordable_member_byes(tournament: Tournament) -> list[MemberBye]:
    """Return the byes of team members that a report can record, at most one for each round."""
    teams = [c for c in tournament.competitors if isinstance(c, Team)]
    persons = {player.number for team in teams for player in team.players}
    most = (tournament.game_scale or Scale()).win
    taken = {
        (person, played.number)
        for played in tournament.rounds
        for meeting in played.meetings
        for game in meeting.games
        for person in (game.white, game.black)
    }
    found: dict[tuple[Number, int], MemberBye] = {}
    for bye in tournament.member_byes:
        place = (bye.number, bye.round)
        fits = bye.number in persons and place not in taken and bye.round <= len(tournament.rounds)
        if fits and 0 < bye.points <= most and isinstance(bye.outcome, SCORED):
            found.setdefault(place, bye)
    return list(found.values())


def are_all_games_between_both_teams(meeting: Meeting, team_of: Mapping[Number, Number]) -> bool:
    """Return whether every game of a match is between a player of each of its two teams."""
    for game in meeting.games:
        teams = [team_of.get(p) for p in (game.white, game.black) if p is not None]
        if len(set(teams)) != len(teams) or not {*teams} <= {meeting.white, meeting.black}:
            return False
    return True


def find_players_of_game_team_first(
    game: Game, team: Number, team_of: Mapping[Number, Number]
) -> tuple[Number | None, Number | None]:
    """Return the two players on a board, with the given team's player first.

    An absent player is None.
    """
    white_is_theirs = game.white is not None and team_of[game.white] != team
    black_is_ours = game.black is not None and team_of[game.black] == team
    return (
        (game.black, game.white) if white_is_theirs or black_is_ours else (game.white, game.black)
    )
