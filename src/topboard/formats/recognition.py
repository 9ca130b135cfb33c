"""Which format a content is written in, and its characters."""

from __future__ import annotations

from enum import Enum

from topboard.formats.problems import refuse

BYTE_ORDER_MARK = "\ufeff"


class Kind(Enum):
    """The two families of formats."""

    JSON = "JSON"
    TRF = "TRF"


def recognised(content: str | bytes, name: str) -> tuple[Kind, str]:
    """The family of the content, and its text."""
    text = content if isinstance(content, str) else _decoded(bytes(content), name)
    text = text.removeprefix(BYTE_ORDER_MARK)
    if not text.strip():
        raise refuse("the file is empty", name, remedy="give a TRF or a Topboard JSON file")
    return (Kind.JSON if _opens_json(text) else _checked_trf(text, name)), text


def _decoded(content: bytes, name: str) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refuse("the file is written in UTF-16", name, remedy="save it as UTF-8")
    opening = content[:1000].decode("latin-1").removeprefix("\xef\xbb\xbf")
    return _as_utf8(content, name) if _opens_json(opening) else _as_utf8_or_western(content)


def _opens_json(text: str) -> bool:
    return text.lstrip(" \t\r\n")[:1] in ("{", "[")


def _as_utf8(content: bytes, name: str) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        start = content.rfind(b"\n", 0, error.start) + 1
        column = len(content[start : error.start].decode(errors="replace")) + 1
        found = content[error.start : error.start + 1].hex()
        raise refuse(
            f"the byte {found} is not UTF-8",
            f"{name}:{line}:{column}",
            content[max(start, error.start - 20) : error.start + 20].decode("latin-1"),
            "save the file as UTF-8",
        ) from error


def _as_utf8_or_western(content: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def _checked_trf(text: str, name: str) -> Kind:
    """TRF if some line begins like a record of players, teams or the tournament."""
    lines = text.replace("\r", "\n").split("\n")
    if any(line[:3] in ("001", "012", "013", "310") and line[3:4] in ("", " ") for line in lines):
        return Kind.TRF
    raise refuse(
        "neither JSON nor TRF",
        f"{name}:1:1",
        next(line for line in lines if line.strip()),
        "a Topboard JSON begins with {, a TRF has lines that begin with 001, 012, 013 or 310",
    )
