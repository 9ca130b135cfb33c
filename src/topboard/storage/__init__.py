"""Storage of journals, accounts, rating lists and spreadsheets in files and on servers."""
