"""Journals in files and on servers, account registers, rating lists and spreadsheets."""
