"""Pages for entering, importing and changing participants, and for closing the entry list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.codec import dump_json, load_action
from topboard.event.entry_tables import (
    OF_A_PERSON,
    note_unused_columns,
    parse_affiliations,
    parse_previous_standing,
    update_from_rating_list,
)
from topboard.event.new_entries import (
    build_late_entry_action,
    next_competitor_number,
    next_member_number,
    number_new_competitors,
)
from topboard.event.pairing import (
    build_close_entries_action as closing_act,
    build_renumber_action as renumbering_act,
)
from topboard.event.policy import governance_of_system
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.objections import Weight
from topboard.event.rating_match import describe_changes, individual_players
from topboard.event.ratings import (
    RatingFields,
    apply_rating_text,
    from_rating_fields,
    national_list_name,
    parse_ratings,
    replace_ratings,
    section_rating_order,
    to_rating_fields,
)
from topboard.event.state import Section
from topboard.event.tournament import build_tournament
from topboard.messages import say, say_count
from topboard.model import PAIRING_NUMBERS, Competitor, Lot, Number, Player, Team, Withdrawn
from topboard.storage.spreadsheets import parse_rows
from topboard.systems.common.ratings import has_listed_ratings
from topboard.systems.registry import apply_ratings_in_force, system
from topboard.web import pasted_entries
from topboard.web.forms import PostedForm
from topboard.web.rating_search import (
    describe_person,
    find_player,
    list_rating_lists,
    person_key,
    search_people,
)
from topboard.web.request_context import AtSection, Form, RequestContext

router = APIRouter(prefix="/e/{event}/s/{section}")


def withdrawn_participants(section: Section) -> set[Number]:
    """Return the participants who have withdrawn or were expelled."""
    return {r.number for r in section.requests if isinstance(r.outcome, Withdrawn)}


@router.get("/entries")
def entries_page(context: AtSection, q: str = "", find: str = "", person: str = "") -> Response:
    """Show the participants that match the search, and forms for adding more.

    The entry form may be filled in with a person from the rating lists.
    """
    section, used = context.section, system(context.section.system)
    listed = find_player(context, person)
    wanted = q.casefold().strip()
    shown = [c for c in section.competitors.values() if not wanted or wanted in _searchable_text(c)]
    return context.render_page(
        "entries.html",
        section=section,
        shown=shown,
        q=q,
        teams=used.teams,
        clubs=not used.teams
        and any(person.club for c in shown for person in individual_players(c)),
        left=withdrawn_participants(section),
        find=find,
        offers=[
            (person_key(one), one, describe_person(one)) for one in search_people(context, find)
        ],
        offered=listed,
        lists=list_rating_lists(context),
        rating_fields=rating_fields(section, listed),
        ranked_late=used.place_of_late_entry is not None,
        out_of_order=bool(_find_renumbered_order(context)),
        ranked_by_previous=used.ranks_by_previous,
    )


def _searchable_text(one: Competitor) -> str:
    """Return the text that participant searches are matched against: number, name, federation and
    club.
    """
    club = "" if isinstance(one, Team) else one.club
    return f"{one.number} {one.name} {one.federation} {club}".casefold()


@router.post("/entries")
def enter_participant(context: AtSection, form: Form) -> Response:
    """Enter the player or team in the form. Once entries are closed, it is a late entry."""
    section = context.section
    entered = read_competitor(form, section, next_competitor_number(section))
    if section.entries_closed:
        entered = replace(entered, joined=form.number("joined", section.round_to_pair))
        last = form.text("number") == "last"
        done = context.record(
            build_late_entry_action(context.event, section.name, entered, last=last), form
        )
    else:
        done = context.record(actions.Enter(section.name, (entered,)), form, check_seen=False)
    words = say("{name} was added.", name=entered.name)
    return context.redirect_to("entries", notes=[words, *done.notices])


def read_competitor(form: PostedForm, section: Section, number: Number) -> Competitor:
    """Return the player or team that the form describes."""
    name, teams = form.text("name"), system(section.system).teams
    if not name:
        remedy = (
            say("Enter the name of the team.") if teams else say("Enter the name of the player.")
        )
        raise BadInput([Problem(say("the name is missing"), "name", remedy=remedy)])
    if not teams:
        player = _apply_personal_data(Player(number, name), form)
        return apply_rating_text(player, _read_ratings(form, section, player))
    return Team(
        number,
        name,
        federation=form.text("federation").upper(),
        letter=form.text("letter") or "A",
        captain=form.text("captain"),
        previous_standing=parse_previous_standing(form.text("previous_standing")),
        players=tuple(
            pasted_entries.parse_team_members(form.text("players"), next_member_number(section))
        ),
    )


def _apply_personal_data(player: Player, form: PostedForm) -> Player:
    """Return the player with the personal data in the form. Data that the form lacks stay the
    same.
    """
    said: dict[str, Any] = {
        name: form.text(name) for name in OF_A_PERSON if name in {key for key, _ in form.said}
    }
    if "federation" in said:
        said["federation"] = said["federation"].upper()
    if "region" in {key for key, _ in form.said}:
        said["affiliations"] = parse_affiliations(form.text("region"))
    return replace(player, **said)


def _read_ratings(form: PostedForm, section: Section, player: Player) -> str:
    """Return the ratings in the form as text, combining its FIDE, national and other ratings."""
    fields = RatingFields(*(form.text(name) for name in ("fide_rating", "national_rating")))
    fields = replace(fields, other=form.text("rating"))
    before = player.ratings or parse_ratings(form.text("listed"))
    return from_rating_fields(fields, national_list_name(section, player.federation), before)


def rating_fields(section: Section, one: Competitor | None = None) -> RatingFields:
    """Return the values of the rating fields in a form. They are empty for a team or a new
    player.
    """
    if one is None or isinstance(one, Team):
        return RatingFields()
    return to_rating_fields(one, national_list_name(section, one.federation))


# --- several entries -----------------------------------------------------------------------------


@router.post("/entries/paste")
def preview_pasted_entries(context: AtSection, form: Form) -> Response:
    """Show the participants in pasted lines before they are entered."""
    return show_entries_preview(
        context, form.text("lines").encode(), say("pasted lines"), pasted=True
    )


@router.post("/entries/import")
def preview_uploaded_entries(context: AtSection, form: Form) -> Response:
    """Show the participants in an uploaded file before they are entered."""
    file = form.uploaded_file("file")
    if file is None:
        raise BadInput([Problem(say("No file was chosen."), remedy=say("Choose a file first."))])
    return show_entries_preview(context, file.content, file.name, pasted=False)


def show_entries_preview(
    context: RequestContext, content: bytes, source: str, *, pasted: bool
) -> Response:
    """Show the participants in an uploaded file or in pasted lines, without entering them.

    Raise ``BadInput`` with all problems that were found.
    """
    section = context.section
    teams = system(section.system).teams
    read = pasted_entries.parse_pasted_entries if pasted else pasted_entries.parse_entries_file
    order = section.settings.rating_order
    found = number_new_competitors(section, read(content, source, section.system, order))
    found = apply_ratings_in_force(found, section.system, order, again=True)
    if not found:
        raise BadInput([Problem(say("the list contains no participants"), source)])
    known = {c.name.casefold() for c in section.competitors.values()}
    twice = [c.name for c in found if c.name.casefold() in known]
    return context.render_page(
        "import_preview.html",
        section=section,
        found=found,
        twice=twice,
        remarks=pasted_entries.note_ambiguous_columns(
            content, source, section_rating_order(section), pasted=pasted, teams=teams
        ),
        source=source,
        content=dump_json(actions.Enter(section.name, found, source)),
        teams=teams,
        listed=not teams and any(has_listed_ratings(one) for one in found),
    )


@router.post("/entries/import/enter")
def enter_previewed_participants(context: AtSection, form: Form) -> Response:
    """Enter all participants shown in the preview."""
    section = context.section
    act = load_action("Enter", form.text("content"))
    assert isinstance(act, actions.Enter)
    entered = number_new_competitors(section, act.competitors)
    act = actions.Enter(section.name, entered, act.source)
    context.record(act, form, check_seen=False)
    added = (
        say_count("{count} team was added.", "{count} teams were added.", len(entered))
        if system(section.system).teams
        else say_count("{count} player was added.", "{count} players were added.", len(entered))
    )
    return context.redirect_to("entries", notes=[added])


# --- comparison with a rating list ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProposedUpdate:
    """A participant's recorded data, and their new data according to a rating list."""

    before: Competitor
    told_before: str
    told_after: str
    content: str


