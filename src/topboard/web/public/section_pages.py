"""The public pages of one section, found by their file names."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from topboard.documents import (
    pairing_sheet,
    pairings_by_name,
    people,
    timetable_sheet,
)
from topboard.documents.catalog import build_documents, limit_document_to_category
from topboard.documents.chart_data import build_chart_data
from topboard.documents.charts import participant_history_chart, scoregroups_chart
from topboard.documents.event_charts import event_charts
from topboard.documents.explanation import explanation_sheet
from topboard.documents.pairing_sheets import round_start_lines
from topboard.documents.records import card_lines_by_participant
from topboard.documents.section_input import build_document_input
from topboard.documents.standings_sheet import average_ratings_sheet, standings_sheet
from topboard.documents.team_players import (
    board_results_notes,
    counted_games_note,
    rank_players_by_board,
)
from topboard.errors import BadInput
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.line_ups import has_team_boards, show_published_line_ups
from topboard.event.memo import standings
from topboard.event.proofs import (
    describe_whether_round_is_proved,
    format_proof_with_tournament_data,
)
from topboard.event.replay import has_renumbered_participants
from topboard.messages import say
from topboard.model import Team
from topboard.playground.links import build_playground_link
from topboard.reasons.sentences.articles import find_regulation
from topboard.reasons.sentences.words import (
    count_missing_results,
    format_round_in_play,
)
from topboard.serialize import answers, event_answers
from topboard.web.jinja_filters import format_schedule_time_zone
from topboard.web.pages import find_standings_page_number, select_standings_page
from topboard.web.public.cross_table import build_cross_table
from topboard.web.public.hall import hall_screens
from topboard.web.public.leaders import Leaders, select_leaders
from topboard.web.public.participant import list_rounds_of_participant, participant_details
from topboard.web.public.statistics import (
    SectionStatistics,
    compute_average_opponent_rating,
    compute_performance,
    compute_statistics,
    count_colours,
    is_performance_extrapolated,
)
from topboard.web.public.team_players import list_rosters
from topboard.web.public.team_round import (
    find_team_members,
    list_matches,
    list_players_of_round,
    name_colours_on_board_one,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topboard.documents.catalog import DocumentInput
    from topboard.documents.records import PairingCardLine
    from topboard.documents.section_input import Again
    from topboard.documents.sheet import Document
    from topboard.documents.svg import Chart
    from topboard.event.state import Event, PublishedRound, Section
    from topboard.model import Competitor, Number, Round, Tournament
    from topboard.tiebreaks.standings import Standings
    from topboard.web.public.hall import HallScreenTable
    from topboard.web.public.team_players import TeamRoster
    from topboard.web.public.team_round import TeamMember

    Found = tuple[str, dict[str, Any]]

NUMBERED = re.compile(r"(round|names|reasons|who|hall|category)-([1-9][0-9]{0,6})\.html")
STANDINGS = re.compile(r"standings(?:-([1-9][0-9]{0,6}))?(?:-part-([1-9][0-9]{0,3}))?\.html")
MOST_ROUNDS = 11
"""The largest number of rounds whose games the standings show beside the points."""
PROOF = re.compile(r"proof-([1-9][0-9]{0,6})\.json")


def standings_page_name(number: int, part: int) -> str:
    """Return the file name of a page of the standings after round ``number``.

    Number 0 means the current standings.
    """
    of_round = f"-{number}" if number else ""
    return f"standings{of_round}{f'-part-{part}' if part > 1 else ''}.html"


class SectionPages:
    """The public pages of a section, and the data that they show."""

    def __init__(
        self, event: Event, section: Section, slug: str, again: Again, playground: str = ""
    ) -> None:
        self.event, self.section, self.slug = event, section, slug
        self._again = again
        self._playground = playground

    # --- facts that several pages share -----------------------------------------------------

    @cached_property
    def document_data(self) -> DocumentInput:
        """Return the data from which the documents of the section are made."""
        return build_document_input(self.event, self.section)

    @property
    def tournament(self) -> Tournament:
        """Return the section as a ``Tournament``, the input of the pairing and tie-break rules."""
        return self.document_data.tournament

    @cached_property
    def standings(self) -> Standings | None:
        """Return the current standings, or None if there are no participants."""
        return standings(self.tournament) if self.tournament.competitors else None

    @property
    def leaders(self) -> Leaders:
        """Return the first places of the current standings."""
        return select_leaders(self.standings.lines if self.standings else ())

    @cached_property
    def in_play(self) -> str:
        """Return a sentence about a round in play, or an empty string if no result is missing."""
        return format_round_in_play(self.tournament)

    @cached_property
    def missing_results(self) -> int:
        """Return the number of games or matches so far that have no result."""
        return count_missing_results(self.tournament)

    @cached_property
    def competitors(self) -> dict[Number, Competitor]:
        """Return all participants of the section, keyed by tournament pairing number."""
        return dict(self.section.competitors)

    @cached_property
    def team_members(self) -> dict[Number, TeamMember]:
        """Return all members of teams, keyed by the number of the player."""
        return find_team_members(self.competitors)

    @cached_property
    def rosters(self) -> tuple[TeamRoster, ...]:
        """Return the rosters of all teams with the results of their members."""
        teams = self.document_data.system.teams
        return tuple(list_rosters(self.tournament)) if teams else ()

    @cached_property
    def rounds_by_participant(self) -> dict[Number, tuple[PairingCardLine, ...]]:
        """Return the rounds of each participant so far, keyed by tournament pairing number."""
        return (
            card_lines_by_participant(self.tournament, self.document_data.system)
            if self.tournament.competitors
            else {}
        )

    @cached_property
    def charts(self) -> list[Chart]:
        """Return the charts of the section so far, or an empty list if there are no
        participants.
        """
        if not self.standings:
            return []
        system = self.document_data.system
        return event_charts(
            build_chart_data(self.tournament, system, self.standings, self.rounds_by_participant)
        )

    @cached_property
    def statistics(self) -> SectionStatistics:
        """Return the statistics of the section so far."""
        return compute_statistics(self.tournament, self.rounds_by_participant)

    @cached_property
    def hall_screens(self) -> list[HallScreenTable]:
        """Return the tables that the hall screen shows in turn."""
        return list(hall_screens(self))

    @property
    def last_published_round(self) -> int:
        """Return the number of the last published round, or 0 if there is none."""
        return len(self.section.rounds)

    @property
    def has_average_ratings(self) -> bool:
        """Return whether the pairing system publishes average ratings of opponents (AROs)."""
        return self.document_data.system.averages is not None

    @property
    def has_team_players(self) -> bool:
        """Return whether the participants are teams on several boards, with rosters."""
        return has_team_boards(self.section) and any(
            isinstance(one, Team) and one.players for one in self.competitors.values()
        )

    @property
    def has_timetable(self) -> bool:
        """Return whether the section has at least two participants and a timetable of all
        rounds.
        """
        return self.document_data.system.timetable is not None and len(self.competitors) > 1

    def count_missing_results(self, played: PublishedRound) -> int:
        """Return the number of games or matches in a round that have no result."""
        return len(list_tables_without_result(played))

    def start_of_round(self, number: int) -> str:
        """Return the recorded start of a round, or an empty string if there is none."""
        details = self.tournament.details
        day, time = (
            every[number - 1] if number <= len(every) else ""
            for every in (details.round_dates, details.round_times)
        )
        return f"{day}T{time}" if day and time else day

    @property
    def has_start_times(self) -> bool:
        """Return whether the start of any round is recorded."""
        return any(self.tournament.details.round_dates)

    @property
    def time_zone(self) -> str:
        """Return the time zone of the starts, or an empty string if no time of day is set in it."""
        return format_schedule_time_zone(self.section, self.event.details)

    @property
    def rounds_to_list(self) -> range:
        """Return the rounds that have a start or are published."""
        starts = len(self.tournament.details.round_dates) if self.has_start_times else 0
        return range(1, max(self.last_published_round, starts) + 1)

    @property
    def current_round(self) -> PublishedRound | None:
        """Return the last published round, or None if there is none."""
        return self.section.rounds[-1] if self.section.rounds else None

    @property
    def is_over(self) -> bool:
        """Return whether the event is closed, or all results of the last round are in."""
        last = self.current_round
        return last is not None and (
            self.event.closed
            or (
                self.last_published_round >= self.section.settings.rounds
                and not self.count_missing_results(last)
            )
        )

    def build_pairing_list(self, number: int) -> Document:
        """Return the pairing list of a round, with the results so far, as a document."""
        played = self.section.round(number)
        sheet = pairing_sheet(
            self.tournament, self.tournament.rounds[number - 1], tuple(played.meetings)
        )
        return name_colours_on_board_one(sheet) if self.document_data.system.teams else sheet

    def proof_text(self, number: int) -> str | None:
        """Return the text of a round's proof with the facts it relies on, or None if there is no
        proof.
        """
        if number > self.last_published_round or not self.section.round(number).proof:
            return None
        return format_proof_with_tournament_data(self._again(self.section.name, number))

    def to_json(self) -> dict[str, Any]:
        """Return the data shown on the public pages as JSON."""
        return {
            "name": self.section.name,
            "system": self.section.system,
            "rounds": self.section.settings.rounds,
            "competitors": [
                {
                    "number": one.number,
                    "name": one.name,
                    "federation": one.federation,
                    "rating": people.rating_or_average_cell(one, self.tournament.boards) or None,
                }
                for _, one in sorted(self.competitors.items())
            ],
            "published": [
                event_answers.published_round_to_json(one) for one in self.section.rounds
            ],
            "standings": self.standings
            and answers.short_standings_to_json(self.tournament, self.standings),
        }

    # --- pages ------------------------------------------------------------------------------

    def page_names(self) -> Iterator[str]:
        """Yield the file names of all pages that the section has at present."""
        yield from ("index.html", "section.json", "cross-table.html", "entries.html")
        yield from self._standings_page_names()
        yield from ("charts.html", "rules.html", "statistics.html")
        if self.has_average_ratings:
            yield "averages.html"
        if self.has_team_players:
            yield from ("players.html", "boards.html")
        if self.has_timetable:
            yield "timetable.html"
        if self.section.prizes is not None:
            yield "prizes.html"
        yield from (f"category-{n}.html" for n, _ in enumerate(self.section.categories, start=1))
        for number in range(1, self.last_published_round + 1):
            for kind in ("round", "names", "reasons"):
                yield f"{kind}-{number}.html"
            yield from self._standings_page_names(number)
            if self.section.round(number).proof:
                yield f"proof-{number}.json"
        yield from (f"who-{number}.html" for number in self.competitors)
        yield from (f"hall-{number}.html" for number in range(1, len(self.hall_screens) + 1))

    def find_template_and_variables(self, name: str) -> Found | None:
        """Return the template and the variables of a page, or None if there is no such page."""
        plain = {
            "index.html": self._section_index_page,
            "cross-table.html": self._cross_table_page,
            "entries.html": self._entries_page,
            "charts.html": self._charts_page,
            "rules.html": self._rules_page,
            "statistics.html": self._statistics_page,
        }
        if self.has_average_ratings:
            plain["averages.html"] = self._average_ratings_page
        if self.has_team_players:
            plain["players.html"] = self._team_players_page
            plain["boards.html"] = self._board_results_page
        if self.has_timetable:
            plain["timetable.html"] = self._timetable_page
        if self.section.prizes is not None:
            plain["prizes.html"] = self._prizes_page
        if name in plain:
            return plain[name]()
        if found := STANDINGS.fullmatch(name):
            return self._standings_page(int(found[1] or 0), int(found[2] or 1))
        numbered = NUMBERED.fullmatch(name)
        return self._find_numbered_page(numbered[1], int(numbered[2])) if numbered else None

    def _find_numbered_page(self, kind: str, number: int) -> Found | None:
        if kind == "who":
            return self._participant_page(number) if number in self.competitors else None
        if kind == "category":
            return self._category_page(number)
        if kind == "hall":
            return self._hall_screen_page(number) if number <= len(self.hall_screens) else None
        if number > self.last_published_round:
            return None
        makers = {
            "round": self._round_page,
            "names": self._pairings_by_name_page,
            "reasons": self._reasons_page,
        }
        return makers[kind](number)

    def _section_index_page(self) -> Found:
        return "section.html", {}

    def _round_page(self, number: int) -> Found:
        played = self.section.round(number)
        sheet = self.build_pairing_list(number)
        matches = None
        if self.has_team_players:
            matches = list_matches(
                sheet,
                self._show_published_line_ups(number),
                self.competitors,
                self.team_members,
                are_line_ups_published=played.line_ups_published,
            )
        return "round.html", {
            "played": played,
            "sheet": sheet,
            "matches": matches and list(matches),
            "missing": self.count_missing_results(played),
            "proof_in_words": describe_whether_round_is_proved(self.section, played),
        }

    def _pairings_by_name_page(self, number: int) -> Found:
        played = self.section.round(number)
        tables = tuple(played.meetings)
        sheet = pairings_by_name(self.tournament, self.tournament.rounds[number - 1], tables)
        if self.document_data.system.teams:
            sheet = name_colours_on_board_one(sheet)
        players = None
        if self.has_team_players:
            shown = self._show_published_line_ups(number)
            players = list(list_players_of_round(tables, shown, self.team_members))
        return "names.html", {"played": played, "sheet": sheet, "players": players}

    def _show_published_line_ups(self, number: int) -> Round:
        """Return a round without the line-ups that are not public yet."""
        played = self.section.round(number)
        return show_published_line_ups(played, self.tournament.rounds[number - 1])

    def _reasons_page(self, number: int) -> Found:
        replayed = self._again(self.section.name, number)
        named = replace(replayed.before, name=self.tournament.name)
        sheet = None
        if replayed.pairing_by_rules is not None:
            sheet = explanation_sheet(named, replayed.pairing_by_rules)
        chart = scoregroups_chart(
            self.tournament, self.document_data.system, self.tournament.rounds[number - 1]
        )
        return "reasons.html", {
            "played": self.section.round(number),
            "differences": replayed.differences,
            "sheet": sheet,
            "renumbered": has_renumbered_participants(replayed.before, self.section),
            "chart": chart,
            "begins": tuple(round_start_lines(self.tournament, self.tournament.rounds[number - 1])),
            "playground_link": self._build_playground_link(named, number),
        }

    def _build_playground_link(self, before: Tournament, number: int) -> str:
        """Return a link with which readers check a round themselves.

        It is empty if the event is too large for a link, or if no address is known.
        """
        if not self._playground:
            return ""
        if before.published is None:
            before = replace(before, published=self.tournament.rounds[number - 1])
        return build_playground_link(self._playground, before, number)

    def _standings_after_round(self, number: int) -> Standings | None:
        """Return the standings after a round, or None if there are no participants."""
        if number == self.last_published_round or self.standings is None:
            return self.standings
        return standings(replace(self.tournament, rounds=self.tournament.rounds[:number]))

    def _standings_page_names(self, number: int = 0) -> Iterator[str]:
        """Yield the file names of the standings pages after round ``number``.

        Number 0 means the current standings.
        """
        table = self._standings_after_round(number or self.last_published_round)
        count = select_standings_page(table, 1).count if table else 1
        yield from (standings_page_name(number, part) for part in range(1, count + 1))

    def standings_page_of_participant(self, who: Number) -> str:
        """Return the file name of the page of the current standings that lists a participant."""
        return standings_page_name(
            0, find_standings_page_number(self.standings, who) if self.standings else 1
        )

    def _standings_page(self, number: int, part: int) -> Found | None:
        after = number or self.last_published_round
        if after > self.last_published_round:
            return None
        table = self._standings_after_round(after)
        shown = select_standings_page(table, part) if table else None
        if part != (shown.number if shown else 1):
            return None
        shown_rounds = replace(self.tournament, rounds=self.tournament.rounds[:after])
        return "standings.html", {
            "table": table,
            "part": shown,
            "page_of_part": lambda other: standings_page_name(number, other),
            "shown": after,
            "rounds_shown": range(1, after + 1) if after <= MOST_ROUNDS else (),
            "is_final": self.is_over and after == self.last_published_round,
            "in_play": format_round_in_play(shown_rounds),
            "missing": count_missing_results(shown_rounds),
        }

    def _category_page(self, number: int) -> Found | None:
        """Return the standings page of the category with this number, counted from 1, or None."""
        if not 1 <= number <= len(self.section.categories):
            return None
        category = self.section.categories[number - 1]
        matter = build_document_input(self.event, self.section, category=category.name)
        sheet = (
            limit_document_to_category(standings_sheet(self.tournament, self.standings), matter)
            if (self.standings is not None)
            else None
        )
        return "sheet.html", {
            "heading": category.name,
            "sheet": sheet,
            "trouble": "",
            "in_play": self.in_play,
        }

    def _prizes_page(self) -> Found:
        (sheet,) = build_documents("prizes", self.document_data)
        return "prizes.html", {"sheet": sheet}

    def _cross_table_page(self) -> Found:
        table = None
        if self.standings is not None:
            table = build_cross_table(
                self.tournament,
                self.document_data.system,
                self.standings,
                self.rounds_by_participant,
            )
        return "cross_table.html", {"table": table}

    def _charts_page(self) -> Found:
        return "charts.html", {"charts": self.charts}

    def _statistics_page(self) -> Found:
        return "statistics.html", {"statistics": self.statistics}

    def _rules_page(self) -> Found:
        return "rules.html", {"text": find_regulation(self.section.system)}

    def _entries_page(self) -> Found:
        return "entries.html", {}

    def _average_ratings_page(self) -> Found:
        heading = say("Average rating of opponents")
        sheet, trouble = None, ""
        try:
            sheet = (
                average_ratings_sheet(self.tournament, self.document_data.system)
                if self.competitors
                else None
            )
        except BadInput:
            # Before the entries are closed, some participants may still lack a rating.
            trouble = say("The AROs will appear once every participant has a rating.")
        return "sheet.html", {"heading": heading, "sheet": sheet, "trouble": trouble}

    def _team_players_page(self) -> Found:
        return "players.html", {"rosters": self.rosters, "note": counted_games_note()}

    def _board_results_page(self) -> Found:
        conditions = self.document_data.board_prizes
        return "boards.html", {
            "boards": list(rank_players_by_board(self.tournament, conditions)),
            "notes": board_results_notes(conditions),
        }

    def _timetable_page(self) -> Found:
        sheet = timetable_sheet(self.tournament, self.document_data.system)
        return "sheet.html", {"heading": say("Timetable"), "sheet": sheet, "trouble": ""}

    def _participant_page(self, number: int) -> Found:
        who = self.competitors[number]  # type: ignore[index]
        line = (
            next((x for x in self.standings.lines if x.number == number), None)
            if (self.standings)
            else None
        )
        rounds = self.rounds_by_participant.get(who.number, ())
        chart = None
        if rounds and isinstance(who, Team):
            chart = participant_history_chart(
                self.tournament, self.document_data.system, who.number, rounds
            )
        roster = next((one for one in self.rosters if one.team.number == number), None)
        return "who.html", {
            "who": who,
            "line": line,
            "rounds": list(
                list_rounds_of_participant(
                    who.number,
                    rounds,
                    self.section.rounds,
                    self.competitors,
                    self.tournament.boards,
                )
            ),
            "details": participant_details(who),
            "performance": compute_performance(rounds, self.competitors),
            "is_perfect": is_performance_extrapolated(rounds, self.competitors),
            "opponents_average": compute_average_opponent_rating(rounds, self.competitors),
            "colours": count_colours(rounds),
            "chart": chart,
            "roster": roster,
            "note": counted_games_note(),
        }

    def _hall_screen_page(self, number: int) -> Found:
        following = number % len(self.hall_screens) + 1
        return "hall.html", {
            "screen": self.hall_screens[number - 1],
            "number": number,
            "count": len(self.hall_screens),
            "following": f"hall-{following}.html",
        }
