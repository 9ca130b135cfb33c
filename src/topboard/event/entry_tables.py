"""Tables of participants: rows under a header row, as in spreadsheets and rating lists."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.event.ratings import (
    KINDS,
    apply_rating_text,
    merge_ratings,
    parse_rating_choice,
    parse_ratings,
)
from topboard.formats.problems import MOST_COMPETITORS, parse_whole_number, too_large_error
from topboard.messages import say, say_count
from topboard.model import Number, Player, Rating, RatingKind, Team
from topboard.systems.common.ratings import format_rating_choice, latest_rating
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topboard.model import Competitor, RatingChoice

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
    "contact": "contact",
    "email": "contact",
    "e-mail": "contact",
    "phone": "contact",
    "region": "region",
    "province": "region",
    "state": "region",
    "national_id": "national_id",
    "national id": "national_id",
    "cfc#": "national_id",
    "cfc number": "national_id",
    "team": "team",
    "letter": "letter",
    "board": "board",
    "captain": "captain",
    "previous": "previous_standing",
    "previous_standing": "previous_standing",
    "previous standing": "previous_standing",
    # Headings that only Vega uses.
    "country": "federation",
    "g": "sex",
    "idfide": "fide_id",
    "idnat": "national_id",
}
OF_A_TEAM = ("team", "letter", "board", "captain", "previous_standing")
"""Columns that are used only in team events."""
RATINGS_OF_VEGA = {"elofide": "FIDE", "elonat": "national"}
YES = ("x", "*", "yes", "y", "true", "1", "c", "captain")
NO = ("", "no", "n", "false", "0", "-")
"""Values of the captain column that mean "not the captain".

Other values are a name or a tick.
"""
LISTS = ("FIDE", "CFC", "USCF", "BCF", "ECF", "DWZ", "INGO", "estimate")
"""Rating lists whose name alone is enough as a column heading.

The heading for any other list must also name the type of rating.
"""
NATIONAL = RatingKind.NATIONAL.value
"""The column for national ratings.

The federation of a player determines the rating list.
"""
MOST_PROBLEMS = 50
MOST_PERSONS = 30_000
"""The maximum number of players in one table."""


def parse_entry_table(
    rows: Sequence[Sequence[str]],
    where: str,
    system_name: str,
    order: Sequence[RatingChoice] = (),
) -> tuple[Competitor, ...]:
    """Return the participants listed in a table, with the players of a team in board order.

    ``order`` lists the ratings that count; if it is empty, the order of the system applies. Raise
    ``BadInput`` with the problems in all rows.
    """
    counted = find_default_rating_list(rows, order or system(system_name).rating_order)
    found = [
        (line, _add_rating_list_name(row, counted))
        for line, row in _read_rows_by_header(rows, where)
    ]
    if not found:
        raise BadInput([Problem(say("the list contains no participants"), where)])
    teams = system(system_name).teams
    entered = {_team_key(row) for _, row in found} if teams else found
    if len(entered) > MOST_COMPETITORS:
        what = say_count("{count:,} participant", "{count:,} participants", len(entered))
        raise too_large_error(what, where, MOST_COMPETITORS)
    if len(found) > MOST_PERSONS:
        what = say_count("{count:,} player", "{count:,} players", len(found))
        raise too_large_error(what, where, MOST_PERSONS)
    defects = (
        p for line, row in found for p in _find_row_problems(row, f"{where}:{line}", teams=teams)
    )
    if problems := [*islice(defects, MOST_PROBLEMS)]:
        raise BadInput(problems)
    if not teams:
        return tuple(_build_player(row, n) for n, (_, row) in enumerate(found, start=1))
    return tuple(_build_teams(found, where))


# --- teams --------------------------------------------------------------------------------------


def _team_key(row: Mapping[str, str]) -> tuple[str, str]:
    """Return the team name and letter in a row.

    The letter distinguishes the teams of one federation.
    """
    return row.get("team", ""), row.get("letter", "").upper()


def _build_teams(found: Iterable[tuple[int, Mapping[str, str]]], where: str) -> Iterator[Team]:
    """Yield the teams in a table.

    Players are sorted by board number; those without one keep the order of their rows.
    """
    rosters: dict[tuple[str, str], list[tuple[int, Mapping[str, str]]]] = {}
    last: dict[str, tuple[str, str]] = {}
    for line, row in found:
        name, letter = _team_key(row)
        # If only the first row of a team has its letter, the rows below it belong to that team.
        key = (name, letter) if letter else last.get(name, (name, ""))
        last[name] = key
        rosters.setdefault(key, []).append((line, row))
    person = 1
    for number, ((name, letter), members) in enumerate(rosters.items(), start=1):
        by_board = sorted(
            members, key=lambda one: parse_whole_number(one[1].get("board", "")) or LAST
        )
        players = tuple(
            _build_player(row, person + i)
            for i, (_, row) in enumerate(row for row in by_board if row[1].get("name"))
        )
        person += len(members)
        yield Team(
            Number(number),
            name,
            players,
            letter=letter or "A",
            federation=_first_value_in_column(members, "federation"),
            previous_standing=parse_previous_standing(
                _first_value_in_column(members, "previous_standing")
            ),
            captain=_find_captain(members, where),
        )


LAST = 10**9
"""The sort key that puts players without a board number after all others."""


def _first_value_in_column(members: Iterable[tuple[int, Mapping[str, str]]], key: str) -> str:
    """Return the first non-empty value in a column of a team's rows, or "" if there is none."""
    return next((row[key] for _, row in members if row.get(key)), "")


