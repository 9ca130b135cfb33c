"""Files of tournaments: text in and out of the model.

Four formats: ``round-json`` (what was known before one round), ``event-json`` (all that the
model holds), ``trf16`` and ``trf26`` (FIDE's tournament report files, of players and of
teams). A file is recognised by its content. All defects of a file are raised at once, as one
``BadInput`` with a ``Problem`` for each; sizes beyond the limits raise ``TooLarge``.

The readers and writers are imported only when they are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from topboard.messages import say

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from topboard.errors import Problem
    from topboard.formats.files import Source
    from topboard.model import Tournament
    from topboard.tiebreaks.standings import Claimed

    OnNote: TypeAlias = Callable[[Problem], None]
    """Called with each note about a file that can be read."""

FORMATS = ("round-json", "event-json", "trf16", "trf26")


def read(
    source: Source,
    *,
    accept_points: bool = False,
    paired_by: str = "",
    on_note: OnNote | None = None,
) -> Tournament:
    """The tournament in a file, in standard input (``-``) or in an open file object.

    A report file in which somebody's points are not those of the results is refused, unless
    they are accepted; the results count in any case. A report of single players that names no
    system is read as one of the Dutch system, in the edition of its first day. If you name a system
    yourself, give it as ``paired_by``: a report that names none is read in the columns of that one.
    ``on_note`` is called with every note about the file, as about the system that was assumed.
    """
    from topboard.formats.files import fetch

    content, name = fetch(source)
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
    """The tournament written in the content; ``name`` is how messages call it."""
    from topboard.formats.files import Kind, detect_format

    kind, text = detect_format(content, name)
    if kind is Kind.JSON:
        from topboard.formats.json import tournament_in_json

        return tournament_in_json(text, name)
    from topboard.formats.trf.report import parse_trf

    return parse_trf(text, name, accept_points=accept_points, paired_by=paired_by, on_note=on_note)


def read_with_claims(
    source: Source, *, paired_by: str = "", on_note: OnNote | None = None
) -> tuple[Tournament, Claimed | None]:
    """The tournament in a file, and what the file says itself of points and ranks, if it does."""
    from topboard.formats.files import Kind, detect_format, fetch

    content, name = fetch(source)
    kind, text = detect_format(content, name)
    if kind is Kind.TRF:
        from topboard.formats.trf.report import parse_claims

        claims = parse_claims(text, name, paired_by)
        claimed = claims.claimed()
        claims.report.tell_notes(on_note)
        return claims.believed(), claimed
    tournament = read_text(text, name)
    if (ranks := tournament.official_ranks) is None or ranks.after_round != len(tournament.rounds):
        return tournament, None
    from topboard.tiebreaks.standings import Claimed

    return tournament, Claimed(dict(ranks.places))


def write(tournament: Tournament, target: Source, format: str) -> None:
    """Write the tournament to a file, to standard output (``-``) or to an open file object."""
    from topboard.formats.files import deliver

    deliver(dumps(tournament, format), target)


def dumps(tournament: Tournament, format: str) -> str:
    """The tournament as text of the format."""
    if format == "round-json":
        from topboard.formats.json.round import round_json

        return round_json(tournament)
    if format == "event-json":
        from topboard.formats.json.event import event_json

        return event_json(tournament)
    if format in ("trf16", "trf26"):
        from topboard.formats.trf.report import trf

        return trf(tournament, format)
    from topboard.formats.problems import refuse

    raise refuse(
        say("unknown format"),
        quoted=str(format),
        remedy=say("one of: {format}", format=", ".join(FORMATS)),
    )


def lost(tournament: Tournament, format: str, text: str | None = None) -> list[str]:
    """What the format cannot carry of this tournament, in words; nothing if all comes back.

    ``text`` is the tournament as it was written already.
    """
    from topboard.formats.losses import losses

    written = dumps(tournament, format) if text is None else text
    return losses(tournament, read_text(written, say("the {format} written", format=format)))
