"""Notions of the Canadian pairing rules that players' and teams' Swiss events share."""
