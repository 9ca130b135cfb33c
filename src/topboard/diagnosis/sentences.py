"""Sentences of a diagnosis about the rounds and about the whole event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.diagnosis.editions import list_other_editions
from topboard.diagnosis.record_questions import format_question
from topboard.diagnosis.repair_sentences import format_repair, list_rounds
from topboard.diagnosis.repairs import OtherEdition, OtherNumber
from topboard.diagnosis.values import Outcome, Weight, claim_of_repair
from topboard.messages import (
    Message,
    counted,
    message,
    say,
    say_count,
    say_kept,
    say_kept_count,
)
from topboard.systems.registry import system as system_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from topboard.diagnosis.repairs import Repair
    from topboard.diagnosis.values import Diagnosis, Explanation, NotedCheck, RoundDiagnosis

WEIGHTS: dict[Weight, Message] = {
    Weight.CERTAIN: message("certain"),
    Weight.CONFIRMED: message("confirmed"),
    Weight.POSSIBLE: message("possible"),
    Weight.NONE: message("none"),
}
MEANINGS: dict[Weight, Message] = {
    Weight.CERTAIN: message(
        "Certain: the file's own record cannot be right as it stands, and the rounds agree if it"
        " is read as described."
    ),
    Weight.CONFIRMED: message(
        "Confirmed: one assumption, alone or with others, explains at least two rounds, or ten"
        " pairs that otherwise differ, and no similar assumption explains as much. A cause of"
        " another kind is still possible. Nobody has compared this with the tournament's records."
    ),
    Weight.POSSIBLE: message(
        "Possible: the pairs that were compared agree with this assumption, but they may agree with"
        " others as well."
    ),
}
ROUNDS_AGREE: tuple[tuple[Message, Message], tuple[Message, Message]] = (
    counted(
        "With the assumption below, round {rounds} agrees.",
        "With the assumption below, rounds {rounds} agree.",
    ),
    counted(
        "With the assumptions below, round {rounds} agrees.",
        "With the assumptions below, rounds {rounds} agree.",
    ),
)
"""What is said about one assumption, and about several."""
FURTHER_ROUNDS_AGREE: tuple[tuple[Message, Message], tuple[Message, Message]] = (
    counted(
        "With the assumption below, round {rounds} agrees as well.",
        "With the assumption below, rounds {rounds} agree as well.",
    ),
    counted(
        "With the assumptions below, round {rounds} agrees as well.",
        "With the assumptions below, rounds {rounds} agree as well.",
    ),
)
ALL_ROUNDS_AGREE: tuple[tuple[Message, Message], tuple[Message, Message]] = (
    counted(
        "With the assumption below, the round agrees.",
        "With the assumption below, all {count} rounds agree.",
    ),
    counted(
        "With the assumptions below, the round agrees.",
        "With the assumptions below, all {count} rounds agree.",
    ),
)
MOST_RIVALS_LISTED = 5


def format_weight(weight: Weight) -> str:
    """Return a weight as a word, such as "certain" or "possible"."""
    return say_kept(WEIGHTS[weight])


def format_explanation(explanation: Explanation, weight: Weight) -> str:
    """Return sentences about all assumptions that an explanation needs.

    If there are several, each has its own weight.
    """
    told = [(format_repair(repair, weight), weight) for repair in explanation.repairs]
    told += [(format_repair(one.repair, one.weight), one.weight) for one in explanation.beside]
    if len(told) == 1:
        return told[0][0]
    listed = " ".join(
        f"({at}, {format_weight(own)}) {text}" for at, (text, own) in enumerate(told, 1)
    )
    if len(told) == 2:
        return say("Both of these assumptions are needed: {assumptions}", assumptions=listed)
    return say(
        "All {count} of these assumptions are needed: {assumptions}",
        count=len(told),
        assumptions=listed,
    )


# --- one round --------------------------------------------------------------------------------


def format_rounds_alike(rounds: Sequence[RoundDiagnosis]) -> Iterator[str]:
    """Yield the lines of the report about rounds with the same explanation."""
    found = rounds[0]
    if found.explanation is None:
        yield format_unexplained(found)
        return
    explanation = format_explanation(found.explanation, found.weight)
    listed = list_rounds([one.round for one in rounds])
    if len(found.explanation.repairs) + len(found.explanation.beside) > 1:
        yield say_count(
            "Round {rounds}: {explanation}",
            "Rounds {rounds}: {explanation}",
            len(rounds),
            rounds=listed,
            explanation=explanation,
        )
    else:
        yield say_count(
            "Round {rounds}, {weight}: {explanation}",
            "Rounds {rounds}, {weight}: {explanation}",
            len(rounds),
            rounds=listed,
            weight=format_weight(found.weight),
            explanation=explanation,
        )
    rivals = list_distinct_rivals(found)
    for rival in rivals[:MOST_RIVALS_LISTED]:
        yield "    " + format_rival(rival)
    more = len(rivals) - MOST_RIVALS_LISTED
    if more > 0:
        yield "    " + say_count(
            "{count} more assumption of the same rank has this effect.",
            "{count} more assumptions of the same rank have this effect.",
            more,
        )


def format_rival(rival: Explanation) -> str:
    """Return the line about a rival, which is another explanation of equal rank."""
    return say("Or: {explanation}", explanation=format_explanation(rival, Weight.POSSIBLE))


def list_distinct_rivals(found: RoundDiagnosis) -> list[Explanation]:
    """Return the rivals, without those that assume an order of the list already given.

    For example, #49 right behind #50 and #50 right behind #48 are the same order.
    """
    given: set[object] = set() if found.explanation is None else _list_orders(found.explanation)
    distinct = []
    for rival in found.rivals:
        orders = _list_orders(rival)
        if not orders <= given:
            distinct.append(rival)
        given |= orders
    return distinct


def _list_orders(explanation: Explanation) -> set[object]:
    """Return the orders of the list that an explanation assumes, each with its other repairs."""
    *others, last = explanation.repairs
    if not isinstance(last, OtherNumber):
        return {explanation.repairs}
    return {
        (*others, last.last, *_find_exchanged(last.number, place))
        for place in last.places or (last.behind,)
    }


def _find_exchanged(number: int, behind: int) -> tuple[int, int]:
    """Return a move in the list as (participant, participant before the new place).

    An exchange of two neighbours is returned as a move of the one listed first.
    """
    return (number - 1, number) if behind == number - 2 else (number, behind)


def format_unexplained(found: RoundDiagnosis) -> str:
    """Return the line about a round for which no cause was found."""
    if not found.searched:
        return say("Round {round}: not checked.", round=found.round)
    if found.stopped:
        return say_count(
            "Round {round}: the search was stopped after {count} assumption.",
            "Round {round}: the search was stopped after {count} assumptions.",
            found.trials,
            round=found.round,
        )
    if found.cut_short:
        return say_count(
            "Round {round}: no cause was found before the limit of {count} trial was reached.",
            "Round {round}: no cause was found before the limit of {count} trials was reached.",
            found.trials,
            round=found.round,
        )
    return say_count(
        "Round {round}: no cause was found; {count} assumption was tried.",
        "Round {round}: no cause was found; {count} assumptions were tried.",
        found.trials,
        round=found.round,
    )


# --- the whole event --------------------------------------------------------------------------


def format_title(found: Diagnosis, event: str) -> str:
    """Return the title of the report on an event with this name."""
    return say(
        "{event}: the published rounds compared with the rules ({system})",
        event=event,
        system=system_named(found.system).title,
    )


def format_caveat(found: Diagnosis) -> Iterator[str]:
    """Yield a sentence on what the report does not say, if there is anything to report."""
    if found.findings or found.count(Outcome.AS_FILED) < len(found.rounds):
        yield say(
            "This report describes the published file only. It does not say that the pairings were"
            " wrong or that anybody made a mistake."
        )


def format_counts(found: Diagnosis) -> Iterator[str]:
    """Yield the number of rounds with each outcome, as sentences.

    Rounds that agree only after repairs, or only beside pairs set aside, are counted separately.
    """
    if not found.rounds:
        yield say("The file has no round to explain.")
        yield from format_left_out(found.left_out)
        return
    checked = [one.round for one in found.rounds if one.searched]
    if not checked:
        yield say("The search was stopped before a round was checked.")
        return
    yield from format_left_out(found.left_out)
    yield _format_rounds_as_filed(found, checked)
    yield from _format_explained_rounds(found, len(checked))
    without = [one.round for one in found.rounds if one.unexplained and one.searched]
    if without and found.stopped:
        yield say_count(
            "No cause has been found yet for round {rounds}.",
            "No cause has been found yet for rounds {rounds}.",
            len(without),
            rounds=list_rounds(without),
        )
    elif without:
        yield say_count(
            "No cause was found for round {rounds}.",
            "No cause was found for rounds {rounds}.",
            len(without),
            rounds=list_rounds(without),
        )


def _format_explained_rounds(found: Diagnosis, checked: int) -> Iterator[str]:
    """Yield the rounds that agree with assumptions, and those that agree only in part."""
    rounds = found.list_rounds(Outcome.REPAIRED)
    if rounds:
        if len(rounds) == checked:
            sentences = ALL_ROUNDS_AGREE
        else:
            sentences = (
                FURTHER_ROUNDS_AGREE if found.list_rounds(Outcome.AS_FILED) else ROUNDS_AGREE
            )
        several = _count_assumptions(found, Outcome.REPAIRED) > 1
        agree = say_kept_count(sentences[several], len(rounds), rounds=list_rounds(rounds))
        yield " ".join((agree, say("The file itself was not changed.")))
    in_part = found.list_rounds(Outcome.SET_ASIDE)
    if in_part:
        yield say_count(
            "With pairs, byes or colours left out of the comparison (see below), round {rounds}"
            " agrees only in part.",
            "With pairs, byes or colours left out of the comparison (see below), rounds {rounds}"
            " agree only in part.",
            len(in_part),
            rounds=list_rounds(in_part),
        )


def _count_assumptions(found: Diagnosis, outcome: Outcome) -> int:
    """Return the number of different assumptions about the rounds with this outcome."""
    claims = {
        claim_of_repair(repair)
        for one in found.rounds
        if one.outcome is outcome and one.explanation is not None
        for explanation in (one.explanation, *one.rivals)
        for repair in (*explanation.repairs, *(other.repair for other in explanation.beside))
    }
    return len(claims)


def format_left_out(left_out: Sequence[int]) -> Iterator[str]:
    """Yield a line about the rounds that cannot be paired again, if there are any."""
    if left_out:
        yield say_count(
            "Not checked: round {rounds}, for which the file contains only the "
            "starting numbers "
            "of a later round.",
            "Not checked: rounds {rounds}, for which the file contains only the "
            "starting numbers "
            "of a later round.",
            len(left_out),
            rounds=list_rounds(left_out),
        )


def format_noted_check(one: NotedCheck) -> str:
    """Return a sentence that says whether a round agrees with the assumptions noted in a file."""
    if not one.agrees:
        return say("The assumptions noted in the file do not explain this round.")
    if one.sets_aside:
        return say("With the assumptions noted in the file, all pairs but those set aside agree.")
    return say("With the assumptions noted in the file, the whole round agrees.")


def _format_rounds_as_filed(found: Diagnosis, checked: Sequence[int]) -> str:
    same, count = found.list_rounds(Outcome.AS_FILED), len(checked)
    if not same:
        return say_count(
            "With the file as it is, the only round checked ({rounds}) does not agree with the"
            " rules.",
            "With the file as it is, none of the {count} rounds checked agrees with the rules.",
            count,
            rounds=list_rounds(checked),
        )
    if len(same) == count:
        return say_count(
            "With the file as it is, the only round checked ({rounds}) agrees with the rules.",
            "With the file as it is, all {count} rounds agree with the rules.",
            count,
            rounds=list_rounds(same),
        )
    return say_count(
        "With the file as it is, {count} of the {total} rounds checked ({rounds}) agrees with the"
        " rules.",
        "With the file as it is, {count} of the {total} rounds checked ({rounds}) agree with the"
        " rules.",
        len(same),
        total=count,
        rounds=list_rounds(same),
    )


def format_meanings(found: Diagnosis) -> Iterator[str]:
    """Yield the meaning of each weight that occurs in the diagnosis."""
    used = {one.weight for one in found.rounds}
    for weight, meaning in MEANINGS.items():
        if weight in used:
            yield say_kept(meaning)


def format_notes(found: Diagnosis) -> Iterator[str]:
    """Yield notes on the limits of the diagnosis, and on records that can decide it."""
    if found.stopped:
        yield say("The search was stopped; this is what it had found.")
    if found.quick:
        yield say(
            "Only editions, byes, the initial colour and the structure of round 1 were tried."
        )
    if any(one.cut_short for one in found.rounds):
        yield say_count(
            "In an event of this size, at most {count} assumption is tried for a round.",
            "In an event of this size, at most {count} assumptions are tried for a round.",
            found.most_trials,
        )
    if len(found.list_rounds(Outcome.AS_FILED)) == len(found.rounds):
        return
    if not found.stopped:
        for name in _list_editions_that_explain_nothing(found):
            yield say(
                "Another edition of the rules was tried as well and explains none of the rounds"
                " that differ: {title} ({system}).",
                title=system_named(name).title,
                system=name,
            )
    yield from _format_questions(found)


def _list_editions_that_explain_nothing(found: Diagnosis) -> Iterator[str]:
    """Yield the other editions in force around that date that are in no explanation."""
    explaining = {repair.system for repair in found.repairs if isinstance(repair, OtherEdition)}
    for name in list_other_editions(found.system, found.event):
        if name not in explaining:
            yield name


def _format_questions(found: Diagnosis) -> Iterator[str]:
    """Yield a line with a question for each assumption that the tournament's records can decide."""
    questions = list(dict.fromkeys(format_question(repair) for repair in _list_assumed(found)))
    if questions:
        yield say(
            "To look up first in the tournament's records: {questions}",
            questions=" ".join(f"({at}) {question}" for at, question in enumerate(questions, 1))
            if len(questions) > 1
            else questions[0],
        )


def _list_assumed(found: Diagnosis) -> Iterator[Repair]:
    for one in found.rounds:
        if one.explanation is not None:
            yield from (other.repair for other in one.explanation.beside)
            for explanation in (one.explanation, *list_distinct_rivals(one)[:MOST_RIVALS_LISTED]):
                yield from explanation.repairs
