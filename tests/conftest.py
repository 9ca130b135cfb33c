"""What holds for every test: citations are checked, and Hypothesis repeats itself."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import settings

from tests.citing import pytest_runtest_call, pytest_runtest_setup

# The rating lists of whoever runs the tests are no matter of theirs.
os.environ["TOPBOARD_RATINGS"] = str(Path(__file__).parent / "no-rating-lists")

__all__ = ["pytest_runtest_call", "pytest_runtest_setup"]

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
