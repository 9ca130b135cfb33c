"""Merging of several PDF files into one.

This works only for files in the form that typst writes, without object streams. Data that the pages
do not need, such as tags and outlines, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
ROOT = re.compile(rb"/Root (\d+) 0 R")
INFO = re.compile(rb"/Info (\d+) 0 R")
PAGES = re.compile(rb"/Pages (\d+) 0 R")
PARENT = re.compile(rb"/Parent \d+ 0 R")
TAGS = re.compile(rb"/StructParents \d+")
STREAM = b"stream\n"
CATALOGUE, TREE, ABOUT = 1, 2, 3
"""The numbers of the objects that occur only once: catalog, page tree and metadata."""


def merge_pdfs(files: Sequence[bytes]) -> bytes:
    """Return one PDF file with the pages of all given files and the metadata of the first."""
    if len(files) == 1:
        return files[0]
    made = {ABOUT: _PdfFile(files[0]).about}
    kids: list[int] = []
    for file in files:
        pdf = _PdfFile(file)
        new = {
            old: len(made) + ABOUT + place for place, old in enumerate(pdf.needed_object_numbers())
        }
        made |= {number: pdf.renumber_references(old, new) for old, number in new.items()}
        kids += [new[page] for page in pdf.pages]
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    made[CATALOGUE] = b"<</Type/Catalog/Pages %d 0 R/Lang(en)>>" % TREE
    made[TREE] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), listed)
    return _serialize_pdf_objects(made)


def _serialize_pdf_objects(objects: dict[int, bytes]) -> bytes:
    text = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number in range(1, len(objects) + 1):
        places.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, objects[number])
    begin, size = len(text), len(objects) + 1
    text += b"xref\n0 %d\n0000000000 65535 f \n" % size
    text += b"".join(b"%010d 00000 n \n" % place for place in places)
    text += b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\n" % (size, CATALOGUE, ABOUT)
    return bytes(text + b"startxref\n%d\n%%%%EOF\n" % begin)


class _PdfFile:
    """A PDF file split into its objects."""

    def __init__(self, file: bytes) -> None:
        begin = int(file[file.rindex(b"startxref") + 9 :].split()[0])
        table, _, self._trailer = file[begin:].partition(b"trailer")
        places = [int(line[:10]) for line in table.splitlines()[2:] if line[17:18] == b"n"]
        in_order = sorted([*places, begin])
        end_of = dict(pairwise(in_order))
        self._objects = {
            number: file[start : end_of[start]].partition(b"obj\n")[2].rpartition(b"\nendobj")[0]
            for number, start in enumerate(places, start=1)
        }
        catalogue = self._find_referenced_object(ROOT, self._trailer)
        tree = self._find_referenced_object(PAGES, catalogue)
        self.pages = [int(kid) for kid in REFERENCE.findall(tree.partition(b"/Kids")[2])]
        self.about = self._find_referenced_object(INFO, self._trailer)

    def _find_referenced_object(self, name: re.Pattern[bytes], text: bytes) -> bytes:
        found = name.search(text)
        assert found is not None, "typst writes a catalogue with pages"
        return self._objects[int(found[1])]

    def _split_dictionary_and_stream(self, number: int) -> tuple[bytes, bytes]:
        """Return the dictionary and the stream of an object.

        The parent and the tags of a page are left out.
        """
        head, mark, stream = self._objects[number].partition(STREAM)
        if number in self.pages:
            head = TAGS.sub(b"", PARENT.sub(b"", head))
        return head, mark + stream

    def needed_object_numbers(self) -> Iterator[int]:
        """Yield the numbers of the page objects and of all objects they refer to."""
        seen: set[int] = set()
        waiting = self.pages[::-1]
        while waiting:
            number = waiting.pop()
            if number not in seen:
                seen.add(number)
                yield number
                waiting += map(int, REFERENCE.findall(self._split_dictionary_and_stream(number)[0]))

    def renumber_references(self, number: int, new: dict[int, int]) -> bytes:
        """Return the content of an object with its references to other objects renumbered."""
        head, stream = self._split_dictionary_and_stream(number)
        head = REFERENCE.sub(lambda found: b"%d 0 R" % new[int(found[1])], head)
        if number in self.pages:
            head = head.replace(b"/Type/Page", b"/Type/Page/Parent %d 0 R" % TREE, 1)
        return head + stream