@router.post("/entries/ratings")
def compare_with_rating_list(context: AtSection, form: Form) -> Response:
    """Show the participants whose recorded data differ from an uploaded rating list.

    Nothing is recorded.
    """

    file = form.uploaded_file("file")
    if file is None:
        raise BadInput([Problem(say("No file was chosen."), remedy=say("Choose a file first."))])
    section = context.section
    rows = parse_rows(file.content, file.name)
    entered = section.competitors.values()
    changed = update_from_rating_list(
        entered, rows, file.name, personal=True, order=section_rating_order(section)
    )
    proposals = [propose_update(section, after) for after in changed]
    remarks = note_unused_columns(rows)
    return context.render_page(
        "ratings_preview.html",
        source=file.name,
        proposals=proposals,
        by_name=(),
        remarks=remarks,
    )


def propose_update(section: Section, after: Competitor) -> ProposedUpdate:
    """Return a proposed update of a participant's recorded data to ``after``, described in
    words.
    """
    before = section.competitor(after.number)
    return ProposedUpdate(
        before,
        *describe_changes(before, after),
        dump_json(actions.ChangeEntry(section.name, after)),
    )


@router.post("/entries/ratings/take")
def apply_rating_updates(context: AtSection, form: Form) -> Response:
    """Update the selected participants, except those whose data are already up to date."""
    section, ticked = context.section, {*form.all_values("number")}
    taken = 0
    with context.transaction():
        for content in form.all_values("content"):
            act = load_action("ChangeEntry", content)
            assert isinstance(act, actions.ChangeEntry)
            number = act.competitor.number
            if str(number) in ticked and context.section.competitor(number) != act.competitor:
                context.record(replace(act, section=section.name), form, check_seen=False)
                taken += 1
    words = (
        say_count("{count} team was updated.", "{count} teams were updated.", taken)
        if system(section.system).teams
        else say_count("{count} player was updated.", "{count} players were updated.", taken)
    )
    return context.redirect_to("entries", notes=[words])


