"""Tests that are skipped on a system, each with its reason."""

from __future__ import annotations

import sys

import pytest


def not_on_windows(reason: str) -> pytest.MarkDecorator:
    """A mark for a test of what Windows does not have."""
    return pytest.mark.skipif(sys.platform == "win32", reason=reason)
