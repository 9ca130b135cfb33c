"""What holds for every test: citations are checked, and Hypothesis repeats itself."""

from __future__ import annotations

from hypothesis import settings

from tests.citing import pytest_runtest_call, pytest_runtest_setup

__all__ = ["pytest_runtest_call", "pytest_runtest_setup"]

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
