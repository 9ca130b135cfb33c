"""Pages for creating, changing and closing events and their sections."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from topboard._frozen import fields, replace
from topboard.documents.layout import PAPERS as FORMATS
from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.actions import Act
from topboard.event.arguments import build_action_from_input, read_points
from topboard.event.logo import decode_logo
from topboard.event.policy import governance_of_system
from topboard.event.policy.collect import collect_section_objections
from topboard.event.policy.decide import find_objections_to_action
from topboard.event.policy.objections import Weight
from topboard.event.ratings import (
    find_national_list_name,
    get_section_rating_order,
    parse_rating_order,
)
from topboard.event.state import Section
from topboard.event.tournament import build_tournament
from topboard.messages import say, translate_worded
from topboard.model import EventInfo, Number, Scale, Tournament
from topboard.systems.common.ratings import format_rating_order
from topboard.systems.common.variations import (
    drop_own_variations_of_director,
    list_own_variations_of_director,
)
from topboard.systems.registry import SUGGESTED, SYSTEMS, System, system
from topboard.text.numbers import format_points
from topboard.tiebreaks.fide import EDITIONS
from topboard.tiebreaks.registry import find_tie_break, list_tie_breaks_to_choose_from
from topboard.tiebreaks.standings import Column
from topboard.web.accounts import User, check_role_permission
from topboard.web.desk.new_sections import (
    BOARDS,
    PLACES_FOR_TIE_BREAKS as PLACES_ON_NEW_SECTION,
    ROUNDS,
    fill_in_form_for_occasion,
    group_systems_by_answers,
    list_rule_organisations,
    list_section_occasions,
    list_tie_break_choices,
    read_chosen_options,
    read_new_section,
    read_option_values,
    read_system_answers,
    read_tie_break_codes,
)
from topboard.web.desk.result_rows import list_unfinished
from topboard.web.desk.templates import (
    create_from_template,
    find_template,
    list_user_templates,
    try_first_actions_in_memory,
)
from topboard.web.event_creation import create_event_with_actions
from topboard.web.forms import PostedForm
from topboard.web.network_address import find_phone_address
from topboard.web.next_step import find_next_step, list_finishing_steps
from topboard.web.public.documents import (
    PREFERRED_PAPER,
    choose_paper_size,
    list_section_documents,
    suggest_documents,
)
from topboard.web.public.routes import public_event_url
from topboard.web.request_context import (
    AtEvent,
    AtSection,
    Form,
    RequestContext,
    SignedIn,
    build_action_context,
    get_app_state,
    redirect_to,
    render_page,
)
from topboard.web.sessions import set_preference

router = APIRouter()


@router.get("/new")
def new_event_page(request: Request, user: SignedIn, template: str = "") -> Response:
    """Show the form for a new event, with fields for its first section or a template's sections."""
    check_role_permission(user, actions.CreateEvent)
    return show_new_event_form(request, user, PostedForm((("template", template),)))


def show_new_event_form(request: Request, user: User, sent: PostedForm) -> Response:
    """Show the form for a new event, filled in with the values in ``sent``."""
    organisations = get_app_state(request).repository.access_rules.organisations_of_user(user)
    wanted = sent.text("template")
    return render_page(
        request,
        "new_event.html",
        organisations=organisations,
        templates=list_user_templates(request, user),
        chosen=find_template(request, user, wanted) if wanted else None,
        **new_section_template_variables(sent),
    )


def new_section_template_variables(sent: PostedForm) -> dict[str, Any]:
    """Return the template variables of the new-section form, which shows the values in ``sent``."""
    return {
        "kinds": group_systems_by_answers(),
        "whose_rules": list_rule_organisations(),
        "suggested": SUGGESTED,
        "answered": read_system_answers(sent),
        "occasions": list_section_occasions(),
        "variations_sent": read_option_values,
        "tie_break_choices": list_tie_break_choices(),
        "tie_break_places": PLACES_ON_NEW_SECTION,
        "rounds": ROUNDS,
        "boards": BOARDS,
        "sent": sent,
    }


