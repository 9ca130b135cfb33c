"""Journals in files and on servers, with registers, rating lists and spreadsheets."""
