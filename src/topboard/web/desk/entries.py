"""Pages for entering, importing and changing participants, and for closing the entry list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from topboard.errors import BadInput, ConfirmationNeeded, Problem
from topboard.event import actions
from topboard.event.bye_requests import parse_bye_requests
from topboard.event.codec import dump_record_as_json, load_stored_action
from topboard.event.entry_columns import find_columns
from topboard.event.entry_tables import (
    OF_A_PERSON,
    format_note_on_unused_columns,
    parse_affiliations,
    parse_rank_in_previous_event,
    parse_sex,
    update_participants_from_rating_list,
)
from topboard.event.new_entries import (
    add_letters_to_shared_names,
    build_late_entry_action,
    next_competitor_number,
    next_member_number,
)
from topboard.event.pairing import (
    build_close_entries_action as closing_act,
    build_renumber_action as renumbering_act,
)
from topboard.event.personal_fields import find_personal_problems, parse_birth
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.objections import Weight
from topboard.event.rating_match import describe_competitor_changes, list_players_of_competitor
from topboard.event.ratings import (
    RatingFields,
    add_ratings_from_text,
    build_rating_form_fields,
    find_national_list_name,
    format_rating_form_fields,
    get_section_rating_order,
    parse_listed_ratings,
    replace_ratings_from_text,
)
from topboard.event.state import Section
from topboard.event.tournament import build_tournament
from topboard.messages import say, say_count
from topboard.model import (
    EQUAL_RATINGS,
    PAIRING_NUMBERS,
    Absence,
    Competitor,
    Lot,
    Number,
    Player,
    Team,
    Withdrawn,
)
from topboard.storage.spreadsheets import parse_spreadsheet_rows
from topboard.systems.registry import system
from topboard.text.names import fold_case_and_accents, name_with_number
from topboard.web import pasted_entries
from topboard.web.forms import PostedForm
from topboard.web.rating_search import (
    describe_person,
    find_ids_of_other_people,
    find_rated_person_as_player,
    list_rating_lists,
    rated_person_key,
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
    listed = find_rated_person_as_player(context, person)
    wanted = q.casefold().strip()
    shown = [
        c
        for c in section.competitors.values()
        if not wanted or wanted in _participant_search_text(c)
    ]
    return context.render_page(
        "entries.html",
        section=section,
        shown=shown,
        q=q,
        teams=used.teams,
        clubs=not used.teams
        and any(person.club for c in shown for person in list_players_of_competitor(c)),
        left=withdrawn_participants(section),
        find=find,
        offers=[
            (rated_person_key(one), one, describe_person(one))
            for one in search_people(context, find)
        ],
        offered=listed,
        lists=list_rating_lists(context),
        rating_field_values=rating_field_values(section, listed),
        ranked_late=used.place_of_late_entry is not None,
        out_of_order=bool(_find_renumbered_order(context)),
        ranked_by_previous=used.ranks_by_previous,
    )


def _participant_search_text(one: Competitor) -> str:
    """Return the text that searches look through: number, name, federation and club."""
    club = "" if isinstance(one, Team) else one.club
    return f"{one.number} {one.name} {one.federation} {club}".casefold()


@router.post("/entries")
def enter_participant(context: AtSection, form: Form) -> Response:
    """Enter the player or team in the form. Once entries are closed, it is a late entry."""
    section = context.section
    typed = read_competitor_from_form(form, section, next_competitor_number(section))
    (entered,) = add_letters_to_shared_names(section, [typed])
    byes = parse_byes_field(form)
    refuse_unconfirmed_namesake(context, entered, form)
    act: actions.Enter | actions.EnterLate = actions.Enter(section.name, (entered,))
    if section.entries_closed:
        entered = replace(entered, joined=form.number("joined", section.round_to_pair))
        last = form.text("number") == "last"
        act = build_late_entry_action(context.event, section.name, entered, last=last)
        entered = act.competitor
    with context.transaction():
        late = isinstance(act, actions.EnterLate)
        done = context.record_action(act, form, check_seen=late)
        for round_number, outcome in byes:
            bye = actions.RequestBye(section.name, entered.number, round_number, outcome)
            context.record_action(bye, form, check_seen=False)
    words = say("{name} was added.", name=entered.name)
    return context.redirect_to("entries", notes=[words, *done.notices])


def parse_byes_field(form: PostedForm) -> tuple[tuple[int, Absence], ...]:
    """Return the byes in the form, or raise ``BadInput`` with the name of the field."""
    try:
        return parse_bye_requests(form.text("byes"))
    except BadInput as error:
        found = [replace(one, where="byes", quoted=form.text("byes")) for one in error.problems]
        raise BadInput(found) from error


def refuse_unconfirmed_namesake(
    context: RequestContext, entered: Competitor, form: PostedForm
) -> None:
    """Raise ``ConfirmationNeeded`` if this may be someone else, and the user has not confirmed it.

    Two people may have the same name, but usually one person has been entered twice. A FIDE ID that
    belongs to someone else on the rating lists is usually mistyped.
    """
    if form.confirmed:
        return
    known = [one for one in context.section.competitors.values() if one.number != entered.number]
    name = fold_case_and_accents(entered.name)
    told = [_describe_entry(one) for one in known if fold_case_and_accents(one.name) == name]
    what = find_ids_of_other_people(context, [entered])
    if told:
        words = say(
            "{name} is already on the list: {entries}.", name=entered.name, entries="; ".join(told)
        )
        what.insert(0, words)
    if what:
        raise ConfirmationNeeded([Problem(words) for words in what])


def _describe_entry(one: Competitor) -> str:
    """Return the number of a participant with the data that tell namesakes apart."""
    about: tuple[str, ...] = (one.federation,)
    if isinstance(one, Player):
        rating = "" if one.rating is None else str(one.rating)
        about = (one.federation, rating, one.club, one.birth[:4], one.fide_id)
    return ", ".join(filter(None, (name_with_number(one.name, one.number), *about)))


def read_competitor_from_form(form: PostedForm, section: Section, number: Number) -> Competitor:
    """Return the player or team that the form describes."""
    name, teams = form.text("name"), system(section.system).teams
    if not name:
        remedy = (
            say("Enter the name of the team.") if teams else say("Enter the name of the player.")
        )
        raise BadInput([Problem(say("the name is missing"), "name", remedy=remedy)])
    if not teams:
        player = _apply_personal_data(Player(number, ""), form)
        return add_ratings_from_text(player, _read_ratings_as_text(form, section, player))
    members = pasted_entries.parse_team_members(form.text("players"), next_member_number(section))
    return _apply_team_data(Team(number, "", players=tuple(members)), form)


def _apply_team_data(team: Team, form: PostedForm) -> Team:
    """Return the team with the data in the form."""
    said = {name: form.text(name) for name in ("name", "federation", "captain")}
    changed = {name: text for name, text in said.items() if text != getattr(team, name)}
    if problems := [*find_personal_problems(changed)]:
        raise BadInput(problems)
    return replace(
        team,
        name=said["name"],
        federation=said["federation"].upper(),
        captain=said["captain"],
        letter=form.text("letter") or "A",
        previous_standing=parse_rank_in_previous_event(form.text("previous_standing")),
    )


def _apply_personal_data(player: Player, form: PostedForm) -> Player:
    """Return the player with the personal data in the form.

    Data that the form does not contain stay unchanged.
    """
    said: dict[str, Any] = {
        name: form.text(name) for name in OF_A_PERSON if name in {key for key, _ in form.said}
    }
    changed = {name: text for name, text in said.items() if text != getattr(player, name)}
    if problems := [*find_personal_problems({**changed, "region": form.text("region")})]:
        raise BadInput(problems)
    if "sex" in said:
        said["sex"] = parse_sex(said["sex"])
    if "birth" in said:
        said["birth"] = parse_birth(said["birth"])
    if "federation" in said:
        said["federation"] = said["federation"].upper()
    if "region" in {key for key, _ in form.said}:
        said["affiliations"] = parse_affiliations(form.text("region"))
    return replace(player, **said)


def _read_ratings_as_text(form: PostedForm, section: Section, player: Player) -> str:
    """Return the ratings in the form as text, combining its FIDE, national and other ratings."""
    fields = RatingFields(*(form.text(name) for name in ("fide_rating", "national_rating")))
    fields = replace(fields, other=form.text("rating"))
    before = player.ratings or parse_listed_ratings(form.text("listed"))
    return format_rating_form_fields(
        fields, find_national_list_name(section, player.federation), before
    )


def rating_field_values(section: Section, one: Competitor | None = None) -> RatingFields:
    """Return the values of the rating fields in a form.

    They are empty for a team or a new player.
    """
    if one is None or isinstance(one, Team):
        return RatingFields()
    return build_rating_form_fields(one, find_national_list_name(section, one.federation))


# --- comparison with a rating list ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ProposedParticipantUpdate:
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
    rows = parse_spreadsheet_rows(file.content, file.name)
    entered = section.competitors.values()
    changed = update_participants_from_rating_list(
        entered, rows, file.name, personal=True, order=get_section_rating_order(section)
    )
    proposals = [propose_participant_update(section, after) for after in changed]
    remarks = format_note_on_unused_columns(rows, columns=find_columns(rows, file.name))
    return context.render_page(
        "ratings_preview.html",
        source=file.name,
        proposals=proposals,
        by_name=(),
        remarks=remarks,
    )


def propose_participant_update(section: Section, after: Competitor) -> ProposedParticipantUpdate:
    """Return a proposal to replace a participant's recorded data with ``after``."""
    before = section.competitor(after.number)
    return ProposedParticipantUpdate(
        before,
        *describe_competitor_changes(before, after),
        dump_record_as_json(actions.ChangeEntry(section.name, after)),
    )


