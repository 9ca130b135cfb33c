"""The form that adds a section, which can be filled in for common occasions.

The form asks three questions: players or teams, Swiss or round robin, and the organisation whose
rules apply.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from topboard.errors import BadInput, Problem
from topboard.event import actions
from topboard.event.ratings import parse_rating_order
from topboard.messages import say
from topboard.model import Tournament
from topboard.systems.registry import SUGGESTED, SYSTEMS, SectionPurpose, System, system
from topboard.tiebreaks.ranking import TieBreak
from topboard.tiebreaks.registry import find_tie_break, list_tie_breaks_to_choose_from
from topboard.web.forms import PostedForm

PLAYERS, TEAMS = "players", "teams"
SWISS, TABLE = "swiss", "table"
ROUNDS, BOARDS = 5, 4
"""The default numbers of rounds and boards, used if neither the form nor an occasion gives them.

Most opens are played on a weekend. The number of rounds can be changed before round 1.
"""
PLACES_FOR_TIE_BREAKS = 5
"""The number of tie-breaks that the form offers to choose from lists."""


@dataclass(frozen=True, slots=True)
class SystemGroup:
    """The pairing systems with the same three answers in the new-section form.

    The answers are players or teams, Swiss or round robin, and the organisation that publishes the
    rules.
    """

    who: str
    how: str
    whose: str
    current: tuple[System, ...]
    """The systems of the group that are in force, starting with the default system."""
    others: tuple[System, ...]
    """The older systems and drafts of the group."""

    @property
    def field_name(self) -> str:
        """Return the name of the form field for choosing one of these systems."""
        return f"system.{self.who}.{self.how}.{self.whose}"

    def chosen_system(self, sent: PostedForm) -> str:
        """Return the name of the system chosen from this group, or of the default system."""
        usual = next((one.name for one in (*self.current, *self.others)), "")
        return sent.text(self.field_name) or usual


def system_answers_of(one: System) -> tuple[str, str, str]:
    """Return the answers that lead to a pairing system in the new-section form.

    They are players or teams, Swiss or round robin, and the organisation that publishes the rules.
    """
    return TEAMS if one.teams else PLAYERS, TABLE if one.timetable else SWISS, str(one.whose)


def list_rule_organisations() -> dict[str, str]:
    """Return the organisations that publish the available rules, in the order of the registry."""
    return {str(one.whose): one.whose for one in map(system, SYSTEMS)}


def group_systems_by_answers() -> list[SystemGroup]:
    """Return a group of systems for every combination of answers. Some groups are empty."""
    named = sorted(SYSTEMS, key=lambda name: name != SUGGESTED)
    found: dict[tuple[str, str, str], list[System]] = {
        (who, how, whose): []
        for who in (PLAYERS, TEAMS)
        for how in (SWISS, TABLE)
        for whose in list_rule_organisations()
    }
    for one in map(system, named):
        found[system_answers_of(one)].append(one)
    return [
        SystemGroup(
            *answer,
            tuple(one for one in systems if one.is_current),
            tuple(one for one in systems if not one.is_current),
        )
        for answer, systems in found.items()
    ]


# --- reading the form ----------------------------------------------------------------------------


def read_system_answers(sent: PostedForm) -> tuple[str, str, str]:
    """Return the three answers in the new-section form.

    They are players or teams, Swiss or round robin, and the organisation that publishes the rules.
    Missing answers are taken from the suggested system.
    """
    named = sent.text("system")
    who, how, whose = system_answers_of(system(named if named in SYSTEMS else SUGGESTED))
    return sent.text("who") or who, sent.text("how") or how, sent.text("whose") or whose


def read_chosen_system(form: PostedForm) -> System:
    """Return the pairing system chosen in the form, or raise ``BadInput`` if none matches."""
    if form.text("system"):
        return system(form.text("system"))
    answer = read_system_answers(form)
    chosen = next(
        (
            k.chosen_system(form)
            for k in group_systems_by_answers()
            if (k.who, k.how, k.whose) == answer
        ),
        "",
    )
    if not chosen:
        what = say("No pairing system matches these answers.")
        raise BadInput(
            [Problem(what, quoted=" ".join(answer), remedy=say("Choose different answers."))]
        )
    return system(chosen)


def read_new_section(form: PostedForm) -> actions.AddSection:
    """Return the action that adds the section described in the form."""
    chosen = read_chosen_system(form)
    # In a round robin the number of rounds follows from the entries once they are closed.
    rounds = form.number("rounds", 1) if chosen.timetable else form.number("rounds")
    return actions.AddSection(
        form.text("section") or "Open",
        chosen.name,
        rounds,
        form.number("boards", BOARDS) if chosen.teams else chosen.games,
        read_chosen_options(form, chosen.name),
        read_tie_break_codes(form, chosen, tie_break_field_name(chosen)),
        unrated_as=form.optional_number("unrated_as"),
        rating_order=parse_rating_order(form.text("rating_order")),
    )


def read_chosen_options(form: PostedForm, name: str) -> tuple[str, ...]:
    """Return the options selected in the form, with their points, and the options typed as text."""
    chosen = []
    for one in system(name).offered_variations:
        if one.takes_text:
            lines = (line.strip() for line in form.text(f"{name}.own").splitlines())
            chosen += [f"{one.name}={line}" for line in lines if line]
        elif form.has(f"{name}.{one.name}"):
            points = form.text(f"{name}.{one.name}.points")
            chosen.append(f"{one.name}={points}" if one.takes_points else one.name)
    return tuple(chosen)


def read_option_values(form: PostedForm, name: str) -> dict[str, str]:
    """Return the points or the text of each option in the form, keyed by the option's name."""
    return dict(one.partition("=")[::2] for one in read_chosen_options(form, name))