# --- one entry --------------------------------------------------------------------------------


@router.get("/entries/{number}")
def participant_entry_page(context: AtSection, number: int) -> Response:
    """Show the recorded data of a participant, with forms for changing the data."""
    section = context.section
    found = section.competitor(Number(number))
    requests = [r for r in section.requests if r.number == number]
    return context.render_page(
        "entry.html",
        section=section,
        one=found,
        rating_fields=rating_fields(section, found),
        requests=requests,
        ranked_by_previous=system(section.system).ranks_by_previous,
    )


@router.post("/entries/{number}")
def change_entry(context: AtSection, number: int, form: Form) -> Response:
    """Replace the recorded data of a player or team with the data in the form."""
    section = context.section
    before = section.competitor(Number(number))
    changed: Competitor
    if isinstance(before, Team):
        changed = replace(
            before,
            name=form.text("name"),
            federation=form.text("federation"),
            letter=form.text("letter") or "A",
            captain=form.text("captain"),
            previous_standing=parse_previous_standing(form.text("previous_standing")),
            players=tuple(pasted_entries.read_roster(form, before, next_member_number(section))),
        )
    else:
        changed = _apply_personal_data(before, form)
        changed = replace_ratings(changed, _read_ratings(form, section, changed))
    done = context.record(actions.ChangeEntry(section.name, changed), form)
    words = say("Changes to {name} saved.", name=changed.name)
    return context.redirect_to("entries", notes=[words, *done.notices])


@router.post("/entries/{number}/withdraw")
def withdraw_participant(context: AtSection, number: int, form: Form) -> Response:
    """Withdraw a participant from the round in the form, or else from the next round."""
    section = context.section
    first = form.number("round", section.round_to_pair)
    name = section.competitor(Number(number)).name
    context.record(actions.Withdraw(section.name, Number(number), first), form)
    return context.redirect_to("entries", notes=[say("{name} has withdrawn.", name=name)])


