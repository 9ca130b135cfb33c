"""No input makes anything but an error of Topboard's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from tests.trf_strategies import trf_player_events, trf_team_events
from topboard import formats
from topboard.errors import BadInput, TopboardError
from topboard.formats.losses import sort_tournament_for_comparison
from topboard.model import Tournament

pytestmark = pytest.mark.thorough

FIXTURES = Path(__file__).parents[1] / "fixtures"
SMALL = formats.read(FIXTURES / "trf" / "teams-trf26.trf")
SEEDS = [
    *(path.read_bytes() for path in sorted((FIXTURES / "trf").glob("*.trf"))),
    *(path.read_bytes() for path in sorted((FIXTURES / "trf" / "dialects").glob("*.trf"))),
    formats.dumps(SMALL, "event-json").encode(),
    formats.dumps(SMALL, "round-json").encode(),
    formats.dumps(SMALL, "trf26").encode(),
]

MORSELS = (
    *(b"0", b"1", b"-1", b"99999999999999999999", b"1e999", b"NaN", b"0.05", b"null", b"true"),
    *(b'"', b"[", b"]", b"{", b"}", b",", b":", b"\\", b'"\\ud800"', b"[[[[", b"\n", b"\r"),
    *(b" ", b"          ", b"\t", b"\x00", b"\xff", b"\xe2\x80\xae", b"\n001    1", b"w", b"-"),
    *(b"+", b"=", b"U", b"0000", b"\n310   1", b"\n013 ", b"\n802   1", b"\n300 001   1   2"),
    *(b"\n240 H 001    1", b"\n320  1.0  1.0 001 001", b"\n330 +- 001   1   2", b"\n352 WBWB"),
    *(b"\n299 W  1.0   1.0  000    1", b"\n250  1.0 1.0  001 001 0001 0009", b"\nXXA    1  1.0"),
    *(b"\n192 FIDE_DUTCH_2026_BAKU", b"\n142 9", b"\n202 BH/C1,SB", b"\n172 SUI FIDON"),
    *(b"\nSUI    1".ljust(49) + b"1900", b"\nXXC rank black1", b"\nBBU 0.5", b"\nXXS W=3"),
    *(b"\n162  W 3.0    A 1.0", b"\nXXS WW=1 BW=2", b"\n132", b"\n### topboard system x"),
)


def only_topboards_errors(content):
    """Read; anything but a tournament or an error of ours fails the test by itself."""
    try:
        event = formats.read_text(content, "fuzz")
    except TopboardError:
        return None
    assert isinstance(event, Tournament)
    return event


def in_order(content):
    """Whether it is read as an event, or refused with words for every defect."""
    try:
        return isinstance(formats.read_text(content, "fuzz"), Tournament)
    except BadInput as error:
        return all(problem.what for problem in error.problems) and bool(error.problems)
    except TopboardError as error:
        return bool(str(error))


@settings(max_examples=300)
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_random_content_is_refused_cleanly(content):
    assert in_order(content)


@st.composite
def damaged_files(draw):
    """A good file with some bytes cut out, doubled, moved or replaced."""
    content = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        length = draw(st.sampled_from((0, 0, 1, 1, 3, 10, 100)))
        piece = draw(st.sampled_from(MORSELS) | st.binary(max_size=3) | st.just(b""))
        content = content[:start] + piece + content[start + length :]
    return content[: draw(st.integers(0, 2 * len(content)))]


@settings(max_examples=400)
@given(damaged_files())
def test_a_damaged_file_is_read_or_refused_cleanly(content):
    event = only_topboards_errors(content)

    if event is not None:
        for format in formats.FORMATS:
            try:
                written = formats.dumps(event, format)
            except TopboardError:
                assert format in ("round-json", "trf16")
                continue
            back = formats.read_text(written)
            assert format == "round-json" or sort_tournament_for_comparison(
                back
            ) == sort_tournament_for_comparison(event)


@settings(max_examples=30)
@given(st.one_of(trf_player_events("trf26"), trf_team_events()), st.data())
def test_a_damaged_report_file_of_any_event_is_read_or_refused_cleanly(event, data):
    text = formats.dumps(event, "trf26")
    start = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 5))
    piece = data.draw(st.sampled_from(("", " ", "1", "-", "\r\n", "x", "0000")))

    assert in_order(text[:start] + piece + text[start + length :])


def test_a_file_with_any_one_line_missing_is_read_or_refused_cleanly():
    for seed in SEEDS[:11]:
        lines = seed.split(b"\n")
        for i in range(len(lines)):
            assert in_order(b"\n".join(lines[:i] + lines[i + 1 :])), (seed[:40], i)


def test_a_report_file_cut_anywhere_is_read_or_refused_cleanly():
    for seed in SEEDS[:11]:
        for cut in range(0, len(seed), 7):
            assert in_order(seed[:cut]), (seed[:40], cut)
