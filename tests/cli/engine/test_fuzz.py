"""Whatever is in the file, the engine answers as its callers know it."""

from __future__ import annotations

import contextlib
import io
import tempfile
from pathlib import Path

from hypothesis import given, settings, strategies as st

from tests.cli.engine.engine_requests import FIXTURES, REQUEST, THREE_WHO_HAVE_MET
from topboard.cli.engine import main
from topboard.cli.engine.call import InvalidCommandLine, parse_command_line

DIALECTS = tuple(
    text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for text in (
        (FIXTURES / f"{REQUEST}.trf").read_bytes(),
        (FIXTURES / "dutch_2025_C5.trf").read_bytes(),
        THREE_WHO_HAVE_MET.encode(),
        b"XXA    1  1.0  1.0\nXXS W=3.0 D=1.0\nXXZ 3\nXXP 1 2\n"
        + (FIXTURES / "dutch_2025_C5.trf").read_bytes(),
        b"192 FIDE_DUTCH_2026_BAKU\n162  W 1.0     D 0.5\n240 H 003 0001\n250  0.0  1.0 001 002"
        b" 0001 0003\n260 001 999 0001 0002\n299 W  0.0   1.0   001 0001\n"
        + (FIXTURES / "dutch_2025_C5.trf").read_bytes(),
    )
)
"""As bbpPairings, JaVaFo and TRF26 have it."""


@st.composite
def damaged_files(draw: st.DrawFn) -> bytes:
    """A file of one of the dialects with some bytes changed, lines lost, doubled or cut."""
    lines = draw(st.sampled_from(DIALECTS)).split(b"\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        column = draw(st.integers(0, max(0, len(line) - 1)))
        match draw(st.sampled_from(("change", "cut", "lose", "double", "swap"))):
            case "change":
                lines[at] = line[:column] + draw(st.binary(max_size=6)) + line[column + 1 :]
            case "cut":
                lines[at] = line[:column]
            case "lose":
                lines[at] = b""
            case "double":
                lines.insert(at, line)
            case "swap":
                lines[at] = line[:column] + draw(st.sampled_from((b"9999", b"-1", b"w", b"0000")))
    return draw(st.sampled_from((b"\n", b"\r", b"\r\n"))).join(lines)


def answer(*words: str) -> tuple[int, str]:
    """Exit code and standard error."""
    with contextlib.redirect_stderr(io.StringIO()) as err:
        code = main(words)
    return code, err.getvalue()


@settings(max_examples=150)
@given(damaged_files())
def test_a_corrupted_file_is_either_paired_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.trf"), Path(folder, "out")
        source.write_bytes(content)

        code, told = answer("--dutch", str(source), "-p", "out")

        assert code in (0, 1, 3, 4), told
        assert target.exists() == (code == 0)
        assert bool(told) == (code != 0)
        for line in told.splitlines():
            assert line.startswith("Error "), told
        if code == 0:
            first, *lines = target.read_text().splitlines()
            assert int(first) == len(lines)


@settings(max_examples=60)
@given(damaged_files())
def test_a_corrupted_file_is_either_checked_or_refused(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "in.trf")
        source.write_bytes(content)

        with contextlib.redirect_stdout(io.StringIO()) as out:
            code, told = answer("--dutch", str(source), "-c")

        assert code in (0, 3, 4), told
        assert out.getvalue() == "" or code == 0


WORDS = ("-r", "-p", "-c", "-g", "-l", "-o", "-s", "-b", "-q", "--dutch", "--batch", "in", "7", "")


@given(st.lists(st.sampled_from(WORDS), max_size=7))
def test_any_arguments_are_either_understood_or_refused(words: list[str]) -> None:
    try:
        found: object = parse_command_line(words)
    except InvalidCommandLine as error:
        found = str(error)
    assert found, "a call, or words that say why not"