def _find_captain(members: Iterable[tuple[int, Mapping[str, str]]], where: str) -> str:
    """Return the name of the team's captain, or "" if none is given.

    The captain column holds the captain's name, or a tick in the captain's own row. Raise
    ``BadInput`` if there are two captains.
    """
    found: dict[str, int] = {}
    for line, row in members:
        said = row.get("captain", "")
        if said.casefold() in YES:
            said = row.get("name", "")
        if said.casefold() not in NO:
            found.setdefault(said, line)
    if len(found) > 1:
        *_, (name, line) = found.items()
        remedy = say(
            "Mark only one player of the team as captain, or give only one captain's name."
        )
        what = say("the team has more than one captain")
        raise BadInput([Problem(what, f"{where}:{line}", name, remedy)])
    return next(iter(found), "")


def parse_previous_standing(text: str) -> int | None:
    """Return a team's final rank in the previous event, or None if the string is empty or 0."""
    place = parse_whole_number(text or "0")
    if place is None:
        raise BadInput([_invalid_standing_problem(say("previous standing"), text)])
    return place or None


def _invalid_standing_problem(where: str, text: str) -> Problem:
    return Problem(
        say("invalid previous standing"),
        where,
        text,
        say("Enter a whole number or leave the field empty."),
    )


def is_header_row(cells: Sequence[str]) -> bool:
    """Return whether a row contains column headings.

    One of the headings must be for the name of a player or team.
    """
    head = [_parse_column_heading(cell) for cell in cells]
    return "name" in head or "team" in head


def _read_rows_by_header(
    rows: Sequence[Sequence[str]], where: str
) -> list[tuple[int, dict[str, str]]]:
    if not rows:
        raise BadInput([Problem(say("the table is empty"), where)])
    if not is_header_row(rows[0]):
        known = ", ".join(sorted({*HEADS}))
        raise BadInput(
            [
                Problem(
                    say("the header row needs a column named 'name' or 'team'"),
                    where,
                    ", ".join(rows[0])[:80],
                    say("Use these column names: {known}.", known=known),
                )
            ]
        )
    head = [_parse_column_heading(cell) for cell in rows[0]]
    for key in head:
        if key and key not in HEADS.values() and head.count(key) > 1:
            remedy = say(
                "Keep one of the columns, or add the type and period of the ratings to their names."
            )
            raise BadInput(
                [Problem(say("two columns belong to the same rating list"), where, key, remedy)]
            )
    return [
        (line, _key_cells_by_column(head, row))
        for line, row in enumerate(rows[1:], start=2)
        if any(cell.strip() for cell in row)
    ]


