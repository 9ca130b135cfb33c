"""The pages for standings, charts and rules, and the files of a section for download."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event.arguments import find_competitor
from topboard.event.categories import filter_standings, find_category, find_category_members
from topboard.event.export import export_section
from topboard.event.grids import pairings_grid, standings_grid
from topboard.event.memo import standings
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.reasons.sentences.articles import load_regulations
from topboard.reasons.sentences.words import after_round_heading
from topboard.storage.journal_json import format_journal_json
from topboard.storage.spreadsheets import format_csv
from topboard.web.next_step import find_next_step
from topboard.web.pages import find_part_with_participant, select_standings_part
from topboard.web.public.section_pages import SectionPages
from topboard.web.request_context import AtEvent, AtSection, redirect_to

router = APIRouter(prefix="/e/{event}")


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
            section, context.event.details, find_category(section, category)
        )
        table = filter_standings(table, inside)
    if table and who:
        number = find_competitor(section, who)
        asked = f"?after={shown}&part={find_part_with_participant(table, number)}"
        return redirect_to(context.request, f"{context.url('standings')}{asked}#n{number}")
    return context.render_page(
        "standings.html",
        section=section,
        table=table,
        part=select_standings_part(table, part) if table else None,
        category=category,
        names={c.number: c for c in facts.competitors},
        shown=shown,
        after_round=after_round_heading(facts),
        last=last,
    )


@router.get("/s/{section}/charts")
def charts_page(context: AtSection) -> Response:
    """Show the same charts of the section as the public pages."""
    pages = SectionPages(context.event, context.section, context.slug, context.handle.replay)
    return context.render_page(
        "charts.html", section=context.section, charts=pages.charts, step=find_next_step(context)
    )


@router.get("/s/{section}/rules")
def rules_page(context: AtSection) -> Response:
    """Show a summary of each article of the section's pairing system."""
    text = load_regulations()[context.section.system]
    return context.render_page("rules.html", section=context.section, text=text)


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
            format_csv(standings_grid(facts, standings(facts))), "text/csv", file
        )
    if name.startswith("round-") and name.endswith(".csv"):
        number = name.removeprefix("round-").removesuffix(".csv")
        if number.isdigit():
            grid = pairings_grid(context.section, int(number))
            return build_download_response(format_csv(grid), "text/csv", file)
    if name not in REPORTS:
        raise BadInput([Problem(say("There is no such file."), quoted=name)])
    exported = export_section(
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
    """Return the whole journal as a JSON file."""

    with context.handle.open(read_only=True) as file:
        text = format_journal_json(file.journal.verified_entries())
    return build_download_response(text, "application/json", f"{context.handle.stem}-journal.json")
