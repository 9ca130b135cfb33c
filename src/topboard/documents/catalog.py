"""The catalog of all kinds of documents, and a function that builds documents by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import dataclass, replace
from topboard.documents.announcement import announcement_sheet, timetable_sheet
from topboard.documents.cards import pairing_cards
from topboard.documents.check_list import check_list
from topboard.documents.cross_tables import cross_table
from topboard.documents.explanation import explanation_sheet
from topboard.documents.hand_outs import certificates, name_cards, score_sheets
from topboard.documents.lists import (
    alphabetical_list,
    list_by_club,
    list_by_federation,
    list_by_rating,
    starting_list,
)
from topboard.documents.matches import line_ups_sheet, match_sheets, rosters_sheet
from topboard.documents.pairing_sheets import pairing_sheet, pairings_by_name, round_start_lines
from topboard.documents.prize_sheet import prize_sheet
from topboard.documents.sheet import event_details_line, event_name, number_heading
from topboard.documents.slips import board_labels, result_slips
from topboard.documents.standings_sheet import (
    average_ratings_sheet,
    standings_sheet,
    tie_break_sheet,
)
from topboard.documents.team_players import (
    BoardPrizeConditions,
    board_results_sheet,
    team_players_sheet,
)
from topboard.documents.wall_chart import wall_chart
from topboard.errors import BadInput, Problem
from topboard.messages import say, worded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.documents.prize_sheet import Given
    from topboard.documents.sheet import Document
    from topboard.model import Number, Round, Tournament
    from topboard.reasons.decisions import RoundPairing
    from topboard.systems.registry import System
    from topboard.tiebreaks.standings import Standings


@dataclass(frozen=True, slots=True)
class DocumentInput:
    """The input for documents: the tournament, its system and the round to show."""

    tournament: Tournament
    system: System
    paired: RoundPairing | Round | None = None
    """The round shown on the pairing sheets; None if no round is published yet."""
    tables: tuple[int, ...] = ()
    """The numbers of the round's boards or matches, if they are not simply 1, 2, 3 and so on."""
    reasons: tuple[Tournament, RoundPairing] | None = None
    """The tournament before the round, and the pairing of the round with its reasons."""
    remarks: tuple[str, ...] = ()
    """Lines shown at the top of each document of the round, for example "Paired by hand"."""
    category: str = ""
    """The name of the category to which documents are limited; empty for all participants."""
    members: frozenset[Number] = frozenset()
    """The numbers of the participants in the category."""
    prizes: Callable[[Standings], Given] | None = None
    """A function that returns the prizes and their winners for given standings.

    It is None if the section has no prizes.
    """
    board_prizes: BoardPrizeConditions = BoardPrizeConditions()
    """The conditions for board prizes in a team event."""
    section: str = ""
    """The name of the section, if the name of the event does not include it."""
    anchor: str = ""
    """The number and hash of the last journal entry, shown at the foot of every posted document."""

    logo: str = ""
    """The image of the event's logo as base64 text; empty if there is none."""
    before: Tournament | None = None
    """The tournament as it was before the round, if the document needs it."""

    @property
    def tournament_before_round(self) -> Tournament:
        """Return the tournament as it was before the round that the documents show.

        If no round was chosen, this is the tournament before the next round.
        """
        if self.before is not None:
            return self.before
        return self.tournament if self.reasons is None else self.reasons[0]

    @property
    def required_round(self) -> RoundPairing | Round:
        """Return the round that the documents show. Raise ``BadInput`` if no round is published."""
        if self.paired is None:
            what = say("no round has been published yet")
            remedy = say("Pair and publish a round first.")
            raise BadInput([Problem(what, quoted=self.tournament.name, remedy=remedy)])
        return self.paired


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """A kind of document, with its title, its purpose and the function that builds it."""

    title: str
    purpose: str
    make: Callable[[DocumentInput], tuple[Document, ...]]
    of_a_round: bool = False
    """Whether there is one such document for every round."""
    looks_before: bool = False
    """Whether the document shows the tournament as it was before the round."""
    fits: Callable[[System], bool] = lambda _system: True
    """A function that returns whether this kind of document is available for a pairing system."""
    posted: bool = True
    """Whether the document is meant to be posted. Slips, cards and labels are not."""
    parts: tuple[str, ...] = ()
    """The names of the documents that this one consists of, as far as the system has them."""


def _is_team_system(system: System) -> bool:
    return system.teams


def _explanation_documents(matter: DocumentInput) -> tuple[Document, ...]:
    if matter.reasons is None:
        raise BadInput([Problem(say("this round has no legal pairing"))])
    return (explanation_sheet(*matter.reasons),)


def _build_prize_sheet(matter: DocumentInput) -> Document:
    standings = matter.system.standings(matter.tournament)
    given = matter.prizes(standings) if matter.prizes else None
    return prize_sheet(matter.tournament, standings, given)


