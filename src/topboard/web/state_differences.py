"""Descriptions of the differences between two states of an event."""

from __future__ import annotations

from collections.abc import Iterator

from topboard.event.ratings import format_ratings
from topboard.event.results import describe_result_with_games
from topboard.event.state import Event, PublishedRound, Section
from topboard.messages import message, say, say_kept
from topboard.model import Competitor, Player, Scale
from topboard.reasons.sentences.words import colour_word
from topboard.systems.common.ratings import format_rating_order
from topboard.systems.registry import system
from topboard.text.names import isolate_right_to_left_text
from topboard.text.numbers import format_points

COMPETITOR_FIELDS = {
    "name": message("name {before} → {after}"),
    "rating": message("rating {before} → {after}"),
    "federation": message("federation {before} → {after}"),
    "title": message("title {before} → {after}"),
    "letter": message("team letter {before} → {after}"),
    "captain": message("captain {before} → {after}"),
    "previous_standing": message("previous standing {before} → {after}"),
    "joined": message("first round {before} → {after}"),
}
"""The fields of a player or team, each with the message that describes a change."""
SETTINGS = {
    "rounds": message("Number of rounds: {before} → {after}"),
    "boards": message("Number of boards: {before} → {after}"),
    "variations": message("Options: {before} → {after}"),
    "tie_breaks": message("Tie-breaks: {before} → {after}"),
    "unrated_as": message("Rating for unrated players: {before} → {after}"),
    "match_scale": message("Match points: {before} → {after}"),
    "game_scale": message("Game points: {before} → {after}"),
    "rating_order": message("Rating lists: {before} → {after}"),
    "tie_break_edition": message("Edition of the tie-break rules: {before} → {after}"),
}
"""The settings of a section, each with the message that describes a change."""
COUNTED = {
    "lots": message("Drawings of lots: {before} → {after}"),
    "requests": message("Byes and withdrawals: {before} → {after}"),
    "forbidden": message("Forbidden pairs: {before} → {after}"),
    "fixed_tables": message("Fixed boards: {before} → {after}"),
    "adjustments": message("Points by ruling: {before} → {after}"),
    "suspended": message("Suspensions: {before} → {after}"),
    "exceptions": message("Exceptions: {before} → {after}"),
    "presence": message("Checked in: {before} → {after}"),
}
"""The lists in a section for which only a change in length is described."""


def describe_differences(before: Event, after: Event) -> Iterator[tuple[str, str]]:
    """Yield the place and description of every difference between two states of an event.

    The place is the event or a section.
    """
    whole = say("Event")
    if before.name != after.name:
        words = say(
            "Name: {before} → {after}",
            before=_format_setting_or_field_value(before.name),
            after=_format_setting_or_field_value(after.name),
        )
        yield whole, words
    if before.closed != after.closed:
        yield whole, say("Event closed") if after.closed else say("Event reopened")
    if before.public != after.public:
        told = {
            True: say("Made public"),
            False: say("Made private"),
            None: say("Visibility reset to the default"),
        }
        yield whole, told[after.public]
    for name in {**before.sections, **after.sections}:
        old, new = before.sections.get(name), after.sections.get(name)
        if old is None or new is None:
            yield name, say("Section added") if old is None else say("Section removed")
            old = old or new
            new = new or old
        assert old is not None
        assert new is not None
        for what in _describe_section_differences(old, new):
            yield name, what


def _format_setting_or_field_value(value: object) -> str:
    """Return the value of a setting or field as text, or "none" if it is empty."""
    match value:
        case Scale():
            return say(
                "win {win}, draw {draw}, loss {loss}",
                win=format_points(value.win),
                draw=format_points(value.draw),
                loss=format_points(value.loss),
            )
        case tuple():
            return ", ".join(map(str, value)) or say("none")
        case _:
            return str(value) if value else say("none")


def _describe_section_differences(old: Section, new: Section) -> Iterator[str]:
    yield from _describe_settings_differences(old, new)
    yield from _describe_participant_list_differences(old, new)
    if old.lot != new.lot:
        yield (
            say("Colour drawn for starting number 1: {colour}", colour=colour_word(new.lot))
            if new.lot
            else say("No colour drawn for starting number 1")
        )
    for name, told in COUNTED.items():
        before, after = getattr(old, name), getattr(new, name)
        if before != after:
            yield say_kept(told, before=len(before), after=len(after))
    yield from _describe_draft_and_round_differences(old, new)


def _describe_settings_differences(old: Section, new: Section) -> Iterator[str]:
    for name, told in SETTINGS.items():
        before, after = getattr(old.settings, name), getattr(new.settings, name)
        if name == "rating_order":
            before, after = format_rating_order(before), format_rating_order(after)
        if before != after:
            yield say_kept(
                told,
                before=_format_setting_or_field_value(before),
                after=_format_setting_or_field_value(after),
            )
    if old.announced != new.announced:
        yield say("Options announced") if new.announced else say("Options no longer announced")
    if old.left_fide_mode != new.left_fide_mode:
        yield say("FIDE mode left permanently")
    if old.entries_closed != new.entries_closed:
        yield say("Entries closed") if new.entries_closed else say("Entries reopened")


