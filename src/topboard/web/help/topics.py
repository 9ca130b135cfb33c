"""Which section of the documentation describes which page of the desk."""

from __future__ import annotations

import re
from functools import cache

from topboard.web.help.markdown import ROOT

EVENT, SECTION = "/e/*", "/e/*/s/*"
TOPICS = {
    "/": "desk#the-first-page",
    "/new": "desk#create-the-event",
    "/take-over": "desk#continue-an-event-from-another-program",
    "/take-over/*": "desk#continue-an-event-from-another-program",
    "/audit": "desk#many-events",
    "/templates/*": "desk#many-events",
    "/organisations": "desk#many-events",
    "/organisations/*": "desk#many-events",
    "/ratings": "desk#rating-lists",
    "/ratings/*": "desk#rating-lists",
    "/check-in": "desk#check-in",
    "/network": "desk#on-a-network",
    "/network/*": "desk#on-a-network",
    "/account": "desk#accounts",
    "/account/*": "desk#accounts",
    "/accounts": "desk#accounts",
    "/accounts/tokens": "desk#tokens-for-programs",
    "/accounts/tokens/*": "desk#tokens-for-programs",
    "/accounts/*": "desk#accounts",
    "/sign-in": "desk#accounts",
    "/about/updates": "app#updates",
    "/about/*": "app#start-and-stop",
    EVENT: "desk#the-page-of-an-event",
    f"{EVENT}/new-section": "desk#create-the-event",
    f"{EVENT}/take-over": "desk#continue-an-event-from-another-program",
    f"{EVENT}/take-over/*": "desk#continue-an-event-from-another-program",
    f"{EVENT}/close": "desk#close-the-event",
    f"{EVENT}/details": "desk#details-and-schedule",
    f"{EVENT}/logo": "how-to/public-pages#a-logo",
    f"{EVENT}/logo/*": "how-to/public-pages#a-logo",
    f"{EVENT}/visibility": "desk#public-or-private",
    f"{EVENT}/members": "desk#many-events",
    f"{EVENT}/template": "desk#many-events",
    f"{EVENT}/history": "desk#correct-mistakes",
    f"{EVENT}/history/*": "desk#correct-mistakes",
    f"{EVENT}/difference": "desk#correct-mistakes",
    f"{EVENT}/check": "desk#check-rounds",
    f"{EVENT}/check/*": "desk#check-rounds",
    f"{EVENT}/check-in": "desk#check-in",
    SECTION: "desk#the-page-of-a-section",
    f"{SECTION}/entries": "desk#entries-and-ratings",
    f"{SECTION}/entries/update-ratings": "desk#rating-lists",
    f"{SECTION}/entries/ratings": "desk#rating-lists",
    f"{SECTION}/entries/*": "desk#entries-and-ratings",
    f"{SECTION}/close-entries": "desk#close-entries",
    f"{SECTION}/renumber": "desk#close-entries",
    f"{SECTION}/erase": "how-to/personal-data",
    f"{SECTION}/lots": "desk#draw-lots",
    f"{SECTION}/lots/*": "desk#draw-lots",
    f"{SECTION}/byes": "desk#requested-byes",
    f"{SECTION}/check-in": "desk#check-in",
    f"{SECTION}/absent": "desk#check-in",
    f"{SECTION}/pairing": "desk#pair-a-round",
    f"{SECTION}/publish": "desk#pair-a-round",
    f"{SECTION}/manual": "desk#pair-by-hand",
    f"{SECTION}/rounds/*/change": "how-to/change-a-published-round",
    f"{SECTION}/rounds/*": "desk#question-a-pairing",
    f"{SECTION}/line-ups": "desk#line-ups",
    f"{SECTION}/line-ups/*": "desk#line-ups",
    f"{SECTION}/results/*/phones": "desk#results-from-phones",
    f"{SECTION}/results/*": "desk#type-results",
    f"{SECTION}/who/*": "desk#the-page-of-a-player-or-a-team",
    f"{SECTION}/standings": "desk#standings",
    f"{SECTION}/charts": "desk#charts",
    f"{SECTION}/why-not": "desk#question-a-pairing",
    f"{SECTION}/what-if": "desk#question-a-pairing",
    f"{SECTION}/compare": "desk#compare-with-another-system",
    f"{SECTION}/compare/*": "desk#compare-with-another-system",
    f"{SECTION}/rules": "reading-explanations",
    f"{SECTION}/check-list": "fide-mode#the-questions-vcl4thp-draft-13",
    f"{SECTION}/decisions": "desk#rulings",
    f"{SECTION}/decisions/*": "desk#rulings",
    f"{SECTION}/documents": "documents#documents",
    f"{SECTION}/settings": "desk#settings-and-announcement",
    f"{SECTION}/announce": "desk#settings-and-announcement",
    f"{SECTION}/leave-fide-mode": "fide-mode",
    f"{SECTION}/schedule": "desk#details-and-schedule",
    f"{SECTION}/categories": "how-to/tie-breaks-and-prizes#categories",
    f"{SECTION}/categories/*": "how-to/tie-breaks-and-prizes#categories",
    f"{SECTION}/prizes": "how-to/tie-breaks-and-prizes#prizes",
    f"{SECTION}/prizes/*": "how-to/tie-breaks-and-prizes#prizes",
}
"""The addresses of the desk's pages, each with the section of the documentation about it.

A star stands for a name or a number at its place, and at the end for everything that follows. The
first address that fits counts.
"""
ELSEWHERE = "desk#if-something-goes-wrong"
"""What helps with a page that does not exist."""


def find_help_address(path: str) -> str:
    """Return the address of the section of the documentation that describes a page of the desk."""
    if path.startswith(ROOT):
        return ROOT
    found = (topic for pattern, topic in _topic_patterns() if pattern.fullmatch(path))
    return ROOT + next(found, ELSEWHERE)


@cache
def _topic_patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((_build_pattern(path), topic) for path, topic in TOPICS.items())


def _build_pattern(path: str) -> re.Pattern[str]:
    """Return the pattern of an address with stars."""
    words = path.split("/")
    # The last star of a long address stands for all the rest.
    is_open = words[-1] == "*" and path not in (EVENT, SECTION)
    parts = ["[^/]+" if word == "*" else re.escape(word) for word in words]
    if is_open:
        parts[-1] = ".+"
    return re.compile("/".join(parts))
