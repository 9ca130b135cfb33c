"""Matching algorithms on integers and bitsets, independent of chess."""
