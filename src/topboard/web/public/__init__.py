"""The public pages, which need no sign-in and have no forms, and the documents for printing.

The pages are served live or published as files.
"""
