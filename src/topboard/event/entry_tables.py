"""Tables of participants: rows under a header row, as in spreadsheets and rating lists."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from topboard._frozen import dataclass, replace
from topboard.errors import BadInput, Problem
from topboard.event.bye_requests import parse_bye_requests
from topboard.event.entry_columns import (
    BYES,
    FIELDS,
    JOINED,
    NATIONAL,
    TableColumns,
    describe_columns,
    find_columns,
    list_unused_columns,
    note_unused_rows,
    refuse_table_without_names,
)
from topboard.event.personal_fields import (
    NAMES,
    describe_field,
    find_personal_problems,
    parse_birth,
)
from topboard.event.ratings import (
    add_ratings_from_text,
    merge_old_and_new_ratings,
    parse_listed_ratings,
)
from topboard.formats.problems import MOST_COMPETITORS, parse_whole_number, too_large_error
from topboard.messages import say, say_count
from topboard.model import Number, Player, Rating, Request, Team
from topboard.systems.common.ratings import find_latest_rating, format_rating_choice
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from topboard.model import Competitor, RatingChoice

YES = ("x", "*", "yes", "y", "true", "1", "c", "captain")
NO = ("", "no", "n", "false", "0", "-")
"""Values of the captain column that mean "not the captain".

Other values are a name or a tick.
"""
MOST_PROBLEMS = 50
MOST_NOTED = 10
"""The number of doubtful values that are noted one by one."""
MOST_PERSONS = 30_000
"""The maximum number of players in one table."""


@dataclass(frozen=True, slots=True)
class EntryTable:
    """The participants in a table, their byes, and notes on everything that is not used."""

    competitors: tuple[Competitor, ...]
    byes: tuple[Request, ...] = ()
    """The requested byes. Their numbers are those of the participants in ``competitors``."""
    notes: tuple[str, ...] = ()


def parse_entry_table(
    rows: Sequence[Sequence[str]],
    where: str,
    system_name: str,
    order: Sequence[RatingChoice] = (),
) -> tuple[Competitor, ...]:
    """Return the participants listed in a table, as in ``read_entry_table``."""
    return read_entry_table(rows, where, system_name, order).competitors


def read_entry_table(
    rows: Sequence[Sequence[str]],
    where: str,
    system_name: str,
    order: Sequence[RatingChoice] = (),
    columns: TableColumns | None = None,
) -> EntryTable:
    """Return the participants in a table, with their byes and notes on everything not used.

    The players of a team are in board order. ``order`` lists the ratings that count; if it is
    empty, the order of the system applies. ``columns`` are the columns that the user chose. Raise
    ``BadInput`` with the problems in all rows.
    """
    columns = columns or find_columns(rows, where)
    refuse_table_without_names(columns, where)
    teams = system(system_name).teams
    order = order or system(system_name).rating_order
    counted = find_list_for_unnamed_rating_column(columns, order)
    found = [
        (line, _add_rating_list_name(row, counted))
        for line, row in _read_rows_keyed_by_heading(rows, columns)
    ]
    if not found:
        raise BadInput([Problem(say("the list contains no participants"), where)])
    competitors = _build_competitors(found, where, teams=teams)
    byes = () if teams else tuple(_read_byes(found))
    notes = (
        *_note_rows_without_participant(rows, columns, {line for line, _ in found}),
        *format_note_on_unnamed_rating_column(columns, order),
        *format_note_on_unused_columns(rows, teams=teams, columns=columns),
        *_note_doubtful_values(found, where),
    )
    return EntryTable(competitors, byes, notes)


def _note_rows_without_participant(
    rows: Sequence[Sequence[str]], columns: TableColumns, used: set[int]
) -> tuple[str, ...]:
    """Return a note on rows in which no cell is used, such as titles above the header."""
    numbers = range(1, len(rows) + 1)
    unused = (line for line in numbers if line not in used and line != columns.header)
    return note_unused_rows(unused, rows)


def _note_doubtful_values(
    found: Iterable[tuple[int, Mapping[str, str]]], where: str
) -> tuple[str, ...]:
    """Return notes on personal data that look wrong. They are imported as they are."""
    return _note_doubtful_rows((f"{where}:{line}", row) for line, row in found)


def note_doubtful_data_of_competitors(competitors: Iterable[Competitor]) -> tuple[str, ...]:
    """Return notes on the data of participants and team members that look wrong."""
    listed = [one for c in competitors for one in (c, *(c.players if isinstance(c, Team) else ()))]
    rows = (
        (one.name, {name: str(getattr(one, name, "")) for name in NAMES if name != "region"})
        for one in listed
    )
    return _note_doubtful_rows(rows)


def _note_doubtful_rows(rows: Iterable[tuple[str, Mapping[str, str]]]) -> tuple[str, ...]:
    """Return notes on the values in rows of personal data, each with the place of its row."""
    told = [
        say(
            "{where}: check the {field}: {value!r}.",
            where=where,
            field=describe_field(problem.where),
            value=problem.quoted,
        )
        for where, row in rows
        for problem in find_personal_problems(_format_row_values(row))
    ]
    shown = told[:MOST_NOTED]
    if more := len(told) - len(shown):
        shown.append(
            say_count("{count} more value looks wrong.", "{count} more values look wrong.", more)
        )
    return tuple(shown)


def _format_row_values(row: Mapping[str, str]) -> dict[str, str]:
    """Return the personal data in a row as they are recorded."""
    birth, sex = parse_birth(row.get("birth", "")), parse_sex(row.get("sex", ""))
    return {**row, "birth": birth, "sex": sex}


def _read_byes(found: Iterable[tuple[int, Mapping[str, str]]]) -> Iterator[Request]:
    """Yield the byes in the column for byes.

    The participants are numbered in the order of the table.
    """
    for number, (_, row) in enumerate(found, start=1):
        for round_number, outcome in parse_bye_requests(row.get(BYES, "")):
            yield Request(Number(number), round_number, outcome)


def _build_competitors(
    found: list[tuple[int, Mapping[str, str]]], where: str, *, teams: bool
) -> tuple[Competitor, ...]:
    """Return the participants in the rows of a table, or raise ``BadInput`` with all problems."""
    entered = {_find_team_name_and_letter(row) for _, row in found} if teams else found
    if len(entered) > MOST_COMPETITORS:
        what = say_count("{count:,} participant", "{count:,} participants", len(entered))
        raise too_large_error(what, where, MOST_COMPETITORS)
    if len(found) > MOST_PERSONS:
        what = say_count("{count:,} player", "{count:,} players", len(found))
        raise too_large_error(what, where, MOST_PERSONS)
    defects = (
        p
        for line, row in found
        for p in _find_entry_row_problems(row, f"{where}:{line}", teams=teams)
    )
    if problems := [*islice(defects, MOST_PROBLEMS)]:
        raise BadInput(problems)
    if not teams:
        return tuple(_build_player(row, n) for n, (_, row) in enumerate(found, start=1))
    return tuple(_build_teams_from_rows(found, where))


# --- teams --------------------------------------------------------------------------------------


def _find_team_name_and_letter(row: Mapping[str, str]) -> tuple[str, str]:
    """Return the team name and letter in a row.

    The letter distinguishes the teams of one federation.
    """
    return row.get("team", ""), row.get("letter", "").upper()


def _build_teams_from_rows(
    found: Iterable[tuple[int, Mapping[str, str]]], where: str
) -> Iterator[Team]:
    """Yield the teams in a table.

    Players are sorted by board number, and those without one come last in the order of their rows.
    """
    rosters: dict[tuple[str, str], list[tuple[int, Mapping[str, str]]]] = {}
    last: dict[str, tuple[str, str]] = {}
    for line, row in found:
        name, letter = _find_team_name_and_letter(row)
        # If only the first row of a team has its letter, the rows below it belong to that team.
        key = (name, letter) if letter else last.get(name, (name, ""))
        last[name] = key
        rosters.setdefault(key, []).append((line, row))
    person = 1
    for number, ((name, letter), members) in enumerate(rosters.items(), start=1):
        _refuse_shared_boards(members, where)
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
            federation=_find_first_value_in_column(members, "federation"),
            previous_standing=parse_rank_in_previous_event(
                _find_first_value_in_column(members, "previous_standing")
            ),
            captain=_find_team_captain_name(members, where),
        )


def _refuse_shared_boards(members: Iterable[tuple[int, Mapping[str, str]]], where: str) -> None:
    """Raise ``BadInput`` if two players of a team have the same board number."""
    seen: dict[int, int] = {}
    for line, row in members:
        board = parse_whole_number(row.get("board", ""))
        if board is not None and seen.setdefault(board, line) != line:
            what = say("two players of the team have the same board")
            remedy = say(
                "The other player is in line {line}. Give each player a board of their own.",
                line=seen[board],
            )
            raise BadInput([Problem(what, f"{where}:{line}", row.get("board", ""), remedy)])


LAST = 10**9
"""The sort key that puts players without a board number after all others."""


def _find_first_value_in_column(members: Iterable[tuple[int, Mapping[str, str]]], key: str) -> str:
    """Return the first non-empty value in a column of a team's rows, or "" if there is none."""
    return next((row[key] for _, row in members if row.get(key)), "")


