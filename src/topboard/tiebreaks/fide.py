"""FIDE's tie-breaks (C.07): the function and article of each code, and when it does not apply."""

from __future__ import annotations

from functools import partial, reduce
from itertools import count
from typing import TYPE_CHECKING

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem
from topboard.messages import worded, worded_count
from topboard.text.dates import parse_day
from topboard.tiebreaks import boards, buchholz, codes, direct, ratings, results, unplayed
from topboard.tiebreaks.codes import FORMS, OWN, Code, format_code
from topboard.tiebreaks.ranking import TieBreak
from topboard.tiebreaks.standings import UNDEFINED, Value
from topboard.tiebreaks.unplayed import Edition, EventRecord

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topboard.model import Number, Tournament
    from topboard.tiebreaks.ranking import Facts

    Of = Callable[[EventRecord, Code, Sequence[Number]], dict[Number, Value]]
    Refusal = Callable[[EventRecord], str]

_EDITIONS = (
    Edition("2026", "2026-03-01", unplayed.capped_dummy_score, False, False),
    Edition("2024", "2024-08-01", unplayed.uncapped_dummy_score, True, True),
    Edition("2023", "2023-09-01", unplayed.uncapped_dummy_score, True, True),
)
EDITIONS = {edition.name: edition for edition in _EDITIONS}
"""The editions of C.07, newest first."""


@dataclass(frozen=True, slots=True)
class TieBreakRow:
    """One row of the table of tie-breaks in article 5 of C.07."""

    name: str
    title: str
    article: str
    of: Of
    refusal: Refusal | None = None


