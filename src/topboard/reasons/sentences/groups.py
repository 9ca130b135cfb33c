"""Sentences for scoregroups, brackets and other decisions about more than one pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, retold, say, say_count, say_kept
from topboard.model import Colour
from topboard.reasons.grounds import Side, UnpairedGround
from topboard.reasons.sentences.criteria import pair_measures
from topboard.reasons.sentences.pairs import opposition_scores
from topboard.reasons.sentences.templates import fill, fill_count
from topboard.reasons.sentences.words import (
    LONGEST_LIST,
    average,
    colour_word,
    format_names,
    left_over_proof,
    left_to_meet,
    points,
    span,
    with_aro,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import BracketOpened, Exchanged, GroupOpened
    from topboard.reasons.family_decisions import (
        ColumnChanged,
        ColumnEntry,
        ColumnsDrawn,
        CompatriotsMeet,
        GroupArranged,
        LimitsLifted,
        NoneInOtherColumn,
        OpponentMissing,
        RankedByOpposition,
        SeedingRound,
        Shifted,
        Sought,
        SubgroupsFormed,
        UpfloatersNeeded,
        WishesHeard,
    )

    Name = Callable[[Number], str]


# --- scoregroups --------------------------------------------------------------------------

SIDES = {
    Side.ABOVE: message("above the median group"),
    Side.BELOW: message("below the median group"),
    Side.MEDIAN: message("the median group"),
}


def group_sentence(reason: GroupOpened, name: Name) -> str:
    """Return the sentences for a scoregroup: its members, and how many leave it and why."""
    if reason.side is None:
        return _group_with_odd_men(reason, name)
    size = TEAMS if reason.of_teams else PLAYERS
    side = say_kept(SIDES[reason.side])
    text = fill_count(size, len(reason.residents), reason, name, side=side)
    text += "".join(_came_in(reason, name))
    if reason.of_teams:
        return " ".join([f"{text}.", *_leaving_teams(reason, name)])
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


def _came_in(reason: GroupOpened, name: Name) -> Iterator[str]:
    if reason.floaters:
        floaters = format_names(reason.floaters, name)
        yield say(", with {floaters} from other groups", floaters=floaters)
    if reason.from_above:
        floaters = format_names(reason.from_above, name)
        yield say(", with {floaters} from above", floaters=floaters)
    if reason.from_below:
        floaters = format_names(reason.from_below, name)
        yield say(", with {floaters} from below", floaters=floaters)


def _leaving_teams(reason: GroupOpened, name: Name) -> Iterator[str]:
    if reason.imaginary:
        yield fill(IMAGINARY, reason, name)
    if reason.leaving and reason.gave_way:
        yield fill_count(GAVE_WAY, reason.leaving, reason, name)
    elif reason.leaving and reason.leaves_because_odd:
        yield fill(ODD, reason, name)
    elif reason.leaving:
        yield fill_count(CANNOT_BE_COMPLETED, reason.leaving, reason, name)
    if reason.without_colour_limits:
        yield fill(WITHOUT_LIMITS, reason, name)


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


def _group_with_odd_men(reason: GroupOpened, name: Name) -> str:
    where = f", {retold(reason.section)}" if reason.section else ""
    text = fill(TO_BE_PAIRED, reason, name, where=where, size=len(reason.residents))
    if reason.from_above:
        text += say(", and {came} from above", came=format_names(reason.from_above, name))
    if reason.ground is None:
        return f"{text} ({reason.article})."
    return fill_count(ODD_MEN[reason.ground], reason.leaving, reason, name, text=text)


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


def order_sentence(reason: GroupArranged, name: Name) -> str:
    """Return a sentence with the order in which a group seeks opponents."""
    if not reason.second:
        return fill(UNDIVIDED, reason, name)
    return fill(FROM_BELOW if reason.side is Side.BELOW else FROM_ABOVE, reason, name)


UNDIVIDED = message("In the order of the tie-breaks: {first:span} ({article}).")
FROM_BELOW = message("Bottom half: {first:span}; top half: {second:span} ({article}).")
FROM_ABOVE = message("Top half: {first:span}; bottom half: {second:span} ({article}).")


# --- brackets -----------------------------------------------------------------------------


def bracket_sentence(reason: BracketOpened, name: Name) -> str:
    """Return the sentences for a bracket: its members, and who leaves or completes it."""
    if reason.leaving is None:
        text = fill(TOP_SCOREGROUP, reason, name)
        return " ".join([text, *_upfloaters(reason, name)])
    size = BRACKET if reason.lowest_points is None else COLLAPSED
    text = fill_count(size, len(reason.residents), reason, name)
    if reason.mdps:
        text += say(", with {moved_down} moved down to it", moved_down=span(reason.mdps, name))
    return " ".join([f"{text} ({reason.article}).", *_left_over(reason, name)])


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


def _why_unpaired(reason: BracketOpened, name: Name) -> str:
    assert reason.ground is not None
    why = say_kept(UNPAIRED[reason.ground])
    return why if reason.proof is None else f"{why}: {left_over_proof(reason.proof, name)}"


def _left_over(reason: BracketOpened, name: Name) -> Iterator[str]:
    if reason.ground is UnpairedGround.ODD_NUMBER:
        alone = len(reason.residents) + len(reason.mdps) == 1
        yield fill(NOBODY_ELSE if alone else ODD_BRACKET, reason, name)
    elif reason.ground is not None:
        why = _why_unpaired(reason, name)
        yield fill_count(LEFT_OVER, reason.leaving or 0, reason, name, why=why)


NOBODY_ELSE = message("Nobody else is in it, so this one is left over ({ground_article}).")
ODD_BRACKET = message("Their number is odd: one is left over ({ground_article}).")
LEFT_OVER = counted(
    "One of them has to be left over, because {why} ({ground_article}).",
    "{count} of them have to be left over, because {why} ({ground_article}).",
)


def _upfloaters(reason: BracketOpened, name: Name) -> Iterator[str]:
    if reason.ground is not None:
        alone = reason.ground is UnpairedGround.ODD_NUMBER and len(reason.residents) == 1
        why = say("nobody else has that score") if alone else _why_unpaired(reason, name)
        yield fill_count(UPFLOATERS, len(reason.upfloaters), reason, name, why=why)
    if reason.measures:
        yield say("Even so, {told}.", told=pair_measures(reason.measures))


UPFLOATERS = counted(
    "One upfloater joins, {upfloaters:names}, because {why} ({ground_article}).",
    "{count} upfloaters join, as few as possible: {upfloaters:names}, because {why}"
    " ({ground_article}).",
)


def exchange_sentence(reason: Exchanged, name: Name) -> str:
    """Return a sentence for an exchange between the halves of a bracket."""
    exchange = TOP_MEMBERS if reason.of_top_members else EXCHANGE
    return fill_count(exchange, len(reason.leaving), reason, name)


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


def upfloaters_sentence(reason: UpfloatersNeeded, name: Name) -> str:
    """Return a sentence with the number of upfloaters of a bracket, and why it needs them."""
    return fill_count(NEEDED, reason.count, reason, name, why=_why_needed(reason, name))


NEEDED = counted(
    "One player has to be taken up to {points:bracket}: {why} ({article}).",
    "{count} players have to be taken up to {points:bracket}: {why} ({article}).",
)


def _why_needed(reason: UpfloatersNeeded, name: Name) -> str:
    if reason.ground is UnpairedGround.ODD_NUMBER:
        return say("its number is odd")
    if reason.ground is UnpairedGround.NEEDED_BELOW:
        return say_kept(UNPAIRED[reason.ground])
    assert reason.proof is not None
    told = say(
        "not all of it can be paired with each other, for {left}",
        left=left_to_meet(reason.proof.islands, reason.proof.bridge, name),
    )
    if reason.proof.may_leave < 1:
        return told
    return say_count(
        "{told}; one upfloater would not be enough",
        "{told}; {count} upfloaters would not be enough",
        reason.proof.may_leave,
        told=told,
    )


def subgroups_sentence(reason: SubgroupsFormed, name: Name) -> str:
    """Return a sentence with the two subgroups of a bracket."""
    white, black = _subgroup(reason.white, name), _subgroup(reason.black, name)
    template = FIRST_AND_SECOND_HALF if reason.halves else SUBGROUPS
    return fill(template, reason, name, white=white, black=black)


FIRST_AND_SECOND_HALF = message(
    "Nobody in {points:bracket} has played yet: the first half of the list, {white}, against the"
    " second, {black} ({article})."
)
SUBGROUPS = message(
    "In {points:bracket} White is due to {white}; Black is due to {black} ({article})."
)


def _subgroup(members: Sequence[Sought], name: Name) -> str:
    if not members:
        return say("nobody")
    if len(members) <= LONGEST_LIST:
        return ", ".join(with_aro(one.number, one.aro, name) for one in members)
    return say(
        "{first} to {last} ({count} in all)",
        first=with_aro(members[0].number, members[0].aro, name),
        last=with_aro(members[-1].number, members[-1].aro, name),
        count=len(members),
    )


def shift_sentence(reason: Shifted, name: Name) -> str:
    """Return a sentence that names the shifted players and the reason for the shift.

    Either pairs have to be made inside one subgroup, or one subgroup is larger.
    """
    return fill_count(INSIDE if reason.inside else LARGER, len(reason.shifters), reason, name)


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


def seeding_sentence(reason: SeedingRound, name: Name) -> str:
    """Return a sentence saying that the round is paired by the Dutch system."""
    return fill_count(SEEDING, reason.seeding_rounds, reason, name)


SEEDING = counted(
    "Round {round} is the seeding round: it is paired by the Dutch system ({article}).",
    "Round {round} is one of the {count} seeding rounds: it is paired by the Dutch system"
    " ({article}).",
)


def ranking_sentence(reason: RankedByOpposition, name: Name) -> str:
    """Return a sentence with the members of a bracket in the order of their opposition."""
    shown = enumerate(reason.ranked[:SHOWN], start=1)
    members = ", ".join(
        f"{number}: {name(one.number)} ({opposition_scores(one)})" for number, one in shown
    )
    if len(reason.ranked) > SHOWN:
        members += say(", and {more} more", more=len(reason.ranked) - SHOWN)
    return fill(RANKED, reason, name, members=members)


RANKED = message(
    "In {points:bracket} the players are numbered by their opponents' points (Buchholz, then"
    " Sonneborn-Berger): {members} ({article})."
)


# --- columns ------------------------------------------------------------------------------


def columns_sentence(reason: ColumnsDrawn, name: Name) -> str:
    """Return the sentences for a scoregroup in two columns."""
    text = say("Group of {points}", points=points(reason.points))
    if reason.floaters:
        text += say(", with {floaters} from above", floaters=format_names(reason.floaters, name))
    text += f" ({reason.article})."
    if reason.article == "6.2":
        text = say(
            "Group of {points}, the columns to be paired ({article}).",
            points=points(reason.points),
            article=reason.article,
        )
    elif reason.needs_transfer:
        text += " " + say("It cannot be paired as it is.")
    white = "; ".join(_entry(entry, name) for entry in reason.white) or say("nobody")
    black = "; ".join(_entry(entry, name) for entry in reason.black) or say("nobody")
    return say("{text} White: {white}. Black: {black}.", text=text, white=white, black=black)


def _entry(entry: ColumnEntry, name: Name) -> str:
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
                aro="-" if entry.aro is None else average(entry.aro),
                rating=entry.rating,
            ),
            *flags,
        ]
    )


def column_change_sentence(reason: ColumnChanged, name: Name) -> str:
    """Return a sentence for the move of a player to the other column."""
    other = reason.to.opposite
    extreme = say("lowest") if other is Colour.WHITE else say("highest")
    return fill(COLUMN_CHANGED, reason, name, other=colour_word(other), extreme=extreme)


COLUMN_CHANGED = message(
    "Too many are due {other} in the group of {points:points}: {number:name}, with the {extreme}"
    " ARO of those who may, is to have {to:colour} ({article})."
)


def own_column_sentence(reason: NoneInOtherColumn, name: Name) -> str:
    """Return a sentence for a player whose opponent is sought in their own column."""
    return fill(OWN_COLUMN, reason, name, other=colour_word(reason.colour.opposite))


OWN_COLUMN = message(
    "The rows leave {number:name} nobody to meet in the {other} column; the opponent is sought in"
    " the {colour:colour} column ({article})."
)


def limits_sentence(reason: LimitsLifted, name: Name) -> str:
    """Return a sentence for the players who need not keep the colour limits."""
    proof = left_to_meet(reason.islands, reason.bridge, name)
    return fill(LIMITS_LIFTED, reason, name, proof=proof)


LIMITS_LIFTED = message(
    "The limits for colours (2.3, 2.4) are lifted for {players:names}; with them the round has no"
    " pairing: {proof} ({article})."
)


# --- requests and round robins ------------------------------------------------------------


def wishes_sentence(reason: WishesHeard, name: Name) -> str:
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


def missing_opponent_sentence(reason: OpponentMissing, name: Name) -> str:
    """Return a sentence for a participant whose scheduled opponent is absent."""
    if not reason.withdrawn:
        return fill(ABSENT, reason, name)
    return fill(LEFT_LATE if reason.counts else LEFT_EARLY, reason, name)


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
    bound = fill_count(PROVED if reason.proved else FOUND, reason.least, reason, name)
    return fill(COMPATRIOTS, reason, name, bound=bound)


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