def _describe_participant_list_differences(old: Section, new: Section) -> Iterator[str]:
    if old.entries_closed != new.entries_closed:
        # The numbers before and after belong to different participants.
        return
    for number in sorted({*old.competitors, *new.competitors}):
        before, after = old.competitors.get(number), new.competitors.get(number)
        if before is None or after is None:
            one = before or after
            assert one is not None
            name = isolate_right_to_left_text(one.name)
            yield (
                say("{name} (#{number}): added", name=name, number=number)
                if before is None
                else say("{name} (#{number}): removed", name=name, number=number)
            )
        elif before != after:
            yield say(
                "{name} (#{number}): {changes}",
                name=isolate_right_to_left_text(before.name),
                number=number,
                changes=", ".join(_describe_competitor_differences(before, after)),
            )


def _describe_competitor_differences(before: Competitor, after: Competitor) -> Iterator[str]:
    for name, told in COMPETITOR_FIELDS.items():
        old, new = getattr(before, name, None), getattr(after, name, None)
        if old != new:
            yield say_kept(
                told,
                before=_format_setting_or_field_value(old),
                after=_format_setting_or_field_value(new),
            )
    if getattr(before, "ratings", ()) != getattr(after, "ratings", ()):
        assert isinstance(before, Player)
        assert isinstance(after, Player)
        yield say(
            "ratings {before} → {after}",
            before=_format_setting_or_field_value(format_ratings(before)),
            after=_format_setting_or_field_value(format_ratings(after)),
        )
    if getattr(before, "players", ()) != getattr(after, "players", ()):
        yield say("roster changed")


def _describe_draft_and_round_differences(old: Section, new: Section) -> Iterator[str]:
    if old.draft != new.draft:
        if new.draft is None:
            yield say("Draft pairing removed")
        elif old.draft is None:
            yield say("Draft pairing of round {round} created", round=new.draft.round)
        else:
            yield say("Draft pairing of round {round} changed", round=new.draft.round)
    teams = system(new.system).teams
    for number in range(1, max(len(old.rounds), len(new.rounds)) + 1):
        if number > len(old.rounds):
            yield say("Round {number} published", number=number)
        elif number > len(new.rounds):
            yield say("Publication of round {number} undone", number=number)
        else:
            yield from _describe_changed_boards(
                old.rounds[number - 1], new.rounds[number - 1], number, teams=teams
            )


def _describe_changed_boards(
    old: PublishedRound, new: PublishedRound, number: int, *, teams: bool
) -> Iterator[str]:
    """Yield a description of each board or match of round ``number`` that has changed."""
    for table in sorted({*old.meetings, *new.meetings}):
        before, after = old.meetings.get(table), new.meetings.get(table)
        if before is None or after is None:
            yield _describe_added_or_removed_board(
                number, table, is_added=before is None, teams=teams
            )
        elif (before.white, before.black) != (after.white, after.black):
            pairs = f"{before.white}-{before.black}", f"{after.white}-{after.black}"
            yield _describe_new_pair(number, table, *pairs, teams=teams)
        elif describe_result_with_games(before) != describe_result_with_games(after):
            results = (
                _format_setting_or_field_value(describe_result_with_games(before)),
                _format_setting_or_field_value(describe_result_with_games(after)),
            )
            yield _describe_new_result(number, table, *results, teams=teams)


def _describe_added_or_removed_board(
    number: int, table: int, *, is_added: bool, teams: bool
) -> str:
    if is_added:
        return (
            say("Round {number}: match {table} added", number=number, table=table)
            if teams
            else say("Round {number}: board {table} added", number=number, table=table)
        )
    return (
        say("Round {number}: match {table} removed", number=number, table=table)
        if teams
        else say("Round {number}: board {table} removed", number=number, table=table)
    )


def _describe_new_pair(number: int, table: int, before: str, after: str, *, teams: bool) -> str:
    if teams:
        return say(
            "Round {number}, pairing of match {table}: {before} → {after}",
            number=number,
            table=table,
            before=before,
            after=after,
        )
    return say(
        "Round {number}, pairing on board {table}: {before} → {after}",
        number=number,
        table=table,
        before=before,
        after=after,
    )


def _describe_new_result(number: int, table: int, before: str, after: str, *, teams: bool) -> str:
    if teams:
        return say(
            "Round {number}, result of match {table}: {before} → {after}",
            number=number,
            table=table,
            before=before,
            after=after,
        )
    return say(
        "Round {number}, result on board {table}: {before} → {after}",
        number=number,
        table=table,
        before=before,
        after=after,
    )
