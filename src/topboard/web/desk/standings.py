"""The pages of standings, charts and rules, and files of a section to download."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import Response

from topboard.documents.records import card_lines_by_participant
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.arguments import find_competitor_number
from topboard.event.categories import (
    find_category_members,
    find_or_parse_category,
    limit_standings_to_participants,
)
from topboard.event.export import export_section_to_format
from topboard.event.grids import build_pairings_spreadsheet_rows, build_standings_spreadsheet_rows
from topboard.event.memo import standings
from topboard.event.policy.line_ups import hide_secret_line_ups
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.reasons.sentences.articles import find_regulation
from topboard.reasons.sentences.words import (
    count_missing_results,
    format_round_in_play,
)
from topboard.storage.journal_json import format_journal_json
from topboard.storage.spreadsheets import format_grid_as_csv
from topboard.systems.registry import system
from topboard.web.accounts import NotAllowed
from topboard.web.help.documentation import list_interpretation_pages
from topboard.web.next_step import find_next_step
from topboard.web.pages import find_standings_page_number, select_standings_page
from topboard.web.public.participant import describe_outcome
from topboard.web.public.section_pages import MOST_ROUNDS, SectionPages
from topboard.web.request_context import AtEvent, AtSection, redirect_to

router = APIRouter(prefix="/e/{event}")

MOST_WITH_GAMES = 1_000
"""The largest section whose standings show every game: for more, the page would take too long."""


@router.get("/s/{section}/standings")
def standings_page(
    context: AtSection, after: int = 0, part: int = 1, who: str = "", category: str = ""
) -> Response:
    """Show one page of the standings after a round, or redirect to the page with a participant.

    For a category, show only its members, with their overall places.
    """
    section = context.section
    facts = build_tournament(context.event, section)
    last = len(section.rounds)
    shown = after if 1 <= after <= last else last
    if shown < last:
        facts = replace(facts, rounds=facts.rounds[:shown])
    table = standings(facts) if section.competitors else None
    if table and category:
        inside = find_category_members(
            section, context.event.details, find_or_parse_category(section, category)
        )
        table = limit_standings_to_participants(table, inside)
    if table and who:
        number = find_competitor_number(section, who)
        asked = f"?after={shown}&part={find_standings_page_number(table, number)}"
        return redirect_to(context.request, f"{context.url('standings')}{asked}#n{number}")
    shows_games = 0 < len(section.competitors) <= MOST_WITH_GAMES and shown <= MOST_ROUNDS
    return context.render_page(
        "standings.html",
        section=section,
        table=table,
        part=select_standings_page(table, part) if table else None,
        category=category,
        names={c.number: c for c in facts.competitors},
        rounds_shown=range(1, shown + 1) if shows_games else (),
        games=card_lines_by_participant(facts, system(section.system)) if shows_games else {},
        outcome_of=describe_outcome,
        shown=shown,
        in_play=format_round_in_play(facts),
        missing=count_missing_results(facts),
        last=last,
    )


@router.get("/s/{section}/charts")
def charts_page(context: AtSection) -> Response:
    """Show the same charts of the section as the public pages."""
    pages = SectionPages(context.event, context.section, context.slug, context.handle.replay_round)
    return context.render_page(
        "charts.html", section=context.section, charts=pages.charts, step=find_next_step(context)
    )


@router.get("/s/{section}/rules")
def rules_page(context: AtSection, q: str = "") -> Response:
    """Show a summary of each article of the section's pairing system, or of those with words."""
    text = find_regulation(context.section.system)
    return context.render_page(
        "rules.html",
        section=context.section,
        text=text,
        words=q.strip(),
        interpretation_pages=list_interpretation_pages(),
    )


# --- files ------------------------------------------------------------------------------------


def build_download_response(content: str | bytes, kind: str, name: str) -> Response:
    """Return a response that the browser saves as a file called ``name``."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


REPORTS = {"trf16.trf": "trf16", "trf26.trf": "trf26", "event.json": "event-json"}
"""The report files of a section for other programs, each with its export format."""


@router.get("/s/{section}/export/{name}")
def download_section_file(context: AtSection, name: str, noted: bool = False) -> Response:
    """Return a file about the section: the standings, a round, or a report for other programs.

    If the report format cannot hold all data, show a page that says so first, unless ``noted`` is
    true.
    """
    file = f"{context.handle.stem}-{context.slug}-{name}"
    if name == "standings.csv":
        facts = build_tournament(context.event, context.section)
        return build_download_response(
            format_grid_as_csv(build_standings_spreadsheet_rows(facts, standings(facts))),
            "text/csv",
            file,
        )
    if name.startswith("round-") and name.endswith(".csv"):
        number = name.removeprefix("round-").removesuffix(".csv")
        if number.isdigit():
            grid = build_pairings_spreadsheet_rows(context.section, int(number))
            return build_download_response(format_grid_as_csv(grid), "text/csv", file)
    if name not in REPORTS:
        raise BadInput([Problem(say("There is no such file."), quoted=name)])
    exported = export_section_to_format(
        context.event, context.snapshot.entries, context.section, REPORTS[name]
    )
    shows_pages = "text/html" in context.request.headers.get("accept", "")
    if exported.notes and shows_pages and not noted:
        address = f"{context.url('export', name)}?noted=true"
        return context.render_page(
            "export_notes.html", file=file, address=address, lines=exported.notes
        )
    return build_download_response(exported.text, "text/plain; charset=utf-8", file)


@router.get("/journal.json")
def download_journal(context: AtEvent) -> Response:
    """Return the whole journal as a JSON file, unless it has line-ups secret to the user."""
    if not context.user.may_perform(actions.HandInLineUps) and any(
        hide_secret_line_ups(context.event, entry.act) is not entry.act
        for entry in context.snapshot.entries
    ):
        what = say("The journal contains line-ups that are still secret.")
        remedy = say("Download it when the line-ups are known, or ask the chief arbiter.")
        raise NotAllowed([Problem(what, remedy=remedy)])

    with context.handle.open(read_only=True) as file:
        text = format_journal_json(file.journal.load_verified_entries())
    return build_download_response(text, "application/json", f"{context.handle.stem}-journal.json")
