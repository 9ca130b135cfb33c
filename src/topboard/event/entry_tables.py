"""Tables of entries: rows with a head, as spreadsheets and rating lists have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.errors import BadInput, Problem
from topboard.event.ratings import rated
from topboard.formats.problems import whole_number
from topboard.model import Number, Player, Team
from topboard.records import replace
from topboard.rules.systems import system

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from topboard.model import Competitor

HEADS = {
    "name": "name",
    "player": "name",
    "rating": "rating",
    "elo": "rating",
    "rtg": "rating",
    "title": "title",
    "federation": "federation",
    "fed": "federation",
    "fide_id": "fide_id",
    "fideid": "fide_id",
    "fide id": "fide_id",
    "id": "fide_id",
    "sex": "sex",
    "gender": "sex",
    "birth": "birth",
    "born": "birth",
    "birthday": "birth",
    "club": "club",
    "team": "team",
    "letter": "letter",
    "previous": "previous_standing",
    "previous_standing": "previous_standing",
    "previous standing": "previous_standing",
}
MOST_PROBLEMS = 50


def entrants(rows: Sequence[Sequence[str]], where: str, system_name: str) -> tuple[Competitor, ...]:
    """The competitors of a table for a system; the rows of a team stand in board order."""
    found = _by_head(rows, where)
    problems = [p for line, row in found for p in _defects(row, f"{where}:{line}", system_name)]
    if problems:
        raise BadInput(problems[:MOST_PROBLEMS])
    if not system(system_name).teams:
        return tuple(_player(row, n, system_name) for n, (_, row) in enumerate(found, start=1))
    rosters: dict[str, list[Mapping[str, str]]] = {}
    for _, row in found:
        rosters.setdefault(row["team"], []).append(row)
    person = 1
    made = []
    for number, (name, members) in enumerate(rosters.items(), start=1):
        players = tuple(
            _player(row, person + i, system_name)
            for i, row in enumerate(members)
            if row.get("name")
        )
        person += len(members)
        made.append(_team(number, name, players, members[0]))
    return tuple(made)


def _team(number: int, name: str, players: tuple[Player, ...], first: Mapping[str, str]) -> Team:
    """A team with what its first row says of it."""
    return Team(
        Number(number),
        name,
        players,
        letter=first.get("letter", "") or "A",
        federation=first.get("federation", ""),
        previous_standing=standing_in(first.get("previous_standing", "")),
    )


def standing_in(text: str) -> int | None:
    """A place in the previous event; none where nothing, or 0, is written."""
    place = whole_number(text or "0")
    if place is None:
        raise BadInput([_not_a_standing("previous standing", text)])
    return place or None


def _not_a_standing(where: str, text: str) -> Problem:
    return Problem("not a standing", where, text, "a whole number, or nothing")


def _by_head(rows: Sequence[Sequence[str]], where: str) -> list[tuple[int, dict[str, str]]]:
    if not rows:
        raise BadInput([Problem("the table is empty", where)])
    head = [HEADS.get(cell.strip().casefold(), "") for cell in rows[0]]
    if "name" not in head and "team" not in head:
        known = ", ".join(sorted({*HEADS}))
        raise BadInput(
            [Problem("no column is called name", where, ", ".join(rows[0])[:80], f"use: {known}")]
        )
    return [
        (line, {key: cell.strip() for key, cell in zip(head, row, strict=False) if key})
        for line, row in enumerate(rows[1:], start=2)
        if any(cell.strip() for cell in row)
    ]


def _defects(row: Mapping[str, str], where: str, system_name: str) -> Iterable[Problem]:
    teams = system(system_name).teams
    if teams and not row.get("team"):
        yield Problem("no team is named", where, row.get("name", ""), "fill the column team")
    if not teams and not row.get("name"):
        yield Problem("no name", where, remedy="fill the column name")
    try:
        rated(Player(Number(1), ""), row.get("rating", ""), system_name)
    except BadInput as error:
        for problem in error.problems:
            yield replace(problem, where=where)
    previous = row.get("previous_standing", "")
    if previous and whole_number(previous) is None:
        yield _not_a_standing(where, previous)


def _player(row: Mapping[str, str], number: int, system_name: str) -> Player:
    player = Player(
        Number(number),
        row["name"],
        sex=row.get("sex", "")[:1].lower(),
        title=row.get("title", ""),
        federation=row.get("federation", ""),
        fide_id=row.get("fide_id", ""),
        birth=row.get("birth", ""),
        affiliations=(row["club"],) if row.get("club") else (),
    )
    return rated(player, row.get("rating", ""), system_name)


def with_ratings(
    competitors: Iterable[Competitor], rows: Sequence[Sequence[str]], where: str
) -> tuple[Competitor, ...]:
    """Those competitors whose ratings are others in the rating list, with the new ratings.

    A person is found by FIDE id, else by name.
    """
    listed: dict[str, int] = {}
    for _, row in _by_head(rows, where):
        for key in (row.get("fide_id", ""), row.get("name", "").casefold()):
            rating = whole_number(row.get("rating", ""))
            if key and rating is not None:
                listed[key] = rating

    def updated(player: Player) -> Player:
        rating = listed.get(player.fide_id or "-", listed.get(player.name.casefold()))
        if rating is None or rating == player.rating:
            return player
        return replace(player, rating=rating, rating_source=where)

    changed: list[Competitor] = []
    for one in competitors:
        new: Competitor
        if isinstance(one, Team):
            new = replace(one, players=tuple(updated(player) for player in one.players))
        else:
            new = updated(one)
        if new != one:
            changed.append(new)
    return tuple(changed)
