"""The import of participants from a file or pasted lines, with a preview of every column."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fastapi import APIRouter
from starlette.responses import Response

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import read_whole_number
from topboard.event.bye_requests import format_bye_request, parse_bye_requests
from topboard.event.codec import dump_record_as_json, load_stored_action
from topboard.event.entry_columns import (
    BYES,
    FIELDS,
    OF_A_TEAM,
    PERSONAL_FIELDS,
    TableColumns,
    choose_columns,
    describe_columns,
    find_columns,
    rating_fields,
    unused_fields,
)
from topboard.event.entry_tables import (
    EntryTable,
    note_doubtful_data_of_competitors,
    read_entry_table,
)
from topboard.event.new_entries import (
    assign_numbers_to_new_competitors,
    build_entry_actions,
    build_late_entry_action,
)
from topboard.event.policy.entries import find_duplicate_fide_ids, find_duplicate_names
from topboard.event.ratings import get_section_rating_order
from topboard.event.state import Section
from topboard.messages import message, say, say_count, say_kept
from topboard.model import Competitor, Number, Request
from topboard.systems.common.ratings import has_listed_ratings
from topboard.systems.registry import fill_in_ratings_in_force, system
from topboard.text.names import fold_case_and_accents
from topboard.web.forms import PostedForm
from topboard.web.pasted_entries import (
    SubmittedTable,
    parse_pasted_entries,
    read_entries_file,
    read_table,
)
from topboard.web.rating_search import find_ids_of_other_people
from topboard.web.request_context import AtSection, Form, RequestContext

router = APIRouter(prefix="/e/{event}/s/{section}/entries")

LABELS = {
    "name": message("name"),
    "surname": message("surname"),
    "first_name": message("first name"),
    "rating": message("rating without a list"),
    "title": message("title"),
    "federation": message("federation"),
    "fide_id": message("FIDE ID"),
    "sex": message("sex"),
    "birth": message("date of birth"),
    "club": message("club"),
    "region": message("region"),
    "national_id": message("national ID"),
    "contact": message("contact details"),
    "team": message("team"),
    "letter": message("team letter"),
    "board": message("board"),
    "captain": message("captain"),
    "previous_standing": message("previous standing"),
    "bye": message("byes (H1, Z3)"),
    "national": message("national rating"),
}
"""What a column may hold, as users read it. Ratings of lists have the names of their lists."""


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """The participants that an import would enter, their byes, and a list of everything left
    out.
    """

    source: str
    entries: EntryTable = field(default_factory=lambda: EntryTable(()))
    table: SubmittedTable | None = None
    columns: TableColumns | None = None
    """The columns of the table; None for a file that is not a table."""
    problems: Sequence[Problem] = ()

    @property
    def rows_as_json(self) -> str:
        """Return the rows of the table, for the form that reads them again."""
        return json.dumps(self.table.rows, ensure_ascii=False) if self.table else ""

    @property
    def byes(self) -> dict[Number, str]:
        """Return the byes of each participant as text, keyed by number."""
        found: dict[Number, str] = {}
        for bye in self.entries.byes:
            told = format_bye_request(bye.round, bye.outcome)
            found[bye.number] = f"{found[bye.number]} {told}" if bye.number in found else told
        return found


@router.post("/paste")
def preview_pasted_entries(context: AtSection, form: Form) -> Response:
    """Show the participants in pasted lines before they are entered."""
    content, source = form.text("lines").encode(), say("pasted lines")
    if (table := read_table(content, source, pasted=True)) is not None:
        return show_preview(context, build_table_preview(context, table, strict=True))
    found = parse_pasted_entries(content, source, context.section.system)
    entries = EntryTable(found, notes=note_doubtful_data_of_competitors(found))
    return show_preview(context, ImportPreview(source, entries))


@router.post("/import")
def preview_uploaded_entries(context: AtSection, form: Form) -> Response:
    """Show the participants in an uploaded file before they are entered."""
    file = form.uploaded_file("file")
    if file is None:
        raise BadInput([Problem(say("No file was chosen."), remedy=say("Choose a file first."))])
    if (table := read_table(file.content, file.name, pasted=False)) is not None:
        return show_preview(context, build_table_preview(context, table))
    found = read_entries_file(file.content, file.name, context.section.system)
    return show_preview(context, ImportPreview(file.name, found))


@router.post("/import/columns")
def preview_chosen_columns(context: AtSection, form: Form) -> Response:
    """Show the participants in a table again, with the columns that the user chose."""
    return show_preview(context, _read_chosen_columns(context, form))


@router.post("/import/enter")
def enter_previewed_participants(context: AtSection, form: Form) -> Response:
    """Enter all participants shown in the preview, with their byes.

    If the user has chosen other columns since then, show the new preview first.
    """
    if form.has("field") and form.all_values_of_argument("field") != form.all_values_of_argument(
        "used"
    ):
        return show_preview(context, _read_chosen_columns(context, form), is_changed=True)
    section = context.section
    act = load_stored_action("Enter", form.text("content"))
    assert isinstance(act, actions.Enter)
    byes = tuple(_read_byes(form))
    table = EntryTable(act.competitors, byes)
    with context.transaction():
        if section.entries_closed:
            _record_late_entries(context, table, form)
        else:
            for one in build_entry_actions(section, table, act.source):
                context.record_action(one, form, check_seen=False)
    return context.redirect_to("entries", notes=[*_entry_messages(context, act, len(byes))])


def _record_late_entries(context: RequestContext, table: EntryTable, form: PostedForm) -> None:
    """Record each participant as a late entry, and then their byes.

    A late entry may move others down, so each bye is recorded before the next one.
    """
    joined = form.number("joined", context.section.round_to_pair)
    for one in table.competitors:
        (new,) = assign_numbers_to_new_competitors(context.section, (one,))
        late = replace(new, joined=joined)
        act = build_late_entry_action(
            context.event, context.section.name, late, last=form.text("number") == "last"
        )
        context.record_action(act, form, check_seen=False)
        for bye in table.byes:
            if bye.number == one.number:
                number = act.competitor.number
                context.record_action(
                    actions.RequestBye(context.section.name, number, bye.round, bye.outcome),
                    form,
                    check_seen=False,
                )


def _entry_messages(context: RequestContext, act: actions.Enter, byes: int) -> Iterator[str]:
    count = len(act.competitors)
    yield (
        say_count("{count} team was added.", "{count} teams were added.", count)
        if system(context.section.system).teams
        else say_count("{count} player was added.", "{count} players were added.", count)
    )
    if byes:
        yield say_count("{count} bye was recorded.", "{count} byes were recorded.", byes)


def _read_byes(form: PostedForm) -> Iterator[Request]:
    for line in form.all_values_of_argument("bye"):
        number, _, text = line.partition(" ")
        for round_number, outcome in parse_bye_requests(text):
            yield Request(Number(int(number)), round_number, outcome)


# --- the preview --------------------------------------------------------------------------------


def _read_chosen_columns(context: RequestContext, form: PostedForm) -> ImportPreview:
    """Return the preview of the table in a form, with the chosen header row and columns."""
    rows = _read_rows(form.text("table"))
    table = SubmittedTable(rows, form.text("source"))
    before = form.number("header_before", 0)
    header = form.number("header", before)
    if header > len(rows):
        what = say("there is no row {number}", number=header)
        raise BadInput([Problem(what, "header", str(header))])
    # With a different header, the columns are found again by their headings.
    fields = _read_fields(form) if header == before else None
    return build_table_preview(context, table, (header, fields))


def _read_rows(text: str) -> list[list[str]]:
    """Return the rows of the table that the preview page sent, or raise ``BadInput``."""
    try:
        rows = json.loads(text)
    except ValueError:
        rows = None
    if not isinstance(rows, list) or not all(
        isinstance(row, list) and all(isinstance(cell, str) for cell in row) for row in rows
    ):
        what = say("The table was not sent along.")
        raise BadInput([Problem(what, remedy=say("Choose the file again."))])
    return rows


def _read_fields(form: PostedForm) -> list[str]:
    """Return the field chosen for each column, or "" if the form does not contain the column."""
    chosen = {
        read_whole_number(at, say("column")): field
        for at, field in zip(
            form.all_values_of_argument("column"),
            form.all_values_of_argument("field"),
            strict=False,
        )
    }
    return [chosen.get(at, "") for at in range(max(chosen, default=-1) + 1)]


def build_table_preview(
    context: RequestContext,
    table: SubmittedTable,
    chosen: tuple[int, Sequence[str] | None] | None = None,
    *,
    strict: bool = False,
) -> ImportPreview:
    """Return the preview of a table.

    ``chosen`` is the header row and the fields that the user chose. Without it, both are determined
    from the headings. If ``strict`` is set, raise the problems of the table instead of showing
    them.
    """
    section, source = context.section, table.source
    columns = describe_columns(table.rows, 0)
    order = get_section_rating_order(section)
    try:
        if chosen is None:
            columns = find_columns(table.rows, source)
        elif chosen[1] is None:
            columns = describe_columns(table.rows, chosen[0])
        else:
            columns = choose_columns(table.rows, chosen[0], chosen[1])
        found = read_entry_table(table.rows, source, section.system, order, columns)
    except BadInput as error:
        if strict or not table.rows:
            raise
        return ImportPreview(source, EntryTable(()), table, columns, error.problems)
    return ImportPreview(source, found, table, columns)


def show_preview(
    context: RequestContext, preview: ImportPreview, *, is_changed: bool = False
) -> Response:
    """Show a preview of an import, without entering anything."""
    section, teams = context.section, system(context.section.system).teams
    known, order = list(section.competitors.values()), section.settings.rating_order
    entered = assign_numbers_to_new_competitors(section, preview.entries.competitors)
    found = fill_in_ratings_in_force(entered, section.system, order, again=True)
    if not found and not preview.problems:
        raise BadInput([Problem(say("the list contains no participants"), preview.source)])
    shown = zip(found, preview.entries.competitors, strict=True)
    content = dump_record_as_json(actions.Enter(section.name, found, preview.source))
    return context.render_page(
        "import_preview.html",
        422 if preview.problems else 200,
        section=section,
        preview=preview,
        found=found,
        byes={new.number: preview.byes.get(old.number, "") for new, old in shown},
        twice=[*_find_names_on_list(known, found)],
        remarks=[
            *(preview.table.notes if preview.table else ()),
            *preview.entries.notes,
            *_describe_duplicates(known, found),
            *find_ids_of_other_people(context, found),
        ],
        content=content,
        offered=list_offered_fields(section, preview.columns),
        idle=unused_fields(teams),
        is_changed=is_changed,
        ranked_late=system(section.system).place_of_late_entry is not None,
        teams=teams,
        listed=not teams and any(has_listed_ratings(one) for one in found),
    )


def _find_names_on_list(known: Sequence[Competitor], found: Sequence[Competitor]) -> Iterator[str]:
    names = {fold_case_and_accents(one.name) for one in known}
    return (one.name for one in found if fold_case_and_accents(one.name) in names)


def _describe_duplicates(known: Sequence[Competitor], found: Sequence[Competitor]) -> Iterator[str]:
    """Yield a sentence for each duplicate name and each duplicate FIDE ID in the list."""
    yield from find_duplicate_names(found, ())
    yield from find_duplicate_fide_ids(found, known)


def list_offered_fields(section: Section, columns: TableColumns | None) -> list[tuple[str, str]]:
    """Return the fields that a column may contain, with their labels.

    The empty field means that the column is ignored.
    """
    teams = system(section.system).teams
    fields = (*PERSONAL_FIELDS, *(OF_A_TEAM if teams else (BYES,)))
    found = columns.fields if columns else ()
    ratings = rating_fields(get_section_rating_order(section))
    lists = (one for one in (*ratings, *found) if one and one not in FIELDS)
    known = dict.fromkeys((*fields, *lists))
    return [
        ("", say("ignored")),
        *((one, say_kept(LABELS[one]) if one in LABELS else one) for one in known),
    ]