@router.post("/entries/ratings/take")
def apply_rating_updates(context: AtSection, form: Form) -> Response:
    """Update the selected participants, except those whose data are already up to date."""
    section, ticked = context.section, {*form.all_values_of_argument("number")}
    taken = 0
    with context.transaction():
        for content in form.all_values_of_argument("content"):
            act = load_stored_action("ChangeEntry", content)
            assert isinstance(act, actions.ChangeEntry)
            number = act.competitor.number
            if str(number) in ticked and context.section.competitor(number) != act.competitor:
                context.record_action(replace(act, section=section.name), form, check_seen=False)
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
        rating_field_values=rating_field_values(section, found),
        requests=requests,
        ranked_by_previous=system(section.system).ranks_by_previous,
    )


@router.post("/entries/{number}")
def change_participant_entry(context: AtSection, number: int, form: Form) -> Response:
    """Replace the recorded data of a player or team with the data in the form."""
    section = context.section
    before = section.competitor(Number(number))
    changed: Competitor
    if isinstance(before, Team):
        roster = pasted_entries.read_team_roster_from_form(
            form, before, next_member_number(section)
        )
        changed = replace(_apply_team_data(before, form), players=tuple(roster))
    else:
        changed = _apply_personal_data(before, form)
        changed = replace_ratings_from_text(changed, _read_ratings_as_text(form, section, changed))
    done = context.record_action(actions.ChangeEntry(section.name, changed), form)
    words = say("Changes to {name} saved.", name=changed.name)
    return context.redirect_to("entries", notes=[words, *done.notices])


