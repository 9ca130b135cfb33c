"""Names read right to left leave the numbers beside them where they are, on every page."""

from __future__ import annotations

from tests.web.desk_client import new_event, words

PLAYERS = "כהן, דוד; 2200; ISR\nمحمد علي; 2150; EGY\nClark; 2100\nDavis; 2050"
COHEN = "כהן, דוד"
PLACES = """(name) => {
  const text = (one) => [...one.childNodes].find((n) => n.nodeType === 3 && n.data.includes(name));
  const found = [...document.querySelectorAll("main *")].filter(text);
  return found.map((one) => {
    const range = document.createRange();
    const node = text(one);
    range.selectNode(node);
    const own = range.getBoundingClientRect();
    const box = one.closest("tr, li, p, h1, th, td, label, button");
    const pts = box && box.querySelector(".pts"), num = box && box.querySelector(".num");
    return {
      tag: one.tagName,
      isolated: Boolean(one.closest("bdi")) || node.data.includes("\\u2068"),
      // The points are behind the name, or on the line below it.
      after: pts ? pts.getBoundingClientRect().left >= own.right - 1
        || pts.getBoundingClientRect().top >= own.bottom - 1 : null,
      before: num ? num.getBoundingClientRect().right <= own.left + 1 : null,
    };
  });
}"""


def section_with_round(visitor):
    """A section whose first round is published."""
    section = new_event(visitor, "fide_dutch_2026")
    entries = f"{section}/entries"
    visitor.send_again(visitor.send(entries, f"{entries}/paste", lines=PLAYERS))
    visitor.send(f"{section}/close-entries")
    visitor.send(f"{section}/lots", f"{section}/lots/record", purpose="colour", colour="white")
    return section


def test_points_stay_behind_a_name_read_right_to_left(address, visitor, open_page):
    section = section_with_round(visitor)
    page = open_page(address)
    page.goto(f"{section}/pairing")

    found = [one for one in page.evaluate(PLACES, COHEN) if one["after"] is not None]

    assert found
    assert all(one["after"] and one["before"] and one["isolated"] for one in found)


def test_names_are_isolated_wherever_they_are_shown(address, visitor, open_page):
    section = section_with_round(visitor)
    page = open_page(address)
    shown = 0
    for path in ("entries", "entries/1", "check-in", "pairing", "standings", "renumber"):
        page.goto(f"{section}/{path}")
        found = page.evaluate(PLACES, COHEN)
        told = [one for one in found if one["tag"] not in ("OPTION", "SPAN", "CAPTION")]
        assert [one for one in told if not one["isolated"]] == [], path
        shown += len(told)
    assert shown >= 5


def test_a_direction_changing_character_is_refused(visitor):
    section = new_event(visitor, "fide_dutch_2026")

    refused = visitor.send(f"{section}/entries", name="Ada\u202ems")

    assert "the text contains a character that changes the writing direction" in words(refused)
    refused = visitor.send(f"{section}/entries", name="Ada\x07ms")
    assert "the text cannot be printed on one line" in words(refused)