def tie_break_field_name(rules: System) -> str:
    """Return the name of the fields of the new-section form for the tie-breaks of a system."""
    return f"tie_break.{system_answers_of(rules)[0]}"


@cache
def list_tie_break_choices() -> dict[str, dict[str, TieBreak]]:
    """Return the tie-breaks that the new-section form offers, keyed by the names of its fields.

    Each list is keyed by code. It has the tie-breaks of all systems in force for players or
    for teams, because the system is chosen in the same form.
    """
    found: dict[str, dict[str, TieBreak]] = {}
    # FIDE's titles take precedence where a system gives its own meaning to a code.
    for one in sorted(map(system, SYSTEMS), key=lambda one: bool(one.tie_breaks)):
        if one.is_current:
            known = found.setdefault(tie_break_field_name(one), {})
            facts = one.facts(Tournament(()))
            for offered in list_tie_breaks_to_choose_from(one.tie_breaks, facts):
                known.setdefault(offered.code, offered)
    return found


def read_tie_break_codes(
    form: PostedForm, rules: System, field: str = "tie_break"
) -> tuple[str, ...]:
    """Return the codes of the tie-breaks selected in the form, followed by those typed as codes."""
    named = form.text("tie_breaks").replace(",", " ").split()
    chosen = [code for code in (*form.all_values_of_argument(field), *named) if code]
    known = [find_tie_break(code, rules.tie_breaks) for code in chosen]
    # An unknown code is kept as written, so that the error message shows it.
    return tuple(one.code if one else code for one, code in zip(known, chosen, strict=True))


# --- occasions ----------------------------------------------------------------------------------


def list_section_occasions() -> list[tuple[str, SectionPurpose]]:
    """Return the common occasions for which the form can be filled in, each with its form value."""
    return [
        (f"{name}.{place}", one)
        for name in SYSTEMS
        for place, one in enumerate(system(name).occasions)
    ]


def fill_in_form_for_occasion(form: PostedForm) -> PostedForm:
    """Return the submitted form, with its section fields filled in for the chosen occasion."""
    name, _, place = form.text("occasion").rpartition(".")
    known = dict(list_section_occasions())
    if form.text("occasion") not in known:
        raise BadInput([Problem(say("There is no such preset."), quoted=form.text("occasion"))])
    chosen, one = system(name), system(name).occasions[int(place)]
    who, how, whose = system_answers_of(chosen)
    said = {
        "who": who,
        "how": how,
        "whose": whose,
        f"system.{who}.{how}.{whose}": name,
        "rounds": str(one.rounds or ROUNDS),
        "boards": str(one.boards or BOARDS),
        "section": one.section,
    }
    kept = [(key, value) for key, value in form.said if key not in said and key != "occasion"]
    return PostedForm((*kept, *said.items()))