@router.post("/entries/{number}/withdraw")
def withdraw_participant(context: AtSection, number: int, form: Form) -> Response:
    """Withdraw a participant from the round in the form, or else from the next round."""
    section = context.section
    first = form.number("round", section.round_to_pair)
    name = section.competitor(Number(number)).name
    context.record_action(actions.Withdraw(section.name, Number(number), first), form)
    return context.redirect_to("entries", notes=[say("{name} has withdrawn.", name=name)])


@router.post("/entries/{number}/readmit")
def readmit_participant(context: AtSection, number: int, form: Form) -> Response:
    """Readmit a participant who has withdrawn."""
    context.record_action(actions.Readmit(context.section.name, Number(number)), form)
    return context.redirect_to("entries", number)


@router.post("/entries/{number}/erase")
def erase_personal_data(context: AtSection, number: int, form: Form) -> Response:
    """Permanently erase birth dates, IDs and contact details of a player or a team's players."""
    one = context.section.competitor(Number(number))
    context.record_action(actions.ErasePersonal(context.section.name, Number(number)), form)
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
    context.record_action(actions.ErasePersonal(context.section.name), form)
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
        lot_missing=PAIRING_NUMBERS if problems and has_numbers_to_be_drawn_by_lot(context) else "",
        by_rules=system(section.system).order_of_entries is not None,
        tied=[] if problems else list_names_tied_in_initial_order(context),
        lot_of_tied=EQUAL_RATINGS,
    )


def list_names_tied_in_initial_order(context: RequestContext) -> list[str]:
    """Return the names of each group of participants whose order lots have to decide."""
    section = context.section
    to_draw = system(section.system).to_draw
    if to_draw is None or section.entries_closed or not section.competitors:
        return []
    groups = to_draw(build_tournament(context.event, section))
    return ["; ".join(section.competitor(number).name for number in group) for group in groups]


def has_numbers_to_be_drawn_by_lot(context: RequestContext) -> bool:
    """Return whether lots must be drawn before the tournament pairing numbers can be assigned."""
    used, facts = system(context.section.system), build_tournament(context.event, context.section)
    drawn = Lot(PAIRING_NUMBERS, tuple(sorted(context.section.competitors)))
    if used.timetable is None or any(lot.purpose == PAIRING_NUMBERS for lot in facts.lots):
        return False
    try:
        used.list_participants_by_rules_for_tpns(replace(facts, lots=(*facts.lots, drawn)))
    except BadInput:
        return False
    return True


@router.post("/close-entries")
def close_entries(context: AtSection, form: Form) -> Response:
    """Close the entries, and assign the tournament pairing numbers."""
    context.record_action(closing_act(context.event, context.section.name), form)
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
    context.record_action(renumbering_act(context.event, context.section.name), form)
    return context.redirect_to(
        "entries", notes=[say("The starting numbers have changed. Print the lists again.")]
    )
