"""Damaged and odd input by chance: no file and no request may end in an error that is not ours."""
