"""Conversion of Topboard's values to JSON, for the command line, the API and files."""
