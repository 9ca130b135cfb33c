"""A small event with teams and an open, made with the actions that an arbiter would take."""

from __future__ import annotations

from topboard.event import actions, pairing
from topboard.event.actions import Act
from topboard.event.session import ActionContext
from topboard.model import Colour, EventInfo, Game, Number, Player, Team
from topboard.storage.session import JournalSession
from topboard.web.repository import EventRepository

TEAMS = (
    ("Aurora", "AUR", 2512),
    ("Bastion", "BAS", 2487),
    ("Caravel", "CAR", 2466),
    ("Drumlin", "DRU", 2431),
    ("Estuary", "EST", 2390),
    ("Fjordland", "FJO", 2377),
    ("Granite", "GRA", 2341),
    ("Harbour", "HAR", 2318),
    ("Islay", "ISL", 2270),
    ("Juniper", "JUN", 2244),
    ("Kestrel", "KES", 2207),
)
FIRST = ("Anna", "Boris", "Carla", "Dmitri", "Elena", "Farid", "Gina", "Hugo", "Ines", "Jonas")
LAST = (
    "Almeida", "Brandt", "Castell", "Dvorak", "Eriksen", "Farrow", "Grieg", "Horvath",
    "Ivanov", "Jansen", "Kowal", "Lindqvist", "Moreau",
)  # fmt: skip
SAMPLE = "riverside-chess-festival"
"""The name of the sample event in URLs."""
PLAYERS = 17
BOARDS = 4
TIME = "2026-05-0{day}T{hour:02}:{minute:02}:00.000+00:00"


class _Arbiter:
    """An imaginary arbiter who takes the actions of the sample event.

    Each action is later than the one before.
    """

    def __init__(self, file: JournalSession) -> None:
        self.file, self.count = file, 0

    def take_action(self, act: Act, reason: str = "") -> None:
        self.count += 1
        hours, twelfth = divmod(self.count % 120, 12)
        time = TIME.format(day=1 + self.count // 120, hour=8 + hours, minute=5 * twelfth)
        self.file.record(act, ActionContext("A. Arbiter", time, reason, confirmed=True))

    def play_rounds(self, section: str, rounds: int) -> None:
        """Pair and publish the first ``rounds`` rounds of a section, and enter all their
        results.
        """
        for number in range(1, rounds + 1):
            self.pair_and_publish(section, number)
            self.enter_results(section, number, 1000)

    def pair_and_publish(self, section: str, number: int) -> None:
        made, _ = pairing.build_pair_round_action(self.file.event, section)
        self.take_action(made)
        self.take_action(actions.PublishRound(section, number))

    def enter_results(self, section: str, number: int, most: int) -> None:
        """Enter results for the first boards of a round, at most ``most``."""
        state = self.file.event.section(section)
        results = []
        for table, meeting in list(state.round(number).meetings.items())[:most]:
            assert meeting.white is not None
            assert meeting.black is not None
            white, black = state.competitor(meeting.white), state.competitor(meeting.black)
            results.append(_simulate_result(table, number, white, black))
        self.take_action(actions.EnterResults(section, number, tuple(results)))


def _simulate_game(seed: int, edge: int) -> tuple[int, int]:
    """Return both sides' points in a simulated game, in tenths. The stronger side wins more often.

    ``edge`` is the rating advantage of the first side. The same seed always gives the same result.
    """
    drawn = (seed * 7919 + 104729) % 100
    if drawn < 30:
        return 5, 5
    return (10, 0) if drawn < 65 + max(-25, min(25, edge // 4)) else (0, 10)


def _simulate_result(
    table: int, number: int, white: Player | Team, black: Player | Team
) -> actions.TableResult:
    seed = 31 * white.number + 17 * black.number + 13 * number
    if isinstance(white, Player) and isinstance(black, Player):
        edge = (white.rating or 1500) - (black.rating or 1500)
        return actions.TableResult(table, *_simulate_game(seed, edge))
    assert isinstance(white, Team)
    assert isinstance(black, Team)
    games, first, second = [], 0, 0
    for board in range(BOARDS):
        own, other = white.players[board], black.players[board]
        got, lost = _simulate_game(seed + 5 * board, (own.rating or 0) - (other.rating or 0))
        first, second = first + got, second + lost
        sides = (own.number, other.number, got, lost)
        if board % 2:
            sides = (other.number, own.number, lost, got)
        games.append(Game(*sides))
    return actions.TableResult(table, first, second, games=tuple(games))


def _build_sample_teams() -> tuple[Team, ...]:
    made, person = [], 0
    for number, (name, federation, rating) in enumerate(TEAMS, start=1):
        players = []
        for board in range(BOARDS + 1):
            who = f"{LAST[(person * 5 + board) % len(LAST)]}, {FIRST[(person * 3) % len(FIRST)]}"
            person += 1
            players.append(Player(Number(person), who, rating + 40 - 25 * board))
        made.append(Team(Number(number), name, tuple(players), federation=federation))
    return tuple(made)


def _build_sample_players() -> tuple[Player, ...]:
    return tuple(
        Player(
            Number(n),
            f"{LAST[(n * 4) % len(LAST)]}, {FIRST[(n * 7) % len(FIRST)]}",
            None if n == PLAYERS else 2210 - 37 * n,
            federation="SAM",
        )
        for n in range(1, PLAYERS + 1)
    )


def create_sample_event(repository: EventRepository) -> None:
    """Create the sample event if the repository has no events."""
    with repository.lock_and_check_for_no_events() as is_empty:
        if is_empty:
            _create_sample_festival(repository)


def _create_sample_festival(repository: EventRepository) -> None:
    details = EventInfo(
        city="Riverside", start="2026-05-01", end="2026-05-05", time_control="90+30"
    )
    action_context = ActionContext("A. Arbiter", TIME.format(day=1, hour=8, minute=0))
    with repository.create("Riverside Chess Festival", action_context, details).open() as file:
        arbiter = _Arbiter(file)
        _add_team_section(arbiter)
        _add_open_section(arbiter)


def _add_team_section(arbiter: _Arbiter) -> None:
    name = "Team Cup"
    arbiter.take_action(actions.AddSection(name, "olympiad_2022", 5, BOARDS))
    arbiter.take_action(actions.Enter(name, _build_sample_teams(), "sample"))
    arbiter.take_action(actions.RecordLot(name, "colour", colour=Colour.WHITE))
    arbiter.take_action(pairing.build_close_entries_action(arbiter.file.event, name))
    for number in arbiter.file.event.section(name).competitors:
        arbiter.take_action(actions.RecordPresence(name, number, BOARDS + 1))
    arbiter.play_rounds(name, 3)
    arbiter.pair_and_publish(name, 4)
    arbiter.enter_results(name, 4, 2)


def _add_open_section(arbiter: _Arbiter) -> None:
    name = "Open"
    arbiter.take_action(actions.AddSection(name, "dubov_1997", 6, unrated_as=1400))
    arbiter.take_action(actions.Enter(name, _build_sample_players(), "sample"))
    arbiter.take_action(actions.RecordLot(name, "colour", colour=Colour.BLACK))
    arbiter.take_action(pairing.build_close_entries_action(arbiter.file.event, name))
    arbiter.play_rounds(name, 3)
