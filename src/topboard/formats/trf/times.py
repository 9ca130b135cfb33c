"""Encoding of time controls, as people write them, for record 222.

``5400+30`` is ninety minutes with thirty seconds for each move; ``40/6000+30:900+30`` has two
periods. A text in any other form gets no code, and no problem is reported.
"""

from __future__ import annotations

MINUTE = 60
HOUR = 3600
MOST_MINUTES = 300
UNITS = {
    **dict.fromkeys(("h", "hour", "hours"), HOUR),
    **dict.fromkeys(("", "'", "m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(('"', "s", "sec", "secs", "second", "seconds", "''"), 1),
}


def encode_time_control(text: str) -> str:
    """Return the code of a time control, or an empty string if its form is unknown.

    The known forms are a time, and a time with an increment, as in 90', 90'+30", 15 min + 10
    sec/move.
    """
    written = text.strip(" ").lower()
    main, plus, more = written.partition("+")
    # People write minutes, so a small number that could be a code means minutes.
    small = main.isdigit() and int(main[:9]) <= MOST_MINUTES
    if is_time_control_code(written.upper()) and not small:
        return written.upper()
    allotted = _parse_seconds(main)
    added = _parse_seconds(_strip_per_move(more)) if plus else 0
    # An increment without a unit is in seconds.
    if plus and _strip_per_move(more).isdigit():
        added = int(_strip_per_move(more))
    if not allotted or added is None or (plus and not added):
        return ""
    return f"{allotted}+{added}" if added else str(allotted)


def _strip_per_move(text: str) -> str:
    bare = text.strip(" ")
    for ending in ("/move", "per move", "a move", "each move"):
        bare = bare.removesuffix(ending).strip(" ")
    return bare


def _parse_seconds(text: str) -> int | None:
    """Return the number of seconds in a single time, or None if it cannot be read."""
    bare = text.strip(" ")
    digits = bare[: len(bare) - len(bare.lstrip("0123456789"))]
    unit = bare[len(digits) :].strip(" .")
    if not digits or not digits.isascii() or len(digits) > 5 or unit not in UNITS:
        return None
    return int(digits) * UNITS[unit]


# --- the code -----------------------------------------------------------------------------


def is_time_control_code(text: str) -> bool:
    """Return whether the text is a code, with periods for both colours or for each colour."""
    if text.startswith("W") and "-B" in text:
        white, _, black = text[1:].partition("-B")
        return _are_encoded_periods(white) and _are_encoded_periods(black)
    return _are_encoded_periods(text)


def _are_encoded_periods(text: str) -> bool:
    return all(_is_encoded_period(period) for period in text.split(":"))


def _is_encoded_period(text: str) -> bool:
    moves, slash, time = text.rpartition("/")
    allotted, plus, added = time.partition("+")
    parts = (allotted, *((moves,) if slash else ()), *((added,) if plus else ()))
    return all(part.isascii() and part.isdigit() for part in parts)
