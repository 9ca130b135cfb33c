"""Digests of the program's answers, which show what a change to the code has changed.

    python -m tools.digests take FILE [--checkout FOLDER]
    python -m tools.digests compare BEFORE AFTER
    python -m tools.digests compare-checkouts OLD NEW

The program is used only through interfaces that must stay the same: its command,
``topboard-engine``, the pages, forms and web API of ``topboard serve``, and the files they write.
No module of the package is imported by name, so that an old checkout can be compared with a
redesigned one. Each checkout runs its own code with the Python of its own ``.venv``.

The cases are generated events of every system with each of its options, every file in
``tests/fixtures``, the engine, why-not questions, standings with tie-breaks, proofs, documents as
pages and as PDF, published pages, verified and replayed journals, every page of the desk, every
address of the web API, events run through forms and through the API, comparisons and certifications
of systems, and a study.

Each answer is stored as a digest for each of its aspects. Of pages and documents, only the visible
text, links and form fields count, not the markup. Current times are ignored, and so are keys,
hashes and signatures of new events.
"""
