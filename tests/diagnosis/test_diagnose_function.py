"""``topboard.diagnose``: progress, stopping, and the few things that it needs from Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import topboard
from topboard.diagnosis.report import format_diagnosis
from topboard.diagnosis.values import Outcome

ROOT = Path(__file__).resolve().parents[2]
ISR = ROOT / "tests" / "fixtures" / "real" / "isr_1385730.trf"
SYSTEM = "fide_dutch_2017"

WITHOUT_SYSTEM = """
import sys
from importlib.abc import MetaPathFinder

class Refusal(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {refused}:
            raise ImportError("refused: " + name)

sys.meta_path.insert(0, Refusal())
sys.path.insert(0, sys.argv[1])
import topboard
from topboard.diagnosis.report import format_diagnosis

print(*format_diagnosis(topboard.diagnose(sys.argv[2], "{system}", quick=True)), sep="\\n")
loaded = {refused} & set(sys.modules)
assert not loaded, loaded
"""
REFUSED = {
    "threading",
    "multiprocessing",
    "concurrent",
    "asyncio",
    "subprocess",
    "signal",
    "select",
    "socket",
    "ssl",
    "sqlite3",
    "ctypes",
    "fcntl",
    "termios",
    "tty",
    "pty",
    "curses",
    "readline",
    "resource",
}


def test_progress_is_reported_for_every_round_and_trial():
    reported: list[tuple[int, int]] = []

    found = topboard.diagnose(
        ISR, SYSTEM, quick=True, on_progress=lambda *progress: reported.append(progress)
    )

    assert reported[:5] == [(number, 0) for number in range(1, 6)]
    assert len(reported) == 5 + sum(one.trials for one in found.rounds)


def test_a_stopped_search_returns_what_it_has_found():
    reported: list[int] = []

    found = topboard.diagnose(
        ISR,
        SYSTEM,
        on_progress=lambda number, trials: reported.append(number),
        should_stop=lambda: len(reported) > 60,
    )

    assert found.stopped
    assert len(reported) == 61
    assert [one.outcome for one in found.rounds[1:]] == [Outcome.REPAIRED] * 4
    lines = [*format_diagnosis(found)]
    assert "The search was stopped; this is what it had found." in lines
    assert "No cause has been found yet for round 1." in lines
    trials = sum(one == 1 for one in reported) - 1
    assert f"Round 1: the search was stopped after {trials} assumptions." in lines


def test_a_search_stopped_immediately_says_that_nothing_was_checked():
    found = topboard.diagnose(ISR, SYSTEM, should_stop=lambda: True)

    lines = [*format_diagnosis(found)]
    assert found.stopped
    assert lines[4] == "The search was stopped before a round was checked."
    assert "Round 5: not checked." in lines


def test_the_diagnosis_needs_no_packages_threads_processes_signals_or_terminal():
    program = WITHOUT_SYSTEM.format(refused=REFUSED, system=SYSTEM)

    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(ROOT / "src"), str(ISR)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert ran.stderr == ""
    assert (
        "Rounds 2 to 5, certain: The pairing-allocated bye that the file records for #1"
        in ran.stdout
    )
