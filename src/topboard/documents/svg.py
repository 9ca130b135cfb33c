"""SVG elements, and charts made of them, each with a title and a description."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from topboard._frozen import dataclass
from topboard.documents.text import sanitize_line

LETTERS = "system-ui, sans-serif"


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart, together with a description and a table of its values."""

    name: str
    """The name of the chart in URLs and element IDs."""
    title: str
    words: tuple[str, ...]
    width: int
    height: int
    shapes: tuple[str, ...]
    heads: tuple[str, ...] = ()
    """The column headings of the table with the chart's values; empty if there is no table."""
    rows: tuple[tuple[object, ...], ...] = ()
    narrow: Chart | None = None
    """The same chart drawn for a phone, or None if it fits without a change."""

    @property
    def svg(self) -> str:
        """Return the chart as SVG, including its description for readers who cannot see it."""
        told = sanitize_line(" ".join(self.words))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}"'
            f' width="{self.width}" height="{self.height}" role="img"'
            f' aria-labelledby="{self.name}-title {self.name}-desc"'
            f' font-family="{LETTERS}" font-size="13" fill="currentColor">'
            f'<title id="{self.name}-title">{escape(sanitize_line(self.title))}</title>'
            f'<desc id="{self.name}-desc">{escape(told)}</desc>'
            f"{''.join(self.shapes)}</svg>"
        )


def text_element(x: float, y: float, text: object, anchor: str = "start", **more: object) -> str:
    """Return an SVG text element that starts, ends or is centred at a point."""
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{_format_svg_attributes(more)}>'
        f"{escape(sanitize_line(str(text)))}</text>"
    )


def line_element(x1: float, y1: float, x2: float, y2: float, **more: object) -> str:
    """Return an SVG line element between two points, by default in the colour of the text."""
    more.setdefault("stroke", "currentColor")
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"{_format_svg_attributes(more)}/>'


def rectangle_element(x: float, y: float, width: float, height: float, **more: object) -> str:
    """Return an SVG rectangle element, which is not filled by default."""
    more.setdefault("fill", "none")
    more.setdefault("stroke", "currentColor")
    size = f'width="{width:g}" height="{height:g}"'
    return f'<rect x="{x:g}" y="{y:g}" {size}{_format_svg_attributes(more)}/>'


def path_element(points: Iterable[tuple[float, float]], **more: object) -> str:
    """Return an SVG path element that connects points by straight lines."""
    more.setdefault("fill", "none")
    more.setdefault("stroke", "currentColor")
    drawn = " ".join(f"{'L' if i else 'M'}{x:g} {y:g}" for i, (x, y) in enumerate(points))
    return f'<path d="{drawn}"{_format_svg_attributes(more)}/>'


def circle_element(x: float, y: float, radius: float, **more: object) -> str:
    """Return an SVG circle element with its centre at a point."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{_format_svg_attributes(more)}/>'


def _format_svg_attributes(more: dict[str, object]) -> str:
    # ``class_`` has an underscore because ``class`` is a Python keyword.
    keys = {key: key.rstrip("_").replace("_", "-") for key in more}
    return "".join(f' {keys[key]}="{escape(str(v))}"' for key, v in more.items())
