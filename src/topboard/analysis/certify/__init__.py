"""Certification, in which two engines check each other's random events."""
