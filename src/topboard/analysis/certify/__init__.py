"""Certification: two engines check each other's random events."""
