"""What the tests of the editions share."""

from __future__ import annotations

import pytest


@pytest.fixture
def article(request: pytest.FixtureRequest) -> str:
    """The article that the test cites, without its edition: what a reason should name."""
    refs = [ref for mark in request.node.iter_markers("article") for ref in mark.args]
    assert len(refs) == 1, f"the test cites {refs}"
    return refs[0].partition(":")[2]
