"""Digests of what the program answers: taken before and after a rebuild, they show what moved.

    python -m tools.digests take FILE [--checkout FOLDER]
    python -m tools.digests compare BEFORE AFTER
    python -m tools.digests compare-checkouts OLD NEW

The program is asked only through what a rebuild must not move: its command, ``topboard-engine``,
the pages of ``topboard serve`` and the files they write. No module of the package is imported by
its name, so an old checkout can be compared with a redesigned one. Each checkout runs its own code
with the Python of its own ``.venv``.

What is asked: generated events of every system with each of its options, every file in
``tests/fixtures``, the engine, why-not, standings with tie-breaks, proofs, documents, published
pages, journals verified and replayed, and every page of the desk. Each answer is kept as a digest
of one aspect. Pages and documents count by their visible text, links and form fields, not by their
markup.
"""
