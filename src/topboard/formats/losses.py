"""The data that a format loses, found by comparing a tournament with what was read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard._frozen import fields, replace
from topboard.messages import message, say, say_kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeVar

    from topboard.model import Competitor, Meeting, Number, Round, Tournament

    Fact = TypeVar("Fact")

WORDS = {
    "planned_rounds": message("the number of rounds"),
    "boards": message("the number of boards"),
    "name": message("the name of the event"),
    "system": message("the system"),
    "lot": message("the lot for the first colour"),
    "lots": message("the lots drawn"),
    "requests": message("requests for rounds to come"),
    "forbidden": message("forbidden pairs, their rounds, or wishes"),
    "required": message("pairs that must be made"),
    "bye_rulings": message("rulings about the right to the bye"),
    "adjustments": message("adjusted points"),
    "awarded": message("points awarded in place of the usual ones"),
    "fixed_tables": message("fixed tables"),
    "accelerated": message("who has imaginary points"),
    "virtual": message("virtual points"),
    "match_scale": message("the match points of a win, a draw and a loss"),
    "game_scale": message("the points of a win, a draw and a loss"),
    "unrated_as": message("the rating that stands in for a missing one"),
    "rating_order": message("which ratings count"),
    "variations": message("the variations of the rules"),
    "tie_breaks": message("the tie-breaks announced"),
    "tie_break_edition": message("the edition of the tie-breaks"),
    "official_ranks": message("the ranks that the file gave"),
    "member_byes": message("what players of teams got for a bye"),
    "details": message("details"),
}
MEETING_WORDS = {
    "white": message("colours"),
    "black": message("colours"),
    "white_points": message("points"),
    "black_points": message("points"),
    "manner": message("how a meeting ended"),
    "rated": message("whether a meeting is rated"),
    "paired_as": message("the result by which an unfinished meeting was paired"),
    "colour_known": message("which colours are uncertain"),
    "games": message("the games of a match"),
    "paired_manner": message("the result by which a meeting was paired before it was corrected"),
    "known_from": message("the first round paired with a corrected result"),
    "rated_as": message("the result that counts for the ratings"),
    "did_not_arrive": message("whether a team arrived"),
}


def canonical_form(tournament: Tournament) -> Tournament:
    """Return the tournament with all lists sorted whose order has no meaning."""
    published = tournament.published
    return replace(
        tournament,
        competitors=tuple(sorted(tournament.competitors, key=lambda c: c.number)),
        rounds=tuple(_canonical_round(played) for played in tournament.rounds),
        published=None if published is None else _canonical_round(published),
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


def _canonical_round(played: Round) -> Round:
    meetings = played.meetings
    if not played.tables_known:
        meetings = _sort_by_repr(meetings)
    return replace(
        played, meetings=meetings, away=tuple(sorted(played.away, key=_participant_number))
    )


def describe_differences(before: Tournament, after: Tournament) -> list[str]:
    """Describe the differences between two tournaments, one line for each kind with its count."""
    before, after = canonical_form(before), canonical_form(after)
    found: dict[str, list[str]] = {}
    for what, example in (
        *_compare_participants(before, after),
        *_compare_rounds(before, after),
        *_compare_settings(before, after),
    ):
        found.setdefault(what, []).append(example)
    return [_format_loss(what, examples) for what, examples in found.items()]


def _format_loss(what: str, examples: list[str]) -> str:
    if len(examples) == 1:
        return f"{what} ({examples[0]})" if examples[0] else what
    return say(
        "{what} ({count} times, first {first})",
        what=what,
        count=len(examples),
        first=examples[0],
    )


def _compare_settings(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    for name, words in WORDS.items():
        if name == "details":
            yield from _compare_event_info(before, after)
        elif getattr(before, name) != getattr(after, name):
            yield say_kept(words), ""


def _compare_event_info(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    for field in fields(before.details):
        if getattr(before.details, field.name) != getattr(after.details, field.name):
            yield say("details: {what}", what=field.name.replace("_", " ")), ""


def _compare_participants(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    back = {competitor.number: competitor for competitor in after.competitors}
    for competitor in before.competitors:
        yield from _compare_participant(competitor, back.get(competitor.number))


def _compare_participant(before: Competitor, after: Competitor | None) -> Iterator[tuple[str, str]]:
    if after is None:
        yield say("a competitor"), f"{before.number} {before.name}"
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
            yield (
                field.name.replace("_", " "),
                say("of {number} {name}", number=before.number, name=before.name),
            )


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
            say("that a round is only a pairing to come"),
            say("round {round}", round=len(before.rounds) + 1),
        )
    if before.published is None or after.published is None:
        if before.published != after.published:
            yield say("the published pairing"), ""
    else:
        yield from _compare_round(before.published, after.published)


def _compare_round(before: Round, after: Round) -> Iterator[tuple[str, str]]:
    where = say("round {round}", round=before.number)
    ours, theirs = _meetings_by_opponents(before), _meetings_by_opponents(after)
    if before.tables_known != after.tables_known:
        yield say("the order of the tables"), where
    if before.numbers_in_force != after.numbers_in_force:
        yield say("that the numbers are those of a later round"), where
    if before.away != after.away:
        yield say("who was away and why"), where
    for sides, meeting in ours.items():
        yield from _compare_meeting(meeting, theirs.get(sides), where)
    if not set(theirs) <= set(ours) or len(before.meetings) != len(ours):
        yield say("a meeting"), where


def _participant_number(item: tuple[Number, object]) -> Number:
    return item[0]


def _meetings_by_opponents(played: Round) -> Mapping[frozenset[Number | None], Meeting]:
    return {frozenset((m.white, m.black)): m for m in played.meetings}


def _compare_meeting(
    before: Meeting, after: Meeting | None, where: str
) -> Iterator[tuple[str, str]]:
    place = f"{where}, {before.white or '?'}-{before.black or '?'}"
    if after is None:
        yield say("a meeting"), place
        return
    differing = [
        f.name for f in fields(before) if getattr(before, f.name) != getattr(after, f.name)
    ]
    if "white" in differing:
        # Points and sides are stored by colour, so all of them differ when the colours do.
        differing = ["white", *(name for name in differing if name in ("manner", "games"))]
    for words in dict.fromkeys(MEETING_WORDS[name] for name in differing):
        yield say_kept(words), place
