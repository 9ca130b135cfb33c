"""Readers and writers of tournament files.

There are four formats: ``round-json`` (the data known before one round), ``event-json`` (everything
in the model), and ``trf16`` and ``trf26`` (FIDE's tournament report files, for players and for
teams). The format of a file is detected from its content. All problems in a file are raised
together in one ``BadInput``. A file that exceeds a size limit raises ``TooLarge``.

The readers and writers are imported only when they are needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from topboard.formats.files import (
    FormatFamily,
    detect_format,
    read_file_or_stream,
    write_file_or_stream,
)
from topboard.formats.problems import bad_input_error
from topboard.messages import say
from topboard.model import ClaimedStandings

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from topboard.errors import Problem
    from topboard.formats.files import Source
    from topboard.formats.trf.claims import Claims
    from topboard.formats.trf.contradictions import Contradiction
    from topboard.model import Tournament

    OnNote: TypeAlias = Callable[[Problem], None]
    """A function that is called with each note about a file."""

WRITERS = {
    "round-json": ("json.round", "format_round_json"),
    "event-json": ("json.event", "format_event_json"),
    "trf16": ("trf.writer", "format_trf16"),
    "trf26": ("trf.writer", "format_trf26"),
}
"""The module and the function that write each format."""

FORMATS = tuple(WRITERS)


def read(
    source: Source,
    *,
    accept_points: bool = False,
    paired_by: str = "",
    on_note: OnNote | None = None,
) -> Tournament:
    """Return the tournament in a file, in standard input (``-``) or in an open file object.

    If the points of a participant in a report file differ from the results, ``BadInput`` is raised.
    If ``accept_points`` is true, the results count and no error is raised. A report of individual
    players that names no pairing system is read as a Dutch tournament, in the edition in force on
    its first day. Pass ``paired_by`` to choose the system yourself. ``on_note`` is called with
    every note about the file, for example about the system that was assumed.
    """
    content, name = read_file_or_stream(source)
    return read_text(
        content, name, accept_points=accept_points, paired_by=paired_by, on_note=on_note
    )


def read_text(
    content: str | bytes,
    name: str = "input",
    *,
    accept_points: bool = False,
    paired_by: str = "",
    on_note: OnNote | None = None,
) -> Tournament:
    """Return the tournament in the content of a file. Error messages call the file ``name``."""
    kind, text = detect_format(content, name)
    if kind is FormatFamily.JSON:
        tournament: Tournament = _load_function("json", "parse_tournament_json")(text, name)
    else:
        tournament = _load_function("trf.report", "parse_trf")(
            text, name, accept_points=accept_points, paired_by=paired_by, on_note=on_note
        )
    return tournament


def read_with_claims(
    source: Source, *, paired_by: str = "", on_note: OnNote | None = None
) -> tuple[Tournament, ClaimedStandings | None]:
    """Return the tournament in a file, together with the points and ranks that the file states.

    The second value is None for a JSON file without official ranks after its last round.
    """
    content, name = read_file_or_stream(source)
    kind, text = detect_format(content, name)
    if kind is FormatFamily.TRF:
        claims: Claims = _load_function("trf.report", "parse_trf_claims")(text, name, paired_by)
        claimed = claims.claimed_standings()
        claims.report.pass_notes_to(on_note)
        return claims.add_claims_to_tournament(), claimed
    return _add_official_ranks(read_text(text, name))


def _add_official_ranks(tournament: Tournament) -> tuple[Tournament, ClaimedStandings | None]:
    if (ranks := tournament.official_ranks) is None or ranks.after_round != len(tournament.rounds):
        return tournament, None
    return tournament, ClaimedStandings(dict(ranks.places))


def read_before_contradiction(
    source: Source, *, paired_by: str = "", on_note: OnNote | None = None
) -> tuple[Tournament, ClaimedStandings | None, Contradiction | None]:
    """Return the tournament and the claimed points and ranks of a file, as ``read_with_claims``
    does.

    If the lines of a report file contradict each other from a certain round on, only the rounds
    before it are returned. The third value is then the contradiction, and there are no claims.
    """
    content, name = read_file_or_stream(source)
    kind, text = detect_format(content, name)
    if kind is not FormatFamily.TRF:
        return *_add_official_ranks(read_text(text, name)), None
    parse = _load_function("trf.contradictions", "parse_claims_before_contradiction")
    claims, contradiction = parse(text, name, paired_by)
    claimed = None if contradiction else claims.claimed_standings()
    claims.report.pass_notes_to(on_note)
    tournament = claims.tournament if contradiction else claims.add_claims_to_tournament()
    return tournament, claimed, contradiction


def write(tournament: Tournament, target: Source, format: str) -> None:
    """Write the tournament to a file, to standard output (``-``) or to an open file object."""
    write_file_or_stream(dumps(tournament, format), target)


def dumps(tournament: Tournament, format: str) -> str:
    """Return the tournament as text in the given format, which is one of ``FORMATS``."""
    if format not in WRITERS:
        raise bad_input_error(
            say("unknown format"),
            quoted=str(format),
            remedy=say("Choose one of: {format}.", format=", ".join(FORMATS)),
        )
    text: str = _load_function(*WRITERS[format])(tournament)
    return text


def describe_losses(tournament: Tournament, format: str, text: str | None = None) -> list[str]:
    """Return a line for each kind of data in the tournament that the format cannot represent.

    The list is empty if nothing is lost. ``text`` is the tournament in that format, if it has
    already been written.
    """
    written = dumps(tournament, format) if text is None else text
    as_read = read_text(written, say("the {format} output", format=format))
    losses: list[str] = _load_function("losses", "describe_tournament_differences")(
        tournament, as_read
    )
    return losses


def _load_function(module: str, function: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(import_module(f"topboard.formats.{module}"), function)
    return found
