"""The face: colours that can be read in light and dark, and one home for them."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import topboard.web

WEB = Path(topboard.web.__file__).parent
FACE = (WEB / "static" / "face.css").read_text(encoding="utf-8")
SHEETS = {
    name: (WEB / name).read_text(encoding="utf-8")
    for name in ("static/desk.css", "public/static/public.css")
}
MEANINGS = ("published", "proved", "open", "warning", "wrong")
SET = re.compile(r"--([a-z0-9-]+):\s*([^;]+);")


def palette(scheme: str) -> dict[str, str]:
    """Every colour of a scheme, by its name; meanings lead to their colours."""
    light, _, rest = FACE.partition("@media (prefers-color-scheme: dark)")
    found = dict(SET.findall(light))
    if scheme == "dark":
        found |= SET.findall(rest[: rest.index("}\n}")])
    for name, value in found.items():
        if value.startswith("var(--"):
            found[name] = found[value[6:-1]]
    return found


def brightness(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How well one colour is seen on another."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_measured_as_the_guidelines_do() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read_on_everything_they_stand_on(scheme: str) -> None:
    colour = palette(scheme)
    grounds = ("paper", "card", *(f"{meaning}-soft" for meaning in MEANINGS))
    pairs = [
        *product(("ink", "soft"), grounds),
        *product(("blue",), ("paper", "card")),
        *((meaning, f"{meaning}-soft") for meaning in MEANINGS),
        *product(MEANINGS, ("card",)),
        ("green-ink", "green"),
        ("head-ink", "head"),
        ("head-soft", "head"),
    ]
    faint = {pair: contrast(colour[pair[0]], colour[pair[1]]) for pair in pairs}
    assert {pair: round(value, 2) for pair, value in faint.items() if value < 4.5} == {}
    assert contrast(colour["field"], colour["card"]) >= 3, "the frame of a field"


def test_every_meaning_has_a_colour_of_its_own() -> None:
    for scheme in ("light", "dark"):
        colour = palette(scheme)
        assert len({colour[meaning] for meaning in MEANINGS}) == len(MEANINGS)


@pytest.mark.parametrize("name", SHEETS)
def test_sizes_of_type_are_those_of_the_scale(name: str) -> None:
    used = set(re.findall(r"font-size:\s*([^;}]+)", SHEETS[name].partition("/* --- the hall")[0]))
    assert {size.strip() for size in used if "var(--" not in size} == set()


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_uses_only_what_the_face_has(name: str) -> None:
    known = {name for name, _ in SET.findall(FACE)}
    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", SHEETS[name] + FACE)) - known == set()
