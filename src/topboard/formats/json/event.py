"""Reader and writer of event JSON, ``topboard-event/1``, which holds everything in the model.

Tables in this module give the keys of a tournament's fields in files, and their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.formats.json.codec import CODEC
from topboard.formats.json.entrants import KnownParticipants, read_participants
from topboard.formats.json.rounds import (
    has_only_pairs,
    published_pairs_to_json,
    read_played_round,
    read_published_pairs,
    read_rounds_of_history,
    round_to_json,
)
from topboard.formats.json.text import format_json_file
from topboard.formats.problems import (
    MOST_BOARDS,
    TOO_MANY_BOARDS,
    bad_input_error,
    max_points_per_board,
)
from topboard.messages import say
from topboard.model import Player, Scale, Team, Tournament
from topboard.systems.common.ratings import has_listed_ratings
from topboard.systems.registry import SYSTEMS, fill_in_ratings_in_force, system

if TYPE_CHECKING:
    from topboard.formats.json.cursor import Cursor, JsonFile
    from topboard.model import Competitor, Round

FORMAT = "topboard-event/1"
FACTS = {
    "event": "name",
    "system": "system",
    "rounds": "planned_rounds",
    "lot": "lot",
    "lots": "lots",
    "requests": "requests",
    "forbidden_pairs": "forbidden",
    "required_pairs": "required",
    "bye_rulings": "bye_rulings",
    "adjustments": "adjustments",
    "awarded": "awarded",
    "fixed_tables": "fixed_tables",
    "match_scale": "match_scale",
    "game_scale": "game_scale",
    "unrated_as": "unrated_as",
    "rating_order": "rating_order",
    "variations": "variations",
    "tie_breaks": "tie_breaks",
    "tie_break_edition": "tie_break_edition",
    "accelerated": "accelerated",
    "virtual": "virtual",
    "official_ranks": "official_ranks",
    "member_byes": "member_byes",
    "details": "details",
}
"""The attribute of ``Tournament`` for each key in the file.

