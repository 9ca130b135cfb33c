"""Readers for the rating lists of federations, line by line so that length does not matter."""