def _build_no_documents(_matter: DocumentInput) -> tuple[Document, ...]:
    """Return no documents, for a kind that only combines documents of other kinds."""
    return ()


PAPERS: dict[str, DocumentKind] = {
    "pairing-sheet": DocumentKind(
        worded("Pairings"),
        worded("to post in the playing hall"),
        lambda m: (pairing_sheet(m.tournament, m.required_round, m.tables),),
        of_a_round=True,
    ),
    "pairings-by-name": DocumentKind(
        worded("Pairings by name"),
        worded("for players to find their boards"),
        lambda m: (pairings_by_name(m.tournament, m.required_round, m.tables),),
        of_a_round=True,
    ),
    "result-slips": DocumentKind(
        worded("Result slips"),
        worded("one per board, with space for signatures"),
        lambda m: result_slips(m.tournament, m.required_round, m.tables),
        of_a_round=True,
        posted=False,
    ),
    "match-sheets": DocumentKind(
        worded("Match sheets"),
        worded("for captains, with boards, colours, line-ups and signatures"),
        lambda m: match_sheets(m.tournament, m.required_round, m.tables),
        of_a_round=True,
        fits=_is_team_system,
    ),
    "line-ups": DocumentKind(
        worded("Line-ups"),
        worded("players on each board of every match"),
        lambda m: (line_ups_sheet(m.tournament, m.required_round, m.tables),),
        of_a_round=True,
        fits=_is_team_system,
    ),
    "explanation": DocumentKind(
        worded("Explanation of the pairings"),
        worded("every decision with its article"),
        _explanation_documents,
        of_a_round=True,
        looks_before=True,
    ),
    "check-list": DocumentKind(
        worded("Checklist"),
        worded("colour preferences, floats and bye eligibility, for pairing by hand"),
        lambda m: (check_list(m.tournament_before_round, m.system),),
        of_a_round=True,
        looks_before=True,
        fits=lambda system: system.check_list is not None,
        posted=False,
    ),
    "board-labels": DocumentKind(
        worded("Board labels"),
        worded("large numbers that can be read from a distance"),
        lambda m: board_labels(m.tournament, m.paired, m.tables),
        of_a_round=True,
        posted=False,
    ),
    "score-sheets": DocumentKind(
        worded("Score sheets"),
        worded("two per board, for 60 moves"),
        lambda m: score_sheets(m.tournament, m.required_round, m.tables),
        of_a_round=True,
        fits=lambda system: not system.teams,
        posted=False,
    ),
    "round-pack": DocumentKind(
        worded("Everything for this round"),
        worded("pairings, lists by name, slips or match sheets, and standings in one file"),
        _build_no_documents,
        of_a_round=True,
        parts=("pairing-sheet", "pairings-by-name", "match-sheets", "result-slips", "standings"),
    ),
    "starting-list": DocumentKind(
        worded("Starting list"),
        worded("participants by starting number, with title, rating and club"),
        lambda m: (starting_list(m.tournament),),
    ),
    "alphabetical-list": DocumentKind(
        worded("Alphabetical list"),
        worded("participants by surname"),
        lambda m: (alphabetical_list(m.tournament),),
    ),
    "list-by-rating": DocumentKind(
        worded("List by rating"),
        worded("participants with the highest rating first"),
        lambda m: (list_by_rating(m.tournament),),
    ),
    "list-by-federation": DocumentKind(
        worded("List by federation"),
        worded("participants of each federation, with their number"),
        lambda m: (list_by_federation(m.tournament),),
    ),
    "list-by-club": DocumentKind(
        worded("List by club"),
        worded("players of each club, with the number of players"),
        lambda m: (list_by_club(m.tournament),),
        fits=lambda system: not system.teams,
    ),
    "name-cards": DocumentKind(
        worded("Name cards"),
        worded("one per participant, to fold and put on the table"),
        lambda m: name_cards(m.tournament),
        posted=False,
    ),
    "certificates": DocumentKind(
        worded("Certificates"),
        worded("one per participant, with place and points"),
        lambda m: certificates(m.tournament, m.system.standings(m.tournament)),
        posted=False,
    ),
    "standings": DocumentKind(
        worded("Standings"),
        worded("places, points and tie-breaks"),
        lambda m: (standings_sheet(m.tournament, m.system.standings(m.tournament)),),
    ),
    "tie-breaks": DocumentKind(
        worded("Tie-break details"),
        worded("how each value is calculated, with the articles"),
        lambda m: (tie_break_sheet(m.tournament, m.system.standings(m.tournament)),),
        posted=False,
    ),
    "cross-table": DocumentKind(
        worded("Cross table"),
        worded("results of all participants"),
        lambda m: (cross_table(m.tournament, m.system),),
    ),
    "wall-chart": DocumentKind(
        worded("Wall chart"),
        worded("results by starting number, with unplayed games circled"),
        lambda m: (wall_chart(m.tournament, m.system),),
    ),
    "pairing-cards": DocumentKind(
        worded("Pairing cards"),
        worded("one per participant"),
        lambda m: pairing_cards(m.tournament, m.system),
        posted=False,
    ),
    "rosters": DocumentKind(
        worded("Rosters"),
        worded("team members in board order"),
        lambda m: (rosters_sheet(m.tournament),),
        fits=_is_team_system,
    ),
    "team-players": DocumentKind(
        worded("Players by team"),
        worded("results of all team members, with scores and performance"),
        lambda m: (team_players_sheet(m.tournament),),
        fits=_is_team_system,
    ),
    "board-results": DocumentKind(
        worded("Results by board"),
        worded("the best players of each board, for board prizes"),
        lambda m: (board_results_sheet(m.tournament, m.board_prizes),),
        fits=_is_team_system,
    ),
    "prizes": DocumentKind(
        worded("Prizes"),
        worded("prize winners and reasons"),
        lambda m: (_build_prize_sheet(m),),
    ),
    "averages": DocumentKind(
        worded("AROs"),
        worded("average ratings of opponents"),
        lambda m: (average_ratings_sheet(m.tournament, m.system),),
        fits=lambda system: system.averages is not None,
    ),
    "announcement": DocumentKind(
        worded("Announcement before round 1"),
        worded("rules and options to post before round 1"),
        lambda m: (announcement_sheet(m.tournament, m.system),),
    ),
    "timetable": DocumentKind(
        worded("Timetable"),
        worded("pairings of every round"),
        lambda m: (timetable_sheet(m.tournament, m.system),),
        fits=lambda system: system.timetable is not None,
    ),
}


