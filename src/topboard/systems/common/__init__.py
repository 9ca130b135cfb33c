"""Concepts that several regulations share, one module each.

They depend on no edition and no article number.
"""
