"""A separate program that typesets documents with typst and then exits.

As long as its process runs, typst keeps everything it has laid out in memory, about 150 MB for a
hundred pages. That would be too much for a desk that runs for a week. The program imports nothing
from Topboard, so that it starts quickly.
"""

import json
import re

import typst

TRIAL = """
#set page(width: auto, height: auto, margin: 0pt)
#set text(font: "Libertinus Serif")
#for letter in sys.inputs.letters.codepoints() { box(letter); linebreak() }
"""
NOBODY_HAS = "\U0010fffd"
"""A private-use character that no font contains. It shows what the glyph for missing characters
looks like.
"""


def find_missing_glyphs(doubtful: str) -> str:
    """Return the characters for which no font on this computer has a glyph."""
    letters = NOBODY_HAS + doubtful
    drawn = typst.compile(TRIAL.encode(), format="svg", sys_inputs={"letters": letters}).decode()
    glyphs = re.findall('<g [^>]*><use [^>]*href="#([^"]+)"', drawn)
    if len(glyphs) != len(letters):
        return ""
    known = zip(letters, glyphs, strict=True)
    return "".join(letter for letter, glyph in known if glyph == glyphs[0])[1:]


def typeset() -> None:
    """Read documents from standard input, and write them to standard output as a PDF file."""
    # The app has no standard streams on Windows, but what started it has given it these two files.
    with open(0, "rb", closefd=False) as asked:
        given = json.load(asked)
    inputs = given["inputs"]
    if given["doubtful"] and (without := find_missing_glyphs(given["doubtful"])):
        inputs["missing"] = given["missing"].format(missing=" ".join(without))
    with open(1, "wb", closefd=False) as pdf:
        pdf.write(compile_template(given["template"].encode(), inputs))


def compile_template(template: bytes, inputs: dict[str, str]) -> bytes:
    """Return the PDF file. A logo that typst cannot read is left out."""
    try:
        return typst.compile(template, sys_inputs=inputs)
    except typst.TypstError:
        if "logo" not in inputs:
            raise
        without = {key: value for key, value in inputs.items() if key != "logo"}
        return typst.compile(template, sys_inputs=without)


if __name__ == "__main__":
    typeset()
