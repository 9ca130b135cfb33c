"""Sentences of a diagnosis about the rounds and about the whole event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.diagnosis.editions import list_other_editions
from topboard.diagnosis.repair_sentences import format_repair
from topboard.diagnosis.repairs import OtherEdition, OtherNumber
from topboard.diagnosis.values import Outcome, Weight
from topboard.messages import (
    Message,
    counted,
    join_worded_names,
    message,
    say,
    say_count,
    say_kept,
    say_kept_count,
    translate_worded,
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
        "Certain: the file contradicts itself here, and once this record is corrected the rounds"
        " agree."
    ),
    Weight.CONFIRMED: message(
        "Confirmed: one assumption, alone or with others, accounts for at least two rounds or ten"
        " pairs, and no other assumption of the same kind fits equally well. Assumptions of other"
        " kinds are not ruled out."
    ),
    Weight.POSSIBLE: message(
        "Possible: this would produce the published round, but so might other causes."
    ),
}
COUNTS: dict[Outcome, tuple[Message, Message]] = {
    Outcome.REPAIRED: counted(
        "With the assumptions below, {count} round agrees ({rounds}). The file itself was not"
        " changed.",
        "With the assumptions below, {count} rounds agree ({rounds}). The file itself was not"
        " changed.",
    ),
    Outcome.SET_ASIDE: counted(
        "In {count} round, all pairs but those set aside agree ({rounds}).",
        "In {count} rounds, all pairs but those set aside agree ({rounds}).",
    ),
}
FURTHER_COUNTS: dict[Outcome, tuple[Message, Message]] = {
    Outcome.REPAIRED: counted(
        "With the assumptions below, {count} more round agrees ({rounds}). The file itself was not"
        " changed.",
        "With the assumptions below, {count} more rounds agree ({rounds}). The file itself was not"
        " changed.",
    ),
    Outcome.SET_ASIDE: counted(
        "In {count} more round, all pairs but those set aside agree ({rounds}).",
        "In {count} more rounds, all pairs but those set aside agree ({rounds}).",
    ),
}
"""What is said if there are rounds in an earlier count."""
RECORDS: dict[str, Message] = {
    "regulations": message("the edition of the rules in the regulations of the event"),
    "lots": message("the drawing of lots for the first colour"),
    "list": message("the starting list"),
    "late": message("late entries"),
    "absences": message("absences"),
    "withdrawals": message("withdrawals"),
    "byes": message("requested byes"),
    "results": message("corrected results"),
    "colours": message("the colours of earlier matches"),
    "restrictions": message("restrictions on pairings"),
    "by hand": message("pairs and colours that were changed by hand"),
}
RECORDS_OF_KINDS: dict[str, tuple[str, ...]] = {
    "edition": ("regulations",),
    "bye code": ("absences", "withdrawals", "byes"),
    "first colour": ("lots",),
    "round 1": ("late", "by hand"),
    "number": ("list", "late"),
    "seat": ("late", "withdrawals"),
    "withdrawal": ("withdrawals",),
    "result": ("results",),
    "board order": ("colours",),
    "kept apart": ("restrictions",),
    "made by hand": ("by hand",),
    "colours exchanged": ("by hand",),
}
"""The records that show whether an assumption of each kind is true."""
MOST_RIVALS_LISTED = 5


def format_weight(weight: Weight) -> str:
    """Return a weight as a word, such as "certain" or "possible"."""
    return say_kept(WEIGHTS[weight])


def format_explanation(explanation: Explanation, weight: Weight) -> str:
    """Return sentences about all assumptions that an explanation needs."""
    told = [format_repair(repair, weight) for repair in explanation.repairs]
    told += [format_repair(one.repair, one.weight) for one in explanation.beside]
    if len(told) == 1:
        return told[0]
    listed = " ".join(f"({at}) {text}" for at, text in enumerate(told, 1))
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
    yield say_count(
        "Round {rounds}, {weight}: {explanation}",
        "Rounds {rounds}, {weight}: {explanation}",
        len(rounds),
        rounds=", ".join(str(one.round) for one in rounds),
        weight=format_weight(found.weight),
        explanation=format_explanation(found.explanation, found.weight),
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
        "{event}: why the published rounds differ from the rules ({system})",
        event=event,
        system=system_named(found.system).title,
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
    counts = FURTHER_COUNTS if found.count(Outcome.AS_FILED) else COUNTS
    for outcome in COUNTS:
        rounds = found.list_rounds(outcome)
        if rounds:
            yield say_kept_count(counts[outcome], len(rounds), rounds=_list_numbers(rounds))
            counts = FURTHER_COUNTS
    without = [one.round for one in found.rounds if one.unexplained and one.searched]
    if without and found.stopped:
        yield say_count(
            "No cause has been found yet for {count} round ({rounds}).",
            "No cause has been found yet for {count} rounds ({rounds}).",
            len(without),
            rounds=_list_numbers(without),
        )
    elif without:
        yield say_count(
            "No cause was found for {count} round ({rounds}).",
            "No cause was found for {count} rounds ({rounds}).",
            len(without),
            rounds=_list_numbers(without),
        )


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
            rounds=_list_numbers(left_out),
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
            "With the file as it is, none of the {count} rounds agrees with the rules.",
            count,
            rounds=_list_numbers(checked),
        )
    if len(same) == count:
        return say_count(
            "With the file as it is, the only round checked ({rounds}) agrees with the rules.",
            "With the file as it is, all {count} rounds agree with the rules.",
            count,
            rounds=_list_numbers(same),
        )
    return say_count(
        "With the file as it is, {count} of {total} rounds ({rounds}) agrees with the rules.",
        "With the file as it is, {count} of {total} rounds ({rounds}) agree with the rules.",
        len(same),
        total=count,
        rounds=_list_numbers(same),
    )


def _list_numbers(rounds: Sequence[int]) -> str:
    return ", ".join(str(number) for number in rounds)


def format_meanings(found: Diagnosis) -> Iterator[str]:
    """Yield the meaning of each weight that occurs in the diagnosis."""
    used = {one.weight for one in found.rounds}
    for weight, meaning in MEANINGS.items():
        if weight in used:
            yield say_kept(meaning)


def format_notes(found: Diagnosis) -> Iterator[str]:
    """Yield notes on the limits of the diagnosis, and on records that may confirm it."""
    if found.stopped:
        yield say("The search was stopped; this is what it had found.")
    if found.quick:
        yield say("Only editions, byes, the first colour and the structure of round 1 were tried.")
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
                "The edition {system} was tried as well and explains none of these rounds.",
                system=name,
            )
    yield say("This describes the file. It is not a ruling that the pairings were wrong.")
    records = _list_records(found)
    if records:
        yield say("Records to check first: {records}.", records=records)


def _list_editions_that_explain_nothing(found: Diagnosis) -> Iterator[str]:
    """Yield the other editions in force around that date that are in no explanation."""
    explaining = {repair.system for repair in found.repairs if isinstance(repair, OtherEdition)}
    for name in list_other_editions(found.system, found.event):
        if name not in explaining:
            yield name


def _list_records(found: Diagnosis) -> str:
    """Return a list of the records to check, based on the assumptions in the diagnosis."""
    fitting = {name for repair in _list_assumed(found) for name in RECORDS_OF_KINDS[repair.kind]}
    names = [say_kept(record) for name, record in RECORDS.items() if name in fitting]
    return translate_worded(join_worded_names(names))


def _list_assumed(found: Diagnosis) -> Iterator[Repair]:
    for one in found.rounds:
        if one.explanation is not None:
            for explanation in (one.explanation, *list_distinct_rivals(one)[:MOST_RIVALS_LISTED]):
                yield from explanation.repairs