@router.post("/entries/{number}/readmit")
def readmit_participant(context: AtSection, number: int, form: Form) -> Response:
    """Readmit a participant who has withdrawn."""
    context.record(actions.Readmit(context.section.name, Number(number)), form)
    return context.redirect_to("entries", number)


@router.post("/entries/{number}/erase")
def erase_personal_data(context: AtSection, number: int, form: Form) -> Response:
    """Permanently erase the birth date, IDs and contact details of a player, or of a team's
    players.
    """
    one = context.section.competitor(Number(number))
    context.record(actions.ErasePersonal(context.section.name, Number(number)), form)
    words = (
        say(
            "The birth dates, IDs and contact details of the players of {name} were erased.",
            name=one.name,
        )
        if isinstance(one, Team)
        else say("The birth date, IDs and contact details of {name} were erased.", name=one.name)
    )
    return context.redirect_to("entries", number, notes=[words])


@router.post("/erase")
def erase_all_personal_data(context: AtSection, form: Form) -> Response:
    """Permanently erase the birth dates, IDs and contact details of all players in the section."""
    context.record(actions.ErasePersonal(context.section.name), form)
    return context.redirect_to(
        "settings",
        notes=[say("The birth dates, IDs and contact details of all players were erased.")],
    )


# --- closing the entries -------------------------------------------------------------------------


@router.get("/close-entries")
def close_entries_page(context: AtSection) -> Response:
    """Show the tournament pairing numbers that closing the entries would assign."""
    section = context.section
    problems: tuple[Problem, ...] = ()
    act = actions.CloseEntries(section.name, ())
    if section.competitors and not section.entries_closed:
        try:
            act = closing_act(context.event, section.name)
        except BadInput as error:
            problems = error.problems
    return context.render_page(
        "close_entries.html",
        section=section,
        order=[section.competitors[old] for old in act.order],
        rounds=act.rounds,
        problems=problems,
        lot_missing=PAIRING_NUMBERS if problems and needs_lots_for_numbers(context) else "",
        by_rules=system(section.system).order_of_entries is not None,
        by_colour_lot=bool(governance_of_system(section.system).lot),
    )


def needs_lots_for_numbers(context: RequestContext) -> bool:
    """Return whether the tournament pairing numbers could be assigned if lots were drawn."""
    used, facts = system(context.section.system), build_tournament(context.event, context.section)
    drawn = Lot(PAIRING_NUMBERS, tuple(sorted(context.section.competitors)))
    if used.timetable is None or any(lot.purpose == PAIRING_NUMBERS for lot in facts.lots):
        return False
    try:
        used.order_entries(replace(facts, lots=(*facts.lots, drawn)))
    except BadInput:
        return False
    return True


@router.post("/close-entries")
def close_entries(context: AtSection, form: Form) -> Response:
    """Close the entries, and assign the tournament pairing numbers."""
    context.record(closing_act(context.event, context.section.name), form)
    return context.redirect_to(
        "check-in", notes=[say("Entries are closed and the starting numbers are assigned.")]
    )


# --- renumbering -----------------------------------------------------------------------


def _find_renumbered_order(context: AtSection) -> list[Competitor]:
    """Return all participants in their new order if renumbering would change it and is allowed.

    Otherwise return an empty list.
    """
    section = context.section
    if not section.entries_closed or system(section.system).order_of_entries is None:
        return []
    act = renumbering_act(context.event, section.name)
    if list(act.order) == sorted(act.order):
        return []
    if any(o.weight is Weight.FORBIDS for o in collect_section_objections(context.event, act)):
        return []
    return [section.competitors[old] for old in act.order]


@router.get("/renumber")
def renumber_page(context: AtSection) -> Response:
    """Show the tournament pairing numbers that renumbering would assign."""
    return context.render_page(
        "renumber.html", section=context.section, order=_find_renumbered_order(context)
    )


@router.post("/renumber")
def renumber_participants(context: AtSection, form: Form) -> Response:
    """Assign the tournament pairing numbers again, based on the current data of the
    participants.
    """
    context.record(renumbering_act(context.event, context.section.name), form)
    return context.redirect_to(
        "entries", notes=[say("The starting numbers have changed. Print the lists again.")]
    )
