"""Digests of what the program answers: taken before and after a rebuild, they show what moved.

    python -m tools.digests take FILE [--checkout FOLDER]
    python -m tools.digests compare BEFORE AFTER
    python -m tools.digests compare-checkouts OLD NEW

The program is asked only through what a rebuild must not move: its command, ``topboard-engine``,
the pages, forms and web API of ``topboard serve``, and the files they write. No module of the
package is imported by its name, so an old checkout can be compared with a redesigned one. Each
checkout runs its own code with the Python of its own ``.venv``.

What is asked: generated events of every system with each of its options, every file in
``tests/fixtures``, the engine, why-not, standings with tie-breaks, proofs, documents as pages and
as PDF, published pages, journals verified and replayed, every page of the desk, every address of
the web API, events that are run by forms and by the API, systems compared and certified, and a
study. Each answer is kept as a digest of one aspect. Pages and documents count by their visible
text, links and form fields, not by their markup. Times of now do not count, nor do keys, hashes and
signatures of new events.
"""
