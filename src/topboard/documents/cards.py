"""Pairing cards, which list the opponents and results of one player or team round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.documents import people
from topboard.documents.records import card_lines_by_participant
from topboard.documents.sheet import Document, Heading, event_name, name_heading, number_heading
from topboard.errors import BadInput, Problem
from topboard.messages import say, translate_worded, worded
from topboard.model import Team
from topboard.reasons.sentences.words import colour_word
from topboard.systems.common.ratings import format_ratings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.documents.records import PairingCardLine
    from topboard.documents.sheet import Cell
    from topboard.model import Competitor, Number, Tournament
    from topboard.systems.registry import System


def pairing_card(tournament: Tournament, system: System, number: Number) -> Document:
    """Return the card of one participant, with opponent, colour, result and total per round."""
    for competitor in tournament.competitors:
        if competitor.number == number:
            rows = card_lines_by_participant(tournament, system)[number]
            return _build_pairing_card(
                tournament, system, competitor, rows, people.titled_names(tournament)
            )
    raise BadInput([Problem(say("no participant has this number"), quoted=str(number))])


def pairing_card_from_rounds(
    tournament: Tournament,
    system: System,
    competitor: Competitor,
    rounds: Sequence[PairingCardLine],
) -> Document:
    """Return the card of one participant whose rounds are already known."""
    return _build_pairing_card(
        tournament, system, competitor, rounds, people.titled_names(tournament)
    )


def pairing_cards(tournament: Tournament, system: System) -> tuple[Document, ...]:
    """Return the pairing cards of all participants, sorted by number."""
    rows, known = card_lines_by_participant(tournament, system), people.titled_names(tournament)
    ordered = sorted(tournament.competitors, key=lambda c: c.number)
    return tuple(_build_pairing_card(tournament, system, c, rows[c.number], known) for c in ordered)


def _build_pairing_card(
    tournament: Tournament,
    system: System,
    competitor: Competitor,
    entries: Sequence[PairingCardLine],
    known: dict[Number, str],
) -> Document:
    """Return a pairing card, with an empty row for each future round to fill in by hand."""
    make = _team_card_row if system.teams else _individual_card_row
    headings = _team_card_headings() if system.teams else _individual_card_headings()
    rows = [make(entry, known) for entry in entries]
    empty: tuple[Cell, ...] = ("",) * (len(headings) - 1)
    for number in range(len(rows) + 1, tournament.planned_rounds + 1):
        rows.append((number, *empty))
    return Document(
        kind="pairing card",
        title=say(
            "{event}: Pairing card for {participant}",
            event=event_name(tournament),
            participant=people.format_name_and_number(competitor.number, known),
        ),
        headings=headings,
        rows=tuple(rows),
        about=tuple(_participant_detail_lines(competitor, tournament.boards)),
        notes=tuple(map(translate_worded, MARKS)) if entries else (),
    )


MARKS = (
    worded(
        "Points in parentheses were scored without playing. R marks a forfeit that is rated, "
        "and u marks an unfinished game."
    ),
)


def _participant_detail_lines(competitor: Competitor, boards: int) -> Iterator[str]:
    if rating := people.rating_or_average_cell(competitor, boards):
        source = "" if isinstance(competitor, Team) else competitor.rating_source
        if source.endswith(f" {rating}"):
            yield say("Rating {rating}", rating=source)
        elif source:
            yield say("Rating {rating} ({source})", rating=rating, source=source)
        else:
            yield say("Rating {rating}", rating=rating)
    if not isinstance(competitor, Team) and (others := people.ratings_not_counted(competitor)):
        yield say("Other ratings: {others}", others=format_ratings(others))
    places = () if isinstance(competitor, Team) else (*competitor.affiliations, competitor.club)
    if home := ", ".join(filter(None, (competitor.federation, *places))):
        yield home
    if competitor.joined > 1:
        yield say("Joined in round {joined}", joined=competitor.joined)


def _colour_and_opponent_cells(
    entry: PairingCardLine, known: dict[Number, str]
) -> tuple[Cell, Cell, Cell]:
    colour = "" if entry.colour is None else colour_word(entry.colour)
    if entry.opponent is None:
        return colour, "", entry.opponent_and_colour_text
    return colour, entry.opponent, known.get(entry.opponent, "")


def _individual_card_headings() -> tuple[Heading, ...]:
    return (
        number_heading("round", say("Round")),
        Heading("colour", say("Colour")),
        number_heading("opponent_number", say("No.")),
        name_heading("opponent", say("Opponent")),
        number_heading("score", say("Score")),
        number_heading("total", say("Total")),
    )


def _individual_card_row(entry: PairingCardLine, known: dict[Number, str]) -> tuple[Cell, ...]:
    return (
        entry.round,
        *_colour_and_opponent_cells(entry, known),
        entry.result,
        entry.total_text,
    )


def _team_card_headings() -> tuple[Heading, ...]:
    return (
        *_individual_card_headings()[:4],
        number_heading("match_score", say("Match")),
        number_heading("match_total", say("Match points")),
        number_heading("game_points", say("Games")),
        number_heading("game_points_total", say("Game points")),
    )


def _team_card_row(entry: PairingCardLine, known: dict[Number, str]) -> tuple[Cell, ...]:
    return (
        entry.round,
        *_colour_and_opponent_cells(entry, known),
        entry.result,
        entry.total_text,
        entry.game_points_text,
        entry.games_total_text,
    )
