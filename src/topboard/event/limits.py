"""Limits on the content of journal entries, so that every journal can be exported and read back.

The limits are checked before an action becomes a journal entry. An older journal that exceeds them
can still be opened and gives the same state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topboard._frozen import fields
from topboard.errors import Problem, Refused
from topboard.event import actions, categories, prizes, schedules
from topboard.event.actions import ChangeDetails, SetLogo
from topboard.event.logo import find_logo_problems
from topboard.event.ratings import find_rating_problems
from topboard.formats.problems import (
    HIGHEST_NUMBER,
    HIGHEST_POINTS,
    HIGHEST_RATING,
    LARGEST_ROSTER,
    LAST_ROUND,
    LONGEST_TEXT,
    LOWEST_POINTS,
    MOST_COMPETITORS,
    is_printable,
    replace_unprintable,
    shorten_for_quote,
    too_large_error,
)
from topboard.messages import say, say_count
from topboard.model import Scale, Team
from topboard.serialize.codec import is_record, record_fields
from topboard.text.dates import parse_time
from topboard.text.names import TURNING, has_direction_marks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.event.entries import Entry
    from topboard.event.state import Event

_NUMBER = (1, HIGHEST_NUMBER)
_ROUND = (0, LAST_ROUND)
_RATING = (0, HIGHEST_RATING)
_POINTS = (10 * LOWEST_POINTS, 10 * HIGHEST_POINTS)
WITHIN = {
    **dict.fromkeys(("number", "white", "black", "a", "b", "bye"), _NUMBER),
    **dict.fromkeys(("round", "first", "last", "joined", "known_from"), _ROUND),
    **dict.fromkeys(("rating", "unrated_as"), _RATING),
    "value": (1, HIGHEST_RATING),
    **dict.fromkeys(("match_points", "game_points", "pairing_score"), _POINTS),
    **dict.fromkeys(("white_points", "black_points"), (0, 10 * HIGHEST_POINTS)),
    **dict.fromkeys(("table", "previous_standing"), (0, MOST_COMPETITORS)),
    **dict.fromkeys((f"{one.name}_points" for one in fields(Scale)), _POINTS),
}
"""The lowest and highest allowed value of each numeric field, keyed by field name.

The keys for the fields of a scoring scale end with ``_points``.
"""
MOST_KEPT_APART = 100
"""The maximum number of participants in one restriction.

A restriction is stored as one record per pair.
"""
LONGEST_EVENT = LONGEST_TEXT - 100
"""The maximum length of an event's name, in characters.

