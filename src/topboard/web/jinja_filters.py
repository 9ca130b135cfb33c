"""Jinja filters and functions that format points, names, results, actions and times."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from fractions import Fraction
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from jinja2 import pass_context
from markupsafe import Markup, escape

from topboard import __version__
from topboard.documents.sheet import event_location
from topboard.event import actions
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.codec import class_name_in_journal
from topboard.event.entry_tables import parse_sex
from topboard.event.journal_names import NO_NAMES
from topboard.event.ratings import format_ratings, get_section_rating_order
from topboard.event.reducer import FOR_GOOD
from topboard.event.remarks import describe_journal_action, format_absence_name
from topboard.event.results import describe_result_with_games
from topboard.event.summaries import STAGES, EventStage, summarize_section
from topboard.messages import Worded, current_language, say, say_count, say_kept, translate_worded
from topboard.model import Team
from topboard.reasons.sentences.articles import (
    PARTS,
    find_regulation,
    format_article_name,
    split_sentence_at_citations,
)
from topboard.reasons.sentences.terms import find_terms
from topboard.reasons.sentences.words import colour_word, format_points_with_word as points_in_words
from topboard.systems.common.ratings import format_rating as rating_written, format_rating_order
from topboard.systems.common.variations import list_own_variations_of_director
from topboard.systems.registry import system
from topboard.text.dates import (
    convert_to_time_zone,
    format_day_in_words,
    format_event_days_in_full,
    format_moment,
    format_month_or_day,
    format_start_in_full,
    format_time_in_words,
    format_time_zone_at,
    has_time_of_day,
)
from topboard.text.names import isolate_right_to_left_text
from topboard.text.numbers import format_points
from topboard.web.help.topics import find_help_address
from topboard.web.section_menu import build_section_menu

if TYPE_CHECKING:
    from collections.abc import Mapping

    from jinja2.runtime import Context
    from starlette.requests import Request

    from topboard.documents.svg import Chart
    from topboard.event.entries import Entry
    from topboard.event.journal_names import RecordedNames
    from topboard.event.state import Event, Section
    from topboard.event.summaries import EventSummary, SectionSummary
    from topboard.model import Competitor, EventInfo


def format_competitor_rating(competitor: Competitor) -> str:
    """Return the rating of a player, or the average of a team's four highest ratings."""
    if not isinstance(competitor, Team):
        return str(competitor.rating) if competitor.rating else ""
    rated = sorted((p.rating for p in competitor.players if p.rating), reverse=True)[:4]
    average = Fraction(sum(rated), len(rated)) if rated else competitor.average
    # The average is rounded half up, as in the documents.
    return str((2 * average + 1) // 2) if average else ""


def describe_rating_order(section: Section) -> str:
    """Return a description of the ratings that count in a section, in order of preference."""
    return format_rating_order(get_section_rating_order(section))


def find_event_time_zone(event: Event) -> str:
    """Return the time zone of an event or of its schedule, or an empty string if it has none."""
    schedules = (one.schedule for one in event.sections.values())
    return event.details.time_zone or next((one.time_zone for one in schedules if one), "")


def _find_page_time_zone(page: Context) -> str:
    """Return the time zone of the event that a page is about, or an empty string."""
    found = page.get("context")
    return find_event_time_zone(found.event) if found else ""


@pass_context
def format_time(page: Context, time: str) -> str:
    """Return a recorded time as day and time, such as "November 9, 2026, 15:40".

    The time is that of the event's time zone or, on a page about no event, of this computer. A
    string that is not a time is returned unchanged.
    """
    zone = _find_page_time_zone(page)
    try:
        return format_moment(convert_to_time_zone(datetime.fromisoformat(time), zone))
    except ValueError:
        return time


@pass_context
def time_element(page: Context, time: str, *, with_time: bool = True, zone: str = "") -> Markup:
    """Return a recorded time in words, in an HTML element that also holds the full time.

    The time is that of the zone, of the event's time zone or, on a page about no event, of this
    computer. A string that is not a time is returned unchanged.
    """
    zone = zone or _find_page_time_zone(page)
    try:
        read = convert_to_time_zone(datetime.fromisoformat(time), zone)
    except ValueError:
        return escape(time)
    in_words = format_time_in_words if with_time else format_day_in_words
    return Markup('<time datetime="{}" title="{}">{}</time>').format(
        read.isoformat(timespec="seconds"),
        f"{format_moment(read)}:{read:%S}",
        in_words(read, convert_to_time_zone(datetime.now(UTC), zone)),
    )


@pass_context
def format_clock_time(page: Context, time: str) -> str:
    """Return the hour and minute of a recorded time, in the time zone of ``format_time``.

    A string that is not a time is returned unchanged.
    """
    zone = _find_page_time_zone(page)
    try:
        return f"{convert_to_time_zone(datetime.fromisoformat(time), zone):%H:%M}"
    except ValueError:
        return time


def format_article(number: str) -> str:
    """Return an article number in the form in which it is cited, such as "art. 5.2"."""
    if number in PARTS:
        return format_article_name(number)
    return say("art. {number}", number=number) if number[:1].isdigit() else number


class ArticleFootnotes:
    """The articles cited on a page, with links to their summaries at the foot of the page.

    They also know the terms of the rules that the page uses.
    """

    def __init__(self, system_name: str) -> None:
        self.text = find_regulation(system_name)
        self._sentences: list[str] = []
        self._links: dict[str, Markup] = {}
        """The links to the articles cited so far.

        They are cached because a round of 2,000 players cites the same few articles on every board.
        """

    def __call__(self, sentence: str) -> Markup:
        """Return a sentence in which each cited article links to its summary."""
        self._sentences.append(sentence)
        found = split_sentence_at_citations(sentence, self.text.gists)
        return Markup(
            "".join(self.link_article(cited) if cited else escape(piece) for piece, cited in found)
        )

    def link_article(self, number: str) -> Markup:
        """Return the name of an article as a link to its summary at the foot of the page.

        If the article has no summary, return its name without a link.
        """
        if number not in self.text.gists:
            return escape(format_article_name(number))
        if number not in self._links:
            link = '<a class="cite" href="#{}">{}</a>'
            self._links[number] = Markup(link).format(
                article_anchor(number), format_article_name(number)
            )
        return self._links[number]

    def note_terms(self, text: str) -> str:
        """Return a text unchanged, so that the page explains the terms in it."""
        self._sentences.append(text)
        return text

    @property
    def terms(self) -> list[tuple[str, str]]:
        """Return the terms that the page has used so far, each with its meaning."""
        return [
            (say_kept(term.name), say_kept(term.meaning)) for term in find_terms(self._sentences)
        ]

    @property
    def cited_articles(self) -> list[tuple[str, str]]:
        """Return the cited articles with their summaries, in the order of the rules."""
        return [(number, gist) for number, gist in self.text.gists.items() if number in self._links]


def article_anchor(number: str) -> str:
    """Return the HTML id under which a page explains an article, such as "art-5.2"."""
    return "art-" + re.sub(r"[^A-Za-z0-9.-]+", "-", number)


def describe_action(entry: Entry, names: RecordedNames = NO_NAMES) -> str:
    """Return a description of a journal entry's action, starting with a capital letter.

    ``names`` are the participants to whom its numbers refer.
    """
    text = describe_journal_action(entry.act, names=names)
    return text[:1].upper() + text[1:]


def translate_markup(message: str, /, **places: object) -> Markup:
    """Return a message in the current language, with its values inserted and escaped."""
    language = current_language()
    return Markup(message if language is None else language.one(message)).format(
        **_translate_placeholder_values(places)
    )


def translate_count_markup(one: str, many: str, count: int, /, **places: object) -> Markup:
    """Return the translated singular or plural of a message, with its escaped values inserted."""
    language = current_language()
    text = one if count == 1 else many
    if language is not None:
        text = language.counted(one, many, count)
    return Markup(text).format(count=count, **_translate_placeholder_values(places))


def _translate_placeholder_values(places: dict[str, object]) -> dict[str, object]:
    return {name: _isolate_text(translate_marked_value(value)) for name, value in places.items()}


def _isolate_text(value: object) -> object:
    """Return right-to-left text enclosed in Unicode isolation marks, and any other value
    unchanged.
    """
    return isolate_right_to_left_text(value) if type(value) is str else value


def translate_marked_value(value: object) -> object:
    """Return a marked message in the current language, and any other value unchanged."""
    return translate_worded(value) if isinstance(value, Worded) else value


SPEAKERS = {"say": translate_markup, "say_count": translate_count_markup}
"""The template functions for messages, under the same names as in the Python code."""


def chart_markup(chart: Chart) -> Markup:
    """Return the SVG code of a chart as markup, because it is already escaped."""
    return Markup(chart.svg)


def format_attributes(*several: Mapping[str, object]) -> Markup:
    """Return HTML attributes from their names and values.

    True gives an attribute without a value, and False or None leaves it out. Underscores become
    hyphens, so ``data_x`` gives data-x.
    """
    told = []
    for name, value in (pair for given in several for pair in given.items()):
        if value is not None and value is not False:
            shown = "" if value is True else f'="{escape(translate_marked_value(value))}"'
            told.append(f" {escape(name.replace('_', '-'))}{shown}")
    return Markup("".join(told))


def csrf_field(token: str) -> Markup:
    """Return the hidden form field with the CSRF token."""
    return Markup('<input type="hidden" name="token" value="{}">').format(token)


def once_token_field(known: str = "") -> Markup:
    """Return the hidden form field with a token that stays the same if the form is sent again."""
    value = known or token_urlsafe(12)
    return Markup('<input type="hidden" name="once" value="{}">').format(value)


def is_current_page(request: Request, url: str) -> bool:
    """Return whether a URL is the path of the current page."""
    return request.url.path == url


def help_address(request: Request) -> str:
    """Return the address of the section of the documentation that describes the current page."""
    return find_help_address(request.url.path)


def example_line_up(section: Section) -> str:
    """Return an example of a line-up with a reserve, such as ``1 2 3 5``."""
    boards = section.settings.boards
    return " ".join(map(str, (*range(1, boards), boards + 1)))


def describe_event_details(details: EventInfo) -> list[str]:
    """Return the known details of an event: its place, dates, time control and officials."""
    arbiter, organiser = details.chief_arbiter, details.organiser
    return [
        *filter(
            None,
            (
                event_location(details),
                format_event_days_in_full(details.start, details.end),
                details.time_control,
            ),
        ),
        *([say("chief arbiter {name}", name=arbiter)] if arbiter else []),
        *([say("organiser {name}", name=organiser)] if organiser else []),
    ]


def format_start_times(
    section: Section, details: EventInfo, *, with_zone: bool = True
) -> list[str]:
    """Return the start time of each round as text, or an empty list if there is no schedule."""
    if section.schedule is None:
        return []
    zone = (section.schedule.time_zone or details.time_zone) if with_zone else ""
    return [format_start_in_full(start, zone) for start in section.schedule.starts]


def format_schedule_time_zone(section: Section, details: EventInfo) -> str:
    """Return the time zone of a section's schedule, or "" if no time of day is set in a zone."""
    starts = section.schedule.starts if section.schedule else ()
    first = next(filter(has_time_of_day, starts), "")
    zone = (section.schedule.time_zone if section.schedule else "") or details.time_zone
    return format_time_zone_at(first, zone) if first and zone else ""


def system_title(section: Section) -> str:
    """Return the title of the section's pairing system."""
    return system(section.system).title


def has_teams(section: Section | SectionSummary) -> bool:
    """Return whether the participants in a section are teams."""
    return system(section.system).teams


def remove_full_stop(text: str) -> str:
    """Return a sentence without its full stop, so that a quotation can follow it."""
    return translate_worded(text).removesuffix(".")


def make_sentence(text: str) -> str:
    """Return a text that begins with a capital letter and ends with a full stop."""
    told = translate_worded(text)
    return told[:1].upper() + told[1:] + ("" if told[-1:] in ".?!" else ".")


def format_round_progress(section: SectionSummary) -> str:
    """Return the progress of a section, such as "round 3 of 9".

    In a round robin, the number of rounds is known only when entries are closed.
    """
    if system(section.system).timetable and not section.entries_closed:
        return say("number of rounds set by the number of entries")
    return say("round {played} of {planned}", played=section.published, planned=section.rounds)


def format_published_rounds(section: SectionSummary) -> str:
    """Return how many rounds of a section are published, in words, beside a bar that shows it."""
    if system(section.system).timetable and not section.entries_closed:
        return format_round_progress(section)
    return say_count(
        "{published} of {count} round published",
        "{published} of {count} rounds published",
        section.rounds,
        published=section.published,
    )


def stage_tag(one: EventSummary) -> Markup:
    """Return an HTML tag with the stage of an event."""
    kind = {EventStage.RUNNING: "open", EventStage.PLAYED: "good"}.get(one.stage, "")
    return Markup('<span class="tag {}">{}</span>').format(kind, say_kept(STAGES[one.stage]))


def visibility_tag(public: bool) -> Markup:
    """Return an HTML tag that says whether an event is public or private."""
    kind, label = ("good", say("Public")) if public else ("warn", say("Private"))
    return Markup('<span class="tag {}">{}</span>').format(kind, label)


CRESTS = 6
"""The number of background colors for the initials of an event."""


def event_crest(name: str) -> tuple[str, int]:
    """Return the initials of an event, and the number of their background color.

    The same name always gives the same color.
    """
    words = [word for word in re.findall(r"\w+", name) if not word.isdigit()]
    initials = "".join(word[0] for word in (words if len(words) < 3 else words[:2]))
    return initials.upper(), sum(name.encode()) % CRESTS


def list_chosen_options(section: Section) -> dict[str, str]:
    """Return the chosen options of a section, each with its value or an empty string."""
    return dict(name.partition("=")[::2] for name in section.settings.variations)


def custom_options_text(section: Section) -> str:
    """Return the options that the organiser wrote as text, one per line."""
    return "\n".join(
        text for _, text in list_own_variations_of_director(section.settings.variations)
    )


def is_manual_pairing(one: actions.Act) -> bool:
    """Return whether the action is part of a manual pairing."""
    return isinstance(one, actions.BeginManual | actions.ChangeManual | actions.EndManual)


def is_undo_or_redo(one: actions.Act) -> bool:
    """Return whether the action undoes or redoes another action."""
    return isinstance(one, actions.Undo | actions.Redo)


def can_action_be_undone(one: actions.Act) -> bool:
    """Return whether the action is of a kind that can be undone at all."""
    return not isinstance(one, FOR_GOOD)


def action_kind(one: actions.Act) -> str:
    """Return the name of an action's kind in the journal."""
    return class_name_in_journal(type(one))


FILTERS: dict[str, Any] = {
    "kind_name": action_kind,
    "points": format_points,
    "points_told": points_in_words,
    "colour": colour_word,
    "result": describe_result_with_games,
    "rating": format_competitor_rating,
    "ratings": format_ratings,
    "order_text": format_rating_order,
    "rating_written": rating_written,
    "moment": time_element,
    "when": format_time,
    "period": format_month_or_day,
    "sex_letter": parse_sex,
    "clock": format_clock_time,
    "act": describe_action,
    "article": format_article,
    "away": format_absence_name,
    "isolated": isolate_right_to_left_text,
    "sentence": make_sentence,
    "without_stop": remove_full_stop,
}
GLOBALS: dict[str, Any] = {
    "Footnotes": ArticleFootnotes,
    "called": format_article_name,
    "mark_of": article_anchor,
    "drawn": chart_markup,
    "about_event": describe_event_details,
    "acts": actions,
    "chosen_names": list_chosen_options,
    "crest": event_crest,
    "days_in_full": format_event_days_in_full,
    "location": event_location,
    "order_in_force": describe_rating_order,
    "own_variations": custom_options_text,
    "attributes": format_attributes,
    "csrf": csrf_field,
    "example": example_line_up,
    "once": once_token_field,
    "days_told": format_event_days_in_full,
    "has_teams": has_teams,
    "help_address": help_address,
    "how_far": format_round_progress,
    "rounds_published": format_published_rounds,
    "stage_tag": stage_tag,
    "visibility_tag": visibility_tag,
    "in_short": summarize_section,
    "is_here": is_current_page,
    "is_manual": is_manual_pairing,
    "can_be_undone": can_action_be_undone,
    "is_taking_back": is_undo_or_redo,
    "written": format_points,
    "section_menu": build_section_menu,
    "title_of": system_title,
    "version": __version__,
    "without_result": list_tables_without_result,
    "shown": translate_marked_value,
    "starts_told": format_start_times,
    "zone_told": format_schedule_time_zone,
    **SPEAKERS,
}
