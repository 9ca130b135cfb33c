"""Formatting of error messages for the command line, imported only when an error occurs."""

from __future__ import annotations

from topboard.errors import AuthorityNeeded, CannotReadOrWrite, TopboardError
from topboard.event.policy.objections import WORDS
from topboard.formats.files import CANNOT_WRITE, OUTPUT, build_file_error
from topboard.messages import message, say
from topboard.storage.addresses import hide_passwords_in_message


def _convert_os_error(error: OSError) -> CannotReadOrWrite:
    """Return the Topboard error for an ``OSError``.

    If no file is named in it, the error is about standard output.
    """
    if error.filename is None:
        return build_file_error(CANNOT_WRITE, OUTPUT, error)
    return build_file_error(
        message("cannot read or write {file}: {why}"), str(error.filename), error
    )


def format_error_lines(error: TopboardError | OSError) -> list[str]:
    """Return the lines of an error message, with passwords in server addresses hidden."""
    if isinstance(error, OSError):
        error = _convert_os_error(error)
    lines = hide_passwords_in_message(str(error)).splitlines() or [type(error).__name__]
    if isinstance(error, AuthorityNeeded):
        words = ", ".join(_list_offices_for_required_ruling(error))
        lines.append(
            say(
                "Write the authority as OFFICE:NAME, where OFFICE is one of: {words}.",
                words=words,
            )
        )
    return lines


def _list_offices_for_required_ruling(error: AuthorityNeeded) -> list[str]:
    """Return the offices that may make the required ruling, as ``--authority`` spells them."""
    return [word for word, office in WORDS.items() if office.value in error.offices]
