"""Warnings about the teams that have entered, shown to the arbiter before a round is paired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import worded, worded_count
from topboard.model import Team
from topboard.model.history import participants_to_pair
from topboard.reasons.decisions import PairingWarning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.model import Tournament

BOARDS = 4
RESERVES = 1
ROUNDS = 11


def _format_list_of_teams(tournament: Tournament) -> list[Team]:
    return [team for team in tournament.competitors if isinstance(team, Team)]


def _find_letter_of_team(team: Team) -> str:
    return team.letter.strip().upper()


def warn_about_entry_of_c_team(tournament: Tournament, article: str) -> Iterator[PairingWarning]:
    """Yield a warning before round 1 if a C team should enter, or should not have entered.

    The host may enter a C team only to make the number of teams even.
    """
    if tournament.rounds:
        return
    teams = _format_list_of_teams(tournament)
    letters = {_find_letter_of_team(team) for team in teams}
    if len(teams) % 2 and "B" in letters and "C" not in letters:
        yield PairingWarning(
            article, worded("the number of teams is odd, so the host may enter a C team")
        )
    if "C" in letters and len(teams) % 2:
        yield PairingWarning(
            article,
            worded("the C team makes the number of teams odd, but may enter only to make it even"),
        )


def warn_if_c_team_is_absent(tournament: Tournament, article: str) -> Iterator[PairingWarning]:
    """Yield a warning if a C team that played in round 1 is absent, as it must stay to the end."""
    if not tournament.rounds:
        return
    first = {n for m in tournament.rounds[0].meetings for n in (m.white, m.black)}
    present = participants_to_pair(tournament)
    for team in _format_list_of_teams(tournament):
        if (
            _find_letter_of_team(team) == "C"
            and team.number in first
            and team.number not in present
        ):
            yield PairingWarning(
                article,
                worded(
                    "the C team {team} played in round 1 and must remain to the end",
                    team=team.name,
                ),
            )


def warn_about_squad_sizes_and_boards(
    tournament: Tournament, article: str
) -> Iterator[PairingWarning]:
    """Yield warnings if matches are not on four boards or a squad does not have four or five
    players.

    In a women's event, a squad that includes a man also causes a warning.
    """
    if tournament.rounds:
        return
    if tournament.boards != BOARDS:
        yield PairingWarning(
            article,
            worded_count(
                "the rules require {count} board per match, but the event has {boards}",
                "the rules require {count} boards per match, but the event has {boards}",
                BOARDS,
                boards=tournament.boards,
            ),
        )
    for team in _format_list_of_teams(tournament):
        size = len(team.players)
        if size and not BOARDS <= size <= BOARDS + RESERVES:
            yield PairingWarning(
                article,
                worded_count(
                    "{team} has {count} player, but a squad must have four or five",
                    "{team} has {count} players, but a squad must have four or five",
                    size,
                    team=team.name,
                ),
            )
        if "women" in tournament.name.casefold() and any(p.sex == "m" for p in team.players):
            yield PairingWarning(
                article, worded("{team} has entered a man in the women's event", team=team.name)
            )


def warn_unless_eleven_rounds_planned(
    tournament: Tournament, article: str
) -> Iterator[PairingWarning]:
    """Yield a warning before round 1 if the planned number of rounds is not eleven."""
    if not tournament.rounds and tournament.planned_rounds not in (0, ROUNDS):
        yield PairingWarning(
            article,
            worded_count(
                "the rules require {count} round, but the event has {rounds}",
                "the rules require {count} rounds, but the event has {rounds}",
                ROUNDS,
                rounds=tournament.planned_rounds,
            ),
        )
