"""The verb ``certify``: two engines check each other's events."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from topboard.certifying.peers import Peer, call_form
from topboard.certifying.run import OURS, opened
from topboard.cli.exit_codes import DIFFERENCE, DONE
from topboard.cli.streams import speak
from topboard.cli.terminal import show, show_json
from topboard.errors import BadInput, Problem
from topboard.messages import say, say_count
from topboard.rules.systems import system as system_named

if TYPE_CHECKING:
    from argparse import Namespace

    from topboard.certifying.run import Certification, Checked


def certify(request: Namespace) -> int:
    """Generate events each way, check each by the other engine, and keep what differs."""
    if request.events < 1:
        raise BadInput([Problem(say("at least one event"), "--events", str(request.events))])
    if request.jobs < 1:
        raise BadInput([Problem(say("at least one process"), "--jobs", str(request.jobs))])
    form = call_form(request.peer, request.speaks)
    system = system_named(request.system or form.edition).name
    peer = Peer(request.peer, form, request.patience)
    folder = Path(request.folder or f"certify-{Path(request.peer).stem}-{system}")
    named = {"competitors": request.players, "rounds": request.rounds}
    sizes = {name: size for name, size in named.items() if size is not None}
    run = opened(folder, peer, system, request.events, request.seed, sizes)
    if before := len(run.done()):
        speak(
            say_count(
                "{count} event was checked before", "{count} events were checked before", before
            )
        )
    for checked in run.remaining(request.jobs):
        for name in checked.differing:
            speak(say("a difference: {name}", name=name))
    found = run.done()
    if request.json:
        show_json(_as_json(run, found))
    else:
        show(_told(run, found))
    return DIFFERENCE if any(one.differing for one in found) else DONE


def _told(run: Certification, found: list[Checked]) -> list[str]:
    ours = [one for one in found if one.made_by == OURS]
    theirs = [one for one in found if one.made_by != OURS]
    differing = [one for one in found if one.differing]
    open_ones = [one for one in differing if one.unexplained]
    lines = [
        f"{run.system.name}, {run.peer.form.name}, {run.folder}",
        say("our events, checked by it: {told}", told=_share(ours)),
        say("its events, checked by us: {told}", told=_share(theirs)),
        *(f"    {name}" for one in differing for name in one.differing),
    ]
    counts = {"differing": len(differing), "events": len(found)}
    if open_ones:
        last = say(
            "{differing} of {events}, {open} of them without an explanation of ours",
            **counts,
            open=len(open_ones),
        )
    else:
        last = say("{differing} of {events}, each explained", **counts)
    return [*lines, last]


def _share(events: list[Checked]) -> str:
    return say(
        "{differing} of {events} differ, {rounds} rounds",
        differing=sum(bool(one.differing) for one in events),
        events=len(events),
        rounds=sum(one.rounds for one in events),
    )


def _as_json(run: Certification, found: list[Checked]) -> dict[str, object]:
    differing = [one for one in found if one.differing]
    return {
        "system": run.system.name,
        "peer": run.peer.form.name,
        "seed": run.seed,
        "events": len(found),
        "rounds": sum(one.rounds for one in found),
        "differing": len(differing),
        "unexplained": sum(bool(one.unexplained) for one in differing),
        "differences": [name for one in differing for name in one.differing],
    }
