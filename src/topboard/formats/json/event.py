"""The event JSON, ``topboard-event/1``, which holds everything in the model.

The tables in this module give the names of a tournament's fields in files and their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard.formats.json.codec import CODEC
from topboard.formats.json.entrants import Entrants, entrants
from topboard.formats.json.rounds import (
    history,
    is_only_pairs,
    pairs_fields,
    published_pairs,
    round_fields,
    round_played,
)
from topboard.formats.json.text import document as laid_out
from topboard.formats.problems import MOST_BOARDS, points_of_a_board, refuse
from topboard.messages import say
from topboard.model import Player, Scale, Team, Tournament
from topboard.systems.common.ratings import has_ratings
from topboard.systems.registry import SYSTEMS, system, with_ratings_in_force

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
"""The names of all fields in the file and in the model.

Participants, boards and rounds are not included.
"""

FIELDS = (
    *("format", "event", "system", "rounds", "lot"),
    *("boards", "teams", "players", "history"),
    *list(FACTS)[4:-3],
    *("published", "official_ranks", "member_byes", "details"),
)
"""The fields of a file, in the order in which they are written."""

NOBODY: tuple[str, list[object]] = ("accelerated", [])
"""An empty list that is written anyway, because it says that no participant is accelerated."""


# --- reading -----------------------------------------------------------------------------


def parse_event_json(document: JsonFile) -> Tournament:
    """Return the tournament in an event file."""
    root = document.root
    root.is_object(FIELDS)
    boards = number_of_boards(root.field("boards"))
    scale = fact("game_scale", root.field("game_scale"), nobody())
    competitors = _with_ratings_in_force(_competitors(root), root)
    known = entrants_of(competitors, "player" if _of_players(root) else "team", boards, scale)
    rounds = history(root.field("history"), known)
    tournament = Tournament(
        competitors,
        rounds,
        boards=boards,
        game_scale=scale,
        published=published_round(root.field("published"), known, len(rounds) + 1),
        **{
            name: fact(key, root.field(key), known)
            for key, name in FACTS.items()
            if key != "game_scale"
        },
    )
    document.settle()
    return tournament


def _with_ratings_in_force(entered: tuple[Competitor, ...], root: Cursor) -> tuple[Competitor, ...]:
    """Return the participants, adding the ratings in force where the file does not give them."""
    if not any(map(has_ratings, entered)):
        return entered

    order = fact("rating_order", root.field("rating_order"), nobody())
    return with_ratings_in_force(entered, root.field("system").text_or(""), order)


def fact(key: str, cursor: Cursor, known: Entrants) -> Any:
    """Read a field of the tournament itself, for example its name, system or scoring."""
    return CODEC.read_field(Tournament, FACTS[key], cursor, known)


def number_of_boards(cursor: Cursor) -> int:
    """Return the number of boards of a match, or 1 if the field is missing."""
    return (cursor.size(1, MOST_BOARDS, "boards") if cursor.is_given else None) or 1


def entrants_of(
    competitors: tuple[Competitor, ...], word: str, boards: int, game_scale: Scale | None
) -> Entrants:
    """Return the participants that may be named in the rounds and the rulings of an event."""
    return Entrants(
        word,
        frozenset(competitor.number for competitor in competitors),
        {p.number: c.number for c in competitors if isinstance(c, Team) for p in c.players},
        boards,
        boards * points_of_a_board(game_scale or Scale()),
        full=True,
    )


def nobody() -> Entrants:
    """Return an empty set of participants, for use before any have been read."""
    return Entrants("", frozenset(), {}, 1, 0, full=True)


def _competitors(root: Cursor) -> tuple[Competitor, ...]:
    teams, players = root.field("teams"), root.field("players")
    if teams.is_given and players.is_given:
        players.problem(
            say("teams and single players in one event"), say("keep one of the two lists"), ""
        )
    known = nobody()
    if _of_players(root):
        read = CODEC.reader(Player)
        return entrants(players, "player", lambda place: read(place, known))
    read = CODEC.reader(Team)
    return entrants(teams, "team", lambda place: read(place, known))


def _of_players(root: Cursor) -> bool:
    """Return whether the participants are individual players.

    The file's list of players or teams decides. If the file has neither list, its system decides.
    """
    if root.field("players").is_given or root.field("teams").is_given:
        return root.field("players").is_given

    named = root.field("system").value
    return named in SYSTEMS and not system(named).teams


def published_round(cursor: Cursor, known: Entrants, upcoming: int) -> Round | None:
    """Return the published round, or None if there is none.

    It is either only pairs, as in the round JSON, or a complete round, as in the history.
    """
    if not cursor.is_given:
        return None
    if isinstance(cursor.value, dict) and "matches" in cursor.value:
        return round_played(cursor, known, upcoming)
    return published_pairs(cursor, known, upcoming)


# --- writing -----------------------------------------------------------------------------


def format_event_json(tournament: Tournament) -> str:
    """Return the tournament as event JSON."""
    published = tournament.published
    found = {
        "format": FORMAT,
        "boards": tournament.boards,
        **_participants_json(tournament.competitors),
        "history": [round_fields(played) for played in tournament.rounds],
        **facts(tournament),
    }
    if published is not None:
        pairs = is_only_pairs(published)
        found["published"] = pairs_fields(published) if pairs else round_fields(published)
    return laid_out(
        {
            key: found[key]
            for key in FIELDS
            if found.get(key) not in (None, "", [], {}) or (key, found.get(key)) == NOBODY
        }
    )


def facts(tournament: Tournament) -> dict[str, Any]:
    """Return the fields of the tournament itself as JSON values, keyed by their names in files.

    Participants, boards and rounds are not included.
    """
    return {key: CODEC.plain(getattr(tournament, name)) for key, name in FACTS.items()}


def _participants_json(competitors: tuple[Competitor, ...]) -> dict[str, object]:
    teams = [c for c in competitors if isinstance(c, Team)]
    if teams and len(teams) < len(competitors):
        raise refuse(say("teams and single players in one event"), remedy=say("write two events"))
    return {"teams" if teams else "players": CODEC.plain(competitors)}
