"""The check for a newer release, which is made only when a user asks for it."""

from __future__ import annotations

import json
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from topboard import __version__
from topboard.errors import CannotReadOrWrite
from topboard.messages import say

RELEASES = ""
"""The address of the latest release as JSON, in the form of the Python Package Index.

It is empty as long as Topboard has no public address. This is the only place to enter one.
"""
TIMEOUT = 10
LARGEST_ANSWER = 10_000_000


def find_update_host() -> str:
    """Return the host that a check for updates contacts, or an empty string if there is none."""
    return urlsplit(RELEASES).netloc


def describe_latest_release() -> str:
    """Ask for the latest release, and return a sentence that compares it with this version.

    Raise ``CannotReadOrWrite`` if there is no answer, or one that makes no sense.
    """
    latest = _fetch_latest_version()
    if latest == __version__:
        return say("Topboard {version} is the latest version.", version=latest)
    return say(
        "The latest version is {latest}. This is version {version}.",
        latest=latest,
        version=__version__,
    )


def _fetch_latest_version() -> str:
    asked = Request(RELEASES, headers={"Accept": "application/json", "User-Agent": "topboard"})
    try:
        with urlopen(asked, timeout=TIMEOUT) as answer:
            return str(json.loads(answer.read(LARGEST_ANSWER))["info"]["version"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CannotReadOrWrite(
            say(
                "The latest version is not known, because {host} gave no usable answer ({error})."
                " Check your connection and try again.",
                host=find_update_host(),
                error=str(error) or type(error).__name__,
            )
        ) from error
