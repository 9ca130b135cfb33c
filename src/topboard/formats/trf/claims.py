"""The points and ranks that a report file claims, and their comparison with its results."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.formats.problems import parse_whole_number
from topboard.formats.trf.announced import is_topboard_program_record
from topboard.formats.trf.players import POINTS, RANK_OUT_OF_PLACE
from topboard.formats.trf.records import OPENING, format_trf_points, parse_trf_points
from topboard.formats.trf.totals import (
    SCORED,
    compute_player_points_and_ranks,
    compute_player_points_by_system,
    compute_standings_by_system,
    compute_team_points_and_ranks,
    find_suitable_system,
    list_claimable_team_points,
    points_of_members,
    rank_by_scores,
)
from topboard.messages import say
from topboard.model import ClaimedStandings, MemberBye, Number, OfficialRanks, Scale, Team
from topboard.model.scoring import scale_of_round, score_unplayed_round

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topboard.formats.trf.players import PlayerLine
    from topboard.formats.trf.records import Record, Report
    from topboard.model import Tenths, Tournament
    from topboard.tiebreaks.standings import Standings


TOTALS = {"310": ((55, 60), (62, 67)), "802": ((15, 20), (22, 27))}
"""The columns of the match points and game points in team records, keyed by record code."""
FIRST_OF_POINTS = 81
"""The first column of the points in record 001. A minus sign may precede it."""


class Claims:
    """The points and ranks claimed in a report file, and the tournament in that file."""

    def __init__(
        self,
        report: Report,
        lines: Mapping[Number, PlayerLine],
        tournament: Tournament,
    ) -> None:
        self.report = report
        self.lines = lines
        self.tournament = tournament
        self.of_teams = any(isinstance(c, Team) for c in tournament.competitors)

    @cached_property
    def standings(self) -> Standings | None:
        """Return the standings under the tournament's system.

        Return None if they cannot be computed.
        """
        return compute_standings_by_system(self.tournament)

    @cached_property
    def points_of_individual_players(self) -> Mapping[Number, Tenths]:
        """Return the points of individual players under the system's rules.

        If the system is unknown, the points are computed from the results.
        """
        return compute_player_points_by_system(self.tournament)

    @cached_property
    def points_of_members(self) -> dict[Number, Tenths]:
        """Return the points of each team member, computed from their games and byes."""
        return points_of_members(self.tournament)

    def check_claimed_points(self) -> None:
        """Note a problem for each player or team whose claimed points differ from the results.

        In a team event, wrong points of a player lead only to a note for the user.
        """
        remedy = say("Correct the points or a result, or add --accept-points to use the results.")
        if self.of_teams:
            self.note_wrong_claimed_member_points()
        else:
            self._check_claimed_points_of_players(remedy)
        for record, columns, number, made in self.find_wrong_claimed_team_points():
            filled = {"number": number, "allowed": format_trf_points(made)}
            if columns == TOTALS[record.code][0]:
                what = say(
                    "the points of team {number} are wrong; the results give {allowed}", **filled
                )
            else:
                what = say(
                    "the game points of team {number} are wrong; the results give {allowed}",
                    **filled,
                )
            self.report.add_problem(
                record, columns[0], what, remedy, record.text_in_columns(*columns)
            )

    def _check_claimed_points_of_players(self, remedy: str) -> None:
        for number, written, by_results in self.find_wrong_claimed_player_points():
            what = say(
                "the points of player {number} are wrong; the results give {allowed}",
                number=number,
                allowed=format_trf_points(by_results),
            )
            record = self.lines[number].record
            self.report.add_problem(record, FIRST_OF_POINTS, what, remedy, written)

    def note_wrong_claimed_member_points(self) -> None:
        """Add a note about each team member whose claimed points differ from those in their games.

        These points do not affect the standings of a team event.
        """
        for number, written, by_results in self.find_wrong_claimed_player_points():
            what = say(
                "the 001 record gives the points of player {number} as {written}, but "
                "the games give "
                "{allowed}; this does not affect the points of the teams",
                number=number,
                written=written,
                allowed=format_trf_points(by_results),
            )
            self.report.add_note(what, self.lines[number].record)

    def find_wrong_claimed_team_points(
        self,
    ) -> Iterator[tuple[Record, tuple[int, int], Number, Tenths]]:
        """Yield the claimed match points and game points of teams that differ from the results.

        Each tuple has the record, the columns of the points, the team number and the correct
        points.
        """
        if not self.of_teams or not any(self.report.records_with_code(code) for code in TOTALS):
            return
        allowed = list_claimable_team_points(self.tournament, self.standings)
        for code, kinds in TOTALS.items():
            for kind, columns in enumerate(kinds):
                written = [
                    (
                        record,
                        Number(parse_whole_number(record.text_in_columns(5, 7)) or 0),
                        record.text_in_columns(*columns),
                    )
                    for record in self.report.records_with_code(code)
                ]
                # A program that does not use these columns leaves all of them empty or zero.
                filled = any(parse_trf_points(total) for _, _, total in written)
                for record, number, total in written if filled else ():
                    right = allowed[number][kind] if number in allowed else ()
                    if total and right and parse_trf_points(total) not in right:
                        yield record, columns, number, right[0]

    def claimed_standings(self) -> ClaimedStandings:
        """Return the claimed ranks and, for individual players, any wrong claimed points."""
        ranks = (
            dict(self._read_claimed_team_ranks())
            if self.of_teams
            else self._read_claimed_player_ranks(self.lines)
        )
        if self.of_teams:
            self.note_wrong_claimed_member_points()
            return ClaimedStandings(ranks)
        having = sum(bool(line.record.text_in_columns(*POINTS)) for line in self.lines.values())
        return ClaimedStandings(ranks, tuple(self.find_wrong_claimed_player_points()), having)

    def find_wrong_claimed_player_points(self) -> Iterator[tuple[Number, str, Tenths]]:
        """Yield each player whose claimed points are wrong.

        Each tuple has the player's number, the claimed points and the correct points.
        """
        allowed = (
            self._list_claimable_member_points()
            if self.of_teams
            else self._list_claimable_player_points()
        )
        for number, line in self.lines.items():
            written = line.record.text_in_columns(*POINTS)
            if written and number in allowed and parse_trf_points(written) not in allowed[number]:
                yield number, written, allowed[number][0]

    def add_claims_to_tournament(self) -> Tournament:
        """Return the tournament with the byes of team members and the ranks that the file claims.

        Ranks are added only if they differ from Topboard's.
        """
        return self._add_official_ranks(self._add_member_byes())

    def _list_claimable_player_points(self) -> dict[Number, tuple[Tenths, ...]]:
        """Return the totals that the report may claim for each player, with the correct one first.

        Some programs also count the points for the next bye or virtual points.
        """
        to_come = self._compute_points_for_next_byes()
        return {
            n: tuple(self._list_claimable_totals_of_player(n, total, to_come[n]))
            for n, total in self.points_of_individual_players.items()
        }

    @cached_property
    def virtual_points_by_player(self) -> Mapping[Number, tuple[Tenths, ...]]:
        """Return the virtual points of each player in the last round and in the next round."""
        found: dict[Number, tuple[Tenths, ...]] = defaultdict(tuple)
        for one in self.tournament.virtual:
            played = len(self.tournament.rounds)
            found[one.number] = one.points[max(0, played - 1) : played + 1]
        return found

    def _compute_points_for_next_byes(self) -> Mapping[Number, Tenths]:
        """Return the points of each bye that is requested for the next round, by participant."""
        found: dict[Number, Tenths] = defaultdict(int)
        scale = scale_of_round(self.tournament, Scale())
        for request in self.tournament.requests:
            if request.round == self.tournament.round_to_pair:
                found[request.number] += score_unplayed_round(request.outcome, scale)
        return found

    def _list_claimable_totals_of_player(
        self, number: Number, total: Tenths, to_come: Tenths
    ) -> Iterator[Tenths]:
        """Yield a player's possible totals.

        They are the total with and without the points for the next bye and the virtual points.
        """
        for more in (0, *self.virtual_points_by_player[number]):
            yield from (total + more, total + more + to_come)

    def _list_claimable_member_points(self) -> dict[Number, tuple[Tenths, ...]]:
        """Return the totals that the report may claim for each team member.

        The correct one comes first. Some programs also count a team's bye for its players.
        """
        worth = (self.tournament.game_scale or Scale()).win
        found = {}
        for number, points in self.points_of_members.items():
            cells = self.lines[number].cells[: len(self.tournament.rounds)]
            byes = sum(cell is not None and cell.bye is not None for cell in cells)
            found[number] = tuple(range(points, points + byes * worth + 1))
        return found

    def _add_member_byes(self) -> Tournament:
        """Return the tournament with byes of team members that explain their claimed points.

        Such a bye is added if the claimed points exceed those from the games.
        """
        tournament = self.tournament
        if tournament.member_byes or not self.of_teams:
            return tournament
        found = []
        for number, points in self.points_of_members.items():
            line = self.lines[number]
            more = (parse_trf_points(line.record.text_in_columns(*POINTS)) or 0) - points
            cells = enumerate(line.cells[: len(tournament.rounds)], start=1)
            byes = [(r, c.bye) for r, c in cells if c is not None and isinstance(c.bye, SCORED)]
            if byes and 0 < more <= len(byes) * (tournament.game_scale or Scale()).win:
                found += [MemberBye(number, r, more // len(byes), bye) for r, bye in byes]
        return replace(tournament, member_byes=tuple(found)) if found else tournament

    # --- ranks ---------------------------------------------------------------------------

    def _add_official_ranks(self, tournament: Tournament) -> Tournament:
        """Return the tournament with the claimed ranks if they differ from Topboard's."""
        if tournament.official_ranks is not None:
            return tournament
        of_players = self._read_claimed_player_ranks(self.lines)
        if not self.of_teams:
            ours = self._do_ranks_equal_topboard_ranks(of_players)
            return tournament if ours else _set_official_ranks(tournament, of_players, {})
        ranks = {
            n: rank
            for n, (_, _, rank) in compute_team_points_and_ranks(tournament, self.standings).items()
        }
        teams = {team.number for team in tournament.competitors}
        of_teams = {n: rank for n, rank in self._read_claimed_team_ranks() if n in teams}
        points = points_of_members(tournament)
        own = rank_by_scores({number: (total,) for number, total in points.items()})
        members = {n: rank for n, rank in of_players.items() if n in points}
        return _set_official_ranks(
            tournament,
            _get_claimed_ranks_if_different(ranks, of_teams),
            _get_claimed_ranks_if_different(own, members),
        )

    def _do_ranks_equal_topboard_ranks(self, ranks: dict[Number, int]) -> bool:
        """Return whether the claimed ranks of the players count as equal to Topboard's.

        Computing tie-breaks takes time. In a file written by Topboard, ranks that agree with the
        points are therefore accepted. In a file written by another program, all ranks count as
        different. If the system is unknown, the players are ranked by points alone.
        """
        if find_suitable_system(self.tournament) is None:
            ours = rank_by_scores(
                {number: (total,) for number, total in self.points_of_individual_players.items()}
            )
            return not _get_claimed_ranks_if_different(ours, ranks)
        if not self._is_written_by_topboard:
            return not ranks
        if _do_ranks_follow_points(ranks, self.points_of_individual_players):
            return True
        table = compute_player_points_and_ranks(self.tournament, self.standings)
        return not _get_claimed_ranks_if_different(
            {number: rank for number, (_, rank) in table.items()}, ranks
        )

    @property
    def _is_written_by_topboard(self) -> bool:
        comments = any(
            record.line.startswith(OPENING) for record in self.report.records_with_code("###")
        )
        return comments or any(
            is_topboard_program_record(record) for record in self.report.records_with_code("182")
        )

    def _read_claimed_player_ranks(self, lines: Mapping[Number, PlayerLine]) -> dict[Number, int]:
        written = (
            (n, parse_whole_number(line.record.text_in_columns(*RANK_OUT_OF_PLACE)))
            for n, line in lines.items()
        )
        return {number: rank for number, rank in written if rank}

    def _read_claimed_team_ranks(self) -> Iterator[tuple[Number, int]]:
        for record in self.report.records_with_code("310"):
            number, rank = (
                parse_whole_number(record.text_in_columns(5, 7)),
                parse_whole_number(record.text_in_columns(69, 71)),
            )
            if number and rank:
                yield Number(number), rank