@router.post("/new")
def create_event(request: Request, user: SignedIn, form: Form) -> Response:
    """Create an event with its first section.

    If the user chose an occasion, such as a weekend open, fill in the form for it and create
    nothing.
    """
    check_role_permission(user, actions.CreateEvent)
    if form.has("occasion"):
        return show_new_event_form(request, user, fill_in_form_for_occasion(form))
    if not form.text("name"):
        remedy = say("Enter the name of the event.")
        raise BadInput([Problem(say("the name is missing"), "name", remedy=remedy)])
    details = EventInfo(
        city=form.text("city"),
        federation=form.text("federation"),
        start=form.text("start"),
        end=form.text("end"),
        chief_arbiter=form.text("chief_arbiter"),
        time_control=form.text("time_control"),
    )
    if chosen := form.text("template"):
        return create_from_template(
            request, user, form, find_template(request, user, chosen), details
        )
    section, begun = read_new_section(form), actions.CreateEvent(form.text("name"), details)
    first: list[Act] = [section, *_announcement_in_form(section, form)]
    try_first_actions_in_memory(begun, first, build_action_context(user, form))
    context, _ = create_event_with_actions(request, user, begun, first, form)
    return redirect_to(request, context.section_url(section.section))


@router.get("/e/{event}")
def event_page(context: AtEvent) -> Response:
    """Show the sections of an event, with the next step for each."""
    rows = []
    for slug, name in context.snapshot.sections().items():
        there = RequestContext(
            context.request, context.user, context.handle, context.snapshot, slug
        )
        section = context.event.section(name)
        step, finishing = find_next_step(there), list_finishing_steps(there)
        rows.append((there, section, step, list_unfinished(section), finishing))
    access_rules = get_app_state(context.request).repository.access_rules
    return context.render_page(
        "event.html",
        rows=rows,
        logo=context.event_url("preview", logo.file_name)
        if (logo := decode_logo(context.event.logo))
        else "",
        by_members=access_rules.requires_membership(),
        organisations=access_rules.organisations_of_user(context.user),
        public_address=public_event_url(context.request, context.handle.stem),
        reachable=bool(find_phone_address(context.request)),
    )


@router.get("/e/{event}/new-section")
def new_section_page(context: AtEvent) -> Response:
    """Show the form for adding a section to an event."""
    check_role_permission(context.user, actions.AddSection)
    return context.render_page("new_section.html", **new_section_template_variables(PostedForm()))


def list_system_editions() -> list[System]:
    """Return all editions of the pairing systems, in the order of the registry."""
    return [system(name) for name in SYSTEMS]


@router.post("/e/{event}/new-section")
def add_section(context: AtEvent, form: Form) -> Response:
    """Add the section in the form.

    If the user chose an occasion, such as a weekend open, fill in the form for it and add nothing.
    """
    if form.has("occasion"):
        return context.render_page(
            "new_section.html", **new_section_template_variables(fill_in_form_for_occasion(form))
        )
    section = read_new_section(form)
    context.record_action(section, form)
    for announcement in _announcement_in_form(section, form):
        context.record_action(announcement, form, check_seen=False)
    return redirect_to(context.request, context.section_url(section.section))


def _announcement_in_form(section: actions.AddSection, form: PostedForm) -> list[actions.Announce]:
    """Return a list with the action that announces a new section's options.

    The list is empty if the form does not say that they were announced.
    """
    return [actions.Announce(section.section)] if form.has("announced") else []


@router.get("/e/{event}/close")
def close_event_page(context: AtEvent) -> Response:
    """Show the consequences of closing the event, with the form that closes it."""
    check_role_permission(context.user, actions.CloseEvent)
    found = [
        *find_objections_to_action(context.event, context.snapshot.entries, actions.CloseEvent())
    ]
    return context.render_page(
        "close_event.html",
        missing=[one.words for one in found if one.weight is Weight.FORBIDS],
        unplayed=[one.words for one in found if one.weight is not Weight.FORBIDS],
    )


@router.post("/e/{event}/close")
def close_event(context: AtEvent, form: Form) -> Response:
    """Close the event permanently."""
    context.record_action(actions.CloseEvent(), form)
    return context.redirect_to(notes=[say("The event is closed. Thank you!")])


# --- one section ------------------------------------------------------------------------------


@router.get("/e/{event}/s/{section}")
def section_page(context: AtSection) -> Response:
    """Show an overview of the section: the next step, the rounds and the settings."""
    section = context.section
    return context.render_page(
        "section.html",
        section=section,
        unfinished=list_unfinished(section),
        step=find_next_step(context),
        finishing=list_finishing_steps(context),
        system=system(section.system),
        announcement=describe_section_options(section),
        tie_breaks=standings_tie_break_columns(context),
        timetable=round_robin_timetable(context),
    )


