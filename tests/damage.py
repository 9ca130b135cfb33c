"""Files damaged by chance, the same for the same seed: bytes, parts of archives, values in JSON."""

from __future__ import annotations

import io
import json
import random
import zipfile
from hashlib import sha256
from typing import Any

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1.5, 10**30, "", "x", "../up", "\ud800", [], {}, [[]], {"a": {}}),
)


def damage_bytes(content: bytes, chance: random.Random) -> bytes:
    """The content with bytes changed, removed, repeated or cut off."""
    data = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        if not data:
            break
        at = chance.randrange(len(data))
        match chance.randrange(6):
            case 0:
                data[at] ^= 1 << chance.randrange(8)
            case 1:
                data[at] = chance.randrange(256)
            case 2:
                del data[at : at + chance.randint(1, 40)]
            case 3:
                data[at:at] = data[at : at + chance.randint(1, 40)]
            case 4:
                data[at:at] = chance.randbytes(chance.randint(1, 20))
            case 5:
                del data[max(1, at) :]
    return bytes(data)


def damage_headers(content: bytes, chance: random.Random) -> bytes:
    """An archive with bytes changed where it describes its parts."""
    data = bytearray(content)
    places = [i for sign in (b"PK\1\2", b"PK\3\4", b"PK\5\6") for i in _all(content, sign)]
    for _ in range(chance.randint(1, 3)):
        at = chance.choice(places) + chance.randrange(4, 30)
        if at < len(data):
            data[at] = chance.randrange(256)
    return bytes(data)


def _all(content: bytes, sign: bytes) -> list[int]:
    found, at = [], content.find(sign)
    while at >= 0:
        found.append(at)
        at = content.find(sign, at + 1)
    return found


def damage_json(value: Any, chance: random.Random) -> Any:
    """The value with one of its parts replaced, removed or repeated."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        if chance.random() < 0.15:
            return {k: v for k, v in value.items() if k != key}
        return {**value, key: damage_json(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.9:
        at = chance.randrange(len(value))
        match chance.randrange(5):
            case 0:
                return value[:at] + value[at + 1 :]
            case 1:
                return [*value, value[at]]
            case _:
                return [*value[:at], damage_json(value[at], chance), *value[at + 1 :]]
    return chance.choice(ODD_VALUES)


def damage_parts(content: bytes, chance: random.Random) -> bytes:
    """A Topboard archive whose JSON is damaged and whose digests are right all the same."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {one.filename: archive.read(one) for one in archive.infolist()}
    index = json.loads(parts["index.json"])
    name = chance.choice(["index.json", "templates.json", *(n for n in parts if "events/" in n)])
    if name == "index.json":
        index = damage_json(index, chance)
    else:
        parts[name] = _text(damage_json(json.loads(parts[name]), chance))
        index["files"][name] = sha256(parts[name]).hexdigest()
    parts["index.json"] = _text(index)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return packed.getvalue()


def _text(value: Any) -> bytes:
    return json.dumps(value).encode()