_ROWS = (
    TieBreakRow(codes.POINTS, worded("Points"), "4.2", results.primary_score),
    TieBreakRow("DE", worded("Direct encounter"), "6", direct.direct_encounter),
    TieBreakRow("WIN", worded("Number of wins"), "7.1", results.wins),
    TieBreakRow(
        "WON", worded("Number of games won over the board"), "7.2", results.wins_over_the_board
    ),
    TieBreakRow(
        "BPG", worded("Number of games played with Black"), "7.3", results.games_with_black
    ),
    TieBreakRow("BWG", worded("Number of games won with Black"), "7.4", results.wins_with_black),
    TieBreakRow("PS", worded("Sum of progressive scores"), "7.5", results.progressive_score),
    TieBreakRow("REP", worded("Rounds one elected to play"), "7.6", results.rounds_elected_to_play),
    TieBreakRow("STD", worded("Standard points"), "7.7", results.standard_points),
    TieBreakRow("TPN", worded("Tournament pairing number"), "7.8", results.pairing_number),
    TieBreakRow(
        "BH",
        worded("Buchholz"),
        "8.1",
        buchholz.buchholz,
        buchholz.explain_if_barred_in_round_robins,
    ),
    TieBreakRow(
        "AOB",
        worded("Average of opponents' Buchholz"),
        "8.2",
        buchholz.average_of_opponents_buchholz,
        buchholz.explain_if_barred_in_round_robins,
    ),
    TieBreakRow(
        "FB",
        worded("Fore Buchholz"),
        "8.3",
        buchholz.fore_buchholz,
        buchholz.explain_if_barred_in_round_robins,
    ),
    TieBreakRow("SB", worded("Sonneborn-Berger"), "9.1", buchholz.sonneborn_berger),
    TieBreakRow("KS", worded("Koya system"), "9.2", buchholz.koya),
    TieBreakRow(
        "ARO",
        worded("Average rating of opponents"),
        "10.1",
        ratings.average_rating_of_opponents,
        ratings.explain_unusable_ratings,
    ),
    TieBreakRow(
        "TPR",
        worded("Tournament performance rating"),
        "10.2",
        ratings.performance_rating,
        ratings.explain_unusable_ratings,
    ),
    TieBreakRow(
        "PTP",
        worded("Perfect tournament performance"),
        "10.3",
        ratings.perfect_performance_rating,
        ratings.explain_unusable_ratings,
    ),
    TieBreakRow(
        "APRO",
        worded("Average performance rating of opponents"),
        "10.4",
        ratings.average_performance_of_opponents,
        ratings.explain_unusable_ratings,
    ),
    TieBreakRow(
        "APPO",
        worded("Average perfect performance of opponents"),
        "10.5",
        ratings.average_perfect_performance_of_opponents,
        ratings.explain_unusable_ratings,
    ),
    TieBreakRow(
        "RTNG", worded("Rating"), "10.6", ratings.own_rating, ratings.explain_unusable_ratings
    ),
    TieBreakRow("BC", worded("Board count"), "12.1", boards.board_count),
    TieBreakRow("TBR", worded("Top board result"), "12.2", boards.top_board_results),
    TieBreakRow("BBE", worded("Bottom board elimination"), "12.3", boards.bottom_board_elimination),
    TieBreakRow(
        "MPvGP",
        worded("Secondary score (game points or match points)"),
        "13.1",
        buchholz.secondary_score,
    ),
    *(
        TieBreakRow(name, title, f"13.2.{place}", buchholz.extended_sonneborn_berger)
        for place, (name, title) in enumerate(
            (
                ("EMMSB", worded("Extended Sonneborn-Berger (match points times match points)")),
                ("EMGSB", worded("Extended Sonneborn-Berger (match points times game points)")),
                ("EGMSB", worded("Extended Sonneborn-Berger (game points times match points)")),
                ("EGGSB", worded("Extended Sonneborn-Berger (game points times game points)")),
            ),
            start=1,
        )
    ),
    TieBreakRow(
        "EDE", worded("Extended direct encounter"), "13.3", direct.extended_direct_encounter
    ),
    TieBreakRow(
        "EDEBT",
        worded("Extended direct encounter, then board count and top board result"),
        "13.3",
        direct.extended_direct_encounter,
    ),
    TieBreakRow(
        "EDEBB",
        worded("Extended direct encounter, then board count and bottom board elimination"),
        "13.3",
        direct.extended_direct_encounter,
    ),
    TieBreakRow(
        "EDET",
        worded("Extended direct encounter, then top board result"),
        "13.3",
        direct.extended_direct_encounter,
    ),
    TieBreakRow(
        "EDEB",
        worded("Extended direct encounter, then bottom board elimination"),
        "13.3",
        direct.extended_direct_encounter,
    ),
    TieBreakRow(
        "SSSC",
        worded("Scores and schedule strength combination"),
        "13.4",
        buchholz.secondary_score_plus_opponent_scores,
        buchholz.explain_if_barred_in_round_robins,
    ),
)
ROWS = {row.name: row for row in _ROWS}
OFTEN_USED = (
    *("DE", "BH/C1", "BH", "BH/C2", "BH/M1", "BH/M2", "FB", "FB/C1", "AOB", "SB", "SB/C1"),
    *("WIN", "WON", "BPG", "BWG", "PS", "PS/C1", "REP", "STD", "KS", "TPN", "ARO", "ARO/C1"),
    *("TPR", "PTP", "APRO", "APPO", "RTNG", "EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "MPvGP"),
    *("EMMSB", "EMMSB/C1", "EMGSB", "EMGSB/C1", "EGMSB", "EGMSB/C1", "EGGSB", "EGGSB/C1"),
    *("BH:MP", "BH:MP/C1", "BH:GP", "BH:GP/C1", "SSSC", "BC", "TBR", "BBE"),
)
"""The codes listed for selection in forms. All other codes can be typed in."""


# --- editions -----------------------------------------------------------------------------------


def find_edition_of_tie_breaks_in_force(tournament: Tournament) -> Edition:
    """Return the edition of C.07 that applies to a tournament.

    It is the edition named by the tournament, or else the one in force on its first day. If the
    first day is unknown, it is the newest edition.
    """
    if tournament.tie_break_edition:
        return find_edition_of_tie_breaks(tournament.tie_break_edition)
    if not (began := parse_day(tournament.details.start)):
        return _EDITIONS[0]
    return next((one for one in _EDITIONS if one.since <= began), _EDITIONS[-1])


def find_edition_of_tie_breaks(name: str) -> Edition:
    """Return the edition of C.07 with this name. Raise ``BadInput`` if there is none."""
    if name not in EDITIONS:
        raise BadInput([build_unknown_edition_problem(name)])
    return EDITIONS[name]


def build_unknown_edition_problem(name: str) -> Problem:
    """Return the problem for a name that no edition of C.07 has.

    The remedy lists the editions.
    """
    remedy = worded("Choose one of: {known}.", known=", ".join(EDITIONS))
    return Problem(
        worded("unknown edition of the tie-break regulations"), quoted=name, remedy=remedy
    )


# --- a code as a tie-break ----------------------------------------------------------------------


def build_tie_break(code: Code) -> TieBreak:
    """Return the tie-break for a parsed code."""
    if code.name.startswith(OWN):
        title = code.name[len(OWN) :]
        return TieBreak(
            format_code(code), title, partial(organiser_tie_break_values, code), article="C.07 4.1"
        )
    row = ROWS[code.name]
    return TieBreak(
        format_code(code),
        _format_title_with_modifiers(row, code),
        partial(_compute_tie_break_values, row, code),
        partial(explain_why_tie_break_not_allowed, row, code),
        f"C.07 {row.article}",
    )


def get_cached_event_record(facts: Facts) -> EventRecord:
    """Return the event record from which FIDE's tie-breaks are computed.

    It is built once per event.
    """
    edition = find_edition_of_tie_breaks_in_force(facts.tournament)
    if edition.name not in facts.kept:
        facts.kept[edition.name] = EventRecord(facts, edition)
    found = facts.kept[edition.name]
    assert isinstance(found, EventRecord)
    return found


def _compute_tie_break_values(
    row: TieBreakRow, code: Code, facts: Facts, tied: Sequence[Number]
) -> dict[Number, Value]:
    return row.of(get_cached_event_record(facts), code, tied)


def explain_why_tie_break_not_allowed(row: TieBreakRow, code: Code, facts: Facts) -> str:
    """Return why a tie-break is not allowed in this event, or an empty string if it is."""
    if facts.scores is None:
        return worded("this tie-break needs points for each round, which these rules do not define")
    record = get_cached_event_record(facts)
    form = FORMS[code.name.upper()]
    if record.has_teams and not form.teams:
        return worded("this tie-break is only for individual events")
    if not record.has_teams and (not form.players or code.score):
        return worded("this tie-break is only for team events")
    if code.limit and (why := buchholz.explain_forbidden_koya_limit(record, code)):
        return why
    return row.refusal(record) if row.refusal else ""


def organiser_tie_break_values(
    code: Code, facts: Facts, tied: Sequence[Number]
) -> dict[Number, Value]:
    """Return the recorded values of an organiser's own tie-break, such as a play-off.

    If only an order is recorded, the values follow that order.
    """
    on_record: dict[Number, Value] = {}
    for lot in facts.tournament.lots:
        if lot.purpose == code.name:
            values = (
                map(Value, lot.values) if lot.values else map(_build_value_from_place, count(1))
            )
            on_record.update(zip(lot.order, values, strict=False))
    return {n: on_record.get(n, UNDEFINED) for n in tied}


def _build_value_from_place(place: int) -> Value:
    return Value(place, 1, compared=(-place,))


def _describe_change_of_koya_limit(half_points: int) -> str:
    if half_points > 0:
        return worded_count(
            "limit raised by {count} half point", "limit raised by {count} half points", half_points
        )
    return worded_count(
        "limit lowered by {count} half point", "limit lowered by {count} half points", -half_points
    )


def _format_title_with_modifiers(row: TieBreakRow, code: Code) -> str:
    """Return the title of a tie-break with its modifiers, such as "Buchholz Cut 1"."""
    title = row.title
    if code.cut:
        title = worded("{title} Cut {number}", title=title, number=code.cut)
    if code.median:
        title = worded("{title} Median {number}", title=title, number=code.median)
    said = [
        code.score == "MP" and worded("match points"),
        code.score == "GP" and worded("game points"),
        code.limit and _describe_change_of_koya_limit(code.limit),
        code.factor and worded("divisor {factor}", factor=code.factor),
        code.fore and worded("based on Fore Buchholz"),
        code.forfeits and worded("forfeits count as games"),
        code.reverse and worded("reverse order"),
    ]
    modifiers = [words for words in said if words]
    if not modifiers:
        return title
    told = reduce(lambda said, more: worded("{said}, {more}", said=said, more=more), modifiers)
    return worded("{title} ({modifiers})", title=title, modifiers=told)
