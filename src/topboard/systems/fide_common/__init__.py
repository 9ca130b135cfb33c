"""The Swiss systems of FIDE: a module for each edition, and what they share."""
