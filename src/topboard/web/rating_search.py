"""Search of the rating lists for people to suggest in the entry form."""

from __future__ import annotations

from collections.abc import Iterable

from topboard._frozen import replace
from topboard.errors import CannotReadOrWrite
from topboard.event.rating_match import (
    Person,
    describe_ids_of_other_people,
    person_to_player,
)
from topboard.event.ratings import build_rating_form_fields, find_national_list_name
from topboard.event.state import Section
from topboard.model import Competitor, Player
from topboard.systems.common.ratings import format_ratings
from topboard.web.request_context import RequestContext, get_app_state

LEAST_LETTERS = 3
"""The minimum number of letters for which suggestions are shown."""
OFFERED = 12
FIRST_IDEOGRAPH = 0x2E80


def search_people(context: RequestContext, typed: str) -> tuple[Person, ...]:
    """Return the people on the rating lists whose data match the typed text.

    At least three letters are needed, or one character of a script such as Chinese.
    """
    letters = [character for character in typed if character.isalnum()]
    if len(letters) < LEAST_LETTERS and not any(ord(one) > FIRST_IDEOGRAPH for one in letters):
        return ()
    return get_app_state(context.request).ratings.search_people(typed, OFFERED)


def list_rating_lists(context: RequestContext) -> list[str]:
    """Return the names of the imported rating lists, or an empty list if they cannot be read."""
    try:
        return [
            f"{one.name} {one.period}"
            for one in get_app_state(context.request).ratings.imported_lists()
        ]
    except CannotReadOrWrite:
        return []


def find_ids_of_other_people(
    context: RequestContext, competitors: Iterable[Competitor]
) -> list[str]:
    """Return a sentence for each FIDE ID that belongs to someone else on the rating lists."""
    try:
        known = get_app_state(context.request).ratings
        return [*describe_ids_of_other_people(competitors, known)]
    except CannotReadOrWrite:
        return []


def rated_person_key(person: Person) -> str:
    """Return the key that identifies a person on the rating lists in later requests."""
    return f"fide-{person.fide_id}" if person.fide_id else f"national-{person.national_id}"


def find_rated_person_as_player(context: RequestContext, key: str) -> Player | None:
    """Return the person with this key as a new player of the section, or None if there is none."""
    kind, _, number = key.partition("-")
    ids = (number, "") if kind == "fide" else ("", number)
    found = get_app_state(context.request).ratings.find_person_by_ids(*ids, "") if number else None
    return None if found is None else person_to_player(found, context.section)


def describe_person(person: Person) -> str:
    """Return a line with the data that tell a person from others with the same name."""
    ids = (
        f"FIDE {person.fide_id}" if person.fide_id else "",
        f"CFC {person.national_id}" if person.national_id else "",
    )
    ratings = format_ratings(replace(rating, period="") for rating in person.ratings)
    told = (person.title, person.federation, person.birth, *ids, ratings)
    return " · ".join(filter(None, told))


def person_form_values(person: Person, section: Section) -> dict[str, str]:
    """Return the values of the entry form for a person on the rating lists, keyed by field name."""
    player = person_to_player(person, section)
    ratings = build_rating_form_fields(player, find_national_list_name(section, player.federation))
    names = ("name", "title", "federation", "fide_id", "national_id", "sex", "birth")
    return {
        **{name: str(getattr(player, name)) for name in names},
        "fide_rating": ratings.fide,
        "national_rating": ratings.national,
        "rating": ratings.other,
        "listed": format_ratings(player.ratings),
    }