def available_document_kinds(system: System) -> dict[str, DocumentKind]:
    """Return the kinds of documents available for events of a pairing system, keyed by name."""
    return {name: paper for name, paper in PAPERS.items() if paper.fits(system)}


def build_documents(name: str, matter: DocumentInput) -> tuple[Document, ...]:
    """Return the documents of a kind. There may be one for each participant, board or match."""
    known = available_document_kinds(matter.system)
    if name not in known:
        remedy = say("Choose one of: {known}.", known=", ".join(known))
        raise BadInput([Problem(say("unknown document"), quoted=name, remedy=remedy)])
    asked = known[name]
    if asked.parts:
        inside = (build_documents(part, matter) for part in asked.parts if part in known)
        return tuple(one for documents in inside for one in documents)
    anchor = (matter.anchor,) if matter.anchor and asked.posted else ()
    return tuple(
        replace(
            one,
            # Duplicates are removed, because some documents already say when the round starts.
            about=tuple(
                dict.fromkeys(_lines_above_table(one, matter, of_a_round=asked.of_a_round))
            ),
            notes=(*one.notes, *anchor),
            event=event_name(matter.tournament),
            logo=matter.logo,
            anchor="".join(anchor),
        )
        for one in _build_documents_for_category(asked, matter)
    )


def _build_documents_for_category(asked: DocumentKind, matter: DocumentInput) -> Iterator[Document]:
    """Yield the documents of a kind.

    If a category is chosen, posted documents list only its members.
    """
    for one in asked.make(matter):
        yield limit_document_to_category(one, matter) if matter.category and asked.posted else one


def limit_document_to_category(document: Document, matter: DocumentInput) -> Document:
    """Return the document with only the rows about members of the category.

    Standings also get a column with the places within the category.
    """
    keys = [heading.key for heading in document.headings]
    about = [keys.index(key) for key in NUMBERS if key in keys]
    if not about:
        return document
    rows = [row for row in document.rows if any(row[i] in matter.members for i in about)]
    title = f"{document.title} · {matter.category}"
    if keys[0] != "place":
        return replace(document, title=title, rows=tuple(rows))
    places = [row[0] for row in rows]
    head = number_heading("place_in_category", matter.category)
    return replace(
        document,
        title=title,
        headings=(head, *document.headings),
        rows=tuple((places.index(row[0]) + 1, *row) for row in rows),
    )


NUMBERS = ("number", "white_number", "black_number")
"""The keys of the columns that contain participant numbers."""


def _lines_above_table(one: Document, matter: DocumentInput, *, of_a_round: bool) -> Iterator[str]:
    """Yield the lines above the table.

    They state the event's place and dates, the start of the round and the remarks.
    """
    facts, named = matter.tournament, event_name(matter.tournament)
    # Small documents name the event below their title and have no room for another line.
    is_small = named in one.about
    where = event_details_line(facts, matter.section, days=not is_small)
    for line in one.about:
        yield f"{named} · {where}" if line == named and where else line
    if of_a_round and matter.paired is not None:
        yield from round_start_lines(facts, matter.paired)
    if where and not is_small:
        yield where
    if of_a_round:
        yield from matter.remarks
