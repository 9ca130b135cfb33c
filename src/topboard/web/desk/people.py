"""The page of a player or team, with their rounds so far, their data and possible actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.responses import Response

from topboard.documents.people import ratings_not_counted
from topboard.documents.records import PairingCardLine, card_lines_by_participant
from topboard.documents.team_players import team_players_sheet
from topboard.event.memo import standings
from topboard.event.prospects import Prospects
from topboard.event.tournament import build_tournament
from topboard.messages import say
from topboard.model import Competitor, Number, Team
from topboard.reasons.sentences.words import format_round_in_play
from topboard.systems.common.ratings import format_ratings
from topboard.systems.registry import system
from topboard.web.request_context import AtSection

router = APIRouter(prefix="/e/{event}/s/{section}")


@dataclass(frozen=True, slots=True)
class CompetitorRound:
    """A participant's game or match in one round, and the direction of their float, if any."""

    line: PairingCardLine
    floated: str


def list_rounds_with_floats(
    cards: Mapping[Number, Sequence[PairingCardLine]], number: Number
) -> tuple[CompetitorRound, ...]:
    """Return a participant's rounds, with the direction of each float.

    A participant floats if their opponent has a different score before the round.
    """
    found = []
    for line in cards[number]:
        word, opponent = "", line.opponent
        if opponent is not None:
            other = cards[opponent][line.round - 1]
            own, theirs = line.came_with, other.came_with
            word = say("downfloat") if own > theirs else say("upfloat") if own < theirs else ""
        found.append(CompetitorRound(line, word))
    return tuple(found)


def list_participant_details(one: Competitor) -> list[tuple[str, str]]:
    """Return the known data of a participant as pairs of a label and a text."""
    known = [(say("Federation"), one.federation)]
    if isinstance(one, Team):
        known += [
            (say("Letter"), one.letter if one.letter != "A" else ""),
            (say("Captain"), one.captain),
            (say("Previous standing"), str(one.previous_standing or "")),
        ]
    else:
        counts = f"{one.rating} ({one.rating_source})" if one.rating_source else one.rating
        known += [
            (say("Club"), ", ".join(filter(None, (one.club, *one.affiliations)))),
            (say("Rating"), str(counts or say("unrated"))),
            (say("Other ratings"), format_ratings(ratings_not_counted(one))),
            (say("Year of birth"), one.birth[:4]),
        ]
    if one.joined > 1:
        known.append((say("First round"), str(one.joined)))
    return [(what, told) for what, told in known if told]


@router.get("/who/{number}")
def participant_page(context: AtSection, number: int) -> Response:
    """Show the data, rounds and standing of a participant, for answering questions at the desk."""
    section = context.section
    one = section.competitor(Number(number))
    rules, facts = system(section.system), build_tournament(context.event, section)
    line = next((x for x in standings(facts).lines if x.number == number), None)
    return context.render_page(
        "who.html",
        section=section,
        one=one,
        facts=list_participant_details(one),
        rounds=list_rounds_with_floats(card_lines_by_participant(facts, rules), one.number),
        line=line,
        in_play=format_round_in_play(facts),
        prospects=Prospects(context.event, section, one.number).list_prospects(),
        teams=rules.teams,
        players=team_players_sheet(facts, one.number) if isinstance(one, Team) else None,
    )
