"""Long work of the desk: it shows how far it is, it can be stopped, and its result stays."""

from __future__ import annotations

import threading
import time

import pytest
from playwright.sync_api import expect

from tests.sample_event import create_sample_event
from tests.web.accessibility import faults
from tests.web.desk_client import Visitor, serve_folder, words
from topboard.errors import Refused
from topboard.event import actions, pairing
from topboard.event.session import ActionContext
from topboard.model import Colour, Number, Player
from topboard.web.desk import check as checking, compare
from topboard.web.folder_repository import FolderRepository
from topboard.web.jobs import JobSpec, JobType
from topboard.web.thread_jobs import MOST_KEPT, ThreadedJobQueue

CHECK = "/e/riverside-chess-festival/check"
ROUNDS = 7
"""Published rounds of the sample."""


class Gate:
    """Lets a number of rounds through to be checked, and counts them."""

    def __init__(self) -> None:
        self.let_through, self.made = threading.Semaphore(0), 0

    def open(self, rounds: int = 1000) -> None:
        """Let more rounds through."""
        self.let_through.release(rounds)

    def slowed(self, real):
        """The real replays, each of which waits at the gate."""

        def replays(entries, **wanted):
            rounds = iter(real(entries, **wanted))
            while self.let_through.acquire():
                one = next(rounds, None)
                if one is None:
                    return
                self.made += 1
                yield one

        return replays


@pytest.fixture
def gate(monkeypatch):
    """Makes the sample a large event whose rounds are checked only as the gate allows."""
    made = Gate()
    monkeypatch.setattr(checking, "MOST_AT_ONCE", 20)
    monkeypatch.setattr(checking, "replay_rounds", made.slowed(checking.replay_rounds))
    yield made
    made.open()


@pytest.fixture
def desk(tmp_path):
    """The address of a desk with the sample event."""
    create_sample_event(FolderRepository(tmp_path))
    with serve_folder(tmp_path) as address:
        yield address


def wait_for_words(visitor: Visitor, told: str, path: str = CHECK) -> str:
    """The words of the page of the check as soon as it says this."""
    shown = ""
    for _ in range(600):
        shown = visitor.text(path)
        if told in shown:
            return shown
        time.sleep(0.05)
    raise AssertionError(f"{told!r} never came: {shown}")


def test_a_small_event_is_checked_at_once(desk):
    shown = Visitor(desk).text(CHECK)

    assert "paired again just now" in shown
    assert shown.count("matches the rules") == ROUNDS


def test_a_large_event_is_checked_only_when_asked_for(desk, gate):
    shown = Visitor(desk).text(CHECK)

    assert "7 rounds with 44 boards" in shown
    assert "Check every round" in shown
    assert gate.made == 0


def large_event(folder: FolderRepository) -> str:
    """An event of 2,100 tables, played by acts; the address of its check."""
    handle = folder.create("Mass Open", ActionContext("Anna", "2026-05-01T08:00:00.000+00:00"))

    def take(act: actions.Act) -> None:
        with handle.open() as desk:
            desk.record(act, ActionContext("Anna", "2026-05-01T09:00:00.000+00:00", confirmed=True))

    for name in ("A", "B", "C"):
        entered = tuple(Player(Number(n), f"Player {n}", 2800 - n) for n in range(1, 1401))
        take(actions.AddSection(name, "dubov_1997", 5))
        take(actions.Enter(name, entered, "test"))
        take(actions.RecordLot(name, "colour", colour=Colour.WHITE))
        take(pairing.build_close_entries_action(handle.snapshot().event, name))
        take(pairing.build_pair_round_action(handle.snapshot().event, name)[0])
        take(actions.PublishRound(name, 1))
    return f"/e/{handle.stem}/check"


def test_more_than_two_thousand_tables_are_checked_in_the_background(tmp_path, address):
    check = large_event(FolderRepository(tmp_path))
    visitor = Visitor(address)
    offered = visitor.text(check)
    visitor.send(check)

    assert "3 rounds with 2100 boards" in offered
    shown = wait_for_words(
        visitor, "3 of 3 rounds were checked, using the journal up to entry", check
    )
    assert shown.count("matches the rules") == 3


def test_the_page_shows_the_progress_of_the_check_and_reloads_itself(desk, gate):
    visitor = Visitor(desk)
    visitor.send(CHECK)
    gate.open(3)
    wait_for_words(visitor, "3 of 7 rounds checked")

    page = visitor.get(CHECK).text
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page
    assert '<label for="progress">3 of 7 rounds checked</label>' in page
    assert 'max="7" value="3"' in page


def test_the_result_appears_and_stays(desk, gate):
    visitor = Visitor(desk)
    gate.open()
    visitor.send(CHECK)
    shown = wait_for_words(visitor, "7 of 7 rounds were checked, using the journal up to entry")

    assert shown.count("matches the rules") == ROUNDS
    assert "http-equiv" not in visitor.get(CHECK).text
    assert visitor.text(CHECK) == shown
    assert gate.made == ROUNDS


def test_the_stop_button_really_stops_the_check_early(desk, gate):
    visitor = Visitor(desk)
    visitor.send(CHECK)
    gate.open(2)
    wait_for_words(visitor, "2 of 7 rounds checked")
    stopping = words(visitor.send(CHECK, f"{CHECK}/stop"))
    gate.open()
    shown = wait_for_words(visitor, "Stopped. 3 of 7 rounds were checked")

    assert "The job stops after the current round." in stopping
    assert shown.count("matches the rules") == 3
    assert gate.made == 3


def test_a_stopped_check_can_be_restarted(desk, gate):
    visitor = Visitor(desk)
    visitor.send(CHECK)
    visitor.send(CHECK, f"{CHECK}/stop")
    gate.open()
    wait_for_words(visitor, "Stopped. 1 of 7 rounds were checked")
    visitor.send(CHECK)

    assert "Stopped" not in wait_for_words(visitor, "7 of 7 rounds were checked, using")


