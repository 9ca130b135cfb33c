"""Sentences for brackets: their members, exchanges, upfloaters and subgroups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import counted, message, say, say_kept_count
from topboard.model import Colour
from topboard.reasons.grounds import UnpairedGround
from topboard.reasons.sentences.criteria import pair_measure_sentences
from topboard.reasons.sentences.templates import fill_count_template, fill_template
from topboard.reasons.sentences.words import (
    LONGEST_LIST,
    NO_OPPONENT_IN_BRACKET,
    NO_OPPONENT_IN_TOP_SCOREGROUP,
    NO_OPPONENT_LEFT,
    join_list,
    left_over_sentences,
    unpairable_islands_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from topboard.messages import Message
    from topboard.model import Number
    from topboard.reasons.decisions import BracketSummary, Exchange
    from topboard.reasons.family_decisions import (
        ColourSubgroups,
        SubgroupMember,
        SubgroupShift,
        UpfloatersNeeded,
    )

    Name = Callable[[Number], str]


# --- members -----------------------------------------------------------------------------


def bracket_sentences(reason: BracketSummary, name: Name) -> str:
    """Return the sentences for a bracket: its members, its unpaired players and its upfloaters."""
    if reason.leaving is None:
        text = fill_count_template(TOP_SCOREGROUP, len(reason.residents), reason, name)
        return " ".join([text, *_bracket_upfloaters_sentences(reason, name)])
    told = [
        fill_count_template(_choose_bracket_template(reason), len(reason.residents), reason, name)
    ]
    if reason.mdps:
        moved_down = MDPS if reason.in_halves else INCOMING_FLOATERS
        told.append(fill_count_template(moved_down, len(reason.mdps), reason, name))
    return " ".join([*told, *_unpaired_players_sentences(reason, name)])


def _choose_bracket_template(reason: BracketSummary) -> tuple[Message, Message]:
    if reason.lowest_points is not None:
        return COLLAPSED
    if not reason.in_halves:
        return BRACKET
    return HETEROGENEOUS if reason.mdps else HOMOGENEOUS


TOP_SCOREGROUP = counted(
    "The top-scoregroup, with {points:points}, consists only of {residents:span} ({article}).",
    "The top-scoregroup, with {points:points}, consists of {residents:span} ({article}).",
)
BRACKET = counted(
    "The {points:score}-point bracket has one resident ({article}).",
    "The {points:score}-point bracket has {count} residents ({article}).",
)
HOMOGENEOUS = counted(
    "The {points:score}-point bracket is homogeneous, with one player ({article}).",
    "The {points:score}-point bracket is homogeneous, with {count} players ({article}).",
)
HETEROGENEOUS = counted(
    "The {points:score}-point bracket is heterogeneous, with one resident ({article}).",
    "The {points:score}-point bracket is heterogeneous, with {count} residents ({article}).",
)
COLLAPSED = counted(
    "All scoregroups from {points:points} down to {lowest_points:score} form one bracket "
    "so that everyone can be paired. The bracket has one resident ({article}).",
    "All scoregroups from {points:points} down to {lowest_points:score} form one bracket "
    "so that everyone can be paired. The bracket has {count} residents ({article}).",
)
MDPS = counted("The MDP is {mdps:span}.", "The MDPs are {mdps:span}.")
INCOMING_FLOATERS = counted(
    "The incoming floater is {mdps:span}.", "The incoming floaters are {mdps:span}."
)


def _unpaired_players_sentences(reason: BracketSummary, name: Name) -> Iterator[str]:
    if reason.ground is None:
        return
    size, leaving = len(reason.residents) + len(reason.mdps), reason.leaving or 0
    if reason.ground is UnpairedGround.ODD_NUMBER:
        yield fill_template(NOBODY_ELSE if size == 1 else ODD_BRACKET, reason, name)
        return
    if leaving == size == 2:
        yield fill_template(BOTH_UNPAIRED[reason.ground], reason, name)
    else:
        templates = (ALL_UNPAIRED if leaving == size else SOME_UNPAIRED)[reason.ground]
        yield fill_count_template(templates, leaving, reason, name, size=size)
    cannot_be_paired = reason.ground is UnpairedGround.CANNOT_BE_PAIRED
    if reason.proof is None or (cannot_be_paired and leaving == size):
        return
    if cannot_be_paired:
        proof = reason.proof
        yield unpairable_islands_sentence(proof.islands, proof.bridge, name, NO_OPPONENT_IN_BRACKET)
        if proof.may_leave > 0:
            yield say_kept_count(TOO_FEW_UNPAIRED, proof.may_leave)
    else:
        yield left_over_sentences(reason.proof, name)


NOBODY_ELSE = message("The player has no opponent there and remains unpaired ({ground_article}).")
ODD_BRACKET = message(
    "The number of players is odd, so one of them remains unpaired ({ground_article})."
)
BOTH_UNPAIRED = {
    UnpairedGround.CANNOT_BE_PAIRED: message(
        "Both players remain unpaired, because they cannot be paired with each other"
        " ({ground_article})."
    ),
    UnpairedGround.NEEDED_BELOW: message(
        "Both players remain unpaired, because otherwise not everyone below could be paired"
        " ({ground_article})."
    ),
}
ALL_UNPAIRED = {
    UnpairedGround.CANNOT_BE_PAIRED: counted(
        "The only player remains unpaired ({ground_article}).",
        "All {count} players remain unpaired, because no two of them can be paired with each other"
        " ({ground_article}).",
    ),
    UnpairedGround.NEEDED_BELOW: counted(
        "The only player remains unpaired, because otherwise not everyone below could be paired"
        " ({ground_article}).",
        "All {count} players remain unpaired, because otherwise not everyone below could be paired"
        " ({ground_article}).",
    ),
}
SOME_UNPAIRED = {
    UnpairedGround.CANNOT_BE_PAIRED: counted(
        "One of the {size} players remains unpaired, because not all of them can be paired "
        "with each other ({ground_article}).",
        "{count} of the {size} players remain unpaired, because not all of them can be "
        "paired with each other ({ground_article}).",
    ),
    UnpairedGround.NEEDED_BELOW: counted(
        "One of the {size} players remains unpaired, because otherwise not everyone below "
        "could be paired ({ground_article}).",
        "{count} of the {size} players remain unpaired, because otherwise not everyone below "
        "could be paired ({ground_article}).",
    ),
}
TOO_FEW_UNPAIRED = counted(
    "Leaving only one player unpaired would not be enough.",
    "Leaving only {count} players unpaired would not be enough.",
)


def _bracket_upfloaters_sentences(reason: BracketSummary, name: Name) -> Iterator[str]:
    if reason.ground is not None:
        alone = reason.ground is UnpairedGround.ODD_NUMBER and len(reason.residents) == 1
        templates = UPFLOATERS_OF_ONE if alone else UPFLOATERS[reason.ground]
        yield fill_count_template(templates, len(reason.upfloaters), reason, name)
        if reason.proof is not None:
            alone = reason.ground is UnpairedGround.CANNOT_BE_PAIRED
            yield unpairable_islands_sentence(
                reason.proof.islands,
                reason.proof.bridge,
                name,
                NO_OPPONENT_IN_TOP_SCOREGROUP if alone else NO_OPPONENT_LEFT,
            )
            if reason.proof.may_leave > 0:
                yield say_kept_count(NOT_ENOUGH, reason.proof.may_leave)
    yield from pair_measure_sentences(reason.measures)


UPFLOATERS_OF_ONE = counted(
    "One upfloater, {upfloaters:names}, joins the bracket, because no other participant "
    "has that score ({ground_article}).",
    "{count} upfloaters, {upfloaters:names}, join the bracket, because no other "
    "participant has that score and fewer would not be enough ({ground_article}).",
)
UPFLOATERS = {
    UnpairedGround.ODD_NUMBER: counted(
        "One upfloater, {upfloaters:names}, joins the bracket, because the top-scoregroup "
        "has an odd number of members ({ground_article}).",
        "{count} upfloaters, {upfloaters:names}, join the bracket, because the "
        "top-scoregroup has an odd number of members and fewer would not be enough "
        "({ground_article}).",
    ),
    UnpairedGround.CANNOT_BE_PAIRED: counted(
        "One upfloater, {upfloaters:names}, joins the bracket, because the members of the "
        "top-scoregroup cannot all be paired with each other ({ground_article}).",
        "{count} upfloaters, {upfloaters:names}, join the bracket, because the members of "
        "the top-scoregroup cannot all be paired with each other and fewer would not be "
        "enough ({ground_article}).",
    ),
    UnpairedGround.NEEDED_BELOW: counted(
        "One upfloater, {upfloaters:names}, joins the bracket, because otherwise not everyone "
        "below could be paired ({ground_article}).",
        "{count} upfloaters, {upfloaters:names}, join the bracket, because with fewer "
        "upfloaters not everyone below could be paired ({ground_article}).",
    ),
}


def exchange_sentence(reason: Exchange, name: Name) -> str:
    """Return a sentence for an exchange between the halves of a bracket."""
    exchange = TOP_MEMBERS if reason.of_top_members else EXCHANGE
    return fill_count_template(exchange, len(reason.leaving), reason, name)


EXCHANGE = counted(
    "In the {points:score}-point bracket, {leaving:names} of S1 is exchanged with {entering:names}"
    " of S2, because no transposition of S2 alone is as good ({article}).",
    "In the {points:score}-point bracket, {leaving:names} of S1 are exchanged with {entering:names}"
    " of S2, because no smaller exchange is as good ({article}).",
)
TOP_MEMBERS = counted(
    "In the {points:score}-point bracket, {entering:names} replaces {leaving:names} of the first"
    " half as a top member, because no pairing of the first half with the second is as good"
    " ({article}).",
    "In the {points:score}-point bracket, {entering:names} replace {leaving:names} of the first"
    " half as top members, because no pairing with fewer changes is as good ({article}).",
)


# --- upfloaters and subgroups -------------------------------------------------------------


def upfloaters_needed_sentences(reason: UpfloatersNeeded, name: Name) -> str:
    """Return sentences that say how many upfloaters a bracket needs, and why."""
    told = [fill_count_template(NEEDED[reason.ground], reason.count, reason, name)]
    if reason.ground is UnpairedGround.CANNOT_BE_PAIRED:
        assert reason.proof is not None
        islands, bridge = reason.proof.islands, reason.proof.bridge
        told.append(unpairable_islands_sentence(islands, bridge, name, NO_OPPONENT_IN_BRACKET))
        if reason.proof.may_leave > 0:
            told.append(say_kept_count(NOT_ENOUGH, reason.proof.may_leave))
    return " ".join(told)


NEEDED = {
    UnpairedGround.ODD_NUMBER: counted(
        "The {points:score}-point bracket needs one upfloater, because it has an odd number "
        "of players ({article}).",
        "The {points:score}-point bracket needs {count} upfloaters, because it has an odd "
        "number of players ({article}).",
    ),
    UnpairedGround.CANNOT_BE_PAIRED: counted(
        "The {points:score}-point bracket needs one upfloater, because its players cannot "
        "all be paired with each other ({article}).",
        "The {points:score}-point bracket needs {count} upfloaters, because its players "
        "cannot all be paired with each other ({article}).",
    ),
    UnpairedGround.NEEDED_BELOW: counted(
        "The {points:score}-point bracket needs one upfloater, because otherwise not everyone below"
        " could be paired ({article}).",
        "The {points:score}-point bracket needs {count} upfloaters, because otherwise not everyone"
        " below could be paired ({article}).",
    ),
}
NOT_ENOUGH = counted(
    "One upfloater would not be enough.", "{count} upfloaters would not be enough."
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
    "No one in the {points:score}-point bracket has played yet, so G1 is the first half "
    "by TPN and G2 is the second half ({article}). G1: {white}. G2: {black}."
)
SUBGROUPS = message(
    "In the {points:score}-point bracket, the players with a preference for White are in "
    "G1 and the others are in G2 ({article}). G1: {white}. G2: {black}."
)


def _format_subgroup_members(members: Sequence[SubgroupMember], name: Name) -> str:
    if not members:
        return say("no one")
    shown = members if len(members) <= LONGEST_LIST else (members[0], members[-1])
    told = [
        say("{who} with ARO {aro}", who=name(one.number), aro=one.aro)
        if one.aro
        else name(one.number)
        for one in shown
    ]
    if len(members) <= LONGEST_LIST:
        return join_list(told)
    return say(
        "{first} to {last} ({count} in all)", first=told[0], last=told[-1], count=len(members)
    )


def subgroup_shift_sentence(reason: SubgroupShift, name: Name) -> str:
    """Return a sentence that names the shifted players and the reason for the shift."""
    templates = (INSIDE if reason.inside else LARGER)[reason.seek]
    return fill_count_template(templates, len(reason.shifters), reason, name)


INSIDE = {
    Colour.WHITE: counted(
        "In the {points:score}-point bracket, {shifters:names}, the first possible shifter "
        "from the middle of the list, is shifted from G1 to G2, because a pair has to be "
        "made within G1 ({article}).",
        "In the {points:score}-point bracket, {shifters:names}, the first possible shifters "
        "from the middle of the list, are shifted from G1 to G2, because {count} pairs have "
        "to be made within G1 ({article}).",
    ),
    Colour.BLACK: counted(
        "In the {points:score}-point bracket, {shifters:names}, the first possible shifter "
        "from the middle of the list, is shifted from G2 to G1, because a pair has to be "
        "made within G2 ({article}).",
        "In the {points:score}-point bracket, {shifters:names}, the first possible shifters "
        "from the middle of the list, are shifted from G2 to G1, because {count} pairs have "
        "to be made within G2 ({article}).",
    ),
}
LARGER = {
    Colour.WHITE: counted(
        "In the {points:score}-point bracket, {shifters:names}, the first possible shifter "
        "from the middle of the list, is shifted from G1 to G2, because G1 is larger than G2 "
        "({article}).",
        "In the {points:score}-point bracket, {shifters:names}, the first possible shifters "
        "from the middle of the list, are shifted from G1 to G2, because G1 is larger than "
        "G2 ({article}).",
    ),
    Colour.BLACK: counted(
        "In the {points:score}-point bracket, {shifters:names}, the first possible shifter "
        "from the middle of the list, is shifted from G2 to G1, because G2 is larger than G1 "
        "({article}).",
        "In the {points:score}-point bracket, {shifters:names}, the first possible shifters "
        "from the middle of the list, are shifted from G2 to G1, because G2 is larger than "
        "G1 ({article}).",
    ),
}
