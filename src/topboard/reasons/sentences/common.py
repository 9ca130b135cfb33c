"""Sentences for team captains that explain reasons and obstacles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from topboard.messages import message, retold, say, say_count, say_kept
from topboard.model import Colour
from topboard.model.colour_limits import is_third_in_a_row, keeps_difference
from topboard.model.history import colour_difference
from topboard.reasons.decisions import (
    BarredByRuling,
    ByeDespiteForfeits,
    ByeGiven,
    ColourGiven,
    ColourGround,
    Floated,
    FloatersDoNotMeet,
    Forbidden,
    GroupArranged,
    GroupOpened,
    HadBye,
    HaveMet,
    IncomingFloater,
    JoinedLate,
    LeavesUnpairable,
    NoColourLeft,
    NoOpponentInNextGroup,
    OpponentChosen,
    Order,
    RequiredElsewhere,
    SameColourDue,
    Side,
    TableFixed,
    Warned,
    WonWithoutPlaying,
)
from topboard.reasons.sentences.families import family_obstacle
from topboard.reasons.sentences.words import (
    and_joined,
    colour_word,
    format_names,
    letters,
    points,
    span,
)
from topboard.text.numbers import format_points

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from topboard.model import Number
    from topboard.reasons.decisions import Obstacle, PassedOver

    Name = Callable[[Number], str]


def obstacle_sentence(obstacle: Obstacle, name: Name) -> str:
    """Return a clause that describes the obstacle and can end a sentence about a candidate."""
    match obstacle:
        case HaveMet():
            if obstacle.by_default:
                return say(
                    "they were paired in round {round}, though no game was played",
                    round=obstacle.round,
                )
            return say("they met in round {round}", round=obstacle.round)
        case Forbidden():
            return say("the organiser does not let them meet")
        case SameColourDue():
            return say("both may only have {colour}", colour=colour_word(obstacle.colour))
        case NoColourLeft():
            return say("{who} may have neither colour", who=name(obstacle.number))
        case RequiredElsewhere():
            return say("{who} is to meet somebody else", who=name(obstacle.number))
        case LeavesUnpairable():
            return _unpairable(obstacle, name)
        case NoOpponentInNextGroup():
            return say("has met everybody in the group of {points}", points=points(obstacle.points))
        case IncomingFloater():
            return say("came into the group as a floater and may not be left over")
        case FloatersDoNotMeet():
            return say("floaters do not meet each other")
        case HadBye():
            return say("had the bye in round {round}", round=obstacle.round)
        case WonWithoutPlaying():
            return say("won without playing in round {round}", round=obstacle.round)
        case JoinedLate():
            return say("joined only in round {round}", round=obstacle.round)
        case BarredByRuling():
            return say("is barred by a decision")
        case _:
            return family_obstacle(obstacle, name)


def _unpairable(obstacle: LeavesUnpairable, name: Name) -> str:
    return say("the others could not all be paired: {proof}", proof=proof(obstacle, name))


def proof(found: LeavesUnpairable, name: Name) -> str:
    """Return a clause that names the participants left unpaired and their possible opponents."""
    leaving = -found.may_leave
    if not found.islands:
        able = say("nobody")
        if found.bridge:
            able = say("only {able}", able=format_names(sorted(found.bridge), name))
        return say_count(
            "{able} could leave the group, and {count} team has to",
            "{able} could leave the group, and {count} teams have to",
            leaving,
            able=able,
        )
    left = left_to_meet(found.islands, found.bridge, name)
    if found.may_leave > 0:
        return say(
            "{left}, and only {may_leave} may leave the group", left=left, may_leave=found.may_leave
        )
    if leaving > 0:
        return say(
            "{left}, and {leaving} more would have to leave the group", left=left, leaving=leaving
        )
    return left


def left_to_meet(islands: Sequence[Sequence[Number]], bridge: Sequence[Number], name: Name) -> str:
    """Return a clause that names the possible opponents of the islands outside themselves."""
    able = format_names(sorted(bridge), name)
    if all(len(island) == 1 for island in islands):
        alone = format_names(sorted(n for (n,) in islands), name)
        if not bridge:
            return say("{alone} would have nobody to meet", alone=alone)
        if len(islands) == 1:
            return say("{alone} would have only {able} to meet", alone=alone, able=able)
        return say("{alone} would have only {able} to meet between them", alone=alone, able=able)
    sets = "; ".join(format_names(sorted(island), name) for island in islands)
    beside = (" " + say("but for {able}", able=able)) if bridge else ""
    if len(islands) == 1:
        return say(
            "{sets}, an odd number, would have only each other to meet{beside}",
            sets=sets,
            beside=beside,
        )
    return say(
        "{sets}: these {count} odd sets would have only themselves to meet{beside}",
        sets=sets,
        count=len(islands),
        beside=beside,
    )


def passed_over_sentences(passed: Iterable[PassedOver], name: Name) -> list[str]:
    """Return a sentence for each candidate passed over, with the obstacle that ruled it out."""
    return [
        say(
            "not {candidate}: {obstacle}",
            candidate=name(p.candidate),
            obstacle=obstacle_sentence(p.obstacle, name),
        )
        for p in passed
    ]


# --- decisions ----------------------------------------------------------------------------


SIDES = {
    Side.ABOVE: message("above the median group"),
    Side.BELOW: message("below the median group"),
    Side.MEDIAN: message("the median group"),
}


def _group_opened(reason: GroupOpened, name: Name) -> str:
    text = say_count(
        "Group of {points}, {side}: {count} team",
        "Group of {points}, {side}: {count} teams",
        len(reason.residents),
        points=points(reason.points),
        side=say_kept(SIDES[reason.side]),
    )
    if reason.incoming:
        text += say(
            ", with {incoming} from other groups", incoming=format_names(reason.incoming, name)
        )
    text += "."
    if reason.imaginary:
        text += " " + say(
            "The points of {imaginary} include imaginary ones ({imaginary_article}).",
            imaginary=span(reason.imaginary, name),
            imaginary_article=reason.imaginary_article,
        )
    if reason.leavers:
        text += f" {_leavers(reason)}"
    if not reason.limits_kept:
        text += " " + say(
            "A complete pairing was only possible without the limits for colours"
            " ({limits_article}).",
            limits_article=reason.limits_article,
        )
    return text


def _leavers(reason: GroupOpened) -> str:
    if reason.gave_way:
        return say_count(
            "One team has to leave it, so that the rest of the round can be paired ({article}).",
            "{count} teams have to leave it, so that the rest of the round can be paired"
            " ({article}).",
            reason.leavers,
            article=reason.article,
        )
    if reason.leaves_because_odd:
        return say(
            "The number is odd: one team leaves the group ({article}).", article=reason.article
        )
    return say_count(
        "One team has to leave it: it cannot be completed otherwise ({article}).",
        "{count} teams have to leave it: it cannot be completed otherwise ({article}).",
        reason.leavers,
        article=reason.article,
    )


def _group_arranged(reason: GroupArranged, name: Name) -> str:
    article = f"({reason.article})"
    if not reason.second:
        return say(
            "In the order of the tie-breaks: {first} {article}.",
            first=span(reason.first, name),
            article=article,
        )
    first, second = span(reason.first, name), span(reason.second, name)
    if reason.side is Side.BELOW:
        return say(
            "Bottom half: {first}; top half: {second} {article}.",
            first=first,
            second=second,
            article=article,
        )
    return say(
        "Top half: {first}; bottom half: {second} {article}.",
        first=first,
        second=second,
        article=article,
    )


HOW = {
    Order.OTHER_HALF: message("the first{possible} of the other half"),
    Order.OWN_HALF: message("the last{possible} of its own half"),
    Order.HIGHEST: message("the highest ranked{possible} of the group"),
    Order.LOWEST: message("the lowest ranked{possible} of the group"),
    Order.HIGHEST_NUMBERED: message(
        "the highest numbered{possible} of the group, those due the other colour first"
    ),
    Order.LOWEST_NUMBERED: message(
        "the lowest numbered{possible} of the group, those due the other colour first"
    ),
    Order.LAST: message("the last{possible} of the list"),
    Order.ROW: message("the first{possible} of the other column"),
    Order.OWN_COLUMN: message("the first{possible} of the same column"),
    Order.HIGHEST_RATING: message(
        "the highest rated{possible} of the group, those due the other colour first"
    ),
    Order.LOWEST_RATING: message("the lowest rated{possible} of those due the dominating colour"),
}
"""How each order of candidates is described; ``{possible}`` is used if some were passed over."""


def _opponent_chosen(reason: OpponentChosen, name: Name) -> str:
    chooser, chosen, article = name(reason.chooser), name(reason.chosen), f"({reason.article})"
    match reason.order:
        case Order.LAST_TWO:
            return say(
                "{chooser} meets {chosen}: no others are left in the group {article}.",
                chooser=chooser,
                chosen=chosen,
                article=article,
            )
        case Order.FLOATERS:
            return say(
                "{chooser} meets {chosen}, a floater too: nobody of the group is possible"
                " {article}.",
                chooser=chooser,
                chosen=chosen,
                article=article,
            )
        case Order.ROW if not reason.passed_over:
            return say(
                "{chooser} meets {chosen}, who stands in the same row {article}.",
                chooser=chooser,
                chosen=chosen,
                article=article,
            )
        case Order.HALVES_OF_LIST:
            return say(
                "{chooser} meets {chosen}: upper half of the list against lower half {article}.",
                chooser=chooser,
                chosen=chosen,
                article=article,
            )
        case Order.MOVED_UP:
            return say(
                "{chooser} meets {chosen}, moved up for this {article}.",
                chooser=chooser,
                chosen=chosen,
                article=article,
            )
        case None:
            return say(
                "{chooser} meets {chosen} {article}.",
                chooser=chooser,
                chosen=chosen,
                article=article,
            )
        case order:
            how = say_kept(HOW[order], possible=_possible(reason))
            return say(
                "{chooser} meets {chosen}, {how} {article}.",
                chooser=chooser,
                chosen=chosen,
                how=how,
                article=article,
            )


def _possible(reason: OpponentChosen | Floated) -> str:
    return " " + say("possible") if reason.passed_over else ""


def _floater_sentence(reason: Floated, name: Name) -> str:
    where = say(
        "the group of {to_points} ({article}).",
        to_points=points(reason.to_points),
        article=reason.article,
    )
    who = say(
        "{who} with {points}",
        who=name(reason.number),
        points=_with_imaginary(reason),
    )
    if reason.order is Order.FLOATERS:
        return say("{who}, a floater already, floats on to {where}", who=who, where=where)
    return say(
        "{who}{first_to_leave} floats to {where}",
        who=who,
        first_to_leave=_first_to_leave(reason),
        where=where,
    )


def _first_to_leave(reason: Floated) -> str:
    possible = _possible(reason)
    match reason.order:
        case Order.LOWEST:
            return say(", the lowest ranked{possible},", possible=possible)
        case Order.HIGHEST:
            return say(", the highest ranked{possible},", possible=possible)
        case _:
            return ""


def _with_imaginary(reason: Floated) -> str:
    if not reason.imaginary:
        return points(reason.from_points)
    if reason.imaginary == reason.from_points:
        return say("{imaginary} imaginary points", imaginary=format_points(reason.imaginary))
    return say(
        "{from_points}, {imaginary} of them imaginary",
        from_points=points(reason.from_points),
        imaginary=format_points(reason.imaginary),
    )


def _bye_given(reason: ByeGiven, name: Name) -> str:
    order = say("the last of the initial list") if reason.by_list else say("the last ranked")
    how = say("of those that may have it {order}", order=order) if reason.passed_over else order
    return say(
        "{who} has the bye: {how} ({article}).",
        who=name(reason.number),
        how=how,
        article=reason.article,
    )


def _bye_despite_forfeits(reason: ByeDespiteForfeits, name: Name) -> str:
    who = name(reason.number)
    told = [_bye_given(reason, name)]
    for played in reason.open:
        told.append(
            say(
                "{who} won round {round} because every board was forfeited; nobody has recorded"
                " that the other team did not arrive, so this does not bar it from the bye"
                " ({article}).",
                who=who,
                round=played,
                article=reason.bar,
            )
        )
    for played in reason.arrived:
        told.append(
            say(
                "{who} won round {round} because every board was forfeited; the other team had"
                " arrived, so this does not bar it from the bye ({article}).",
                who=who,
                round=played,
                article=reason.bar,
            )
        )
    return " ".join(told)


def _colour_given(reason: ColourGiven, name: Name) -> str:
    white, black = name(reason.white), name(reason.black)
    return say(
        "{white} has White, {black} Black: {ground} ({article}).",
        white=white,
        black=black,
        ground=_ground(reason, name),
        article=reason.article,
    )


def _ground(reason: ColourGiven, name: Name) -> str:
    histories = say(
        "{white} had {white_history}, {black} {black_history}",
        white=name(reason.white),
        white_history=letters(reason.white_history),
        black=name(reason.black),
        black_history=letters(reason.black_history),
    )
    higher = name(reason.higher) if reason.higher is not None else say("the higher ranked")
    match reason.ground:
        case ColourGround.LOT:
            if reason.higher is not None and reason.higher % 2:
                return say("by the lot for number 1, {higher} having an odd number", higher=higher)
            return say("by the lot for number 1, {higher} having an even number", higher=higher)
        case ColourGround.LIMITS:
            return f"{_other_way_round(reason, name)}; {histories}"
        case ColourGround.EQUALISE:
            return say("this equalises the colours; {histories}", histories=histories)
        case ColourGround.ALTERNATE:
            return f"{change(reason, name)}; {histories}"
        case ColourGround.BALANCE_HIGHER:
            return say(
                "same colours so far, so {higher}, ranked higher, is balanced; {histories}",
                higher=higher,
                histories=histories,
            )
        case ColourGround.ALTERNATE_HIGHER:
            return say(
                "same colours so far, so {higher}, ranked higher, alternates; {histories}",
                higher=higher,
                histories=histories,
            )
        case ColourGround.DUE | ColourGround.DUE_OF_HIGHER | ColourGround.DUE_OF_LOWER:
            return say_kept(DUE[reason.ground], higher=higher, histories=histories)
        case ColourGround.LOT_OF_PAIRS:
            return say("by the lot for the first pair; the pairs of the list take turns")
        case ColourGround.COLUMN:
            return f"{_by_column(reason, name)}; {histories}"
        case ColourGround.HIGHER_ARO:
            return say(
                "White goes to the higher average of opponents; {histories}", histories=histories
            )
        case ColourGround.LOWER_RATING:
            return say("White goes to the lower rating; {histories}", histories=histories)
        case ColourGround.ALPHABET:
            return say("White goes to the first in the alphabet; {histories}", histories=histories)
        case _:
            assert_never(reason.ground)


DUE = {
    ColourGround.DUE: message("the colours that they are due; {histories}"),
    ColourGround.DUE_OF_HIGHER: message(
        "same colours so far, so {higher}, ranked higher, has the colour due; {histories}"
    ),
    ColourGround.DUE_OF_LOWER: message(
        "same colours so far, so below the median group not {higher}, ranked higher, but the other"
        " has the colour due; {histories}"
    ),
}


def _other_way_round(reason: ColourGiven, name: Name) -> str:
    """Return a clause that names the colour limits that swapping the colours would break."""
    broken = [
        say("{who} would have {what}", who=name(number), what=what)
        for number, had, colour in (
            (reason.white, reason.white_history, Colour.BLACK),
            (reason.black, reason.black_history, Colour.WHITE),
        )
        if (what := _limit_broken(had, colour))
    ]
    return say("the other way round {broken}", broken=and_joined(broken))


def _limit_broken(had: tuple[Colour, ...], colour: Colour) -> str:
    """Return a description of the limit that this colour would break, or "" if it breaks none."""
    if not keeps_difference(had, colour):
        if colour is Colour.WHITE:
            return say("three Whites more than Blacks")
        return say("three Blacks more than Whites")
    if is_third_in_a_row(had, colour):
        return say("{colour} a third time running", colour=colour_word(colour))
    return ""


def change(reason: ColourGiven, name: Name) -> str:
    """Return a clause that names the matches where the colours last differed, and those colours."""
    assert reason.differed is not None, "colours that alternate differed in some match"
    white, black = name(reason.white), name(reason.black)
    one, other = reason.differed
    when = say("round {round}", round=one)
    if one != other:
        when = say(
            "round {one} ({white}) and round {other} ({black})",
            one=one,
            white=white,
            other=other,
            black=black,
        )
    return say(
        "they change from {when}, when {white} had Black and {black} White",
        when=when,
        white=white,
        black=black,
    )


def _by_column(reason: ColourGiven, name: Name) -> str:
    if not reason.moved:
        return say("so they stand in the two columns")
    told = and_joined(
        say(
            "{who} was moved to the {column} column though due {opposite} ({article}){once_more}",
            who=name(number),
            column=colour_word(column),
            opposite=colour_word(column.opposite),
            article=article,
            once_more=_once_more(reason, column, name),
        )
        for number, column, article in (
            (reason.white, Colour.WHITE, "7.4"),
            (reason.black, Colour.BLACK, "7.3"),
        )
        if number in reason.moved
    )
    return say("so they stand in the two columns; {told}", told=told)


def _once_more(reason: ColourGiven, column: Colour, name: Name) -> str:
    """Return a remark if a moved player already had the column's colour more often, or ""."""
    sign = 1 if column is Colour.WHITE else -1
    white, black = map(colour_difference, (reason.white_history, reason.black_history))
    own, others = (white, black) if column is Colour.WHITE else (black, white)
    if sign * own <= 0:
        return ""
    told = say(", has had {column} more often already and has it again", column=colour_word(column))
    if sign * others < sign * own:
        opponent = reason.black if column is Colour.WHITE else reason.white
        told += say(", although {opponent} needs it more", opponent=name(opponent))
    return told


def _table_fixed(reason: TableFixed, name: Name) -> str:
    note = f" ({reason.note})" if reason.note else ""
    article = f" ({reason.article})" if reason.article else ""
    return say(
        "{who} plays at table {table} by decision{note}{article}.",
        who=name(reason.number),
        table=reason.table,
        note=note,
        article=article,
    )


def _warning_sentence(reason: Warned, name: Name) -> str:
    what = retold(reason.what, name)
    return say("Note: {what} ({article}).", what=what, article=reason.article)


SENTENCES: dict[type, Callable[[Any, Name], str]] = {
    GroupOpened: _group_opened,
    GroupArranged: _group_arranged,
    OpponentChosen: _opponent_chosen,
    Floated: _floater_sentence,
    ByeGiven: _bye_given,
    ByeDespiteForfeits: _bye_despite_forfeits,
    ColourGiven: _colour_given,
    TableFixed: _table_fixed,
    Warned: _warning_sentence,
}
