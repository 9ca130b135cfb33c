"""The pages of a section in the head of the desk: those of every round, and all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from topboard.event.line_ups import has_team_boards
from topboard.messages import say
from topboard.systems.registry import system

if TYPE_CHECKING:
    from topboard.web.request_context import RequestContext

PARENTS = {
    "entries": ("close-entries", "renumber", "erase", "who"),
    "pairing": ("rounds", "manual", "publish"),
    "check-in": ("absent",),
    "settings": ("announce", "leave-fide-mode"),
}
"""The pages below a page of the menu whose addresses do not begin with its own."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A link in the menu of a section."""

    label: str
    url: str
    current: str
    """``page`` for the open page, ``true`` for the page above it, or an empty string."""


@dataclass(frozen=True, slots=True)
class SectionMenu:
    """The menu of a section, as seen from one of its pages."""

    main: tuple[MenuItem, ...]
    more: tuple[MenuItem, ...]

    @property
    def here(self) -> str:
        """Return the label of the open page or of the page above it."""
        return next((one.label for one in (*self.main, *self.more) if one.current), "")

    @property
    def here_in_more(self) -> str:
        """Return the label of the open page if it is not one of the main pages."""
        return next((one.label for one in self.more if one.current), "")


def build_section_menu(context: RequestContext) -> SectionMenu:
    """Return the menu of a section. An arbiter uses the main pages in every round."""
    return SectionMenu(
        tuple(_build_item(context, *one) for one in _list_main_pages(context)),
        tuple(_build_item(context, *one) for one in _list_other_pages(context)),
    )


def _list_main_pages(context: RequestContext) -> list[tuple[str, str]]:
    last = len(context.section.rounds)
    return [
        (say("Overview"), ""),
        (say("Entries"), "entries"),
        (say("Check-in"), "check-in"),
        (say("Pairing"), "pairing"),
        *([(say("Line-ups"), "line-ups")] if last and has_team_boards(context.section) else []),
        *([(say("Results"), f"results/{last}")] if last else []),
        (say("Standings"), "standings"),
        (say("Documents"), "documents"),
        (say("Rulings"), "decisions"),
    ]


def _list_other_pages(context: RequestContext) -> list[tuple[str, str]]:
    section = context.section
    return [
        (say("Settings"), "settings"),
        (say("Round schedule"), "schedule"),
        (say("Requested byes"), "byes"),
        (say("Drawing of lots"), "lots"),
        (say("Categories"), "categories"),
        (say("Prizes"), "prizes"),
        (say("Charts"), "charts"),
        (say("Why not?"), "why-not"),
        (say("What if?"), "what-if"),
        *([(say("Compare systems"), "compare")] if section.entries_closed else []),
        (say("Rules summary"), "rules"),
        *([(say("Checklist"), "check-list")] if system(section.system).check_list else []),
    ]


def _build_item(context: RequestContext, label: str, part: str) -> MenuItem:
    url = context.url(part) if part else context.url()
    path = context.request.url.path
    current = "page" if path == url else "true" if _is_below(context, path, part) else ""
    return MenuItem(label, url, current)


def _is_below(context: RequestContext, path: str, part: str) -> bool:
    """Return whether a page belongs to a page of the menu."""
    word = part.partition("/")[0]
    inside = path.removeprefix(f"{context.url()}/")
    return (
        bool(word)
        and inside != path
        and inside.partition("/")[0]
        in (
            word,
            *PARENTS.get(word, ()),
        )
    )
