"""The face: colours that can be read, one row of pages on a phone, and what is said of nothing."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path

import pytest
from playwright.sync_api import expect

import topboard.web
from tests.sample_event import create_sample_event
from tests.web.desk_client import new_event, serve_folder
from topboard.web.folder_repository import FolderRepository

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


def test_contrast_is_measured_as_the_guidelines_require() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast_on_every_background(scheme: str) -> None:
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


def test_every_meaning_has_its_own_colour() -> None:
    for scheme in ("light", "dark"):
        colour = palette(scheme)
        assert len({colour[meaning] for meaning in MEANINGS}) == len(MEANINGS)


@pytest.mark.parametrize("name", SHEETS)
def test_font_sizes_come_from_the_type_scale(name: str) -> None:
    used = set(re.findall(r"font-size:\s*([^;}]+)", SHEETS[name].partition("/* --- the hall")[0]))
    assert {size.strip() for size in used if "var(--" not in size} == set()


@pytest.mark.parametrize("name", SHEETS)
def test_a_style_sheet_uses_only_variables_that_are_defined(name: str) -> None:
    known = {name for name, _ in SET.findall(FACE)}
    assert set(re.findall(r"var\(--([a-z0-9-]+)\)", SHEETS[name] + FACE)) - known == set()


# --- in a browser ---------------------------------------------------------------------------------

EVENT = "/e/riverside-chess-festival"


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    """A desk with the sample event."""
    folder = tmp_path_factory.mktemp("face")
    create_sample_event(FolderRepository(folder))
    with serve_folder(folder) as address:
        yield address


def test_a_phone_has_two_menus_without_scripts(sample, open_page) -> None:
    page = open_page(sample, width=390, java_script_enabled=False)
    page.goto(f"{EVENT}/s/open/results/3")

    assert page.locator("header nav:visible").count() == 0
    head = page.locator(".page-menu > summary")
    expect(head.locator("b")).to_have_text("Results")
    assert head.bounding_box()["height"] >= 44
    head.click()
    expect(page.locator(".page-menu [aria-current]")).to_have_text("Results")
    assert min(one.bounding_box()["height"] for one in page.locator(".page-menu a").all()) >= 44
    page.get_by_role("link", name="Prizes").click()
    expect(page.locator(".page-menu > summary b")).to_have_text("Prizes")
    page.locator(".menu summary").click()
    page.get_by_role("link", name="History").click()
    assert page.url.endswith("/history")


def test_the_open_page_is_visible_in_the_navigation_on_a_phone(sample, open_page) -> None:
    page = open_page(sample, width=390)
    for path in ("/p/riverside-chess-festival/open/entries.html",):
        page.goto(path)
        here = page.locator(".tabs [aria-current]").bounding_box()
        assert here["x"] >= 0
        assert here["x"] + here["width"] <= 390
        # The beginning of the row fades, because it is scrolled.
        assert "is-scrolled" in page.locator("nav.tabs").get_attribute("class")
    for path in ("/p/riverside-chess-festival/open/standings.html",):
        page.goto(path)
        starts = [one.bounding_box()["x"] for one in page.locator(".tabs li").all()]
        assert min(x for x in starts if x > -5) < 30, "no page is cut at the beginning"


def test_names_are_shown_in_full_on_a_phone(sample, open_page) -> None:
    page = open_page(sample, width=390)
    for path in (f"{EVENT}/s/open/entries", f"{EVENT}/s/open/check-in"):
        page.goto(path)
        names = page.locator("#entries tbody th a, .target b")
        assert names.count() == 17
        # Nothing of a name is cut off: what it needs is as wide as what it has.
        cut = names.evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth + 1"
            " && getComputedStyle(one).overflow !== 'visible').map(one => one.textContent)"
        )
        assert cut == []


def test_names_in_fields_are_shown_in_full_on_a_phone(sample, open_page) -> None:
    page = open_page(sample, width=390)
    for path, names in (("entries/3", "member_name"), ("results/4/3", "t3first1")):
        page.goto(f"{EVENT}/s/team-cup/{path}")
        field = page.locator(f"[name={names}]").first
        assert field.bounding_box()["width"] > 200
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_buttons_do_not_touch(sample, open_page) -> None:
    page = open_page(sample)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 850})
        for path in ("/", EVENT, f"{EVENT}/s/open/pairing", f"{EVENT}/s/team-cup/rounds/3"):
            page.goto(path)
            found = page.locator("main .button:visible, main button:not(.link):visible").all()
            boxes = [one.bounding_box() for one in found]
            for one, other in combinations(boxes, 2):
                across = max(one["x"], other["x"]) - min(
                    one["x"] + one["width"], other["x"] + other["width"]
                )
                down = max(one["y"], other["y"]) - min(
                    one["y"] + one["height"], other["y"] + other["height"]
                )
                assert max(across, down) >= 6, (path, width, one, other)


def test_the_header_of_a_long_table_stays_visible(sample, open_page) -> None:
    page = open_page(sample)
    page.set_viewport_size({"width": 1280, "height": 400})
    page.goto(f"{EVENT}/s/open/standings")
    page.evaluate("window.scrollTo(0, 500)")
    assert page.evaluate("window.scrollY") > 300

    assert page.locator("thead th").first.bounding_box()["y"] == pytest.approx(0, abs=1)


def test_an_empty_page_says_what_to_do(address, visitor, open_page) -> None:
    page = open_page(address)
    page.goto("/")
    expect(page.locator(".empty")).to_contain_text(
        "Create a new event, or continue one from another program."
    )
    section = new_event(visitor, "dubov_1997")
    for path in ("", "/standings", "/charts"):
        page.goto(section + path)
        page.locator(".empty").get_by_role("link", name="Add entries").click()
        assert page.url.endswith("/entries")
    expect(page.locator("#entries")).to_contain_text("Add a player, paste a list or import a file")
    public = section.replace("/e/", "/p/").replace("/s/", "/")
    page.goto(f"{public}/index.html")
    page.locator(".empty").get_by_role("link", name="Show participants").click()
    expect(page.locator(".empty")).to_contain_text(
        "There are no entries yet. They will appear here."
    )


def test_a_cited_article_leads_to_its_gist(sample, open_page) -> None:
    page = open_page(sample)
    page.goto(f"{EVENT}/s/team-cup/rounds/3")
    page.get_by_text("Before pairing").click()
    page.locator(".cite:visible").first.click()

    expect(page.locator("dt:target")).to_have_text("4.1")
    expect(page.locator("dt:target + dd")).to_contain_text("the bye goes to")
