"""Proofs of published rounds: ``verify`` checks them and ``prove`` writes them.

The only other part of Topboard that ``verify`` uses is the facts (``topboard.model``).
"""
