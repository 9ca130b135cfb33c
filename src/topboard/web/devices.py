"""The names of browsers and devices, as a list of sessions shows them."""

from __future__ import annotations

from topboard.messages import say

BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chromium": "Chromium",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
"""The names of browsers, keyed by their mark in the User-Agent header, the most special first."""
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
"""The names of devices and operating systems, keyed by their mark in the User-Agent header."""


def describe_device(user_agent: str) -> str:
    """Return a short description such as "Firefox, Windows" from a User-Agent header.

    Nothing else of the header is kept. If nothing is known, say so.
    """
    found = [
        next((name for mark, name in names.items() if mark in user_agent), "")
        for names in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or say("unknown device")
