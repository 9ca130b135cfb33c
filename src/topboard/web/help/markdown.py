"""Pages of the documentation, from Markdown to HTML that the desk can show."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from markdown_it import MarkdownIt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it.renderer import RendererHTML
    from markdown_it.token import Token
    from markdown_it.utils import EnvType, OptionsDict

ROOT = "/help/"
INDEX = "README.md"
"""The file that stands for its folder."""
NOT_IN_ANCHOR = re.compile(r"[^\w\- ]")
ALIGNED = {"text-align:right": "r", "text-align:center": "c"}
"""The classes of the style sheet for aligned columns. The desk allows no styles in its pages."""


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A heading of a page, with the text below it."""

    title: str
    anchor: str
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page of the documentation as HTML."""

    name: str
    """Its file in the documentation, such as ``how-to/results.md``."""
    html: str
    sections: tuple[HelpSection, ...]
    """Its headings in their order. The first one is the title of the page."""

    @property
    def title(self) -> str:
        """Return the title of the page."""
        return self.sections[0].title if self.sections else self.name

    @property
    def address(self) -> str:
        """Return the address of the page at the desk."""
        return page_address(self.name)


@dataclass(slots=True)
class _Outline:
    """The headings of a page while it is read."""

    sections: list[tuple[str, str, int]] = field(default_factory=list)
    texts: list[list[str]] = field(default_factory=list)

    def add_heading(self, title: str, level: int) -> str:
        """Add a heading, and return its anchor."""
        wanted = heading_anchor(title)
        known = {anchor for _, anchor, _ in self.sections}
        others = (f"{wanted}-{number}" for number in range(1, len(known) + 2))
        anchor = next(one for one in (wanted, *others) if one not in known)
        self.sections.append((title, anchor, level))
        self.texts.append([])
        return anchor

    def add_text(self, text: str) -> None:
        """Add text below the last heading."""
        if self.texts:
            self.texts[-1].append(text)


def page_address(name: str) -> str:
    """Return the address at the desk of a page with this file name."""
    folder, file = posixpath.split(name)
    return ROOT + (posixpath.join(folder, "") if file == INDEX else name.removesuffix(".md"))


def heading_anchor(title: str) -> str:
    """Return the anchor of a heading, which is the same as on GitHub and on the site."""
    known = NOT_IN_ANCHOR.sub("", unicodedata.normalize("NFC", title)).strip().lower()
    return known.replace(" ", "-")


def render_help_page(name: str, text: str, files: Collection[str]) -> HelpPage:
    """Return a page as HTML. ``files`` has the pages and pictures to which links may lead."""
    parser = _markdown_parser()
    tokens = parser.parse(text)
    outline = _Outline()
    _read_headings(tokens, outline)
    for token in _walk(tokens):
        if token.type == "image":
            source = _find_target(name, str(token.attrGet("src")), files)
            token.attrSet("src", source or "")
    for token in tokens:
        _adapt_links(token.children or (), lambda href: _find_target(name, href, files))
    html = parser.renderer.render(tokens, parser.options, {})
    sections = tuple(
        HelpSection(title, anchor, level, " ".join(" ".join(words).split()))
        for (title, anchor, level), words in zip(outline.sections, outline.texts, strict=True)
    )
    return HelpPage(name, html, sections)


def _walk(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _walk(token.children or ())


def _read_headings(tokens: Sequence[Token], outline: _Outline) -> None:
    """Note all headings with their texts, and give each heading its anchor."""
    is_heading = False
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            is_heading = True
            title = _plain_text(tokens[number + 1])
            token.attrSet("id", outline.add_heading(title, int(token.tag[1:])))
        elif token.type == "heading_close":
            is_heading = False
        elif token.type in ("inline", "fence", "code_block") and not is_heading:
            outline.add_text(_plain_text(token))


def _plain_text(token: Token) -> str:
    if token.type != "inline":
        return token.content
    return "".join(
        " " if one.type in ("softbreak", "hardbreak") else one.content
        for one in token.children or ()
        if one.type in ("text", "code_inline", "softbreak", "hardbreak")
    )


def _adapt_links(tokens: Sequence[Token], find: Callable[[str], str | None]) -> None:
    """Let each link lead to a page of the desk. Hide a link to a file that the desk does not have.

    The text of such a link remains.
    """
    opened: list[bool] = []
    for token in tokens:
        if token.type == "link_open":
            target = find(str(token.attrGet("href")))
            opened.append(target is None)
            token.hidden = target is None
            token.attrSet("href", target or "")
        elif token.type == "link_close":
            token.hidden = opened.pop()


def _find_target(name: str, address: str, files: Collection[str]) -> str | None:
    """Return the address at the desk to which an address in the documentation leads.

    Return None if the desk does not have that file.
    """
    split = urlsplit(address)
    if split.scheme or split.netloc:
        return address
    if not split.path:
        return address
    file = posixpath.normpath(posixpath.join(posixpath.dirname(name), split.path))
    if file not in files:
        file = posixpath.join(file, INDEX)
    if file not in files:
        return None
    anchor = f"#{split.fragment}" if split.fragment else ""
    return (page_address(file) if file.endswith(".md") else ROOT + file) + anchor


# --- how the parts of a page look -----------------------------------------------------------------


@cache
def _markdown_parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": True}).enable("table")
    for kind, rule in (
        ("table_open", _open_table),
        ("table_close", _close_table),
        ("th_open", _open_cell),
        ("td_open", _open_cell),
        ("fence", _show_code),
        ("code_block", _show_code),
        ("image", _show_image),
        ("html_block", _show_html),
    ):
        made.add_render_rule(kind, rule)
    return made


def _open_table(
    renderer: RendererHTML, tokens: Sequence[Token], i: int, options: OptionsDict, _: EnvType
) -> str:
    # A wide table scrolls by itself, also with the keys.
    return '<div class="scroll across" tabindex="0">' + renderer.renderToken(tokens, i, options, {})


def _close_table(*_: Any) -> str:
    return "</table></div>\n"


def _open_cell(
    renderer: RendererHTML, tokens: Sequence[Token], i: int, options: OptionsDict, _: EnvType
) -> str:
    token = tokens[i]
    style = str(token.attrs.pop("style", ""))
    if style in ALIGNED:
        token.attrSet("class", ALIGNED[style])
    if token.type == "th_open":
        if not tokens[i + 1].content:
            # A corner without words is no heading.
            token.tag = tokens[i + 2].tag = "td"
        else:
            token.attrSet("scope", "col")
    return renderer.renderToken(tokens, i, options, {})


def _show_code(
    renderer: RendererHTML, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    shown = renderer.code_block([tokens[i]], 0, options, env)
    return shown.replace("<pre", '<pre class="scroll across" tabindex="0"', 1)


def _show_image(
    renderer: RendererHTML, tokens: Sequence[Token], i: int, options: OptionsDict, env: EnvType
) -> str:
    tokens[i].attrSet("loading", "lazy")
    return renderer.image(tokens, i, options, env)


def _show_html(_renderer: RendererHTML, tokens: Sequence[Token], i: int, *_: Any) -> str:
    # The site needs this word to read Markdown inside a block of HTML.
    return tokens[i].content.replace(" markdown>", ">")
