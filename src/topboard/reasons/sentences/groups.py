"""Sentences for scoregroups and other decisions about more than one pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, translate_worded
from topboard.model import POINT
from topboard.reasons.grounds import MedianSide, UnpairedGround
from topboard.reasons.sentences.templates import fill_count_template, fill_template
from topboard.reasons.sentences.words import format_names
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from topboard.model import Number
    from topboard.reasons.decisions import ScoregroupSummary
    from topboard.reasons.family_decisions import (
        AbsentOpponent,
        CompatriotsMeet,
        OppositionRanking,
        PairingOrder,
        RequestsNotToMeet,
        SeedingRound,
    )

    Name = Callable[[Number], str]


# --- scoregroups --------------------------------------------------------------------------

SIDES = {
    MedianSide.ABOVE: message("above the median group"),
    MedianSide.BELOW: message("below the median group"),
    MedianSide.MEDIAN: message("the median group"),
}


def scoregroup_sentences(reason: ScoregroupSummary, name: Name) -> str:
    """Return the sentences for a scoregroup: its members, the number who leave it, and why."""
    if reason.side is None:
        return _group_with_odd_men_sentences(reason, name)
    size = (TEAMS if reason.of_teams else PLAYERS)[reason.side]
    told = [
        fill_count_template(size, len(reason.residents), reason, name),
        *_incoming_floaters_sentences(reason, name),
    ]
    if reason.of_teams:
        told += _leaving_teams_sentences(reason, name)
    elif reason.leaving:
        told.append(fill_count_template(FLOATING_PLAYERS, reason.leaving, reason, name))
    return " ".join(told)


TEAMS = {
    MedianSide.ABOVE: counted(
        "The {points:score}-point group, above the median group, has one team.",
        "The {points:score}-point group, above the median group, has {count} teams.",
    ),
    MedianSide.BELOW: counted(
        "The {points:score}-point group, below the median group, has one team.",
        "The {points:score}-point group, below the median group, has {count} teams.",
    ),
    MedianSide.MEDIAN: counted(
        "The {points:score}-point group, which is the median group, has one team.",
        "The {points:score}-point group, which is the median group, has {count} teams.",
    ),
}
PLAYERS = {
    MedianSide.ABOVE: counted(
        "The {points:score}-point scoregroup, above the median scoregroup, has one player"
        " ({article}).",
        "The {points:score}-point scoregroup, above the median scoregroup, has {count} players"
        " ({article}).",
    ),
    MedianSide.BELOW: counted(
        "The {points:score}-point scoregroup, below the median scoregroup, has one player"
        " ({article}).",
        "The {points:score}-point scoregroup, below the median scoregroup, has {count} players"
        " ({article}).",
    ),
    MedianSide.MEDIAN: counted(
        "The {points:score}-point scoregroup, which is the median scoregroup, has one player"
        " ({article}).",
        "The {points:score}-point scoregroup, which is the median scoregroup, has {count} players "
        "({article}).",
    ),
}
FLOATING_PLAYERS = counted(
    "One player floats to another scoregroup.",
    "{count} players float to another scoregroup, because no more pairs can be made in this one.",
)


def _incoming_floaters_sentences(reason: ScoregroupSummary, name: Name) -> Iterator[str]:
    if reason.floaters:
        yield fill_count_template(FLOATERS, len(reason.floaters), reason, name)
    if reason.from_above:
        yield fill_count_template(FLOATERS_FROM_ABOVE, len(reason.from_above), reason, name)
    if reason.from_below:
        yield fill_count_template(FLOATERS_FROM_BELOW, len(reason.from_below), reason, name)


FLOATERS = counted(
    "The floater from another group is {floaters:names}.",
    "The floaters from other groups are {floaters:names}.",
)
FLOATERS_FROM_ABOVE = counted(
    "The floater from above is {from_above:names}.",
    "The floaters from above are {from_above:names}.",
)
FLOATERS_FROM_BELOW = counted(
    "The floater from below is {from_below:names}.",
    "The floaters from below are {from_below:names}.",
)


def _leaving_teams_sentences(reason: ScoregroupSummary, name: Name) -> Iterator[str]:
    if reason.imaginary:
        yield fill_template(IMAGINARY, reason, name)
    if reason.leaving and reason.gave_way:
        yield fill_count_template(GAVE_WAY, reason.leaving, reason, name)
    elif reason.leaving and reason.is_floater_count_minimal:
        yield fill_template(ODD, reason, name)
    elif reason.leaving:
        yield fill_count_template(CANNOT_BE_COMPLETED, reason.leaving, reason, name)
    if reason.without_colour_limits:
        yield fill_template(WITHOUT_LIMITS, reason, name)


IMAGINARY = message(
    "The points of {imaginary:span} include imaginary points ({imaginary_article})."
)
GAVE_WAY = counted(
    "One team has to leave the group, so that the rest of the round can be paired ({article}).",
    "{count} teams have to leave the group, so that the rest of the round can be paired"
    " ({article}).",
)
ODD = message("One team leaves the group, because the number of teams is odd ({article}).")
CANNOT_BE_COMPLETED = counted(
    "One team has to leave the group, because the group cannot be completely paired "
    "otherwise ({article}).",
    "{count} teams have to leave the group, because the group cannot be completely "
    "paired otherwise ({article}).",
)
WITHOUT_LIMITS = message(
    "The group can be completely paired only without the colour limits ({limits_article})."
)


def _group_with_odd_men_sentences(reason: ScoregroupSummary, name: Name) -> str:
    sizes = (SIZES_IN_SECTION if reason.section else SIZES)[reason.ground is None]
    section = translate_worded(reason.section)
    told = [fill_count_template(sizes, len(reason.residents), reason, name, section=section)]
    if reason.from_above:
        count = len(reason.from_above)
        told.append(fill_count_template(ODD_MEN_FROM_ABOVE, count, reason, name))
    if reason.ground is not None:
        told.append(fill_count_template(ODD_MEN[reason.ground], reason.leaving, reason, name))
    return " ".join(told)


SIZES = (
    counted(
        "The {points:score}-point scoregroup has one member to pair.",
        "The {points:score}-point scoregroup has {count} members to pair.",
    ),
    counted(
        "The {points:score}-point scoregroup has one member to pair ({article}).",
        "The {points:score}-point scoregroup has {count} members to pair ({article}).",
    ),
)
"""The sentences for the size of a scoregroup, without and with the article."""

SIZES_IN_SECTION = (
    counted(
        "Section {section}: the {points:score}-point scoregroup has one member to pair.",
        "Section {section}: the {points:score}-point scoregroup has {count} members to pair.",
    ),
    counted(
        "Section {section}: the {points:score}-point scoregroup has one member to pair "
        "({article}).",
        "Section {section}: the {points:score}-point scoregroup has {count} members to pair "
        "({article}).",
    ),
)
ODD_MEN_FROM_ABOVE = counted(
    "The odd man from above is {from_above:names}.",
    "The odd men from above are {from_above:names}.",
)
ODD_MEN = {
    UnpairedGround.ODD_NUMBER: counted(
        "The scoregroup leaves one odd man, because an odd number of members is left to pair "
        "({article}).",
        "The scoregroup leaves {count} odd men, because an odd number of members is left to "
        "pair ({article}).",
    ),
    UnpairedGround.CANNOT_BE_PAIRED: counted(
        "The scoregroup leaves one odd man, because the members left to pair cannot all meet "
        "each other ({article}).",
        "The scoregroup leaves {count} odd men, because the members left to pair cannot all "
        "meet each other ({article}).",
    ),
    UnpairedGround.NEEDED_BELOW: counted(
        "The scoregroup leaves one odd man, because the scoregroups below could not be "
        "completely paired otherwise ({article}).",
        "The scoregroup leaves {count} odd men, because the scoregroups below could not be "
        "completely paired otherwise ({article}).",
    ),
}


def pairing_order_sentence(reason: PairingOrder, name: Name) -> str:
    """Return a sentence with the order in which the teams of a group get opponents."""
    if not reason.second:
        return fill_template(UNDIVIDED, reason, name)
    return fill_template(
        FROM_BELOW if reason.side is MedianSide.BELOW else FROM_ABOVE, reason, name
    )


UNDIVIDED = message("In tie-break order, the teams are {first:span} ({article}).")
FROM_BELOW = message("The bottom half is {first:span}. The top half is {second:span} ({article}).")
FROM_ABOVE = message("The top half is {first:span}. The bottom half is {second:span} ({article}).")


# --- players ranked by their opposition ---------------------------------------------------

SHOWN = 20
"""The maximum number of bracket members that a sentence lists individually."""


def seeding_round_sentence(reason: SeedingRound, name: Name) -> str:
    """Return a sentence saying that the round is paired under the Dutch system."""
    return fill_count_template(SEEDING, reason.seeding_rounds, reason, name)


SEEDING = counted(
    "Round {round} is the seeding round and is paired with the Dutch system ({article}).",
    "Round {round} is one of the {count} seeding rounds and is paired with the Dutch "
    "system ({article}).",
)


def opposition_ranking_sentence(reason: OppositionRanking, name: Name) -> str:
    """Return a sentence with the members of a bracket ranked by Buchholz and Sonneborn-Berger."""
    members = "; ".join(
        say(
            "{place}. {who}, {buchholz} / {berger}",
            place=place,
            who=name(one.number),
            buchholz=format_points(one.buchholz),
            berger=format_points(one.sonneborn_berger, POINT * POINT),
        )
        for place, one in enumerate(reason.ranked[:SHOWN], start=1)
    )
    more = len(reason.ranked) - SHOWN
    if more <= 0:
        return fill_template(RANKED, reason, name, members=members)
    return fill_count_template(RANKED_AND_MORE, more, reason, name, members=members)


RANKED = message(
    "The players of the {points:score}-point bracket are ranked by Index, shown as "
    "Buchholz / Sonneborn-Berger ({article}): {members}."
)
RANKED_AND_MORE = counted(
    "The players of the {points:score}-point bracket are ranked by Index, shown as "
    "Buchholz / Sonneborn-Berger ({article}): {members}; and one more.",
    "The players of the {points:score}-point bracket are ranked by Index, shown as "
    "Buchholz / Sonneborn-Berger ({article}): {members}; and {count} more.",
)


# --- requests and round robins ------------------------------------------------------------


def requests_not_to_meet_sentences(reason: RequestsNotToMeet, name: Name) -> str:
    """Return the sentences for requests not to meet, granted and refused."""
    told = []
    for template, pairs in ((GRANTED, reason.granted), (REFUSED, reason.refused)):
        if pairs:
            listed = "; ".join(format_names(pair, name) for pair in pairs)
            told.append(fill_template(template, reason, name, pairs=listed))
    return " ".join(told)


GRANTED = message(
    "These participants would otherwise meet but are kept apart at their request: "
    "{pairs} ({article})."
)
REFUSED = message(
    "These participants meet although they asked not to, because no transposition avoids "
    "it: {pairs} ({article})."
)


def absent_opponent_sentences(reason: AbsentOpponent, name: Name) -> str:
    """Return sentences for a participant whose scheduled opponent is absent."""
    if not reason.withdrawn:
        return fill_template(ABSENT, reason, name)
    return fill_template(LEFT_LATE if reason.counts else LEFT_EARLY, reason, name)


ABSENT = message(
    "{number:name} has no opponent, because {opponent:name} is absent. The game must be "
    "played at another time or scored as a forfeit ({article})."
)
LEFT_LATE = message(
    "{number:name} has no opponent, because {opponent:name} withdrew after completing at "
    "least half of the games. The game counts as a win ({article})."
)
LEFT_EARLY = message(
    "{number:name} has no opponent, because {opponent:name} withdrew before completing "
    "half of the games. The games of {opponent:name} do not count ({article})."
)


def compatriots_sentence(reason: CompatriotsMeet, name: Name) -> str:
    """Return a sentence for two compatriots who meet in one of the last rounds."""
    return fill_count_template(PROVED if reason.proved else FOUND, reason.least, reason, name)


PROVED = counted(
    "{first:name} and {second:name}, both from {province}, meet in round {round}, "
    "because no draw of numbers avoids every such game ({article}).",
    "{first:name} and {second:name}, both from {province}, meet in round {round}, "
    "because no draw of numbers leaves fewer than {count} such games ({article}).",
)
FOUND = counted(
    "{first:name} and {second:name}, both from {province}, meet in round {round}, "
    "because the best draw of numbers found leaves one such game ({article}). A better "
    "draw may exist.",
    "{first:name} and {second:name}, both from {province}, meet in round {round}, "
    "because the best draw of numbers found leaves {count} such games ({article}). A "
    "better draw may exist.",
)