def test_two_users_who_start_a_check_share_it(desk, gate):
    one, two = Visitor(desk), Visitor(desk)
    one.send(CHECK)
    gate.open(2)
    wait_for_words(one, "2 of 7 rounds checked")

    assert "2 of 7 rounds checked" in words(two.send(CHECK))


def test_a_form_without_its_token_neither_starts_nor_stops_a_check(desk, gate):
    visitor = Visitor(desk)
    assert visitor.http.post(CHECK, data={"token": "x"}).status_code == 422
    assert "Check every round" in visitor.text(CHECK)
    visitor.send(CHECK)
    assert visitor.http.post(f"{CHECK}/stop", data={"token": "x"}).status_code == 422
    assert "The job stops" not in visitor.text(CHECK)


@pytest.mark.parametrize("width", [1280, 390])
def test_each_state_of_the_page_fits_and_has_no_serious_fault(desk, gate, open_page, width):
    page = open_page(desk, width=width)
    found = []

    def look(words: str) -> None:
        expect(page.get_by_text(words)).to_be_visible()
        found.extend(faults(page))
        assert page.evaluate("document.documentElement.scrollWidth") <= width

    page.goto(CHECK)
    look("7 rounds with 44 boards")
    page.get_by_role("button", name="Check every round").click()
    look("0 of 7 rounds checked")
    gate.open(1)
    # The script follows the work: nobody reloads the page here.
    look("1 of 7 rounds checked")
    expect(page.get_by_role("progressbar", name="1 of 7 rounds checked")).to_be_visible()
    page.get_by_role("button", name="Stop job").click()
    look("The job stops after the current round.")
    gate.open()
    look("Stopped. 2 of 7 rounds were checked")
    assert found == []


# --- without a desk -----------------------------------------------------------------------------


@pytest.fixture
def jobs(tmp_path):
    """The job queue of a folder with an event."""
    folder = FolderRepository(tmp_path)
    folder.create("Event", ActionContext("Anna", "2026-05-01T08:00:00.000+00:00"))
    return ThreadedJobQueue(folder.event)


def job_spec(steps, asked: str = "") -> JobSpec[int]:
    """The specification of a job with these steps."""
    kind = JobType("test", lambda _moment, _asked, _after: steps, dump=str, load=int)
    return JobSpec(kind, "event", {"asked": asked})


def test_a_failure_in_the_background_is_reported(jobs):
    def steps():
        yield 1
        raise ValueError("broken")

    work = jobs.start_job(job_spec(steps()), 3, 1)
    assert work.wait_for_end(30)
    assert work.result == [1]
    assert [str(one) for one in work.problems] == [
        "The background job failed unexpectedly: ValueError: broken"
    ]
    assert not work.running
    assert not work.stopped


def test_a_job_whose_event_was_removed_fails_with_a_message(jobs):
    work = jobs.start_job(JobSpec(job_spec(iter([1])).kind, "gone"), 1, 1)
    assert work.wait_for_end(30)
    assert "there is no event 'gone'" in str(work.problems[0])


def test_a_stop_request_after_the_last_step_changes_nothing(jobs):
    work = jobs.start_job(job_spec(iter([1, 2])), 2, 1)
    assert work.wait_for_end(30)
    work.stop()
    assert (work.items_done, work.stopped, work.stopping) == (2, False, False)


def test_only_a_limited_number_of_jobs_is_kept_but_running_ones_stay(jobs):
    gate = threading.Event()

    def waiting():
        gate.wait(10)
        yield 1

    ended, more = job_spec(iter([1]), "ended"), job_spec(iter([1]), "one more")
    running = [job_spec(waiting(), f"running {number}") for number in range(MOST_KEPT)]
    jobs.start_job(ended, 1, 1).wait_for_end(30)
    for one in running:
        jobs.start_job(one, 1, 1)
    assert jobs.find_job(ended) is None
    with pytest.raises(Refused, match="Too many background jobs are running"):
        jobs.start_job(more, 1, 1)
    gate.set()
    assert all(jobs.find_job(one).wait_for_end(30) for one in running)
    assert jobs.start_job(more, 1, 1).wait_for_end(30)


def test_a_job_can_read_the_journal_as_it_was_when_the_job_began(tmp_path):
    folder = FolderRepository(tmp_path)
    create_sample_event(folder)
    handle = folder.event("riverside-chess-festival")
    now = handle.snapshot()
    with handle.open() as file:
        file.record(
            actions.AddSection("New", "dubov_1997", 3),
            ActionContext("A", "2026-06-01T00:00:00+00:00"),
        )

    then = handle.snapshot_at(now.event.last)
    assert (then.event, then.head, then.entries) == (now.event, now.head, now.entries)
    assert handle.snapshot().event.last == now.event.last + 1


# --- going on after some steps --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "asked", "rounds"),
    [
        (checking.CHECK, {}, ROUNDS),
        (
            compare.COMPARISON,
            {"section": "Team Cup", "first": "olympiad_2009", "second": "olympiad_2022"},
            4,
        ),
    ],
)
def test_a_resumed_job_does_the_remaining_steps_and_reuses_the_finished_ones(
    tmp_path, kind, asked, rounds
):
    folder = FolderRepository(tmp_path)
    create_sample_event(folder)
    snapshot = folder.event("riverside-chess-festival").snapshot()
    whole = list(kind.steps(snapshot, asked, 0))

    assert len(whole) == rounds
    for done in range(rounds + 1):
        assert list(kind.steps(snapshot, asked, done)) == whole[done:]
    assert [kind.load(kind.dump(one)) for one in whole] == whole
