"""Players and teams in pasted lines, such as ``name; rating; federation``, or in uploaded files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from topboard.errors import BadInput, Problem
from topboard.event.entry_columns import HEADER_ROWS, is_header_row, parse_column_heading
from topboard.event.entry_tables import MOST_PROBLEMS, EntryTable
from topboard.event.new_entries import build_entry_table_from_tournament
from topboard.event.personal_fields import find_personal_problems
from topboard.event.ratings import add_ratings_from_text, replace_ratings_from_text
from topboard.formats import read_text
from topboard.formats.problems import parse_whole_number
from topboard.messages import say
from topboard.model import Competitor, Number, Player, Team
from topboard.storage.spreadsheets import note_unread_sheets, parse_spreadsheet_rows
from topboard.systems.registry import system
from topboard.web.forms import PostedForm

TABLES = (".csv", ".tsv", ".xlsx")
MEMBER = ("-", "*", "\t", " ")


def _split_line_into_fields(line: str) -> list[str]:
    separator = ";" if ";" in line else "\t" if "\t" in line.strip() else ";"
    return [*(part.strip() for part in line.strip().split(separator)), "", "", "", ""]


# --- pasted lines -----------------------------------------------------------------------------


def parse_pasted_entries(content: bytes, source: str, system_name: str) -> tuple[Competitor, ...]:
    """Return the participants in pasted lines without a header.

    The players of a team follow its line, each starting with a dash. Raise ``BadInput`` with all
    problems.
    """
    lines = [
        (place, line.rstrip())
        for place, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1)
        if line.strip()
    ]
    if not lines:
        remedy = say("Paste one line for each participant.")
        raise BadInput([Problem(say("nothing was pasted"), source, remedy=remedy)])
    teams = system(system_name).teams
    problems = [p for place, line in lines for p in _find_line_problems(line, place, teams=teams)]
    if teams and lines[0][1].startswith(MEMBER):
        remedy = say("Start with a line for the team.")
        where = say("line {place}", place=1)
        problems.append(Problem(say("this player has no team"), where, lines[0][1], remedy))
    if problems:
        raise BadInput(problems[:MOST_PROBLEMS])
    if teams:
        return tuple(_parse_pasted_teams([line for _, line in lines]))
    return tuple(_parse_pasted_player(line, n) for n, (_, line) in enumerate(lines, start=1))


def _find_line_problems(line: str, place: int, *, teams: bool) -> Iterator[Problem]:
    is_member = teams and line.startswith(MEMBER)
    name, rating, *_ = _split_line_into_fields(line.lstrip("-* \t") if is_member else line)
    where = say("line {place}", place=place)
    yield from _find_extra_fields(line, where, 3 if teams else 4)
    if not name:
        remedy = (
            say("Write the line as: name; federation; letter.")
            if teams and not is_member
            else say("Write the line as: name; rating; federation.")
        )
        yield Problem(say("the name is missing"), where, line, remedy)
    if is_member or not teams:
        try:
            add_ratings_from_text(Player(Number(1), ""), rating)
        except BadInput as error:
            yield from (replace(problem, where=where) for problem in error.problems)


def _find_extra_fields(line: str, where: str, most: int) -> Iterator[Problem]:
    """Yield a problem if a line has more fields than are read, because none may be lost."""
    if extra := "; ".join(filter(None, _split_line_into_fields(line)[most:])):
        remedy = say(
            "Put a line with the names of the columns above the list, such as name; FIDE; "
            "federation; title; club."
        )
        yield Problem(say("this part of the line has no use"), where, extra, remedy)


def _parse_pasted_player(line: str, number: int) -> Player:
    name, rating, federation, title, *_ = _split_line_into_fields(line)
    return add_ratings_from_text(
        Player(Number(number), name, federation=federation, title=title), rating
    )


def _parse_pasted_teams(lines: Iterable[str]) -> Iterator[Team]:
    blocks: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith(MEMBER):
            blocks[-1][1].append(line.lstrip("-* \t"))
        else:
            blocks.append((line, []))
    person = 1
    for number, (head, members) in enumerate(blocks, start=1):
        name, federation, letter, *_ = _split_line_into_fields(head)
        players = tuple(
            _parse_pasted_team_member(line, person + i) for i, line in enumerate(members)
        )
        person += len(players)
        yield Team(Number(number), name, players, federation=federation, letter=letter or "A")


def _parse_pasted_team_member(line: str, number: int) -> Player:
    name, rating, title, *_ = _split_line_into_fields(line)
    return add_ratings_from_text(Player(Number(number), name, title=title), rating)


def parse_team_members(text: str, first: int) -> Iterator[Player]:
    """Yield the players of a team from lines of the form ``name; rating; title``.

    They are numbered from ``first``. Raise ``BadInput`` if a name or title cannot be right.
    """
    lines = (line.lstrip("-* \t") for line in text.splitlines() if line.strip())
    for number, line in enumerate(lines, start=first):
        if extra := "; ".join(filter(None, _split_line_into_fields(line)[3:])):
            remedy = say("Write the line as: name; rating; title.")
            name = _split_line_into_fields(line)[0]
            raise BadInput([Problem(say("this part of the line has no use"), name, extra, remedy)])
        made = _parse_pasted_team_member(line, number)
        _refuse_wrong_member(made, {"name": made.name, "title": made.title})
        yield made


def _refuse_wrong_member(player: Player, values: Mapping[str, str]) -> None:
    """Raise ``BadInput`` with the name of the player if a value cannot be right."""
    if problems := [replace(p, where=player.name) for p in find_personal_problems(values)]:
        raise BadInput(problems)


def read_team_roster_from_form(form: PostedForm, team: Team, first: int) -> Iterator[Player]:
    """Yield a team's players from the rows of a form in board order, then those in added lines.

    Added players are numbered from ``first``.
    """
    by_number = {str(p.number): p for p in team.players}
    rows = []
    parts = ("board", "number", "name", "rating", "title")
    columns = [form.all_values_of_argument(f"member_{part}") for part in parts]
    if len({len(column) for column in columns}) > 1:
        what = say("some rows of the roster have missing fields")
        counts = ", ".join(
            f"{part} {len(column)}" for part, column in zip(parts, columns, strict=True)
        )
        remedy = say("Send board, number, name, rating and title for each player.")
        raise BadInput([Problem(what, team.name, counts, remedy)])
    for place, (board, number, name, rating, title) in enumerate(zip(*columns, strict=True)):
        if name.strip() and number in by_number:
            wanted = parse_whole_number(board.strip())
            old = by_number[number]
            made = replace_ratings_from_text(
                replace(old, name=name.strip(), title=title.strip()), rating
            )
            if made.title != old.title:
                _refuse_wrong_member(made, {"title": made.title})
            rows.append((99 if wanted is None else wanted, place, made))
    yield from (player for _, _, player in sorted(rows, key=lambda row: row[:2]))
    yield from parse_team_members(form.text("more_members"), first)


# --- files ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SubmittedTable:
    """A table that a user sent, with the name of its source."""

    rows: Sequence[Sequence[str]]
    source: str
    notes: tuple[str, ...] = ()
    """Notes on the parts of the file that are not read."""


def read_table(content: bytes, source: str, *, pasted: bool) -> SubmittedTable | None:
    """Return the rows of pasted lines or of an uploaded file, or None if these are not a table.

    Pasted lines are a table only if they have a header, at the beginning or below a few titles.
    """
    if not pasted:
        if not source.lower().endswith(TABLES):
            return None
        rows = parse_spreadsheet_rows(content, source)
        return SubmittedTable(rows, source, note_unread_sheets(content, source))
    pasted_rows = _read_pasted_rows(content, source)
    return SubmittedTable(pasted_rows, source) if pasted_rows else None


def _read_pasted_rows(content: bytes, source: str) -> Sequence[Sequence[str]]:
    """Return the rows of pasted lines with a header, or nothing if they have no header."""
    lines = content.decode("utf-8", "replace").splitlines()
    rows: Sequence[Sequence[str]] = [_split_line_into_fields(line) for line in lines]
    if is_header_row(next((row for row in rows if any(row)), [])):
        return rows
    try:
        rows = parse_spreadsheet_rows(content, source)
    except BadInput:
        return []
    # In a list without a header, a name may be a heading, such as Nom. Two of them are no chance.
    heads = (row for row in rows[:HEADER_ROWS] if is_header_row(row))
    return rows if any(sum(map(bool, map(parse_column_heading, row))) > 1 for row in heads) else []


def read_entries_file(content: bytes, source: str, system_name: str) -> EntryTable:
    """Return the participants in a TRF file or a Topboard JSON file."""
    found = read_text(content, source, accept_points=True)
    teams = system(system_name).teams
    if any(isinstance(c, Team) != teams for c in found.competitors):
        what = (
            say("the file has players, but this section is for teams")
            if teams
            else say("the file has teams, but this section is for players")
        )
        raise BadInput([Problem(what, source)])
    return build_entry_table_from_tournament(found)
