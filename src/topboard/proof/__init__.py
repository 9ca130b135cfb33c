"""Proofs of published rounds: ``verify`` checks them, ``prove`` writes them.

``verify`` knows the facts (``topboard.model``) and nothing else of Topboard.
"""