Participants, boards and rounds are not included.
"""

FIELDS = (
    *("format", "event", "system", "rounds", "lot"),
    *("boards", "teams", "players", "history"),
    *list(FACTS)[4:-3],
    *("published", "official_ranks", "member_byes", "details"),
)
"""All keys of a file, in the order in which they are written."""

NOBODY: tuple[str, list[object]] = ("accelerated", [])
"""The only list that is written even if it is empty, to say that no participant is accelerated."""


# --- reading -----------------------------------------------------------------------------


def parse_event_json(document: JsonFile) -> Tournament:
    """Return the tournament in an event JSON file. Raise ``BadInput`` with all problems found."""
    root = document.root
    root.check_is_object(FIELDS)
    boards = read_board_count(root.field("boards"))
    scale = read_tournament_field(
        "game_scale", root.field("game_scale"), create_known_participants()
    )
    competitors = _choose_ratings_that_count(_read_players_or_teams(root), root)
    known = build_known_participants(
        competitors, "player" if _is_individual_event(root) else "team", boards, scale
    )
    rounds = read_rounds_of_history(root.field("history"), known)
    tournament = Tournament(
        competitors,
        rounds,
        boards=boards,
        game_scale=scale,
        published=read_published_round(root.field("published"), known, len(rounds) + 1),
        **{
            name: read_tournament_field(key, root.field(key), known)
            for key, name in FACTS.items()
            if key != "game_scale"
        },
    )
    document.raise_problems()
    return tournament


def _choose_ratings_that_count(
    entered: tuple[Competitor, ...], root: Cursor
) -> tuple[Competitor, ...]:
    """Return the participants with the ratings that count.

    Ratings that the file does not state are chosen from the players' listed ratings.
    """
    if not any(map(has_listed_ratings, entered)):
        return entered

    order = read_tournament_field(
        "rating_order", root.field("rating_order"), create_known_participants()
    )
    return fill_in_ratings_in_force(entered, root.field("system").read_text_or_default(""), order)


def read_tournament_field(key: str, cursor: Cursor, known: KnownParticipants) -> Any:
    """Return a field of the tournament itself, such as its name, system or scoring."""
    return CODEC.read_field(Tournament, FACTS[key], cursor, known)


def read_board_count(cursor: Cursor) -> int:
    """Return the number of boards in a match, or 1 if the field is missing or wrong."""
    if not cursor.is_given:
        return 1
    return cursor.read_count_within_limit(1, MOST_BOARDS, TOO_MANY_BOARDS) or 1


def build_known_participants(
    competitors: tuple[Competitor, ...], word: str, boards: int, game_scale: Scale | None
) -> KnownParticipants:
    """Return the participants that the rounds and rulings of an event may refer to."""
    return KnownParticipants(
        word,
        frozenset(competitor.number for competitor in competitors),
        {p.number: c.number for c in competitors if isinstance(c, Team) for p in c.players},
        boards,
        boards * max_points_per_board(game_scale or Scale()),
        full=True,
    )


def create_known_participants() -> KnownParticipants:
    """Return an empty ``KnownParticipants``, for use before any participants have been read."""
    return KnownParticipants("", frozenset(), {}, 1, 0, full=True)


def _read_players_or_teams(root: Cursor) -> tuple[Competitor, ...]:
    teams, players = root.field("teams"), root.field("players")
    if teams.is_given and players.is_given:
        players.add_problem(
            say("the event has both teams and individual players"),
            say("Remove the list of teams or the list of players."),
            "",
        )
    known = create_known_participants()
    if _is_individual_event(root):
        read = CODEC.reader(Player)
        return read_participants(players, "player", lambda place: read(place, known))
    read = CODEC.reader(Team)
    return read_participants(teams, "team", lambda place: read(place, known))


def _is_individual_event(root: Cursor) -> bool:
    """Return whether the participants are individual players and not teams.

    If the file has neither a list of players nor a list of teams, its system decides.
    """
    if root.field("players").is_given or root.field("teams").is_given:
        return root.field("players").is_given

    named = root.field("system").value
    return named in SYSTEMS and not system(named).teams


def read_published_round(cursor: Cursor, known: KnownParticipants, upcoming: int) -> Round | None:
    """Return the published round, or None if the file has none.

    It may be given as pairs only, as in round JSON, or as a complete round, as in the history.
    """
    if not cursor.is_given:
        return None
    if isinstance(cursor.value, dict) and "matches" in cursor.value:
        return read_played_round(cursor, known, upcoming)
    return read_published_pairs(cursor, known, upcoming)


# --- writing -----------------------------------------------------------------------------


def format_event_json(tournament: Tournament) -> str:
    """Return the text of the event JSON file for a tournament."""
    published = tournament.published
    found = {
        "format": FORMAT,
        "boards": tournament.boards,
        **_participants_to_json(tournament.competitors),
        "history": [round_to_json(played) for played in tournament.rounds],
        **tournament_fields_to_json(tournament),
    }
    if published is not None:
        pairs = has_only_pairs(published)
        found["published"] = (
            published_pairs_to_json(published) if pairs else round_to_json(published)
        )
    return format_json_file(
        {
            key: found[key]
            for key in FIELDS
            if found.get(key) not in (None, "", [], {}) or (key, found.get(key)) == NOBODY
        }
    )


def tournament_fields_to_json(tournament: Tournament) -> dict[str, Any]:
    """Return the fields of the tournament itself as JSON values, by key.

    Participants, boards and rounds are not included.
    """
    return {key: CODEC.value_to_json(getattr(tournament, name)) for key, name in FACTS.items()}


def _participants_to_json(competitors: tuple[Competitor, ...]) -> dict[str, object]:
    teams = [c for c in competitors if isinstance(c, Team)]
    if teams and len(teams) < len(competitors):
        raise bad_input_error(
            say("the event has both teams and individual players"),
            remedy=say("Create one event for the teams and one for the players."),
        )
    return {"teams" if teams else "players": CODEC.value_to_json(competitors)}
