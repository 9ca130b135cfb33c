"""Readers for the rating lists of federations.

They read piece by piece, so that even a very long list needs little memory.
"""