Reports add the name of the section to it.
"""


def refuse_journal_entry_beyond_limits(event: Event, entry: Entry) -> None:
    """Raise ``Refused`` if a journal entry exceeds a limit or contains an invalid value.

    Control characters are refused because they could forge lines in a log.
    """
    _refuse_too_many_competitors(event, entry.act)
    problems = [
        *_find_text_problems("who", entry.who),
        *_find_text_problems("reason", entry.reason),
        *_find_text_problems("authority", entry.authority),
        *_find_time_problems(entry.time),
        *([] if isinstance(entry.act, SetLogo) else _find_nested_value_problems(entry.act)),
        *schedules.find_schedule_problems(event, entry.act),
        *_find_arrangement_action_problems(event, entry.act),
    ]
    if (
        isinstance(entry.act, actions.CreateEvent | ChangeDetails)
        and len(entry.act.name) > LONGEST_EVENT
    ):
        problems.append(
            Problem(
                say("the name is longer than {longest:,} characters", longest=LONGEST_EVENT),
                "name",
            )
        )
    if problems:
        raise Refused(problems)


def _find_arrangement_action_problems(event: Event, act: actions.Act) -> Iterator[Problem]:
    if isinstance(act, actions.SetCategories):
        yield from categories.find_category_problems(event, act)
    elif isinstance(act, SetLogo):
        yield from find_logo_problems(act.image)
    elif isinstance(act, actions.SetPrizes):
        yield from prizes.find_prize_problems(event, act)
    elif isinstance(act, actions.ForbidPair) and len(act.others) + 2 > MOST_KEPT_APART:
        what = say("a restriction cannot name more than {most} participants", most=MOST_KEPT_APART)
        yield Problem(
            what, quoted=str(len(act.others) + 2), remedy=say("Enter fewer participants at a time.")
        )


def _refuse_too_many_competitors(event: Event, act: actions.Act) -> None:
    if not isinstance(act, actions.Enter | actions.EnterLate):
        return
    section = event.sections.get(act.section)
    here = len(section.competitors) if section else 0
    new = len(act.competitors) if isinstance(act, actions.Enter) else 1
    if here + new > MOST_COMPETITORS:
        what = say_count("{count:,} participant", "{count:,} participants", here + new)
        raise too_large_error(what, act.section, MOST_COMPETITORS)


def _find_nested_value_problems(value: object) -> Iterator[Problem]:
    """Yield the problems with a value and all values nested in it."""
    kind: Any = type(value)
    if isinstance(value, tuple):
        for item in value:
            yield from (
                _find_text_problems("", item)
                if isinstance(item, str)
                else _find_nested_value_problems(item)
            )
    elif is_record(kind):
        if isinstance(value, Team) and len(value.players) > LARGEST_ROSTER:
            what = say("the team has more than {most} players", most=LARGEST_ROSTER)
            yield Problem(what, quoted=shorten_for_quote(replace_unprintable(value.name)))
        yield from find_rating_problems(
            getattr(value, "ratings", ()) or getattr(value, "rating_order", ())
        )
        for one in record_fields(kind):
            part = getattr(value, one.name)
            if isinstance(part, str):
                yield from _find_text_problems(one.name, part)
            elif type(part) is int:
                # In a round, ``bye`` is the number of a participant; in a scale, it is points.
                name = f"{one.name}_points" if kind is Scale else one.name
                yield from _find_number_problems(name, part)
            else:
                yield from _find_nested_value_problems(part)


def _find_text_problems(name: str, text: str) -> Iterator[Problem]:
    where = name.replace("_", " ")
    quoted = shorten_for_quote(replace_unprintable(text))
    if len(text) > LONGEST_TEXT:
        what = say("the text is longer than {longest:,} characters", longest=LONGEST_TEXT)
        yield Problem(what, where, quoted, say("Shorten the text."))
    elif not is_printable(text):
        remedy = say("Remove line breaks and other control characters.")
        yield Problem(say("the text cannot be printed on one line"), where, quoted, remedy)
    elif has_direction_marks(text):
        what = say("the text contains a character that changes the writing direction")
        shown = "".join(c for c in quoted if c not in TURNING)
        yield Problem(
            what, where, shown, say("Remove the character. Names in any script work without it.")
        )


def _find_number_problems(name: str, number: int) -> Iterator[Problem]:
    least, most = WITHIN.get(name, (number, number))
    if not least <= number <= most:
        tenths = 10 if name.endswith(("_points", "_score")) else 1
        what = say(
            "the number must be between {least:,} and {most:,}",
            least=least // tenths,
            most=most // tenths,
        )
        yield Problem(what, name.replace("_", " "), str(number)[:20])


# --- time -------------------------------------------------------------------------------------


def _find_time_problems(text: str) -> Iterator[Problem]:
    if parse_time(text) is None:
        remedy = say("Use ISO 8601 format, such as 2026-08-01T18:00Z.")
        yield Problem(
            say("invalid time"), "at", shorten_for_quote(replace_unprintable(text)), remedy
        )


def build_earlier_time_warning(before: Entry, entry: Entry) -> str:
    """Return a warning if a journal entry has an earlier time than the previous one, else ""."""
    # Older journals may contain words instead of a time.
    then, now = parse_time(before.time), parse_time(entry.time)
    if then is None or now is None or now >= then:
        return ""
    return say(
        "Journal entry {number} has an earlier time ({time}) than entry {before} ({time_before}).",
        number=entry.number,
        time=entry.time,
        before=before.number,
        time_before=before.time,
    )
