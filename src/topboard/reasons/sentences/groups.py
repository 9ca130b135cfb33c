"""Sentences for scoregroups, brackets and other decisions about more than one pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, retold, say, say_count, say_kept
from topboard.model import Colour
from topboard.reasons.grounds import MedianSide, UnpairedGround
from topboard.reasons.sentences.criteria import pair_quality_clauses
from topboard.reasons.sentences.pairs import format_opposition_scores
from topboard.reasons.sentences.templates import fill_count_template, fill_template
from topboard.reasons.sentences.words import (
    LONGEST_LIST,
    colour_word,
    format_average_rating,
    format_names,
    format_names_or_span,
    left_over_proof_clause,
    name_with_aro,
    points_with_word,
    remaining_opponents_clause,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import BracketSummary, Exchange, ScoregroupSummary
    from topboard.reasons.family_decisions import (
        AbsentOpponent,
        ColourColumns,
        ColourLimitsWaiver,
        ColourSubgroups,
        ColumnChange,
        ColumnEntry,
        CompatriotsMeet,
        NoOpponentInOtherColumn,
        OppositionRanking,
        PairingOrder,
        RequestsNotToMeet,
        SeedingRound,
        SubgroupMember,
        SubgroupShift,
        UpfloatersNeeded,
    )

    Name = Callable[[Number], str]


# --- scoregroups --------------------------------------------------------------------------

SIDES = {
    MedianSide.ABOVE: message("above the median group"),
    MedianSide.BELOW: message("below the median group"),
    MedianSide.MEDIAN: message("the median group"),
}


def scoregroup_sentence(reason: ScoregroupSummary, name: Name) -> str:
    """Return the sentences for a scoregroup: its members, and how many leave it and why."""
    if reason.side is None:
        return _group_with_odd_men_sentence(reason, name)
    size = TEAMS if reason.of_teams else PLAYERS
    side = say_kept(SIDES[reason.side])
    text = fill_count_template(size, len(reason.residents), reason, name, side=side)
    text += "".join(_incoming_floaters_clauses(reason, name))
    if reason.of_teams:
        return " ".join([f"{text}.", *_leaving_teams_sentences(reason, name)])
    text += f" ({reason.article})."
    if not reason.leaving:
        return text
    leave = say_count(
        "One floats.", "{count} float: no more pairs can be made of it.", reason.leaving
    )
    return f"{text} {leave}"


TEAMS = counted(
    "Group of {points:points}, {side}: {count} team",
    "Group of {points:points}, {side}: {count} teams",
)
PLAYERS = counted(
    "Group of {points:points}, {side}: {count} player",
    "Group of {points:points}, {side}: {count} players",
)


def _incoming_floaters_clauses(reason: ScoregroupSummary, name: Name) -> Iterator[str]:
    if reason.floaters:
        floaters = format_names(reason.floaters, name)
        yield say(", with {floaters} from other groups", floaters=floaters)
    if reason.from_above:
        floaters = format_names(reason.from_above, name)
        yield say(", with {floaters} from above", floaters=floaters)
    if reason.from_below:
        floaters = format_names(reason.from_below, name)
        yield say(", with {floaters} from below", floaters=floaters)


def _leaving_teams_sentences(reason: ScoregroupSummary, name: Name) -> Iterator[str]:
    if reason.imaginary:
        yield fill_template(IMAGINARY, reason, name)
    if reason.leaving and reason.gave_way:
        yield fill_count_template(GAVE_WAY, reason.leaving, reason, name)
    elif reason.leaving and reason.has_fewest_outgoing_floaters:
        yield fill_template(ODD, reason, name)
    elif reason.leaving:
        yield fill_count_template(CANNOT_BE_COMPLETED, reason.leaving, reason, name)
    if reason.without_colour_limits:
        yield fill_template(WITHOUT_LIMITS, reason, name)


IMAGINARY = message("The points of {imaginary:span} include imaginary ones ({imaginary_article}).")
GAVE_WAY = counted(
    "One team has to leave it, so that the rest of the round can be paired ({article}).",
    "{count} teams have to leave it, so that the rest of the round can be paired ({article}).",
)
ODD = message("The number is odd: one team leaves the group ({article}).")
CANNOT_BE_COMPLETED = counted(
    "One team has to leave it: it cannot be completed otherwise ({article}).",
    "{count} teams have to leave it: it cannot be completed otherwise ({article}).",
)
WITHOUT_LIMITS = message(
    "A complete pairing was only possible without the limits for colours ({limits_article})."
)


def _group_with_odd_men_sentence(reason: ScoregroupSummary, name: Name) -> str:
    where = f", {retold(reason.section)}" if reason.section else ""
    text = fill_template(TO_BE_PAIRED, reason, name, where=where, size=len(reason.residents))
    if reason.from_above:
        text += say(", and {came} from above", came=format_names(reason.from_above, name))
    if reason.ground is None:
        return f"{text} ({reason.article})."
    return fill_count_template(ODD_MEN[reason.ground], reason.leaving, reason, name, text=text)


TO_BE_PAIRED = message("Group of {points:points}{where}: {size} to be paired")
ODD_MEN = {
    UnpairedGround.ODD_NUMBER: counted(
        "{text}. One is the odd man because the number left to be paired in it is odd ({article}).",
        "{text}. {count} are odd men because the number left to be paired in it is odd"
        " ({article}).",
    ),
    UnpairedGround.CANNOT_BE_PAIRED: counted(
        "{text}. One is the odd man because not all of them can be paired with each other"
        " ({article}).",
        "{text}. {count} are odd men because not all of them can be paired with each other"
        " ({article}).",
    ),
    UnpairedGround.NEEDED_BELOW: counted(
        "{text}. One is the odd man because the groups below could not be completed otherwise"
        " ({article}).",
        "{text}. {count} are odd men because the groups below could not be completed otherwise"
        " ({article}).",
    ),
}


def pairing_order_sentence(reason: PairingOrder, name: Name) -> str:
    """Return a sentence with the order in which a group seeks opponents."""
    if not reason.second:
        return fill_template(UNDIVIDED, reason, name)
    return fill_template(
        FROM_BELOW if reason.side is MedianSide.BELOW else FROM_ABOVE, reason, name
    )


UNDIVIDED = message("In the order of the tie-breaks: {first:span} ({article}).")
FROM_BELOW = message("Bottom half: {first:span}; top half: {second:span} ({article}).")
FROM_ABOVE = message("Top half: {first:span}; bottom half: {second:span} ({article}).")


# --- brackets -----------------------------------------------------------------------------


def bracket_sentence(reason: BracketSummary, name: Name) -> str:
    """Return the sentences for a bracket: its members, and who leaves or completes it."""
    if reason.leaving is None:
        text = fill_template(TOP_SCOREGROUP, reason, name)
        return " ".join([text, *_bracket_upfloaters_sentences(reason, name)])
    size = BRACKET if reason.lowest_points is None else COLLAPSED
    text = fill_count_template(size, len(reason.residents), reason, name)
    if reason.mdps:
        text += say(
            ", with {moved_down} moved down to it",
            moved_down=format_names_or_span(reason.mdps, name),
        )
    return " ".join([f"{text} ({reason.article}).", *_unpaired_players_sentence(reason, name)])


TOP_SCOREGROUP = message("Top-scoregroup of {points:points}: {residents:span} ({article}).")
BRACKET = counted(
    "Bracket of {points:points}: {count} player", "Bracket of {points:points}: {count} players"
)
COLLAPSED = counted(
    "Bracket of all from {points:points} down to {lowest_points:score}, paired at once so that"
    " everybody can be paired: {count} player",
    "Bracket of all from {points:points} down to {lowest_points:score}, paired at once so that"
    " everybody can be paired: {count} players",
)

UNPAIRED = {
    UnpairedGround.ODD_NUMBER: message("their number is odd"),
    UnpairedGround.CANNOT_BE_PAIRED: message("not all of them can be paired with each other"),
    UnpairedGround.NEEDED_BELOW: message("otherwise not everybody below could be paired"),
}


def _unpaired_reason_clause(reason: BracketSummary, name: Name) -> str:
    assert reason.ground is not None
    why = say_kept(UNPAIRED[reason.ground])
    return why if reason.proof is None else f"{why}: {left_over_proof_clause(reason.proof, name)}"


def _unpaired_players_sentence(reason: BracketSummary, name: Name) -> Iterator[str]:
    if reason.ground is UnpairedGround.ODD_NUMBER:
        alone = len(reason.residents) + len(reason.mdps) == 1
        yield fill_template(NOBODY_ELSE if alone else ODD_BRACKET, reason, name)
    elif reason.ground is not None:
        why = _unpaired_reason_clause(reason, name)
        yield fill_count_template(LEFT_OVER, reason.leaving or 0, reason, name, why=why)


NOBODY_ELSE = message("Nobody else is in it, so this one is left over ({ground_article}).")
ODD_BRACKET = message("Their number is odd: one is left over ({ground_article}).")
LEFT_OVER = counted(
    "One of them has to be left over, because {why} ({ground_article}).",
    "{count} of them have to be left over, because {why} ({ground_article}).",
)


def _bracket_upfloaters_sentences(reason: BracketSummary, name: Name) -> Iterator[str]:
    if reason.ground is not None:
        alone = reason.ground is UnpairedGround.ODD_NUMBER and len(reason.residents) == 1
        why = say("nobody else has that score") if alone else _unpaired_reason_clause(reason, name)
        yield fill_count_template(UPFLOATERS, len(reason.upfloaters), reason, name, why=why)
    if reason.measures:
        yield say("Even so, {told}.", told=pair_quality_clauses(reason.measures))


UPFLOATERS = counted(
    "One upfloater joins, {upfloaters:names}, because {why} ({ground_article}).",
    "{count} upfloaters join, as few as possible: {upfloaters:names}, because {why}"
    " ({ground_article}).",
)


def exchange_sentence(reason: Exchange, name: Name) -> str:
    """Return a sentence for an exchange between the halves of a bracket."""
    exchange = TOP_MEMBERS if reason.of_top_members else EXCHANGE
    return fill_count_template(exchange, len(reason.leaving), reason, name)


EXCHANGE = counted(
    "In {points:bracket} {leaving:names} of the upper half changes places with {entering:names} of"
    " the lower half: no order of the lower half alone is as good ({article}).",
    "In {points:bracket} {leaving:names} of the upper half change places with {entering:names} of"
    " the lower half: no smaller exchange is as good ({article}).",
)
TOP_MEMBERS = counted(
    "In {points:bracket} {leaving:names} of the first half is no top member and {entering:names} is"
    " one instead: no pairing of the first half with the second is as good ({article}).",
    "In {points:bracket} {leaving:names} of the first half are no top members and {entering:names}"
    " are instead: no pairing with fewer changes is as good ({article}).",
)


# --- upfloaters and subgroups -------------------------------------------------------------


def upfloaters_needed_sentence(reason: UpfloatersNeeded, name: Name) -> str:
    """Return a sentence with the number of upfloaters of a bracket, and why it needs them."""
    return fill_count_template(
        NEEDED, reason.count, reason, name, why=_upfloaters_reason_clause(reason, name)
    )


NEEDED = counted(
    "One player has to be taken up to {points:bracket}: {why} ({article}).",
    "{count} players have to be taken up to {points:bracket}: {why} ({article}).",
)


def _upfloaters_reason_clause(reason: UpfloatersNeeded, name: Name) -> str:
    if reason.ground is UnpairedGround.ODD_NUMBER:
        return say("its number is odd")
    if reason.ground is UnpairedGround.NEEDED_BELOW:
        return say_kept(UNPAIRED[reason.ground])
    assert reason.proof is not None
    told = say(
        "not all of it can be paired with each other, for {left}",
        left=remaining_opponents_clause(reason.proof.islands, reason.proof.bridge, name),
    )
    if reason.proof.may_leave < 1:
        return told
    return say_count(
        "{told}; one upfloater would not be enough",
        "{told}; {count} upfloaters would not be enough",
        reason.proof.may_leave,
        told=told,
    )


def subgroups_sentence(reason: ColourSubgroups, name: Name) -> str:
    """Return a sentence with the two subgroups of a bracket."""
    white, black = (
        _format_subgroup_members(reason.white, name),
        _format_subgroup_members(reason.black, name),
    )
    template = FIRST_AND_SECOND_HALF if reason.halves else SUBGROUPS
    return fill_template(template, reason, name, white=white, black=black)


FIRST_AND_SECOND_HALF = message(
    "Nobody in {points:bracket} has played yet: the first half of the list, {white}, against the"
    " second, {black} ({article})."
)
SUBGROUPS = message(
    "In {points:bracket} White is due to {white}; Black is due to {black} ({article})."
)


def _format_subgroup_members(members: Sequence[SubgroupMember], name: Name) -> str:
    if not members:
        return say("nobody")
    if len(members) <= LONGEST_LIST:
        return ", ".join(name_with_aro(one.number, one.aro, name) for one in members)
    return say(
        "{first} to {last} ({count} in all)",
        first=name_with_aro(members[0].number, members[0].aro, name),
        last=name_with_aro(members[-1].number, members[-1].aro, name),
        count=len(members),
    )


def subgroup_shift_sentence(reason: SubgroupShift, name: Name) -> str:
    """Return a sentence that names the shifted players and the reason for the shift.

    Either pairs have to be made inside one subgroup, or one subgroup is larger.
    """
    return fill_count_template(
        INSIDE if reason.inside else LARGER, len(reason.shifters), reason, name
    )


INSIDE = counted(
    "In {points:bracket} a pair has to be made on the side of {seek:colour}: {shifters:names}, the"
    " first possible from the middle of the list, changes sides ({article}).",
    "In {points:bracket} {count} pairs have to be made on the side of {seek:colour}:"
    " {shifters:names}, the first possible from the middle of the list, change sides ({article}).",
)
LARGER = counted(
    "In {points:bracket} the side of {seek:colour} is the larger: {shifters:names}, the first"
    " possible from the middle of the list, changes sides ({article}).",
    "In {points:bracket} the side of {seek:colour} is the larger: {shifters:names}, the first"
    " possible from the middle of the list, change sides ({article}).",
)


# --- players ranked by their opposition ---------------------------------------------------

SHOWN = 20
"""The maximum number of bracket members that are listed individually."""


def seeding_round_sentence(reason: SeedingRound, name: Name) -> str:
    """Return a sentence saying that the round is paired by the Dutch system."""
    return fill_count_template(SEEDING, reason.seeding_rounds, reason, name)


SEEDING = counted(
    "Round {round} is the seeding round: it is paired by the Dutch system ({article}).",
    "Round {round} is one of the {count} seeding rounds: it is paired by the Dutch system"
    " ({article}).",
)


def opposition_ranking_sentence(reason: OppositionRanking, name: Name) -> str:
    """Return a sentence with the members of a bracket in the order of their opposition."""
    shown = enumerate(reason.ranked[:SHOWN], start=1)
    members = ", ".join(
        f"{number}: {name(one.number)} ({format_opposition_scores(one)})" for number, one in shown
    )
    if len(reason.ranked) > SHOWN:
        members += say(", and {more} more", more=len(reason.ranked) - SHOWN)
    return fill_template(RANKED, reason, name, members=members)


RANKED = message(
    "In {points:bracket} the players are numbered by their opponents' points (Buchholz, then"
    " Sonneborn-Berger): {members} ({article})."
)


# --- columns ------------------------------------------------------------------------------


def colour_columns_sentence(reason: ColourColumns, name: Name) -> str:
    """Return the sentences for a scoregroup in two columns."""
    text = say("Group of {points}", points=points_with_word(reason.points))
    if reason.floaters:
        text += say(", with {floaters} from above", floaters=format_names(reason.floaters, name))
    text += f" ({reason.article})."
    if reason.article == "6.2":
        text = say(
            "Group of {points}, the columns to be paired ({article}).",
            points=points_with_word(reason.points),
            article=reason.article,
        )
    elif reason.needs_transfer:
        text += " " + say("It cannot be paired as it is.")
    white = "; ".join(_format_column_entry(entry, name) for entry in reason.white) or say("nobody")
    black = "; ".join(_format_column_entry(entry, name) for entry in reason.black) or say("nobody")
    return say("{text} White: {white}. Black: {black}.", text=text, white=white, black=black)


def _format_column_entry(entry: ColumnEntry, name: Name) -> str:
    flags = [
        flag
        for flag, is_set in (
            (say("colour fixed"), entry.colour_fixed),
            (say("may not go up"), entry.may_not_rise),
        )
        if is_set
    ]
    return ", ".join(
        [
            say(
                "{who} (ARO {aro}, R {rating})",
                who=name(entry.number),
                aro="-" if entry.aro is None else format_average_rating(entry.aro),
                rating=entry.rating,
            ),
            *flags,
        ]
    )


def column_change_sentence(reason: ColumnChange, name: Name) -> str:
    """Return a sentence for the move of a player to the other column."""
    other = reason.to.opposite
    extreme = say("lowest") if other is Colour.WHITE else say("highest")
    return fill_template(COLUMN_CHANGED, reason, name, other=colour_word(other), extreme=extreme)


COLUMN_CHANGED = message(
    "Too many are due {other} in the group of {points:points}: {number:name}, with the {extreme}"
    " ARO of those who may, is to have {to:colour} ({article})."
)


def own_column_sentence(reason: NoOpponentInOtherColumn, name: Name) -> str:
    """Return a sentence for a player whose opponent is sought in their own column."""
    return fill_template(OWN_COLUMN, reason, name, other=colour_word(reason.colour.opposite))


OWN_COLUMN = message(
    "The rows leave {number:name} nobody to meet in the {other} column; the opponent is sought in"
    " the {colour:colour} column ({article})."
)


def waived_colour_limits_sentence(reason: ColourLimitsWaiver, name: Name) -> str:
    """Return a sentence for the players who need not keep the colour limits."""
    proof = remaining_opponents_clause(reason.islands, reason.bridge, name)
    return fill_template(LIMITS_LIFTED, reason, name, proof=proof)


LIMITS_LIFTED = message(
    "The limits for colours (2.3, 2.4) are lifted for {players:names}; with them the round has no"
    " pairing: {proof} ({article})."
)


# --- requests and round robins ------------------------------------------------------------


def requests_not_to_meet_sentence(reason: RequestsNotToMeet, name: Name) -> str:
    """Return the sentences for requests not to meet, granted and refused."""
    told = []
    if reason.granted:
        pairs = "; ".join(format_names(pair, name) for pair in reason.granted)
        told.append(
            say("kept apart as they asked, though they would meet otherwise: {pairs}", pairs=pairs)
        )
    if reason.refused:
        pairs = "; ".join(format_names(pair, name) for pair in reason.refused)
        told.append(
            say("meet against their wish, since no transposition avoids it: {pairs}", pairs=pairs)
        )
    text = ". ".join(told)
    return f"{text[0].upper()}{text[1:]} ({reason.article})."


def missing_opponent_sentence(reason: AbsentOpponent, name: Name) -> str:
    """Return a sentence for a participant whose scheduled opponent is absent."""
    if not reason.withdrawn:
        return fill_template(ABSENT, reason, name)
    return fill_template(LEFT_LATE if reason.counts else LEFT_EARLY, reason, name)


ABSENT = message(
    "{number:name} has no opponent: {opponent:name} is absent; the game is played at another time"
    " or scored as a default ({article})."
)
LEFT_LATE = message(
    "{number:name} has no opponent: {opponent:name} has left after at least half of the games; the"
    " game counts as won ({article})."
)
LEFT_EARLY = message(
    "{number:name} has no opponent: {opponent:name} has left before half of the games; none of them"
    " counts ({article})."
)


def compatriots_sentence(reason: CompatriotsMeet, name: Name) -> str:
    """Return a sentence for two compatriots who meet near the end."""
    bound = fill_count_template(PROVED if reason.proved else FOUND, reason.least, reason, name)
    return fill_template(COMPATRIOTS, reason, name, bound=bound)


PROVED = counted(
    "no draw leaves fewer than {count} such game", "no draw leaves fewer than {count} such games"
)
FOUND = counted(
    "the best draw found leaves {count} such game; a better one may exist",
    "the best draw found leaves {count} such games; a better one may exist",
)
COMPATRIOTS = message(
    "{first:name} and {second:name}, both of {province}, meet in round {round}: {bound}"
    " ({article})."
)
