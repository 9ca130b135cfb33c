"""The table of long works: taken once, gone on with after a death, and never written by two."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text

from tests.event.sessions import ARBITER, CONTEXT, SECTION, person
from topboard._frozen import replace
from topboard.event import actions
from topboard.storage.postgres import jobs as table
from topboard.storage.postgres.connections import Host
from topboard.storage.postgres.jobs import Job, JobLost, Jobs, TakenJob
from topboard.storage.postgres.journal import PostgresJournal
from topboard.storage.postgres.migrations import set_up_server
from topboard.storage.session import JournalSession, build_first_journal_entry

if TYPE_CHECKING:
    from tools.postgres import PostgresServer

KINDS = ("check",)


@pytest.fixture
def jobs(host: Host) -> Jobs:
    """The jobs of a host with an event."""
    PostgresJournal.create(host, "open", *build_first_journal_entry("Open", CONTEXT))
    return Jobs(host)


def begin(jobs: Jobs, spec: str = "check/open?", kind: str = "check") -> Job:
    """A job of three steps."""
    made = jobs.find_or_create_job(spec, "open", kind, {"section": "A"}, total=3, last_entry=7)
    assert made is not None
    return made


def take_job(jobs: Jobs) -> TakenJob:
    """The next job, which is there."""
    found = jobs.take_next_job(KINDS)
    assert found is not None
    return found


def test_one_worker_takes_a_job_and_all_workers_read_its_steps(jobs: Jobs) -> None:
    begun = begin(jobs)
    one = take_job(jobs)

    assert one.job == replace(begun, takings=1)
    assert (one.job.asked, one.job.last_entry, one.job.total) == ('{"section": "A"}', 7, 3)
    assert jobs.take_next_job(KINDS) is None
    assert one.store_step_result(1, b"first") is False
    assert one.store_step_result(2, b"second") is False
    assert jobs.find_job("check/open?") == replace(begun, takings=1, steps=2)
    one.mark_job_as_ended()
    assert jobs.find_job("check/open?") == replace(begun, takings=1, steps=2, ended=True)
    assert jobs.load_step_results(begun.id) == [b"first", b"second"]
    assert jobs.take_next_job(KINDS) is None


def test_workers_that_take_jobs_at_the_same_time_get_different_ones(jobs: Jobs) -> None:
    specs = [begin(jobs, f"check/open?{n}").id for n in range(table.MOST_OF_AN_EVENT)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: jobs.take_next_job(KINDS), range(2 * len(specs))))

    assert sorted(one.job.id for one in found if one is not None) == specs
    assert found.count(None) == len(specs)


def test_a_worker_presumed_dead_writes_nothing_more(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(jobs)
    first = take_job(jobs)
    first.store_step_result(1, b"by the first")
    assert jobs.take_next_job(KINDS) is None
    monkeypatch.setattr(table, "DEAD_AFTER", 0.0)
    second = take_job(jobs)

    assert second.job.steps == 1
    for write in (
        first.record_heartbeat,
        lambda: first.store_step_result(2, b"late"),
        first.mark_job_as_ended,
        first.release,
    ):
        with pytest.raises(JobLost):
            write()
    assert second.job.takings == 2
    second.store_step_result(2, b"by the second")
    second.mark_job_as_ended()
    ended = jobs.find_job("check/open?")
    assert ended is not None
    assert ended.takings == 1
    assert jobs.load_step_results(second.job.id) == [b"by the first", b"by the second"]


def test_a_worker_with_a_heartbeat_keeps_its_job(
    jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(jobs)
    one = take_job(jobs)
    with_beat = "UPDATE job SET heartbeat = heartbeat - interval '1 hour'"
    with jobs._host.transaction() as connection:
        connection.execute(text(with_beat))
    one.record_heartbeat()
    assert jobs.take_next_job(KINDS) is None
    with jobs._host.transaction() as connection:
        connection.execute(text(with_beat))
    assert take_job(jobs).job.id == one.job.id


def test_a_step_sent_twice_is_stored_once(jobs: Jobs) -> None:
    begin(jobs)
    one = take_job(jobs)
    one.store_step_result(1, b"first")
    one.store_step_result(1, b"first")

    assert jobs.load_step_results(one.job.id) == [b"first"]


def test_a_repeated_request_shares_the_running_job_and_later_starts_another(jobs: Jobs) -> None:
    first = begin(jobs)
    assert begin(jobs).id == first.id
    one = take_job(jobs)
    one.store_step_result(1, b"old")
    assert begin(jobs).id == first.id
    one.mark_job_as_ended()
    again = begin(jobs)

    assert again.id != first.id
    assert (again.steps, again.ended) == (0, False)
    assert jobs.load_step_results(first.id) == []


def test_a_stop_request_takes_effect_at_the_next_step_or_immediately_if_idle(
    jobs: Jobs,
) -> None:
    waiting, worked_at = begin(jobs, "check/open?2"), begin(jobs)
    jobs.request_job_to_stop(waiting.id)
    one = take_job(jobs)
    assert one.job.id == worked_at.id
    assert one.store_step_result(1, b"first") is False
    jobs.request_job_to_stop(worked_at.id)
    assert one.store_step_result(2, b"second") is True

    ended = jobs.find_job("check/open?2")
    assert ended is not None
    assert (ended.ended, ended.stop_wished, ended.steps) == (True, True, 0)


def test_a_forgotten_job_cannot_be_written_to(jobs: Jobs) -> None:
    begun = begin(jobs)
    one = take_job(jobs)
    one.store_step_result(1, b"first")
    jobs.delete_job("check/open?")

    with pytest.raises(JobLost):
        one.store_step_result(2, b"second")
    assert jobs.find_job("check/open?") is None
    assert jobs.load_step_results(begun.id) == []


def test_old_finished_jobs_are_forgotten(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(jobs)
    take_job(jobs).mark_job_as_ended()
    begin(jobs, "check/open?2")
    jobs.delete_old_jobs()
    assert jobs.find_job("check/open?") is not None
    monkeypatch.setattr(table, "KEPT_FOR", 0.0)
    jobs.delete_old_jobs()

    assert jobs.find_job("check/open?") is None
    assert jobs.find_job("check/open?2") is not None


def test_a_worker_takes_only_jobs_that_it_can_do(jobs: Jobs) -> None:
    begin(jobs, kind="what a newer Topboard does")
    assert jobs.take_next_job(KINDS) is None


def test_the_number_of_waiting_jobs_is_limited(jobs: Jobs, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(table.MOST_OF_AN_EVENT):
        begin(jobs, f"check/open?{number}")
    assert jobs.find_or_create_job("one more", "open", "check", {}, 1, 1) is None
    # The one that is going on is no new one.
    assert begin(jobs, "check/open?0").steps == 0
    take_job(jobs).mark_job_as_ended()
    assert jobs.find_or_create_job("one more", "open", "check", {}, 1, 1) is not None

    PostgresJournal.create(jobs._host, "other", *build_first_journal_entry("Other", CONTEXT))
    monkeypatch.setattr(table, "MOST_UNFINISHED", table.MOST_OF_AN_EVENT)
    assert jobs.find_or_create_job("elsewhere", "other", "check", {}, 1, 1) is None


def test_a_returned_job_can_be_taken_at_once(jobs: Jobs) -> None:
    begin(jobs)
    take_job(jobs).release()
    second = take_job(jobs)
    assert second.job.takings == 1
    second.release(unused=False)
    assert take_job(jobs).job.takings == 2


def test_data_erased_from_an_event_are_also_erased_from_its_jobs(url: str, host: Host) -> None:
    chief = replace(
        CONTEXT, authority=ARBITER, reason="asked for", confirmed=True, confirmed_again=True
    )
    jobs = Jobs(host)
    PostgresJournal.create(host, "other", *build_first_journal_entry("Other", CONTEXT))
    with JournalSession.create(f"{url}#open", "Open", CONTEXT) as file:
        file.record(actions.AddSection(SECTION, "fide_dutch_2026", 5), CONTEXT)
        file.record(actions.Enter(SECTION, (replace(person(1), birth="2001-02-03"),)), CONTEXT)
        begun = begin(jobs)
        elsewhere = jobs.find_or_create_job("check/other?", "other", "check", {}, 1, 1)
        take_job(jobs).store_step_result(1, b"born in 2001")
        file.record(actions.ErasePersonal(SECTION, 1), chief)

    assert jobs.find_job("check/open?") is None
    assert jobs.load_step_results(begun.id) == []
    assert jobs.find_job("check/other?") == elsewhere


def test_the_web_worker_role_has_the_rights_for_all_job_operations(
    database: str, postgres: PostgresServer
) -> None:
    postgres.run_sql("DROP ROLE IF EXISTS jobs_web; CREATE ROLE jobs_web LOGIN")
    with Host(database) as owner:
        set_up_server(owner, "jobs_web")
        PostgresJournal.create(owner, "open", *build_first_journal_entry("Open", CONTEXT))
    with Host(database.replace("postgres@", "jobs_web@")) as host:
        jobs = Jobs(host)
        begun = begin(jobs)
        jobs.request_job_to_stop(begun.id)
        begun = begin(jobs)
        one = take_job(jobs)
        one.store_step_result(1, b"first")
        one.mark_job_as_ended()
        assert jobs.load_step_results(begun.id) == [b"first"]
        jobs.delete_job("check/open?")
        assert jobs.find_job("check/open?") is None