def _find_team_captain_name(members: Iterable[tuple[int, Mapping[str, str]]], where: str) -> str:
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


def parse_rank_in_previous_event(text: str) -> int | None:
    """Return a team's final rank in the previous event, or None if the string is empty or 0."""
    place = parse_whole_number(text or "0")
    if place is None:
        raise BadInput([_build_invalid_previous_rank_problem(say("previous standing"), text)])
    return place or None


def _build_invalid_previous_rank_problem(where: str, text: str) -> Problem:
    return Problem(
        say("invalid previous standing"),
        where,
        text,
        say("Enter a whole number or leave the field empty."),
    )


def _read_rows_keyed_by_heading(
    rows: Sequence[Sequence[str]], columns: TableColumns
) -> list[tuple[int, dict[str, str]]]:
    """Return the rows below the header that are used, each with its row number."""
    return [
        (line, row)
        for line, cells in enumerate(rows[columns.header :], start=columns.header + 1)
        if any((row := _map_row_cells_by_field(columns.fields, cells)).values())
    ]


def _map_row_cells_by_field(fields: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the cells of a row, keyed by the field that each column holds.

    The cells of several columns for contact details or byes are joined, and so are the surname and
    the first name.
    """
    found: dict[str, str] = {}
    for key, cell in zip(fields, cells, strict=False):
        said = cell.strip()
        if key in JOINED and said and found.get(key):
            found[key] = f"{found[key]}, {said}"
        elif key and (said or key not in found):
            found[key] = said
    surname, first = found.pop("surname", ""), found.pop("first_name", "")
    if not found.get("name") and (surname or first):
        found["name"] = ", ".join(filter(None, (surname, first)))
    return found


# --- unused columns and rows --------------------------------------------------------------------


def format_note_on_unused_columns(
    rows: Sequence[Sequence[str]],
    *,
    teams: bool | None = None,
    columns: TableColumns | None = None,
) -> tuple[str, ...]:
    """Return a note on the columns of a table that are not used, or () if all are used.

    ``teams`` tells whether the table lists teams or players. If it is None, the table is a rating
    list, which can be used for both.
    """
    if not rows:
        return ()
    columns = columns or describe_columns(rows, 1)
    unused = [*list_unused_columns(columns, rows[columns.header :], teams=teams)]
    if not unused:
        return ()
    named_so = ", ".join(unused).removesuffix(".")
    return (say("Unused columns: {columns}.", columns=named_so),)


# --- rating columns without a list name ---------------------------------------------------------


def find_list_for_unnamed_rating_column(
    columns: TableColumns, order: Sequence[RatingChoice]
) -> RatingChoice | None:
    """Return the rating list that a rating column without a list name refers to.

    This is the first list in ``order``. Return None if the table has no such column, or if it also
    has a column for the first list.
    """
    head = columns.fields
    if "rating" not in head or not order or format_rating_choice(order[0]) in head:
        return None
    return order[0]


def format_note_on_unnamed_rating_column(
    columns: TableColumns, order: Sequence[RatingChoice]
) -> tuple[str, ...]:
    """Return a note on how a rating column without a list name is read.

    Return () if there is no such column.
    """
    named_so = [column.heading for column in columns.columns if column.field == "rating"]
    if not named_so or not named_so[0] or not order:
        return ()
    column, counts = named_so[0], format_rating_choice(order[0])
    if find_list_for_unnamed_rating_column(columns, order) is None:
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
    """Return the row, with the list name ``counted`` before a rating that has no list name."""
    rating = row.get("rating", "")
    if counted is None or parse_whole_number(rating) is None:
        return row
    return {**row, "rating": f"{format_rating_choice(counted)} {rating}"}


def _join_row_ratings(row: Mapping[str, str]) -> str:
    """Return all ratings in a row as one string, each preceded by the name of its list."""
    columns = {key: cell for key, cell in row.items() if cell and key not in FIELDS}
    if national := columns.pop(NATIONAL, ""):
        columns[row.get("federation", "") or NATIONAL] = national
    listed = (f"{key} {cell}" for key, cell in columns.items())
    return ", ".join(filter(None, (row.get("rating", ""), *listed)))


def _find_entry_row_problems(
    row: Mapping[str, str], where: str, *, teams: bool
) -> Iterable[Problem]:
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
    if not teams:
        yield from (replace(problem, where=where) for problem in _find_bye_problems(row))
    previous = row.get("previous_standing", "")
    if previous and parse_whole_number(previous) is None:
        yield _build_invalid_previous_rank_problem(where, previous)


def _find_bye_problems(row: Mapping[str, str]) -> tuple[Problem, ...]:
    try:
        parse_bye_requests(row.get(BYES, ""))
    except BadInput as error:
        return error.problems
    return ()


@lru_cache(10_000)
def _find_rating_text_problems(text: str) -> tuple[Problem, ...]:
    """Return the problems with a string of ratings.

    Results are cached, because many players have the same ratings.
    """
    try:
        add_ratings_from_text(Player(Number(1), ""), text)
    except BadInput as error:
        return error.problems
    return ()


def _build_player(row: Mapping[str, str], number: int) -> Player:
    player = Player(
        Number(number),
        row["name"],
        sex=parse_sex(row.get("sex", "")),
        title=row.get("title", ""),
        federation=row.get("federation", ""),
        fide_id=row.get("fide_id", ""),
        birth=parse_birth(row.get("birth", "")),
        affiliations=parse_affiliations(row.get("region", "")),
        club=row.get("club", ""),
        national_id=row.get("national_id", ""),
        contact=row.get("contact", ""),
    )
    return add_ratings_from_text(player, _join_row_ratings(row))


def parse_sex(text: str) -> str:
    """Return the letter that TRF files use for the sex of a player: ``m`` or ``w``."""
    letter = text[:1].lower()
    return "w" if letter == "f" else letter


def parse_affiliations(text: str) -> tuple[str, ...]:
    """Return the affiliations, such as a region, city or family, in a comma-separated string."""
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


def update_participants_from_rating_list(
    competitors: Iterable[Competitor],
    rows: Sequence[Sequence[str]],
    where: str,
    *,
    personal: bool = False,
    order: Sequence[RatingChoice] = (),
) -> tuple[Competitor, ...]:
    """Return updated copies of the participants whose data differ from a rating list.

    People are matched by FIDE ID, or else by name. Personal data are compared only if ``personal``
    is set. A rating without a list name is attributed to the first list in ``order`` if the player
    already has a rating from that list.
    """
    columns = find_columns(rows, where)
    refuse_table_without_names(columns, where)
    counted = find_list_for_unnamed_rating_column(columns, order)
    listed: dict[str, tuple[int | None, tuple[Rating, ...]]] = {}
    persons: dict[str, Mapping[str, str]] = {}
    for _, row in _read_rows_keyed_by_heading(rows, columns):
        for key in (row.get("fide_id", ""), row.get("name", "").casefold()):
            if key and personal:
                persons[key] = row
        # A rating list may say in words that a player has no rating.
        numbers = {k: v for k, v in row.items() if k in FIELDS or parse_whole_number(v)}
        rating = parse_whole_number(row.get("rating", ""))
        ratings = parse_listed_ratings(_join_row_ratings({**numbers, "rating": ""}))
        for key in (row.get("fide_id", ""), row.get("name", "").casefold()):
            if key and (rating is not None or ratings):
                listed[key] = rating, ratings

    def update_player(player: Player) -> Player:
        player = _update_player_personal_data(player, persons)
        found = listed.get(player.fide_id or "-", listed.get(player.name.casefold()))
        if found is None:
            return player
        rating, ratings = found
        if rating and counted and find_latest_rating(player.ratings, counted):
            alone = Rating(rating, counted.list, counted.kind, counted.period)
            return replace(
                player, ratings=merge_old_and_new_ratings(player.ratings, (*ratings, alone))
            )
        player = replace(player, ratings=merge_old_and_new_ratings(player.ratings, ratings))
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


def _update_player_personal_data(
    player: Player, persons: Mapping[str, Mapping[str, str]]
) -> Player:
    """Return the player updated with any personal data in a rating list."""
    row = persons.get(player.fide_id or "-", persons.get(player.name.casefold(), {}))
    said: dict[str, Any] = {name: row[name] for name in OF_A_PERSON if row.get(name)}
    if "sex" in said:
        said["sex"] = parse_sex(said["sex"])
    if "birth" in said:
        said["birth"] = parse_birth(said["birth"])
    return replace(player, **said) if said else player
