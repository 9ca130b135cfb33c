"""The days of an event as the head of its public page shows them."""

from __future__ import annotations

import pytest

from topboard.text.dates import format_event_days_in_full


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ("2026-05-01", "2026-05-09", "May 1\u20139, 2026"),
        ("2026-05-01", "", "May 1, 2026"),
        ("", "2026-05-09", "May 9, 2026"),
        ("2026-04-28", "2026-05-02", "April 28, 2026 \u2013 May 2, 2026"),
        ("2026-12-27", "2027-01-04", "December 27, 2026 \u2013 January 4, 2027"),
        ("spring", "", "spring"),
        ("2026-02-31", "", "2026-02-31"),
    ],
)
def test_dates_are_written_with_the_name_of_the_month(start, end, expected) -> None:
    assert format_event_days_in_full(start, end) == expected