def round_robin_timetable(context: RequestContext) -> tuple[tuple[tuple[Number, Number], ...], ...]:
    """Return the pairs of every round of a round robin, White first.

    For other systems, and before the entries are closed, there are none.
    """
    section = context.section
    by_rules = system(section.system).timetable
    if by_rules is None or not section.entries_closed:
        return ()
    return by_rules(build_tournament(context.event, section))


def read_round_count(form: PostedForm, context: RequestContext, variations: tuple[str, ...]) -> int:
    """Return the number of rounds in the form.

    In a round robin with closed entries, it is calculated from the entries and the options instead.
    """
    planned, by_rules = context.section.settings.rounds, system(context.section.system).timetable
    if by_rules is None or not context.section.entries_closed or context.section.rounds:
        return form.number("rounds", planned)
    return len(
        by_rules(replace(build_tournament(context.event, context.section), variations=variations))
    )


def standings_tie_break_columns(context: RequestContext) -> tuple[Column, ...]:
    """Return the tie-break columns of the standings, in order of priority."""
    section = context.section
    if not section.competitors:
        return ()
    return system(section.system).standings(build_tournament(context.event, section)).columns


def describe_section_options(section: Section) -> list[tuple[str, str]]:
    """Return the options of a section as pairs of an article and a description."""
    known = {one.name: one for one in system(section.system).offered_variations}
    found = []
    for chosen in drop_own_variations_of_director(section.settings.variations):
        name, _, points = chosen.partition("=")
        one = known.get(name)
        found.append((one.article, one.announcement_text(int(points or 0))) if one else ("", name))
    return [*found, *list_own_variations_of_director(section.settings.variations)]


@router.get("/e/{event}/s/{section}/settings")
def settings_page(context: AtSection) -> Response:
    """Show the settings of a section. As long as they can be changed, they are in a form."""
    section = context.section
    may_change_rounds = may_change_round_count(context)
    return context.render_page(
        "settings.html",
        section=section,
        offer=system(section.system),
        national=find_national_list_name(section, context.event.details.federation) or "CFC",
        announcement=describe_section_options(section),
        tie_breaks=tie_break_choices(section),
        tie_break_places=max(PLACES_FOR_TIE_BREAKS, len(section.settings.tie_breaks) + 2),
        tie_break_editions=tuple(EDITIONS),
        fide_mode=governance_of_system(section.system).fide_mode,
        fixed=describe_fixed_settings(section, may_change_rounds=may_change_rounds),
        may_change_rounds=may_change_rounds,
    )


PLACES_FOR_TIE_BREAKS = 6


def may_change_round_count(context: RequestContext) -> bool:
    """Return whether the rules let the section have one more round than it has."""
    section = context.section
    if system(section.system).timetable is not None:
        return False
    kept = {one.name: getattr(section.settings, one.name) for one in fields(section.settings)}
    kept["rounds"] += 1
    objections = collect_section_objections(
        context.event, actions.ChangeSection(section.name, **kept)
    )
    return all(one.weight is not Weight.FORBIDS for one in objections)


def describe_fixed_settings(section: Section, *, may_change_rounds: bool) -> list[tuple[str, str]]:
    """Return the settings that cannot be changed once round 1 is published, as label and value."""
    now, rules = section.settings, system(section.system)
    named = tie_break_choices(section)
    by_rules = say("as in the rules")
    found = []
    if not may_change_rounds:
        found.append((say("Rounds"), str(now.rounds)))
    if rules.teams:
        found.append((say("Boards"), str(now.boards)))
    unrated = str(now.unrated_as) if now.unrated_as else say("none")
    scales: list[tuple[str, Scale | None]] = [(say("Game points"), now.game_scale or Scale())]
    if rules.teams:
        scales.insert(0, (say("Match points"), now.match_scale))
    tie_breaks = (f"{named[code]} ({code})" if code in named else code for code in now.tie_breaks)
    return [
        *found,
        (say("Rating for unrated players"), unrated),
        (say("Ratings used"), format_rating_order(get_section_rating_order(section))),
        *((words, format_scale_in_words(scale) if scale else by_rules) for words, scale in scales),
        (say("Order of tie-breaks"), ", ".join(tie_breaks) or by_rules),
        (
            say("Edition of the FIDE tie-break rules"),
            now.tie_break_edition or say("in force on the first day of the event"),
        ),
    ]


