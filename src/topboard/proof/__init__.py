"""Proofs of published rounds, checked by ``verify`` and written by ``prove``.

``verify`` imports nothing else from Topboard except the tournament model (``topboard.model``).
"""
