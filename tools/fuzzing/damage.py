"""Random damage to files, JSON values and forms, determined by a seed."""

from __future__ import annotations

import io
import json
import warnings
from typing import TYPE_CHECKING, Any, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    Fields: TypeAlias = list[tuple[str, str]]

MORSELS = (
    *(b"", b"0", b"1", b"-1", b"99999999999999999999", b"1e999", b"NaN", b"Infinity", b"null"),
    *(b'"', b"[", b"]", b"{", b"}", b",", b":", b"\\", b'"\\ud800"', b"[[[[", b"\n", b"\r", b";"),
    *(b" ", b"          ", b"\t", b"\x00", b"\xff", b"\xe2\x80\xae", b"\xed\xa0\x80", b"<", b"&"),
    *(b"</player>", b"<!DOCTYPE a>", b"<![CDATA[", b"&#0;", b"PK\x03\x04", b"\xff\xfe", b"-"),
)
"""Byte strings with a special meaning in some format, to be inserted in the wrong place."""
ODD_NUMBERS = (
    *(0, -1, 1, 2, 3, 10, 255, 2**31, 2**63, 2**64, 10**40, -(2**63), 0.5, -0.0, 1e300, 1.0),
    *(float("inf"), float("-inf"), float("nan"), True, False),
)
ODD_TEXTS = (
    *(
        "",
        " ",
        "0",
        "1",
        "-1",
        "1e999",
        "\ud800",
        "\udfff\ud800",
        "a\udc80b",
        "\x00",
        "\n",
        "\u202e",
    ),
    *(
        "../../x",
        "a/b",
        "%00",
        "<b>",
        "&amp;",
        "{name}",
        "None",
        "true",
        "Á",
        "\U0001d54f",
        "۳",
        "½",
    ),
    *("2026-02-30", "9999-99-99", "0000-00-00", "white", "1-0", "=", "+-", "x" * 5000, "9" * 5000),
)
ODD_VALUES: tuple[Any, ...] = (
    *ODD_NUMBERS,
    *ODD_TEXTS,
    None,
    [],
    {},
    [[]],
    [None],
    {"type": "Player"},
)
INFLATED = 100
"""The maximum number of times that a piece of a file is repeated."""


def damaged_bytes(chance: Random, content: bytes) -> bytes:
    """Return a file's content with some bytes removed, repeated, moved or replaced."""
    for _ in range(chance.randint(1, 4)):
        start = chance.randint(0, len(content))
        length = chance.choice((0, 0, 1, 1, 3, 10, 100))
        match chance.randint(0, 9):
            case 0:
                piece = content[start : start + length] * chance.randint(2, INFLATED)
            case 1:
                other = chance.randint(0, len(content))
                piece = content[other : other + length]
            case 2:
                piece = chance.randbytes(chance.randint(1, 4))
            case _:
                piece = chance.choice(MORSELS)
        content = content[:start] + piece + content[start + length :]
    return content[: chance.randint(0, len(content))] if chance.random() < 0.1 else content


def with_odd_value(chance: Random, value: Any) -> Any:
    """Return a JSON value with an unexpected value somewhere inside it."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        return _odd_object(chance, value)
    if isinstance(value, list) and value and chance.random() < 0.85:
        return _odd_list(chance, value)
    return chance.choice(ODD_VALUES)


def _odd_object(chance: Random, value: dict[str, Any]) -> dict[str, Any]:
    key = chance.choice([*value])
    match chance.randint(0, 9):
        case 0:
            return {name: one for name, one in value.items() if name != key}
        case 1:
            return {**value, str(chance.choice(ODD_TEXTS)): value[key]}
        case 2:
            return {**value, key: value[chance.choice([*value])]}
        case _:
            return {**value, key: with_odd_value(chance, value[key])}


def _odd_list(chance: Random, value: list[Any]) -> list[Any]:
    at = chance.randrange(len(value))
    match chance.randint(0, 7):
        case 0:
            return value[:at] + value[at + 1 :]
        case 1:
            return [*value, value[at]]
        case 2:
            return [*reversed(value)]
        case _:
            return [*value[:at], with_odd_value(chance, value[at]), *value[at + 1 :]]


def json_bytes(value: Any) -> bytes:
    """Return a value as JSON as other programs write it, with Infinity and lone surrogates."""
    return json.dumps(value, allow_nan=True).encode()


def damaged_json(chance: Random, value: Any) -> bytes:
    """Return JSON with unexpected values, or JSON whose text is damaged."""
    for _ in range(chance.randint(1, 3)):
        value = with_odd_value(chance, value)
    content = json_bytes(value)
    match chance.randint(0, 19):
        case 0:
            return damaged_bytes(chance, content)
        case 1:
            # Some parsers reject lone surrogates that are not escaped.
            text = json.dumps(value, ensure_ascii=False)
            return text.encode(errors="surrogatepass")
        case 2:
            depth = chance.choice((10, 500, 5_000, 50_000))
            return b"[" * depth + content + b"]" * depth
        case _:
            return content


def pack_archive(parts: Sequence[tuple[str, bytes]]) -> bytes:
    """Return a ZIP archive with these files. Several files may have the same name."""
    made = io.BytesIO()
    with warnings.catch_warnings(), ZipFile(made, "w", ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore", UserWarning)
        for name, content in parts:
            archive.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, ZIP_DEFLATED, 1)
    return made.getvalue()


def damaged_parts(chance: Random, parts: Mapping[str, bytes]) -> list[tuple[str, bytes]]:
    """Return the files of an archive with some of them damaged, removed, repeated or renamed."""
    found = [*parts.items()]
    for _ in range(chance.randint(1, 3)):
        if not found:
            break
        at = chance.randrange(len(found))
        name, content = found[at]
        match chance.randint(0, 7):
            case 0:
                del found[at]
            case 1:
                found.append(found[at])
            case 2:
                found[at] = (
                    chance.choice(("../x", "", "/", "a\\b", name.upper(), f"{name}/")),
                    content,
                )
            case _:
                found[at] = name, damaged_bytes(chance, content)
    return found


def odd_fields(chance: Random, fields: Fields, others: Sequence[str]) -> Fields:
    """Return the fields of a form with some removed, repeated, moved, changed or from other
    forms.
    """
    found = [*fields]
    for _ in range(chance.choice((0, 1, 1, 2, 3, 5))):
        at = chance.randrange(len(found)) if found else 0
        match chance.randint(0, 5) if found else 4:
            case 0:
                del found[at]
            case 1:
                found.insert(chance.randint(0, len(found)), found[at])
            case 2:
                # Remove one of several fields with the same name, so that lists of fields differ.
                name = found[at][0]
                alike = [i for i, one in enumerate(found) if one[0] == name]
                del found[chance.choice(alike)]
            case 3:
                found[at] = found[at][0], found[chance.randrange(len(found))][1]
            case 4:
                found.append((chance.choice(others), str(chance.choice(ODD_VALUES))))
            case _:
                found[at] = found[at][0], str(chance.choice(ODD_VALUES))
    return found
