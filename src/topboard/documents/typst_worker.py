"""A separate program that typesets with typst and ends when its pages are done.

Typst keeps everything it has laid out as long as its process lives, some 150 MB for a hundred
pages. A desk that is open for a week must not. It imports nothing of Topboard, so that it starts
quickly.
"""

import json
import re
import sys

import typst

TRIAL = """
#set page(width: auto, height: auto, margin: 0pt)
#set text(font: "Libertinus Serif")
#for letter in sys.inputs.letters.codepoints() { box(letter); linebreak() }
"""
NOBODY_HAS = "\U0010fffd"
"""A character of no script; its glyph is the one shown for every missing letter."""


def missing(doubtful: str) -> str:
    """Return the letters for which no font of this machine has a glyph."""
    letters = NOBODY_HAS + doubtful
    drawn = typst.compile(TRIAL.encode(), format="svg", sys_inputs={"letters": letters}).decode()
    glyphs = re.findall('<g [^>]*><use [^>]*href="#([^"]+)"', drawn)
    if len(glyphs) != len(letters):
        return ""
    known = zip(letters, glyphs, strict=True)
    return "".join(letter for letter, glyph in known if glyph == glyphs[0])[1:]


if __name__ == "__main__":
    given = json.load(sys.stdin.buffer)
    inputs = given["inputs"]
    if given["doubtful"] and (without := missing(given["doubtful"])):
        inputs["missing"] = given["missing"].format(missing=" ".join(without))
    sys.stdout.buffer.write(typst.compile(given["template"].encode(), sys_inputs=inputs))
