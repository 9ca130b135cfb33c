"""Locations of events: the path of a file, or an address on a server in the form ``URL#slug``."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from topboard import platforms
from topboard._frozen import dataclass
from topboard.errors import BadInput, Problem
from topboard.messages import say

if TYPE_CHECKING:
    from typing import TypeAlias

    Where: TypeAlias = str | os.PathLike[str]

SCHEMES = ("postgresql://", "postgres://")
LONGEST_SLUG = 60
_SLUG = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{LONGEST_SLUG - 1}}}")
HIDDEN = "***"
"""The text that replaces a password in messages."""
_AFTER_USER = re.compile(r"(?<=://)([^:/?#@]*):(.*)@", re.DOTALL)
_NO_PORT = re.compile(r"(?<=://)([^:/?#@\[]*):(?!\d*(?:[,/?#]|$))([^/?#]*)")
"""A pattern for a colon that is not followed by a port number.

In an address without a host, the text after the colon is a password.
"""
_QUOTED = re.compile(r"postgres(?:ql)?://[^\s'\"]*", re.IGNORECASE)
_IN_QUERY = re.compile(r"(?<=[?&])((?:ssl)?password)=([^&#]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Address:
    """The URL of a server and the slug of an event on it. The slug may be empty."""

    url: str
    slug: str


def is_server_address(where: Where) -> bool:
    """Return whether a location is an address on a server and not a path."""
    return os.fspath(where).lower().startswith(SCHEMES)


def parse_address(text: str) -> Address:
    """Split an address into the URL of the server and the slug of the event.

    Raise ``BadInput`` if the part after ``#`` is not a valid slug.
    """
    url, mark, word = text.rpartition("#")
    if not mark:
        return Address(text, "")
    if not is_slug(word):
        what = say("this is not the address of an event")
        remedy = say(
            "After #, write the short name of the event in lower-case letters, digits and "
            "hyphens, at most {longest} characters. In a password, write # as %23.",
            longest=LONGEST_SLUG,
        )
        raise BadInput([Problem(what, format_address_without_password(text), remedy=remedy)])
    return Address(url, word)


def make_slug_from_name(name: str) -> str:
    """Return a slug made from the name of an event or section, for use in URLs."""
    bare = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
    slug = bare[:LONGEST_SLUG].strip("-") or "event"
    # Files and folders get these names, also on Windows.
    return f"{slug}-event" if platforms.is_device_name(slug) else slug


def is_slug(word: str) -> bool:
    """Return whether a string is a valid slug, made of lower-case letters, digits and hyphens."""
    return _SLUG.fullmatch(word) is not None


def format_address_without_password(where: Where) -> str:
    """Return a server address with its password hidden, for messages.

    A path is returned unchanged.
    """
    text = os.fspath(where)
    if not is_server_address(text):
        return text
    hidden, found = _AFTER_USER.subn(rf"\1:{HIDDEN}@", text)
    if not found:
        hidden = _NO_PORT.sub(rf"\1:{HIDDEN}", hidden)
    return _IN_QUERY.sub(rf"\1={HIDDEN}", hidden)


def hide_passwords_in_message(words: str) -> str:
    """Return a message with the passwords of all server addresses hidden."""
    return _QUOTED.sub(lambda found: format_address_without_password(found[0]), words)


def hide_address_password_in_message(words: str, url: str) -> str:
    """Return a database driver's message with the password of an address hidden."""
    words = words.replace(url, format_address_without_password(url))
    for hidden in (_AFTER_USER, _NO_PORT, _IN_QUERY):
        for found in hidden.finditer(url):
            for secret in {found[2], unquote(found[2])} - {""}:
                words = words.replace(secret, HIDDEN)
    return words
