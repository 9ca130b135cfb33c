"""Journals in files and on hosts, and the desk that works on them."""
