"""The ``topboard certify`` command, which lets two engines check each other's random events."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from pathlib import Path

from topboard.analysis.batches import refuse_invalid_workers
from topboard.analysis.certify.exchange import OURS, CheckedEvent
from topboard.analysis.certify.other_systems import OtherSystem, find_other_system
from topboard.analysis.certify.peers import PeerEngine, find_engine_interface
from topboard.analysis.certify.run import Certification, open_certification
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.json_output import print_value_as_json
from topboard.cli.streams import print_message
from topboard.cli.terminal import print_lines
from topboard.errors import BadInput, Problem
from topboard.messages import say, say_count
from topboard.systems.registry import system as system_named


def run_certify(request: Namespace) -> int:
    """Generate events with each engine, check them with the other one, and save the differences."""
    if request.events < 1:
        raise BadInput(
            [
                Problem(
                    say("the number of events must be at least 1"), "--events", str(request.events)
                )
            ]
        )
    cluster = request.dask or ""
    refuse_invalid_workers(request.jobs, cluster)
    other, system = _choose_engine_and_system(request)
    folder = Path(request.folder or f"certify-{Path(request.engine or other.name).stem}-{system}")
    named = {"competitors": request.players, "rounds": request.rounds}
    sizes = {name: _parse_size_range(said) for name, said in named.items() if said is not None}
    run = open_certification(folder, other, system, request.events, request.seed, sizes)
    if before := len(run.load_saved_results()):
        print_message(
            say_count(
                "{count} event was already checked", "{count} events were already checked", before
            )
        )
    for checked in run.check_remaining_events(request.jobs, cluster):
        for name in checked.differing:
            print_message(say("Difference in {name}", name=name))
    found = run.load_saved_results()
    if request.json:
        print_value_as_json(_certification_to_json(run, found))
    else:
        print_lines(_format_certification_report(run, found))
    return DIFFERENCE if any(one.differing for one in found) else DONE


def _choose_engine_and_system(request: Namespace) -> tuple[PeerEngine | OtherSystem, str]:
    """Return the other engine or system to compare with, and the name of Topboard's system."""
    if request.engine is not None:
        form = find_engine_interface(request.engine, request.interface)
        system = system_named(request.system or form.edition)
        return PeerEngine(request.engine, form, request.timeout), system.name
    if request.system is None:
        remedy = say("Add --system NAME.")
        raise BadInput([Problem(say("no pairing system is specified"), remedy=remedy)])
    system = system_named(request.system)
    return find_other_system(request.against, system), system.name


def _parse_size_range(said: str) -> int | list[int]:
    """Parse a number, such as ``12``, or a range, such as ``8-14``, of players or rounds.

    A range is returned as a list of its minimum and maximum.
    """
    least, dash, most = said.partition("-")
    numbers = [int(word) for word in (least, most if dash else least) if word.isdecimal()]
    if len(numbers) < 2 or numbers[0] > numbers[1]:
        remedy = say("Enter a number such as 12, or a range such as 8-14.")
        raise BadInput([Problem(say("invalid number of players or rounds"), "", said, remedy)])
    return numbers if dash else numbers[0]


def _format_certification_report(run: Certification, found: list[CheckedEvent]) -> list[str]:
    ours = [one for one in found if one.made_by == OURS]
    theirs = [one for one in found if one.made_by != OURS]
    differing = [one for one in found if one.differing]
    open_ones = [one for one in differing if one.unexplained]
    lines = [
        f"{run.exchange.system_name}, {run.exchange.other.name}, {run.folder}",
        _summarize_events_by_topboard(ours, run.exchange.other.name),
        _summarize_events_by_other_engine(theirs, run.exchange.other.name),
        *(
            f"{many:8}  {cause}  ({example})"
            for cause, many, example in _count_difference_causes(found)
        ),
    ]
    return [*lines, _summarize_difference_counts(len(differing), len(found), len(open_ones))]


def _summarize_difference_counts(differing: int, events: int, unexplained: int) -> str:
    counts = {"differing": differing, "events": events}
    if not differing:
        return say_count(
            "The only event has no differences.",
            "None of the {count} events has differences.",
            events,
        )
    if unexplained:
        return say_count(
            "{differing} of {events} events have differences, {count} of them for an unknown"
            " reason.",
            "{differing} of {events} events have differences, {count} of them for unknown reasons.",
            unexplained,
            **counts,
        )
    return say_count(
        "{count} of {events} events has differences, for a known reason.",
        "{count} of {events} events have differences, all for known reasons.",
        differing,
        events=events,
    )


def _count_difference_causes(found: list[CheckedEvent]) -> list[tuple[str, int, str]]:
    """Return each cause of differences, its frequency and the first event in which it occurs.

    The most frequent cause comes first.
    """
    every = [
        (
            one.causes[place] if one.causes else say("a difference whose cause was not recorded"),
            name,
        )
        for one in found
        for place, name in enumerate(one.differing)
    ]
    first = {cause: name for cause, name in reversed(every)}
    count = Counter(cause for cause, _ in every)
    return [
        (cause, count[cause], first[cause]) for cause in sorted(count, key=lambda c: (-count[c], c))
    ]


def _summarize_events_by_topboard(events: list[CheckedEvent], other: str) -> str:
    return say_count(
        "Generated by Topboard, checked by {other}: differences in {differing} of {events} events"
        " ({count} round)",
        "Generated by Topboard, checked by {other}: differences in {differing} of {events} events"
        " ({count} rounds)",
        sum(one.rounds for one in events),
        differing=sum(bool(one.differing) for one in events),
        events=len(events),
        other=other,
    )


def _summarize_events_by_other_engine(events: list[CheckedEvent], other: str) -> str:
    return say_count(
        "Generated by {other}, checked by Topboard: differences in {differing} of {events} events"
        " ({count} round)",
        "Generated by {other}, checked by Topboard: differences in {differing} of {events} events"
        " ({count} rounds)",
        sum(one.rounds for one in events),
        differing=sum(bool(one.differing) for one in events),
        events=len(events),
        other=other,
    )


def _certification_to_json(run: Certification, found: list[CheckedEvent]) -> dict[str, object]:
    differing = [one for one in found if one.differing]
    return {
        "system": run.exchange.system_name,
        "peer": run.exchange.other.name,
        "seed": run.exchange.seed,
        "events": len(found),
        "rounds": sum(one.rounds for one in found),
        "differing": len(differing),
        "unexplained": sum(bool(one.unexplained) for one in differing),
        "causes": {cause: many for cause, many, _ in _count_difference_causes(found)},
        "differences": [name for one in differing for name in one.differing],
    }
