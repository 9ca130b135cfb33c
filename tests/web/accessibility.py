"""What somebody who hears a page, or sees little of it, would stumble over, as axe finds it."""

from __future__ import annotations

from pathlib import Path

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")


def violations(page, only: str = "") -> list[dict]:
    """What axe finds, grave or not; ``only`` names the one rule that is asked for."""
    if not page.evaluate("'axe' in window"):
        # The pages that follow in this window have it when they open, which takes no time.
        page.context.add_init_script(AXE)
        page.evaluate(AXE)
    asked = f"runOnly: ['{only}'], " if only else ""
    options = f"{{{asked}resultTypes: ['violations'], selectors: false}}"
    return page.evaluate(f"axe.run({options}).then(found => found.violations)")


def faults(page, only: str = "") -> list[str]:
    """What axe finds to be serious or critical."""
    return [
        f"{page.url}: {one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in violations(page, only)
        if one["impact"] in ("serious", "critical")
    ]


def faults_in_light_and_dark(page) -> list[str]:
    """The same in both colours; in dark ones a page is the same but for what can be read.

    The page is opened with reduced motion: colours on their way would be measured half-way.
    """
    found = faults(page)
    page.emulate_media(color_scheme="dark")
    found += faults(page, "color-contrast")
    page.emulate_media(color_scheme="light")
    return found
