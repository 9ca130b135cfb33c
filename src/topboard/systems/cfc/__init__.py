"""Concepts of the Canadian pairing rules that individual and team Swiss events share."""
