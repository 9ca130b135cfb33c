"""Proofs of published rounds, checked by ``verify`` and written by ``prove``.

Apart from the facts (``topboard.model``), ``verify`` uses no other part of Topboard.
"""