def _do_ranks_follow_points(ranks: Mapping[Number, int], points: Mapping[Number, Tenths]) -> bool:
    """Return whether the ranks agree with the points.

    The order within a scoregroup does not matter.
    """
    groups: dict[Tenths, list[int]] = defaultdict(list)
    for number, total in points.items():
        groups[total].append(ranks.get(number, 0))
    above = 0
    for total in sorted(groups, reverse=True):
        group = groups[total]
        if min(group) != above + 1 or max(group) > above + len(group):
            return False
        above += len(group)
    return True


def _get_claimed_ranks_if_different(
    ours: Mapping[Number, int], written: dict[Number, int]
) -> dict[Number, int]:
    """Return the claimed ranks, or an empty dictionary if all of them agree with ``ours``."""
    same = all(ours.get(number) == rank for number, rank in written.items())
    return {} if same else written


def _set_official_ranks(
    tournament: Tournament, ranks: dict[Number, int], members: dict[Number, int]
) -> Tournament:
    if not ranks and not members:
        return tournament
    after = len(tournament.rounds)
    kept = OfficialRanks(after, tuple(sorted(ranks.items())), tuple(sorted(members.items())))
    return replace(tournament, official_ranks=kept)


def choose_claims_by_bye_value(claims: Claims) -> Claims:
    """Return the claims that make fewer claimed points wrong.

    The choice is between ``claims`` and the same claims with a bye worth a win.
    """
    tournament = claims.tournament
    if tournament.game_scale is None or tournament.game_scale.bye is None:
        return claims
    as_win = replace(tournament.game_scale, bye=None)
    other = Claims(claims.report, claims.lines, replace(tournament, game_scale=as_win))
    return min(claims, other, key=lambda one: len(list(one.find_wrong_claimed_player_points())))
