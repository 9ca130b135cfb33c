"""Description of the data that is lost when a tournament is written in a format.

The tournament is compared with the one that is read back from the written file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import fields, replace
from topboard.messages import message, say, say_count, say_kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeVar

    from topboard.model import Competitor, Meeting, Number, Round, Tournament

    Fact = TypeVar("Fact")

WORDS = {
    "planned_rounds": message("the number of rounds"),
    "boards": message("the number of boards"),
    "name": message("the name of the event"),
    "system": message("the pairing system"),
    "lot": message("the initial colour, which was drawn by lot"),
    "lots": message("the results of the drawing of lots"),
    "requests": message("the requests for later rounds"),
    "forbidden": message("the forbidden pairs, their rounds, or the pairs to avoid if possible"),
    "required": message("the required pairs"),
    "bye_rulings": message("the rulings about who may get the bye"),
    "adjustments": message("the penalty and bonus points"),
    "awarded": message("the points awarded in place of the usual ones"),
    "fixed_tables": message("the fixed boards of participants"),
    "accelerated": message("the participants with virtual points"),
    "virtual": message("the virtual points"),
    "match_scale": message("the match points for a win, a draw and a loss"),
    "game_scale": message("the points for a win, a draw and a loss"),
    "unrated_as": message("the rating used for unrated players"),
    "rating_order": message("which ratings count"),
    "variations": message("the options of the pairing system"),
    "tie_breaks": message("the announced tie-breaks"),
    "tie_break_edition": message("the edition of the tie-break rules"),
    "official_ranks": message("the ranks given in the file"),
    "member_byes": message("the points that team members received for a bye"),
}
EVENT_INFO_WORDS = {
    "city": message("the city of the event"),
    "federation": message("the federation of the event"),
    "start": message("the first day of the event"),
    "end": message("the last day of the event"),
    "type": message("the type of the event"),
    "chief_arbiter": message("the chief arbiter of the event"),
    "deputies": message("the deputy arbiters of the event"),
    "time_control": message("the time control of the event"),
    "round_dates": message("the dates of the rounds"),
    "comments": message("the comments about the event"),
    "other": message("the TRF records that were kept as text"),
    "venue": message("the venue of the event"),
    "organiser": message("the organiser of the event"),
    "time_zone": message("the time zone of the event"),
    "round_times": message("the start times of the rounds"),
    "website": message("the website of the event"),
    "organiser_contact": message("the contact details of the organiser"),
    "description": message("the description of the event"),
}
PARTICIPANT_WORDS = {
    "number": message("the starting number of a participant"),
    "name": message("the name of a participant"),
    "rating": message("the rating of a player"),
    "sex": message("the sex of a player"),
    "title": message("the title of a player"),
    "federation": message("the federation of a participant"),
    "fide_id": message("the FIDE ID of a player"),
    "birth": message("the date of birth of a player"),
    "rating_source": message("the source of a player's rating"),
    "affiliations": message("the affiliations of a player"),
    "joined": message("the first round of a participant who entered late"),
    "pairing_score": message("the score used to pair a participant"),
    "ratings": message("the ratings of a player in rating lists"),
    "club": message("a player's club"),
    "national_id": message("the national ID of a player"),
    "contact": message("the contact details of a player"),
    "labels": message("the labels of a participant"),
    "players": message("the players of a team"),
    "average": message("the average rating of a team"),
    "letter": message("the letter after a team's name"),
    "short_name": message("the short name of a team"),
    "previous_standing": message("the place of a team in the previous event"),
    "captain": message("the captain of a team"),
}
MEETING_WORDS = {
    "white": message("the colours in a game or match"),
    "black": message("the colours in a game or match"),
    "white_points": message("the points in a game or match"),
    "black_points": message("the points in a game or match"),
    "manner": message("how a game or match ended"),
    "rated": message("whether a game or match is rated"),
    "paired_as": message(
        "the result with which the next round was paired while a game was unfinished"
    ),
    "colour_known": message("the fact that colours are uncertain"),
    "games": message("the games of a match"),
    "paired_manner": message(
        "the result with which later rounds were paired before it was corrected"
    ),
    "known_from": message("the first round that was paired with a corrected result"),
    "rated_as": message("the result that counts for the ratings"),
    "did_not_arrive": message("whether a team appeared for a match"),
}


def sort_tournament_for_comparison(tournament: Tournament) -> Tournament:
    """Return a copy of the tournament in which lists without a meaningful order are sorted."""
    published = tournament.published
    return replace(
        tournament,
        competitors=tuple(sorted(tournament.competitors, key=lambda c: c.number)),
        rounds=tuple(_sort_round_for_comparison(played) for played in tournament.rounds),
        published=None if published is None else _sort_round_for_comparison(published),
        requests=_sort_by_repr(tournament.requests),
        forbidden=_sort_by_repr(tournament.forbidden),
        required=_sort_by_repr(tournament.required),
        bye_rulings=_sort_by_repr(tournament.bye_rulings),
        adjustments=_sort_by_repr(tournament.adjustments),
        awarded=_sort_by_repr(tournament.awarded),
        member_byes=_sort_by_repr(tournament.member_byes),
        virtual=_sort_by_repr(tournament.virtual),
    )


def _sort_by_repr(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(sorted(facts, key=repr))


def _sort_round_for_comparison(played: Round) -> Round:
    meetings = played.meetings
    if not played.tables_known:
        meetings = _sort_by_repr(meetings)
    return replace(
        played, meetings=meetings, away=tuple(sorted(played.away, key=_get_participant_number))
    )


def describe_tournament_differences(before: Tournament, after: Tournament) -> list[str]:
    """Return a line for each kind of data that differs between two tournaments.

    Each line gives the location of the first difference and the number of further ones.
    """
    before, after = sort_tournament_for_comparison(before), sort_tournament_for_comparison(after)
    found: dict[str, list[str]] = {}
    for what, place in (
        *_compare_participants(before, after),
        *_compare_rounds(before, after),
        *_compare_tournament_settings(before, after),
    ):
        found.setdefault(what, []).append(place)
    return [_format_lost_data_line(what, places) for what, places in found.items()]


def _format_lost_data_line(what: str, places: list[str]) -> str:
    """Return the line for one kind of lost data.

    It gives the first location at which data is lost and the number of further locations.
    """
    if not places[0]:
        return what
    if len(places) == 1:
        return say("{what}: {place}", what=what, place=places[0])
    return say_count(
        "{what}: {place}, and in {count} more place",
        "{what}: {place}, and in {count} more places",
        len(places) - 1,
        what=what,
        place=places[0],
    )


def _compare_tournament_settings(
    before: Tournament, after: Tournament
) -> Iterator[tuple[str, str]]:
    for name, words in WORDS.items():
        if getattr(before, name) != getattr(after, name):
            yield say_kept(words), ""
    yield from _compare_event_info(before, after)


def _compare_event_info(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    for name, words in EVENT_INFO_WORDS.items():
        if getattr(before.details, name) != getattr(after.details, name):
            yield say_kept(words), ""


def _compare_participants(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    back = {competitor.number: competitor for competitor in after.competitors}
    for competitor in before.competitors:
        yield from _compare_participant(competitor, back.get(competitor.number))


def _compare_participant(before: Competitor, after: Competitor | None) -> Iterator[tuple[str, str]]:
    place = f"{before.name} (#{before.number})"
    if after is None:
        yield say("a participant"), place
        return
    for field in fields(before):
        held = getattr(before, field.name)
        back = getattr(after, field.name)
        if held == back:
            continue
        if field.name == "players" and len(held) == len(back):
            for ours, theirs in zip(held, back, strict=True):
                yield from _compare_participant(ours, theirs)
        else:
            yield say_kept(PARTICIPANT_WORDS[field.name]), place


# --- rounds ------------------------------------------------------------------------------


def _compare_rounds(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    back = {played.number: played for played in after.rounds}
    for played in before.rounds:
        if played.number in back:
            yield from _compare_round(played, back[played.number])
        else:
            yield say("all results of a round"), say("round {round}", round=played.number)
    if len(after.rounds) > len(before.rounds):
        yield (
            say("the fact that a round has been paired but not played"),
            say("round {round}", round=len(before.rounds) + 1),
        )
    if before.published is None or after.published is None:
        if before.published != after.published:
            yield say("the published pairing"), ""
    else:
        yield from _compare_round(before.published, after.published)


def _compare_round(before: Round, after: Round) -> Iterator[tuple[str, str]]:
    where = say("round {round}", round=before.number)
    ours, theirs = _index_meetings_by_opponents(before), _index_meetings_by_opponents(after)
    if before.tables_known != after.tables_known:
        yield say("the order of the boards in a round"), where
    if before.numbers_in_force != after.numbers_in_force:
        yield say("the fact that a round is recorded with starting numbers assigned later"), where
    if before.away != after.away:
        yield say("the byes and absences in a round"), where
    for sides, meeting in ours.items():
        yield from _compare_meeting(meeting, theirs.get(sides), before.number)
    if not set(theirs) <= set(ours) or len(before.meetings) != len(ours):
        yield say("a game or match"), where


def _get_participant_number(item: tuple[Number, object]) -> Number:
    return item[0]


def _index_meetings_by_opponents(played: Round) -> Mapping[frozenset[Number | None], Meeting]:
    return {frozenset((m.white, m.black)): m for m in played.meetings}


def _compare_meeting(
    before: Meeting, after: Meeting | None, number: int
) -> Iterator[tuple[str, str]]:
    place = say(
        "round {round}, {white}-{black}",
        round=number,
        white=before.white or "?",
        black=before.black or "?",
    )
    if after is None:
        yield say("a game or match"), place
        return
    differing = [
        f.name for f in fields(before) if getattr(before, f.name) != getattr(after, f.name)
    ]
    if "white" in differing:
        # Points and sides are stored by colour, so all of them differ when the colours do.
        differing = ["white", *(name for name in differing if name in ("manner", "games"))]
    for words in dict.fromkeys(MEETING_WORDS[name] for name in differing):
        yield say_kept(words), place
