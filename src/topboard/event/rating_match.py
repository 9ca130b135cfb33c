"""Comparison of the participants in a section with the people in rating lists."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.event.entry_tables import OF_A_PERSON
from topboard.event.ratings import find_national_list_name, format_ratings
from topboard.messages import say
from topboard.model import Number, Player, RatingKind, Team
from topboard.systems.common.ratings import normalize_rating_list_and_kind
from topboard.text.names import fold_case_and_accents, folded_name_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Protocol

    from topboard.event.state import Section
    from topboard.model import Competitor, Rating

    class PersonLookup(Protocol):
        """A source of people with their ratings, such as the stored rating lists."""

        def find_person_by_ids(
            self, fide_id: str, national_id: str, federation: str
        ) -> Person | None:
            """Return the person with this FIDE ID or national ID, or None if there is none."""

        def find_people_by_name(self, name: str) -> tuple[Person, ...]:
            """Return all people with this name."""


NOTHING = "-"
MOST_IDS_COMPARED = 2_000
"""The maximum number of FIDE IDs that are looked up at once."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person with all their data in the rating lists."""

    name: str
    title: str = ""
    sex: str = ""
    federation: str = ""
    birth: str = ""
    region: str = ""
    fide_id: str = ""
    national_id: str = ""
    ratings: tuple[Rating, ...] = ()


def person_to_player(person: Person, section: Section) -> Player:
    """Return a person from a rating list as a player of the section, with the number 0.

    The real number is assigned later.
    """
    return Player(
        Number(0),
        person.name,
        sex=person.sex,
        title=person.title,
        federation=person.federation,
        fide_id=person.fide_id,
        birth=person.birth,
        ratings=tuple(_rename_ratings_for_section(person, section)),
        national_id=person.national_id,
    )


def _rename_ratings_for_section(person: Person, section: Section) -> Iterator[Rating]:
    """Yield the person's ratings. National ratings get the list name that the section uses."""
    for rating in person.ratings:
        if rating.kind is RatingKind.NATIONAL:
            name = find_national_list_name(section, person.federation) or rating.list
            yield replace(rating, list=name)
        else:
            yield rating


@dataclass(frozen=True, slots=True)
class RatingListDifference:
    """A participant whose recorded data differ from the rating lists, with the data updated."""

    after: Competitor
    by_name: bool = False
    """Whether the participant or a team member was matched by name alone."""


def find_rating_list_differences(
    section: Section, known: PersonLookup
) -> Iterator[RatingListDifference]:
    """Yield every participant whose data in the rating lists differ from those in the section."""
    for one in section.competitors.values():
        if isinstance(one, Team):
            found = [_update_player_from_lists(player, section, known) for player in one.players]
            after: Competitor = replace(one, players=tuple(player for player, _ in found))
        else:
            found = [_update_player_from_lists(one, section, known)]
            after = found[0][0]
        if after != one:
            yield RatingListDifference(after, any(by_name for _, by_name in found))


def _update_player_from_lists(
    player: Player, section: Section, known: PersonLookup
) -> tuple[Player, bool]:
    """Return the player updated from the rating lists, and whether the match is by name alone."""
    person = known.find_person_by_ids(player.fide_id, player.national_id, player.federation)
    by_name = person is None
    if person is None:
        person = _find_only_namesake_in_lists(player, known)
    if person is None:
        return player, False
    listed = person_to_player(person, section)
    ratings = replace_listed_ratings(player.ratings, listed.ratings)
    after = replace(
        player,
        ratings=ratings,
        title=listed.title or player.title,
        fide_id=player.fide_id or listed.fide_id,
        national_id=player.national_id or listed.national_id,
        birth=player.birth or listed.birth,
    )
    return after, by_name and after != player


def describe_competitor_changes(before: Competitor, after: Competitor) -> tuple[str, str]:
    """Return the changed data of a participant as two strings: the old and the new values."""
    both = zip(list_players_of_competitor(before), list_players_of_competitor(after), strict=True)
    compared = (
        zip(describe_player_data(was), describe_player_data(now), strict=True) for was, now in both
    )
    parts = [(old, new) for facts in compared for old, new in facts if old != new]
    return (
        "; ".join(old or NOTHING for old, _ in parts),
        "; ".join(new or NOTHING for _, new in parts),
    )


def list_players_of_competitor(competitor: Competitor) -> tuple[Player, ...]:
    """Return the player as a one-element tuple, or the members of a team."""
    return competitor.players if isinstance(competitor, Team) else (competitor,)


def describe_player_data(player: Player) -> list[str]:
    """Return the recorded data about a player as strings in a fixed order."""
    return [*(getattr(player, name) for name in OF_A_PERSON), format_ratings(player)]


def describe_ids_of_other_people(
    competitors: Iterable[Competitor], known: PersonLookup
) -> Iterator[str]:
    """Yield a sentence for each player whose FIDE ID belongs to someone else on the rating lists.

    A name may be written in several ways, so it differs only if no part of it is the same.
    """
    players = (player for one in competitors for player in list_players_of_competitor(one))
    for player in islice((p for p in players if p.fide_id), MOST_IDS_COMPARED):
        person = known.find_person_by_ids(player.fide_id, "", "")
        if person and not {*folded_name_parts(person.name)} & {*folded_name_parts(player.name)}:
            yield say(
                "{name} has the FIDE ID {fide_id}, which belongs to {other} on the rating list.",
                name=player.name,
                fide_id=player.fide_id,
                other=", ".join(filter(None, (person.name, person.federation, person.birth[:4]))),
            )


def _find_only_namesake_in_lists(player: Player, known: PersonLookup) -> Person | None:
    """Return the only person in the rating lists with the player's name, or None.

    The year of birth and the federation must match too, if they are known. A player with a FIDE ID
    is never matched by name.
    """
    found = [
        one
        for one in known.find_people_by_name(player.name)
        if fold_case_and_accents(one.name) == fold_case_and_accents(player.name)
        and (not player.birth or not one.birth or player.birth[:4] == one.birth[:4])
        and player.federation in ("", one.federation)
        and not player.fide_id
    ]
    return found[0] if len(found) == 1 else None


def replace_listed_ratings(before: Iterable[Rating], new: Iterable[Rating]) -> tuple[Rating, ...]:
    """Return the old ratings together with the new ones.

    A new rating replaces all ratings from the same list and of the same type.
    """
    fresh = {normalize_rating_list_and_kind(rating): rating for rating in new}
    kept: dict[object, Rating] = {}
    for rating in before:
        kept.setdefault(
            normalize_rating_list_and_kind(rating)
            if normalize_rating_list_and_kind(rating) in fresh
            else rating,
            fresh.get(normalize_rating_list_and_kind(rating), rating),
        )
    for key, rating in fresh.items():
        kept.setdefault(key, rating)
    return tuple(kept.values())
