"""The check for a newer release, which is made only when a user asks for it."""

from __future__ import annotations

import json
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from topboard import __version__
from topboard.errors import CannotReadOrWrite
from topboard.messages import say

RELEASES = "Releases"
"""The name, among the addresses of the project, of the latest release as JSON.

The JSON has the form of the Python Package Index. Topboard has no public addresses yet.
"""
TIMEOUT = 10
LARGEST_ANSWER = 10_000_000


@cache
def find_releases_address() -> str:
    """Return the address in the metadata of the installed package, or an empty string."""
    try:
        lines = metadata("topboard").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    addresses = dict(str(line).split(", ", 1) for line in lines)
    return addresses.get(RELEASES, "")


def find_update_server() -> str:
    """Return the host that a check for updates contacts, or an empty string if there is none."""
    return urlsplit(find_releases_address()).netloc


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
    address = find_releases_address()
    asked = Request(address, headers={"Accept": "application/json", "User-Agent": "topboard"})
    try:
        with urlopen(asked, timeout=TIMEOUT) as answer:
            return str(json.loads(answer.read(LARGEST_ANSWER))["info"]["version"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CannotReadOrWrite(
            say(
                "The latest version is not known, because {host} gave no usable answer ({error})."
                " Check your connection and try again.",
                host=find_update_server(),
                error=str(error) or type(error).__name__,
            )
        ) from error
