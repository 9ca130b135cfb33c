"""What a report says itself of points and ranks, held against the results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from topboard.formats.problems import whole_number
from topboard.formats.trf_players import POINTS, RANK
from topboard.formats.trf_records import points_text, tenths_of
from topboard.formats.trf_totals import (
    SCORED,
    bye_points,
    places,
    points_and_ranks,
    points_by_results,
    points_of_members,
    standings_in,
    team_table,
)
from topboard.model import POINT, MemberBye, Number, OfficialRanks, PairingBye, Scale, Team

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from topboard.formats.trf_players import Entry
    from topboard.formats.trf_records import Record, Report, Scoring
    from topboard.model import Tenths, Tournament

FIRST_OF_POINTS = 81
"""The first column of the points by the standard; a sign may stand before it."""


@dataclass(frozen=True, slots=True)
class Claims:
    """A report with what it claims: points and ranks beside the results."""

    report: Report
    entries: Mapping[Number, Entry]
    scoring: Scoring

    def check_points(self, tournament: Tournament) -> None:
        """Note every player whose points are not those of the results."""
        of_teams = any(isinstance(c, Team) for c in tournament.competitors)
        allowed = self._of_members(tournament) if of_teams else self._of_players(tournament)
        for number, entry in self.entries.items():
            written = entry.record.cut(*POINTS)
            if written and number in allowed:
                self._compare(number, entry.record, written, allowed[number])

    def _compare(
        self, number: Number, record: Record, written: str, allowed: tuple[Tenths, ...]
    ) -> None:
        if tenths_of(written) in allowed:
            return
        what = f"the points of player {number}: the results make {points_text(allowed[0])}"
        remedy = "correct the points or a result, or accept the points (--accept-points)"
        self.report.problem(record, FIRST_OF_POINTS, what, remedy, written)

    def _of_players(self, tournament: Tournament) -> dict[Number, tuple[Tenths, ...]]:
        """The points a player may have: those of the standings, or what programs write."""
        table = standings_in(tournament)
        if table is not None:
            return {line.number: (line.points,) for line in table.lines}
        totals = points_by_results(tournament)
        return {n: tuple(self._habits(n, total, tournament)) for n, total in totals.items()}

    def _habits(self, number: Number, total: Tenths, tournament: Tournament) -> Iterator[Tenths]:
        """The total, with the bye's own value, the bye to come and imaginary points or not."""
        scale = self.scoring.scale
        byes = sum((number, PairingBye()) in played.away for played in tournament.rounds)
        own = byes * (self.scoring.bye - scale.win)
        to_come = sum(
            bye_points(r.outcome, scale)
            for r in tournament.requests
            if (r.number, r.round) == (number, tournament.round_to_pair)
        )
        imaginary = POINT if number in (tournament.accelerated or ()) else 0
        for points in (total + own, total):
            for more in (0, to_come, imaginary, to_come + imaginary):
                yield points + more

    def _of_members(self, tournament: Tournament) -> dict[Number, tuple[Tenths, ...]]:
        """Games count; whether a bye of the team counts for its players, programs decide."""
        worth = (tournament.game_scale or Scale()).win
        found = {}
        for number, points in points_of_members(tournament).items():
            cells = self.entries[number].cells[: len(tournament.rounds)]
            byes = sum(cell is not None and cell.bye is not None for cell in cells)
            found[number] = tuple(points + extra for extra in range(0, byes * worth + 1, 5))
        return found

    def with_byes_of_members(self, tournament: Tournament) -> Tournament:
        """The tournament with the byes that the points of its teams' players include."""
        if tournament.member_byes:
            return tournament
        found = []
        for number, points in points_of_members(tournament).items():
            entry = self.entries[number]
            more = (tenths_of(entry.record.cut(*POINTS)) or 0) - points
            cells = enumerate(entry.cells[: len(tournament.rounds)], start=1)
            byes = [(r, c.bye) for r, c in cells if c is not None and isinstance(c.bye, SCORED)]
            if byes and 0 < more <= len(byes) * (tournament.game_scale or Scale()).win:
                found += [MemberBye(number, r, more // len(byes), bye) for r, bye in byes]
        return replace(tournament, member_byes=tuple(found))

    # --- ranks ---------------------------------------------------------------------------

    def with_ranks(self, tournament: Tournament) -> Tournament:
        """The tournament with the ranks of the file, where they are not those we would give."""
        if tournament.official_ranks is not None:
            return tournament
        of_players = self._ranks(self.entries)
        teams = {c.number for c in tournament.competitors if isinstance(c, Team)}
        if not teams:
            table = points_and_ranks(tournament)
            ours = {number: rank for number, (_, rank) in table.items()}
            return _keeping(tournament, _unless(ours, of_players), {})
        of_teams = {n: rank for n, rank in self._team_ranks() if n in teams}
        ranks = {number: rank for number, (_, _, rank) in team_table(tournament).items()}
        points = points_of_members(tournament)
        own = places({number: (total,) for number, total in points.items()})
        members = {n: rank for n, rank in of_players.items() if n in points}
        return _keeping(tournament, _unless(ranks, of_teams), _unless(own, members))

    def _ranks(self, entries: Mapping[Number, Entry]) -> dict[Number, int]:
        written = ((n, whole_number(entry.record.cut(*RANK))) for n, entry in entries.items())
        return {number: rank for number, rank in written if rank}

    def _team_ranks(self) -> Iterator[tuple[Number, int]]:
        for record in self.report.of("310"):
            number, rank = whole_number(record.cut(5, 7)), whole_number(record.cut(69, 71))
            if number and rank:
                yield Number(number), rank


def _unless(ours: Mapping[Number, int], written: dict[Number, int]) -> dict[Number, int]:
    """The ranks written, unless all of them are ours."""
    same = all(ours.get(number) == rank for number, rank in written.items())
    return {} if same else written


def _keeping(
    tournament: Tournament, ranks: dict[Number, int], members: dict[Number, int]
) -> Tournament:
    if not ranks and not members:
        return tournament
    after = len(tournament.rounds)
    kept = OfficialRanks(after, tuple(sorted(ranks.items())), tuple(sorted(members.items())))
    return replace(tournament, official_ranks=kept)
