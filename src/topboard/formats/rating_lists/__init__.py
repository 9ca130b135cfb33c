"""Readers for the rating lists of federations.

The lists are read line by line, so that their length does not matter.
"""