def _key_cells_by_column(head: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """Return the cells of a row, keyed by the field that their column holds.

    The cells of several contact columns are joined.
    """
    found: dict[str, str] = {}
    for key, cell in zip(head, row, strict=False):
        said = cell.strip()
        if key == "contact" and said and found.get(key):
            found[key] = f"{found[key]}, {said}"
        elif key and (said or key not in found):
            found[key] = said
    return found


# --- unused columns -----------------------------------------------------------------------------


def note_unused_columns(
    rows: Sequence[Sequence[str]], *, teams: bool | None = None
) -> tuple[str, ...]:
    """Return a note on the columns of a table that are not used, or () if all are used.

    ``teams`` says whether the table lists teams or players. None means a rating list, which may be
    used for both.
    """
    if not rows:
        return ()
    idle = OF_A_TEAM if teams is False else ()
    known = [(cell.strip(), _parse_column_heading(cell)) for cell in rows[0]]
    unused = [name for name, key in known if name and (not key or key in idle)]
    width = max(map(len, rows))
    unnamed = [
        at
        for at in range(width)
        if not (at < len(known) and known[at][0])
        and any(_has_value_in_column(row, at) for row in rows[1:])
    ]
    unused += [say("column {number} (unnamed)", number=at + 1) for at in unnamed]
    if not unused:
        return ()
    named_so = ", ".join(unused)
    return (say("Unused columns: {columns}.", columns=named_so),)


def _has_value_in_column(row: Sequence[str], at: int) -> bool:
    return at < len(row) and bool(row[at].strip())


# --- rating columns without a list name ---------------------------------------------------------


def find_default_rating_list(
    rows: Sequence[Sequence[str]], order: Sequence[RatingChoice]
) -> RatingChoice | None:
    """Return the rating list to which ratings without a list name belong.

    This is the first list that counts. Return None if the table has no such ratings, or if it also
    has a column for that list.
    """
    head = [_parse_column_heading(cell) for cell in rows[0]] if rows else []
    if "rating" not in head or not order or format_rating_choice(order[0]) in head:
        return None
    return order[0]


def note_unnamed_rating_column(
    rows: Sequence[Sequence[str]], order: Sequence[RatingChoice]
) -> tuple[str, ...]:
    """Return a note on how a rating column without a list name is read, or () if there is none."""
    named_so = (
        [cell.strip() for cell in rows[0] if _parse_column_heading(cell) == "rating"]
        if rows
        else []
    )
    if not named_so or not order:
        return ()
    column, counts = named_so[0], format_rating_choice(order[0])
    if find_default_rating_list(rows, order) is None:
        told = say(
            "Column {column!r} does not name a rating list. Its ratings are treated as entered "
            "by hand and take precedence over {list} ratings.",
            column=column,
            list=counts,
        )
    else:
        told = say(
            "Column {column!r} does not name a rating list. It is read as {list}, the rating "
            "used in this section.",
            column=column,
            list=counts,
        )
    return (told,)


def _add_rating_list_name(
    row: Mapping[str, str], counted: RatingChoice | None
) -> Mapping[str, str]:
    """Return the row, with the name of the list that counts added to a rating without a list
    name.
    """
    rating = row.get("rating", "")
    if counted is None or parse_whole_number(rating) is None:
        return row
    return {**row, "rating": f"{format_rating_choice(counted)} {rating}"}


def _parse_column_heading(head: str) -> str:
    """Return the field or rating list that a column heading names, or "" if it is unknown."""
    if known := HEADS.get(head.strip().casefold()):
        return known
    head = RATINGS_OF_VEGA.get(head.strip().casefold(), head)
    words = [w for w in head.replace("_", " ").split() if HEADS.get(w.casefold()) != "rating"]
    if not words or [word.casefold() for word in words] == [NATIONAL]:
        return NATIONAL if words else ""
    by_list = {name.casefold(): name for name in LISTS}
    words[0] = by_list.get(words[0].casefold(), words[0])
    if words[0] not in LISTS and not {word.casefold() for word in words} & {*KINDS}:
        return ""
    try:
        return format_rating_choice(parse_rating_choice(" ".join(words)))
    except BadInput:
        return ""


def _join_row_ratings(row: Mapping[str, str]) -> str:
    """Return all ratings in a row as one string, each preceded by the name of its list."""
    columns = {key: cell for key, cell in row.items() if cell and key not in HEADS.values()}
    if national := columns.pop(NATIONAL, ""):
        columns[row.get("federation", "") or NATIONAL] = national
    listed = (f"{key} {cell}" for key, cell in columns.items())
    return ", ".join(filter(None, (row.get("rating", ""), *listed)))


def _find_row_problems(row: Mapping[str, str], where: str, *, teams: bool) -> Iterable[Problem]:
    board = row.get("board", "")
    if teams and board and not parse_whole_number(board):
        yield Problem(
            say("invalid board number"),
            where,
            board,
            say("Enter a whole number or leave the field empty."),
        )
    if teams and not row.get("team"):
        yield Problem(
            say("the name of the team is missing"),
            where,
            row.get("name", ""),
            say("Fill in the column 'team'."),
        )
    if not teams and not row.get("name"):
        yield Problem(say("the name is missing"), where, remedy=say("Fill in the column 'name'."))
    yield from (
        replace(problem, where=where)
        for problem in _find_rating_text_problems(_join_row_ratings(row))
    )
    previous = row.get("previous_standing", "")
    if previous and parse_whole_number(previous) is None:
        yield _invalid_standing_problem(where, previous)


@lru_cache(10_000)
def _find_rating_text_problems(text: str) -> tuple[Problem, ...]:
    """Return the problems with a string of ratings.

    The result is cached because many players have the same ratings.
    """
    try:
        apply_rating_text(Player(Number(1), ""), text)
    except BadInput as error:
        return error.problems
    return ()


def _build_player(row: Mapping[str, str], number: int) -> Player:
    player = Player(
        Number(number),
        row["name"],
        sex=_parse_sex(row.get("sex", "")),
        title=row.get("title", ""),
        federation=row.get("federation", ""),
        fide_id=row.get("fide_id", ""),
        birth=row.get("birth", ""),
        affiliations=parse_affiliations(row.get("region", "")),
        club=row.get("club", ""),
        national_id=row.get("national_id", ""),
        contact=row.get("contact", ""),
    )
    return apply_rating_text(player, _join_row_ratings(row))


def _parse_sex(text: str) -> str:
    """Return the letter that TRF files use for the sex of a player: ``m`` or ``w``."""
    letter = text[:1].lower()
    return "w" if letter == "f" else letter


def parse_affiliations(text: str) -> tuple[str, ...]:
    """Return the affiliations in a comma-separated string, such as a region, city or family."""
    return tuple(filter(None, (part.strip() for part in text.split(","))))


OF_A_PERSON = (
    "name",
    "title",
    "federation",
    "fide_id",
    "sex",
    "birth",
    "club",
    "national_id",
    "contact",
)
"""The fields about a person, other than ratings, that a rating list may contain."""


def update_from_rating_list(
    competitors: Iterable[Competitor],
    rows: Sequence[Sequence[str]],
    where: str,
    *,
    personal: bool = False,
    order: Sequence[RatingChoice] = (),
) -> tuple[Competitor, ...]:
    """Return updated copies of the participants whose data differ from a rating list.

    People are matched by FIDE ID, or else by name. Personal data are compared only if ``personal``
    is set. A rating without a list name is taken to come from the first list in ``order`` if the
    player already has a rating from that list.
    """
    counted = find_default_rating_list(rows, order)
    listed: dict[str, tuple[int | None, tuple[Rating, ...]]] = {}
    persons: dict[str, Mapping[str, str]] = {}
    for _, row in _read_rows_by_header(rows, where):
        for key in (row.get("fide_id", ""), row.get("name", "").casefold()):
            if key and personal:
                persons[key] = row
        # A rating list may say in words that a player has no rating.
        numbers = {k: v for k, v in row.items() if k in HEADS.values() or parse_whole_number(v)}
        rating = parse_whole_number(row.get("rating", ""))
        ratings = parse_ratings(_join_row_ratings({**numbers, "rating": ""}))
        for key in (row.get("fide_id", ""), row.get("name", "").casefold()):
            if key and (rating is not None or ratings):
                listed[key] = rating, ratings

    def update_player(player: Player) -> Player:
        player = _update_personal_data(player, persons)
        found = listed.get(player.fide_id or "-", listed.get(player.name.casefold()))
        if found is None:
            return player
        rating, ratings = found
        if rating and counted and latest_rating(player.ratings, counted):
            alone = Rating(rating, counted.list, counted.kind, counted.period)
            return replace(player, ratings=merge_ratings(player.ratings, (*ratings, alone)))
        player = replace(player, ratings=merge_ratings(player.ratings, ratings))
        if rating in (None, player.rating):
            return player
        # If the player has ratings from lists, a number without a list counts as entered by hand.
        return replace(player, rating=rating, rating_source="" if player.ratings else where)

    changed: list[Competitor] = []
    for one in competitors:
        new: Competitor
        if isinstance(one, Team):
            new = replace(one, players=tuple(update_player(player) for player in one.players))
        else:
            new = update_player(one)
        if new != one:
            changed.append(new)
    return tuple(changed)


def _update_personal_data(player: Player, persons: Mapping[str, Mapping[str, str]]) -> Player:
    """Return the player with the personal data from their row in a rating list, if there is one."""
    row = persons.get(player.fide_id or "-", persons.get(player.name.casefold(), {}))
    said: dict[str, Any] = {name: row[name] for name in OF_A_PERSON if row.get(name)}
    if "sex" in said:
        said["sex"] = _parse_sex(said["sex"])
    return replace(player, **said) if said else player