def format_scale_in_words(scale: Scale) -> str:
    """Return the points for a win, a draw and a loss."""
    return say(
        "win {win}, draw {draw}, loss {loss}",
        win=format_points(scale.win),
        draw=format_points(scale.draw),
        loss=format_points(scale.loss),
    )


def tie_break_choices(section: Section) -> dict[str, str]:
    """Return the titles of the tie-breaks that are chosen or can be chosen, keyed by code."""
    rules = system(section.system)
    chosen = (find_tie_break(code, rules.tie_breaks) for code in section.settings.tie_breaks)
    offered = list_tie_breaks_to_choose_from(rules.tie_breaks, rules.facts(Tournament(())))
    return {one.code: translate_worded(one.title) for one in (*offered, *chosen) if one is not None}


@router.post("/e/{event}/s/{section}/settings")
def change_settings(context: AtSection, form: Form) -> Response:
    """Replace the settings of a section with those in the form."""
    section, old = context.section, context.section.settings
    if section.rounds and form.has("only"):
        # Once round 1 is published, the form has only the number of rounds.
        kept = {one.name: getattr(old, one.name) for one in fields(old)}
        kept["rounds"] = form.number("rounds", old.rounds)
        context.record_action(actions.ChangeSection(section.name, **kept), form)
        return context.redirect_to("settings", notes=[say("Settings saved.")])
    variations = read_chosen_options(form, section.system)
    act = actions.ChangeSection(
        section.name,
        read_round_count(form, context, variations),
        form.number("boards", old.boards),
        variations,
        read_tie_break_codes(form, system(section.system)),
        form.optional_number("unrated_as"),
        read_scoring_scale(form, "match", old.match_scale),
        read_scoring_scale(form, "game", old.game_scale),
        parse_rating_order(form.text("rating_order")),
        form.text("tie_break_edition"),
    )
    context.record_action(act, form)
    return context.redirect_to("settings", notes=[say("Settings saved.")])


def read_scoring_scale(form: PostedForm, kind: str, before: Scale | None) -> Scale | None:
    """Return the scoring scale in the form, or None if the default scale applies."""
    said = {part: form.text(f"{kind}_{part}") for part in ("win", "draw", "loss", "bye", "absent")}
    if not any(said.values()):
        return None
    usual = before or Scale()
    worth = {part: read_points(text, part) for part, text in said.items() if text}
    absent = worth.pop("absent", None)
    bye = worth.pop("bye", None)
    made = replace(usual, bye=bye, lost_by_default=absent, zero_bye=absent, **worth)
    return None if before is None and made == Scale() else made


@router.post("/e/{event}/s/{section}/announce")
def announce_options(context: AtSection, form: Form) -> Response:
    """Record that the options of the section were announced. They cannot be changed afterwards."""
    context.record_action(build_action_from_input(actions.Announce, context.section, form), form)
    page = "pairing" if form.text("back") == "pairing" else "settings"
    return context.redirect_to(page, notes=[say("Announcement recorded.")])


@router.post("/e/{event}/s/{section}/leave-fide-mode")
def leave_fide_mode(context: AtSection, form: Form) -> Response:
    """Take the section out of FIDE mode permanently."""
    context.record_action(
        build_action_from_input(actions.LeaveFideMode, context.section, form), form
    )
    return context.redirect_to("settings", notes=[say("The section has left FIDE mode.")])


@router.get("/e/{event}/s/{section}/documents")
def documents_page(context: AtSection, number: int = 0, size: str = "") -> Response:
    """Show all documents of the section, for one round and one size of paper."""
    last = len(context.section.rounds)
    shown = number if 1 <= number <= last else last
    paper = choose_paper_size(context, size)
    page = context.render_page(
        "documents.html",
        needed=suggest_documents(context, shown, paper if paper != FORMATS[0] else ""),
        groups=list_section_documents(context, shown, paper),
        shown=shown,
        last=last,
        size=paper,
    )
    if size:
        set_preference(context.request, page, PREFERRED_PAPER, paper)
    return page
