"""The page that checks whether published rounds follow the rules.

For a large event, the check runs in the background.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fastapi import APIRouter
from starlette.responses import Response

from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem
from topboard.event.proofs import check_proof_of_replayed_round
from topboard.event.replay import Replay, list_entries_of_current_pairings, replay_rounds
from topboard.event.replay_text import describe_replay_comparison
from topboard.event.state import Event
from topboard.messages import say, say_count
from topboard.proof.prove.sentences import translate_refusal_with_step
from topboard.storage.session import EventSnapshot
from topboard.web.jobs import Job, JobSpec, build_record_job_type
from topboard.web.request_context import AtEvent, Form, RequestContext, get_app_state, redirect_to

router = APIRouter(prefix="/e/{event}/check")
MOST_AT_ONCE = 2_000
"""The largest number of boards for which a check runs while the user waits."""


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """The result of pairing a published round again and verifying its proof."""

    entry: int
    """The number of the journal entry that published the round or changed it afterwards."""
    section: str
    round: int
    tables: int
    digest: str
    same: bool
    manual: bool
    differences: tuple[str, ...] = ()
    proved: bool = False
    wrong: str = ""
    """The description of the proof step that could not be verified, or an empty string."""
    comparison: str = ""
    """The outcome of pairing the round again, as the value of a ``Comparison`` member."""
    found: str = ""
    """The outcome of pairing the round again, as a sentence."""
    revision: int = 0
    """The number of times that the round was changed after its publication."""

    @property
    def publication_key(self) -> tuple[int, int]:
        """Return the journal entry number and the round, which identify the published round."""
        return self.entry, self.round


@router.get("")
def check_page(context: AtEvent) -> Response:
    """Show the results of pairing every published round again.

    For a large event, show the progress of a background job or a button that starts it.
    """
    if count_published_boards_of_event(context.event) <= MOST_AT_ONCE:
        return _check_page_without_job(context)
    work = _find_check_job(context)
    if work is not None and not work.running:
        return _finished_check_page(context, work)
    return context.render_page(
        "labour.html",
        work=work,
        heading=say("Check of all published rounds"),
        done=say_count(
            "{done} of {count} round checked",
            "{done} of {count} rounds checked",
            work.item_count,
            done=work.items_done,
        )
        if work
        else "",
        offer=say_count(
            "The check pairs {count} round with {boards} boards again, from the journal as it was"
            " before the round was published, and compares the result with the published pairing."
            " This takes a while. You can use other pages in the meantime or stop the check.",
            "The check pairs {count} rounds with {boards} boards again, from the journal as it was"
            " before each round was published, and compares the results with the published"
            " pairings. This takes a while. You can use other pages in the meantime or stop the"
            " check.",
            len(list_entries_of_current_pairings(context.event)),
            boards=count_published_boards_of_event(context.event),
        ),
        begin=say("Check every round"),
        address=context.event_url("check"),
        fields=(),
    )


@router.post("")
def start_check(context: AtEvent, _form: Form) -> Response:
    """Start a background job that checks every published round."""
    event = context.event
    get_app_state(context.request).jobs.start_job(
        _check_job_spec(context), len(list_entries_of_current_pairings(event)), event.last
    )
    return redirect_to(context.request, context.event_url("check"))


@router.post("/stop")
def stop_check(context: AtEvent, _form: Form) -> Response:
    """Stop the background check after the current round."""
    work = _find_check_job(context)
    if work is not None:
        work.stop()
    return redirect_to(context.request, context.event_url("check"))


def _check_job_spec(context: RequestContext) -> JobSpec[CheckedRound]:
    return JobSpec(CHECK, context.handle.stem)


def _find_check_job(context: RequestContext) -> Job[CheckedRound] | None:
    return get_app_state(context.request).jobs.find_job(_check_job_spec(context))


# --- check of rounds --------------------------------------------------------------------------


def count_published_boards_of_event(event: Event) -> int:
    """Return the total number of boards in the published rounds of all sections."""
    return sum(len(r.meetings) for section in event.sections.values() for r in section.rounds)


def check_published_rounds(
    snapshot: EventSnapshot, _asked: Mapping[str, str] | None = None, after: int = 0
) -> Iterator[CheckedRound]:
    """Yield the result of checking each published round that was not undone.

    The first ``after`` rounds are skipped.
    """
    wanted = frozenset(list_entries_of_current_pairings(snapshot.event)[after:])
    return map(_build_checked_round, replay_rounds(snapshot.entries, wanted=wanted))


def _build_checked_round(one: Replay) -> CheckedRound:
    proof = check_proof_of_replayed_round(one)
    refused = None if proof is None else proof.refused
    return CheckedRound(
        entry=one.entry,
        section=one.section,
        round=one.round,
        tables=len(one.tables),
        digest=one.digest,
        same=one.does_not_contradict_record,
        manual=one.manual,
        differences=one.departures or one.differences,
        comparison=one.comparison.value,
        found=describe_replay_comparison(one),
        proved=proof is not None and refused is None,
        wrong=""
        if refused is None or one.is_of_earlier_revision
        else translate_refusal_with_step(refused),
        revision=one.revision,
    )


CHECK = build_record_job_type("check", check_published_rounds, CheckedRound)


# --- pages -------------------------------------------------------------------------------


def _check_page_without_job(context: RequestContext) -> Response:
    found: list[CheckedRound] = []
    problems: Sequence[Problem] = ()
    try:
        found = list(check_published_rounds(context.snapshot))
    except BadInput as error:
        problems = error.problems
    return context.render_page("check.html", found=found, problems=problems, work=None)


def _finished_check_page(context: RequestContext, work: Job[CheckedRound]) -> Response:
    """Show the results of a finished check, leaving out publications undone in the meantime."""
    in_force = list_entries_of_current_pairings(context.event)
    found = [one for one in work.result if one.publication_key in in_force]
    return context.render_page("check.html", found=found, problems=work.problems, work=work)
