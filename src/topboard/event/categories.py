"""Categories of participants by age, rating, sex or label, in a notation that people can type.

A category consists of one or more conditions, all of which must hold: ``U16``, ``50+``, ``U1800``,
``1600-1799``, ``women``, ``unrated``, ``label club``. An equals sign gives it a name, as in ``Girls
= U16 women``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topboard._frozen import replace
from topboard.errors import BadInput, Problem
from topboard.event.actions import Category, SetCategories
from topboard.messages import say
from topboard.model import Team
from topboard.text import dates

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from topboard.event.state import Event, Section
    from topboard.model import Competitor, EventInfo, Number
    from topboard.tiebreaks.standings import Standings

OLDEST = 150
"""The highest number read as an age, as in ``U16``; higher numbers are read as ratings."""
MOST_CATEGORIES = 16
"""The maximum number of categories in a section.

Dividing prizes may consider every subset of the categories.
"""
SEXES = {"women": "w", "girls": "w", "men": "m", "boys": "m"}
FEMALE = ("w", "f")

_UNDER = re.compile(r"(?:u|under\s*)(\d{1,4})", re.IGNORECASE)
_FROM = re.compile(r"(\d{1,4})\s*\+")
_BAND = re.compile(r"(\d{1,4})\s*-\s*(\d{1,4})")
_LABEL = re.compile(r"label\s+(.+)", re.IGNORECASE)
_PARTS = re.compile(r"label\s+[^,]+|under\s*\d+|[^\s,]+", re.IGNORECASE)


# --- notation -----------------------------------------------------------------------------------


def parse_category(text: str) -> Category:
    """Return the category described by a string such as ``U16`` or ``Girls = U16 women``."""
    name, equals, described = (part.strip() for part in text.partition("="))
    found = Category(name)
    for part in _PARTS.findall(described if equals else name):
        found = _add_condition_to_category(found, part.strip(), text)
    return found


def _add_condition_to_category(category: Category, part: str, text: str) -> Category:
    if found := _UNDER.fullmatch(part):
        limit = int(found[1])
        if limit <= OLDEST:
            return replace(category, under=limit)
        return replace(category, high=limit - 1)
    if found := _FROM.fullmatch(part):
        limit = int(found[1])
        return (
            replace(category, from_age=limit) if limit <= OLDEST else replace(category, low=limit)
        )
    if found := _BAND.fullmatch(part):
        return replace(category, low=int(found[1]), high=int(found[2]))
    if found := _LABEL.fullmatch(part):
        return replace(category, label=found[1].strip())
    if part.lower() == "unrated":
        return replace(category, unrated=True)
    if part.lower() in SEXES:
        return replace(category, sex=SEXES[part.lower()])
    remedy = say(
        "Use U16, 50+, U1800, 1600-1799, women, men, unrated or label WORD. To name a "
        "category, write for example Girls = U16 women."
    )
    raise BadInput(
        [Problem(say("unknown category condition {part}", part=part), quoted=text, remedy=remedy)]
    )


def format_category_conditions(category: Category) -> str:
    """Return the conditions of a category as a string that ``parse_category`` accepts."""
    band = ""
    if category.low and category.high:
        band = f"{category.low}-{category.high}"
    elif category.low:
        band = f"{category.low}+"
    elif category.high:
        band = f"U{category.high + 1}"
    parts = (
        f"U{category.under}" if category.under else "",
        f"{category.from_age}+" if category.from_age else "",
        band,
        "unrated" if category.unrated else "",
        {"w": "women", "m": "men"}.get(category.sex, ""),
        f"label {category.label}" if category.label else "",
    )
    return ", ".join(filter(None, parts))


def format_category(category: Category) -> str:
    """Return a category as one line of text.

    The name is left out if it only repeats the conditions.
    """
    told = format_category_conditions(category)
    same = parse_category(told) == replace(category, name=told) and told == category.name
    return told if same else f"{category.name} = {told}"


# --- members ------------------------------------------------------------------------------------


def find_category_members(
    section: Section, details: EventInfo, category: Category
) -> frozenset[Number]:
    """Return the numbers of the participants who belong to a category."""
    return frozenset(
        number
        for number, one in section.competitors.items()
        if is_participant_in_category(one, category, details.start, section.category_day)
    )


def limit_standings_to_participants(table: Standings, inside: Collection[Number]) -> Standings:
    """Return the standings with only these participants, who keep their overall places."""
    return replace(table, lines=tuple(line for line in table.lines if line.number in inside))


def is_participant_in_category(
    one: Competitor, category: Category, start: str, day: str = ""
) -> bool:
    """Return whether a participant meets every condition of a category.

    Teams have no age and no sex, so a team never meets a condition on either.
    """
    if category.label and category.label not in one.labels:
        return False
    if not _meets_rating_condition(one, category):
        return False
    if isinstance(one, Team):
        return not (category.under or category.from_age or category.sex)
    if category.sex and ("w" if one.sex.lower() in FEMALE else "m") != category.sex:
        return False
    return _meets_age_condition(one.birth, category, start, day)


def _meets_rating_condition(one: Competitor, category: Category) -> bool:
    if not (category.low or category.high or category.unrated):
        return True
    rating = _average_team_rating(one) if isinstance(one, Team) else one.rating
    if not rating:
        return category.unrated
    if not (category.low or category.high):
        return False
    return category.low <= rating <= (category.high or rating)


def _average_team_rating(team: Team) -> int:
    """Return the average rating of the team's rated members, rounded down.

    If no member is rated, return the average recorded for the team, or 0 if there is none.
    """
    rated = [player.rating for player in team.players if player.rating]
    if not rated:
        return int(team.average or 0)
    return sum(rated) // len(rated)


def _meets_age_condition(birth: str, category: Category, start: str, day: str) -> bool:
    if not (category.under or category.from_age):
        return True
    year = dates.parse_day(start)[:4]
    young, old = day or f"{year}-01-01", day or f"{year}-12-31"
    if (
        category.under
        and has_person_reached_age(birth, category.under, young, before=True) is not False
    ):
        return False
    return not category.from_age or has_person_reached_age(birth, category.from_age, old) is True


def has_person_reached_age(birth: str, age: int, day: str, *, before: bool = False) -> bool | None:
    """Return whether a person had reached an age on a day, or None if that is unknown.

    If ``before`` is true, the age must have been reached before that day. If only the year of birth
    is known, the result may be None.
    """
    born = dates.parse_day(birth) or birth[:4]
    if not born[:4].isdigit() or not day[:4].isdigit():
        return None
    known = len(born) > 4 and born[5:7] != "00" and born[8:10] != "00"
    year = int(born[:4]) + age
    first, last = (f"{year}{born[4:]}",) * 2 if known else (f"{year}-01-01", f"{year}-12-31")
    if last < day or (last == day and not before):
        return True
    if first > day or (first == day and before):
        return False
    return None


# --- input and its problems ---------------------------------------------------------------------


def parse_categories(lines: Iterable[str]) -> tuple[Category, ...]:
    """Return the categories described by lines of text, one category per line.

    Raise ``BadInput`` with the errors in all lines.
    """
    found: list[Category] = []
    problems: list[Problem] = []
    for line in filter(None, map(str.strip, lines)):
        try:
            found.append(parse_category(line))
        except BadInput as error:
            problems += error.problems
    if problems:
        raise BadInput(problems)
    return tuple(found)


def find_or_parse_category(section: Section, name: str) -> Category:
    """Return the section's category with this name, or a category parsed from its conditions.

    Raise ``BadInput`` if the string is neither a known name nor a valid condition.
    """
    for category in section.categories:
        if category.name.casefold() == name.strip().casefold():
            return category
    try:
        return parse_category(name)
    except BadInput as error:
        raise BadInput(
            [build_unknown_category_problem(name, [one.name for one in section.categories])]
        ) from error


def build_unknown_category_problem(name: str, known: Sequence[str]) -> Problem:
    """Return the problem for an unknown category, which lists the ``known`` names as choices."""
    remedy = (
        say("Choose one of these categories: {known}.", known=", ".join(known))
        if known
        else say("Add the category to the section first.")
    )
    return Problem(say("unknown category"), quoted=name, remedy=remedy)


def find_category_problems(event: Event, act: SetCategories) -> Iterator[Problem]:
    """Yield the problems with the categories that an action would set."""
    names = [category.name.casefold() for category in act.categories]
    if len(names) > MOST_CATEGORIES:
        yield Problem(say("a section can have at most {most} categories", most=MOST_CATEGORIES))
    if act.day and dates.parse_start(act.day) is None:
        yield Problem(say("invalid date or time"), say("reference date for ages"), act.day)
    for place, category in enumerate(act.categories):
        if not format_category_conditions(category):
            yield Problem(say("the category has no conditions"), quoted=category.name)
        if category.name.casefold() in names[:place]:
            yield Problem(say("two categories have the same name"), quoted=category.name)
        if category.high and category.high < category.low:
            yield Problem(
                say("the upper rating limit is below the lower limit"), quoted=category.name
            )
        if (category.under or category.from_age) and not (
            act.day or dates.parse_day(event.details.start)
        ):
            remedy = say("Set the first day of the event or the reference date for ages.")
            what = say("an age category needs a reference date")
            yield Problem(what, quoted=category.name, remedy=remedy)
