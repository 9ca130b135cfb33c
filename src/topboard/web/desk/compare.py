"""The page that compares two pairing systems on a section.

It shows each difference and its article.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from fastapi import APIRouter
from starlette.responses import Response

from topboard._frozen import dataclass
from topboard.analysis.compare import RoundComparison, compare_round
from topboard.errors import BadInput, Problem
from topboard.event.apply_rounds import list_tables_without_result
from topboard.event.pairing import build_tournament_before_next_round
from topboard.event.replay import tournaments_before_rounds
from topboard.event.state import Section
from topboard.messages import say, say_count
from topboard.model import Number, Tournament
from topboard.reasons.sentences import names_of
from topboard.reasons.sentences.why_not import verdict_sentences
from topboard.storage.session import EventSnapshot
from topboard.systems.registry import SYSTEMS, System, list_editions_of_same_family, system
from topboard.web.forms import PostedForm
from topboard.web.jobs import Job, JobSpec, build_record_job_type
from topboard.web.request_context import AtSection, Form, RequestContext, get_app_state, redirect_to

router = APIRouter(prefix="/e/{event}/s/{section}/compare")
MOST_AT_ONCE = 60
"""The largest number of boards for which a comparison runs while the user waits.

It is small, because every pair on which the two systems differ is explained.
"""


@dataclass(frozen=True, slots=True)
class SystemPair:
    """The two pairing systems to compare on a section."""

    first: System
    second: System

    @property
    def query_string(self) -> str:
        """Return the names of both systems as the query string of the comparison page."""
        return f"first={self.first.name}&second={self.second.name}"


@router.get("")
def compare_page(context: AtSection, first: str = "", second: str = "") -> Response:
    """Show the form for choosing two systems, and the differences between those chosen.

    For a large section, the comparison is a background job.
    """
    offered = comparable_systems(context.section)
    if not second:
        return _comparison_page(
            context, offered, _default_systems_to_compare(context.section, offered)
        )
    beside = _find_systems_to_compare(offered, first, second)
    if count_published_boards_of_section(context.section) <= MOST_AT_ONCE:
        return _comparison_page_without_job(context, offered, beside)
    work = _find_comparison_job(context, beside)
    if work is not None and not work.running:
        return _comparison_page(context, offered, beside, work.result, work.problems, work)
    return context.render_page(
        "labour.html",
        work=work,
        heading=_comparison_heading(beside),
        done=say_count(
            "{done} of {count} round compared",
            "{done} of {count} rounds compared",
            work.item_count,
            done=work.items_done,
        )
        if work
        else "",
        offer=say_count(
            "Both systems pair {count} round with {boards} boards, and each pair that only one of"
            " them makes is explained. This takes a while. You can use other pages in the meantime"
            " or stop the comparison.",
            "Both systems pair {count} rounds with {boards} boards, and each pair that only one of"
            " them makes is explained. This takes a while. You can use other pages in the meantime"
            " or stop the comparison.",
            len(context.section.rounds),
            boards=count_published_boards_of_section(context.section),
        ),
        begin=say("Compare every round"),
        address=context.url("compare"),
        fields=(("first", beside.first.name), ("second", beside.second.name)),
    )


@router.post("")
def start_comparison(context: AtSection, form: Form) -> Response:
    """Start a background job that compares two systems on every round of the section."""
    beside = _read_systems_to_compare(context, form)
    get_app_state(context.request).jobs.start_job(
        _comparison_job_spec(context, beside),
        _count_rounds_to_compare(context.section),
        context.event.last,
    )
    return _redirect_to_comparison(context, beside)


@router.post("/stop")
def stop_comparison(context: AtSection, form: Form) -> Response:
    """Stop the background comparison after the current round."""
    beside = _read_systems_to_compare(context, form)
    work = _find_comparison_job(context, beside)
    if work is not None:
        work.stop()
    return _redirect_to_comparison(context, beside)


# --- choice of the systems --------------------------------------------------------------------


def comparable_systems(section: Section) -> list[System]:
    """Return the pairing systems for the section's kind of participants (players or teams).

    Editions related to the section's own system come first.
    """
    own = list_editions_of_same_family(section.system)
    named = sorted(SYSTEMS, key=lambda name: name not in own)
    teams = system(section.system).teams
    return [one for one in map(system, named) if one.teams == teams]


def _default_systems_to_compare(section: Section, offered: list[System]) -> SystemPair:
    other = next((one for one in offered if one.name != section.system), offered[0])
    return SystemPair(system(section.system), other)


def _find_systems_to_compare(offered: list[System], first: str, second: str) -> SystemPair:
    known = {one.name: one for one in offered}
    for name in (first, second):
        if name not in known:
            remedy = say("Choose one of: {known}.", known=", ".join(known))
            what = (
                say("There is no such system for teams.")
                if offered[0].teams
                else say("There is no such system for players.")
            )
            raise BadInput([Problem(what, quoted=name, remedy=remedy)])
    if first == second:
        remedy = say("Choose two different systems.")
        raise BadInput([Problem(say("Both systems are the same."), quoted=first, remedy=remedy)])
    return SystemPair(known[first], known[second])


def _read_systems_to_compare(context: RequestContext, form: PostedForm) -> SystemPair:
    return _find_systems_to_compare(
        comparable_systems(context.section), form.text("first"), form.text("second")
    )


def _redirect_to_comparison(context: RequestContext, beside: SystemPair) -> Response:
    return redirect_to(context.request, f"{context.url('compare')}?{beside.query_string}")


def _comparison_job_spec(context: RequestContext, beside: SystemPair) -> JobSpec[RoundDifferences]:
    asked = {
        "section": context.section.name,
        "first": beside.first.name,
        "second": beside.second.name,
    }
    return JobSpec(COMPARISON, context.handle.stem, asked)


def _find_comparison_job(
    context: RequestContext, beside: SystemPair
) -> Job[RoundDifferences] | None:
    return get_app_state(context.request).jobs.find_job(_comparison_job_spec(context, beside))


def _comparison_heading(beside: SystemPair) -> str:
    return say(
        "Comparison of {first} and {second}", first=beside.first.title, second=beside.second.title
    )


# --- comparison of rounds ---------------------------------------------------------------------


def count_published_boards_of_section(section: Section) -> int:
    """Return the total number of boards in the published rounds of a section."""
    return sum(len(played.meetings) for played in section.rounds)


def _can_pair_next_round(section: Section) -> bool:
    """Return whether the section has a next round and everything needed to pair it."""
    complete = not section.rounds or not list_tables_without_result(section.rounds[-1])
    left = section.round_to_pair <= section.settings.rounds
    return section.entries_closed and complete and left


def _count_rounds_to_compare(section: Section) -> int:
    return len(section.rounds) + _can_pair_next_round(section)


def compare_rounds_of_section(
    snapshot: EventSnapshot, asked: Mapping[str, str], after: int = 0
) -> Iterator[RoundDifferences]:
    """Yield the comparison of each published round and of the next one.

    The first ``after`` rounds are skipped. Both systems pair a round from the data known before it.
    """
    section = snapshot.event.section(asked["section"])
    first, second = system(asked["first"]), system(asked["second"])
    known = tournaments_before_rounds(snapshot.entries, section.name)
    to_come = (
        [build_tournament_before_next_round(snapshot.event, section)]
        if _can_pair_next_round(section)
        else []
    )
    for before in islice(chain(known, to_come), after, None):
        yield _describe_differences_in_round(before, compare_round(before, first, second))


# --- descriptions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DifferingPair:
    """A pair that the first system makes and the second does not, described in words."""

    names: str
    article: str
    instead: tuple[str, ...]
    """The opponents that the second system gives to the two participants."""
    why: tuple[str, ...]
    """The reasons why the second system does not make the pair."""


@dataclass(frozen=True, slots=True)
class RoundDifferences:
    """The differences between the pairings of two systems in one round, described in words."""

    round: int
    same: int
    """The number of pairs that both systems make, regardless of colours."""
    parted: tuple[DifferingPair, ...]
    turned: tuple[str, ...]
    byes: tuple[str, ...]
    byes_by: tuple[str, ...]
    """The article under which each of the two systems allocates the bye."""
    refusals: tuple[str, ...]
    """For each system, the message that it has no legal pairing for the round, or an empty
    string.
    """

    @property
    def difference_count(self) -> int:
        """Return the number of differences in this round: pairs, colours and the bye."""
        return len(self.parted) + len(self.turned) + (self.byes[0] != self.byes[1])

    @property
    def has_differences(self) -> bool:
        """Return whether the two systems differ in this round or one of them has no legal
        pairing.
        """
        return bool(self.difference_count or any(self.refusals))


def _describe_differences_in_round(before: Tournament, found: RoundComparison) -> RoundDifferences:
    name = names_of(before)

    def format_pair(white: Number, black: Number) -> str:
        return f"{name(white)} \N{EN DASH} {name(black)}"

    def format_opponent(who: Number, opponent: Number | None) -> str:
        if opponent is not None:
            return format_pair(who, opponent)
        if who == found.byes[1]:
            return say("{who} (pairing-allocated bye)", who=name(who))
        return say("{who} (not paired)", who=name(who))

    parted = (
        DifferingPair(
            format_pair(p.white, p.black),
            p.article,
            tuple(
                format_opponent(*both) for both in zip((p.white, p.black), p.instead, strict=True)
            ),
            tuple(verdict_sentences(p.verdict, p.white, p.black, name)),
        )
        for p in found.parted
    )
    return RoundDifferences(
        round=found.round,
        same=found.same,
        parted=tuple(parted),
        turned=tuple(format_pair(*both) for both in found.turned),
        byes=tuple(say("no one") if bye is None else name(bye) for bye in found.byes),
        byes_by=found.byes_by,
        refusals=found.refusals,
    )


COMPARISON = build_record_job_type("comparison", compare_rounds_of_section, RoundDifferences)


# --- pages -------------------------------------------------------------------------------


def _comparison_page_without_job(
    context: RequestContext, offered: list[System], beside: SystemPair
) -> Response:
    found: list[RoundDifferences] = []
    problems: Sequence[Problem] = ()
    try:
        found = list(
            compare_rounds_of_section(context.snapshot, _comparison_job_spec(context, beside).asked)
        )
    except BadInput as error:
        problems = error.problems
    return _comparison_page(context, offered, beside, found, problems)


def _comparison_page(
    context: RequestContext,
    offered: list[System],
    beside: SystemPair,
    found: Sequence[RoundDifferences] | None = None,
    problems: Sequence[Problem] = (),
    work: Job[RoundDifferences] | None = None,
) -> Response:
    return context.render_page(
        "compare.html",
        section=context.section,
        offered=offered,
        beside=beside,
        heading=_comparison_heading(beside),
        asked=found is not None,
        rounds=found or (),
        problems=problems,
        work=work,
    )
