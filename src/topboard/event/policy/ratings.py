"""Rules on the ratings that count, and on provisional ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.event.actions import ChangeEntry, ChangeSection, CloseEntries, Enter, EnterLate
from topboard.event.policy.objections import (
    Office,
    note_for_arbiter,
    require_confirmation,
    require_ruling,
)
from topboard.event.ratings import get_section_rating_order
from topboard.messages import join_worded_names, say, say_count, translate_worded
from topboard.model import Team
from topboard.systems.common.ratings import (
    format_rating_order,
    format_ratings,
    is_rating_entered_by_hand,
    must_choose_rating_in_force,
    rating_in_force,
    rating_or_default,
)
from topboard.systems.registry import system

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from topboard.event.actions import Act
    from topboard.event.policy.objections import Objection, Question
    from topboard.event.state import Section
    from topboard.model import Competitor, Player, RatingChoice


def ask_to_confirm_missing_ratings(question: Question, article: str) -> Iterator[Objection]:
    """Require confirmation if players have only ratings from lists that do not count.

    Such players would be treated as unrated.
    """
    act, section = question.act, question.section
    order = get_section_rating_order(section)
    if isinstance(act, ChangeSection):
        if act.rating_order == section.settings.rating_order:
            return
        if section.entries_closed:
            stay = say("Entries are closed, so the ratings already in use still count.")
            yield note_for_arbiter(article, stay)
        order = act.rating_order or system(section.system).rating_order
    again = not section.entries_closed
    listed = [
        p
        for p in _find_players_with_new_ratings(question)
        if must_choose_rating_in_force(p, again=again)
    ]
    without = [p for p in listed if rating_in_force(p.ratings, order) is None]
    if without:
        yield require_confirmation(article, _format_missing_ratings_message(without, listed, order))


def note_late_rating_changes(question: Question, article: str) -> Iterator[Objection]:
    """Note each player whose rating changes after round 1 is published."""
    for before, after in find_late_rating_changes(question.section, question.act):
        yield note_for_arbiter(article, _format_late_rating_change(before, after))


def _format_late_rating_change(before: Player, after: Player) -> str:
    if before.rating == after.rating:
        return say(
            "This changes {name}'s recorded ratings although round 1 has already been published.",
            name=after.name,
        )
    if not before.rating:
        return say(
            "This gives {name}, who had no rating, the rating {after} although round 1 has "
            "already been published.",
            name=after.name,
            after=after.rating,
        )
    if not after.rating:
        return say(
            "This removes {name}'s rating of {before} although round 1 has already been published.",
            name=after.name,
            before=before.rating,
        )
    return say(
        "This changes {name}'s rating from {before} to {after} although round 1 has already "
        "been published.",
        name=after.name,
        before=before.rating,
        after=after.rating,
    )


def find_late_rating_changes(section: Section, act: Act) -> list[tuple[Player, Player]]:
    """Return the old and the new version of each player whose rating changes after round 1."""
    if not isinstance(act, ChangeEntry) or not section.rounds:
        return []
    known = {
        p.number: p for p in _list_individual_players([section.competitor(act.competitor.number)])
    }
    return [
        (known[p.number], p)
        for p in _list_individual_players([act.competitor])
        if p.number in known
        and (p.rating, p.ratings) != (known[p.number].rating, known[p.number].ratings)
    ]


def check_unrated_players(question: Question, article: str) -> Iterator[Objection]:
    """Object if a player has no rating at all although the pairings depend on ratings.

    The Chief Arbiter must assign a provisional rating to such a player.
    """
    section = question.section
    unrated_as = section.settings.unrated_as
    if isinstance(question.act, CloseEntries):
        players = _list_individual_players(section.competitors.values())
    else:
        players = _find_players_with_new_ratings(question)
    without = [player.name for player in players if rating_or_default(player, unrated_as) is None]
    if not without:
        return
    words = say_count(
        "{names} has no rating. No round can be paired until the Chief Arbiter assigns a "
        "provisional one.",
        "{names} have no ratings. No round can be paired until the Chief Arbiter assigns "
        "provisional ones.",
        len(without),
        names=translate_worded(join_worded_names(without)),
    )
    yield (
        require_confirmation(article, words)
        if isinstance(question.act, CloseEntries)
        else note_for_arbiter(article, words)
    )


def require_arbiter_for_provisional_rating(question: Question, article: str) -> Iterator[Objection]:
    """Require a ruling by the Chief Arbiter on a rating assigned once entries are closed."""
    act, section = question.act, question.section
    if not isinstance(act, ChangeEntry) or not section.entries_closed:
        return
    before = {
        player.number: player for player in _list_individual_players(section.competitors.values())
    }
    for player in _list_individual_players([act.competitor]):
        known = before.get(player.number)
        if known is not None and known.rating is None and is_rating_entered_by_hand(player):
            words = say(
                "The Chief Arbiter must approve the provisional rating {rating} for {name}.",
                name=player.name,
                rating=player.rating,
            )
            yield require_ruling(article, words, Office.CHIEF_ARBITER)


def _find_players_with_new_ratings(question: Question) -> list[Player]:
    """Return the players whose ratings an action enters, changes or selects differently."""
    act, section = question.act, question.section
    if isinstance(act, Enter):
        return _list_individual_players(act.competitors)
    if isinstance(act, EnterLate):
        return _list_individual_players([act.competitor])
    if isinstance(act, ChangeSection):
        return _list_individual_players(section.competitors.values())
    if not isinstance(act, ChangeEntry):
        return []
    before = _list_individual_players([section.competitor(act.competitor.number)])
    known = {(player.number, player.ratings) for player in before}
    return [
        p for p in _list_individual_players([act.competitor]) if (p.number, p.ratings) not in known
    ]


def _list_individual_players(competitors: Iterable[Competitor]) -> list[Player]:
    """Return all individual players, including the members of teams."""
    rosters = (c.players if isinstance(c, Team) else (c,) for c in competitors)
    return [player for roster in rosters for player in roster]


def _format_missing_ratings_message(
    without: Sequence[Player], listed: Sequence[Player], order: Sequence[RatingChoice]
) -> str:
    first, used = without[0], format_rating_order(order)
    ratings = format_ratings(first.ratings)
    if len(listed) == 1:
        return say(
            "This section uses {order} ratings. {name} has only {ratings} and would be unrated.",
            order=used,
            name=first.name,
            ratings=ratings,
        )
    if len(without) == len(listed):
        return say(
            "This section uses {order} ratings, and none of the players has one. For example, "
            "{name} has only {ratings}.",
            order=used,
            name=first.name,
            ratings=ratings,
        )
    return say_count(
        "This section uses {order} ratings, and {count} of {all} players has none: {name} has only "
        "{ratings}.",
        "This section uses {order} ratings, and {count} of {all} players have none. For example, "
        "{name} has only {ratings}.",
        len(without),
        order=used,
        all=len(listed),
        name=first.name,
        ratings=ratings,
    )
