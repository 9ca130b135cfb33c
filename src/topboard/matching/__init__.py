"""Matching on integers and bitsets; knows no chess."""
