"""Days and times as pages write them."""

from __future__ import annotations

from datetime import datetime

import pytest

from topboard.text.dates import (
    format_day_in_words,
    format_event_days_in_full,
    format_month_or_day,
    format_round_start,
    format_time_in_words,
)


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


@pytest.mark.parametrize(
    ("moment", "time", "day"),
    [
        ("2026-11-19T15:40", "today 15:40", "today"),
        ("2026-11-19T00:00", "today 00:00", "today"),
        ("2026-11-18T23:59", "yesterday 23:59", "November 18, 2026"),
        ("2026-11-20T09:05", "tomorrow 09:05", "November 20, 2026"),
        ("2026-11-17T15:40", "November 17, 2026, 15:40", "November 17, 2026"),
    ],
)
def test_a_time_is_written_in_words_relative_to_now(moment, time, day) -> None:
    read, now = datetime.fromisoformat(moment), datetime(2026, 11, 19, 16, 5)

    assert (format_time_in_words(read, now), format_day_in_words(read, now)) == (time, day)


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("2026-11-19T16:00", "Thu, November 19, 16:00"),
        ("2026-11-22", "Sun, November 22"),
        ("after lunch", "after lunch"),
        ("", ""),
    ],
)
def test_the_start_of_a_round_is_written_in_a_few_words(start, expected) -> None:
    assert format_round_start(start) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-11", "November 2026"),
        ("2026-11-15", "November 15, 2026"),
        ("2026-13", "2026-13"),
        ("autumn", "autumn"),
        ("", ""),
    ],
)
def test_the_period_of_a_rating_list_is_written_with_the_name_of_the_month(text, expected) -> None:
    assert format_month_or_day(text) == expected
