"""The sample of a large test: a quarter of its cases, the same in every run, and all if asked."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests import sampling
from tests.sampling import sample, share_of

CASES = range(1000)


@pytest.fixture
def _a_quarter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ONE_IN", 4)


@pytest.mark.usefixtures("_a_quarter")
def test_a_quarter_of_the_cases_is_sampled_in_order_and_evenly() -> None:
    taken = sample(CASES)

    assert len(taken) == 250
    assert taken == sorted(set(taken))
    assert all(any(at <= case < at + 50 for case in taken) for at in range(0, 1000, 50))
    assert {case % 8 for case in taken} == {*range(8)}
    assert sample(CASES, "other") != taken


@pytest.mark.usefixtures("_a_quarter")
def test_a_sample_always_contains_a_case() -> None:
    assert sample(["only"]) == ["only"]
    assert sample([]) == []
    assert 0 < share_of(100) < 25


def test_every_process_samples_the_same_cases_or_all_of_them_on_request() -> None:
    program = "from tests.sampling import sample; print(sample(range(1000), ('a', 1)))"

    def program_output(**more: str) -> str:
        environment = {**os.environ, "TOPBOARD_EVERY_CASE": "", **more}
        command = [sys.executable, "-c", program]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        ).stdout

    assert (
        program_output(PYTHONHASHSEED="1") == program_output(PYTHONHASHSEED="2") != f"{[*CASES]}\n"
    )
    assert program_output(TOPBOARD_EVERY_CASE="1") == f"{[*CASES]}\n"
