"""Concepts that several regulations share, one per module.

They depend on no edition and no article number.
"""
