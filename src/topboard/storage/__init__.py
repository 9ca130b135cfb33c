"""Storage of journals, account registers, rating lists and spreadsheets in files and on servers."""
